package main

import (
	"fmt"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// beginnings are the first guesses of a game from each of which the best of all
// trees is searched.
type beginnings struct {
	game string
	pool strategy.Pool
}

// searchedBeginnings are those of games whose searches take seconds.
func searchedBeginnings() []beginnings {
	return []beginnings{
		{"mm4x6", strategy.All}, {"mm4x6", strategy.Consistent}, {"mm4x7", strategy.All}, {"mm5x5", strategy.All},
	}
}

// searches asks for the least total from every kind of first guess. The entry's
// tasks report a game that cannot be parsed.
func (b beginnings) searches() (asked []ask.Solve) {
	g, err := game.Parse(b.game)
	if err != nil {
		return []ask.Solve{leastTotal(b.game, b.pool)}
	}
	for _, guess := range game.CanonicalGuesses(g) {
		asked = append(asked, ask.Best(optimal.ProblemSpec{Game: b.game, Objective: optimal.Total, Pool: b.pool, First: g.FormatCode(guess)}))
	}
	return asked
}

// A begun tree is the best that begins with a guess.
type begun struct {
	ask.Solved
	of     beginnings
	beyond int // excess over the best of all
}

// begunTrees reads what was found, game by game.
func begunTrees(o notebook.Outcome) (all [][]begun) {
	for _, b := range searchedBeginnings() {
		var trees []begun
		for _, q := range b.searches() {
			trees = append(trees, begun{notebook.Get(o, q), b, 0})
		}
		least := slices.MinFunc(trees, func(x, y begun) int { return x.Figures.Total - y.Figures.Total }).Figures.Total
		for i := range trees {
			trees[i].beyond = trees[i].Figures.Total - least
		}
		all = append(all, trees)
	}
	return all
}

// begunSection tables the least totals from all kinds of first guess.
func begunSection(all [][]begun) report.Section {
	return report.Section{
		Heading: "Optimal strategies from each first guess",
		Text:    "Least total: of all trees that begin with the guess, proved by exact search. Excess: guesses over all secrets beyond the total of the best first guess.",
		Table: report.TableOf(slices.Concat(all...), "game | pool | first guess | least total | excess | mean | worst | proved", func(b begun) []any {
			return []any{b.of.game, b.of.pool, b.First, b.Figures.Total, b.beyond, report.Mean(b.Figures.Mean), b.Figures.Worst, yesNo(b.Proved)}
		}),
	}
}

// begunAnswer says which first guess of a game is best in optimal play, and what the worst
// one costs.
func begunAnswer(trees []begun) string {
	best, worst := extremesBy(trees, func(b begun) int { return b.beyond })
	return fmt.Sprintf("%s in %s: optimal play from it needs %s guesses, from %s %s more. In Bulls and Cows all are equivalent.",
		best[0].First, titled(best[0].of.game), report.Decimals(best[0].Figures.Mean, 4), worst[0].First, report.Decimals(worst[0].Figures.Mean-best[0].Figures.Mean, 4))
}
