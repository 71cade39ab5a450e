package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/report"
)

// wellKnown are games that the literature plays, and one of each kind.
var wellKnown = []string{
	"mm4x6", "mm4x7", "mm5x8", "mm6x6", "mm6x9", "bc4x10", "bc4x9", "bc5x10",
	"mm4x6-distinct", "bp4x6", "bc4x10-nozero", "mm4x10-digits", "twod5",
}

func gamesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "games",
		Short: "List the games and how their codes are written",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			_, err := fmt.Fprintf(out, `mmPxC           Mastermind: P positions, C colours, repeats allowed; MM(P,C) in the literature
bcPxC           Bulls and Cows: P positions, C digits, no repeats; AB(P,C) in the literature
bpPxC           Mastermind answered with black pegs only
mmPxC-distinct  Mastermind whose secrets have no repeats, though guesses may
mmPxC-digits    Mastermind written with digits from 0
bcPxC-nozero    Bulls and Cows without 0 in the first position
twod5           pairs (x,y), told whether the secret is at most, or at least, the guess

P is 1 to %d, C is 2 to %d, and a game has at most %d codes. Some of them:

`, game.MaxPositions, game.MaxColours, game.MaxCodes)
			if err != nil {
				return err
			}
			t := report.Table{Header: []string{"game", "what it is", "secrets", "alphabet", "kinds of feedback", "kinds of first guess"}, Right: []int{2, 4}}
			for _, name := range wellKnown {
				g, err := game.Parse(name)
				if err != nil {
					return err
				}
				alphabet, firsts := "01234", ""
				if p, ok := g.(game.Pegs); ok {
					alphabet = p.Alphabet()
					if !p.NoLeadingZero {
						firsts = patterns(p)
					}
				}
				t.Rows = append(t.Rows, []string{name, g.Describe(), strconv.Itoa(game.CountSecrets(g)), alphabet, strconv.Itoa(g.Kinds()), report.Fold(firsts, 36)})
			}
			return t.Print(out)
		},
	}
}

func patterns(g game.Pegs) string {
	var codes []string
	for _, c := range g.Patterns() {
		codes = append(codes, g.FormatCode(c))
	}
	return strings.Join(codes, " ")
}
