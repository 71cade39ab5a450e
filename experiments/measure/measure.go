// Package measure has the commands that measure subjects: measure, compare, plot and export. A
// [Subject] is a strategy, a tree, a published figure, an optimum or a player, which is a program
// of the user. Measuring gives an [Outcome], which can be written, compared and drawn.
//
// The packages solve, board, agents and explain read their subjects with it too.
package measure

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/origin"
	"codebreak/experiments/players"
	"codebreak/report"
)

// Command makes the command measure.
func Command(a *base.App) *cobra.Command {
	m := &measuring{outcomeFlags: outcomeFlags{app: a}}
	cmd := base.NewCommand("measure", nil, m.run)
	SubjectFlags(cmd)
	m.addTo(cmd)
	m.series.AddTo(cmd)
	WeightsFlag(a, cmd)

	flags := cmd.Flags()
	flags.StringVar(&m.expected, "expect", "", "mean, total, fraction or share as printed, such as 4.424: the exit code is 0 if every digit agrees, else 1")
	flags.BoolVar(&m.stats, "stats", false, "print time, memory and work as a JSON object on standard error")
	flags.BoolVar(&m.outline, "outline", false, "print the decision tree as an indented outline")
	return cmd
}

// run measures the subject of the command line: a strategy, all criteria of a game, or some
// games of a player.
func (m *measuring) run(cmd *cobra.Command, args []string) error {
	ctx := cmd.Context()
	a := m.app
	if err := m.outcomeFlags.check(cmd); err != nil {
		return err
	}
	s, err := oneSubject(a, cmd, args, "", &m.player)
	if err != nil {
		return err
	}
	if err := m.check(cmd, s); err != nil {
		return err
	}
	if s.Play != nil {
		SayEndless(a, *s.Play, "simple or random --runs 100")
	}
	if s.OfGame() {
		return m.rivals(cmd, s)
	}

	// A player that fails only at its end has an outcome beside its error.
	began := time.Now()
	var work strategy.Work
	var o Outcome
	var failed error
	if m.series.Given() {
		o, failed = measureSeries(ctx, a, s, m.series, m.sample.Seed)
	} else {
		o, failed = inFull(ctx, a, s, m.sample, &work)
	}
	if o.Kind == "" {
		return failed
	}

	if err := weigh(ctx, a, &o); err != nil {
		return err
	}
	if m.stats {
		err = writeStats(a, time.Since(began), max(o.Nodes, o.sets), work)
	}
	if err == nil {
		err = m.show(cmd, o)
	}
	return errors.Join(err, failed)
}

// A stats has the time and work of measuring.
type stats struct {
	Seconds     float64 `json:"seconds"`
	Memory      uint64  `json:"memory"` // bytes that the program got from the system
	Nodes       int     `json:"nodes"`
	Guesses     int64   `json:"guesses"`     // partitions counted
	Comparisons int64   `json:"comparisons"` // of a guess with a candidate
}

// writeStats writes the time and work of measuring, as JSON on standard error.
func writeStats(a *base.App, took time.Duration, nodes int, work strategy.Work) error {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return json.NewEncoder(a.Stderr).Encode(stats{
		Seconds:     took.Seconds(),
		Memory:      memory.Sys,
		Nodes:       nodes,
		Guesses:     work.Guesses,
		Comparisons: work.Comparisons,
	})
}

// measuring has the flags of the command measure.
type measuring struct {
	expected string           // the number as printed; empty for none
	number   published.Number // the same number, parsed
	outline  bool
	stats    bool

	outcomeFlags
	series players.SeriesFlags
}

// check refuses flags that the subject or the format cannot serve, and an expected number
// that no strategy can have.
func (m *measuring) check(cmd *cobra.Command, s Subject) error {
	err := m.series.Check(cmd, s.Game, s.player != nil)
	if err == nil {
		err = m.sample.check(cmd, []Subject{s})
	}
	if err == nil {
		err = m.checkExpected(cmd, s)
	}
	switch {
	case err != nil:
		return err
	case m.series.Given() && s.limit > 0:
		return base.Usagef("limit= is for all secrets; with --secrets use --limit")
	}
	return checkWeights(cmd.Context(), m.app, s)
}

// checkExpected reads the expected number, and refuses one that no strategy can have.
func (m *measuring) checkExpected(cmd *cobra.Command, s Subject) error {
	expect := base.Given(cmd, "expect")
	switch {
	case s.OfGame() && (m.outline || m.stats || expect):
		return base.Usagef("--expect, --outline and --stats are for one strategy; name it: %s %s", s.Spec, strategy.Entropy)
	case m.outline && m.Format != base.FormatText:
		return base.Usagef("--outline writes text for people; drop --format %s", m.Format)
	case m.outline && s.ByChance():
		return base.Usagef("--outline prints a decision tree, and ties that end in random have none; give them a seed: random=1")
	case expect && m.expected == "":
		return base.Usagef("--expect is empty; it must be a number, such as 4.424")
	case expect && s.ByChance():
		return base.Usagef("--expect needs one decision tree, and ties that end in random have none")
	case !expect:
		return nil
	}

	var err error
	m.number, err = published.ParseNumber(m.expected)
	if err != nil {
		return base.UsageOf("--expect", err)
	}
	if m.number.Share() {
		return nil
	}

	// The number is refused only if it is impossible in every way to read it.
	why := ""
	for _, q := range expectedOf(m.number, game.CountSecrets(s.Game)) {
		why = q.Contradiction(AnyCount(s.Game))
		if why == "" {
			return nil
		}
	}
	return base.Usagef("--expect: %s", why)
}

// expectedOf lists how a number can be read: as a mean, or as a total if it is whole and no
// less than the number of secrets. A comma is a decimal point, or separates thousands.
func expectedOf(n published.Number, secrets int) (readings []report.Quoted) {
	if total, ok := n.Whole(); ok && total >= secrets {
		return []report.Quoted{{Total: total}}
	}
	if whole, ok := n.Grouped(); ok {
		readings = expectedOf(whole, secrets)
	}
	return append(readings, report.Quoted{Mean: n.String()})
}

// show draws and writes an outcome, and compares it with the expected number.
func (m *measuring) show(cmd *cobra.Command, o Outcome) error {
	counted := o.Sampled == nil && o.Kind != ofExpectation
	c := comparison{Subjects: []Outcome{o}}
	if err := m.draw(c, plotOptions{numbers: counted}); err != nil {
		return err
	}

	var err error
	switch {
	case m.outline && o.Tree == nil:
		err = base.Usagef("%s has no decision tree, which --outline prints", o.Name)
	case m.outline:
		out := base.UntilEnd(cmd.Context(), cmd.OutOrStdout())
		err = o.Tree.WriteOutline(out)
	default:
		err = m.Write(cmd, o)
	}
	if err != nil || m.expected == "" {
		return err
	}
	return compareExpected(m.app, o, m.number)
}

// outcomeFlags say how outcomes are measured, drawn and written.
type outcomeFlags struct {
	app    *base.App
	sample SampleFlags
	player players.Flags
	plot   string // file of a picture
	log    bool   // its axis of shares is logarithmic
	narrow bool   // it is for a phone
	base.FormatFlag
}

func (f *outcomeFlags) addTo(cmd *cobra.Command) {
	f.sample.addTo(cmd)
	f.player.AddTo(cmd)
	f.FormatFlag.AddTo(cmd)
	cmd.Flags().StringVar(&f.plot, "plot", "", "also draw a picture into this file: .png, .svg or .pdf")
	cmd.Flags().BoolVar(&f.log, "log", false, "with --plot: "+logUsage)
	cmd.Flags().BoolVar(&f.narrow, "narrow", false, "with --plot: "+narrowUsage)
}

func (f *outcomeFlags) check(cmd *cobra.Command) error {
	if err := f.player.Check(cmd); err != nil {
		return err
	}
	if !base.Given(cmd, "plot") {
		return base.Need(cmd, "plot", "log", "narrow")
	}
	return CheckPicture("--plot", f.plot)
}

// draw draws outcomes if a picture is asked for.
func (f *outcomeFlags) draw(c comparison, o plotOptions) error {
	if f.plot == "" {
		return nil
	}
	if f.log {
		o.kind = logPlot
	}
	o.narrow = f.narrow
	return Draw(f.app, f.plot, c.figure(o))
}

// compareExpected says on standard error whether the outcome has the expected number, of
// guesses until the secret is solved or until it is identified. It is an error if neither
// has it.
func compareExpected(a *base.App, o Outcome, n published.Number) error {
	if o.result == nil {
		return base.Usagef("--expect: %s has no decision tree", o.Name)
	}
	if n.Share() {
		row := report.Measurement{
			Kind:   report.OfStrategy,
			Result: *o.result,
		}
		shares := origin.Of(row).Find(origin.Wanted{Number: &n})
		if len(shares) == 0 {
			return fmt.Errorf("not as expected: no share of the secrets solved within some guesses is %s", n)
		}
		a.Say("as expected: %s is the %s", n, shares[0].Quantity)
		return nil
	}

	readings := expectedOf(n, o.result.Secrets)
	for _, expected := range readings {
		switch {
		case len(expected.Differences(o.result.Figures)) == 0:
			a.Say("as expected: %s until the secret is solved", report.ForPeople(expected.String()))
			return nil
		case len(expected.Differences(o.result.Known)) == 0:
			a.Say("as expected: %s until the secret is identified", report.ForPeople(expected.String()))
			return nil
		}
	}

	expected := readings[len(readings)-1]
	difference := expected.Differences(o.result.Figures)[0]
	if expected.Total == 0 {
		difference += fmt.Sprintf(", %+.5f guesses per secret", o.result.Mean-n.Float())
	}
	search := a.Again("explain", n.String(), "--game", o.Game)
	return fmt.Errorf("not as expected: %s; %s searches for the conventions", difference, search)
}

// SampleFlags ask for a sample of games instead of the exact expectation.
type SampleFlags struct {
	Runs int // 0 for the exact expectation
	Seed uint64
}

func (s *SampleFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&s.Runs, "runs", 0, "number of games to sample, where ties end in random (default: the exact expectation); for a random player: games against each secret")
	flags.Uint64Var(&s.Seed, "seed", 1, "seed of the games that --runs plays, and of the sample of --secrets")
}

// check refuses --runs and --seed where nothing is random, and more games than fit.
func (s *SampleFlags) check(cmd *cobra.Command, subjects []Subject) error {
	byChance := slices.ContainsFunc(subjects, Subject.ByChance)
	hasPlayer := false
	for _, played := range subjects {
		if played.player == nil {
			continue
		}
		hasPlayer = true
		most := players.MostRuns(played.Game)
		if s.Runs > most {
			return base.Usagef("--runs is %d; it must be at most %d for %s", s.Runs, most, played.Game)
		}
	}

	runs := base.Given(cmd, "runs")
	seed := base.Given(cmd, "seed") && !base.Given(cmd, "secrets") // --seed also draws the secrets
	switch {
	case runs && !byChance && !hasPlayer:
		return base.Usagef("--runs is only for random ties, such as ties=consistent,random")
	case runs && s.Runs < chance.LeastRuns:
		return base.Usagef("--runs is %d; it must be at least %d", s.Runs, chance.LeastRuns)
	case seed && hasPlayer && !byChance:
		return base.Usagef("--seed is for strategies; for a player use --player-seed")
	case seed && !runs:
		return base.Usagef("--seed needs --runs; to seed ties, write random=SEED")
	}
	return nil
}

// measureSubjects measures subjects, and gives them different names.
func measureSubjects(ctx context.Context, a *base.App, subjects []Subject, sample SampleFlags) (out []Outcome, err error) {
	for _, s := range subjects {
		o, err := inFull(ctx, a, s, sample, nil)
		if err == nil {
			err = weigh(ctx, a, &o)
		}
		switch {
		case err != nil && len(subjects) > 1:
			return nil, base.OrInterrupted(ctx, err, "nothing was compared")
		case err != nil:
			return nil, err
		}

		if len(subjects) > mostOverlaid {
			o.Tree = nil // a picture of many is drawn without comparing trees
		}
		out = append(out, o)
	}
	distinguish(out)
	return out, nil
}

// distinguish gives outcomes different names: with the game if there are several, and with
// a number where they are still equal.
func distinguish(outcomes []Outcome) {
	several := severalGames(outcomes)
	seen := map[string]int{}
	for i := range outcomes {
		o := &outcomes[i]
		if several && o.Kind != ofSource {
			o.Name = o.Game + " " + o.Name
		}
		seen[o.Name]++
		if n := seen[o.Name]; n > 1 {
			o.Name = fmt.Sprintf("%s (%d)", o.Name, n)
		}
	}
}

// One measures a subject. The work of growing a tree is added to work unless that is nil.
func One(ctx context.Context, a *base.App, s Subject, sample SampleFlags, work *strategy.Work) (o Outcome, err error) {
	o, err = outcomeOf(ctx, a, s, sample, work)
	if err != nil || s.limit == 0 {
		return o, err
	}
	if o.Histogram == nil {
		return o, base.Usagef("%s has no histogram, by which limit= counts", o.Name)
	}
	o.Limited = countWithin(o.Histogram, s.limit)
	return o, nil
}

// inFull measures a subject, and finds a longest game of the random player.
func inFull(ctx context.Context, a *base.App, s Subject, sample SampleFlags, work *strategy.Work) (Outcome, error) {
	o, err := One(ctx, a, s, sample, work)
	if o.Kind != ofExpectation || !chance.IsUniform(s.Play.Strategy) || s.Play.First != nil {
		return o, err
	}

	line, err := chance.Longest(ctx, s.Game, chance.Options{Memory: a.Env().Memory})
	if err != nil {
		return o, base.Interrupted(ctx, "the longest game was not found")
	}
	o.LongestGame = ask.Rounds(s.Game, line)
	return o, nil
}

// outcomeOf measures a subject without a limit.
func outcomeOf(ctx context.Context, a *base.App, s Subject, sample SampleFlags, work *strategy.Work) (o Outcome, err error) {
	switch {
	case s.Tree != nil:
		name := filepath.Base(s.Spec)
		if slices.Contains(publishedNames(), s.Spec) {
			name = s.Spec
		}
		return OutcomeOf(OfTree, name, s.Tree), nil
	case s.Figure != nil:
		return printedOutcome(s), nil
	case s.player != nil:
		return measurePlayer(ctx, a, s, sample.Runs)
	case s.known:
		return bestKnown(ctx, a, s)
	case s.Best != nil:
		t, err := optimalTree(ctx, a, *s.Best)
		if err != nil {
			return o, err
		}
		return optimumOf(t), nil
	case s.ByChance() && sample.Runs > 0:
		return measureSample(ctx, a, *s.Play, sample)
	case s.ByChance():
		return measureExpected(ctx, a, *s.Play)
	}
	return measureStrategy(ctx, a, *s.Play, work)
}

// measureStrategy grows the tree of a strategy.
func measureStrategy(ctx context.Context, a *base.App, x engine.Experiment, work *strategy.Work) (o Outcome, err error) {
	seconds := ask.PlayOf(x).About().Cost
	secondsEach := seconds / float64(x.Secrets())
	bar := a.NewProgress(seconds)
	defer bar.Finish()

	t, err := tree.Grow(ctx, x.Game, x.Strategy, x.First, tree.Options{
		Workers:  a.Workers,
		Work:     work,
		Progress: func(secrets int) { bar.Add(secondsEach * float64(secrets)) },
	})
	if err != nil {
		return o, err
	}
	r := engine.NewResult(x.Strategy, t)
	o = outcomeOfTree(ofStrategy, "", r, t)
	o.Published, err = judgedFigures(ctx, a, r)
	return o, err
}

// measureExpected computes the exact expectation of a random player.
func measureExpected(ctx context.Context, a *base.App, x engine.Experiment) (o Outcome, err error) {
	options := chance.Options{
		Workers: a.Workers,
		Memory:  a.Env().Memory,
	}
	if err := chance.CheckReach(x.Game, x.Strategy, options); err != nil {
		return o, base.Usagef("%w; --runs N plays N games instead", err)
	}
	if SlowToExpect(x) {
		a.Say("the exact expectation in %s takes minutes or more; --runs 10000 plays 10,000 games instead", x.Game)
	}

	bar := a.NewProgress(1)
	defer bar.Finish()
	bar.Start("every outcome of chance")
	options.Progress = bar.Add
	e, err := chance.Expect(ctx, x.Game, x.Strategy, x.First, options)
	if err != nil {
		return o, base.OrInterrupted(ctx, err, "nothing was computed; --runs N plays N games instead")
	}

	return expectedOutcome(x, e), nil
}

// expectedOutcome makes the outcome of an exact expectation. Its numbers are rounded; the
// fractions beside them are exact.
func expectedOutcome(x engine.Experiment, e chance.Expectation) Outcome {
	secrets := big.NewRat(int64(x.Secrets()), 1)
	total, _ := new(big.Rat).Mul(e.Mean, secrets).Float64()
	mean, _ := e.Mean.Float64()

	o := newOutcome(ofExpectation, x.Game, nil)
	o.nameChance(x)
	o.Total = Maybe(total)
	o.Mean = Maybe(mean)
	o.Stddev = Maybe(chance.Stddev(e.Histogram))
	o.Worst = e.Worst()
	o.sets = int(e.Sets)
	o.MeanFraction = e.Mean.RatString()

	o.Histogram = nil
	for _, n := range e.Histogram {
		rounded, _ := n.Float64()
		o.Histogram = append(o.Histogram, rounded)
		o.HistogramFractions = append(o.HistogramFractions, n.RatString())
	}
	return o
}

// measureSample plays games of a random player.
func measureSample(ctx context.Context, a *base.App, x engine.Experiment, s SampleFlags) (o Outcome, err error) {
	bar := a.NewProgress(1)
	defer bar.Finish()
	e, err := chance.Sample(ctx, x.Game, x.Strategy, x.First, chance.SampleOptions{
		Runs:     s.Runs,
		Seed:     s.Seed,
		Workers:  a.Workers,
		Progress: bar.Add,
	})
	if err != nil {
		return o, base.OrInterrupted(ctx, err, "nothing was estimated; fewer --runs take less time")
	}

	o = sampledOutcome(ofSample, x.Game, e)
	o.nameChance(x)
	return o, nil
}

// nameChance names an outcome after its random player.
func (o *Outcome) nameChance(x engine.Experiment) {
	k := x.Key()
	o.Strategy = &k.Strategy
	o.First = k.First
	o.Name = k.Strategy.String()
	if k.First != "" {
		o.Name += " from " + k.First
	}
}

// printedOutcome makes the outcome that a source prints: its histogram if there is one, else its
// mean or its total.
func printedOutcome(s Subject) Outcome {
	f := s.Figure
	o := Outcome{
		Kind:    ofSource,
		Game:    s.Game.String(),
		Secrets: game.CountSecrets(s.Game),
		Total:   Absent,
		Mean:    Absent,
		Stddev:  Absent,
		Worst:   f.Worst,
	}
	if f.Histogram != nil {
		o = newOutcome(ofSource, s.Game, f.Histogram)
	} else if mean, ok := f.MeanNumber(); ok {
		o.Mean = Maybe(mean.Float())
	} else if f.Total > 0 {
		o.Total = Maybe(f.Total)
		o.Mean = Maybe(float64(f.Total) / float64(o.Secrets))
	}

	o.Name = f.ID
	o.First = f.First
	o.Strategy = &f.Strategy
	o.Until = s.until()
	o.printed = f.Mean
	o.source = f.Source
	return o
}

// rivals are the one-step criteria in a game, best first: by total, then by the number of
// rules. A recorded optimal tree, if there is one, stands before them.
type rivals struct {
	comparison
	again string // measures the best of the criteria
}

// rivals measures the one-step criteria in a game.
func (m *measuring) rivals(cmd *cobra.Command, s Subject) error {
	ctx := cmd.Context()
	a := m.app
	var subjects []Subject
	for _, criterion := range slices.Insert(strategy.Classic(), 0, strategy.Simple) {
		x := *s.Play
		x.Strategy.Criterion = criterion
		rival := s
		rival.Play = &x
		subjects = append(subjects, rival)
	}

	measured, err := measureSubjects(ctx, a, subjects, m.sample)
	if err != nil {
		return err
	}
	slices.SortStableFunc(measured, func(a, b Outcome) int {
		return cmp.Or(cmp.Compare(a.Total, b.Total), *a.Rules-*b.Rules)
	})

	problem := optimal.Problem{
		Game:      s.Game,
		Objective: optimal.Total,
	}
	t := Recorded(ctx, a, problem)
	if t != nil {
		optimum := optimumOf(t)
		if s.limit > 0 {
			optimum.Limited = countWithin(optimum.Histogram, s.limit)
		}
		if err := weigh(ctx, a, &optimum); err != nil {
			return err
		}
		measured = slices.Insert(measured, 0, optimum)
	}

	r := rivals{comparison: newComparison(measured)}
	if err := m.draw(r.comparison, plotOptions{}); err != nil {
		return err
	}
	criterion := string(r.best().Criterion)
	r.again = a.Again("measure", s.Game.String(), criterion)
	return m.Write(cmd, r)
}

// best returns the best criterion.
func (r rivals) best() Outcome {
	if r.Subjects[0].Kind == OfOptimum {
		return r.Subjects[1]
	}
	return r.Subjects[0]
}

// Print prints a line for each criterion, and says which is best.
func (r rivals) Print(p *base.Paper) {
	first := r.Subjects[0]
	p.Sayf("%s: %s.", report.GameInWords(first.Game), wording.Plural(first.Secrets, "possible secret"))
	p.Show(r.sideBySide(p.View))

	best := r.best()
	above := ""
	if first.Kind == OfOptimum {
		above = fmt.Sprintf(", %.4f more than the optimum (proved)", float64(best.Mean-first.Mean))
	}
	p.Sayf("Best of the criteria: %s, %s guesses on average%s.", best.Name, best.MeanText(), above)
	if !p.Pasted() {
		p.Sayf("For its histogram: %s", r.again)
	}
}
