package board

import (
	"context"
	"slices"

	"codebreak/engine"
	"codebreak/engine/advice"
	"codebreak/engine/deduce"
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// A player chooses the guesses of one game after another.
type player struct {
	game      game.Game
	name      string             // of the strategy
	criterion strategy.Criterion // of one step, by which guesses are listed
	known     *deduce.Deduction  // the rounds, and the secrets that they leave in the strategy's order

	// The first of these that is not nil chooses the guess.
	first    *game.Code               // the first guess
	tree     *tree.Tree               // as far as it goes
	searcher *advice.Costs            // finds the best known guess
	strategy *strategy.CompiledPlayer // guesses as the strategy

	alike game.Symmetries // of the game, if there is a tree
	off   bool            // the last guess was not in the tree
}

// entropyIn returns the entropy strategy in a game.
func entropyIn(g game.Game) engine.Experiment {
	return engine.Experiment{Game: g, Strategy: strategy.Strategy{Criterion: strategy.Entropy}.WithDefaults()}
}

// newPlayer makes a player that guesses as the tree, if there is one, and as the strategy after
// guesses that leave the tree.
func newPlayer(x engine.Experiment, t *tree.Tree) (*player, error) {
	compiled, err := x.Strategy.Compile(x.Game)
	if err != nil {
		return nil, err
	}

	p := &player{
		game:      x.Game,
		name:      x.Strategy.String(),
		criterion: x.Strategy.Criterion,
		known:     deduce.New(x.Game, compiled.Secrets()),
		first:     x.First,
		tree:      t,
		strategy:  compiled.NewPlayer(),
	}
	if !slices.Contains(strategy.Classic(), p.criterion) {
		p.criterion = strategy.Entropy
	}
	if t != nil {
		p.alike = game.SymmetriesOf(x.Game)
	}
	return p, nil
}

// newKnuth makes the player of Knuth (1977), who begins with 1122 and goes on by minimax.
func newKnuth(mastermind game.Game) (*player, error) {
	first, err := mastermind.ParseCode("1122")
	if err != nil {
		return nil, err
	}

	p, err := newPlayer(engine.Experiment{
		Game:     mastermind,
		Strategy: strategy.Strategy{Criterion: strategy.Minimax}.WithDefaults(),
		First:    &first,
	}, nil)
	if err == nil {
		p.name = "Knuth"
	}
	return p, err
}

// choose returns the next guess. The rounds must leave candidates. Rounds that a symmetry of the
// game maps into the tree get the guess of the tree, too. Afterwards the strategy's space holds the
// candidates.
func (p *player) choose(ctx context.Context) (game.Code, error) {
	candidates, rounds := p.known.Candidates(), p.known.Rounds()
	p.strategy.Space.Load(candidates)
	if p.first != nil && len(rounds) == 0 {
		return *p.first, nil
	}

	if p.tree != nil {
		if n := p.tree.After(rounds); n != nil {
			p.off = false
			return n.Guess, nil
		}
		guess, ok := advice.Next(p.tree, p.alike, rounds)
		p.off = !ok
		if ok {
			return guess, nil
		}
	}

	if p.searcher != nil {
		return p.searcher.Advise(ctx, advice.At(p.game, rounds))
	}
	return p.strategy.Choose(ctx, candidates, rounds)
}

// found returns the number, from 0, of the round that names the secret; -1 without one.
func (p *player) found() int {
	for i, r := range p.known.Rounds() {
		if r.Feedback == p.game.Final() {
			return i
		}
	}
	return -1
}

// classes counts the candidates, which the strategy's space holds, by the feedback on a guess.
func (p *player) classes(guess game.Code) (partition.Counts, partition.Quality) {
	counts := partition.NewCounts(p.game)
	p.strategy.Space.Count(guess, counts)
	return counts, counts.Quality()
}
