package optimal

import (
	"math/rand/v2"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
)

// TestValues compares values with answers to problems of their own, in any order and with any
// number of workers.
func TestValues(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(48, 4))
	impossible, tries := 0, 30
	if testing.Short() {
		tries = 10
	}
	for _, name := range []string{"mm3x5", "bc3x6", "bp2x4", "mm4x4"} {
		g := enginetest.Game(t, name)
		secrets, guesses := game.Codes(g)
		for workers := range 3 {
			v := enginetest.Must(NewValues(t.Context(), g, Options{Workers: workers, Memory: memory}))(t)
			for range tries {
				secret := secrets[rng.IntN(len(secrets))]
				var rounds []game.Round
				for range rng.IntN(3) {
					guess := guesses[rng.IntN(len(guesses))]
					if guess != secret {
						rounds = append(rounds, game.Round{Guess: guess, Feedback: g.Feedback(secret, guess)})
					}
				}
				p := Problem{Game: g, Path: rounds, MaxDepth: []int{0, 2, 3, 4, 5}[rng.IntN(5)]}
				result := enginetest.Must(Solve(t.Context(), p, Options{Memory: memory}))(t)
				want := 1 << 40
				if result.Impossible {
					impossible++
				} else {
					want = result.Ranges[0].Lower
				}
				for _, limit := range []int{want - 1, want, 1 << 40, want / 2} {
					if got := enginetest.Must(v.Least(rounds, p.MaxDepth, limit))(t); got != min(want, limit) {
						t.Errorf("%s after %s within %d: %d below %d, want %d", g, game.History(g, rounds), p.MaxDepth, got, limit, want)
					}
				}
			}
			v.Close()
		}
	}
	if impossible < 5 {
		t.Error("the test has lost its point")
	}
}
