package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
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
	var asJSON, asCSV, asMarkdown bool
	var sample sampleFlags
	var player playerFlags
	var plot string
	cmd := &cobra.Command{
		Use:   "compare SUBJECT SUBJECT...",
		Short: "Compare strategies, decision trees, published figures and games",
		Long: `Compare strategies, decision trees, published figures and games: means, worst
cases, and the share of the secrets by number of guesses. For trees of the same
game it also shows which share of the secrets is hit sooner, as soon and later, and
where the trees first differ. The others are compared with the first subject.

` + subjectHelp + `

With --player a program of yours is compared as well: it plays the game of the first
subject, as for measure.`,
		Example: `  codebreak compare 'bc4x10 minimax' 'bc4x10 entropy first=0123'
  codebreak compare 'mm4x6 minimax first=1122' knuth/minimax --plot knuth.svg
  codebreak compare mm4x6 bc4x10 --csv
  codebreak compare 'mm4x6 minimax' --player 'python3 mine.py'`,
		ValidArgsFunction: subjectNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			given, err := player.check(cmd)
			if err != nil {
				return err
			}
			others := &player
			if !given {
				others = nil
			}
			switch {
			case given && len(args) < 1:
				return usagef("compare needs a subject to compare the player with; see compare --help")
			case !given && len(args) < 2:
				return usagef("compare needs at least two subjects, such as 'mm4x6 minimax' 'mm4x6 entropy', and was given %d; see compare --help", len(args))
			}
			if err := checkPlot(cmd, plot); err != nil {
				return err
			}
			most := mostSubjects
			if plot != "" {
				most = mostOverlaid
			}
			c, err := a.compare(cmd, args, others, sample, func(subjects []subject) error { return checkNumber(subjects, most) })
			if err != nil {
				return err
			}
			if plot != "" {
				if err := a.draw(plot, c.figure(plotOptions{})); err != nil {
					return err
				}
			}
			out := cmd.OutOrStdout()
			switch {
			case asJSON:
				return json.NewEncoder(out).Encode(c)
			case asCSV:
				return c.histogramTable(true).CSV(out)
			}
			return writePage(out, asMarkdown, c.print)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&asJSON, "json", false, "print one JSON object")
	flags.BoolVar(&asCSV, "csv", false, "print the histograms as CSV, a line for each number of guesses")
	flags.BoolVar(&asMarkdown, "markdown", false, "print the tables as Markdown, to be pasted on GitHub")
	plotFlag(flags, &plot)
	sample.addTo(cmd)
	player.addTo(cmd)
	cmd.MarkFlagsMutuallyExclusive("json", "csv", "markdown")
	return cmd
}

// compare reads subjects, to which a player may come, checks that they have a common
// scale and are not too many, and measures them.
func (a *app) compare(cmd *cobra.Command, specs []string, player *playerFlags, sample sampleFlags, check func([]subject) error) (comparison, error) {
	ctx := cmd.Context()
	subjects, err := a.parseSubjects(ctx, specs)
	if err == nil && player != nil {
		subjects = append(subjects, subject{spec: subjects[0].game(), player: player})
	}
	if err == nil {
		err = checkScale(subjects)
	}
	if err == nil {
		err = sample.checkSubjects(cmd, subjects)
	}
	if err == nil {
		err = check(subjects)
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

// checkNumber refuses more subjects than can be told apart.
func checkNumber(subjects []subject, most int) error {
	if n := len(subjects); n > most {
		return usagef("%d subjects; at most %d can be told apart here", n, most)
	}
	return nil
}

// A comparison is subjects side by side, and each but the first beside the first.
type comparison struct {
	Subjects []measuredSubject `json:"subjects"`
	Pairs    []pair            `json:"against_first"`
}

// A pair is a subject beside the first.
type pair struct {
	Name string `json:"name"`
	// Difference is how much larger its mean is.
	Difference maybe `json:"mean_difference"`
	// Moved is how many secrets need another number of guesses, by the
	// histograms, if they are of the same game.
	Moved maybe `json:"moved"`
	// Shares says which share of the secrets, in percent, it hits sooner than the
	// first, with as many guesses, and later; nil without two trees of a game.
	Shares *shares `json:"shares,omitempty"`
	Parts  string  `json:"parts,omitempty"` // where the trees part first
}

// shares are in percent of the secrets.
type shares struct {
	Sooner float64 `json:"sooner"`
	Alike  float64 `json:"alike"`
	Later  float64 `json:"later"`
}

func newComparison(subjects []measuredSubject) (comparison, error) {
	c := comparison{Subjects: subjects}
	first := subjects[0]
	for _, s := range subjects[1:] {
		p := pair{Name: s.Name, Difference: s.Mean - first.Mean, Moved: maybe(math.NaN())}
		if s.Game == first.Game && s.Histogram != nil && first.Histogram != nil && s.Secrets == first.Secrets {
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
func parts(a, b measuredSubject, p *tree.Parting) string {
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

// worst is the longest that any histogram is.
func (c comparison) worst() int {
	worst := 1
	for _, s := range c.Subjects {
		worst = max(worst, len(s.Histogram)-1)
	}
	return worst
}

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

func (c comparison) print(out *bytes.Buffer, v report.View) error {
	pairOf := func(s measuredSubject) *pair {
		if i := slices.IndexFunc(c.Pairs, func(p pair) bool { return p.Name == s.Name }); i >= 0 {
			return &c.Pairs[i]
		}
		return nil
	}
	// against shows something of a subject beside the first.
	against := func(value func(p pair) any) func(s measuredSubject) any {
		return func(s measuredSubject) any {
			if p := pairOf(s); p != nil {
				return value(*p)
			}
			return nil
		}
	}
	share := func(title string, of func(shares) float64) report.Column[measuredSubject] {
		return report.Column[measuredSubject]{Title: title, Value: against(func(p pair) any {
			if p.Shares == nil {
				return nil
			}
			return report.Percent(of(*p.Shares), 1)
		})}
	}
	columns := []report.Column[measuredSubject]{
		{Title: "", Wrap: 30, Value: func(s measuredSubject) any { return s.Name }},
		{Title: "secrets", Value: func(s measuredSubject) any {
			if s.Secrets == 0 {
				return nil
			}
			return s.Secrets
		}},
		{Title: "mean", Align: report.Right, Value: func(s measuredSubject) any { return s.meanText() }},
		{Title: "worst", Value: func(s measuredSubject) any {
			if s.Worst == 0 {
				return nil
			}
			return s.Worst
		}},
		{Title: "against the first", Value: against(func(p pair) any {
			if p.Difference.none() {
				return nil
			}
			return report.Decimals(float64(p.Difference), 5).Signed()
		})},
	}
	if slices.ContainsFunc(c.Pairs, func(p pair) bool { return p.Shares != nil }) {
		columns = append(columns,
			share("hit sooner", func(s shares) float64 { return s.Sooner }),
			share("as soon", func(s shares) float64 { return s.Alike }),
			share("later", func(s shares) float64 { return s.Later }))
	}
	paragraph := func() {
		if v.Markdown {
			fmt.Fprintln(out)
		}
	}
	say := func(format string, args ...any) {
		fmt.Fprintln(out, v.Wrap(fmt.Sprintf(format, args...)))
		paragraph()
	}
	if err := report.NewTable(c.Subjects, columns).Show(out, v); err != nil {
		return err
	}
	paragraph()
	say("Share of the secrets by number of guesses:")
	if err := c.histogramTable(false).Show(out, v); err != nil {
		return err
	}
	paragraph()
	for i, p := range c.Pairs {
		switch {
		case p.Parts != "":
			say("%s", p.Parts)
		case p.Moved == 0:
			say("%s and %s have the same histogram.", p.Name, c.Subjects[0].Name)
		case p.Moved > 0:
			say("%s: at least %s of %s secrets need a different number of guesses than with %s.",
				p.Name, humanize.Commaf(math.Round(100*float64(p.Moved))/100), humanize.Comma(int64(c.Subjects[i+1].Secrets)), c.Subjects[0].Name)
		}
	}
	if slices.ContainsFunc(c.Subjects, func(s measuredSubject) bool { return s.High > 0 }) {
		say("In brackets: the 99 %% confidence interval of a mean that was sampled. All else is exact.")
	}
	return nil
}

// title says what the comparison comes to.
func (c comparison) title() string {
	best := slices.MinFunc(c.Subjects, func(a, b measuredSubject) int {
		switch {
		case a.Mean < b.Mean || b.Mean.none():
			return -1
		case a.Mean > b.Mean || a.Mean.none():
			return 1
		}
		return 0
	})
	first := c.Subjects[0]
	if len(c.Subjects) == 1 {
		if first.Mean.none() {
			return first.Name
		}
		return fmt.Sprintf("%s takes %s guesses on average", first.Name, first.meanText())
	}
	if len(c.Subjects) == 2 {
		other, p := c.Subjects[1], c.Pairs[0]
		switch {
		case p.Moved == 0:
			return fmt.Sprintf("%s and %s: the same histogram", first.Name, other.Name)
		case p.Difference.none():
			return fmt.Sprintf("%s and %s", first.Name, other.Name)
		case p.Difference == 0:
			return fmt.Sprintf("%s and %s: the same mean", first.Name, other.Name)
		case p.Difference < 0:
			other, first = first, other
		}
		return fmt.Sprintf("%s needs %s guesses fewer than %s on average", first.Name, strconv.FormatFloat(math.Abs(float64(p.Difference)), 'f', 3, 64), other.Name)
	}
	return fmt.Sprintf("%s needs fewest guesses: %s on average", best.Name, best.meanText())
}

// subtitle names the game, if it is one.
func (c comparison) subtitle() string {
	g := c.Subjects[0].Game
	if slices.ContainsFunc(c.Subjects, func(s measuredSubject) bool { return s.Game != g }) {
		return ""
	}
	return report.GameInWords(g)
}

// source names the sources of what is published, and verdict whether it is what
// some other subject comes to.
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
		if !slices.ContainsFunc(c.Subjects, func(o measuredSubject) bool {
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
