package bounds_test

import (
	"fmt"
	"math"
	"testing"

	"codebreak/engine/bounds"
	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// TestCapacity checks the bounds of black-peg games that can be had by hand, and that no
// set found within k guesses is larger.
func TestCapacity(t *testing.T) {
	mustCapacity := func(name string) *bounds.Capacity { return bounds.CapacityOf(enginetest.Game(t, name)) }
	for name, want := range map[string][]int{
		"bp1x5":  {0, 1, 2, 3, 4, 5, 5, 5},
		"bp2x16": {0, 1, 3, 7, 13, 21, 31, 43},
		"bp3x9":  {0, 1, 4, 12, 32, 75, 148, 257},
		"mm2x16": {0, 1, 5, 15, 34, 61, 96, 139},
		"bc2x16": {0, 1, 5, 15, 33, 59, 93, 135},
		"mm4x6":  {0, 1, 14, 183, 1296, 1296},
	} {
		for k, want := range want {
			if got := mustCapacity(name).Set(k); got != want {
				t.Errorf("%s, %d guesses: %d candidates at most, want %d", name, k, got, want)
			}
		}
	}
	black, white := game.NewFeedback(1, 0), game.NewFeedback(0, 1)
	for _, test := range []struct {
		game     string
		feedback game.Feedback
		want     []int
	}{
		// After a black peg of two positions two lines are left, and each guess but the first
		// finds one of each.
		{"bp2x9", black, []int{0, 1, 3, 5, 7, 9}},
		// After one peg of two positions two lines are left, too, and each guess but the first
		// finds two of each.
		{"mm2x9", black, []int{0, 1, 4, 9, 13, 17}},
		// After a white peg there are two codes less.
		{"mm2x9", white, []int{0, 1, 4, 8, 12, 16}},
	} {
		for k, want := range test.want {
			if got := mustCapacity(test.game).Part(k, test.feedback); got != want {
				t.Errorf("%s, %d guesses after %s: %d candidates at most, want %d", test.game, k, test.feedback, got, want)
			}
		}
	}
	for name, want := range map[string]int{"bp2x10": 760, "bp2x16": 2976, "bp3x8": 3671, "bp1x4": 10} {
		if got := mustCapacity(name).Total(game.CountSecrets(enginetest.Game(t, name))); got != want {
			t.Errorf("%s: total of %d at least, want %d", name, got, want)
		}
	}
	for n, want := range map[int]int{1: 1, 4: 3, 225: 16, 256: 17} {
		if got := mustCapacity("bp2x16").Worst(n); got != want {
			t.Errorf("bp2x16: %d candidates take %d guesses, want %d", n, got, want)
		}
	}
}

// TestCapacityOfTrees checks that no node of the trees of some games has more secrets
// than its guesses can find.
func TestCapacityOfTrees(t *testing.T) {
	for _, name := range []string{"bp2x7", "bp3x5", "bp4x3", "bp1x6", "bc3x4-bulls", "mm2x7", "mm2x8-distinct", "bc2x9", "mm3x4", "bc3x6", "twod5"} {
		g := enginetest.Game(t, name)
		c := bounds.CapacityOf(g)
		for _, criterion := range []strategy.Criterion{strategy.Entropy, strategy.Minimax, strategy.MostParts} {
			grown, err := tree.Grow(t.Context(), g, strategy.Strategy{Criterion: criterion}, nil, tree.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var visit func(n *tree.Node) (secrets, worst int)
			visit = func(n *tree.Node) (secrets, worst int) {
				worst = 1
				for _, b := range n.Branches {
					if b.Next == nil {
						secrets++
						continue
					}
					size, guesses := visit(b.Next)
					if most := c.Part(guesses, b.Feedback); size > most {
						t.Fatalf("%s, %s: %d guesses find %d secrets after %s, at most %d by the bound", name, criterion, guesses, size, g.FormatFeedback(b.Feedback), most)
					}
					secrets, worst = secrets+size, max(worst, guesses+1)
				}
				if most := c.Set(worst); secrets > most {
					t.Fatalf("%s, %s: %d guesses find %d secrets, at most %d by the bound", name, criterion, worst, secrets, most)
				}
				return secrets, worst
			}
			visit(grown.Root)
		}
	}
}

// A naiveSets tries all guesses at sets, by the rule of the game as a person would
// state it.
type naiveSets struct {
	game             game.Game
	secrets, guesses []game.Code
	mosts            map[string]int
	totals           map[string][]int
}

func newNaiveSets(g game.Game) naiveSets {
	secrets, guesses := game.Codes(g)
	return naiveSets{g, secrets, guesses, map[string]int{}, map[string][]int{}}
}

func (s naiveSets) partition(guess game.Code, set []game.Code) map[game.Feedback][]game.Code {
	parts := map[game.Feedback][]game.Code{}
	for _, secret := range set {
		f := s.game.Reference(secret, guess)
		parts[f] = append(parts[f], secret)
	}
	return parts
}

// most returns how many of a set k guesses can find at most.
func (s naiveSets) most(set []game.Code, k int) (most int) {
	if k < 2 || len(set) < 2 {
		return min(k, len(set))
	}
	key := fmt.Sprint(k, set)
	if n, ok := s.mosts[key]; ok {
		return n
	}
	for _, guess := range s.guesses {
		n := 0
		for f, part := range s.partition(guess, set) {
			if f == s.game.Final() {
				n++
			} else {
				n += s.most(part, k-1)
			}
		}
		most = max(most, n)
	}
	s.mosts[key] = most
	return most
}

// least returns the least totals of candidates that belong to a set, by their number.
func (s naiveSets) least(set []game.Code) []int {
	key := fmt.Sprint(set)
	if totals, ok := s.totals[key]; ok {
		return totals
	}
	totals := []int{0, 1}
	for n := 2; n <= len(set); n++ {
		totals = append(totals, math.MaxInt)
	}
	for _, guess := range s.guesses {
		parts := s.partition(guess, set)
		if f := s.game.Final(); len(parts) == 1 && len(parts[f]) == 0 {
			continue
		}
		sums := []int{0} // least totals of the parts so far
		for f, part := range parts {
			ofPart := []int{0, 0} // of the hit
			if f != s.game.Final() {
				ofPart = s.least(part)
			}
			more := make([]int, len(sums)+len(ofPart)-1)
			for i := range more {
				more[i] = math.MaxInt
			}
			for i, before := range sums {
				for j, total := range ofPart {
					more[i+j] = min(more[i+j], before+total)
				}
			}
			sums = more
		}
		for n := 2; n <= len(set); n++ {
			totals[n] = min(totals[n], n+sums[n])
		}
	}
	s.totals[key] = totals
	return totals
}

// TestCapacityOfSets compares the bounds with the most secrets that guesses can find, and
// with the least totals, of all and of those that each first guess leaves.
func TestCapacityOfSets(t *testing.T) {
	for _, test := range []struct {
		game    string
		attains bool // whether enough sets are as large as the bounds say
	}{
		{"mm2x7", true}, {"bc2x7", true}, {"bp2x6", true},
		{"mm2x6-distinct", false}, {"bc2x6-nozero", false}, {"bp3x3", false}, {"mm3x3", false},
	} {
		g := enginetest.Game(t, test.game)
		c, naive := bounds.CapacityOf(g), newNaiveSets(g)
		for k := range 4 {
			n := naive.most(naive.secrets, k)
			if n > c.Set(k) || test.attains && k < 3 && n < c.Set(k) {
				t.Errorf("%s: %d guesses find up to %d secrets, bound %d", test.game, k, n, c.Set(k))
			}
			largest := map[game.Feedback]int{}
			for _, guess := range naive.guesses {
				for f, part := range naive.partition(guess, naive.secrets) {
					largest[f] = max(largest[f], naive.most(part, k))
				}
			}
			delete(largest, g.Final())
			for f, n := range largest {
				if n > c.Part(k, f) || test.attains && f != 0 && n < c.Part(k, f) {
					t.Errorf("%s: %d guesses after %s find up to %d secrets, bound %d", test.game, k, g.FormatFeedback(f), n, c.Part(k, f))
				}
			}
		}
	}
	for _, name := range []string{"mm2x6", "bc2x6", "mm2x5-distinct", "bc2x6-nozero", "bp2x4", "mm3x2"} {
		g := enginetest.Game(t, name)
		c, naive := bounds.CapacityOf(g), newNaiveSets(g)
		for n, total := range naive.least(naive.secrets) {
			if total < c.Total(n) {
				t.Errorf("%s: total %d of %d secrets, bound %d", name, total, n, c.Total(n))
			}
		}
		for _, guess := range naive.guesses {
			for f, part := range naive.partition(guess, naive.secrets) {
				for n, total := range naive.least(part) {
					if f != g.Final() && total < c.PartTotal(n, f) {
						t.Errorf("%s: total %d of %d secrets after %s, bound %d", name, total, n, g.FormatFeedback(f), c.PartTotal(n, f))
					}
				}
			}
		}
	}
}

// TestTotalsOfTwoPositions holds the bounds against the optimum of Chen and Lin (2004),
// and of Chen, Hsu and Lin (2002).
func TestTotalsOfTwoPositions(t *testing.T) {
	for family, optima := range map[string][]int{
		"mm2x": {21, 45, 81, 132, 198, 284, 388, 517, 667, 847, 1051, 1290, 1556, 1862},
		"bc2x": {13, 30, 60, 103, 161, 238, 332, 451, 589, 758, 948, 1175, 1425, 1718},
	} {
		for i, optimum := range optima {
			g := enginetest.Game(t, fmt.Sprint(family, i+3))
			if bound := bounds.CapacityOf(g).Total(game.CountSecrets(g)); bound > optimum || bound < optimum-6 {
				t.Errorf("%s: bound %d, optimum %d", g, bound, optimum)
			}
		}
	}
}
