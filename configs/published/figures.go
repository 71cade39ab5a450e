package published

import (
	"fmt"
	"slices"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// A Figure is what a source prints about a strategy, and the
// configuration that is meant to reproduce it.
type Figure struct {
	ID     string // source and strategy, as in knuth/minimax
	Source SourceID
	// Configuration holds the conventions that reproduce the figure, or, where
	// none are known, those that come closest to the source's description.
	Configuration engine.Configuration
	Mean          string // as printed, digit by digit; empty if not printed
	Total         int    // guesses over all secrets; 0 if not printed
	Worst         int    // 0 if not printed
	// Known says that guesses are counted until the secret is known, instead of
	// until it is hit.
	Known bool
	// Extra is how many guesses the source counts more for every secret.
	Extra int
	// Histogram[k] is the number of secrets that need k guesses; nil if not
	// printed.
	Histogram []int
	// Seconds is how long the source says the run took; 0 if it does not.
	Seconds int
	// Open marks a figure for which no convention has been found.
	Open bool
	Note string // what a reader should know about the figure
}

// Figures returns the published figures for one-step strategies, source by
// source.
func Figures() []Figure { return append([]Figure(nil), figures...) }

var figures = []Figure{
	{
		ID:     "blog-1a2b/expected-size",
		Source: Blog1A2B,
		Configuration: engine.Configuration{
			Game:     "bc4x10",
			Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Endgame: 2},
			First:    "1234",
		},
		Mean:      "5.26865",
		Total:     26554,
		Worst:     7,
		Histogram: []int{0, 1, 4, 59, 574, 2425, 1892, 85},
		Note:      "With two or fewer candidates left it plays the first of them. Its printed tables of second and third guesses are those of this tree.",
	},
	{
		ID:     "blog-1a2b/expected-size-late-consistent",
		Source: Blog1A2B,
		Configuration: engine.Configuration{
			Game:     "bc4x10",
			Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize, Pool: "all-until=3", Endgame: 2},
			First:    "1234",
		},
		Mean:      "5.2672619",
		Total:     26547,
		Worst:     8,
		Histogram: []int{0, 1, 4, 59, 740, 2188, 1877, 169, 2},
		Note:      "Described as guessing candidates only. But the second and third guesses were hard-coded from the run over all codes, so only the fourth and later ones are limited to candidates: pool all-until=3.",
	},
	{
		ID:     "blog-1a2b/first",
		Source: Blog1A2B,
		Configuration: engine.Configuration{
			Game:     "bc4x10",
			Strategy: strategy.Strategy{Criterion: strategy.Simple, Pool: "consistent", Ties: "first"},
			First:    "0123",
		},
		Total:     28024,
		Worst:     9,
		Histogram: []int{0, 1, 13, 108, 596, 1668, 1768, 752, 129, 5},
	},
	{
		ID:     "baidu/expected-size",
		Source: BaiduBaike,
		Configuration: engine.Configuration{
			Game:     "bc4x10",
			Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize},
			First:    "0123",
		},
		Mean:      "5.26805",
		Total:     26551,
		Worst:     7,
		Histogram: []int{0, 1, 4, 59, 574, 2430, 1885, 87},
		Note:      "The blog's author could not explain the gap between this average and his own. The cause is the first guess, 0123 instead of 1234, with ties that go to the first code in order. The mean is printed truncated.",
	},
	{
		ID:     "cppblog/naive",
		Source: Cppblog,
		Configuration: engine.Configuration{
			Game:     "bc4x10",
			Strategy: strategy.Strategy{Criterion: strategy.Simple, Pool: "consistent", Ties: "first", Order: game.Swap},
			First:    "0123",
		},
		Seconds:   60,
		Mean:      "5.56131",
		Total:     28029,
		Worst:     9,
		Histogram: []int{0, 1, 13, 108, 596, 1664, 1770, 755, 128, 5},
		Note:      "The program enumerates permutations by recursive swaps, not in lexicographic order; the first candidate is the first in that order.",
	},
	{
		ID:     "cppblog/clever1",
		Source: Cppblog,
		Configuration: engine.Configuration{
			Game:     "bc4x10",
			Strategy: strategy.Strategy{Criterion: strategy.Minimax, Pool: "consistent", Ties: "first", Order: game.Swap},
			First:    "0123",
		},
		Seconds:   300,
		Mean:      "5.35298",
		Total:     26979,
		Worst:     8,
		Histogram: []int{0, 1, 13, 108, 620, 2002, 1937, 356, 3},
	},
	{
		ID:     "cppblog/clever2",
		Source: Cppblog,
		Configuration: engine.Configuration{
			Game:     "bc4x10",
			Strategy: strategy.Strategy{Criterion: strategy.Minimax, Ties: "first", Order: game.Swap},
			First:    "0123",
		},
		Seconds:   600,
		Mean:      "5.78591",
		Total:     29161,
		Worst:     7,
		Histogram: []int{0, 1, 2, 22, 176, 1301, 2885, 653},
		Note:      "Among guesses of equal score it takes the first in order, candidate or not; its author left open why it averages worse than clever1. See the entry conventions.",
	},
	{
		ID:     "shapiro/first",
		Source: Shapiro,
		Configuration: engine.Configuration{
			Game:     "mm4x6",
			Strategy: strategy.Strategy{Criterion: strategy.Simple, Pool: "consistent", Ties: "first"},
			First:    "1111",
		},
		Mean:      "5.765",
		Total:     7471,
		Worst:     9,
		Histogram: []int{0, 1, 4, 25, 108, 305, 602, 196, 49, 6},
	},
	{
		ID:     "knuth/minimax",
		Source: Knuth,
		Configuration: engine.Configuration{
			Game:     "mm4x6",
			Strategy: strategy.Strategy{Criterion: strategy.Minimax},
			First:    "1122",
		},
		Mean:      "4.476",
		Total:     5801,
		Worst:     5,
		Histogram: []int{0, 1, 6, 62, 533, 694},
	},
	{
		ID:     "irving/expected-size",
		Source: Irving,
		Configuration: engine.Configuration{
			Game:     "mm4x6",
			Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize},
			First:    "1123",
		},
		Mean:      "4.395",
		Total:     5696,
		Worst:     6,
		Histogram: []int{0, 1, 10, 54, 645, 583, 3},
		Note:      "The one-step rule, as tabulated by Kooi.",
	},
	{
		ID:     "neuwirth/entropy",
		Source: Neuwirth,
		Configuration: engine.Configuration{
			Game:     "mm4x6",
			Strategy: strategy.Strategy{Criterion: strategy.Entropy},
			First:    "1234",
		},
		Mean:      "4.415",
		Total:     5722,
		Worst:     6,
		Histogram: []int{0, 1, 4, 71, 612, 596, 12},
		Note:      "The one-step rule, as tabulated by Kooi.",
	},
	{
		ID:     "kooi/most-parts",
		Source: Kooi,
		Configuration: engine.Configuration{
			Game:     "mm4x6",
			Strategy: strategy.Strategy{Criterion: strategy.MostParts},
			First:    "1123",
		},
		Mean:      "4.373",
		Total:     5668,
		Worst:     6,
		Histogram: []int{0, 1, 12, 72, 635, 569, 7},
	},
	{
		ID:     "fancidev/bc4x10-first",
		Source: FancidevResults,
		Configuration: engine.Configuration{
			Game:     "bc4x10",
			Strategy: strategy.Strategy{Criterion: strategy.Simple, Pool: "consistent", Ties: "first"},
			First:    "0123",
		},
		Mean:      "5.560",
		Total:     28024,
		Worst:     9,
		Histogram: []int{0, 1, 13, 108, 596, 1668, 1768, 752, 129, 5},
	},
	{
		ID:     "fancidev/bc4x10-minimax",
		Source: FancidevResults,
		Configuration: engine.Configuration{
			Game:     "bc4x10",
			Strategy: strategy.Strategy{Criterion: strategy.Minimax},
			First:    "0123",
		},
		Mean:      "5.385",
		Total:     27139,
		Worst:     7,
		Histogram: []int{0, 1, 3, 44, 515, 2124, 2151, 202},
	},
	{
		ID:     "fancidev/bc4x10-expected-size",
		Source: FancidevResults,
		Configuration: engine.Configuration{
			Game:     "bc4x10",
			Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize},
			First:    "0123",
		},
		Mean:      "5.268",
		Total:     26551,
		Worst:     7,
		Histogram: []int{0, 1, 4, 59, 574, 2430, 1885, 87},
	},
	{
		ID:     "fancidev/bc4x10-entropy",
		Source: FancidevResults,
		Configuration: engine.Configuration{
			Game:     "bc4x10",
			Strategy: strategy.Strategy{Criterion: strategy.Entropy},
			First:    "0123",
		},
		Mean:      "5.265",
		Total:     26536,
		Worst:     7,
		Histogram: []int{0, 1, 4, 53, 560, 2515, 1796, 111},
		Open:      true,
		Note:      "No convention found: none of those in the entry conventions gives it.",
	},
	{
		ID:     "fancidev/bc4x10-most-parts",
		Source: FancidevResults,
		Configuration: engine.Configuration{
			Game:     "bc4x10",
			Strategy: strategy.Strategy{Criterion: strategy.MostParts},
			First:    "0123",
		},
		Mean:      "5.308",
		Total:     26751,
		Worst:     8,
		Histogram: []int{0, 1, 11, 80, 556, 2277, 1929, 183, 3},
	},
	{
		ID:     "fancidev/mm4x6-entropy",
		Source: FancidevResults,
		Configuration: engine.Configuration{
			Game:     "mm4x6",
			Strategy: strategy.Strategy{Criterion: strategy.Entropy},
		},
		Mean:      "4.424",
		Total:     5733,
		Worst:     6,
		Histogram: []int{0, 1, 4, 70, 611, 590, 20},
		Open:      true,
		Note:      "No convention found: none of those in the entry conventions gives it.",
	},
	{
		ID:     "fancidev/mm5x8-minimax",
		Source: FancidevResults,
		Configuration: engine.Configuration{
			Game:     "mm5x8",
			Strategy: strategy.Strategy{Criterion: strategy.Minimax},
		},
		Mean:      "5.616",
		Total:     184014,
		Worst:     7,
		Histogram: []int{0, 1, 5, 79, 1369, 11341, 18226, 1747},
		Open:      true,
		Note:      "No convention found: none of those in the entry conventions gives it. The first guess is not printed; 11234 is the strategy's own choice.",
	},
	{
		ID:     "fancidev/mm5x8-expected-size",
		Source: FancidevResults,
		Configuration: engine.Configuration{
			Game:     "mm5x8",
			Strategy: strategy.Strategy{Criterion: strategy.ExpectedSize},
		},
		Mean:      "5.502",
		Total:     180288,
		Worst:     7,
		Histogram: []int{0, 1, 8, 105, 1477, 13803, 16585, 789},
		Open:      true,
		Note:      "No convention found: none of those in the entry conventions gives it, though the defaults come within one guess of the total. The first guess is not printed; 11234 is the strategy's own choice.",
	},
	{
		ID:     "fancidev/mm5x8-entropy",
		Source: FancidevResults,
		Configuration: engine.Configuration{
			Game:     "mm5x8",
			Strategy: strategy.Strategy{Criterion: strategy.Entropy},
		},
		Mean:      "5.500",
		Total:     180217,
		Worst:     8,
		Histogram: []int{0, 1, 9, 103, 1515, 14073, 16006, 1060, 1},
		Open:      true,
		Note:      "No convention found: none of those in the entry conventions gives it. The first guess is not printed; 11234 is the strategy's own choice.",
	},
	{
		ID:     "fancidev/mm5x8-most-parts",
		Source: FancidevResults,
		Configuration: engine.Configuration{
			Game:     "mm5x8",
			Strategy: strategy.Strategy{Criterion: strategy.MostParts},
		},
		Mean:      "5.549",
		Total:     181834,
		Worst:     8,
		Histogram: []int{0, 1, 14, 163, 1424, 12882, 16787, 1488, 9},
		Note:      "The first guess is not printed; 11223, the strategy's own choice, reproduces the figures.",
	},
	{
		ID:     "csdn/two-phase",
		Source: CSDN,
		Configuration: engine.Configuration{
			Game:     "mm4x10-digits",
			Strategy: strategy.Strategy{Criterion: strategy.TwoPhase},
			First:    "0000",
		},
		Mean:  "11",
		Worst: 15,
		Note:  "Printed as within 15 steps, 11 on average, over all secrets; the average is 11.9, which rounds to 12. See the entry two-phase for the rules as described, which the program does not quite follow.",
	},
	{
		ID:     "stackoverflow/entropy",
		Source: StackOverflow,
		Configuration: engine.Configuration{
			Game:     "mm4x6-distinct",
			Strategy: strategy.Strategy{Criterion: strategy.Entropy, Ties: "consistent,last"},
		},
		Total:     1440,
		Worst:     5,
		Histogram: []int{0, 0, 7, 55, 229, 69},
		Note:      "Secrets have four different colours; guesses may repeat them. Colours are in alphabetical order of their names, and of equally good guesses the last is made. Exact ties reproduce it.",
	},
	{
		ID:     "stackoverflow/twod-greedy",
		Source: StackOverflow,
		Configuration: engine.Configuration{
			Game:     "twod5",
			Strategy: strategy.Strategy{Criterion: strategy.Entropy, Ties: "consistent,last"},
		},
		Worst: 5,
		Note:  "Only the worst case is printed. A better strategy needs 4 guesses at most: see the entry worst-case.",
	},
	{
		ID:     "katron/nethack-tune",
		Source: Katron,
		Configuration: engine.Configuration{
			Game:     "mm5x7",
			Strategy: strategy.Strategy{Criterion: strategy.Simple, Pool: strategy.Consistent, Ties: "first"},
			First:    "11122",
		},
		Mean:      "5.5395",
		Total:     93103,
		Worst:     10,
		Known:     true,
		Histogram: []int{0, 1, 19, 260, 1337, 6975, 5812, 2052, 336, 13, 2},
		Note:      "The tune that opens the castle of NetHack: 5 of 7 notes. Guesses are counted until it is known.",
	},
}

// FigureOf returns the figure of an id, also if it is one of a sweep or of the
// ledger.
func FigureOf(id string) (Figure, error) {
	for _, f := range slices.Concat(figures, WordFigures(), ListFigures(), Sweep(), Ledger()) {
		if f.ID == id {
			return f, nil
		}
	}
	return Figure{}, fmt.Errorf("no published figure is named %q", id)
}
