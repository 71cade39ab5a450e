// Package configs has configurations as Go values: grids of strategies, games and first guesses.
// It computes nothing; the engine plays them. Published figures are in configs/published.
//
// To write your own configurations, use literals or a [Grid]:
//
//	configs.Grid{
//		Games:        []string{"mm4x6", "mm4x7"},
//		Strategies:   []strategy.Strategy{{Criterion: strategy.Minimax}, {Criterion: strategy.Entropy}},
//		FirstGuesses: []string{"1122", "1123"},
//	}
package configs

import (
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// A Grid enumerates configurations: every strategy on every game from every
// first guess. Without first guesses the strategies choose their own.
type Grid struct {
	Games        []string
	Strategies   []strategy.Strategy
	FirstGuesses []string
}

// Configurations expands the grid in a stable order: first guesses change
// fastest, then strategies, then games.
func (g Grid) Configurations() []engine.Configuration {
	var out []engine.Configuration
	for _, gameName := range g.Games {
		for _, s := range g.Strategies {
			for _, first := range orDefault(g.FirstGuesses) {
				out = append(out, engine.Configuration{Game: gameName, Strategy: s, First: first})
			}
		}
	}
	return out
}

// A StrategyGrid enumerates strategies: every choice of each kind with every
// choice of the others.
type StrategyGrid struct {
	Criteria []strategy.Criterion
	Pools    []strategy.Pool
	Ties     []string
	Orders   []game.Order
}

// Strategies expands the grid in a stable order: orders change fastest, then
// ties, pools and criteria. An empty field stands for its default.
func (g StrategyGrid) Strategies() []strategy.Strategy {
	var out []strategy.Strategy
	for _, criterion := range g.Criteria {
		for _, pool := range orDefault(g.Pools) {
			for _, ties := range orDefault(g.Ties) {
				for _, order := range orDefault(g.Orders) {
					out = append(out, strategy.Strategy{
						Criterion: criterion,
						Pool:      pool,
						Ties:      ties,
						Order:     order,
					})
				}
			}
		}
	}
	return out
}

func orDefault[S ~string](choices []S) []S {
	if len(choices) == 0 {
		return []S{""}
	}
	return choices
}
