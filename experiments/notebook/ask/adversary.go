package ask

import (
	"context"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
)

// Adversary asks how long a strategy takes against codemakers that fix no
// secret.
type Adversary struct {
	engine.Key

	play Play
}

// NewAdversary asks it of a configuration.
func NewAdversary(c engine.Configuration) Adversary {
	p := NewPlay(c)
	return Adversary{p.Key, p}
}

// AdversaryGames are the games of two adversarial codemakers against a
// strategy, round by round; the last round hits.
type AdversaryGames struct {
	Greedy  []RoundSpec `json:"greedy"`  // leaves the most candidates with each answer
	Perfect []RoundSpec `json:"perfect"` // makes the game last longest
}

// A RoundSpec is a round in words, as files hold it.
type RoundSpec struct {
	Guess  string `json:"guess"`
	Answer string `json:"answer"`
}

// Kind names the kind of question.
func (Adversary) Kind() string { return "adversary" }

func (a Adversary) String() string { return a.Key.String() + ", adversarial codemakers" }

// Cost is that of growing the tree, unless it is there.
func (a Adversary) Cost() float64 { return a.play.Cost() }

// Validate refuses what cannot be played.
func (a Adversary) Validate(e notebook.Env) error { return a.play.Validate(e) }

// Answer plays both codemakers against the strategy's decision tree.
func (a Adversary) Answer(ctx context.Context, e notebook.Env) (AdversaryGames, error) {
	played, err := notebook.Answer(ctx, e, a.play)
	if err != nil {
		return AdversaryGames{}, err
	}
	g := a.play.experiment.Game
	t, err := tree.ReadPacked(ctx, g, played.Tree)
	if err != nil {
		return AdversaryGames{}, err
	}
	return AdversaryGames{rounds(g, t.GreedyCodemaker()), rounds(g, t.PerfectCodemaker())}, nil
}

func rounds(g game.Game, line []game.Round) []RoundSpec {
	var out []RoundSpec
	for _, r := range line {
		out = append(out, RoundSpec{g.FormatCode(r.Guess), g.FormatFeedback(r.Feedback)})
	}
	return out
}
