package game

import "reflect"

// A Capability is a property that the codes of some games have and others have not:
// [Alphabetic], [Sized], [Spelled], [Listed], [Enumerator], [Symmetric],
// [Positional]. Ask for it with [As].
type Capability interface {
	// Self returns the game whose capability it is.
	Self() Game
}

// As returns a game with one of its capabilities, such as As[Symmetric](g).
//
// A game that embeds another, such as one of pegs, inherits its methods, and with
// them its capabilities, though its codes may be others. So a game has a
// capability only if Self returns a game of its own type: to opt in, define Self.
func As[C Capability](g Game) (c C, ok bool) {
	c, ok = any(g).(C)
	if ok && reflect.TypeOf(c.Self()) != reflect.TypeOf(g) {
		var none C
		return none, false
	}
	return c, ok
}

// An Alphabetic game writes each number of a code as one symbol.
type Alphabetic interface {
	Capability
	// Alphabet returns the symbols of the numbers, in order.
	Alphabet() string
}

// A Sized game knows its size without listing its codes.
type Sized interface {
	Capability
	// Sizes returns the numbers of codes that may be secret and that may be guessed.
	Sizes() (secrets, guesses int)
}

// A Spelled game writes its codes with more or fewer symbols than they have positions.
type Spelled interface {
	Capability
	// Letters returns the number of symbols.
	Letters() int
}

// Width returns the number of symbols with which a code of the game is written.
func Width(g Game) int {
	if s, ok := As[Spelled](g); ok {
		return s.Letters()
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

// A Listed game takes its codes from lists.
type Listed interface {
	Capability
	// Lists identifies the lists, without names: first the list of the secrets, then the list of
	// the guesses if that is another.
	Lists() []ListID
}

// ListsOf identifies the lists of a game; nil if it has none.
func ListsOf(g Game) []ListID {
	if l, ok := As[Listed](g); ok {
		return l.Lists()
	}
	return nil
}

// An Enumerator lists its codes itself: faster than by trying all codes of its
// shape, or in orders beside Lex.
type Enumerator interface {
	Capability
	// FullOrder returns the full name of an order, which identifies the order; ok is
	// false if the order is not defined for the game. Lex always is.
	FullOrder(Order) (full Order, ok bool)
	// Enumerate calls yield for every code that may be secret or guessed, once
	// and in the given order, which must be defined. It may call it for other
	// codes of the game's shape as well.
	Enumerate(order Order, yield func(Code))
}

// A Symmetric game gives the same feedback when positions, or colours, of secret and guess
// are exchanged in the same way; and the exchanges take secrets to secrets and
// guesses to guesses. If the feedback describes each position, and so is exchanged
// with them, the game must be [Positional] too.
type Symmetric interface {
	Capability
	// Symmetry returns the kind of exchanges.
	Symmetry() Symmetry
}

// A Positional game is symmetric, but its feedback describes single positions: if positions
// of secret and guess are exchanged, a guess makes parts of the same sizes, but with other
// feedback. Exchanges of colours alone do not change feedback.
type Positional interface {
	Symmetric
	// Exchanged returns the image of feedback if position i of all codes takes the number
	// of position from[i]. Only the final feedback becomes the final one.
	Exchanged(f Feedback, from []int8) Feedback
}

// A Symmetry is a kind of exchanges that a game allows.
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
