package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/chance"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// sampleFlags say that games are to be played rather than all that may happen
// worked out.
type sampleFlags struct {
	runs int // 0 to work it out
	seed uint64
}

func (s *sampleFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&s.runs, "runs", 0, "for ties that end in random: play this many games instead of computing the exact expectation; for a player that draws: games against each secret")
	flags.Uint64Var(&s.seed, "seed", 1, "seed of the games that --runs plays")
}

// checkPlayer refuses what does not go with a player, whether it draws or not.
func (s *sampleFlags) checkPlayer(cmd *cobra.Command) error {
	flags := cmd.Flags()
	switch {
	case flags.Changed("seed"):
		return usagef("--seed is that of strategies; that of a player is --player-seed")
	case flags.Changed("runs") && s.runs < 2:
		return usagef("--runs is %d; it must be at least 2", s.runs)
	}
	return nil
}

// check refuses what does not go together.
func (s *sampleFlags) check(cmd *cobra.Command, byChance bool) error {
	flags := cmd.Flags()
	switch {
	case flags.Changed("runs") && !byChance:
		return usagef("--runs plays games of chance: it goes with ties that end in random, without a seed")
	case flags.Changed("runs") && s.runs < 2:
		return usagef("--runs is %d; it must be at least 2", s.runs)
	case flags.Changed("seed") && !flags.Changed("runs"):
		return usagef("--seed is that of the games that --runs plays, which is not given; that of ties is random=SEED")
	}
	return nil
}

// measureChance measures a player who leaves guesses to chance. It returns what
// is printed as JSON, what is drawn, and a function that prints it for people.
func (a *app) measureChance(ctx context.Context, c engine.Configuration, s sampleFlags, withStats bool) (asJSON any, m measuredSubject, print func(*bytes.Buffer, report.View) error, err error) {
	x, err := c.Parse()
	if err == nil {
		err = ask.CheckMemory(a.env(), x.Game)
	}
	if err != nil {
		return nil, m, nil, usageError{err}
	}
	began := time.Now()
	var work engine.Result
	if s.runs > 0 {
		e, err := a.sample(ctx, x, s)
		if err != nil {
			return nil, m, nil, err
		}
		m = sampledSubject(x, e)
		asJSON = sampled{newChosen(x.Key(), x.Secrets()), true, chance.Confidence, e.Worst(), e}
		print = func(out *bytes.Buffer, v report.View) error { return printSample(out, x, e, v) }
	} else {
		e, err := a.expect(ctx, x)
		if err != nil {
			return nil, m, nil, err
		}
		m = expectedSubject(x, e)
		work.Nodes = int(e.Sets)
		asJSON = newExpected(x, e)
		print = func(out *bytes.Buffer, v report.View) error { return printExpectation(out, x, e, v) }
	}
	if withStats {
		err = printStats(a.stderr, began, work, strategy.Work{})
	}
	return asJSON, m, print, err
}

// expect works out what is to be expected, with a progress bar.
func (a *app) expect(ctx context.Context, x engine.Experiment) (chance.Expectation, error) {
	bar := a.newProgress(1)
	defer bar.finish()
	e, err := chance.Expect(ctx, x.Game, x.Strategy, x.First, chance.Options{Workers: a.workers, Memory: a.env().Memory, Progress: bar.Add})
	switch {
	case errors.Is(err, chance.ErrReach):
		return e, usagef("%w; --runs N plays N games instead", err)
	case err != nil && ctx.Err() != nil:
		return e, interrupted(ctx, "nothing is worked out; --runs N plays N games instead")
	}
	return e, err
}

// sample plays games, with a progress bar.
func (a *app) sample(ctx context.Context, x engine.Experiment, s sampleFlags) (chance.Estimate, error) {
	bar := a.newProgress(1)
	defer bar.finish()
	e, err := chance.Sample(ctx, x.Game, x.Strategy, x.First, chance.SampleOptions{Runs: s.runs, Seed: s.seed, Workers: a.workers, Progress: bar.Add})
	if err != nil && ctx.Err() != nil {
		return e, interrupted(ctx, "nothing is estimated; fewer --runs take less time")
	}
	return e, err
}

// An expected is what measure --json prints of a player who leaves guesses to
// chance: every number as a decimal and as a fraction. Programs read it: its keys
// stay as they are.
type expected struct {
	chosen
	Total              float64   `json:"total"`
	Mean               float64   `json:"mean"`
	MeanFraction       string    `json:"mean_fraction"`
	Stddev             float64   `json:"stddev"`
	Worst              int       `json:"worst"`
	Histogram          []float64 `json:"histogram"`
	HistogramFractions []string  `json:"histogram_fractions"`
}

func toFloat(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

func newExpected(x engine.Experiment, e chance.Expectation) expected {
	out := expected{
		chosen: newChosen(x.Key(), x.Secrets()), Mean: toFloat(e.Mean), MeanFraction: e.Mean.RatString(), Stddev: e.Stddev(), Worst: e.Worst(),
		Total: toFloat(new(big.Rat).Mul(e.Mean, big.NewRat(int64(x.Secrets()), 1))),
	}
	out.Histogram = expectedHistogram(e)
	for _, n := range e.Histogram {
		out.HistogramFractions = append(out.HistogramFractions, n.RatString())
	}
	return out
}

// A sampled is what measure --runs --json prints. Programs read it: its keys stay
// as they are.
type sampled struct {
	chosen
	Sampled    bool    `json:"sampled"` // always true
	Confidence float64 `json:"confidence"`
	Worst      int     `json:"worst"` // of the games played
	chance.Estimate
}

// A chancePage prints what came out of chance.
type chancePage struct {
	out *bytes.Buffer
	report.View
}

// say prints a paragraph.
func (p chancePage) say(format string, args ...any) {
	fmt.Fprintln(p.out, p.Wrap(fmt.Sprintf(format, args...)))
	p.end()
}

// end ends a paragraph or a table in Markdown, which joins lines, and takes what
// follows a table for a row of it.
func (p chancePage) end() {
	if p.Markdown {
		fmt.Fprintln(p.out)
	}
}

func (p chancePage) configuration(x engine.Experiment) {
	k := x.Key()
	if k.First == "" {
		k.First = "by chance"
	}
	p.say("%s = %s, %d secrets", x.Game, x.Game.Describe(), x.Secrets())
	p.say("criterion %s, pool %s, ties %s, endgame %d, first guess %s", k.Criterion, k.Pool, k.Ties, k.Endgame, k.First)
	if !p.Markdown {
		fmt.Fprintln(p.out)
	}
}

// histogram prints how many of all take each number of guesses, with so many
// decimals.
func (p chancePage) histogram(title string, counts []float64, decimals int) error {
	type row struct{ guesses, count, percent, upTo any }
	all, upTo := 0.0, 0.0
	for _, n := range counts {
		all += n
	}
	var rows []row
	for k, n := range counts {
		if upTo += n; k > 0 {
			rows = append(rows, row{k, report.Decimals(n, decimals), report.Percent(100*n/all, 2), report.Percent(100*upTo/all, 2)})
		}
	}
	err := report.NewTable(rows, []report.Column[row]{
		{Title: "guesses", Value: func(r row) any { return r.guesses }},
		{Title: title, Value: func(r row) any { return r.count }},
		{Title: "share", Value: func(r row) any { return r.percent }},
		{Title: "cumulative", Value: func(r row) any { return r.upTo }},
	}).Show(p.out, p.View)
	p.end()
	return err
}

func (p chancePage) bound(x engine.Experiment) {
	p.say("lower bound on the mean: %s", report.Mean(bounds.ByCounting(x.Secrets(), x.Game.Outcomes()).Mean))
}

// longestFraction is how many characters of a fraction people are shown.
const longestFraction = 60

// printExpectation prints what is to be expected.
func printExpectation(out *bytes.Buffer, x engine.Experiment, e chance.Expectation, v report.View) error {
	p := chancePage{out, v}
	p.configuration(x)
	fraction := e.Mean.RatString()
	if len(fraction) > longestFraction {
		over, under, _ := strings.Cut(fraction, "/")
		fraction = fmt.Sprintf("a fraction of %d digits over %d, which --json prints", len(over), len(under))
	}
	p.say("exact, over all outcomes of chance: mean %s (%s), standard deviation %s, at worst %d guesses",
		report.Mean(toFloat(e.Mean)), fraction, report.Decimals(e.Stddev(), 5), e.Worst())
	if err := p.histogram("secrets expected", newExpected(x, e).Histogram, 3); err != nil {
		return err
	}
	p.bound(x)
	return nil
}

// printSample prints what came out of games.
func printSample(out *bytes.Buffer, x engine.Experiment, e chance.Estimate, v report.View) error {
	p := chancePage{out, v}
	p.configuration(x)
	p.say("sampled, not exact: %d games with seed %d, mean %s, standard deviation %s, at most %d guesses", e.Runs, e.Seed, report.Mean(e.Mean), report.Decimals(e.Stddev, 5), e.Worst())
	p.say("the expected mean is between %s and %s, with a confidence of 99 %%", report.Mean(e.Low), report.Mean(e.High))
	var counts []float64
	for _, n := range e.Histogram {
		counts = append(counts, float64(n))
	}
	err := p.histogram("games", counts, 0)
	p.bound(x)
	return err
}
