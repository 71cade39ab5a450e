package pages

import (
	"slices"
	"testing"

	"codebreak/engine"
	"codebreak/engine/tree"
	"codebreak/report/chart"
)

func TestPoolPairs(t *testing.T) {
	result := func(total int) engine.Result {
		return engine.Result{Configuration: engine.Configuration{Game: "mm2x2"}, Figures: tree.Figures{Total: total, Histogram: []int{0, 1, 2, 1}}}
	}
	pairs := poolPairs([]engine.Result{result(8), result(10), result(10), result(8)})
	if len(pairs) != 2 || pairs[0].extra() != 2 || pairs[0].percent() != 25 || pairs[1].extra() != -2 {
		t.Errorf("pairs %+v", pairs)
	}
	if n := hitsWithin(pairs[0].free, 2); n != 3 {
		t.Errorf("%d secrets solved within two guesses, want 3", n)
	}
}

// TestHardModeFindings checks the numbers of the findings, and that games whose optima
// are not proved are left out.
func TestHardModeFindings(t *testing.T) {
	pair := func(game, by string, free, only int, proved bool) poolPair {
		f := func(total int) tree.Figures {
			return tree.Figures{Total: total, Mean: float64(total) / 4, Worst: total / 4, Histogram: []int{0, 0, 1, 3}}
		}
		return poolPair{game, by, f(free), f(only), proved}
	}
	steps := []poolPair{pair("mm2x2", "minimax", 10, 9, false), pair("mm2x2", "entropy", 8, 10, false), pair("mm2x2", "most-parts", 12, 16, false)}
	page := hardModePage(steps, []poolPair{pair("mm4x6", "optimal play", 8, 9, true), pair("mm2x10", "optimal play", 8, 10, true), pair("bc4x8", "optimal play", 8, 20, false)})
	want := []string{
		"With candidates only, optimal play needs up to 25.0% more guesses, 12.5% in Mastermind (mm4x6).",
		"It costs most in Mastermind, 2 positions, 10 colours (mm2x10): 0.50 guesses on average.",
		"If all guesses must be consistent, optimal play solves more secrets within two guesses in 0 of 2 games; it loses afterwards.",
		"One-step strategies lose in 2 of 3 cases but gain in 1, by at most 10.0%, minimax in Mastermind (mm2x2). They do not value the chance that a guess is the secret.",
		"Their worst case is longer in 1 of the cases and shorter in 0.",
	}
	if !slices.Equal(page.Findings, want) {
		t.Errorf("findings %q", page.Findings)
	}
	if rows := page.Picture.Charts[0].(chart.HeatMap).Rows; !slices.Equal(rows, []string{"Mastermind (mm2x10)", "Mastermind (mm4x6)"}) {
		t.Errorf("rows %q", rows)
	}
}
