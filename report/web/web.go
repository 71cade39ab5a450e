// Package web makes one page of all results, for a browser: tables to filter and
// sort, histograms to lay over each other, and decision trees to walk through.
//
//	html, err := web.Index(links, pages)
//
// The page is a single file that asks nothing of a network. It holds compressed what is
// large: the contents of pictures, the rows of all results, and the trees. Its script
// unpacks them when the page is opened. Without scripts the questions are there with their
// findings and tables; pictures are the PNG files beside the page, and all results stand in
// all.csv.
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
	"path"
	"slices"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/pattern"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
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

func index(entries []report.Link, pages []*report.Page, parse parser) ([]byte, error) {
	view := indexView{
		Pages:    pages,
		Verdicts: report.Verdicts(),
		Answers:  report.Answers(pages),
	}
	made := map[string]bool{}
	for _, p := range pages {
		made[p.Name] = true
	}
	for _, link := range entries {
		if !made[link.Name] {
			view.Missing = append(view.Missing, link)
		}
	}
	if err := view.fill(); err != nil {
		return nil, err
	}

	data, err := newPageData(view.Rows, pages, parse)
	if err != nil {
		return nil, err
	}

	figures := shownFigures(pages)
	overview, anyPublished := report.Overview(pages)
	if anyPublished {
		figures[overview.File] = overview
	}
	pictures, err := drawAll(figures)
	if err != nil {
		return nil, err
	}
	for _, p := range pictures {
		data.Contents[p.Wide.Key] = p.Wide.content
		data.Contents[p.Narrow.Key] = p.Narrow.content
	}
	if anyPublished {
		view.Overview = pictures[overview.File]
	}

	t, err := template.New("index.html.tmpl").Funcs(template.FuncMap{
		"prose":   prose,
		"shown":   shownIn(pictures).of,
		"long":    isLong,
		"short":   report.ShortName,
		"inwords": report.GameInWords,
		"mean":    report.Mean,
		"holding": report.CountHolding,
		"words":   report.Glossary,
		"comma":   wording.Thousands[int],
		"lines":   lines,
		"style":   part[template.CSS],
		"script":  part[template.JS],
	}).ParseFS(parts, "page/index.html.tmpl")
	if err != nil {
		return nil, err
	}

	for name, lines := range map[string]any{"rows": view.Rows, "claims": view.All().Claims} {
		var text strings.Builder
		if err := t.ExecuteTemplate(&text, name, lines); err != nil {
			return nil, err
		}
		data.Contents[name] = text.String()
	}
	data.sort(view.All().Claims)
	view.Data = data.packed()

	var out bytes.Buffer
	if err := t.Execute(&out, view); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func isLong(cell string, most int) bool { return len(cell) > most }
func lines(cell string) []string        { return strings.Split(cell, "\n") }

// An indexView is what the template shows.
type indexView struct {
	Pages    []*report.Page
	Missing  []report.Link // entries without a page
	Answers  []report.Answer
	Verdicts []report.Verdict
	Tallies  []report.Tally
	Rows     []row
	Overview *picture      // of all published figures; nil if no mean is published
	Data     template.HTML // the page's data, packed
}

// All is the published figures of all kinds.
func (v indexView) All() report.Tally { return report.United(v.Tallies) }

// A pageGroup is the pages that stand under a heading.
type pageGroup struct {
	Name  string // empty for none
	Pages []*report.Page
}

// Groups lists the pages in their order, in groups.
func (v indexView) Groups() (groups []pageGroup) {
	for _, p := range v.Pages {
		if len(groups) == 0 || groups[len(groups)-1].Name != p.Group {
			groups = append(groups, pageGroup{Name: p.Group})
		}
		last := &groups[len(groups)-1]
		last.Pages = append(last.Pages, p)
	}
	return groups
}

// leading are the entries whose pictures stand above the questions.
var leading = []string{"first-guess", "agents"}

// Leading lists the pages whose pictures stand above the questions.
func (v indexView) Leading() []*report.Page {
	return slices.DeleteFunc(slices.Clone(v.Pages), func(p *report.Page) bool {
		return p.Picture == nil || !slices.Contains(leading, p.Name)
	})
}

// Damaged lists the entries whose results cannot be read.
func (v indexView) Damaged() []report.Link {
	return slices.DeleteFunc(slices.Clone(v.Missing), isUndamaged)
}

func isUndamaged(l report.Link) bool { return l.Problem == "" || l.Outdated }

// A shown picture is one of a page.
type shown struct {
	Page *report.Page
	*picture
}

// The pictures by their paths.
type shownIn map[string]*picture

func (in shownIn) of(p *report.Page, f chart.Figure) shown {
	return shown{p, in[path.Join(p.Name, f.File)]}
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
	// Step 1. What the other pages know: published figures and least totals.
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

	// Step 2. The rows of all pages.
	var rows []row
	for _, p := range v.Pages {
		if p.Long {
			continue
		}
		for _, r := range p.Results {
			name := r.Configuration.String()
			c := published[name]
			rows = append(rows, row{
				Entry:     p.Name,
				Game:      r.Game,
				Strategy:  r.Strategy.String(),
				First:     r.First,
				Figures:   r.Figures,
				Published: c.Published.Short(),
				Verdict:   c.Verdict,
				Words:     report.GameInWords(r.Game) + authors[name],
			})
		}
		for _, o := range p.Optima {
			name := "least total"
			if !o.Proved() {
				name += " known"
			}
			rows = append(rows, row{
				Entry:    p.Name,
				Game:     o.Game,
				Strategy: name,
				First:    o.First,
				Figures:  o.Figures,
				Words:    report.GameInWords(o.Game) + " optimal",
			})
		}
	}

	// Step 3. Each once, game by game.
	seen, place := map[string]bool{}, map[string]int{}
	for _, r := range rows {
		key := played(r.Game+" "+r.Strategy, r.First)
		if seen[key] {
			continue
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
	slices.SortStableFunc(v.Rows, func(a, b row) int {
		return cmp.Compare(place[a.Game], place[b.Game])
	})
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
			other, ok := best[key]
			if !ok || slices.Index(v.Verdicts, c.Verdict) < slices.Index(v.Verdicts, other.Verdict) {
				best[key] = c
			}
		}
	}
	return best, authors
}

// bold is emphasised text in Markdown.
var bold = pattern.Of(`\*\*(.+?)\*\*`)

// pageLink is a link to another page, in Markdown.
var pageLink = pattern.Of(`\[([^\]]+)\]\(\.\./([a-z-]+)/README\.md\)`)

// prose turns what is between backticks into code, what is between pairs of stars into bold text,
// and links to other pages into links to their cards.
func prose(text string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		part = bold().ReplaceAllString(template.HTMLEscapeString(part), "<strong>$1</strong>")
		part = pageLink().ReplaceAllString(part, `<a href="#entry-$2">$1</a>`)
		if i%2 == 1 {
			part = "<code>" + part + "</code>"
		}
		b.WriteString(part)
	}
	return template.HTML(b.String())
}
