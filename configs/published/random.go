package published

import (
	"fmt"
	"strings"

	"codebreak/engine"
	"codebreak/engine/strategy"
)

// A RandomFigure is what a source prints about a player that leaves something to
// chance, from games that were played or sampled.
type RandomFigure struct {
	ID     string
	Source SourceID
	Player string // in words
	// Configuration holds the game, the player where the grid of strategies has
	// it, else a strategy without a criterion, and the first guess if it is
	// fixed. Ties at "random", without a seed, are broken by chance.
	Configuration engine.Configuration
	Mean          string // as printed, digit by digit
	Error         string // of the mean, as printed; empty if it is not
	Worst         int    // 0 if not printed
	Games         int    // as many as were played; 0 if not printed
	Total         int    // guesses over all these games; 0 if not printed
	Note          string // what a reader should know
}

// Players in words, and in the grid of strategies as far as it has them.
const (
	anyCandidate = "guesses a candidate by chance, all equally likely"
	byEntropy    = "guesses candidates, by entropy; ties by chance"
	byMostParts  = "guesses candidates, by most-parts; ties by chance"
	byPlus       = "guesses, by chance, one of the candidates that are best both by entropy and by most-parts; if there is none, one that is best by either"
	byPlus2      = "guesses candidates, by entropy, those of equal entropy by most-parts; ties by chance"
)

var players = map[string]strategy.Strategy{
	anyCandidate: {Criterion: strategy.Simple, Pool: strategy.Consistent, Ties: "random"},
	byEntropy:    {Criterion: strategy.Entropy, Pool: strategy.Consistent, Ties: "random"},
	byMostParts:  {Criterion: strategy.MostParts, Pool: strategy.Consistent, Ties: "random"},
	byPlus2:      {Criterion: strategy.Entropy, Pool: strategy.Consistent, Ties: "most-parts,random"},
}

// RandomFigures returns what sources print about players that leave something
// to chance. Some games of [Rosu] are too small or too large for package game:
// those of one colour, of more than 8 positions, or of too many codes.
func RandomFigures() []RandomFigure {
	var figures []RandomFigure
	for _, f := range random {
		figures = append(figures, RandomFigure{
			ID: f.id, Source: f.source, Player: f.player,
			Configuration: engine.Configuration{Game: f.game, Strategy: players[f.player], First: f.first},
			Mean:          f.mean, Error: f.error, Worst: f.worst, Games: f.games, Total: f.total, Note: f.note,
		})
	}
	positions := 0
	for line := range strings.Lines(rosuTable) {
		positions++
		for i, mean := range strings.Fields(line) {
			name := fmt.Sprintf("mm%dx%d", positions, i+1)
			figures = append(figures, RandomFigure{
				ID: "rosu/random-" + name, Source: Rosu, Player: anyCandidate,
				Configuration: engine.Configuration{Game: name, Strategy: players[anyCandidate]},
				Mean:          mean, Error: "0.01",
			})
		}
	}
	return figures
}

var random = []struct {
	id                  string
	source              SourceID
	game, player, first string
	mean, error         string
	worst, games, total int
	note                string
}{
	{id: "swaszek/random", source: Swaszek, game: "mm4x6", player: anyCandidate, mean: "4.638"},
	{id: "swaszek/next", source: Swaszek, game: "mm4x6", player: "guesses the next candidate in order, from a start by chance; after the last code comes the first", mean: "4.758"},
	{id: "rosu/mm4x6-random", source: Rosu, game: "mm4x6", player: anyCandidate, mean: "4.64", worst: 8, note: "Of earlier research; the table has 4.66."},
	{id: "radurosu/js", source: RosuNotes, game: "mm4x6", player: anyCandidate, mean: "4.646", worst: 7, games: 2000},
	{id: "radurosu/gpu", source: RosuNotes, game: "mm4x6", player: "guesses the first candidate in an order of the colours that is shuffled anew for each position", mean: "4.6546", error: "0.0009", worst: 8, games: 1_000_000,
		note: "Candidates are not equally likely then. The notes say that this is the program whose times the thesis prints."},
	{id: "merelo/mm4x6-entropy", source: Merelo, game: "mm4x6", player: byEntropy, first: "1123", mean: "4.413", error: "0.006", worst: 6, games: 12960, total: 57189, note: tenTimes},
	{id: "merelo/mm4x6-most-parts", source: Merelo, game: "mm4x6", player: byMostParts, first: "1123", mean: "4.406", error: "0.007", worst: 7, games: 12960, total: 57106, note: tenTimes + " Eight games took 7 guesses."},
	{id: "merelo/mm4x6-plus", source: Merelo, game: "mm4x6", player: byPlus, first: "1123", mean: "4.404", error: "0.007", worst: 6, games: 12960, total: 57072, note: tenTimes + " The version of 2013 is quoted with an error of 0.006."},
	{id: "merelo/mm4x6-plus2", source: Merelo, game: "mm4x6", player: byPlus2, first: "1123", mean: "4.41", error: "0.007", worst: 6, games: 12960, note: tenTimes},
	{id: "merelo/mm4x8-entropy-1234", source: Merelo, game: "mm4x8", player: byEntropy, first: "1234", mean: "5.132", error: "0.012", worst: 8, games: 5000, total: 25662, note: onceOrTwice},
	{id: "merelo/mm4x8-most-parts-1234", source: Merelo, game: "mm4x8", player: byMostParts, first: "1234", mean: "5.167", error: "0.012", worst: 8, games: 5000, total: 25834, note: onceOrTwice},
	{id: "merelo/mm4x8-plus-1234", source: Merelo, game: "mm4x8", player: byPlus, first: "1234", mean: "5.154", error: "0.012", worst: 8, games: 5000, note: onceOrTwice},
	{id: "merelo/mm4x8-plus2-1234", source: Merelo, game: "mm4x8", player: byPlus2, first: "1234", mean: "5.139", error: "0.012", worst: 8, games: 5000, note: onceOrTwice},
	{id: "merelo/mm4x8-entropy-1231", source: Merelo, game: "mm4x8", player: byEntropy, first: "1231", mean: "5.124", error: "0.012", worst: 8, games: 5000, note: onceOrTwice},
	{id: "merelo/mm4x8-plus2-1231", source: Merelo, game: "mm4x8", player: byPlus2, first: "1231", mean: "5.116", error: "0.012", worst: 8, games: 5000, note: onceOrTwice},
}

const (
	tenTimes    = "Every secret ten times; the first guess is ABCA."
	onceOrTwice = "A set of 5000 secrets, every one once or twice."
)

// rosuTable has a row of means for each number of positions from 1, and in it
// one for each number of colours from 1. The thesis says that they vary by at
// most 0.01. The last two rows end before twelve colours.
const rosuTable = `1.0 1.50 2.13 2.50 3.02 3.53 3.92 4.63 4.85 5.38 5.87 6.56
1.0 2.04 2.49 2.97 3.41 3.89 4.38 4.82 5.28 5.78 6.33 6.69
1.0 2.40 2.84 3.36 3.84 4.25 4.66 5.08 5.43 5.90 6.45 6.75
1.0 2.82 3.21 3.72 4.24 4.66 5.06 5.44 5.77 6.16 6.55 6.94
1.0 3.25 3.50 4.08 4.63 5.08 5.49 5.88 6.22 6.62 6.95 7.31
1.0 3.66 3.85 4.38 5.03 5.50 5.97 6.36 6.73 7.12 7.33 7.87
1.0 4.06 4.33 4.79 5.43 5.97 6.46 6.88 7.26 7.62 7.96 8.23
1.0 4.46 4.75 5.15 5.84 6.49 6.95 7.39 8.04 8.36 8.48 8.97
1.0 5.03 5.13 5.98 6.25 7.23 7.75 8.13 8.56 9.14 9.19
1.0 5.49 5.50 6.42 6.76 7.84 8.28 8.72 9.36 9.74
`
