// Games by their kind, positions and colours, and which of them have proved optima.

package pages

import (
	"fmt"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook/ask"
	"codebreak/report/lists"
)

// wellKnown reports whether a game is one that much is written about.
func wellKnown(gameName string) bool { return gameName == "mm4x6" || gameName == "bc4x10" }

// colourLimit is how many colours a game may have.
const colourLimit = 16

// gridKinds are the kinds of games that grids are made of, as their names begin, in
// the order of pages.
var gridKinds = []string{"mm", "bc", "bp"}

// sizedName is the name of a game of a kind.
func sizedName(kind string, positions, colours int) string {
	return fmt.Sprintf("%s%dx%d", kind, positions, colours)
}

// kindName is what people call the games of a kind.
func kindName(kind string) string {
	return game.Title(sizedName(kind, 4, 6))
}

// A gridGame is a game of a grid of kinds, positions and colours.
type gridGame struct {
	kind      string
	positions int
	colours   int
	game      string
	secrets   int
}

func (g gridGame) gridKind() string { return g.kind }
func (g gridGame) name() string     { return g.game }

func (g gridGame) isWellKnown() bool {
	return wellKnown(g.game)
}

// row names the row of a grid that the game stands in.
func (g gridGame) row() string {
	return fmt.Sprintf("%d positions", g.positions)
}

// gridGames lists the games of 2 positions to a number, and of 2 to 16 colours, that have at most
// a number of secrets: kind by kind, by positions and then colours.
func gridGames(positions, mostSecrets int) (games []gridGame) {
	for _, kind := range gridKinds {
		for p := 2; p <= positions; p++ {
			for c := 2; c <= colourLimit; c++ {
				name := sizedName(kind, p, c)
				g, err := game.Parse(name)
				if err != nil {
					continue // fewer colours than positions
				}

				if n := game.CountSecrets(g); n <= mostSecrets {
					games = append(games, gridGame{
						kind:      kind,
						positions: p,
						colours:   c,
						game:      name,
						secrets:   n,
					})
				}
			}
		}
	}
	return games
}

// mostSecrets is how many secrets a game of the grid may have.
const mostSecrets = 100_000

// provable is the greatest number of colours, for 2 positions and more, with which
// the least total has been proved.
var provable = map[string][]int{
	"mm": {16, 16, 10, 6, 4, 3, 2},
	"bc": {16, 16, 12, 8, 6},
	"bp": {16, 16, 10, 6, 4, 3, 2},
}

// gamesWithin lists the games within a reach: the greatest number of colours for each kind, from 2
// positions on.
func gamesWithin(reach map[string][]int) []gridGame {
	games := gridGames(len(reach["mm"])+1, mostSecrets)
	return lists.Keep(games, func(g gridGame) bool { return g.within(reach) })
}

// provable reports whether the least total has been proved.
func (g gridGame) provable() bool {
	return g.within(provable)
}

// within reports whether a game has no more colours than a reach allows.
func (g gridGame) within(reach map[string][]int) bool {
	most := reach[g.kind]
	return g.positions-2 < len(most) && g.colours <= most[g.positions-2]
}

// leastTotal asks for the least total of a game.
func leastTotal(gameName string) ask.Solve {
	return leastTotalFrom(gameName, strategy.All, "")
}

// leastTotalFrom asks for the least total with guesses from a pool, from a first guess or,
// if it is empty, from any.
func leastTotalFrom(gameName string, pool strategy.Pool, first string) ask.Solve {
	return ask.Best(optimal.ProblemSpec{
		Game:      gameName,
		Objective: optimal.Total,
		Pool:      pool,
		First:     first,
	})
}

func playedIn(c engine.Configuration) string { return c.Game }

// size returns the positions and colours of a game.
func size(name string) (positions, colours int) {
	return sure(game.Parse(name)).Shape()
}

// ofWords reports whether a game is one of words, by its name, since its lists may be missing.
func ofWords(name string) bool {
	return strings.HasPrefix(name, "nerdle") ||
		strings.HasPrefix(name, "primel") ||
		strings.HasPrefix(name, "wordle-")
}

// isOfWords reports whether a figure is one of a game of words.
func isOfWords(f published.Figure) bool {
	return ofWords(f.Game)
}

// isOfLists reports whether a figure is one of a game whose words come from lists.
func isOfLists(f published.Figure) bool {
	return words.FromLists(f.Game)
}
