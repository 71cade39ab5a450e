package static_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
	"codebreak/engine/game/words"
	"codebreak/engine/static"
)

// solve finds a set, and has the rule of the game as a person would state it check it.
func solve(t *testing.T, g game.Game, o static.Options) static.Result {
	t.Helper()
	r, err := static.Solve(t.Context(), g, o)
	if err == nil {
		err = static.Check(t.Context(), g, r.Set)
	}
	if err != nil || len(r.Set) != r.Questions || r.Lower > r.Questions || r.Proved() != (r.Lower == r.Questions) {
		t.Fatalf("%s, %+v: %+v, %v", g, o, r, err)
	}
	return r
}

// TestLeast finds least numbers. Those of bp2xC and bp3xC are theorems of Jäger and Drewes,
// those of bpPx2 the metric dimension of the hypercube (OEIS A303735); mm2xC follows ⌈2C/3⌉.
func TestLeast(t *testing.T) {
	want := map[string]int{
		"mm3x3": 3, "mm3x4": 3, "mm3x5": 4, "mm3x6": 5, "mm4x3": 3, "mm4x4": 4, "mm4x5": 5, "mm5x3": 4, "mm6x2": 4,
		"bc3x3": 4, "bc3x4": 4, "bc3x5": 4, "bc3x6": 4, "bc3x7": 5, "bc3x8": 6, "bc4x4": 4, "bc4x5": 5, "bc4x6": 5, "bc5x5": 6,
		"bp4x2": 4, "bp4x3": 5, "bp4x4": 7, "bp5x2": 4, "bp5x3": 5, "bp6x2": 5, "bp7x2": 6, "twod5": 5, "mm1x2": 1,
	}
	for c := 2; c <= 8; c++ {
		want[fmt.Sprintf("mm2x%d", c)] = (2*c + 2) / 3
	}
	for c := 2; c <= 6; c++ {
		want[fmt.Sprintf("bp2x%d", c)] = (4*c-1+2)/3 - 1
		want[fmt.Sprintf("bp3x%d", c)] = 3 * c / 2
	}
	if enginetest.Long() {
		want["bc3x10"] = 7
	}
	for name, k := range want {
		if testing.Short() && k > 4 {
			continue
		}
		if r := solve(t, enginetest.Game(t, name), static.Options{Workers: 2, Moves: 20}); r.Questions != k || !r.Proved() {
			t.Errorf("%s: %+v, want %d", name, r, k)
		}
	}
}

// naive is the least number of questions: all sets are tried, the smallest
// first, by the rule of the game as a person would state it.
func naive(g game.Game) int {
	secrets, guesses := game.Codes(g)
	for k := 0; ; k++ {
		if anySet(k, len(guesses), nil, func(set []int) bool {
			seen := map[string]bool{}
			for _, secret := range secrets {
				key := ""
				for _, q := range set {
					key += fmt.Sprint(g.Reference(secret, guesses[q]), " ")
				}
				if seen[key] {
					return false
				}
				seen[key] = true
			}
			return true
		}) {
			return k
		}
	}
}

// anySet reports whether some set of k numbers below n, with those of a set, is right.
func anySet(k, n int, set []int, right func([]int) bool) bool {
	if k == 0 {
		return right(set)
	}
	for i := n - 1; i >= k-1; i-- {
		if anySet(k-1, i, append(set, i), right) {
			return true
		}
	}
	return false
}

// TestNaive compares with all sets, also in games without symmetry, and where the exhaustive
// search has to find the set.
func TestNaive(t *testing.T) {
	games := []game.Game{restricted{enginetest.Game(t, "bc2x4").(pegs.Game)}, restricted{enginetest.Game(t, "mm2x4").(pegs.Game)}}
	for _, name := range []string{"mm2x2", "mm2x3", "mm2x4", "mm3x2", "bp2x2", "bp2x3", "bp3x2", "bp3x3", "bc3x4-bulls", "bc2x2", "bc2x3", "bc2x4", "bc2x5", "bc3x3", "bc3x4", "mm2x3-distinct", "pos2x3", "pos3x3", "pos2x4-counted"} {
		games = append(games, enginetest.Game(t, name))
	}
	for n := range 5 {
		games = append(games, someWords(t, n+1), someWords(t, 24+n))
	}
	for _, g := range games {
		want := naive(g)
		for _, moves := range []int{0, 1} {
			if r := solve(t, g, static.Options{Moves: moves}); r.Questions != want || !r.Proved() {
				t.Errorf("%s: %+v, want %d", g, r, want)
			}
		}
	}
}

// restricted is a game without symmetries, in which few codes may be guessed.
type restricted struct{ pegs.Game }

func (g restricted) IsGuess(c game.Code) bool {
	return c.At(0) <= c.At(1) && g.Game.IsGuess(c)
}

// someWords is a game of some words.
func someWords(t *testing.T, n int) game.Game {
	list := strings.Fields("aback abase abate abbey abbot abhor abide abled abode abort about above abuse abyss acorn acrid actor acute adage adapt adept admin admit adobe adopt adore adorn adult")
	l, err := words.NewList("some words", list[:n])
	if err != nil {
		t.Fatal(err)
	}
	g, err := words.New("wordle", l, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestPlainOrder excludes one question less than the least number by another method: sets in
// the order of their numbers, without symmetry, hard pairs or bit sets.
func TestPlainOrder(t *testing.T) {
	games := map[string]int{"mm3x5": 4, "bc4x5": 5}
	if !enginetest.Long() {
		delete(games, "bc4x5")
	}
	for name, k := range games {
		g := enginetest.Game(t, name)
		secrets, guesses := game.Codes(g)
		p := plain{kinds: g.OutcomeLimit()}
		for _, guess := range guesses {
			var column []int
			for _, secret := range secrets {
				column = append(column, int(g.Reference(secret, guess)))
			}
			p.columns = append(p.columns, column)
		}
		if p.enough(0, make([]int, len(secrets)), 1, k-1) {
			t.Errorf("%s: %d questions are enough", name, k-1)
		}
		if r := solve(t, g, static.Options{}); r.Lower != k {
			t.Errorf("%s: %+v, want %d", name, r, k)
		}
	}
}

// plain has the feedback of each guess for all secrets.
type plain struct {
	columns [][]int
	kinds   int // of feedback
}

// enough reports whether k guesses, from a number on, identify secrets that are in classes.
func (p plain) enough(from int, class []int, classes, k int) bool {
	seen, next, parts := make([]int, classes*p.kinds), make([]int, len(class)), 0
guesses:
	for i := from; i < len(p.columns); i++ {
		first := parts + 1 // class of this guess; those below are of guesses before
		alike := false
		for s, f := range p.columns[i] {
			n := &seen[class[s]*p.kinds+f]
			if *n < first {
				parts++
				*n = parts
			} else if alike = true; k == 1 {
				continue guesses
			}
			next[s] = *n - first
		}
		if !alike || k > 1 && p.enough(i+1, next, parts+1-first, k-1) {
			return true
		}
	}
	return false
}

// TestEnough asks whether a number of questions is enough.
func TestEnough(t *testing.T) {
	name, least := "mm3x6", 5
	if testing.Short() {
		name, least = "mm3x5", 4
	}
	g := enginetest.Game(t, name)
	for _, moves := range []int{0, 1} {
		for k := 1; k <= least+2; k++ {
			if r := solve(t, g, static.Options{Questions: k, Moves: moves}); k < least && r.Lower <= k || k >= least && r.Questions > k {
				t.Errorf("%d questions: %+v", k, r)
			}
		}
	}
}

// TestWorkers compares the sets that one worker and several find, where the exhaustive
// search finds them.
func TestWorkers(t *testing.T) {
	for _, name := range []string{"mm3x4", "mm3x6", "mm4x4", "bc3x6", "bc4x5", "bp3x4", "mm2x7"} {
		g := enginetest.Game(t, name)
		one := solve(t, g, static.Options{Workers: 1, Moves: 1})
		for workers := 2; workers <= 3; workers++ {
			if more := solve(t, g, static.Options{Workers: workers, Moves: 1}); !slices.Equal(one.Set, more.Set) {
				t.Errorf("%s: %v with one worker, %v with %d", name, one.Set, more.Set, workers)
			}
		}
	}
}

// TestSeed finds a set of the local search again, and another with another seed.
func TestSeed(t *testing.T) {
	g := enginetest.Game(t, "bc4x6")
	find := func(seed uint64) []game.Code { return solve(t, g, static.Options{Questions: 5, Seed: seed}).Set }
	one := find(1)
	if !slices.Equal(one, find(1)) || slices.Equal(one, find(2)) {
		t.Error("the set does not depend on the seed alone")
	}
}

// TestStopped ends the context at each stage of the search.
func TestStopped(t *testing.T) {
	g := enginetest.Game(t, "mm3x7") // 6
	for _, at := range []static.Progress{{}, {Questions: 5}, {Questions: 4, Exhaustive: true}, {Questions: 5, Exhaustive: true}} {
		ctx, stop := context.WithCancel(t.Context())
		if at.Questions == 0 {
			stop()
		}
		r, err := static.Solve(ctx, g, static.Options{Workers: 2, Progress: func(p static.Progress) {
			if p.Questions == at.Questions && p.Exhaustive == at.Exhaustive {
				stop()
			}
		}})
		stop()
		if !errors.Is(err, context.Canceled) || r.Proved() && r.Set != nil || r.Lower > 6 || (r.Set == nil) != (at.Questions == 0) {
			t.Errorf("stopped at %+v: %+v, %v", at, r, err)
		}
		if at.Exhaustive && r.Lower != at.Questions {
			t.Errorf("stopped at %+v: at least %d", at, r.Lower)
		}
		if r.Set != nil && static.Check(t.Context(), g, r.Set) != nil {
			t.Errorf("stopped at %+v: %v is wrong", at, r.Set)
		}
	}
}

// TestStoppedEarly ends the context after some looks at it, wherever that is.
func TestStoppedEarly(t *testing.T) {
	g := enginetest.Game(t, "mm3x4") // 3
	for looks, err := 0, error(context.Canceled); err != nil; looks += 1 + looks/50 {
		var r static.Result
		r, err = static.Solve(&looked{t.Context(), looks}, g, static.Options{Workers: 1, Moves: 1 + looks%3})
		if err != nil && !errors.Is(err, context.Canceled) || r.Lower > 3 || r.Set != nil && static.Check(t.Context(), g, r.Set) != nil {
			t.Fatalf("stopped after %d looks: %+v, %v", looks, r, err)
		}
	}
}

// looked is a context that ends after some looks at it.
type looked struct {
	context.Context
	left int
}

func (l *looked) Err() error {
	if l.left--; l.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestWrong asks for what is not allowed.
func TestWrong(t *testing.T) {
	g := enginetest.Game(t, "mm2x3")
	for _, o := range []static.Options{{Questions: -1}, {Moves: -1}} {
		if _, err := static.Solve(t.Context(), g, o); err == nil || !strings.Contains(err.Error(), "must not be negative") {
			t.Errorf("%+v: %v", o, err)
		}
	}
	_, err := static.Solve(t.Context(), single{g.(pegs.Game)}, static.Options{})
	if err == nil || err.Error() != "no question of mm2x3 distinguishes 12 from 13" {
		t.Error(err)
	}
	for set, want := range map[string]string{"11 12": "secrets 22 and 32 have the same feedback on all questions", "": "secrets 11 and 12 have the same feedback", "44 11": "question"} {
		var codes []game.Code
		for _, text := range strings.Fields(set) {
			code, err := enginetest.Game(t, "mm2x4").ParseCode(text)
			if err != nil {
				t.Fatal(err)
			}
			codes = append(codes, code)
		}
		if err := static.Check(t.Context(), g, codes); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", set, err, want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := static.Check(ctx, g, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// single allows one guess.
type single struct{ pegs.Game }

func (g single) IsGuess(c game.Code) bool { return c == 0 }
