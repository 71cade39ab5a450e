package optimal

import (
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game/words"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// TestWordsAgreeWithAudit proves the least totals of small games from random lists,
// in every pool and within every depth, and has each derived again by the simplest
// method. Trees found by a search of limited width are no better.
func TestWordsAgreeWithAudit(t *testing.T) {
	if testing.Short() {
		t.Skip("many small searches")
	}
	rng := rand.New(rand.NewPCG(2315, 7920))
	solved := map[strategy.Pool]int{}
	rounds := 8
	if enginetest.Long() {
		rounds = 24
	}
	for round := range rounds {
		length := 2 + rng.IntN(3)
		letters := []rune("abcde")[:2+rng.IntN(4)]
		var list []string
		for range 40 {
			word := make([]rune, length)
			for i := range word {
				word[i] = letters[rng.IntN(len(letters))]
			}
			if !slices.Contains(list, string(word)) {
				list = append(list, string(word))
			}
		}
		guesses := enginetest.Must(words.NewList("guesses", list))(t)
		secrets := enginetest.Must(words.NewList("secrets", list[:min(len(list), 2+rng.IntN(11))]))(t)
		rule := words.Rules()[rng.IntN(len(words.Rules()))]
		if round%2 == 0 {
			rule = words.Wordle
		}
		g := enginetest.Must(words.New(rule, secrets, guesses))(t)
		for _, pool := range Pools() {
			if (Problem{Game: g, Pool: pool}).validate() != nil {
				continue
			}
			for depth := range 5 {
				p := Problem{Game: g, Objective: Total, Pool: pool, MaxDepth: depth}
				a := enginetest.Must(Solve(t.Context(), p, Options{Workers: 1 + rng.IntN(2), Memory: 1 << 16}))(t)
				if err := Audit(t.Context(), p, a); err != nil {
					t.Fatalf("%s, pool %s, within %d guesses: %v", g, pool, depth, err)
				}
				within := enginetest.Must(SolveWithin(t.Context(), p, 1+rng.IntN(8), nil, Options{Memory: 1 << 16}))(t)
				if a.Tree == nil {
					if !a.Impossible || within.Tree != nil {
						t.Fatalf("%s, pool %s, within %d guesses: no tree, impossible: %v; one by width: %v", g, pool, depth, a.Impossible, within.Tree != nil)
					}
					continue
				}
				solved[pool]++
				for _, found := range []*tree.Tree{a.Tree, within.Tree} {
					if found == nil {
						continue
					}
					if _, err := tree.Check(t.Context(), found); err != nil {
						t.Fatal(err)
					}
					if err := p.CheckTree(found); err != nil {
						t.Fatal(err)
					}
					if f := tree.Measure(found).Solved; f.Total < a.Ranges[0].Upper || depth > 0 && f.Worst > depth {
						t.Fatalf("%s, pool %s: total %d, worst case %d within %d; proved %d", g, pool, f.Total, f.Worst, depth, a.Ranges[0].Upper)
					}
				}
			}
		}
	}
	for _, pool := range Pools() {
		if solved[pool] < rounds && pool != ConsistentButLastFancidev {
			t.Errorf("pool %s: %d problems were solved: the test has lost its point", pool, solved[pool])
		}
	}
}
