// Package measure has the commands that measure subjects: measure, compare, plot and export. A
// [Subject] is what was asked for: a strategy, a tree, a published figure, an optimum or a
// program that plays. It is measured to an [Outcome], which is written, compared with others,
// and drawn.
//
// The packages solve, board and explain read their subjects with it too.
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
	"codebreak/experiments/base"
	"codebreak/experiments/external"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/origin"
	"codebreak/report"
)

func Command(a *base.App) *cobra.Command {
	var f outcomeFlags
	var m measuring
	var r seriesFlags
	cmd := base.NewCommand("measure", nil, func(cmd *cobra.Command, args []string) error {
		if err := f.check(cmd); err != nil {
			return err
		}
		s, err := OneSubject(a, cmd, args, "", f.player)
		if err != nil {
			return err
		}
		if err := cmp.Or(r.check(cmd, s), f.sample.check(cmd, []Subject{s}), m.check(cmd, s, f.Format), checkWeights(cmd.Context(), a, s)); err != nil {
			return err
		}
		if s.OfGame() {
			return measureRivals(a, cmd, s, f)
		}
		began := time.Now()
		var work strategy.Work
		var o Outcome
		var failed error
		if r.secrets > 0 {
			o, failed = measureSeries(cmd.Context(), a, s, r, f.sample.Seed)
		} else {
			o, failed = One(cmd.Context(), a, s, f.sample, &work)
		}
		if o.Kind == "" {
			return failed
		}
		if err := weigh(cmd.Context(), a, &o); err != nil {
			return err
		}
		if m.stats {
			var memory runtime.MemStats
			runtime.ReadMemStats(&memory)
			err = json.NewEncoder(a.Stderr).Encode(ask.Stats{
				Seconds: time.Since(began).Seconds(), Memory: memory.Sys, Nodes: o.Nodes, Guesses: work.Guesses, Comparisons: work.Comparisons,
			})
		}
		if err == nil {
			err = showMeasured(a, cmd, o, f, m)
		}
		return errors.Join(err, failed)
	})
	cmd.ValidArgsFunction = subjectNames
	SubjectFlags(cmd)
	f.addTo(cmd)
	r.addTo(cmd)
	WeightsFlag(a, cmd)
	flags := cmd.Flags()
	flags.StringVar(&m.expected, "expect", "", "mean, total, fraction or share as printed, such as 4.424: the exit code is 0 if every digit agrees, else 1")
	flags.BoolVar(&m.stats, "stats", false, "print time, memory and work as a JSON object on standard error")
	flags.BoolVar(&m.outline, "outline", false, "print the decision tree as an indented outline")
	return cmd
}

// measuring is what measure does with an outcome, beside writing it.
type measuring struct {
	expected       string           // as printed; empty for nothing
	number         published.Number // that is expected
	outline, stats bool
}

// check refuses what a subject cannot be asked for.
func (m *measuring) check(cmd *cobra.Command, s Subject, format string) error {
	expect := base.Given(cmd, "expect")
	err := cmp.Or(
		base.Refuse(s.OfGame() && (m.outline || m.stats || expect), "--expect, --outline and --stats are for one strategy; name it: %s %s", s.Spec, strategy.Entropy),
		base.Refuse(m.outline && format != base.FormatText, "--outline is for people; it does not go with --format %s", format),
		base.Refuse(m.outline && s.ByChance(), "--outline prints a decision tree, and ties that end in random have none; give them a seed: random=1"),
		base.Refuse(expect && m.expected == "", "--expect is empty; it must be a number, such as 4.424"),
		base.Refuse(expect && s.ByChance(), "--expect needs one decision tree, and ties that end in random have none"),
	)
	if err != nil || !expect {
		return err
	}
	if m.number, err = published.ParseNumber(m.expected); err != nil {
		return base.UsageOf("--expect", err)
	}
	if m.number.Share() {
		return nil
	}

	readings := expectedOf(m.number, game.CountSecrets(s.Game))
	why := ""
	for _, q := range readings {
		if why = q.Contradiction(AnyCount(s.Game)); why == "" {
			return nil // one way to read it may be right
		}
	}
	return base.Usagef("--expect: %s", why)
}

// expectedOf lists what a number may be: a mean, or a total if it is whole and no less than
// the number of secrets. A comma is a decimal point, or separates thousands.
func expectedOf(n published.Number, secrets int) (readings []report.Quoted) {
	if total, ok := n.Whole(); ok && total >= secrets {
		return []report.Quoted{{Total: total}}
	}
	if whole, ok := n.Grouped(); ok {
		readings = expectedOf(whole, secrets)
	}
	return append(readings, report.Quoted{Mean: n.String()})
}

// showMeasured draws and writes an outcome, and holds it against what is expected.
func showMeasured(a *base.App, cmd *cobra.Command, o Outcome, f outcomeFlags, m measuring) error {
	err := drawOutcomes(a, f, comparison{Subjects: []Outcome{o}}, plotOptions{numbers: o.Sampled == nil && o.Kind != ofExpectation})
	switch {
	case err != nil:
	case m.outline && o.Tree == nil:
		err = base.Usagef("%s has no decision tree, which --outline prints", o.Name)
	case m.outline:
		err = o.Tree.WriteOutline(base.UntilEnd(cmd.Context(), cmd.OutOrStdout()))
	default:
		err = f.Write(cmd, o)
	}
	if err != nil || m.expected == "" {
		return err
	}
	return compareExpected(a, o, m.number)
}

// outcomeFlags say how outcomes are measured, drawn and written.
type outcomeFlags struct {
	sample SampleFlags
	player PlayerFlags
	plot   string // file of a picture
	base.FormatFlag
}

func (f *outcomeFlags) addTo(cmd *cobra.Command) {
	f.sample.addTo(cmd)
	f.player.addTo(cmd)
	f.FormatFlag.AddTo(cmd)
	cmd.Flags().StringVar(&f.plot, "plot", "", "also draw a picture, into this file: .png, .svg or .pdf")
}

func (f *outcomeFlags) check(cmd *cobra.Command) error {
	err := f.player.check(cmd)
	if err == nil && base.Given(cmd, "plot") {
		err = CheckPicture("--plot", f.plot)
	}
	return err
}

// drawOutcomes draws outcomes, if a picture is asked for.
func drawOutcomes(a *base.App, f outcomeFlags, c comparison, o plotOptions) error {
	if f.plot == "" {
		return nil
	}
	return Draw(a, f.plot, c.figure(o))
}

// compareExpected says on standard error whether the number is what is expected, of
// guesses until the secret is solved or until it is identified. If it is neither, that
// is an error.
func compareExpected(a *base.App, o Outcome, n published.Number) error {
	if o.result == nil {
		return base.Usagef("--expect: %s has no decision tree", o.Name)
	}
	if n.Share() {
		shares := origin.Of(report.Row{Kind: report.OfStrategy, Result: *o.result}).Find(origin.Wanted{Number: &n})
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
			a.Say("as expected: %s until the secret is solved", expected)
			return nil
		case len(expected.Differences(o.result.Known)) == 0:
			a.Say("as expected: %s until the secret is identified", expected)
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

// SampleFlags say that games are to be played rather than all that may happen
// computed.
type SampleFlags struct {
	Runs int // 0 to compute it
	Seed uint64
}

func (s *SampleFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&s.Runs, "runs", 0, "number of games to sample, where ties end in random (default: the exact expectation); for a random player: games against each secret")
	flags.Uint64Var(&s.Seed, "seed", 1, "seed of the games that --runs plays, and of the sample of --secrets")
}

// check refuses --runs and --seed without a random player.
func (s *SampleFlags) check(cmd *cobra.Command, subjects []Subject) error {
	for _, played := range subjects {
		most := external.MostGames / game.CountSecrets(played.Game)
		if played.player != nil && s.Runs > most {
			return base.Usagef("--runs is %d; it must be at most %d for %s", s.Runs, most, played.Game)
		}
	}

	byChance := slices.ContainsFunc(subjects, Subject.ByChance)
	player := slices.ContainsFunc(subjects, func(s Subject) bool { return s.player != nil })
	runs, seed := base.Given(cmd, "runs"), base.Given(cmd, "seed") && !base.Given(cmd, "secrets") // which --seed draws
	return cmp.Or(
		base.Refuse(runs && !byChance && !player, "--runs is only for random ties, such as ties=consistent,random"),
		base.Refuse(runs && s.Runs < chance.LeastRuns, "--runs is %d; it must be at least %d", s.Runs, chance.LeastRuns),
		base.Refuse(seed && player && !byChance, "--seed is for strategies; for a player use --player-seed"),
		base.Refuse(seed && !runs, "--seed goes with --runs; to seed ties, write random=SEED"),
	)
}

// measureSubjects measures subjects, and gives each a name that distinguishes it from
// the others.
func measureSubjects(ctx context.Context, a *base.App, subjects []Subject, sample SampleFlags) (out []Outcome, err error) {
	for _, s := range subjects {
		o, err := One(ctx, a, s, sample, nil)
		if err == nil {
			err = weigh(ctx, a, &o)
		}
		if err != nil {
			return nil, base.Either(len(subjects) > 1, base.OrInterrupted(ctx, err, "nothing was compared"), err)
		}
		if len(subjects) > mostOverlaid {
			o.Tree = nil // they are drawn, not compared tree by tree
		}
		out = append(out, o)
	}
	oneGame := !slices.ContainsFunc(out, func(o Outcome) bool { return o.Game != out[0].Game })
	seen := map[string]int{}
	for i := range out {
		o := &out[i]
		if o.Kind != ofSource && !oneGame {
			o.Name = o.Game + " " + o.Name
		}
		seen[o.Name]++
		if n := seen[o.Name]; n > 1 {
			o.Name = fmt.Sprintf("%s (%d)", o.Name, n)
		}
	}
	return out, nil
}

// One measures a subject. work, if not nil, is where the work of growing a tree is
// added up.
func One(ctx context.Context, a *base.App, s Subject, sample SampleFlags, work *strategy.Work) (o Outcome, err error) {
	switch {
	case s.Tree != nil:
		name := base.Either(slices.Contains(publishedNames(), s.Spec), s.Spec, filepath.Base(s.Spec))
		return OutcomeOf(OfTree, name, strategy.Strategy{}, s.Tree), nil
	case s.Figure != nil:
		return printedOutcome(s), nil
	case s.player != nil:
		return measurePlayer(ctx, a, s, sample.Runs)
	case s.Best != nil:
		t, err := OptimalTree(ctx, a, *s.Best)
		if err != nil {
			return o, err
		}
		return OutcomeOf(OfOptimum, engine.Optimal, strategy.Strategy{}, t), nil
	case s.ByChance() && sample.Runs > 0:
		return measureSample(ctx, a, *s.Play, sample)
	case s.ByChance():
		return measureExpected(ctx, a, *s.Play)
	}
	cost := ask.NewPlay(engine.Configuration(s.Play.Key())).Cost() // in seconds
	bar := a.NewProgress(cost)
	defer bar.Finish()
	t, err := tree.Grow(ctx, s.Game, s.Play.Strategy, s.Play.First, tree.Options{
		Workers: a.Workers, Work: work,
		Progress: func(secrets int) { bar.Add(cost / float64(s.Play.Secrets()) * float64(secrets)) },
	})
	if err != nil {
		return o, err
	}
	return OutcomeOf(ofStrategy, "", s.Play.Strategy, t), nil
}

// measureExpected computes what is to be expected of chance.
func measureExpected(ctx context.Context, a *base.App, x engine.Experiment) (o Outcome, err error) {
	reach := chance.Options{Workers: a.Workers, Memory: a.Env().Memory}
	if SlowToExpect(x) && chance.CheckReach(x.Game, x.Strategy, reach) == nil {
		a.Say("the exact expectation in %s takes minutes or more; --runs 10000 plays 10,000 games instead", x.Game)
	}
	bar := a.NewProgress(1)
	defer bar.Finish()
	bar.Start("every outcome of chance")
	e, err := chance.Expect(ctx, x.Game, x.Strategy, x.First, chance.Options{Workers: a.Workers, Memory: a.Env().Memory, Progress: bar.Add})
	switch {
	case errors.Is(err, chance.ErrReach):
		return o, base.Usagef("%w; --runs N plays N games instead", err)
	case err != nil:
		return o, base.OrInterrupted(ctx, err, "nothing was computed; --runs N plays N games instead")
	}
	total, _ := new(big.Rat).Mul(e.Mean, big.NewRat(int64(x.Secrets()), 1)).Float64()
	mean, _ := e.Mean.Float64()
	o = newOutcome(ofExpectation, x.Game, nil)
	o.Total, o.Mean, o.Stddev, o.Worst = Maybe(total), Maybe(mean), Maybe(e.Stddev()), e.Worst()
	o.MeanFraction, o.Nodes, o.Histogram = e.Mean.RatString(), int(e.Sets), nil
	for _, n := range e.Histogram {
		f, _ := n.Float64()
		o.Histogram, o.HistogramFractions = append(o.Histogram, f), append(o.HistogramFractions, n.RatString())
	}
	o.nameChance(x)
	if chance.IsUniform(x.Strategy) && x.First == nil {
		line, err := chance.Longest(ctx, x.Game, chance.Options{Memory: a.Env().Memory})
		if err != nil {
			return o, base.Interrupted(ctx, "the longest game was not found")
		}
		o.LongestGame = ask.Rounds(x.Game, line)
	}
	return o, nil
}

// measureSample plays games of chance.
func measureSample(ctx context.Context, a *base.App, x engine.Experiment, s SampleFlags) (o Outcome, err error) {
	bar := a.NewProgress(1)
	defer bar.Finish()
	e, err := chance.Sample(ctx, x.Game, x.Strategy, x.First, chance.SampleOptions{Runs: s.Runs, Seed: s.Seed, Workers: a.Workers, Progress: bar.Add})
	if err != nil {
		return o, base.OrInterrupted(ctx, err, "nothing was estimated; fewer --runs take less time")
	}
	o = sampledOutcome(ofSample, x.Game, e)
	o.nameChance(x)
	return o, nil
}

func (o *Outcome) nameChance(x engine.Experiment) {
	k := x.Key()
	o.Strategy, o.First = &k.Strategy, k.First
	o.Name = k.Strategy.String() + base.Either(k.First != "", " from "+k.First, "")
}

// printedOutcome is what a source prints.
func printedOutcome(s Subject) Outcome {
	f := s.Figure
	o := Outcome{Kind: ofSource, Game: s.Game.String(), Secrets: game.CountSecrets(s.Game), Total: Absent, Mean: Absent, Stddev: Absent, Worst: f.Worst}
	if f.Histogram != nil {
		o = newOutcome(ofSource, s.Game, f.Histogram)
	} else if mean, ok := f.MeanNumber(); ok {
		o.Mean = Maybe(mean.Float())
	} else if f.Total > 0 {
		o.Total, o.Mean = Maybe(f.Total), Maybe(float64(f.Total)/float64(o.Secrets))
	}
	o.Name, o.First, o.Strategy, o.printed, o.source = f.ID, f.Subject.First, &f.Subject.Strategy, f.Mean, f.Source
	o.Until = s.until()
	return o
}

// rivals are the criteria of one step in a game, those with the least total and then with the fewest rules first; before them an optimal
// tree if one is kept.
type rivals struct {
	comparison
	again string // measures the best of the criteria
}

// measureRivals measures the criteria of one step in a game.
func measureRivals(a *base.App, cmd *cobra.Command, s Subject, f outcomeFlags) error {
	var subjects []Subject
	for _, criterion := range append([]strategy.Criterion{strategy.Simple}, strategy.Classic()...) {
		rival, x := s, *s.Play
		x.Strategy.Criterion, rival.Play = criterion, &x
		subjects = append(subjects, rival)
	}
	measured, err := measureSubjects(cmd.Context(), a, subjects, f.sample)
	if err != nil {
		return err
	}
	slices.SortStableFunc(measured, func(a, b Outcome) int { return cmp.Or(cmp.Compare(a.Total, b.Total), *a.Rules-*b.Rules) })
	if t := Recorded(cmd.Context(), a, optimal.Problem{Game: s.Game, Objective: optimal.Total}); t != nil {
		optimum := OutcomeOf(OfOptimum, engine.Optimal, strategy.Strategy{}, t)
		if err := weigh(cmd.Context(), a, &optimum); err != nil {
			return err
		}
		measured = slices.Insert(measured, 0, optimum)
	}
	c := newComparison(measured)
	if err := drawOutcomes(a, f, c, plotOptions{}); err != nil {
		return err
	}
	r := rivals{comparison: c}
	r.again = a.Again("measure", s.Game.String(), string(r.best().Criterion))
	return f.Write(cmd, r)
}

// best is the best of the criteria.
func (r rivals) best() Outcome {
	if r.Subjects[0].Kind == OfOptimum {
		return r.Subjects[1]
	}
	return r.Subjects[0]
}

func (r rivals) Print(p *base.Paper) {
	first := r.Subjects[0]
	p.Sayf("%s: %s.", report.GameInWords(first.Game), base.Plural(first.Secrets, "possible secret"))
	p.Show(r.sideBySide(p.View))
	best, above := r.best(), ""
	if first.Kind == OfOptimum {
		above = fmt.Sprintf(", %.4f more than the optimum (proved)", float64(best.Mean-first.Mean))
	}
	p.Sayf("Best of the criteria: %s, %s guesses on average%s.", best.Name, best.MeanText(), above)
	if !p.Pasted() {
		p.Sayf("For its histogram: %s", r.again)
	}
}
