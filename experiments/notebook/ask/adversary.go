package ask

import (
	"context"

	"codebreak/engine"
	"codebreak/engine/game"
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

// A RoundSpec is a round in words, as files hold it.
type RoundSpec struct {
	Guess  string `json:"guess"`
	Answer string `json:"answer"`
}

// Kind names the kind of question.
func (Adversary) Kind() string { return "adversary" }

func (a Adversary) String() string { return a.Key.String() + ", adversarial codemakers" }

// Answer plays both codemakers against the strategy's decision tree.
func (a Adversary) Answer(ctx context.Context, e notebook.Env) (AdversaryGames, error) {
	t, err := playedTree(ctx, e, Play{player: a.player})
	if err != nil {
		return AdversaryGames{}, err
	}
	return AdversaryGames{Rounds(t.Game, t.GreedyCodemaker()), Rounds(t.Game, t.PerfectCodemaker())}, nil
}

// Rounds puts the rounds of a game into words.
func Rounds(g game.Game, line []game.Round) []RoundSpec {
	return notebook.Map(line, func(r game.Round) RoundSpec { return RoundSpec{g.FormatCode(r.Guess), g.FormatFeedback(r.Feedback)} })
}
