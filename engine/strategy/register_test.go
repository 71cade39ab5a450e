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
	player := func(game.Game, uint64) (Player, error) { return nil, nil }

	for want, r := range map[string]Registration{
		`strategy "": a name is made of`:                     {},
		`strategy "A b": a name is made of`:                  {Criterion: "A b", Minimises: "something", Version: "1", Measure: measure},
		`strategy "entropy": there is one of that name`:      {Criterion: "entropy", Minimises: "something", Version: "1", Measure: measure},
		`strategy "two-phase": there is one of that name`:    {Criterion: "two-phase", Minimises: "something", Version: "1", New: player},
		`strategy "first": the name has a meaning`:           {Criterion: "first", Minimises: "something", Version: "1", Measure: measure},
		`strategy "random": the name has a meaning`:          {Criterion: "random", Minimises: "something", Version: "1", New: player},
		`strategy "mine": it does not say what it minimises`: {Criterion: "mine", Version: "1", Measure: measure},
		`strategy "mine": it needs a version`:                {Criterion: "mine", Minimises: "something", Measure: measure},
		`strategy "mine": it needs either a measure or`:      {Criterion: "mine", Minimises: "something", Version: "1"},
		`strategy "both": it needs either a measure or`:      {Criterion: "both", Minimises: "something", Version: "1", Measure: measure, New: player},
		`strategy "mine": a criterion plays every game`:      {Criterion: "mine", Minimises: "something", Version: "1", Measure: measure, Random: true},
		`strategy "optimal": the name has a meaning`:         {Criterion: "optimal", Minimises: "something", Version: "1", Measure: measure},
		`strategy "knuth": the name has a meaning`:           {Criterion: "knuth", Minimises: "something", Version: "1", Measure: measure},
	} {
		enginetest.Refused(t, r.Criterion, Register(r), want)
	}

	if len(all()) != before {
		t.Error("something was added all the same")
	}
}

// TestRegistered adds a criterion and players, and checks that everything here
// knows them.
func TestRegistered(t *testing.T) {
	g := enginetest.Game(t, "mm2x3")
	last := func(_ context.Context, p Position) (game.Code, error) { return p.Candidates[len(p.Candidates)-1], nil }
	illegal := func(context.Context, Position) (game.Code, error) { return 0xffffffff, nil }

	for _, r := range []Registration{
		{
			Criterion: "test-largest",
			Minimises: "the largest part",
			Version:   "1",
			Measure:   func(game.Game, int) partition.Measure { return partition.Largest() },
		},
		{
			Criterion: "test-last",
			Minimises: "nothing",
			Version:   "1",
			New:       func(game.Game, uint64) (Player, error) { return PlayerFunc(last), nil },
		},
		{
			Criterion: "test-drawn",
			Minimises: "nothing",
			Version:   "1",
			Random:    true,
			New: func(_ game.Game, seed uint64) (Player, error) {
				return PlayerFunc(func(_ context.Context, p Position) (game.Code, error) {
					return p.Candidates[p.Rand(seed).IntN(len(p.Candidates))], nil
				}), nil
			},
		},
		{
			Criterion: "test-illegal",
			Minimises: "nothing",
			Version:   "1",
			New:       func(game.Game, uint64) (Player, error) { return PlayerFunc(illegal), nil },
		},
		{
			Criterion: "test-none",
			Minimises: "nothing",
			Version:   "1",
			New:       func(game.Game, uint64) (Player, error) { return nil, nil },
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
		compiled, err := s.Compile(g)
		if err != nil {
			return 0, err
		}
		var player Player = compiled.NewPlayer()
		return player.Guess(t.Context(), Position{Game: g, Candidates: compiled.Secrets()})
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
		{Strategy{Criterion: "test-none"}, "returns no player"},
		{Strategy{Criterion: Entropy, Ties: "test-last,first"}, "rates no guesses"},
	} {
		got, err := choose(test.strategy)
		if err != nil && !strings.Contains(err.Error(), test.want) || err == nil && g.FormatCode(got) != test.want {
			t.Errorf("%s: %s, %v; want %s", test.strategy, g.FormatCode(got), err, test.want)
		}
	}

	player := enginetest.Must(Strategy{Criterion: "test-drawn", Ties: "random=1"}.Compile(g))(t)
	if _, err := player.NewPlayer().Tied(t.Context(), player.Secrets(), nil); err == nil {
		t.Error("guesses of a player of its own are tied")
	}
}

// unregister takes a strategy out again, so that other tests do not see it.
func unregister(c Criterion) {
	registered.mu.Lock()
	defer registered.mu.Unlock()
	registered.list = slices.DeleteFunc(registered.list, func(r Registration) bool { return r.Criterion == c })
}
