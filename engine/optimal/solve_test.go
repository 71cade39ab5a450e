package optimal

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/partition"
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
		return impossible
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
	best := impossible
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
			return impossible
		default:
			total = min(impossible, total+s.solve(part, candidates, k-1))
		}
	}
	return total
}

// ranges returns what is to be proved for each objective within a depth; nil if
// there is no tree.
func (s *plainSearch) ranges(depth int) map[Objective][]Range {
	total := s.least(1, 0, depth)
	if total == impossible {
		return nil
	}
	worst := 1
	for s.least(1, 0, worst) == impossible {
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
	for _, name := range []string{
		"mm1x5", "mm2x3", "mm2x4", "mm2x5", "mm3x2", "mm4x2", "mm5x2", "mm2x3-distinct",
		"bc2x4", "bc3x4", "bc2x4-nozero", "bp2x3", "bp2x4", "bp3x2", "twod5",
	} {
		g := enginetest.Game(t, name)
		for _, pool := range pegPools {
			if name == "twod5" && pool == strategy.All {
				continue // too large for the plain search
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
				if least := plain.least(1, big, depth); least < impossible {
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

// TestRulesDoNotMatter switches off one rule after another.
func TestRulesDoNotMatter(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: searches without the rules that make them fast")
	}
	t.Parallel()
	names := []string{"mm3x4", "bc4x5", "bp3x4", "mm3x4-distinct"}
	if enginetest.Long() {
		names = append(names, "bc3x5", "mm4x3", "mm3x5", "bc3x6")
	}
	for _, name := range names {
		g := enginetest.Game(t, name)
		for _, pool := range pegPools {
			want := cost(0)
			for _, off := range []rules{
				{},
				{symmetry: true}, {separator: true}, {pairs: true}, {partBounds: true},
				{bestFirst: true}, {transpositions: true}, {capacity: true}, {most: true}, {normal: true},
				{true, true, true, true, true, false, true, true, true},
			} {
				s := newSearch(t.Context(), g, pool, 1<<20)
				s.off = off
				s.minimise(1, 0)
				least, guess, found := s.newWorker().solve(s.all(), unlimited, history{}, impossible)
				if !found || want != 0 && least != want {
					t.Errorf("%s, pool %s, without %+v: %d from %s (%v), with all rules %d", name, pool, off, least, g.FormatCode(guess), found, want)
				}
				want = least
			}
		}
	}
}

// pegPools are the pools that the plain search knows.
var pegPools = []strategy.Pool{strategy.All, strategy.Consistent, ConsistentButLast, SecondFree}

// TestRulesKeepTheGuess compares, set by set, what the search finds with all rules
// and without those that leave out lists: the least cost and the first guess that
// attains it, or that there is none below the limit.
func TestRulesKeepTheGuess(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: searches without the rules that make them fast")
	}
	t.Parallel()
	rng := rand.New(rand.NewPCG(15, 15))
	sets := 8
	if enginetest.Long() {
		sets = 40
	}
	decided := 0
	for _, name := range []string{
		"mm3x6", "mm4x4", "bc4x6", "bc3x7", "bp3x4", "mm4x4-distinct", "mm2x7", "bc2x7",
		"mm2x6-distinct", "mm5x3", "twod5", "wordle-3x4", "nerdle5",
	} {
		g := enginetest.Game(t, name)
		for _, pool := range Pools() {
			if pool.Check(g) != nil || pool == ConsistentButLastFancidev { // of sets that games lead to alone
				continue
			}
			for _, costs := range [][2]cost{{7, 0}, {7, 1}, {1, 100}, {0, 1}} {
				perGuess, perLast := costs[0], costs[1]
				plain := newSearch(t.Context(), g, pool, 1<<20)
				fast := newSearch(t.Context(), g, pool, 1<<20)
				plain.off = rules{pairs: true, bestFirst: true, transpositions: true, most: true, normal: true}
				plain.minimise(perGuess, perLast)
				fast.minimise(perGuess, perLast)
				a, b := plain.newWorker(), fast.newWorker()
				for range sets {
					k := []int{2, 3, 4, 5, unlimited}[rng.IntN(5)]
					candidates, past := plain.all(), history{}
					played := rng.IntN(2) == 0 // else any candidates, which colours of no guess so far do not exchange
					for rounds := 0; played && (len(candidates) > 40 || rounds == 0 && rng.IntN(2) == 0); rounds++ {
						guess := a.guesses[rng.IntN(len(a.guesses))]
						feedbacks := slices.Clone(a.feedbackTo(guess, candidates))
						f := feedbacks[rng.IntN(len(feedbacks))]
						past = a.afterFeedback(a.afterGuess(past, candidates, guess), f)
						for i := len(feedbacks) - 1; i >= 0; i-- {
							if feedbacks[i] != f {
								candidates = slices.Delete(candidates, i, i+1)
							}
						}
					}
					plain.off.symmetry = played
					if fast.reducer != nil {
						plain.reducer, _ = partition.NewReducer(g, plain.guesses, false)
						fast.reducer, _ = partition.NewReducer(g, fast.guesses, played)
					}
					if !played {
						rng.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
						candidates = slices.Clone(candidates[:1+rng.IntN(min(len(candidates), 24))])
						slices.Sort(candidates)
						if rng.IntN(2) == 0 {
							past = a.afterGuess(past, plain.all(), a.secrets[rng.IntN(len(a.secrets))])
						}
					}
					limit := impossible
					if rng.IntN(2) == 0 {
						limit = max(perGuess, 1) * cost(2*len(candidates)+rng.IntN(5))
					}
					want, guess, found := a.solve(candidates, k, past, limit)
					got, other, also := b.solve(candidates, k, past, limit)
					if found != also || found && (want != got || guess != other) || !found && got < limit && got < impossible {
						t.Fatalf("%s, pool %s, %d candidates, %d guesses left, limit %d: %d from %s (%v), without lists left out %d from %s (%v)",
							name, pool, len(candidates), k, limit, got, g.FormatCode(other), also, want, g.FormatCode(guess), found)
					}
					if found && len(candidates) > 2 {
						decided++
					}
				}
			}
		}
	}
	if decided < 25*sets {
		t.Errorf("%d sets were decided: the test has lost its point", decided)
	}
}

// TestSymmetryKeepsTheTree checks that leaving out first guesses that are
// equivalent to one before them changes neither what is proved nor the tree: with every
// objective in every other pool, or in all if the test may take long.
func TestSymmetryKeepsTheTree(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: searches without symmetries")
	}
	t.Parallel()
	for _, name := range []string{"mm3x5", "bc3x6", "mm4x3", "mm3x6-distinct"} {
		g := enginetest.Game(t, name)
		for i, pool := range pegPools {
			for j, objective := range Objectives() {
				if !enginetest.Long() && (i+j)%4 > 0 {
					continue
				}
				var first int
				var want string
				for _, off := range []rules{{symmetry: true}, {}} {
					v, end, err := newSolver(t.Context(), Problem{Game: g, Objective: objective, Pool: pool}, Options{Memory: 1 << 20})
					if err != nil {
						t.Fatal(err)
					}
					v.off = off
					if err := v.start(1); err != nil {
						t.Fatal(err)
					}
					v.run()
					end()
					got := fmt.Sprint(v.answer.Proved, v.answer.Ranges, v.answer.Tree.Packed())
					switch {
					case off.symmetry:
						first, want = len(v.answer.First), got
					case got != want:
						t.Errorf("%s, %s, pool %s: with symmetries %s\nwithout %s", name, objective, pool, got, want)
					case len(v.answer.First) >= first:
						t.Errorf("%s, %s, pool %s: %d first guesses with symmetries, %d without", name, objective, pool, len(v.answer.First), first)
					}
				}
			}
		}
	}
}

// TestHistoryByPosition follows rounds in a game whose symmetries depend on feedback: the
// history has it. It follows the parts of one guess as well, which share what is before them.
func TestHistoryByPosition(t *testing.T) {
	g := enginetest.Game(t, "pos3x5")
	w := newSearch(t.Context(), g, strategy.All, 1<<20).newWorker()
	round := func(guess, feedback string) game.Round {
		return game.Round{Guess: enginetest.Code(t, g, guess), Feedback: enginetest.Must(g.ParseFeedback(feedback))(t)}
	}
	rounds := []game.Round{round("012", "YBB"), round("304", "YGY")}
	candidates, past, err := w.follow(rounds)
	if err != nil || !slices.Equal(past.path, rounds) {
		t.Fatalf("the path is %v, %v, want %v", past.path, err, rounds)
	}
	next := w.afterGuess(past, candidates, rounds[0].Guess)
	first, second := w.afterFeedback(next, 3), w.afterFeedback(next, 4)
	if first.path[2].Feedback != 3 || second.path[2].Feedback != 4 || !slices.Equal(past.path, rounds) {
		t.Errorf("paths %v and %v after %v", first.path, second.path, past.path)
	}
}

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
