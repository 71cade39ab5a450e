package game

import (
	"fmt"
	"slices"
	"strings"
)

// A Round is a guess and its feedback.
type Round struct {
	Guess    Code
	Feedback Feedback
}

// Consistent keeps the secrets that agree with all rounds, in their order; without rounds it
// returns the same slice.
func Consistent(g Game, secrets []Code, rounds []Round) []Code {
	for _, r := range rounds {
		var left []Code
		for _, s := range secrets {
			if g.Feedback(s, r.Guess) == r.Feedback {
				left = append(left, s)
			}
		}
		secrets = left
	}
	return secrets
}

// History writes rounds as people read them, "1122 1A0B, 3344 0A2B". Long
// histories are abbreviated; an empty one reads "the beginning".
func History(g Game, rounds []Round) string {
	const most, last = 12, 2
	if len(rounds) == 0 {
		return "the beginning"
	}

	var texts []string
	for _, r := range rounds {
		texts = append(texts, g.FormatCode(r.Guess)+" "+g.FormatFeedback(r.Feedback))
	}
	if n := len(texts); n > most {
		omitted := fmt.Sprintf("… %d more …", n-most+1)
		texts = slices.Replace(texts, most-last-1, n-last, omitted)
	}
	return strings.Join(texts, ", ")
}

// CheckRounds returns an error unless the guesses and the feedback of rounds belong to a
// game, and so does the guess after them, unless it is nil.
func CheckRounds(g Game, rounds []Round, next *Code) error {
	for i, r := range rounds {
		if err := CheckGuess(g, r.Guess); err != nil {
			return fmt.Errorf("round %d: %w", i+1, err)
		}
		if int(r.Feedback) >= g.OutcomeLimit() {
			return fmt.Errorf("round %d: %d is not feedback of %s", i+1, r.Feedback, g)
		}
	}

	if next == nil {
		return nil
	}
	return CheckGuess(g, *next)
}
