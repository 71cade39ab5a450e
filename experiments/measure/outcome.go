package measure

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/players"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// An Outcome has the measured figures of a subject. Its JSON is for programs.
type Outcome struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Game string `json:"game"`
	// The choices of a strategy; nil for a subject that has none.
	*strategy.Strategy
	First   string `json:"first,omitempty"` // empty if it is random
	Until   string `json:"until"`           // the secret is "solved" or "identified"
	Secrets int    `json:"secrets"`
	Total   Maybe  `json:"total"`
	Mean    Maybe  `json:"mean"`
	Stddev  Maybe  `json:"stddev"`
	Worst   int    `json:"worst,omitempty"`
	// Histogram[k] secrets, or sampled games, need k guesses. It has fractions for a random
	// player, and is empty if a source prints no histogram.
	Histogram []float64     `json:"histogram,omitempty"`
	Known     *tree.Figures `json:"known,omitempty"`    // until the secret is identified
	Weighted  *tree.Figures `json:"weighted,omitempty"` // each secret counted as often as its weight
	Limited   *limited      `json:"limited,omitempty"`
	Nodes     int           `json:"nodes,omitempty"`
	Rules     *int          `json:"rules,omitempty"` // see [tree.Tree.Rules]; nil without a tree
	sets      int           // that an expectation remembers, which depends on how workers take turns
	// Left[k] is the mean number of candidates after k+1 guesses, over all secrets.
	Left  []float64     `json:"left,omitempty"`
	Lists []game.ListID `json:"lists,omitempty"`
	// The exact expectation of a random player, as fractions.
	MeanFraction       string   `json:"mean_fraction,omitempty"`
	HistogramFractions []string `json:"histogram_fractions,omitempty"`
	// A longest game of the random consistent player.
	LongestGame []ask.RoundSpec `json:"longest_game,omitempty"`
	*Sampled
	*players.Series          // the games of a player against some secrets
	Remarks         []string `json:"remarks,omitempty"`   // oddities of a player's guesses
	Published       []Judged `json:"published,omitempty"` // published figures of the subject, or equal to its own

	printed string             // the mean as the source prints it
	source  published.SourceID // empty if it was measured
	Tree    *tree.Tree         `json:"-"` // nil without a decision tree
	result  *engine.Result     // the figures of the tree; nil without one
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
	ofBestKnown   = "best known"
)

// A Sampled mean is estimated from random games.
type Sampled struct {
	chance.Estimate         // its runs are games; for a player, games against each secret
	Confidence      float64 `json:"confidence"` // that the expected mean lies in the interval
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

// None reports whether there is no number.
func (m Maybe) None() bool {
	return math.IsNaN(float64(m))
}

// Shown formats a number as a cell of a table; no number is an empty cell.
func (m Maybe) Shown(format func(float64) report.Formatted) any {
	if m.None() {
		return nil
	}
	return format(float64(m))
}

// Places returns a function that formats with n decimals.
func Places(n int) func(float64) report.Formatted {
	return func(x float64) report.Formatted { return report.Decimals(x, n) }
}

// Counts returns the histogram in whole numbers.
func (o Outcome) Counts() report.Histogram {
	return lists.Map(o.Histogram, func(n float64) int {
		return int(n)
	})
}

// newOutcome makes an outcome of the histogram of a game.
func newOutcome(kind string, g game.Game, histogram []int) Outcome {
	o := outcomeUntil("solved", tree.Summarise(histogram))
	o.Kind = kind
	o.Game = g.String()
	o.Secrets = game.CountSecrets(g)
	o.Lists = game.ListsOf(g)
	o.Histogram = chart.Numbers(histogram)
	return o
}

// OutcomeOf makes an outcome of a tree that no strategy made. It has the name of the tree or of
// its maker.
func OutcomeOf(kind, name string, t *tree.Tree) Outcome {
	r := engine.NewResult(strategy.Strategy{}, t)
	o := outcomeOfTree(kind, name, r, t)
	o.Published = equalFigures(r)
	return o
}

// optimumOf makes the outcome of an optimal tree.
func optimumOf(t *tree.Tree) Outcome { return OutcomeOf(OfOptimum, engine.Optimal, t) }

// outcomeOfTree makes an outcome of a tree with its result, whose strategy, if there is one, also
// gives the name.
func outcomeOfTree(kind, name string, r engine.Result, t *tree.Tree) Outcome {
	rules := t.Rules()

	o := newOutcome(kind, t.Game, r.Histogram)
	o.Name = name
	o.First = t.Game.FormatCode(t.Root.Guess)
	o.Known = &r.Known
	o.Nodes = r.Nodes
	o.Rules = &rules
	o.Left = r.Left()
	o.Tree = t
	o.result = &r

	if kind == ofStrategy {
		o.Name = r.Strategy.String()
		o.Strategy = &r.Strategy
	}
	if kind != OfTree {
		o.Name += " from " + o.First
	}
	return o
}

// sampledOutcome makes an outcome of random games. It has no total, since that depends on the number
// of games.
func sampledOutcome(kind string, g game.Game, e chance.Estimate) Outcome {
	o := newOutcome(kind, g, e.Histogram)
	o.Total = Absent
	o.Mean = Maybe(e.Mean)
	o.Stddev = Maybe(e.Stddev)
	o.Sampled = &Sampled{e, chance.Confidence}
	return o
}

// Table has the histogram, for a spreadsheet.
func (o Outcome) Table() *report.Table {
	if o.Series != nil {
		return o.seriesTable()
	}
	return comparison{Subjects: []Outcome{o}}.Table()
}

// MeanText writes the mean for people: a printed mean digit by digit, a sampled mean with its
// interval.
func (o Outcome) MeanText() string {
	switch {
	case o.Mean.None():
		return "-"
	case o.printed != "":
		return o.printed
	}
	mean := report.Mean(float64(o.Mean)).Text
	if o.Sampled != nil {
		return fmt.Sprintf("%s (%s to %s)", mean, report.Mean(o.Low), report.Mean(o.High))
	}
	return mean
}

// about describes the subject in words.
func (o Outcome) about() string {
	if o.Series != nil && o.First == "" {
		return o.Name
	}

	first := cmp.Or(o.First, "at random")
	s := o.Strategy
	if s != nil && o.Kind != ofSource {
		return fmt.Sprintf("criterion %s, pool %s, ties %s, order %s, endgame %d, first guess %s",
			s.Criterion, s.Pool, s.Ties, s.Order, s.Endgame, first)
	}
	return fmt.Sprintf("%s, first guess %s", strings.TrimSuffix(o.Name, " from "+first), first)
}

// Print prints one outcome for people.
func (o Outcome) Print(p *base.Paper) {
	p.Sayf("%s: %s.", report.GameInWords(o.Game), wording.Plural(o.Secrets, "possible secret"))
	p.Sayf("%s", o.about())
	p.Space()
	p.Show(o.figuresTable())
	if o.Histogram != nil {
		o.PrintHistogram(p)
	}

	if g, err := game.Parse(o.Game); err == nil {
		for _, note := range o.notes(g) {
			p.Sayf("%s", note)
		}
	}
}

// figuresTable has a line for each way to count: until the secret is solved, until it is
// identified, and by the weights.
func (o Outcome) figuresTable() *report.Table {
	rows := []Outcome{o}
	if o.Known != nil {
		rows = append(rows, outcomeUntil("identified", *o.Known))
	}
	if o.Weighted != nil {
		rows = append(rows, outcomeUntil("solved, by weight", *o.Weighted))
	}

	decimals := 3
	if total := float64(o.Total); total == math.Trunc(total) {
		decimals = 0
	}
	total := Places(decimals)
	return report.TableOf(rows, func(r Outcome) report.Row {
		return report.Cells(
			"guesses until the secret is", r.Until,
			"total", r.Total.Shown(total),
			"mean", r.Mean.Shown(report.Mean),
			"stddev", r.Stddev.Shown(Places(5)),
			"worst", report.Given(r.Worst),
		)
	})
}

// outcomeUntil makes an outcome with figures only.
func outcomeUntil(until string, f tree.Figures) Outcome {
	return Outcome{
		Until:  until,
		Total:  Maybe(f.Total),
		Mean:   Maybe(f.Mean),
		Stddev: Maybe(f.Stddev),
		Worst:  f.Worst,
	}
}

// PrintHistogram prints a line for each number of guesses.
func (o Outcome) PrintHistogram(p *base.Paper) {
	title := "secrets"
	decimals := 0
	switch {
	case o.Sampled != nil:
		title = "games"
	case o.Kind == ofExpectation:
		title = "secrets expected"
		decimals = 3
	}

	all := floats.Sum(o.Histogram)
	upTo := 0.0
	guesses := 0
	p.Show(report.TableOf(o.Histogram[1:], func(n float64) report.Row {
		guesses++
		upTo += n
		return report.Cells(
			"guesses", guesses,
			title, report.Decimals(n, decimals),
			"share", report.Percent(100*n/all, 2),
			"cumulative", report.Percent(100*upTo/all, 2),
		)
	}))

	if p.Width > 0 && decimals == 0 {
		p.Space()
		err := report.WriteTextHistogram(&p.Text, o.Counts(), p.Width)
		p.Err = errors.Join(p.Err, err)
		p.Space()
	}
}

// leftText lists the mean numbers of candidates after each guess.
func (o Outcome) leftText() string {
	texts := lists.Map(o.Left, func(n float64) string {
		return report.Decimals(n, 2).Text
	})
	return "candidates left after each guess, on average: " + strings.Join(texts, ", ")
}

// longestFraction limits the characters of a fraction that are shown to people.
const longestFraction = 60

// notes lists the sentences about an outcome that follow its figures.
func (o Outcome) notes(g game.Game) (notes []string) {
	note := func(format string, args ...any) {
		notes = append(notes, fmt.Sprintf(format, args...))
	}
	if o.Series != nil {
		notes = o.Series.Notes()
	}

	if o.Limited != nil {
		note("%s", o.Limited)
	}

	// How exact the figures are.
	switch {
	case o.Sampled != nil:
		note("sampled, not exact: %d %s with seed %d; the expected mean is between %s and %s, with 99%% confidence",
			o.Runs, o.sampledGames(), o.Seed, report.Mean(o.Low), report.Mean(o.High))
	case o.Kind == ofExpectation:
		note("exact, over all outcomes of chance: the expected mean is %s", shortFraction(o.MeanFraction))
		if o.LongestGame != nil {
			rounds := lists.Map(o.LongestGame, ask.RoundSpec.String)
			guesses := wording.Plural(len(rounds), "guess")
			note("a game of %s, and none is longer: %s", guesses, strings.Join(rounds, ", "))
		}
	case o.Nodes > 0:
		rules := wording.Plural(*o.Rules, "rule")
		note("decision tree: %s, %s (guesses other than the first consistent code)", wording.Plural(o.Nodes, "node"), rules)
		note("%s", o.leftText())
	}

	// The game, and how good any strategy can be.
	if o.Lists != nil {
		note("%s", g.Describe())
	}
	lower := bounds.ByCounting(o.Secrets, g.Outcomes())
	note("lower bounds: mean ≥ %s, worst case ≥ %d; entropy bound ≥ %s guesses to identify",
		report.Mean(lower.Mean), lower.Worst, report.Decimals(lower.Information, 3))

	// Who published it.
	as := "the same figures are published as"
	if o.Kind == ofStrategy {
		as = "published as"
	}
	for _, f := range o.Published {
		note("%s %s: %s", as, f.ID, f.Verdict)
	}
	for _, remark := range o.Remarks {
		note("note: %s", remark)
	}
	return notes
}

// sampledGames describes the games of a sample.
func (o Outcome) sampledGames() string {
	switch {
	case o.Series != nil:
		return "solved games"
	case o.Kind == ofPlayer:
		return "games against each secret"
	}
	return "games"
}

// shortFraction writes a fraction for people: of a long fraction only its length.
func shortFraction(fraction string) string {
	if len(fraction) <= longestFraction {
		return fraction
	}
	over, under, _ := strings.Cut(fraction, "/")
	return fmt.Sprintf("a fraction of %d digits over %d, which --json prints", len(over), len(under))
}

// judgedFigures judges the published figures of a strategy by its play. Those below it may be below
// what is proved of any player, too.
func judgedFigures(ctx context.Context, a *base.App, r engine.Result) (figures []Judged, err error) {
	subject := engine.Subject{Configuration: r.Configuration}
	own := subject
	own.First = "" // figures that name no first guess are of the strategy's own choice
	for _, f := range published.Of(subject, own) {
		c := claims.OfPlay(f)
		proved := notebook.Outcome{}
		if proofs := c.Proofs(r); len(proofs) > 0 {
			runner := notebook.Runner{Env: a.Env()}
			proved, err = runner.Answer(ctx, notebook.Entry{Name: "measure", Tasks: proofs})
			if err != nil {
				return nil, base.OrInterrupted(ctx, err, "published figures are not judged")
			}
		}
		figures = append(figures, NewJudged(c.JudgePlay(r, proved)))
	}
	return figures, nil
}

// equalFigures lists all averages of a game that equal those of a tree.
func equalFigures(r engine.Result) (figures []Judged) {
	for _, f := range published.OfGame(r.Game) {
		if f.IsRun() || f.Objective != "" {
			continue
		}
		c := claims.Compare(f, r)
		if c.Verdict.Holds() {
			figures = append(figures, NewJudged(c.Claim))
		}
	}
	slices.SortFunc(figures, func(a, b Judged) int {
		return strings.Compare(a.ID, b.ID)
	})
	return figures
}

// A comparison has subjects side by side, and compares each with the first.
type comparison struct {
	Subjects []Outcome `json:"subjects"`
	Pairs    []pair    `json:"against_first"`
	detail   bool      // the table also has deviations and rules
}

// A pair compares a subject with the first.
type pair struct {
	Name string `json:"name"`
	// Difference is its mean minus the mean of the first.
	Difference Maybe `json:"mean_difference"`
	// Moved counts the secrets that need another number of guesses, by the histograms of the
	// same game.
	Moved Maybe `json:"moved"`
	// Shares has the shares of the secrets, in percent, that it solves faster than the first,
	// equally fast, and slower; nil without two trees of a game.
	Shares *shares `json:"shares,omitempty"`
	Parts  string  `json:"parts,omitempty"` // the first position with different guesses
}

// shares are in percent of the secrets.
type shares struct {
	Faster float64 `json:"faster"`
	Tied   float64 `json:"tied"`
	Slower float64 `json:"slower"`
}

func newComparison(subjects []Outcome) comparison {
	c := comparison{Subjects: subjects}
	for _, s := range subjects[1:] {
		c.Pairs = append(c.Pairs, newPair(s, subjects[0]))
	}
	return c
}

// newPair compares a subject with the first, as far as both have the same kinds of figures.
func newPair(s, first Outcome) pair {
	p := pair{
		Name:       s.Name,
		Difference: s.Mean - first.Mean,
		Moved:      Absent,
	}
	if s.Game != first.Game {
		return p
	}

	sampled := s.Sampled != nil || first.Sampled != nil
	if !sampled && s.Histogram != nil && first.Histogram != nil {
		p.Moved = Maybe(report.HistogramDistance(first.Histogram, s.Histogram))
	}
	if s.Tree == nil || first.Tree == nil {
		return p
	}
	// Both solve all secrets of one game, so that they can be compared.
	if t, err := tree.Compare(s.Tree, first.Tree); err == nil {
		p.Shares = &shares{
			Faster: percent(t.Faster, s.Secrets),
			Tied:   percent(t.Tied, s.Secrets),
			Slower: percent(t.Slower, s.Secrets),
		}
		p.Parts = parts(s, first, t.Parting)
	}
	return p
}

func percent(n, all int) float64 {
	return 100 * float64(n) / float64(all)
}

// parts names the first position at which two trees differ.
func parts(a, b Outcome, p *tree.Parting) string {
	if p == nil {
		return fmt.Sprintf("%s and %s make the same guesses throughout.", a.Name, b.Name)
	}

	g := a.Tree.Game
	where := "at the first guess"
	if len(p.Path) > 0 {
		where = "after " + game.History(g, p.Path)
	}
	candidates := wording.Plural(p.Candidates, "candidate")
	return fmt.Sprintf("%s and %s first differ %s (%s): %s against %s.",
		a.Name, b.Name, where, candidates, g.FormatCode(p.A), g.FormatCode(p.B))
}

// Table has the histograms, for a spreadsheet.
func (c comparison) Table() *report.Table {
	return c.histogramTable(true)
}

// histogramTable has a line for each number of guesses: for each subject the share of its
// secrets in percent and, if wanted, their number.
func (c comparison) histogramTable(numbers bool) *report.Table {
	var shown []Outcome
	guesses := []int{1}
	for _, s := range c.Subjects {
		if s.Histogram == nil {
			continue
		}
		shown = append(shown, s)
		for k := len(guesses) + 1; k < len(s.Histogram); k++ {
			guesses = append(guesses, k)
		}
	}

	return report.TableOf(guesses, func(k int) report.Row {
		cells := report.Cells("guesses", k)
		for _, s := range shown {
			n := 0.0
			if k < len(s.Histogram) {
				n = s.Histogram[k]
			}
			share := report.Percent(100*n/floats.Sum(s.Histogram), 2)
			if numbers {
				cells = cells.And(s.Name+": secrets", n, s.Name+": percent", share)
			} else {
				cells = cells.And(s.Name, share)
			}
		}
		return cells
	})
}

// nameWidth limits the characters of a name in a line of a table.
const nameWidth = 30

// A compared row is a subject beside its pair; the pair of the first subject is empty.
type compared struct {
	Outcome
	against pair
}

// sideBySide has a line for each subject. Columns that no subject fills are left out.
func (c comparison) sideBySide(v report.View) *report.Table {
	var rows []compared
	var byShares, byWeight, byLimit bool
	pairs := slices.Insert(slices.Clone(c.Pairs), 0, pair{Difference: Absent})
	for i, p := range pairs {
		s := c.Subjects[i]
		rows = append(rows, compared{s, p})
		byShares = byShares || p.Shares != nil
		byWeight = byWeight || s.Weighted != nil
		byLimit = byLimit || s.Limited != nil
	}

	return report.TableOf(rows, func(r compared) report.Row {
		cells := r.cells(v, c.detail)
		if byShares {
			cells = append(cells, r.against.Shares.cells()...)
		}
		if byWeight {
			mean := report.Mean(r.Weighted.Mean)
			cells = cells.And("mean by weight", mean)
		}
		if byLimit {
			cells = append(cells, r.Limited.cells()...)
		}
		return cells
	})
}

// cells show shares, or nothing where there are none.
func (s *shares) cells() report.Row {
	var faster, tied, slower any
	if s != nil {
		faster = report.Percent(s.Faster, 1)
		tied = report.Percent(s.Tied, 1)
		slower = report.Percent(s.Slower, 1)
	}
	return report.Cells(
		"solved faster", faster,
		"tied", tied,
		"slower", slower,
	)
}

// cells are the cells that every line of a comparison has.
func (r compared) cells(v report.View, detail bool) report.Row {
	name := r.Name
	if !v.Pasted() {
		name = report.View{Width: nameWidth}.Wrap(name)
	}
	var rules any
	if r.Rules != nil {
		rules = *r.Rules
	}

	cells := report.Cells(
		"", name,
		"secrets", r.Secrets,
		">mean", r.MeanText(),
	)
	if detail {
		cells = cells.And("stddev", r.Stddev.Shown(Places(5)))
	}
	cells = cells.And("worst", report.Given(r.Worst))
	if detail {
		cells = cells.And("rules", rules)
	}
	return cells.And("difference", r.against.Difference.Shown(signed))
}

// signed formats a difference of means.
func signed(x float64) report.Formatted {
	return report.Decimals(x, 5).Signed()
}

// Print prints outcomes side by side.
func (c comparison) Print(p *base.Paper) {
	p.Show(c.sideBySide(p.View))
	p.Sayf("Share of the secrets by number of guesses:")
	p.Show(c.histogramTable(false))
	for _, s := range c.Subjects {
		if s.Left != nil {
			p.Sayf("%s: %s", s.Name, s.leftText())
		}
	}

	first := c.Subjects[0].Name
	for i, pair := range c.Pairs {
		switch {
		case pair.Parts != "":
			p.Sayf("%s", pair.Parts)
		case pair.Moved == 0:
			p.Sayf("%s and %s have the same histogram.", pair.Name, first)
		case pair.Moved > 0:
			moved := math.Round(100*float64(pair.Moved)) / 100
			secrets := wording.Plural(c.Subjects[i+1].Secrets, "secret")
			p.Sayf("%s: at least %s of %s need a different number of guesses than with %s.",
				pair.Name, humanize.Commaf(moved), secrets, first)
		}
	}

	if slices.ContainsFunc(c.Subjects, func(o Outcome) bool {
		return o.Sampled != nil
	}) {
		p.Sayf("In brackets: the 99%% confidence interval of a sampled mean. All else is exact.")
	}
}

// subtitle names the game; it is empty for several games.
func (c comparison) subtitle() string {
	if severalGames(c.Subjects) {
		return ""
	}
	return report.GameInWords(c.Subjects[0].Game)
}

func severalGames(outcomes []Outcome) bool {
	return slices.ContainsFunc(outcomes, func(o Outcome) bool {
		return o.Game != outcomes[0].Game
	})
}

// source names the sources of the published subjects. The verdict says whether each of these
// has the histogram of a measured subject.
func (c comparison) source() (cites, verdict string) {
	var sources []string
	alike := true
	for _, s := range c.Subjects {
		if s.source == "" {
			continue
		}
		cite := s.source.Cite()
		if !slices.Contains(sources, cite) {
			sources = append(sources, cite)
		}
		alike = alike && c.measuredAlike(s)
	}

	switch {
	case sources == nil:
		return "", ""
	case alike:
		verdict = string(report.Exact)
	default:
		verdict = "not equal"
	}
	return strings.Join(sources, ", "), verdict
}

// measuredAlike reports whether a measured subject has the histogram of a published one.
func (c comparison) measuredAlike(printed Outcome) bool {
	return printed.Histogram != nil && slices.ContainsFunc(c.Subjects, func(o Outcome) bool {
		return o.source == "" &&
			o.Game == printed.Game &&
			slices.Equal(o.Histogram, printed.Histogram)
	})
}
