package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	_ "codebreak/engine/game/pegs"
	_ "codebreak/engine/game/words"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

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
			want := Cost(0)
			for _, off := range []rules{
				{},
				{symmetry: true}, {separator: true}, {pairs: true}, {partBounds: true},
				{bestFirst: true}, {transpositions: true}, {capacity: true}, {most: true}, {normal: true},
				{true, true, true, true, true, false, true, true, true},
			} {
				s := newSearch(t.Context(), g, pool, 1<<20)
				s.off = off
				s.Minimise(Prices{PerGuess: 1, PerLast: 0})
				least, guess, found := s.newWorker().solve(s.all(), Unlimited, history{}, Impossible)
				if !found || want != 0 && least != want {
					t.Errorf("%s, pool %s, without %+v: %d from %s (%v), with all rules %d", name, pool, off, least, g.FormatCode(guess), found, want)
				}
				want = least
			}
		}
	}
}

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
		for _, pool := range slices.Concat(pegPools, []strategy.Pool{strategy.Answers, strategy.HardStrict, strategy.Hard}) {
			if pool.Check(g) != nil {
				continue
			}
			for _, costs := range [][2]Cost{{7, 0}, {7, 1}, {1, 100}, {0, 1}} {
				perGuess, perLast := costs[0], costs[1]
				plain := newSearch(t.Context(), g, pool, 1<<20)
				fast := newSearch(t.Context(), g, pool, 1<<20)
				plain.off = rules{pairs: true, bestFirst: true, transpositions: true, most: true, normal: true}
				plain.Minimise(Prices{PerGuess: perGuess, PerLast: perLast})
				fast.Minimise(Prices{PerGuess: perGuess, PerLast: perLast})
				a, b := plain.newWorker(), fast.newWorker()
				for range sets {
					k := []int{2, 3, 4, 5, Unlimited}[rng.IntN(5)]
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
					limit := Impossible
					if rng.IntN(2) == 0 {
						limit = max(perGuess, 1) * Cost(2*len(candidates)+rng.IntN(5))
					}
					want, guess, found := a.solve(candidates, k, past, limit)
					got, other, also := b.solve(candidates, k, past, limit)
					if found != also || found && (want != got || guess != other) || !found && got < limit && got < Impossible {
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

// pegPools are the pools of games of pegs, apart from a program's own.
var pegPools = []strategy.Pool{strategy.All, strategy.Consistent, ConsistentButLast, SecondFree}

// TestSymmetryKeepsTheTree checks that leaving out first guesses that are equivalent to one
// before them changes neither what is proved nor the tree, whatever is minimised: in every
// other pool, or in all if the test may take long.
func TestSymmetryKeepsTheTree(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: searches without symmetries")
	}
	t.Parallel()
	for i, name := range []string{"mm3x5", "bc3x6", "mm4x3", "mm3x6-distinct"} {
		g := enginetest.Game(t, name)
		for j, pool := range pegPools {
			if !enginetest.Long() && (i+j)%2 > 0 {
				continue
			}
			s, plain := newSearch(t.Context(), g, pool, 1<<20), newSearch(t.Context(), g, pool, 1<<20)
			plain.off.symmetry = true
			want, all := solveAll(t, plain)
			got, first := solveAll(t, s)
			if got != want {
				t.Errorf("%s, pool %s: with symmetries %s\nwithout %s", name, pool, got, want)
			}
			if first >= all {
				t.Errorf("%s, pool %s: %d first guesses with symmetries, %d without", name, pool, first, all)
			}
		}
	}
}

// solveAll finds the trees of the least total, of the least worst case, and of the fewest
// secrets at each of these. It writes what they cost with the trees, and counts the first
// guesses that were listed.
func solveAll(t *testing.T, s *shared) (found string, first int) {
	t.Helper()
	w, root := s.newWorker(), s.all()
	solve := func(p Prices, k int) *tree.Tree {
		s.Minimise(p)
		list, listed := w.choices(root, k, history{}, Impossible)
		first += len(list)
		least, guess, ok := w.solve(root, k, history{}, Impossible)
		if !listed || !ok {
			return nil
		}
		node, ok := w.node(root, guess, k, history{})
		if !ok {
			t.Fatal("the search was stopped")
		}
		best := &tree.Tree{Game: s.game, Root: node}
		if cost := p.Of(tree.Measure(best).Solved, k); cost != least {
			t.Errorf("%s: the tree costs %d, the search says %d", s.game, cost, least)
		}
		found += fmt.Sprintln(p, k, least, best.Packed())
		return best
	}

	const big = 1 << 20
	total := solve(Prices{PerGuess: 1}, Unlimited)
	solve(Prices{PerGuess: big, PerLast: 1}, total.Root.Worst())
	worst := 1
	for solve(Prices{PerGuess: 1}, worst) == nil {
		worst++
	}
	solve(Prices{PerGuess: 1, PerLast: big}, worst)
	return found, first
}

// TestPricedRules compares searches without rules where the price of a secret depends on the
// guess that solves it, from random first guesses.
func TestPricedRules(t *testing.T) {
	g := enginetest.Game(t, "mm3x5")
	_, guesses := game.Codes(g)
	random := rand.New(rand.NewPCG(7, 2))
	const big = 1 << 20
	for _, byGuesses := range [][]Cost{{0, 0, 0, big}, {0, 0, 0, 0, big}, {0, 2 * big, 5 * big, 7 * big, 8 * big, 9 * big}} {
		for range 3 {
			first := guesses[random.IntN(len(guesses))]
			pool := []strategy.Pool{strategy.All, strategy.Consistent}[random.IntN(2)]
			want := Cost(0)
			for _, off := range []rules{{}, {symmetry: true}, {separator: true}, {pairs: true}, {partBounds: true}, {bestFirst: true}, {transpositions: true}, {most: true}, {normal: true}} {
				s := New(t.Context(), g, pool, 1<<20)
				s.worker.off = off
				s.Minimise(Prices{PerGuess: 1, ByGuesses: byGuesses})
				root := enginetest.Must(s.Follow(nil))(t)
				total, found := s.Try(root, s.Choice(root, first, Unlimited), Unlimited, Impossible)
				if !found || want != 0 && total != want {
					t.Errorf("%s, %v: %d without %+v, else %d", g.FormatCode(first), byGuesses, total, off, want)
				}
				want = total
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
