package claims

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/random"
	"codebreak/report"
)

// The largest games of random players, in codes.
const (
	quickChance = 1_500   // expected in seconds
	mostExact   = 10_000  // expected at all
	mostSampled = 1 << 21 // sampled
)

// A Random is a figure of a random player, beside its measurement.
type Random struct {
	published.Figure
	Exact *random.Expectation // nil for a sample
	Games []int               // of a sample, by guesses

	Expected  float64 // guesses of a game
	Margin    float64 // half the width of the interval that holds the mean; 0 if it is exact
	Deviation float64 // of the guesses of a game
	// Shares[k] is the exact share of the games that take k guesses; nil if unknown.
	Shares []float64
}

// NewExact returns a figure beside an expectation.
func NewExact(f published.Figure, e random.Expectation) Random {
	mean, _ := e.Mean.Float64()
	return Random{
		Figure:    f,
		Exact:     &e,
		Expected:  mean,
		Deviation: e.Stddev(),
		Shares:    sharesOf(e.Numbers()),
	}
}

// NewSampled returns a figure beside a sample.
func NewSampled(f published.Figure, e chance.Estimate) Random {
	return Random{
		Figure:    f,
		Games:     e.Histogram,
		Expected:  e.Mean,
		Margin:    (e.High - e.Low) / 2,
		Deviation: e.Stddev,
	}
}

// askRandom asks for the expectation of a random player, for the games of the source, or for a
// sample, which has fewer games if they are slow.
func (c *Claim) askRandom(codes int) {
	f := c.Figure

	// Players who choose by a criterion draw little, so larger games take little time.
	byCriterion := f.Criterion != strategy.Simple
	small := byCriterion || codes <= quickChance && f.Pool == strategy.Consistent

	switch {
	case game.Width(c.game) > game.MaxPositions:
		// These games are played without symmetries: the expectation of one of 1,024 codes takes
		// minutes, and a sample of one of a million gigabytes.
		c.missing = "the game is too large to be played here"
		return
	case f.Seed != 0 && f.Strategy.RandomPlayer(c.game).Deal == nil:
		c.missing = "the generator of its games is not available"
		return
	case f.Seed == 0 && (small || codes <= mostExact):
		player := f.Configuration
		q := random.NewExpected(player)
		asked := notebook.Ask(q)
		c.ask(small, asked.Tasks())

		// The player from any first guess takes no less, and may have been measured.
		player.First = ""
		free := random.NewExpected(player)
		c.seconds = min(q.About().Cost, free.About().Cost)
		c.Random = notebook.Then(asked, func(e random.Expectation) Random {
			return NewExact(f, e)
		})
	case f.Seed == 0 && (f.Histogram != nil || f.Count != 0):
		c.missing = "the exact distribution of its games is not known here"
		return
	case codes <= mostSampled:
		const work, least, most = 400_000_000, 200, 20_000
		games := min(max(work/codes, least), most)
		seed := uint64(1)
		if f.Seed != 0 {
			games = f.Games
			seed = uint64(f.Seed)
		}
		q := random.NewSampled(f.Configuration, games, seed)
		asked := notebook.Ask(q)
		c.ask(false, asked.Tasks())
		c.seconds = q.About().Cost
		c.Random = notebook.Then(asked, func(g random.SampledGames) Random {
			return NewSampled(f, g.Estimate)
		})
	default:
		c.missing = "the game is too large to be played here"
		return
	}
	c.measured = notebook.Then(c.Random, Random.Measured)
}

// mean returns the mean, as printed or by the printed total or histogram, and half a unit of its
// last digit; NaN and 0 without these.
func (r Random) mean() (mean, half float64) {
	if n, ok := r.MeanNumber(); ok {
		return n.Float(), n.Unit() / 2
	}
	g, err := game.Parse(r.Game)
	if err == nil && r.Total != 0 {
		secrets := float64(game.CountSecrets(g))
		return float64(r.Total) / secrets, 0.5 / secrets
	}
	if r.Histogram != nil {
		return tree.Summarise(r.Histogram).Mean, 0
	}
	return math.NaN(), 0
}

// Difference is the measured mean minus the printed mean; NaN without a printed mean.
func (r Random) Difference() float64 {
	mean, _ := r.mean()
	return r.Expected - mean
}

// played returns the number of games that the source played; 0 if it does not say.
func (r Random) played() int {
	counted := tree.Figures{Histogram: r.Histogram}
	return cmp.Or(r.Figure.Games, counted.Secrets())
}

// allowed returns the greatest difference that chance explains between the printed and the
// measured mean: the error of the source's games with 99% confidence, or the error that it states
// if it does not count its games; half a unit of the last digit; and the interval of our sample.
func (r Random) allowed() float64 {
	_, half := r.mean()
	allowed := half + r.Margin
	if n := r.played(); n > 0 {
		return allowed + chance.StandardErrors*r.Deviation/math.Sqrt(float64(n))
	}
	if stated, err := published.ParseNumber(r.Error); err == nil {
		allowed += stated.Float()
	}
	return allowed
}

// printed writes all printed numbers, with the error of the mean.
func (r Random) printed() string {
	all := report.Quoted(r.Printed).String()
	return strings.Replace(all, "mean "+r.Mean, "mean "+r.Quoted(), 1)
}

// Quoted writes the mean as printed, with its error.
func (r Random) Quoted() string {
	if r.Error != "" {
		return r.Mean + " ± " + r.Error
	}
	return r.Mean
}

// Most returns the worst case of all games that can occur; 0 for a sample.
func (r Random) Most() int {
	return max(0, len(r.Shares)-1)
}

// Found writes the measured mean, and how it was measured.
func (r Random) Found() string {
	switch {
	case r.Seed != 0:
		return fmt.Sprintf("%.5f, the same games", r.Expected)
	case r.Margin > 0:
		return fmt.Sprintf("%.3f ± %.3f, sampled", r.Expected, r.Margin)
	}
	return fmt.Sprintf("%.5f, exactly", r.Expected)
}

// Measured compares the printed numbers. The worst case of a source is that of its games alone;
// another game may take more guesses. It is compared only if the same games are played here.
func (r Random) Measured() report.Measured {
	q := report.Quoted(r.Printed)
	m := report.Measured{
		Printed: r.printed(),
		Text:    "mean " + r.Found(),
		Gaps:    r.gaps(),
	}
	d := r.Difference()
	if !math.IsNaN(d) {
		m.Means = &report.Means{
			Published: r.Expected - d,
			Measured:  r.Expected,
		}
	}
	if r.Seed != 0 {
		m.Gaps = q.Differences(tree.Summarise(r.Games))
	}
	return m
}

// gaps lists the numbers that are farther from the expectation than chance explains.
func (r Random) gaps() (gaps []string) {
	difference := r.Difference()
	allowed := r.allowed()
	if math.Abs(difference) > allowed {
		printed := cmp.Or(r.Quoted(), report.Quoted(r.Printed).String())
		if mean, _ := r.mean(); r.Mean == "" && r.Total == 0 {
			printed = fmt.Sprintf("%.4f by the histogram", mean)
		}
		gap := fmt.Sprintf("published %s, measured %s: %+.4f, more than the %.4f allowed",
			printed, r.Found(), difference, allowed)
		gaps = append(gaps, gap)
	}

	n := r.played()
	if r.Shares != nil && n > 0 {
		gaps = append(gaps, r.sampleGaps(n)...)
	}

	_, more := report.CompareDetails(r.More, r.detail)
	return append(gaps, more...)
}

// detail returns the value of a quantity: the printed number if chance explains its difference.
func (r Random) detail(d published.Detail) []float64 {
	if share, ok := r.share(d); ok {
		return []float64{share}
	}

	// The error of the deviation of n games is about 1/√(2n) of it.
	n := r.played()
	printed, err := published.ParseNumber(d.Printed[0])
	if err == nil && n > 0 {
		allowed := chance.StandardErrors * r.Deviation / math.Sqrt(2*float64(n))
		if math.Abs(printed.Float()-r.Deviation) <= allowed {
			return []float64{printed.Float()}
		}
	}
	return []float64{r.Deviation}
}
