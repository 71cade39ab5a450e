package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/experiments/notebook"
	"codebreak/report"
)

func (a *app) gamesCommand() *cobra.Command {
	return &cobra.Command{
		Use:  "games",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p := newPaper(cmd.OutOrStdout(), formatText)
			for _, f := range game.Families() {
				fmt.Fprintf(&p.text, "%-15s %s\n", f.Pattern, f.Help)
			}
			fmt.Fprintf(&p.text, "\nP is 1 to %d positions, C is 2 to %d colours, and a game has at most %d codes. Well known are:\n\n", game.MaxPositions, game.MaxColours, game.MaxCodes)
			var games []game.Game
			for _, name := range game.WellKnown() {
				if g, err := game.Parse(name); err == nil { // some need lists
					games = append(games, g)
				}
			}
			p.show(report.NewTable(games, []report.Column[game.Game]{
				{Title: "game", Value: func(g game.Game) any { return g.String() }},
				{Title: "what it is", Value: func(g game.Game) any { return g.Describe() }},
				{Title: "secrets", Value: func(g game.Game) any { return game.CountSecrets(g) }},
				{Title: "alphabet", Align: report.Left, Value: func(g game.Game) any {
					if a, ok := game.As[game.Alphabetic](g); ok {
						return a.Alphabet()
					}
					return ""
				}},
				{Title: "kinds of feedback", Value: func(g game.Game) any { return g.Outcomes() }},
				{Title: "kinds of first guess", Align: report.Left, Wrap: 36, Value: func(g game.Game) any {
					return strings.Join(notebook.Map(game.CanonicalGuesses(g), g.FormatCode), " ")
				}},
			}))
			return p.close()
		},
	}
}
