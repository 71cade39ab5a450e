package chart

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"hash/crc32"
	"image/png"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestMetadata reads from pictures what they say of themselves: title, caption, and the
// command that makes them.
func TestMetadata(t *testing.T) {
	f := Figure{File: "k.png", Title: "Knuth ≤ 5", Caption: "Bars <of> Knuth", Command: "./run.sh run ties", Charts: []Chart{knuth()}}
	want := map[string]string{"Title": "Knuth ≤ 5", "Description": "Bars <of> Knuth", "Software": "codebreak", "Comment": "./run.sh run ties"}
	drawn := map[Format][]byte{}
	for _, format := range Formats() {
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

	pdf := drawn[PDF]
	ends := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n`).FindAllSubmatchIndex(pdf, -1)
	if len(ends) != 2 {
		t.Fatalf("the PDF has %d lists of objects", len(ends))
	}
	var list, object, number, previous int
	fmt.Sscan(string(pdf[ends[1][2]:ends[1][3]]), &list)
	if _, err := fmt.Sscanf(string(pdf[list:]), "xref\n%d 1\n%d 00000 n", &number, &object); err != nil {
		t.Fatal(err)
	}
	fmt.Sscan(string(pdf[ends[0][2]:ends[0][3]]), &previous)
	trailer := string(pdf[list:])
	if !strings.HasPrefix(string(pdf[previous:]), "xref\n0 ") || !strings.Contains(trailer, fmt.Sprintf("/Info %d 0 R", number)) || !strings.Contains(trailer, fmt.Sprintf("/Prev %d\n", previous)) {
		t.Errorf("the PDF ends with %q", trailer)
	}
	content, begins := strings.CutPrefix(string(pdf[object:list]), fmt.Sprintf("%d 0 obj\n", number))
	if !begins {
		t.Errorf("at %d of the PDF stands %.20q", object, content)
	}
	got = map[string]string{}
	for _, m := range regexp.MustCompile(`/(\w+) <FEFF([0-9A-F]*)>`).FindAllStringSubmatch(content, -1) {
		var units []uint16
		for i := 0; i < len(m[2]); i += 4 {
			var unit uint16
			fmt.Sscanf(m[2][i:i+4], "%x", &unit)
			units = append(units, unit)
		}
		got[m[1]] = string(utf16.Decode(units))
	}
	if want := (map[string]string{"Title": "Knuth ≤ 5", "Subject": "Bars <of> Knuth", "Creator": "codebreak", "Keywords": "./run.sh run ties"}); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the PDF holds %v, want %v", got, want)
	}
}
