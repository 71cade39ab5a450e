package pages

import (
	"crypto/sha256"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/enginetest"
	"codebreak/experiments/notebook/ask"
)

// TestProofLines compares the table of proofs with the files that are kept: none is missing,
// none is there without a line, and bytes, lemmas and checksums are those of the files. A test
// of engine/proof checks what the files prove.
func TestProofLines(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(proofsFile)).ReadAll()
	if err != nil || len(rows) < 200 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	lines := readProofLines()
	var names []string
	for i, l := range lines {
		want := fmt.Sprintf("%s,%d,%d,%d,%s,%.2f,%.2f,", l.claim, l.lemmas, l.bytes, l.packed, l.sha256, l.write, l.check)
		if row := strings.Join(rows[1+i], ","); !strings.HasPrefix(row, want) {
			t.Errorf("line %q is read as %q", row, want)
		}
		name := l.file()
		if name == "" {
			continue
		}
		if slices.Contains(names, name) {
			t.Errorf("two proofs are in %s", name)
		}
		names = append(names, name)
		text := enginetest.ReadPacked(t, filepath.Join("..", "..", "results", "proofs", name))
		if claim, _, _ := strings.Cut(text, "\n"); claim != l.claim || strings.Count(text, "\n") != l.lemmas+1 || len(text) != l.bytes {
			t.Errorf("%s claims %s; want %+v", name, claim, l)
		}
		if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(text))); sum != l.sha256 {
			t.Errorf("%s has the checksum %s, want %s", name, sum, l.sha256)
		}
	}

	files, err := filepath.Glob(filepath.Join("..", "..", "results", "proofs", "*.proof*"))
	if err != nil || len(files) != len(names) {
		t.Errorf("%d files for %d lines: %v", len(files), len(names), err)
	}
}

// TestExpectedLemmas foresees proofs that are known: within a factor of three.
func TestExpectedLemmas(t *testing.T) {
	for _, claim := range []string{"bp3x7 2293", "bp2x12 1288", "mm3x15 22540", "mm3x14 17544", "bc4x10 26274", "mm4x8 20471"} {
		known := proofLines()[claim].lemmas
		expected := expectedLemmas(claim)
		if times := expected / float64(known); times < 1.0/3 || times > 3 {
			t.Errorf("%s is expected to take %.0f lemmas; it takes %d", claim, expected, known)
		}
	}

	one, two := expectedLemmas("bp2x16 2976"), expectedLemmas("bp2x17 1")
	if one < 1e7 || two < 4*one {
		t.Errorf("two more colours take %.0f and %.0f lemmas", one, two)
	}
	for _, claim := range []string{"bp7x3 12168", "bp4x6 within 8 x"} {
		if lemmas := expectedLemmas(claim); lemmas != 0 {
			t.Errorf("%s is expected to take %.0f lemmas", claim, lemmas)
		}
	}
}

// TestProofChecked says of claims for which numbers of an objective a proof was checked.
func TestProofChecked(t *testing.T) {
	for _, test := range []struct {
		subject string
		total   int
		worst   int
		want    string
	}{
		{"mm4x6 optimal", 5625, 6, "checked"},
		{"mm4x6 optimal", 5624, 6, "only searched"},
		{"mm4x6 optimal objective=total,worst,count", 5625, 6, "total checked"},
		{"mm4x6 optimal objective=worst,total", 5626, 5, "checked"},
		{"mm4x6 optimal objective=worst,count", 5627, 5, "worst case checked"},
		{"mm4x6 optimal max-depth=5", 5626, 5, "checked"},
		{"mm4x6-distinct optimal objective=worst,total", 1435, 5, "only searched"},
		{"mm4x6 optimal pool=consistent", 5625, 6, "only searched"},
		{"mm4x6 optimal first=0012", 5625, 6, "only searched"},
		{configs.Wordle2315 + " optimal", 7920, 5, "checked"},
		{configs.Wordle2315 + " optimal", 7919, 5, "only searched"},
		{configs.Wordle2315 + " optimal first=salet max-depth=5", 7920, 5, "checked"},
		{configs.Wordle2315 + " optimal first=salet max-depth=5", 7921, 5, "only searched"},
		{configs.Wordle2315 + " optimal pool=hard first=salet", 7920, 5, "only searched"},
		{configs.Wordle2309 + " optimal", 7920, 5, "only searched"},
	} {
		o := optimum{asked: ask.NewSolve(sure(engine.ParseSubject(test.subject)).Problem())}
		o.Figures.Total, o.Figures.Worst = test.total, test.worst
		if got := o.proofChecked(); got != test.want {
			t.Errorf("%s with total %d: %s, want %s", test.subject, test.total, got, test.want)
		}
	}
}
