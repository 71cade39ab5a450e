package strategy

import (
	"context"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// TestRegisterRefuses checks the error on each fault of a registration, and that
// nothing is added.
func TestRegisterRefuses(t *testing.T) {
	before := len(all())
	measure := func(game.Game, int) partition.Measure { return partition.Largest() }
	guesser := func(game.Game, uint64) (Guesser, error) { return nil, nil }
	info := func(name Criterion) CriterionInfo { return CriterionInfo{Criterion: name, Minimises: "something"} }

	for want, r := range map[string]Registration{
		`strategy "": a name is made of`:                     {},
		`strategy "A b": a name is made of`:                  {CriterionInfo: info("A b"), Version: "1", Measure: measure},
		`strategy "entropy": there is one of that name`:      {CriterionInfo: info("entropy"), Version: "1", Measure: measure},
		`strategy "two-phase": there is one of that name`:    {CriterionInfo: info("two-phase"), Version: "1", New: guesser},
		`strategy "first": the name has a meaning`:           {CriterionInfo: info("first"), Version: "1", Measure: measure},
		`strategy "random": the name has a meaning`:          {CriterionInfo: info("random"), Version: "1", New: guesser},
		`strategy "mine": it does not say what it minimises`: {CriterionInfo: CriterionInfo{Criterion: "mine"}, Version: "1", Measure: measure},
		`strategy "mine": it needs a version`:                {CriterionInfo: info("mine"), Measure: measure},
		`strategy "mine": it needs either a measure or`:      {CriterionInfo: info("mine"), Version: "1"},
		`strategy "both": it needs either a measure or`:      {CriterionInfo: info("both"), Version: "1", Measure: measure, New: guesser},
		`strategy "mine": a criterion plays every game`:      {CriterionInfo: info("mine"), Version: "1", Measure: measure, Random: true},
		`strategy "optimal": the name has a meaning`:         {CriterionInfo: info("optimal"), Version: "1", Measure: measure},
		`strategy "knuth": the name has a meaning`:           {CriterionInfo: info("knuth"), Version: "1", Measure: measure},
	} {
		enginetest.Refused(t, r.Criterion, Register(r), want)
	}

	if len(all()) != before {
		t.Error("something was added all the same")
	}
}

// TestRegistered adds a criterion and guessers, and checks that everything here
// knows them.
func TestRegistered(t *testing.T) {
	g := enginetest.Game(t, "mm2x3")
	last := func(_ context.Context, p Position) (game.Code, error) { return p.Candidates[len(p.Candidates)-1], nil }
	illegal := func(context.Context, Position) (game.Code, error) { return 0xffffffff, nil }

	for _, r := range []Registration{
		{
			CriterionInfo: CriterionInfo{Criterion: "test-largest", Minimises: "the largest part"},
			Version:       "1",
			Measure:       func(game.Game, int) partition.Measure { return partition.Largest() },
		},
		{
			CriterionInfo: CriterionInfo{Criterion: "test-last", Minimises: "nothing"},
			Version:       "1",
			New:           func(game.Game, uint64) (Guesser, error) { return GuesserFunc(last), nil },
		},
		{
			CriterionInfo: CriterionInfo{Criterion: "test-drawn", Minimises: "nothing"},
			Version:       "1",
			Random:        true,
			New: func(_ game.Game, seed uint64) (Guesser, error) {
				return GuesserFunc(func(_ context.Context, p Position) (game.Code, error) {
					return p.Candidates[p.Rand(seed).IntN(len(p.Candidates))], nil
				}), nil
			},
		},
		{
			CriterionInfo: CriterionInfo{Criterion: "test-illegal", Minimises: "nothing"},
			Version:       "1",
			New:           func(game.Game, uint64) (Guesser, error) { return GuesserFunc(illegal), nil },
		},
		{
			CriterionInfo: CriterionInfo{Criterion: "test-none", Minimises: "nothing"},
			Version:       "1",
			New:           func(game.Game, uint64) (Guesser, error) { return nil, nil },
		},
	} {
		if err := Register(r); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { unregister(r.Criterion) })
		enginetest.Refused(t, "twice", Register(r), "there is one of that name already")
		if !slices.ContainsFunc(all(), func(other Registration) bool { return other.Criterion == r.Criterion }) {
			t.Errorf("%s is not listed", r.Criterion)
		}
	}

	enginetest.Refused(t, "test-large", Strategy{Criterion: "test-large"}.Validate(g), "did you mean test-largest")
	if !slices.Contains(Links(), "test-largest") || slices.Contains(Links(), "test-last") {
		t.Errorf("links are %v", Links())
	}

	choose := func(s Strategy) (game.Code, error) {
		player, err := s.Compile(g)
		if err != nil {
			return 0, err
		}
		var guesser Guesser = player.NewChooser()
		return guesser.Guess(t.Context(), Position{Game: g, Candidates: player.Secrets()})
	}

	for _, test := range []struct {
		strategy Strategy
		want     string // a guess, or a part of an error
	}{
		{Strategy{Criterion: "test-largest"}, "11"},
		{Strategy{Criterion: MostParts, Ties: "test-largest,first"}, "12"},
		{Strategy{Criterion: "test-last"}, "33"},
		{Strategy{Criterion: "test-last", Pool: Consistent}, "pool, ties, order and endgame do not apply to it"},
		{Strategy{Criterion: "test-last", Ties: "random=1"}, "pool, ties, order and endgame do not apply to it"},
		{Strategy{Criterion: "test-drawn", Ties: "random=1"}, "23"},
		{Strategy{Criterion: "test-drawn", Ties: "random=2"}, "31"},
		{Strategy{Criterion: "test-drawn", Ties: "random=2", Endgame: 2}, "pool, order and endgame do not apply to it"},
		{Strategy{Criterion: "test-drawn"}, "give them as random=SEED"},
		{Strategy{Criterion: "test-drawn", Ties: "random"}, "give them as random=SEED"},
		{Strategy{Criterion: "test-illegal"}, "at the beginning it guesses 0xffffffff, which mm2x3 does not allow"},
		{Strategy{Criterion: "test-none"}, "returns no guesser"},
		{Strategy{Criterion: Entropy, Ties: "test-last,first"}, "rates no guesses"},
	} {
		got, err := choose(test.strategy)
		if err != nil && !strings.Contains(err.Error(), test.want) || err == nil && g.FormatCode(got) != test.want {
			t.Errorf("%s: %s, %v; want %s", test.strategy, g.FormatCode(got), err, test.want)
		}
	}

	player := enginetest.Must(Strategy{Criterion: "test-drawn", Ties: "random=1"}.Compile(g))(t)
	if _, err := player.NewChooser().Tied(t.Context(), player.Secrets(), nil); err == nil {
		t.Error("guesses of a guesser are tied")
	}
}

// unregister takes a strategy out again, so that other tests do not see it.
func unregister(c Criterion) {
	registered.mu.Lock()
	defer registered.mu.Unlock()
	registered.list = slices.DeleteFunc(registered.list, func(r Registration) bool { return r.Criterion == c })
}
