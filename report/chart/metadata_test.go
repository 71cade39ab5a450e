package chart

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"hash/crc32"
	"image/png"
	"testing"
)

// TestMetadata reads from pictures what they say of themselves: title, caption, and the
// command that makes them.
func TestMetadata(t *testing.T) {
	f := Figure{File: "k.png", Title: "Knuth ≤ 5", Caption: "Bars <of> Knuth", Command: "./run.sh run ties", Charts: []Chart{knuth()}}
	want := map[string]string{"Title": "Knuth ≤ 5", "Description": "Bars <of> Knuth", "Software": "codebreak", "Comment": "./run.sh run ties"}
	drawn := map[Format][]byte{}
	for _, format := range []Format{PNG, SVG} {
		data, err := f.Draw(format)
		if err != nil {
			t.Fatal(err)
		}
		drawn[format] = data
	}

	got := map[string]string{}
	for data := drawn[PNG][8:]; len(data) > 0; {
		length := binary.BigEndian.Uint32(data)
		kind, content := string(data[4:8]), data[8:8+length]
		if crc32.ChecksumIEEE(data[4:8+length]) != binary.BigEndian.Uint32(data[8+length:]) {
			t.Errorf("chunk %s: its checksum is wrong", kind)
		}
		if kind == "iTXt" {
			parts := bytes.SplitN(content, []byte{0}, 6)
			got[string(parts[0])] = string(parts[5])
		}
		data = data[12+length:]
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the PNG holds %v, want %v", got, want)
	}
	if _, err := png.Decode(bytes.NewReader(drawn[PNG])); err != nil {
		t.Error(err)
	}

	var svg struct {
		Title string `xml:"title"`
		Desc  string `xml:"desc"`
	}
	if err := xml.Unmarshal(drawn[SVG], &svg); err != nil {
		t.Fatal(err)
	}
	if svg.Title != want["Title"] || svg.Desc != "Description: Bars <of> Knuth\nSoftware: codebreak\nComment: ./run.sh run ties\n" {
		t.Errorf("the SVG holds %q", svg)
	}
}
