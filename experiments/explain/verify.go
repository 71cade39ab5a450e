package explain

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"codebreak/configs/published"
	"codebreak/experiments/base"
	"codebreak/experiments/claims"
	"codebreak/experiments/measure"
	"codebreak/experiments/notebook"
	"codebreak/report"
)

func VerifyCommand(a *base.App) *cobra.Command {
	var full, explained bool
	var f base.FormatFlag
	cmd := base.NewCommand("verify", base.Takes(1, 1, "one file"), func(cmd *cobra.Command, args []string) error {
		figures, err := readFigures(a, cmd, args[0])
		if err != nil {
			return err
		}

		if explained && (f.Format == base.FormatJSON || f.Format == base.FormatCSV) {
			return base.Usagef("--explain is for people; it does not go with --format %s", f.Format)
		}

		v, err := verifyFigures(cmd.Context(), a, figures, full)
		if err == nil {
			err = f.Write(cmd, v)
		}
		if err == nil && explained {
			err = explainAll(a, cmd, v, figures, f)
		}
		if err != nil {
			return err
		}

		if wrong := len(v.Figures) - v.tally.Hold() - v.tally.Count(report.NotTested); wrong > 0 {
			verb := "do"
			if wrong == 1 {
				verb = "does"
			}
			return fmt.Errorf("%d of %s %s not hold", wrong, base.Plural(len(v.Figures), "figure"), verb)
		}
		return nil
	})

	cmd.Flags().BoolVar(&full, "full", false, "also compute what takes minutes or more")
	cmd.Flags().BoolVar(&explained, "explain", false, "search for the conventions behind unexplained figures")
	f.AddTo(cmd)
	return cmd
}

// readFigures reads a table of figures; "-" is the standard input.
func readFigures(a *base.App, cmd *cobra.Command, file string) ([]published.Figure, error) {
	file, text, err := a.ReadText(cmd, file)
	if err != nil {
		return nil, err
	}
	figures, err := published.ReadFigures(file, bytes.NewReader(text))
	switch {
	case err != nil:
		return nil, base.Usage(err)
	case len(figures) == 0:
		return nil, base.Usagef("%s holds no figures; see %s", file, base.Typed("verify", "--help"))
	}
	return figures, nil
}

// verifyFigures judges figures, in their order.
func verifyFigures(ctx context.Context, a *base.App, figures []published.Figure, full bool) (v verification, err error) {
	const quick = 5 // seconds, which nobody minds
	asked := notebook.Map(claims.All(figures), func(c claims.Claim) claims.Claim { return c.WithQuick(quick) })

	r := a.Runner(a.Entries(), base.Running{Full: full})
	if err := base.Claim(r.Folder); err != nil {
		return v, err
	}

	// What cannot be computed here, for want of word lists, may still be in the record.
	possible := base.Filter(asked, func(c claims.Claim) bool { return !full || c.Check() == nil })
	e := notebook.Entry{Name: "verify", Tasks: claims.Tasks(possible)}

	bar := a.NewProgress(r.Cost([]notebook.Entry{e}))
	r.Progress = bar
	o, err := r.Answer(ctx, e)
	bar.Finish()
	a.SayUsage(r.Store.Usage())

	switch {
	case ctx.Err() != nil:
		return v, base.Interrupted(ctx, "finished answers are kept; run again to resume")
	case err != nil:
		return v, err
	case !o.Answers(e.Tasks):
		a.Say("Not all is computed; --full computes what is slow")
	}

	for _, c := range asked {
		j := c.Judge(o)
		v.Figures = append(v.Figures, measure.Judged{
			ID:       j.ID,
			Source:   string(j.Source),
			Subject:  j.About,
			Printed:  j.Printed,
			Measured: j.Measured,
			Verdict:  j.Verdict,
			Why:      j.Gap,
		})
		v.tally.Claims = append(v.tally.Claims, j)
	}
	return v, nil
}

// A verification is figures with their verdicts. Its JSON is what programs read.
type verification struct {
	Figures []measure.Judged `json:"figures"`

	tally report.Tally
}

func (v verification) Table() *report.Table {
	return report.TableOf(v.Figures, func(j measure.Judged) []report.Cell {
		return report.Cells(
			"figure", report.Line(j.ID),
			"subject", report.Line(j.Subject),
			"printed", report.Line(j.Printed),
			"measured", j.Measured,
			"verdict", j.Verdict,
			"why", report.Line(j.Why),
		)
	})
}

func (v verification) Print(p *base.Paper) {
	p.Show(v.Table())
	p.Sayf("%s", report.CountVerdicts([]report.Tally{v.tally}))
}

// explainAll searches for the conventions behind the figures that are unexplained.
func explainAll(a *base.App, cmd *cobra.Command, v verification, figures []published.Figure, format base.FormatFlag) (failed error) {
	for i, j := range v.Figures {
		f := figures[i]
		q := report.Quoted(f.Printed)
		q.More = nil
		byStrategy := f.Subject.Criterion != "" && !f.Subject.Strategy.ByChance() && f.Games == 0
		if j.Verdict != report.Unexplained || !byStrategy || q.String() == "" {
			continue
		}

		a.Say("%s: the conventions of %s", j.ID, f.Subject.Game)
		wanted := explainFlags{wanted: q, game: f.Subject.Game, FormatFlag: format}
		if n, ok := published.Printed(q).MeanNumber(); ok {
			wanted.number = &n
		}

		err := explainNumber(a, cmd, wanted)
		if cmd.Context().Err() != nil {
			return err
		}
		failed = errors.Join(failed, err)
	}
	return failed
}
