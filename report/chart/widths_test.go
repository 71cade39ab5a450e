package chart

import (
	"bytes"
	"encoding/binary"
	"flag"
	"os"
	"testing"

	"codebreak/engine/enginetest"
)

var update = flag.Bool("update", false, "write the fonts of widths")

// TestWidths holds the fonts of browsers, which are for widths only, against those that
// they are made of: go test -run TestWidths ./report/chart -update.
func TestWidths(t *testing.T) {
	for name, full := range map[string][]byte{"widths-regular.ttf": regularFont, "widths-bold.ttf": boldFont} {
		want := hollow(full)
		if *update {
			enginetest.WriteFile(t, name, want)
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not the font without its letters (%v)", name, err)
		}
	}
}

// hollow is a TrueType font without the shapes of its letters.
func hollow(font []byte) []byte {
	const header, entry = 12, 16
	var kept [][]byte
	var bodies []byte
	u32 := binary.BigEndian.Uint32
	for i := range int(binary.BigEndian.Uint16(font[4:])) {
		at := font[header+entry*i:][:entry]
		body := font[u32(at[8:]):][:u32(at[12:])]
		switch string(at[:4]) {
		case "glyf":
			body = nil
		case "loca":
			body = make([]byte, len(body))
		case "cmap", "head", "hhea", "hmtx", "maxp", "name", "post", "OS/2":
		default:
			continue
		}
		kept = append(kept, binary.BigEndian.AppendUint32(bytes.Clone(at[:8]), uint32(len(bodies))))
		kept[len(kept)-1] = binary.BigEndian.AppendUint32(kept[len(kept)-1], uint32(len(body)))
		bodies = append(bodies, body...)
		for len(bodies)%4 != 0 {
			bodies = append(bodies, 0)
		}
	}
	out := bytes.Clone(font[:header])
	binary.BigEndian.PutUint16(out[4:], uint16(len(kept)))
	for _, k := range kept {
		binary.BigEndian.PutUint32(k[8:], u32(k[8:])+uint32(header+entry*len(kept)))
		out = append(out, k...)
	}
	return append(out, bodies...)
}
