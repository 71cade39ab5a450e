package tree

import (
	"bytes"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
)

// TestColumns compares a tree in columns with the form in which others publish them.
func TestColumns(t *testing.T) {
	var text strings.Builder
	if err := mustGrow(t, enginetest.Game(t, "wordle-2x3"), entropy, "", 1).WriteColumns(&text); err != nil {
		t.Fatal(err)
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
	if text.String() != want {
		t.Errorf("written as\n%s\nwant\n%s", text.String(), want)
	}
}

// TestReadColumnsErrors gives texts that cannot be read.
func TestReadColumnsErrors(t *testing.T) {
	g := enginetest.Game(t, "wordle-2x2")
	for text, want := range map[string]string{
		"":                         "the text has no guess",
		"ab BB":                    "line 1: \"BB\" is not feedback with the number",
		"ab BB1":                   "line 1: no guess follows",
		"ab BB1 aa":                "line 1: no feedback follows",
		"ab BB1 xy GG2":            "line 1: word \"xy\" is not among the 4 words",
		"ab GG1 aa":                "line 1: the line goes on after the game has ended",
		"ab BG1 bb GG2\n   BG1 aa": "line 2: guess ab: feedback BG stands twice",
		"ab BB2 aa GG2":            "line 1: BB2 is feedback on guess 2; guesses made before it: 1",
		"ab BB0 aa GG2":            "BB0 is feedback on guess 0",
		"ab GY1 aa":                "cannot occur",
		"ab BB99999999999999999999999999999999999999999999 aa": "is not feedback with the number of its guess",
	} {
		_, err := ReadColumns(t.Context(), g, []byte(text))
		enginetest.Refused(t, text, err, want)
	}
	_, err := ReadColumns(t.Context(), enginetest.Game(t, "mm2x2"), []byte("12 0A0B1 11"))
	enginetest.Refused(t, "mm2x2", err, "mm2x2 needs another format")
}

func FuzzReadColumns(f *testing.F) {
	f.Add("ab BB1 aa GG2\n   GG1\n")
	f.Add("ab BG1 bb GG2\n   BG1 aa")
	f.Add("aa GB1 ab GG2\n       BB2 bb GG3")
	f.Fuzz(func(t *testing.T, text string) {
		g := enginetest.Game(t, "wordle-2x2")
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
