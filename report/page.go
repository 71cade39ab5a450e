package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"codebreak/engine"
	"codebreak/report/chart"
	"codebreak/report/internal/textwrap"
)

// Print shows the page as the view wants it: its question, tables and
// findings.
func (p *Page) Print(out io.Writer, v View) error {
	var page bytes.Buffer
	var err error
	if v.Markdown {
		page.WriteByte('\n') // after the page before
		err = p.paste(&page)
	} else {
		err = p.print(&page, v)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, v.Paint(visible(page.String())))
	return err
}

func (p *Page) print(w *bytes.Buffer, v View) error {
	title := visible(p.Title)
	fmt.Fprintf(w, "\n%s\n%s\n\n%s\n", title, strings.Repeat("─", utf8.RuneCountInString(title)), textwrap.Wrap(p.Question, v.textWidth()))
	for _, s := range p.Sections {
		if s.PageOnly || s.FolderOnly || s.Table == nil {
			continue
		}
		fmt.Fprintf(w, "\n%s\n", s.Heading)
		if s.Text != "" {
			fmt.Fprintf(w, "%s\n", textwrap.Wrap(s.Text, v.textWidth()))
		}
		if err := s.Table.Show(w, v); err != nil {
			return err
		}
	}
	if v.Width > 0 {
		if err := p.printHistograms(w, v.Width); err != nil {
			return err
		}
	}
	fmt.Fprintln(w, "\nFindings")
	for _, f := range p.Findings {
		fmt.Fprintf(w, "- %s\n", strings.ReplaceAll(textwrap.Wrap(f, v.textWidth()-2), "\n", "\n  "))
	}
	return nil
}

// mostHistograms is the number of histograms up to which a terminal shows them:
// more would bury the tables.
const mostHistograms = 3

// printHistograms draws the histogram of the result of least total in each game,
// if the page is of few games.
func (p *Page) printHistograms(w io.Writer, width int) error {
	var best []engine.Result
	for _, r := range p.Results {
		i := slices.IndexFunc(best, func(b engine.Result) bool { return b.Game == r.Game })
		switch {
		case i < 0:
			best = append(best, r)
		case r.Total < best[i].Total:
			best[i] = r
		}
	}
	if len(best) > mostHistograms {
		return nil
	}
	for _, r := range best {
		others := 0
		for _, other := range p.Results {
			if other.Game == r.Game && other.Total == r.Total {
				others++
			}
		}
		heading := fmt.Sprintf("Fewest guesses played in %s: %s from %s, mean %s", r.Game, r.Strategy, r.First, Mean(r.Mean))
		if others > 1 {
			heading += fmt.Sprintf(", as of %d others", others-1)
		}
		if _, err := fmt.Fprintf(w, "\n%s\n", textwrap.Wrap(heading, width)); err != nil {
			return err
		}
		if err := WriteTextHistogram(w, r.Histogram, width); err != nil {
			return err
		}
	}
	return nil
}

// Markdown writes the page as Markdown with links to its pictures.
func (p *Page) Markdown(w io.Writer) error {
	if err := p.markdown(w, p.Sections); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, "\nEverything measured: [results.json](results.json), [table.csv](table.csv). Back to the [front page](../README.md).\n")
	return err
}

// paste writes what a terminal shows as Markdown that needs no other file.
func (p *Page) paste(w io.Writer) error {
	var sections []Section
	for _, s := range p.Sections {
		if s.Table != nil && !s.PageOnly && !s.FolderOnly {
			sections = append(sections, Section{Heading: s.Heading, Text: s.Text, Table: s.Table})
		}
	}
	return p.markdown(w, sections)
}

func (p *Page) markdown(w io.Writer, sections []Section) error {
	fmt.Fprintf(w, "# %s\n\n**Question.** %s\n\n## Findings\n\n", p.Title, p.Question)
	for _, f := range p.Findings {
		fmt.Fprintf(w, "- %s\n", f)
	}
	for _, s := range sections {
		fmt.Fprintf(w, "\n## %s\n", s.Heading)
		if s.Text != "" {
			fmt.Fprintf(w, "\n%s\n", s.Text)
		}
		if s.Table != nil {
			fmt.Fprintln(w)
			if err := s.Table.Markdown(w); err != nil {
				return err
			}
		}
		for _, f := range s.Figures {
			fmt.Fprintf(w, "\n![%s](%s)\n", f.Caption, f.File)
		}
	}
	return nil
}

// CSV writes one line for each configuration that was measured.
func (p *Page) CSV(w io.Writer) error {
	worst := 0
	for _, r := range p.Results {
		worst = max(worst, r.Worst)
	}
	return NewTable(p.Results, csvColumns(worst)).CSV(w)
}

// A File is a file to be written by whoever keeps the pages.
type File struct {
	Name    string // without a folder
	Content []byte
}

// The names of a page's files. That of the record is only linked to: it is
// written by whoever keeps the results.
const (
	pageName   = "README.md"
	tableName  = "table.csv"
	recordName = "results.json"
)

// Files returns what belongs into the page's folder: README.md, table.csv, and
// each picture in PNG and in the other formats asked for. Names are plain, so
// that nothing is written outside of the folder, and each is there once; else
// it returns an error, as for figures that cannot be drawn.
func (p *Page) Files(formats ...chart.Format) ([]File, error) {
	var markdown, table bytes.Buffer
	if err := p.Markdown(&markdown); err != nil {
		return nil, fmt.Errorf("page %s: %w", p.Name, err)
	}
	if err := p.CSV(&table); err != nil {
		return nil, fmt.Errorf("page %s: %w", p.Name, err)
	}
	files := []File{{pageName, markdown.Bytes()}, {tableName, table.Bytes()}}
	for _, s := range p.Sections {
		for _, f := range s.Figures {
			drawn := map[chart.Format]bool{}
			for _, format := range append([]chart.Format{chart.PNG}, formats...) {
				if drawn[format] {
					continue
				}
				drawn[format] = true
				picture, err := f.Draw(format)
				if err != nil {
					return nil, fmt.Errorf("page %s: %w", p.Name, err)
				}
				files = append(files, File{f.Name(format), picture})
			}
		}
	}
	if err := plainName(p.Name); err != nil {
		return nil, fmt.Errorf("page %q: its name %w", p.Name, err)
	}
	for _, list := range [][]File{append(files, File{Name: recordName}), p.Certificates} {
		if err := checkNames(list); err != nil {
			return nil, fmt.Errorf("page %s: %w", p.Name, err)
		}
	}
	return files, nil
}

// checkNames returns an error unless the files can stand in one folder.
func checkNames(files []File) error {
	seen := map[string]bool{}
	for _, f := range files {
		if err := plainName(f.Name); err != nil {
			return fmt.Errorf("file %q: its name %w", f.Name, err)
		}
		key := strings.ToLower(f.Name) // some systems know no other
		if seen[key] {
			return fmt.Errorf("two files are named %s", f.Name)
		}
		seen[key] = true
	}
	return nil
}

// plainName returns an error for a name that might lead out of its folder, or
// that is hidden there.
func plainName(name string) error {
	switch {
	case name == "":
		return errors.New("is empty")
	case strings.HasPrefix(name, "."), strings.Contains(name, ".."):
		return errors.New("begins with a dot or has two together, which are not allowed")
	case strings.ContainsFunc(name, func(r rune) bool { return strings.ContainsRune(`/\:`, r) || !unicode.IsPrint(r) }):
		return errors.New(`has a character that is not allowed: /, \, : or one that is not printed`)
	}
	return nil
}
