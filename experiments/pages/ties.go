// How much an average depends on the choice among equally good guesses: runs that break ties at
// random, beside the published averages.

package pages

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/notebook/random"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// tiesEntry asks how much an average depends on the choice among equally good guesses. It breaks
// ties at random, many times, beside the published averages. In bc4x10 that takes minutes.
func tiesEntry() notebook.Entry {
	return tieEntry(smallTies(), largeTies())
}

func smallTies() []tieQuestion {
	return randomTies("mm4x6", 1000, "1122", "1123", "1234", "1123")
}

func largeTies() []tieQuestion {
	return randomTies("bc4x10", 200, "0123", "0123", "0123", "0123")
}

func tieEntry(few, many []tieQuestion) notebook.Entry {
	rows := slices.Concat(
		notebook.StudyOf(few, tieQuestion.asked),
		notebook.StudyOf(many, tieQuestion.asked).Slow(),
	)
	return entryOf("ties", notebook.Then(rows.Some(), tiesPage))
}

// asked asks the question, and plays the strategy with ties that go to the first code in order.
func (q tieQuestion) asked() notebook.Asked[tieRow] {
	runs := notebook.Ask(random.NewTieRuns(q.Configuration, q.runs))
	return notebook.Both(
		runs,
		ask.ResultOf(q.firstInOrder()),
		q.row,
	)
}

func (q tieQuestion) row(runs random.RunTotals, first engine.Result) tieRow {
	return tieRow{
		tieQuestion:  q,
		totals:       runs.Totals,
		firstInOrder: first,
	}
}

// The two random ways to break ties, without the seed.
const (
	amongCandidates = "consistent,random=" // candidates first, the common convention
	amongAll        = "random="
)

// A tieQuestion is many runs of a strategy that differ only in how ties are
// broken, with the seeds 1, 2, 3 and so on.
type tieQuestion struct {
	engine.Configuration        // whose ties are of seed 1
	rule                 string // amongCandidates or amongAll
	runs                 int
}

// firstInOrder is the same strategy with ties that go to the first in order.
func (q tieQuestion) firstInOrder() engine.Configuration {
	c := q.Configuration
	c.Ties = strings.Replace(q.rule, "random=", "first", 1)
	return c
}

// randomTies lists the questions about a game, for each classic criterion from the first guess of
// its author or of the literature: 1,000 runs with ties among candidates, and a number of runs
// with ties among all codes, which take several times as long.
func randomTies(gameName string, allRuns int, firsts ...string) (questions []tieQuestion) {
	runs := map[string]int{amongCandidates: 1000, amongAll: allRuns}
	for _, rule := range []string{amongCandidates, amongAll} {
		for i, c := range classicOf(nil, gameName) {
			c.Ties, c.First = rule+"1", firsts[i]
			questions = append(questions, tieQuestion{c, rule, runs[rule]})
		}
	}
	return questions
}

// A tieRow is a question with its answer.
type tieRow struct {
	tieQuestion
	totals       []int         // of seeds 1, 2, …
	firstInOrder engine.Result // of ties that go to the first in order instead
}

// published lists the printed totals of the criterion over all codes, whose ties have the same
// links as the runs have.
func (r tieRow) published() []published.Figure {
	own, _ := strategy.ParseTies(r.Ties) // which were played
	return lists.Keep(averages(), func(p published.Figure) bool {
		s := p.Strategy.WithDefaults()
		ties, err := strategy.ParseTies(s.Ties)
		same := p.Game == r.Game && s.Criterion == r.Criterion && s.Pool == strategy.DefaultPool
		return same &&
			p.Total > 0 &&
			err == nil &&
			slices.Equal(ties.Links, own.Links)
	})
}

// percent is the share of the runs that compare with a total as cmp.Compare says: -1 for fewer
// guesses, 0 for as many, 1 for more.
func (r tieRow) percent(order, total int) float64 {
	return percentOf(r.totals, func(t int) bool {
		return cmp.Compare(t, total) == order
	})
}

// percentBelow is the share of the runs that need fewer guesses than a total.
func (r tieRow) percentBelow(total int) float64 {
	return r.percent(-1, total)
}

func (r tieRow) low() int {
	return slices.Min(r.totals)
}

func (r tieRow) high() int {
	return slices.Max(r.totals)
}

// seedOf is the first seed with a total.
func (r tieRow) seedOf(total int) int {
	return slices.Index(r.totals, total) + 1
}

// quantile returns the total that a percentage of the runs does not exceed.
func (r tieRow) quantile(percent int) int {
	sorted := slices.Sorted(slices.Values(r.totals))
	return sorted[(len(sorted)-1)*percent/100]
}

// perSecret divides guesses over all secrets by their number.
func (r tieRow) perSecret(guesses int) float64 {
	return float64(guesses) / float64(r.firstInOrder.Secrets)
}

// beyond is how much larger a mean is than that of ties that go to the first in order.
func (r tieRow) beyond(total int) float64 {
	return r.perSecret(total - r.firstInOrder.Total)
}

// change is how far the mean of any run is from that of ties that go to the first in order.
func (r tieRow) change() float64 {
	low, high := r.beyond(r.low()), r.beyond(r.high())
	return max(math.Abs(low), math.Abs(high))
}

// ruleName is the rule without the seed.
func (r tieRow) ruleName() string {
	return strings.TrimSuffix(r.rule, "=")
}

func tiesPage(rows []tieRow) report.Page {
	if len(rows) == 0 {
		return report.Page{Findings: []string{"None of the runs is computed yet."}}
	}

	page := report.Page{
		Results: lists.Map(rows, tieRow.result),
	}
	addTiesFindings(&page, rows)

	addTable(&page, "Totals of all runs", rows, tieRow.cells)

	var printed []tiedFigure
	for _, r := range rows {
		for _, p := range r.published() {
			printed = append(printed, tiedFigure{r, p})
		}
	}
	addTable(&page, "Published totals among the runs", printed, tiedFigure.cells)

	var least, most float64 // by which a run exceeds the first code
	for _, r := range rows {
		least = min(least, r.beyond(r.low()))
		most = max(most, r.beyond(r.high()))
	}

	for i, of := range groupBy(rows, tieRow.ruleName) {
		if f := tieFigure(of, least, most); i == 0 {
			page.Picture = &f
		} else {
			page.Add("Without preference for candidates", "", nil, f)
		}
	}
	return page
}

func (r tieRow) result() engine.Result { return r.firstInOrder }

func (r tieRow) cells() report.Row {
	return report.Cells(
		"game", r.Game,
		"criterion", r.Criterion,
		"ties", r.ruleName(),
		"from", r.First,
		"runs", r.runs,
		"least", r.low(),
		"seed", r.seedOf(r.low()),
		"5%", r.quantile(5),
		"median", r.quantile(50),
		"95%", r.quantile(95),
		"most", r.high(),
		"seed", r.seedOf(r.high()),
		"mean of median", r.perSecret(r.quantile(50)),
		"ties first", r.firstInOrder.Total,
		"beaten by", report.Percent(r.percentBelow(r.firstInOrder.Total), 1),
		"largest change", report.Decimals(r.change(), 4),
	)
}

// A tiedFigure is a published figure beside the runs of its rule.
type tiedFigure struct {
	tieRow
	printed published.Figure
}

func (f tiedFigure) cells() report.Row {
	total := f.printed.Total
	return report.Cells(
		"published", f.printed.ID,
		"game", f.Game,
		"total", total,
		"criterion", f.Criterion,
		"ties", f.ruleName(),
		"fewer", report.Percent(f.percentBelow(total), 1),
		"as many", report.Percent(f.percent(0, total), 1),
		"more", report.Percent(f.percent(1, total), 1),
		"runs from", f.First,
	)
}

// tieFigure draws a strip for each criterion and game, by one rule: the means of the runs. The
// title also says how many runs beat the first of the published means.
func tieFigure(rows []tieRow, least, most float64) chart.Figure {
	name, among := "candidates", "candidates"
	if rows[0].rule == amongAll {
		name, among = "all", "all codes"
	}
	title := fmt.Sprintf("Random ties among %s change an average by at most %.3f guesses",
		among, largest(rows, tieRow.change))
	if printed := rows[0].published(); len(printed) > 0 {
		title += fmt.Sprintf("; %s beat %s",
			rows[0].shareBelow(printed[0].Total), printed[0].Source.Source().Authors)
	}

	criteria := eachOnce(rows, tieRow.criterion)
	d := chart.Dots{
		XLabel: "additional guesses per secret, compared with ties to the first code in order",
		Notes:  "beat the first",
		Series: dotSeries(criteria...),
		Least:  least,
		Most:   most,
		Marks:  []chart.Mark{{Name: "the first code"}},
	}
	for i := range d.Series {
		d.Series[i].Name = "" // the rows say it
	}

	for _, r := range rows {
		d.Rows = append(d.Rows, r.strip(slices.Index(criteria, r.criterion())))
	}

	return chart.Figure{
		File: fmt.Sprintf("ties-%s.png", name),
		Caption: fmt.Sprintf("Means of runs with ties %s, by game and criterion, compared with ties to the first code",
			rows[0].ruleName()),
		Title: title,
		Subtitle: fmt.Sprintf("means of %s runs; thick bars leave out 5%% of them at each end",
			join(rows, tieRow.runsWords)),
		Charts: []chart.Chart{d},
	}
}

// strip is a row of the picture: the means of the runs as ranges of a series, with and without 5%
// at each end.
func (r tieRow) strip(series int) chart.DotRow {
	row := chart.DotRow{
		Name: fmt.Sprintf("%s, %s", game.Title(r.Game), report.CriterionInWords(r.criterion())),
		Note: r.shareBelow(r.firstInOrder.Total),
	}
	for _, percent := range []int{0, 5} {
		row.Ranges = append(row.Ranges, chart.Range{
			Series: series,
			From:   r.beyond(r.quantile(percent)),
			To:     r.beyond(r.quantile(100 - percent)),
		})
	}
	return row
}

// shareBelow is the share of the runs that beat a total.
func (r tieRow) shareBelow(total int) string {
	return fmt.Sprintf("%.0f%%", r.percentBelow(total))
}

func (r tieRow) criterion() string {
	return string(r.Criterion)
}

func (r tieRow) runsWords() string {
	return wording.Thousands(r.runs)
}

// addTiesFindings says how far random ties move a mean from that of ties to the first code, and
// how many published figures the median run beats.
func addTiesFindings(page *report.Page, rows []tieRow) {
	answer := fmt.Sprintf("Random tie-breaking changes the mean by at most %.3f guesses, compared with ties to the first code",
		largest(rows, tieRow.change))

	figures, beaten, most := 0, 0, 0.0
	for _, r := range rows {
		for _, p := range r.published() {
			figures++
			if figures == 1 {
				answer += fmt.Sprintf("; %.0f%% of random tie-breaks beat %s",
					r.percentBelow(p.Total), p.Cite())
			}
			if less := p.Total - r.quantile(50); less > 0 {
				beaten++
				most = max(most, r.perSecret(less))
			}
		}
	}

	page.Findf("%s.", answer)
	page.Findf("The median run beats %d of %d published averages, by at most %.3f guesses.", beaten, figures, most)

	preferred, others := divide(rows, tieRow.isPreferring)
	var saved []string
	for _, of := range groupBy(preferred, tieRow.game) {
		if least := leastSaved(of, others); !math.IsInf(least, 1) {
			saved = append(saved, fmt.Sprintf("%.3f guesses in %s",
				least, report.GameInWords(of[0].Game)))
		}
	}
	if len(saved) > 0 {
		page.Findf("Preferring candidates among equally good guesses matters more. In the median it saves at least %s.",
			strings.Join(saved, " and "))
	}

	if low, high := span(groupBy(preferred, tieRow.criterion), changeOf); len(low) > 0 {
		page.Findf("With candidates preferred, the mean of %s changes by at most %.4f guesses, that of %s by up to %.3f.",
			report.CriterionInWords(low[0].criterion()), changeOf(low),
			report.CriterionInWords(high[0].criterion()), changeOf(high))
	}
}

// leastSaved is the least that runs with candidates preferred save, in the median and per secret,
// against others of the same game and criterion; infinite if there are none.
func leastSaved(preferred, others []tieRow) float64 {
	least := math.Inf(1)
	for _, r := range preferred {
		for _, other := range others {
			if other.Game == r.Game && other.Criterion == r.Criterion {
				least = min(least, r.perSecret(other.quantile(50)-r.quantile(50)))
			}
		}
	}
	return least
}

// isPreferring reports whether ties go to candidates first.
func (r tieRow) isPreferring() bool { return r.rule == amongCandidates }

func (r tieRow) game() string { return r.Game }

// changeOf is the largest change of some rows.
func changeOf(of []tieRow) float64 {
	return largest(of, tieRow.change)
}
