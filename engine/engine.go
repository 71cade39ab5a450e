// Package engine plays configurations out. A [Configuration] says in words
// what to play: a strategy, a game variant and a first guess. [Play] grows its
// decision tree, which plays every secret of the game at once, and measures
// it; the [Result] is what the notebook writes to files.
//
// The parts are packages of their own, each usable alone, from the ground up:
//
//   - engine/game: codes, feedback, game variants, enumeration orders
//   - engine/partition: bit-packed candidates, and how a guess splits them
//   - engine/strategy: which guess comes next
//   - engine/tree: decision trees: grow, measure, check
//   - engine/luck: many runs of a strategy that differ in how ties are broken
//   - engine/optimal: exact search for the best of all trees
//   - engine/worstcase: the least possible worst case, searched for by itself
//   - engine/equilibrium: mixed strategies of both sides, and the value of a game
//   - engine/deduce: what the rounds of a game say about the secret
package engine

import (
	"context"
	"fmt"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// A Configuration is one experiment: strategy × game variant × first guess.
type Configuration struct {
	Game string `json:"game"`
	strategy.Strategy
	// First is the first guess; empty if the strategy chooses it.
	First string `json:"first"`
}

// A Result is a configuration with what was measured. Its Strategy has its
// defaults filled in and its First is the first guess that was made, chosen
// or given.
type Result struct {
	Configuration
	Codes int `json:"codes"` // number of secrets
	tree.Figures
	Known tree.Figures `json:"known"` // until the secret is known rather than hit
	Nodes int          `json:"nodes"` // of the decision tree: one for each guess to be made
}

// WithDefaults returns c with the defaults of its strategy filled in. Two
// configurations play alike if these are equal.
func (c Configuration) WithDefaults() Configuration {
	c.Strategy = c.Strategy.WithDefaults()
	return c
}

// String names the configuration for people: "bc4x10, minimax, first guess 0123".
func (c Configuration) String() string {
	s := fmt.Sprintf("%s, %s", c.Game, c.Strategy)
	if c.First != "" {
		s += ", first guess " + c.First
	}
	return s
}

// Validate checks a configuration without playing it, in constant time. The
// error names what was given and what is allowed.
func (c Configuration) Validate() error {
	_, _, err := c.parse()
	return err
}

func (c Configuration) parse() (g game.Game, first *game.Code, err error) {
	if g, err = game.Parse(c.Game); err != nil {
		return g, nil, err
	}
	if err = c.Strategy.Validate(g); err != nil {
		return g, nil, err
	}
	if c.First == "" {
		return g, nil, nil
	}
	code, err := g.ParseCode(c.First)
	if err == nil {
		err = c.Strategy.CheckFirst(g, code)
	}
	if err != nil {
		return g, nil, fmt.Errorf("first guess: %w", err)
	}
	return g, &code, nil
}

// LowerBounds returns what no strategy of a result's game can beat; no bounds
// if there is no such game.
func LowerBounds(r Result) tree.Bounds {
	g, err := game.Parse(r.Game)
	if err != nil {
		return tree.Bounds{}
	}
	return tree.LowerBounds(r.Codes, g.Kinds())
}

func sum(counts []int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// Play plays every secret of a configuration. Options change how fast, never
// what comes out.
func Play(ctx context.Context, c Configuration, opts tree.Options) (*tree.Tree, Result, error) {
	g, first, err := c.parse()
	if err != nil {
		return nil, Result{}, err
	}
	t, err := tree.Grow(ctx, g, c.Strategy, first, opts)
	if err != nil {
		return nil, Result{}, err
	}
	m := tree.Measure(t)
	c = c.WithDefaults()
	c.First = g.FormatCode(t.Root.Guess)
	return t, Result{
		Configuration: c,
		Codes:         sum(m.Hit.Histogram),
		Figures:       m.Hit,
		Known:         m.Known,
		Nodes:         m.Nodes,
	}, nil
}
