package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
)

// TestSeparateAgreesWithPlain compares the kernels of this machine with the plain
// ones, on random rows of every width around whole blocks.
func TestSeparateAgreesWithPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 16))
	separators, pairs := 0, 0
	for columns := 1; columns <= 3*64+1; columns++ {
		for range 60 {
			outcomes := 3 + rng.IntN(maxSeparate-2)
			m := newMatrix(40, columns, outcomes, func(_ int, row []uint8) {
				for i := range row {
					row[i] = uint8(rng.IntN(outcomes))
				}
			})
			var offsets []int32
			for _, i := range rng.Perm(40)[:3+rng.IntN(min(outcomes, 37))] {
				m.row(i)
				offsets = append(offsets, int32(i*m.width))
			}
			least := 1 + rng.IntN(len(offsets))
			s, p := separatePlain(m, offsets)
			plain, plainly := make([]uint8, m.width), make([]uint16, m.width/block)
			countPartsPlain(m, offsets, least, plain, plainly)
			for k := range widest + 1 {
				if separator, pair := separate(k, m, offsets); s != separator || p != pair {
					t.Fatalf("kernel %d, %d columns, %d rows: separator %d, pair %d; plainly %d, %d", k, columns, len(offsets), separator, pair, s, p)
				}
				parts, many := make([]uint8, m.width), make([]uint16, m.width/block)
				countParts(k, m, offsets, least, parts, many)
				if !slices.Equal(parts, plain) || !slices.Equal(many, plainly) {
					t.Fatalf("kernel %d, %d columns, %d rows: parts %v, many %b; plainly %v, %b", k, columns, len(offsets), parts, many, plain, plainly)
				}
			}
			separators, pairs = separators+min(s+1, 1), pairs+min(p+1, 1)
		}
	}
	if separators < 100 || pairs < 100 {
		t.Errorf("%d separators, %d pairs: the test has lost its point", separators, pairs)
	}
}

// TestFeedbacksAgreeWithTheGame asks the matrices of games of all kinds.
func TestFeedbacksAgreeWithTheGame(t *testing.T) {
	for _, name := range []string{"mm3x5", "bc3x6", "bc4x7-nozero", "mm3x5-distinct", "bp3x4", "twod5", "mm2x16"} {
		g := enginetest.Game(t, name)
		secrets, guesses := game.Codes(g)
		a := newFeedbacks(g, secrets, guesses, 64<<20)
		all := make(set, len(secrets))
		for i := range all {
			all[i] = int32(i)
		}
		out := make([]game.Feedback, len(secrets))
		for number, guess := range guesses {
			a.to(guess, all, out)
			for i, secret := range secrets {
				want := g.Reference(secret, guess)
				if of := a.ofSecret.row(i)[number]; out[i] != want || game.Feedback(of) != want {
					t.Fatalf("%s: %s to %s: %d by guess, %d by secret, want %d", name, g.FormatCode(secret), g.FormatCode(guess), out[i], of, want)
				}
			}
		}
		for i, secret := range secrets {
			kinds := map[game.Feedback]bool{}
			for _, s := range secrets {
				kinds[g.Reference(s, secret)] = true
			}
			if got := a.parts(all, int32(i)); got != len(kinds) {
				t.Errorf("%s: %s makes %d parts, want %d", name, g.FormatCode(secret), got, len(kinds))
			}
		}
	}
}
