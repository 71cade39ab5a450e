package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/report"
)

// wellKnown are the games that the literature plays most.
var wellKnown = []string{"mm4x6", "mm4x7", "mm5x8", "mm6x6", "mm6x9", "bc4x10", "bc4x9", "bc5x10"}

func gamesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "games",
		Short: "List the games and how their codes are written",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			_, err := fmt.Fprintf(out, `mmPxC  Mastermind: P positions, C colours, repeats allowed. MM(P,C) in the literature.
bcPxC  Bulls and Cows: P positions, C digits, no repeats. AB(P,C) in the literature.

P is 1 to %d, C is 2 to %d, and a game has at most %d codes. Some of them:

`, game.MaxPositions, game.MaxColours, game.MaxCodes)
			if err != nil {
				return err
			}
			t := report.Table{Header: []string{"game", "literature", "codes", "alphabet", "kinds of feedback", "kinds of first guess"}, Right: []int{2, 4}}
			for _, name := range wellKnown {
				g, err := game.Parse(name)
				if err != nil {
					return err
				}
				firsts := ""
				for i, c := range g.Patterns() {
					if i > 0 {
						firsts += " "
					}
					firsts += g.FormatCode(c)
				}
				// One feedback index, all but one peg black and the last white, never occurs.
				t.Rows = append(t.Rows, []string{name, g.LiteratureName(), strconv.Itoa(g.Size()), g.Alphabet(), strconv.Itoa(g.Feedbacks() - 1), report.Fold(firsts, 42)})
			}
			return t.Print(out)
		},
	}
}
