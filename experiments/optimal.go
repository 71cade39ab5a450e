package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/cells"
	"codebreak/report"
)

// optimalEntry proves what takes seconds.
func optimalEntry() entry {
	e := optimalProblems("optimal", published.Seconds)
	e.title = "The best of all strategies"
	e.full = largeOptimalEntry
	e.question = "What is the least number of guesses over all secrets, whatever the strategy? Are the published optima right, and how far from them are strategies that look one guess ahead?"
	return e
}

// largeOptimalEntry proves what takes longer, as far as it can be proved in
// minutes each.
func largeOptimalEntry() entry {
	e := optimalProblems("optimal-large", published.Minutes)
	e.title = "The best of all strategies for larger games"
	e.question = "The same as optimal for games that take seconds to minutes each, among them some for which no optimum was known."
	e.slow = true
	return e
}

// crushEntry proves the published figure that took longest.
func crushEntry() entry {
	e := optimalProblems("optimal-crush", published.Hour)
	e.title = "The fewest secrets at the worst case of Bulls and Cows"
	e.question = "No strategy finds every secret of bc4x10 within 6 guesses. How few secrets can a strategy leave for the seventh?"
	e.slow = true
	return e
}

// limits bounds the time that a problem may take.
var limits = map[published.Effort]time.Duration{published.Minutes: 5 * time.Minute, published.Hour: time.Hour}

// tallied names the published figures of each effort.
var tallied = map[published.Effort]string{
	published.Seconds: "optima of games that take seconds",
	published.Minutes: "optima of games that take minutes",
	published.Hour:    "the optimum that takes longest",
}

// unexplained is why a published optimum is not proved again.
const unexplained = "The least total with guesses from the remaining possibilities is not what is published, whatever is meant by that, as far as was tried."

// certificates is the folder of an entry that holds them.
const certificates = "certificates"

// certified lists the games whose trees of least total are kept.
var certified = map[string]bool{"mm4x6": true, "bc4x10": true}

// pictured lists the games whose histograms are drawn.
var pictured = map[string]bool{
	"mm4x6": true, "mm3x9": true, "bc4x8": true, "bp4x4": true,
	"mm4x7": true, "bc4x10": true, "mm4x8": true, "mm5x5": true,
}

// An optimum is a problem with its answer.
type optimum struct {
	published.Optimum
	answer  optimal.Answer
	figures tree.Figures
	took    cells.Took
}

func (o optimum) published() bool { return o.ID != "" }

// leastTotal reports whether the least total of all strategies was asked for.
func (o optimum) leastTotal() bool {
	return (o.Objective == optimal.Total || o.Objective == optimal.TotalWorstCount) && o.Pool == strategy.All && o.MaxDepth == 0
}

// describe says what is asked beyond the objective.
func (o optimum) describe() string {
	text := string(o.Objective)
	if o.Pool != "" && o.Pool != strategy.All {
		text += ", pool " + string(o.Pool)
	}
	if o.MaxDepth > 0 {
		text += fmt.Sprintf(", at most %d guesses", o.MaxDepth)
	}
	return text
}

// verdict compares with what is printed: everything that is must be proved.
func (o optimum) verdict() string {
	count := o.figures.Histogram[o.figures.Worst]
	switch {
	case !o.published():
		return "-"
	case !o.answer.Proved:
		return "not proved"
	case o.Total != 0 && o.Total != o.figures.Total,
		o.Worst != 0 && o.Worst != o.figures.Worst,
		o.Count != 0 && o.Count != count:
		return "differs"
	}
	return "equal"
}

func optimalProblems(name string, effort published.Effort) entry {
	var asked []published.Optimum
	var games []string
	seen := map[string]bool{}
	for _, p := range append(published.Optima(), published.OpenProblems()...) {
		if p.Effort != effort {
			continue
		}
		asked = append(asked, p)
		if !seen[p.Game] && p.Pool != strategy.Consistent {
			seen[p.Game] = true
			games = append(games, p.Game)
		}
	}
	var found []optimum
	return entry{
		name: name,
		configurations: configs.Grid{
			Games:      games,
			Strategies: []strategy.Strategy{{Criterion: strategy.Minimax}, {Criterion: strategy.ExpectedSize}, {Criterion: strategy.Entropy}, {Criterion: strategy.MostParts}},
		}.Configurations(),
		search: func(ctx context.Context, o options) ([]configurationTiming, error) {
			found = nil
			var times []configurationTiming
			for _, p := range asked {
				solved, err := solveFigure(ctx, p, o)
				if elsewhere(err) {
					continue
				}
				if err != nil {
					return nil, err
				}
				found = append(found, solved)
				times = append(times, timingOf(p.Game+", "+solved.describe(), solved.took)...)
			}
			return times, nil
		},
		tell: func(results []engine.Result) report.Page {
			return tellOptimal(name, found, results, effort)
		},
	}
}

// A solvedKey asks for the best tree.
type solvedKey struct {
	Kind      string            `json:"kind"` // optimal
	Game      string            `json:"game"`
	Objective optimal.Objective `json:"objective"`
	Pool      strategy.Pool     `json:"pool"`
	MaxDepth  int               `json:"max_depth"`
}

// solvedCell is the answer.
type solvedCell struct {
	Proved bool            `json:"proved"`
	Ranges []optimal.Range `json:"ranges"`
	Tree   string          `json:"tree"`
}

// Unfinished keeps bounds out of the cells: with more time they are better.
func (s solvedCell) Unfinished() bool { return !s.Proved }

// Check returns an error for what is no answer.
func (s *solvedCell) Check() error {
	if s.Tree == "" || len(s.Ranges) == 0 {
		return errors.New("it holds no tree")
	}
	return nil
}

// solveFigure finds the best tree, unless its cell is there, and has it
// replayed.
func solveFigure(ctx context.Context, p published.Optimum, o options) (optimum, error) {
	g, err := game.Parse(p.Game)
	if err != nil {
		return optimum{}, err
	}
	if p.Pool == "" {
		p.Pool = strategy.All
	}
	key := solvedKey{"optimal", p.Game, p.Objective, p.Pool, p.MaxDepth}
	answer, took, err := cells.Do(ctx, o.cells, key, searchCost(p.Effort), func() (solvedCell, error) {
		limited := ctx // from now on: the time does not run while another program is waited for
		if limit, ok := limits[p.Effort]; ok {
			var stop context.CancelFunc
			limited, stop = context.WithTimeout(ctx, limit)
			defer stop()
		}
		problem := optimal.Problem{Game: g, Objective: p.Objective, Pool: p.Pool, MaxDepth: p.MaxDepth}
		a, err := optimal.Solve(limited, problem, optimal.Options{Workers: o.workers, Memory: o.tableMemory(g)})
		switch {
		case ctx.Err() != nil:
			return solvedCell{}, ctx.Err()
		case err != nil && !optimal.Interrupted(err):
			return solvedCell{}, err
		case a.Tree == nil:
			return solvedCell{}, fmt.Errorf("%s, objective %s: no tree was found within %s; the machine is too slow for this entry", p.Game, p.Objective, limits[p.Effort])
		}
		return solvedCell{a.Proved, a.Ranges, a.Tree.Packed()}, nil
	})
	if err != nil {
		return optimum{}, err
	}
	t, err := tree.ReadPacked(g, answer.Tree)
	if err != nil {
		return optimum{}, err
	}
	histogram, err := tree.Check(t)
	if err != nil {
		return optimum{}, fmt.Errorf("%s: the tree found is wrong: %w", p.Game, err)
	}
	return optimum{
		Optimum: p, figures: tree.Summarise(histogram), took: took,
		answer: optimal.Answer{Tree: t, Proved: answer.Proved, Ranges: answer.Ranges},
	}, nil
}

func tellOptimal(name string, found []optimum, results []engine.Result, effort published.Effort) report.Page {
	timed := effort > published.Seconds
	page := report.Page{}
	proofs := &report.Table{
		Header: []string{"game", "secrets", "asked for", "proved", "total", "mean", "worst", "first guess", "histogram", "published", "verdict", "source"},
		Right:  []int{1, 4, 5, 6},
	}
	compact := &report.Table{Header: []string{"game", "asked for", "proved", "published", "verdict"}}
	if timed {
		proofs.Header = append(proofs.Header, "seconds")
		proofs.Right = append(proofs.Right, 12)
	}
	equal, published := 0, 0
	var verdicts []report.Verdict
	for _, o := range found {
		secrets := 0
		for _, n := range o.figures.Histogram {
			secrets += n
		}
		row := []string{
			o.Game, strconv.Itoa(secrets), o.describe(), proved(o), strconv.Itoa(o.figures.Total), report.FormatMean(o.figures.Mean), strconv.Itoa(o.figures.Worst),
			o.answer.Tree.Game.FormatCode(o.answer.Tree.Root.Guess), report.FormatHistogram(o.figures.Histogram), printed(o), o.verdict(), o.Source,
		}
		if timed {
			row = append(row, strconv.FormatFloat(o.took.Seconds, 'f', 1, 64))
		}
		proofs.Rows = append(proofs.Rows, row)
		compact.Rows = append(compact.Rows, []string{o.Game, report.Fold(o.describe(), 26), report.Fold(proved(o), 40), printed(o), o.verdict()})
		if o.published() {
			published++
			if o.verdict() == "equal" {
				equal++
				verdicts = append(verdicts, report.Exact)
			} else {
				verdicts = append(verdicts, report.Open)
				page.Findings = append(page.Findings, fmt.Sprintf("%s: %s is published, but %s.", o.Game, printed(o), proved(o)))
			}
		}
		if o.Note != "" {
			page.Findings = append(page.Findings, o.ID+": "+o.Note)
		}
		if r := o.answer.Ranges[0]; o.leastTotal() && r.Name == "total" {
			page.Optima = append(page.Optima, report.Optimum{
				Game: o.Game, Total: o.figures.Total, Lower: r.Lower, Worst: o.figures.Worst,
				First: o.answer.Tree.Game.FormatCode(o.answer.Tree.Root.Guess), Histogram: o.figures.Histogram,
			})
			page.Plays = append(page.Plays, report.Play{Game: o.Game, Name: "least total", Tree: o.answer.Tree.Packed()})
		}
		if certified[o.Game] && o.Pool == strategy.All && o.MaxDepth == 0 && o.answer.Proved && o.figures.Total == o.Total {
			var text bytes.Buffer
			// A buffer takes everything.
			_ = o.answer.Tree.WriteJSON(&text)
			page.Certificates = append(page.Certificates, report.Certificate{Path: "optimal/" + certificates + "/" + o.Game + ".json", Content: text.Bytes()})
		}
	}
	page.Tallies = []report.Tally{report.NewTally(tallied[effort], unexplained, verdicts)}
	page.Findings = append([]string{fmt.Sprintf("Of %d published optima, %d are proved again, to the last guess.", published, equal)}, page.Findings...)
	if len(page.Certificates) > 0 {
		var names []string
		for _, c := range page.Certificates {
			names = append(names, "results/"+c.Path)
		}
		page.Findings = append(page.Findings, "Trees for `codebreak check`: "+strings.Join(names, ", ")+".")
	}
	gaps, figure, findings := optimalGaps(name, found, results)
	page.Findings = append(page.Findings, findings...)
	page.Sections = []report.Section{
		{
			Heading: "Proved",
			Text:    "All decision trees of the game were searched, by branch and bound; the tree found was replayed by the checker, secret by secret. Numbers are optimal in the order of the objective: of two trees the one with the smaller first number is better, then that with the smaller second.",
			Table:   proofs, Compact: compact,
		},
	}
	if len(gaps.Rows) > 0 {
		page.Sections = append(page.Sections, report.Section{
			Heading: "What looking one guess ahead costs",
			Text:    "Totals of the one-step strategies, each from its own first guess, and how many guesses more than the least total that is.",
			Table:   gaps,
			Figures: []report.Figure{figure},
		})
	}
	return page
}

// proved says what is proved about each number of the objective.
func proved(o optimum) string {
	var parts []string
	for _, r := range o.answer.Ranges {
		if r.Proved() {
			parts = append(parts, fmt.Sprintf("%s %d", r.Name, r.Upper))
		} else {
			parts = append(parts, fmt.Sprintf("%s between %d and %d", r.Name, r.Lower, r.Upper))
		}
	}
	return strings.Join(parts, ", ")
}

func printed(o optimum) string {
	var parts []string
	for _, p := range []struct {
		name string
		n    int
	}{{"total", o.Total}, {"worst", o.Worst}, {"count", o.Count}} {
		if p.n != 0 {
			parts = append(parts, fmt.Sprintf("%s %d", p.name, p.n))
		}
	}
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, ", ")
}

// optimalGaps compares the one-step strategies with the least totals.
func optimalGaps(name string, found []optimum, results []engine.Result) (*report.Table, report.Figure, []string) {
	totals := map[string]optimum{}
	for _, o := range found {
		if _, ok := totals[o.Game]; !ok && o.leastTotal() {
			totals[o.Game] = o
		}
	}
	t := &report.Table{Header: []string{"game", "least total", "minimax", "expected-size", "entropy", "most-parts"}, Right: []int{1, 2, 3, 4, 5}}
	f := report.Figure{File: name + "-histograms.png", Caption: "Histograms of the best one-step strategy and of an optimal one, for some of the games", Columns: 2, OwnAxes: true}
	var findings []string
	for _, group := range groupBy(results, func(r engine.Result) string { return r.Game }) {
		o, ok := totals[group[0].Game]
		if !ok {
			continue
		}
		total := strconv.Itoa(o.figures.Total)
		if !o.answer.Proved {
			total = fmt.Sprintf("%d to %d", o.answer.Ranges[0].Lower, o.figures.Total)
		}
		row := []string{o.Game, total}
		for _, r := range group {
			row = append(row, fmt.Sprintf("%d (%+d)", r.Total, r.Total-o.figures.Total))
		}
		t.Rows = append(t.Rows, row)
		best := least(group)
		findings = append(findings, fmt.Sprintf("%s: %s comes closest, %d guesses above the least total in %d (%.2f%%).",
			o.Game, best.Criterion, best.Total-o.figures.Total, best.Secrets, 100*float64(best.Total-o.figures.Total)/float64(o.figures.Total)))
		if !pictured[o.Game] {
			continue
		}
		f.Histograms = append(f.Histograms,
			panel(fmt.Sprintf("%s, %s", o.Game, best.Criterion), best),
			report.Histogram{Title: o.Game + ", least total", Counts: o.figures.Histogram, Mean: o.figures.Mean})
	}
	return t, f, findings
}
