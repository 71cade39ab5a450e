package solve

import (
	"path/filepath"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game/pegs"
	"codebreak/engine/proof"
)

// TestBlocks adds to a proof that another program adds to, and goes on where a program was killed.
func TestBlocks(t *testing.T) {
	g, err := pegs.Parse("mm2x3")
	if err != nil {
		t.Fatal(err)
	}
	claim := proof.Claim{Game: g, Total: 21}
	first := []string{"11", "12"}
	path := filepath.Join(t.TempDir(), "a.proof.part")
	open := func() (*blocks, int, error) {
		b := &blocks{path: path, claim: claim}
		done, err := b.open(t.Context(), 1<<20, first)
		return b, done, err
	}

	one, done, err := open()
	if err != nil || done != 0 {
		t.Fatal(done, err)
	}
	two, _, err := open()
	if err == nil || !strings.Contains(err.Error(), "a.proof.part cannot be written: another program adds to it") {
		t.Errorf("a second program adds to the proof: %v", err)
	}
	two.close()
	one.close()

	// What was killed while it wrote the claim, a block, or the second.
	for text, want := range map[string]int{
		"":                             0,
		"mm2x":                         0,
		"mm2x3 21\n":                   0,
		"mm2x3 21\n11 00 7\n11 0":      0,
		"mm2x3 21\n11 00 7\n12 00 1\n": 1,
	} {
		enginetest.WriteFile(t, path, text)
		b, done, err := open()
		if err != nil || done != want {
			t.Errorf("%q: %d first guesses are done, %v; want %d", text, done, err, want)
			continue
		}
		err = b.add([]byte("12 00 1\n"))
		b.close()
		if got := enginetest.ReadFile(t, path); err != nil || !strings.HasPrefix(got, "mm2x3 21\n") || !strings.HasSuffix(got, "\n12 00 1\n") {
			t.Errorf("%q becomes %q, %v", text, got, err)
		}
	}

	enginetest.WriteFile(t, path, "mm2x3 22\n")
	b, _, err := open()
	if err == nil || !strings.Contains(err.Error(), "is the beginning of another proof") {
		t.Error(err)
	}
	b.close()
}
