package engine_test

import (
	"context"
	"fmt"
	"log"
	"strconv"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// HighLow is the game of guessing a number from 0 to 99, answered with whether it
// is lower or higher than the guess.
type HighLow struct{}

const (
	lower game.Feedback = iota
	higher
	right
)

var highLowFeedback = []string{"lower", "higher", "right"}

func (HighLow) String() string                { return "high-low" }
func (HighLow) Describe() string              { return "a number from 0 to 99, told lower or higher" }
func (HighLow) Shape() (int, int)             { return 2, 10 } // two digits
func (HighLow) IsSecret(game.Code) bool       { return true }
func (HighLow) IsGuess(game.Code) bool        { return true }
func (HighLow) OutcomeLimit() int             { return len(highLowFeedback) }
func (HighLow) Outcomes() int                 { return len(highLowFeedback) }
func (HighLow) Final() game.Feedback          { return right }
func (HighLow) FormatCode(c game.Code) string { return fmt.Sprintf("%d%d", c.At(0), c.At(1)) }

// Feedback compares the codes, whose order as numbers is that of their digits.
func (HighLow) Feedback(secret, guess game.Code) game.Feedback {
	switch {
	case secret < guess:
		return lower
	case secret > guess:
		return higher
	}
	return right
}

// Reference is Feedback, which is the rule itself.
func (g HighLow) Reference(secret, guess game.Code) game.Feedback { return g.Feedback(secret, guess) }

func (HighLow) ParseCode(s string) (game.Code, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || len(s) != 2 {
		return 0, fmt.Errorf("%q is no number of two digits, 00 to 99", s)
	}
	return game.Code(0).With(0, n/10).With(1, n%10), nil
}

func (HighLow) FormatFeedback(f game.Feedback) string { return highLowFeedback[f] }

func (HighLow) ParseFeedback(s string) (game.Feedback, error) {
	for f, text := range highLowFeedback {
		if s == text {
			return game.Feedback(f), nil
		}
	}
	return 0, fmt.Errorf("feedback %q is none of %v", s, highLowFeedback)
}

func init() {
	err := game.Register(game.Family{
		Pattern: "high-low",
		Help:    "a number from 0 to 99, told whether it is lower or higher than the guess",
		Parse:   func(name string) (game.Game, bool, error) { return HighLow{}, name == "high-low", nil },
		Example: "high-low",
		Version: "1",
	})
	if err != nil {
		log.Fatal(err)
	}
}

// A game of one's own. Halving the interval needs 7 guesses at most.
func Example_game() {
	c := engine.Configuration{Game: "high-low", Strategy: strategy.Strategy{Criterion: strategy.Minimax}}
	t, r, err := engine.Play(context.Background(), c, tree.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.First, r.Total, r.Histogram)
	if _, err := tree.Check(context.Background(), t); err != nil {
		log.Fatal(err)
	}
	// Output: 49 580 [0 1 2 4 8 16 32 37]
}
