package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/static"
	"codebreak/experiments/notebook"
)

func (a *app) staticCommand() *cobra.Command {
	var f formatFlag
	var o static.Options
	cmd := newCommand("static", takes(0, 1, "one game"), func(cmd *cobra.Command, args []string) error {
		fields, err := fieldsOf(cmd, args, "")
		switch {
		case err != nil:
			return err
		case len(fields) > 1:
			return usagef("static takes one game; drop %s", strings.Join(fields[1:], " "))
		case given(cmd, "questions") && o.Questions < 1:
			return usagef("--questions is %d; it must be at least 1", o.Questions)
		}
		g, err := a.parseGame(fields[0])
		if err == nil {
			err = usage(a.env().CheckNeed("the search of "+g.String(), static.Memory(g, a.workers)))
		}
		if err != nil {
			return err
		}
		return a.static(cmd, g, o, f)
	})
	flags := cmd.Flags()
	flags.String("game", "", "game, such as mm4x6 or bc4x7; see codebreak games")
	flags.IntVar(&o.Questions, "questions", 0, "ask only whether this number of questions is enough (default: find the least)")
	flags.Uint64Var(&o.Seed, "seed", 1, "seed of the local search")
	f.addTo(cmd)
	return cmd
}

// static searches, and writes what is proved.
func (a *app) static(cmd *cobra.Command, g game.Game, o static.Options, f formatFlag) error {
	ctx, began := cmd.Context(), time.Now()
	o.Workers, o.Progress = a.workers, progressOf(a, staticStage)
	r, stopped := static.Solve(ctx, g, o)
	a.clearProgress()
	switch {
	case stopped != nil && !optimal.Interrupted(stopped):
		return usageError{stopped}
	case r.Set == nil:
		return interrupted(ctx, "no set was found")
	}
	if err := static.Check(context.WithoutCancel(ctx), g, r.Set); err != nil {
		return fmt.Errorf("the set found is wrong: %w", err)
	}
	a.saySearched(began, 0)
	s := staticSet{Game: g.String(), Questions: r.Questions, Lower: r.Lower, Proved: r.Proved(), Set: notebook.Map(r.Set, g.FormatCode), Seed: o.Seed, Asked: o.Questions}
	if err := f.write(cmd, s); err != nil || stopped == nil {
		return err
	}
	return interrupted(ctx, "what has been proved is printed")
}

// staticStage says where a search is.
func staticStage(p static.Progress) string {
	what := either(p.Exhaustive, "all sets of %s, part %d of %d", "sets of %s, move %d of %d")
	return fmt.Sprintf(what, plural(p.Questions, "question"), p.Done, p.All)
}
