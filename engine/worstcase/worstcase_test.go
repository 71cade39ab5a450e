package worstcase

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

func solve(t testing.TB, name string, workers int) Answer {
	t.Helper()
	g, err := game.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Solve(context.Background(), g, Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	histogram, err := tree.Check(context.Background(), w.Tree)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(histogram)-1 != w.Guesses || w.Lower != w.Guesses {
		t.Fatalf("%s: worst case %d, but the tree's is %d", name, w.Guesses, len(histogram)-1)
	}
	return w
}

func TestSolve(t *testing.T) {
	for name, want := range map[string]int{
		"twod5": 4, "mm4x6-distinct": 5, "mm4x6": 5, "mm3x6": 5, "bc3x10": 6, "mm1x5": 5, "mm2x2": 3, "bc4x6": 5,
		"mm4x8": 6, "mm6x3": 5, "bc5x6": 6, "bp3x5": 7,
	} {
		if got := solve(t, name, 2).Guesses; got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

// bruteForce finds the least worst case by trying every guess, without bounds
// or symmetry.
func bruteForce(g game.Game, candidates, guesses []game.Code) int {
	if len(candidates) == 1 {
		return 1
	}
	best := len(candidates)
	for _, guess := range guesses {
		parts := map[game.Feedback][]game.Code{}
		for _, c := range candidates {
			f := g.Reference(c, guess)
			parts[f] = append(parts[f], c)
		}
		if len(parts) == 1 {
			continue
		}
		worst := 1
		for f, part := range parts {
			if f != g.Final() && worst < best {
				worst = max(worst, 1+bruteForce(g, part, guesses))
			}
		}
		best = min(best, worst)
	}
	return best
}

func TestAgreesWithBruteForce(t *testing.T) {
	for _, name := range []string{"mm2x2", "mm2x3", "mm3x2", "bc2x3", "bc2x4", "bc3x4", "bp2x3", "mm2x3-distinct", "mm2x4-distinct", "bc2x4-nozero", "mm1x6"} {
		g, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		secrets, guesses, err := game.Codes(g, game.Lex)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := solve(t, name, 1).Guesses, bruteForce(g, secrets, guesses); got != want {
			t.Errorf("%s: %d, by brute force %d", name, got, want)
		}
	}
}

func TestTreeDoesNotDependOnWorkers(t *testing.T) {
	a, b := solve(t, "mm4x5", 1), solve(t, "mm4x5", 4)
	if !reflect.DeepEqual(a.Tree, b.Tree) {
		t.Error("four workers find another tree")
	}
}

// TestEffort checks that a search that is cut short says so: the bounds then
// differ, and the known tree is given back.
func TestEffort(t *testing.T) {
	g, err := game.Parse("mm4x6")
	if err != nil {
		t.Fatal(err)
	}
	known, err := tree.Grow(context.Background(), g, strategy.Strategy{Criterion: strategy.Entropy}, nil, tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := Solve(context.Background(), g, Options{Known: known, Effort: 2})
	if err != nil || w.Lower != 5 || w.Guesses != 6 || w.Tree != known {
		t.Errorf("with effort 2: bounds %d and %d, %v", w.Lower, w.Guesses, err)
	}
	w, err = Solve(context.Background(), g, Options{Known: known})
	if err != nil || w.Lower != 5 || w.Guesses != 5 || w.Tree == known {
		t.Errorf("without: bounds %d and %d, %v", w.Lower, w.Guesses, err)
	}
	// A known tree that cannot be bettered is the answer.
	best := w.Tree
	if w, err = Solve(context.Background(), g, Options{Known: best}); err != nil || w.Lower != 5 || w.Tree != best {
		t.Errorf("with the best tree known: bounds %d and %d, %v", w.Lower, w.Guesses, err)
	}
}

func TestStops(t *testing.T) {
	g, err := game.Parse("mm5x8")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Solve(ctx, g, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

func newTestSearch(t testing.TB, name string, opts Options) *search {
	t.Helper()
	g, err := game.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSearch(context.Background(), g, opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// randomSet returns so many secrets of a search.
func randomSet(rng *rand.Rand, s *search, n int) set {
	var out set
	for _, i := range rng.Perm(len(s.secrets))[:n] {
		out = append(out, int32(i))
	}
	slices.Sort(out)
	return out
}

func (s *search) codes(numbers set) (codes []game.Code) {
	for _, i := range numbers {
		codes = append(codes, s.secrets[i])
	}
	return codes
}

// TestSetsAgreeWithBruteForce asks for one to four guesses at random sets, one after
// another, so that what was learned of one is used at the next. There is little room,
// or none for columns: what is remembered is forgotten often.
func TestSetsAgreeWithBruteForce(t *testing.T) {
	for _, name := range []string{"mm3x3", "bc3x4", "bp3x3", "mm2x5-distinct", "bc2x5-nozero"} {
		for _, columns := range []bool{true, false} {
			rng := rand.New(rand.NewPCG(8, 15))
			s := newTestSearch(t, name, Options{Memory: 4 << 10})
			if !columns {
				s.columns = nil
			}
			w := s.idle.Get().(*worker)
			top := s.all()
			outOfReach := 0
			for range 40 {
				set := randomSet(rng, s, 3+rng.IntN(5))
				want := bruteForce(s.game, s.codes(set), s.guesses)
				for k := 1; k <= 4; k++ {
					sc := w.below(top, set)
					root := w.solve(sc, k, 0, game.Symmetries{}, false)
					if (root != nil) != (want <= k) {
						t.Fatalf("%s, %v, %d guesses: a tree: %t; by brute force %d are needed", name, set, k, root != nil, want)
					}
					if root == nil {
						outOfReach++
					}
				}
			}
			if outOfReach < 40 || len(top.cores) == 0 {
				t.Errorf("%s: %d times out of reach, %d cores: the test has lost its point", name, outOfReach, len(top.cores))
			}
		}
	}
}

// TestCores checks that no guess separates a core, that some guess separates what is
// left without any one of its secrets, and which guesses leave it together.
func TestCores(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	s := newTestSearch(t, "bc4x6", Options{})
	w := s.idle.Get().(*worker)
	separates := func(guess game.Code, codes []game.Code) bool {
		kinds := map[game.Feedback]bool{}
		for _, c := range codes {
			kinds[s.game.Reference(c, guess)] = true
		}
		return len(kinds) == len(codes)
	}
	learned := 0
	for range 200 {
		sc := &scene{set: randomSet(rng, s, 4+rng.IntN(8))}
		first := slices.IndexFunc(s.guesses, func(guess game.Code) bool { return separates(guess, s.codes(sc.set)) })
		if got, _ := w.separator(sc.set); got != first {
			t.Fatalf("%v: guess %d separates, want %d", sc.set, got, first)
		}
		if w.separate(sc); first >= 0 {
			continue
		}
		learned++
		c := sc.cores[0]
		for i := range c.set {
			if less := slices.Delete(slices.Clone(c.set), i, i+1); len(less) > 1 && !slices.ContainsFunc(s.guesses, func(guess game.Code) bool { return separates(guess, s.codes(less)) }) {
				t.Errorf("core %v of %v: %v is one too", c.set, sc.set, less)
			}
		}
		for i, guess := range s.guesses {
			answer := s.game.Reference(s.secrets[c.set[0]], guess)
			together := !slices.ContainsFunc(c.set, func(x int32) bool { return s.game.Reference(s.secrets[x], guess) != answer })
			if got := c.together[i/64]&(1<<(i%64)) != 0; got != together {
				t.Errorf("core %v, guess %s leaves it together: %t, want %t", c.set, s.game.FormatCode(guess), got, together)
			}
		}
	}
	if learned < 50 {
		t.Errorf("%d cores: the test has lost its point", learned)
	}
}
