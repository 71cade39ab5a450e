package cli

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/gonum/floats"

	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/report"
)

// A comparison is subjects side by side, and each but the first beside the first.
type comparison struct {
	Subjects []outcome `json:"subjects"`
	Pairs    []pair    `json:"against_first"`
}

// A pair is a subject beside the first.
type pair struct {
	Name string `json:"name"`
	// Difference is how much larger its mean is.
	Difference maybe `json:"mean_difference"`
	// Moved is how many secrets need another number of guesses, by the
	// histograms, if they are of the same game.
	Moved maybe `json:"moved"`
	// Shares says which share of the secrets, in percent, it solves faster than the
	// first, with as many guesses, and slower; nil without two trees of a game.
	Shares *shares `json:"shares,omitempty"`
	Parts  string  `json:"parts,omitempty"` // where the trees part first
}

// shares are in percent of the secrets.
type shares struct {
	Faster float64 `json:"faster"`
	Tied   float64 `json:"tied"`
	Slower float64 `json:"slower"`
}

func newComparison(subjects []outcome) comparison {
	c := comparison{Subjects: subjects}
	first := subjects[0]
	for _, s := range subjects[1:] {
		p := pair{Name: s.Name, Difference: s.Mean - first.Mean, Moved: absent}
		if s.Game == first.Game && s.Histogram != nil && first.Histogram != nil && s.sampled == nil && first.sampled == nil {
			p.Moved = maybe(report.HistogramDistance(first.Histogram, s.Histogram))
		}
		if s.tree != nil && first.tree != nil && s.Game == first.Game {
			t := notebook.Sure(tree.Compare(s.tree, first.tree)) // both solve all secrets of one game
			percent := func(n int) float64 { return 100 * float64(n) / float64(s.Secrets) }
			p.Shares = &shares{percent(t.Faster), percent(t.Tied), percent(t.Slower)}
			p.Parts = parts(s, first, t.Parting)
		}
		c.Pairs = append(c.Pairs, p)
	}
	return c
}

func at(histogram []float64, k int) float64 {
	if k < len(histogram) {
		return histogram[k]
	}
	return 0
}

// parts says where two trees part.
func parts(a, b outcome, p *tree.Parting) string {
	if p == nil {
		return fmt.Sprintf("%s and %s make the same guesses throughout.", a.Name, b.Name)
	}
	g := a.tree.Game
	where := "at the first guess"
	if len(p.Path) > 0 {
		where = "after " + game.History(g, p.Path)
	}
	return fmt.Sprintf("%s and %s first differ %s (%s candidates): %s against %s.",
		a.Name, b.Name, where, humanize.Comma(int64(p.Candidates)), g.FormatCode(p.A), g.FormatCode(p.B))
}

// table is what a spreadsheet reads: the histograms.
func (c comparison) table() *report.Table { return c.histogramTable(true) }

// histogramTable has a line for each number of guesses, with the share of the
// secrets of each subject in percent and, if wanted, their number.
func (c comparison) histogramTable(numbers bool) *report.Table {
	columns := []report.Column[int]{{Title: "guesses", Value: func(k int) any { return k }}}
	longest := 2
	for _, s := range c.Subjects {
		if s.Histogram == nil {
			continue
		}
		longest = max(longest, len(s.Histogram))
		all := floats.Sum(s.Histogram)
		if numbers {
			columns = append(columns, report.Column[int]{Title: s.Name + ": secrets", Value: func(k int) any { return at(s.Histogram, k) }})
		}
		title := s.Name
		if numbers {
			title += ": percent"
		}
		columns = append(columns, report.Column[int]{Title: title, Wrap: 18, Value: func(k int) any { return report.Percent(100*at(s.Histogram, k)/all, 2) }})
	}
	var rows []int
	for k := 1; k < longest; k++ {
		rows = append(rows, k)
	}
	return report.NewTable(rows, columns)
}

// nameWidth is how many characters of a name stand in a line of a table.
const nameWidth = 30

// A compared row is a subject and its pair, which of the first has no figures.
type compared struct {
	outcome
	against pair
}

// sideBySide tables the subjects.
func (c comparison) sideBySide(v report.View) *report.Table {
	rows := []compared{{c.Subjects[0], pair{Difference: absent}}}
	for i, p := range c.Pairs {
		rows = append(rows, compared{c.Subjects[i+1], p})
	}
	titles := " | secrets | >mean | worst | rules | difference"
	byWeight := slices.ContainsFunc(c.Subjects, func(o outcome) bool { return o.Weighted != nil })
	byShares := slices.ContainsFunc(c.Pairs, func(p pair) bool { return p.Shares != nil })
	if byShares {
		titles += " | solved faster | tied | slower"
	}
	if byWeight {
		titles += " | mean by weight"
	}
	difference := func(x float64) report.Formatted { return report.Decimals(x, 5).Signed() }
	return report.TableOf(rows, titles, func(r compared) []any {
		cells := []any{r.Name, r.Secrets, r.meanText(), positive(r.Worst), nil, r.against.Difference.shown(difference)}
		if !v.Pasted() {
			cells[0] = report.View{Width: nameWidth}.Wrap(r.Name)
		}
		if r.Rules != nil {
			cells[4] = *r.Rules
		}
		if s := r.against.Shares; s != nil {
			cells = append(cells, report.Percent(s.Faster, 1), report.Percent(s.Tied, 1), report.Percent(s.Slower, 1))
		} else if byShares {
			cells = append(cells, nil, nil, nil)
		}
		if byWeight {
			cells = append(cells, report.Mean(r.Weighted.Mean))
		}
		return cells
	})
}

// print prints outcomes side by side.
func (c comparison) print(p *paper) {
	first := c.Subjects[0]
	p.show(c.sideBySide(p.View))
	p.say("Share of the secrets by number of guesses:")
	p.show(c.histogramTable(false))
	for _, s := range c.Subjects {
		if s.Left != nil {
			p.say("%s: %s", s.Name, s.leftText())
		}
	}
	for i, pair := range c.Pairs {
		switch {
		case pair.Parts != "":
			p.say("%s", pair.Parts)
		case pair.Moved == 0:
			p.say("%s and %s have the same histogram.", pair.Name, first.Name)
		case pair.Moved > 0:
			p.say("%s: at least %s of %s secrets need a different number of guesses than with %s.",
				pair.Name, humanize.Commaf(math.Round(100*float64(pair.Moved))/100), humanize.Comma(int64(c.Subjects[i+1].Secrets)), first.Name)
		}
	}
	if slices.ContainsFunc(c.Subjects, func(o outcome) bool { return o.sampled != nil }) {
		p.say("In brackets: the 99 %% confidence interval of a sampled mean. All else is exact.")
	}
}

// title says what the comparison shows.
func (c comparison) title() string {
	first := c.Subjects[0]
	switch {
	case c.subtitle() == "":
		return "Guesses in several games"
	case len(c.Subjects) == 2:
		return c.Pairs[0].title(first.Name)
	case len(c.Subjects) == 1 && first.Mean.none():
		return first.Name
	case len(c.Subjects) == 1:
		return fmt.Sprintf("%s takes %s guesses on average", first.Name, first.meanText())
	}
	best := first
	for _, o := range c.Subjects[1:] {
		if o.Mean < best.Mean || best.Mean.none() {
			best = o
		}
	}
	return fmt.Sprintf("%s is the best of these: %s guesses on average", best.Name, best.meanText())
}

func (p pair) title(first string) string {
	switch {
	case p.Moved == 0:
		return fmt.Sprintf("%s and %s: the same histogram", first, p.Name)
	case p.Difference.none():
		return fmt.Sprintf("%s and %s", first, p.Name)
	case p.Difference == 0:
		return fmt.Sprintf("%s and %s: the same mean", first, p.Name)
	case p.Difference < 0:
		return fmt.Sprintf("%s needs %.3f guesses fewer than %s on average", p.Name, -float64(p.Difference), first)
	}
	return fmt.Sprintf("%s needs %.3f guesses fewer than %s on average", first, float64(p.Difference), p.Name)
}

// subtitle names the game, if it is one.
func (c comparison) subtitle() string {
	g := c.Subjects[0].Game
	if slices.ContainsFunc(c.Subjects, func(s outcome) bool { return s.Game != g }) {
		return ""
	}
	return report.GameInWords(g)
}

// source names the sources of what is published, and verdict whether some other subject
// has its histogram.
func (c comparison) source() (cites, verdict string) {
	var sources []string
	verdict = string(report.Exact)
	for _, s := range c.Subjects {
		if s.source == "" {
			continue
		}
		if cite := s.source.Source().Cite(); !slices.Contains(sources, cite) {
			sources = append(sources, cite)
		}
		if !slices.ContainsFunc(c.Subjects, func(o outcome) bool {
			return o.source == "" && o.Game == s.Game && s.Histogram != nil && slices.Equal(o.Histogram, s.Histogram)
		}) {
			verdict = "not equal"
		}
	}
	if len(sources) == 0 {
		return "", ""
	}
	return strings.Join(sources, ", "), verdict
}
