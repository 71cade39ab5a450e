package report

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"

	"codebreak/engine/parallel"
	"codebreak/report/chart"
)

// Markdown returns the page as Markdown with links to its pictures.
func (p *Page) Markdown() []byte {
	var w bytes.Buffer

	// The answer comes first, then what a reader needs to follow it.
	fmt.Fprintf(&w, "# %s\n", p.Question)
	answer, findings := p.Answer()
	if answer != "" {
		fmt.Fprintf(&w, "\n**%s**\n", answer)
	}
	if p.About != "" {
		fmt.Fprintf(&w, "\n%s\n", p.About)
	}
	if p.Picture != nil {
		fmt.Fprintf(&w, "\n![%s](%s)\n", p.Picture.Caption, p.Picture.File)
	}
	for i, f := range findings {
		if i == 0 {
			w.WriteString("\n")
		}
		fmt.Fprintf(&w, "- %s\n", f)
	}

	// Sections with a file of their own are linked to at the end.
	var apart []string
	for _, s := range p.Sections {
		if file := s.file(); file != "" {
			apart = append(apart, fmt.Sprintf("[%s](%s)", s.Heading, file))
			continue
		}
		fmt.Fprintf(&w, "\n## %s\n%s", s.Heading, s.markdown())
	}
	if len(apart) > 0 {
		fmt.Fprintf(&w, "\n## Further tables\n\n%s.\n", strings.Join(apart, ", "))
	}

	fmt.Fprintf(&w, "\nAll that was measured, histograms included: [%s](%s).", p.Data(), p.Data())
	if p.Command != "" {
		fmt.Fprintf(&w, " Made by `%s`.", p.Command)
	}
	w.WriteString(" Back to the [front page](../README.md).\n")
	return w.Bytes()
}

// longTable is the number of rows from which a table that index.html leaves out has a file
// of its own.
const longTable = 120

// file returns the name of the file that holds the section; empty if the page holds it.
func (s Section) file() string {
	name := s.File
	if name == "" && s.FolderOnly && s.Table != nil && s.Table.Rows() >= longTable {
		words := strings.FieldsFunc(strings.ToLower(s.Heading), isSeparator)
		name = strings.Join(words, "-")
	}

	if name != "" {
		name += ".md"
	}
	return name
}

func isSeparator(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// Elsewhere reports whether index.html leaves the section out.
func (s Section) Elsewhere() bool {
	return s.FolderOnly || s.File != ""
}

// markdown returns the section without its heading.
func (s Section) markdown() string {
	text := ""
	if s.Text != "" {
		text += "\n" + s.Text + "\n"
	}
	if s.Table != nil {
		text += "\n" + s.Table.short().Markdown()
	}
	for _, f := range s.Figures {
		text += fmt.Sprintf("\n![%s](%s)\n", f.Caption, f.File)
	}
	return text
}

// Answer returns the first finding, which answers the question, and the others.
func (p *Page) Answer() (answer string, others []string) {
	if len(p.Findings) == 0 {
		return "", nil
	}
	return p.Findings[0], p.Findings[1:]
}

// Pictures lists the page's pictures, the picture of the answer first, with the command
// that makes them.
func (p *Page) Pictures() []chart.Figure {
	var pictures []chart.Figure
	for f := range p.Figures() {
		made := *f
		made.Command = p.Command
		pictures = append(pictures, made)
	}
	return pictures
}

// Figures are the same pictures as they stand in the page, to be changed.
func (p *Page) Figures() iter.Seq[*chart.Figure] {
	return func(yield func(*chart.Figure) bool) {
		if p.Picture != nil && !yield(p.Picture) {
			return
		}
		for _, s := range p.Sections {
			for i := range s.Figures {
				if !yield(&s.Figures[i]) {
					return
				}
			}
		}
	}
}

// Describe gives each picture without a caption its title as alternative text.
func (p *Page) Describe() {
	for f := range p.Figures() {
		f.Caption = cmp.Or(f.Caption, f.Title)
	}
}

// Data names the file in the page's folder with the measurements: a table with a line for
// each configuration and each optimum, else the record.
func (p *Page) Data() string {
	if len(p.rows()) == 0 {
		return recordName
	}
	return tableName
}

// Files returns the contents of the page's folder: README.md, table.csv if there are rows
// for it, the sections with a file of their own, and each picture in PNG and in the other
// formats asked for. Names are plain, so that nothing is written outside of the folder, and
// no name is used twice. Files returns an error for other names, and for figures that cannot
// be drawn. The given number of workers draw the pictures.
func (p *Page) Files(workers int, formats ...chart.Format) ([]File, error) {
	files := []File{{pageName, p.Markdown()}}

	if p.Data() == tableName {
		files = append(files, File{tableName, rowTable(p.rows()).text()})
	}

	for _, s := range p.Sections {
		name := s.file()
		if name == "" {
			continue
		}
		content := fmt.Appendf(nil, "# %s\n%s\nBack to [%s](%s).\n",
			s.Heading, s.markdown(), p.Question, pageName)
		files = append(files, File{name, content})
	}

	formats = slices.Sorted(slices.Values(append(formats, chart.PNG)))
	pictures, err := p.draw(workers, slices.Compact(formats))
	if err != nil {
		return nil, fmt.Errorf("page %s: %w", p.Name, err)
	}
	files = append(files, pictures...)

	// The record stands in the same folder, the certificates in one of their own.
	if err := CheckName(p.Name); err != nil {
		return nil, fmt.Errorf("page %q: its name %w", p.Name, err)
	}
	ownFolder := append(files, File{Name: recordName})
	for _, folder := range [][]File{ownFolder, p.Certificates} {
		if err := checkNames(folder); err != nil {
			return nil, fmt.Errorf("page %s: %w", p.Name, err)
		}
	}
	return files, nil
}

// draw draws each of the page's pictures in each format.
func (p *Page) draw(workers int, formats []chart.Format) ([]File, error) {
	pictures := p.Pictures()
	files := make([]File, len(pictures)*len(formats))

	err := parallel.Each(context.Background(), workers, len(files), func(_, i int) error {
		figure := pictures[i/len(formats)]
		format := formats[i%len(formats)]
		content, err := figure.Draw(format)
		files[i] = File{figure.Name(format), content}
		return err
	})
	return files, err
}

// checkNames returns an error unless the files can stand in one folder.
func checkNames(files []File) error {
	seen := map[string]bool{}
	for _, f := range files {
		if err := CheckName(f.Name); err != nil {
			return fmt.Errorf("file %q: its name %w", f.Name, err)
		}

		// Some file systems do not distinguish capitals.
		key := strings.ToLower(f.Name)
		if seen[key] {
			return fmt.Errorf("two files are named %s", f.Name)
		}
		seen[key] = true
	}
	return nil
}

// CheckName returns an error for a name that might lead out of its folder, or
// that is hidden there.
func CheckName(name string) error {
	switch {
	case name == "":
		return errors.New("is empty")
	case strings.HasPrefix(name, "."), strings.Contains(name, ".."):
		return errors.New("begins with a dot or has two together, which are not allowed")
	case strings.ContainsFunc(name, isForbidden):
		return errors.New(`has a character that is not allowed: /, \, : or one that is not printed`)
	}
	return nil
}

func isForbidden(r rune) bool {
	return strings.ContainsRune(`/\:`, r) || !unicode.IsPrint(r)
}
