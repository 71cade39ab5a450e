package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/pattern"
	"codebreak/engine/wording"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// OverviewFile is the name of the picture of all published figures.
const OverviewFile = "verdicts.png"

// ladderGames are the games that the overview draws: the most famous ones.
var ladderGames = []string{"mm4x6", "bc4x10"}

// highestRung is how many guesses above the optimum the overview draws a rule: a worse one
// would press all others against the optimum.
const highestRung = 0.5

// Overview draws the classic averages of the famous games as ladders: how many guesses more
// than the proved optimum a rule needs, and the mean that its author printed. The subtitle
// counts those of other games, and quotes a source that is wrong. ok is false if there is nothing to draw.
func Overview(pages []*Page) (f chart.Figure, ok bool) {
	tallies := Tallies(pages)
	i := slices.IndexFunc(tallies, isClassic)
	if i < 0 {
		return f, false
	}
	classic := tallies[i]

	// A panel for each game.
	others := classic
	worse := 0
	for _, id := range ladderGames {
		best := bestOf(pages, id)
		if best == nil || !best.Proved() {
			continue
		}
		panel := ladder(classic.Claims, *best)
		all := len(panel.Rows)
		panel.Rows = lists.Keep(panel.Rows, func(r chart.DotRow) bool {
			return r.Dots[0].X <= highestRung
		})
		if len(panel.Rows) > 0 {
			f.Charts = append(f.Charts, panel)
			worse += all - len(panel.Rows)
			others.Claims = lists.Keep(others.Claims, func(c Claim) bool {
				return c.Subject.Game != id
			})
		}
	}

	f.File = OverviewFile
	f.Caption = "Classic averages of Mastermind and of Bulls and Cows, as guesses above the proved optimum, each with the mean that was printed"
	f.Title = fmt.Sprintf("Classic averages hold: %d of %d rules score what was printed", classic.Hold(), len(classic.Claims))
	f.Subtitle = fmt.Sprintf("not drawn: %s more than half a guess above, and %s of other games",
		wording.Plural(worse, "rule"), wording.Plural(len(others.Claims), "average"))
	for _, c := range others.Claims {
		if c.Means != nil && !c.Verdict.Holds() {
			f.Subtitle += fmt.Sprintf("; %s prints %s", c.Source.Cite(), c.printedMean())
		}
	}
	f.Command = "./run.sh"
	f.SameAxes = true
	f.Width = 780
	return f, len(f.Charts) > 0
}

// bestOf returns the best play of a game that the pages know; nil if they know none.
func bestOf(pages []*Page, id string) *Optimum {
	a := Answer{ID: id}
	for _, p := range pages {
		a.add(p)
	}
	return a.Best
}

// ladder draws the rules of a game that sources print averages of, the best first. Sources
// that print the same average of the same rule share a row.
func ladder(claims []Claim, best Optimum) chart.Dots {
	claims = lists.Keep(claims, func(c Claim) bool {
		return c.Subject.Game == best.Game && c.Means != nil
	})
	slices.SortStableFunc(claims, func(a, b Claim) int {
		return cmp.Compare(a.Means.Measured, b.Means.Measured)
	})

	d := chart.Dots{
		Title:  fmt.Sprintf("%s: the optimum is %.4f", ShortGame(best.Game), best.Mean),
		XLabel: "guesses above the optimum",
		Notes:  "as printed (above)",
		Series: []chart.DotSeries{{Name: "measured", Colour: chart.VerdictColour(string(Exact))}},
		Zero:   true,
	}
	for len(claims) > 0 {
		rule := claims[0].rule()
		end := slices.IndexFunc(claims, func(c Claim) bool {
			return c.Means.Measured != claims[0].Means.Measured || c.rule() != rule
		})
		if end < 0 {
			end = len(claims)
		}
		d.Rows = append(d.Rows, ladderRow(rule, claims[:end], best.Mean))
		claims = claims[end:]
	}
	return d
}

// rule names the criterion of the strategy.
func (c Claim) rule() string {
	return CriterionInWords(string(c.Subject.Criterion))
}

// ladderRow is the row of a rule, for claims about it. It shows the longest form in which
// the mean is printed.
func ladderRow(rule string, claims []Claim, optimum float64) chart.DotRow {
	printed := ""
	var sources []string
	for _, c := range claims {
		cite := c.Cite()
		if !slices.Contains(sources, cite) {
			sources = append(sources, cite)
		}
		if text := c.printedMean(); len(text) > len(printed) {
			printed = text
		}
	}

	above := claims[0].Means.Measured - optimum
	return chart.DotRow{
		Name:   fmt.Sprintf("%s (%s)", rule, strings.Join(sources, ", ")),
		Dots:   []chart.Dot{{X: above}},
		Ranges: []chart.Range{{To: above}},
		Note:   fmt.Sprintf("%s (+%.3f)", printed, above),
	}
}

// printedMean is the mean as the source prints it, with at most four decimals, and the measured one
// if the figure does not hold.
func (c Claim) printedMean() string {
	text := strconv.FormatFloat(c.Means.Published, 'f', 4, 64)
	if m := meanIn().FindStringSubmatch(c.Printed); m != nil && len(m[1]) < len(text) {
		text = m[1]
	}

	if !c.Verdict.Holds() {
		text = fmt.Sprintf("%s, not %.4f", text, c.Means.Measured)
	}
	return text
}

// meanIn finds the mean in what a source prints, see [Quoted.String].
var meanIn = pattern.Of(`\bmean ([0-9.]+)`)

// CriterionInWords names a criterion in titles: "most parts", "first consistent code".
func CriterionInWords(criterion string) string {
	if criterion == "simple" {
		return "first consistent code"
	}
	name, _, _ := strings.Cut(criterion, "@") // the program whose arithmetic it has
	return strings.ReplaceAll(name, "-", " ")
}

// sized is the name of a game of pegs.
var sized = pattern.Of(`^(?:mm|bc|bp|pos|wordle-)([0-9]+)x([0-9]+)`)

// GameInWords names a game for readers who do not know its short name: "Bulls and
// Cows, 4 digits (bc4x10)". Of lists only the lengths are given.
func GameInWords(name string) string {
	short := ShortName(name)
	title := game.Title(name)
	if title == "" {
		return short
	}

	m := sized().FindStringSubmatch(name)
	if m != nil {
		size := m[1] + " positions, " + m[2] + " colours"
		isDecimal := strings.HasPrefix(name, "bc") && m[2] == "10"
		switch {
		case isDecimal || strings.HasSuffix(name, "digits"):
			size = m[1] + " digits"
		case strings.HasPrefix(name, "wordle"):
			size = m[1] + " of " + m[2] + " letters"
		}
		title += ", " + strings.Replace(size, "1 positions", "1 position", 1)
	}
	if length, isNerdle := strings.CutPrefix(name, "nerdle"); isNerdle {
		title += ", " + length + " characters"
	}
	if strings.HasSuffix(name, "-nozero") {
		title += ", no leading zero"
	} else if strings.HasSuffix(name, "-distinct") {
		title += ", all different"
	}
	return fmt.Sprintf("%s (%s)", title, short)
}

// ShortGame names a game for titles and rows, without its size in words: Mastermind (mm4x6).
func ShortGame(name string) string {
	if title := game.Title(name); title != "" && sized().MatchString(name) {
		return fmt.Sprintf("%s (%s)", title, name)
	}

	title, _, _ := strings.Cut(GameInWords(name), " (")
	return title
}
