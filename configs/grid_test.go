package configs

import (
	"slices"
	"testing"

	"codebreak/engine/strategy"
)

func TestGridOrder(t *testing.T) {
	grid := Grid{
		Games:        []string{"mm4x6", "mm4x7"},
		Strategies:   StrategyGrid{Criteria: []strategy.Criterion{strategy.Minimax, strategy.Entropy}, Pools: []strategy.Pool{"all", "consistent"}}.Strategies(),
		FirstGuesses: []string{"1122", "1123"},
	}
	var got []string
	for _, c := range grid.Configurations() {
		got = append(got, c.String())
	}
	want := []string{
		"mm4x6, minimax, first guess 1122",
		"mm4x6, minimax, first guess 1123",
		"mm4x6, minimax, pool consistent, first guess 1122",
		"mm4x6, minimax, pool consistent, first guess 1123",
		"mm4x6, entropy, first guess 1122",
		"mm4x6, entropy, first guess 1123",
		"mm4x6, entropy, pool consistent, first guess 1122",
		"mm4x6, entropy, pool consistent, first guess 1123",
	}
	for _, s := range want[:8] {
		want = append(want, "mm4x7"+s[len("mm4x6"):])
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	own := Grid{Games: []string{"mm4x6"}, Strategies: []strategy.Strategy{{Criterion: strategy.Minimax}}}
	if c := own.Configurations(); len(c) != 1 || c[0].First != "" {
		t.Errorf("without first guesses: %v", c)
	}
}
