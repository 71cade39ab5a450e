package ask

import (
	"context"

	"codebreak/engine"
	"codebreak/experiments/notebook"
)

// adversary asks how long a strategy takes against codemakers that fix no
// secret.
type adversary struct{ Player }

// NewAdversary asks it of a configuration.
func NewAdversary(c engine.Configuration) adversary { return adversary{NewPlayer(c)} }

// AdversaryGames are the games of two adversarial codemakers against a
// strategy, round by round; the last round solves the secret.
type AdversaryGames struct {
	Greedy  []RoundSpec `json:"greedy"`  // it leaves the most candidates each time
	Perfect []RoundSpec `json:"perfect"` // it makes the game last longest
}

// About describes the question. It costs as much as growing the tree.
func (a adversary) About() notebook.About {
	return About("adversary", a.Key.String()+", adversarial codemakers", a.Cost())
}

// Answer plays both codemakers against the strategy's decision tree.
func (a adversary) Answer(ctx context.Context, e notebook.Env) (AdversaryGames, error) {
	t, err := a.grow(ctx, e)
	if err != nil {
		return AdversaryGames{}, err
	}
	return AdversaryGames{Rounds(t.Game, t.GreedyCodemaker()), Rounds(t.Game, t.PerfectCodemaker())}, nil
}
