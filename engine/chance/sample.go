package chance

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/parallel"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"

	"gonum.org/v1/gonum/stat/distuv"
)

// An Estimate summarises sampled games of a random player.
type Estimate struct {
	Runs int     `json:"runs"` // games played
	Seed uint64  `json:"seed"` // of all draws
	Mean float64 `json:"mean"` // of the guesses of a game
	// Low and High are the ends of an interval that holds the expected mean with
	// a confidence of 99 %, see [Margin].
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Stddev is the standard deviation of the guesses of a game.
	Stddev float64 `json:"stddev"`
	// Histogram[k] is the number of games that took exactly k guesses; its last
	// entry is that of the most that any took.
	Histogram []int `json:"histogram"`
}

// Confidence is that of the intervals of estimates.
const Confidence = 0.99

// LeastRuns is the smallest number of games of a sample.
const LeastRuns = 5

// StandardErrors is how many standard errors to both sides hold a mean with that
// confidence: the 99.5 % quantile of the normal distribution.
const StandardErrors = 2.5758293035489004

// worst returns the largest number of guesses that a game took.
func (e Estimate) worst() int { return len(e.Histogram) - 1 }

// SampleOptions are the games that [Sample] plays.
type SampleOptions struct {
	Runs int    // games; 0 means 1000
	Seed uint64 // of all draws
	// Workers is the largest number of goroutines; 0 means 1. They make no
	// difference to the games.
	Workers int
	// Progress, if set, is called with the part of the games played since the previous
	// call. It is called from many goroutines at once.
	Progress func(part float64)
}

// Sample plays games, at least [LeastRuns], each with a secret that is drawn from all with
// the same chance, unless the player deals the games; first is as in [Expect]. Each
// guess takes the time that the strategy takes to choose it, unless the candidates are
// those of a game played before by the same worker.
//
// Errors are those of [Check], and the context's.
func Sample(
	ctx context.Context,
	g game.Game,
	s strategy.Strategy,
	first *game.Code,
	opts SampleOptions,
) (Estimate, error) {
	if g == nil {
		return Estimate{}, game.ErrNoGame
	}
	fail := func(err error) (Estimate, error) {
		return Estimate{}, fmt.Errorf("sample of %s for %s: %w", g, s, err)
	}

	// 1. The arguments.
	if err := checkFrom(g, s, first); err != nil {
		return fail(err)
	}
	runs := cmp.Or(opts.Runs, 1000)
	if runs < LeastRuns {
		return fail(fmt.Errorf("games: %d; there must be at least %d", runs, LeastRuns))
	}
	s = s.WithDefaults()
	compiled, err := s.Compile(g)
	if err != nil {
		return fail(err)
	}

	// 2. Who draws the secret and picks guesses: the player itself, if it deals the games.
	deal := s.RandomPlayer(g).Deal
	uniform := IsUniform(s) || deal != nil
	if deal == nil {
		deal = func(seed, number uint64) (game.Code, func([]game.Code) game.Code) {
			rng := rand.New(rand.NewPCG(seed, number))
			pick := func(codes []game.Code) game.Code { return codes[rng.IntN(len(codes))] }
			return pick(compiled.Secrets()), pick
		}
	}

	// 3. The games. Each has a generator of its own, so that workers make no difference.
	samplers := make([]*sampler, max(1, opts.Workers))
	for w := range samplers {
		sm := &sampler{
			game:     g,
			strategy: compiled.NewPlayer(),
			uniform:  uniform,
			root:     &position{candidates: compiled.Secrets()},
			room:     keptCodes,
		}
		if first != nil {
			sm.root.guesses = []game.Code{*first}
		}
		samplers[w] = sm
	}
	err = parallel.Each(ctx, opts.Workers, runs, func(worker, run int) error {
		if opts.Progress != nil {
			defer opts.Progress(1 / float64(runs))
		}
		secret, pick := deal(opts.Seed, uint64(run))
		return samplers[worker].play(ctx, secret, pick)
	})
	if err != nil {
		return fail(err)
	}

	var histogram []int
	for _, sm := range samplers {
		for k, n := range sm.histogram {
			histogram = tree.Count(histogram, k, n)
		}
	}
	return NewEstimate(histogram, runs, opts.Seed), nil
}

// NewEstimate summarises games: histogram[k] of them took k guesses.
func NewEstimate(histogram []int, runs int, seed uint64) Estimate {
	e := Estimate{Runs: runs, Seed: seed, Histogram: histogram}

	sum := 0.0
	squares := 0.0
	for k, n := range histogram {
		sum += float64(k) * float64(n)
		squares += float64(k) * float64(k) * float64(n)
	}
	n := float64(runs)
	e.Mean = sum / n
	e.Stddev = math.Round(math.Sqrt((squares-sum*sum/n)/(n-1))*1e9) / 1e9

	shortest := slices.IndexFunc(histogram, func(n int) bool { return n > 0 })
	lowest := float64(shortest) - e.Mean
	highest := float64(e.worst()) - e.Mean
	margin := Margin(Confidence, squares-sum*sum/n, lowest, highest, runs, runs-1)
	e.Low, e.High = max(1, e.Mean-margin), e.Mean+margin // no game takes less than a guess
	return e
}

// Margin is half the width of the interval that holds the expected mean of games with a
// confidence, such as 0.99, by Student's t with two games imagined. squares is the sum of the
// squares by which the games differ from their mean, lowest and highest the least and the
// largest difference; free is the number of games less the number of means.
//
// Games take few different numbers of guesses, so that a handful may miss the rare ones,
// or all be alike. Therefore two more are imagined, one a guess shorter than the shortest
// and one a guess longer than the longest. A test shows that the intervals of 5 games and
// more have the confidence that they claim.
func Margin(confidence, squares, lowest, highest float64, games, free int) float64 {
	variance := (squares + (lowest-1)*(lowest-1) + (highest+1)*(highest+1)) / float64(free+2)
	t := distuv.StudentsT{Sigma: 1, Nu: float64(free)}.Quantile((1 + confidence) / 2)
	return math.Round(t*math.Sqrt(variance/float64(games))*1e9) / 1e9
}

// ShareInterval returns the ends of an interval that holds the chance of an event which
// occurred in a part of the games, by Wilson (1927).
func ShareInterval(confidence float64, part, games int) (low, high float64) {
	z := distuv.UnitNormal.Quantile((1 + confidence) / 2)
	n := float64(games)
	p := float64(part) / n

	scale := 1 + z*z/n
	middle := (p + z*z/(2*n)) / scale
	half := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n)) / scale
	return max(0, middle-half), min(1, middle+half)
}

// Within returns the share of a distribution that is within a limit, and its mean if each
// game beyond the limit counts as one more than the limit. histogram[k] belongs to k
// guesses; its numbers need not add up to 1.
func Within(histogram []float64, limit int) (share, mean float64) {
	all := 0.0
	for k, n := range histogram {
		all += n
		if k <= limit {
			share += n
		}
		mean += n * float64(min(k, limit+1))
	}
	if limit >= len(histogram)-1 {
		share = all // the sum is rounded
	}
	return share / all, mean / all
}

// A sampler plays games in one goroutine, and remembers the positions it meets.
type sampler struct {
	game      game.Game
	strategy  *strategy.CompiledPlayer
	uniform   bool // whether guesses are picked from all candidates
	root      *position
	room      int // codes that may still be remembered
	histogram []int
}

// keptCodes bounds the memory of a sampler, at 4 bytes a code.
const keptCodes = 8 << 20

// A position holds the candidates after some rounds.
type position struct {
	candidates []game.Code
	guesses    []game.Code // that may be made; nil until they are needed
	next       map[game.Round]*position
}

// play plays a game; of the guesses that may be made one is picked.
func (s *sampler) play(
	ctx context.Context,
	secret game.Code,
	pick func([]game.Code) game.Code,
) error {
	pos := s.root
	var path []game.Round
	for {
		if pos.guesses == nil && s.uniform {
			pos.guesses = pos.candidates
		}
		if pos.guesses == nil {
			tied, err := s.strategy.Tied(ctx, pos.candidates, path)
			if err != nil {
				return err
			}
			pos.guesses = tied
			s.room -= len(tied)
		}

		guess := pick(pos.guesses)
		round := game.Round{Guess: guess, Feedback: s.game.Feedback(secret, guess)}
		path = append(path, round)
		if round.Feedback == s.game.Final() {
			s.histogram = tree.Count(s.histogram, len(path), 1)
			return nil
		}

		pos = s.after(pos, round)
	}
}

// after returns the position after one more round.
func (s *sampler) after(pos *position, round game.Round) *position {
	if next := pos.next[round]; next != nil {
		return next
	}

	next := &position{candidates: game.Consistent(s.game, pos.candidates, []game.Round{round})}
	const overhead = 64 // of a position, in codes
	size := len(next.candidates) + overhead
	if s.room >= size {
		s.room -= size
		if pos.next == nil {
			pos.next = map[game.Round]*position{}
		}
		pos.next[round] = next
	}
	return next
}
