package report

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"strings"

	"codebreak/configs/published"
)

// A Link names an entry of the notebook for the front pages.
type Link struct {
	Name     string
	Question string
	Group    string // of questions that stand together; empty for none
	// How is the command that makes the page.
	How string
	// Problem says why existing results cannot be used; it is empty if there are none.
	// Outdated results have a page that can be shown but not made again, since the entry asks
	// for more than was computed.
	Problem  string
	Outdated bool
}

// Front returns the front page of all folders, in Markdown: the best play known for each
// game, the verdicts on all published figures, a line for each entry, the sources and the
// glossary. For entries without a page it gives the command that makes it.
func Front(entries []Link, pages []*Page) []byte {
	var page bytes.Buffer
	fmt.Fprint(&page, "# Results\n\nHow many guesses does a secret take on average? Every strategy plays every secret, and exhaustive searches prove the optima. [index.html](index.html) shows the same in a browser, with strategies to compare and decision trees to explore; [all.csv](all.csv), [published.csv](published.csv) and [datapackage.json](datapackage.json) are the data.\n")
	if answers := Answers(pages); len(answers) > 0 {
		table := TableOf(answers, Answer.cells).Markdown()
		fmt.Fprintf(&page, "\n%s\nWordle's word lists are not included: add `--answers answers.txt --allowed allowed.txt` to its command.\n", table)
	}

	made := map[string]*Page{}
	for _, p := range pages {
		made[p.Name] = p
	}
	fmt.Fprint(&page, "\n## Questions\n\n")
	group := ""
	for k, link := range entries {
		if link.Group != group {
			group = link.Group
			if k > 0 {
				fmt.Fprintln(&page)
			}
			fmt.Fprintf(&page, "### %s\n\n", cmp.Or(group, "Others"))
		}
		switch p := made[link.Name]; {
		case p != nil:
			answer, _ := p.Answer()
			fmt.Fprintf(&page, "- [%s](%s/%s) **%s**\n", link.Question, link.Name, pageName, answer)
		case link.Outdated:
			fmt.Fprintf(&page, "- [%s](%s/%s) Out of date: run `%s`.\n", link.Question, link.Name, pageName, link.How)
		case link.Problem != "":
			fmt.Fprintf(&page, "- %s The results in %s cannot be read: run `%s`.\n", link.Question, link.Name, link.How)
		default:
			fmt.Fprintf(&page, "- %s Not run yet: `%s`.\n", link.Question, link.How)
		}
	}

	if tallies := Tallies(pages); len(tallies) > 0 {
		fmt.Fprint(&page, "\n## Are the published averages right?\n\n", CountHolding(tallies), "\n")
		if f, ok := Overview(pages); ok {
			fmt.Fprintf(&page, "\n![%s](%s)\n", f.Caption, f.File)
		}
		kinds := kindTable(tallies, "").Markdown()
		fmt.Fprintf(&page, "\n%s %s\n\n%s", CountVerdicts(tallies), verdictLegend, kinds)
	}

	fmt.Fprint(&page, "\n## Glossary\n\n")
	for _, t := range Glossary() {
		fmt.Fprintf(&page, "- **%s**: %s.\n", t.Word, t.Meaning)
	}
	fmt.Fprint(&page, "\n## Sources\n\n")
	for _, s := range published.Sources() {
		fmt.Fprintf(&page, "- %s: %s; read: %s.\n", reference(s), s.Prints, s.Read)
	}
	return page.Bytes()
}

// A term is a word with what it means here.
type term struct{ Word, Meaning string }

// glossary has a line for each word of this field that pages use.
//
//go:embed glossary.txt
var glossary string

// Glossary lists the words, each with one meaning.
func Glossary() (terms []term) {
	for line := range strings.Lines(glossary) {
		word, meaning, _ := strings.Cut(strings.TrimSpace(line), ": ")
		terms = append(terms, term{word, meaning})
	}
	return terms
}
