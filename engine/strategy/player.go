package strategy

import (
	"context"
	"math/rand/v2"

	"codebreak/engine/game"
)

// A Position is a point of a game at which a guess is to be made.
type Position struct {
	Game game.Game
	// Rounds are the guesses made so far with their feedback, in their order.
	Rounds []game.Round
	// Candidates are the secrets that agree with all rounds, at least one, in the
	// order of the strategy: lexicographic, unless it has chosen another. A player
	// may not change them, nor keep them for later.
	Candidates []game.Code
}

// Rand returns a source of random numbers that depends on the seed and the rounds
// alone, so that the draws are the same whenever the position comes up.
func (p Position) Rand(seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, history(p.Rounds)))
}

// A Player chooses the next guess. Every compiled strategy has players ([CompiledPlayer]): they
// follow its criterion, or ask a player of its own, such as those of scripts and of [Register].
// [CompilePlayer] makes a player ready that needs no name.
//
// The rules of a player:
//
//   - The first guess is asked for like any other, after no rounds, unless it is
//     given: then the player is asked for the second as if it had made the first.
//   - It is asked even if one candidate is left, and may guess something else; a secret is
//     solved when it is guessed, not when it is identified. After the feedback that ends
//     the game the player is not asked again.
//   - It returns a code that the game allows to be guessed, candidate or not. Any
//     other ends the play with an error that names the position; so does a player
//     that has not found a secret after many guesses.
//   - Each goroutine has a player of its own, so that Guess is never called twice at once.
//     But positions come in any order, divided among any number of players, so a guess
//     must depend on the position alone: not on earlier questions, and on chance only
//     through [Position.Rand].
//   - It stops soon, with the context's error, when the context ends.
type Player interface {
	Guess(ctx context.Context, p Position) (game.Code, error)
}

// A PlayerFunc is a function as a [Player].
type PlayerFunc func(ctx context.Context, p Position) (game.Code, error)

// Guess calls the function.
func (f PlayerFunc) Guess(ctx context.Context, p Position) (game.Code, error) {
	return f(ctx, p)
}
