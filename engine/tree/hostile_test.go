package tree

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
)

// TestReadersStop stops readers and the checker at one moment after another: the
// error comes from the context at every moment, and they check it no more than a few
// times after its end.
func TestReadersStop(t *testing.T) {
	const longer = 40 // checks after the end: one for each call on the stack
	g := enginetest.Game(t, "mm4x5")
	grown := mustGrow(t, g, minimax, "", 1)
	var inJSON, notation bytes.Buffer
	if err := errors.Join(grown.WriteJSON(&inJSON), grown.WriteNotation(&notation)); err != nil {
		t.Fatal(err)
	}

	packed := grown.Packed()
	incomplete := mustGrow(t, g, minimax, "", 1)
	incomplete.Root.Branches = append(incomplete.Root.Branches, Branch{Feedback: 1, Next: &Node{Guess: grown.Root.Guess}})

	for name, work := range map[string]func(context.Context) error{
		"JSON":          func(ctx context.Context) error { _, err := ReadJSON(ctx, inJSON.Bytes()); return err },
		"notation":      func(ctx context.Context) error { _, _, err := ReadNotation(ctx, g, notation.Bytes()); return err },
		"packed":        func(ctx context.Context) error { _, err := ReadPacked(ctx, g, packed); return err },
		"check":         func(ctx context.Context) error { _, err := Check(ctx, grown); return err },
		"check, damage": func(ctx context.Context) error { _, err := Check(ctx, incomplete); return err },
	} {
		stopped := 0
		for looks := 0; ; looks += 1 + looks/4 {
			ctx := enginetest.ExpireAfter(looks)
			err := work(ctx)
			if ctx.Left() >= 0 {
				break // it was done before the end
			}

			stopped++
			if !errors.Is(err, context.Canceled) || ctx.Left() < -longer {
				t.Errorf("%s, stopped after %d looks: %v, %d looks later", name, looks, err, -ctx.Left())
			}
		}
		if stopped == 0 {
			t.Errorf("%s does not look at its context", name)
		}
	}
}

// TestHostileTexts reads long texts that are no trees: readers take no more memory
// than documented, and their errors quote little of the text.
func TestHostileTexts(t *testing.T) {
	const size = 1 << 20
	g := enginetest.Game(t, "mm2x3")
	long := func(begin, unit string) string { return begin + strings.Repeat(unit, size/len(unit)) }
	object := `{"guess":"12","next":{"1A0B":null,"0A1B":null}}`

	for _, text := range []string{
		long(`{"`, "k"),
		long(`{"game":"`, "k"),
		long(`{"game":`, "1"),
		long("{", "\n"),
		long("", "["),
		long(`{"game":"mm2x3","root":{"guess":"12","next":{"`, "k"),
		long(`{"game":"mm2x3","root":{"guess":"`, `\u0041`),
		long(`{"game":"mm2x3","root":{"guess":"12","next":{`, `"a":null,`),
		long(`{"game":"mm2x3","root":`, `{"guess":"12","next":{"a":`),
		`{"game":"mm2x3","root":{"guess":"12","next":{` + strings.Repeat(`"1A0B":`+object+",", 44) + `"0A0B":` + object + long("}}}", " "),
	} {
		before := allotted()
		_, err := ReadJSON(context.Background(), []byte(text))
		if err == nil || len(err.Error()) > 500 {
			t.Errorf("%.60s…: %.200v", text, err)
		}
		if took := allotted() - before; took > 8*size {
			t.Errorf("%.60s…: %d bytes of memory for %d", text, took, len(text))
		}
	}

	for _, text := range []string{
		long("9", "9"), long("9(", "A"), long("9", "(1:1"), long("9(12: ", ";"),
		long("", " "), long("9(12:1)\n", "A = 1\n"), long("9(", "1"), long("9(12: ", "1,"),
	} {
		before := allotted()
		_, _, err := ReadNotation(context.Background(), g, []byte(text))
		if err == nil || len(err.Error()) > 500 {
			t.Errorf("%.20s…: %.200v", text, err)
		}
		// Lists double while they grow.
		if took := allotted() - before; took > (1+2*TextMemory)*size {
			t.Errorf("%.20s…: %d bytes of memory for %d", text, took, len(text))
		}
	}
}

// allotted is the number of bytes allotted so far.
func allotted() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.TotalAlloc)
}
