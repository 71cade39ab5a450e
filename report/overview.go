package report

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"codebreak/configs/published"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/report/chart"
)

// Classic is the tally of published averages of one-step strategies, in games other than of
// words.
const Classic = "averages of one-step strategies"

// Overview draws the classic averages in pairs: each published mean as a ring, about the
// measured one if they are equal. Its title counts all figures. ok is false if there is no
// pair.
func Overview(tallies []Tally) (f chart.Figure, ok bool) {
	i := slices.IndexFunc(tallies, func(t Tally) bool { return t.What == Classic })
	if i < 0 {
		return f, false
	}
	classic, whole := tallies[i], United(tallies)
	claims := slices.DeleteFunc(slices.Clone(classic.Claims), func(c Claim) bool { return c.Means == nil })
	slices.SortStableFunc(claims, func(a, b Claim) int {
		return cmp.Or(cmp.Compare(ShortGame(a.Subject.Game), ShortGame(b.Subject.Game)), cmp.Compare(a.Means.Measured, b.Means.Measured))
	})
	d := chart.Dots{XLabel: "mean number of guesses", Notes: "published", Series: []chart.DotSeries{
		{Name: "measured", Colour: chart.VerdictColour(string(Exact))}, {Name: "published", Colour: chart.Published()},
	}}
	for _, c := range claims {
		row := chart.DotRow{Name: fmt.Sprintf("%s, %s (%s)", ShortGame(c.Subject.Game), CriterionInWords(c.Subject.Criterion), c.Source.Source().Cite())}
		row.Note = strconv.FormatFloat(c.Means.Published, 'f', 4, 64)
		if m := printedMean.FindStringSubmatch(c.Printed); m != nil && len(m[1]) < len(row.Note) {
			row.Note = m[1]
		}
		published := c.Means.Measured
		if !c.Verdict.Holds() {
			published = c.Means.Published
			row.Note = fmt.Sprintf("%s, not %.2f", row.Note, c.Means.Measured)
			row.Ranges = []chart.Range{{Series: 1, From: min(published, c.Means.Measured), To: max(published, c.Means.Measured)}}
		}
		row.Dots = []chart.Dot{{X: c.Means.Measured}, {Series: 1, X: published}}
		d.Rows = append(d.Rows, row)
	}
	holding := fmt.Sprintf("%d of %d classic averages", classic.Hold(), len(classic.Claims))
	return chart.Figure{
		File:     "verdicts.png",
		Caption:  "Classic averages of Mastermind, Bulls and Cows and similar games: the published mean as a ring, about the measured one where they agree",
		Title:    fmt.Sprintf("%s hold, and %s of all %s published figures", holding, thousands(whole.Hold()), thousands(len(whole.Claims))),
		Subtitle: "published means (rings) and measured ones (dots) of one-step strategies",
		Width:    overviewWidth,
		Charts:   []chart.Chart{d},
	}, len(d.Rows) > 0
}

const overviewWidth = 700 // pixels

// printedMean is a mean in what a source prints, see [Quoted.String].
var printedMean = regexp.MustCompile(`\bmean ([0-9.]+)`)

func thousands(n int) string { return humanize.Comma(int64(n)) }

// CriterionInWords names a criterion in titles: "most parts", "first consistent code".
func CriterionInWords(c strategy.Criterion) string {
	if c == strategy.Simple {
		return "first consistent code"
	}
	name, _, _ := strings.Cut(string(c), "@") // the program whose arithmetic it has
	return strings.ReplaceAll(name, "-", " ")
}

// SourcesFigure draws, author by author, by how much every published mean differs from the
// measured one. Figures that hold stand at 0; those of other quantities, and those not
// tested, are only counted. ok is false if there is no mean to be drawn.
func SourcesFigure(tallies []Tally) (f chart.Figure, ok bool) {
	d := chart.Dots{XLabel: "measured minus published mean, guesses per secret (logarithmic beyond 0.001)", Linear: 0.001, Notes: "hold"}
	for _, v := range Verdicts()[:slices.Index(Verdicts(), NotTested)] {
		d.Series = append(d.Series, chart.DotSeries{Name: string(v), Colour: chart.VerdictColour(string(v))})
	}
	right, whole := 0, United(tallies) // authors all of whose means hold
	authors := groupClaims(whole.Claims, func(c Claim) string { return author(c.Source) })
	slices.SortStableFunc(authors, func(a, b Tally) int { return year(a) - year(b) })
	for _, s := range authors {
		row := chart.DotRow{Name: s.What, Note: fmt.Sprintf("%s of %s", thousands(s.Hold()), thousands(len(s.Claims)))}
		wrong := 0
		for _, c := range s.Claims {
			if c.Means == nil || c.Verdict == NotTested {
				continue
			}
			x := 0.0
			if !c.Verdict.Holds() {
				x = c.Means.Measured - c.Means.Published
				wrong++
			}
			row.Dots = append(row.Dots, chart.Dot{Series: slices.Index(Verdicts(), c.Verdict), X: x})
		}
		if len(row.Dots) == 0 {
			continue
		}
		d.Rows = append(d.Rows, row)
		if wrong == 0 {
			right++
		}
	}
	return chart.Figure{
		File:     "published-sources.png",
		Caption:  "Every published mean against the measured one, author by author: the difference in guesses per secret, coloured by verdict",
		Title:    fmt.Sprintf("%d of %d authors print no mean that differs from ours", right, len(d.Rows)),
		Subtitle: "every published mean against the measured one; at the right, all figures of the author that hold",
		Source:   fmt.Sprintf("%d authors", len(d.Rows)),
		Verdict:  fmt.Sprintf("%.0f%% hold", 100*float64(whole.Hold())/float64(max(1, len(whole.Claims)))),
		Width:    overviewWidth,
		Charts:   []chart.Chart{d},
	}, len(d.Rows) > 0
}

// author names whoever made a source, without the year or the machine.
func author(id published.SourceID) string {
	name, _, _ := strings.Cut(id.Source().Authors, " (")
	return name
}

// year is that of the first figure of an author; those without come last.
func year(t Tally) int {
	if y := t.Claims[0].Source.Source().Year; y > 0 {
		return y
	}
	return 9999
}

// checksum is what keeps lists of one length apart in the name of a game.
var checksum = regexp.MustCompile(`-[0-9a-f]{16}\b`)

// sized is the name of a game of pegs.
var sized = regexp.MustCompile(`^(?:mm|bc|bp)([0-9]+)x([0-9]+)`)

// GameInWords names a game for readers who do not know its short name: "Bulls and
// Cows, 4 digits (bc4x10)". Of lists only the lengths are given.
func GameInWords(name string) string {
	short := checksum.ReplaceAllString(name, "")
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

// ShortGame names a game for titles and rows, without its short name: "Mastermind, 4×6",
// and "Bulls and Cows" with the usual 4 digits.
func ShortGame(name string) string {
	if name == "bc4x10" {
		return game.Title(name)
	}
	if m := sized.FindStringSubmatch(name); m != nil && game.Title(name) != "" {
		more := strings.ReplaceAll(strings.TrimPrefix(name, m[0]), "-", " ")
		return fmt.Sprintf("%s, %s×%s%s", game.Title(name), m[1], m[2], more)
	}
	title, _, _ := strings.Cut(GameInWords(name), " (")
	if length, isNerdle := strings.CutPrefix(name, "nerdle"); isNerdle {
		title += ", " + length + " characters"
	}
	return title
}
