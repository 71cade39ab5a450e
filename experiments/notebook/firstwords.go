package notebook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/partition"
)

// FirstWords asks which first guesses of a game are best by each classic criterion:
// so many, and how they split the secrets.
type FirstWords struct {
	Game string `json:"game"`
	Best int    `json:"best"`
}

// Rated are the numbers that the criteria of [strategy.Classic] minimise, in that
// order, of a quality; those that are no whole numbers are rounded, so that they
// compare alike on every machine.
func Rated(q partition.Quality) [4]float64 {
	round := func(x float64) float64 { return math.Round(x*1e9) / 1e9 }
	return [4]float64{float64(q.Largest), round(q.ExpectedSize), round(-q.Entropy), float64(-q.Parts)}
}

// Kind names the kind of question.
func (FirstWords) Kind() string { return "first-words" }

func (q FirstWords) String() string { return q.Game + ", best first guesses" }

// Cost is an order of magnitude.
func (q FirstWords) Cost() float64 { return 0.3 }

// Validate refuses games that do not exist, and what would not fit the memory limit.
func (q FirstWords) Validate(e Env) error { return e.CheckGame(q.Game) }

// Answer splits the secrets by every guess, and keeps the best by each criterion, in
// alphabetical order. Chosen are the best of all.
func (q FirstWords) Answer(ctx context.Context, _ Env) (FirstGuessSplits, error) {
	g, err := game.Parse(q.Game)
	if err != nil {
		return FirstGuessSplits{}, err
	}
	secrets, guesses, err := game.Codes(g, game.Lex)
	if err != nil {
		return FirstGuessSplits{}, err
	}
	space := partition.NewSpace(g)
	space.Load(secrets)
	counts := partition.NewCounts(g)
	rated := make([][4]float64, len(guesses))
	for i, guess := range guesses {
		if ctx.Err() != nil {
			return FirstGuessSplits{}, ctx.Err()
		}
		space.Count(guess, counts)
		rated[i] = Rated(counts.Quality())
	}
	var a FirstGuessSplits
	var kept []int
	for criterion := range rated[0] {
		order := make([]int, len(guesses))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(rated[i][criterion], rated[j][criterion]) })
		kept = append(kept, order[:min(q.Best, len(order))]...)
		a.Chosen = append(a.Chosen, g.FormatCode(guesses[order[0]]))
	}
	slices.Sort(kept)
	for _, i := range slices.Compact(kept) {
		space.Count(guesses[i], counts)
		split := FirstGuessSplit{Guess: g.FormatCode(guesses[i])}
		for _, n := range counts {
			split.Sizes = append(split.Sizes, int(n))
		}
		a.Splits = append(a.Splits, split)
	}
	return a, nil
}

// Check counts the parts again where the game's lists are at hand, and returns an
// error if they are others.
func (q FirstWords) Check(_ context.Context, a FirstGuessSplits) error {
	if len(a.Splits) == 0 || len(a.Chosen) != len(Rated(partition.Quality{})) {
		return fmt.Errorf("it holds %d first guesses and %d choices", len(a.Splits), len(a.Chosen))
	}
	g, err := game.Parse(q.Game)
	if errors.Is(err, words.ErrNoList) {
		return nil
	}
	if err != nil {
		return err
	}
	secrets, _, err := game.Codes(g, game.Lex)
	if err != nil {
		return err
	}
	for _, s := range a.Splits {
		guess, err := g.ParseCode(s.Guess)
		if err != nil {
			return err
		}
		sizes := make([]int, g.OutcomeLimit())
		for _, secret := range secrets {
			sizes[g.Feedback(secret, guess)]++
		}
		if !slices.Equal(s.Sizes, sizes) {
			return fmt.Errorf("first guess %s: its parts are not those of %s", clip(s.Guess), g)
		}
	}
	return nil
}
