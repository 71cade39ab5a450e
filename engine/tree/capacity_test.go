package tree

import (
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// TestCapacity checks the bounds of black-peg games that can be had by hand, and that no
// set found within k guesses is larger.
func TestCapacity(t *testing.T) {
	mustCapacity := func(name string) *Capacity { return NewCapacity(mustGame(t, name)) }
	for name, want := range map[string][]int{
		"bp1x5":  {0, 1, 2, 3, 4, 5, 5, 5},
		"bp2x16": {0, 1, 3, 7, 13, 21, 31, 43},
		"bp3x9":  {0, 1, 4, 12, 32, 75, 148, 257},
		"mm4x6":  {0, 1, 14, 183, 1296, 1296},
	} {
		for k, want := range want {
			if got := mustCapacity(name).Set(k); got != want {
				t.Errorf("%s, %d guesses: %d candidates at most, want %d", name, k, got, want)
			}
		}
	}
	// After a black peg of two positions two lines are left, and each guess but the first
	// finds one of each.
	for k, want := range []int{0, 1, 3, 5, 7, 9} {
		if got := mustCapacity("bp2x9").Part(k, game.NewFeedback(1, 0)); got != want {
			t.Errorf("bp2x9, %d guesses after a black peg: %d candidates at most, want %d", k, got, want)
		}
	}
	for name, want := range map[string]int{"bp2x10": 760, "bp2x16": 2976, "bp3x8": 3671, "bp1x4": 10} {
		g := mustGame(t, name)
		if got := NewCapacity(g).Total(game.CountSecrets(g)); got != want {
			t.Errorf("%s: total of %d at least, want %d", name, got, want)
		}
	}
	for n, want := range map[int]int{1: 1, 4: 3, 225: 16, 256: 17} {
		if got := mustCapacity("bp2x16").Worst(n); got != want {
			t.Errorf("bp2x16: %d candidates take %d guesses, want %d", n, got, want)
		}
	}
}

// TestCapacityOfTrees checks that no node of the trees of some games has more secrets
// than its guesses can find.
func TestCapacityOfTrees(t *testing.T) {
	for _, name := range []string{"bp2x7", "bp3x5", "bp4x3", "bp1x6", "mm3x4", "bc3x6", "twod5"} {
		g := mustGame(t, name)
		c := NewCapacity(g)
		for _, criterion := range []strategy.Criterion{strategy.Entropy, strategy.Minimax, strategy.MostParts} {
			grown, err := Grow(t.Context(), g, strategy.Strategy{Criterion: criterion}, nil, Options{})
			if err != nil {
				t.Fatal(err)
			}
			var visit func(n *Node) (secrets, worst int)
			visit = func(n *Node) (secrets, worst int) {
				worst = 1
				for _, b := range n.Branches {
					if b.Next == nil {
						secrets++
						continue
					}
					size, guesses := visit(b.Next)
					if most := c.Part(guesses, b.Feedback); size > most {
						t.Fatalf("%s, %s: %d guesses find %d secrets after %s, at most %d by the bound", name, criterion, guesses, size, g.FormatFeedback(b.Feedback), most)
					}
					secrets, worst = secrets+size, max(worst, guesses+1)
				}
				if most := c.Set(worst); secrets > most {
					t.Fatalf("%s, %s: %d guesses find %d secrets, at most %d by the bound", name, criterion, worst, secrets, most)
				}
				return secrets, worst
			}
			visit(grown.Root)
		}
	}
}
