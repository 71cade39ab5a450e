package tree

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

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
}

// spawnAt is the number of candidates from which a subtree is worth a
// goroutine of its own.
const spawnAt = 32

// Grow grows the decision tree of a strategy. first is the first guess; if it
// is nil the strategy chooses. When the context ends, so does Grow, with the
// context's error.
//
// Subtrees are grown by up to Workers goroutines. Each depends only on the
// way to it from the root, so the tree does not depend on the schedule.
func Grow(ctx context.Context, g game.Game, s strategy.Strategy, first *game.Code, opts Options) (*Tree, error) {
	player, err := s.Compile(g)
	if err != nil {
		return nil, err
	}
	gr := grower{player: player, progress: opts.Progress}
	gr.choosers.New = func() any {
		c := player.NewChooser()
		c.Spawn = func(task func()) bool { return gr.group.TryGo(func() error { task(); return nil }) }
		return c
	}
	if gr.progress == nil {
		gr.progress = func(int) {}
	}
	var root *Node
	gr.group, gr.ctx = errgroup.WithContext(ctx)
	gr.group.SetLimit(max(1, opts.Workers))
	gr.group.Go(func() (err error) {
		root, err = gr.node(player.Secrets(), nil, first)
		return err
	})
	if err := gr.group.Wait(); err != nil {
		return nil, fmt.Errorf("growing the tree of %s for %s: %w", g, s, err)
	}
	return &Tree{Game: g, Root: root}, nil
}

type grower struct {
	ctx      context.Context
	player   *strategy.Player
	group    *errgroup.Group
	choosers sync.Pool // of *strategy.Chooser
	progress func(int)
}

// node grows the subtree in which the rounds of path have left the given
// candidates. The guess is the strategy's unless it is set.
func (gr *grower) node(candidates []game.Code, path []strategy.Round, guess *game.Code) (*Node, error) {
	chooser := gr.choosers.Get().(*strategy.Chooser)
	n := &Node{}
	var err error
	if guess != nil {
		n.Guess = *guess
		chooser.Space.Load(candidates)
	} else if n.Guess, err = chooser.Choose(gr.ctx, candidates, path); err != nil {
		return nil, err
	}
	g := gr.player.Game()
	parts := partition.Split(g, chooser.Space, n.Guess)
	gr.choosers.Put(chooser) // parts outlive the space's load

	n.Branches = make([]Branch, len(parts))
	for i, part := range parts {
		n.Branches[i].Feedback = part.Feedback
		if part.Feedback == g.Final() {
			gr.progress(1)
			continue
		}
		grow := func() error {
			round := strategy.Round{Guess: n.Guess, Feedback: part.Feedback}
			child, err := gr.node(part.Codes, append(path[:len(path):len(path)], round), nil)
			n.Branches[i].Next = child
			return err
		}
		if len(part.Codes) >= spawnAt && gr.group.TryGo(grow) {
			continue
		}
		if err := grow(); err != nil {
			return nil, err
		}
	}
	return n, nil
}
