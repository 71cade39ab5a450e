package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

// A beginning is a first guess with the best of all trees that begin with it, as
// far as is proved.
type beginning struct{ answered }

// lower is what no tree that begins so comes below.
func (b beginning) lower() int { return b.Ranges[0].Lower }

// checkFirstGuesses refuses what --first-guesses does not go with.
func checkFirstGuesses(cmd *cobra.Command, p optimal.Problem) error {
	if p.Objective != optimal.Total {
		return usagef("--first-guesses goes with the objective %s, not with %s", optimal.Total, p.Objective)
	}
	for _, name := range []string{"first", "tree", "outline", "log", "audit", "width", "resume"} {
		if cmd.Flags().Changed(name) {
			return usagef("--%s does not go with --first-guesses", name)
		}
	}
	return nil
}

// solveFirstGuesses finds the least total from every kind of first guess, and
// prints them.
func (a *app) solveFirstGuesses(ctx context.Context, out io.Writer, p optimal.Problem, asJSON bool) error {
	guesses := kinds(p)
	began := time.Now()
	var found []beginning
	nodes := int64(0)
	proved := true
	for _, guess := range guesses {
		p.First = &guess
		answer, err := optimal.Solve(ctx, p, optimal.Options{Workers: a.workers, Memory: ask.TableMemory(a.env(), p), Progress: a.searchProgress(began)})
		a.clearProgress()
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
		b := beginning{newAnswered(p.Spec(), answer)}
		b.First = p.Game.FormatCode(guess)
		found = append(found, b)
	}
	a.say("searched in %.3f s: %s sets of candidates", time.Since(began).Seconds(), humanize.Comma(nodes))
	var err error
	if asJSON {
		err = json.NewEncoder(out).Encode(found)
	} else {
		err = printBeginnings(out, p, found)
	}
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

func printBeginnings(out io.Writer, p optimal.Problem, found []beginning) error {
	if _, err := fmt.Fprintf(out, "%s: the least total from each kind of first guess, pool %s\n", p.Game, p.Pool); err != nil {
		return err
	}
	least, all := 0, true // all are proved
	for _, b := range found {
		if all = all && b.Proved; least == 0 || b.Total < least {
			least = b.Total
		}
	}
	return report.NewTable(found, []report.Column[beginning]{
		{Title: "first guess", Value: func(b beginning) any { return b.First }},
		{Title: "least total", Align: report.Right, Value: func(b beginning) any {
			if b.Proved {
				return b.Total
			}
			if b.Total == 0 {
				return fmt.Sprintf("at least %d", b.lower())
			}
			return fmt.Sprintf("%d to %d", b.lower(), b.Total)
		}},
		{Title: "beyond the best", Align: report.Right, Value: func(b beginning) any {
			if !all {
				return nil
			}
			return report.Signed(b.Total - least)
		}},
		{Title: "mean", Align: report.Right, Value: func(b beginning) any {
			if b.Total == 0 {
				return nil
			}
			return report.Mean(b.Mean)
		}},
		{Title: "worst", Align: report.Right, Value: func(b beginning) any {
			if b.Total == 0 {
				return nil
			}
			return b.Worst
		}},
		{Title: "proved", Value: func(b beginning) any {
			if b.Proved {
				return "yes"
			}
			return "no"
		}},
	}).Show(out, viewOf(out, false))
}
