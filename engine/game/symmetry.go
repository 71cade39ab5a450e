package game

import (
	"iter"
	"slices"

	"codebreak/engine/internal/numbers"
)

// Symmetries are exchanges of positions and colours of a game that do not
// change the guesses made so far, nor their feedback. They exchange the candidates among
// themselves, so two guesses that a symmetry takes into each other do equally well, and
// it is enough to try one of them. The zero value exchanges nothing.
//
// In most games no exchange changes feedback. Where it is [Structure.Exchanged] only the exchanges
// that take the feedback to itself count: any other takes the secrets that agree with it to
// the secrets that agree with other feedback, and says nothing about guesses among the
// former. Two guesses that are equivalent there make parts of the same sizes, but in another
// order of feedback. So a comparison of guesses must not depend on that order.
type Symmetries struct {
	positions, colours int
	list               []exchange
	exchanged          func(f Feedback, from []int8) Feedback // [Structure.Exchanged]
}

// An exchange takes a code to its image. Position i of the image is position
// from[i] of the code, and a colour c that occurs there in a guess so far becomes
// row(i)[c]; the other colours are free: they may be exchanged in every way.
type exchange struct {
	from    [MaxPositions]int8
	colours [][MaxColours]int8 // the rows: -1 where the colour is still free
}

// row returns the images of the colours at a position of the image. There is one row for
// all positions, or one for each if each position may exchange its colours in its own
// way.
func (s *exchange) row(i int) *[MaxColours]int8 {
	return &s.colours[min(i, len(s.colours)-1)]
}

// None reports whether nothing may be exchanged.
func (s Symmetries) None() bool { return len(s.list) == 0 }

// CanonicalGuesses returns one code for each kind of first guess, in lexicographic
// order; nil if the game is not symmetric. Before the first guess all colours and
// all positions are alike, so two first guesses differ only in how often their
// colours repeat; for each kind it gives the first code in lexicographic order: 1111,
// 1112, 1122, 1123 and 1234 for mm4x6, only 0123 for bc4x10. Where each position has
// colours of its own they do not even differ in that: 1111 is the only one for bp4x6.
func CanonicalGuesses(g Game) (out []Code) {
	symmetry := StructureOf(g).Symmetry
	if symmetry == Asymmetric {
		return nil
	}

	positions, colours := g.Shape()

	// repeat appends runs of new colours, none longer than the run before it.
	var repeat func(c Code, position, colour, longest int)
	repeat = func(c Code, position, colour, longest int) {
		if position == positions && g.IsGuess(c) {
			out = append(out, c)
		}
		if position == positions || colour == colours {
			return
		}
		for run := min(longest, positions-position); run >= 1; run-- {
			next := c
			for i := range run {
				next = next.With(position+i, colour)
			}
			repeat(next, position+run, colour+1, run)
		}
	}
	repeat(0, 0, 0, positions)

	if symmetry == PerPosition {
		return out[:1]
	}
	return out
}

// SymmetriesOf returns the symmetries of a game before the first guess: every
// permutation of the positions, all colours free. Games that are not symmetric
// have none.
func SymmetriesOf(g Game) Symmetries {
	structure := StructureOf(g)
	if structure.Symmetry == Asymmetric {
		return Symmetries{}
	}

	positions, colours := g.Shape()
	out := Symmetries{
		positions: positions,
		colours:   colours,
		exchanged: structure.Exchanged,
	}

	// All colours are free.
	var free [MaxColours]int8
	for c := range free {
		free[c] = -1
	}
	s := exchange{colours: [][MaxColours]int8{free}}
	if structure.Symmetry == PerPosition {
		s.colours = slices.Repeat(s.colours, positions)
	}

	for permutation := range numbers.Permutations(positions) {
		for i, from := range permutation {
			s.from[i] = int8(from)
		}
		out.list = append(out.list, s) // the rows are shared, and never written
	}
	return out
}

// After keeps the symmetries that do not change these rounds either.
func (s Symmetries) After(rounds ...Round) Symmetries {
	for _, r := range rounds {
		s = s.Fixing(r.Guess)(r.Feedback)
	}
	return s
}

// Fixing keeps the symmetries that do not change this guess either. It returns a function,
// which keeps only symmetries that do not change the feedback to the guess.
func (s Symmetries) Fixing(guess Code) (after func(Feedback) Symmetries) {
	fixing := s.Keeping(guess)
	return func(f Feedback) Symmetries {
		out := fixing
		if s.exchanged != nil {
			out.list = nil
			for _, e := range fixing.list {
				if s.exchanged(f, e.from[:s.positions]) == f {
					out.list = append(out.list, e)
				}
			}
		}
		return out
	}
}

// Keeping keeps the symmetries that do not change this guess either, but perhaps its
// feedback: they take the candidates after one feedback to the candidates after another.
func (s Symmetries) Keeping(guess Code) Symmetries {
	out := s
	out.list = nil
	for _, e := range s.list {
		e.colours = slices.Clone(e.colours)
		if e.fix(guess, s.positions) {
			out.list = append(out.list, e)
		}
	}
	return out
}

// fix decides where the exchange takes the colours of a guess, so that it leaves the guess
// unchanged. It reports whether that is possible.
func (s *exchange) fix(guess Code, positions int) bool {
	for i := range positions {
		row := s.row(i)
		from := guess.At(int(s.from[i]))
		to := int8(guess.At(i))
		switch {
		case row[from] == to:
		case row[from] >= 0 || slices.Contains(row[:], to):
			return false
		default:
			row[from] = to
		}
	}
	return true
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
			lowers := func(e exchange) bool { return e.lowers(guess, s.positions, free) }
			if !slices.ContainsFunc(s.list, lowers) && !yield(guess) {
				return
			}
		}
	}
}

// free returns, for each row, the colours that no guess has used. All symmetries exchange them in
// every way.
func (s Symmetries) free() [][]int8 {
	identity := s.list[0] // it fixes every guess, and so stays the first
	free := make([][]int8, len(identity.colours))
	for i, row := range identity.colours {
		for c, to := range row[:s.colours] {
			if to < 0 {
				free[i] = append(free[i], int8(c))
			}
		}
	}
	return free
}

// Trivial reports whether the symmetries take no code to another.
func (s Symmetries) Trivial() bool {
	several := func(row []int8) bool { return len(row) > 1 }
	return s.None() || len(s.list) == 1 && !slices.ContainsFunc(s.free(), several)
}

// Least returns the lexicographically smallest image of a code, which is the same for
// codes that the symmetries take into each other. It takes O(symmetries) time.
func (s Symmetries) Least(code Code) Code {
	if s.Trivial() {
		return code
	}
	least := code
	free := s.free()
	for i := range s.list {
		var lowest Code // the smallest image under this exchange
		for position, colour := range s.list[i].images(code, s.positions, free) {
			lowest = lowest.With(position, colour)
		}
		least = min(least, lowest)
	}
	return least
}

// lowers reports whether the exchange can take a guess to a smaller code.
func (s *exchange) lowers(guess Code, positions int, free [][]int8) bool {
	for i, image := range s.images(guess, positions, free) {
		if own := guess.At(i); image != own {
			return image < own
		}
	}
	return false
}

// images lists, by position, the colours of the smallest image of a code: free colours
// become the lowest free ones, in the order in which they appear.
func (s *exchange) images(code Code, positions int, free [][]int8) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		row := s.colours[0]
		left := free[0]
		for i := range positions {
			if len(free) > 1 {
				row = s.colours[i]
				left = free[i]
			}

			c := code.At(int(s.from[i]))
			if row[c] < 0 {
				row[c] = left[0]
				left = left[1:]
			}
			if !yield(i, int(row[c])) {
				return
			}
		}
	}
}

// Normal takes rounds to a normal form, which is the same for sequences that a symmetry
// takes into each other: one round after another becomes its image with the
// lexicographically smallest code and, among these, the smallest feedback. back takes a code
// of the normal form to the code here. It takes O(symmetries) time for each round, until
// only one symmetry is left.
func (s Symmetries) Normal(rounds []Round) (normal []Round, back func(Code) Code) {
	normal = slices.Clone(rounds)
	var inverses []exchange
	for i := range normal {
		if s.Trivial() {
			break
		}

		// The exchange with the least image of this round.
		free := s.free()
		least := normal[i]
		best := exchange{}
		for _, e := range s.list {
			e = e.completed(normal[i].Guess, s.positions, free)
			image := s.image(&e, normal[i])
			if best.colours == nil || image.before(least) {
				least = image
				best = e
			}
		}

		// It changes the later rounds too; those before it are fixed.
		for j := i; j < len(normal); j++ {
			normal[j] = s.image(&best, normal[j])
		}
		inverses = append(inverses, best.inverse(s.positions, s.colours))
		s = s.After(least)
	}

	return normal, func(c Code) Code {
		for _, inverse := range slices.Backward(inverses) {
			c = inverse.apply(c, s.positions)
		}
		return c
	}
}

// before reports whether a round comes before another in the order of guesses and feedback.
func (r Round) before(other Round) bool {
	return r.Guess < other.Guess || r.Guess == other.Guess && r.Feedback < other.Feedback
}

// image takes a round to its image by an exchange without free colours.
func (s Symmetries) image(e *exchange, r Round) Round {
	r.Guess = e.apply(r.Guess, s.positions)
	if s.exchanged != nil {
		r.Feedback = s.exchanged(r.Feedback, e.from[:s.positions])
	}
	return r
}

// completed decides where the free colours go: first those of a code, to the lowest free
// colours in the order in which they appear, and then the others.
func (s exchange) completed(code Code, positions int, free [][]int8) exchange {
	rows := slices.Clone(s.colours)
	left := slices.Clone(free)
	take := func(row int, c int8) {
		if rows[row][c] < 0 {
			rows[row][c] = left[row][0]
			left[row] = left[row][1:]
		}
	}

	for i := range positions {
		colour := code.At(int(s.from[i]))
		take(min(i, len(rows)-1), int8(colour))
	}
	for row := range rows {
		taken := rows[row]
		for c := range taken {
			if taken[c] < 0 && len(left[row]) > 0 {
				take(row, int8(c))
			}
		}
	}
	s.colours = rows
	return s
}

// apply takes a code to its image by an exchange without free colours.
func (s *exchange) apply(code Code, positions int) (image Code) {
	for i := range positions {
		image = image.With(i, int(s.row(i)[code.At(int(s.from[i]))]))
	}
	return image
}

// inverse returns the exchange that undoes this one.
func (s *exchange) inverse(positions, colours int) exchange {
	back := exchange{colours: make([][MaxColours]int8, len(s.colours))}
	for i := range positions {
		from := int(s.from[i])
		back.from[from] = int8(i)
		row := s.row(i)
		to := &back.colours[min(from, len(back.colours)-1)]
		for c := range colours {
			to[row[c]] = int8(c)
		}
	}
	return back
}
