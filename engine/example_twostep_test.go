package engine_test

import (
	"context"
	"fmt"
	"log"
	"slices"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// A twoStep looks two guesses ahead: it makes the guess after which, with the best
// second guess for each feedback, the candidates are split into the most parts, so
// that the fewest are left in each. A part counts double whose secret is found.
type twoStep struct{ guesses []game.Code }

func newTwoStep(g game.Game, _ uint64) (strategy.Player, error) {
	_, guesses := game.Codes(g)
	return &twoStep{guesses}, nil
}

// Guess tries candidates first, so that of equally good guesses one of them wins.
// Of guesses that come to as many parts, that is better which does so sooner.
func (t *twoStep) Guess(ctx context.Context, p strategy.Position) (game.Code, error) {
	best, mostAfterTwo, mostAfterOne := p.Candidates[0], 0, 0
	for _, list := range [][]game.Code{p.Candidates, t.guesses} {
		for _, guess := range list {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			parts := split(p.Game, p.Candidates, guess)
			afterOne, afterTwo := len(parts), 0
			for feedback, part := range parts {
				if feedback == p.Game.Final() {
					afterTwo += 2
				} else {
					afterTwo += t.most(p.Game, part)
				}
			}
			if afterTwo > mostAfterTwo || afterTwo == mostAfterTwo && afterOne > mostAfterOne {
				best, mostAfterTwo, mostAfterOne = guess, afterTwo, afterOne
			}
		}
	}
	return best, nil
}

// most is the largest number of parts that one guess splits the candidates into.
func (t *twoStep) most(g game.Game, candidates []game.Code) int {
	most := 0
	for _, guess := range t.guesses {
		parts := len(split(g, candidates, guess))
		if slices.Contains(candidates, guess) {
			parts++ // it may be found
		}
		most = max(most, parts)
	}
	return most
}

func split(g game.Game, candidates []game.Code, guess game.Code) map[game.Feedback][]game.Code {
	parts := map[game.Feedback][]game.Code{}
	for _, c := range candidates {
		f := g.Feedback(c, guess)
		parts[f] = append(parts[f], c)
	}
	return parts
}

func init() {
	err := strategy.Register(strategy.Registration{
		Criterion: "two-step",
		Minimises: "the candidates in each part after two guesses",
		Version:   "1",
		New:       newTwoStep,
	})
	if err != nil {
		log.Fatal(err)
	}
}

// A strategy that looks two guesses ahead, against entropy, which looks one ahead.
// The least possible total is 206.
func Example_twoStep() {
	for _, criterion := range []strategy.Criterion{strategy.Entropy, "two-step"} {
		c := engine.Configuration{Game: "mm3x4", Strategy: strategy.Strategy{Criterion: criterion}}
		_, r, err := engine.Play(context.Background(), c, tree.Options{Workers: 2})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s from %s: %d guesses, worst %d\n", r.Criterion, r.First, r.Total, r.Worst)
	}
	// Output:
	// entropy from 123: 208 guesses, worst 4
	// two-step from 112: 206 guesses, worst 4
}
