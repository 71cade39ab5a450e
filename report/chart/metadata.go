package chart

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"html"

	"codebreak/engine/short"
)

// A note is what a picture says of itself, beside what it shows: no time, so that the same
// figure gives the same bytes.
type note struct{ key, text string } // the key as PNG has it

// notes are the title, the caption, and the command that makes the picture again.
func (f Figure) notes() (out []note) {
	for _, n := range []note{{"Title", f.Title}, {"Description", f.Caption}, {"Software", "codebreak"}, {"Comment", f.Command}} {
		if n.text != "" {
			out = append(out, note{n.key, drawable(n.text)})
		}
	}
	return out
}

// pngNoted adds notes to a PNG as chunks of text, in UTF-8, after the first chunk, which
// has 25 bytes after the signature of 8.
func pngNoted(data []byte, notes []note) []byte {
	const first = 8 + 25
	out := bytes.Clone(data[:first])
	for _, n := range notes {
		chunk := []byte("iTXt" + n.key + "\x00\x00\x00\x00\x00" + n.text) // not compressed, in no language
		out = binary.BigEndian.AppendUint32(out, uint32(len(chunk)-4))
		out = append(out, chunk...)
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
	}
	return append(out, data[first:]...)
}

// svgOpening is the tag that an SVG begins with.
var svgOpening = short.Pattern(`<svg [^>]*>\n?`)

// svgNoted adds a title, and all else as a description.
func svgNoted(data []byte, notes []note) []byte {
	title, about := "", ""
	for _, n := range notes {
		if n.key == "Title" {
			title = "<title>" + html.EscapeString(n.text) + "</title>\n"
			continue
		}
		about += fmt.Sprintf("%s: %s\n", n.key, html.EscapeString(n.text))
	}
	end := svgOpening().FindIndex(data)[1]
	return bytes.Join([][]byte{data[:end], fmt.Appendf(nil, "%s<desc>%s</desc>\n", title, about), data[end:]}, nil)
}
