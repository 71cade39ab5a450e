package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"codebreak/engine"
)

const recordName = "results.json"

// A Record is the content of a page's results.json: all that was measured,
// and what was concluded from it.
type Record struct {
	Entry       string          `json:"entry"`
	Title       string          `json:"title"`
	Question    string          `json:"question"`
	Findings    []string        `json:"findings"`
	Comparisons []Comparison    `json:"comparisons,omitempty"`
	Results     []engine.Result `json:"results"`
}

func (p *Page) record() Record {
	return Record{p.Name, p.Title, p.Question, p.Findings, p.Comparisons, p.Results}
}

// A Link names an entry of the notebook for the front page.
type Link struct {
	Name, Title string
	OnDemand    bool // whether the entry runs only when it is named
}

// WriteFront writes dir/README.md: the verdicts on all published figures and
// a line for each entry, read from the entries' results.json. Entries that
// have not been run are listed as such; those in slow are only named, so that
// the page does not depend on whether somebody had the time. It returns a
// warning for each file that it could not use.
func WriteFront(dir string, entries, slow []Link) (warnings []string, err error) {
	var page bytes.Buffer
	fmt.Fprint(&page, "# Results\n\nExhaustive experiments on Mastermind and Bulls and Cows: every secret of every configuration is played. These pages are made by `./run.sh`.\n")
	var contents bytes.Buffer
	for _, link := range entries {
		record, err := readRecord(dir, link.Name)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				warnings = append(warnings, err.Error())
			}
			fmt.Fprintf(&contents, "- %s: %s (not run yet)\n", link.Name, link.Title)
			continue
		}
		fmt.Fprintf(&contents, "- [%s](%s/README.md): %s %s\n", link.Name, link.Name, record.Title+".", record.Question)
		if len(record.Comparisons) > 0 {
			if err := writeVerdicts(&page, link.Name, record); err != nil {
				return warnings, err
			}
		}
	}
	for _, link := range slow {
		how := fmt.Sprintf("Takes minutes: `./run.sh run %s` or `--full`", link.Name)
		if link.OnDemand {
			how = fmt.Sprintf("Depends on the machine: `./run.sh run %s`", link.Name)
		}
		fmt.Fprintf(&contents, "- %s: %s. %s makes the page `%s/README.md`.\n", link.Name, link.Title, how, link.Name)
	}
	fmt.Fprintf(&page, "\n## Entries\n\n%s", contents.String())
	return warnings, WriteFile(filepath.Join(dir, "README.md"), page.Bytes())
}

func readRecord(dir, entry string) (Record, error) {
	path := filepath.Join(dir, entry, recordName)
	data, err := os.ReadFile(path)
	if err != nil {
		return Record{}, err
	}
	var r Record
	if err := json.Unmarshal(data, &r); err != nil {
		return Record{}, fmt.Errorf("%s is damaged: %w", path, err)
	}
	if r.Entry != entry {
		return Record{}, fmt.Errorf("%s belongs to entry %q, not %q", path, r.Entry, entry)
	}
	return r, nil
}

func writeVerdicts(page *bytes.Buffer, entry string, r Record) error {
	fmt.Fprintf(page, "\n## Published figures\n\n%s\n\n", CountVerdicts(r.Comparisons))
	t := Table{
		Header: []string{"figure", "game", "strategy", "from", "published", "worst", "measured", "worst", "no mean below", "no worst below", "information", "verdict"},
		Right:  []int{4, 5, 6, 7, 8, 9, 10},
	}
	for _, c := range r.Comparisons {
		mean, worst, information := BoundCells(c.Bounds)
		t.Rows = append(t.Rows, []string{
			fmt.Sprintf("[%s](%s/%s)", c.ID, entry, c.Picture),
			c.Game, c.Strategy, c.First,
			orDash(c.Published.Mean), c.worst(), FormatMean(c.Measured.Mean), strconv.Itoa(c.Measured.Worst),
			mean, worst, information,
			fmt.Sprintf("[%s](%s/README.md)", c.Verdict, entry),
		})
	}
	return t.WriteMarkdown(page)
}

// CountVerdicts says in a sentence how many figures got each verdict.
func CountVerdicts(comparisons []Comparison) string {
	count := map[Verdict]int{}
	for _, c := range comparisons {
		count[c.Verdict]++
	}
	var parts []string
	for _, v := range []struct {
		verdict Verdict
		meaning string
	}{
		{Exact, "reproduced exactly, the whole histogram"},
		{Mean, "reproduced as far as printed, which is no histogram"},
		{Differs, "different, for the reason in its note"},
		{Open, "open: no convention found that gives them"},
	} {
		if n := count[v.verdict]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v.meaning))
		}
	}
	return fmt.Sprintf("Published figures: %d. Of these, %s.", len(comparisons), strings.Join(parts, "; "))
}
