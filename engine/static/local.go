package static

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// greedy takes the guess that leaves the fewest pairs undistinguished until all are
// distinguished. It returns nil if the context ends before.
func (s *searcher) greedy() (set []int, err error) {
	set = []int{}
	for c := s.all(); len(c.ends) > 0; {
		best, least := 0, math.MaxInt
		for q := range s.guesses {
			if s.ctx.Err() != nil {
				return nil, nil
			}
			if pairs := s.pairs(c, q, least-1); pairs < least {
				best, least = q, pairs
			}
		}
		var next classes
		if s.split(c, best, &next); slices.Equal(next.ends, c.ends) {
			a, b := s.secrets[c.secrets[0]], s.secrets[c.secrets[1]]
			return nil, fmt.Errorf("no question of %s distinguishes %s from %s", s.game, s.game.FormatCode(a), s.game.FormatCode(b))
		}
		set, c = append(set, best), next
	}
	return set, nil
}

// mostTried is how many guesses are tried in place of one of a set.
const mostTried = 2000

// exchange changes a set until it distinguishes all pairs. Each move takes a question at
// random, and puts the best of the others in its place, even if that is worse. It returns nil
// if it finds no solution.
func (s *searcher) exchange(set []int, moves int, seed uint64, progress func(Progress)) []int {
	r := rand.New(rand.NewPCG(seed, uint64(len(set))))
	set = slices.Clone(set)
	for move := 0; move < moves && len(set) > 0 && s.ctx.Err() == nil; move++ {
		if progress != nil {
			progress(Progress{Questions: len(set), Done: move, All: moves})
		}
		i := r.IntN(len(set))
		c, next := s.all(), classes{}
		for j, q := range set {
			if j != i {
				s.split(c, q, &next)
				c, next = next, classes{}
			}
		}
		best, least, equal := set[i], math.MaxInt, 0
		for tried := range min(len(s.guesses), mostTried) {
			q := tried
			if len(s.guesses) > mostTried {
				q = r.IntN(len(s.guesses))
			}
			if q == set[i] {
				continue
			}
			pairs := s.pairs(c, q, least)
			if pairs < least {
				best, least, equal = q, pairs, 0
			}
			if pairs == least {
				if equal++; r.IntN(equal) == 0 { // each of the best is as likely
					best = q
				}
			}
		}
		if set[i] = best; least == 0 {
			return set
		}
	}
	return nil
}
