package measure

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/gonum/floats"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// An Outcome is what a subject was measured to be. Its JSON is what programs read.
type Outcome struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Game string `json:"game"`
	// The choices of a strategy; nil for all else.
	*strategy.Strategy
	First   string `json:"first,omitempty"` // empty if chance decides
	Until   string `json:"until"`           // the secret is "solved" or "identified"
	Secrets int    `json:"secrets"`
	Total   Maybe  `json:"total"`
	Mean    Maybe  `json:"mean"`
	Stddev  Maybe  `json:"stddev"`
	Worst   int    `json:"worst,omitempty"`
	// Histogram[k] of the secrets need k guesses, or of the games that were sampled;
	// fractions where chance decides. Empty if a source prints none.
	Histogram []float64     `json:"histogram,omitempty"`
	Known     *tree.Figures `json:"known,omitempty"`    // until the secret is identified
	Weighted  *tree.Figures `json:"weighted,omitempty"` // each secret counted as often as its weight
	Nodes     int           `json:"nodes,omitempty"`
	Rules     *int          `json:"rules,omitempty"` // see [tree.Tree.Rules]; nil without a tree
	// Left[k] is the mean number of candidates after k+1 guesses, over all secrets.
	Left  []float64     `json:"left,omitempty"`
	Lists []game.ListID `json:"lists,omitempty"`
	// The expectation of guesses that chance decides, as fractions.
	MeanFraction       string   `json:"mean_fraction,omitempty"`
	HistogramFractions []string `json:"histogram_fractions,omitempty"`
	// A longest game of a player who guesses any candidate.
	LongestGame []ask.RoundSpec `json:"longest_game,omitempty"`
	*Sampled
	*series            // of a player's games against some secrets
	Remarks   []string `json:"remarks,omitempty"`   // what is odd about a player's guesses
	Published []Judged `json:"published,omitempty"` // figures of the subject, or with its figures

	printed string             // the mean as the source prints it
	source  published.SourceID // empty if it was measured
	Tree    *tree.Tree         `json:"-"` // nil if it has none
	result  *engine.Result     // of a tree whose game is played out
}

// The kinds of outcomes.
const (
	ofStrategy    = "strategy"
	OfTree        = "tree"
	ofPlayer      = "player"
	OfOptimum     = "optimal"
	ofExpectation = "expected"
	ofSample      = "sampled"
	ofSource      = "published"
)

// A Sampled mean is one of games that were played at random.
type Sampled struct {
	chance.Estimate         // its runs are games; of a player, games against each secret
	Confidence      float64 `json:"confidence"` // that the expected mean is between its ends
}

// A Maybe is a number, or NaN for no number, which JSON writes as null.
type Maybe float64

// Absent stands where there is no number.
var Absent = Maybe(math.NaN())

// MarshalJSON writes null for NaN.
func (m Maybe) MarshalJSON() ([]byte, error) {
	if m.None() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(m))
}

func (m Maybe) None() bool { return math.IsNaN(float64(m)) }

// Shown is a number as tables have it: nothing for NaN.
func (m Maybe) Shown(format func(float64) report.Formatted) any {
	if m.None() {
		return nil
	}
	return format(float64(m))
}

// Places formats with a number of decimals.
func Places(n int) func(float64) report.Formatted {
	return func(x float64) report.Formatted { return report.Decimals(x, n) }
}

// Positive is a number as tables have it: nothing in place of 0 or less.
func Positive(n int) any {
	return base.Either[any](n > 0, n, nil)
}

// Counts are the whole numbers of the histogram.
func (o Outcome) Counts() report.Histogram {
	return notebook.Map(o.Histogram, func(n float64) int { return int(n) })
}

// newOutcome is what the histogram of a game gives.
func newOutcome(kind string, g game.Game, histogram []int) Outcome {
	f := tree.Summarise(histogram)
	return Outcome{
		Kind: kind, Game: g.String(), Until: "solved", Secrets: game.CountSecrets(g), Lists: game.ListsOf(g),
		Total: Maybe(f.Total), Mean: Maybe(f.Mean), Stddev: Maybe(f.Stddev), Worst: f.Worst, Histogram: chart.Numbers(histogram),
	}
}

// OutcomeOf is what a tree gives. s is the strategy that made it, if one did; else the name
// is that of the tree, or of who made it.
func OutcomeOf(kind, name string, s strategy.Strategy, t *tree.Tree) Outcome {
	r := engine.NewResult(s, t)
	rules := t.Rules()
	o := newOutcome(kind, t.Game, r.Histogram)
	o.Name, o.First, o.Known, o.Nodes, o.Rules, o.Left, o.Tree, o.result = name, r.First, &r.Known, r.Nodes, &rules, r.Left(), t, &r
	if kind == ofStrategy {
		o.Name, o.Strategy = r.Strategy.String(), &r.Strategy
	}
	if kind != OfTree {
		o.Name += " from " + r.First
	}
	o.Published = publishedAs(r, kind == ofStrategy)
	return o
}

// sampledOutcome is what games that were played at random give.
func sampledOutcome(kind string, g game.Game, e chance.Estimate) Outcome {
	o := newOutcome(kind, g, e.Histogram)
	o.Total, o.Mean, o.Stddev = Absent, Maybe(e.Mean), Maybe(e.Stddev)
	o.Sampled = &Sampled{e, chance.Confidence}
	return o
}

// Table is what a spreadsheet reads: the histogram.
func (o Outcome) Table() *report.Table {
	if o.series != nil {
		return o.series.Table(o)
	}
	return comparison{Subjects: []Outcome{o}}.Table()
}

// MeanText is the mean as people read it: what a source prints digit by digit, what
// was sampled with its interval.
func (o Outcome) MeanText() string {
	switch {
	case o.Mean.None():
		return "-"
	case o.printed != "":
		return o.printed
	case o.Sampled != nil:
		return fmt.Sprintf("%s (%s to %s)", report.Mean(float64(o.Mean)), report.Mean(o.Low), report.Mean(o.High))
	}
	return report.Mean(float64(o.Mean)).Text
}

// about says what was measured.
func (o Outcome) about() string {
	if o.series != nil && o.First == "" {
		return o.Name
	}
	first := cmp.Or(o.First, "at random")
	if s := o.Strategy; s != nil && o.Kind != ofSource {
		return fmt.Sprintf("criterion %s, pool %s, ties %s, order %s, endgame %d, first guess %s", s.Criterion, s.Pool, s.Ties, s.Order, s.Endgame, first)
	}
	return fmt.Sprintf("%s, first guess %s", strings.TrimSuffix(o.Name, " from "+first), first)
}

// Print prints one outcome for people.
func (o Outcome) Print(p *base.Paper) {
	g := notebook.Sure(game.Parse(o.Game))
	p.Sayf("%s: %s.", report.GameInWords(o.Game), base.Plural(o.Secrets, "possible secret"))
	p.Sayf("%s", o.about())
	p.Space()
	rows := []Outcome{o}
	if k := o.Known; k != nil {
		rows = append(rows, Outcome{Until: "identified", Total: Maybe(k.Total), Mean: Maybe(k.Mean), Stddev: Maybe(k.Stddev), Worst: k.Worst})
	}
	if w := o.Weighted; w != nil {
		rows = append(rows, Outcome{Until: "solved, by weight", Total: Maybe(w.Total), Mean: Maybe(w.Mean), Stddev: Maybe(w.Stddev), Worst: w.Worst})
	}
	total := Places(base.Either(float64(o.Total) == math.Trunc(float64(o.Total)), 0, 3))
	p.Show(report.TableOf(rows, "guesses until the secret is | total | mean | stddev | worst", func(r Outcome) []any {
		return []any{r.Until, r.Total.Shown(total), r.Mean.Shown(report.Mean), r.Stddev.Shown(Places(5)), Positive(r.Worst)}
	}))
	if o.Histogram != nil {
		o.PrintHistogram(p)
	}
	for _, note := range o.notes(g) {
		p.Sayf("%s", note)
	}
}

// PrintHistogram prints a line for each number of guesses.
func (o Outcome) PrintHistogram(p *base.Paper) {
	title, decimals := "secrets", 0
	switch {
	case o.Sampled != nil:
		title = "games"
	case o.Kind == ofExpectation:
		title, decimals = "secrets expected", 3
	}
	all := floats.Sum(o.Histogram)
	percent := func(n float64) report.Formatted { return report.Percent(100*n/all, 2) }
	upTo := 0.0
	var rows [][]any
	for k, n := range o.Histogram {
		if upTo += n; k > 0 {
			rows = append(rows, []any{k, report.Decimals(n, decimals), percent(n), percent(upTo)})
		}
	}
	p.Show(report.TableOfCells("guesses | "+title+" | share | cumulative", rows))
	if p.Width > 0 && decimals == 0 {
		p.Space()
		p.Err = errors.Join(p.Err, report.WriteTextHistogram(&p.Text, o.Counts(), p.Width))
		p.Space()
	}
}

// leftText says how many candidates each guess leaves.
func (o Outcome) leftText() string {
	texts := notebook.Map(o.Left, func(n float64) string { return report.Decimals(n, 2).Text })
	return "candidates left after each guess, on average: " + strings.Join(texts, ", ")
}

// longestFraction is how many characters of a fraction people are shown.
const longestFraction = 60

// notes are what is to be said of an outcome beside its figures.
func (o Outcome) notes(g game.Game) (notes []string) {
	note := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	if o.series != nil {
		notes = o.series.notes()
	}
	games := base.Either(o.series != nil, "solved games", base.Either(o.Kind == ofPlayer, "games against each secret", "games"))
	switch {
	case o.Sampled != nil:
		note("sampled, not exact: %d %s with seed %d; the expected mean is between %s and %s, with 99 %% confidence", o.Runs, games, o.Seed, report.Mean(o.Low), report.Mean(o.High))
	case o.Kind == ofExpectation:
		fraction := o.MeanFraction
		if len(fraction) > longestFraction {
			over, under, _ := strings.Cut(fraction, "/")
			fraction = fmt.Sprintf("a fraction of %d digits over %d, which --json prints", len(over), len(under))
		}
		note("exact, over all outcomes of chance: the expected mean is %s", fraction)
		if o.LongestGame != nil {
			rounds := notebook.Map(o.LongestGame, func(r ask.RoundSpec) string { return r.Guess + " " + r.Answer })
			note("a game of %s, and none is longer: %s", base.Plural(len(rounds), "guess"), strings.Join(rounds, ", "))
		}
	case o.Nodes > 0:
		note("decision tree: %s, %s (guesses other than the first consistent code)", base.Plural(o.Nodes, "node"), base.Plural(*o.Rules, "rule"))
		note("%s", o.leftText())
	}
	if o.Lists != nil {
		note("%s", g.Describe())
	}
	bounds := bounds.ByCounting(o.Secrets, g.Outcomes())
	note("lower bounds: mean ≥ %s, worst case ≥ %d; entropy bound ≥ %s guesses to identify", report.Mean(bounds.Mean), bounds.Worst, report.Decimals(bounds.Information, 3))
	as := base.Either(o.Kind == ofStrategy, "published as", "the same figures are published as")
	for _, f := range o.Published {
		note("%s %s: %s", as, f.ID, f.Verdict)
	}
	for _, remark := range o.Remarks {
		note("note: %s", remark)
	}
	return notes
}

// publishedAs says which published figures of a game are those of a result: of the same
// subject if it is a strategy's, else all averages that are equal.
func publishedAs(r engine.Result, ofStrategy bool) (figures []Judged) {
	var candidates []published.Figure
	if ofStrategy {
		subject := engine.Subject{Configuration: r.Configuration}
		candidates = published.Of(subject)
		subject.First = "" // the strategy's own choice
		candidates = append(candidates, published.Of(subject)...)
	} else {
		candidates = slices.DeleteFunc(slices.Concat(slices.Collect(maps.Values(published.OfGame(r.Game)))...), func(f published.Figure) bool {
			return f.IsRun() || f.Subject.Objective != ""
		})
	}
	for _, f := range candidates {
		if c := report.Compare(f, r); ofStrategy || c.Verdict.Holds() {
			figures = append(figures, Judged{ID: f.ID, Source: f.Source.Source().Cite(), Link: f.Source.Source().Link, Printed: c.Printed, Verdict: c.Verdict, Why: c.Gap})
		}
	}
	if !ofStrategy {
		slices.SortFunc(figures, func(a, b Judged) int { return strings.Compare(a.ID, b.ID) })
	}
	return figures
}

// A comparison is subjects side by side, and each but the first beside the first.
type comparison struct {
	Subjects []Outcome `json:"subjects"`
	Pairs    []pair    `json:"against_first"`
}

// A pair is a subject beside the first.
type pair struct {
	Name string `json:"name"`
	// Difference is how much larger its mean is.
	Difference Maybe `json:"mean_difference"`
	// Moved is how many secrets need another number of guesses, by the
	// histograms, if they are of the same game.
	Moved Maybe `json:"moved"`
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

func newComparison(subjects []Outcome) comparison {
	c := comparison{Subjects: subjects}
	first := subjects[0]
	for _, s := range subjects[1:] {
		p := pair{Name: s.Name, Difference: s.Mean - first.Mean, Moved: Absent}
		if s.Game == first.Game && s.Histogram != nil && first.Histogram != nil && s.Sampled == nil && first.Sampled == nil {
			p.Moved = Maybe(report.HistogramDistance(first.Histogram, s.Histogram))
		}
		if s.Tree != nil && first.Tree != nil && s.Game == first.Game {
			t := notebook.Sure(tree.Compare(s.Tree, first.Tree)) // both solve all secrets of one game
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
func parts(a, b Outcome, p *tree.Parting) string {
	if p == nil {
		return fmt.Sprintf("%s and %s make the same guesses throughout.", a.Name, b.Name)
	}
	g := a.Tree.Game
	where := base.Either(len(p.Path) == 0, "at the first guess", "after "+game.History(g, p.Path))
	return fmt.Sprintf("%s and %s first differ %s (%s candidates): %s against %s.",
		a.Name, b.Name, where, humanize.Comma(int64(p.Candidates)), g.FormatCode(p.A), g.FormatCode(p.B))
}

// Table is what a spreadsheet reads: the histograms.
func (c comparison) Table() *report.Table { return c.histogramTable(true) }

// histogramTable has a line for each number of guesses, with the share of the
// secrets of each subject in percent and, if wanted, their number.
func (c comparison) histogramTable(numbers bool) *report.Table {
	shown := slices.DeleteFunc(slices.Clone(c.Subjects), func(s Outcome) bool { return s.Histogram == nil })
	titles, longest := []string{"guesses"}, 2
	for _, s := range shown {
		longest = max(longest, len(s.Histogram))
		if numbers {
			titles = append(titles, s.Name+": secrets", s.Name+": percent")
		} else {
			titles = append(titles, s.Name)
		}
	}
	var rows [][]any
	for k := 1; k < longest; k++ {
		row := []any{k}
		for _, s := range shown {
			n := at(s.Histogram, k)
			if numbers {
				row = append(row, n)
			}
			row = append(row, report.Percent(100*n/floats.Sum(s.Histogram), 2))
		}
		rows = append(rows, row)
	}
	return report.NewTable(titles, rows)
}

// nameWidth is how many characters of a name stand in a line of a table.
const nameWidth = 30

// A compared row is a subject and its pair, which of the first has no figures.
type compared struct {
	Outcome
	against pair
}

// sideBySide tables the subjects.
func (c comparison) sideBySide(v report.View) *report.Table {
	rows := []compared{{c.Subjects[0], pair{Difference: Absent}}}
	for i, p := range c.Pairs {
		rows = append(rows, compared{c.Subjects[i+1], p})
	}
	titles := " | secrets | >mean | worst | rules | difference"
	byWeight := slices.ContainsFunc(c.Subjects, func(o Outcome) bool { return o.Weighted != nil })
	byShares := slices.ContainsFunc(c.Pairs, func(p pair) bool { return p.Shares != nil })
	if byShares {
		titles += " | solved faster | tied | slower"
	}
	if byWeight {
		titles += " | mean by weight"
	}
	difference := func(x float64) report.Formatted { return report.Decimals(x, 5).Signed() }
	return report.TableOf(rows, titles, func(r compared) []any {
		cells := []any{r.Name, r.Secrets, r.MeanText(), Positive(r.Worst), nil, r.against.Difference.Shown(difference)}
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

// Print prints outcomes side by side.
func (c comparison) Print(p *base.Paper) {
	first := c.Subjects[0]
	p.Show(c.sideBySide(p.View))
	p.Sayf("Share of the secrets by number of guesses:")
	p.Show(c.histogramTable(false))
	for _, s := range c.Subjects {
		if s.Left != nil {
			p.Sayf("%s: %s", s.Name, s.leftText())
		}
	}
	for i, pair := range c.Pairs {
		switch {
		case pair.Parts != "":
			p.Sayf("%s", pair.Parts)
		case pair.Moved == 0:
			p.Sayf("%s and %s have the same histogram.", pair.Name, first.Name)
		case pair.Moved > 0:
			p.Sayf("%s: at least %s of %s secrets need a different number of guesses than with %s.",
				pair.Name, humanize.Commaf(math.Round(100*float64(pair.Moved))/100), humanize.Comma(int64(c.Subjects[i+1].Secrets)), first.Name)
		}
	}
	if slices.ContainsFunc(c.Subjects, func(o Outcome) bool { return o.Sampled != nil }) {
		p.Sayf("In brackets: the 99 %% confidence interval of a sampled mean. All else is exact.")
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
	case len(c.Subjects) == 1 && first.Mean.None():
		return first.Name
	case len(c.Subjects) == 1:
		return fmt.Sprintf("%s takes %s guesses on average", first.Name, first.MeanText())
	}
	best := first
	for _, o := range c.Subjects[1:] {
		if o.Mean < best.Mean || best.Mean.None() {
			best = o
		}
	}
	return fmt.Sprintf("%s is the best of these: %s guesses on average", best.Name, best.MeanText())
}

func (p pair) title(first string) string {
	switch {
	case p.Moved == 0:
		return fmt.Sprintf("%s and %s: the same histogram", first, p.Name)
	case p.Difference.None():
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
	if slices.ContainsFunc(c.Subjects, func(s Outcome) bool { return s.Game != g }) {
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
		if !slices.ContainsFunc(c.Subjects, func(o Outcome) bool {
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
