package report

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// ResultCells are the cells that most tables of results need: the strategy, and its guesses until
// the secret is solved and until it is identified. Entries append their own.
func ResultCells(r engine.Result) Row {
	return Cells(
		"strategy", r.Strategy,
		"first guess", r.First,
		"total", r.Total,
		"mean", r.Mean,
		"stddev", Decimals(r.Stddev, 4),
		"worst", r.Worst,
		"identified, mean", r.Known.Mean,
		"identified, worst", r.Known.Worst,
		"histogram", r.Histogram,
	)
}

// Cells are everything that was published and measured.
func (c Comparison) Cells() Row {
	p := c.Published
	return Cells(
		"figure", c.ID,
		"source", c.Source,
		"game", ShortName(c.Game),
		"strategy", c.Strategy,
		"first guess", c.First,
		"published mean", Given(p.Mean),
		"published worst", Given(p.Worst),
		"published histogram", p.Histogram,
		"measured total", c.Total,
		"measured mean", c.Mean,
		"measured worst", c.Worst,
		"measured histogram", c.Histogram,
		"verdict", c.Verdict,
	)
}

// Short is the mean as it is printed, digit by digit, or else the number printed in its place.
func (q Quoted) Short() string {
	switch {
	case q.Mean != "":
		return q.Mean
	case q.Total != 0:
		return "total " + wording.Thousands(q.Total)
	case q.Histogram != nil:
		return "histogram"
	case q.Worst != 0:
		return fmt.Sprintf("worst %d", q.Worst)
	}
	return ""
}

// reference is the reference to a source in full, in Markdown: authors, title,
// and where it stands, with a link or with a note that the address is not known.
func reference(s published.Source) string {
	parts := []string{s.Authors}
	if s.Title != "" {
		parts = append(parts, "*"+s.Title+"*")
	}
	parts = append(parts, linked(s.Where, s.Link))
	if s.Year != 0 {
		parts = append(parts, strconv.Itoa(s.Year))
	}

	text := strings.Join(parts, ", ")
	if s.Link == "" {
		text += " (address not known)"
	}
	return text
}

// A Measurement is a line of table.csv and of all.csv: the result of a strategy, an optimum, or the
// expectation of a random player.
type Measurement struct {
	Kind string // one of those below, or that of an [Expectation]
	engine.Result
	// Shares[k] of the secrets, or games of a sample, take k guesses; the histogram of the
	// result holds them if they are whole numbers.
	Shares []float64
}

// Kinds of rows.
const (
	OfStrategy  = "strategy"
	OfOptimum   = "optimal"
	OfBestKnown = "best known"
)

// rows lists all that a page measured.
func (p *Page) rows() (rows []Measurement) {
	for _, r := range p.Results {
		rows = append(rows, Measurement{OfStrategy, r, chart.Numbers(r.Histogram)})
	}

	for _, o := range p.Optima {
		kind := OfBestKnown
		if o.Proved() {
			kind = OfOptimum
		}
		r := engine.Result{
			Configuration: engine.Configuration{
				Game:  o.Game,
				First: o.First,
			},
			Secrets: o.Secrets(),
			Figures: o.Figures,
		}
		r.Pool = "all"
		rows = append(rows, Measurement{kind, r, chart.Numbers(o.Histogram)})
	}

	for _, e := range p.Expected {
		r := engine.Result{
			Configuration: e.Configuration,
			Secrets:       e.Secrets,
			Figures: tree.Figures{
				Mean:   e.Mean,
				Stddev: e.Stddev,
				Worst:  len(e.Histogram) - 1,
			},
		}
		rows = append(rows, Measurement{e.Kind, r, e.Histogram})
	}
	return rows
}

// AllCSV is one table of all results of some pages, each once.
func AllCSV(pages []*Page) []byte {
	return rowTable(allRows(pages)).text()
}

// allRows lists all results of some pages, each once.
func allRows(pages []*Page) (all []Measurement) {
	seen := map[string]bool{}
	for _, p := range pages {
		for _, r := range p.rows() {
			key := r.Kind + r.Configuration.String()
			if !seen[key] {
				seen[key] = true
				all = append(all, r)
			}
		}
	}
	return all
}

// worstOf is the worst case of all rows.
func worstOf(rows []Measurement) (worst int) {
	for _, r := range rows {
		worst = max(worst, r.Worst)
	}
	return worst
}

// sixDecimals is a number in a table of data.
func sixDecimals(x float64) any {
	return strconv.FormatFloat(x, 'f', 6, 64)
}

// guessesTitle is the title of the column for a number of guesses.
const guessesTitle = "guesses_%d"

// rowTable has a column for each number of guesses up to the worst.
func rowTable(rows []Measurement) *Table {
	worst := worstOf(rows)
	return TableOf(rows, func(r Measurement) Row {
		cells := r.cells()
		for k := 1; k <= worst; k++ {
			cells = cells.And(fmt.Sprintf(guessesTitle, k), at(r.Shares, k))
		}
		return cells
	})
}

// cells are the columns of all.csv before those for numbers of guesses: the figures, with six
// decimals where they have any.
func (r Measurement) cells() Row {
	criterion := string(r.Criterion)
	if criterion == "" {
		criterion = r.Kind // of a tree that no criterion makes
	}

	return Cells(
		"kind", r.Kind,
		"game", r.Game,
		"criterion", criterion,
		"pool", r.Pool,
		"ties", r.Ties,
		"order", r.Order,
		"first", r.First,
		"endgame", Given(r.Endgame),
		"secrets", r.Secrets,
		"total", Given(r.Total),
		"mean", decimalsIfAny(r.Mean),
		"stddev", sixDecimals(r.Stddev),
		"worst", r.Worst,
		"known_total", Given(r.Known.Total),
		"known_mean", decimalsIfAny(r.Known.Mean),
		"known_worst", Given(r.Known.Worst),
		"nodes", Given(r.Nodes),
	)
}

// decimalsIfAny is nothing for 0, which stands for what is not known.
func decimalsIfAny(x float64) any {
	if x == 0 {
		return nil
	}
	return sixDecimals(x)
}

// PublishedCSV is one table of all published figures that some pages judge, a line each.
func PublishedCSV(pages []*Page) []byte {
	claims := United(Tallies(pages)).Claims
	return TableOf(claims, Claim.dataCells).text()
}

// dataCells are the columns of published.csv.
func (c Claim) dataCells() Row {
	var before, now, difference any
	if c.Means != nil {
		before = sixDecimals(c.Means.Published)
		now = sixDecimals(c.Means.Measured)
		difference = sixDecimals(c.Means.Measured - c.Means.Published)
	}

	source := c.Source.Source()
	return Cells(
		"id", c.ID,
		"kind", c.Kind,
		"source", source.Authors,
		"year", Given(source.Year),
		"game", c.Subject.Game,
		"subject", c.About,
		"printed", c.Printed,
		"measured", c.Measured,
		"published_mean", before,
		"measured_mean", now,
		"difference", difference,
		"verdict", c.Verdict,
		"cause", c.Cause,
		"note", c.Gap,
		"entry", c.Page,
		"url", source.Link,
	)
}

// dataPackage describes the tables of data to programs; [DataPackage] fills in what depends on
// the results.
//
//go:embed datapackage.json
var dataPackage string

// DataPackage describes all.csv and published.csv of some pages, as the Data Package
// standard has it: https://specs.frictionlessdata.io/tabular-data-package/.
func DataPackage(pages []*Page) []byte {
	type source struct {
		Title string `json:"title"`
		Path  string `json:"path,omitempty"`
	}
	sources := lists.Map(published.Sources(), func(s published.Source) source {
		return source{
			Title: s.Cite() + ": " + s.Where,
			Path:  s.Link,
		}
	})
	list, _ := json.MarshalIndent(sources, "  ", "  ") // of strings

	var guesses strings.Builder
	for k := range worstOf(allRows(pages)) {
		fmt.Fprintf(&guesses, ",\n          {\"name\": \"guesses_%d\", \"type\": \"number\", \"description\": \"Secrets solved by guess %d, or games of a sample\"}", k+1, k+1)
	}

	fill := strings.NewReplacer(`"SOURCES"`, string(list), ",\n          \"GUESSES\"", guesses.String())
	return []byte(fill.Replace(dataPackage))
}
