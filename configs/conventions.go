package configs

import (
	"cmp"
	"slices"
	"strings"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// A Convention is a way in which an author may have played a game. Its departures are the choices
// that differ from the defaults, rare ones counted twice.
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
//   - the given first guesses; without any, the strategy's own choice, every
//     kind of first guess, and codes that begin with the second colour.
//
// Registered criteria are combined like the others. Other registered strategies, unless they draw
// guesses, are combined with the first guesses only.
func Conventions(g game.Game, firsts []string) []Convention {
	var out []Convention
	guesses := firstGuesses(g, firsts)
	for _, criterion := range ConventionCriteria() {
		for _, c := range strategies(g, criterion) {
			for _, first := range guesses {
				c := c
				c.Game, c.First = g.String(), first.value
				c.Departures += first.departures
				out = append(out, c)
			}
		}
	}
	slices.SortStableFunc(out, byDepartures)
	return out
}

func byDepartures(a, b Convention) int { return cmp.Compare(a.Departures, b.Departures) }

// strategies lists the strategies of a criterion, with the choices that depart from the
// defaults.
func strategies(g game.Game, criterion strategy.Criterion) (out []Convention) {
	s := strategy.Strategy{Criterion: criterion}.WithDefaults()
	if alone(criterion) {
		return []Convention{{Configuration: engine.Configuration{Strategy: s}}}
	}

	for _, pool := range pools(g, criterion) {
		for _, ties := range chains(criterion, pool.value) {
			for _, order := range orders(g) {
				for s.Endgame = 1; s.Endgame <= 3; s.Endgame++ {
					s.Pool = strategy.Pool(pool.value)
					s.Ties = ties.value
					s.Order = game.Order(order.value)
					out = append(out, Convention{
						Configuration: engine.Configuration{Strategy: s},
						Departures:    pool.departures + ties.departures + order.departures + s.Endgame - 1,
					})
				}
			}
		}
	}
	return out
}

// ConventionCriteria lists the criteria of conventions, and registered ones.
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
	for _, r := range strategy.Registered() {
		if r.Criterion == c && r.New != nil {
			return true
		}
	}
	return false
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

	out := []choice{
		{"all", 0}, {"consistent", 1},
		{"all-until=1", 2}, {"all-until=2", 2}, {"all-until=3", 2}, {"all-until=4", 2},
	}
	for _, pool := range []strategy.Pool{strategy.Answers, strategy.HardStrict, strategy.Hard} {
		if game.StructureOf(g).Table != nil && pool.Check(g) == nil {
			out = append(out, choice{string(pool), 1})
		}
	}
	return out
}

// chains lists the ties that make a difference for a criterion and a pool: a pool of candidates
// needs no preference for candidates.
func chains(criterion strategy.Criterion, pool string) []choice {
	// Up to two other criteria.
	links := []choice{{"", 0}}
	for _, a := range strategy.Classic() {
		if criterion == strategy.Simple || a == criterion {
			continue
		}
		links = append(links, choice{string(a) + ",", 1})
		for _, b := range strategy.Classic() {
			if b != a && b != criterion {
				links = append(links, choice{string(a) + "," + string(b) + ",", 2})
			}
		}
	}

	// Each with both ends, and with candidates before, behind or not preferred.
	var out []choice
	for _, chain := range links {
		for i, last := range []string{"first", "last"} {
			departures := chain.departures + i
			if pool == string(strategy.Consistent) {
				out = append(out, choice{chain.value + last, departures})
				continue
			}
			out = append(out, choice{"consistent," + chain.value + last, departures})
			out = append(out, choice{chain.value + last, departures + 1})
			if chain.value != "" {
				out = append(out, choice{chain.value + "consistent," + last, departures + 1})
			}
		}
	}
	slices.SortStableFunc(out, byChoices)
	return out
}

func byChoices(a, b choice) int { return cmp.Compare(a.departures, b.departures) }

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
		next := strings.Map(successor, text) // 1234 in the place of 0123
		if code, err := g.ParseCode(next); err == nil && g.FormatCode(code) == next {
			out = append(out, choice{next, 2})
		}
	}
	return out
}

func successor(r rune) rune { return r + 1 }
