// Whether a codemaker gains by choosing secrets with unequal probabilities: the values of games
// that both sides play perfectly.

package pages

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/notebook/random"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// equilibriumEntry asks whether a codemaker gains by choosing secrets with unequal probabilities.
// It solves small games, beside the values of published.Values.
func equilibriumEntry() notebook.Entry {
	rows := notebook.StudyOf(strings.Fields(equilibriumGames), askEquilibriumRow)
	return entryOf("equilibrium", notebook.Then(rows.Answered(), equilibriumPage))
}

const equilibriumGames = `
	mm2x2 mm2x3 mm2x4 mm2x5 mm2x6 mm2x7 mm2x8 mm2x9 mm2x10
	mm3x2 mm3x3 mm3x4 mm3x5 mm3x6 mm4x2 mm4x3 mm4x4 mm5x2 mm5x3
	bp2x3 bp2x4 bp2x5 bp3x2 bp3x3 bp3x4 bp4x2 bp4x3
	bc2x3 bc2x4 bc2x5 bc3x3 bc3x4 bc3x5 bc3x6
	mm3x7 mm3x8 mm4x5 mm4x6 bp3x5`

// An equilibriumRow is a game, as entropy plays it and as both sides play it
// perfectly.
type equilibriumRow struct {
	engine.Result
	random.Value
}

// askEquilibriumRow asks for the value of a game and, for comparison, plays it by entropy.
func askEquilibriumRow(game string) notebook.Asked[equilibriumRow] {
	return notebook.Both(
		ask.ResultOf(byEntropy(game)),
		notebook.Ask(random.Equilibrium{Game: game}),
		func(played engine.Result, solved random.Value) equilibriumRow {
			return equilibriumRow{played, solved}
		},
	)
}

func (r equilibriumRow) value() *big.Rat {
	return &r.Value.Value.Rat
}

// gain is how many guesses the game takes more than with equally probable secrets.
func (r equilibriumRow) gain() *big.Rat {
	return new(big.Rat).Sub(r.value(), &r.LeastMean.Rat)
}

// oneClass reports whether symmetries take all secrets into each other.
func (r equilibriumRow) oneClass() bool {
	return len(r.Classes) == 1
}

// preference is how many times more probable a secret of the class is than if
// all secrets were equally so.
func (r equilibriumRow) preference(c random.Class) *big.Rat {
	uniform := big.NewRat(int64(c.Secrets), int64(r.Secrets))
	return uniform.Quo(&c.Probability.Rat, uniform)
}

// classCells are a class of secrets in the codemaker's mixed strategy.
func (r equilibriumRow) classCells(c random.Class) report.Row {
	return report.Cells(
		"game", r.Game,
		"secrets like", c.Like,
		"number", c.Secrets,
		"probability of the class", &c.Probability.Rat,
		"relative to uniform", decimal(r.preference(c), 3),
		"guesses on average", &c.Mean.Rat,
	)
}

// treeCells are a tree in the codebreaker's mixed strategy.
func (r equilibriumRow) treeCells(t random.Mixed) report.Row {
	return report.Cells(
		"game", r.Game,
		"first guess", t.First,
		"probability", &t.Probability.Rat,
		"<means of the classes", listed(t.Means, fractionText),
	)
}

func fractionText(n *random.Fraction) string {
	return n.RatString()
}

func equilibriumPage(rows []equilibriumRow) report.Page {
	// In games of several classes of secrets there is something to choose.
	var classes, trees []report.Row
	for _, r := range drop(rows, equilibriumRow.oneClass) {
		classes = append(classes, lists.Map(r.Classes, r.classCells)...)
		trees = append(trees, lists.Map(r.Trees, r.treeCells)...)
	}

	page := report.Page{
		Picture: gainFigure(rows),
		Tallies: publishedValues(published.Values(), rows),
		Results: lists.Map(rows, equilibriumRow.result),
	}
	addEquilibriumFindings(&page, rows)

	addTable(&page, "Values", rows, equilibriumRow.cells)
	page.Add("The codemaker's mixed strategies", "", report.NewTable(classes))
	page.Add("The codebreaker's mixed strategies", "", report.NewTable(trees))
	return page
}

func (r equilibriumRow) result() engine.Result {
	return r.Result
}

func (r equilibriumRow) cells() report.Row {
	return report.Cells(
		"game", r.Game,
		"secrets", r.Secrets,
		"classes", len(r.Classes),
		"value", r.value(),
		"decimal", decimal(r.value(), 5),
		"least mean", decimal(&r.LeastMean.Rat, 5),
		"gain", decimal(r.gain(), 5),
		"trees", len(r.Trees),
		"entropy's mean", r.Mean,
	)
}

// decimal prints a fraction with a number of decimals.
func decimal(r *big.Rat, places int) report.Formatted {
	x, _ := r.Float64()
	return report.Formatted{
		Value: x,
		Text:  r.FloatString(places),
	}
}

// gainFigure shows how much more than equal probabilities the codemaker's
// mixed strategy is worth, where it is worth anything.
func gainFigure(rows []equilibriumRow) *chart.Figure {
	d := chart.Dots{
		XLabel: "guesses on average that the codemaker gains",
		Notes:  "value of the game",
		Zero:   true,
		Series: []chart.DotSeries{{Colour: chart.ColourOf("least total", 0)}},
	}

	sorted := slices.SortedStableFunc(slices.Values(rows), byGain)
	for _, r := range lists.Keep(sorted, equilibriumRow.isGaining) {
		d.Rows = append(d.Rows, chart.DotRow{
			Name: report.ShortGame(r.Game),
			Note: r.value().FloatString(4),
			Dots: []chart.Dot{{X: r.gainAsNumber()}},
		})
	}

	title := fmt.Sprintf(
		"Non-uniform secrets help the codemaker in %s games, by up to %s guesses",
		countedOf(rows, equilibriumRow.isGaining),
		sorted[0].gain().FloatString(3),
	)
	return picture("equilibrium.png", title, d)
}

// byGain sorts the largest gain first.
func byGain(a, b equilibriumRow) int {
	return b.gain().Cmp(a.gain())
}

// biases are the ways in which a codemaker gains by its mixed strategy, in the order of the
// findings.
var biases = []string{
	"leaves out secrets of one colour",
	"makes secrets of one colour rarer",
	"makes secrets of one colour more frequent",
}

// bias is the way in which it gains; empty for none. The first class is that of one colour.
func (r equilibriumRow) bias() string {
	oneColour := r.Classes[0]
	order := r.preference(oneColour).Cmp(big.NewRat(1, 1))
	switch {
	case r.gain().Sign() == 0 || order == 0:
		return ""
	case oneColour.Probability.Sign() == 0:
		return biases[0]
	case order < 0:
		return biases[1]
	}
	return biases[2]
}

func addEquilibriumFindings(page *report.Page, rows []equilibriumRow) {
	_, most := extremes(rows, equilibriumRow.gainAsNumber)
	page.Findf(
		"A non-uniform choice of secrets helps the codemaker in %s games, by at most %s guesses on average, in %s.",
		countedOf(rows, equilibriumRow.isGaining),
		most[0].gain().FloatString(4),
		join(most, equilibriumRow.title),
	)

	single := lists.Keep(rows, equilibriumRow.oneClass)
	page.Findf(
		"In %s all secrets are equivalent, so the uniform distribution is optimal. All values are proved.",
		gamesIn(single),
	)

	for _, bias := range biases {
		biased := lists.Keep(rows, func(r equilibriumRow) bool {
			return r.bias() == bias
		})
		if n := len(biased); n > 0 {
			example := biased[n-1].title()
			page.Findf("The codemaker %s in %s, as in %s.", bias, gamesIn(biased), example)
		}
	}
}

// gamesIn counts rows: 1 game, 2 games.
func gamesIn(rows []equilibriumRow) string {
	return english.Plural(len(rows), "game", "")
}

func (r equilibriumRow) gainAsNumber() float64 {
	gain, _ := r.gain().Float64()
	return gain
}

func (r equilibriumRow) isGaining() bool {
	return r.gain().Sign() > 0
}

func (r equilibriumRow) title() string {
	return titled(r.Game)
}

// publishedValues compares the values with published ones.
func publishedValues(figures []published.Figure, rows []equilibriumRow) []report.Tally {
	values := report.Tally{What: "values of games"}
	for _, p := range figures {
		for _, r := range rows {
			if r.Game == p.Game {
				claim := report.Judge(p, r.measured(p))
				values.Claims = append(values.Claims, claim)
			}
		}
	}
	if len(values.Claims) == 0 {
		return nil
	}
	return []report.Tally{values}
}

// measured returns the measurement for a published value.
func (r equilibriumRow) measured(p published.Figure) report.Measured {
	value, _ := new(big.Rat).SetString(p.Value) // the table has fractions only
	printed, _ := value.Float64()
	proved, _ := r.value().Float64()

	m := report.Measured{
		About:   r.Game + ", the value of the game",
		Printed: p.Value,
		Text:    r.value().RatString(),
		Means: &report.Means{
			Published: printed,
			Measured:  proved,
		},
	}

	if value.Cmp(r.value()) != 0 {
		gap := fmt.Sprintf("published %s, proved %s", m.Printed, m.Text)
		m.Gaps = append(m.Gaps, gap)
	}

	oneColour := r.Classes[0].Mean.RatString()
	if p.OneColour != "" && p.OneColour != oneColour {
		gap := fmt.Sprintf(
			"secrets of one colour take %s guesses by the source, %s in this mixed strategy",
			p.OneColour,
			oneColour,
		)
		m.Gaps = append(m.Gaps, gap)
	}
	return m
}
