package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"codebreak/engine/advice"
	"codebreak/engine/chance"
	"codebreak/engine/enginetest"
	"codebreak/engine/equilibrium"
	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/within"
	"codebreak/engine/worstcase"
)

// asymmetric is a game by position of which no symmetries are known: it inherits them, but
// they are those of another type.
type asymmetric struct{ pegs.Places }

// twins returns a game by position, and the same without symmetries.
func twins(t *testing.T, name string) (g, naive game.Game) {
	t.Helper()
	g = enginetest.Game(t, name)
	naive = asymmetric{g.(pegs.Places)}
	if game.SymmetriesOf(g).None() || !game.SymmetriesOf(naive).None() {
		t.Fatalf("%s has symmetries: %v, its twin: %v", name, !game.SymmetriesOf(g).None(), !game.SymmetriesOf(naive).None())
	}
	return g, naive
}

// outline writes a tree with the codes in digits.
func outline(t *tree.Tree) string {
	var b strings.Builder
	var write func(n *tree.Node)
	write = func(n *tree.Node) {
		for _, letter := range t.Game.FormatCode(n.Guess) {
			b.WriteByte("0123456789ABCDEF"[strings.IndexRune("0123456789ABabcdefghijkl", letter)%12])
		}
		for _, branch := range n.Branches {
			b.WriteString(" " + t.Game.FormatFeedback(branch.Feedback) + "(")
			if branch.Next != nil {
				write(branch.Next)
			}
			b.WriteByte(')')
		}
	}
	write(t.Root)
	return b.String()
}

// TestPlacesAreWordle grows trees of games by position, of which equivalent guesses are left
// out, and those of the same answers without symmetries: they are the same, and the same as in
// Wordle, which has a table of feedback.
func TestPlacesAreWordle(t *testing.T) {
	for _, name := range []string{"pos2x12", "pos3x5", "pos4x5", "pos3x7"} {
		g, naive := twins(t, name)
		wordle := enginetest.Game(t, "wordle-"+strings.TrimPrefix(name, "pos")+"-distinct")
		counted, naivelyCounted := twins(t, name+"-counted")
		for _, s := range []strategy.Strategy{
			{Criterion: strategy.Entropy}, {Criterion: strategy.Minimax, Pool: strategy.Consistent}, {Criterion: strategy.ExpectedSize, Ties: "most-parts,first"},
			{Criterion: strategy.MostParts, Ties: "consistent,random=7"}, {Criterion: "entropy@cuda"}, {Criterion: strategy.MostParts, Pool: strategy.HardStrict}, {Criterion: strategy.MostParts, Pool: strategy.Hard},
		} {
			for _, pair := range [][2]game.Game{{g, naive}, {counted, naivelyCounted}, {g, wordle}} {
				switch {
				case pair[1] == wordle && strings.Contains(s.Ties, "random"):
					continue // they draw by the numbers of the codes
				case pair[1] != wordle && s.Pool == strategy.Hard:
					continue // feedback is not for each letter, or not known to be
				}
				var trees [2]string
				for i, g := range pair {
					grown, err := tree.Grow(t.Context(), g, s, nil, tree.Options{})
					if err != nil {
						t.Fatal(err)
					}
					trees[i] = outline(grown)
				}
				if trees[0] != trees[1] {
					t.Errorf("%s and %s, %s: the trees differ", pair[0], pair[1], s)
				}
			}
		}
	}
}

// TestOptimaByPosition searches games by position with their symmetries and without, and as
// Wordle: the least totals, worst cases are the same, and so is the most that three guesses solve as far as it is known.
func TestOptimaByPosition(t *testing.T) {
	names := []string{"pos3x6", "pos3x5-counted", "pos2x9", "pos4x5", "pos3x7", "pos2x9-counted", "pos4x4-counted"}
	if testing.Short() {
		names = names[:2]
	}
	for _, name := range names {
		g, naive := twins(t, name)
		games := []game.Game{g, naive}
		if size, counted := strings.CutSuffix(strings.TrimPrefix(name, "pos"), "-counted"); !counted {
			wordle := enginetest.Game(t, "wordle-"+size+"-distinct")
			games = append(games, wordle)
		}
		var first [2]int
		most := 0 // secrets that three guesses solve
		for i, g := range games {
			total, err := optimal.Solve(t.Context(), optimal.Problem{Game: g}, optimal.Options{Memory: 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			worst, err := worstcase.Solve(t.Context(), g, worstcase.Options{})
			if err != nil {
				t.Fatal(err)
			}
			some, err := within.Most(t.Context(), g, 3, within.Options{Effort: 1e6})
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range []*tree.Tree{total.Tree, worst.Tree} {
				if _, err := tree.Check(t.Context(), found); err != nil {
					t.Errorf("%s: %v", g, err)
				}
			}
			got := [2]int{tree.Measure(total.Tree).Solved.Total, worst.Guesses}
			if !total.Proved || worst.Lower != worst.Guesses || i == 0 && !some.Proved() {
				t.Errorf("%s: not proved", g)
			}
			if i == 0 {
				first, most = got, some.Least
			} else if got != first || some.Least > most || some.Most < most {
				t.Errorf("%s: least total and worst case %v, by symmetries %v; %d to %d secrets solved, by symmetries %d", name, got, first, some.Least, some.Most, most)
			}
		}
	}
}

// TestWorstCasesByPosition compares the first terms of OEIS A231205, row by row, which do not
// count the last guess. The entry has 5 for 5 colours in 3 positions; that is for Mastermind.
// With symmetries that change the feedback so far, pos4x7 would be found to need one guess more.
func TestWorstCasesByPosition(t *testing.T) {
	for name, want := range map[string]int{
		"pos1x2": 1, "pos2x2": 1, "pos1x3": 2, "pos2x3": 1, "pos3x3": 2, "pos1x4": 3, "pos2x4": 2, "pos3x4": 2, "pos4x4": 3,
		"pos1x5": 4, "pos2x5": 2, "pos3x5": 2, "pos4x5": 3, "pos5x5": 4, "pos1x6": 5, "pos2x6": 3, "pos3x6": 3, "pos4x6": 3, "pos5x6": 4, "pos4x7": 3,
	} {
		g, _ := twins(t, name)
		if a, err := worstcase.Solve(t.Context(), g, worstcase.Options{}); err != nil || a.Lower != want+1 || a.Guesses != want+1 {
			t.Errorf("%s: %d to %d guesses, %v; want %d and the last", name, a.Lower, a.Guesses, err, want)
		}
	}
}

// TestFeedbackKeepsSymmetries solves larger games, in which symmetries that change the feedback
// so far would make a difference: pos4x7 takes half a minute without any, and of pos4x8 fewer
// secrets would be found to be solvable. A program that rounds sums finds that guesses differ
// which symmetries take into each other.
func TestFeedbackKeepsSymmetries(t *testing.T) {
	g, _ := twins(t, "pos4x7")
	e, err := chance.Expect(t.Context(), g, strategy.Strategy{Criterion: strategy.MostParts, Ties: "random"}, nil, chance.Options{})
	if want := "244011014181641839094/73033117285096393425"; err != nil || e.Mean.String() != want {
		t.Errorf("pos4x7: %s guesses expected, %v, want %s", e.Mean, err, want)
	}
	g, _ = twins(t, "pos4x8")
	a, err := within.Most(t.Context(), g, 3, within.Options{})
	if err != nil || a.Least != 995 || !a.Proved() || within.Solved(a.Tree, 3) != 995 {
		t.Errorf("pos4x8: %d to %d secrets within three guesses, %v, want 995", a.Least, a.Most, err)
	}
	g, naive := twins(t, "pos3x11-counted")
	var trees [2]string
	for i, g := range []game.Game{g, naive} {
		grown, err := tree.Grow(t.Context(), g, strategy.Strategy{Criterion: "expected-size@cuda"}, nil, tree.Options{})
		if err != nil {
			t.Fatal(err)
		}
		trees[i] = outline(grown)
	}
	if trees[0] != trees[1] {
		t.Errorf("%s and its twin without symmetries: the trees differ", g)
	}
}

// TestChanceByPosition compares what random players expect, what guesses cost in the middle
// of a game, and the value of the game, with their twins without symmetries.
func TestChanceByPosition(t *testing.T) {
	rng := rand.New(rand.NewPCG(231205, 13))
	names := []string{"pos3x4", "pos2x8-counted", "pos2x9", "pos3x5", "pos3x5-counted", "pos4x4-counted"}
	if testing.Short() {
		names = names[:2]
	}
	for _, name := range names {
		g, naive := twins(t, name)
		for _, s := range []strategy.Strategy{{Criterion: strategy.Simple, Pool: strategy.Consistent, Ties: "random"}, {Criterion: strategy.MostParts, Ties: "random"}, {Criterion: "entropy@cuda", Ties: "random"}} {
			if s.Criterion == "entropy@cuda" && game.CountSecrets(g) > 30 {
				continue // slow: it rounds sums, so that equivalent guesses may differ
			}
			with, err := chance.Expect(t.Context(), g, s, nil, chance.Options{})
			if err != nil {
				t.Fatal(err)
			}
			without, err := chance.Expect(t.Context(), naive, s, nil, chance.Options{})
			if err != nil || with.Mean.Cmp(without.Mean) != 0 {
				t.Errorf("%s, %s: %s guesses expected, %s without symmetries, %v", name, s, with.Mean, without.Mean, err)
			}
		}
		secrets, guesses := game.Codes(g)
		costs, naively := advice.NewCosts(g, advice.Options{}), advice.NewCosts(naive, advice.Options{})
		for range 30 {
			p, q := advice.At(g, nil), advice.At(naive, nil)
			secret := secrets[rng.IntN(len(secrets))]
			for range 1 + rng.IntN(2) {
				if r := (game.Round{Guess: guesses[rng.IntN(len(guesses))]}); r.Guess != secret {
					r.Feedback = g.Feedback(secret, r.Guess)
					p.Add(r)
					q.Add(r)
				}
			}
			guess := guesses[rng.IntN(len(guesses))]
			got, err := costs.Of(t.Context(), p, guess)
			if err != nil {
				t.Fatal(err)
			}
			want, err := naively.Of(t.Context(), q, guess)
			if err != nil || got.Best != want.Best || got.Guess != want.Guess || !got.Optimal {
				t.Errorf("%s after %s: %s costs %+v, without symmetries %+v, %v", name, game.History(g, p.Rounds), g.FormatCode(guess), got, want, err)
			}
			own, err := naively.Of(t.Context(), q, got.BestGuess)
			if err != nil || own.Guess != got.Best {
				t.Errorf("%s after %s: best is %s, which costs %d, not %d", name, game.History(g, p.Rounds), g.FormatCode(got.BestGuess), own.Guess, got.Best)
			}
		}
		e, err := equilibrium.Solve(t.Context(), g, equilibrium.DefaultMemory)
		if err != nil {
			t.Fatal(err)
		}
		least, err := optimal.Solve(t.Context(), optimal.Problem{Game: naive}, optimal.Options{Memory: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if total := e.LeastMean.Num().Int64() * int64(len(secrets)) / e.LeastMean.Denom().Int64(); total != int64(tree.Measure(least.Tree).Solved.Total) || len(e.Classes) != 1 {
			t.Errorf("%s: the value is %s, of %d classes", name, e.Value, len(e.Classes))
		}
	}
}
