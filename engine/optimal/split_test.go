package optimal

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// memory is for the tables of small games: they would not fill the default, and take time to
// clear it.
const memory = 1 << 20

// splitProblems are small problems of each kind.
func splitProblems(t *testing.T) (problems []Problem) {
	t.Helper()
	add := func(name, objective, first string, maxDepth int, pool strategy.Pool) {
		g := enginetest.Game(t, name)
		p := Problem{Game: g, Objective: Objective(objective), MaxDepth: maxDepth, Pool: pool}
		if first != "" {
			code := enginetest.Code(t, g, first)
			p.First = &code
		}
		problems = append(problems, p)
	}
	for _, name := range []string{"mm1x5", "mm2x3", "mm3x5", "bc2x4", "bc3x6", "bp2x4", "twod5", "mm3x6-distinct"} {
		for _, objective := range []Objective{Total, WorstTotal, WorstCount} {
			add(name, string(objective), "", 0, strategy.All)
		}
	}
	for _, pool := range []strategy.Pool{strategy.Consistent, ConsistentButLast, ConsistentButLastFancidev, SecondFree} {
		add("mm2x5", "total", "", 0, pool)
		add("mm3x5", "total", "112", 0, pool)
		add("mm3x4", "worst,count", "112", 0, pool)
		add("mm3x6", "worst,total", "112", 0, pool) // no one-step strategy has the least worst case
	}
	add("mm4x4", "total", "", 5, strategy.All)
	add("mm4x4", "worst,total", "1112", 0, strategy.All)
	add("mm4x5", "total", "", 0, strategy.All)
	if enginetest.Long() {
		add("mm4x5", "worst,count", "", 0, strategy.All)
		for _, pool := range []strategy.Pool{strategy.Consistent, ConsistentButLast, ConsistentButLastFancidev, SecondFree} {
			add("mm4x4", "worst,count", "1123", 0, pool)
		}
	}
	add("bc4x6", "worst,total", "", 0, strategy.All)
	add("bc4x7", "worst,count", "", 0, strategy.All)
	return problems
}

// solveSplit solves the parts of a split problem in a random order, and joins them.
func solveSplit(t *testing.T, p Problem, worst, cutFrom int) (a Result, parts int) {
	t.Helper()
	s := enginetest.Must(newSplit(t.Context(), p, worst, cutFrom))(t)
	solved := Solutions{}
	solve := func(parts []Part) {
		for _, i := range rand.Perm(len(parts)) {
			p := enginetest.Must(parts[i].Spec().Parse())(t) // as it is written and read again
			a, err := Solve(t.Context(), p, Options{Memory: 1 << 16})
			if err != nil || !a.Proved && !a.Impossible {
				t.Fatalf("%+v: proved %v, %v", p.Spec(), a.Proved, err)
			}
			if a.Tree != nil {
				if err := p.CheckTree(a.Tree); err != nil {
					t.Fatalf("%+v: %v", p.Spec(), err)
				}
			}
			solved[p.Spec()] = a.Tree
		}
	}
	if _, err := s.Join(t.Context(), solved); err == nil {
		t.Errorf("%+v: joined before anything was solved", p.Spec())
	}
	solve(s.Principal())
	others := enginetest.Must(s.Others(solved))(t)
	solve(others)
	return enginetest.Must(s.Join(t.Context(), solved))(t), len(solved)
}

// TestSplitMakesTheSameTree compares problems split into many parts, and into few, with
// one search.
func TestSplitMakesTheSameTree(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: dozens of searches; TestParts and TestSplitWithoutTree split some")
	}
	t.Parallel()
	most := 0
	for _, p := range splitProblems(t) {
		want := enginetest.Must(Solve(t.Context(), p, Options{Memory: 1 << 18}))(t)
		worst := 0
		if p.Objective != Total {
			worst = want.Ranges[0].Lower
		}
		secrets := game.CountSecrets(p.Game)
		cuts := []int{1 + secrets/10}
		if enginetest.Long() {
			cuts = append(cuts, 1+secrets/3)
		}
		for _, cutFrom := range cuts {
			got, parts := solveSplit(t, p, worst, cutFrom)
			most = max(most, parts)
			is, wanted := fmt.Sprint(got.Ranges, got.Tree.Packed()), fmt.Sprint(want.Ranges, want.Tree.Packed())
			if !got.Proved || is != wanted {
				t.Errorf("%+v, cut from %d: proved %v, %s\nwant %s", p.Spec(), cutFrom, got.Proved, is, wanted)
			}
		}
	}
	if most < 20 {
		t.Errorf("%d parts at most: the test has lost its point", most)
	}
}

// TestSplitWithoutTree splits problems that have no tree.
func TestSplitWithoutTree(t *testing.T) {
	for _, depth := range []int{1, 2, 3} {
		p := Problem{Game: enginetest.Game(t, "mm3x4"), MaxDepth: depth}
		if a, _ := solveSplit(t, p, 0, 5); !a.Impossible || a.Proved || a.Tree != nil {
			t.Errorf("within %d guesses: %+v", depth, a)
		}
	}
}

// TestParts solves parts of problems: rounds that were played, and a bound.
func TestParts(t *testing.T) {
	spec := ProblemSpec{Game: "mm3x5", Path: "112 1A0B; 134 0A1B"}
	p := enginetest.Must(spec.Parse())(t)
	if got := p.Spec(); got.Path != spec.Path || got.Objective != Total || got.Pool != strategy.All {
		t.Errorf("%+v is written %+v", spec, got)
	}
	a, err := Solve(t.Context(), p, Options{Memory: memory})
	if err != nil || !a.Proved {
		t.Fatal(a, err)
	}
	least := a.Ranges[0].Lower
	for _, below := range []int{least, least + 1} {
		p.Below = Cost{Total: below}
		b, err := Solve(t.Context(), p, Options{Memory: memory})
		if err != nil || !b.Proved || (b.Tree != nil) != (below > least) {
			t.Errorf("the least total is %d; below %d: tree %v, proved %v, %v", least, below, b.Tree != nil, b.Proved, err)
		}
	}
}
