package random

import (
	"context"

	"codebreak/engine/chance"
	"codebreak/engine/game"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
)

// Longest asks for a longest possible game of a player who guesses only candidates.
type Longest struct {
	Game string `json:"game"`
}

// A LongestGame is such a game; the last round solves the secret.
type LongestGame struct {
	Rounds []ask.RoundSpec `json:"rounds"`
}

// About describes the question.
func (q Longest) About() notebook.About {
	return ask.About("longest", "longest game of "+q.Game, 0.1)
}

// Validate refuses unknown games, and games that are too large.
func (q Longest) Validate(e notebook.Env) error {
	return ask.CheckGame(e, q.Game, func(e notebook.Env, g game.Game) error {
		return chance.CheckLongest(g, chance.Options{Memory: e.Memory})
	})
}

// Answer searches. It takes one worker.
func (q Longest) Answer(ctx context.Context, e notebook.Env) (LongestGame, error) {
	g, err := game.Parse(q.Game)
	if err != nil {
		return LongestGame{}, err
	}
	line, err := chance.Longest(ctx, g, chance.Options{Memory: e.Memory})
	return LongestGame{ask.Rounds(g, line)}, err
}
