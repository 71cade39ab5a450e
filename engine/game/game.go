// Package game defines codebreaking games: their codes, the feedback to a guess, and
// how codes and feedback are written.
//
// A game is played between a codemaker, who fixes a secret code, and a
// codebreaker, who guesses codes. A [Game] says which codes may be secret,
// which may be guessed, which feedback a guess gets, and which feedback ends
// the game. Start with [Parse], list the codes with [Codes], and get feedback
// from the game's Feedback.
//
//	g, err := game.Parse("bc4x10") // Bulls and Cows, 4 digits
//	secrets, _ := game.Codes(g)
//	guess, err := g.ParseCode("0123")
//	secret := secrets[len(secrets)-1]
//	fmt.Println(g.FormatCode(guess), "gets", g.FormatFeedback(g.Feedback(secret, guess)), "if the secret is", g.FormatCode(secret))
//
// The games themselves are in packages above this one, which register them by families:
// [codebreak/engine/game/pegs] holds Mastermind and Bulls and Cows,
// [codebreak/engine/game/words] holds Wordle and similar games. Import the families that
// Parse should know; package engine imports both. To add a game, write its [Game] and its
// [Family], and call [Register]; another module may do so too.
//
// No code here, and no code that plays games, asks for the family of a game. What holds for
// some games only, such as a fast list of the codes or feedback of pegs, is in the optional
// [Structure] of a game.
package game

import (
	"errors"
	"fmt"
)

// A Game is a set of rules. Games never change and are shared freely.
type Game interface {
	// String returns the game's name as Parse reads it.
	String() string
	// Describe describes the game in a few words.
	Describe() string
	// Shape returns the number of positions of a code, and the number of numbers,
	// from 0, that a position may hold.
	Shape() (positions, numbers int)

	// IsSecret and IsGuess report whether a code of the game's shape may be
	// secret, and whether it may be guessed.
	IsSecret(Code) bool
	IsGuess(Code) bool

	// Feedback is the feedback to a guess. It is Final exactly if the guess is the secret.
	Feedback(secret, guess Code) Feedback
	// Reference is the same feedback by the rule as a person would state it. It shares
	// no clever code with Feedback: checkers and tests judge the engine by it.
	Reference(secret, guess Code) Feedback

	// OutcomeLimit bounds the feedback indices: they are 0 to OutcomeLimit()-1. Outcomes is
	// the number of them that occur; in peg games with fewer colours than positions it may
	// count a few that do not.
	OutcomeLimit() int
	Outcomes() int
	// Final is the feedback that ends the game.
	Final() Feedback

	FormatCode(Code) string
	// ParseCode reads a code that may be guessed. The error names the fault and what is
	// allowed.
	ParseCode(string) (Code, error)
	FormatFeedback(Feedback) string
	// ParseFeedback reads feedback that some guess may get.
	ParseFeedback(string) (Feedback, error)
}

// ParseSecret reads a code that may be secret.
func ParseSecret(g Game, s string) (Code, error) {
	c, err := g.ParseCode(s)
	if err == nil && !g.IsSecret(c) {
		err = fmt.Errorf("code %q may be guessed, but it cannot be a secret of %s", s, g)
	}
	return c, err
}

// ErrNoGame is the error of functions that get nil in place of a game.
var ErrNoGame = errors.New("no game is given")

// CheckGuess returns an error unless a code may be guessed in a game. A program may pass any
// number as a code, and a number beyond the game's codes must not be looked up in tables.
func CheckGuess(g Game, c Code) error {
	positions, numbers := g.Shape()
	for i := range MaxPositions {
		number := c.At(i)
		if number >= numbers || number > 0 && i >= positions {
			return fmt.Errorf("%#x is not a code of %s", uint32(c), g)
		}
	}
	if !g.IsGuess(c) {
		return fmt.Errorf("code %s may not be guessed in %s", g.FormatCode(c), g)
	}
	return nil
}
