package main

import (
	"codebreak/engine"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"slices"
)

// mostSecrets is how many secrets a game of the grid may have.
const mostSecrets = 100_000

// provable is the greatest number of colours, for 2 positions and more, with which
// the least total has been proved.
var provable = map[string][]int{
	"mm": {16, 13, 9, 6, 4},
	"bc": {16, 14, 11, 8, 6},
	"bp": {16, 8, 6, 4, 3},
}

// provable reports whether the least total has been proved.
func (g gridGame) provable() bool { return g.colours <= provable[g.kind][g.positions-2] }

// leastTotal asks for the least total of a game with guesses from a pool.
func leastTotal(gameName string, pool strategy.Pool) ask.Solve {
	return ask.Best(optimal.ProblemSpec{Game: gameName, Objective: optimal.Total, Pool: pool})
}

// optimumTasks asks for the least totals of the games of configurations that are known to
// be proved, so that what is best of a few can be set beside what is best of all.
func optimumTasks(configurations []engine.Configuration) (tasks []notebook.Task) {
	for _, g := range gridGames(len(provable["mm"])+1, mostSecrets) {
		if !g.provable() || !slices.ContainsFunc(configurations, func(c engine.Configuration) bool { return c.Game == g.game }) {
			continue
		}
		of := []notebook.Task{notebook.Ask(leastTotal(g.game, strategy.All))}
		if ask.EffortOf(g.game+" optimal") != ask.Seconds {
			of = notebook.Slow(of)
		}
		tasks = append(tasks, of...)
	}
	return tasks
}

// optimumIn returns the figures of the best of all strategies of a game; ok is false
// where it is not proved.
func optimumIn(o notebook.Outcome, gameName string) (best tree.Figures, ok bool) {
	q := leastTotal(gameName, strategy.All)
	if !o.Has(notebook.Ask(q)) || !notebook.Get(o, q).Proved {
		return best, false
	}
	return notebook.Get(o, q).Figures, true
}
