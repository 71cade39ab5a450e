package published

import (
	_ "embed" // for the tables
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

// A Source is a publication, a page or a program that prints figures.
type Source struct {
	ID SourceID
	// Authors are surnames, or the name that a program, a blog or an
	// encyclopedia goes by: "Koyama and Lai", "Chen, Hsu, Lin".
	Authors string
	Title   string // empty if it is not known
	Year    int    // of publication; 0 if the source bears no date
	// Where is the journal with volume and pages, or the repository and file.
	Where string
	// Link is the address: https://doi.org/…, https://arxiv.org/abs/…, or that
	// of a repository or page; empty if it is not known.
	Link   string
	Prints string // its content, in a few words
	// Read is how it was read: "the source itself", or "as quoted by …".
	Read string
}

// Cite returns the short citation, such as "Knuth 1977": of more than two
// authors the first, and the year if it is known.
func (s Source) Cite() string {
	authors := s.Authors
	if first, _, more := strings.Cut(authors, ", "); more {
		authors = first + " et al."
	}
	if s.Year == 0 {
		return authors
	}
	return fmt.Sprintf("%s %d", authors, s.Year)
}

// A SourceID names a source of sources.csv.
type SourceID string

// Cite is the short citation of the source.
func (id SourceID) Cite() string { return id.Source().Cite() }

// The sources that code names.
const (
	chenHsuLin      SourceID = "chen-hsu-lin"
	chenLin         SourceID = "chen-lin"
	jaegerPeczarski SourceID = "jaeger-peczarski"
	Rosu            SourceID = "rosu"
	mikemagTables   SourceID = "mikemag-tables"
	mikemag2022     SourceID = "mikemag-2022"
)

// Source returns the source. Of an unlisted one only the name is known.
func (id SourceID) Source() Source {
	is := func(s Source) bool { return s.ID == id }
	if i := slices.IndexFunc(listed(), is); i >= 0 {
		return listed()[i]
	}

	// Few commands cite agents, so their sources are read only here.
	if i := slices.IndexFunc(sources(), is); i >= 0 {
		return sources()[i]
	}
	return Source{ID: id, Authors: string(id)}
}

// Sources returns all sources: articles, then programs and pages, by year; those
// without a date come last, and then those of language models and learned agents.
func Sources() []Source { return slices.Clone(sources()) }

var sources = sync.OnceValue(func() []Source { return slices.Concat(listed(), agentSources()) })

//go:embed sources.csv
var sourcesText string

// listed returns all sources except those of agents.
var listed = sync.OnceValue(func() []Source { return embedded("sources.csv", sourcesText, readSources) })

func readSources(file string, r io.Reader) ([]Source, error) {
	lines, err := readTable(file, r, []string{"id", "authors", "title", "year", "where", "link", "prints", "read"})
	if err != nil {
		return nil, err
	}

	var out []Source
	seen := map[SourceID]bool{}
	for _, l := range lines {
		if err := l.required("id", "authors", "where", "prints", "read"); err != nil {
			return nil, err
		}

		s := Source{
			ID:      SourceID(l.cell("id")),
			Authors: l.cell("authors"),
			Title:   l.cell("title"),
			Where:   l.cell("where"),
			Link:    l.cell("link"),
			Prints:  l.cell("prints"),
			Read:    l.cell("read"),
		}
		if year := l.cell("year"); year != "" {
			s.Year = l.whole("year")
			if s.Year < 1900 || s.Year > 2100 {
				return nil, l.errorf("year", "%q is not a year", year)
			}
		}

		if seen[s.ID] {
			return nil, l.errorf("id", "%s stands twice", s.ID)
		}
		seen[s.ID] = true
		out = append(out, s)
	}
	return out, nil
}

// A Story explains some figures by the programs that made them.
type Story struct {
	Title, Text string
	Figures     []string // ids, whose verdicts are the evidence
}

//go:embed stories.csv
var storiesText string

// Stories returns the stories.
func Stories() (out []Story) {
	for _, l := range embeddedLines("stories.csv", storiesText, "title,figures,text") {
		out = append(out, Story{
			Title:   l.cell("title"),
			Text:    l.cell("text"),
			Figures: strings.Fields(l.cell("figures")),
		})
	}
	return out
}
