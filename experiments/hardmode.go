package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/report"
	"codebreak/report/chart"
)

// hardModeEntry compares guessing candidates only with free guesses, and
// proves the optima of both where that takes seconds.
func hardModeEntry() notebook.Entry {
	e := hardMode("hard-mode", notebook.Seconds,
		[]string{
			"mm2x5", "mm2x10", "mm3x5", "mm3x6", "mm3x8", "mm4x4", "mm4x5", "mm4x6", "mm4x7", "mm5x3", "mm5x4", "mm4x6-distinct",
			"bc3x6", "bc3x10", "bc4x6", "bc4x7", "bc4x8", "bc4x10", "bc5x5", "bc5x6", "bp2x6", "bp3x6", "bp4x4", "bp4x6", "twod5",
		},
		[]string{"mm4x4", "mm4x5", "mm4x6", "mm5x3", "mm5x4", "mm2x10", "mm4x6-distinct", "bc4x6", "bc5x5", "twod5"})
	e.Title = "Hard mode: only guesses that can be the secret"
	e.Question = "What does it cost to guess only candidates, codes that agree with every answer so far? A guess that cannot be the secret may be more informative, but cannot win."
	e.Full = "hard-mode-large"
	return e
}

// largeHardModeEntry proves what takes longer.
func largeHardModeEntry() notebook.Entry {
	games := []string{"bc4x8", "mm3x8", "bc4x10"}
	e := hardMode("hard-mode-large", notebook.Minutes, games, games)
	e.Title = "Hard mode in larger games"
	e.Question = "As in `hard-mode`, for games whose optima take seconds to minutes each: what does it cost to guess only candidates?"
	e.When = notebook.Slow
	return e
}

// hardMode declares an entry in which the one-step strategies play some games,
// and the least totals of some are proved, with free guesses and with
// candidates only.
func hardMode(name string, effort notebook.Effort, played, proved []string) notebook.Entry {
	pools := []strategy.Pool{strategy.All, strategy.Consistent}
	configurations := configs.Grid{
		Games:      played,
		Strategies: configs.StrategyGrid{Criteria: strategy.Classic(), Pools: pools}.Strategies(),
	}.Configurations()
	tasks := notebook.Plays(configurations)
	for _, gameName := range proved {
		for _, pool := range pools {
			tasks = append(tasks, notebook.Ask(leastTotal(gameName, pool, effort)))
		}
	}
	return notebook.Entry{
		Name:  name,
		Tasks: tasks,
		Page: func(o notebook.Outcome) report.Page {
			var optima []poolPair
			for _, gameName := range proved {
				free := notebook.Get(o, leastTotal(gameName, strategy.All, effort))
				only := notebook.Get(o, leastTotal(gameName, strategy.Consistent, effort))
				optima = append(optima, poolPair{gameName, leastTotalName, free.Figures, only.Figures, free.Proved && only.Proved})
			}
			results := notebook.Results(o, configurations)
			page := hardModePage(name, poolPairs(results), optima)
			page.Results = results
			return page
		},
	}
}

// leastTotalName stands for the best of all strategies among the ways of
// playing.
const leastTotalName = "least total"

// A poolPair is what a strategy, or an optimum, costs with free guesses and
// with candidates only.
type poolPair struct {
	game, by   string
	free, only tree.Figures
	proved     bool // the totals are least; false for a strategy
}

// extra is how many guesses more candidates only cost.
func (p poolPair) extra() int { return p.only.Total - p.free.Total }

func (p poolPair) percent() float64 { return 100 * float64(p.extra()) / float64(p.free.Total) }

func byPercent(a, b poolPair) int { return cmp.Compare(a.percent(), b.percent()) }

// poolPairs joins results that differ in the pool, which come in pairs.
func poolPairs(results []engine.Result) []poolPair {
	var pairs []poolPair
	for pair := range slices.Chunk(results, 2) {
		pairs = append(pairs, poolPair{game: pair[0].Game, by: string(pair[0].Criterion), free: pair[0].Figures, only: pair[1].Figures})
	}
	return pairs
}

func hardModePage(name string, steps, optima []poolPair) report.Page {
	var proofs []poolPair
	page := report.Page{}
	for _, p := range optima {
		if p.proved {
			proofs = append(proofs, p)
		} else {
			page.Findings = append(page.Findings, fmt.Sprintf("%s is left out: its least totals were not proved in the time allowed.", p.game))
		}
	}
	page.Findings = append(hardModeAnswer(steps, proofs), append(page.Findings, stepFindings(steps)...)...)
	page.Findings = append(page.Findings, proofFindings(proofs)...)
	page.Sections = []report.Section{
		{
			Heading: "What it costs",
			Text:    "How many more guesses a strategy takes over all secrets with candidates only than with free guesses; a negative number is a gain. Each strategy chooses its own first guess, and prefers candidates among equally good guesses. The least totals are over all strategies of each kind.",
			Table:   extraTable(slices.Concat(steps, proofs)),
			Figures: []chart.Figure{extraHeat(name, slices.Concat(steps, proofs))},
		},
		{
			Heading: "The least totals",
			Text:    "All strategies were searched, once with free guesses and once with candidates only; the trees found were replayed secret by secret. Strategies that guess candidates only are among all strategies, so here they cannot gain.",
			Table:   pairTable(proofs),
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

// hardModeAnswer says what candidates only cost, in a sentence.
func hardModeAnswer(steps, proofs []poolPair) []string {
	if len(proofs) == 0 {
		return nil
	}
	sorted := slices.SortedStableFunc(slices.Values(proofs), byPercent)
	least, most := sorted[0], sorted[len(sorted)-1]
	gain := 0
	for _, p := range steps {
		if p.extra() < 0 {
			gain++
		}
	}
	return []string{fmt.Sprintf("Played optimally, guessing candidates only costs between %.1f%% (%s) and %.1f%% (%s) more guesses. Strategies that look one guess ahead even gain by it in %d of %d cases.",
		least.percent(), least.game, most.percent(), most.game, gain, len(steps))}
}

// extraTable has a row for each game and a column for each way of playing.
func extraTable(pairs []poolPair) *report.Table {
	games, ways := pairAxes(pairs)
	columns := []report.Column[string]{{Title: "game", Value: func(gameName string) any { return gameName }}}
	for _, way := range ways {
		columns = append(columns, report.Column[string]{Title: way, Value: func(gameName string) any {
			p, ok := findPair(pairs, gameName, way)
			if !ok {
				return nil
			}
			return report.Format(p.extra(), "%+d (%+.2f%%)", p.extra(), p.percent())
		}})
	}
	return report.NewTable(games, columns)
}

// extraHeat is the same as a picture, the games that lose most first.
func extraHeat(name string, pairs []poolPair) chart.Figure {
	games, ways := pairAxes(pairs)
	mean := func(gameName string) float64 {
		sum, n := 0.0, 0
		for _, p := range pairs {
			if p.game == gameName {
				sum, n = sum+p.percent(), n+1
			}
		}
		return sum / float64(n)
	}
	slices.SortStableFunc(games, func(a, b string) int { return cmp.Compare(mean(b), mean(a)) })
	// The same colours stand for the same numbers in both entries.
	const full = 10
	h := chart.HeatMap{YLabel: "game", Columns: ways, Rows: games, Unit: "% more guesses", Missing: "not proved here", Largest: full}
	cost, cells := 0, 0
	for _, g := range games {
		values, labels := make([]float64, len(ways)), make([]string, len(ways))
		for i, way := range ways {
			values[i] = math.NaN()
			if p, ok := findPair(pairs, g, way); ok {
				values[i], labels[i] = p.percent(), fmt.Sprintf("%+.1f", p.percent())
				if p.extra() == 0 {
					labels[i] = "0"
				}
				cells++
				if p.extra() > 0 {
					cost++
				}
			}
		}
		h.Values, h.Labels = append(h.Values, values), append(h.Labels, labels)
	}
	return chart.Figure{
		File:     name + "-cost.png",
		Caption:  "How many percent more guesses candidates only cost, by game and by way of playing; orange where they cost, blue where they gain",
		Title:    fmt.Sprintf("Guessing candidates only costs guesses in %d of %d cases", cost, cells),
		Subtitle: "percent more guesses over all secrets than with free guesses",
		Charts:   []chart.Chart{h},
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
	return report.NewTable(pairs, []report.Column[poolPair]{
		{Title: "game", Value: func(p poolPair) any { return p.game }},
		{Title: "by", Value: func(p poolPair) any { return p.by }},
		{Title: "free total", Short: "free", Value: func(p poolPair) any { return p.free.Total }},
		{Title: "mean", Value: func(p poolPair) any { return report.Mean(p.free.Mean) }},
		{Title: "worst", Value: func(p poolPair) any { return p.free.Worst }},
		{Title: "candidates only", Short: "cand. only", Value: func(p poolPair) any { return p.only.Total }},
		{Title: "mean", Value: func(p poolPair) any { return report.Mean(p.only.Mean) }},
		{Title: "worst", Value: func(p poolPair) any { return p.only.Worst }},
		{Title: "more", Value: func(p poolPair) any { return report.Signed(p.extra()) }},
		{Title: "percent", Value: func(p poolPair) any { return report.Percent(p.percent(), 2).Signed() }},
		{Title: "free histogram", PageOnly: true, Value: func(p poolPair) any { return report.Histogram(p.free.Histogram) }},
		{Title: "candidates only", PageOnly: true, Value: func(p poolPair) any { return report.Histogram(p.only.Histogram) }},
	})
}

// pairFigures puts the histograms of a game side by side.
func pairFigures(name string, proofs []poolPair) []chart.Figure {
	var figures []chart.Figure
	for _, gameName := range []string{"mm4x6", "mm2x10", "mm3x8", "bc4x10"} {
		p, ok := findPair(proofs, gameName, leastTotalName)
		if !ok {
			continue
		}
		figures = append(figures, chart.Figure{
			File:     fmt.Sprintf("%s-%s.png", name, gameName),
			Caption:  fmt.Sprintf("Histograms of the least totals of %s: free guesses, and candidates only", gameName),
			Title:    fmt.Sprintf("Played optimally, candidates only cost %s guesses (%.2f%%)", thousands(p.extra()), p.percent()),
			Subtitle: report.GameInWords(gameName) + ", least totals; number of secrets",
			Charts: []chart.Chart{chart.Histogram{
				Counts: true, Differences: true, Series: distributions([]string{"candidates only", "free guesses"}, p.only, p.free),
			}},
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
	}
	least := atPercent(steps, slices.MinFunc(steps, byPercent).percent())
	most := atPercent(steps, slices.MaxFunc(steps, byPercent).percent())
	where := func(p poolPair) string { return p.by + " on " + p.game }
	finding := fmt.Sprintf("Looking one guess ahead, candidates only cost more guesses in %d of %d cases, the same in %d, fewer in %d.", more, len(steps), same, len(gains))
	if len(gains) > 0 {
		finding += fmt.Sprintf(" They can gain because no criterion rewards the chance of hitting the secret; the gains are %s.", strings.Join(gains, ", "))
	}
	return []string{
		finding,
		fmt.Sprintf("The worst case is longer in %d of these cases and shorter in %d.", longer, shorter),
		fmt.Sprintf("Candidates only do best with %s, %+.2f%%, and cost most with %s, %+.2f%%.", join(least, where), least[0].percent(), join(most, where), most[0].percent()),
	}
}

// atPercent returns the pairs in which candidates only cost so many percent.
func atPercent(pairs []poolPair, percent float64) []poolPair {
	return slices.DeleteFunc(slices.Clone(pairs), func(p poolPair) bool { return p.percent() != percent })
}

// proofFindings says what candidates only cost the best of all strategies.
func proofFindings(proofs []poolPair) []string {
	if len(proofs) == 0 {
		return nil
	}
	sorted := slices.SortedStableFunc(slices.Values(proofs), byPercent)
	var parts []string
	for _, p := range sorted {
		parts = append(parts, fmt.Sprintf("%s %+d (%.2f%%)", p.game, p.extra(), p.percent()))
	}
	findings := []string{"Played optimally, candidates only cost, from least to most: " + strings.Join(parts, ", ") + "."}
	if a, ok := findPair(proofs, "mm4x6-distinct", leastTotalName); ok {
		if b, ok := findPair(proofs, "bc4x6", leastTotalName); ok && a.only.Total == b.only.Total {
			findings = append(findings, fmt.Sprintf("With candidates only, mm4x6-distinct is the same game as bc4x6 (total %d), since no candidate repeats a colour. Free guesses save %d guesses where they may repeat colours, and %d where they may not.",
				a.only.Total, a.extra(), b.extra()))
		}
	}
	return append(findings, earlyHits(proofs)...)
}

// earlyHits says where the two kinds of strategies make up for each other.
func earlyHits(proofs []poolPair) []string {
	early := 0
	for _, p := range proofs {
		if hitsWithin(p.only, 2) > hitsWithin(p.free, 2) {
			early++
		}
	}
	return []string{fmt.Sprintf("In %d of %d games the best tree of candidates only hits more secrets within two guesses than the best tree of all, and loses as much or more at the other end of the histogram.", early, len(proofs))}
}
