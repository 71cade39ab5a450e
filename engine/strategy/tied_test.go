package strategy

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// naiveTied lists the guesses that may be made by looking at every code,
// with the rules as a person would state them.
func naiveTied(g game.Game, c Criterion, prefer bool, candidates []game.Code, guesses []game.Code, all int) []game.Code {
	m := c.measure(g, all)
	var best []game.Code
	var lowest int64
	for _, guess := range guesses {
		var counts partition.Counts
		for _, secret := range candidates {
			counts[g.Reference(secret, guess)]++
		}
		if slices.Max(counts[:]) == int32(len(candidates)) {
			continue // tells nothing
		}
		score := m.Of(counts[:])
		if c == Simple {
			score = 0
		}
		if best == nil || score < lowest {
			best, lowest = nil, score
		}
		if score == lowest {
			best = append(best, guess)
		}
	}
	if prefer {
		if consistent := slices.DeleteFunc(slices.Clone(best), func(g game.Code) bool { return !slices.Contains(candidates, g) }); len(consistent) > 0 {
			return consistent
		}
	}
	return best
}

// TestTied compares the lists of equally good guesses with naive ones, and
// what is drawn from them with what Choose chooses.
func TestTied(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	several := 0
	for _, name := range []string{"mm3x3", "bc3x4", "mm3x4", "bc3x6", "twod5"} {
		g, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		secrets, guesses, err := game.Codes(g, game.Lex)
		if err != nil {
			t.Fatal(err)
		}
		for _, info := range Criteria() {
			for _, ties := range []string{"consistent,random=7", "random=7"} {
				player, err := Strategy{Criterion: info.Criterion, Ties: ties}.Compile(g)
				if err != nil {
					t.Fatal(err)
				}
				c := player.NewChooser()
				for range 20 {
					candidates := slices.Clone(secrets)
					rng.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
					candidates = candidates[:2+rng.IntN(len(candidates)-2)]
					slices.Sort(candidates)
					path := []game.Round{{Guess: candidates[0]}}
					got, err := c.Tied(context.Background(), candidates, path)
					if err != nil {
						t.Fatal(err)
					}
					want := naiveTied(g, info.Criterion, player.ties.PreferConsistent, candidates, guesses, len(secrets))
					if !slices.Equal(got, want) {
						t.Fatalf("%s, %s, ties %s, candidates %v: %v, want %v", g, info.Criterion, ties, candidates, got, want)
					}
					if len(got) > 1 {
						several++
					}
					chosen, err := c.Choose(context.Background(), candidates, path)
					if err != nil {
						t.Fatal(err)
					}
					if drawn := Draw(7, path, got); drawn != chosen {
						t.Fatalf("%s, %s, ties %s: drawn %s, chosen %s", g, info.Criterion, ties, g.FormatCode(drawn), g.FormatCode(chosen))
					}
				}
			}
		}
	}
	if several < 100 {
		t.Errorf("several guesses were equal only %d times: the test has lost its point", several)
	}
}
