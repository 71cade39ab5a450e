package game

import (
	"context"
	"reflect"
	"strings"
)

// A Structure says what the engine may use of a game beyond its rules. A game that has one
// returns it by a method Structure() Structure; [StructureOf] asks for it. Everything works
// without, but some things more slowly. Fields that do not apply to a game are zero.
type Structure struct {
	// Of is the game that this describes. A game that embeds another inherits its method
	// Structure, though its codes or its feedback may differ: so the structure counts only
	// if Of is of the game's own type.
	Of Game

	// Sizes returns the numbers of codes that may be secret and that may be guessed, without
	// listing them.
	Sizes func() (secrets, guesses int)
	// Enumerate calls yield for every code that may be secret or guessed, once and in an order
	// that FullOrder allows. It may call it for other codes of the game's shape as well. It is
	// faster than to try all codes of the shape.
	Enumerate func(order Order, yield func(Code))
	// FullOrder returns the full name of an order, which identifies the order; ok is false if
	// the order is not defined for the game. Lex always is. It is set if Enumerate is.
	FullOrder func(Order) (full Order, ok bool)
	// Symmetry says which exchanges take secrets to secrets and guesses to guesses.
	Symmetry Symmetry
	// Alphabet has the symbols of the numbers in order, if each is written as one.
	Alphabet string
	// Letters is the number of symbols with which a code is written, if there are more or fewer
	// than positions.
	Letters int
	// Lists identifies the lists that the codes are from, without names: first the list of the
	// secrets, then the list of the guesses if that is another.
	Lists func() []ListID

	// Written returns the game with other symbols, and with words for them, which it reads;
	// with none, the game with its usual symbols. They matter to the writing and reading of
	// codes alone: the game, its name and the keys of stored answers stay the same.
	Written func(symbols, words string) Game
	// Exchanged is set if feedback describes single positions, and so is exchanged with them. It
	// returns the image of feedback if position i of all codes takes the number of position
	// from[i]. Only the final feedback becomes the final one.
	Exchanged func(f Feedback, from []int8) Feedback
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

// WithFeedbackOf returns the structure of a game of the same codes, but with feedback of its own,
// which must change neither if positions, or colours, of secret and guess are exchanged.
func (s Structure) WithFeedbackOf(g Game) Structure {
	return Structure{
		Of:        g,
		Sizes:     s.Sizes,
		Enumerate: s.Enumerate,
		FullOrder: s.FullOrder,
		Symmetry:  s.Symmetry,
		Alphabet:  s.Alphabet,
		Letters:   s.Letters,
		Lists:     s.Lists,
	}
}

// StructureOf returns the structure of a game.
func StructureOf(g Game) Structure {
	if s, ok := g.(interface{ Structure() Structure }); ok {
		known := s.Structure()
		if reflect.TypeOf(known.Of) == reflect.TypeOf(g) {
			return known
		}
	}
	return Structure{}
}

// A Symmetry is a kind of exchanges of positions, or of colours, in secret and guess: they do not
// change the feedback, or exchange its places in the same way.
type Symmetry int

const (
	// Asymmetric games have no exchanges, or none are known.
	Asymmetric Symmetry = iota
	// Throughout allows any exchange of positions, and any exchange of colours that
	// is the same at all positions.
	Throughout
	// PerPosition also allows each position to exchange its colours in its own way. All
	// codes must be allowed.
	PerPosition
)

// Width returns the number of symbols with which a code of the game is written.
func Width(g Game) int {
	if letters := StructureOf(g).Letters; letters > 0 {
		return letters
	}
	positions, _ := g.Shape()
	return positions
}

// A ListID identifies a list of codes, such as words, in whatever order and file.
type ListID struct {
	Words int `json:"words"`
	// SHA256 is the checksum of the words in lower case and alphabetical order, each
	// with a line feed after it, in hexadecimal digits.
	SHA256 string `json:"sha256"`
	// Name and About are the common name of the list, if it has one, and a description.
	Name  string `json:"name,omitempty"`
	About string `json:"about,omitempty"`
}

// ListsOf identifies the lists of a game; nil if it has none.
func ListsOf(g Game) []ListID {
	if lists := StructureOf(g).Lists; lists != nil {
		return lists()
	}
	return nil
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
