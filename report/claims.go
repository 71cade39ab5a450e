package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/tree"
	"codebreak/report/chart"
)

// A Claim is a published figure of any kind with its verdict, in words.
type Claim struct {
	ID       string
	Source   published.SourceID
	Subject  engine.Subject
	About    string // what it is a figure of: the game, the strategy, the first guess
	Printed  string
	Measured string
	Gap      string // what differs, and by how much; empty if nothing does
	Verdict  Verdict
	Picture  string          // the file of the page's folder that shows it; empty if a row does
	Page     string          // the entry that judged it; filled in by [Tallies]
	Cause    published.Cause // what the figure suffers from; empty for nothing
	Means    *Means          // nil if it is a figure of something else than a mean
}

// Means are a published mean and the one measured, in guesses per secret.
type Means struct{ Published, Measured float64 }

// Means returns the mean that is printed, as such or as a total or a histogram,
// beside the measured one; nil if none is printed.
func (q Quoted) Means(measured tree.Figures) *Means {
	m := Means{Measured: measured.Mean}
	if mean, err := strconv.ParseFloat(q.Mean, 64); err == nil {
		m.Published = mean
	} else if q.Total != 0 && measured.Mean > 0 {
		m.Published = float64(q.Total) / float64(measured.Total) * measured.Mean
	} else if q.Histogram != nil {
		m.Published = tree.Summarise(q.Histogram).Mean
	} else {
		return nil
	}
	return &m
}

// A Tally is the published figures of one kind, judged.
type Tally struct {
	What string
	// Why says, in a sentence, why those that do not hold do not. It
	// is said only if there are such.
	Why    string
	Claims []Claim
}

// Count is the number of figures with a verdict.
func (t Tally) Count(v Verdict) int {
	n := 0
	for _, c := range t.Claims {
		if c.Verdict == v {
			n++
		}
	}
	return n
}

// Hold is the number of figures of which everything printed is equal.
func (t Tally) Hold() int { return t.Count(Exact) + t.Count(AsPublished) }

// Reason is Why, if some figure does not hold.
func (t Tally) Reason() string {
	if t.Hold() == len(t.Claims) {
		return ""
	}
	return t.Why
}

// Pages lists the entries that judged its figures.
func (t Tally) Pages() []string {
	var pages []string
	for _, c := range t.Claims {
		if !slices.Contains(pages, c.Page) {
			pages = append(pages, c.Page)
		}
	}
	return pages
}

// United is the figures of several tallies in one.
func United(tallies []Tally) (all Tally) {
	for _, t := range tallies {
		all.Claims = append(all.Claims, t.Claims...)
	}
	return all
}

// Tallies unites the tallies of pages, kind by kind. A figure that several
// entries judge, such as the short and the full form of one, counts once: by the
// verdict that says most, and of equal ones the first.
func Tallies(pages []*Page) []Tally {
	type place struct{ tally, claim int }
	var all []Tally
	seen := map[string]place{}
	for _, p := range pages {
		for _, t := range p.Tallies {
			i := slices.IndexFunc(all, func(other Tally) bool { return other.What == t.What })
			if i < 0 {
				i, all = len(all), append(all, Tally{What: t.What})
			}
			if all[i].Why == "" {
				all[i].Why = t.Reason()
			}
			for _, c := range t.Claims {
				c.Page = p.Name
				at, again := seen[c.ID]
				if !again {
					seen[c.ID] = place{i, len(all[i].Claims)}
					all[i].Claims = append(all[i].Claims, c)
				} else if before := &all[at.tally].Claims[at.claim]; slices.Index(Verdicts(), c.Verdict) < slices.Index(Verdicts(), before.Verdict) {
					*before = c
				}
			}
		}
	}
	return all
}

// CountVerdicts says in a sentence how many figures got each verdict.
func CountVerdicts(tallies []Tally) string {
	all := United(tallies)
	var parts []string
	for _, v := range Verdicts() {
		if n := all.Count(v); n > 0 {
			word := string(v)
			if v == Differs && n > 1 {
				word = "differ"
			}
			parts = append(parts, fmt.Sprintf("%s %s", humanize.Comma(int64(n)), word))
		}
	}
	n := len(all.Claims)
	return fmt.Sprintf("%s published %s: %s.", humanize.Comma(int64(n)), english.PluralWord(n, "figure", ""), strings.Join(parts, ", "))
}

// CountSources says in a sentence of how many sources every figure holds.
func CountSources(tallies []Tally) string {
	sources := bySource(tallies)
	whole := slices.DeleteFunc(slices.Clone(sources), func(t Tally) bool { return t.Hold() < len(t.Claims) })
	return fmt.Sprintf("By source: all figures of %d of %d hold.", len(whole), len(sources))
}

// verdictLegend says what the verdicts mean.
const verdictLegend = "Exact: everything published is equal, the histogram included. As published: the source gives no histogram; everything it gives agrees in every digit. Differs: not equal, for a known reason, which is shown. Impossible: it contradicts a proof, which is shown. Unexplained: not equal, and no reason is known. Not tested: the game is too large, or no strategy here is the player."

// tallySections tables the verdicts by kind and by source.
func tallySections(tallies []Tally, link func(entry string) string) []Section {
	titles := "figures"
	for _, v := range Verdicts() {
		titles += " | " + string(v)
	}
	counts := func(t Tally) []any {
		numbers := []any{len(t.Claims)}
		for _, v := range Verdicts() {
			numbers = append(numbers, t.Count(v))
		}
		return numbers
	}
	byKind := TableOf(tallies, "figures of | "+titles+" | what does not hold, and why | entry", func(t Tally) []any {
		var links []string
		for _, p := range t.Pages() {
			links = append(links, link(p))
		}
		return slices.Concat([]any{t.What}, counts(t), []any{t.Reason(), strings.Join(links, ", ")})
	})
	bySources := TableOf(bySource(tallies), "source | where | "+titles, func(t Tally) []any {
		source := t.Claims[0].Source.Source()
		return append([]any{Citation(source), source.Where}, counts(t)...)
	})
	return []Section{
		{Heading: "By kind", Table: byKind, FolderOnly: true},
		{Heading: "By source", Table: bySources, FolderOnly: true},
	}
}

// bySource groups the claims of tallies by their source.
func bySource(tallies []Tally) []Tally {
	return groupClaims(United(tallies).Claims, func(c Claim) string { return string(c.Source) })
}

// groupClaims makes a tally of the claims of each kind, in the order in which they first
// come.
func groupClaims(claims []Claim, what func(Claim) string) (groups []Tally) {
	for _, c := range claims {
		i := slices.IndexFunc(groups, func(t Tally) bool { return t.What == what(c) })
		if i < 0 {
			i, groups = len(groups), append(groups, Tally{What: what(c)})
		}
		groups[i].Claims = append(groups[i].Claims, c)
	}
	return groups
}

// ClaimsTable has a row for each figure.
func ClaimsTable(claims []Claim) *Table {
	return TableOf(claims, "figure | source | of | published | measured | verdict | what differs", func(c Claim) []any {
		return []any{c.ID, Citation(c.Source.Source()), c.About, c.Printed, c.Measured, c.Verdict, c.Gap}
	})
}

// A Story is what was found out about some figures, in words.
type Story struct {
	Title, Text string
	Figures     []string // ids, whose verdicts are the evidence
}

// causesSection counts what published figures suffer from.
func causesSection(claims []Claim) Section {
	type row struct {
		published.Cause
		of Tally
	}
	var rows []row
	all := 0
	for _, cause := range published.Causes() {
		of := Tally{Claims: slices.DeleteFunc(slices.Clone(claims), func(c Claim) bool { return c.Cause != cause })}
		rows, all = append(rows, row{cause, of}), all+len(of.Claims)
	}
	return Section{
		Heading: "What published figures suffer from",
		Text:    fmt.Sprintf("%s figures are not what their sources describe, or not told well enough to be played again. Reproduced: the cause is known so well that every digit is measured here too.", humanize.Comma(int64(all))),
		Table: TableOf(rows, "cause | what it is | figures | reproduced | such as", func(r row) []any {
			var ids []string
			for _, c := range r.of.Claims[:min(3, len(r.of.Claims))] {
				ids = append(ids, c.ID)
			}
			return []any{string(r.Cause), r.Means(), len(r.of.Claims), r.of.Hold(), strings.Join(ids, ", ")}
		}),
	}
}

// section shows a story with its evidence.
func (s Story) section(claims []Claim) Section {
	evidence := slices.DeleteFunc(slices.Clone(claims), func(c Claim) bool { return !slices.Contains(s.Figures, c.ID) })
	return Section{Heading: s.Title, Text: s.Text, FolderOnly: true, Table: TableOf(evidence, "figure | of | published | measured | verdict", func(c Claim) []any {
		return []any{c.ID, c.About, c.Printed, c.Measured, c.Verdict}
	})}
}

// Catalogue puts the verdicts on the figures of all pages before and behind
// what a page says by itself: the counts, and a row for each figure.
func (p *Page) Catalogue(pages []*Page) {
	tallies := Tallies(pages)
	entry := func(name string) string { return fmt.Sprintf("[%s](../%s/%s)", name, name, pageName) }
	opening := Section{Heading: "The count", Text: fmt.Sprintf("%s %s %s", CountVerdicts(tallies), CountSources(tallies), verdictLegend), FolderOnly: true}
	whole := United(tallies).Claims
	leading := []Section{causesSection(whole)}
	for _, s := range p.Stories {
		leading = append(leading, s.section(whole))
	}
	if f, ok := SourcesFigure(tallies); ok {
		p.Sections = append(p.Sections, Section{Heading: "Source by source", Figures: []chart.Figure{f}})
	}
	p.Sections = slices.Concat(leading, []Section{opening}, tallySections(tallies, entry), p.Sections, []Section{{
		Heading: "All published figures",
		Text:    "The name of a figure leads to its picture, or else to the page with its row.",
		Table: TableOf(whole, "figure | source | of | published | measured | verdict | what differs", func(c Claim) []any {
			name := fmt.Sprintf("[%s](../%s/%s)", c.ID, c.Page, cmp.Or(c.Picture, pageName))
			return []any{name, Citation(c.Source.Source()), c.About, c.Printed, c.Measured, c.Verdict, c.Gap}
		}),
		FolderOnly: true,
	}})
}

// SourcesFigure draws, author by author, by how much every published mean differs from the
// measured one. Figures that hold stand at 0; those of other quantities, and those not
// tested, are only counted. ok is false if there is no mean to be drawn.
func SourcesFigure(tallies []Tally) (f chart.Figure, ok bool) {
	d := chart.Dots{XLabel: "measured minus published mean, guesses per secret (logarithmic beyond 0.001)", Linear: 0.001, Notes: "hold"}
	for _, v := range Verdicts()[:slices.Index(Verdicts(), NotTested)] {
		d.Series = append(d.Series, chart.DotSeries{Name: string(v), Colour: chart.VerdictColour(string(v))})
	}
	right, whole := 0, United(tallies) // authors all of whose means hold
	authors := groupClaims(whole.Claims, func(c Claim) string { return author(c.Source) })
	slices.SortStableFunc(authors, func(a, b Tally) int { return year(a) - year(b) })
	for _, s := range authors {
		row := chart.DotRow{Name: s.What, Note: fmt.Sprintf("%s of %s", humanize.Comma(int64(s.Hold())), humanize.Comma(int64(len(s.Claims))))}
		wrong := 0
		for _, c := range s.Claims {
			if c.Means == nil || c.Verdict == NotTested {
				continue
			}
			x := 0.0
			if !c.Verdict.Holds() {
				x = c.Means.Measured - c.Means.Published
				wrong++
			}
			row.Dots = append(row.Dots, chart.Dot{Series: slices.Index(Verdicts(), c.Verdict), X: x})
		}
		if len(row.Dots) == 0 {
			continue
		}
		d.Rows = append(d.Rows, row)
		if wrong == 0 {
			right++
		}
	}
	return chart.Figure{
		File:     "published-sources.png",
		Caption:  "Every published mean against the measured one, author by author: the difference in guesses per secret, coloured by verdict",
		Title:    fmt.Sprintf("%d of %d authors print no mean that differs from ours", right, len(d.Rows)),
		Subtitle: "every published mean against the measured one; at the right, all figures of the author that hold",
		Source:   fmt.Sprintf("%d authors", len(d.Rows)),
		Verdict:  fmt.Sprintf("%.0f%% hold", 100*float64(whole.Hold())/float64(max(1, len(whole.Claims)))),
		Width:    700,
		Charts:   []chart.Chart{d},
	}, len(d.Rows) > 0
}

// author names whoever made a source, without the year or the machine.
func author(id published.SourceID) string {
	name, _, _ := strings.Cut(id.Source().Authors, " (")
	return name
}

// year is that of the first figure of an author; those without come last.
func year(t Tally) int {
	if y := t.Claims[0].Source.Source().Year; y > 0 {
		return y
	}
	return 9999
}
