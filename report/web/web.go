// Package web makes one page of all results, for a browser: tables to filter and
// sort, histograms to lay over each other, and decision trees to walk through.
// The page is a single file that asks nothing of a network, and without scripts
// all of its tables and pictures are there.
//
//	html, err := web.Index(links, pages)
//
// The page's script follows trees that say which guesses may be the secret
// ([tree.MarkPacked]), and knows no rule of a game. [Lab] makes the page of the lab, which
// runs the whole program.
package web

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"codebreak/engine/game"
	"codebreak/engine/short"
	"codebreak/engine/tree"
	"codebreak/report"
	"codebreak/report/chart"
)

// The page's parts. The folder vendor holds libraries of others, with their
// licences, as their packages on the npm registry have them.
//
//go:embed page lab
var parts embed.FS

// Index returns the page, in HTML. It returns an error for results that
// contradict themselves: unknown games, invalid trees.
func Index(entries []report.Link, pages []*report.Page) ([]byte, error) {
	content, err := index(entries, pages, game.Parse)
	if err != nil {
		return nil, fmt.Errorf("index.html: %w", err)
	}
	return content, nil
}

// part returns one of the parts, which are the project's own files, not text from
// outside.
func part[T ~string](name string) (T, error) {
	text, err := parts.ReadFile(name)
	return T(text), err
}

func index(entries []report.Link, pages []*report.Page, parse func(name string) (game.Game, error)) ([]byte, error) {
	t, err := template.New("index.html.tmpl").Funcs(template.FuncMap{
		"prose":   prose,
		"picture": picture,
		"spark":   spark,
		"shown":   func(p *report.Page, f chart.Figure) shown { return shown{p, f} },
		"long":    func(cell string, most int) bool { return len(cell) > most },
		"short":   report.ShortName,
		"mean":    report.Mean,
		"holding": report.CountHolding,
		"words":   report.Glossary,
		"comma":   func(n int) string { return humanize.Comma(int64(n)) },
		"lines":   func(cell string) []string { return strings.Split(cell, "\n") },
		"style":   part[template.CSS],
		"script":  part[template.JS],
	}).ParseFS(parts, "page/index.html.tmpl")
	if err != nil {
		return nil, err
	}
	view := indexView{Pages: pages, Verdicts: report.Verdicts(), Answers: report.Answers(pages)}
	for _, link := range entries {
		if !slices.ContainsFunc(pages, func(p *report.Page) bool { return p.Name == link.Name }) {
			view.Missing = append(view.Missing, link)
		}
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
	Pages    []*report.Page
	Missing  []report.Link // entries without a page
	Answers  []report.Answer
	Verdicts []report.Verdict
	Tallies  []report.Tally
	Rows     []row
	Data     pageData
}

// All is the published figures of all kinds.
func (v indexView) All() report.Tally { return report.United(v.Tallies) }

// Overview is the picture of all published figures; nil if no mean is published.
func (v indexView) Overview() *chart.Figure {
	if f, ok := report.Overview(v.Tallies); ok {
		return &f
	}
	return nil
}

// Damaged lists the entries whose results cannot be read.
func (v indexView) Damaged() []report.Link {
	return slices.DeleteFunc(slices.Clone(v.Missing), func(l report.Link) bool { return l.Problem == "" || l.Outdated })
}

// A shown figure is one of a page.
type shown struct {
	Page *report.Page
	chart.Figure
}

// A row is a result with what the other pages know about its game.
type row struct {
	Entry, Game, Strategy, First string
	tree.Figures
	Gap       string // percent more guesses than the least total; empty if that is not known
	Published string // the mean, or what else is published
	Verdict   report.Verdict
	Words     string // what else finds the row than what it shows: its game in words, who published it
}

// fill takes from the pages what the tables show. Rows stand game by game, in the order of
// the notebook, each once, and say how far they are from the least total.
func (v *indexView) fill() error {
	v.Tallies = report.Tallies(v.Pages)
	published, authors := v.published()
	optima := map[string]int{}
	for _, p := range v.Pages {
		for _, o := range p.Optima {
			if o.Secrets() <= 0 {
				return fmt.Errorf("page %s: the least total of %s is of %d secrets", p.Name, o.Game, o.Secrets())
			}
			if o.Proved() {
				optima[o.Game] = o.Total
			}
		}
	}
	seen, place := map[string]bool{}, map[string]int{}
	add := func(r row) {
		key := played(r.Game+" "+r.Strategy, r.First)
		if seen[key] {
			return
		}
		seen[key] = true
		if _, ok := place[r.Game]; !ok {
			place[r.Game] = len(place)
		}
		if least, ok := optima[r.Game]; ok {
			r.Gap = strconv.FormatFloat(100*float64(r.Total-least)/float64(least), 'f', 2, 64)
		}
		v.Rows = append(v.Rows, r)
	}
	for _, p := range v.Pages {
		if p.Long {
			continue
		}
		for _, r := range p.Results {
			name := r.Configuration.String()
			c, words := published[name], report.GameInWords(r.Game)+authors[name]
			add(row{p.Name, r.Game, r.Strategy.String(), r.First, r.Figures, "", c.Published.Short(), c.Verdict, words})
		}
		for _, o := range p.Optima {
			name := "least total"
			if !o.Proved() {
				name += " known"
			}
			add(row{p.Name, o.Game, name, o.First, o.Figures, "", "", "", report.GameInWords(o.Game) + " optimal"})
		}
	}
	slices.SortStableFunc(v.Rows, func(a, b row) int { return cmp.Compare(place[a.Game], place[b.Game]) })
	return nil
}

// published returns the best comparison of each configuration, by its name, and the names
// and authors of all its published figures.
func (v *indexView) published() (best map[string]report.Comparison, authors map[string]string) {
	best, authors = map[string]report.Comparison{}, map[string]string{}
	for _, p := range v.Pages {
		for _, c := range p.Comparisons {
			key := c.Configuration.String()
			authors[key] += " " + c.ID + " " + c.Source.Source().Authors
			if c.Identified {
				continue // of other figures than the results
			}
			if other, ok := best[key]; !ok || slices.Index(v.Verdicts, c.Verdict) < slices.Index(v.Verdicts, other.Verdict) {
				best[key] = c
			}
		}
	}
	return best, authors
}

// bold is emphasised text in Markdown.
var bold = short.Pattern(`\*\*(.+?)\*\*`)

// prose turns what is between backticks into code, and what is between pairs of stars
// into bold text.
func prose(text string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		part = bold().ReplaceAllString(template.HTMLEscapeString(part), "<strong>$1</strong>")
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
var svgText = short.Pattern(` transform="scale\(1, -1\)"\s+style="font-family:[^;]*;font-variant:[a-z]*;font-weight:([a-z]*);font-style:normal;font-size:([0-9.]+)px;fill:([^"]*)"`)

const (
	usualSize  = "10.5"
	usualInk   = "#1B1F24"
	pictureTag = `<svg viewBox="0 0 %g %g" style="--drawn:%dpx" font-size="` + usualSize + `" fill="` + usualInk + `" role="img" aria-label="%s">%s`
)

// shorter is what stands in svg in place of what vgsvg says.
var shorter = strings.NewReplacer(
	` style="fill:none;stroke:#DDE1E6;stroke-width:0.75" />`+"\n", ` class="grid"/>`,
	` style="fill:none;stroke:#57606A;stroke-width:0.9" />`+"\n", ` class="axis"/>`,
	"\" />\n", "\"/>", "</text>\n", "</text>",
)

// spark draws a histogram in the height of a line.
func spark(h report.Histogram) template.HTML {
	const step, height = 7, 18
	most, bars := slices.Max(h), ""
	for k, n := range h {
		if n > 0 {
			bars += fmt.Sprintf("M%d %dv-%dh%dv%dz", step*k, height, max(1, height*n/most), step-1, max(1, height*n/most))
		}
	}
	return template.HTML(fmt.Sprintf(`<svg class="spark" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s"><title>%s</title><path d="%s"/></svg>`,
		step*len(h), height, step*len(h), height, h, h, bars))
}

// picture draws a figure twice, for screens and for phones: the page's style shows one.
func picture(f chart.Figure) (template.HTML, error) {
	wide, err := drawing(f)
	if err != nil {
		return "", err
	}
	narrow, err := drawing(f.Narrow())
	return `<div class="screen">` + wide + `</div><div class="phone">` + narrow + `</div>`, err
}

// drawing draws a figure as an element of the page.
func drawing(f chart.Figure) (template.HTML, error) {
	text, err := f.Draw(chart.SVG)
	if err != nil {
		return "", err
	}
	_, body, found := strings.Cut(string(text), "<svg ")
	_, body, ended := strings.Cut(body, ">")
	if !found || !ended {
		return "", fmt.Errorf("figure %s: no picture was drawn", f.File)
	}
	body = svgText().ReplaceAllStringFunc(body, func(style string) string {
		m := svgText().FindStringSubmatch(style)
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
	return template.HTML(fmt.Sprintf(pictureTag, width.Points(), height.Points(), f.Width, template.HTMLEscapeString(f.Caption), shorter.Replace(body))), nil
}
