package bounds

import (
	"math"

	"codebreak/engine/game"
)

// A shape is a kind of set: what is known of sets with one feedback on a guess. What
// matters is how a guess may split it. Each way lists the shapes of the classes, which
// may hold fewer candidates than that; the set itself may be among them once. So the
// most candidates that k guesses can find are, for the best way, the sum of what k-1
// guesses can find in its classes; and the least total of n candidates is n and, for
// the best way and the best division of n among its parts, the sum of their totals.
type shape struct {
	ways [][]*shape
	most []int // candidates that can be found, by the number of guesses
	// totals are the least by the number of candidates, as far as the shape has them.
	totals []int
}

// twoPositions fills in the bounds of a game of two positions with white pegs, in
// O(secrets²) time. They do not depend on the number of colours. Chen and Lin (2004) gave
// the least totals with repeats, Chen, Hsu and Lin (2002) those without, as formulas; up
// to 16 colours the bounds are less by 6 at most.
//
// A line is the codes with one colour at one position, a cross a line of each position.
//
//   - A guess gh splits all codes into itself; one code, with feedback 0A2B; after 1A0B
//     the cross of g at the first position and h at the second; after 0A1B some of the
//     cross of h at the first and g at the second, without gg and hh; and the rest.
//     A guess gg has less feedback.
//   - On the line of r at the first position a guess uv gives all codes the same feedback but
//     ru and rv. If u is r, ru makes no difference and rv is the guess itself.
//
// On the cross of r at the first position and s at the second, with colours u and v other than r
// and s, the classes are these. After 0A1B, and where secrets do not repeat colours, rr and ss
// cannot be the secret.
//
//	guess  solves  classes of one or two    classes that remain
//	rs     rs                               both lines together
//	rv     rv      vs                       each line
//	us     us      ru                       each line
//	sr             rs; rr and ss            both lines together
//	ur             ru; rr and us            each line
//	sv             vs; ss and rv            each line
//	uv             ru and vs; us and rv     both lines together
//
// Ways that others better, such as a single code where other guesses may be the secret, are left out.
func (c *Capacity) twoPositions(rules game.Pegs) {
	hit := &shape{most: []int{1}, totals: []int{0, 0}} // it is found by the guess itself
	one := &shape{ways: [][]*shape{{hit}}}
	pair := &shape{ways: [][]*shape{{hit, one}}}
	line := &shape{}
	all := &shape{}
	line.ways = [][]*shape{{hit, line}, {one, one, line}}

	swapped := &shape{}
	cross := &shape{}
	for _, s := range []*shape{swapped, cross} {
		s.ways = [][]*shape{{hit, s}, {hit, one, line, line}, {pair, pair, s}}
	}
	if rules.SecretRepeats {
		cross.ways = append(cross.ways, []*shape{one, pair, line, line})
	}
	all.ways = [][]*shape{{hit, one, swapped, cross, all}}

	shapes := []*shape{one, pair, line, swapped, cross, all}
	for _, s := range shapes {
		s.findTotals(c.secrets)
	}

	byFeedback := map[game.Feedback]*shape{
		game.NewFeedback(0, 0): all,
		game.NewFeedback(0, 1): swapped,
		game.NewFeedback(1, 0): cross,
		game.NewFeedback(0, 2): one,
	}
	c.totals = all.totals
	c.partTotals = make([][]int, game.MaxPegFeedbacks)
	for f, s := range byFeedback {
		c.partTotals[f] = s.totals
	}

	for k := 0; ; k++ {
		for _, s := range shapes {
			s.findMost(k)
		}
		hit.most = append(hit.most, 1)

		parts := make([]int, game.MaxPegFeedbacks)
		for f, s := range byFeedback {
			parts[f] = s.most[k]
		}
		c.sets = append(c.sets, min(all.most[k], c.secrets))
		c.parts = append(c.parts, parts)
		if all.most[k] >= c.secrets {
			return
		}
	}
}

// findMost finds how many candidates k guesses can find at most, from what is known of
// k-1.
func (s *shape) findMost(k int) {
	most := 0
	for _, way := range s.ways {
		n := 0
		for _, part := range way {
			if k > 0 {
				n += part.most[k-1]
			}
		}
		most = max(most, n)
	}
	s.most = append(s.most, most)
}

// findTotals finds the least totals of up to a number of candidates, from those of the other
// shapes in its ways.
func (s *shape) findTotals(candidates int) {
	others := make([][]int, len(s.ways)) // sums of totals of the other parts
	again := make([]bool, len(s.ways))   // whether the set itself is a part
	for i, way := range s.ways {
		others[i] = []int{0}
		for _, part := range way {
			if part == s {
				again[i] = true
			} else {
				others[i] = shared(others[i], part.totals, candidates)
			}
		}
	}

	s.totals = []int{0}
	for n := 1; n <= candidates; n++ {
		least := math.MaxInt
		for i, totals := range others {
			if !again[i] {
				if n < len(totals) {
					least = min(least, totals[n])
				}
				continue
			}
			end := min(len(totals), n+1)
			for j := 1; j < end; j++ { // with none in other parts the guess is of no use
				least = min(least, totals[j]+s.totals[n-j])
			}
		}
		if least == math.MaxInt {
			return // there are fewer
		}
		s.totals = append(s.totals, n+least)
	}
}

// shared returns the least sums of two totals, by the number of candidates that two sets
// share, up to a limit.
func shared(a, b []int, candidates int) []int {
	most := min(len(a)+len(b)-2, candidates)
	sums := make([]int, most+1)
	for n := range sums {
		sums[n] = math.MaxInt
		first := max(0, n-len(b)+1)
		end := min(len(a), n+1)
		for i := first; i < end; i++ {
			sums[n] = min(sums[n], a[i]+b[n-i])
		}
	}
	return sums
}
