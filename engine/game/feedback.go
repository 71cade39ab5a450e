package game

import (
	"fmt"
	"regexp"
	"strings"
)

// A Feedback is the answer to a guess: a number of black and of white pegs,
// packed into an index that counts up from 0. Answers with fewer pegs come
// first, and among those with the same number of pegs the ones with fewer
// blacks: 0A0B, 0A1B, 1A0B, 0A2B, 1A1B, 2A0B, … The index does not depend on
// the game, and it is what tables of responses are indexed by.
type Feedback uint8

// MaxFeedbacks is one more than the largest feedback index of any game.
const MaxFeedbacks = (MaxPositions + 1) * (MaxPositions + 2) / 2

// NewFeedback packs a number of black and of white pegs, together at most
// MaxPositions.
func NewFeedback(black, white int) Feedback {
	pegs := black + white
	return Feedback(pegs*(pegs+1)/2 + black)
}

// Pegs returns the number of black and of white pegs.
func (f Feedback) Pegs() (black, white int) {
	pegs := 0
	for (pegs+1)*(pegs+2)/2 <= int(f) {
		pegs++
	}
	black = int(f) - pegs*(pegs+1)/2
	return black, pegs - black
}

// String writes the feedback as 1A2B: one black (bull), two white (cows).
func (f Feedback) String() string { return f.Format(Bulls) }

// A Notation is a way to write feedback.
type Notation int

const (
	Bulls   Notation = iota // 1A2B
	Numbers                 // 1 2
	Pegs                    // BWW, and - for no pegs at all
)

// Format writes the feedback in the given notation.
func (f Feedback) Format(n Notation) string {
	black, white := f.Pegs()
	switch n {
	case Numbers:
		return fmt.Sprintf("%d %d", black, white)
	case Pegs:
		if black+white == 0 {
			return "-"
		}
		return strings.Repeat("B", black) + strings.Repeat("W", white)
	default:
		return fmt.Sprintf("%dA%dB", black, white)
	}
}

// Feedbacks returns the number of feedback indices of the game, which is one
// more than [Game.Final]. One of them, all but one peg black and the last white,
// never occurs.
func (g Game) Feedbacks() int { return int(g.Final()) + 1 }

// Final returns the feedback that ends the game: all pegs black.
func (g Game) Final() Feedback { return NewFeedback(g.Positions, 0) }

var (
	bullsForm   = regexp.MustCompile(`^(\d)A(\d)B$`)
	numbersForm = regexp.MustCompile(`^(\d)[ \t]+(\d)$`)
	pegsForm    = regexp.MustCompile(`^[BW]+$`)
)

// ParseFeedback reads feedback in any [Notation], in either case: 1A2B, "1 2"
// or BWW (pegs in any order, - for none). Feedback that no guess can get,
// such as 3A1B at four positions, is an error.
func (g Game) ParseFeedback(s string) (Feedback, error) {
	text := strings.ToUpper(strings.TrimSpace(s))
	var black, white int
	switch {
	case text == "-":
	case pegsForm.MatchString(text):
		black, white = strings.Count(text, "B"), strings.Count(text, "W")
	default:
		m := bullsForm.FindStringSubmatch(text)
		if m == nil {
			m = numbersForm.FindStringSubmatch(text)
		}
		if m == nil {
			return 0, fmt.Errorf("feedback %q is none of 1A2B, \"1 2\" or BWW (- for no pegs)", s)
		}
		black, white = int(m[1][0]-'0'), int(m[2][0]-'0')
	}
	if black+white > g.Positions {
		return 0, fmt.Errorf("feedback %q has %d pegs; %s has %s", s, black+white, g, plural(g.Positions, "position"))
	}
	if black == g.Positions-1 && white == 1 {
		return 0, fmt.Errorf("feedback %q cannot occur: with %d pegs black the last cannot be in the wrong position", s, black)
	}
	return NewFeedback(black, white), nil
}
