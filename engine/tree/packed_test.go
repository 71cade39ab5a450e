package tree

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/strategy"
)

// TestPacked writes trees in one line and reads them again.
func TestPacked(t *testing.T) {
	for _, name := range []string{"mm3x3", "bc3x5", "bp2x4", "mm4x6", "twod5", "mm1x2"} {
		g := mustGame(t, name)
		grown := mustGrow(t, g, strategy.Strategy{Criterion: strategy.Minimax}, "", 1)
		read, err := ReadPacked(context.Background(), g, grown.Packed())
		if err != nil {
			t.Fatal(err)
		}
		var before, after bytes.Buffer
		if err := grown.WriteJSON(&before); err != nil {
			t.Fatal(err)
		}
		if err := read.WriteJSON(&after); err != nil {
			t.Fatal(err)
		}
		if before.String() != after.String() {
			t.Errorf("%s: the tree read is another", name)
		}
	}
}

func TestPackedErrors(t *testing.T) {
	g := mustGame(t, "mm2x2")
	whole := mustGrow(t, g, strategy.Strategy{Criterion: strategy.Minimax}, "", 1).Packed()
	for n := range len(whole) {
		if _, err := ReadPacked(context.Background(), g, whole[:n]); err == nil {
			t.Errorf("%q is read", whole[:n])
		}
	}
	for text, want := range map[string]string{
		"13":             "code \"13\"",
		whole + "11":     "goes on after the tree",
		"11":             "a guess is missing",
		"11(012":         "a guess is missing",
		"12(!21)":        "no candidates follow there",
		"12(512)":        "no candidates follow there",
		whole[:3] + "0)": "expected a guess",
	} {
		if _, err := ReadPacked(context.Background(), g, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzReadPacked(f *testing.F) {
	g := mustGame(f, "mm2x3")
	f.Add("12(011(233))")
	f.Fuzz(func(t *testing.T, text string) {
		read, err := ReadPacked(context.Background(), g, text)
		if err != nil {
			return
		}
		if _, err := Check(context.Background(), read); err != nil {
			t.Errorf("%q is read, but %v", text, err)
		}
	})
}

// TestPackedWords packs trees of games with more answers than there are digits, whose
// words have letters of several bytes.
func TestPackedWords(t *testing.T) {
	list, err := words.NewList("words", []string{"été", "ère", "née", "thé", "abc", "cab"})
	if err != nil {
		t.Fatal(err)
	}
	few, err := words.New(words.Wordle, list, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []game.Game{few, mustGame(t, "nerdle5"), mustGame(t, "wordle-8x2")} {
		grown := mustGrow(t, g, strategy.Strategy{Criterion: strategy.Entropy}, "", 1)
		read, err := ReadPacked(t.Context(), g, grown.Packed())
		if err != nil {
			t.Fatal(err)
		}
		if read.Packed() != grown.Packed() {
			t.Errorf("%s: the tree read is another", g)
		}
		if _, err := Check(t.Context(), read); err != nil {
			t.Errorf("%s: %v", g, err)
		}
		whole := grown.Packed()
		if _, err := ReadPacked(t.Context(), g, whole[:len(whole)-2]); err == nil {
			t.Errorf("%s: a tree that is cut off is read", g)
		}
	}
}
