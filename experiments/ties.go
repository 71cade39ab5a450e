package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// tiesEntry breaks ties at random, over and over. In bc4x10 that takes minutes.
func tiesEntry() notebook.Entry { return tieEntry(smallTies(), largeTies()) }

func smallTies() []tieQuestion {
	return randomTies("mm4x6", 1000, 1000, map[strategy.Criterion]string{
		strategy.Minimax: "1122", strategy.ExpectedSize: "1123", strategy.Entropy: "1234", strategy.MostParts: "1123",
	})
}

func largeTies() []tieQuestion {
	return randomTies("bc4x10", 1000, 200, map[strategy.Criterion]string{
		strategy.Minimax: "0123", strategy.ExpectedSize: "0123", strategy.Entropy: "0123", strategy.MostParts: "0123",
	})
}

func tieEntry(quick, slow []tieQuestion) notebook.Entry {
	return notebook.Entry{
		Name:     "ties",
		Question: "Ties broken by chance",
		About:    "Published averages depend on which of equally good guesses is made, a choice that authors rarely mention. How much does random tie-breaking change an average, and where in that range do the published figures lie?",
		Tasks:    slices.Concat(allTasks(quick, tieQuestion.tasks), notebook.Slow(allTasks(slow, tieQuestion.tasks))),
		Page: func(o notebook.Outcome) report.Page {
			answered := notebook.Answered(o, slices.Concat(quick, slow), tieQuestion.tasks)
			return tiesPage(notebook.Map(answered, func(q tieQuestion) tieRow {
				return tieRow{q, notebook.Get(o, q.task()).Totals, notebook.Get(o, ask.NewPlay(q.firstInOrder())).Result}
			}))
		},
	}
}

// tasks asks the question and, besides, plays the strategy with ties that go to the
// first in order.
func (q tieQuestion) tasks() []notebook.Task {
	return []notebook.Task{notebook.Ask(q.task()), notebook.Ask(ask.NewPlay(q.firstInOrder()))}
}

// The two ways to break ties by chance, but for the seed.
const (
	amongCandidates = "consistent,random=" // the common convention, otherwise at random
	amongAll        = "random="
)

// A tieQuestion is many runs of a strategy that differ only in how ties are
// broken, with the seeds 1, 2, 3 and so on.
type tieQuestion struct {
	engine.Configuration        // whose ties are of seed 1
	rule                 string // amongCandidates or amongAll
	runs                 int
}

func (q tieQuestion) task() ask.TieRuns { return ask.NewTieRuns(q.Configuration, q.runs) }

// firstInOrder is the same strategy with ties that go to the first in order.
func (q tieQuestion) firstInOrder() engine.Configuration {
	c := q.Configuration
	c.Ties = strings.Replace(q.rule, "random=", "first", 1)
	return c
}

// randomTies lists the questions about a game: each criterion from the first
// guess that its author or the literature begins with, with so many runs for
// each way to break ties. Ties among all codes take several times as long.
func randomTies(gameName string, candidatesRuns, allRuns int, firsts map[strategy.Criterion]string) []tieQuestion {
	var out []tieQuestion
	for _, rule := range []string{amongCandidates, amongAll} {
		for _, c := range strategy.Classic() {
			runs := candidatesRuns
			if rule == amongAll {
				runs = allRuns
			}
			c := engine.Configuration{Game: gameName, Strategy: strategy.Strategy{Criterion: c, Ties: rule + "1"}, First: firsts[c]}
			out = append(out, tieQuestion{c, rule, runs})
		}
	}
	return out
}

// A tieRow is a question with its answer.
type tieRow struct {
	tieQuestion
	totals       []int         // of seeds 1, 2, …
	firstInOrder engine.Result // of ties that go to the first in order instead
}

// published lists the printed totals of the criterion over all codes, with
// ties of the links that those of the runs have.
func (r tieRow) published() []published.Figure {
	own, _ := strategy.ParseTies(r.Ties) // which were played
	return keep(averages(), func(p published.Figure) bool {
		k := ask.NewPlay(p.Subject.Configuration).Key
		ties, err := strategy.ParseTies(k.Ties)
		return err == nil && k.Game == r.Game && k.Criterion == r.Criterion && k.Pool == strategy.DefaultPool &&
			slices.Equal(ties.Links, own.Links) && p.Total > 0
	})
}

// percentBelow is how many of the runs, in percent, need fewer guesses than a total, and
// percentAt how many exactly as many.
func (r tieRow) percentBelow(total int) float64 {
	return r.percent(func(t int) bool { return t < total })
}

func (r tieRow) percentAt(total int) float64 {
	return r.percent(func(t int) bool { return t == total })
}

func (r tieRow) percent(is func(total int) bool) float64 {
	return 100 * float64(len(keep(r.totals, is))) / float64(len(r.totals))
}

func (r tieRow) spread() int   { return r.high() - r.low() }
func (r tieRow) low() int      { return slices.Min(r.totals) }
func (r tieRow) high() int     { return slices.Max(r.totals) }
func (r tieRow) lowSeed() int  { return slices.Index(r.totals, r.low()) + 1 }
func (r tieRow) highSeed() int { return slices.Index(r.totals, r.high()) + 1 }

// quantile returns the total that so many percent of the runs do not exceed.
func (r tieRow) quantile(percent int) int {
	sorted := slices.Sorted(slices.Values(r.totals))
	return sorted[(len(sorted)-1)*percent/100]
}

func (r tieRow) secrets() int { return r.firstInOrder.Secrets }

// ruleName is the rule without the seed.
func (r tieRow) ruleName() string { return strings.TrimSuffix(r.rule, "=") }

func tiesPage(rows []tieRow) report.Page {
	page := report.Page{Sections: []report.Section{
		{
			Heading: "Totals of random ties",
			Text:    "At each node the guess is drawn uniformly from all best codes; with ties consistent,random, from those best codes that can still be the secret, if any. `codebreak measure --ties consistent,random=k` (or `random=k`), with the game, criterion and first guess of a row, plays its run k; seeds go from 1 to the number of runs. First in order: the total if ties go to the first code in order instead. Beaten by: the share of the runs that take fewer guesses than that.",
			Table:   tieTable(rows),
		},
		{
			Heading: "Where published figures lie",
			Text:    "Published totals of the same criterion and rule over all codes, and the share of the runs that need fewer guesses, as many, and more. A figure outside the range of all runs cannot be explained by random tie-breaking alone. Random tie-breaking ignores the order of codes, so equivalent first guesses, such as 0123 and 1234, give the same distribution.",
			Table:   publishedTieTable(rows),
		},
	}}
	page.Results = notebook.Map(rows, func(r tieRow) engine.Result { return r.firstInOrder })
	page.Findings = []string{chanceBeats(rows)}
	for _, of := range groupBy(rows, func(r tieRow) string { return r.Game }) {
		page.Findings = append(page.Findings, preferenceFinding(of))
		page.Sections = append(page.Sections, notebook.Map(groupBy(of, tieRow.ruleName), tieSection)...)
	}
	return page
}

func tieTable(rows []tieRow) *report.Table {
	return report.TableOf(rows, "game | criterion | ties | from | runs | least | seed | 5% | median | 95% | most | seed | mean of median | first in order | beaten by", func(r tieRow) []any {
		return []any{
			r.Game, r.Criterion, r.ruleName(), r.First, r.runs, r.low(), r.lowSeed(), r.quantile(5), r.quantile(50), r.quantile(95), r.high(),
			r.highSeed(), report.Mean(float64(r.quantile(50)) / float64(r.secrets())), r.firstInOrder.Total,
			report.Percent(r.percentBelow(r.firstInOrder.Total), 1),
		}
	})
}

// A publishedTie is a published figure beside the runs of its rule.
type publishedTie struct {
	published.Figure
	runs tieRow
}

func publishedTieTable(rows []tieRow) *report.Table {
	figures := slices.Concat(notebook.Map(rows, func(r tieRow) []publishedTie {
		return notebook.Map(r.published(), func(p published.Figure) publishedTie { return publishedTie{p, r} })
	})...)
	return report.TableOf(figures, "published | game | total | criterion | ties | fewer | as many | more | runs from", func(f publishedTie) []any {
		above := f.runs.percent(func(total int) bool { return total > f.Total })
		return []any{
			f.ID, f.runs.Game, f.Total, f.runs.Criterion, f.runs.ruleName(), report.Percent(f.runs.percentBelow(f.Total), 1),
			report.Percent(f.runs.percentAt(f.Total), 1), report.Percent(above, 1), f.runs.First,
		}
	})
}

// tieSection draws which share of the runs of each criterion takes at most a total,
// in one game by one rule.
func tieSection(rows []tieRow) report.Section {
	among, gameName := "all", rows[0].Game
	heading := "Ties among all codes in " + gameName
	if rows[0].rule == amongCandidates {
		among, heading = "candidates", "Ties among candidates in "+gameName
	}
	f := chart.Figure{
		File: fmt.Sprintf("ties-%s-%s.png", gameName, among), Columns: 2,
		Caption:  fmt.Sprintf("Share of the runs that need no more than so many guesses over all secrets of %s, with ties %s", gameName, rows[0].ruleName()),
		Subtitle: fmt.Sprintf("%s, ties %s, %s runs of each criterion", report.GameInWords(gameName), rows[0].ruleName(), thousands(rows[0].runs)),
	}
	inside, shown := 0, 0
	var marked []published.Figure
	for _, r := range rows {
		c := chart.ECDF{
			Title:  fmt.Sprintf("%s from %s", r.Criterion, r.First),
			XLabel: "guesses over all secrets", YLabel: "% of the runs with at most so many",
			Values: r.totals, Colour: chart.ColourOf(string(r.Criterion), 0),
		}
		for _, group := range groupBy(r.published(), func(p published.Figure) string { return strconv.Itoa(p.Total) }) {
			p := group[0]
			if !r.near(p.Total) {
				continue
			}
			shown++
			if r.low() <= p.Total && p.Total <= r.high() {
				inside++
			}
			if f.Title == "" {
				f.Title = fmt.Sprintf("%.0f%% of random tie-breaks beat %s", r.percentBelow(p.Total), citations(group))
			}
			marked = append(marked, group...)
			c.Marks = append(c.Marks, chart.ECDFMark{Name: fmt.Sprintf("%s: %.0f%% beat it", p.Source.Source().Cite(), r.percentBelow(p.Total)), Value: p.Total})
		}
		f.Charts = append(f.Charts, c)
	}
	if len(marked) == 0 {
		f.Title = fmt.Sprintf("Chance in ties moves a total by at most %s guesses", thousands(most(rows, tieRow.spread)))
	} else {
		f.Source, f.Verdict = citations(marked), fmt.Sprintf("%d of %d within the runs", inside, shown)
	}
	return report.Section{Heading: heading, Figures: []chart.Figure{f}}
}

// near reports whether a total lies in or beside the range of the runs, so
// that both can be seen in one picture.
func (r tieRow) near(total int) bool {
	margin := max(4*r.spread(), r.secrets()/40)
	return r.low()-margin <= total && total <= r.high()+margin
}

// chanceBeats says how many published figures most of the runs beat, and how far
// chance moves a mean.
func chanceBeats(rows []tieRow) string {
	figures, beaten := 0, 0
	spread := most(rows, func(r tieRow) float64 { return float64(r.spread()) / float64(r.secrets()) })
	for _, r := range rows {
		for _, p := range r.published() {
			figures++
			if r.percentBelow(p.Total) > 50 {
				beaten++
			}
		}
	}
	which := fmt.Sprintf("%d of the %d", beaten, figures)
	if beaten == figures {
		which = fmt.Sprintf("all %d", figures)
	}
	return fmt.Sprintf("Left to chance, ties move a mean by at most %.3f guesses. Most random tie-breaks beat %s published figures.", spread, which)
}

// preferenceFinding compares the two ways to break ties in a game.
func preferenceFinding(rows []tieRow) string {
	worth, spread := math.MaxInt, most(rows, tieRow.spread)
	for _, r := range rows {
		if r.rule == amongCandidates {
			other := slices.IndexFunc(rows, func(o tieRow) bool { return o.Criterion == r.Criterion && o.rule == amongAll })
			worth = min(worth, rows[other].quantile(50)-r.quantile(50))
		}
	}
	than := "more"
	if worth <= spread {
		than = "no more"
	}
	return fmt.Sprintf("%s: preferring candidates saves at least %d guesses in the median, %s than the other ties move a total (%d at most).", rows[0].Game, worth, than, spread)
}
