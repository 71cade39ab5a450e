package optimal

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/optimal/internal/search"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// A plainSearch finds the least cost of a set by trying every guess at every
// set, with the reference rule and nothing but a memory of sets.
type plainSearch struct {
	secrets, guesses  []game.Code
	feedbacks         [][]game.Feedback // to guesses, of secrets
	final             game.Feedback
	pool              strategy.Pool
	perGuess, perLast cost
	known             map[plainKey]cost // of these two weights
	memory            map[[2]cost]map[plainKey]cost
}

// A plainKey is sets of candidates, one bit each, and the guesses left.
type plainKey struct {
	candidates, before uint64
	k                  int
}

func newPlainSearch(t *testing.T, g game.Game, pool strategy.Pool) *plainSearch {
	t.Helper()
	s := &plainSearch{final: g.Final(), pool: pool, memory: map[[2]cost]map[plainKey]cost{}}
	s.secrets, s.guesses = game.Codes(g)
	if len(s.secrets) > 64 {
		t.Fatalf("%s has more secrets than bits", g)
	}
	for _, guess := range s.guesses {
		var row []game.Feedback
		for _, secret := range s.secrets {
			row = append(row, g.Reference(secret, guess))
		}
		s.feedbacks = append(s.feedbacks, row)
	}
	return s
}

// least returns the least cost of the game within a depth, impossible if there
// is no tree.
func (s *plainSearch) least(perGuess, perLast cost, depth int) cost {
	weights := [2]cost{perGuess, perLast}
	if s.memory[weights] == nil {
		s.memory[weights] = map[plainKey]cost{}
	}
	s.perGuess, s.perLast, s.known = perGuess, perLast, s.memory[weights]
	all := ^uint64(0) >> (64 - len(s.secrets))
	return s.solve(all, all, min(depth, len(s.secrets)+1))
}

func (s *plainSearch) solve(candidates, before uint64, k int) cost {
	if k == 0 {
		return search.Impossible
	}
	key := plainKey{candidates, 0, k}
	second := s.pool == SecondFree && bits.OnesCount64(before) == len(s.secrets) && before != candidates
	if s.pool == ConsistentButLast || second {
		key.before = before
	}
	if c, ok := s.known[key]; ok {
		return c
	}
	pool := candidates
	if s.pool == ConsistentButLast {
		pool = before
	}
	best := search.Impossible
	for i, guess := range s.guesses {
		if s.pool != strategy.All && !second {
			number, secret := slices.BinarySearch(s.secrets, guess)
			if !secret || pool>>number&1 == 0 {
				continue
			}
		}
		best = min(best, s.guess(i, candidates, k))
	}
	s.known[key] = best
	return best
}

// guess returns the least cost of a set that begins with a guess.
func (s *plainSearch) guess(guess int, candidates uint64, k int) cost {
	var parts [game.MaxPegFeedbacks]uint64
	for left := candidates; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		parts[s.feedbacks[guess][i]] |= 1 << i
	}
	total := cost(bits.OnesCount64(candidates)) * s.perGuess
	for f, part := range parts {
		switch {
		case part == 0:
		case game.Feedback(f) == s.final:
			if k == 1 {
				total += s.perLast
			}
		case part == candidates:
			return search.Impossible
		default:
			total = min(search.Impossible, total+s.solve(part, candidates, k-1))
		}
	}
	return total
}

// ranges returns what is to be proved for each objective within a depth; nil if
// there is no tree.
func (s *plainSearch) ranges(depth int) map[Objective][]Range {
	total := s.least(1, 0, depth)
	if total == search.Impossible {
		return nil
	}
	worst := 1
	for s.least(1, 0, worst) == search.Impossible {
		worst++
	}
	totalAtWorst := s.least(1, 0, worst)
	worstOfTotal := worst
	for s.least(1, 0, worstOfTotal) != total {
		worstOfTotal++
	}
	count, countOfTotal := s.least(1, big, worst), s.least(big, 1, worstOfTotal)-big*total
	return map[Objective][]Range{
		Total:           {same("total", total)},
		TotalWorstCount: {same("total", total), same("worst", cost(worstOfTotal)), same("count", countOfTotal)},
		WorstTotal:      {same("worst", cost(worst)), same("total", totalAtWorst)},
		WorstCount:      {same("worst", cost(worst)), same("count", count/big), same("total", count%big)},
	}
}

func same(name string, n cost) Range { return Range{name, int(n), int(n)} }

// agrees compares what Solve finds with what the plain search proved.
func agrees(t *testing.T, p Problem, workers int, want []Range) {
	t.Helper()
	a, err := Solve(t.Context(), p, Options{Workers: workers, Memory: 1 << 16})
	switch {
	case err != nil:
		t.Errorf("%+v, %d workers: %v", p.Spec(), workers, err)
	case want == nil:
		if !a.Impossible || a.Tree != nil || a.Proved {
			t.Errorf("%+v, %d workers: %+v; there is no tree", p.Spec(), workers, a.Ranges)
		}
	case !a.Proved || !slices.Equal(a.Ranges, want):
		t.Errorf("%+v, %d workers: %+v, proved %v; want %+v", p.Spec(), workers, a.Ranges, a.Proved, want)
	default:
		if _, err := tree.Check(t.Context(), a.Tree); err != nil {
			t.Errorf("%+v: %v", p.Spec(), err)
		}
	}
}

// TestSolveAgreesWithPlainSearch compares every objective, pool and depth on
// small games with a search that knows no tricks.
func TestSolveAgreesWithPlainSearch(t *testing.T) {
	t.Parallel()
	for i, name := range []string{
		"mm1x5", "mm2x3", "mm2x4", "mm2x5", "mm3x2", "mm4x2", "mm5x2", "mm2x3-distinct",
		"bc2x4", "bc3x4", "bc2x4-nozero", "bp2x3", "bp2x4", "bp3x2", "twod5",
	} {
		g := enginetest.Game(t, name)
		for j, pool := range pegPools {
			if testing.Short() && (i+j)%2 > 0 {
				continue // by turns: the next game has this pool
			}
			if name == "twod5" && pool == strategy.All {
				continue // too large for the plain search
			}
			if testing.Short() && pool == strategy.All && game.CountSecrets(g) > 20 {
				continue // slow
			}
			plain := newPlainSearch(t, g, pool)
			unlimited := plain.ranges(len(plain.secrets))
			for _, objective := range Objectives() {
				for _, workers := range []int{1, 3} {
					agrees(t, Problem{Game: g, Objective: objective, Pool: pool}, workers, unlimited[objective])
				}
			}
			for depth := 1; depth <= unlimited[WorstTotal][0].Lower; depth++ {
				agrees(t, Problem{Game: g, Objective: Total, Pool: pool, MaxDepth: depth}, 1, plain.ranges(depth)[Total])
				var counts []Range
				if least := plain.least(1, big, depth); least < search.Impossible {
					counts = []Range{same("count", least/big), same("total", least%big)}
				}
				agrees(t, Problem{Game: g, Objective: Count, Pool: pool, MaxDepth: depth}, 1, counts)
			}
		}
	}
}

// smallGames lists the games of up to so many secrets.
func smallGames(t *testing.T, secrets int) (games []game.Game) {
	t.Helper()
	for positions := 1; positions <= game.MaxPositions; positions++ {
		for colours := 1; colours <= game.MaxColours; colours++ {
			for _, form := range []string{"mm%dx%d", "mm%dx%d-distinct", "mm%dx%d-digits", "bp%dx%d", "bc%dx%d", "bc%dx%d-nozero"} {
				g, err := game.Parse(fmt.Sprintf(form, positions, colours))
				if err == nil && game.CountSecrets(g) <= secrets {
					games = append(games, g)
				}
			}
		}
	}
	if len(games) < 50 {
		t.Fatalf("%d small games; the test has lost its point", len(games))
	}
	return games
}

// TestSolveAllSmallGames compares every game of up to 9 secrets, or 12 if it may take long,
// objective, pool and depth with the plain search.
func TestSolveAllSmallGames(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: every game of up to 8 secrets")
	}
	t.Parallel()
	most := 8
	if enginetest.Long() {
		most = 12
	}
	for _, g := range smallGames(t, most) {
		for _, pool := range pegPools {
			plain := newPlainSearch(t, g, pool)
			for depth := range len(plain.secrets) + 2 { // 0 is any number
				want := plain.ranges(cmp.Or(depth, len(plain.secrets)))
				for _, objective := range Objectives() {
					p := Problem{Game: g, Objective: objective, Pool: pool, MaxDepth: depth}
					agrees(t, p, 1, want[objective])
				}
			}
		}
	}
}

// pegPools are the pools that the plain search knows.
var pegPools = []strategy.Pool{strategy.All, strategy.Consistent, ConsistentButLast, SecondFree}

func BenchmarkSolve(b *testing.B) {
	for _, name := range []string{"mm4x6", "bc4x8", "mm4x7"} {
		g := enginetest.Game(b, name)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				a, err := Solve(b.Context(), Problem{Game: g, Objective: Total, Pool: strategy.All}, Options{Workers: 1})
				if err != nil || !a.Proved {
					b.Fatal(a.Ranges, err)
				}
				b.ReportMetric(float64(a.Nodes), "sets")
			}
		})
	}
}
