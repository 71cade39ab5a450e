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
	data, err := json.Marshal(files)
	if err != nil {
		return nil, err
	}

	t, err := template.New("lab.html.tmpl").Funcs(template.FuncMap{
		"style":   part[template.CSS],
		"script":  part[template.JS],
		"text":    part[template.HTML],
		"runtime": func() template.HTML { return template.HTML(p.Runtime) },
		"wasm":    func() (template.HTML, error) { return packed(p.Wasm) },
		"files":   func() (template.HTML, error) { return packed(data) },
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

// packed compresses data and writes it in Ascii85, but with v for <: no tag begins in it. The
// lab is a sixteenth smaller than in base64. The function unpack of page/unpack.js reads it.
// The same data gives the same bytes with the same version of Go, whose compress/flate may
// compress better in another.
func packed(data []byte) (template.HTML, error) {
	var out bytes.Buffer
	text := ascii85.NewEncoder(&out)
	z, err := gzip.NewWriterLevel(text, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(data)
	}
	if err == nil {
		err = z.Close()
	}
	if err == nil {
		err = text.Close()
	}
	return template.HTML(strings.ReplaceAll(out.String(), "<", "v")), err
}
