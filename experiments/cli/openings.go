package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/static"
	"codebreak/experiments/notebook"
	"codebreak/report"
)

// mostOpening bounds the guesses of an opening.
const mostOpening = 8

func (a *app) openingsCommand() *cobra.Command {
	var f formatFlag
	var guesses int
	var seed uint64
	cmd := newCommand("openings", nil, func(cmd *cobra.Command, args []string) error {
		fields, err := fieldsOf(cmd, args, "")
		if err != nil {
			return err
		}
		if guesses < 1 || guesses > mostOpening {
			return usagef("--guesses is %d; 1 to %d are allowed", guesses, mostOpening)
		}
		g, err := a.parseGame(fields[0])
		if err != nil {
			return err
		}
		var given []game.Code
		for _, field := range fields[1:] {
			code, err := g.ParseCode(field)
			if err != nil {
				return usage(err)
			}
			given = append(given, code)
		}
		return a.openings(cmd, g, given, guesses, seed, f)
	})
	cmd.Flags().String("game", "", "game, such as wordle or mm4x6; see codebreak games")
	cmd.Flags().IntVar(&guesses, "guesses", 2, "how many guesses the openings have that are looked for")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the search for openings of three guesses or more")
	f.addTo(cmd)
	return cmd
}

// openings judges the guesses given, or looks for the best.
func (a *app) openings(cmd *cobra.Command, g game.Game, given []game.Code, guesses int, seed uint64, f formatFlag) error {
	ctx := cmd.Context()
	secrets, columns := int64(game.CountSecrets(g)), int64(game.CountGuesses(g))
	if err := a.env().CheckNeed("the table of "+g.String(), game.TableMemory(g)+2*secrets*columns); err != nil {
		return usage(err)
	}
	o, err := static.NewOpenings(ctx, g)
	if err != nil {
		return interrupted(ctx, "nothing was found")
	}
	found := openings{Game: g.String(), Secrets: int(secrets)}
	add := func(by static.Measure, best static.Opening, exact bool) {
		found.Openings = append(found.Openings, opening{by, exact, notebook.Map(best.Guesses, g.FormatCode), best.Classes,
			float64(best.Squares) / float64(secrets), best.Identified})
	}
	if given != nil {
		left, err := o.Of(given)
		if err != nil {
			return usage(err)
		}
		add("given", left, true)
		return f.write(cmd, found)
	}
	best, exact, err := o.Best(ctx, guesses, a.workers, seed)
	if err != nil {
		return interrupted(ctx, "openings of fewer --guesses take less time")
	}
	for i, by := range static.Measures() {
		add(by, best[i], exact)
	}
	return f.write(cmd, found)
}

// openings are guesses fixed in advance, with what they leave.
type openings struct {
	Game     string    `json:"game"`
	Secrets  int       `json:"secrets"`
	Openings []opening `json:"openings"`
}

type opening struct {
	By         static.Measure `json:"by"`     // what is best of it; "given" if it was given
	Proved     bool           `json:"proved"` // that none is better
	Guesses    []string       `json:"guesses"`
	Classes    int            `json:"classes"`
	Expected   float64        `json:"expected"` // secrets left, on average
	Identified int            `json:"identified"`
}

func (o openings) table() *report.Table {
	return report.TableOf(o.Openings, "best by | guesses | >classes | >secrets left | >identified | proved", func(p opening) []any {
		return []any{string(p.By), strings.Join(p.Guesses, " "), p.Classes, report.Decimals(p.Expected, 3), p.Identified, yesOrNo(p.Proved)}
	})
}

func (o openings) print(p *paper) {
	p.say("%s: guesses that are fixed in advance, and what they leave of %s.", o.Game, plural(o.Secrets, "secret"))
	p.show(o.table())
	p.say("classes: of secrets with the same feedback; secrets left: on average; identified: alone in their class")
	if o.Openings[0].By != "given" && !o.Openings[0].Proved {
		p.say("Openings of %d guesses are found by a local search; there may be better ones.", len(o.Openings[0].Guesses))
	}
}
