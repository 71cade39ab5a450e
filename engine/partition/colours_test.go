package partition

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/combin"

	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
)

// TestColourBound checks that no guess measures less than the bound by its colours, in any
// order, and that some bounds are reached.
func TestColourBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	reached, games := 0, 200
	if testing.Short() {
		games = 60
	}
	for range games {
		g := pegs.Game{
			Positions:     1 + rng.IntN(game.MaxPositions),
			Colours:       2 + rng.IntN(game.MaxColours-1),
			GuessRepeats:  true,
			SecretRepeats: true,
		}
		if g.Positions <= g.Colours && rng.IntN(2) == 0 {
			g.GuessRepeats = false
		}
		s := NewSpace(g).(*planes)
		candidates := randomCandidates(rng, g, 2+rng.IntN(200))
		s.Load(candidates)
		guess := randomCode(rng, g, g.GuessRepeats)
		last := g.Positions - 1
		counts := naiveCounts(g, guess, candidates)

		n := len(candidates) + 1
		for _, m := range []Measure{Largest(), Squares(), MinusParts(), Weighted(testWeights[:n]), Weighted(testCubes[:n])} {
			w := s.bounds(m, math.MaxInt32)
			if w == nil {
				continue
			}
			score := m.Of(counts[:g.OutcomeLimit()])
			prefix, end := guess.Without(last), uint16(1)<<guess.At(last)
			if depth := w.hopeless(prefix, last, score+1); depth > 0 || w.promising(last, end, score+1) == 0 {
				t.Fatalf("%s, %s, %d candidates: measure %d is %d, which is below its bound", g, g.FormatCode(guess), len(candidates), m.kind, score)
			}
			if w.hopeless(prefix, last, score) > 0 || w.promising(last, end, score) == 0 {
				reached++
			}
		}

		want := combin.Binomial(g.Positions+g.Colours, g.Positions)
		if !g.GuessRepeats {
			want = 0
			for k := range g.Positions + 1 {
				want += combin.Binomial(g.Colours, k)
			}
		}
		if want > mostBags {
			want = 0
		}
		if bags := newBags(s.game).all; bags != want {
			t.Errorf("%s: %d bags, want %d", g, bags, want)
		}
	}
	if reached < games/4 {
		t.Errorf("%d bounds are reached", reached)
	}
}
