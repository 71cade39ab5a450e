package game

import (
	"fmt"
	"strings"

	"codebreak/engine/wording"
)

// An Order names a way to enumerate the codes of a game. It matters because
// strategies break ties by it: "the first candidate" is first in some order.
type Order string

const (
	// Lex is lexicographic order of the colours.
	Lex Order = "lex"
	// Swap is the order of a recursive permutation generator that is common
	// in programs (here after the C++ program of qinzuoyan, 2009): to fill
	// position s, swap each of the elements s, s+1, … of the colour list into
	// it in turn, recurse, and swap back. The swaps disturb the rest of the
	// list, so the order is lexicographic only at its start. It is defined
	// for games without repeats.
	Swap Order = "swap"
	// File is the order of the files of a game from lists. [FullOrder] adds which files
	// they were.
	File Order = "file"
)

// FullOrder returns the full name of an order, which identifies the order: for [File] also
// the files. The error says which orders the game has.
func FullOrder(g Game, order Order) (Order, error) {
	full := StructureOf(g).FullOrder
	if full == nil {
		full = func(order Order) (Order, bool) { return order, order == Lex }
	}
	if out, ok := full(order); ok {
		return out, nil
	}

	file, ok := full(File)
	if ok && strings.HasPrefix(string(order), string(File)+"=") {
		return "", fmt.Errorf("the words of %s have another order in their files: %s, not %s", g, file, wording.Clip(string(order)))
	}

	var allowed []Order
	for _, order := range []Order{Lex, Swap, File} {
		if _, ok := full(order); ok {
			allowed = append(allowed, order)
		}
	}

	needs := map[Order]string{Swap: "is for games without repeats", File: "is for games from lists"}[order]
	if needs == "" {
		return "", wording.Unknown("order", order, allowed)
	}
	return "", fmt.Errorf("order %s %s; allowed for %s: %s",
		order, needs, g, strings.Join(wording.Texts(allowed), ", "))
}

// CheckOrder returns an error unless the order is defined for the game.
func CheckOrder(g Game, order Order) error {
	_, err := FullOrder(g, order)
	return err
}

// all calls yield for each code of the game's shape in the order, but may skip
// codes that are neither secrets nor guesses.
func all(g Game, order Order, yield func(Code)) {
	if enumerate := StructureOf(g).Enumerate; enumerate != nil {
		enumerate(order, yield)
		return
	}
	positions, numbers := g.Shape()
	shape(0, 0, positions, numbers, yield)
}

// shape calls yield for each code that begins with the numbers of a code before a position.
func shape(begin Code, position, positions, numbers int, yield func(Code)) {
	if position == positions {
		yield(begin)
		return
	}
	for number := range numbers {
		shape(begin.With(position, number), position+1, positions, numbers, yield)
	}
}

// Codes returns the possible secrets and the possible guesses, in
// lexicographic order, in new slices. It takes time and memory proportional to the
// number of codes of the game's shape.
func Codes(g Game) (secrets, guesses []Code) {
	return CodesIn(g, Lex)
}

// CodesIn is [Codes] in another order, which must be one that [CheckOrder] allows.
func CodesIn(g Game, order Order) (secrets, guesses []Code) {
	if sizes := StructureOf(g).Sizes; sizes != nil { // else only the enumeration can count them
		n, m := sizes()
		secrets = make([]Code, 0, n)
		guesses = make([]Code, 0, m)
	}
	all(g, order, func(c Code) {
		if g.IsSecret(c) {
			secrets = append(secrets, c)
		}
		if g.IsGuess(c) {
			guesses = append(guesses, c)
		}
	})
	return secrets, guesses
}

// CountSecrets returns the number of codes that may be secret.
func CountSecrets(g Game) int {
	secrets, _ := sizes(g)
	return secrets
}

// CountGuesses returns the number of codes that may be guessed.
func CountGuesses(g Game) int {
	_, guesses := sizes(g)
	return guesses
}

func sizes(g Game) (secrets, guesses int) {
	if known := StructureOf(g).Sizes; known != nil {
		return known()
	}
	secretCodes, guessCodes := Codes(g)
	return len(secretCodes), len(guessCodes)
}
