package game

import "reflect"

// A Capability is something that some games can do and others cannot:
// [Alphabetic], [Sized], [Enumerator], [Symmetric]. Ask for it with [As].
type Capability interface {
	// Self returns the game whose capability it is.
	Self() Game
}

// As returns a game as one that has a capability, such as As[Symmetric](g).
//
// A game that embeds another, such as Pegs, is given the methods of that by
// the language, and with them its capabilities, though its codes and answers
// may be others. So a game has a capability only if Self returns a game of its
// own type; one that wants what it was given declares a Self of its own.
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
	// Sizes returns how many codes may be secret and how many may be guessed.
	Sizes() (secrets, guesses int)
}

// An Enumerator lists its codes itself: faster than by trying all codes of its
// shape, or in orders beside Lex.
type Enumerator interface {
	Capability
	// CheckOrder returns an error unless the order is defined for the game.
	CheckOrder(Order) error
	// Enumerate calls yield for every code that may be secret or guessed, once
	// and in the order given, which must be defined. It may call it for other
	// codes of the game's shape as well.
	Enumerate(order Order, yield func(Code))
}

// A Symmetric game answers alike when all positions, or all colours, of secret
// and guess are exchanged in one way, whichever that is; and such exchanges
// take secrets to secrets and guesses to guesses. With black pegs only the colours of
// one position may be exchanged by themselves.
type Symmetric interface {
	Capability
	// CanonicalGuesses returns of all first guesses that exchanges take into
	// each other the first in lexicographic order, in that order. A game of a
	// symmetric type that is not symmetric itself returns nil.
	CanonicalGuesses() []Code
}

// CanonicalGuesses returns one first guess of each kind, as [Symmetric] says;
// nil if the game is not symmetric.
func CanonicalGuesses(g Game) []Code {
	if s, ok := As[Symmetric](g); ok {
		return s.CanonicalGuesses()
	}
	return nil
}

// PegRules returns the rules of a game of pegs, for callers that count black
// and white pegs in ways of their own. ok is false for every other game, even
// one that embeds a game of pegs: its answers are not those of the rules.
func PegRules(g Game) (rules Pegs, ok bool) {
	rules, ok = g.(Pegs)
	return rules, ok
}
