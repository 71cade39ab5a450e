package web

import (
	"bytes"
	"compress/gzip"
	"encoding/ascii85"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
)

// A Program is what the page of the lab runs.
type Program struct {
	Wasm    []byte            // the program, in WebAssembly
	Runtime []byte            // the script of the Go distribution that runs it
	Files   map[string][]byte // that the program finds in its working directory, by their paths
}

// Lab returns the page of the lab, in HTML: a single file that asks nothing of a network.
// The same program gives the same bytes.
func Lab(p Program) ([]byte, error) {
	files := map[string]string{}
	for _, path := range slices.Sorted(maps.Keys(p.Files)) {
		files[path] = string(p.Files[path])
	}
	data, _ := json.Marshal(files) // of strings

	t, err := template.New("lab.html.tmpl").Funcs(template.FuncMap{
		"style":   part[template.CSS],
		"script":  part[template.JS],
		"text":    part[template.HTML],
		"runtime": func() template.HTML { return template.HTML(p.Runtime) },
		"wasm":    func() template.HTML { return dense(p.Wasm) },
		"files":   func() template.HTML { return dense(data) },
	}).ParseFS(parts, "lab/lab.html.tmpl")
	if err != nil {
		return nil, err
	}

	var out bytes.Buffer
	if err := t.Execute(&out, nil); err != nil {
		return nil, fmt.Errorf("lab.html: %w", err)
	}
	return out.Bytes(), nil
}

// packed compresses data and writes it in Ascii85, but with v for <: no tag begins in it, and
// the page that is committed has only characters that are printed. The function unpack of
// page/unpack.js reads it. The same data gives the same bytes with the same version of Go, whose
// compress/flate may compress better in another.
func packed(data []byte) template.HTML {
	zipped := compressed(data)
	text := make([]byte, ascii85.MaxEncodedLen(len(zipped)))
	text = text[:ascii85.Encode(text, zipped)]
	return template.HTML(bytes.ReplaceAll(text, []byte("<"), []byte("v")))
}

func compressed(data []byte) []byte {
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // there is such a level
	_, _ = z.Write(data)                                    // a buffer takes everything
	_ = z.Close()
	return out.Bytes()
}

// unwritten are the characters below 128 that a page cannot hold: HTML changes the first two, and
// with the third a tag begins.
const unwritten = "\x00\r<"

// densePair is the first of the characters that stand for an unwritten one and the next seven
// bits. UTF-8 writes them, like those from 128 on, in two bytes.
const densePair = 0x400

// dense compresses data and writes it in characters of seven bits, for the page of the lab, which
// is not committed: it is a twelfth smaller than in Ascii85. The function unpack of
// lab/unpack.js reads it.
func dense(data []byte) template.HTML {
	zipped := compressed(data)

	// Step 1. Groups of seven bits; zeros fill the last.
	groups := make([]byte, 0, len(zipped)*8/7+1)
	bits, have := 0, 0
	for _, b := range append(zipped, 0) {
		bits, have = bits<<8|int(b), have+8
		for ; have >= 7; have -= 7 {
			groups = append(groups, byte(bits>>(have-7)&127))
		}
		bits &= 1<<have - 1
	}
	groups = groups[:(len(zipped)*8+6)/7]

	// Step 2. A character for each group. A group that cannot be written shares one with the next.
	var text strings.Builder
	for i := 0; i < len(groups); i++ {
		kind := strings.IndexByte(unwritten, groups[i])
		if kind < 0 {
			text.WriteByte(groups[i])
		} else if i+1 == len(groups) {
			text.WriteRune(rune(128 + kind))
		} else {
			i++
			text.WriteRune(rune(densePair + kind<<7 + int(groups[i])))
		}
	}
	return template.HTML(text.String())
}
