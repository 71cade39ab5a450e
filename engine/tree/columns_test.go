package tree

import (
	"bytes"
	"strings"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// TestColumns writes trees in columns and reads them back, and compares one with the
// form in which others publish them.
func TestColumns(t *testing.T) {
	for _, name := range []string{"wordle-2x3", "wordle-3x5", "nerdle5"} {
		g, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		grown, err := Grow(t.Context(), g, strategy.Strategy{Criterion: strategy.Entropy}, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var text, again bytes.Buffer
		if err := grown.WriteColumns(&text); err != nil {
			t.Fatal(err)
		}
		read, err := ReadColumns(t.Context(), g, text.Bytes())
		if err != nil {
			t.Fatalf("%s: %v in\n%s", name, err, text.String())
		}
		if err := read.WriteColumns(&again); err != nil || again.String() != text.String() {
			t.Errorf("%s: read back as\n%s\nwant\n%s", name, again.String(), text.String())
		}
		if _, err := Check(t.Context(), read); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		const want = `ab BB1 cc GG2
   BG1 bb BG2 cb GG3
          GG2
   BY1 bc GG2
   GB1 aa GB2 ac GG3
          GG2
   GG1
   YB1 ca GG2
   YY1 ba GG2
`
		if name == "wordle-2x3" && text.String() != want {
			t.Errorf("written as\n%s\nwant\n%s", text.String(), want)
		}
	}
}

// TestReadColumnsErrors gives texts that cannot be read.
func TestReadColumnsErrors(t *testing.T) {
	g, err := game.Parse("wordle-2x2")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":                         "the text has no guess",
		"ab BB":                    "line 1: \"BB\" is not an answer with the number",
		"ab BB1":                   "line 1: no guess follows",
		"ab BB1 aa":                "line 1: no answer follows",
		"ab BB1 xy GG2":            "line 1: word \"xy\" is not among the 4 words",
		"ab GG1 aa":                "line 1: the line goes on after the game has ended",
		"ab BG1 bb GG2\n   BG1 aa": "line 2: guess ab: answer BG stands twice",
		"ab BB2 aa GG2":            "line 1: BB2 answers guess 2, but 1 guesses were made",
		"ab BB0 aa GG2":            "BB0 answers guess 0",
		"ab GY1 aa":                "cannot occur",
		"ab BB99999999999999999999999999999999999999999999 aa": "is not an answer with the number of its guess",
	} {
		if _, err := ReadColumns(t.Context(), g, []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	peg, _ := game.Parse("mm2x2")
	if _, err := ReadColumns(t.Context(), peg, []byte("12 0A0B1 11")); err == nil {
		t.Error("columns are read as a tree of pegs")
	}
}

func FuzzReadColumns(f *testing.F) {
	f.Add("ab BB1 aa GG2\n   GG1\n")
	f.Add("ab BG1 bb GG2\n   BG1 aa")
	f.Add("aa GB1 ab GG2\n       BB2 bb GG3")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := game.Parse("wordle-2x2")
		if err != nil {
			t.Fatal(err)
		}
		read, err := ReadColumns(t.Context(), g, []byte(text))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := read.WriteColumns(&again); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadColumns(t.Context(), g, again.Bytes()); err != nil {
			t.Errorf("%q is written as %q, which is not read: %v", text, again.String(), err)
		}
	})
}
