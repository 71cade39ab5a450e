package report

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"codebreak/engine/game"
)

// The page's parts. The folder vendor holds libraries of others, with their
// licences, as their packages on the npm registry have them.
//
//go:embed page
var parts embed.FS

const sortable = "page/vendor/sortable-tablesort-4.1.7/"

// WriteIndex writes dir/index.html: one page with everything on it, tables,
// pictures and trees, that asks nothing of a network. Without scripts all of
// its tables and pictures are there.
func WriteIndex(dir string, entries []Link, pages []*Page) error {
	content, err := index(entries, pages)
	if err != nil {
		return fmt.Errorf("index.html: %w", err)
	}
	return WriteFile(filepath.Join(dir, "index.html"), content)
}

func index(entries []Link, pages []*Page) ([]byte, error) {
	t, err := template.New("index.html.tmpl").Funcs(template.FuncMap{
		"prose":   prose,
		"picture": picture,
		"lines":   func(cell string) []string { return strings.Split(cell, "\n") },
		"right":   func(t *Table, column int) bool { return slices.Contains(t.Right, column) },
	}).ParseFS(parts, "page/index.html.tmpl")
	if err != nil {
		return nil, err
	}
	view := indexView{Pages: pages, Kinds: Verdicts()}
	for _, link := range entries {
		if !slices.ContainsFunc(pages, func(p *Page) bool { return p.Name == link.Name }) {
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
	view.fill()
	if view.Data, err = newPageData(view.Rows, pages); err != nil {
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
	Pages       []*Page
	Missing     []Link // entries without a page
	Kinds       []Verdict
	Tallies     []tallyRow
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

// All is the number of published figures, and Hold that of those that come
// out, as far as they are printed.
func (v indexView) All() int {
	n := 0
	for _, t := range v.Tallies {
		n += t.All
	}
	return n
}

func (v indexView) Hold() int {
	n := 0
	for _, t := range v.Tallies {
		n += t.Count[0] + t.Count[1]
	}
	return n
}

// Damaged lists the entries whose results cannot be used.
func (v indexView) Damaged() []Link {
	return slices.DeleteFunc(slices.Clone(v.Missing), func(l Link) bool { return l.Problem == "" })
}

// Sum is the number of figures with the i-th verdict.
func (v indexView) Sum(i int) int {
	n := 0
	for _, t := range v.Tallies {
		n += t.Count[i]
	}
	return n
}

type tallyRow struct {
	Tally
	Entry string
	All   int
}

type comparisonRow struct {
	Comparison
	Entry string
}

// A row is a result with what the other pages know about its game.
type row struct {
	Entry, Game, Strategy, First string
	Codes, Total, Worst          int
	Mean                         string
	Gap                          string // guesses more than the least total; empty if that is not known
	Published                    string // the mean
	Verdict                      Verdict
	Histogram                    []int
}

func (v *indexView) fill() {
	optima := map[string]int{}
	for _, p := range v.Pages {
		for _, o := range p.Optima {
			if o.Total == o.Lower {
				optima[o.Game] = o.Total
			}
		}
	}
	published := map[string]Comparison{} // by what was measured
	for _, p := range v.Pages {
		for _, c := range p.Comparisons {
			v.Comparisons = append(v.Comparisons, comparisonRow{c, p.Name})
			key := c.Measured.Configuration.String()
			if known, ok := published[key]; !ok || slices.Index(Verdicts(), c.Verdict) < slices.Index(Verdicts(), known.Verdict) {
				published[key] = c
			}
		}
		for _, t := range p.Tallies {
			v.addTally(tallyRow{Tally: t, Entry: p.Name})
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
			r.Gap = strconv.Itoa(r.Total - least)
		}
		v.Rows = append(v.Rows, r)
	}
	for _, p := range v.Pages {
		for _, r := range p.Results {
			c := published[r.Configuration.String()]
			add(row{
				Entry: p.Name, Game: r.Game, Strategy: r.Strategy.String(), First: r.First,
				Codes: r.Secrets, Total: r.Total, Worst: r.Worst, Mean: FormatMean(r.Mean),
				Published: c.Published.Mean, Verdict: c.Verdict, Histogram: r.Histogram,
			})
		}
		for _, o := range p.Optima {
			codes := 0
			for _, n := range o.Histogram {
				codes += n
			}
			add(row{
				Entry: p.Name, Game: o.Game, Strategy: leastTotal(o), First: o.First, Codes: codes, Total: o.Total, Worst: o.Worst,
				Mean: FormatMean(float64(o.Total) / float64(codes)), Histogram: o.Histogram,
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
}

// holds is 1 for a figure that comes out as far as it is printed, else 0.
func holds(v Verdict) int {
	if v == Exact || v == Mean {
		return 1
	}
	return 0
}

// leastTotal names the strategy of an optimum.
func leastTotal(o Optimum) string {
	if o.Total == o.Lower {
		return "least total"
	}
	return "least total known"
}

// addTally adds a tally, unless there is one of the same kind of figures that
// counts more of them: the full form of an entry counts those of the other.
func (v *indexView) addTally(t tallyRow) {
	for _, n := range t.Count {
		t.All += n
	}
	i := slices.IndexFunc(v.Tallies, func(other tallyRow) bool { return other.What == t.What })
	switch {
	case i < 0:
		v.Tallies = append(v.Tallies, t)
	case t.All > v.Tallies[i].All:
		v.Tallies[i] = t
	}
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

// What vgsvg says with every text and every thin line, the page's style says
// once; for texts it names other fonts of the same widths as well.
var (
	svgText = regexp.MustCompile(`\s+transform="scale\(1, -1\)"\s+style="font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;font-size:([0-9.]+)px"`)
	svgLine = regexp.MustCompile(`\s+style="fill:none;stroke:#000000;stroke-width:0.5"`)
)

// picture draws a figure as an element of the page.
func picture(f Figure) (template.HTML, error) {
	text, err := f.Draw(SVG)
	if err != nil {
		return "", err
	}
	_, body, found := strings.Cut(string(text), "<svg ")
	_, body, ended := strings.Cut(body, ">")
	if !found || !ended {
		return "", fmt.Errorf("figure %s: no picture was drawn", f.File)
	}
	body = svgText.ReplaceAllString(body, ` font-size="$1"`)
	body = svgLine.ReplaceAllString(body, ` class="thin"`)
	width, height := f.size()
	return template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %g %g" role="img" aria-label="%s">%s`,
		width.Points(), height.Points(), template.HTMLEscapeString(f.Caption), body)), nil
}

// pageData is what the page's script works with.
type pageData struct {
	Games []gameData `json:"games"`
}

// A gameData is a game as the script knows it: its secrets, how they answer
// guesses, and the strategies that were played.
type gameData struct {
	Name      string       `json:"name"`
	Describe  string       `json:"describe"`
	Rule      string       `json:"rule"`      // how feedback is computed: pegs, black or pairs
	Width     int          `json:"width"`     // positions of a code
	Secrets   string       `json:"secrets"`   // all secrets, one after the other; empty if there are no trees
	Feedbacks []string     `json:"feedbacks"` // by their index
	Final     int          `json:"final"`     // index of the feedback that ends the game
	Played    []playedData `json:"played"`
}

// A playedData is a strategy with its histogram, or its tree, or both.
type playedData struct {
	Name      string `json:"name"`
	Printed   bool   `json:"printed,omitempty"`
	Histogram []int  `json:"histogram,omitempty"`
	Tree      string `json:"tree,omitempty"`
}

func newPageData(rows []row, pages []*Page) (pageData, error) {
	var data pageData
	place := map[string]int{}
	find := func(name string) (*gameData, error) {
		i, ok := place[name]
		if !ok {
			g, err := game.Parse(name)
			if err != nil {
				return nil, err
			}
			i = len(data.Games)
			place[name] = i
			data.Games = append(data.Games, newGameData(g))
		}
		return &data.Games[i], nil
	}
	for _, r := range rows {
		g, err := find(r.Game)
		if err != nil {
			return data, err
		}
		g.Played = append(g.Played, playedData{Name: played(r.Strategy, r.First), Histogram: r.Histogram})
	}
	for _, p := range pages {
		for _, play := range p.Plays {
			if play.Tree == "" {
				continue // too large to be kept
			}
			g, err := find(play.Game)
			if err != nil {
				return data, err
			}
			if err := g.add(play); err != nil {
				return data, err
			}
		}
	}
	slices.SortFunc(data.Games, func(a, b gameData) int { return cmp.Compare(a.Name, b.Name) })
	return data, nil
}

func played(strategy, first string) string { return strategy + " from " + first }

func newGameData(g game.Game) gameData {
	width, _ := g.Shape()
	d := gameData{Name: g.String(), Describe: g.Describe(), Rule: rule(g), Width: width, Final: int(g.Final())}
	for f := range game.Feedback(g.OutcomeLimit()) {
		d.Feedbacks = append(d.Feedbacks, g.FormatFeedback(f))
	}
	return d
}

// rule names the way in which a game answers.
func rule(g game.Game) string {
	pegs, ok := game.PegRules(g)
	switch {
	case !ok:
		return "pairs"
	case pegs.BlackOnly:
		return "black"
	}
	return "pegs"
}

// add adds a tree, to the strategy of that name if it is there.
func (d *gameData) add(p Play) error {
	if d.Secrets == "" {
		g, err := game.Parse(p.Game)
		if err != nil {
			return err
		}
		secrets, _, err := game.Codes(g, game.Lex)
		if err != nil {
			return err
		}
		var all strings.Builder
		for _, s := range secrets {
			all.WriteString(g.FormatCode(s))
		}
		d.Secrets = all.String()
	}
	name := p.Name
	if !p.Printed {
		name = played(p.Name, p.Tree[:d.Width])
	}
	i := slices.IndexFunc(d.Played, func(other playedData) bool { return other.Name == name })
	if i < 0 {
		i = len(d.Played)
		d.Played = append(d.Played, playedData{Name: name, Printed: p.Printed})
	}
	d.Played[i].Tree = p.Tree
	return nil
}
