package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/report"
)

// codemakersEntry plays each strategy against codemakers that fix no secret.
func codemakersEntry() entry {
	// Every strategy that the notebook names, each once, and those that guess
	// candidates only.
	var configurations []engine.Configuration
	seen := map[engine.Key]bool{}
	for _, c := range slices.Concat(
		publishedEntry().configurations, strategiesEntry().configurations, twoPhaseEntry().configurations,
		configs.Grid{
			Games:      []string{"mm4x6", "bc4x10"},
			Strategies: configs.StrategyGrid{Criteria: strategy.Classic(), Pools: []string{"consistent"}}.Strategies(),
		}.Configurations(),
	) {
		key, err := c.Key()
		if err != nil || !seen[key] { // what has no key is refused before it is played
			seen[key] = true
			configurations = append(configurations, c)
		}
	}
	greedy, perfect := make([]string, len(configurations)), make([]string, len(configurations))
	lengths := make([][2]int, len(configurations))
	return entry{
		name:           "codemakers",
		title:          "The cunning codemaker",
		question:       "A codemaker that never fixes a secret, but answers so as to keep the game going: how long does each strategy take against it? A blog post of 2009 announces the game and never plays it.",
		configurations: configurations,
		observe: func(i int, t *tree.Tree) {
			g, p := t.GreedyCodemaker(), t.PerfectCodemaker()
			greedy[i], perfect[i] = formatLine(t.Game, g), formatLine(t.Game, p)
			lengths[i] = [2]int{len(g), len(p)}
		},
		tell: func(results []engine.Result) report.Page {
			table := &report.Table{
				Header: []string{"game", "strategy", "from", "honest mean", "no mean below", "honest worst", "no worst below", "information", "greedy", "perfect", "the greedy one's game", "the perfect one's game"},
				Right:  []int{3, 4, 5, 6, 7, 8, 9},
			}
			compact := &report.Table{Header: []string{"game", "strategy", "from", "honest mean", "bound", "worst", "bound", "inf.", "greedy", "perfect"}, Right: []int{3, 4, 5, 6, 7, 8, 9}}
			short, unequal := 0, 0
			most := 0
			example := ""
			for i, r := range results {
				leastMean, leastWorst, information := report.BoundCells(r.Bounds)
				row := []string{
					r.Game, r.Strategy.String(), r.First, report.FormatMean(r.Mean), leastMean, strconv.Itoa(r.Worst), leastWorst, information,
					strconv.Itoa(lengths[i][0]), strconv.Itoa(lengths[i][1]),
				}
				compact.Rows = append(compact.Rows, row)
				table.Rows = append(table.Rows, append(row[:len(row):len(row)], greedy[i], perfect[i]))
				if lengths[i][0] < lengths[i][1] {
					short++
					if gap := lengths[i][1] - lengths[i][0]; gap > most {
						most = gap
						example = fmt.Sprintf("%s on %s from %s: %d against %d", r.Strategy, r.Game, r.First, lengths[i][0], lengths[i][1])
					}
				}
				if lengths[i][1] != r.Worst {
					unequal++
				}
			}
			figure := report.Figure{File: "codemakers.png", Caption: "Histograms of the players of 2009 against the honest codemaker", Columns: 2, OwnAxes: true}
			for i, r := range results {
				if r.Order == game.Swap || r.Game == "twod5" {
					figure.Histograms = append(figure.Histograms, panel(fmt.Sprintf("%s, %s: greedy %d, perfect %d", r.Game, r.Criterion, lengths[i][0], lengths[i][1]), r))
				}
			}
			page := report.Page{
				Sections: []report.Section{{
					Figures: []report.Figure{figure},
					Heading: "Guesses needed against three codemakers",
					Text:    "Honest: fixes a secret; mean and worst over all of them. Greedy: gives the answer that leaves the most candidates, the first in order of equals. Perfect: gives the answers that make the game last longest against this strategy.",
					Table:   table, Compact: compact,
				}},
				Findings: []string{fmt.Sprintf("The perfect codemaker makes the game as long as the strategy's worst case in %d of %d games.", len(results)-unequal, len(results))},
			}
			finding := fmt.Sprintf("The greedy codemaker falls short of it in %d of %d games", short, len(results))
			if short > 0 {
				finding += fmt.Sprintf(", by %d at most (%s). The largest part is not always the hardest", most, example)
			}
			page.Findings = append(page.Findings, finding+".")
			return page
		},
	}
}

// formatLine writes a game as "0123 0A1B, 4567 …".
func formatLine(g game.Game, line tree.Line) string {
	var rounds []string
	for _, r := range line {
		rounds = append(rounds, g.FormatCode(r.Node.Guess)+" "+g.FormatFeedback(r.Branch.Feedback))
	}
	return strings.Join(rounds, ", ")
}
