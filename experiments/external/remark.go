package external

import (
	"fmt"
	"iter"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// A place is a position of a tree with its node.
type place struct {
	strategy.Position
	node *tree.Node
}

// places lists the positions of a tree: those after fewer guesses first, and then in
// the order of their answers.
func places(t *tree.Tree, secrets []game.Code) iter.Seq[place] {
	return func(yield func(place) bool) {
		level := []place{{strategy.Position{Game: t.Game, Candidates: secrets}, t.Root}}
		for len(level) > 0 {
			var next []place
			for _, p := range level {
				if !yield(p) {
					return
				}
				for _, part := range partition.Split(t.Game, p.Candidates, p.node.Guess) {
					if n := p.node.Next(part.Feedback); n != nil {
						round := game.Round{Guess: p.node.Guess, Feedback: part.Feedback}
						next = append(next, place{strategy.Position{Game: t.Game, Rounds: append(slices.Clip(p.Rounds), round), Candidates: part.Codes}, n})
					}
				}
			}
			level = next
		}
	}
}

// remarks says what is odd about a tree, if anything is, each with the first position
// at which it happens: guesses that contradict the answers before, and guesses that
// tell nothing. Neither is wrong; the first is what strategies do that look for what
// tells most.
func remarks(t *tree.Tree, secrets []game.Code) (out []string) {
	g := t.Game
	positions := 0
	var contradicting, useless []string // guesses, and after what
	for p := range places(t, secrets) {
		positions++
		guess := p.node.Guess
		what := fmt.Sprintf("%s after %s", g.FormatCode(guess), game.History(g, p.Rounds))
		i := slices.IndexFunc(p.Rounds, func(r game.Round) bool { return g.Feedback(guess, r.Guess) != r.Feedback })
		if i >= 0 && g.IsSecret(guess) { // no answer can contradict other guesses, which are probes
			contradicting = append(contradicting, what)
		}
		if len(p.node.Branches) == 1 && p.node.Branches[0].Next != nil {
			useless = append(useless, what)
		}
	}
	if n := len(contradicting); n > 0 {
		out = append(out, fmt.Sprintf("%d of %d guesses contradict earlier feedback, such as %s", n, positions, contradicting[0]))
	}
	if n := len(useless); n > 0 {
		out = append(out, fmt.Sprintf("%d of %d guesses tell nothing, since all candidates give the same feedback, such as %s", n, positions, useless[0]))
	}
	return out
}
