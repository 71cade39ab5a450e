package strategy

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// A Position is a point of a game at which a guess is to be made.
type Position struct {
	Game game.Game
	// Rounds are the guesses made so far with their answers, the first one first;
	// none before the first guess.
	Rounds []game.Round
	// Candidates are the secrets that agree with all rounds, at least one, in the
	// order of the strategy: lexicographic, unless it has chosen another. A guesser
	// may not change them, nor keep them for later.
	Candidates []game.Code
}

// Rand returns a source of random numbers that depends on the seed and the rounds
// alone, so that what is drawn is the same whenever the position comes up.
func (p Position) Rand(seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, history(p.Rounds)))
}

// A Guesser says which guess comes next: it is all of a strategy. One-step
// strategies ([Chooser]), scripted ones such as the two-phase player, and those
// that [Register] adds are guessers; [NewPlayer] makes one ready to play.
//
// What a guesser must keep to:
//
//   - The first guess is asked for like any other, after no rounds, unless it is
//     given: then the guesser is asked for the second as if it had made the first.
//   - It is asked even if one candidate is left, and may guess something else; a
//     secret is found when it is guessed and not when it is known. After the answer
//     that ends the game nothing is asked.
//   - It returns a code that the game allows to be guessed, candidate or not. Any
//     other ends the play with an error that names the position; so does a guesser
//     that has not found a secret after many guesses.
//   - Each goroutine has a guesser of its own, so that Guess is never called twice
//     at once. But positions come in any order, divided among any number of
//     guessers, so that a guess must depend on the position and on nothing else:
//     not on what was asked before, and on chance only as [Position.Rand] gives it.
//   - It stops soon, with the context's error, when the context ends.
type Guesser interface {
	Guess(ctx context.Context, p Position) (game.Code, error)
}

// A GuesserFunc is a function as a [Guesser].
type GuesserFunc func(ctx context.Context, p Position) (game.Code, error)

// Guess calls the function.
func (f GuesserFunc) Guess(ctx context.Context, p Position) (game.Code, error) { return f(ctx, p) }

// NewPlayer makes guessers ready to play a game. newGuesser is called for each
// goroutine that plays, from one goroutine at a time.
func NewPlayer(g game.Game, newGuesser func() (Guesser, error)) (*Player, error) {
	secrets, guesses, err := game.Codes(g, game.Lex)
	if err != nil {
		return nil, err
	}
	legal := slices.Clone(guesses)
	slices.Sort(legal)
	return &Player{game: g, secrets: secrets, newSpace: partition.SpaceFactory(g), newGuesser: newGuesser, legal: legal}, nil
}

// ask has the guesser choose, and makes sure that the game allows it.
func (c *Chooser) ask(ctx context.Context, p Position) (game.Code, error) {
	guess, err := c.guesser.Guess(ctx, p)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return 0, err
	}
	if _, legal := slices.BinarySearch(c.legal, guess); !legal {
		return 0, fmt.Errorf("at %s it guesses %#08x, which is no code that %s allows to be guessed", game.History(p.Game, p.Rounds), uint32(guess), p.Game)
	}
	return guess, nil
}
