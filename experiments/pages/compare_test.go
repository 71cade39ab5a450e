package pages

import (
	"slices"
	"testing"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/report/chart"
)

// gridResult is a result of four secrets.
func gridResult(game string, criterion strategy.Criterion, pool strategy.Pool, first string, total, worst int) engine.Result {
	c := engine.Configuration{Game: game, Strategy: strategy.Strategy{Criterion: criterion, Pool: pool}, First: first}
	return engine.Result{Configuration: c, Secrets: 4, Figures: tree.Figures{Total: total, Mean: float64(total) / 4, Worst: worst}}
}

// TestGridPage makes the page of a grid of two games by two criteria: from several first
// guesses the one, with two pools the other, each strategy from its own first guess.
func TestGridPage(t *testing.T) {
	games := []playedGame{
		{[]engine.Result{
			gridResult("mm2x2", "minimax", "", "11", 10, 3), gridResult("mm2x2", "minimax", "", "12", 9, 4),
			gridResult("mm2x2", "entropy", "", "11", 12, 4), gridResult("mm2x2", "entropy", "", "12", 8, 4),
		}, tree.Figures{Total: 7, Mean: 1.75}},
		{[]engine.Result{
			gridResult("bc4x10", "minimax", "", "0123", 12, 5), gridResult("bc4x10", "minimax", strategy.Consistent, "0124", 14, 5),
			gridResult("bc4x10", "entropy", "", "0125", 16, 5), gridResult("bc4x10", "entropy", strategy.Consistent, "0126", 15, 5),
		}, tree.Figures{}},
	}
	page := gridPage(games)
	want := []string{
		"Entropy from 12 needs 2.0000 in Mastermind (mm2x2); minimax from 0123 needs 3.0000 in Bulls and Cows (bc4x10): the fewest of 2 criteria.",
		"The proved optimum is 1.7500 in Mastermind (mm2x2), 0.2500 less.",
		"The criterion changes the mean by up to 0.750 guesses: in Bulls and Cows (bc4x10) entropy needs 3.7500 at its best.",
		"The first guess changes it by up to 1.000: in Mastermind (mm2x2) entropy needs 2.0000 (from 12) to 3.0000 (from 11).",
		"The shortest worst case among them is 3 guesses in Mastermind (mm2x2), by minimax; 5 guesses in Bulls and Cows (bc4x10).",
	}
	if !slices.Equal(page.Findings, want) {
		t.Errorf("findings %q", page.Findings)
	}
	if want := "Entropy and minimax need 2.0000 to 3.0000 guesses, the best of 2 criteria"; page.Picture.Title != want {
		t.Errorf("title %q", page.Picture.Title)
	}
	first, second := page.Picture.Charts[0].(chart.Dots), page.Picture.Charts[1].(chart.Dots)
	if len(first.Marks) != 1 || first.Marks[0] != (chart.Mark{Name: "optimum 1.7500", X: 1.75}) || len(second.Marks) != 0 {
		t.Errorf("marks %v, %v", first.Marks, second.Marks)
	}
	// Rows are criteria, and pools are paired in each, whatever the first guess.
	if len(second.Rows) != 2 || second.Rows[1].Name != "entropy" || !slices.Equal(second.Rows[1].Dots, []chart.Dot{{X: 4}, {Series: 1, X: 3.75}}) {
		t.Errorf("rows %+v", second.Rows)
	}
	if s := second.Series; s[0].Name != "defaults" || s[1].Name != "pool consistent" || s[0].Colour == first.Series[0].Colour {
		t.Errorf("series %+v", s)
	}
	if want := "The proved optimum is 7 guesses, 1.75000 on average."; page.Sections[0].Text != want || page.Sections[1].Text != "" {
		t.Errorf("%q, %q", page.Sections[0].Text, page.Sections[1].Text)
	}
}

// TestGridOfManyGames says which criterion is most often the best, and names all that tie.
func TestGridOfManyGames(t *testing.T) {
	var games []playedGame
	for i, name := range []string{"mm2x2", "mm2x3", "mm2x4", "mm2x5"} {
		games = append(games, playedGame{results: []engine.Result{
			gridResult(name, "minimax", "", "11", 8+i, 3), gridResult(name, "entropy", "", "11", 9+i-i%2, 3), gridResult(name, "most-parts", "", "12", 20, 3),
		}, optimum: tree.Figures{Total: 7 + i, Mean: float64(7+i) / 4}})
	}
	page := gridPage(games)
	if want := "Minimax is best in 4 of 4 games, with 2.0000 guesses in mm2x2 to 2.7500 in mm2x5."; page.Findings[0] != want {
		t.Errorf("answer %q", page.Findings[0])
	}
	if want := "The proved optimum is 1.7500 in Mastermind (mm2x2), 0.2500 less; 2.0000 in Mastermind (mm2x3), 0.2500 less; 2.2500 in Mastermind (mm2x4), 0.2500 less; and 1 more."; page.Findings[1] != want {
		t.Errorf("optimum %q", page.Findings[1])
	}
	if want := "The best rule of each game needs up to 0.250 guesses more than the proved optimum"; page.Picture.Title != want {
		t.Errorf("title %q", page.Picture.Title)
	}
	if d := page.Picture.Charts[3].(chart.Dots); len(d.Series) != 1 || d.Series[0].Name != "" {
		t.Errorf("series %+v", d.Series)
	}
}
