package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// chanceEntry works out what players expect who leave guesses to chance, and samples
// those of games that would take longer than minutes.
func chanceEntry() notebook.Entry {
	const quick, exact, sampled = 1_500, 10_000, 1 << 21 // codes
	var tasks []notebook.Task
	var figures []chanceFigure
	var unplayed []published.Figure
	for _, f := range published.ByChance() {
		codes, playable := codesOf(f.Subject.Game)
		// Players who choose by a criterion leave little to chance, so larger
		// games are no trouble.
		small := codes <= quick || f.Subject.Criterion != strategy.Simple
		switch {
		case strings.HasSuffix(f.Subject.Game, "x1"):
			// One colour, and one secret: nothing to guess.
		case !playable || f.Player != "":
			unplayed = append(unplayed, f)
		case f.Seed == 0 && (small || codes <= exact):
			q := ask.NewExpected(f.Subject.Configuration)
			task := []notebook.Task{notebook.Ask(q)}
			if !small {
				task = notebook.Slow(task)
			}
			tasks = append(tasks, task...)
			figures = append(figures, chanceFigure{task, func(o notebook.Outcome) chanceRow { return exactRow(f, notebook.Get(o, q)) }})
		case codes <= sampled:
			q := sampleOf(f, codes)
			task := notebook.Slow([]notebook.Task{notebook.Ask(q)})
			tasks = append(tasks, task...)
			figures = append(figures, chanceFigure{task, func(o notebook.Outcome) chanceRow { return sampledRow(f, notebook.Get(o, q).Estimate) }})
		}
	}
	return notebook.Entry{
		Name:     "chance",
		Title:    "Players who leave guesses to chance",
		Question: "The mean of a player who guesses any candidate, or any of equally good ones, is usually sampled. What is it exactly, and do the published samples hold? Where an exact mean would take longer than minutes, the player is sampled.",
		Tasks:    tasks,
		Page: func(o notebook.Outcome) report.Page {
			played := notebook.Answered(o, figures, func(f chanceFigure) []notebook.Task { return f.tasks })
			page := chancePage(notebook.Map(played, func(f chanceFigure) chanceRow { return f.row(o) }))
			page.Tallies[0].Claims = append(page.Tallies[0].Claims, notebook.Map(unplayed, unplayedClaim)...)
			return page
		},
	}
}

// A chanceFigure is a published figure with what is asked for it.
type chanceFigure struct {
	tasks []notebook.Task
	row   func(notebook.Outcome) chanceRow
}

// codesOf returns the number of codes of a game; ok is false for one that package
// game does not have.
func codesOf(name string) (codes int, ok bool) {
	g, err := game.Parse(name)
	if err != nil {
		return 0, false
	}
	return game.CountGuesses(g), true
}

// sampleOf asks for the games of the source, or for a sample: of fewer games where they
// take longer.
func sampleOf(f published.Figure, codes int) ask.Sampled {
	if f.Seed != 0 {
		return ask.NewSampled(f.Subject.Configuration, f.Games, uint64(f.Seed))
	}
	const work, least, most = 400_000_000, 200, 20_000
	return ask.NewSampled(f.Subject.Configuration, min(max(work/codes, least), most), 1)
}

// A chanceRow is a published figure with the mean that is worked out, or with a
// sample.
type chanceRow struct {
	published.Figure
	exact  *ask.Expectation // nil for a sample
	games  []int            // of a sample, by guesses
	mean   float64
	margin float64 // half the width of the interval that holds the mean; 0 if it is exact
	stddev float64 // of the guesses of a game
}

func exactRow(f published.Figure, e ask.Expectation) chanceRow {
	mean, _ := e.Mean.Float64()
	return chanceRow{Figure: f, exact: &e, mean: mean, stddev: e.Stddev()}
}

func sampledRow(f published.Figure, e chance.Estimate) chanceRow {
	return chanceRow{Figure: f, games: e.Histogram, mean: e.Mean, margin: (e.High - e.Low) / 2, stddev: e.Stddev}
}

// expectation is the row as table.csv has it.
func (r chanceRow) expectation() report.Expectation {
	e := report.Expectation{Configuration: r.Subject.Configuration, Kind: "sampled", Mean: r.mean, Stddev: r.stddev, Histogram: chart.Numbers(r.games)}
	if r.exact != nil {
		e.Kind = "expected"
		e.Histogram = notebook.Map(r.exact.Histogram, func(n *ask.Fraction) float64 { f, _ := n.Float64(); return f })
	}
	if g, err := game.Parse(e.Game); err == nil {
		e.Secrets = game.CountSecrets(g)
	}
	return e
}

func (r chanceRow) printed() float64 {
	x, _ := strconv.ParseFloat(r.Mean, 64) // it is a decimal
	return x
}

// allowed is how far the printed mean may be from the measured one: the error of as
// many games as the source played, with 99 % confidence, or where these are not known
// the error that it states; half a unit of the last digit; and the interval of a sample
// here.
func (r chanceRow) allowed() float64 {
	_, decimals, _ := strings.Cut(r.Mean, ".")
	allowed := 0.5*math.Pow10(-len(decimals)) + r.margin
	if r.Games > 0 {
		return allowed + chance.StandardErrors*r.stddev/math.Sqrt(float64(r.Games))
	}
	if stated, err := strconv.ParseFloat(r.Error, 64); err == nil {
		allowed += stated
	}
	return allowed
}

func (r chanceRow) difference() float64 { return r.mean - r.printed() }

func (r chanceRow) verdict() report.Verdict { return r.claim().Verdict }

func (r chanceRow) holds() bool { return r.verdict() == report.AsPublished }

// quoted is the mean as printed, with its error.
func (r chanceRow) quoted() string {
	if r.Error != "" {
		return r.Mean + " ± " + r.Error
	}
	return r.Mean
}

// most is the worst case over all outcomes of chance; 0 for a sample.
func (r chanceRow) most() int {
	if r.exact == nil {
		return 0
	}
	return len(r.exact.Histogram) - 1
}

func (r chanceRow) measured() string {
	if r.Seed != 0 {
		return fmt.Sprintf("%.5f, the same games", r.mean)
	}
	if r.exact == nil {
		return fmt.Sprintf("%.3f ± %.3f, sampled", r.mean, r.margin)
	}
	return fmt.Sprintf("%.5f, exactly", r.mean)
}

// randomPlayers are strategies of published players in words.
var randomPlayers = map[strategy.Strategy]string{
	{Criterion: strategy.Simple, Pool: strategy.Consistent, Ties: "random"}:             "guesses a candidate by chance, all equally likely",
	{Criterion: strategy.Entropy, Pool: strategy.Consistent, Ties: "random"}:            "guesses candidates, by entropy; ties by chance",
	{Criterion: strategy.MostParts, Pool: strategy.Consistent, Ties: "random"}:          "guesses candidates, by most-parts; ties by chance",
	{Criterion: strategy.Entropy, Pool: strategy.Consistent, Ties: "most-parts,random"}: "guesses candidates, by entropy, those of equal entropy by most-parts; ties by chance",
	{Criterion: strategy.PlusMerelo}:                                                    "guesses, by chance, one of the candidates that are best both by entropy and by most-parts; if there is none, one that is best by either",
	{Criterion: strategy.NextSwaszek}:                                                   "guesses the next candidate in order, from a start by chance; after the last code comes the first",
	{Criterion: strategy.ShuffledRosu}:                                                  "guesses the first candidate in an order of the colours that is shuffled for each position and game",
}

// playerOf is the player of a figure in words.
func playerOf(f published.Figure) string {
	return cmp.Or(f.Player, randomPlayers[f.Subject.Strategy], f.Subject.Strategy.String())
}

// unplayedClaim is a figure of a player that no strategy here is, or of a game that
// is too large.
func unplayedClaim(f published.Figure) report.Claim {
	m := report.Measured{About: f.Subject.Game + ", " + playerOf(f), Printed: "mean " + f.Mean, Text: "not played", Missing: "the game is too large to be played here"}
	if f.Player != "" {
		m.Missing = "no strategy here is this player"
	}
	return report.Judge(f, m)
}

// claim compares the means. What a source prints for the worst case is what its
// games came to, not what can come, unless the same games are played here.
func (r chanceRow) claim() report.Claim {
	m := report.Measured{
		About: r.Subject.Game + ", " + playerOf(r.Figure), Printed: "mean " + r.quoted(), Text: "mean " + r.measured(),
		Means: &report.Means{Published: r.printed(), Measured: r.mean},
	}
	if q := report.Quoted(r.Printed); r.Seed != 0 {
		m.Printed, m.Gaps = q.String(), q.Differences(tree.Summarise(r.games))
	} else if math.Abs(r.difference()) > r.allowed() {
		m.Gaps = []string{fmt.Sprintf("published %s, measured %s: %+.4f, where %.4f is allowed", r.quoted(), r.measured(), r.difference(), r.allowed())}
	}
	if r.Subject.First != "" {
		m.About += ", from " + r.Subject.First
	}
	return report.Judge(r.Figure, m)
}

func chancePage(rows []chanceRow) report.Page {
	page := report.Page{Tallies: []report.Tally{{
		What: "players who leave guesses to chance",
		Why:  "Those that differ are of a table whose author's records and program show why: one is misprinted, four are of runs whose secrets never have the last colour, and for one the order of the colours matters, which the program shuffles. The one unexplained does not say how many games were played; those not tested are of games too large to be played here.",
	}}}
	page.Expected = notebook.Map(rows, chanceRow.expectation)
	claims := notebook.Map(rows, chanceRow.claim)
	page.Tallies[0].Claims = claims
	tabled := func(rows []chanceRow) *report.Table {
		return report.TableOf(rows, "figure | game | player | first guess | >published | >mean | most guesses | difference | verdict", func(r chanceRow) []any {
			return []any{
				r.ID, r.Subject.Game, playerOf(r.Figure), ifAny(r.Subject.First, r.Subject.First), r.quoted(), r.measured(), ifAny(r.most(), r.most()),
				report.Decimals(r.difference(), 4), r.verdict(),
			}
		})
	}
	table := keep(rows, inTable)
	others := slices.DeleteFunc(slices.Clone(rows), inTable)
	if len(others) > 0 {
		page.Sections = append(page.Sections, report.Section{
			Heading: "Players",
			Text:    "Exact means are fractions, computed over all outcomes of chance; results.json has them in full, with the expected number of secrets for each number of guesses. Most guesses: the worst case over all outcomes. As published: the mean is within the 99 % confidence interval for the source's number of games or, where that is unknown, within the error that it states, allowing for rounding of the last digit; of the same games everything printed is equal.",
			Table:   tabled(others),
		})
	}
	page.Sections = append(page.Sections, report.Section{
		Heading: "A table of 1997",
		Text:    "Means of a player who guesses any candidate, by positions and colours; its author states that they vary by at most 0.01. That cannot be right: with one position and c colours every player has the mean (c+1)/2, and the first row is off by up to 0.15. By the author's records, most cells are means of 1000 games, and those of the largest games of 100; so each is judged by the sampling error of its games, with 99 % confidence. The records and the program show why some differ: one mean is misprinted, four are of runs whose secrets never have the last colour, and for one the order of the colours matters, which the program shuffles before each game.",
		Figures: []chart.Figure{tableFigure(table)},
	}, report.Section{
		Heading:    "The table, cell by cell",
		Table:      tabled(table),
		FolderOnly: true,
	}, report.Section{
		Heading: "Exactly",
		Table: report.TableOf(keep(rows, func(r chanceRow) bool { return r.exact != nil }), "game | player | mean | <as a fraction | <expected secrets by guesses", func(r chanceRow) []any {
			return []any{r.Subject.Game, playerOf(r.Figure), decimal(&r.exact.Mean.Rat, 8), r.asFraction(), r.expected()}
		}),
		FolderOnly: true,
	})
	page.Findings = append([]string{fmt.Sprintf("Of %d published means of players who leave guesses to chance, %d agree with the exact mean, or with the sample taken here, within their statistical or stated error.", len(claims), len(keep(rows, chanceRow.holds)))}, chanceFindings(others, table)...)
	return page
}

// inTable reports whether a figure is a cell of the table by positions and
// colours.
func inTable(r chanceRow) bool { return strings.HasPrefix(r.ID, "rosu/random-") }

// asFraction is an exact mean, or how long its denominator is.
func (r chanceRow) asFraction() string {
	if text := r.exact.Mean.RatString(); len(text) <= 60 {
		return text
	}
	return "of a denominator of " + strconv.Itoa(len(r.exact.Mean.Denom().String())) + " digits"
}

// expected lists the expected number of secrets for each number of guesses.
func (r chanceRow) expected() string {
	var parts []string
	for k, n := range r.exact.Histogram[1:] {
		parts = append(parts, fmt.Sprintf("%d:%s", k+1, n.FloatString(2)))
	}
	return strings.Join(parts, " ")
}

// tableFigure maps how far the table is from the means.
func tableFigure(rows []chanceRow) chart.Figure {
	within := len(keep(rows, chanceRow.holds))
	h := chart.HeatMap{Unit: "guesses, measured minus published", Missing: "not played", Largest: 0.25}
	return chart.Figure{
		File:     "chance-table.png",
		Caption:  "Measured minus published means of a player who guesses any candidate, by positions and colours; = within the error of the games played",
		Title:    fmt.Sprintf("%d of %d means are within the error of the games played", within, len(rows)),
		Subtitle: "a player who guesses any candidate in Mastermind; = within the error",
		Source:   rows[0].Source.Source().Cite(),
		Verdict:  fmt.Sprintf("%d of %d as published", within, len(rows)),
		Charts: []chart.Chart{gridOf(rows, func(r chanceRow) string { return r.Subject.Game }).heat(h, func(r chanceRow) (float64, string) {
			if r.holds() {
				return 0, "="
			}
			return r.difference(), fmt.Sprintf("%+.2f", r.difference())
		})},
	}
}

func chanceFindings(others, table []chanceRow) []string {
	var findings []string
	for _, r := range others {
		if !r.holds() {
			findings = append(findings, fmt.Sprintf("%s (%s): published %s, measured %s.", r.ID, r.Subject.Game, r.quoted(), r.measured()))
		}
	}
	largest := slices.MaxFunc(table, func(a, b chanceRow) int { return cmp.Compare(math.Abs(a.difference()), math.Abs(b.difference())) })
	return append(findings, fmt.Sprintf("The table of 1997: %d of %d means are within the error of the 1000 or 100 games that were played. The farthest off is %s: published %s, measured %.2f.",
		len(keep(table, chanceRow.holds)), len(table), largest.Subject.Game, largest.Mean, largest.mean))
}
