package report

import (
	"cmp"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
)

// Judge says how a published figure compares with what was measured. There is no
// tolerance: a difference needs a reason, else it is unexplained. What is printed may be
// impossible by itself; a reason explains that, too, beside a measurement.
func Judge(f published.Figure, m Measured) Claim {
	c := Claim{
		ID:       f.ID,
		Source:   f.Source,
		Subject:  f.Subject,
		About:    cmp.Or(m.About, f.Subject.String()),
		Printed:  cmp.Or(m.Printed, Quoted(f.Printed).String()),
		Measured: m.Text,
		Means:    m.Means,

		histogram: m.histogram,
		Cause:     cmp.Or(m.Cause, f.Cause),
	}
	reason := cmp.Or(m.Reason, f.Reason)

	impossible := m.Impossible
	if impossible == "" && (reason == "" || m.Missing != "") {
		impossible = Quoted(f.Printed).Contradiction(conditionsOf(f))
	}
	if impossible != "" {
		c.Verdict = Impossible
		c.Measured = cmp.Or(m.Text, "not played")
		c.Gap = because(impossible, reason, f.Note)
		return c
	}
	if m.Missing != "" {
		c.Verdict = NotTested
		c.Measured = cmp.Or(m.Text, "not tested")
		c.Gap = m.Missing
		return c
	}

	switch {
	case len(m.Gaps) == 0 && m.Whole:
		c.Verdict = Exact
	case len(m.Gaps) == 0:
		c.Verdict = AsPublished
	case reason != "":
		c.Verdict = Differs
	default:
		c.Verdict = Unexplained
	}
	if len(m.Gaps) > 0 {
		c.Gap = because(strings.Join(m.Gaps, "; "), reason, f.Note)
	}
	return c
}

// because adds the first of some reasons to what differs.
func because(gap string, reasons ...string) string {
	if why := cmp.Or(reasons...); why != "" {
		gap += ". " + strings.TrimSuffix(why, ".")
	}
	return gap
}

// Compare judges a published figure by what was measured for its configuration, beside the result.
func Compare(p published.Figure, r engine.Result, m Measured) Comparison {
	c := Comparison{
		Claim:      Judge(p, m),
		Result:     r,
		Published:  Quoted(p.Printed),
		Identified: p.Known,
		Note:       strings.TrimSpace(p.Note + " " + p.Reason),
	}
	c.Figures = Counted(p, r)
	return c
}
