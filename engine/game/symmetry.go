package game

import "slices"

// A Symmetry is a way to exchange positions and colours of a peg game that
// leaves all guesses made so far as they are. The secrets that agree with any
// answers to those guesses are then exchanged among themselves, so two guesses
// that a symmetry takes into each other do equally well, and one of them is
// enough to try.
//
// Position i of the image is position from[i] of the code, and a colour c that
// occurs in a guess so far goes to colours[c]; the other colours may be
// exchanged in every way.
type Symmetry struct {
	from    [MaxPositions]int8
	colours [MaxColours]int8 // -1 where the colour is still free
}

// Symmetries returns the symmetries at the start: every permutation of the
// positions, all colours free. It returns nil for games that are no peg games
// or have a special first position.
func Symmetries(g Game) []Symmetry {
	p, ok := g.(Pegs)
	if !ok || p.NoLeadingZero {
		return nil
	}
	var out []Symmetry
	var s Symmetry
	for c := range s.colours {
		s.colours[c] = -1
	}
	var place func(position int, used uint)
	place = func(position int, used uint) {
		if position == p.Positions {
			out = append(out, s)
			return
		}
		for from := range p.Positions {
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
func (g Pegs) Fixing(symmetries []Symmetry, guess Code) []Symmetry {
	var out []Symmetry
next:
	for _, s := range symmetries {
		var taken uint16 // colours that are already gone to
		for _, to := range s.colours {
			if to >= 0 {
				taken |= 1 << to
			}
		}
		for i := range g.Positions {
			from, to := guess.At(int(s.from[i])), int8(guess.At(i))
			switch {
			case s.colours[from] == to:
			case s.colours[from] >= 0 || taken&(1<<to) != 0:
				continue next
			default:
				s.colours[from] = to
				taken |= 1 << to
			}
		}
		out = append(out, s)
	}
	return out
}

// Representatives returns the guesses that no symmetry takes to a
// lexicographically smaller one: at least one of each class of alike guesses.
func (g Pegs) Representatives(symmetries []Symmetry, guesses []Code) []Code {
	if len(symmetries) == 0 {
		return guesses
	}
	// All symmetries have the same free colours: those of no guess so far.
	var free []int8
	for c := range g.Colours {
		if symmetries[0].colours[c] < 0 {
			free = append(free, int8(c))
		}
	}
	if len(symmetries) == 1 && len(free) < 2 {
		return guesses // nothing but the identity
	}
	return slices.Collect(func(yield func(Code) bool) {
		for _, guess := range guesses {
			if !slices.ContainsFunc(symmetries, func(s Symmetry) bool { return s.lowers(g, guess, free) }) && !yield(guess) {
				return
			}
		}
	})
}

// lowers reports whether the symmetry can take a guess to a smaller code: the
// smallest comes of taking free colours to the lowest free ones, in the order
// in which they appear.
func (s *Symmetry) lowers(g Pegs, guess Code, free []int8) bool {
	colours := s.colours
	for i := range g.Positions {
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
