package game

import (
	"context"
	"reflect"
	"strings"
)

// A Structure says how the feedback of a game is computed, for kernels that do it
// faster than call by call. Fields that do not apply to a game are zero.
type Structure struct {
	// Of is the game whose Feedback this describes. A game that embeds another
	// inherits its Structure, though its feedback may differ: so the structure counts
	// only if Of is of the game's own type.
	Of Game
	// Pegs is set if the feedback consists of black and white pegs.
	Pegs *Pegs
	// Feedbacks prepares for feedback from many secrets, like [Feedbacks].
	Feedbacks func(secrets []Code) func(guess Code, out []Feedback)
	// Table returns all feedback, which the first call computes; the error comes from the
	// context. The codes of the game are serial ([Serial]).
	Table func(context.Context) (*Table, error)
	// Hints reports whether a guess uses all hints of the feedback of a round, for
	// games with feedback for each letter, such as Wordle.
	Hints func(guess Code, r Round) bool
	// Marks returns how many symbols of a guess are in the right position, by feedback, and how
	// many elsewhere in the secret. It is nil for games with pegs, whose feedback is these numbers.
	Marks func(Feedback) (right, elsewhere int)
	// Forms describes in a few words how feedback is written.
	Forms string
}

// A Structured game knows the structure of its feedback.
type Structured interface{ Structure() Structure }

// StructureOf returns the structure of the feedback of a game.
func StructureOf(g Game) Structure {
	if s, ok := g.(Structured); ok {
		known := s.Structure()
		if reflect.TypeOf(known.Of) == reflect.TypeOf(g) {
			return known
		}
	}
	return Structure{}
}

// Pegs are the rules of a game with feedback of black pegs, which count the positions
// in which secret and guess agree, and white pegs, which count the further pegs
// that they have in common, each colour as often as both have it.
type Pegs struct {
	Positions     int  // 1 to MaxPositions
	Colours       int  // 2 to MaxColours
	GuessRepeats  bool // whether a colour may occur more than once in a guess
	SecretRepeats bool // the same for secrets
	BlackOnly     bool // whether there are no white pegs
}

// PegRules returns the rules of a game with feedback of pegs, for callers that count them in
// their own way; ok is false for every other game.
func PegRules(g Game) (rules Pegs, ok bool) {
	if p := StructureOf(g).Pegs; p != nil {
		return *p, true
	}
	return Pegs{}, false
}

// Marks returns how many symbols of a guess are in the right position, by feedback, and how many
// elsewhere in the secret: black and white pegs, or green and yellow letters. They are 0 if the
// feedback of the game does not say.
func Marks(g Game, f Feedback) (right, elsewhere int) {
	switch s := StructureOf(g); {
	case s.Marks != nil:
		return s.Marks(f)
	case s.Pegs != nil:
		return f.Pegs()
	}
	return 0, 0
}

// Feedbacks prepares for feedback from many secrets: the function that it returns
// sets out[i] to the feedback of secrets[i] to a guess, for every i. Several
// goroutines may call that function at once.
func Feedbacks(g Game, secrets []Code) func(guess Code, out []Feedback) {
	if of := StructureOf(g).Feedbacks; of != nil {
		return of(secrets)
	}
	return func(guess Code, out []Feedback) {
		for i, secret := range secrets {
			out[i] = g.Feedback(secret, guess)
		}
	}
}

// A Table holds the feedback of all secrets of a game to all its guesses: a row for
// each secret, with a number for each guess, both in the order of their serial
// codes. Either Narrow or Wide is set.
type Table struct {
	Guesses int      // the length of a row
	Rows    []int32  // the row of each guess as a secret; -1 if it cannot be secret
	Narrow  []uint8  // if there are at most 256 kinds of feedback
	Wide    []uint16 // if there are more
}

// Prepare makes the table of a game, if it has one that is not made yet. Any use of the
// table would make it too, but without regard to the context.
func Prepare(ctx context.Context, g Game) error {
	if g == nil {
		return ErrNoGame
	}
	table := StructureOf(g).Table
	if table == nil {
		return nil
	}
	_, err := table(ctx)
	return err
}

// Row returns the row of a secret; -1 if the code cannot be secret.
func (t *Table) Row(secret Code) int {
	return int(t.Rows[secret.Serial()])
}

// Column returns the column of a guess.
func (t *Table) Column(guess Code) int { return guess.Serial() }

// At returns the feedback at a place, which is the start of a row plus a column.
func (t *Table) At(place int) Feedback {
	if t.Narrow != nil {
		return Feedback(t.Narrow[place])
	}
	return Feedback(t.Wide[place])
}

// FeedbackForms describes in a few words how feedback of the game is written.
func FeedbackForms(g Game) string {
	if forms := StructureOf(g).Forms; forms != "" {
		return forms
	}

	const shown = 4
	var forms []string
	for f := range min(shown, g.OutcomeLimit()) {
		forms = append(forms, g.FormatFeedback(Feedback(f)))
	}
	if g.OutcomeLimit() > shown {
		forms = append(forms, "…")
	}
	return strings.Join(forms, ", ")
}
