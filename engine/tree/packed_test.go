package tree

import (
	"reflect"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
)

func TestPackedErrors(t *testing.T) {
	g := enginetest.Game(t, "mm2x3")
	whole := mustGrow(t, g, minimax, "", 1).Packed()
	for n := range len(whole) {
		_, err := ReadPacked(t.Context(), g, whole[:n])
		enginetest.Refused(t, whole[:n], err, "")
	}
	for text, want := range map[string]string{
		"14":             "code \"14\"",
		whole + "11":     "goes on after the tree",
		"11":             "a guess is missing after 0A0B",
		"11(012":         "a bracket is not closed",
		"12(!21)":        "no candidates follow there",
		"12(512)":        "no candidates follow there",
		whole[:3] + "0)": "expected a guess",
	} {
		_, err := ReadPacked(t.Context(), g, text)
		enginetest.Refused(t, text, err, want)
	}
}

// TestBrief writes trees without their plain nodes and reads them back, also trees of two
// candidates whose nodes are not plain.
func TestBrief(t *testing.T) {
	for _, name := range []string{"mm2x2", "mm3x4", "mm4x4", "bc3x6", "bp3x3", "bc3x4-bulls", "twod5", "wordle-3x4"} {
		g := enginetest.Game(t, name)
		for _, criterion := range criteria {
			for _, ties := range []string{"consistent,first", "last"} {
				grown := mustGrow(t, g, strategy.Strategy{Criterion: criterion, Ties: ties}, "", 1)
				brief := grown.Brief()
				if got := enginetest.Must(ReadPacked(t.Context(), g, brief))(t); !reflect.DeepEqual(got, grown) {
					t.Errorf("%s, %s, ties %s: %s is read as another tree", g, criterion, ties, brief)
				}
				if again := enginetest.Must(ReadPacked(t.Context(), g, grown.Packed()))(t).Brief(); again != brief {
					t.Errorf("%s, %s, ties %s: %s, and then %s", g, criterion, ties, brief, again)
				}
			}
		}
	}

	// Two candidates, 12 and 21, are left after 11: either may come first, and a wasted guess
	// may come before.
	g := enginetest.Game(t, "mm2x2")
	for text, want := range map[string]string{
		"11(022212(321))":      "11",
		"11(022221(312))":      "11(221)",
		"11(022212(121))":      "", // impossible feedback
		"11(022211(212(321)))": "11(211)",
	} {
		read, err := ReadPacked(t.Context(), g, text)
		if want == "" {
			enginetest.Refused(t, text, err, "")
			continue
		}
		if err != nil || read.Brief() != want || read.Packed() != text {
			t.Errorf("%s: %v", text, err)
		}
	}

	// A tree after some rounds has the candidates of its root.
	first := enginetest.Code(t, g, "11")
	all, _ := game.Codes(g)
	for _, part := range partition.Split(g, all, first) {
		if part.Feedback == g.Final() {
			continue
		}
		sub := &Tree{Game: g, Root: plainNode(g, part.Codes)}
		read, err := ReadPackedSubtree(t.Context(), g, sub.BriefSubtree(part.Codes), part.Codes)
		if err != nil || !reflect.DeepEqual(read, sub) {
			t.Errorf("after %v: %v", part.Feedback, err)
		}
	}
}

func FuzzReadPacked(f *testing.F) {
	g := enginetest.Game(f, "mm2x3")
	f.Add("12(011(233))")
	f.Fuzz(func(t *testing.T, text string) {
		read, err := ReadPacked(t.Context(), g, text)
		if err != nil {
			return
		}
		if _, err := Check(t.Context(), read); err != nil {
			t.Errorf("%q is read, but %v", text, err)
		}
		if again, err := ReadPacked(t.Context(), g, read.Brief()); err != nil || again.Packed() != read.Packed() {
			t.Errorf("%q is brief as %q, which is read as another tree: %v", text, read.Brief(), err)
		}
	})
}

// TestMarkPacked marks a tree and one of which a part is missing.
func TestMarkPacked(t *testing.T) {
	g := enginetest.Game(t, "mm2x2")
	for text, want := range map[string]string{"12(021)": "", "11(022212(321))": "11!(022!212!(321!))", "11(022)": "11!(022!2~2;)", "12": "12!(2~2;3~1;)"} {
		got, err := MarkPacked(g, text)
		if want == "" && err == nil || want != "" && (err != nil || got != want) {
			t.Errorf("%s: %q, want %q (%v)", text, got, want, err)
		}
	}
}
