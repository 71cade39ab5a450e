package report

import (
	"bytes"
	"fmt"
	"slices"

	"codebreak/configs/published"
)

// A Link names an entry of the notebook for the front pages.
type Link struct {
	Name, Question string
	// How is the command that makes the page.
	How string
	// Problem says why the results that are there cannot be used; empty if they
	// can, or if there are none. Outdated says that they can be shown, but not be made
	// into pages: the entry asks for more than was computed.
	Problem  string
	Outdated bool
}

// Front returns the front page of all folders, in Markdown: the verdicts on all
// published figures, a line for each entry, the glossary and the sources. Entries
// without a page are listed as such.
func Front(entries []Link, pages []*Page) []byte {
	var page, contents bytes.Buffer
	fmt.Fprint(&page, "# Results\n\nExhaustive experiments on Mastermind, Bulls and Cows and similar games: strategies play every secret. `./run.sh` makes these pages; [index.html](index.html) shows the same in a browser, with strategies to compare and decision trees to explore.\n")
	tallies := Tallies(pages)
	if len(tallies) > 0 {
		if f, ok := Overview(tallies); ok {
			fmt.Fprintf(&page, "\n![%s](%s)\n", f.Caption, f.File)
		}
		fmt.Fprintf(&page, "\n## Published figures\n\n%s %s %s\n", CountVerdicts(tallies), CountSources(tallies), verdictLegend)
		for i, s := range tallySections(tallies, func(entry string) string { return fmt.Sprintf("[%s](%s/%s)", entry, entry, pageName) }) {
			if i > 0 {
				fmt.Fprintf(&page, "\n### %s\n", s.Heading)
			}
			page.WriteString("\n" + s.Table.Markdown())
		}
	}
	for _, link := range entries {
		i := slices.IndexFunc(pages, func(p *Page) bool { return p.Name == link.Name })
		if i < 0 {
			name, why := link.Name, "not run yet"
			switch {
			case link.Outdated:
				name, why = fmt.Sprintf("[%s](%s/%s)", name, name, pageName), "out of date"
			case link.Problem != "":
				why = "its results cannot be used; make them again"
			}
			fmt.Fprintf(&contents, "- %s: %s (%s: `%s`)\n", name, link.Question, why, link.How)
			continue
		}
		p := pages[i]
		fmt.Fprintf(&contents, "- [%s](%s/README.md): %s %s\n", p.Name, p.Name, p.Question, p.About)
		if len(p.Comparisons) > 0 {
			page.WriteString(verdictTable(p))
		}
	}
	fmt.Fprintf(&page, "\n## Entries\n\n%s\n## Glossary\n\n", contents.String())
	for _, t := range Glossary() {
		fmt.Fprintf(&page, "- **%s**: %s.\n", t.Word, t.Meaning)
	}
	fmt.Fprint(&page, "\n## Sources\n\n")
	for _, s := range published.Sources() {
		fmt.Fprintf(&page, "- %s: %s; read: %s.\n", Reference(s), s.Prints, s.Read)
	}
	return page.Bytes()
}

// verdictTable has the verdicts on the figures that a page compares.
func verdictTable(p *Page) string {
	text := fmt.Sprintf("\n## %s, figure by figure\n\nWhere a source prints no mean, the table has what it prints instead. [The page](%s/%s) has the histograms and the lower bounds.\n\n", p.Name, p.Name, pageName)
	return text + TableOf(p.Comparisons, "figure | game | strategy | from | >published mean | published worst | measured mean | measured worst | verdict", func(c Comparison) []any {
		return []any{
			fmt.Sprintf("[%s](%s/%s)", c.ID, p.Name, c.Picture), c.Game, c.Strategy, c.First, c.Printed(), printed(c.Published.Worst),
			Mean(c.Measured.Mean), c.Measured.Worst, fmt.Sprintf("[%s](%s/%s)", c.Verdict, p.Name, pageName),
		}
	}).Markdown()
}
