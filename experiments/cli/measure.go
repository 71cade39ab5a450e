package cli

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
	"codebreak/experiments/external"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/origin"
	"codebreak/report"
)

func (a *app) measureCommand() *cobra.Command {
	var f outcomeFlags
	var m measuring
	var r seriesFlags
	cmd := newCommand("measure", nil, func(cmd *cobra.Command, args []string) error {
		if err := f.check(cmd); err != nil {
			return err
		}
		s, err := a.oneSubject(cmd, args, "", f.player)
		if err != nil {
			return err
		}
		if err := cmp.Or(r.check(cmd, s), f.sample.check(cmd, []subject{s}), m.check(cmd, s, f.format), a.checkWeights(cmd.Context(), s)); err != nil {
			return err
		}
		if s.ofGame() {
			return a.measureRivals(cmd, s, f)
		}
		began := time.Now()
		var work strategy.Work
		var o outcome
		var failed error
		if r.secrets > 0 {
			o, failed = a.measureSeries(cmd.Context(), s, r, f.sample.seed)
		} else {
			o, failed = a.measure(cmd.Context(), s, f.sample, &work)
		}
		if o.Kind == "" {
			return failed
		}
		if err := a.weigh(cmd.Context(), &o); err != nil {
			return err
		}
		if m.stats {
			var memory runtime.MemStats
			runtime.ReadMemStats(&memory)
			err = json.NewEncoder(a.stderr).Encode(ask.Stats{
				Seconds: time.Since(began).Seconds(), Memory: memory.Sys, Nodes: o.Nodes, Guesses: work.Guesses, Comparisons: work.Comparisons,
			})
		}
		if err == nil {
			err = a.showMeasured(cmd, o, f, m)
		}
		return errors.Join(err, failed)
	})
	cmd.ValidArgsFunction = subjectNames
	subjectFlags(cmd)
	f.addTo(cmd)
	r.addTo(cmd)
	a.weightsFlag(cmd)
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
func (m *measuring) check(cmd *cobra.Command, s subject, format string) error {
	expect := given(cmd, "expect")
	err := cmp.Or(
		refuse(s.ofGame() && (m.outline || m.stats || expect), "--expect, --outline and --stats are for one strategy; name it: %s %s", s.spec, strategy.Entropy),
		refuse(m.outline && format != formatText, "--outline is for people; it does not go with --format %s", format),
		refuse(m.outline && s.byChance(), "--outline prints a decision tree, and ties that end in random have none; give them a seed: random=1"),
		refuse(expect && m.expected == "", "--expect is empty; it must be a number, such as 4.424"),
		refuse(expect && s.byChance(), "--expect needs one decision tree, and ties that end in random have none"),
	)
	if err != nil || !expect {
		return err
	}
	if m.number, err = published.ParseNumber(m.expected); err != nil {
		return usageOf("--expect", err)
	}
	if m.number.Share() {
		return nil
	}

	readings := expectedOf(m.number, game.CountSecrets(s.game))
	why := ""
	for _, q := range readings {
		if why = q.Contradiction(anyCount(s.game)); why == "" {
			return nil // one way to read it may be right
		}
	}
	return usagef("--expect: %s", why)
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
func (a *app) showMeasured(cmd *cobra.Command, o outcome, f outcomeFlags, m measuring) error {
	err := a.drawOutcomes(f, comparison{Subjects: []outcome{o}}, plotOptions{numbers: o.sampled == nil && o.Kind != ofExpectation})
	switch {
	case err != nil:
	case m.outline && o.tree == nil:
		err = usagef("%s has no decision tree, which --outline prints", o.Name)
	case m.outline:
		err = o.tree.WriteOutline(interruptible{cmd.Context(), cmd.OutOrStdout()})
	default:
		err = f.write(cmd, o)
	}
	if err != nil || m.expected == "" {
		return err
	}
	return a.compareExpected(o, m.number)
}

// outcomeFlags say how outcomes are measured, drawn and written.
type outcomeFlags struct {
	sample sampleFlags
	player playerFlags
	plot   string // file of a picture
	formatFlag
}

func (f *outcomeFlags) addTo(cmd *cobra.Command) {
	f.sample.addTo(cmd)
	f.player.addTo(cmd)
	f.formatFlag.addTo(cmd)
	cmd.Flags().StringVar(&f.plot, "plot", "", "also draw a picture, into this file: .png, .svg or .pdf")
}

func (f *outcomeFlags) check(cmd *cobra.Command) error {
	err := f.player.check(cmd)
	if err == nil && given(cmd, "plot") {
		err = checkPicture("--plot", f.plot)
	}
	return err
}

// drawOutcomes draws outcomes, if a picture is asked for.
func (a *app) drawOutcomes(f outcomeFlags, c comparison, o plotOptions) error {
	if f.plot == "" {
		return nil
	}
	return a.draw(f.plot, c.figure(o))
}

// compareExpected says on standard error whether the number is what is expected, of
// guesses until the secret is solved or until it is identified. If it is neither, that
// is an error.
func (a *app) compareExpected(o outcome, n published.Number) error {
	if o.result == nil {
		return usagef("--expect: %s has no decision tree", o.Name)
	}
	if n.Share() {
		shares := origin.Of(report.Row{Kind: report.OfStrategy, Result: *o.result}).Find(origin.Wanted{Number: &n})
		if len(shares) == 0 {
			return fmt.Errorf("not as expected: no share of the secrets solved within some guesses is %s", n)
		}
		a.say("as expected: %s is the %s", n, shares[0].Quantity)
		return nil
	}

	readings := expectedOf(n, o.result.Secrets)
	for _, expected := range readings {
		switch {
		case len(expected.Differences(o.result.Figures)) == 0:
			a.say("as expected: %s until the secret is solved", expected)
			return nil
		case len(expected.Differences(o.result.Known)) == 0:
			a.say("as expected: %s until the secret is identified", expected)
			return nil
		}
	}
	expected := readings[len(readings)-1]
	difference := expected.Differences(o.result.Figures)[0]
	if expected.Total == 0 {
		difference += fmt.Sprintf(", %+.5f guesses per secret", o.result.Mean-n.Float())
	}
	search := a.again("explain", n.String(), "--game", o.Game)
	return fmt.Errorf("not as expected: %s; %s searches for the conventions", difference, search)
}

// sampleFlags say that games are to be played rather than all that may happen
// computed.
type sampleFlags struct {
	runs int // 0 to compute it
	seed uint64
}

func (s *sampleFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&s.runs, "runs", 0, "number of games to sample, where ties end in random (default: the exact expectation); for a random player: games against each secret")
	flags.Uint64Var(&s.seed, "seed", 1, "seed of the games that --runs plays, and of the sample of --secrets")
}

// check refuses --runs and --seed without a random player.
func (s *sampleFlags) check(cmd *cobra.Command, subjects []subject) error {
	for _, played := range subjects {
		most := external.MostGames / game.CountSecrets(played.game)
		if played.player != nil && s.runs > most {
			return usagef("--runs is %d; it must be at most %d for %s", s.runs, most, played.game)
		}
	}

	byChance := slices.ContainsFunc(subjects, subject.byChance)
	player := slices.ContainsFunc(subjects, func(s subject) bool { return s.player != nil })
	runs, seed := given(cmd, "runs"), given(cmd, "seed") && !given(cmd, "secrets") // which --seed draws
	return cmp.Or(
		refuse(runs && !byChance && !player, "--runs is only for random ties, such as ties=consistent,random"),
		refuse(runs && s.runs < chance.LeastRuns, "--runs is %d; it must be at least %d", s.runs, chance.LeastRuns),
		refuse(seed && player && !byChance, "--seed is for strategies; for a player use --player-seed"),
		refuse(seed && !runs, "--seed goes with --runs; to seed ties, write random=SEED"),
	)
}

// measureSubjects measures subjects, and gives each a name that distinguishes it from
// the others.
func (a *app) measureSubjects(ctx context.Context, subjects []subject, sample sampleFlags) (out []outcome, err error) {
	for _, s := range subjects {
		o, err := a.measure(ctx, s, sample, nil)
		if err == nil {
			err = a.weigh(ctx, &o)
		}
		if err != nil {
			return nil, either(len(subjects) > 1, orInterrupted(ctx, err, "nothing was compared"), err)
		}
		if len(subjects) > mostOverlaid {
			o.tree = nil // they are drawn, not compared tree by tree
		}
		out = append(out, o)
	}
	oneGame := !slices.ContainsFunc(out, func(o outcome) bool { return o.Game != out[0].Game })
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

// measure measures a subject. work, if not nil, is where the work of growing a tree is
// added up.
func (a *app) measure(ctx context.Context, s subject, sample sampleFlags, work *strategy.Work) (o outcome, err error) {
	switch {
	case s.tree != nil:
		name := either(slices.Contains(publishedNames(), s.spec), s.spec, filepath.Base(s.spec))
		return outcomeOf(ofTree, name, strategy.Strategy{}, s.tree), nil
	case s.figure != nil:
		return printedOutcome(s), nil
	case s.player != nil:
		return a.measurePlayer(ctx, s, sample.runs)
	case s.best != nil:
		t, err := a.optimum(ctx, *s.best)
		if err != nil {
			return o, err
		}
		return outcomeOf(ofOptimum, engine.Optimal, strategy.Strategy{}, t), nil
	case s.byChance() && sample.runs > 0:
		return a.sample(ctx, *s.play, sample)
	case s.byChance():
		return a.expect(ctx, *s.play)
	}
	cost := ask.NewPlay(engine.Configuration(s.play.Key())).Cost() // in seconds
	bar := a.newProgress(cost)
	defer bar.Finish()
	t, err := tree.Grow(ctx, s.game, s.play.Strategy, s.play.First, tree.Options{
		Workers: a.workers, Work: work,
		Progress: func(secrets int) { bar.Add(cost / float64(s.play.Secrets()) * float64(secrets)) },
	})
	if err != nil {
		return o, err
	}
	return outcomeOf(ofStrategy, "", s.play.Strategy, t), nil
}

// expect computes what is to be expected of chance.
func (a *app) expect(ctx context.Context, x engine.Experiment) (o outcome, err error) {
	reach := chance.Options{Workers: a.workers, Memory: a.env().Memory}
	if slowToExpect(x) && chance.CheckReach(x.Game, x.Strategy, reach) == nil {
		a.say("the exact expectation in %s takes minutes or more; --runs 10000 plays 10,000 games instead", x.Game)
	}
	bar := a.newProgress(1)
	defer bar.Finish()
	bar.Start("every outcome of chance")
	e, err := chance.Expect(ctx, x.Game, x.Strategy, x.First, chance.Options{Workers: a.workers, Memory: a.env().Memory, Progress: bar.Add})
	switch {
	case errors.Is(err, chance.ErrReach):
		return o, usagef("%w; --runs N plays N games instead", err)
	case err != nil:
		return o, orInterrupted(ctx, err, "nothing was computed; --runs N plays N games instead")
	}
	total, _ := new(big.Rat).Mul(e.Mean, big.NewRat(int64(x.Secrets()), 1)).Float64()
	mean, _ := e.Mean.Float64()
	o = newOutcome(ofExpectation, x.Game, nil)
	o.Total, o.Mean, o.Stddev, o.Worst = maybe(total), maybe(mean), maybe(e.Stddev()), e.Worst()
	o.MeanFraction, o.Nodes, o.Histogram = e.Mean.RatString(), int(e.Sets), nil
	for _, n := range e.Histogram {
		f, _ := n.Float64()
		o.Histogram, o.HistogramFractions = append(o.Histogram, f), append(o.HistogramFractions, n.RatString())
	}
	o.nameChance(x)
	if chance.IsUniform(x.Strategy) && x.First == nil {
		line, err := chance.Longest(ctx, x.Game, chance.Options{Memory: a.env().Memory})
		if err != nil {
			return o, interrupted(ctx, "the longest game was not found")
		}
		o.LongestGame = ask.Rounds(x.Game, line)
	}
	return o, nil
}

// sample plays games of chance.
func (a *app) sample(ctx context.Context, x engine.Experiment, s sampleFlags) (o outcome, err error) {
	bar := a.newProgress(1)
	defer bar.Finish()
	e, err := chance.Sample(ctx, x.Game, x.Strategy, x.First, chance.SampleOptions{Runs: s.runs, Seed: s.seed, Workers: a.workers, Progress: bar.Add})
	if err != nil {
		return o, orInterrupted(ctx, err, "nothing was estimated; fewer --runs take less time")
	}
	o = sampledOutcome(ofSample, x.Game, e)
	o.nameChance(x)
	return o, nil
}

func (o *outcome) nameChance(x engine.Experiment) {
	k := x.Key()
	o.Strategy, o.First = &k.Strategy, k.First
	o.Name = k.Strategy.String() + either(k.First != "", " from "+k.First, "")
}

// printedOutcome is what a source prints.
func printedOutcome(s subject) outcome {
	f := s.figure
	o := outcome{Kind: ofSource, Game: s.game.String(), Secrets: game.CountSecrets(s.game), Total: absent, Mean: absent, Stddev: absent, Worst: f.Worst}
	if f.Histogram != nil {
		o = newOutcome(ofSource, s.game, f.Histogram)
	} else if mean, ok := f.MeanNumber(); ok {
		o.Mean = maybe(mean.Float())
	} else if f.Total > 0 {
		o.Total, o.Mean = maybe(f.Total), maybe(float64(f.Total)/float64(o.Secrets))
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
func (a *app) measureRivals(cmd *cobra.Command, s subject, f outcomeFlags) error {
	var subjects []subject
	for _, criterion := range append([]strategy.Criterion{strategy.Simple}, strategy.Classic()...) {
		rival, x := s, *s.play
		x.Strategy.Criterion, rival.play = criterion, &x
		subjects = append(subjects, rival)
	}
	measured, err := a.measureSubjects(cmd.Context(), subjects, f.sample)
	if err != nil {
		return err
	}
	slices.SortStableFunc(measured, func(a, b outcome) int { return cmp.Or(cmp.Compare(a.Total, b.Total), *a.Rules-*b.Rules) })
	if t := a.recorded(cmd.Context(), optimal.Problem{Game: s.game, Objective: optimal.Total}); t != nil {
		optimum := outcomeOf(ofOptimum, engine.Optimal, strategy.Strategy{}, t)
		if err := a.weigh(cmd.Context(), &optimum); err != nil {
			return err
		}
		measured = slices.Insert(measured, 0, optimum)
	}
	c := newComparison(measured)
	if err := a.drawOutcomes(f, c, plotOptions{}); err != nil {
		return err
	}
	r := rivals{comparison: c}
	r.again = a.again("measure", s.game.String(), string(r.best().Criterion))
	return f.write(cmd, r)
}

// best is the best of the criteria.
func (r rivals) best() outcome {
	if r.Subjects[0].Kind == ofOptimum {
		return r.Subjects[1]
	}
	return r.Subjects[0]
}

func (r rivals) print(p *paper) {
	first := r.Subjects[0]
	p.say("%s: %s.", report.GameInWords(first.Game), plural(first.Secrets, "possible secret"))
	p.show(r.sideBySide(p.View))
	best, above := r.best(), ""
	if first.Kind == ofOptimum {
		above = fmt.Sprintf(", %.4f more than the optimum (proved)", float64(best.Mean-first.Mean))
	}
	p.say("Best of the criteria: %s, %s guesses on average%s.", best.Name, best.meanText(), above)
	if !p.Pasted() {
		p.say("For its histogram: %s", r.again)
	}
}
