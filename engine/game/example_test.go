package game

import (
	"fmt"
	"strings"
)

// A Sum is Mastermind whose answers only tell how many pegs there are, black
// and white together. It takes everything else from the peg game within it.
type Sum struct{ Pegs }

func (g Sum) String() string   { return "sum" + strings.TrimPrefix(g.Pegs.String(), "mm") }
func (g Sum) Describe() string { return g.Pegs.Describe() + ", answered with the number of pegs" }
func (g Sum) Kinds() int       { return g.Positions + 2 }

// Feedback tells all pegs as white, but for the guess that ends the game.
func (g Sum) Feedback(secret, guess Code) Feedback {
	if secret == guess {
		return g.Final()
	}
	black, white := g.Pegs.Feedback(secret, guess).Pegs()
	return NewFeedback(0, black+white)
}

// Reference is the rule once more, by counting colours.
func (g Sum) Reference(secret, guess Code) Feedback {
	if secret == guess {
		return g.Final()
	}
	pegs, left := 0, map[int]int{}
	for _, colour := range Colours(g, secret) {
		left[colour]++
	}
	for _, colour := range Colours(g, guess) {
		if left[colour] > 0 {
			left[colour]--
			pegs++
		}
	}
	return NewFeedback(0, pegs)
}

// sumFamily belongs into the list of Families.
var sumFamily = Family{
	Names: "sumPxC",
	Help:  "Mastermind answered with the number of pegs, black and white together",
	parse: func(name string) (Game, bool, error) {
		size, ok := strings.CutPrefix(name, "sum")
		if !ok {
			return nil, false, nil
		}
		g, err := Parse("mm" + size)
		if err != nil {
			return nil, true, fmt.Errorf("game %q: %w", name, err)
		}
		return Sum{g.(Pegs)}, true, nil
	},
}
