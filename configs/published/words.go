package published

import (
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
)

// Games of words, by the checksums of their lists: see configs.Lists.
const (
	answers2315 = "wordle-2315-f40e47975cf360ff"
	answers2309 = "wordle-2309-c495f6cbc3647535"
	// Wordle2315 is the original Wordle, and Wordle2309 that of the New York Times
	// in the first months, each with all the words that it accepts.
	Wordle2315 = answers2315 + "-12972-feacc549249b5dcb"
	Wordle2309 = answers2309 + "-12947-48f16611619aa3f9"

	// The orders of the files: the answers by the days on which they were to be
	// asked for, and then the other words in alphabetical order.
	fileOrder2309    game.Order = "file=88422ed6"
	fileOrderAllowed game.Order = "file=0337c962"
)

// WordFigures returns the published figures for one-step strategies of games of words
// whose words are computed.
func WordFigures() []Figure {
	const livne = "It counts one guess after the equation is known, even if the last guess was that equation. Ties go to the first equation in alphabetical order, whether or not it can be the secret."
	nerdle := func(id, name, first, mean string, worst int, histogram []int) Figure {
		return Figure{
			ID: id, Source: Livne, Mean: mean, Worst: worst, Histogram: histogram, Known: true, Extra: 1, Note: livne,
			Configuration: engine.Configuration{Game: name, Strategy: strategy.Strategy{Criterion: strategy.Minimax, Ties: "first"}, First: first},
		}
	}
	return []Figure{
		nerdle("livne/nerdle5", "nerdle5", "1+2=3", "3.61751", 5, []int{0, 0, 19, 95, 53, 50}),
		nerdle("livne/nerdle6", "nerdle6", "3*8=24", "2.85922", 4, []int{0, 0, 31, 173, 2}),
		nerdle("livne/nerdle8", "nerdle8", "58-46=12", "3.28934", 4, []int{0, 0, 298, 11999, 5426}),
		{
			ID: "bates/primel-entropy", Source: Bates, Total: 30358, Mean: "3.63004", Worst: 6, Histogram: []int{0, 1, 215, 3173, 4477, 482, 15}, Open: true,
			Configuration: engine.Configuration{Game: "primel", Strategy: strategy.Strategy{Criterion: strategy.Entropy, Pool: strategy.Consistent, Ties: "first"}, First: "12953"},
			Note:          "Equal entropies compare equal here. In floating point the total varies by a few guesses with the order of summation; no order tried gives this histogram.",
		},
	}
}

// ListFigures returns those of games from lists.
func ListFigures() []Figure {
	figure := func(id string, total int, mean string, worst int, histogram []int, c engine.Configuration) Figure {
		return Figure{ID: id, Source: LessardTjeng, Total: total, Mean: mean, Worst: worst, Histogram: histogram, Configuration: c}
	}
	playing := func(name string, order game.Order, pool strategy.Pool, criterion strategy.Criterion, ties, first string) engine.Configuration {
		return engine.Configuration{Game: name, Strategy: strategy.Strategy{Criterion: criterion, Pool: pool, Ties: ties, Order: order}, First: first}
	}
	const byEntropy, byMinimax, byParts = "consistent,minimax,first", "consistent,entropy,first", "entropy,consistent,minimax,first"
	figures := []Figure{
		figure("lessard/answers-entropy", 8068, "3.49415", 6, []int{0, 1, 61, 1138, 1016, 91, 2}, playing(answers2309, fileOrder2309, strategy.All, strategy.Entropy, byEntropy, "raise")),
		figure("lessard/answers-minimax", 8199, "3.55089", 5, []int{0, 1, 73, 987, 1149, 99}, playing(answers2309, fileOrder2309, strategy.All, strategy.Minimax, byMinimax, "raise")),
		figure("lessard/answers-most-parts", 7975, "3.45388", 6, []int{0, 1, 80, 1184, 961, 80, 3}, playing(answers2309, fileOrder2309, strategy.All, strategy.MostParts, byParts, "trace")),
		figure("lessard/all-entropy", 7996, "3.46297", 6, []int{0, 0, 45, 1215, 985, 63, 1}, playing(Wordle2309, fileOrderAllowed, strategy.All, strategy.Entropy, byEntropy, "soare")),
		figure("lessard/all-minimax", 8129, "3.52057", 5, []int{0, 1, 67, 1043, 1125, 73}, playing(Wordle2309, fileOrderAllowed, strategy.All, strategy.Minimax, byMinimax, "raise")),
		figure("lessard/all-most-parts", 7922, "3.43092", 6, []int{0, 1, 74, 1232, 935, 65, 2}, playing(Wordle2309, fileOrderAllowed, strategy.All, strategy.MostParts, byParts, "trace")),
	}
	const note = "It guesses words that agree with all answers. No ties of up to two rules reproduce it, in either order of the words, with pool consistent (the nearest), hard-strict or hard."
	for _, f := range []Figure{
		figure("lessard/all-hard-entropy", 8346, "3.61455", 8, []int{0, 0, 126, 980, 933, 213, 45, 9, 3}, playing(Wordle2309, fileOrderAllowed, strategy.Consistent, strategy.Entropy, "minimax,first", "soare")),
		figure("lessard/all-hard-minimax", 8409, "3.64184", 8, []int{0, 1, 130, 915, 984, 221, 46, 10, 2}, playing(Wordle2309, fileOrderAllowed, strategy.Consistent, strategy.Minimax, "entropy,first", "raise")),
		figure("lessard/all-hard-most-parts", 8161, "3.53443", 8, []int{0, 1, 148, 1049, 888, 184, 29, 9, 1}, playing(Wordle2309, fileOrderAllowed, strategy.Consistent, strategy.MostParts, "entropy,minimax,first", "trace")),
	} {
		f.Open, f.Note = true, note
		figures = append(figures, f)
	}
	bates := figure("bates/wordle-entropy", 8332, "3.59914", 8, []int{0, 1, 131, 999, 919, 207, 47, 9, 2}, playing(answers2315, game.Lex, strategy.Consistent, strategy.Entropy, "first", "raise"))
	bates.Source = Bates
	return append(figures, bates)
}

// WordOptima returns the published figures for the best strategies of Wordle.
func WordOptima() []Optimum {
	const six = "Wordle allows six guesses. Without that limit hard mode takes fewer guesses in all, as it may give up some words for others."
	return []Optimum{
		{ID: "selby/normal", Source: Selby, Game: Wordle2315, Objective: optimal.Total, First: "salet", MaxDepth: 5, Total: 7920, Mean: "3.42117", Worst: 5},
		{ID: "bertsimas/normal", Source: BertsimasPaskov, Game: Wordle2315, Objective: optimal.Total, First: "salet", MaxDepth: 5, Mean: "3.421", Worst: 5},
		{ID: "selby/hard", Source: Selby, Game: Wordle2315, Objective: optimal.Total, Pool: strategy.Hard, First: "salet", MaxDepth: 6, Total: 8122, Mean: "3.50842", Worst: 6, Note: six},
		{ID: "olson/reast", Source: Olson, Game: Wordle2315, Objective: optimal.Total, First: "reast", MaxDepth: 5, Total: 7923, Mean: "3.42246", Worst: 5},
		{ID: "selby/proved", Source: Selby, Game: Wordle2315, Objective: optimal.Total, Total: 7920, Effort: Hour, Note: "The proof that no other first word does better takes ten minutes on two cores here."},
		{ID: "selby/trace", Source: Selby, Game: Wordle2315, Objective: optimal.Total, First: "trace", MaxDepth: 5, Total: 7926, Mean: "3.42376", Worst: 5},
	}
}
