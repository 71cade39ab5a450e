package pages

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"codebreak/engine"
	"codebreak/engine/enginetest"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/random"
	"codebreak/report"
	"codebreak/report/chart"
)

// fewRuns asks for ten runs of a criterion on mm4x6.
func fewRuns(rule string) tieQuestion {
	return tieQuestion{
		Configuration: engine.Configuration{Game: "mm4x6", Strategy: strategy.Strategy{Criterion: strategy.Minimax, Ties: rule + "1"}, First: "1122"},
		rule:          rule, runs: 10,
	}
}

// TestTieRuns checks that run k has the total that the ties "random=k" have, for
// one worker and for three.
func TestTieRuns(t *testing.T) {
	rules := []string{amongCandidates, amongAll}
	if testing.Short() {
		rules = rules[:1]
	}
	for _, rule := range rules {
		q := fewRuns(rule)
		one := enginetest.Must(random.NewTieRuns(q.Configuration, q.runs).Answer(t.Context(), notebook.Env{Workers: 1}))(t)
		three := enginetest.Must(random.NewTieRuns(q.Configuration, q.runs).Answer(t.Context(), notebook.Env{Workers: 3}))(t)
		if !slices.Equal(one.Totals, three.Totals) {
			t.Errorf("ties %s: totals %v with one worker, %v with three", rule, one.Totals, three.Totals)
		}
		for i, total := range one.Totals {
			c := q.Configuration
			c.Ties = rule + strconv.Itoa(i+1)
			_, played, err := engine.Play(t.Context(), c, tree.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if total != played.Total {
				t.Errorf("ties %s: total %d, played %d", c.Ties, total, played.Total)
			}
		}
	}
}

func TestTieRow(t *testing.T) {
	r := tieRow{tieQuestion: fewRuns(amongCandidates), totals: []int{7, 5, 7, 9}}
	r.firstInOrder.Secrets, r.firstInOrder.Total = 2, 8
	if below := r.percentBelow(7); below != 25 {
		t.Errorf("%v%% below 7", below)
	}
	if r.change() != 1.5 || r.beyond(5) != -1.5 {
		t.Errorf("change %v, 5 is %v beyond 8", r.change(), r.beyond(5))
	}
	if r.low() != 5 || r.high() != 9 || r.seedOf(r.low()) != 2 || r.seedOf(r.high()) != 4 {
		t.Errorf("from %d (seed %d) to %d (seed %d)", r.low(), r.seedOf(r.low()), r.high(), r.seedOf(r.high()))
	}
	if q := r.quantile(50); q != 7 {
		t.Errorf("median %d", q)
	}
}

// tieRows are the rows of both entries, without answers.
func tieRows() (small, large []tieRow) {
	for _, q := range smallTies() {
		small = append(small, tieRow{tieQuestion: q})
	}
	for _, q := range largeTies() {
		large = append(large, tieRow{tieQuestion: q})
	}
	return small, large
}

// TestRunsMeetPublishedFigures checks which figures the runs are compared with.
func TestRunsMeetPublishedFigures(t *testing.T) {
	small, large := tieRows()
	var got []string
	for _, r := range slices.Concat(small, large) {
		for _, p := range r.published() {
			got = append(got, p.ID)
		}
	}
	want := []string{
		"knuth/minimax", "irving/expected-size", "neuwirth/entropy", "kooi/most-parts",
		"fancidev/bc4x10-minimax", "blog-1a2b/expected-size", "baidu/expected-size", "fancidev/bc4x10-expected-size",
		"fancidev/bc4x10-most-parts", "cppblog/clever2",
	}
	for _, id := range want {
		if !slices.Contains(got, id) {
			t.Errorf("%q lack %s", got, id)
		}
	}
	// Runs of mm4x6 begin where the figures do, unless the strategy chooses.
	for _, r := range small {
		for _, p := range r.published() {
			if first := p.Subject.Configuration.First; first != "" && first != r.First {
				t.Errorf("%s begins with %s, the runs with %s", p.ID, first, r.First)
			}
		}
	}
}

// TestTiesPage makes the page of a few runs.
func TestTiesPage(t *testing.T) {
	e := tieEntry([]tieQuestion{fewRuns(amongCandidates)}, []tieQuestion{fewRuns(amongAll)})
	page, _ := e.Page(answer(t, e.Tasks))
	if n := len(page.Sections); n != 3 || page.Sections[0].Table.Rows() != 2 || page.Sections[1].Table.Wide().Rows[0][0] != "knuth/minimax" {
		t.Errorf("%d sections: %v", n, page.Sections)
	}
	if len(page.Findings) != 4 || len(page.Pictures()) != 2 {
		t.Errorf("findings %q, %d pictures", page.Findings, len(page.Pictures()))
	}
	for _, f := range page.Pictures() {
		if _, err := f.Draw(chart.PNG); err != nil {
			t.Error(err)
		}
	}
}

// TestTiesFindings makes findings of runs that are given.
func TestTiesFindings(t *testing.T) {
	row := func(rule string, totals ...int) tieRow {
		r := tieRow{tieQuestion: fewRuns(rule), totals: totals}
		r.firstInOrder.Secrets, r.firstInOrder.Total = 1000, 5801
		return r
	}
	want := []string{
		"Random tie-breaking changes the mean by at most 0.219 guesses, compared with ties to the first code; 75% of random tie-breaks beat Knuth 1977.",
		"The median run beats 1 of 1 published averages, by at most 0.011 guesses.",
		"Preferring candidates among equally good guesses matters more. In the median it saves at least 0.210 guesses in Mastermind, 4 positions, 6 colours (mm4x6).",
		"With candidates preferred, the mean of minimax changes by at most 0.0120 guesses, that of minimax by up to 0.012.",
	}
	var page report.Page
	addTiesFindings(&page, []tieRow{row(amongCandidates, 5791, 5789, 5804, 5790), row(amongAll, 6020, 6000)})
	if got := page.Findings; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestTiesSayOneThing holds the committed runs against what is said of them: the titles of the
// pictures and the first finding name the largest change that is drawn and tabled.
func TestTiesSayOneThing(t *testing.T) {
	pages, _ := committedPages()
	page := pages[slices.IndexFunc(pages, func(p *report.Page) bool { return p.Name == "ties" })]
	tabled := map[string]float64{} // by rule
	table := page.Sections[0].Table.Wide()
	for _, row := range table.Rows {
		text := func(title string) string { return row[slices.Index(table.Header, title)] }
		change, err := strconv.ParseFloat(text("largest change"), 64)
		if err != nil {
			t.Fatal(err)
		}
		tabled[text("ties")] = max(tabled[text("ties")], change)
	}

	largest := 0.0
	for i, rule := range []string{"consistent,random", "random"} {
		f, drawn := page.Pictures()[i], 0.0
		for _, row := range f.Charts[0].(chart.Dots).Rows {
			for _, r := range row.Ranges {
				drawn = max(drawn, math.Abs(r.From), math.Abs(r.To))
			}
		}
		if want := fmt.Sprintf("change an average by at most %.3f guesses", drawn); !strings.Contains(f.Title, want) || !strings.Contains(f.Charts[0].(chart.Dots).XLabel, "compared with ties to the first code") {
			t.Errorf("%s: the title is %q, want %q", f.File, f.Title, want)
		}
		if math.Abs(tabled[rule]-drawn) > 5e-5 {
			t.Errorf("%s: %v is drawn, %v is tabled", f.File, drawn, tabled[rule])
		}
		largest = max(largest, drawn)
	}
	if want := fmt.Sprintf("changes the mean by at most %.3f guesses, compared with ties to the first code", largest); !strings.Contains(page.Findings[0], want) {
		t.Errorf("the page finds %q, want %q", page.Findings[0], want)
	}
}
