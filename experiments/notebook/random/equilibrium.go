package random

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"codebreak/engine"
	"codebreak/engine/equilibrium"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report/lists"
)

// Equilibrium asks for the value of a game whose codemaker chooses the secret
// with probabilities of its own, and for mixed strategies that attain it.
type Equilibrium struct {
	Game string `json:"game"`
}

// Value is the value of a game, in fractions, and a mixed strategy of each side.
type Value struct {
	Value *Fraction `json:"value"`
	// LeastMean is the least mean of a tree if all secrets are equally probable.
	LeastMean *Fraction `json:"least_mean"`
	Classes   []Class   `json:"classes"` // of all secrets
	Trees     []Mixed   `json:"trees"`   // that the codebreaker chooses from
}

// A Class is a set of secrets that symmetries take into each other: the codemaker may treat them
// alike.
type Class struct {
	Like        string    `json:"like"` // the first of them
	Secrets     int       `json:"secrets"`
	Probability *Fraction `json:"probability"` // of all of them together
	Mean        *Fraction `json:"mean"`        // guesses that the codebreaker's mixed strategy takes
}

// A Mixed tree is one that the codebreaker plays with a positive probability.
type Mixed struct {
	First       string      `json:"first"`
	Probability *Fraction   `json:"probability"`
	Means       []*Fraction `json:"means"` // for each class
	Tree        string      `json:"tree"`  // see [tree.Tree.Brief]
}

// About describes the question.
func (q Equilibrium) About() notebook.About {
	onePlay := ask.NewPlayer(engine.Configuration{
		Game:     q.Game,
		Strategy: strategy.Strategy{Criterion: strategy.Entropy},
	})
	return ask.About("equilibrium", q.Game+", equilibrium", 100*onePlay.Cost())
}

// Validate refuses games that have no classes of secrets.
func (q Equilibrium) Validate(e notebook.Env) error {
	return ask.CheckGame(e, q.Game, func(e notebook.Env, g game.Game) error {
		_, err := equilibrium.Classes(g)
		return cmp.Or(err, ask.CheckSearch(e, g))
	})
}

// Answer solves the game.
func (q Equilibrium) Answer(ctx context.Context, env notebook.Env) (Value, error) {
	g, err := game.Parse(q.Game)
	if err != nil {
		return Value{}, err
	}
	e, err := equilibrium.Solve(ctx, g, ask.SearchCache(env, g, equilibrium.DefaultMemory))
	if err != nil {
		return Value{}, err
	}
	return valueOf(e), nil
}

// valueOf writes down an equilibrium.
func valueOf(e equilibrium.Equilibrium) Value {
	g, means := e.Game, e.Means()
	v := Value{Value: fraction(e.Value), LeastMean: fraction(e.LeastMean)}
	for i, c := range e.Classes {
		v.Classes = append(v.Classes, Class{
			Like:        g.FormatCode(c.First),
			Secrets:     len(c.Secrets),
			Probability: fraction(e.Probabilities[i]),
			Mean:        fraction(means[i]),
		})
	}
	for _, t := range e.Trees {
		v.Trees = append(v.Trees, Mixed{
			First:       g.FormatCode(t.Tree.Root.Guess),
			Probability: fraction(t.Probability),
			Means:       lists.Map(t.Means, fraction),
			Tree:        t.Tree.Brief(),
		})
	}

	return v
}

// Complete replays every tree. It returns an error unless the codebreaker's mixed strategy needs
// no more guesses on average than the value for any secret, both strategies together need exactly
// the value, and all other numbers follow. It does not repeat the search, which proves that no
// tree does better against the codemaker's strategy.
func (q Equilibrium) Complete(ctx context.Context, v *Value) error {
	g, err := game.Parse(q.Game)
	if err != nil {
		return err
	}

	// 1. Every tree is read and replayed.
	e := equilibrium.Equilibrium{
		Game:      g,
		Value:     v.Value.rat(),
		LeastMean: v.LeastMean.rat(),
	}
	if e.Classes, err = equilibrium.Classes(g); err != nil {
		return err
	}
	for _, c := range v.Classes {
		e.Probabilities = append(e.Probabilities, c.Probability.rat())
	}
	for i, t := range v.Trees {
		read, err := tree.ReadPacked(ctx, g, t.Tree)
		if err != nil {
			return err
		}
		v.Trees[i].Tree = read.Brief()
		e.Trees = append(e.Trees, equilibrium.PlayedTree{
			Tree:        read,
			Probability: t.Probability.rat(),
			Means:       lists.Map(t.Means, (*Fraction).rat),
		})
	}

	// 2. No secret takes the codebreaker more than the value.
	if err := e.Check(ctx); err != nil {
		return err
	}

	// 3. Played as stated, the game takes its value.
	played := new(big.Rat) // guesses on average, if both play as stated
	for i, mean := range e.Means() {
		played.Add(played, new(big.Rat).Mul(e.Probabilities[i], mean))
	}
	switch {
	case e.LeastMean == nil || e.Value.Cmp(e.LeastMean) < 0:
		return errors.New("the least mean is missing, or above the value")
	case played.Cmp(e.Value) != 0:
		return fmt.Errorf("played as stated the game takes %s guesses, not its value %s", played.RatString(), e.Value.RatString())
	}

	// 4. All other numbers follow.
	stated, _ := json.Marshal(v)
	if own, err := json.Marshal(valueOf(e)); err != nil || !bytes.Equal(own, stated) {
		return errors.New("its numbers are not those of its trees")
	}
	return nil
}
