package explain

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"codebreak/configs/published"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/claims"
	"codebreak/experiments/measure"
	"codebreak/experiments/notebook"
	"codebreak/report"
)

// verifyFlags are the flags of the command verify.
type verifyFlags struct {
	app     *base.App
	full    bool
	explain bool
	base.FormatFlag
}

func VerifyCommand(a *base.App) *cobra.Command {
	f := &verifyFlags{app: a}
	cmd := base.NewCommand("verify", base.Takes(1, 1, "one file"), f.run)
	cmd.Flags().BoolVar(&f.full, "full", false, "also compute what takes minutes or more")
	cmd.Flags().BoolVar(&f.explain, "explain", false, "search for the conventions behind unexplained figures")
	f.AddTo(cmd)
	return cmd
}

func (f *verifyFlags) run(cmd *cobra.Command, args []string) error {
	figures, err := readFigures(f.app, cmd, args[0])
	if err != nil {
		return err
	}
	if f.explain && (f.Format == base.FormatJSON || f.Format == base.FormatCSV) {
		return base.Usagef("--explain writes text for people; drop --format %s", f.Format)
	}

	v, err := f.verifyFigures(cmd.Context(), figures)
	if err != nil {
		return err
	}
	if err := f.Write(cmd, v); err != nil {
		return err
	}
	if f.explain {
		if err := f.explainAll(cmd, v, figures); err != nil {
			return err
		}
	}

	holdOrUntested := v.tally.Hold() + v.tally.Count(report.NotTested)
	wrong := len(v.Figures) - holdOrUntested
	if wrong == 0 {
		return nil
	}
	verb := "do"
	if wrong == 1 {
		verb = "does"
	}
	return fmt.Errorf("%d of %s %s not hold", wrong, wording.Plural(len(v.Figures), "figure"), verb)
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
func (f *verifyFlags) verifyFigures(ctx context.Context, figures []published.Figure) (v verification, err error) {
	a := f.app
	const quick = 5 // seconds for a slow task, even without --full
	var asked, possible []claims.Claim
	for _, figure := range figures {
		c := claims.Of(figure).WithQuick(quick)
		asked = append(asked, c)

		// The record may have answers that cannot be computed here, for want of word lists.
		if !f.full || c.Check() == nil {
			possible = append(possible, c)
		}
	}

	r := a.Runner(a.Entries(), base.Running{Full: f.full})
	if err := base.Claim(r.Folder); err != nil {
		return v, err
	}

	e := notebook.Entry{
		Name:  "verify",
		Tasks: claims.Tasks(possible),
	}

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
		claim := c.Judge(o)
		j := measure.NewJudged(claim)
		j.Subject = claim.About
		j.Measured = claim.Measured
		v.Figures = append(v.Figures, j)
		v.tally.Claims = append(v.tally.Claims, claim)
	}
	return v, nil
}

// A verification is figures with their verdicts. Its JSON is for programs.
type verification struct {
	Figures []measure.Judged `json:"figures"`

	tally report.Tally
}

func (v verification) Table() *report.Table {
	return report.TableOf(v.Figures, judgedCells)
}

func judgedCells(j measure.Judged) report.Row {
	return report.Cells(
		"figure", report.Line(j.ID),
		"subject", report.Line(j.Subject),
		"printed", report.ForPeople(report.Line(j.Printed)),
		"measured", report.ForPeople(j.Measured),
		"verdict", j.Verdict,
		"why", report.Line(j.Why),
	)
}

func (v verification) Print(p *base.Paper) {
	p.Show(v.Table())
	p.Sayf("%s", report.CountVerdicts([]report.Tally{v.tally}))
}

// explainAll searches for the conventions behind the unexplained figures.
func (f *verifyFlags) explainAll(cmd *cobra.Command, v verification, figures []published.Figure) (failed error) {
	for i, j := range v.Figures {
		of := figures[i]
		s := of.Subject
		q := report.Quoted(of.Printed)
		q.More = nil
		byStrategy := s.Criterion != "" && !s.Strategy.ByChance() && of.Games == 0
		if j.Verdict != report.Unexplained || !byStrategy || q.String() == "" {
			continue
		}

		f.app.Say("%s: the conventions of %s", j.ID, s.Game)
		wanted := explainFlags{
			app:        f.app,
			wanted:     q,
			game:       s.Game,
			FormatFlag: f.FormatFlag,
		}
		if n, ok := published.Printed(q).MeanNumber(); ok {
			wanted.number = &n
		}

		err := wanted.explainNumber(cmd)
		if cmd.Context().Err() != nil {
			return err
		}
		failed = errors.Join(failed, err)
	}
	return failed
}
