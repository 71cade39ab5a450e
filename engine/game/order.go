package game

import "fmt"

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
)

// CheckOrder returns an error unless the order is defined for the game.
func (g Game) CheckOrder(order Order) error {
	switch {
	case order != Lex && order != Swap:
		return fmt.Errorf("unknown order %q; allowed: %s, %s", order, Lex, Swap)
	case order == Swap && g.Repeats:
		return fmt.Errorf("order %s is for games without repeats; %s allows them, so its order must be %s", Swap, g, Lex)
	}
	return nil
}

// Codes returns all codes of the game in the given order. It takes time and
// memory proportional to [Game.Size].
func (g Game) Codes(order Order) ([]Code, error) {
	if err := g.CheckOrder(order); err != nil {
		return nil, err
	}
	codes := make([]Code, 0, g.Size())
	if order == Lex {
		return g.appendLex(codes, 0, 0, 0), nil
	}
	colours := make([]int, g.ColourCount)
	for i := range colours {
		colours[i] = i
	}
	return g.appendSwapped(codes, colours, 0, 0), nil
}

func (g Game) appendLex(codes []Code, prefix Code, position int, used uint16) []Code {
	if position == g.Positions {
		return append(codes, prefix)
	}
	for colour := range g.ColourCount {
		if g.Repeats || used&(1<<colour) == 0 {
			codes = g.appendLex(codes, prefix.with(position, colour), position+1, used|1<<colour)
		}
	}
	return codes
}

func (g Game) appendSwapped(codes []Code, colours []int, prefix Code, position int) []Code {
	if position == g.Positions {
		return append(codes, prefix)
	}
	for i := position; i < len(colours); i++ {
		colours[position], colours[i] = colours[i], colours[position]
		codes = g.appendSwapped(codes, colours, prefix.with(position, colours[position]), position+1)
		colours[position], colours[i] = colours[i], colours[position]
	}
	return codes
}
