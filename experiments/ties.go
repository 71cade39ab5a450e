package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/ties"
	"codebreak/experiments/cells"
	"codebreak/report"
)

// tiesEntry plays mm4x6, which takes seconds.
func tiesEntry() entry {
	e := tieRuns("ties", randomDraws("mm4x6", 1000, 1000))
	e.title = "Luck in the ties"
	e.question = "Published averages rest on which of equally good guesses is made, a choice that authors rarely mention. If it is left to chance at every node, what comes out, and where among that do the published figures lie?"
	e.full = largeTiesEntry
	return e
}

// largeTiesEntry plays bc4x10, which takes minutes.
func largeTiesEntry() entry {
	e := tieRuns("ties-bc4x10", randomDraws("bc4x10", 1000, 200))
	e.title = "Luck in the ties of bc4x10"
	e.question = "The same as ties for bc4x10."
	e.slow = true
	return e
}

// The two ways to break ties by chance, but for the seed.
const (
	amongCandidates = "consistent,random=" // the common convention, otherwise at random
	amongAll        = "random="
)

// A draw is many runs of a criterion that differ only in how ties are broken.
// Their seeds are 1, 2, 3 and so on.
type draw struct {
	engine.Configuration        // whose ties are of seed 1
	rule                 string // amongCandidates or amongAll
	runs                 int
	totals               []int // of seeds 1, 2, …
}

// randomDraws lists the draws of a game: each classic criterion from the first guess
// that its author or the literature begins with, with so many runs for each
// way to break ties. Ties among all codes take several times as long.
func randomDraws(gameName string, candidatesRuns, allRuns int) []draw {
	firsts := map[string]map[strategy.Criterion]string{
		"mm4x6":  {strategy.Minimax: "1122", strategy.ExpectedSize: "1123", strategy.Entropy: "1234", strategy.MostParts: "1123"},
		"bc4x10": {strategy.Minimax: "0123", strategy.ExpectedSize: "0123", strategy.Entropy: "0123", strategy.MostParts: "0123"},
	}
	var out []draw
	for _, rule := range []string{amongCandidates, amongAll} {
		for _, c := range strategy.Classic() {
			runs := candidatesRuns
			if rule == amongAll {
				runs = allRuns
			}
			c := engine.Configuration{Game: gameName, Strategy: strategy.Strategy{Criterion: c, Ties: rule + "1"}, First: firsts[gameName][c]}
			out = append(out, draw{Configuration: c, rule: rule, runs: runs})
		}
	}
	return out
}

// A drawKey asks for the totals of a strategy's runs with the seeds from 1.
type drawKey struct {
	Kind string `json:"kind"` // draw
	engine.Key
	Runs int `json:"runs"`
}

// play plays all runs of a draw, unless their cell is there.
func (d *draw) play(ctx context.Context, o options) (took cells.Took, err error) {
	cost := float64(d.runs) / 4 * playCost(d.Configuration) // runs share much
	key, err := d.Key()
	if err != nil {
		return took, err
	}
	d.totals, took, err = cells.Do(ctx, o.cells, drawKey{"draw", key, d.runs}, cost, func() ([]int, error) {
		return d.playRuns(ctx, o.workers)
	})
	return took, err
}

func (d *draw) playRuns(ctx context.Context, workers int) (totals []int, err error) {
	x, err := d.Parse()
	if err == nil && x.First == nil {
		err = fmt.Errorf("%s: random ties need a first guess", x)
	}
	if err != nil {
		return nil, err
	}
	seeds := make([]uint64, d.runs)
	for i := range seeds {
		seeds[i] = uint64(i + 1)
	}
	figures, err := ties.Play(ctx, x.Game, x.Strategy, *x.First, seeds, workers)
	for _, f := range figures {
		totals = append(totals, f.Total)
	}
	return totals, err
}

// published lists the printed totals of the criterion over all codes, with
// ties that prefer candidates if those of the draw do.
func (d *draw) published() []published.Figure {
	var out []published.Figure
	for _, p := range published.Figures() {
		c, err := p.Configuration.Key()
		if err != nil {
			continue // which its own test reports
		}
		ties, err := strategy.ParseTies(c.Ties)
		if err == nil && c.Game == d.Game && c.Criterion == d.Criterion && c.Pool == strategy.DefaultPool &&
			ties.PreferConsistent == (d.rule == amongCandidates) && p.Total > 0 {
			out = append(out, p)
		}
	}
	return out
}

// percentBelow, percentAt and percentAbove return how many of the runs, in
// percent, need fewer guesses than a total, exactly as many, and more.
func (d *draw) percentBelow(total int) float64 {
	return d.percent(func(t int) bool { return t < total })
}

func (d *draw) percentAt(total int) float64 {
	return d.percent(func(t int) bool { return t == total })
}

func (d *draw) percentAbove(total int) float64 {
	return d.percent(func(t int) bool { return t > total })
}

func (d *draw) percent(is func(total int) bool) float64 {
	n := 0
	for _, t := range d.totals {
		if is(t) {
			n++
		}
	}
	return 100 * float64(n) / float64(len(d.totals))
}

// extremes returns the least and the largest total, with the first seed of
// each.
func (d *draw) extremes() (low, high, lowSeed, highSeed int) {
	low, high = slices.Min(d.totals), slices.Max(d.totals)
	return low, high, slices.Index(d.totals, low) + 1, slices.Index(d.totals, high) + 1
}

func (d *draw) sorted() []int { return slices.Sorted(slices.Values(d.totals)) }

// quantile returns the total that so many percent of the runs do not exceed.
func (d *draw) quantile(percent int) int {
	return d.sorted()[(len(d.totals)-1)*percent/100]
}

func (d *draw) secrets() int {
	g, err := game.Parse(d.Game)
	if err != nil {
		return 0 // which the entry's validation reports
	}
	return game.CountSecrets(g)
}

// tieRuns is an entry of some draws, one game's. Besides it plays each
// strategy with ties that go to the first in order.
func tieRuns(name string, draws []draw) entry {
	var configurations []engine.Configuration
	for _, d := range draws {
		c := d.Configuration
		c.Ties = "first"
		if d.rule == amongCandidates {
			c.Ties = "consistent,first"
		}
		configurations = append(configurations, c)
	}
	return entry{
		name:           name,
		configurations: configurations,
		search: func(ctx context.Context, o options) ([]configurationTiming, error) {
			var times []configurationTiming
			for i := range draws {
				took, err := draws[i].play(ctx, o)
				if elsewhere(err) {
					continue
				}
				if err != nil {
					return nil, err
				}
				times = append(times, timingOf(fmt.Sprintf("%s, %s, ties %s1 to %d", draws[i].Game, draws[i].Criterion, draws[i].rule, draws[i].runs), took)...)
			}
			return times, nil
		},
		tell: func(results []engine.Result) report.Page { return tellTies(name, draws, results) },
	}
}

func tellTies(name string, draws []draw, results []engine.Result) report.Page {
	var page report.Page
	for i := range draws {
		page.Findings = append(page.Findings, drawFinding(&draws[i]))
	}
	page.Findings = append(page.Findings, preferenceFinding(draws))
	page.Sections = []report.Section{
		{
			Heading: "Totals of random ties",
			Text:    "At every node one of all equally good codes is made, each with the same chance, independently of all other nodes; with ties consistent,random one of the candidates among them, if there are any. Run k is what `codebreak measure --ties consistent,random=k` plays, or `random=k`, with the game, criterion and first guess of its row; seeds are the numbers from 1 to the number of runs. First in order is the total of ties that go to the first code in order instead, and beside it how many of the runs beat that.",
			Table:   drawsTable(draws, results),
		},
		{
			Heading: "Where published figures lie",
			Text:    "Published totals of the same criterion and rule over all codes, and the share of the runs that need fewer guesses, as many, and more. A figure outside of all runs is not for its ties to explain, or owes to a convention that is far from chance. Chance knows no order of codes, so from first guesses of one kind, such as 0123 and 1234, the runs are alike.",
			Table:   publishedDrawsTable(draws),
		},
	}
	for _, rule := range []string{amongCandidates, amongAll} {
		page.Sections = append(page.Sections, drawsSection(name, rule, draws))
	}
	return page
}

func drawsTable(draws []draw, results []engine.Result) *report.Table {
	t := &report.Table{
		Header: []string{"criterion", "ties", "from", "runs", "least", "seed", "5%", "median", "95%", "most", "seed", "mean of median", "first in order", "beaten by"},
		Right:  []int{3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
	}
	for i := range draws {
		d := &draws[i]
		low, high, lowSeed, highSeed := d.extremes()
		row := []string{string(d.Criterion), ruleName(d.rule), d.First}
		for _, n := range []int{d.runs, low, lowSeed, d.quantile(5), d.quantile(50), d.quantile(95), high, highSeed} {
			row = append(row, strconv.Itoa(n))
		}
		t.Rows = append(t.Rows, append(row,
			report.FormatMean(float64(d.quantile(50))/float64(d.secrets())), strconv.Itoa(results[i].Total), formatPercent(d.percentBelow(results[i].Total))))
	}
	return t
}

func publishedDrawsTable(draws []draw) *report.Table {
	t := &report.Table{
		Header: []string{"published", "total", "criterion", "ties", "fewer", "as many", "more", "runs from"},
		Right:  []int{1, 4, 5, 6},
	}
	for i := range draws {
		d := &draws[i]
		for _, p := range d.published() {
			t.Rows = append(t.Rows, []string{
				p.ID, strconv.Itoa(p.Total), string(d.Criterion), ruleName(d.rule),
				formatPercent(d.percentBelow(p.Total)), formatPercent(d.percentAt(p.Total)), formatPercent(d.percentAbove(p.Total)), d.First,
			})
		}
	}
	return t
}

func ruleName(rule string) string { return rule[:len(rule)-1] }

func formatPercent(p float64) string { return strconv.FormatFloat(p, 'f', 1, 64) + "%" }

// drawsSection draws which share of the runs of each criterion comes out at
// most at a total.
func drawsSection(name, rule string, draws []draw) report.Section {
	f := report.Figure{Columns: 2}
	for i := range draws {
		d := &draws[i]
		if d.rule != rule {
			continue
		}
		chart := report.Cumulative{
			Title:  fmt.Sprintf("%s, %s from %s, ties %s", d.Game, d.Criterion, d.First, strings.TrimSuffix(d.rule, "=")),
			XLabel: "guesses over all secrets", YLabel: "% of runs with at most so many",
			Name: "random ties", Values: d.totals,
		}
		seen := map[int]bool{}
		for _, p := range d.published() {
			if !seen[p.Total] && near(d, p.Total) {
				seen[p.Total] = true
				chart.Marks = append(chart.Marks, report.Mark{Name: "published " + strconv.Itoa(p.Total), Value: p.Total})
			}
		}
		f.Charts = append(f.Charts, chart)
	}
	f.File = name + "-all.png"
	heading := "Ties among all codes"
	if rule == amongCandidates {
		f.File, heading = name+"-candidates.png", "Ties among candidates"
	}
	f.Caption = fmt.Sprintf("Share of the runs that need no more than so many guesses over all secrets, with ties %s", ruleName(rule))
	return report.Section{Heading: heading, Figures: []report.Figure{f}}
}

// near reports whether a total lies in or beside the range of the runs, so
// that both can be seen in one picture.
func near(d *draw, total int) bool {
	low, high, _, _ := d.extremes()
	margin := max(4*(high-low), d.secrets()/40)
	return low-margin <= total && total <= high+margin
}

// drawFinding says what the ties alone move in a draw, and where the published
// figures lie.
func drawFinding(d *draw) string {
	low, high, lowSeed, highSeed := d.extremes()
	s := fmt.Sprintf("%s, %s, ties %s: %d runs total from %d (seed %d) to %d (seed %d), %.4f guesses per secret apart.",
		d.Game, d.Criterion, ruleName(d.rule), d.runs, low, lowSeed, high, highSeed, float64(high-low)/float64(d.secrets()))
	for _, p := range d.published() {
		switch {
		case p.Total < low:
			s += fmt.Sprintf(" %s prints %d, %d below all of them.", p.ID, p.Total, low-p.Total)
		case p.Total > high:
			s += fmt.Sprintf(" %s prints %d, %d above all of them.", p.ID, p.Total, p.Total-high)
		default:
			s += fmt.Sprintf(" %s of the runs beat the %d of %s, %s equal it.", formatPercent(d.percentBelow(p.Total)), p.Total, p.ID, formatPercent(d.percentAt(p.Total)))
		}
	}
	return s
}

// preferenceFinding compares the two ways to break ties.
func preferenceFinding(draws []draw) string {
	worth, spread := math.MaxInt, 0
	for i := range draws {
		d := &draws[i]
		low, high, _, _ := d.extremes()
		spread = max(spread, high-low)
		if d.rule == amongCandidates {
			other := slices.IndexFunc(draws, func(o draw) bool { return o.Criterion == d.Criterion && o.rule == amongAll })
			worth = min(worth, draws[other].quantile(50)-d.quantile(50))
		}
	}
	than := "more"
	if worth <= spread {
		than = "no more"
	}
	return fmt.Sprintf("Preferring candidates is worth at least %d guesses in the median, %s than the rest of the ties moves (%d at most).", worth, than, spread)
}
