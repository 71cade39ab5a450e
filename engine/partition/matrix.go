package partition

import "codebreak/engine/game"

// maxRelations bounds the codes of a game whose relation matrix is kept: one
// byte for each pair of codes, 16 MiB at most.
const maxRelations = 4096

// relations answers guesses of any game: from a matrix if the game is small,
// else by asking the game.
type relations struct {
	game    game.Game
	numbers int
	codes   int             // of the game's shape, secrets and others
	matrix  []game.Feedback // row by guess, column by secret; nil if the game is too large
}

func newRelations(g game.Game) *relations {
	positions, numbers := g.Shape()
	r := &relations{game: g, numbers: numbers, codes: 1}
	for range positions {
		r.codes *= numbers
		if r.codes > maxRelations {
			return r
		}
	}
	secrets, guesses := game.Codes(g)
	r.matrix = make([]game.Feedback, r.codes*r.codes)
	for _, guess := range guesses {
		for _, secret := range secrets {
			r.matrix[r.index(guess)*r.codes+r.index(secret)] = g.Feedback(secret, guess)
		}
	}
	return r
}

// index numbers the codes of the game's shape in lexicographic order.
func (r *relations) index(c game.Code) int {
	positions, _ := r.game.Shape()
	n := 0
	for i := range positions {
		n = n*r.numbers + c.At(i)
	}
	return n
}

// matrix is the [Space] of games that are not peg games. It looks up every
// candidate's answer in the relation matrix of the game.
type matrix struct {
	relations *relations
	codes     []game.Code
	columns   []int // of codes in the matrix
}

// Load takes O(len(codes)) time.
func (s *matrix) Load(codes []game.Code) {
	s.codes = codes
	s.columns = s.columns[:0]
	for _, c := range codes {
		s.columns = append(s.columns, s.relations.index(c))
	}
}

// Codes returns the candidates.
func (s *matrix) Codes() []game.Code { return s.codes }

// answers calls yield with each candidate's answer to the guess.
func (s *matrix) answers(guess game.Code, yield func(i int, f game.Feedback)) {
	r := s.relations
	if r.matrix == nil {
		for i, secret := range s.codes {
			yield(i, r.game.Feedback(secret, guess))
		}
		return
	}
	row := r.matrix[r.index(guess)*r.codes:][:r.codes]
	for i, column := range s.columns {
		yield(i, row[column])
	}
}

// Count takes O(candidates) time.
func (s *matrix) Count(guess game.Code, counts Counts) {
	clear(counts)
	s.answers(guess, func(_ int, f game.Feedback) { counts[f]++ })
}

// Scan takes O(candidates) time for each guess.
func (s *matrix) Scan(guesses *Guesses, m Measure, limit int64, visit func(guess game.Code, score int64) int64) {
	counts := NewCounts(s.relations.game)
	for ; !guesses.Empty() && limit != Stop; guesses.skip() {
		for r := guesses.first(); r.last != 0 && limit != Stop; r = guesses.first() {
			guess := r.prefix.With(guesses.last, guesses.take(r.last))
			s.Count(guess, counts)
			if score := m.Of(counts); score < limit {
				limit = visit(guess, score)
			}
		}
		if limit == Stop {
			return
		}
	}
}

// Fork shares all but the answers.
func (s *matrix) Fork() Space { fork := *s; return &fork }

// Restrict takes O(candidates) time.
func (s *matrix) Restrict(guess game.Code, f game.Feedback) Set {
	set := make(Set, (len(s.codes)+63)/64)
	s.answers(guess, func(i int, answer game.Feedback) {
		if answer == f {
			set[i/64] |= 1 << (i % 64)
		}
	})
	return set
}
