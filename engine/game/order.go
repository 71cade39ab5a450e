package game

import (
	"fmt"
	"slices"
	"strings"
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
	// File is the order of the files of a game from lists. [FullOrder] tells it
	// from that of other files that hold the same words.
	File Order = "file"
)

// CheckOrder returns an error unless the order is defined for the game.
func CheckOrder(g Game, order Order) error {
	if !slices.Contains([]Order{Lex, Swap, File}, order) && !strings.HasPrefix(string(order), string(File)+"=") {
		return Unknown("order", order, []Order{Lex, Swap, File})
	}
	if e, ok := As[Enumerator](g); ok {
		return e.CheckOrder(order)
	}
	return onlyLex(g, order)
}

// onlyLex returns an error for every order but Lex.
func onlyLex(g Game, order Order) error {
	switch {
	case order != Lex && order != Swap:
		return fmt.Errorf("order %s is for games from lists; that of %s must be %s", order, g, Lex)
	case order != Lex:
		return fmt.Errorf("order %s is for games without repeats; %s allows them, so its order must be %s", order, g, Lex)
	}
	return nil
}

// FullOrder returns an order by its full name, which says what the order is: for
// [File] it tells which files they were.
func FullOrder(g Game, order Order) Order {
	if w, ok := WordsOf(g); ok {
		return w.fullOrder(order)
	}
	return order
}

// all calls yield for each code of the game's shape in the order, but may leave
// out codes that are neither secrets nor guesses.
func all(g Game, order Order, yield func(Code)) {
	if e, ok := As[Enumerator](g); ok {
		e.Enumerate(order, yield)
		return
	}
	positions, numbers := g.Shape()
	lexicographic(positions, numbers, false, yield)
}

// Codes returns the codes that may be secret and those that may be guessed,
// in the given order. It takes time and memory proportional to the number of
// codes of the game's shape.
func Codes(g Game, order Order) (secrets, guesses []Code, err error) {
	if err := CheckOrder(g, order); err != nil {
		return nil, nil, err
	}
	if s, ok := As[Sized](g); ok { // else they would have to be enumerated to be counted
		n, m := s.Sizes()
		secrets, guesses = make([]Code, 0, n), make([]Code, 0, m)
	}
	same := true
	all(g, order, func(c Code) {
		if g.IsSecret(c) {
			secrets = append(secrets, c)
		}
		if g.IsGuess(c) {
			guesses = append(guesses, c)
		}
		same = same && g.IsSecret(c) == g.IsGuess(c)
	})
	if same {
		guesses = secrets
	}
	return secrets, guesses, nil
}

// CountSecrets returns the number of codes that may be secret.
func CountSecrets(g Game) int {
	if s, ok := As[Sized](g); ok {
		secrets, _ := s.Sizes()
		return secrets
	}
	return count(g, g.IsSecret)
}

// CountGuesses returns the number of codes that may be guessed.
func CountGuesses(g Game) int {
	if s, ok := As[Sized](g); ok {
		_, guesses := s.Sizes()
		return guesses
	}
	return count(g, g.IsGuess)
}

func count(g Game, is func(Code) bool) int {
	n := 0
	all(g, Lex, func(c Code) {
		if is(c) {
			n++
		}
	})
	return n
}

// swapped calls yield for each code of so many positions and numbers without
// repeats, in the order of recursive swaps.
func swapped(positions, numbers int, yield func(Code)) {
	list := make([]int, numbers)
	for i := range list {
		list[i] = i
	}
	var place func(c Code, position int)
	place = func(c Code, position int) {
		if position == positions {
			yield(c)
			return
		}
		for i := position; i < numbers; i++ {
			list[position], list[i] = list[i], list[position]
			place(c.With(position, list[position]), position+1)
			list[position], list[i] = list[i], list[position]
		}
	}
	place(0, 0)
}
