package base

import (
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/pattern"
	"codebreak/engine/wording"
)

// spoken matches the name of a game that people write with blanks.
var spoken = pattern.Of(`(?i)\bbulls? ?(and|&) ?cows?\b`)

// WordsOf takes a subject apart.
func WordsOf(text string) []string {
	return strings.Fields(spoken().ReplaceAllString(text, "bulls-and-cows"))
}

// sizedGame matches a game and its size as two words.
var sizedGame = pattern.Of(`(?i)(?:^|\s)([a-z]+(?:-[a-z]+)*) ([0-9]+x[0-9]+)(?:\s|$)`)

// CheckSizes refuses a game and its size as two words, such as mastermind 5x8.
func CheckSizes(args []string) error {
	m := sizedGame().FindStringSubmatch(strings.Join(WordsOf(strings.Join(args, " ")), " "))
	if m == nil {
		return nil
	}
	unknown := &wording.UnknownError{
		What:    "game",
		Given:   m[1] + " " + m[2],
		Allowed: game.WellKnown(),
	}
	if unknown.Meant() == "" {
		return nil // the words are not a game
	}
	return Usage(unknown)
}
