package ask

import (
	"context"

	"codebreak/engine"
	"codebreak/experiments/notebook"
)

// Adversary asks how long a strategy takes against codemakers that fix no
// secret.
type Adversary struct{ player }

// NewAdversary asks it of a configuration.
func NewAdversary(c engine.Configuration) Adversary { return Adversary{newPlayer(c)} }

// AdversaryGames are the games of two adversarial codemakers against a
// strategy, round by round; the last round solves the secret.
type AdversaryGames struct {
	Greedy  []RoundSpec `json:"greedy"`  // leaves the most candidates with each answer
	Perfect []RoundSpec `json:"perfect"` // makes the game last longest
}

// Kind names the kind of question.
func (Adversary) Kind() string { return "adversary" }

func (a Adversary) String() string { return a.Key.String() + ", adversarial codemakers" }

// Cost is that of growing the tree.
func (a Adversary) Cost() float64 { return costOf(a, a.player.Cost()) }

// Answer plays both codemakers against the strategy's decision tree.
func (a Adversary) Answer(ctx context.Context, e notebook.Env) (AdversaryGames, error) {
	t, err := a.grow(ctx, e)
	if err != nil {
		return AdversaryGames{}, err
	}
	return AdversaryGames{Rounds(t.Game, t.GreedyCodemaker()), Rounds(t.Game, t.PerfectCodemaker())}, nil
}
