package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// hardModeEntry compares guessing candidates only with free guesses. The optima of
// some games take minutes.
func hardModeEntry() notebook.Entry {
	configurations := classicOf([]strategy.Pool{strategy.All, strategy.Consistent},
		"mm2x5", "mm2x10", "mm3x5", "mm3x6", "mm3x8", "mm4x4", "mm4x5", "mm4x6", "mm4x7", "mm5x3", "mm5x4", "mm4x6-distinct",
		"bc3x6", "bc3x10", "bc4x6", "bc4x7", "bc4x8", "bc4x10", "bc5x5", "bc5x6", "bp2x6", "bp3x6", "bp4x4", "bp4x6", "twod5")
	quick := poolProofs("mm4x4", "mm4x5", "mm4x6", "mm5x3", "mm5x4", "mm2x10", "mm3x8", "mm4x6-distinct", "bc4x6", "bc5x5", "twod5")
	slow := poolProofs("bc4x8", "bc4x10")
	return notebook.Entry{
		Name:     "hard-mode",
		Question: "Hard mode: only guesses that can be the secret",
		About:    "What does it cost to guess only candidates, codes that agree with every answer so far? A guess that cannot be the secret may be more informative, but cannot win.",
		Tasks:    slices.Concat(ask.Plays(configurations), allTasks(quick, poolProof.tasks), notebook.Slow(allTasks(slow, poolProof.tasks))),
		Page: func(o notebook.Outcome) report.Page {
			proofs := notebook.Answered(o, slices.Concat(quick, slow), poolProof.tasks)
			optima := notebook.Map(proofs, func(p poolProof) poolPair {
				free, only := notebook.Get(o, p.free), notebook.Get(o, p.only)
				return poolPair{p.free.Game, leastTotalName, free.Figures, only.Figures, free.Proved && only.Proved}
			})
			results := ask.Results(o, configurations)
			page := hardModePage(poolPairs(results), optima)
			page.Results = results
			return page
		},
	}
}

// A poolProof asks for the least totals of a game, with free guesses and with
// candidates only.
type poolProof struct{ free, only ask.Solve }

func poolProofs(games ...string) []poolProof {
	return notebook.Map(games, func(name string) poolProof {
		return poolProof{leastTotal(name, strategy.All), leastTotal(name, strategy.Consistent)}
	})
}

func (p poolProof) tasks() []notebook.Task {
	return []notebook.Task{notebook.Ask(p.free), notebook.Ask(p.only)}
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

// poolPairs joins results that differ in the pool, which come in pairs.
func poolPairs(results []engine.Result) []poolPair {
	var pairs []poolPair
	for pair := range slices.Chunk(results, 2) {
		pairs = append(pairs, poolPair{game: pair[0].Game, by: string(pair[0].Criterion), free: pair[0].Figures, only: pair[1].Figures})
	}
	return pairs
}

func hardModePage(steps, optima []poolPair) report.Page {
	var proofs []poolPair
	page := report.Page{}
	for _, p := range optima {
		if p.proved {
			proofs = append(proofs, p)
		} else {
			page.Findings = append(page.Findings, fmt.Sprintf("%s is left out: its least totals were not proved in the time allowed.", p.game))
		}
	}
	page.Findings = append(page.Findings, stepFindings(steps)...)
	if len(proofs) > 0 {
		page.Findings = slices.Concat([]string{hardModeAnswer(steps, proofs)}, page.Findings, proofFindings(proofs))
	}
	page.Sections = []report.Section{
		{
			Heading: "What it costs",
			Text:    "How many more guesses a strategy takes over all secrets with candidates only than with free guesses; a negative number is a gain. Each strategy chooses its own first guess, and prefers candidates among equally good guesses. The least totals are over all strategies of each kind.",
			Figures: []chart.Figure{extraHeat(slices.Concat(steps, proofs))},
		},
		{
			Heading: "The least totals",
			Text:    "All strategies were searched, once with free guesses and once with candidates only; the trees found were replayed secret by secret. Strategies that guess candidates only are among all strategies, so here they cannot gain.",
			Table:   pairTable(proofs),
			Figures: pairFigures(proofs),
		},
		{
			Heading: "The one-step strategies",
			Table:   pairTable(steps),
		},
	}
	return page
}

// hardModeAnswer says what candidates only cost, in a sentence.
func hardModeAnswer(steps, proofs []poolPair) string {
	least, most := extremesBy(proofs, poolPair.percent)
	gain := len(keep(steps, func(p poolPair) bool { return p.extra() < 0 }))
	return fmt.Sprintf("Played optimally, guessing candidates only costs between %.1f%% (%s) and %.1f%% (%s) more guesses. Strategies that look one guess ahead even gain by it in %d of %d cases.",
		least[0].percent(), least[0].game, most[0].percent(), most[0].game, gain, len(steps))
}

// extraHeat has a row for each game, those that lose most first, and a column for each
// way of playing.
func extraHeat(pairs []poolPair) chart.Figure {
	of := groupBy(pairs, func(p poolPair) string { return p.game })
	mean := func(of []poolPair) (sum float64) {
		for _, p := range of {
			sum += p.percent() / float64(len(of))
		}
		return sum
	}
	slices.SortStableFunc(of, func(a, b []poolPair) int { return cmp.Compare(mean(b), mean(a)) })
	games := notebook.Map(of, func(of []poolPair) string { return of[0].game })
	ways := eachOnce(pairs, func(p poolPair) string { return p.by })
	const full = 10
	h := chart.HeatMap{YLabel: "game", Unit: "% more guesses", Missing: "not proved here", Largest: full}
	cost := keep(pairs, func(p poolPair) bool { return p.extra() > 0 })
	return chart.Figure{
		File:     "hard-mode-cost.png",
		Caption:  "How many percent more guesses candidates only cost, by game and by way of playing; orange where they cost, blue where they gain",
		Title:    fmt.Sprintf("Guessing candidates only costs guesses in %d of %d cases", len(cost), len(pairs)),
		Subtitle: "percent more guesses over all secrets than with free guesses",
		Charts: []chart.Chart{crossMap(h, games, ways, func(gameName, way string) (float64, string) {
			switch p, ok := findPair(pairs, gameName, way); {
			case !ok:
				return math.NaN(), ""
			case p.extra() == 0:
				return 0, "0"
			default:
				return p.percent(), fmt.Sprintf("%+.1f", p.percent())
			}
		})},
	}
}

func findPair(pairs []poolPair, gameName, by string) (poolPair, bool) {
	i := slices.IndexFunc(pairs, func(p poolPair) bool { return p.game == gameName && p.by == by })
	if i < 0 {
		return poolPair{}, false
	}
	return pairs[i], true
}

func pairTable(pairs []poolPair) *report.Table {
	return report.TableOf(pairs, "game | by | free total | mean | worst | candidates only | mean | worst | more | percent | free histogram | candidates only", func(p poolPair) []any {
		return []any{
			p.game, p.by, p.free.Total, report.Mean(p.free.Mean), p.free.Worst, p.only.Total, report.Mean(p.only.Mean), p.only.Worst,
			report.Signed(p.extra()), report.Percent(p.percent(), 2).Signed(), report.Histogram(p.free.Histogram),
			report.Histogram(p.only.Histogram),
		}
	})
}

// pairFigures puts the histograms of a game side by side.
func pairFigures(proofs []poolPair) []chart.Figure {
	var figures []chart.Figure
	for _, gameName := range []string{"mm4x6", "mm2x10", "mm3x8", "bc4x10"} {
		p, ok := findPair(proofs, gameName, leastTotalName)
		if !ok {
			continue
		}
		figures = append(figures, chart.Figure{
			File:     fmt.Sprintf("hard-mode-%s.png", gameName),
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
	count := func(is func(poolPair) bool) int { return len(keep(steps, is)) }
	gains := keep(steps, func(p poolPair) bool { return p.extra() < 0 })
	least, most := extremesBy(steps, poolPair.percent)
	where := func(p poolPair) string { return p.by + " on " + p.game }
	finding := fmt.Sprintf("Looking one guess ahead, candidates only cost more guesses in %d of %d cases, the same in %d, fewer in %d.",
		count(func(p poolPair) bool { return p.extra() > 0 }), len(steps), count(func(p poolPair) bool { return p.extra() == 0 }), len(gains))
	if len(gains) > 0 {
		finding += fmt.Sprintf(" They can gain because no criterion rewards the chance of hitting the secret; the gains are %s.", commas(gains, func(p poolPair) string {
			return fmt.Sprintf("%s on %s (%d)", p.by, p.game, p.extra())
		}))
	}
	return []string{
		finding,
		fmt.Sprintf("The worst case is longer in %d of these cases and shorter in %d.",
			count(func(p poolPair) bool { return p.only.Worst > p.free.Worst }), count(func(p poolPair) bool { return p.only.Worst < p.free.Worst })),
		fmt.Sprintf("Candidates only gain most with %s, %+.2f%%, and cost most with %s, %+.2f%%.", join(least, where), least[0].percent(), join(most, where), most[0].percent()),
	}
}

// proofFindings says more of what candidates only cost the best of all strategies.
func proofFindings(proofs []poolPair) (findings []string) {
	if a, ok := findPair(proofs, "mm4x6-distinct", leastTotalName); ok {
		if b, ok := findPair(proofs, "bc4x6", leastTotalName); ok && a.only.Total == b.only.Total {
			findings = append(findings, fmt.Sprintf("With candidates only, mm4x6-distinct is the same game as bc4x6 (total %d), since no candidate repeats a colour. Free guesses save %d guesses where they may repeat colours, and %d where they may not.",
				a.only.Total, a.extra(), b.extra()))
		}
	}
	early := keep(proofs, func(p poolPair) bool { return hitsWithin(p.only, 2) > hitsWithin(p.free, 2) })
	return append(findings, fmt.Sprintf("In %d of %d games the best tree of candidates only hits more secrets within two guesses than the best tree of all, and loses as much or more at the other end of the histogram.", len(early), len(proofs)))
}
