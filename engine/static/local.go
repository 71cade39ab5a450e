package static

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// greedy takes the guess that leaves the fewest pairs undistinguished until all are
// distinguished.
func (s *searcher) greedy(random *rand.Rand) (set []int, err error) {
	set = []int{}
	for c := s.all(); len(c.ends) > 0; {
		q, _ := s.best(c, -1, len(s.guesses), random)
		next := s.split(c, q)
		switch {
		case s.ctx.Err() != nil:
			return nil, s.ctx.Err()
		case slices.Equal(next.ends, c.ends):
			a := s.secrets[c.secrets[0]]
			b := s.secrets[c.secrets[1]]
			return nil, fmt.Errorf("no question of %s distinguishes %s from %s",
				s.game, s.game.FormatCode(a), s.game.FormatCode(b))
		}
		set = append(set, q)
		c = next
	}
	return set, nil
}

// mostTried limits the guesses that are tried in place of one guess of a set.
const mostTried = 2000

// exchange changes a set until it distinguishes all pairs. Each move puts another question in the
// place of one: the exchange that leaves the fewest pairs, even if that is more than before,
// since a move that only improves gets stuck. It never changes the same place twice in a row. It
// returns nil if it finds no solution.
func (s *searcher) exchange(set []int, moves int, random *rand.Rand, progress func(Progress)) []int {
	last := -1
	for move := 0; move < moves && len(set) > 0 && s.ctx.Err() == nil; move++ {
		if progress != nil {
			progress(Progress{Questions: len(set), Done: move, All: moves})
		}

		at := 0
		with := set[0]
		least := math.MaxInt
		for i := range set {
			if i == last {
				continue
			}
			q, left := s.best(s.without(set, i), set[i], mostTried, random)
			if left < least {
				at = i
				with = q
				least = left
			}
		}

		set[at] = with
		last = at
		if least == 0 {
			return set
		}
	}
	return nil
}

// best returns a guess other than the given one that leaves the fewest pairs in classes
// undistinguished, and the number of these pairs. It draws one of several equally good guesses.
// If there are more guesses than tries, it looks at random guesses.
func (s *searcher) best(c classes, other, tries int, random *rand.Rand) (best, least int) {
	least = math.MaxInt - 1
	equal := 0
	for q := range min(len(s.guesses), tries) {
		if len(s.guesses) > tries {
			q = random.IntN(len(s.guesses))
		}
		if q == other || s.ctx.Err() != nil {
			continue
		}

		pairs := s.pairs(c, q, least)
		if pairs < least {
			least = pairs
			equal = 0
		}
		if pairs == least {
			equal++
			if random.IntN(equal) == 0 {
				best = q
			}
		}
	}
	return best, least
}
