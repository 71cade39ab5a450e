// What each change of the rules costs: variants of the game side by side.

package pages

import (
	"fmt"
	"math"
	"strings"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// gamesEntry asks what each change of the rules costs. No source: it plays variants of the game
// side by side.
func gamesEntry() notebook.Entry {
	configurations := configs.Grid{
		Games: strings.Fields("mm3x6 mm4x6 mm4x6-distinct bp4x6 mm4x7 bc4x6 bc3x10 bc4x9 bc4x10 bc4x10-nozero mm4x10-digits twod5"),
		Strategies: []strategy.Strategy{
			{Criterion: strategy.Minimax},
			{Criterion: strategy.Entropy},
		},
	}.Configurations()
	return entryOf("games", notebook.Then(ask.TreePlays(configurations).All(), gamesPage))
}

// A ruleChange leads from one game to another.
type ruleChange struct{ what, from, to string }

// ruleChanges lists the changes, the most expensive first.
var ruleChanges = []ruleChange{
	{"Mastermind without white pegs", "mm4x6", "bp4x6"},
	{"Bulls and Cows with repeated digits", "bc4x10", "mm4x10-digits"},
	{"Mastermind with a seventh colour", "mm4x6", "mm4x7"},
	{"Bulls and Cows without leading zero", "bc4x10", "bc4x10-nozero"},
	{"Bulls and Cows with nine digits", "bc4x10", "bc4x9"},
	{"Mastermind without repeated colours", "mm4x6", "mm4x6-distinct"},
}

func gamesPage(played []ask.Played) report.Page {
	results := ask.Results(played)
	mean := map[string]float64{}
	for _, r := range lists.Keep(results, isByEntropy) {
		mean[r.Game] = r.Mean
	}
	var changes []playedChange
	for _, c := range ruleChanges {
		changes = append(changes, playedChange{
			ruleChange: c,
			before:     mean[c.from],
			after:      mean[c.to],
		})
	}

	page := report.Page{
		Results: results,
		Trees:   lists.Map(played, treeView),
		Picture: changesFigure(changes),
	}
	small, large := span(changes[1:], playedChange.size)
	page.Findf("Dropping the white pegs of Mastermind costs %.2f guesses on average; %d other changes move the mean by %.2f to %.2f.",
		changes[0].more(), len(changes)-1,
		small.size(), large.size())
	page.Findf("These changes cost guesses: %s. These save some: %s.",
		listed(lists.Keep(changes, playedChange.costs), playedChange.inWords),
		listed(drop(changes, playedChange.costs), playedChange.inWords))
	addTable(&page, "All variants", results, gameCells)
	return page
}

// changesFigure has a row for each change.
func changesFigure(changes []playedChange) *chart.Figure {
	d := chart.Dots{
		XLabel: "mean number of guesses",
		Notes:  "difference",
		Series: dotSeries("before", "after"),
	}
	d.Series[0].Colour = chart.Published() // a ring
	for _, c := range changes {
		low, high := min(c.before, c.after), max(c.before, c.after)
		d.Rows = append(d.Rows, chart.DotRow{
			Name:   c.what,
			Note:   strings.Replace(fmt.Sprintf("%+.2f", c.more()), "-", "−", 1),
			Dots:   []chart.Dot{{X: c.before}, {Series: 1, X: c.after}},
			Ranges: []chart.Range{{Series: 1, From: low, To: high}},
		})
	}

	title := fmt.Sprintf("Dropping the white pegs costs %.1f guesses, repeating digits %.1f",
		changes[0].more(), changes[1].more())
	f := picture("games.png", title, d)
	f.Subtitle = "before: " + join(ruleChanges, ruleChange.gameBefore)
	return f
}

// A playedChange is a change of the rules with entropy's means before and after it.
type playedChange struct {
	ruleChange
	before, after float64
}

func (c playedChange) more() float64 {
	return c.after - c.before
}

func (c playedChange) size() float64 {
	return math.Abs(c.more())
}

func (c playedChange) costs() bool {
	return c.more() > 0
}

func (c playedChange) inWords() string {
	return fmt.Sprintf("%s (%s) %+.2f",
		c.what, c.to, c.more())
}

func (c ruleChange) gameBefore() string {
	return report.GameInWords(c.from)
}

func gameCells(r engine.Result) report.Row {
	return report.Cells(
		"game", r.Game,
		"what it is", sure(game.Parse(r.Game)).Describe(),
		"secrets", r.Secrets,
		"criterion", r.Criterion,
		"first guess", r.First,
		"mean", r.Mean,
		"lower bound on the mean", r.Bounds.Mean,
		"worst", r.Worst,
		"lower bound on the worst case", r.Bounds.Worst,
		"identified, mean", r.Known.Mean,
		"information bound", report.Decimals(r.Bounds.Information, 3),
		"histogram", r.Histogram,
	)
}
