package cli

import (
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/report"
)

// solveFirstGuesses finds the least total from every kind of first guess, and
// prints them.
func (a *app) solveFirstGuesses(cmd *cobra.Command, p optimal.Problem, f formatFlag) error {
	ctx, began := cmd.Context(), time.Now()
	var found beginnings
	nodes := int64(0)
	for _, guess := range kinds(p) {
		p.First = &guess
		answer, err := a.search(ctx, p, solveFlags{})
		if err != nil {
			return err
		}
		if answer.Tree != nil && ctx.Err() == nil {
			if _, err := tree.Check(ctx, answer.Tree); err != nil && !optimal.Interrupted(err) {
				return fmt.Errorf("the tree found from %s is wrong: %w", p.Game.FormatCode(guess), err)
			}
		}
		nodes += answer.Nodes
		found = append(found, newSolution(p.Spec(), answer))
	}
	a.saySearched(began, nodes)
	err := f.write(cmd, found)
	if err == nil && !found.proved() {
		return interrupted(ctx, "the proved totals are printed")
	}
	return err
}

// kinds lists a first guess of each kind that the pool allows; all of a game that
// has no kinds. Guesses that all secrets answer alike are left out.
func kinds(p optimal.Problem) []game.Code {
	secrets, guesses := game.Codes(p.Game)
	if canonical := game.CanonicalGuesses(p.Game); canonical != nil {
		guesses = canonical
	}
	return slices.DeleteFunc(slices.Clone(guesses), func(guess game.Code) bool {
		tellsNothing := len(secrets) > 1 && len(partition.Split(p.Game, secrets, guess)) == 1
		return tellsNothing || p.Pool != strategy.All && !p.Game.IsSecret(guess)
	})
}

// beginnings are what --first-guesses found.
type beginnings []solution

func (b beginnings) proved() bool {
	return !slices.ContainsFunc(b, func(s solution) bool { return !s.Proved })
}

func (b beginnings) print(p *paper) {
	p.say("%s: the least total from each kind of first guess, pool %s", b[0].Game, b[0].Pool)
	p.show(b.table())
}

func (b beginnings) table() *report.Table {
	totals := notebook.Map(b, func(s solution) maybe { return s.Total })
	return report.TableOf(b, "first guess | >least total | >excess | >mean | >worst | proved", func(s solution) []any {
		total, beyond := any(fmt.Sprintf("%d to %.0f", s.Ranges[0].Lower, float64(s.Total))), any(nil)
		switch {
		case s.Proved:
			total = int(s.Total)
		case s.Total.none():
			total = fmt.Sprintf("at least %d", s.Ranges[0].Lower)
		}
		if b.proved() {
			beyond = report.Signed(int(s.Total - slices.Min(totals)))
		}
		return []any{s.First, total, beyond, s.Mean.shown(report.Mean), positive(s.Worst), yesOrNo(s.Proved)}
	})
}
