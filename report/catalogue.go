package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine/wording"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// addCauses counts the causes that make figures hard to reproduce.
func (p *Page) addCauses(claims []Claim) {
	all := 0
	table := TableOf(published.Causes(), func(cause published.Cause) Row {
		affected := lists.Keep(claims, func(c Claim) bool { return c.Cause == cause })
		all += len(affected)
		examples := lists.Map(affected[:min(3, len(affected))], Claim.id)
		return Cells(
			"cause", cause,
			"what it is", cause.Means(),
			"figures", len(affected),
			"reproduced", Tally{Claims: affected}.Hold(),
			"example", strings.Join(examples, ", "),
		)
	})

	text := wording.Thousands(all) + " figures do not follow their sources' descriptions, or are described too briefly to be replayed. Reproduced: with the cause copied, every digit is the same."
	p.Add("Why figures are hard to reproduce", text, table)
}

func (c Claim) id() string { return c.ID }

// addStory shows a story with its evidence.
func (p *Page) addStory(s published.Story, claims []Claim) {
	evidence := lists.Keep(claims, func(c Claim) bool {
		return slices.Contains(s.Figures, c.ID)
	})
	p.AddToFolder(s.Title, s.Text, TableOf(evidence, Claim.evidenceCells))
}

func (c Claim) evidenceCells() Row {
	return c.namedCells(c.ID)
}

// namedCells are the cells that tables of figures share, under a name.
func (c Claim) namedCells(name string) Row {
	return Cells(
		"figure", name,
		"of", c.About,
		"published", ForPeople(c.Printed),
		"measured", ForPeople(c.Measured),
		"verdict", c.Verdict,
	)
}

// mostRows is the number of figures of a source up to which all are shown. Of more, the
// figures that do not hold come first, and published.csv has the rest.
const mostRows = 200

// sourceSection shows the figures of a source, in a file of its own.
func sourceSection(source published.Source, claims []Claim) Section {
	claims = slices.Clone(claims)
	slices.SortStableFunc(claims, worstFirst)

	count := CountVerdicts([]Tally{{Claims: claims}})
	text := fmt.Sprintf("%s: %s. %s", reference(source), source.Prints, count)
	more := len(claims) - mostRows
	if more > 0 {
		claims = claims[:mostRows]
		text += fmt.Sprintf(" The other %s hold; [published.csv](../published.csv) has them.", wording.Thousands(more))
	}

	return Section{
		Heading: source.Cite(),
		Text:    text,
		File:    string(source.ID),
		Table:   TableOf(claims, Claim.linkedCells),
	}
}

func worstFirst(a, b Claim) int {
	return cmp.Compare(rankOf(b.Verdict), rankOf(a.Verdict))
}

// linkedCells are the cells of a figure in the catalogue, with a link to its histogram or its page.
func (c Claim) linkedCells() Row {
	file := fmt.Sprintf("../%s/%s", c.Page, pageName)
	if c.histogram != nil {
		file = SheetFile
	}
	name := fmt.Sprintf("[%s](%s)", c.ID, file)
	return c.namedCells(name).And("what differs", c.Gap)
}

// Catalogue adds the verdicts on the figures of all pages to a page: the printed histograms as its
// picture, counts at its beginning, and a file for each source at its end.
func (p *Page) Catalogue(pages []*Page) {
	tallies := Tallies(pages)
	whole := United(tallies).Claims
	sources := bySource(tallies)
	if f, ok := sheetFigure(tallies); ok {
		p.Picture = &f
	}
	var reasons []string
	for _, t := range tallies {
		if why := t.Reason(); why != "" {
			reasons = append(reasons, fmt.Sprintf("- %s: %s", t.What, why))
		}
	}

	own := p.Sections
	p.Sections = nil
	count := fmt.Sprintf("%s %s\n\n%s", CountVerdicts(tallies), CountHolding(tallies), verdictLegend)
	p.AddToFolder("The count", count, kindTable(tallies, "../"))
	p.AddToFolder("Figures that do not hold, and why", strings.Join(reasons, "\n"), nil)
	p.addCauses(whole)
	for _, s := range published.Stories() {
		p.addStory(s, whole)
	}
	p.AddToFolder("By source",
		"Each source links to its figures; [published.csv](../published.csv) has all.",
		countTable(sources, Tally.sourceCells))

	p.Sections = append(p.Sections, own...)
	if f, ok := sourcesFigure(tallies); ok {
		p.Add("Source by source", "", nil, f)
	}
	for _, s := range sources {
		p.Sections = append(p.Sections, sourceSection(s.printedBy(), s.Claims))
	}
}

// printedBy is the source of a tally of one source.
func (t Tally) printedBy() published.Source {
	return published.SourceID(t.What).Source()
}

func (t Tally) sourceCells() Row {
	source := t.printedBy()
	link := fmt.Sprintf("[%s](%s.md)", source.Cite(), t.What)
	return Cells("source", link, "where", source.Where)
}

// sourcesFigure draws, author by author, the difference between each published mean that does not
// hold and the measured one, the largest first. Authors all of whose means hold are only counted.
// ok is false if there is no mean to be drawn.
func sourcesFigure(tallies []Tally) (f chart.Figure, ok bool) {
	d := chart.Dots{
		XLabel: "measured minus published mean, guesses per secret (logarithmic beyond 0.001)",
		Linear: 0.001,
		Notes:  "figures that hold",
		Series: lists.Map(Verdicts()[rankOf(Differs):rankOf(NotTested)], Verdict.verdictDots),
	}
	whole := United(tallies)
	authors, near := 0, 0 // with a tested mean; all of whose means are off by less than nearly
	const nearly = 0.1

	for _, s := range groupClaims(whole.Claims, Claim.author) {
		tested := lists.Keep(s.Claims, Claim.hasMeans)
		if len(tested) == 0 {
			continue
		}
		authors++

		row := chart.DotRow{
			Name: s.What,
			Note: s.holding(),
		}
		for _, c := range tested {
			if !c.Verdict.Holds() {
				x := c.Means.Measured - c.Means.Published
				row.Dots = append(row.Dots, chart.Dot{Series: rankOf(c.Verdict) - rankOf(Differs), X: x})
			}
		}
		if len(row.Dots) == 0 {
			continue
		}
		d.Rows = append(d.Rows, row)
		if farthest(row) < nearly {
			near++
		}
	}
	slices.SortStableFunc(d.Rows, func(a, b chart.DotRow) int {
		return cmp.Compare(farthest(b), farthest(a))
	})

	return chart.Figure{
		File:    "published-sources.png",
		Caption: "Published means that differ from the measured ones, author by author: the difference in guesses per secret, coloured by verdict",
		Title: fmt.Sprintf("%d of %d authors got every mean right, and %d more to within %g guesses",
			authors-len(d.Rows), authors, near, nearly),
		Subtitle: fmt.Sprintf("the means of the other %d authors that differ from the measured ones", len(d.Rows)),
		Source:   fmt.Sprintf("%d authors", authors),
		Verdict:  whole.holding() + " hold",
		Charts:   []chart.Chart{d},
	}, len(d.Rows) > 0
}

// hasMeans reports whether the figure is a mean that was tested.
func (c Claim) hasMeans() bool { return c.Means != nil && c.Verdict != NotTested }

// farthest is the largest distance of a row's dots from 0.
func farthest(r chart.DotRow) (most float64) {
	for _, dot := range r.Dots {
		most = max(most, dot.X, -dot.X)
	}
	return most
}

func (v Verdict) verdictDots() chart.DotSeries {
	return chart.DotSeries{
		Name:   string(v),
		Colour: chart.VerdictColour(string(v)),
	}
}
