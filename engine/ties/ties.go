// Package ties plays a strategy with its ties broken at random, for many seeds at once, to
// show how much a strategy's figures depend on ties. A run with a seed is exactly the tree
// that tree.Grow grows for the ties "random=SEED", but runs share what does not depend on
// the seed, which is which guesses are equally good for a set of candidates, and how they
// split it.
package ties

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/parallel"
	"codebreak/engine/partition"
	"codebreak/engine/scatter"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// mostRemembered is how many codes the remembered sets may have together, of four bytes each.
const mostRemembered = 16 << 20

// Play plays a one-step strategy from a first guess once for each seed, with
// the seed in place of that of the strategy's ties, which must end in
// "random=SEED". The figures stand in the order of the seeds, and do not depend on the
// number of workers; at least one works.
func Play(
	ctx context.Context,
	g game.Game,
	s strategy.Strategy,
	first game.Code,
	seeds []uint64,
	workers int,
) ([]tree.Figures, error) {
	p, err := newPlay(g, s.WithDefaults(), first)
	var figures []tree.Figures
	if err == nil {
		figures, err = p.all(ctx, seeds, workers)
	}
	if err != nil {
		return nil, fmt.Errorf("random ties of %s for %s: %w", g, s, err)
	}
	return figures, nil
}

// A play is what the runs of all seeds share.
type play struct {
	game      game.Game
	strategy  *strategy.Compiled
	memory    memory
	root      *set // all secrets
	lone      *set // stands for every set of one candidate, whichever it holds
	preferred bool // whether ties prefer candidates
}

func newPlay(g game.Game, s strategy.Strategy, first game.Code) (*play, error) {
	ties, err := strategy.ParseTies(s.Ties)
	switch {
	case err != nil:
		return nil, err
	case ties.Pick != strategy.PickRandom:
		return nil, errors.New("ties must end in random=SEED")
	case s.Pool != strategy.All:
		return nil, errors.New("the pool must be all, so that what is best depends on the candidates alone")
	}

	compiled, err := s.Compile(g)
	if err != nil {
		return nil, err
	}
	secrets := compiled.Secrets()
	return &play{
		game:      g,
		strategy:  compiled,
		memory:    memory{sets: map[uint64]*set{}, budget: mostRemembered},
		root:      &set{codes: secrets, best: []game.Code{first}},
		lone:      &set{codes: secrets[:1], sure: true},
		preferred: slices.Contains(ties.Links, strategy.ConsistentLink),
	}, nil
}

// all plays once for each seed.
func (p *play) all(ctx context.Context, seeds []uint64, workers int) ([]tree.Figures, error) {
	runs := make([]*run, max(1, workers))
	for i := range runs {
		runs[i] = &run{play: p, ctx: ctx, player: p.strategy.NewPlayer()}
	}

	figures := make([]tree.Figures, len(seeds))
	err := parallel.Each(ctx, workers, len(seeds), func(worker, i int) error {
		r := runs[worker]
		r.seed = seeds[i]
		r.histogram = nil
		err := r.add(r.root, nil)
		figures[i] = tree.Summarise(r.histogram)
		return err
	})
	return figures, err
}

// A set is candidates, with what every run finds when it meets them.
type set struct {
	codes []game.Code
	best  []game.Code // the equally good guesses, in order
	// sure sets take one guess for one candidate and two for each other,
	// however ties are broken.
	sure bool

	mu    sync.Mutex
	parts map[game.Code][]part // by guess
}

// A part is the candidates that give the same feedback to a guess.
type part struct {
	feedback game.Feedback
	set      *set
}

// memory holds the sets that runs have met. It forgets nothing, and
// remembers nothing new once it is full.
type memory struct {
	mu     sync.Mutex
	sets   map[uint64]*set
	budget int // codes that may still be kept
}

// What else is kept, in codes: a set beside its codes and its best guesses,
// the entry of a guess with its parts, and each of the parts.
const (
	setRoom   = 64
	splitRoom = 64
	partRoom  = 4
)

func (m *memory) find(key uint64, codes []game.Code) *set {
	m.mu.Lock()
	s := m.sets[key]
	m.mu.Unlock()
	if s == nil || !slices.Equal(s.codes, codes) {
		return nil
	}
	return s
}

// keep takes the place of a number of codes, if there is any left.
func (m *memory) keep(codes int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if codes > m.budget {
		return false
	}
	m.budget -= codes
	return true
}

func (m *memory) add(key uint64, s *set) {
	if m.keep(len(s.codes) + len(s.best) + setRoom) {
		m.mu.Lock()
		m.sets[key] = s
		m.mu.Unlock()
	}
}

// A run plays the secrets of the game with one seed after another.
type run struct {
	*play
	ctx       context.Context
	player    *strategy.CompiledPlayer
	seed      uint64
	histogram []int
}

// add adds the candidates of a set, which the rounds of path have left, to
// the histogram.
func (r *run) add(s *set, path []game.Round) error {
	number := len(path) + 1
	if s.sure {
		r.histogram = tree.Count(r.histogram, number, 1)
		rest := len(s.codes) - 1
		if rest > 0 {
			r.histogram = tree.Count(r.histogram, number+1, rest)
		}
		return nil
	}

	guess := strategy.Draw(r.seed, path, s.best)
	parts, err := r.split(s, guess)
	if err != nil {
		return err
	}

	for _, p := range parts {
		if p.feedback == r.game.Final() {
			r.histogram = tree.Count(r.histogram, number, 1)
			continue
		}
		round := game.Round{Guess: guess, Feedback: p.feedback}
		if err := r.add(p.set, append(path[:len(path):len(path)], round)); err != nil {
			return err
		}
	}
	return nil
}

// split returns the parts that a guess makes of a set.
func (r *run) split(s *set, guess game.Code) ([]part, error) {
	s.mu.Lock()
	parts, ok := s.parts[guess]
	s.mu.Unlock()
	if ok {
		return parts, nil
	}

	for _, p := range partition.Split(r.game, s.codes, guess) {
		next := part{feedback: p.Feedback}
		if p.Feedback != r.game.Final() {
			var err error
			next.set, err = r.setOf(p.Codes)
			if err != nil {
				return nil, err
			}
		}
		parts = append(parts, next)
	}

	if r.memory.keep(splitRoom + partRoom*len(parts)) {
		s.mu.Lock()
		if s.parts == nil {
			s.parts = map[game.Code][]part{}
		}
		s.parts[guess] = parts
		s.mu.Unlock()
	}
	return parts, nil
}

// setOf returns the set of the candidates, with the guesses that are best
// for it.
func (r *run) setOf(codes []game.Code) (*set, error) {
	if len(codes) == 1 {
		return r.lone, nil
	}

	key := scatter.List(0, codes)
	if s := r.memory.find(key, codes); s != nil {
		return s, nil
	}

	best, err := r.player.Tied(r.ctx, codes, nil)
	if err != nil {
		return nil, err
	}

	s := &set{
		codes: codes,
		best:  best,
		sure:  r.preferred && r.separate(best),
	}
	if s.sure {
		s.best = nil // a run does not ask for it
	}
	r.memory.add(key, s)
	return s, nil
}

// separate reports whether all of the guesses are candidates that tell all
// the others apart.
func (r *run) separate(guesses []game.Code) bool {
	counts := partition.NewCounts(r.game)
	return !slices.ContainsFunc(guesses, func(guess game.Code) bool {
		r.player.Space.Count(guess, counts)
		return counts[r.game.Final()] != 1 || slices.Max(counts) > 1
	})
}
