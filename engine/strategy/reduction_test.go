package strategy

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// TestReductionsDoNotMatter plays random guesses, chosen to have many alike,
// and compares the next guess with that of a player that counts every code.
func TestReductionsDoNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	reduced, compared := 0, 0
	for _, name := range []string{"mm3x8", "mm4x5", "mm4x6-distinct", "bc4x7", "bc3x9", "bp4x4", "mm5x3", "mm4x6"} {
		g, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		_, guesses, err := game.Codes(g, game.Lex)
		if err != nil {
			t.Fatal(err)
		}
		for _, info := range Criteria() {
			for _, pool := range []string{"all", "consistent", "all-until=2"} {
				for _, ties := range []string{"consistent,first", "first"} {
					s := Strategy{Criterion: info.Criterion, Pool: pool, Ties: ties}
					player, err := s.Compile(g)
					if err != nil {
						t.Fatal(err)
					}
					plain, err := s.Compile(g)
					if err != nil {
						t.Fatal(err)
					}
					plain.alike = nil
					for range 8 {
						candidates := player.Secrets()
						var path []Round
						for range 4 {
							a, b := player.NewChooser(), plain.NewChooser()
							got, err := a.Choose(context.Background(), candidates, path)
							if err != nil {
								t.Fatal(err)
							}
							want, err := b.Choose(context.Background(), candidates, path)
							if err != nil {
								t.Fatal(err)
							}
							if got != want {
								t.Fatalf("%s, %s after %v: guess %s, counting every code %s", g, s, path, g.FormatCode(got), g.FormatCode(want))
							}
							compared++
							if len(path) > 0 && len(slices.Collect(a.guessesToCount(path).All)) < len(guesses) {
								reduced++
							}
							// Among the first codes there are 1111, 1112 and the like, which leave many symmetries.
							guess := guesses[rng.IntN(min(len(guesses), 40))]
							if rng.IntN(2) == 0 {
								guess = guesses[0] // the code whose number is 0
							}
							parts := partition.Split(g, a.Space, guess)
							part := parts[rng.IntN(len(parts))]
							for _, p := range parts {
								if len(p.Codes) > len(part.Codes) && rng.IntN(2) == 0 {
									part = p
								}
							}
							path = append(path[:len(path):len(path)], Round{guess, part.Feedback})
							candidates = part.Codes
						}
					}
				}
			}
		}
	}
	if reduced*3 < compared {
		t.Errorf("guesses were left out at %d of %d nodes: the test has lost its point", reduced, compared)
	}
}
