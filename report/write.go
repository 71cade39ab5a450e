package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"codebreak/engine"
)

// terminalWidth is the width that text is folded to for a terminal.
const terminalWidth = 110

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
	_, err = out.Write(page.Bytes())
	return err
}

func (p *Page) print(w *bytes.Buffer, v View) error {
	fmt.Fprintf(w, "\n%s\n%s\n\n%s\n", p.Title, strings.Repeat("─", utf8.RuneCountInString(p.Title)), Fold(p.Question, v.textWidth()))
	for _, s := range p.Sections {
		table := s.Table
		if s.Compact != nil {
			table = s.Compact
		}
		if s.PageOnly || table == nil {
			continue
		}
		fmt.Fprintf(w, "\n%s\n", s.Heading)
		if s.Text != "" {
			fmt.Fprintf(w, "%s\n", Fold(s.Text, v.textWidth()))
		}
		if err := table.Show(w, v); err != nil {
			return err
		}
	}
	if v.Width > 0 {
		if err := p.printBlocks(w, v.Width); err != nil {
			return err
		}
	}
	fmt.Fprintln(w, "\nFound")
	for _, f := range p.Findings {
		fmt.Fprintf(w, "- %s\n", strings.ReplaceAll(Fold(f, v.textWidth()-2), "\n", "\n  "))
	}
	return nil
}

// mostBlocks is the number of histograms up to which a terminal shows them:
// more would bury the tables.
const mostBlocks = 3

// printBlocks draws the histogram of the result of least total in each game,
// if the page is of few games.
func (p *Page) printBlocks(w io.Writer, width int) error {
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
	if len(best) > mostBlocks {
		return nil
	}
	for _, r := range best {
		heading := fmt.Sprintf("Fewest guesses played in %s: %s from %s, mean %s", r.Game, r.Strategy, r.First, FormatMean(r.Mean))
		if _, err := fmt.Fprintf(w, "\n%s\n", Fold(heading, width)); err != nil {
			return err
		}
		if err := WriteBlocks(w, r.Histogram, width); err != nil {
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
		if s.Table != nil && !s.PageOnly {
			sections = append(sections, Section{Heading: s.Heading, Text: s.Text, Table: s.Table})
		}
	}
	return p.markdown(w, sections)
}

func (p *Page) markdown(w io.Writer, sections []Section) error {
	fmt.Fprintf(w, "# %s\n\n**Question.** %s\n", p.Title, p.Question)
	for _, s := range sections {
		fmt.Fprintf(w, "\n## %s\n", s.Heading)
		if s.Text != "" {
			fmt.Fprintf(w, "\n%s\n", s.Text)
		}
		if s.Table != nil {
			fmt.Fprintln(w)
			if err := s.Table.WriteMarkdown(w); err != nil {
				return err
			}
		}
		for _, f := range s.Figures {
			fmt.Fprintf(w, "\n![%s](%s)\n", f.Caption, f.File)
		}
	}
	fmt.Fprint(w, "\n## Found\n\n")
	for _, f := range p.Findings {
		fmt.Fprintf(w, "- %s\n", f)
	}
	return nil
}

// csvHeader names the columns of table.csv. The histogram columns follow, one
// for each number of guesses.
var csvHeader = []string{
	"game", "criterion", "pool", "ties", "order", "first", "small",
	"codes", "total", "mean", "stddev", "worst", "known_total", "known_mean", "known_worst", "nodes",
}

// CSV writes one line for each configuration that was measured.
func (p *Page) CSV(w io.Writer) error {
	worst := 0
	for _, r := range p.Results {
		worst = max(worst, r.Worst)
	}
	header := append([]string(nil), csvHeader...)
	for k := 1; k <= worst; k++ {
		header = append(header, "guesses_"+strconv.Itoa(k))
	}
	decimal := func(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }
	out := csv.NewWriter(w)
	if err := out.Write(header); err != nil {
		return err
	}
	for _, r := range p.Results {
		row := []string{
			r.Game, string(r.Criterion), string(r.Pool), r.Ties, string(r.Order), r.First, strconv.Itoa(r.Small),
			strconv.Itoa(r.Codes), strconv.Itoa(r.Total), decimal(r.Mean), decimal(r.Stddev), strconv.Itoa(r.Worst),
			strconv.Itoa(r.Known.Total), decimal(r.Known.Mean), strconv.Itoa(r.Known.Worst), strconv.Itoa(r.Nodes),
		}
		for k := 1; k <= worst; k++ {
			row = append(row, strconv.Itoa(at(r.Histogram, k)))
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// file is a file to be written, under its name.
type file struct {
	name    string
	content []byte
}

// Write puts the page into the folder dir/Name: README.md, results.json,
// table.csv and the pictures. Each file is written under a temporary name and
// renamed, so that none is ever half written; pictures of an older page that
// the new one does not have are removed.
func Write(dir string, p *Page, formats ...Format) error {
	p.Version = RecordVersion
	files, err := p.render(append([]Format{PNG}, formats...))
	if err != nil {
		return err
	}
	folder := filepath.Join(dir, p.Name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	current := map[string]bool{}
	for _, f := range files {
		current[f.name] = true
		if err := WriteFile(filepath.Join(folder, f.name), f.content); err != nil {
			return err
		}
	}
	for _, c := range p.Certificates {
		path := filepath.Join(dir, c.Path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := WriteFile(path, c.Content); err != nil {
			return err
		}
	}
	var old []string
	for _, format := range Formats() {
		pictures, err := filepath.Glob(filepath.Join(folder, "*."+string(format)))
		if err != nil {
			return err
		}
		old = append(old, pictures...)
	}
	for _, path := range old {
		if !current[filepath.Base(path)] {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	return nil
}

// render makes all files of the page in memory, so that nothing is written if
// one of them fails.
func (p *Page) render(formats []Format) ([]file, error) {
	var files []file
	var markdown, table bytes.Buffer
	if err := p.Markdown(&markdown); err != nil {
		return nil, err
	}
	if err := p.CSV(&table); err != nil {
		return nil, err
	}
	record, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return nil, err
	}
	for _, s := range p.Sections {
		for _, f := range s.Figures {
			if slices.ContainsFunc(files, func(other file) bool { return other.name == f.File }) {
				return nil, fmt.Errorf("page %s has two figures named %s", p.Name, f.File)
			}
			for _, format := range formats {
				picture, err := f.Draw(format)
				if err != nil {
					return nil, err
				}
				files = append(files, file{f.Name(format), picture})
			}
		}
	}
	return append(files,
		file{"table.csv", table.Bytes()},
		file{"README.md", markdown.Bytes()},
		file{recordName, append(record, '\n')},
	), nil
}

// Temporary is how the names of files begin that are being written.
const Temporary = ".codebreak.tmp-"

// WriteFile writes a file under a temporary name in the same folder and then
// renames it, so that a reader sees the old content or the new, never a part. A
// link is followed; what is no file, such as a device or a pipe, is written to.
func WriteFile(path string, content []byte) (err error) {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() && !info.IsDir() {
			return writeTo(path, content)
		}
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), Temporary+"*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
		}
	}()
	if _, err = tmp.Write(content); err == nil {
		err = tmp.Chmod(0o644)
	}
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// writeTo writes to what is there already and no file.
func writeTo(path string, content []byte) error {
	out, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = out.Write(content)
	return errors.Join(err, out.Close())
}
