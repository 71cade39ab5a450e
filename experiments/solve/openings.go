package solve

import (
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/measure"
	"codebreak/experiments/notebook/fixed"
	"codebreak/report"
)

// OpeningsCommand makes the command that looks for guesses to be fixed in advance.
func OpeningsCommand(a *base.App) *cobra.Command {
	var f base.FormatFlag
	var q fixed.Openings
	cmd := base.NewCommand("openings", nil, func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		words, err := measure.WordsOf(cmd, args, "")
		if err != nil {
			return err
		}

		g, err := a.TakeGame(&words)
		if err != nil {
			return err
		}

		q.Game = g.String()
		for _, choice := range words.Choices {
			code, err := g.ParseCode(choice.String())
			if err != nil {
				return base.Usage(err)
			}
			q.Given = append(q.Given, game.Plain(g).FormatCode(code))
		}
		if err := q.Validate(a.Env()); err != nil {
			return base.Usage(err)
		}

		found, err := q.Answer(ctx, a.Env())
		switch {
		case ctx.Err() != nil:
			return base.Interrupted(ctx, "nothing was found; openings of fewer --guesses take less time")
		case err != nil:
			return base.Usage(err)
		}
		for _, opening := range found.Openings {
			for i, text := range opening.Guesses {
				code, err := game.Plain(g).ParseCode(text)
				if err != nil {
					return err
				}
				opening.Guesses[i] = g.FormatCode(code)
			}
		}
		return f.Write(cmd, openings{
			Game:          q.Game,
			Secrets:       game.CountSecrets(g),
			OpeningsFound: found,
		})
	})

	cmd.Flags().String("game", "", "game, such as wordle or mm4x6; see codebreak games")
	cmd.Flags().IntVar(&q.Guesses, "guesses", 2, "number of guesses of the openings to find")
	cmd.Flags().Uint64Var(&q.Seed, "seed", 1, "seed of the search for openings of three guesses or more")
	f.AddTo(cmd)
	return cmd
}

// openings are guesses fixed in advance, with the classes that they make.
type openings struct {
	Game    string `json:"game"`
	Secrets int    `json:"secrets"`
	fixed.OpeningsFound
}

// Table has a row for each criterion.
func (o openings) Table() *report.Table {
	return report.TableOf(o.Openings, openingCells)
}

func openingCells(o fixed.Opening) report.Row {
	return report.Cells(
		"best by", string(o.By),
		"guesses", strings.Join(o.Guesses, " "),
		">classes", o.Classes,
		">secrets left", report.Decimals(o.Expected, 3),
		">identified", o.Identified,
		"proved", o.Proved,
	)
}

// Print prints the table, and what its columns mean.
func (o openings) Print(p *base.Paper) {
	p.Sayf("%s: guesses that are fixed in advance, and what they leave of %s.", report.ShortName(o.Game), wording.Plural(o.Secrets, "secret"))
	p.Show(o.Table())
	p.Sayf("classes: of secrets with the same feedback; secrets left: on average; identified: alone in their class")
	if first := o.Openings[0]; !first.Proved {
		p.Sayf("Openings of %d guesses are found by a local search; there may be better ones.", len(first.Guesses))
	}
}
