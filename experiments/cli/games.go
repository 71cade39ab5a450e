package cli

import (
	"fmt"
	"slices"
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

func (a *app) gamesCommand() *cobra.Command {
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
			var games []game.Game
			for _, name := range slices.Concat(wellKnown, ownGames()) {
				g, err := game.Parse(name)
				if err != nil {
					return err
				}
				games = append(games, g)
			}
			return report.NewTable(games, []report.Column[game.Game]{
				{Title: "game", Value: func(g game.Game) any { return g.String() }},
				{Title: "what it is", Value: func(g game.Game) any { return g.Describe() }},
				{Title: "secrets", Value: func(g game.Game) any { return game.CountSecrets(g) }},
				{Title: "alphabet", Align: report.Left, Value: func(g game.Game) any {
					if a, ok := game.As[game.Alphabetic](g); ok {
						return a.Alphabet()
					}
					return ""
				}},
				{Title: "possible answers", Value: func(g game.Game) any { return g.Outcomes() }},
				{Title: "kinds of first guess", Align: report.Left, Wrap: 36, Value: func(g game.Game) any { return canonicalGuesses(g) }},
			}).Show(out, viewOf(out, false))
		},
	}
}

// ownGames lists an example of each registered family.
func ownGames() []string {
	var names []string
	for _, f := range game.Registered() {
		names = append(names, f.Example)
	}
	return names
}

func canonicalGuesses(g game.Game) string {
	var codes []string
	for _, c := range game.CanonicalGuesses(g) {
		codes = append(codes, g.FormatCode(c))
	}
	return strings.Join(codes, " ")
}
