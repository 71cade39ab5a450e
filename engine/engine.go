// Package engine plays configurations. A [Configuration] names, as text, what to play: a
// strategy, a game variant and a first guess. Steps of use:
//
//  1. [Configuration.Parse] reads the words once and gives an [Experiment],
//     which holds the game, the strategy and the first guess; or an error that
//     names what was given and what is allowed.
//  2. [Experiment.Key] is its identity in maps, stores and tables.
//  3. [Experiment.Play] grows the decision tree, which plays every secret of
//     the game at once, and measures it; the [Result] is what the notebook
//     writes to files. [Play] is all of it in one call.
//
// In a program:
//
//	c := engine.Configuration{Game: "mm4x6", Strategy: strategy.Strategy{Criterion: strategy.Minimax}, First: "1122"}
//	_, r, err := engine.Play(context.Background(), c, tree.Options{Workers: 2})
//	fmt.Printf("%s: %d/%d, worst %d, %v\n", c, r.Total, r.Secrets, r.Worst, r.Histogram)
//
// A [Subject] is a configuration, or the search for the best of all strategies, in one
// line of text; [ParseSubject] reads it.
//
// The parts are packages of their own, each usable alone, from the ground up:
//
//   - engine/pattern: regular expressions that are compiled when they are first used
//   - engine/game: codes, feedback, rules, enumeration orders, registration
//   - engine/game/pegs: Mastermind, Bulls and Cows, and their variants
//   - engine/game/words: Wordle and similar games
//   - engine/bounds: how many secrets a number of guesses can solve
//   - engine/partition: bit-packed candidates, and how a guess splits them
//   - engine/strategy: which guess comes next
//   - engine/tree: decision trees: grow, measure, check
//   - engine/deduce: what the rounds of a game say about the secret
//   - engine/ties: ties broken at random, many seeds at once
//   - engine/chance: what a random player expects, exactly
//   - engine/within: the most secrets that are solved within a limit of guesses
//   - engine/proof: proofs of lower bounds, which programs of other languages can check
//   - engine/static: the fewest questions, all asked in advance, that identify every secret
//   - engine/absurdle: the codemaker of Absurdle, and the fewest guesses that force it
//   - engine/worstcase: the least possible worst case, searched for by itself
//   - engine/optimal: exact search for the best of all trees
//   - engine/advice: what guesses are worth in the middle of a game
//   - engine/equilibrium: mixed strategies of both sides, and the value of a game
package engine

import (
	"context"
	"fmt"

	"codebreak/engine/bounds"
	"codebreak/engine/game"
	_ "codebreak/engine/game/pegs" // games that Parse knows
	_ "codebreak/engine/game/words"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// A Configuration is an experiment in words, as lists of what to run, the
// command line and results write it: strategy × game variant × first guess.
type Configuration struct {
	Game string `json:"game"`
	strategy.Strategy
	// First is the first guess; empty if the strategy chooses it.
	First string `json:"first"`
}

// String names the configuration for people: "bc4x10, minimax, first guess 0123".
func (c Configuration) String() string {
	s := fmt.Sprintf("%s, %s", c.Game, c.Strategy)
	if c.First != "" {
		s += ", first guess " + c.First
	}
	return s
}

// Parse reads a configuration, in constant time. The error names what was given
// and what is allowed.
func (c Configuration) Parse() (Experiment, error) {
	g, err := game.Parse(c.Game)
	if err != nil {
		return Experiment{}, err
	}
	return c.In(g)
}

// In reads a configuration whose game was read before.
func (c Configuration) In(g game.Game) (Experiment, error) {
	if err := c.Strategy.Validate(g); err != nil {
		return Experiment{}, err
	}

	x := Experiment{Game: g, Strategy: c.Strategy.WithDefaults()}
	x.Strategy.Order, _ = game.FullOrder(g, x.Strategy.Order) // it is valid
	if c.First == "" {
		return x, nil
	}

	first, err := g.ParseCode(c.First)
	if err == nil {
		err = c.Strategy.CheckFirst(g, first)
	}
	if err != nil {
		return Experiment{}, fmt.Errorf("first guess: %w", err)
	}
	x.First = &first
	return x, nil
}

// Key is [Experiment.Key] of a configuration that parses.
func (c Configuration) Key() (Key, error) {
	x, err := c.Parse()
	return x.Key(), err
}

// A Key is the identity of an experiment: a configuration with all defaults
// filled in, in which everything is written in one way. Experiments play alike
// if their keys are equal; one whose first guess is given and one whose
// strategy chooses the same first guess have different keys.
type Key Configuration

// String names the experiment as its configuration does.
func (k Key) String() string { return Configuration(k).String() }

// An Experiment is a configuration that has been read. It never changes and is
// shared freely; compare experiments by their keys.
type Experiment struct {
	Game     game.Game
	Strategy strategy.Strategy // with its defaults filled in
	First    *game.Code        // the first guess; nil if the strategy chooses it
}

// Key returns the identity of the experiment, in the usual symbols of the game; the zero key of
// the zero value.
func (x Experiment) Key() Key {
	if x.Game == nil {
		return Key{}
	}
	k := Key{Game: x.Game.String(), Strategy: x.Strategy}
	if x.First != nil {
		k.First = game.Plain(x.Game).FormatCode(*x.First)
	}
	return k
}

// String names the experiment as its configuration does.
func (x Experiment) String() string { return x.Key().String() }

// Secrets returns the number of secrets that are played.
func (x Experiment) Secrets() int { return game.CountSecrets(x.Game) }

// Play plays every secret. Options change the speed, never the result.
func (x Experiment) Play(ctx context.Context, opts tree.Options) (*tree.Tree, Result, error) {
	t, err := tree.Grow(ctx, x.Game, x.Strategy, x.First, opts)
	if err != nil {
		return nil, Result{}, err
	}
	return t, NewResult(x.Strategy, t), nil
}

// NewResult measures the tree of a strategy.
func NewResult(s strategy.Strategy, t *tree.Tree) Result {
	m := tree.Measure(t)
	secrets := t.Root.Candidates()
	return Result{
		Configuration: Configuration(Experiment{
			Game:     t.Game,
			Strategy: s,
			First:    &t.Root.Guess,
		}.Key()),
		Secrets: secrets,
		Figures: m.Solved,
		Known:   m.Known,
		Bounds:  bounds.ByCounting(secrets, t.Game.Outcomes()),
		Nodes:   m.Nodes,
		Lists:   game.ListsOf(t.Game),
	}
}

// Play reads a configuration and plays it.
func Play(ctx context.Context, c Configuration, opts tree.Options) (*tree.Tree, Result, error) {
	x, err := c.Parse()
	if err != nil {
		return nil, Result{}, err
	}
	return x.Play(ctx, opts)
}

// A Result is a configuration with its figures. All defaults of the configuration are
// filled in, and First is the first guess made, chosen or given.
type Result struct {
	Configuration
	Secrets int `json:"secrets"` // how many were played
	tree.Figures
	Known  tree.Figures `json:"known"`  // until the secret is identified rather than solved
	Bounds bounds.Lower `json:"bounds"` // bounds that no strategy of the game can beat
	Nodes  int          `json:"nodes"`  // of the decision tree: one for each guess to be made
	// Lists identify the words of a game from lists.
	Lists []game.ListID `json:"lists,omitempty"`
}

// Key returns the identity of the experiment that was played, with the first
// guess that was made.
func (r Result) Key() Key { return Key(r.Configuration) }
