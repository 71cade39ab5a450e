package partition

import (
	"math"
	"math/rand/v2"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
)

// TestPairing scans blocks of guesses, whose parts are counted in pairs where the machine can.
func TestPairing(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 8))
	for positions := 3; positions <= 7; positions++ {
		for _, colours := range []int{2, 3, 6, 8, 9, 12, 13, 16} {
			if math.Pow(float64(colours), float64(positions)) < 65 {
				continue
			}
			g := pegs.Game{Positions: positions, Colours: colours, GuessRepeats: true, SecretRepeats: true}
			if colours >= positions && rng.IntN(2) == 0 {
				g = pegs.Game{Positions: positions, Colours: colours}
			}
			candidates := randomCandidates(rng, g, 5+rng.IntN(60))
			var guesses []game.Code
			for range 2 {
				prefix := randomCode(rng, g, g.GuessRepeats).Without(positions - 1).Without(positions - 2)
				for pair := range colours * colours {
					guess := prefix.With(positions-2, pair/colours).With(positions-1, pair%colours)
					if g.IsGuess(guess) && rng.IntN(8) > 0 {
						guesses = append(guesses, guess)
					}
				}
			}
			checkScans(t, rng, g, candidates, guesses, leafSpaces(g)...)
		}
	}
}
