// The texts of pages that state no computed number: how text.md is read.

package pages

import (
	"cmp"
	_ "embed"
	"strings"

	"codebreak/experiments/notebook"
	"codebreak/report"
	"codebreak/report/chart"
)

// proseFile has the texts of pages that state no computed number. It has a part for each entry,
// which begins with its question and what a reader must know, and a text for each heading. Under
// the name of a picture's file stand its caption and its subtitle. The part shared has the headings
// of several entries.
//
//go:embed text.md
var proseFile string

// sharedProse is the name of that part.
const sharedProse = "shared"

// A prose is what the file says of an entry.
type prose struct {
	question string
	about    string
	sections map[string]string // by their headings
}

// readProse reads the parts of the file by their names. A line that begins with # is the name
// of an entry, one with ## a heading; every other line is a paragraph.
func readProse(text string) map[string]prose {
	parts := map[string]prose{}
	for part := range strings.SplitSeq("\n"+text, "\n# ") {
		name, rest, _ := strings.Cut(part, "\n")
		sections := strings.Split(rest, "\n## ")
		p := prose{sections: map[string]string{}}

		// The question and what a reader must know stand before the first heading.
		p.question, p.about, _ = strings.Cut(strings.TrimSpace(sections[0]), "\n\n")

		for _, section := range sections[1:] {
			heading, text, _ := strings.Cut(section, "\n")
			p.sections[heading] = strings.TrimSpace(text)
		}
		parts[name] = p
	}
	return parts
}

// withProse fills in the question and the texts that an entry leaves empty.
func withProse(e notebook.Entry, parts map[string]prose) notebook.Entry {
	own, shared := parts[e.Name], parts[sharedProse]
	if e.Question == "" {
		e.Question, e.About = own.question, own.about
	}

	bare := e.Page
	e.Page = func(o notebook.Outcome) (report.Page, bool) {
		page, ok := bare(o)
		for i, s := range page.Sections {
			page.Sections[i].Text = cmp.Or(s.Text, own.sections[s.Heading], shared.sections[s.Heading])
		}
		for f := range page.Figures() {
			own.describe(f)
		}
		return page, ok
	}
	return e
}

// describe gives a picture the caption and the subtitle that stand under the name of its file.
func (p prose) describe(f *chart.Figure) {
	caption, subtitle, _ := strings.Cut(p.sections[f.File], "\n\n")
	f.Caption = cmp.Or(f.Caption, caption)
	f.Subtitle = cmp.Or(f.Subtitle, subtitle)
}
