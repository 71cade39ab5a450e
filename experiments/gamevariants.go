package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// gamesEntry plays the variants of the game side by side.
func gamesEntry() notebook.Entry {
	configurations := configs.Grid{
		Games: []string{
			"mm3x6", "mm4x6", "mm4x6-distinct", "bp4x6", "mm4x7", "bc4x6",
			"bc3x10", "bc4x9", "bc4x10", "bc4x10-nozero", "mm4x10-digits", "twod5",
		},
		Strategies: []strategy.Strategy{{Criterion: strategy.Minimax}, {Criterion: strategy.Entropy}},
	}.Configurations()
	return notebook.Entry{
		Name:     "games",
		Question: "Game variants side by side",
		About:    "What do repeats, colours, white pegs and a leading zero cost? Every variant is played by the same two strategies, which choose their own first guess.",
		Tasks:    ask.TreePlays(configurations),
		Page: func(o notebook.Outcome) report.Page {
			page := gamesPage(ask.Results(o, configurations))
			page.Trees = treeViews(o, configurations)
			return page
		},
	}
}

func gamesPage(results []engine.Result) report.Page {
	var played []engine.Result
	byEntropy := map[string]engine.Result{}
	for _, r := range results {
		if r.Criterion == strategy.Entropy {
			played = append(played, r)
			byEntropy[r.Game] = r
		}
	}
	table := report.TableOf(results, "game | what it is | secrets | criterion | first guess | mean | lower bound on the mean | worst | lower bound on the worst case | known mean | information bound | histogram", func(r engine.Result) []any {
		return []any{
			r.Game, describe(r.Game), r.Secrets, r.Criterion, r.First, report.Mean(r.Mean), report.Mean(r.Bounds.Mean), r.Worst,
			r.Bounds.Worst, report.Mean(r.Known.Mean), report.Decimals(r.Bounds.Information, 3), report.Histogram(r.Histogram),
		}
	})
	page := report.Page{
		Results:  results,
		Sections: []report.Section{{Heading: "All variants", Table: table, Figures: []chart.Figure{gamesFigure(played)}}},
	}
	var costs []string
	compare := func(what, a, b string) {
		ra, rb := byEntropy[a], byEntropy[b]
		costs = append(costs, fmt.Sprintf("%s %+.2f", strings.ToLower(what[:1])+what[1:], rb.Mean-ra.Mean))
		page.Findings = append(page.Findings, fmt.Sprintf("%s: entropy takes %s guesses on average and %d at worst on %s (%d secrets), %s and %d on %s (%d secrets).",
			what, report.Mean(ra.Mean), ra.Worst, a, ra.Secrets, report.Mean(rb.Mean), rb.Worst, b, rb.Secrets))
	}
	compare("No white pegs", "mm4x6", "bp4x6")
	compare("Knowing that secrets have no repeats", "mm4x6", "mm4x6-distinct")
	compare("One digit fewer", "bc4x10", "bc4x9")
	compare("No leading zero", "bc4x10", "bc4x10-nozero")
	compare("Repeats", "bc4x10", "mm4x10-digits")
	page.Findings = append([]string{"What each change of the rules costs entropy, in guesses on average: " + strings.Join(costs, ", ") + "."}, page.Findings...)
	return page
}

// A gameRow is the row of a game in a picture.
type gameRow struct{ engine.Result }

func (r gameRow) String() string { return fmt.Sprintf("%s, %s", r.Game, report.Decimals(r.Mean, 2)) }

// share is the percentage of the secrets that take so many guesses, and how it is
// written.
func (r gameRow) share(guesses int) (percent float64, label string) {
	if guesses > r.Worst {
		return math.NaN(), ""
	}
	percent = 100 * float64(r.Histogram[guesses]) / float64(r.Secrets)
	switch {
	case percent == 0:
		return 0, "0"
	case percent < 0.1:
		return percent, "<0.1"
	}
	return percent, fmt.Sprintf("%.1f", percent)
}

// gamesFigure has a row for each game, the easiest first: which share of its
// secrets takes each number of guesses.
func gamesFigure(played []engine.Result) chart.Figure {
	played = slices.SortedStableFunc(slices.Values(played), func(a, b engine.Result) int { return cmp.Compare(a.Mean, b.Mean) })
	var rows []gameRow
	var guesses []int
	for _, r := range played {
		rows = append(rows, gameRow{r})
		for len(guesses) < r.Worst {
			guesses = append(guesses, len(guesses)+1)
		}
	}
	h := chart.HeatMap{YLabel: "game, mean", XLabel: "guesses", Unit: "% of the secrets"}
	return chart.Figure{
		File: "games.png", Caption: "Share of the secrets by number of guesses, a row for each game, played by entropy",
		Title:    fmt.Sprintf("What the rules cost: from %s to %s guesses on average", report.Decimals(played[0].Mean, 2), report.Decimals(played[len(played)-1].Mean, 2)),
		Subtitle: "entropy from its own first guess; percent of the secrets by number of guesses",
		Charts:   []chart.Chart{crossMap(h, rows, guesses, gameRow.share)},
	}
}

// describe says what a game is; nothing if there is none of that name.
func describe(name string) string {
	g, err := game.Parse(name)
	if err != nil {
		return ""
	}
	return g.Describe()
}
