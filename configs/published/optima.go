package published

import (
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
)

// An Optimum is what a source says about the best of all strategies.
type Optimum struct {
	ID        string
	Source    string
	Year      int
	Game      string
	Objective optimal.Objective
	Pool      strategy.Pool // empty for all
	MaxDepth  int           // 0 for none
	Total     int           // 0 if not printed
	Worst     int           // 0 if not printed
	Count     int           // secrets at the worst case; 0 if not printed
	Note      string
	Effort
}

// An Effort is how long a problem takes, and so which entry it belongs to.
type Effort int

const (
	Seconds Effort = iota
	Minutes        // seconds to minutes
	Hour           // up to an hour
)

const (
	mmstrat   = "fancidev/mastermind, program mmstrat"
	slovesnov = "Slovesnov, Optimal algorithms for mastermind and bulls-cows games"
	butLast   = "Its option -po is said to guess from the remaining possibilities only. What comes nearest is guesses that agree with all answers but the last; candidates only cost more."
)

// Optima returns the published figures for optimal strategies.
func Optima() []Optimum { return append([]Optimum(nil), optima...) }

var optima = []Optimum{
	{ID: "koyama-lai/optimal", Source: "Koyama and Lai, An optimal Mastermind strategy", Year: 1993, Game: "mm4x6", Objective: optimal.TotalWorstCount, Total: 5625, Worst: 6, Count: 1},
	{ID: "koyama-lai/optimal-max5", Source: "Koyama and Lai, An optimal Mastermind strategy", Year: 1993, Game: "mm4x6", Objective: optimal.Total, MaxDepth: 5, Total: 5626, Worst: 5},
	{ID: "slovesnov/crush-mm", Source: slovesnov, Year: 2017, Game: "mm4x6", Objective: optimal.WorstCount, Worst: 5, Count: 539},
	{ID: "fancidev/mm4x6-possibilities", Source: mmstrat, Year: 2012, Game: "mm4x6", Objective: optimal.Total, Pool: optimal.ConsistentButLast, Total: 5629, Note: butLast},
	{ID: "fancidev/mm4x5-optimal", Source: mmstrat, Year: 2012, Game: "mm4x5", Objective: optimal.Total, Total: 2463},
	{ID: "fancidev/mm5x3-optimal", Source: mmstrat, Year: 2012, Game: "mm5x3", Objective: optimal.Total, Total: 816},
	{ID: "fancidev/mm5x4-optimal", Source: mmstrat, Year: 2012, Game: "mm5x4", Objective: optimal.Total, Total: 3954},
	{ID: "fancidev/mm2x10-optimal", Source: mmstrat, Year: 2012, Game: "mm2x10", Objective: optimal.Total, Total: 517},
	{ID: "fancidev/mm3x8-optimal", Source: mmstrat, Year: 2012, Game: "mm3x8", Objective: optimal.Total, Total: 2359},
	{ID: "fancidev/mm3x9-optimal", Source: mmstrat, Year: 2012, Game: "mm3x9", Objective: optimal.Total, Total: 3596},
	{ID: "fancidev/bc4x6-optimal", Source: mmstrat, Year: 2012, Game: "bc4x6", Objective: optimal.Total, Total: 1446},
	{ID: "fancidev/bc4x7-optimal", Source: mmstrat, Year: 2012, Game: "bc4x7", Objective: optimal.Total, Total: 3639},
	{ID: "fancidev/bc4x8-optimal", Source: mmstrat, Year: 2012, Game: "bc4x8", Objective: optimal.Total, Total: 7817},
	{ID: "fancidev/bc5x5-optimal", Source: mmstrat, Year: 2012, Game: "bc5x5", Objective: optimal.Total, Total: 535},
	{ID: "fancidev/bc5x6-optimal", Source: mmstrat, Year: 2012, Game: "bc5x6", Objective: optimal.Total, Total: 3434},
	{ID: "stackoverflow/worst-bound", Source: "Stack Overflow, answer on solving Mastermind in Python", Year: 2009, Game: "mm4x6-distinct", Objective: optimal.WorstTotal, Worst: 5},
	{ID: "stackoverflow/twod-optimal", Source: "Stack Overflow, answer on solving Mastermind in Python", Year: 2009, Game: "twod5", Objective: optimal.WorstTotal, Worst: 4},
	{ID: "fancidev/mm3x10-optimal", Source: mmstrat, Year: 2012, Game: "mm3x10", Objective: optimal.Total, Total: 5242, Effort: Minutes},
	{ID: "ville/optimal-4-7", Source: "Ville, An optimal Mastermind (4,7) strategy, arXiv 1305.1010", Year: 2013, Game: "mm4x7", Objective: optimal.Total, Total: 11228, Worst: 6, Effort: Minutes},
	{ID: "tanaka/optimal", Source: "Tanaka 1996, quoted by Slovesnov", Year: 1996, Game: "bc4x10", Objective: optimal.Total, Total: 26274, Worst: 7, Effort: Minutes},
	{ID: "slovesnov/crush-bc", Source: slovesnov, Year: 2017, Game: "bc4x10", Objective: optimal.WorstCount, Worst: 7, Count: 50, Effort: Hour},
	{ID: "fancidev/bc4x10-possibilities", Source: mmstrat, Year: 2012, Game: "bc4x10", Objective: optimal.Total, Pool: optimal.ConsistentButLast, Total: 26374, Note: butLast, Effort: Minutes},
}

// OpenProblems lists problems whose answers no source known prints: how much
// dearer it is to guess candidates only, and games beyond the published ones.
func OpenProblems() []Optimum {
	return []Optimum{
		{Game: "mm4x6", Objective: optimal.Total, Pool: strategy.Consistent},
		{Game: "twod5", Objective: optimal.Total},
		{Game: "bp3x6", Objective: optimal.Total},
		{Game: "bp4x4", Objective: optimal.Total},
		{Game: "bp3x7", Objective: optimal.Total, Effort: Minutes},
		{Game: "bp3x8", Objective: optimal.Total, Effort: Minutes},
		{Game: "bc4x10", Objective: optimal.Total, Pool: strategy.Consistent, Effort: Minutes},
		{Game: "mm3x11", Objective: optimal.Total, Effort: Minutes},
		{Game: "mm3x12", Objective: optimal.Total, Effort: Minutes},
		{Game: "bc5x7", Objective: optimal.Total, Effort: Minutes},
		{Game: "mm5x5", Objective: optimal.Total, Effort: Minutes},
		{Game: "mm4x8", Objective: optimal.Total, Effort: Minutes},
		{Game: "bc4x11", Objective: optimal.Total, Effort: Minutes},
		{Game: "bp4x5", Objective: optimal.Total, Effort: Minutes},
		{Game: "bc5x8", Objective: optimal.Total, Effort: Minutes},
	}
}
