package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"codebreak/configs/published"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/report"
)

func (a *app) verifyCommand() *cobra.Command {
	var full, explained bool
	var f formatFlag
	cmd := newCommand("verify", takes(1, 1, "one file"), func(cmd *cobra.Command, args []string) error {
		figures, err := a.readFigures(cmd, args[0])
		if err != nil {
			return err
		}
		if explained && (f.format == formatJSON || f.format == formatCSV) {
			return usagef("--explain is for people; it does not go with --format %s", f.format)
		}
		v, err := a.verify(cmd.Context(), figures, full)
		if err == nil {
			err = f.write(cmd, v)
		}
		if err == nil && explained {
			err = a.explainAll(cmd, v, figures, f)
		}
		if err != nil {
			return err
		}
		if wrong := len(v.Figures) - v.tally.Hold() - v.tally.Count(report.NotTested); wrong > 0 {
			return fmt.Errorf("%d of %s %s not hold", wrong, plural(len(v.Figures), "figure"), either(wrong == 1, "does", "do"))
		}
		return nil
	})
	cmd.Flags().BoolVar(&full, "full", false, "also compute what takes minutes or more")
	cmd.Flags().BoolVar(&explained, "explain", false, "search for the conventions behind unexplained figures")
	f.addTo(cmd)
	return cmd
}

// readFigures reads a table of figures; "-" is the standard input.
func (a *app) readFigures(cmd *cobra.Command, file string) ([]published.Figure, error) {
	file, text, err := a.readText(cmd, file)
	if err != nil {
		return nil, err
	}
	figures, err := published.ReadFigures(file, bytes.NewReader(text))
	switch {
	case err != nil:
		return nil, usageError{err}
	case len(figures) == 0:
		return nil, usagef("%s holds no figures; see %s", file, typed("verify", "--help"))
	}
	return figures, nil
}

// verify judges figures, in their order.
func (a *app) verify(ctx context.Context, figures []published.Figure, full bool) (v verification, err error) {
	const quick = 5 // seconds, which nobody minds
	asked := notebook.Map(claims.All(figures), func(c claims.Claim) claims.Claim { return c.WithQuick(quick) })
	r := a.runner(a.entries(), running{full: full})
	if err := claim(r.Folder); err != nil {
		return v, err
	}
	// What cannot be computed here, for want of word lists, may still be in the record.
	e := notebook.Entry{Name: "verify", Tasks: claims.Tasks(filter(asked, func(c claims.Claim) bool { return !full || c.Check() == nil }))}
	bar := a.newProgress(r.Cost([]notebook.Entry{e}))
	r.Progress = bar
	o, err := r.Answer(ctx, e)
	bar.Finish()
	a.sayUsage(r.Store.Usage())
	switch {
	case ctx.Err() != nil:
		return v, interrupted(ctx, "finished answers are kept; run again to resume")
	case err != nil:
		return v, err
	case !o.Has(e.Tasks...):
		a.say("Not all is computed; --full computes what is slow")
	}
	for _, c := range asked {
		j := c.Judge(o)
		v.Figures = append(v.Figures, judged{
			ID: j.ID, Source: string(j.Source), Subject: j.About, Printed: j.Printed, Measured: j.Measured, Verdict: j.Verdict, Why: j.Gap,
		})
		v.tally.Claims = append(v.tally.Claims, j)
	}
	return v, nil
}

// A verification is figures with their verdicts. Its JSON is what programs read.
type verification struct {
	Figures []judged `json:"figures"`

	tally report.Tally
}

// A judged figure has its verdict.
type judged struct {
	ID       string         `json:"id"`
	Source   string         `json:"source"`
	Link     string         `json:"link,omitempty"`
	Subject  string         `json:"subject,omitempty"`
	Printed  string         `json:"printed"`
	Measured string         `json:"measured,omitempty"`
	Verdict  report.Verdict `json:"verdict"`
	Why      string         `json:"why,omitempty"` // what differs and why, the proof, or why it is not tested
}

func (v verification) table() *report.Table {
	return report.TableOf(v.Figures, "figure | subject | printed | measured | verdict | why", func(j judged) []any {
		return []any{report.Line(j.ID), report.Line(j.Subject), report.Line(j.Printed), j.Measured, j.Verdict, report.Line(j.Why)}
	})
}

func (v verification) print(p *paper) {
	p.show(v.table())
	p.say("%s", report.CountVerdicts([]report.Tally{v.tally}))
}

// explainAll searches for the conventions behind the figures that are unexplained.
func (a *app) explainAll(cmd *cobra.Command, v verification, figures []published.Figure, format formatFlag) (failed error) {
	for i, j := range v.Figures {
		f := figures[i]
		q := report.Quoted(f.Printed)
		q.More = nil
		if j.Verdict != report.Unexplained || f.Subject.Criterion == "" || f.Subject.Strategy.ByChance() || f.Games > 0 || q.String() == "" {
			continue
		}
		a.say("%s: the conventions of %s", j.ID, f.Subject.Game)
		wanted := explainFlags{wanted: q, game: f.Subject.Game, formatFlag: format}
		if n, ok := published.Printed(q).MeanNumber(); ok {
			wanted.number = &n
		}
		err := a.explain(cmd, wanted)
		if cmd.Context().Err() != nil {
			return err
		}
		failed = errors.Join(failed, err)
	}
	return failed
}
