package strategy

import (
	"context"
	"fmt"
	"slices"

	"codebreak/engine/game"
)

// Random players as others programmed them. Strategies of the grid draw their guesses
// where ties end in "random": all guesses that tie are equally likely. These
// players draw otherwise, and their ties are always "random".
const (
	NextSwaszek  Criterion = "next@swaszek"
	PlusMerelo   Criterion = "plus@merelo"
	ShuffledRosu Criterion = "shuffled@rosu"
)

// A Drawer is the [Guesser] of a random player. It has no single guess.
type Drawer struct {
	// Tied returns the guesses that may be made, all equally likely. They depend on the
	// candidates alone, whatever positions and colours are called, or ByRounds is set.
	Tied     func(ctx context.Context, p Position) ([]game.Code, error)
	ByRounds bool
	// Deal stands instead of Tied for a player that draws before each game: it draws one
	// of the games of a seed, which is the secret and how one of the candidates is picked.
	Deal func(seed, number uint64) (secret game.Code, pick func(candidates []game.Code) game.Code)
}

// Guess returns [ErrChance].
func (Drawer) Guess(context.Context, Position) (game.Code, error) { return 0, ErrChance }

// Drawer returns the guesser of a random player, for a game that it plays; of any
// other strategy it holds nothing.
func (s Strategy) Drawer(g game.Game) (d Drawer) {
	if r, _ := lookUp(s.Criterion); r.ByChance {
		guesser, _ := r.New(g, 0)
		d, _ = guesser.(Drawer)
	}
	return d
}

// byChance are the players.
var byChance = []Registration{
	{CriterionInfo: CriterionInfo{NextSwaszek, "nothing: it begins anywhere, at random, and guesses the next candidate in order; after the last code comes the first", "Swaszek", 2000},
		ByChance: true, New: newNext},
	{CriterionInfo: CriterionInfo{PlusMerelo, "both the negative entropy and the negative number of parts, or else either, among candidates", "Merelo, Mora, Castillo and Cotta", 2013},
		ByChance: true, New: newPlus},
	{CriterionInfo: CriterionInfo{ShuffledRosu, "nothing: it guesses the first candidate in an order of the colours that is shuffled for each position and game", "Rosu", 2026},
		ByChance: true, New: newShuffled, Check: checkShuffled},
}

// newNext makes the player that guesses the first candidate after the last guess.
func newNext(game.Game, uint64) (Guesser, error) {
	return Drawer{ByRounds: true, Tied: func(_ context.Context, p Position) ([]game.Code, error) {
		if len(p.Rounds) == 0 {
			return p.Candidates, nil
		}
		i, _ := slices.BinarySearch(p.Candidates, p.Rounds[len(p.Rounds)-1].Guess)
		return p.Candidates[i%len(p.Candidates):][:1], nil
	}}, nil
}

// newPlus makes the player that guesses one of the candidates that are best both by
// entropy and by most-parts, or else best by either.
func newPlus(g game.Game, _ uint64) (Guesser, error) {
	chooser := func(c Criterion) *Chooser {
		p, _ := Strategy{Criterion: c, Pool: Consistent, Ties: "random"}.Compile(g) // which plays every game
		return p.NewChooser()
	}
	byEntropy, byParts := chooser(Entropy), chooser(MostParts)
	return Drawer{Tied: func(ctx context.Context, p Position) ([]game.Code, error) {
		some, _ := byEntropy.Tied(ctx, p.Candidates, p.Rounds) // the context's error comes again
		others, err := byParts.Tied(ctx, p.Candidates, p.Rounds)
		both := slices.DeleteFunc(slices.Clone(some), func(guess game.Code) bool { return !slices.Contains(others, guess) })
		if len(both) > 0 {
			return both, err
		}
		return append(some, others...), err
	}}, nil
}

// checkShuffled refuses games in which not all rows of colours are secrets.
func checkShuffled(g game.Game) error {
	if p, ok := game.PegRules(g); !ok || !p.SecretRepeats || !p.GuessRepeats {
		return fmt.Errorf("%s plays Mastermind with repeated colours, such as mm4x6, not %s", ShuffledRosu, g)
	}
	return nil
}

// newShuffled makes the player of radurosu/mastermind (solver2026/gpu), a program of 2026
// that ports one of 1997. Its generator is xorshift64*.
func newShuffled(g game.Game, _ uint64) (Guesser, error) {
	rules, _ := game.PegRules(g) // they were checked
	return Drawer{Deal: func(seed, number uint64) (secret game.Code, pick func([]game.Code) game.Code) {
		state := seed ^ (number*0x9E3779B97F4A7C15 + 0x1234567)
		below := func(n int) int {
			state ^= state >> 12
			state ^= state << 25
			state ^= state >> 27
			return int(state * 0x2545F4914F6CDD1D % uint64(n))
		}
		below(1) // the program leaves two draws out
		below(1)
		var places [game.MaxPositions][game.MaxColours]int // of colours in the order of a position
		for i := range rules.Positions {
			secret = secret.With(i, below(rules.Colours))
			for j := range rules.Colours {
				places[i][j] = j
			}
			order := places[i]
			for j := rules.Colours - 1; j > 0; j-- {
				k := below(j + 1)
				order[j], order[k] = order[k], order[j]
				places[i][order[j]] = j
			}
			places[i][order[0]] = 0
		}
		return secret, func(candidates []game.Code) game.Code {
			return slices.MinFunc(candidates, func(a, b game.Code) int {
				i := 0
				for i < rules.Positions-1 && a.At(i) == b.At(i) {
					i++
				}
				return places[i][a.At(i)] - places[i][b.At(i)]
			})
		}
	}}, nil
}
