package ask

import (
	"cmp"
	"context"
	"math"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/experiments/notebook"
)

// FirstWords asks which first guesses of a game are best by each classic criterion:
// a number of them, and how they split the secrets.
type FirstWords struct {
	Game string `json:"game"`
	Best int    `json:"best"`
}

// Rated are the numbers that the criteria of [strategy.Classic] minimise, in that
// order, of a quality; fractions are rounded, so that they
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
func (q FirstWords) Validate(e notebook.Env) error { return CheckGame(e, q.Game) }

// Answer splits the secrets by every guess, and keeps the best by each criterion, in
// alphabetical order. Chosen are the best of all.
func (q FirstWords) Answer(ctx context.Context, _ notebook.Env) (FirstGuessSplits, error) {
	g := notebook.Sure(game.Parse(q.Game))
	secrets, guesses := game.Codes(g)
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
		a.Splits = append(a.Splits, splitOf(g, guesses[i], counts))
	}
	return a, nil
}
