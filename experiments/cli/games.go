package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/report"
)

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
			for _, name := range game.WellKnown() {
				if g, err := game.Parse(name); err == nil { // some need lists
					games = append(games, g)
				}
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
			}).Show(out, viewOf(out, formatText))
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
