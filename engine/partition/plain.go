package partition

import (
	"codebreak/engine/game"
	"codebreak/engine/partition/internal/kernel"
)

// plain is the [Space] of any game: it asks for the feedback of every candidate, and needs no
// [game.Structure].
type plain struct {
	game       game.Game
	codes      []game.Code
	feedbackOn func(guess game.Code, out []game.Feedback) // the feedback of the codes
	feedbacks  []game.Feedback                            // room for ask
	counts     Counts                                     // by feedback, all 0 between guesses
	sizes      []int32                                    // room for the sizes of parts
}

func newPlain(g game.Game) *plain {
	return &plain{game: g, counts: NewCounts(g)}
}

// Load takes O(len(codes)) time.
func (s *plain) Load(codes []game.Code) {
	s.codes, s.feedbackOn = codes, game.Feedbacks(s.game, codes)
}

// Codes returns the candidates.
func (s *plain) Codes() []game.Code { return s.codes }

// ask returns the feedback of each candidate to a guess, until it is called again.
func (s *plain) ask(guess game.Code) []game.Feedback {
	if len(s.feedbacks) < len(s.codes) {
		s.feedbacks = make([]game.Feedback, len(s.codes))
	}
	feedbacks := s.feedbacks[:len(s.codes)]
	s.feedbackOn(guess, feedbacks)
	return feedbacks
}

// Count takes O(candidates + feedbacks) time.
func (s *plain) Count(guess game.Code, counts Counts) {
	clear(counts)
	for _, f := range s.ask(guess) {
		counts[f]++
	}
}

// measure takes O(candidates) time, however many kinds of feedback there are, except for
// computed measures, which read all counts.
func (s *plain) measure(guess game.Code, m Measure) int64 {
	if m.kind == kernel.Computed {
		counts := NewCounts(s.game)
		s.Count(guess, counts)
		return m.of(counts)
	}

	feedbacks := s.ask(guess)
	for _, f := range feedbacks {
		s.counts[f]++
	}
	s.sizes = s.sizes[:0]
	for _, f := range feedbacks {
		if n := s.counts[f]; n > 0 {
			s.sizes = append(s.sizes, n)
			s.counts[f] = 0
		}
	}
	return kernel.Measure(m.kind, m.table, s.sizes)
}

// Scan takes O(candidates) time for each guess.
func (s *plain) Scan(guesses *Guesses, m Measure, limit int64, visit func(guess game.Code, score int64) int64) {
	for ; !guesses.Empty() && limit != Stop; guesses.skip() {
		for r := guesses.first(); r.last != 0 && limit != Stop; r = guesses.first() {
			guess := r.prefix.With(guesses.last, guesses.take(r.last))
			score := s.measure(guess, m)
			if score < limit {
				limit = visit(guess, score)
			}
		}
		if limit == Stop {
			return
		}
	}
}

// Fork shares the candidates.
func (s *plain) Fork() Space {
	fork := newPlain(s.game)
	fork.codes = s.codes
	fork.feedbackOn = s.feedbackOn
	return fork
}
