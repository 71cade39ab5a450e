package report

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/report/chart"
)

// Classic is the tally of published averages of one-step strategies, in games other than of
// words.
const Classic = "averages of one-step strategies"

// OverviewFile is the name of the picture of all published figures.
const OverviewFile = "verdicts.png"

// Overview draws the classic averages in pairs: each published mean as a ring, about the
// measured one if they are equal. Its title counts all figures. ok is false if there is no
// pair.
func Overview(tallies []Tally) (f chart.Figure, ok bool) {
	i := slices.IndexFunc(tallies, func(t Tally) bool { return t.What == Classic })
	if i < 0 {
		return f, false
	}
	classic := tallies[i]
	whole := United(tallies)
	claims := keep(classic.Claims, func(c Claim) bool { return c.Means != nil })
	slices.SortStableFunc(claims, func(a, b Claim) int {
		return cmp.Or(
			cmp.Compare(ShortGame(a.Subject.Game), ShortGame(b.Subject.Game)),
			cmp.Compare(a.Means.Measured, b.Means.Measured),
		)
	})

	d := chart.Dots{
		XLabel: "mean number of guesses",
		Notes:  "published",
		Series: []chart.DotSeries{
			{Name: "measured", Colour: chart.VerdictColour(string(Exact))},
			{Name: "published", Colour: chart.Published()},
		},
	}

	for _, c := range claims {
		row := chart.DotRow{
			Name: fmt.Sprintf("%s, %s (%s)", ShortGame(c.Subject.Game), CriterionInWords(string(c.Subject.Criterion)), c.Source.Cite()),
		}
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
		File:     OverviewFile,
		Caption:  "Classic averages of Mastermind, Bulls and Cows and similar games: the published mean as a ring, around the measured one where they agree",
		Title:    fmt.Sprintf("%s hold, and %s of all %s published figures", holding, thousands(whole.Hold()), thousands(len(whole.Claims))),
		Subtitle: "published means (rings) and measured ones (dots) of one-step strategies",
		Command:  "./run.sh",
		Width:    700,
		Charts:   []chart.Chart{d},
	}, len(d.Rows) > 0
}

// printedMean is a mean in what a source prints, see [Quoted.String].
var printedMean = regexp.MustCompile(`\bmean ([0-9.]+)`)

// CriterionInWords names a criterion in titles: "most parts", "first consistent code".
func CriterionInWords(criterion string) string {
	if criterion == "simple" {
		return "first consistent code"
	}
	name, _, _ := strings.Cut(criterion, "@") // the program whose arithmetic it has
	return strings.ReplaceAll(name, "-", " ")
}

// sized is the name of a game of pegs.
var sized = regexp.MustCompile(`^(?:mm|bc|bp|pos|wordle-)([0-9]+)x([0-9]+)`)

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
		} else if strings.HasPrefix(name, "wordle") {
			size = m[1] + " of " + m[2] + " letters"
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
