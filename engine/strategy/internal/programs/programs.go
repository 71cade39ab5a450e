// Package programs holds what other programs do differently from everyone: the arithmetic in
// which they compute criteria, the guesses that they leave out, and players of their own. Their
// published figures are reproduced with it. Package strategy gives them names.
package programs

import (
	"context"
	"math"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/internal/numbers"
	"codebreak/engine/partition"
)

// summationOrder lists the feedback indices of the game in the order in which these programs
// sum: of black and then of white pegs.
func summationOrder(g game.Game) []int {
	pegs, ok := game.PegRules(g)
	if !ok {
		return numbers.Below[int](g.OutcomeLimit())
	}
	var order []int
	for black := range pegs.Positions + 1 {
		for white := range pegs.Positions + 1 - black {
			order = append(order, int(game.NewFeedback(black, white)))
		}
	}
	return order
}

// LessardAllows reports whether a round leaves a guess to the program of Lessard and Tjeng
// (2022): all feedback to a word that cannot be secret it looks up in memory that it never
// wrote, and finds 0.
func LessardAllows(g game.Game, guess game.Code, r game.Round) bool {
	if !g.IsSecret(guess) {
		return r.Feedback == 0
	}
	return g.Feedback(guess, r.Guess) == r.Feedback
}

// SwaszekNext returns the guesses of a player (2000) who begins anywhere and then guesses the
// first candidate after the last guess.
func SwaszekNext(rounds []game.Round, candidates []game.Code) []game.Code {
	if len(rounds) == 0 {
		return candidates
	}

	last := rounds[len(rounds)-1].Guess
	i, _ := slices.BinarySearch(candidates, last)
	return candidates[i%len(candidates):][:1]
}

// A plus is the player of Merelo, Mora, Castillo and Cotta (2013). It belongs to one
// goroutine.
type plus struct {
	game    game.Game
	space   partition.Space
	entropy partition.Measure
}

// NewPlus makes the player, given the entropy as a measure.
func NewPlus(g game.Game, entropy partition.Measure) *plus {
	return &plus{game: g, space: partition.NewSpace(g), entropy: entropy}
}

// Guesses returns the candidates that are best both by entropy and by the number of parts, or
// else the ones best by either. The error is that of the context.
func (p *plus) Guesses(ctx context.Context, candidates []game.Code) ([]game.Code, error) {
	p.space.Load(candidates)
	some := p.best(ctx, p.entropy)
	others := p.best(ctx, partition.MinusParts())

	var both []game.Code
	for _, guess := range some {
		if slices.Contains(others, guess) {
			both = append(both, guess)
		}
	}
	if len(both) > 0 {
		return both, ctx.Err()
	}
	return append(some, others...), ctx.Err()
}

// best returns the candidates with the least measure; if the context ends, others too.
func (p *plus) best(ctx context.Context, m partition.Measure) (guesses []game.Code) {
	least := int64(math.MaxInt64 - 1)
	visit := func(guess game.Code, score int64) int64 {
		if score < least {
			guesses = guesses[:0]
			least = score
		}
		guesses = append(guesses, guess)
		return least + 1
	}

	list := partition.NewGuesses(p.game, p.space.Codes())
	for !list.Empty() && ctx.Err() == nil {
		block := list.Cut(64)
		p.space.Scan(&block, m, least+1, visit)
	}
	return guesses
}
