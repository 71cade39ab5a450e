package tree

import (
	"slices"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// TestCodemakers checks that both codemakers play games that some secret
// allows, that the perfect one's is as long as the worst case, and that the
// greedy one's never is longer but sometimes shorter.
func TestCodemakers(t *testing.T) {
	fallsShort := false
	for _, name := range []string{"mm4x6", "bc4x8", "twod5", "mm4x6-distinct", "mm1x4"} {
		g := enginetest.Game(t, name)
		for _, criterion := range criteria {
			tree := mustGrow(t, g, strategy.Strategy{Criterion: criterion}, "", 2)
			worst := Measure(tree).Solved.Worst
			greedy, perfect := tree.GreedyCodemaker(), tree.PerfectCodemaker()
			if len(perfect) != worst || len(greedy) > worst {
				t.Errorf("%s, %s: perfect %d, greedy %d, worst case %d", name, criterion, len(perfect), len(greedy), worst)
			}
			fallsShort = fallsShort || len(greedy) < worst
			for _, line := range [][]game.Round{greedy, perfect} {
				secret := line[len(line)-1].Guess
				for i, r := range line {
					if feedback := g.Reference(secret, r.Guess); feedback != r.Feedback {
						t.Errorf("%s: the game ends with %s, which answers guess %d with %d, not %d", name, g.FormatCode(secret), i+1, feedback, r.Feedback)
					}
				}
				if line[len(line)-1].Feedback != g.Final() {
					t.Errorf("%s: the game does not end with a hit", name)
				}
			}
		}
	}
	if !fallsShort {
		t.Error("the greedy codemaker never falls short of the perfect one")
	}
}

// TestGreedyCodemaker follows a game by hand: mm2x2 from 11. Of the feedback,
// 1A0B leaves two candidates, 0A0B and 2A0B one each.
func TestGreedyCodemaker(t *testing.T) {
	tree := mustGrow(t, enginetest.Game(t, "mm2x2"), minimax, "11", 1)
	line := tree.GreedyCodemaker()
	// Then 12: 0A2B and 2A0B leave one candidate each, and the first in order is 0A2B.
	want := []game.Feedback{game.NewFeedback(1, 0), game.NewFeedback(0, 2), game.NewFeedback(2, 0)}
	var got []game.Feedback
	for _, r := range line {
		got = append(got, r.Feedback)
	}
	if !slices.Equal(got, want) {
		t.Errorf("feedback %v, want %v", got, want)
	}
}
