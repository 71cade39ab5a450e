package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"codebreak/configs/published"
	"codebreak/engine/game"
	"codebreak/report/chart"
)

// Overview draws, source by source, by how much every published mean differs from
// the one measured. Figures that hold stand at 0; other figures, and those not
// tried, are only counted. ok is false if there is no mean to be drawn.
func Overview(tallies []Tally) (f chart.Figure, ok bool) {
	whole := United(tallies)
	all, hold := len(whole.Claims), whole.Hold()
	d := chart.Dots{XLabel: "measured minus published mean, guesses per secret", Linear: 0.001, Notes: "hold"}
	for _, v := range Verdicts() {
		d.Series = append(d.Series, chart.DotSeries{Name: string(v), Colour: chart.VerdictColour(string(v))})
	}
	sources := bySource(tallies)
	slices.SortStableFunc(sources, func(a, b Tally) int { return year(a) - year(b) })
	for _, s := range sources {
		row := chart.DotRow{Name: s.Claims[0].Source.Source().Cite(), Note: fmt.Sprintf("%s of %s", humanize.Comma(int64(s.Hold())), humanize.Comma(int64(len(s.Claims))))}
		for _, c := range s.Claims {
			if c.Means == nil {
				continue
			}
			x := 0.0
			if !c.Verdict.Holds() {
				x = c.Means.Measured - c.Means.Published
			}
			ok = true
			row.Dots = append(row.Dots, chart.Dot{Series: slices.Index(Verdicts(), c.Verdict), X: x})
		}
		if len(row.Dots) > 0 {
			d.Rows = append(d.Rows, row)
		}
	}
	return chart.Figure{
		File:     "verdicts.png",
		Caption:  "Every published mean against the measured one, source by source: the difference in guesses per secret, coloured by verdict",
		Title:    fmt.Sprintf("%s of %s published figures hold", humanize.Comma(int64(hold)), humanize.Comma(int64(all))),
		Subtitle: "every published mean against the measured one, of the sources that print means",
		Source:   fmt.Sprintf("%d publications and programs", len(d.Rows)),
		Verdict:  fmt.Sprintf("%.0f%% hold", 100*float64(hold)/float64(max(1, all))),
		Width:    720,
		Charts:   []chart.Chart{d},
	}, ok
}

// year is that of a source; those without come last.
func year(t Tally) int {
	if y := published.SourceID(t.What).Source().Year; y > 0 {
		return y
	}
	return 9999
}

// sized is the name of a game of pegs.
var sized = regexp.MustCompile(`^(?:mm|bc|bp)([0-9]+)x([0-9]+)`)

// GameInWords names a game for readers who do not know its short name: "Bulls and
// Cows, 4 digits (bc4x10)". Of lists only the lengths are given.
func GameInWords(name string) string {
	short := ShortName(name)
	title := game.Title(name)
	if title == "" {
		return short
	}
	if m := sized.FindStringSubmatch(name); m != nil {
		size := m[1] + " positions, " + m[2] + " colours"
		if strings.HasPrefix(name, "bc") && m[2] == "10" || strings.HasSuffix(name, "digits") {
			size = m[1] + " digits"
		}
		title += ", " + size
	}
	return fmt.Sprintf("%s (%s)", title, short)
}
