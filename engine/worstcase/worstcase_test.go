package worstcase

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	_ "codebreak/engine/game/pegs" // games that Parse knows
	"codebreak/engine/scatter"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

func solve(t *testing.T, name string, workers int) Result {
	t.Helper()
	w, err := Solve(t.Context(), enginetest.Game(t, name), Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	histogram, err := tree.Check(t.Context(), w.Tree)
	if err != nil || len(histogram)-1 != w.Guesses || w.Lower != w.Guesses {
		t.Fatalf("%s: worst case %d, but the tree's is %d, %v", name, w.Guesses, len(histogram)-1, err)
	}
	return w
}

func TestSolve(t *testing.T) {
	known := map[string]int{"twod5": 4, "mm4x6-distinct": 5, "mm4x6": 5, "mm3x6": 5, "bc3x10": 6, "mm1x5": 5, "mm2x2": 3, "bc4x6": 5}
	if !testing.Short() {
		maps.Copy(known, map[string]int{"mm4x8": 6, "mm6x3": 5, "bc5x6": 6, "bp3x5": 7})
	}
	for name, want := range known {
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
	for _, name := range []string{
		"mm2x2", "mm2x3", "mm3x2", "mm1x6", "mm2x3-distinct", "mm2x4-distinct",
		"bc2x3", "bc2x4", "bc3x4", "bc2x4-nozero", "bp2x3",
	} {
		g := enginetest.Game(t, name)
		secrets, guesses := game.Codes(g)
		if got, want := solve(t, name, 1).Guesses, bruteForce(g, secrets, guesses); got != want {
			t.Errorf("%s: %d, by brute force %d", name, got, want)
		}
	}
}

func TestTreeDoesNotDependOnWorkers(t *testing.T) {
	for _, name := range []string{"mm4x5", "mm4x6", "bc4x7"} {
		a, b := solve(t, name, 1), solve(t, name, 4)
		if !reflect.DeepEqual(a.Tree, b.Tree) {
			t.Errorf("%s: four workers find another tree", name)
		}
	}
}

// TestKnown checks that the search betters a known tree, or gives it back.
func TestKnown(t *testing.T) {
	g := enginetest.Game(t, "mm4x6")
	known, err := tree.Grow(t.Context(), g, strategy.Strategy{Criterion: strategy.Entropy}, nil, tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := Solve(t.Context(), g, Options{Known: known})
	if err != nil || w.Lower != 5 || w.Guesses != 5 || w.Tree == known {
		t.Errorf("with a tree of six known: bounds %d and %d, %v", w.Lower, w.Guesses, err)
	}
	// A known tree that cannot be bettered is the result.
	best := w.Tree
	if w, err = Solve(t.Context(), g, Options{Known: best}); err != nil || w.Lower != 5 || w.Tree != best {
		t.Errorf("with the best tree known: bounds %d and %d, %v", w.Lower, w.Guesses, err)
	}
}

// TestProgress checks that what is told goes on in order, from the first guesses of one
// guess to the second guesses of the proof.
func TestProgress(t *testing.T) {
	g := enginetest.Game(t, "mm4x7")
	var told []Progress
	progress := func(p Progress) { told = append(told, p) }
	if _, err := Solve(t.Context(), g, Options{Workers: 2, Progress: progress}); err != nil {
		t.Fatal(err)
	}
	proofs := 0
	for i, p := range told {
		if p.First < 1 || p.First > p.Firsts || p.Firsts > 5 || p.Second < 0 || p.Second > p.Seconds {
			t.Errorf("%+v", p)
		}
		before := told[max(i-1, 0)]
		if p.Guesses < before.Guesses || p.Guesses == before.Guesses && before.All && !p.All {
			t.Errorf("%+v after %+v", p, before)
		}
		if p.All && p.Second > 0 {
			proofs++
		}
	}
	if proofs == 0 || told[len(told)-1].Guesses != 6 {
		t.Errorf("%d second guesses of proofs, last %+v", proofs, told[len(told)-1])
	}
}

func TestStops(t *testing.T) {
	g := enginetest.Game(t, "mm5x8")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Solve(ctx, g, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

// newTestSearch returns a search and one of its workers.
func newTestSearch(t *testing.T, name string, memory int64) (*search, *worker) {
	t.Helper()
	s := newSearch(t.Context(), enginetest.Game(t, name), Options{Memory: memory})
	return s, s.idle.Get().(*worker)
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

// leavesTogether reports whether all secrets of a set have the same feedback on a guess.
func (s *search) leavesTogether(guess game.Code, numbers set) bool {
	codes := s.codes(numbers)
	first := s.game.Reference(codes[0], guess)
	return !slices.ContainsFunc(codes, func(c game.Code) bool { return s.game.Reference(c, guess) != first })
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
	sets := 40
	if testing.Short() {
		sets = 15
	}
	for _, name := range []string{"mm3x3", "bc3x4", "bp3x3", "mm2x5-distinct", "bc2x5-nozero"} {
		for _, columns := range []bool{true, false} {
			rng := rand.New(rand.NewPCG(8, 15))
			s, w := newTestSearch(t, name, 4<<10)
			if !columns {
				s.columns = nil
			}
			top, outOfReach := s.all(0), 0
			for range sets {
				set := randomSet(rng, s, 3+rng.IntN(5))
				want := bruteForce(s.game, s.codes(set), s.guesses)
				for k := 1; k <= 4; k++ {
					top.left = k + 1
					sc := w.below(top, set)
					root, _ := w.solve(sc, false)
					if (root != nil) != (want <= k) {
						t.Fatalf("%s, %v, %d guesses: a tree: %t; by brute force %d are needed", name, set, k, root != nil, want)
					}
					if root == nil {
						outOfReach++
					}
				}
			}
			if outOfReach < sets || len(top.cores) == 0 {
				t.Errorf("%s: %d times out of reach, %d cores: the test has lost its point", name, outOfReach, len(top.cores))
			}
		}
	}
}

// TestCores checks that no guess separates a core, that some guess separates what is
// left without any one of its secrets, and which guesses leave it together.
func TestCores(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	s, w := newTestSearch(t, "bc4x6", 0)
	separator := func(of set) int {
		return slices.IndexFunc(s.guesses, func(guess game.Code) bool {
			kinds := map[game.Feedback]bool{}
			for _, c := range s.codes(of) {
				kinds[s.game.Reference(c, guess)] = true
			}
			return len(kinds) == len(of)
		})
	}
	learned := 0
	for range 200 {
		sc := &scene{set: randomSet(rng, s, 4+rng.IntN(8)), left: 2}
		first := separator(sc.set)
		got, prefix := w.separator(sc.set)
		if got != first {
			t.Fatalf("%v: guess %d separates, want %d", sc.set, got, first)
		}
		if first < 0 {
			for n := 2; n <= len(sc.set); n++ {
				if some := separator(sc.set[:n]) >= 0; some != (n < prefix) {
					t.Fatalf("%v: some guess separates the first %d: %t, but the prefix is %d", sc.set, n, some, prefix)
				}
			}
		}
		if w.separate(sc); first >= 0 {
			continue
		}
		learned++
		c := sc.cores[0]
		for i := range c.set {
			if less := slices.Delete(slices.Clone(c.set), i, i+1); len(less) > 1 && separator(less) < 0 {
				t.Errorf("core %v of %v: %v is one too", c.set, sc.set, less)
			}
		}
		for i, guess := range s.guesses {
			together := s.leavesTogether(guess, c.set)
			if got := c.together[i/64]&(1<<(i%64)) != 0; got != together {
				t.Errorf("core %v, guess %s leaves it together: %t, want %t", c.set, s.game.FormatCode(guess), got, together)
			}
		}
	}
	if learned < 50 {
		t.Errorf("%d cores: the test has lost its point", learned)
	}
}

// TestPairs compares the guesses that tell two secrets apart, and those that leave a set
// together, with the rules: with columns and without, and where hardly any pair is
// remembered.
func TestPairs(t *testing.T) {
	for _, name := range []string{"mm3x4", "bc3x6", "bc2x12", "bp2x9"} {
		for _, columns := range []bool{true, false} {
			s, w := newTestSearch(t, name, 4<<10)
			if !columns {
				s.columns = nil
			}
			rng := rand.New(rand.NewPCG(2, 7))
			for range 200 {
				a, b := rng.IntN(len(s.secrets)), rng.IntN(len(s.secrets))
				p := w.pair(int32(a), int32(b))
				n := 0
				for i := range 64 * len(p.apart) {
					want := i < len(s.guesses) && !s.leavesTogether(s.guesses[i], set{int32(a), int32(b)})
					if got := p.apart[i/64]&(1<<(i%64)) != 0; got != want {
						t.Fatalf("%s: guess %d tells %d and %d apart: %t, want %t", name, i, a, b, got, want)
					}
					if want {
						n++
					}
				}
				if p.n != n {
					t.Fatalf("%s: %d guesses tell %d and %d apart, want %d", name, p.n, a, b, n)
				}
			}
			for range 100 {
				set := randomSet(rng, s, 2+rng.IntN(10))
				together := w.together(set)
				for i := range 64 * len(together) {
					want := i < len(s.guesses) && s.leavesTogether(s.guesses[i], set)
					if got := together[i/64]&(1<<(i%64)) != 0; got != want {
						t.Fatalf("%s: guess %d leaves %v together: %t, want %t", name, i, set, got, want)
					}
				}
			}
			if len(w.pairs.known) > w.pairs.most {
				t.Errorf("%s: %d pairs remembered, at most %d", name, len(w.pairs.known), w.pairs.most)
			}
		}
	}
}

// TestClosest checks the order of candidates against a search for the next one among
// all that are left.
func TestClosest(t *testing.T) {
	s, w := newTestSearch(t, "bc3x6", 0)
	rng := rand.New(rand.NewPCG(3, 3))
	distance := func(x int32, others ...int32) (n int) {
		for _, y := range others {
			n += w.pair(x, y).n
		}
		return n
	}
	for range 50 {
		in := randomSet(rng, s, 2+rng.IntN(orderBelow-1))
		out := w.closest(in)
		sorted := slices.Clone(out)
		if slices.Sort(sorted); !slices.Equal(sorted, in) {
			t.Fatalf("%v became %v", in, out)
		}
		for _, x := range in {
			for _, y := range in {
				if x != y && distance(x, y) < distance(out[0], out[1]) {
					t.Fatalf("%v begins with %d, %d; but %d, %d are closer", out, out[0], out[1], x, y)
				}
			}
		}
		for i := 1; i < len(out); i++ {
			for _, x := range out[i:] {
				if distance(x, out[:i]...) < distance(out[i], out[:i]...) {
					t.Fatalf("after %v comes %d, but %d is closer", out[:i], out[i], x)
				}
			}
		}
	}
}

// TestPasses compares passes that leave out guesses, and the last one, which leaves out
// none, with a search that knows no hopeless guesses, at sets that take up to six guesses:
// what they claim to have proved is so, and so are their trees.
func TestPasses(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: a search without what makes it fast")
	}
	left, proved, open := 0, 0, 0
	last := passes[len(passes)-1]
	for _, name := range []string{"bp3x4", "bp2x7", "mm3x4", "bc3x5"} {
		_, plain := newTestSearch(t, name, 0)
		for _, pass := range []pass{
			last, {1, 1, 1, 1}, {1, 2, every, every}, {every, 2, 1, every}, {3, 2, 2, 2},
		} {
			s, w := newTestSearch(t, name, 0)
			s.pass = pass
			top, before := s.all(0), proved
			rng := rand.New(rand.NewPCG(1, 3)) // the same sets in each pass: the plain search is slow
			for range 10 {
				n := len(s.secrets) / 3
				set := randomSet(rng, s, n+rng.IntN(n))
				for k := 3; k <= 6; k++ {
					top.left = k + 1
					root, none := w.solve(w.below(top, set), false)
					switch reaches := plain.reaches(set, k); {
					case root != nil && !reaches, root == nil && none && reaches, root == nil && !none && pass == last:
						t.Fatalf("%s, %v, %v, %d guesses: a tree: %t; proved that there is none: %t; by the plain search: %t",
							name, pass, set, k, root != nil, none, reaches)
					case root == nil && none:
						proved++
					case root == nil:
						open++
						if reaches {
							left++
						}
					}
				}
			}
			if pass == last && proved < before+5 {
				t.Errorf("%s: %d times out of reach: the test has lost its point", name, proved-before)
			}
		}
	}
	if left < 5 || proved < 5 || open < 5 {
		t.Errorf("%d times proved, %d open, %d trees left out: the test has lost its point", proved, open, left)
	}
}

// reaches reports whether k guesses are enough for a set, by trying all guesses, with no
// other rule than that equal sets need equal numbers of guesses.
func (w *worker) reaches(s set, k int) bool {
	if len(s) <= 1 || k <= 1 {
		return len(s) <= k
	}
	key := setKey{scatter.Set(s), k}
	if failed, _ := w.known(key); failed {
		return false
	}
	room := make(set, len(s)*w.game.OutcomeLimit())
	parts := make([]set, w.game.OutcomeLimit()) // each in its piece of the room
	for _, guess := range w.guesses {
		for f := range parts {
			parts[f] = room[f*len(s):][:0]
		}
		for _, c := range s {
			f := w.game.Feedback(w.secrets[c], guess)
			parts[f] = append(parts[f], c)
		}
		parts[w.game.Final()] = nil
		serves := true
		for _, part := range parts {
			if serves = len(part) < len(s) && (len(part) == 0 || w.reaches(part, k-1)); !serves {
				break
			}
		}
		if serves {
			return true
		}
	}
	w.remember(key, true)
	return false
}
