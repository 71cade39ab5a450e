package proof

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
)

// committed are the claims of the proofs in testdata, and the numbers of their lemmas.
var committed = map[string]int{
	"mm4x6 5625": 350, "mm4x6 within 4 x": 0, "mm4x6 within 5 5626": 358,
	"bc4x8 7817": 972, "mm4x7 11228": 2815, "mm5x5 13496": 3127, "bc4x10 26274": 13920,
}

// readProof reads the committed proof of a claim; its file is named after the claim without
// the total.
func readProof(t *testing.T, claim string) string {
	t.Helper()
	name := strings.ReplaceAll(claim[:strings.LastIndex(claim, " ")], " ", "-")
	text, err := os.ReadFile(filepath.Join("testdata", "proofs", name+".proof"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCommittedProofs checks the proofs in testdata, the largest only if the test may take long.
func TestCommittedProofs(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "proofs", "*"))
	if err != nil || len(files) != len(committed) {
		t.Errorf("%d files, want %d: %v", len(files), len(committed), err)
	}
	for claim, want := range committed {
		text := readProof(t, claim)
		if claim == "bc4x10 26274" && !enginetest.Long() {
			continue
		}
		c, lemmas, err := Check(t.Context(), strings.NewReader(text), nil, nil)
		if err != nil || c.String() != claim || lemmas != want {
			t.Errorf("%s: %s with %d lemmas, want %d: %v", claim, c, lemmas, want, err)
		}
	}
}

// TestMastermindInPython has check.py check the least total of Mastermind, and one more.
// FORMAT.md shows what it says, and the first lines of the proof.
func TestMastermindInPython(t *testing.T) {
	text := readProof(t, "mm4x6 5625")
	page, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.Join(strings.SplitAfter(text, "\n")[:5], "")) {
		if !strings.Contains(string(page), "| `"+strings.TrimSpace(line)+"` |") {
			t.Errorf("FORMAT.md does not explain line %q", line)
		}
	}

	if testing.Short() {
		t.Skip("Python takes some seconds")
	}
	said := python(t, []string{text, strings.Replace(text, "5625", "5626", 1)})
	if said[0] != "proved: mm4x6 5625 (350 lemmas)" || !strings.HasPrefix(said[1], "not proved: line 1: ") {
		t.Errorf("check.py says %q", said)
	}
	for _, line := range said {
		if !strings.Contains(string(page), "\n    "+line+"\n") {
			t.Errorf("check.py says %q, which FORMAT.md does not show", line)
		}
	}
}
