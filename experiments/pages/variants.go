// What a colour, a position, repeats and white pegs cost: entropy in a grid of games.

package pages

import (
	"fmt"
	"math"
	"strconv"

	"codebreak/engine"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// variantsEntry asks what a colour, a position, repeats and white pegs cost. No source: entropy
// plays a grid of games.
func variantsEntry() notebook.Entry {
	games := lists.Map(gamesWithin(mostColours), gridGame.name)
	configurations := lists.Map(games, byEntropy)
	return entryOf("variants", notebook.Both(
		ask.Plays(configurations).All(),
		optimaOf(configurations).Some(),
		comparedVariants,
	))
}

// comparedVariants is the page of all games with the optima that are proved.
func comparedVariants(results []engine.Result, proved []optimum) report.Page {
	var variants []variant
	for i, g := range gamesWithin(mostColours) {
		variants = append(variants, variant{
			gridGame: g,
			Result:   results[i],
			best:     provedFor(g.game, proved),
		})
	}
	page := variantsPage(variants)
	page.Results = results
	return page
}

// mostColours is the greatest number of colours that is played, for 2 to 5 positions.
var mostColours = map[string][]int{
	"mm": {10, 10, 8, 6},
	"bc": {10, 10, 10, 8},
	"bp": {10, 10, 8, 6},
}

// A variant is a game with what was measured.
type variant struct {
	gridGame
	engine.Result
	best tree.Figures // of the least total; nothing if it is not proved
}

func (v variant) bits() float64 {
	return math.Log2(float64(v.Secrets))
}

func (v variant) proved() bool {
	return v.best.Total > 0
}

func variantsPage(variants []variant) report.Page {
	whites := whitesRows(variants)
	repeats := repeatsRows(variants)
	page := report.Page{Picture: growthFigure(variants)}
	addVariantsFindings(&page, variants, whites, repeats)

	page.Add("By positions and colours", "", variantGrid(variants))
	addTable(
		&page,
		"With and without white pegs, in games of the same codes",
		whites,
		whitesRow.cells,
		*whitesFigure(whites),
	)
	addTable(&page, "With and without repeats, for equal numbers of codes", repeats, repeatsRow.cells)
	addTable(&page, "All games", variants, variant.cells)
	return page
}

func (r whitesRow) cells() report.Row {
	return report.Cells(
		"codes", sizedName("", r.positions, r.colours),
		"full feedback", r.full.Mean,
		"worst", r.full.Worst,
		"black pegs only", r.Mean,
		"worst", r.Worst,
		"more", threeDecimals(r.more()).Signed(),
		"percent", report.Percent(r.percent(), 1).Signed(),
	)
}

func (v variant) cells() report.Row {
	return report.Cells(
		"game", v.game,
		"secrets", v.Secrets,
		"bits", threeDecimals(v.bits()),
		"lower bound on the mean", v.Bounds.Mean,
		"lower bound on the worst case", v.Bounds.Worst,
		"information bound", threeDecimals(v.Bounds.Information),
		"first guess", v.First,
		"total", v.Total,
		"mean", v.Mean,
		"above", threeDecimals(v.Mean-v.Bounds.Mean),
		"worst", v.Worst,
		"bits per guess", threeDecimals(v.bits()/v.Mean),
		"least total", report.Given(v.best.Total),
		"least mean", report.IfAny(v.best.Total, v.best.Mean),
	)
}

func threeDecimals(v float64) report.Formatted {
	return report.Decimals(v, 3)
}

// variantGrid has mean and worst case by kind and positions, and by colours.
func variantGrid(variants []variant) *report.Table {
	rows := eachOnce(variants, variant.family)
	of := map[string]variant{}
	for _, v := range variants {
		of[v.game] = v
	}
	colours := gridOf(variants, variant.name).colours
	return crossTable("game", rows, colours, func(row string, colours int) any {
		v, ok := of[row+strconv.Itoa(colours)]
		if !ok {
			return nil
		}
		return report.Format(v.Mean, "%s, %d", threeDecimals(v.Mean), v.Worst)
	})
}

func (v variant) family() string {
	return fmt.Sprintf("%s%dx", v.kind, v.positions)
}

// growthPositions is the number of positions of the games in the picture.
const growthPositions = 4

// growthFigure has a line for each kind of games, with its slope in its name.
func growthFigure(variants []variant) *chart.Figure {
	drawn := lists.Keep(variants, variant.isDrawn)
	kind := func(v variant) string {
		return fmt.Sprintf("%s: +%.1f", kindName(v.kind), perColour(ofKind(drawn, v.kind)))
	}
	lines := chart.Lines{
		XLabel: "colours",
		YLabel: "mean guesses",
		Whole:  true,
	}

	lines = linesOf(lines, drawn, kind, variant.point)

	title := fmt.Sprintf(
		"With %d positions a colour costs %.1f guesses in Mastermind, and %.1f with black pegs only",
		growthPositions,
		perColour(ofKind(drawn, "mm")),
		perColour(ofKind(drawn, "bp")),
	)
	return picture("variants-growth.png", title, lines)
}

func (v variant) isDrawn() bool {
	return v.positions == growthPositions
}

func (v variant) point() (x, y float64) {
	return float64(v.colours), v.Mean
}

// A repeatsRow is a game without repeats beside a Mastermind of as many
// positions and codes.
type repeatsRow struct {
	variant
	evenMean  float64 // of Mastermind
	evenBound float64
	between   string
}

// difference is how much larger the mean is without repeats.
func (r repeatsRow) difference() float64 {
	return r.Mean - r.evenMean
}

// besideMastermind compares a game with a Mastermind of as many positions and bits. That lies
// between two games of a row, and its mean and lower bound are interpolated evenly by the bits.
func besideMastermind(v variant, row []variant) (r repeatsRow, ok bool) {
	for i := 1; i < len(row); i++ {
		a, b := row[i-1], row[i]
		if v.bits() < a.bits() || v.bits() > b.bits() {
			continue
		}

		fraction := (v.bits() - a.bits()) / (b.bits() - a.bits())
		between := func(at, next float64) float64 {
			return at + fraction*(next-at)
		}

		return repeatsRow{
			variant:   v,
			evenMean:  between(a.Mean, b.Mean),
			evenBound: between(a.Bounds.Mean, b.Bounds.Mean),
			between:   a.game + " and " + b.game,
		}, true
	}
	return repeatsRow{}, false
}

// repeatsRows compares every game without repeats.
func repeatsRows(variants []variant) (rows []repeatsRow) {
	mastermind := groupBy(ofKind(variants, "mm"), variant.row)
	for _, v := range ofKind(variants, "bc") {
		for _, row := range mastermind {
			if r, ok := besideMastermind(v, row); ok && row[0].positions == v.positions {
				rows = append(rows, r)
			}
		}
	}
	return rows
}

func (r repeatsRow) isHarder() bool {
	return r.difference() > 0
}

func (r repeatsRow) cells() report.Row {
	bounds := r.Bounds.Mean - r.evenBound
	return report.Cells(
		"game", r.game,
		"secrets", r.Secrets,
		"mean", r.Mean,
		"between", r.between,
		"Mastermind of as many", r.evenMean,
		"difference", threeDecimals(r.difference()).Signed(),
		"of the lower bounds on the mean", threeDecimals(bounds).Signed(),
	)
}

// A whitesRow is a game with black pegs only, beside that of the same codes with full
// feedback.
type whitesRow struct {
	variant
	full engine.Result
}

func (r whitesRow) more() float64 {
	return r.Mean - r.full.Mean
}

func (r whitesRow) percent() float64 {
	return 100 * r.more() / r.full.Mean
}

// whitesRows pairs the games of the same codes.
func whitesRows(variants []variant) (rows []whitesRow) {
	full := gridOf(ofKind(variants, "mm"), variant.name).at
	for _, black := range ofKind(variants, "bp") {
		if v, ok := full[[2]int{black.positions, black.colours}]; ok {
			rows = append(rows, whitesRow{black, v.Result})
		}
	}
	return rows
}

// lastOfRows are the largest games of each number of positions.
func lastOfRows[T interface{ row() string }](things []T) []T {
	return lists.Map(groupBy(things, T.row), func(row []T) T {
		return row[len(row)-1]
	})
}

func whitesFigure(rows []whitesRow) *chart.Figure {
	lines := chart.Lines{
		XLabel: "colours",
		YLabel: "mean guesses saved",
		Whole:  true,
		Zero:   true,
	}
	lines = linesOf(lines, rows, whitesRow.row, whitesRow.point)

	most := largest(rows, whitesRow.more)
	title := fmt.Sprintf("White pegs save more with every colour, up to %.1f guesses", most)
	return picture("variants-whites.png", title, lines)
}

func (r whitesRow) point() (x, y float64) {
	return float64(r.colours), r.more()
}

// ofKind returns the games of one kind.
func ofKind(variants []variant, kind string) []variant {
	return lists.Keep(variants, func(v variant) bool {
		return v.kind == kind
	})
}

// perColour is what a colour adds to the mean of games of one kind, on average over the
// numbers of positions.
func perColour(of []variant) (slope float64) {
	rows := groupBy(of, variant.row)
	for _, row := range rows {
		first, last := row[0], row[len(row)-1]
		more := last.Mean - first.Mean
		colours := last.colours - first.colours
		slope += more / float64(colours) / float64(len(rows))
	}
	return slope
}

// addVariantsFindings says what a colour, a position, missing white pegs and missing repeats cost, and
// how far entropy is from the optimum where that is proved.
func addVariantsFindings(page *report.Page, variants []variant, whites []whitesRow, repeats []repeatsRow) {
	page.Findf(
		"With 2 to 5 positions, each colour adds %.1f guesses in Mastermind, %.1f in Bulls and Cows, and %.1f without white pegs.",
		perColour(ofKind(variants, "mm")),
		perColour(ofKind(variants, "bc")),
		perColour(ofKind(variants, "bp")),
	)

	const colours = 6
	costs := join(gridKinds, func(kind string) string {
		of := lists.Keep(ofKind(variants, kind), func(v variant) bool {
			return v.colours == colours
		})
		first, last := of[0], of[len(of)-1]
		more := last.Mean - first.Mean
		positions := last.positions - first.positions
		return fmt.Sprintf("%.1f guesses in %s", more/float64(positions), kindName(kind))
	})
	page.Findf("At %d colours, a position costs %s.", colours, costs)

	low, high := span(lastOfRows(whites), whitesRow.percent)
	page.Findf(
		"Without white pegs the largest games of each number of positions need %.0f%% (%s) to %.0f%% (%s) more guesses.",
		low.percent(),
		low.game,
		high.percent(),
		high.game,
	)

	easy, hard := span(lastOfRows(repeats), repeatsRow.difference)
	page.Findf(
		"With equal numbers of codes and positions, games without repeats need more guesses in %s cases; in the largest, %.2f (%s) to %.2f (%s) more.",
		countedOf(repeats, repeatsRow.isHarder),
		easy.difference(),
		easy.game,
		hard.difference(),
		hard.game,
	)

	solved := lists.Keep(variants, variant.proved)
	_, furthest := extremes(solved, variant.excess)
	page.Findf(
		"Entropy attains the proved optimum in %s games, and exceeds it by up to %.2f guesses, in %s.",
		countedOf(solved, variant.isOptimal),
		furthest[0].excess(),
		join(furthest, variant.title),
	)
}

func (v variant) isOptimal() bool {
	return v.Total == v.best.Total
}

func (v variant) excess() float64 {
	return v.Mean - v.best.Mean
}

func (v variant) title() string {
	return titled(v.game)
}
