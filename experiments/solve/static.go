package solve

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/static"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/measure"
	"codebreak/report/lists"
)

// StaticCommand makes the command that looks for questions to be asked all at once.
func StaticCommand(a *base.App) *cobra.Command {
	var f base.FormatFlag
	var o static.Options
	cmd := base.NewCommand("static", nil, func(cmd *cobra.Command, args []string) error {
		words, err := measure.WordsOf(cmd, args, "")
		if err != nil {
			return err
		}
		g, err := a.TakeGame(&words)
		switch {
		case len(words.Choices) > 0:
			rest := words.Fields()[1:]
			return base.Usagef("static takes one game; drop %s", strings.Join(rest, " "))
		case base.Given(cmd, "questions") && o.Questions < 1:
			return base.Usagef("--questions is %d; it must be at least 1", o.Questions)
		}
		if err != nil {
			return err
		}
		need := static.Memory(g, a.Workers)
		if err := a.Env().CheckNeed("the search of "+g.String(), need); err != nil {
			return base.Usage(err)
		}
		return solveStatic(a, cmd, g, o, f)
	})

	flags := cmd.Flags()
	flags.String("game", "", "game, such as mm4x6 or bc4x7; see codebreak games")
	flags.IntVar(&o.Questions, "questions", 0, "ask only whether this number of questions is enough (default: find the least)")
	flags.Uint64Var(&o.Seed, "seed", 1, "seed of the local search")
	f.AddTo(cmd)
	return cmd
}

// solveStatic searches, and writes the answer.
func solveStatic(a *base.App, cmd *cobra.Command, g game.Game, o static.Options, f base.FormatFlag) error {
	ctx := cmd.Context()
	began := time.Now()
	o.Workers = a.Workers
	o.Progress = base.ProgressOf(a, staticStage)
	r, stopped := static.Solve(ctx, g, o)
	a.ClearProgress()
	switch {
	case stopped != nil && !optimal.Interrupted(stopped):
		return base.Usage(stopped)
	case r.Set == nil:
		return base.Interrupted(ctx, "no set was found")
	}

	if err := static.Check(context.WithoutCancel(ctx), g, r.Set); err != nil {
		return fmt.Errorf("the set found is wrong: %w", err)
	}

	saySearched(a, began, 0)

	s := staticSet{
		Game:      g.String(),
		Questions: r.Questions,
		Lower:     r.Lower,
		Proved:    r.Proved(),
		Set:       lists.Map(r.Set, g.FormatCode),
		Seed:      o.Seed,
		Asked:     o.Questions,
	}

	if err := f.Write(cmd, s); err != nil || stopped == nil {
		return err
	}
	return base.Interrupted(ctx, "what has been proved is printed")
}

// staticStage describes the progress of a search.
func staticStage(p static.Progress) string {
	questions := wording.Plural(p.Questions, "question")
	if p.Exhaustive {
		return fmt.Sprintf("all sets of %s, part %d of %d", questions, p.Done, p.All)
	}
	return fmt.Sprintf("sets of %s, move %d of %d", questions, p.Done, p.All)
}
