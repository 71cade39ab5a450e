package optimal

import (
	"context"
	"fmt"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// naive finds the least cost of a set by trying every guess at every set, with
// nothing but a memory of sets. infeasible is the cost where the guesses left
// do not suffice.
type naive struct {
	game              game.Game
	secrets, guesses  []game.Code
	pool              strategy.Pool
	perGuess, perLast cost
	known             map[string]cost
}

func (s *naive) solve(candidates, before []game.Code, k int) cost {
	if k == 0 {
		return impossible
	}
	key := fmt.Sprint(k, candidates)
	if s.pool == ConsistentButLast {
		key += fmt.Sprint(before)
	}
	if c, ok := s.known[key]; ok {
		return c
	}
	guesses := s.guesses
	switch s.pool {
	case strategy.Consistent:
		guesses = candidates
	case ConsistentButLast:
		guesses = before
	}
	best := impossible
	for _, guess := range guesses {
		parts := map[game.Feedback][]game.Code{}
		for _, secret := range candidates {
			f := s.game.Reference(secret, guess)
			parts[f] = append(parts[f], secret)
		}
		total := cost(len(candidates)) * s.perGuess
		for f, part := range parts {
			switch {
			case f == s.game.Final():
				if k == 1 {
					total += s.perLast
				}
			case len(part) == len(candidates):
				total = impossible
			default:
				total = min(impossible, total+s.solve(part, candidates, k-1))
			}
		}
		best = min(best, total)
	}
	s.known[key] = best
	return best
}

// TestSolveAgreesWithNaive compares every objective, pool and depth on small
// games with a search that knows no tricks.
func TestSolveAgreesWithNaive(t *testing.T) {
	for _, name := range []string{"mm1x5", "mm2x3", "mm2x4", "mm2x5", "bc2x4", "bc3x4", "bp2x3", "bp2x4", "mm3x2", "mm4x2", "mm2x3-distinct", "bc2x4-nozero", "bp3x2", "mm5x2", "twod5"} {
		g, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		secrets, guesses, err := game.Codes(g, game.Lex)
		if err != nil {
			t.Fatal(err)
		}
		for _, pool := range pools() {
			if name == "twod5" && pool == strategy.All {
				continue // too large for the naive search
			}
			least := func(perGuess, perLast cost, depth int) cost {
				s := &naive{g, secrets, guesses, pool, perGuess, perLast, map[string]cost{}}
				return s.solve(secrets, secrets, depth)
			}
			const deep = 9
			total := least(1, 0, deep)
			worst := 1
			for least(1, 0, worst) == impossible {
				worst++
			}
			worstOfTotal := worst
			for least(1, 0, worstOfTotal) != total {
				worstOfTotal++
			}
			count := least(1, big, worst)
			want := map[Objective][]Range{
				Total:           {{"total", int(total), int(total)}},
				TotalWorstCount: {{"total", int(total), int(total)}, {"worst", worstOfTotal, worstOfTotal}, same("count", least(big, 1, worstOfTotal)-big*total)},
				WorstTotal:      {same("worst", cost(worst)), same("total", least(1, 0, worst))},
				WorstThenCount:  {same("worst", cost(worst)), same("count", count/big), same("total", count%big)},
			}
			for objective, ranges := range want {
				for _, workers := range []int{1, 3} {
					a, err := Solve(context.Background(), Problem{Game: g, Objective: objective, Pool: pool}, SolveOptions{Workers: workers, Memory: 1 << 20})
					if err != nil || !a.Proved || fmt.Sprint(a.Ranges) != fmt.Sprint(ranges) {
						t.Errorf("%s, %s, pool %s, %d workers: %v, proved %v, %v; naively %v", name, objective, pool, workers, a.Ranges, a.Proved, err, ranges)
						continue
					}
					if _, err := tree.Check(a.Tree); err != nil {
						t.Errorf("%s, %s: %v", name, objective, err)
					}
				}
			}
			for depth := 1; depth <= worst; depth++ {
				a, err := Solve(context.Background(), Problem{Game: g, Objective: Total, Pool: pool, MaxDepth: depth}, SolveOptions{Memory: 1 << 20})
				naively := least(1, 0, depth)
				if err != nil || a.Impossible != (naively == impossible) || !a.Impossible && cost(a.Ranges[0].Upper) != naively {
					t.Errorf("%s, pool %s, depth %d: %+v, %v; naively %d", name, pool, depth, a.Ranges, err, naively)
				}
			}
		}
	}
}

func same(name string, n cost) Range { return Range{name, int(n), int(n)} }

// TestRulesDoNotMatter switches off one rule after another.
func TestRulesDoNotMatter(t *testing.T) {
	for _, name := range []string{"mm3x5", "bc3x6", "mm4x3", "bc4x5", "bp3x4", "mm3x4-distinct"} {
		g, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, pool := range pools() {
			want := cost(0)
			for _, off := range []rules{{}, {symmetry: true}, {separator: true}, {partBounds: true}, {table: true}, {true, true, true, false}} {
				s, err := newSearch(context.Background(), g, pool, 1<<20)
				if err != nil {
					t.Fatal(err)
				}
				s.off = off
				s.minimise(1, 0, unlimited)
				least, guess, found := s.newWorker().solve(s.all(), unlimited, place{}, impossible)
				if !found || want != 0 && least != want {
					t.Errorf("%s, pool %s, without %+v: %d from %s (%v), with all rules %d", name, pool, off, least, g.FormatCode(guess), found, want)
				}
				want = least
			}
		}
	}
}
