package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/report"
)

// hardModeEntry compares guessing candidates only with free guesses, and
// proves the optima of both where that takes seconds.
func hardModeEntry() entry {
	e := hardMode("hard-mode", published.Seconds, "mm4x4", "mm4x5", "mm4x6", "mm5x3", "mm5x4", "mm2x10", "mm4x6-distinct", "bc4x6", "bc5x5", "twod5")
	e.title = "Hard mode: only guesses that can be right"
	e.question = "What does it cost to guess nothing but candidates, codes that agree with every answer so far? A guess that cannot be right may tell more, but it never hits."
	e.full = largeHardModeEntry
	return e
}

// largeHardModeEntry proves what takes longer.
func largeHardModeEntry() entry {
	e := hardMode("hard-mode-large", published.Minutes, "bc4x8", "mm3x8", "bc4x10")
	e.title = "Hard mode in larger games"
	e.question = "The same as hard-mode for games whose optima take seconds to minutes each."
	e.slow = true
	return e
}

// hardModeGames are the games that the one-step strategies play.
var hardModeGames = []string{
	"mm2x5", "mm2x10", "mm3x5", "mm3x6", "mm3x8", "mm4x4", "mm4x5", "mm4x6", "mm4x7", "mm5x3", "mm5x4", "mm4x6-distinct",
	"bc3x6", "bc3x10", "bc4x6", "bc4x7", "bc4x8", "bc4x10", "bc5x5", "bc5x6", "bp2x6", "bp3x6", "bp4x4", "bp4x6", "twod5",
}

// A poolPair is what a strategy, or an optimum, costs with free guesses and
// with candidates only.
type poolPair struct {
	game, by   string
	free, only engine.Result
	proved     bool // the totals are least; false for a strategy
}

// extra is how many guesses more candidates only cost.
func (p poolPair) extra() int { return p.only.Total - p.free.Total }

func (p poolPair) percent() float64 { return 100 * float64(p.extra()) / float64(p.free.Total) }

func hardMode(name string, effort published.Effort, solved ...string) entry {
	played := hardModeGames
	if effort != published.Seconds {
		played = solved
	}
	var optima []poolPair
	return entry{
		name: name,
		configurations: configs.Grid{
			Games:      played,
			Strategies: configs.StrategyGrid{Criteria: strategy.Classic(), Pools: []string{"all", "consistent"}}.Strategies(),
		}.Configurations(),
		search: func(ctx context.Context, o options) ([]configurationTiming, error) {
			var times []configurationTiming
			optima = nil
			for _, gameName := range solved {
				pair := poolPair{game: gameName, by: "least total", proved: true}
				for _, side := range []struct {
					pool optimal.Pool
					out  *engine.Result
				}{{optimal.All, &pair.free}, {optimal.Consistent, &pair.only}} {
					found, err := solveFigure(ctx, published.Optimum{Game: gameName, Objective: optimal.Total, Pool: side.pool, Effort: effort}, o)
					if elsewhere(err) {
						continue
					}
					if err != nil {
						return nil, err
					}
					if !found.answer.Proved {
						pair.proved = false
					}
					side.out.Game, side.out.Figures = gameName, found.figures
					times = append(times, timingOf(gameName+", "+found.describe(), found.took)...)
				}
				optima = append(optima, pair)
			}
			return times, nil
		},
		tell: func(results []engine.Result) report.Page { return tellHardMode(name, poolPairs(results), optima) },
	}
}

// poolPairs joins results that differ in the pool, which come in pairs.
func poolPairs(results []engine.Result) []poolPair {
	var pairs []poolPair
	for pair := range slices.Chunk(results, 2) {
		pairs = append(pairs, poolPair{game: pair[0].Game, by: string(pair[0].Criterion), free: pair[0], only: pair[1]})
	}
	return pairs
}

func tellHardMode(name string, steps, optima []poolPair) report.Page {
	var proofs []poolPair
	page := report.Page{}
	for _, p := range optima {
		if p.proved {
			proofs = append(proofs, p)
		} else {
			page.Findings = append(page.Findings, fmt.Sprintf("%s: the least totals are not proved in the time allowed; it is left out.", p.game))
		}
	}
	page.Findings = append(page.Findings, stepFindings(steps)...)
	page.Findings = append(page.Findings, proofFindings(proofs)...)
	page.Sections = []report.Section{
		{
			Heading: "What it costs",
			Text:    "How many guesses more candidates only cost than free guesses, over all secrets; below 0 they gain. Each strategy chooses its own first guess and takes candidates before others where they are equally good. The least totals are over all strategies of the kind.",
			Table:   extraTable(slices.Concat(steps, proofs)),
			Figures: []report.Figure{extraHeat(name, slices.Concat(steps, proofs))},
		},
		{
			Heading: "The least totals",
			Text:    "All strategies were searched, those with free guesses and those with candidates only; the trees found were replayed secret by secret. A strategy that guesses candidates only is one of all strategies, so here it cannot gain.",
			Table:   pairTable(proofs), Compact: compactPairTable(proofs),
			Figures: pairFigures(name, proofs),
		},
		{
			Heading:  "The one-step strategies",
			Table:    pairTable(steps),
			PageOnly: true,
		},
	}
	return page
}

// extraTable has a row for each game and a column for each way of playing.
func extraTable(pairs []poolPair) *report.Table {
	games, ways := pairAxes(pairs)
	t := &report.Table{Header: append([]string{"game"}, ways...)}
	for i := range ways {
		t.Right = append(t.Right, i+1)
	}
	for _, g := range games {
		row := []string{g}
		for _, way := range ways {
			cell := "-"
			if p, ok := findPair(pairs, g, way); ok {
				cell = fmt.Sprintf("%+d (%+.2f%%)", p.extra(), p.percent())
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// extraHeat is the same as a picture.
func extraHeat(name string, pairs []poolPair) report.Figure {
	games, ways := pairAxes(pairs)
	slices.Reverse(games) // the first row is the lowest
	h := report.HeatMap{Title: "Candidates only: percent more guesses", Columns: ways, Rows: games}
	for _, g := range games {
		values, labels := make([]float64, len(ways)), make([]string, len(ways))
		for i, way := range ways {
			if p, ok := findPair(pairs, g, way); ok {
				values[i], labels[i] = p.percent(), fmt.Sprintf("%+.1f", p.percent())
			}
		}
		h.Values, h.Labels = append(h.Values, values), append(h.Labels, labels)
	}
	return report.Figure{
		File:    name + "-cost.png",
		Caption: "How many percent more guesses candidates only cost, by game and by way of playing; orange where they cost, blue where they gain",
		Charts:  []report.Chart{h},
	}
}

// pairAxes returns the games and the ways of playing, in their order.
func pairAxes(pairs []poolPair) (games, ways []string) {
	for _, p := range pairs {
		if !slices.Contains(games, p.game) {
			games = append(games, p.game)
		}
		if !slices.Contains(ways, p.by) {
			ways = append(ways, p.by)
		}
	}
	return games, ways
}

func findPair(pairs []poolPair, gameName, by string) (poolPair, bool) {
	i := slices.IndexFunc(pairs, func(p poolPair) bool { return p.game == gameName && p.by == by })
	if i < 0 {
		return poolPair{}, false
	}
	return pairs[i], true
}

func pairTable(pairs []poolPair) *report.Table {
	t := &report.Table{
		Header: []string{"game", "by", "free total", "mean", "worst", "candidates only", "mean", "worst", "more", "percent", "free histogram", "candidates only"},
		Right:  []int{2, 3, 4, 5, 6, 7, 8, 9},
	}
	for _, p := range pairs {
		t.Rows = append(t.Rows, append(pairCells(p), report.FormatHistogram(p.free.Histogram), report.FormatHistogram(p.only.Histogram)))
	}
	return t
}

func compactPairTable(pairs []poolPair) *report.Table {
	t := &report.Table{
		Header: []string{"game", "by", "free", "mean", "worst", "cand. only", "mean", "worst", "more", "percent"},
		Right:  []int{2, 3, 4, 5, 6, 7, 8, 9},
	}
	for _, p := range pairs {
		t.Rows = append(t.Rows, pairCells(p))
	}
	return t
}

func pairCells(p poolPair) []string {
	return []string{
		p.game, p.by,
		strconv.Itoa(p.free.Total), report.FormatMean(p.free.Mean), strconv.Itoa(p.free.Worst),
		strconv.Itoa(p.only.Total), report.FormatMean(p.only.Mean), strconv.Itoa(p.only.Worst),
		fmt.Sprintf("%+d", p.extra()), fmt.Sprintf("%+.2f%%", p.percent()),
	}
}

// pairFigures puts the histograms of a game side by side, with the same axes.
func pairFigures(name string, proofs []poolPair) []report.Figure {
	var figures []report.Figure
	for _, gameName := range []string{"mm4x6", "mm2x10", "mm3x8", "bc4x10"} {
		p, ok := findPair(proofs, gameName, "least total")
		if !ok {
			continue
		}
		figures = append(figures, report.Figure{
			File:    fmt.Sprintf("%s-%s.png", name, gameName),
			Caption: fmt.Sprintf("Histograms of the least totals of %s: free guesses, and candidates only", gameName),
			Columns: 2,
			Histograms: []report.Histogram{
				{Title: gameName + ", free", Counts: p.free.Histogram, Mean: p.free.Mean},
				{Title: gameName + ", candidates only", Counts: p.only.Histogram, Mean: p.only.Mean},
			},
		})
	}
	return figures
}

// stepFindings says how often candidates only cost, and where they cost most
// and least, strategies that look one guess ahead.
func stepFindings(steps []poolPair) []string {
	more, same := 0, 0
	var gains []string
	shorter, longer := 0, 0
	least, most := steps[0], steps[0]
	for _, p := range steps {
		switch {
		case p.extra() > 0:
			more++
		case p.extra() == 0:
			same++
		default:
			gains = append(gains, fmt.Sprintf("%s on %s (%d)", p.by, p.game, p.extra()))
		}
		switch {
		case p.only.Worst < p.free.Worst:
			shorter++
		case p.only.Worst > p.free.Worst:
			longer++
		}
		if p.percent() < least.percent() {
			least = p
		}
		if p.percent() > most.percent() {
			most = p
		}
	}
	finding := fmt.Sprintf("Looking one guess ahead, candidates only cost more guesses in %d of %d cases, the same in %d, fewer in %d.", more, len(steps), same, len(gains))
	if len(gains) > 0 {
		finding += fmt.Sprintf(" They gain %s: a guess that may be right is a chance that none of the criteria counts.", strings.Join(gains, ", "))
	}
	return []string{
		finding,
		fmt.Sprintf("The worst case is longer in %d of these cases and shorter in %d.", longer, shorter),
		fmt.Sprintf("They do best with %s on %s, %+.2f%%, and cost most with %s on %s, %+.2f%%.", least.by, least.game, least.percent(), most.by, most.game, most.percent()),
	}
}

// proofFindings says what candidates only cost the best of all strategies.
func proofFindings(proofs []poolPair) []string {
	if len(proofs) == 0 {
		return nil
	}
	sorted := slices.SortedStableFunc(slices.Values(proofs), func(a, b poolPair) int {
		switch x, y := a.percent(), b.percent(); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	var parts []string
	for _, p := range sorted {
		parts = append(parts, fmt.Sprintf("%s %+d (%.2f%%)", p.game, p.extra(), p.percent()))
	}
	findings := []string{"Played perfectly, candidates only cost, from least to most: " + strings.Join(parts, ", ") + "."}
	if a, ok := findPair(proofs, "mm4x6-distinct", "least total"); ok {
		if b, ok := findPair(proofs, "bc4x6", "least total"); ok && a.only.Total == b.only.Total {
			findings = append(findings, fmt.Sprintf("With candidates only mm4x6-distinct is bc4x6, both %d: where no secret repeats a colour no guess does. Free guesses with repeats are worth %d guesses, those without %d.",
				a.only.Total, a.extra(), b.extra()))
		}
	}
	return append(findings, earlyHits(proofs)...)
}

// earlyHits says where the two kinds of strategies make up for each other.
func earlyHits(proofs []poolPair) []string {
	early := 0
	for _, p := range proofs {
		if hitsBy(p.only, 2) > hitsBy(p.free, 2) {
			early++
		}
	}
	return []string{fmt.Sprintf("In %d of %d games the best tree found of candidates only hits more secrets within two guesses than the best found of all; what it gains there it loses again at the other end of the histogram.", early, len(proofs))}
}

// hitsBy counts the secrets hit within so many guesses.
func hitsBy(r engine.Result, guesses int) int {
	n := 0
	for _, count := range r.Histogram[:min(guesses+1, len(r.Histogram))] {
		n += count
	}
	return n
}
