package strategy

import (
	"context"
	"fmt"
	"slices"

	"codebreak/engine/game"
)

// Random players of other programs. A strategy of the grid draws its guess where ties end
// in "random", and all tied guesses are equally likely. These players draw otherwise, and
// their ties are always "random".
const (
	NextSwaszek  Criterion = "next@swaszek"
	PlusMerelo   Criterion = "plus@merelo"
	ShuffledRosu Criterion = "shuffled@rosu"
)

// A Drawer is the [Guesser] of a random player. It has no single guess.
type Drawer struct {
	// Tied returns the guesses that may be made, all equally likely. Unless ByRounds is
	// set, they depend on the candidates alone, and a renaming of positions and colours
	// does not matter.
	Tied     func(ctx context.Context, p Position) ([]game.Code, error)
	ByRounds bool

	// Deal replaces Tied for a player that draws before each game: it draws the game of
	// this number for a seed, that is, the secret and a function that picks a candidate.
	Deal func(seed, number uint64) (secret game.Code, pick func(candidates []game.Code) game.Code)
}

// Guess returns [ErrChance].
func (Drawer) Guess(context.Context, Position) (game.Code, error) { return 0, ErrChance }

// Drawer returns the guesser of a random player, for a game that it plays; for any
// other strategy, an empty one.
func (s Strategy) Drawer(g game.Game) (d Drawer) {
	if r, _ := lookUp(s.Criterion); r.ByChance {
		guesser, _ := r.New(g, 0)
		d, _ = guesser.(Drawer)
	}
	return d
}

// byChance are the random players.
var byChance = []Registration{
	{
		CriterionInfo: CriterionInfo{
			Criterion: NextSwaszek,
			Minimises: "nothing: it begins anywhere, at random, and guesses the next candidate in order; after the last code comes the first",
			Author:    "Swaszek",
			Year:      2000,
		},
		ByChance: true,
		New:      newNext,
	},
	{
		CriterionInfo: CriterionInfo{
			Criterion: PlusMerelo,
			Minimises: "both the negative entropy and the negative number of parts, or else either, among candidates",
			Author:    "Merelo, Mora, Castillo and Cotta",
			Year:      2013,
		},
		ByChance: true,
		New:      newPlus,
	},
	{
		CriterionInfo: CriterionInfo{
			Criterion: ShuffledRosu,
			Minimises: "nothing: it guesses the first candidate in an order of the colours that is shuffled for each position and game",
			Author:    "Rosu",
			Year:      2026,
		},
		ByChance: true,
		New:      newShuffled,
		Check:    checkShuffled,
	},
}

// newNext makes the player that guesses the first candidate after the last guess.
func newNext(game.Game, uint64) (Guesser, error) {
	next := func(_ context.Context, p Position) ([]game.Code, error) {
		if len(p.Rounds) == 0 {
			return p.Candidates, nil
		}

		last := p.Rounds[len(p.Rounds)-1].Guess
		i, _ := slices.BinarySearch(p.Candidates, last)
		return p.Candidates[i%len(p.Candidates):][:1], nil
	}
	return Drawer{ByRounds: true, Tied: next}, nil
}

// newPlus makes the player that guesses one of the candidates that are best both by
// entropy and by most-parts, or else best by either.
func newPlus(g game.Game, _ uint64) (Guesser, error) {
	chooser := func(c Criterion) *Chooser {
		s := Strategy{Criterion: c, Pool: Consistent, Ties: "random"}
		p, _ := s.Compile(g) // it plays every game, so there is no error
		return p.NewChooser()
	}
	byEntropy, byParts := chooser(Entropy), chooser(MostParts)

	tied := func(ctx context.Context, p Position) ([]game.Code, error) {
		some, _ := byEntropy.Tied(ctx, p.Candidates, p.Rounds) // an error of the context comes again
		others, err := byParts.Tied(ctx, p.Candidates, p.Rounds)

		var both []game.Code
		for _, guess := range some {
			if slices.Contains(others, guess) {
				both = append(both, guess)
			}
		}
		if len(both) > 0 {
			return both, err
		}
		return append(some, others...), err
	}
	return Drawer{Tied: tied}, nil
}

// checkShuffled refuses games in which not all rows of colours are secrets.
func checkShuffled(g game.Game) error {
	if p, ok := game.PegRules(g); !ok || !p.SecretRepeats || !p.GuessRepeats {
		return fmt.Errorf("%s plays Mastermind with repeated colours, such as mm4x6, not %s", ShuffledRosu, g)
	}
	return nil
}

// newShuffled makes the player of radurosu/mastermind (solver2026/gpu), a program of 2026
// that ports one of 1997.
func newShuffled(g game.Game, _ uint64) (Guesser, error) {
	rules, _ := game.PegRules(g) // checkShuffled allows the game, so it has them

	deal := func(seed, number uint64) (secret game.Code, pick func([]game.Code) game.Code) {
		state := xorshift(seed ^ (number*0x9E3779B97F4A7C15 + 0x1234567))
		state.below(1) // the program skips two draws
		state.below(1)

		var order shuffled
		for i := range rules.Positions {
			secret = secret.With(i, state.below(rules.Colours))
			order.shuffle(i, rules.Colours, &state)
		}
		return secret, func(candidates []game.Code) game.Code {
			return slices.MinFunc(candidates, order.compare)
		}
	}
	return Drawer{Deal: deal}, nil
}

// An xorshift is the state of the generator xorshift64*.
type xorshift uint64

// below draws a number below n.
func (x *xorshift) below(n int) int {
	*x ^= *x >> 12
	*x ^= *x << 25
	*x ^= *x >> 27
	return int(*x * 0x2545F4914F6CDD1D % xorshift(n))
}

// shuffled orders codes: shuffled[i][colour] is the place of a colour in the order of
// position i.
type shuffled [game.MaxPositions][game.MaxColours]int

// shuffle draws the order of the colours at position i (Fisher and Yates).
func (s *shuffled) shuffle(i, colours int, state *xorshift) {
	for j := range colours {
		s[i][j] = j
	}

	order := s[i]
	for j := colours - 1; j > 0; j-- {
		k := state.below(j + 1)
		order[j], order[k] = order[k], order[j]
		s[i][order[j]] = j
	}
	s[i][order[0]] = 0
}

// compare compares two codes at the first position in which they differ.
func (s *shuffled) compare(a, b game.Code) int {
	i := 0
	for i < game.MaxPositions-1 && a.At(i) == b.At(i) {
		i++
	}
	return s[i][a.At(i)] - s[i][b.At(i)]
}
