package base

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

// TestPrintable checks that what is echoed is short and does not steer the
// terminal.
func TestPrintable(t *testing.T) {
	for message, want := range map[string]string{
		"plain: \"text\", │ ä":                                "plain: \"text\", │ ä",
		"a\x1b[31m\r\nb\u202e":                                `a\x1b[31m\r\nb\u202e`,
		"\"" + strings.Repeat("x", longest) + "\" stays":      "\"" + strings.Repeat("x", longest) + "\" stays",
		"\"" + strings.Repeat("x", 5000) + "\" and \"short\"": "\"" + strings.Repeat("x", longest/2) + "…" + strings.Repeat("x", longest/2) + "\" and \"short\"",
	} {
		if got := Printable(message); got != want {
			t.Errorf("Printable(%q) = %q, want %q", message, got, want)
		}
	}
	if got := Printable("key \"" + strings.Repeat("x", 1e7) + "\" stays"); got != "key \""+strings.Repeat("x", longest/2)+"…"+strings.Repeat("x", longest/2)+"\" stays" {
		t.Errorf("printed: %.200s", got)
	}
	if got := Printable(strings.Repeat("x", 1e6)); len(got) > longestLine+10 {
		t.Errorf("%d bytes are printed", len(got))
	}
}

// TestProgress checks that nothing is drawn where there is no terminal.
func TestProgress(t *testing.T) {
	var stderr bytes.Buffer
	a := &App{Stderr: &stderr}
	bar := a.NewProgress(10)
	bar.Start("x")
	bar.Add(5)
	bar.Clear()
	bar.Finish()
	if stderr.Len() > 0 {
		t.Errorf("a progress bar was drawn on something that is no terminal: %q", stderr.String())
	}
}

// A slowWriter writes only when it may.
type slowWriter struct {
	may     chan struct{}
	written chan string
}

func (w slowWriter) Write(text []byte) (int, error) {
	<-w.may
	w.written <- string(text)
	return len(text), nil
}

// TestOutputKeepsNoBuffer changes the bytes of a write that was given up when its context
// ended, as whoever has called it may.
func TestOutputKeepsNoBuffer(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	w := slowWriter{make(chan struct{}), make(chan string)}
	o := &output{Writer: w, Ctx: ctx}
	text := []byte("before")
	if _, err := o.Write(text); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	copy(text, "after!")
	close(w.may)
	if got := <-w.written; got != "before" {
		t.Errorf("%q is written", got)
	}
	if _, err := o.Write(text); err == nil {
		t.Error("a write after the end of the context succeeds")
	}
}

// TestCut cuts lines of progress for narrow terminals.
func TestCut(t *testing.T) {
	for columns, want := range map[int]string{-1: "", 0: "", 2: "0s", 4: "0s: ", 5: "0s: é", 80: "0s: é!"} {
		if got := cut("0s: é!", columns); got != want {
			t.Errorf("%d columns show %q, want %q", columns, got, want)
		}
	}
}
