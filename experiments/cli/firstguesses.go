package cli

import (
	"context"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/dustin/go-humanize"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/report"
)

// solveFirstGuesses finds the least total from every kind of first guess, and
// prints them.
func (a *app) solveFirstGuesses(ctx context.Context, out io.Writer, p optimal.Problem, format string) error {
	guesses := kinds(p)
	began := time.Now()
	var found []solution
	nodes := int64(0)
	proved := true
	for _, guess := range guesses {
		p.First = &guess
		answer, err := a.search(ctx, p)
		switch {
		case err != nil && !optimal.Interrupted(err):
			return usageError{fmt.Errorf("first guess %s: %w", p.Game.FormatCode(guess), err)}
		case answer.Impossible:
			return noTree(p.Spec())
		case answer.Tree != nil && ctx.Err() == nil:
			if _, err := tree.Check(ctx, answer.Tree); err != nil && !optimal.Interrupted(err) {
				return fmt.Errorf("the tree found from %s is wrong: %w", p.Game.FormatCode(guess), err)
			}
		}
		nodes += answer.Nodes
		proved = proved && answer.Proved
		found = append(found, newSolution(p.Spec(), answer))
	}
	a.say("searched in %.3f s: %s sets of candidates", time.Since(began).Seconds(), humanize.Comma(nodes))
	err := write(out, format, beginnings{p, found})
	if err == nil && !proved {
		return interrupted(ctx, "what has been proved is printed")
	}
	return err
}

// kinds lists a first guess of each kind that the pool allows; all of a game that
// has no kinds. Those that tell nothing are left out.
func kinds(p optimal.Problem) []game.Code {
	secrets, guesses := game.Codes(p.Game)
	if canonical := game.CanonicalGuesses(p.Game); canonical != nil {
		guesses = canonical
	}
	var out []game.Code
	for _, guess := range guesses {
		answers := map[game.Feedback]bool{}
		for _, secret := range secrets {
			answers[p.Game.Feedback(secret, guess)] = true
		}
		if (p.Pool == strategy.All || p.Game.IsSecret(guess)) && (len(answers) > 1 || len(secrets) == 1) {
			out = append(out, guess)
		}
	}
	return out
}

// beginnings are what --first-guesses found.
type beginnings struct {
	problem optimal.Problem
	found   []solution
}

// json is a list of them.
func (b beginnings) json() any { return b.found }

func (b beginnings) print(p *paper) {
	p.say("%s: the least total from each kind of first guess, pool %s", b.problem.Game, b.problem.Pool)
	p.show(b.table())
}

func (b beginnings) table() *report.Table {
	least, all := maybe(math.Inf(1)), true // all are proved
	for _, s := range b.found {
		all = all && s.Proved
		if !s.Total.none() {
			least = min(least, s.Total)
		}
	}
	return report.NewTable(b.found, []report.Column[solution]{
		{Title: "first guess", Value: func(s solution) any { return s.First }},
		{Title: "least total", Align: report.Right, Value: func(s solution) any {
			lower := s.Ranges[0].Lower
			switch {
			case s.Proved:
				return int(s.Total)
			case s.Total.none():
				return fmt.Sprintf("at least %d", lower)
			}
			return fmt.Sprintf("%d to %.0f", lower, float64(s.Total))
		}},
		{Title: "beyond the best", Align: report.Right, Value: func(s solution) any {
			if !all {
				return nil
			}
			return report.Signed(int(s.Total - least))
		}},
		{Title: "mean", Align: report.Right, Value: func(s solution) any { return s.Mean.shown(report.Mean) }},
		{Title: "worst", Align: report.Right, Value: func(s solution) any { return positive(s.Worst) }},
		{Title: "proved", Value: func(s solution) any {
			if s.Proved {
				return "yes"
			}
			return "no"
		}},
	})
}
