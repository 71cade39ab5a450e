//go:build js

// Command lab is codebreak for browsers, compiled to WebAssembly: the page that
// ./run.sh lab writes gives it the command lines of a terminal, and shows the output. It
// defines one function for the page's worker,
//
//	codebreak(words, input, tell)
//
// which runs the command of the words, with input as its standard input, and calls
// tell(kind, text) with what is written ("out", "err"), with JSON on how long work takes and
// how far it has come ("work"), and at last with the exit code ("exit"). The page
// provides the files. One command runs at a time; to stop it the page ends the worker.
package main

import (
	"encoding/json"
	"strings"
	"syscall/js"

	"codebreak/experiments/cli"
	"codebreak/experiments/notebook"
)

func main() {
	js.Global().Set("codebreak", js.FuncOf(func(_ js.Value, args []js.Value) any {
		words := make([]string, args[0].Length())
		for i := range words {
			words[i] = args[0].Index(i).String()
		}
		input, tell := strings.NewReader(args[1].String()), args[2]
		go func() {
			none := func() []notebook.Entry { return nil }
			tell.Invoke("exit", cli.Run(none, words, input, told{tell, "out"}, told{tell, "err"}))
		}()
		return nil
	}))
	select {}
}

// A told writer tells the page what is written to it.
type told struct {
	tell js.Value
	kind string
}

func (t told) Write(text []byte) (int, error) {
	t.tell.Invoke(t.kind, string(text))
	return len(text), nil
}

// Work tells how work is getting on; see package base.
func (t told) Work(state any) {
	if text, err := json.Marshal(state); err == nil {
		t.tell.Invoke("work", string(text))
	}
}
