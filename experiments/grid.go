package main

import (
	"fmt"
	"slices"
	"strconv"

	"codebreak/engine/game"
	"codebreak/report"
)

// gridRules are the rules of the games of a grid, in the order of pages.
var gridRules = []struct{ prefix, name string }{{"mm", "Mastermind"}, {"bc", "Bulls and Cows"}, {"bp", "Black pegs only"}}

// A gridGame is a game of a grid of rules, positions and colours.
type gridGame struct {
	rule      string // its name
	positions int
	colours   int
	game      string
	secrets   int
}

// gridGames lists the games of 2 to so many positions, and 2 to 16 colours, that have
// no more secrets than the most: rule by rule, by positions and then colours.
func gridGames(positions, mostSecrets int) (games []gridGame) {
	for _, rule := range gridRules {
		for p := 2; p <= positions; p++ {
			for c := 2; c <= colourLimit; c++ {
				name := fmt.Sprintf("%s%dx%d", rule.prefix, p, c)
				g, err := game.Parse(name)
				if err != nil {
					continue // fewer colours than positions
				}
				if n := game.CountSecrets(g); n <= mostSecrets {
					games = append(games, gridGame{rule.name, p, c, name, n})
				}
			}
		}
	}
	return games
}

// A gridRow is what stands in a row of a grid: games of one number of positions.
type gridRow[T any] struct {
	positions int
	games     []T
}

// gridTable shows a value of each game of one rule, by positions and colours.
func gridTable[T any](games []T, of func(T) gridGame, value func(T) any) *report.Table {
	var rows []gridRow[T]
	for _, g := range games {
		if n := len(rows); n == 0 || rows[n-1].positions != of(g).positions {
			rows = append(rows, gridRow[T]{positions: of(g).positions})
		}
		last := &rows[len(rows)-1]
		last.games = append(last.games, g)
	}
	columns := []report.Column[gridRow[T]]{{Title: "positions", Value: func(r gridRow[T]) any { return r.positions }}}
	for colours := 2; colours <= colourLimit; colours++ {
		columns = append(columns, report.Column[gridRow[T]]{Title: strconv.Itoa(colours), Align: report.Right, Value: func(row gridRow[T]) any {
			i := slices.IndexFunc(row.games, func(g T) bool { return of(g).colours == colours })
			if i < 0 {
				return nil
			}
			return value(row.games[i])
		}})
	}
	return report.NewTable(rows, columns)
}
