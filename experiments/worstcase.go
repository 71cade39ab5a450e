package main

import (
	"context"
	"fmt"
	"strconv"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/report"
)

// worstCaseEntry finds the least possible worst case of games, and compares
// greedy entropy with it.
func worstCaseEntry() entry {
	e := searchWorstCases("twod5", "mm3x6", "mm4x6", "mm4x6-distinct", "bc3x10", "bp3x6")
	e.name = "worst-case"
	e.title = "The least possible worst case"
	e.question = "How few guesses are enough for every secret, whatever the strategy? And is greedy entropy, which looks one guess ahead, ever worse than that?"
	return e
}

// largeWorstCaseEntry takes up the game that the author of the search gave up.
func largeWorstCaseEntry() entry {
	e := searchWorstCases("mm5x8-distinct")
	e.name = "worst-case-large"
	e.title = "The least possible worst case of 5 positions and 8 colours"
	e.question = "The author of the Python program could not solve the game of 5 different colours out of 8. How few guesses are enough for every secret?"
	e.slow = true
	return e
}

// searchWorstCases searches each game, and plays it by entropy for comparison.
func searchWorstCases(games ...string) entry {
	found := make([]optimal.Worst, len(games))
	return entry{
		configurations: configs.Grid{
			Games:      games,
			Strategies: []strategy.Strategy{{Criterion: strategy.Entropy, Ties: "consistent,last"}},
		}.Configurations(),
		search: func(ctx context.Context, workers int) error {
			for i, name := range games {
				g, err := game.Parse(name)
				if err != nil {
					return err
				}
				if found[i], err = optimal.WorstCase(ctx, g, optimal.Options{Workers: workers}); err != nil {
					return fmt.Errorf("worst case of %s: %w", g, err)
				}
			}
			return nil
		},
		tell: func(results []engine.Result) report.Page {
			table := &report.Table{
				Header: []string{"game", "secrets", "bound by counting", "least worst case", "entropy's worst case", "first guess of the tree", "its histogram"},
				Right:  []int{1, 2, 3, 4},
			}
			page := report.Page{}
			figure := report.Figure{File: "worst-case.png", Caption: "Histograms of greedy entropy and of a tree of the least worst case, game by game", Columns: 2, OwnAxes: true}
			for i, r := range results {
				w := found[i]
				m := tree.Measure(w.Tree)
				figure.Histograms = append(figure.Histograms,
					panel(r.Game+", entropy", r),
					report.Histogram{Title: r.Game + ", least worst case", Counts: m.Hit.Histogram, Mean: m.Hit.Mean})
				table.Rows = append(table.Rows, []string{
					r.Game, strconv.Itoa(r.Codes), strconv.Itoa(engine.LowerBounds(r).Worst), strconv.Itoa(w.Guesses), strconv.Itoa(r.Worst),
					w.Tree.Game.FormatCode(w.Tree.Root.Guess), report.FormatHistogram(m.Hit.Histogram),
				})
				verdict := "so here greedy entropy is optimal for the worst case"
				if r.Worst > w.Guesses {
					verdict = "so greedy entropy is not optimal for the worst case"
				}
				page.Findings = append(page.Findings, fmt.Sprintf("%s: %d guesses are enough for every secret and %d are not; entropy needs %d, %s.", r.Game, w.Guesses, w.Guesses-1, r.Worst, verdict))
			}
			page.Sections = []report.Section{{
				Heading: "Proved by exhaustion",
				Text:    "For k = 1, 2, … every way to play with k guesses is ruled out, until one is found that works. A guess is dropped if its largest part is larger than k-1 guesses can separate at all; of what is left the largest part is tried first. The tree found attains the bound.",
				Table:   table,
				Figures: []report.Figure{figure},
			}}
			return page
		},
	}
}
