package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/report"
	"codebreak/report/lists"
)

func gamesCommand(*base.App) *cobra.Command {
	return base.NewCommand("games", base.NoArguments, showGames)
}

// showGames prints the families of games, and a table of the well known ones.
func showGames(cmd *cobra.Command, _ []string) error {
	p := base.NewPaper(cmd.OutOrStdout(), base.FormatText)
	for _, f := range game.Families() {
		fmt.Fprintf(&p.Text, "%-15s %s\n", f.Pattern, f.Help)
	}

	fmt.Fprintf(&p.Text, "\nP is 1 to %d positions, C is 2 to %d colours, and a game has at most %s codes. With %s at most, pegs may have 9 or 10 positions. Well known are:\n\n",
		game.MaxPositions, game.MaxColours, wording.Thousands(game.MaxCodes), wording.Thousands(game.MaxLongCodes))
	var games []game.Game
	for _, name := range game.WellKnown() {
		if g, err := game.Parse(name); err == nil { // some need lists
			games = append(games, g)
		}
	}

	p.Show(report.TableOf(games, gameCells))
	return p.Close()
}

func gameCells(g game.Game) report.Row {
	const width = 36 // of the lines of first guesses
	firsts := strings.Join(lists.Map(game.CanonicalGuesses(g), g.FormatCode), " ")

	return report.Cells(
		"game", g.String(),
		"what it is", g.Describe(),
		"secrets", game.CountSecrets(g),
		"<alphabet", game.StructureOf(g).Alphabet,
		"kinds of feedback", g.Outcomes(),
		"<kinds of first guess", report.View{Width: width}.Wrap(firsts),
	)
}
