package tree

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/parallel"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
)

// Options control how a tree is grown, but not the tree: the subtree after Path is the
// same for all values of the others.
type Options struct {
	// Workers is the largest number of goroutines; 0 means 1.
	Workers int
	// Progress, if set, is called with the number of secrets that have found
	// their place in the tree since the last call. Many goroutines call it at once.
	Progress func(secrets int)
	// Work, if set, adds up the work done.
	Work *strategy.Work
	// Path holds rounds that were played before: the tree solves the secrets that agree
	// with them, at least one, and its first guess is the guess after them.
	Path []game.Round
}

// taskFrom is the number of candidates from which a subtree becomes a task for the
// next free worker.
const taskFrom = 16

// Grow grows the decision tree of a strategy. first is the first guess; if it
// is nil the strategy chooses. When the context ends, so does Grow, with the
// context's error. Ties that end in chance give [strategy.ErrChance].
//
// Subtrees are shared out among the workers, and so is the choice of a guess
// for many candidates while workers are idle. Each subtree depends only on
// the path to it from the root, so the tree does not depend on the schedule.
func Grow(
	ctx context.Context,
	g game.Game,
	s strategy.Strategy,
	first *game.Code,
	opts Options,
) (*Tree, error) {
	player, err := s.Compile(g)
	if err == nil {
		err = game.Prepare(ctx, g)
	}
	if err != nil {
		return nil, err
	}
	t, err := GrowPlayer(ctx, g, player, first, opts)
	if err != nil {
		return nil, fmt.Errorf("growing the tree of %s for %s: %w", g, s, err)
	}
	return t, nil
}

// GrowPlayer grows the decision tree of a player made ready for the game, as [Grow]
// does. A player that needs more than [MaxGuesses] guesses for a secret gives an
// error that names the guesses.
func GrowPlayer(
	ctx context.Context,
	g game.Game,
	player *strategy.Compiled,
	first *game.Code,
	opts Options,
) (*Tree, error) {
	if err := game.CheckRounds(g, opts.Path, first); err != nil {
		return nil, err
	}
	candidates := game.Consistent(g, player.Secrets(), opts.Path)
	if len(candidates) == 0 {
		return nil, fmt.Errorf("no secret of %s agrees with %s", g, game.History(g, opts.Path))
	}

	// The first error of a task ends the context of all others.
	going, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	gr := grower{
		game:     g,
		ctx:      parallel.Yielding(going),
		stop:     stop,
		pool:     parallel.NewPool[*strategy.CompiledPlayer](),
		progress: opts.Progress,
	}
	if gr.progress == nil {
		gr.progress = func(int) {}
	}

	// The root is the first task; each task adds those below it.
	root := &Node{}
	gr.add(func(c *strategy.CompiledPlayer) error {
		return gr.node(c, candidates, opts.Path, first, root)
	})

	work := make([]strategy.Work, max(1, opts.Workers))
	var workers sync.WaitGroup
	for w := range work {
		workers.Go(func() {
			c := player.NewPlayer()
			c.Spawn = gr.spawn
			gr.pool.Work(c, &gr.open)
			work[w] = c.Work
		})
	}
	workers.Wait()

	if opts.Work != nil {
		for _, w := range work {
			opts.Work.Add(w)
		}
	}
	err := cmp.Or(ctx.Err(), context.Cause(going))
	if err != nil {
		return nil, err
	}
	return &Tree{Game: g, Root: root}, nil
}

// A grower shares a tree out as tasks, subtree by subtree. The last task is done first,
// so that only the subtrees beside the paths to the growing ones wait.
type grower struct {
	game     game.Game
	ctx      context.Context // ends when a task fails
	stop     context.CancelCauseFunc
	pool     *parallel.Pool[*strategy.CompiledPlayer]
	open     int // tasks of the pool
	progress func(int)
}

// add adds a task, which is skipped if another one has failed before.
func (gr *grower) add(task func(*strategy.CompiledPlayer) error) {
	gr.pool.Add(func(c *strategy.CompiledPlayer) {
		if gr.ctx.Err() != nil {
			return
		}
		if err := task(c); err != nil {
			gr.stop(err)
		}
	}, &gr.open)
}

// spawn lets an idle worker help with a scan, if there is one.
func (gr *grower) spawn(help func()) bool {
	return gr.pool.Offer(func(*strategy.CompiledPlayer) { help() }, &gr.open)
}

// node grows the subtree of the candidates that agree with the rounds of path below n. The
// strategy chooses the guess, unless it is set.
func (gr *grower) node(
	c *strategy.CompiledPlayer,
	candidates []game.Code,
	path []game.Round,
	guess *game.Code,
	n *Node,
) error {
	if len(path) == MaxGuesses {
		return fmt.Errorf("after %d guesses it has not found the secret: %s", MaxGuesses, game.History(gr.game, path))
	}

	if guess != nil {
		n.Guess = *guess
	} else {
		chosen, err := c.Choose(gr.ctx, candidates, path)
		if err != nil {
			return err
		}
		n.Guess = chosen
	}

	if len(candidates) == 1 && n.Guess == candidates[0] { // as at most nodes
		n.Branches = []Branch{{Feedback: gr.game.Final()}}
		gr.progress(1)
		return nil
	}

	// Most nodes are small: those below n share their memory, and their paths too unless they
	// become tasks.
	parts := partition.Split(gr.game, candidates, n.Guess)
	n.Branches = make([]Branch, len(parts))
	nodes := make([]Node, len(parts))
	below := append(slices.Clip(path), game.Round{Guess: n.Guess})
	for i, part := range parts {
		n.Branches[i].Feedback = part.Feedback
		if part.Feedback == gr.game.Final() {
			gr.progress(1)
			continue
		}

		n.Branches[i].Next = &nodes[i]
		below[len(path)].Feedback = part.Feedback
		if len(part.Codes) >= taskFrom {
			path := slices.Clone(below)
			gr.add(func(c *strategy.CompiledPlayer) error {
				return gr.node(c, part.Codes, path, nil, &nodes[i])
			})
		} else if err := gr.node(c, part.Codes, below, nil, &nodes[i]); err != nil {
			return err
		}
	}
	return nil
}
