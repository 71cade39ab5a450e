// Package web makes one page of all results, for a browser: tables to filter and
// sort, histograms to lay over each other, and decision trees to walk through.
// The page is a single file that asks nothing of a network, and without scripts
// all of its tables and pictures are there.
//
//	html, err := web.Index(links, pages)
//
// To follow a tree the page's script has to answer guesses. It knows the rules of
// the built-in games; of other games the page holds a table of the answers that
// its trees need, and of games too large for that it says that it cannot answer.
package web

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"codebreak/engine/game"
	"codebreak/report"
	"codebreak/report/chart"
)

// The page's parts. The folder vendor holds libraries of others, with their
// licences, as their packages on the npm registry have them.
//
//go:embed page
var parts embed.FS

const sortable = "page/vendor/sortable-tablesort-4.1.7/"

// Index returns the page, in HTML. It returns an error for results that
// contradict themselves: games that there are not, trees that are none.
func Index(entries []report.Link, pages []*report.Page) ([]byte, error) {
	content, err := index(entries, pages, game.Parse)
	if err != nil {
		return nil, fmt.Errorf("index.html: %w", err)
	}
	return content, nil
}

func index(entries []report.Link, pages []*report.Page, parse func(name string) (game.Game, error)) ([]byte, error) {
	t, err := template.New("index.html.tmpl").Funcs(template.FuncMap{
		"prose":   prose,
		"picture": picture,
		"comma":   func(n int) string { return humanize.Comma(int64(n)) },
		"lines":   func(cell string) []string { return strings.Split(cell, "\n") },
	}).ParseFS(parts, "page/index.html.tmpl")
	if err != nil {
		return nil, err
	}
	view := indexView{Pages: pages, Verdicts: report.Verdicts()}
	for _, link := range entries {
		if !slices.ContainsFunc(pages, func(p *report.Page) bool { return p.Name == link.Name }) {
			view.Missing = append(view.Missing, link)
		}
	}
	for _, part := range []struct {
		to   *string
		name string
	}{
		{&view.style, "page/style.css"}, {&view.script, "page/page.js"},
		{&view.sort, sortable + "sortable.min.js"}, {&view.sortKeys, sortable + "sortable.a11y.min.js"},
	} {
		text, err := parts.ReadFile(part.name)
		if err != nil {
			return nil, err
		}
		*part.to = string(text)
	}
	if err := view.fill(); err != nil {
		return nil, err
	}
	if view.Data, err = newPageData(view.Rows, pages, parse); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := t.Execute(&out, view); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// An indexView is what the template shows.
type indexView struct {
	Pages       []*report.Page
	Missing     []report.Link // entries without a page
	Verdicts    []report.Verdict
	Tallies     []report.Tally
	Comparisons []comparisonRow
	Rows        []row
	Data        pageData

	style, script, sort, sortKeys string
}

// The parts are the project's own files, not text from outside.

func (v indexView) Style() template.CSS   { return template.CSS(v.style) }
func (v indexView) Script() template.JS   { return template.JS(v.script) }
func (v indexView) Sort() template.JS     { return template.JS(v.sort) }
func (v indexView) SortKeys() template.JS { return template.JS(v.sortKeys) }

// All is the number of published figures, and Hold that of those of which
// everything printed is equal.
func (v indexView) All() int  { return v.sum(func(t report.Tally) int { return len(t.Claims) }) }
func (v indexView) Hold() int { return v.sum(report.Tally.Hold) }

// Glossary explains the words that the page uses.
func (v indexView) Glossary() []report.Term { return report.Glossary() }

// Overview is the picture of all published figures; nil if there is none.
func (v indexView) Overview() *chart.Figure {
	if f, ok := report.Overview(v.Tallies); ok {
		return &f
	}
	return nil
}

// Sum is the number of figures with a verdict.
func (v indexView) Sum(verdict report.Verdict) int {
	return v.sum(func(t report.Tally) int { return t.Count(verdict) })
}

func (v indexView) sum(count func(report.Tally) int) int {
	n := 0
	for _, t := range v.Tallies {
		n += count(t)
	}
	return n
}

// Damaged lists the entries whose results cannot be used.
func (v indexView) Damaged() []report.Link {
	return slices.DeleteFunc(slices.Clone(v.Missing), func(l report.Link) bool { return l.Problem == "" })
}

type comparisonRow struct {
	report.Comparison
	Entry string
}

// A row is a result with what the other pages know about its game.
type row struct {
	Entry, Game, Strategy, First string
	Secrets, Total, Worst        int
	Mean                         string
	Gap                          string // percent more guesses than the least total; empty if that is not known
	Published                    string // the mean, or what else is published
	Verdict                      report.Verdict
	Histogram                    []int
}

func (v *indexView) fill() error {
	optima := map[string]int{}
	for _, p := range v.Pages {
		for _, o := range p.Optima {
			if o.Total == o.Lower {
				optima[o.Game] = o.Total
			}
		}
	}
	v.Tallies = report.Tallies(v.Pages)
	published := map[string]report.Comparison{} // by what was measured
	for _, p := range v.Pages {
		for _, c := range p.Comparisons {
			v.Comparisons = append(v.Comparisons, comparisonRow{c, p.Name})
			if c.Known {
				continue // of other figures than the results
			}
			key := c.Measured.Configuration.String()
			if known, ok := published[key]; !ok || slices.Index(v.Verdicts, c.Verdict) < slices.Index(v.Verdicts, known.Verdict) {
				published[key] = c
			}
		}
	}
	// Those that do not come out, and need a reason, come first.
	slices.SortStableFunc(v.Comparisons, func(a, b comparisonRow) int { return cmp.Compare(holds(a.Verdict), holds(b.Verdict)) })
	seen := map[string]bool{}
	add := func(r row) {
		key := r.Game + " " + r.Strategy + " " + r.First
		if seen[key] {
			return
		}
		seen[key] = true
		if least, ok := optima[r.Game]; ok {
			r.Gap = strconv.FormatFloat(100*float64(r.Total-least)/float64(least), 'f', 2, 64)
		}
		v.Rows = append(v.Rows, r)
	}
	for _, p := range v.Pages {
		results := p.Results
		if p.Long {
			results = nil
		}
		for _, r := range results {
			c := published[r.Configuration.String()]
			add(row{
				Entry: p.Name, Game: r.Game, Strategy: r.Strategy.String(), First: r.First,
				Secrets: r.Secrets, Total: r.Total, Worst: r.Worst, Mean: report.Mean(r.Mean).Text,
				Published: c.Printed(), Verdict: c.Verdict, Histogram: r.Histogram,
			})
		}
		for _, o := range p.Optima {
			secrets := 0
			for _, n := range o.Histogram {
				secrets += n
			}
			if secrets <= 0 {
				return fmt.Errorf("page %s: the least total of %s is of %d secrets", p.Name, o.Game, secrets)
			}
			add(row{
				Entry: p.Name, Game: o.Game, Strategy: leastTotal(o), First: o.First, Secrets: secrets, Total: o.Total, Worst: o.Worst,
				Mean: report.Mean(float64(o.Total) / float64(secrets)).Text, Histogram: o.Histogram,
			})
		}
	}
	// Game by game, those first that come first in the notebook.
	place := map[string]int{}
	for _, r := range v.Rows {
		if _, ok := place[r.Game]; !ok {
			place[r.Game] = len(place)
		}
	}
	slices.SortStableFunc(v.Rows, func(a, b row) int { return cmp.Compare(place[a.Game], place[b.Game]) })
	return nil
}

// holds is 1 for a figure that comes out as far as it is printed, else 0.
func holds(v report.Verdict) int {
	if v == report.Exact || v == report.AsPublished {
		return 1
	}
	return 0
}

// leastTotal names the strategy of an optimum.
func leastTotal(o report.Optimum) string {
	if o.Total == o.Lower {
		return "least total"
	}
	return "least total known"
}

// prose turns what is between backticks into code.
func prose(text string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		part = template.HTMLEscapeString(part)
		if i%2 == 1 {
			part = "<code>" + part + "</code>"
		}
		b.WriteString(part)
	}
	return template.HTML(b.String())
}

// What vgsvg says with every text and every path is said once, or in fewer words:
// the page's style has the fonts, and the element the usual size and colour of
// texts and of lines.
var svgText = regexp.MustCompile(` transform="scale\(1, -1\)"\s+style="font-family:[^;]*;font-variant:[a-z]*;font-weight:([a-z]*);font-style:normal;font-size:([0-9.]+)px;fill:([^"]*)"`)

const (
	usualSize  = "10.5"
	usualInk   = "#1B1F24"
	pictureTag = `<svg viewBox="0 0 %g %g" font-size="` + usualSize + `" fill="` + usualInk + `" role="img" aria-label="%s">%s`
)

// shorter is what stands in svg in place of what vgsvg says.
var shorter = strings.NewReplacer(
	` style="fill:none;stroke:#DDE1E6;stroke-width:0.75" />`+"\n", ` class="grid"/>`,
	` style="fill:none;stroke:#57606A;stroke-width:0.9" />`+"\n", ` class="axis"/>`,
	"\" />\n", "\"/>", "</text>\n", "</text>",
)

// picture draws a figure as an element of the page.
func picture(f chart.Figure) (template.HTML, error) {
	text, err := f.Draw(chart.SVG)
	if err != nil {
		return "", err
	}
	_, body, found := strings.Cut(string(text), "<svg ")
	_, body, ended := strings.Cut(body, ">")
	if !found || !ended {
		return "", fmt.Errorf("figure %s: no picture was drawn", f.File)
	}
	body = svgText.ReplaceAllStringFunc(body, func(style string) string {
		m := svgText.FindStringSubmatch(style)
		out := ""
		if m[1] != "normal" {
			out += ` class="` + m[1] + `"`
		}
		if m[2] != usualSize {
			out += ` font-size="` + m[2] + `"`
		}
		if m[3] != usualInk {
			out += ` fill="` + m[3] + `"`
		}
		return out
	})
	width, height := f.Size()
	return template.HTML(fmt.Sprintf(pictureTag, width.Points(), height.Points(), template.HTMLEscapeString(f.Caption), shorter.Replace(body))), nil
}
