package cli

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
			for _, f := range game.Families() {
				fmt.Fprintf(out, "%-15s %s\n", f.Pattern, f.Help)
			}
			_, err := fmt.Fprintf(out, "\nP is 1 to %d positions, C is 2 to %d colours, and a game has at most %d codes. Some of them:\n\n", game.MaxPositions, game.MaxColours, game.MaxCodes)
			if err != nil {
				return err
			}
			t := report.Table{Header: []string{"game", "what it is", "secrets", "alphabet", "kinds of feedback", "kinds of first guess"}, Right: []int{2, 4}}
			for _, name := range wellKnown {
				g, err := game.Parse(name)
				if err != nil {
					return err
				}
				alphabet := ""
				if a, ok := game.As[game.Alphabetic](g); ok {
					alphabet = a.Alphabet()
				}
				t.Rows = append(t.Rows, []string{name, g.Describe(), strconv.Itoa(game.CountSecrets(g)), alphabet, strconv.Itoa(g.Outcomes()), report.Fold(canonicalGuesses(g), 36)})
			}
			return t.Show(out, viewOf(out, false))
		},
	}
}

func canonicalGuesses(g game.Game) string {
	var codes []string
	for _, c := range game.CanonicalGuesses(g) {
		codes = append(codes, g.FormatCode(c))
	}
	return strings.Join(codes, " ")
}
