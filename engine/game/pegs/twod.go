package pegs

import (
	"fmt"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/wording"
)

// TwoD is the game twod5 of a Stack Overflow answer on Mastermind (2009): the
// secret is a pair (x, y) with 0 ≤ x, y ≤ 4, and the feedback to a guess is
// three facts: whether the secret is at most the guess in both coordinates,
// whether it is at least the guess in both, and whether it is the guess.
type TwoD struct{}

const (
	twoDName   = "twod5"
	twoDSide   = 5
	twoDDigits = "01234"
)

// The feedback of TwoD. Only equal pairs are at most and at least each other.
const (
	twoDNeither game.Feedback = iota
	twoDAtMost                // the secret is at most the guess in both coordinates
	twoDAtLeast               // the secret is at least the guess in both coordinates
	twoDEqual
)

var twoD = game.Family{
	Pattern: twoDName,
	Title:   game.Titled("Points of a 5×5 grid"),
	Help:    "points (x,y), answered by whether the secret is at most, or at least, the guess",
	Parse:   func(name string) (game.Game, bool, error) { return TwoD{}, name == twoDName, nil },
}

var twoDFeedbacks = []string{"neither", "<=", ">=", "="}

func (TwoD) String() string { return twoDName }

func (TwoD) Describe() string {
	return "points (x,y) with 0 ≤ x,y ≤ 4, answered ≤, ≥, = or neither"
}

func (TwoD) Shape() (positions, numbers int) { return 2, twoDSide }
func (TwoD) IsSecret(game.Code) bool         { return true }
func (TwoD) IsGuess(game.Code) bool          { return true }
func (TwoD) OutcomeLimit() int               { return len(twoDFeedbacks) }
func (TwoD) Outcomes() int                   { return len(twoDFeedbacks) }
func (TwoD) Final() game.Feedback            { return twoDEqual }

// Feedback compares the pairs coordinate by coordinate.
func (TwoD) Feedback(secret, guess game.Code) game.Feedback {
	x := secret.At(0)
	y := secret.At(1)
	gx := guess.At(0)
	gy := guess.At(1)
	switch {
	case x == gx && y == gy:
		return twoDEqual
	case x <= gx && y <= gy:
		return twoDAtMost
	case x >= gx && y >= gy:
		return twoDAtLeast
	}
	return twoDNeither
}

// Reference is Feedback, which is the rule itself.
func (g TwoD) Reference(secret, guess game.Code) game.Feedback {
	return g.Feedback(secret, guess)
}

// FormatCode writes the pair as two digits.
func (g TwoD) FormatCode(c game.Code) string {
	return game.FormatSymbols(g, twoDDigits, c)
}

// ParseCode reads two digits from 0 to 4.
func (g TwoD) ParseCode(s string) (game.Code, error) {
	return game.ParseSymbols(g, twoDDigits, "", s)
}

// FormatFeedback writes <= if the secret is at most the guess, >= if it is at
// least the guess, = if it is the guess, and neither.
func (TwoD) FormatFeedback(f game.Feedback) string { return twoDFeedbacks[f] }

// ParseFeedback reads the form of FormatFeedback.
func (TwoD) ParseFeedback(s string) (game.Feedback, error) {
	for f, text := range twoDFeedbacks {
		if strings.EqualFold(strings.TrimSpace(s), text) {
			return game.Feedback(f), nil
		}
	}
	allowed := strings.Join(twoDFeedbacks, ", ")
	return 0, fmt.Errorf("unknown feedback %q; allowed: %s (the secret against the guess)", wording.Clip(s), allowed)
}
