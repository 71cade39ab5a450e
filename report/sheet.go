package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// SheetFile is the picture of all printed histograms, in the folder of the published figures.
const SheetFile = "histograms.png"

// sheetFigure draws each histogram that a source prints, game by game: measured as bars, printed
// as dots on them. Sources that print the same share a panel. ok is false without any.
func sheetFigure(tallies []Tally) (f chart.Figure, ok bool) {
	drawn := Tally{Claims: lists.Keep(United(tallies).Claims, func(c Claim) bool { return c.histogram != nil })}
	equal := len(lists.Keep(drawn.Claims, func(c Claim) bool { return c.histogram.differ() == 0 }))
	all := len(drawn.Claims)

	f = chart.Figure{
		File:     SheetFile,
		Caption:  fmt.Sprintf("%s as dots on the bars that were measured, game by game", wording.Plural(all, "printed histogram")),
		Title:    fmt.Sprintf("%d of %d printed histograms are reproduced, secret by secret", equal, all),
		Subtitle: "secrets by number of guesses; bars: measured; black dots: printed, and equal; red rings: printed, and not equal",
		Source:   "below each histogram",
		Verdict:  drawn.InWords(),
		Width:    900,
		Columns:  5,
	}

	families := groupClaims(drawn.Claims, Claim.family)
	slices.SortStableFunc(families, func(a, b Tally) int {
		return cmp.Compare(slices.Index(sheetOrder, a.What), slices.Index(sheetOrder, b.What))
	})
	for _, family := range families {
		slices.SortStableFunc(family.Claims, func(a, b Claim) int {
			return cmp.Or(cmp.Compare(a.Subject.Game, b.Subject.Game), cmp.Compare(a.Means.Measured, b.Means.Measured))
		})
		heading := family.What
		for _, same := range groupClaims(family.Claims, Claim.panel) {
			panel := sheetPanel(same.Claims)
			panel.Group = heading
			heading = ""
			f.Charts = append(f.Charts, panel)
		}
	}
	return f, all > 0
}

// sheetOrder lists the families of games by their fame; any others come before them.
var sheetOrder = []string{"Mastermind", "Bulls and Cows", "Wordle", "Primel and Nerdle"}

// family names the games that the sheet shows together.
func (c Claim) family() string {
	title := game.Title(c.Subject.Game)
	if title == "Primel" || title == "Nerdle" {
		return "Primel and Nerdle"
	}
	return title
}

// panel is the same for claims that share a panel of a sheet.
func (c Claim) panel() string {
	return fmt.Sprint(c.Subject.Game, c.rule(), *c.histogram)
}

// sheetPanel draws claims of the same strategy that print the same histogram.
func sheetPanel(claims []Claim) chart.Histogram {
	c := claims[0]
	h := *c.histogram

	rule := wording.FirstUpper(c.rule())
	if h.first != "" {
		rule += " from " + h.first
	}
	pool, _, _ := strings.Cut(string(c.Subject.Pool), "@")
	until, err := strategy.Pool(pool).Until()
	switch {
	case err != nil || until == math.MaxInt || c.Subject.Criterion == strategy.Simple:
	case until == 0:
		rule += ", candidates only"
	default:
		rule += fmt.Sprintf(", candidates only after guess %d", until)
	}

	// The heading above names the game; a panel says which of its forms is played.
	form := strings.Trim(strings.TrimPrefix(ShortGame(c.Subject.Game), game.Title(c.Subject.Game)), " ,()")
	if words.FromLists(c.Subject.Game) && strings.Count(c.Subject.Game, "-") == 2 {
		form = "answers only"
	}
	if form != "" {
		form += ": "
	}

	mean := "mean " + Mean(c.Means.Measured).Text
	if n := h.differ(); n > 0 {
		mean += "; " + wording.Count(n, "secret differs", "secrets differ")
	}
	return chart.Histogram{
		Title: rule,
		Small: true,
		Series: []chart.Distribution{
			{
				Name:     form + strings.Join(lists.Map(groupClaims(claims, Claim.Cite), Tally.what), ", "),
				Counts:   chart.Numbers(h.measured),
				Mean:     c.Means.Measured,
				MeanText: mean,
				Colour:   chart.ColourOf(string(c.Subject.Criterion), 0),
			},
			{
				Counts:    chart.Numbers(h.printed),
				Mean:      math.NaN(),
				Published: true,
				Colour:    chart.Published(),
			},
		},
	}
}
