package partition

import "codebreak/engine/game"

// plain is the [Space] of games of which nothing is known but their answers: it asks
// for every one.
type plain struct {
	game  game.Game
	codes []game.Code
}

// Load takes no time.
func (s *plain) Load(codes []game.Code) { s.codes = codes }

// Codes returns the candidates.
func (s *plain) Codes() []game.Code { return s.codes }

// Count takes O(candidates) time.
func (s *plain) Count(guess game.Code, counts Counts) {
	clear(counts)
	for _, secret := range s.codes {
		counts[s.game.Feedback(secret, guess)]++
	}
}

// Scan takes O(candidates) time for each guess.
func (s *plain) Scan(guesses *Guesses, m Measure, limit int64, visit func(guess game.Code, score int64) int64) {
	counts := NewCounts(s.game)
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

// Fork shares the candidates.
func (s *plain) Fork() Space { return &plain{s.game, s.codes} }
