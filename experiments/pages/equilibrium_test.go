package pages

import (
	"context"
	"slices"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/enginetest"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/notebook/random"
	"codebreak/report"
)

func TestPreference(t *testing.T) {
	ctx, env := context.Background(), notebook.Env{Workers: 2}
	played := enginetest.Must(notebook.Answer(ctx, env, ask.NewPlay(engine.Configuration{Game: "mm3x2", Strategy: strategy.Strategy{Criterion: strategy.Entropy}})))(t)
	solved := enginetest.Must(notebook.Answer(ctx, env, random.Equilibrium{Game: "mm3x2"}))(t)
	r := equilibriumRow{played.Result, solved}
	// 111 and 222 have probability 2/5; were all secrets equally probable, it
	// would be 2/8.
	if got := r.preference(solved.Classes[0]).RatString(); got != "8/5" {
		t.Errorf("111 is %s times as probable, want 8/5", got)
	}
	if got, want := r.bias(), "makes secrets of one colour more frequent"; got != want {
		t.Errorf("the codemaker %s, want %s", got, want)
	}
}

// TestEquilibriumFindings makes findings of values that are given: two games
// gain the codemaker equally, and the value of one is published.
func TestEquilibriumFindings(t *testing.T) {
	row := func(game, value, leastMean, oneColour string) equilibriumRow {
		var r equilibriumRow
		r.Game, r.Secrets = game, 10
		r.Value.Value, r.LeastMean = fraction(t, value), fraction(t, leastMean)
		r.Classes = []random.Class{
			{Secrets: 2, Probability: fraction(t, oneColour), Mean: fraction(t, "25/6")},
			{Secrets: 8, Probability: fraction(t, "1"), Mean: fraction(t, value)},
		}
		r.Trees = make([]random.Mixed, 4)
		return r
	}
	rows := []equilibriumRow{
		row("mm4x6", "560/129", "431/129", "0"),
		row("mm2x3", "7/2", "5/2", "0"),
		row("mm2x4", "5/2", "2", "1/10"),
		row("bp2x3", "2", "2", "1/5"),
	}
	want := []string{
		"A non-uniform choice of secrets helps the codemaker in 3 of 4 games, by at most 1.0000 guesses on average, in Mastermind (mm4x6) and Mastermind (mm2x3).",
		"In 0 games all secrets are equivalent, so the uniform distribution is optimal. All values are proved.",
		"The codemaker leaves out secrets of one colour in 2 games, as in Mastermind (mm2x3).",
		"The codemaker makes secrets of one colour rarer in 1 game, as in Mastermind (mm2x4).",
	}
	figure := enginetest.Must(published.FigureOf("value/mm4x6"))(t)
	tallies := publishedValues([]published.Figure{figure}, rows)
	var page report.Page
	addEquilibriumFindings(&page, rows)
	if got := page.Findings; !slices.Equal(got, want) {
		t.Errorf("found %q\nwant %q", got, want)
	}
	if len(tallies) != 1 || tallies[0].Hold() != 1 {
		t.Errorf("tallies %+v", tallies)
	}
	rows[0] = row("mm4x6", "561/129", "431/129", "0")
	if tallies := publishedValues([]published.Figure{figure}, rows); tallies[0].Count(report.Unexplained) != 1 {
		t.Errorf("another value: tallies %+v", tallies)
	}
	rows[0] = row("mm4x6", "560/129", "431/129", "0")
	rows[0].Classes[0].Mean = fraction(t, "4")
	if tallies := publishedValues([]published.Figure{figure}, rows); tallies[0].Count(report.Unexplained) != 1 {
		t.Errorf("another mean of secrets of one colour: tallies %+v", tallies)
	}
}
