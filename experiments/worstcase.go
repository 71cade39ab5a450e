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
	"codebreak/experiments/cells"
	"codebreak/report"
)

// worstCaseEntry finds the least possible worst case of games, and compares
// greedy entropy with it.
func worstCaseEntry() entry {
	e := searchWorstCases(0, "twod5", "mm3x6", "mm4x6", "mm4x6-distinct", "bc3x10", "bp3x6")
	e.name = "worst-case"
	e.title = "The least possible worst case"
	e.question = "How few guesses are enough for every secret, whatever the strategy? And is greedy entropy, which looks one guess ahead, ever worse than that?"
	return e
}

// largeEffort bounds the search of the large game, which is not known to end:
// the candidate sets looked into for each number of guesses.
const largeEffort = 20_000

// largeWorstCaseEntry takes up the game that the author of the search gave up.
func largeWorstCaseEntry() entry {
	e := searchWorstCases(largeEffort, "mm5x8-distinct")
	e.name = "worst-case-large"
	e.title = "The least possible worst case of 5 positions and 8 colours"
	e.question = "The author of the Python program could not solve the game of 5 different colours out of 8. How few guesses are enough for every secret?"
	e.slow = true
	return e
}

// provedWorstCase finds the least worst case and has the checker replay the
// tree that attains it.
func provedWorstCase(ctx context.Context, g game.Game, opts optimal.Options) (optimal.Worst, error) {
	w, err := optimal.WorstCase(ctx, g, opts)
	if err != nil {
		return w, fmt.Errorf("worst case of %s: %w", g, err)
	}
	histogram, err := tree.Check(w.Tree)
	if err != nil {
		return w, fmt.Errorf("worst case of %s: the tree found is wrong: %w", g, err)
	}
	if len(histogram)-1 != w.Guesses {
		return w, fmt.Errorf("worst case of %s: the tree found needs %d guesses, not %d", g, len(histogram)-1, w.Guesses)
	}
	return w, nil
}

// searchWorstCases searches each game, and plays it by entropy for comparison
// and for a first bound from above.
func searchWorstCases(effort int, games ...string) entry {
	found := make([]optimal.Worst, len(games))
	known := make([]*tree.Tree, len(games))
	configurations := configs.Grid{
		Games:      games,
		Strategies: []strategy.Strategy{{Criterion: strategy.Entropy, Ties: "consistent,last"}},
	}.Configurations()
	return entry{
		configurations: configurations,
		observe:        func(i int, t *tree.Tree) { known[i] = t },
		search: func(ctx context.Context, o options) ([]configurationTiming, error) {
			var times []configurationTiming
			for i, name := range games {
				g, err := game.Parse(name)
				if err != nil {
					return nil, err
				}
				start := known[i]
				answer, took, err := cells.Do(ctx, o.cells, worstKey{"worst", name, effort}, 200*playCost(engine.Configuration{Game: name}), func() (worstCell, error) {
					if start == nil { // another share plays the configuration
						if start, _, err = engine.Play(ctx, configurations[i], tree.Options{Workers: o.workers}); err != nil {
							return worstCell{}, err
						}
					}
					w, err := provedWorstCase(ctx, g, optimal.Options{Workers: o.workers, Known: start, Effort: effort})
					if err != nil {
						return worstCell{}, err
					}
					return worstCell{w.Lower, w.Guesses, w.Tree.Packed()}, nil
				})
				if elsewhere(err) {
					continue
				}
				if err != nil {
					return nil, err
				}
				found[i] = optimal.Worst{Lower: answer.Lower, Guesses: answer.Guesses}
				if found[i].Tree, err = tree.ReadPacked(g, answer.Tree); err != nil {
					return nil, err
				}
				times = append(times, timingOf("least worst case of "+name, took)...)
			}
			return times, nil
		},
		tell: func(results []engine.Result) report.Page {
			table := &report.Table{
				Header: []string{
					"game", "secrets", "information", "no worst below", "least worst case", "entropy's worst case",
					"no mean below", "entropy's mean", "the tree's mean", "its first guess", "its histogram",
				},
				Right: []int{1, 2, 3, 4, 5, 6, 7, 8},
			}
			page := report.Page{}
			figure := report.Figure{File: "worst-case.png", Caption: "Histograms of greedy entropy and of the best tree found for the worst case, game by game", Columns: 2, OwnAxes: true}
			for i, r := range results {
				w := found[i]
				m := tree.Measure(w.Tree)
				leastMean, leastWorst, information := report.BoundCells(r.Bounds)
				title := r.Game + ", least worst case"
				if w.Lower < w.Guesses {
					title = r.Game + ", best tree found"
				}
				figure.Histograms = append(figure.Histograms,
					panel(r.Game+", entropy", r),
					report.Histogram{Title: title, Counts: m.Hit.Histogram, Mean: m.Hit.Mean})
				table.Rows = append(table.Rows, []string{
					r.Game, strconv.Itoa(r.Secrets), information, leastWorst, formatWorst(w), strconv.Itoa(r.Worst),
					leastMean, report.FormatMean(r.Mean), report.FormatMean(m.Hit.Mean),
					w.Tree.Game.FormatCode(w.Tree.Root.Guess), report.FormatHistogram(m.Hit.Histogram),
				})
				page.Findings = append(page.Findings, worstCaseFinding(r, w, effort))
			}
			page.Sections = []report.Section{{
				Heading: "Searched exhaustively",
				Text:    "For k = 1, 2, … every way to play with k guesses is ruled out, until one is found that works or nothing better than entropy's tree is left. A guess is dropped if its largest part is larger than k-1 guesses can separate at all; of what is left the largest part is tried first. The tree described in the last columns was replayed by the checker; it needs no more guesses than the worst case stated.",
				Table:   table,
				Figures: []report.Figure{figure},
			}}
			return page
		},
	}
}

// A worstKey asks for the least worst case, as far as an effort goes.
type worstKey struct {
	Kind   string `json:"kind"` // worst
	Game   string `json:"game"`
	Effort int    `json:"effort"` // 0 for any
}

// worstCell is the answer.
type worstCell struct {
	Lower   int    `json:"lower"`
	Guesses int    `json:"guesses"`
	Tree    string `json:"tree"`
}

func formatWorst(w optimal.Worst) string {
	if w.Lower < w.Guesses {
		return fmt.Sprintf("%d to %d", w.Lower, w.Guesses)
	}
	return strconv.Itoa(w.Guesses)
}

func worstCaseFinding(r engine.Result, w optimal.Worst, effort int) string {
	if w.Lower < w.Guesses {
		return fmt.Sprintf("%s: no strategy does with %d guesses (proved); %d are enough (the checked tree). Whether %d are was not decided by looking into %d sets of candidates, first the most promising guesses only, then all.",
			r.Game, w.Lower-1, w.Guesses, w.Lower, effort)
	}
	verdict := "so here greedy entropy is optimal for the worst case"
	if r.Worst > w.Guesses {
		verdict = "so greedy entropy is not optimal for the worst case"
	}
	return fmt.Sprintf("%s: %d guesses are enough for every secret, %d are not; entropy needs %d, %s.", r.Game, w.Guesses, w.Guesses-1, r.Worst, verdict)
}
