package advice_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/advice"
	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	_ "codebreak/engine/game/pegs"
	"codebreak/engine/game/words"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
)

var patient = advice.Options{Effort: 1 << 40}

// games are small enough to try everything at every position.
func games(t *testing.T) (games []game.Game) {
	for _, name := range []string{"mm2x4", "mm3x3", "bc3x4", "bp3x3"} {
		g := enginetest.Game(t, name)
		games = append(games, g)
	}
	list, err := words.NewList("test", []string{"salet", "crane", "slate", "stale", "least", "tales", "steal", "later", "alert", "crate", "react", "trace"})
	if err != nil {
		t.Fatal(err)
	}
	words.AddList(list)
	g, err := words.New("wordle", list, nil)
	if err != nil {
		t.Fatal(err)
	}
	return append(games, g)
}

// least is the least total of candidates by trying all guesses, and that after a guess if
// one is given.
func least(g game.Game, guesses, candidates []game.Code, first *game.Code, known map[string]int) int {
	key := ""
	for _, c := range candidates {
		key += g.FormatCode(c) + " "
	}
	if n, ok := known[key]; ok && first == nil {
		return n
	}
	best := 1 << 20
	for _, guess := range guesses {
		if first != nil && guess != *first {
			continue
		}
		parts := map[game.Feedback][]game.Code{}
		for _, c := range candidates {
			parts[g.Reference(c, guess)] = append(parts[g.Reference(c, guess)], c)
		}
		if _, found := parts[g.Final()]; len(parts) == 1 && !found && first == nil {
			continue // it tells nothing
		}
		sum := len(candidates)
		for f, part := range parts {
			if f != g.Final() {
				sum += least(g, guesses, part, nil, known)
			}
		}
		best = min(best, sum)
	}
	if first == nil {
		known[key] = best
	}
	return best
}

func TestCostAndRankAreThoseOfBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, g := range games(t) {
		secrets, guesses := game.Codes(g)
		known, costs := map[string]int{}, advice.NewCosts(g, patient)
		positions := 5
		if testing.Short() {
			positions = 1
		}
		for range positions {
			secret, rounds := secrets[rng.IntN(len(secrets))], []game.Round(nil)
			for range rng.IntN(3) {
				guess := guesses[rng.IntN(len(guesses))]
				if guess == secret {
					continue // which ends the game
				}
				rounds = append(rounds, game.Round{Guess: guess, Feedback: g.Reference(secret, guess)})
			}
			p := advice.At(g, rounds)
			if !slices.Contains(p.Candidates, secret) {
				t.Fatalf("%s after %s loses the secret", g, game.History(g, rounds))
			}
			for _, guess := range guesses {
				where := g.String() + " after " + game.History(g, rounds) + ", guess " + g.FormatCode(guess)
				c, err := costs.Of(t.Context(), p, guess)
				want := advice.Cost{Guess: least(g, guesses, p.Candidates, &guess, known), Best: least(g, guesses, p.Candidates, nil, known), BestGuess: c.BestGuess, Optimal: true}
				if err != nil || c != want || least(g, guesses, p.Candidates, &c.BestGuess, known) != c.Best {
					t.Fatalf("%s: %+v, want %+v (%v)", where, c, want, err)
				}
			}
			for _, criterion := range strategy.Classic() {
				m := criterion.Measure(g, len(p.Candidates))
				score := func(guess game.Code) int64 { return m.Of(p.Look(guess).Counts) }
				sorted := slices.SortedStableFunc(slices.Values(guesses), func(a, b game.Code) int {
					return compare(score(a), score(b), !slices.Contains(p.Candidates, a), !slices.Contains(p.Candidates, b))
				})
				if best, err := p.Best(t.Context(), criterion, 5); err != nil || !slices.Equal(best, sorted[:min(5, len(sorted))]) {
					t.Fatalf("%s after %s: best by %s %v, want %v (%v)", g, game.History(g, rounds), criterion, best, sorted[:5], err)
				}
				for _, guess := range guesses {
					rank := 1
					for _, other := range guesses {
						if score(other) < score(guess) {
							rank++
						}
					}
					if got, err := p.Rank(t.Context(), criterion, guess); err != nil || got != rank {
						t.Fatalf("%s: rank of %s by %s is %d, want %d (%v)", g, g.FormatCode(guess), criterion, got, rank, err)
					}
				}
			}
		}
	}
}

// compare orders guesses by score, and then candidates first.
func compare(a, b int64, aNot, bNot bool) int {
	switch {
	case a != b:
		return int(a - b)
	case aNot == bNot:
		return 0
	case bNot:
		return -1
	}
	return 1
}

// TestCostWithoutProof has the entropy strategy stand in for what is not proved, and an
// optimal tree for what is.
func TestCostWithoutProof(t *testing.T) {
	g, _ := game.Parse("mm4x6")
	answer, err := optimal.Solve(t.Context(), optimal.Problem{Game: g}, optimal.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	guess, _ := g.ParseCode("1122")
	p := advice.At(g, nil)
	for name, test := range map[string]struct {
		o    advice.Options
		want advice.Cost
	}{
		"nothing known": {advice.Options{Effort: 1}, advice.Cost{Guess: 5739, Best: 5722}},
		"tree known":    {advice.Options{Known: answer.Tree, Effort: 1}, advice.Cost{Guess: 5739, Best: 5625, Optimal: true, AtMost: true}},
	} {
		c, err := advice.NewCosts(g, test.o).Of(t.Context(), p, guess)
		if c.BestGuess = 0; err != nil || c != test.want {
			t.Errorf("%s: %+v, want %+v (%v)", name, c, test.want, err)
		}
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if _, err := advice.NewCosts(g, advice.Options{}).Of(ended, p, guess); err == nil {
		t.Error("no error after the end of the context")
	}
}

// TestCostsDoNotDependOnTheOrder asks for what guesses cost in random games, in two orders and
// with colours and positions exchanged, with an effort that does not suffice for all.
func TestCostsDoNotDependOnTheOrder(t *testing.T) {
	g, _ := game.Parse("mm4x6")
	secrets, guesses := game.Codes(g)
	rng := rand.New(rand.NewPCG(5, 6))
	o := advice.Options{Effort: 1 << 15}
	first, second := advice.NewCosts(g, o), advice.NewCosts(g, o)
	exchanged := func(c game.Code) (image game.Code) {
		for i := range 4 {
			image = image.With((i+1)%4, 5-c.At(i))
		}
		return image
	}
	type question struct {
		own, other *advice.Position
		guess      game.Code
		cost       advice.Cost
	}
	var asked []question
	for range 100 {
		secret := secrets[rng.IntN(len(secrets))]
		var own, other []game.Round
		for range 1 + rng.IntN(3) {
			guess := guesses[rng.IntN(len(guesses))]
			if guess == secret {
				continue // which ends the game
			}
			r := game.Round{Guess: guess, Feedback: g.Feedback(secret, guess)}
			own, other = append(own, r), append(other, game.Round{Guess: exchanged(guess), Feedback: r.Feedback})
		}
		q := question{own: advice.At(g, own), other: advice.At(g, other), guess: guesses[rng.IntN(len(guesses))]}
		var err error
		if q.cost, err = first.Of(t.Context(), q.own, q.guess); err != nil {
			t.Fatal(err)
		}
		asked = append(asked, q)
	}
	proved := 0
	for _, q := range slices.Backward(asked) {
		c, err := second.Of(t.Context(), q.other, exchanged(q.guess))
		if c.BestGuess = q.cost.BestGuess; err != nil || c != q.cost {
			t.Errorf("%s, guess %s: %+v and %+v (%v)", game.History(g, q.own.Rounds), g.FormatCode(q.guess), q.cost, c, err)
		}
		if c.Optimal {
			proved++
		}
	}
	if proved == 0 || proved == len(asked) {
		t.Errorf("%d of %d are proved", proved, len(asked))
	}
}

// TestImagesCostTheSame holds that guesses which an exchange of positions or colours takes into
// each other cost the same, even where only one of them is in the known tree and no search can
// find what the other costs.
func TestImagesCostTheSame(t *testing.T) {
	g, _ := game.Parse("bc4x6")
	answer, err := optimal.Solve(t.Context(), optimal.Problem{Game: g}, optimal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	read := func(text string) game.Code {
		code := enginetest.Code(t, g, text)
		return code
	}
	costs := advice.NewCosts(g, advice.Options{Known: answer.Tree, Effort: 1})
	for _, opening := range []string{"0123", "1234", "5432", "3012"} {
		c, err := costs.Of(t.Context(), advice.At(g, nil), read(opening))
		if err != nil || c.Guess != c.Best || !c.Optimal || c.AtMost {
			t.Errorf("%s: %+v (%v)", opening, c, err)
		}
	}

	// After a first guess fewer exchanges are left: those that leave it as it is.
	feedback, _ := g.ParseFeedback("0A2B")
	p := advice.At(g, []game.Round{{Guess: read("1234"), Feedback: feedback}})
	best, err := costs.Best(t.Context(), p)
	if err != nil || !best.Proved {
		t.Fatalf("%+v (%v)", best, err)
	}
	next, ok := advice.Next(answer.Tree, game.SymmetriesOf(g), p.Rounds)
	if c, err := costs.Of(t.Context(), p, next); !ok || err != nil || c.Guess != c.Best || c.AtMost {
		t.Errorf("the tree goes on with %s: %t, %+v (%v)", g.FormatCode(next), ok, c, err)
	}
	if next, ok := advice.Next(answer.Tree, game.SymmetriesOf(g), nil); !ok || next != answer.Tree.Root.Guess {
		t.Errorf("the tree begins with %s", g.FormatCode(next))
	}
	twice := []game.Round{p.Rounds[0], p.Rounds[0]}
	if next, ok := advice.Next(answer.Tree, game.SymmetriesOf(g), twice); ok {
		t.Errorf("the tree makes a guess twice, and then %s", g.FormatCode(next))
	}

	var image game.Code // with the colours 0 and 5, which no guess had, exchanged
	for i := range 4 {
		colour := best.Guess.At(i)
		if colour == 0 || colour == 5 {
			colour = 5 - colour
		}
		image = image.With(i, colour)
	}
	c, err := costs.Of(t.Context(), p, image)
	if err != nil || c.Guess != c.Best || c.AtMost {
		t.Errorf("%s in place of %s: %+v (%v)", g.FormatCode(image), g.FormatCode(best.Guess), c, err)
	}
}

// TestMisuse asks for what cannot be answered: the error says so.
func TestMisuse(t *testing.T) {
	g, _ := game.Parse("mm3x4")
	none := game.Code(0xffffffff)
	p := advice.At(g, nil)
	for _, n := range []int{0, -1} {
		if best, err := p.Best(t.Context(), strategy.Entropy, n); err != nil || len(best) > 0 {
			t.Errorf("%d of the best guesses are %v (%v)", n, best, err)
		}
	}
	for _, criterion := range []strategy.Criterion{"", "wit", "two-phase"} {
		if _, err := p.Best(t.Context(), criterion, 1); err == nil {
			t.Errorf("there are best guesses by %q", criterion)
		}
		if _, err := p.Rank(t.Context(), criterion, 0); err == nil {
			t.Errorf("there is a rank by %q", criterion)
		}
	}
	if _, err := p.Rank(t.Context(), strategy.Entropy, none); err == nil {
		t.Error("what is no code has a rank")
	}
	if _, err := advice.NewCosts(g, advice.Options{}).Of(t.Context(), p, none); err == nil {
		t.Error("what is no code has a cost")
	}

	// Feedback that contradicts itself leaves no candidates.
	nothing := advice.At(g, []game.Round{{Guess: 0, Feedback: 0}, {Guess: 0, Feedback: g.Final()}})
	if _, err := nothing.Best(t.Context(), strategy.Entropy, 1); !errors.Is(err, advice.ErrNone) {
		t.Errorf("the best guess of no candidates: %v", err)
	}
	if _, err := nothing.Rank(t.Context(), strategy.Entropy, 0); !errors.Is(err, advice.ErrNone) {
		t.Errorf("the rank of a guess without candidates: %v", err)
	}
	if _, err := advice.NewCosts(g, advice.Options{}).Of(t.Context(), nothing, 0); !errors.Is(err, advice.ErrNone) {
		t.Errorf("the cost of a guess without candidates: %v", err)
	}
	if look := nothing.Look(0); look.Consistent || look.Parts != 0 {
		t.Errorf("a guess without candidates does %+v", look)
	}
}

// TestContextEndsScans holds that neither ranks nor best guesses are sought after the end of
// the context.
func TestContextEndsScans(t *testing.T) {
	g, _ := game.Parse("mm4x6")
	ended, stop := context.WithCancel(t.Context())
	stop()
	p := advice.At(g, nil)
	if _, err := p.Best(ended, strategy.Entropy, 3); !errors.Is(err, context.Canceled) {
		t.Errorf("best: %v", err)
	}
	if _, err := p.Rank(ended, strategy.Entropy, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("rank: %v", err)
	}
}

// TestAdvisedGuessCostsNothing follows advice in random games, with efforts that prove all,
// some and nothing: the guess is that of Best, and costs nothing. Neither does the same guess
// with colours and positions exchanged before the first feedback.
func TestAdvisedGuessCostsNothing(t *testing.T) {
	bulls, _ := game.Parse("bc4x8")
	pegs, _ := game.Parse("mm4x6")
	for _, g := range append(games(t), pegs, bulls) {
		secrets, guesses := game.Codes(g)
		rng := rand.New(rand.NewPCG(3, 4))
		for _, effort := range []int64{1, 1 << 15, 1 << 22} {
			costs := advice.NewCosts(g, advice.Options{Effort: effort})
			for range 10 {
				secret, p := secrets[rng.IntN(len(secrets))], advice.At(g, nil)
				for range 1 + rng.IntN(3) {
					guess := guesses[rng.IntN(len(guesses))]
					if guess != secret { // which would end the game
						p.Add(game.Round{Guess: guess, Feedback: g.Feedback(secret, guess)})
					}
				}

				advised, err := costs.Advise(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				best, _ := costs.Best(t.Context(), p)
				c, err := costs.Of(t.Context(), p, advised)
				if err != nil || advised != best.Guess || c.Guess != c.Best || c.AtMost {
					t.Errorf("%s after %s, effort %d: advised %s, the best is %s, and it costs %+v (%v)",
						g, game.History(g, p.Rounds), effort, g.FormatCode(advised), g.FormatCode(best.Guess), c, err)
				}
			}
		}
	}

	costs, start := advice.NewCosts(bulls, advice.Options{Effort: 1}), advice.At(bulls, nil)
	for _, text := range []string{"0123", "1234", "7654"} {
		guess, _ := bulls.ParseCode(text)
		if c, err := costs.Of(t.Context(), start, guess); err != nil || c.Guess != c.Best {
			t.Errorf("opening %s costs %+v (%v)", text, c, err)
		}
	}

	ended, stop := context.WithCancel(t.Context())
	stop()
	if _, err := advice.NewCosts(pegs, advice.Options{}).Advise(ended, advice.At(pegs, nil)); err == nil {
		t.Error("no error after the end of the context")
	}
}
