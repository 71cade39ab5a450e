package main

import (
	"context"
	"errors"
	"math"
	"path/filepath"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/tree"
	"codebreak/experiments/cells"
	"codebreak/report"
)

// openCells opens the cells of the results folder.
func (o *options) openCells(force bool) *cells.Store {
	return cells.Open(o.cellsFolder(), cells.Options{Force: force, Warn: o.warn, Write: report.WriteFile})
}

// cellsFolder is where the cells of a results folder lie.
func (o *options) cellsFolder() string { return filepath.Join(o.results, cellsName) }

// cellsName is the folder of cells below a results folder.
const cellsName = "cells"

// A playKey asks what a configuration comes to, and for its tree if that is
// wanted.
type playKey struct {
	Kind string `json:"kind"` // play
	engine.Key
	Tree bool `json:"tree"`
}

// played is the answer.
type played struct {
	Result engine.Result `json:"result"`
	Tree   string        `json:"tree,omitempty"` // see [tree.Tree.Packed]
}

// Check returns an error for what no configuration comes to.
func (p *played) Check() error {
	if p.Result.Secrets < 1 || len(p.Result.Histogram) == 0 {
		return errors.New("it holds no result")
	}
	return nil
}

// play plays a configuration, unless its cell is there. The tree is nil unless
// it is asked for. grown is told of secrets as they find their places.
func (o *options) play(ctx context.Context, c engine.Configuration, keep bool, grown func(secrets int)) (*tree.Tree, engine.Result, cells.Took, error) {
	x, err := c.Parse()
	if err != nil {
		return nil, engine.Result{}, cells.Took{}, err
	}
	key := playKey{"play", x.Key(), keep}
	var t *tree.Tree
	answer, took, err := cells.Do(ctx, o.cells, key, playCost(c), func() (played, error) {
		fresh, result, err := x.Play(ctx, tree.Options{Workers: o.workers, Progress: grown})
		p := played{Result: result}
		if err == nil && keep {
			t, p.Tree = fresh, fresh.Packed()
		}
		return p, err
	})
	if err == nil && keep && t == nil {
		t, err = tree.ReadPacked(x.Game, answer.Tree)
	}
	return t, answer.Result, took, err
}

// playCost is about how many seconds playing a configuration takes with one
// worker: a time measured for 32768 codes, and how times grow (see the entry
// bench).
func playCost(c engine.Configuration) float64 {
	const codes, seconds, exponent = 32768, 0.22, 1.75
	return seconds * math.Pow(float64(countSecrets(c))/codes, exponent)
}

// searchCost is about how many seconds a search takes, of which only the order
// of magnitude is known.
func searchCost(e published.Effort) float64 {
	switch e {
	case published.Minutes:
		return 60
	case published.Hour:
		return 1000
	}
	return 0.3
}

// elsewhere reports whether an error only says that another share does the
// work.
func elsewhere(err error) bool { return errors.Is(err, cells.ErrElsewhere) }

// timingOf says what a search took, if it was done now.
func timingOf(what string, took cells.Took) []configurationTiming {
	if took.Cached {
		return nil
	}
	return []configurationTiming{{Configuration: what, Seconds: took.Seconds}}
}
