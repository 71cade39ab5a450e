package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"codebreak/engine"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// variantsEntry asks what the sizes and the rules of a game cost.
func variantsEntry() notebook.Entry {
	games := variantGames()
	configurations := byEntropy(notebook.Map(games, gridGame.name)...)
	return notebook.Entry{
		Name:     "variants",
		Question: "What a position, a colour, a repeat and a white peg cost",
		About:    "How does the number of guesses grow with the positions and with the colours? Of two games with equally many codes, is the one without repeats harder? What are white pegs worth?",
		Tasks:    append(ask.Plays(configurations), optimumTasks(configurations)...),
		Page: func(o notebook.Outcome) report.Page {
			results := ask.Results(o, configurations)
			var variants []variant
			for i, g := range games {
				best, _ := optimumIn(o, g.game)
				variants = append(variants, variant{g, results[i], best})
			}
			page := variantsPage(variants)
			page.Results = results
			return page
		},
	}
}

// mostColours is the greatest number of colours that is played, for 2 to 5 positions.
var mostColours = map[string][]int{"mm": {10, 10, 8, 6}, "bc": {10, 10, 10, 8}, "bp": {10, 10, 8, 6}}

// variantGames lists the games of the grid.
func variantGames() []gridGame {
	return keep(gridGames(5, mostSecrets), func(g gridGame) bool { return g.colours <= mostColours[g.kind][g.positions-2] })
}

// A variant is a game with what was measured.
type variant struct {
	gridGame
	played engine.Result
	best   tree.Figures // of the least total; nothing if it is not proved
}

func (v variant) bits() float64 { return math.Log2(float64(v.played.Secrets)) }

func (v variant) proved() bool { return v.best.Total > 0 }

// above is by how many guesses entropy exceeds the optimum.
func (v variant) above() float64 { return v.played.Mean - v.best.Mean }

func variantsPage(variants []variant) report.Page {
	repeats, repeatsFinding := repeatsTable(variants)
	whites := whitesRows(variants)
	return report.Page{
		Findings: slices.Concat(
			[]string{colourAnswer(variants)}, colourFindings(variants),
			[]string{positionFinding(variants), boundFinding(variants), repeatsFinding, whitesFinding(whites)},
		),
		Sections: []report.Section{
			{
				Heading: "By positions and colours",
				Text:    "Every game is played by entropy, which chooses its own first guess.",
				Table:   variantGrid(variants),
				Figures: []chart.Figure{variantOverview(variants), optimumFigure(variants)},
			},
			{
				Heading: "With and without repeats, at equally many codes",
				Text:    "The mean of each game of Bulls and Cows beside that of Mastermind with as many positions and codes. The latter is interpolated between the next smaller and the next larger game of Mastermind, linearly in bits, the binary logarithm of the number of codes. With few colours, codes without repeats have fewer kinds of answers; the last column, the difference between the lower bounds, shows how much that matters.",
				Table:   repeats,
			},
			{
				Heading: "With and without white pegs, at the same game",
				Text:    "Means of the same codes with full answers and with black pegs only.",
				Table:   whitesTable(whites),
				Figures: []chart.Figure{whitesFigure(whites)},
			},
			{
				Heading: "All games",
				Text:    "Bits: the binary logarithm of the number of secrets. Least mean: proved by exact search, as the entry records has it.",
				Table:   variantTable(variants),
			},
		},
	}
}

// byPositions returns the games of one kind, those of each number of positions by
// colours.
func byPositions(variants []variant, kind string) [][]variant {
	return groupBy(keep(variants, func(v variant) bool { return v.kind == kind }), variant.row)
}

func threeDecimals(v float64) report.Formatted { return report.Decimals(v, 3) }

// variantGrid has mean and worst case by kind and positions, and by colours.
func variantGrid(variants []variant) *report.Table {
	byName := map[string]variant{}
	for _, v := range variants {
		byName[v.game] = v
	}
	rows := eachOnce(variants, func(v variant) string { return fmt.Sprintf("%s%dx", v.kind, v.positions) })
	return crossTable("game", rows, gridOf(variants, variant.name).colours, func(row string, colours int) any {
		v, ok := byName[row+strconv.Itoa(colours)]
		if !ok {
			return nil
		}
		return report.Format(v.played.Mean, "%s, %d", threeDecimals(v.played.Mean), v.played.Worst)
	})
}

// variantOverview has a line for each number of positions, kind by kind.
func variantOverview(variants []variant) chart.Figure {
	panels := notebook.Map(groupBy(variants, variant.gridKind), func(of []variant) chart.Lines {
		lines := chart.Lines{Title: kindName(of[0].kind), XLabel: "colours", YLabel: "mean guesses", Whole: true}
		return linesOf(lines, of, variant.row, func(v variant) (x, y float64) { return float64(v.colours), v.played.Mean })
	})
	return chart.Figure{
		File:     "variants-growth.png",
		Caption:  "Mean number of guesses by entropy, by colours, a line for each number of positions",
		Title:    "Each extra colour costs much the same, and most with black pegs only",
		Subtitle: "mean number of guesses by entropy from its own first guess",
		Columns:  2,
		Charts:   onCommonAxis(panels),
	}
}

// optimumFigure maps by how much entropy exceeds the optimum, where that is proved.
func optimumFigure(variants []variant) chart.Figure {
	most := most(keep(variants, variant.proved), variant.above)
	return chart.Figure{
		File:     "variants-optimum.png",
		Caption:  "By how much the mean number of guesses by entropy exceeds that of an optimal strategy, by positions and colours, where the optimum is proved",
		Title:    fmt.Sprintf("Entropy is up to %.2f guesses above the proved optimum", most),
		Subtitle: "mean guesses by entropy above the proved optimum; = where it attains that",
		Charts: kindMaps(variants, "guesses", "not proved", most, func(v variant) (float64, string) {
			switch {
			case !v.proved():
				return math.NaN(), ""
			case v.played.Total == v.best.Total:
				return 0, "="
			case v.above() < 0.005:
				return v.above(), "<0.01"
			}
			return v.above(), fmt.Sprintf("+%.2f", v.above())
		}),
	}
}

func variantTable(variants []variant) *report.Table {
	return report.TableOf(variants, "game | secrets | bits | lower bound on the mean | lower bound on the worst case | information bound | first guess | total | mean | above | worst | bits per guess | least total | least mean", func(v variant) []any {
		return []any{
			v.game, v.played.Secrets, threeDecimals(v.bits()), report.Mean(v.played.Bounds.Mean), v.played.Bounds.Worst,
			threeDecimals(v.played.Bounds.Information), v.played.First, v.played.Total, report.Mean(v.played.Mean),
			threeDecimals(v.played.Mean - v.played.Bounds.Mean), v.played.Worst, threeDecimals(v.bits() / v.played.Mean),
			ifAny(v.best.Total, v.best.Total), ifAny(v.best.Total, report.Mean(v.best.Mean)),
		}
	})
}

// A repeatsRow is a game without repeats beside a Mastermind of as many
// positions and codes.
type repeatsRow struct {
	variant
	evenMean, evenBound float64 // of Mastermind
	between             string
}

// difference is how much larger the mean is without repeats.
func (r repeatsRow) difference() float64 { return r.played.Mean - r.evenMean }

// besideMastermind sets a game beside the Mastermind of as many positions and bits
// that would lie between two games of a row, if means, and the lower bounds on them,
// grew evenly with the bits.
func besideMastermind(v variant, row []variant) (r repeatsRow, ok bool) {
	for i := 1; i < len(row); i++ {
		a, b := row[i-1], row[i]
		if v.bits() < a.bits() || v.bits() > b.bits() {
			continue
		}
		fraction := (v.bits() - a.bits()) / (b.bits() - a.bits())
		even := func(x, y float64) float64 { return x + fraction*(y-x) }
		return repeatsRow{v, even(a.played.Mean, b.played.Mean), even(a.played.Bounds.Mean, b.played.Bounds.Mean), a.game + " and " + b.game}, true
	}
	return repeatsRow{}, false
}

func repeatsTable(variants []variant) (*report.Table, string) {
	var all []repeatsRow
	mastermind := byPositions(variants, "mm")
	for i, row := range byPositions(variants, "bc") {
		for _, v := range row {
			if r, ok := besideMastermind(v, mastermind[i]); ok {
				all = append(all, r)
			}
		}
	}
	harder := keep(all, func(r repeatsRow) bool { return r.difference() > 0 })
	largest := commas(groupBy(all, repeatsRow.row), func(row []repeatsRow) string {
		last := row[len(row)-1]
		return fmt.Sprintf("%+.2f on %s", last.difference(), last.game)
	})
	table := report.TableOf(all, "game | secrets | mean | between | Mastermind of as many | difference | of the lower bounds on the mean", func(r repeatsRow) []any {
		return []any{
			r.game, r.played.Secrets, report.Mean(r.played.Mean), r.between, report.Mean(r.evenMean), threeDecimals(r.difference()).Signed(),
			threeDecimals(r.played.Bounds.Mean - r.evenBound).Signed(),
		}
	})
	return table, fmt.Sprintf("Repeats: at equally many codes and positions, the game without repeats takes more guesses in %d of %d cases. In the largest game of each number of positions the difference is %s.", len(harder), len(all), largest)
}

// A whitesRow is a game with black pegs only, beside the same codes answered in full.
type whitesRow struct {
	variant
	full engine.Result
}

func (r whitesRow) codes() string    { return sizedName("", r.positions, r.colours) }
func (r whitesRow) more() float64    { return r.played.Mean - r.full.Mean }
func (r whitesRow) percent() float64 { return 100 * r.more() / r.full.Mean }

// whitesRows pairs the games of the same codes.
func whitesRows(variants []variant) (rows []whitesRow) {
	for _, black := range variants {
		for _, v := range variants {
			if black.kind == "bp" && v.game == sizedName("mm", black.positions, black.colours) {
				rows = append(rows, whitesRow{black, v.played})
			}
		}
	}
	return rows
}

func whitesTable(rows []whitesRow) *report.Table {
	return report.TableOf(rows, "codes | in full | worst | black only | worst | more | percent", func(r whitesRow) []any {
		return []any{
			r.codes(), report.Mean(r.full.Mean), r.full.Worst, report.Mean(r.played.Mean), r.played.Worst,
			threeDecimals(r.more()).Signed(), report.Percent(r.percent(), 1).Signed(),
		}
	})
}

func whitesFinding(rows []whitesRow) string {
	return "White pegs save " + commas(groupBy(rows, whitesRow.row), func(row []whitesRow) string {
		last := row[len(row)-1]
		return fmt.Sprintf("%.2f guesses (%.0f%%) at %s", last.more(), last.percent(), last.codes())
	}) + "; with the same number of positions they save more with every colour."
}

func whitesFigure(rows []whitesRow) chart.Figure {
	lines := chart.Lines{XLabel: "colours", YLabel: "mean guesses saved", Whole: true, Zero: true}
	return chart.Figure{
		File:     "variants-whites.png",
		Caption:  "What white pegs save by entropy: guesses on average, black pegs only minus full answers, by colours",
		Title:    "White pegs save more with every colour",
		Subtitle: "mean guesses by entropy, black pegs only minus full answers",
		Charts:   []chart.Chart{linesOf(lines, rows, whitesRow.row, func(r whitesRow) (x, y float64) { return float64(r.colours), r.more() })},
	}
}

// perColour is what a colour adds to the mean, on average over the games of a row.
func perColour(row []variant) float64 {
	first, last := row[0], row[len(row)-1]
	return (last.played.Mean - first.played.Mean) / float64(last.colours-first.colours)
}

// colourAnswer says about how much a colour costs, kind by kind.
func colourAnswer(variants []variant) string {
	return "Each extra colour costs about " + commas(gridKinds, func(kind string) string {
		rows := byPositions(variants, kind)
		sum := 0.0
		for _, row := range rows {
			sum += perColour(row)
		}
		return fmt.Sprintf("%.1f guesses in %s", sum/float64(len(rows)), kindName(kind))
	}) + "."
}

// colourFindings says how much a colour more adds, kind by kind.
func colourFindings(variants []variant) []string {
	return notebook.Map(gridKinds, func(kind string) string {
		return fmt.Sprintf("%s: each extra colour costs, on average over the range played, %s.", kindName(kind), commas(byPositions(variants, kind), func(row []variant) string {
			last, before := row[len(row)-1], row[len(row)-2]
			return fmt.Sprintf("%.2f guesses with %d positions (%.2f from %d to %d colours)",
				perColour(row), last.positions, last.played.Mean-before.played.Mean, before.colours, last.colours)
		}))
	})
}

// positionFinding says how much a position more adds at a fixed number of
// colours.
func positionFinding(variants []variant) string {
	const colours = 6
	parts := notebook.Map(gridKinds, func(kind string) string {
		of := keep(variants, func(v variant) bool { return v.kind == kind && v.colours == colours })
		return kindName(kind) + " " + commas(of, func(v variant) string { return threeDecimals(v.played.Mean).String() })
	})
	return fmt.Sprintf("With %d colours and 2 to 5 positions the means are %s. A position multiplies the codes, but also brings more kinds of answers.", colours, strings.Join(parts, "; "))
}

// boundFinding compares entropy with the optimum where that is proved.
func boundFinding(variants []variant) string {
	solved := keep(variants, variant.proved)
	attained := keep(solved, func(v variant) bool { return v.played.Total == v.best.Total })
	tight := keep(solved, func(v variant) bool { return v.best.Total == v.played.Bounds.Total })
	finding := fmt.Sprintf("Of %d games whose least total is proved, entropy attains it in %d", len(solved), len(attained))
	if len(attained) < len(solved) {
		percent := func(v variant) float64 { return percentMore(v.played.Total, v.best.Total) }
		_, furthest := extremesBy(solved, percent)
		finding += fmt.Sprintf(" and is furthest from it on %s (%.2f%%)", join(furthest, func(v variant) string {
			return fmt.Sprintf("%s, %d guesses", v.game, v.played.Total-v.best.Total)
		}), percent(furthest[0]))
	}
	return finding + fmt.Sprintf(". The bound by counting answers is attained in %d.", len(tight))
}
