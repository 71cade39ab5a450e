// Package fixed has the questions about guesses that are fixed in advance: how first guesses split the
// secrets, how few questions identify each, and which lines force the codemaker of Absurdle.
package fixed

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report/lists"
)

// FirstGuesses asks how the kinds of first guess of a game split its secrets,
// and which first guess each criterion chooses by itself.
type FirstGuesses struct {
	Game     string               `json:"game"`
	Criteria []strategy.Criterion `json:"criteria"`
}

// FirstGuessSplits is how first guesses split the secrets.
type FirstGuessSplits struct {
	Splits []FirstGuessSplit `json:"splits"` // of each kind of first guess, in lexicographic order
	// Chosen holds the first guess of each criterion, in the order asked.
	Chosen []string `json:"chosen"`
}

// A FirstGuessSplit is a first guess and the sizes of the parts that it makes,
// by feedback index.
type FirstGuessSplit struct {
	Guess string `json:"guess"`
	Sizes []int  `json:"sizes"`
}

func splitOf(g game.Game, guess game.Code, counts partition.Counts) FirstGuessSplit {
	return FirstGuessSplit{g.FormatCode(guess), lists.Map(counts, func(n int32) int {
		return int(n)
	})}
}

// Quality measures the sizes.
func (s FirstGuessSplit) Quality() partition.Quality {
	counts := make(partition.Counts, len(s.Sizes))
	for f, n := range s.Sizes {
		counts[f] = int32(n)
	}
	return counts.Quality()
}

// About describes the question. Each criterion scans all guesses once.
func (q FirstGuesses) About() notebook.About {
	return ask.About("first-guesses", q.Game+", kinds of first guess", 0.01*float64(len(q.Criteria)))
}

// Validate refuses games that do not exist and criteria that do not play them, and what
// would not fit the memory limit.
func (q FirstGuesses) Validate(e notebook.Env) error {
	g, err := game.Parse(q.Game)
	if err != nil {
		return err
	}
	if len(game.CanonicalGuesses(g)) == 0 {
		return fmt.Errorf("the first guesses of %s fall into no kinds", g)
	}
	for _, c := range q.Criteria {
		if err := (strategy.Strategy{Criterion: c}).Validate(g); err != nil {
			return err
		}
	}
	return ask.CheckMemory(e, g)
}

// Answer counts the parts and has each criterion choose.
func (q FirstGuesses) Answer(ctx context.Context, _ notebook.Env) (FirstGuessSplits, error) {
	var a FirstGuessSplits
	g, err := game.Parse(q.Game)
	if err != nil {
		return FirstGuessSplits{}, err
	}
	secrets, _ := game.Codes(g)
	space := partition.NewSpace(g)
	space.Load(secrets)

	for _, guess := range game.CanonicalGuesses(g) {
		counts := partition.NewCounts(g)
		space.Count(guess, counts)
		a.Splits = append(a.Splits, splitOf(g, guess, counts[:g.OutcomeLimit()]))
	}

	for _, c := range q.Criteria {
		player, err := strategy.Strategy{Criterion: c}.Compile(g)
		if err != nil {
			return FirstGuessSplits{}, err
		}
		guess, err := player.NewPlayer().Choose(ctx, player.Secrets(), nil)
		if err != nil {
			return a, err
		}
		a.Chosen = append(a.Chosen, g.FormatCode(guess))
	}
	return a, nil
}

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

// About describes the question.
func (q FirstWords) About() notebook.About {
	return ask.About("first-words", q.Game+", best first guesses", 0.3)
}

// Validate refuses games that do not exist, and what would not fit the memory limit.
func (q FirstWords) Validate(e notebook.Env) error { return ask.CheckGame(e, q.Game, ask.CheckMemory) }

// Answer splits the secrets by every guess, and keeps the best by each criterion, in
// alphabetical order. Chosen are the best of all.
func (q FirstWords) Answer(ctx context.Context, _ notebook.Env) (FirstGuessSplits, error) {
	g, err := game.Parse(q.Game)
	if err != nil {
		return FirstGuessSplits{}, err
	}
	secrets, guesses := game.Codes(g)

	// Every guess is rated.
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

	// The best by each criterion are kept.
	var a FirstGuessSplits
	var kept []int
	for criterion := range rated[0] {
		order := make([]int, len(guesses))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(i, j int) int {
			return cmp.Compare(rated[i][criterion], rated[j][criterion])
		})
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
