package search

import (
	"math/rand/v2"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// TestMost counts the parts of the sets of random games by the rule of the game: no guess
// makes more of a set, nor of what a further guess leaves of it, than its history says.
func TestMost(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 256))
	tried := 0
	for _, name := range []string{"mm3x5", "bc4x6", "bp3x5", "mm2x9"} {
		g := enginetest.Game(t, name)
		s := newSearch(t.Context(), g, strategy.All, 1<<20)
		s.Minimise(Prices{PerGuess: 1})
		w := s.newWorker()
		for range 12 {
			candidates, past := s.all(), history{}
			for len(candidates) > 2 {
				past = w.withMost(candidates, past)
				if past.most.known() {
					tried++
					checkMost(t, s, candidates, past.most)
				}
				guess := s.guesses[rng.IntN(len(s.guesses))]
				parts, _ := w.split(candidates, guess)
				if len(parts) == 0 {
					break
				}
				p := parts[rng.IntN(len(parts))]
				past = s.afterFeedback(w.afterGuess(past, candidates, guess), p.feedback)
				candidates = append(set{}, p.set...)
			}
		}
	}
	if tried < 100 {
		t.Errorf("%d sets: the test has lost its point", tried)
	}
}

// checkMost counts the parts that each guess makes of candidates.
func checkMost(t *testing.T, s *shared, candidates set, m most) {
	in := map[game.Code]bool{}
	for _, i := range candidates {
		in[s.secrets[i]] = true
	}
	for _, guess := range s.guesses {
		parts := map[game.Feedback]bool{}
		for _, i := range candidates {
			parts[s.game.Reference(s.secrets[i], guess)] = true
		}
		limit := m.other
		if in[guess] {
			limit = m.candidate
		}
		if len(parts) > limit {
			t.Fatalf("%s: %s makes %d parts of %d candidates; the most are %+v", s.game, s.game.FormatCode(guess), len(parts), len(candidates), m)
		}
	}
}
