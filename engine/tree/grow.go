package tree

import (
	"context"
	"fmt"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
)

// Options are how a tree is grown, never what grows: the tree is the same
// whatever they are.
type Options struct {
	// Workers is the largest number of goroutines; 0 means 1.
	Workers int
	// Progress, if set, is called with the number of secrets that have found
	// their place in the tree since the call before. It is called from many
	// goroutines at once.
	Progress func(secrets int)
	// Work, if set, is where the work done is added up.
	Work *strategy.Work
}

// taskFrom is the number of candidates from which a subtree is left to
// whichever worker is free next.
const taskFrom = 16

// Grow grows the decision tree of a strategy. first is the first guess; if it
// is nil the strategy chooses. When the context ends, so does Grow, with the
// context's error. Ties that end in chance give [strategy.ErrChance].
//
// Subtrees are shared out among the workers, and so is the choice of a guess
// for many candidates while workers are idle. Each subtree depends only on
// the way to it from the root, so the tree does not depend on the schedule.
func Grow(ctx context.Context, g game.Game, s strategy.Strategy, first *game.Code, opts Options) (*Tree, error) {
	player, err := s.Compile(g)
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
func GrowPlayer(ctx context.Context, g game.Game, player *strategy.Player, first *game.Code, opts Options) (*Tree, error) {
	gr := grower{game: g, progress: opts.Progress}
	gr.wake.L = &gr.mu
	if gr.progress == nil {
		gr.progress = func(int) {}
	}
	var root *Node
	gr.add(func(c *strategy.Chooser) error { return gr.node(ctx, c, player.Secrets(), nil, first, &root) })
	work := make([]strategy.Work, max(1, opts.Workers))
	var workers sync.WaitGroup
	for w := range work {
		workers.Go(func() {
			c := player.NewChooser()
			c.Spawn = gr.spawn
			gr.run(c)
			work[w] = c.Work
		})
	}
	workers.Wait()
	if opts.Work != nil {
		for _, w := range work {
			opts.Work.Add(w)
		}
	}
	if gr.err != nil {
		return nil, gr.err
	}
	return &Tree{Game: g, Root: root}, nil
}

// A grower is the tasks still to be done for a tree. The task added last is
// done first, so that no more subtrees wait than lie beside the paths to
// those that are being grown.
type grower struct {
	game     game.Game
	progress func(int)

	mu     sync.Mutex
	wake   sync.Cond // of mu: there is a task, or nothing more to do
	tasks  []task
	helps  []task // with scans, which wait for them: done first, and even after a failure
	active int    // workers that are doing a task
	idle   int    // workers that wait for one
	err    error
}

type task func(*strategy.Chooser) error

func (gr *grower) add(t task) {
	gr.mu.Lock()
	gr.tasks = append(gr.tasks, t)
	gr.mu.Unlock()
	gr.wake.Signal()
}

// spawn has a task done by a worker that is idle, if there is one.
func (gr *grower) spawn(help func()) bool {
	gr.mu.Lock()
	defer gr.mu.Unlock()
	if gr.idle <= len(gr.helps)+len(gr.tasks) {
		return false
	}
	gr.helps = append(gr.helps, func(*strategy.Chooser) error { help(); return nil })
	gr.wake.Signal()
	return true
}

// run does tasks until none is left and none is being done that could add
// more, or one has failed.
func (gr *grower) run(c *strategy.Chooser) {
	for t := gr.next(nil, false); t != nil; {
		t = gr.next(t(c), true)
	}
}

// next waits for a task and returns it, or nil when there is nothing more to
// do. done reports that the worker has done one before, with the error given.
func (gr *grower) next(err error, done bool) task {
	gr.mu.Lock()
	defer gr.mu.Unlock()
	if done {
		gr.active--
	}
	if gr.err == nil {
		gr.err = err
	}
	for len(gr.helps) == 0 && len(gr.tasks) == 0 && gr.active > 0 && gr.err == nil {
		gr.idle++
		gr.wake.Wait()
		gr.idle--
	}
	if last := len(gr.helps) - 1; last >= 0 {
		help := gr.helps[last]
		gr.helps = gr.helps[:last]
		gr.active++
		return help
	}
	if len(gr.tasks) == 0 || gr.err != nil {
		gr.wake.Broadcast() // the others wait for nothing
		return nil
	}
	last := len(gr.tasks) - 1
	t := gr.tasks[last]
	gr.tasks[last] = nil
	gr.tasks = gr.tasks[:last]
	gr.active++
	return t
}

// node grows the subtree in which the rounds of path have left the given
// candidates, and puts it into place. The guess is the strategy's unless it
// is set.
func (gr *grower) node(ctx context.Context, c *strategy.Chooser, candidates []game.Code, path []game.Round, guess *game.Code, place **Node) error {
	if len(path) == MaxGuesses {
		return fmt.Errorf("after %d guesses it has not found the secret: %s", MaxGuesses, game.History(gr.game, path))
	}
	n := &Node{}
	*place = n
	var err error
	if guess != nil {
		n.Guess = *guess
	} else if n.Guess, err = c.Choose(ctx, candidates, path); err != nil {
		return err
	}
	parts := partition.Split(gr.game, candidates, n.Guess)
	n.Branches = make([]Branch, len(parts))
	for i, part := range parts {
		n.Branches[i].Feedback = part.Feedback
		if part.Feedback == gr.game.Final() {
			gr.progress(1)
			continue
		}
		grow := func(c *strategy.Chooser) error {
			round := game.Round{Guess: n.Guess, Feedback: part.Feedback}
			return gr.node(ctx, c, part.Codes, append(path[:len(path):len(path)], round), nil, &n.Branches[i].Next)
		}
		if len(part.Codes) >= taskFrom {
			gr.add(grow)
		} else if err := grow(c); err != nil {
			return err
		}
	}
	return nil
}
