package tree

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// TestCompare compares comparisons with replays of every secret through both trees.
func TestCompare(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"mm3x3", "bc3x5", "twod5"} {
		g := enginetest.Game(t, name)
		secrets, _ := game.Codes(g)

		grow := func() *Tree {
			criterion := strategy.Classic()[random.IntN(4)]
			s := strategy.Strategy{Criterion: criterion, Ties: fmt.Sprintf("random=%d", random.IntN(4))}
			return mustGrow(t, g, s, "", 1)
		}
		for range 20 {
			a, b := grow(), grow()
			c := enginetest.Must(Compare(a, b))(t)

			sooner, alike, later := 0, 0, 0
			for _, secret := range secrets {
				switch x, y := rounds(a, secret), rounds(b, secret); {
				case x < y:
					sooner++
				case x > y:
					later++
				default:
					alike++
				}
			}

			if c.Faster != sooner || c.Tied != alike || c.Slower != later {
				t.Fatalf("%s: %+v, and played %d sooner, %d alike, %d later", name, c, sooner, alike, later)
			}

			if (c.Parting == nil) != (a.Packed() == b.Packed()) {
				t.Fatalf("%s: the trees part at %+v", name, c.Parting)
			}
			if c.Parting == nil {
				continue
			}

			na, nb := a.Root, b.Root
			for _, s := range c.Parting.Path {
				if na.Guess != s.Guess || nb.Guess != s.Guess {
					t.Fatalf("%s: the path %v is not that of both trees", name, c.Parting.Path)
				}
				na, nb = na.Next(s.Feedback), nb.Next(s.Feedback)
			}
			if na.Guess != c.Parting.A || nb.Guess != c.Parting.B ||
				na.Guess == nb.Guess || na.Candidates() != c.Parting.Candidates {
				t.Fatalf("%s: at %v the trees guess %d and %d, not as in %+v", name, c.Parting.Path, na.Guess, nb.Guess, c.Parting)
			}
		}
	}

	mm := mustGrow(t, enginetest.Game(t, "mm2x2"), minimax, "", 1)
	bc := mustGrow(t, enginetest.Game(t, "bc2x3"), minimax, "", 1)
	if _, err := Compare(mm, bc); err == nil {
		t.Error("trees of two games were compared")
	}

	short := &Tree{mm.Game, &Node{Guess: mm.Root.Guess, Branches: mm.Root.Branches[1:]}}
	for _, pair := range [][2]*Tree{{mm, short}, {short, mm}} {
		if _, err := Compare(pair[0], pair[1]); err == nil {
			t.Error("a tree without all secrets was compared")
		}
	}
}

// rounds plays a secret.
func rounds(t *Tree, secret game.Code) int {
	n := t.Root
	for k := 1; ; k++ {
		if n = n.Next(t.Game.Feedback(secret, n.Guess)); n == nil {
			return k
		}
	}
}
