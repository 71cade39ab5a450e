package wording

import (
	"bytes"
	"io"
	"slices"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// UTF8 decodes a text by its byte order mark, which it drops: Windows writes UTF-16. A text without
// a mark stays as it is.
func UTF8(in io.Reader) io.Reader {
	return transform.NewReader(in, unicode.BOMOverride(transform.Nop))
}

// Decoded is [UTF8] for a text in memory.
func Decoded(text []byte) []byte {
	isMark := func(mark string) bool { return bytes.HasPrefix(text, []byte(mark)) }
	if slices.ContainsFunc([]string{"\ufeff", "\xff\xfe", "\xfe\xff"}, isMark) {
		text, _, _ = transform.Bytes(unicode.BOMOverride(transform.Nop), text) // invalid bytes become U+FFFD
	}
	return text
}
