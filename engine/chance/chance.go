// Package chance computes exactly how many guesses random players need on average:
// players whose ties end in "random" without a seed, such as the one who guesses any
// candidate (criterion simple, pool consistent). They have no single decision tree,
// but the expected number of guesses, and of secrets solved with each guess, are
// fractions.
//
// [Expect] computes these fractions; where that takes too long, [Sample] plays games
// and estimates the mean with a confidence interval. [Longest] finds a longest game.
//
// # Algorithm
//
// Each guess that the strategy allows at a set of candidates is equally likely, and
// splits the set into parts. So the expectation of a set is the mean, over these
// guesses, of the expectations of the parts, and one guess more.
//
//   - The expectation depends on the set alone (and, where the pool changes, on the
//     number of guesses made), and is the same for sets that differ by an exchange of
//     positions or colours. It is remembered by a normal form (package normal), so
//     that mm4x6 takes 11,000 sets and bc4x10 takes 45,000.
//   - Of several guesses that are equivalent after those made so far, one is followed.
//   - Sets of up to eight candidates of a player who guesses any candidate are
//     computed at once, without being remembered (small.go).
//   - A player whose guesses depend on more than the candidates is followed through
//     all that can happen: no sets are equivalent then, and none remembered.
//   - Nearly all fractions are whole numbers of a unit with many divisors, and stored
//     as these; the others are big fractions (fraction.go). Nothing is rounded.
package chance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"

	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
)

// Options affect the speed of a computation, never its result.
type Options struct {
	// Workers is the largest number of goroutines; 0 means 1.
	Workers int
	// Memory bounds the bytes taken, about; 0 means 1 GiB. Sets that do not fit
	// are worked out whenever they occur.
	Memory int64
	// Progress, if set, is called with the part of the work done since the previous call.
	// The parts add up to 1, and the time for each is about proportional to it. It is
	// called from many goroutines at once.
	Progress func(part float64)
}

// An Expectation is the expected result of a random player. All numbers are exact, and
// belong to the caller.
type Expectation struct {
	// Mean is the expected number of guesses.
	Mean *big.Rat
	// Histogram[k] is the expected number of secrets that take exactly k guesses; they
	// add up to the number of secrets. The last entry, which is above 0, belongs to the
	// largest number of guesses that may be needed.
	Histogram []*big.Rat
	// Sets is how many sets were remembered: it depends on the memory, and
	// slightly on how goroutines take turns.
	Sets int64
}

// Worst returns the largest number of guesses that may be needed.
func (e Expectation) Worst() int { return len(e.Histogram) - 1 }

// Stddev returns the standard deviation of the number of guesses of a histogram
// of expected numbers, where the secret is drawn as well, rounded to nine decimals.
// They must not all be 0.
func Stddev(histogram []*big.Rat) float64 {
	mean, squares := moments(histogram)
	variance, _ := squares.Sub(squares, mean.Mul(mean, mean)).Float64()
	return math.Round(math.Sqrt(variance)*1e9) / 1e9
}

// moments returns the means of the numbers of guesses, and of their squares.
func moments(histogram []*big.Rat) (mean, squares *big.Rat) {
	secrets := new(big.Rat)
	mean = new(big.Rat)
	squares = new(big.Rat)
	for k, n := range histogram {
		guesses := big.NewRat(int64(k), 1)
		times := new(big.Rat).Mul(n, guesses)
		secrets.Add(secrets, n)
		mean.Add(mean, times)
		squares.Add(squares, times.Mul(times, guesses))
	}
	return mean.Quo(mean, secrets), squares.Quo(squares, secrets)
}

// maxCodes is the largest number of codes of a game whose expectations are
// worked out.
const maxCodes = 1 << 16

// errReach says that an expectation is out of reach; [Sample] may not be.
var errReach = errors.New("no exact expectation")

// Check returns an error unless the strategy draws guesses at random: its ties must end in
// "random" without a seed.
func Check(g game.Game, s strategy.Strategy) error {
	if err := s.Validate(g); err != nil {
		return err
	}
	if !s.ByChance() {
		return fmt.Errorf("%s draws nothing at random; ties must end in random, without a seed", s)
	}
	return nil
}

// CheckReach returns an error if Expect would refuse a
// strategy that [Check] allows: for games of more than [maxCodes] codes, for players
// that draw before each game, for an endgame in which candidates are guessed in order,
// for pools that narrow from guess to guess, and for too little memory. It does not
// limit time, which grows about fourfold with each colour of Mastermind.
func CheckReach(g game.Game, s strategy.Strategy, opts Options) error {
	if g == nil {
		return game.ErrNoGame
	}

	if codes := game.CountGuesses(g); codes > maxCodes {
		return fmt.Errorf("%w: %s has %s codes, and %s is the limit",
			errReach, g, wording.Thousands(int(codes)), wording.Thousands(maxCodes))
	}
	if endgame := s.WithDefaults().Endgame; endgame > 1 {
		return fmt.Errorf("%w: endgame %d guesses candidates in order rather than at random", errReach, endgame)
	}
	if s.RandomPlayer(g).Deal != nil {
		return fmt.Errorf("%w: what %s guesses depends on what it draws before each game", errReach, s.Criterion)
	}
	if s.Pool.Allows(g) != nil || s.Pool == strategy.AllFancidev {
		return fmt.Errorf("%w: pool %s depends on all feedback, not on candidates alone", errReach, s.Pool)
	}

	need := opts.need(g)
	if need > opts.memory() {
		return fmt.Errorf("%w: %s needs about %s MiB of memory (workers: %d), and %s MiB are allowed",
			errReach, g, wording.Thousands(need>>20+1), opts.workers(), wording.Thousands(opts.memory()>>20))
	}
	return nil
}

func (o Options) workers() int { return max(1, o.Workers) }

func (o Options) memory() int64 {
	return cmp.Or(max(0, o.Memory), 1<<30)
}

// need bounds the bytes taken before any set is remembered: for each worker a chain of
// frames of feedback, each at most a quarter of the frame before.
func (o Options) need(g game.Game) int64 {
	const feedbackBytes = 2
	side := int64(min(game.CountSecrets(g), maxFrame))
	frames := side * side * feedbackBytes * 4 / 3
	return partition.Memory(g, o.workers()) + int64(o.workers())*frames
}

// all stands for pools in which all codes may always be guessed.
const all = math.MaxInt

// checkFrom is [Check] for a strategy with a first guess.
func checkFrom(g game.Game, s strategy.Strategy, first *game.Code) error {
	if err := Check(g, s); err != nil {
		return err
	}
	return game.CheckRounds(g, nil, first)
}

// Expect works out what the strategy may expect in the game, for a secret that is drawn
// from all with the same chance. first is the first guess; if it is nil chance decides
// among the guesses that the strategy finds equally good. The order of the strategy does
// not matter, and the result does not depend on the options.
//
// Errors are those of [Check] and [CheckReach], and the context's.
func Expect(
	ctx context.Context,
	g game.Game,
	s strategy.Strategy,
	first *game.Code,
	opts Options,
) (Expectation, error) {
	if g == nil {
		return Expectation{}, game.ErrNoGame
	}
	fail := func(err error) (Expectation, error) {
		return Expectation{}, fmt.Errorf("expectation of %s for %s: %w", g, s, err)
	}

	if err := checkFrom(g, s, first); err != nil {
		return fail(err)
	}
	if err := CheckReach(g, s, opts); err != nil {
		return fail(err)
	}
	if err := game.Prepare(ctx, g); err != nil {
		return fail(err)
	}

	p, err := newPlayer(g, s, opts)
	if err != nil {
		return fail(err)
	}
	v, err := p.root(ctx, first)
	if err != nil {
		return fail(err)
	}
	return newExpectation(v, p.memory.sets.Load()), nil
}

// newPlayer makes a strategy ready.
func newPlayer(g game.Game, s strategy.Strategy, opts Options) (*player, error) {
	s = s.WithDefaults()
	s.Order = game.Lex
	compiled, err := s.Compile(g)
	if err != nil {
		return nil, err
	}

	p := &player{
		game:     g,
		compiled: compiled,
		uniform:  IsUniform(s),
		byRounds: s.RandomPlayer(g).ByRounds || compiled.Ordered(),
		advance:  opts.Progress,

		forkFrom:     128,
		symmetryFrom: 24,
		tinyTo:       maxTiny,
	}
	p.memory.room.Store((opts.memory() - opts.need(g)) / 2) // half is for the garbage collector
	p.spare.Store(int64(opts.workers() - 1))
	p.workers.New = func() any {
		return &worker{player: p, strategy: compiled.NewPlayer(), normal: newNormaliser(g)}
	}

	p.allUntil, _ = s.Pool.Until() // it is valid
	if p.byRounds {
		p.memory.room.Store(0)
		p.symmetryFrom = math.MaxInt
		p.forkFrom = math.MaxInt
	}
	if p.advance == nil {
		p.advance = func(float64) {}
	}
	return p, nil
}

// IsUniform reports whether the strategy guesses any candidate, each with the
// same chance. It must be that of a random player.
func IsUniform(s strategy.Strategy) bool {
	ties, err := strategy.ParseTies(s.Ties)
	return err == nil && s.Criterion == strategy.Simple && s.Pool == strategy.Consistent &&
		!slices.ContainsFunc(ties.Links, func(l strategy.Link) bool { return l != strategy.ConsistentLink })
}

// newExpectation makes an expectation of the value of all secrets.
func newExpectation(v value, sets int64) Expectation {
	e := Expectation{
		Histogram: append([]*big.Rat{new(big.Rat)}, v.rats()...),
		Sets:      sets,
	}
	e.Mean, _ = moments(e.Histogram)
	return e
}

// A player is shared by all goroutines that work out the expectations of a strategy.
type player struct {
	game     game.Game
	compiled *strategy.Compiled
	uniform  bool // whether any candidate is guessed, each with the same chance
	byRounds bool // whether guesses depend on more than the candidates, or on how symmetries order feedback
	allUntil int  // the last guess for which all codes are allowed
	memory   memory
	spare    atomic.Int64 // goroutines that may still be started
	workers  sync.Pool
	advance  func(part float64)

	forkFrom     int // candidates from which guesses are shared out
	symmetryFrom int // candidates from which equivalent guesses are looked for
	tinyTo       int // candidates up to which sets of a uniform player are not remembered
}

// freeGuesses returns how many of the guesses to come may be any code: -1 if all. depth
// is the number of guesses made.
func (p *player) freeGuesses(depth int) int {
	if p.allUntil == all {
		return -1
	}
	return max(0, p.allUntil-depth)
}

// takeSpare takes the right to start a goroutine, if there is one.
func (p *player) takeSpare() bool {
	if p.spare.Add(-1) >= 0 {
		return true
	}
	p.spare.Add(1)
	return false
}

// newWorker returns a worker that is not in use.
func (p *player) newWorker() *worker {
	return p.workers.Get().(*worker)
}
