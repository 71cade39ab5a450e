package published

import (
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
)

// An Optimum is what a source says about the best of all strategies.
type Optimum struct {
	ID        string
	Source    SourceID
	Game      string
	Objective optimal.Objective
	Pool      strategy.Pool // empty for all
	First     string        // the first guess; empty if it may be any
	MaxDepth  int           // 0 for none
	Total     int           // 0 if not printed
	Mean      string        // as printed, digit by digit; empty if not printed
	Worst     int           // 0 if not printed
	Count     int           // secrets at the worst case; 0 if not printed
	// Histogram[k] is the number of secrets that need k guesses in the tree that
	// is printed, which need not be the only optimal one; nil if none is.
	Histogram []int
	Note      string
	Effort
}

// An Effort is how long a problem takes, and so which entry it belongs to.
type Effort int

const (
	Seconds Effort = iota
	Minutes        // seconds to minutes
	Hour           // up to an hour
	Beyond         // beyond an hour: not tried, listed as open
)

const (
	butLast       = "Its option -po is said to guess from the remaining possibilities only. The nearest reading is guesses that agree with all answers but the last; with candidates only the least total is larger."
	candidatesToo = "It is the optimum for candidates only: the thesis's example of its search guesses no other codes."
)

// Optima returns the published figures for optimal strategies.
func Optima() []Optimum { return append([]Optimum(nil), optima...) }

var optima = []Optimum{
	{ID: "koyama-lai/optimal", Source: KoyamaLai, Game: "mm4x6", Objective: optimal.TotalWorstCount, Total: 5625, Worst: 6, Count: 1},
	{ID: "koyama-lai/optimal-max5", Source: KoyamaLai, Game: "mm4x6", Objective: optimal.Total, MaxDepth: 5, Total: 5626, Worst: 5},
	{ID: "slovesnov/fewest-worst-mm", Source: Slovesnov, Game: "mm4x6", Objective: optimal.WorstCount, Worst: 5, Count: 539},
	{ID: "fancidev/mm4x6-possibilities", Source: Mmstrat, Game: "mm4x6", Objective: optimal.Total, Pool: optimal.ConsistentButLast, Total: 5629, Note: butLast},
	{ID: "fancidev/mm4x5-optimal", Source: Mmstrat, Game: "mm4x5", Objective: optimal.Total, Total: 2463},
	{ID: "fancidev/mm5x3-optimal", Source: Mmstrat, Game: "mm5x3", Objective: optimal.Total, Total: 816},
	{ID: "fancidev/mm5x4-optimal", Source: Mmstrat, Game: "mm5x4", Objective: optimal.Total, Total: 3954},
	{ID: "fancidev/mm2x10-optimal", Source: Mmstrat, Game: "mm2x10", Objective: optimal.Total, Total: 517},
	{ID: "fancidev/mm3x8-optimal", Source: Mmstrat, Game: "mm3x8", Objective: optimal.Total, Total: 2359},
	{ID: "fancidev/mm3x9-optimal", Source: Mmstrat, Game: "mm3x9", Objective: optimal.Total, Total: 3596},
	{ID: "fancidev/bc4x6-optimal", Source: Mmstrat, Game: "bc4x6", Objective: optimal.Total, Total: 1446},
	{ID: "fancidev/bc4x7-optimal", Source: Mmstrat, Game: "bc4x7", Objective: optimal.Total, Total: 3639},
	{ID: "fancidev/bc4x8-optimal", Source: Mmstrat, Game: "bc4x8", Objective: optimal.Total, Total: 7817},
	{ID: "fancidev/bc5x5-optimal", Source: Mmstrat, Game: "bc5x5", Objective: optimal.Total, Total: 535},
	{ID: "fancidev/bc5x6-optimal", Source: Mmstrat, Game: "bc5x6", Objective: optimal.Total, Total: 3434},
	{ID: "stackoverflow/worst-bound", Source: StackOverflow, Game: "mm4x6-distinct", Objective: optimal.WorstTotal, Worst: 5},
	{ID: "stackoverflow/twod-optimal", Source: StackOverflow, Game: "twod5", Objective: optimal.WorstTotal, Worst: 4},
	{ID: "fancidev/mm3x10-optimal", Source: Mmstrat, Game: "mm3x10", Objective: optimal.Total, Total: 5242, Effort: Minutes},
	{ID: "ville/optimal-4-7", Source: Ville, Game: "mm4x7", Objective: optimal.Total, Total: 11228, Worst: 6, Effort: Minutes},
	{ID: "tanaka/optimal", Source: Tanaka, Game: "bc4x10", Objective: optimal.Total, Total: 26274, Worst: 7, Effort: Minutes},
	{ID: "slovesnov/fewest-worst-bc", Source: Slovesnov, Game: "bc4x10", Objective: optimal.WorstCount, Worst: 7, Count: 50, Effort: Hour},
	{ID: "fancidev/bc4x10-possibilities", Source: Mmstrat, Game: "bc4x10", Objective: optimal.Total, Pool: optimal.ConsistentButLast, Total: 26374, Note: butLast, Effort: Minutes},
	{ID: "arfst23/mm4x6-max5", Source: Arfst23, Game: "mm4x6", Objective: optimal.Total, MaxDepth: 5, Total: 5626, Mean: "4.34028", Worst: 5, Histogram: []int{0, 1, 8, 82, 662, 543}, Note: "The README exchanges the means of this row and the next; its trees come to 5626 and 5625."},
	{ID: "arfst23/mm4x6", Source: Arfst23, Game: "mm4x6", Objective: optimal.Total, Total: 5625, Mean: "4.34105", Worst: 6, Histogram: []int{0, 1, 8, 83, 662, 541, 1}, Note: "The README exchanges the means of this row and the one before."},
	{ID: "arfst23/mm4x7", Source: Arfst23, Game: "mm4x7", Objective: optimal.Total, Total: 11228, Mean: "4.67638", Worst: 6, Histogram: []int{0, 1, 8, 78, 708, 1491, 115}, Effort: Minutes},
	{ID: "arfst23/mm4x8", Source: Arfst23, Game: "mm4x8", Objective: optimal.Total, Total: 20471, Mean: "4.99780", Worst: 7, Histogram: []int{0, 1, 5, 76, 683, 2490, 837, 4}, Effort: Minutes},
	{ID: "arfst23/mm4x8-max6", Source: Arfst23, Game: "mm4x8", Objective: optimal.WorstTotal, Total: 20473, Mean: "4.99829", Worst: 6, Histogram: []int{0, 1, 5, 76, 682, 2486, 846}, Effort: Hour},
	{ID: "arfst23/bc4x6", Source: Arfst23, Game: "bc4x6", Objective: optimal.Total, Total: 1446, Worst: 5, Histogram: []int{0, 1, 6, 68, 196, 89}},
	{ID: "arfst23/bc4x7", Source: Arfst23, Game: "bc4x7", Objective: optimal.Total, Total: 3639, Worst: 6, Histogram: []int{0, 1, 5, 79, 393, 353, 9}},
	{ID: "arfst23/bc4x8", Source: Arfst23, Game: "bc4x8", Objective: optimal.Total, Total: 7817, Worst: 6, Histogram: []int{0, 1, 3, 82, 541, 918, 135}},
	{ID: "fancidev/bc3x6", Source: FancidevResults, Game: "bc3x6", Objective: optimal.Total, Total: 436, Worst: 5, Histogram: []int{0, 1, 6, 33, 76, 4}, Note: "Headed 3 pegs and 6 colors, but it is of the secrets of bc3x6, without repeats."},
	{ID: "fancidev/bc3x7", Source: FancidevResults, Game: "bc3x7", Objective: optimal.Total, Total: 836, Worst: 5, Histogram: []int{0, 1, 4, 37, 124, 44}, Note: "Headed 3 pegs and 7 colors, but it is of the secrets of bc3x7, without repeats."},
	{ID: "supermastermind/mm3x5", Source: Supermastermind, Game: "mm3x5", Objective: optimal.Total, Pool: strategy.Consistent, Total: 455, Mean: "3.640", Worst: 5},
	{ID: "supermastermind/mm3x5-112", Source: Supermastermind, Game: "mm3x5", Objective: optimal.Total, Pool: strategy.Consistent, First: "112", Total: 456, Mean: "3.648"},
	{ID: "supermastermind/mm3x5-123", Source: Supermastermind, Game: "mm3x5", Objective: optimal.Total, Pool: strategy.Consistent, First: "123", Total: 455, Mean: "3.640", Worst: 5},
	{ID: "supermastermind/mm3x5-111", Source: Supermastermind, Game: "mm3x5", Objective: optimal.Total, Pool: strategy.Consistent, First: "111", Total: 514, Mean: "4.112"},
	{ID: "supermastermind/mm4x6", Source: Supermastermind, Game: "mm4x6", Objective: optimal.Total, Pool: strategy.Consistent, Total: 5660, Mean: "4.367", Worst: 6},
	{ID: "supermastermind/mm4x6-1123", Source: Supermastermind, Game: "mm4x6", Objective: optimal.Total, Pool: strategy.Consistent, First: "1123", Total: 5660, Mean: "4.367", Worst: 6},
	{ID: "supermastermind/mm4x6-1234", Source: Supermastermind, Game: "mm4x6", Objective: optimal.Total, Pool: strategy.Consistent, First: "1234", Total: 5743, Mean: "4.431"},
	{ID: "supermastermind/mm4x6-1122", Source: Supermastermind, Game: "mm4x6", Objective: optimal.Total, Pool: strategy.Consistent, First: "1122", Total: 5752, Mean: "4.438"},
	{ID: "supermastermind/mm4x6-1112", Source: Supermastermind, Game: "mm4x6", Objective: optimal.Total, Pool: strategy.Consistent, First: "1112", Total: 5848, Mean: "4.512"},
	{ID: "supermastermind/mm4x6-1111", Source: Supermastermind, Game: "mm4x6", Objective: optimal.Total, Pool: strategy.Consistent, First: "1111", Total: 6359, Mean: "4.907"},
	{ID: "supermastermind/mm5x8", Source: Supermastermind, Game: "mm5x8", Objective: optimal.Total, Pool: strategy.Consistent, Total: 179929, Mean: "5.491", Worst: 8, Effort: Beyond},
	{ID: "supermastermind/mm5x8-11223", Source: Supermastermind, Game: "mm5x8", Objective: optimal.Total, Pool: strategy.Consistent, First: "11223", Total: 179929, Mean: "5.491", Worst: 8, Effort: Beyond},
	{ID: "supermastermind/mm5x8-11234", Source: Supermastermind, Game: "mm5x8", Objective: optimal.Total, Pool: strategy.Consistent, First: "11234", Total: 180053, Mean: "5.495", Effort: Beyond},
	{ID: "supermastermind/mm5x8-12345", Source: Supermastermind, Game: "mm5x8", Objective: optimal.Total, Pool: strategy.Consistent, First: "12345", Total: 181434, Mean: "5.537", Effort: Beyond},
	{ID: "supermastermind/mm5x8-11123", Source: Supermastermind, Game: "mm5x8", Objective: optimal.Total, Pool: strategy.Consistent, First: "11123", Total: 181505, Mean: "5.539", Effort: Beyond},
	{ID: "supermastermind/mm5x8-11122", Source: Supermastermind, Game: "mm5x8", Objective: optimal.Total, Pool: strategy.Consistent, First: "11122", Total: 183280, Mean: "5.593", Effort: Beyond},
	{ID: "supermastermind/mm5x8-11112", Source: Supermastermind, Game: "mm5x8", Objective: optimal.Total, Pool: strategy.Consistent, First: "11112", Total: 186905, Mean: "5.704", Effort: Beyond},
	{ID: "supermastermind/mm5x8-11111", Source: Supermastermind, Game: "mm5x8", Objective: optimal.Total, Pool: strategy.Consistent, First: "11111", Total: 199427, Mean: "6.086", Effort: Beyond},
	{ID: "supermastermind/mm4x6-second-free", Source: Supermastermind, Game: "mm4x6", Objective: optimal.Total, Pool: optimal.SecondFree, Total: 5636, Mean: "4.3488"},
	{ID: "supermastermind/mm5x8-second-free", Source: Supermastermind, Game: "mm5x8", Objective: optimal.Total, Pool: optimal.SecondFree, First: "11234", Total: 179274, Note: "The lowest total of mm5x8 that any source prints.", Effort: Beyond},
	{ID: "rosu/mm1x2", Source: Rosu, Game: "mm1x2", Objective: optimal.Total, Mean: "1.50"},
	{ID: "rosu/mm1x3", Source: Rosu, Game: "mm1x3", Objective: optimal.Total, Mean: "2.00"},
	{ID: "rosu/mm1x4", Source: Rosu, Game: "mm1x4", Objective: optimal.Total, Mean: "2.50"},
	{ID: "rosu/mm1x5", Source: Rosu, Game: "mm1x5", Objective: optimal.Total, Mean: "3.00"},
	{ID: "rosu/mm1x6", Source: Rosu, Game: "mm1x6", Objective: optimal.Total, Mean: "3.50"},
	{ID: "rosu/mm2x2", Source: Rosu, Game: "mm2x2", Objective: optimal.Total, Mean: "2.00"},
	{ID: "rosu/mm2x3", Source: Rosu, Game: "mm2x3", Objective: optimal.Total, Mean: "2.33"},
	{ID: "rosu/mm2x4", Source: Rosu, Game: "mm2x4", Objective: optimal.Total, Mean: "2.80"},
	{ID: "rosu/mm2x5", Source: Rosu, Game: "mm2x5", Objective: optimal.Total, Mean: "3.24"},
	{ID: "rosu/mm2x6", Source: Rosu, Game: "mm2x6", Objective: optimal.Total, Mean: "3.89", Note: "The same number stands for the random player of this game in the table before."},
	{ID: "rosu/mm3x2", Source: Rosu, Game: "mm3x2", Objective: optimal.Total, Mean: "2.25"},
	{ID: "rosu/mm3x3", Source: Rosu, Game: "mm3x3", Objective: optimal.Total, Mean: "2.70"},
	{ID: "rosu/mm3x4", Source: Rosu, Game: "mm3x4", Objective: optimal.Total, Total: 206, Mean: "3.21", Note: "The text has the total as well."},
	{ID: "rosu/mm3x5", Source: Rosu, Game: "mm3x5", Objective: optimal.Total, Mean: "3.64", Note: candidatesToo},
	{ID: "rosu/mm3x6", Source: Rosu, Game: "mm3x6", Objective: optimal.Total, Mean: "4.25", Note: "The same number stands for the random player of this game in the table before."},
	{ID: "rosu/mm4x2", Source: Rosu, Game: "mm4x2", Objective: optimal.Total, Mean: "2.75"},
	{ID: "rosu/mm4x3", Source: Rosu, Game: "mm4x3", Objective: optimal.Total, Mean: "3.02"},
	{ID: "rosu/mm4x4", Source: Rosu, Game: "mm4x4", Objective: optimal.Total, Mean: "3.54"},
	{ID: "rosu/mm4x5", Source: Rosu, Game: "mm4x5", Objective: optimal.Total, Mean: "3.96", Note: candidatesToo},
	{ID: "rosu/mm4x6", Source: Rosu, Game: "mm4x6", Objective: optimal.Total, Mean: "4.34", Note: "It took 15 hours on a Pentium of 100 MHz."},
}

// OpenProblems lists problems whose answers no source known prints: how much
// dearer it is to guess candidates only, and games beyond the published ones.
func OpenProblems() []Optimum {
	return []Optimum{
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
		{Game: "bc4x11", Objective: optimal.Total, Effort: Minutes},
		{Game: "bp4x5", Objective: optimal.Total, Effort: Minutes},
		{Game: "bc5x8", Objective: optimal.Total, Effort: Minutes},
	}
}
