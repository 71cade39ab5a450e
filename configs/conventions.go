package configs

import (
	"cmp"
	"slices"
	"strings"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// A Convention is a way in which an author may have played a game, and how far
// it is from what most mean: the number of choices that depart from the
// defaults, rare ones counted twice.
type Convention struct {
	engine.Configuration
	Departures int
}

// Conventions lists the conventions of a game, those with the fewest departures
// first. They are all combinations of
//
//   - the criteria simple, minimax, expected-size, entropy and most-parts;
//   - the pools all, consistent, and all-until=1 to 4; in games of words also
//     answers, hard-strict and hard;
//   - ties by chains of up to two other criteria, with or without a preference
//     for candidates before or behind them, and then the first or the last code;
//   - the orders of codes that the game has;
//   - endgames of 1, 2 and 3 candidates;
//   - the first guesses given; if none are, the strategy's own choice, every
//     kind of first guess, and codes that begin with the second colour.
//
// Registered criteria are combined like those, and other registered strategies,
// unless they draw guesses, with the first guesses.
func Conventions(g game.Game, firsts []string) []Convention {
	var out []Convention
	guesses := firstGuesses(g, firsts)
	add := func(s strategy.Strategy, departures int) {
		for _, first := range guesses {
			c := engine.Configuration{Game: g.String(), Strategy: s, First: first.value}
			out = append(out, Convention{Configuration: c, Departures: departures + first.departures})
		}
	}
	for _, criterion := range ConventionCriteria() {
		s := strategy.Strategy{Criterion: criterion}.WithDefaults()
		if alone(criterion) {
			add(s, 0)
			continue
		}
		for _, pool := range pools(g, criterion) {
			for _, ties := range chains(criterion, pool.value) {
				for _, order := range orders(g) {
					for s.Endgame = 1; s.Endgame <= 3; s.Endgame++ {
						s.Pool, s.Ties, s.Order = strategy.Pool(pool.value), ties.value, game.Order(order.value)
						add(s, pool.departures+ties.departures+order.departures+s.Endgame-1)
					}
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Convention) int { return cmp.Compare(a.Departures, b.Departures) })
	return out
}

// ConventionCriteria lists the criteria of conventions, and what was registered.
func ConventionCriteria() []strategy.Criterion {
	all := append([]strategy.Criterion{strategy.Simple}, strategy.Classic()...)
	for _, r := range strategy.Registered() {
		if !r.Random {
			all = append(all, r.Criterion)
		}
	}
	return all
}

// alone reports whether a criterion is a registered strategy to which the other
// choices do not apply.
func alone(c strategy.Criterion) bool {
	return slices.ContainsFunc(strategy.Registered(), func(r strategy.Registration) bool { return r.Criterion == c && r.New != nil })
}

// A choice is one of the choices that make up a convention.
type choice struct {
	value      string
	departures int
}

func pools(g game.Game, criterion strategy.Criterion) []choice {
	if criterion == strategy.Simple {
		return []choice{{string(strategy.Consistent), 0}}
	}
	out := []choice{{"all", 0}, {"consistent", 1}, {"all-until=1", 2}, {"all-until=2", 2}, {"all-until=3", 2}, {"all-until=4", 2}}
	for _, pool := range []strategy.Pool{strategy.Answers, strategy.HardStrict, strategy.Hard} {
		if game.StructureOf(g).Table != nil && pool.Check(g) == nil {
			out = append(out, choice{string(pool), 1})
		}
	}
	return out
}

// chains lists the ties that mean something for a criterion and a pool: where
// only candidates are guessed, nothing is gained by preferring them.
func chains(criterion strategy.Criterion, pool string) []choice {
	var others []strategy.Criterion
	if criterion != strategy.Simple {
		others = slices.DeleteFunc(strategy.Classic(), func(c strategy.Criterion) bool { return c == criterion })
	}

	// Up to two other criteria break ties.
	links := [][]string{nil}
	for _, a := range others {
		links = append(links, []string{string(a)})
		for _, b := range others {
			if b != a {
				links = append(links, []string{string(a), string(b)})
			}
		}
	}

	// Behind them comes an order of the guesses, and candidates may be preferred before or
	// after them.
	var out []choice
	for _, chain := range links {
		for i, last := range []string{"first", "last"} {
			add := func(departures int, before []string, behind ...string) {
				parts := slices.Concat(before, chain, behind, []string{last})
				out = append(out, choice{strings.Join(parts, ","), departures + len(chain) + i})
			}
			if pool == string(strategy.Consistent) {
				add(0, nil)
				continue
			}
			add(0, []string{"consistent"})
			add(1, nil)
			if len(chain) > 0 {
				add(1, nil, "consistent")
			}
		}
	}

	slices.SortStableFunc(out, func(a, b choice) int { return cmp.Compare(a.departures, b.departures) })
	return out
}

func orders(g game.Game) []choice {
	out := []choice{{string(game.Lex), 0}}
	if game.CheckOrder(g, game.Swap) == nil {
		out = append(out, choice{string(game.Swap), 1})
	}
	if file, err := game.FullOrder(g, game.File); err == nil && file != game.Lex {
		out = append(out, choice{string(file), 1})
	}
	return out
}

func firstGuesses(g game.Game, given []string) []choice {
	var out []choice
	for _, first := range given {
		out = append(out, choice{first, 0})
	}
	if len(given) > 0 {
		return out
	}
	out = []choice{{"", 0}}
	for _, code := range game.CanonicalGuesses(g) {
		text := g.FormatCode(code)
		out = append(out, choice{text, 1})
		next := strings.Map(func(r rune) rune { return r + 1 }, text) // 1234 in the place of 0123
		if code, err := g.ParseCode(next); err == nil && g.FormatCode(code) == next {
			out = append(out, choice{next, 2})
		}
	}
	return out
}
