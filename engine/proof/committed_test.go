package proof

import (
	"path/filepath"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
)

const root = "../.."

// quickProof is the largest game, in codes, whose proofs are checked in every run.
const quickProof = 1300

// TestCommittedProofs checks all proofs that are kept, each named after its claim: the small
// ones in a short run, and the packed ones and those of large games only if the test may take
// long.
func TestCommittedProofs(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(filepath.Join(root, "results", "proofs", "*.proof*"))
	if err != nil || len(paths) < 200 {
		t.Errorf("%d files: %v", len(paths), err)
	}
	packed := 0
	for _, path := range paths {
		if filepath.Ext(path) == ".gz" {
			packed++
			if !enginetest.Long() {
				continue
			}
		}
		text := enginetest.ReadPacked(t, path)
		claim, _, _ := strings.Cut(text, "\n")
		if name := strings.TrimSuffix(filepath.Base(path), ".gz"); name != enginetest.ProofName(claim) {
			t.Errorf("%s claims %s", name, claim)
		}
		name, _, _ := strings.Cut(claim, " ")
		large := game.CountGuesses(enginetest.Game(t, name)) > quickProof
		if testing.Short() && len(text) > 3_000 || large && !enginetest.Long() {
			continue
		}
		if c, _, err := Check(t.Context(), strings.NewReader(text), nil, nil); err != nil || c.String() != claim {
			t.Errorf("%s: %s is proved: %v", path, c, err)
		}
	}
	if packed == 0 {
		t.Error("none is packed")
	}
}

// TestMastermindInPython has check.py check the least total of Mastermind, and one more and
// two other proofs if the test may take long. The page of proofs shows what it says of the
// first two, and the first lines.
func TestMastermindInPython(t *testing.T) {
	text := enginetest.Proof(t, root, "mm4x6 5625")
	page := enginetest.ReadFile(t, root, "results", "proofs", "README.md")
	for _, line := range strings.SplitAfter(text, "\n")[:5] {
		if !strings.Contains(page, "| "+strings.TrimSpace(line)+" ") {
			t.Errorf("the page does not explain line %q", line)
		}
	}

	if testing.Short() {
		t.Skip("Python takes some seconds")
	}
	texts := []string{text, strings.Replace(text, "5625", "5626", 1), enginetest.Proof(t, root, "mm4x6 within 5 5626"), enginetest.Proof(t, root, "bp3x5 645")}
	wanted := []string{
		"proved: mm4x6 5625 (350 lemmas)",
		"not proved: line 1: this bound does not follow: guess 1122 costs at least 5625 by the rules",
		"proved: mm4x6 within 5 5626 (358 lemmas)",
		"proved: bp3x5 645 (1842 lemmas)",
	}
	for _, want := range wanted[:2] {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not show that check.py says %q", want)
		}
	}
	if !enginetest.Long() {
		texts = texts[:1]
	}
	for i, said := range python(t, texts) {
		if said != wanted[i] {
			t.Errorf("check.py says %q, want %q", said, wanted[i])
		}
	}
}
