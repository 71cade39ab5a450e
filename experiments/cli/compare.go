package cli

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/experiments/store"
	"codebreak/report"
	"codebreak/report/chart"
)

func (a *app) compareCommand() *cobra.Command {
	var f outcomeFlags
	cmd := &cobra.Command{
		Use:   "compare SUBJECT SUBJECT...",
		Short: "Compare strategies, decision trees, published figures and games",
		Long: `Compare strategies, decision trees, published figures and games with the first of
them: means, worst cases and histograms; for trees of the same game also which share of
the secrets is solved faster and slower, and where the trees first differ.

"codebreak help subjects" says what a SUBJECT is. With --player a program of yours plays
the game of the first subject.`,
		Example: `  codebreak compare 'bc4x10 minimax' 'bc4x10 entropy first=0123'
  codebreak compare 'mm4x6 knuth' 'mm4x6 optimal' knuth/minimax --plot knuth.svg
  codebreak compare mm4x6 bc4x10 --csv
  codebreak compare 'mm4x6 minimax' --player 'python3 mine.py'`,
		ValidArgsFunction: subjectNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			switch {
			case f.player.given() && len(args) < 1:
				return usagef("compare needs a subject to compare the player with; see compare --help")
			case !f.player.given() && len(args) < 2:
				return usagef("compare needs at least two subjects, such as 'mm4x6 minimax' 'mm4x6 entropy', and was given %d; see compare --help", len(args))
			}
			most := mostSubjects
			if f.plot != "" {
				most = mostOverlaid
			}
			c, err := a.compare(cmd, args, f.player, f.sample, func(subjects []subject) error { return checkNumber(subjects, most) })
			if err == nil && f.plot != "" {
				err = a.draw(f.plot, c.figure(plotOptions{}))
			}
			if err != nil {
				return err
			}
			return write(cmd.OutOrStdout(), f.format, c)
		},
	}
	f.addTo(cmd)
	return cmd
}

// compare reads subjects, to which a player may come, checks that they have a common
// scale and are not too many, and measures them.
func (a *app) compare(cmd *cobra.Command, specs []string, player playerFlags, sample sampleFlags, check func([]subject) error) (comparison, error) {
	ctx := cmd.Context()
	subjects, err := a.parseSubjects(ctx, specs)
	if err == nil && player.given() {
		subjects = append(subjects, subject{spec: subjects[0].game.String(), game: subjects[0].game, player: &player})
	}
	if err == nil {
		err = cmp.Or(checkScale(subjects), sample.check(cmd, subjects), check(subjects))
	}
	if err != nil {
		return comparison{}, err
	}
	measured, err := a.measureSubjects(ctx, subjects, sample)
	if err != nil {
		return comparison{}, err
	}
	return newComparison(measured)
}

// checkScale refuses subjects that have no common scale.
func checkScale(subjects []subject) error {
	until := func(s subject) string {
		if s.figure != nil && s.figure.Known {
			return "identified"
		}
		return "solved"
	}
	for _, s := range subjects[1:] {
		if a, b := until(subjects[0]), until(s); a != b {
			return usagef("%s counts guesses until the secret is %s, %s until it is %s: they have no common scale", subjects[0].spec, a, s.spec, b)
		}
	}
	return nil
}

// checkNumber refuses more subjects than fit.
func checkNumber(subjects []subject, most int) error {
	if n := len(subjects); n > most {
		return usagef("%d subjects; at most %d fit here", n, most)
	}
	return nil
}

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

func newComparison(subjects []outcome) (comparison, error) {
	c := comparison{Subjects: subjects}
	first := subjects[0]
	for _, s := range subjects[1:] {
		p := pair{Name: s.Name, Difference: s.Mean - first.Mean, Moved: maybe(math.NaN())}
		if s.Game == first.Game && s.Histogram != nil && first.Histogram != nil && s.sampled == nil && first.sampled == nil {
			p.Moved = maybe(report.HistogramDistance(first.Histogram, s.Histogram))
		}
		if s.tree != nil && first.tree != nil && s.Game == first.Game {
			t, err := tree.Compare(s.tree, first.tree)
			if err != nil {
				return c, err
			}
			percent := func(n int) float64 { return 100 * float64(n) / float64(s.Secrets) }
			p.Shares = &shares{percent(t.Sooner), percent(t.Alike), percent(t.Later)}
			p.Parts = parts(s, first, t.Parting)
		}
		c.Pairs = append(c.Pairs, p)
	}
	return c, nil
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
		var rounds []string
		for _, s := range p.Path {
			rounds = append(rounds, g.FormatCode(s.Guess)+" "+g.FormatFeedback(s.Answer))
		}
		where = "after " + strings.Join(rounds, ", ")
	}
	return fmt.Sprintf("%s and %s first differ %s (%s candidates): %s against %s.",
		a.Name, b.Name, where, humanize.Comma(int64(p.Candidates)), g.FormatCode(p.A), g.FormatCode(p.B))
}

// worst is the longest that any histogram is.
func (c comparison) worst() int {
	worst := 1
	for _, s := range c.Subjects {
		worst = max(worst, len(s.Histogram)-1)
	}
	return worst
}

// table is what a spreadsheet reads: the histograms.
func (c comparison) table() *report.Table { return c.histogramTable(true) }

// histogramTable has a line for each number of guesses, with the share of the
// secrets of each subject in percent and, if wanted, their number.
func (c comparison) histogramTable(numbers bool) *report.Table {
	columns := []report.Column[int]{{Title: "guesses", Value: func(k int) any { return k }}}
	for _, s := range c.Subjects {
		if s.Histogram == nil {
			continue
		}
		all := 0.0
		for _, n := range s.Histogram {
			all += n
		}
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
	for k := 1; k <= c.worst(); k++ {
		rows = append(rows, k)
	}
	return report.NewTable(rows, columns)
}

// A compared row is a subject and, but for the first, the pair of it.
type compared struct {
	outcome
	*pair
}

// sideBySide tables the subjects.
func (c comparison) sideBySide() *report.Table {
	rows := []compared{{c.Subjects[0], nil}}
	for i := range c.Pairs {
		rows = append(rows, compared{c.Subjects[i+1], &c.Pairs[i]})
	}
	columns := []report.Column[compared]{
		{Title: "", Wrap: 30, Value: func(r compared) any { return r.outcome.Name }},
		{Title: "secrets", Value: func(r compared) any { return r.Secrets }},
		{Title: "mean", Align: report.Right, Value: func(r compared) any { return r.meanText() }},
		{Title: "worst", Value: func(r compared) any { return positive(r.Worst) }},
		{Title: "against the first", Value: func(r compared) any {
			if r.pair == nil {
				return nil
			}
			return r.Difference.shown(func(x float64) report.Formatted { return report.Decimals(x, 5).Signed() })
		}},
	}
	if !slices.ContainsFunc(c.Pairs, func(p pair) bool { return p.Shares != nil }) {
		return report.NewTable(rows, columns)
	}
	for i, title := range []string{"solved faster", "tied", "slower"} {
		columns = append(columns, report.Column[compared]{Title: title, Value: func(r compared) any {
			if r.pair == nil || r.Shares == nil {
				return nil
			}
			return report.Percent([]float64{r.Shares.Faster, r.Shares.Tied, r.Shares.Slower}[i], 1)
		}})
	}
	return report.NewTable(rows, columns)
}

// print prints one outcome in detail, or several side by side.
func (c comparison) print(p *paper) {
	first := c.Subjects[0]
	if len(c.Subjects) == 1 {
		first.print(p)
		return
	}
	p.show(c.sideBySide())
	p.say("Share of the secrets by number of guesses:")
	p.show(c.histogramTable(false))
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
		p.say("In brackets: the 99 %% confidence interval of a mean that was sampled. All else is exact.")
	}
}

// title says what the comparison shows.
func (c comparison) title() string {
	first := c.Subjects[0]
	switch {
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

// draw writes a figure into a file, whole or not at all.
func (a *app) draw(file string, f chart.Figure) error {
	format, err := chart.FormatOf(file)
	if err != nil {
		return usageError{err}
	}
	picture, err := f.Draw(format)
	if err != nil {
		return usageError{err}
	}
	if err := store.StreamFile(file, func(w io.Writer) error {
		_, err := w.Write(picture)
		return err
	}); err != nil {
		return fmt.Errorf("%s cannot be written: %w", file, store.Cause(err))
	}
	a.say("picture: %s", file)
	return nil
}

// colours returns the number of colours, or digits, of a game.
func colours(name string) int {
	g, err := game.Parse(name)
	if err != nil {
		return 0
	}
	_, n := g.Shape()
	return n
}
