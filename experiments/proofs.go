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

// searchSeconds is what proofs took: processor time with one worker on a Xeon with
// AVX-512. Those that are not listed took less than a second.
var searchSeconds = map[string]float64{
	"mm2x15 optimal": 10,
	"mm2x16 optimal": 265,
	"mm3x10 optimal": 4,
	"mm3x11 optimal": 29,
	"mm3x12 optimal": 161,
	"mm3x13 optimal": 1503,
	"mm4x7 optimal":  1,
	"mm4x8 optimal":  15,
	"mm4x9 optimal":  114,
	"mm5x6 optimal":  227,
	"mm6x4 optimal":  4,
	"bc2x15 optimal": 2,
	"bc2x16 optimal": 24,
	"bc3x11 optimal": 2,
	"bc3x12 optimal": 16,
	"bc3x13 optimal": 75,
	"bc3x14 optimal": 351,
	"bc4x9 optimal":  1,
	"bc4x10 optimal": 9,
	"bc4x11 optimal": 114,
	"bc5x7 optimal":  4,
	"bc5x8 optimal":  103,
	"bp3x7 optimal":  1.1,
	"bp3x8 optimal":  16,
	"bp4x5 optimal":  0.5,
	"bp4x6 optimal":  67,

	"bc4x8 optimal pool=consistent":                    7,
	"bc4x10 optimal pool=consistent":                   20,
	"bc4x10 optimal pool=consistent-but-last":          4,
	"bc4x10 optimal pool=consistent-but-last@fancidev": 3,
	"bc4x10 optimal objective=worst,count":             150,
	"mm4x8 optimal objective=worst,total":              15,
}

// effortOf is how long a problem is searched, by what its proof took.
func effortOf(problem string) ask.Effort {
	switch seconds := searchSeconds[problem]; {
	case seconds > 30:
		return ask.Hour
	case seconds > 1:
		return ask.Minutes
	}
	return ask.Seconds
}

// bestOf asks for the answer to a problem. All entries ask in the same way, so that none
// knows less of it than another.
func bestOf(p optimal.ProblemSpec) ask.Solve {
	return ask.NewSolve(p, effortOf(engine.SubjectOf(p).String()))
}

// leastTotal asks for the least total of a game with guesses from a pool.
func leastTotal(gameName string, pool strategy.Pool) ask.Solve {
	return bestOf(optimal.ProblemSpec{Game: gameName, Objective: optimal.Total, Pool: pool})
}

// optimumTasks asks for the least totals of the games of configurations that are known to
// be proved, so that what is best of a few can be set beside what is best of all.
func optimumTasks(configurations []engine.Configuration) (tasks []notebook.Task) {
	for _, g := range gridGames(len(provable["mm"])+1, mostSecrets) {
		if !g.provable() || !slices.ContainsFunc(configurations, func(c engine.Configuration) bool { return c.Game == g.game }) {
			continue
		}
		of := []notebook.Task{notebook.Ask(leastTotal(g.game, strategy.All))}
		if effortOf(g.game+" optimal") != ask.Seconds {
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
