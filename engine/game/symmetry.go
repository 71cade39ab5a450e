package game

import (
	"iter"
	"slices"
)

// Symmetries are ways to exchange positions and colours of a [Symmetric] game
// that leave all guesses made so far as they are. The secrets that agree with
// any answers to those guesses are then exchanged among themselves, so two
// guesses that a symmetry takes into each other do equally well, and one of
// them is enough to try. The zero value exchanges nothing.
type Symmetries struct {
	positions, colours int
	list               []symmetry
}

// A symmetry takes a code to its image. Position i of the image is position
// from[i] of the code, and a colour c that occurs in a guess so far goes to
// colours[c]; the other colours may be exchanged in every way.
type symmetry struct {
	from    [MaxPositions]int8
	colours [MaxColours]int8 // -1 where the colour is still free
}

// None reports whether nothing may be exchanged.
func (s Symmetries) None() bool { return len(s.list) == 0 }

// SymmetriesOf returns the symmetries of a game before the first guess: every
// permutation of the positions, all colours free. Games that are not symmetric
// have none.
func SymmetriesOf(g Game) Symmetries {
	if CanonicalGuesses(g) == nil {
		return Symmetries{}
	}
	positions, colours := g.Shape()
	out := Symmetries{positions: positions, colours: colours}
	var s symmetry
	for c := range s.colours {
		s.colours[c] = -1
	}
	var place func(position int, used uint)
	place = func(position int, used uint) {
		if position == positions {
			out.list = append(out.list, s)
			return
		}
		for from := range positions {
			if used&(1<<from) == 0 {
				s.from[position] = int8(from)
				place(position+1, used|1<<from)
			}
		}
	}
	place(0, 0)
	return out
}

// Fixing returns those of the symmetries that leave one more guess as it is.
func (s Symmetries) Fixing(guess Code) Symmetries {
	out := Symmetries{positions: s.positions, colours: s.colours}
next:
	for _, one := range s.list {
		var taken uint16 // colours that are already gone to
		for _, to := range one.colours {
			if to >= 0 {
				taken |= 1 << to
			}
		}
		for i := range s.positions {
			from, to := guess.At(int(one.from[i])), int8(guess.At(i))
			switch {
			case one.colours[from] == to:
			case one.colours[from] >= 0 || taken&(1<<to) != 0:
				continue next
			default:
				one.colours[from] = to
				taken |= 1 << to
			}
		}
		out.list = append(out.list, one)
	}
	return out
}

// Representatives lists the guesses that no symmetry takes to a
// lexicographically smaller one: at least one of each class of equivalent
// guesses. With many symmetries each takes microseconds to find.
func (s Symmetries) Representatives(guesses []Code) iter.Seq[Code] {
	if s.Trivial() {
		return slices.Values(guesses)
	}
	free := s.free()
	return func(yield func(Code) bool) {
		for _, guess := range guesses {
			if !slices.ContainsFunc(s.list, func(one symmetry) bool { return one.lowers(guess, s.positions, free) }) && !yield(guess) {
				return
			}
		}
	}
}

// free returns the colours of no guess so far, which all symmetries exchange in
// every way.
func (s Symmetries) free() []int8 {
	var free []int8
	for c := range s.colours {
		if s.list[0].colours[c] < 0 {
			free = append(free, int8(c))
		}
	}
	return free
}

// Trivial reports whether no code is taken to another.
func (s Symmetries) Trivial() bool {
	return s.None() || len(s.list) == 1 && len(s.free()) < 2
}

// Least returns the lexicographically smallest code that the symmetries take a
// code to, which is the same for codes that they take into each other. It takes
// O(symmetries) time.
func (s Symmetries) Least(code Code) Code {
	if s.Trivial() {
		return code
	}
	least, free := code, s.free()
	for i := range s.list {
		least = min(least, s.list[i].lowest(code, s.positions, free))
	}
	return least
}

// lowest returns the smallest code that the symmetry can take a code to, by its
// choices for free colours.
func (s *symmetry) lowest(code Code, positions int, free []int8) Code {
	colours := s.colours
	var image Code
	for i := range positions {
		c := code.At(int(s.from[i]))
		if colours[c] < 0 {
			colours[c], free = free[0], free[1:]
		}
		image = image.With(i, int(colours[c]))
	}
	return image
}

// lowers reports whether the symmetry can take a guess to a smaller code: the
// smallest comes of taking free colours to the lowest free ones, in the order
// in which they appear.
func (s *symmetry) lowers(guess Code, positions int, free []int8) bool {
	colours := s.colours
	for i := range positions {
		c := guess.At(int(s.from[i]))
		if colours[c] < 0 {
			colours[c], free = free[0], free[1:]
		}
		if image, own := int(colours[c]), guess.At(i); image != own {
			return image < own
		}
	}
	return false
}
