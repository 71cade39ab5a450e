package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/report"
	"codebreak/report/chart"
)

// variantsEntry asks what the sizes and the rules of a game cost.
func variantsEntry() notebook.Entry {
	games := variantGames()
	var names []string
	var solved []notebook.Task
	for _, g := range games {
		names = append(names, g.name())
		if g.solved {
			solved = append(solved, notebook.Ask(g.leastTotal()))
		}
	}
	configurations := configs.Grid{Games: names, Strategies: []strategy.Strategy{{Criterion: strategy.Entropy}}}.Configurations()
	return notebook.Entry{
		Name:     "variants",
		Title:    "What a position, a colour, a repeat and a white peg cost",
		Question: "How does the number of guesses grow with the positions and with the colours? Of two games with equally many codes, is the one without repeats harder? What are white pegs worth?",
		Tasks:    slices.Concat(notebook.Plays(configurations), solved),
		Page: func(o notebook.Outcome) report.Page {
			results := notebook.Results(o, configurations)
			var variants []variant
			for i, g := range games {
				v := variant{variantGame: g, played: results[i]}
				if g.solved {
					if s := notebook.Get(o, g.leastTotal()); s.Proved {
						v.best = s.Figures
					}
				}
				variants = append(variants, v)
			}
			page := variantsPage(variants)
			page.Results = results
			return page
		},
	}
}

const (
	leastPositions, mostPositions = 2, 5
	leastColours, mostColours     = 2, 10
)

// A variantRow is the games of one kind and number of positions that are
// played, and those of them whose optimum takes a fraction of a second.
type variantRow struct {
	kind               string // as names of games begin
	positions          int
	from, to, solvedTo int // colours
}

var variantRows = []variantRow{
	{"mm", 2, 2, 10, 10}, {"mm", 3, 2, 10, 8}, {"mm", 4, 2, 8, 6}, {"mm", 5, 2, 6, 4},
	{"bc", 2, 2, 10, 10}, {"bc", 3, 3, 10, 9}, {"bc", 4, 4, 10, 8}, {"bc", 5, 5, 8, 5},
	{"bp", 2, 2, 10, 7}, {"bp", 3, 2, 10, 5}, {"bp", 4, 2, 8, 3}, {"bp", 5, 2, 6, 3},
}

// variantKinds names the kinds of games, in the order in which they are shown.
var variantKinds = []struct{ kind, name string }{{"mm", "Mastermind"}, {"bc", "Bulls and Cows"}, {"bp", "black pegs only"}}

// A variantGame is a game of the grid.
type variantGame struct {
	kind               string
	positions, colours int
	solved             bool // whether its least total is asked for
}

// variantGames lists the games of the grid.
func variantGames() []variantGame {
	var games []variantGame
	for _, row := range variantRows {
		for colours := row.from; colours <= row.to; colours++ {
			games = append(games, variantGame{row.kind, row.positions, colours, colours <= row.solvedTo})
		}
	}
	return games
}

func (g variantGame) name() string { return fmt.Sprintf("%s%dx%d", g.kind, g.positions, g.colours) }

func (g variantGame) leastTotal() notebook.Solve {
	return leastTotal(g.name(), strategy.All, notebook.Seconds)
}

// A variant is a game with what was measured.
type variant struct {
	variantGame
	played engine.Result
	best   tree.Figures // of the least total; nothing if it is not proved
}

func (v variant) bits() float64 { return math.Log2(float64(v.played.Secrets)) }

func (v variant) proved() bool { return v.best.Total > 0 }

func variantsPage(variants []variant) report.Page {
	repeats, repeatFindings := repeatsTable(variants)
	whites, whiteFindings := whitesTable(variants)
	page := report.Page{Findings: slices.Concat(
		[]string{colourAnswer(variants)}, colourFindings(variants), positionFindings(variants), boundFindings(variants), repeatFindings, whiteFindings,
	)}
	page.Sections = []report.Section{
		{
			Heading: "By positions and colours",
			Text:    "Every game is played by entropy, which chooses its own first guess.",
			Table:   variantGrid(variants),
			Figures: []chart.Figure{variantHeat(variants), variantOverview(variants), optimumFigure(variants)},
		},
		{
			Heading: "With and without repeats, at equally many codes",
			Text:    "The mean of each game of Bulls and Cows beside that of Mastermind with as many positions and codes. The latter is interpolated between the next smaller and the next larger game of Mastermind, linearly in bits, the binary logarithm of the number of codes. With few colours, codes without repeats have fewer kinds of answers; the last column, the difference between the lower bounds, shows how much that matters.",
			Table:   repeats,
		},
		{
			Heading: "With and without white pegs, at the same game",
			Text:    "Means of the same codes with full answers and with black pegs only.",
			Table:   whites,
			Figures: []chart.Figure{whitesFigure(variants)},
		},
		{
			Heading:  "All games",
			Text:     "Bits: the binary logarithm of the number of secrets. Least mean: proved by exact search, where that takes a fraction of a second.",
			Table:    variantTable(variants),
			PageOnly: true,
		},
	}
	return page
}

func findVariant(variants []variant, kind string, positions, colours int) (variant, bool) {
	i := slices.IndexFunc(variants, func(v variant) bool {
		return v.kind == kind && v.positions == positions && v.colours == colours
	})
	if i < 0 {
		return variant{}, false
	}
	return variants[i], true
}

// ofRow returns the games of one kind and number of positions, by colours.
func ofRow(variants []variant, kind string, positions int) []variant {
	var out []variant
	for _, v := range variants {
		if v.kind == kind && v.positions == positions {
			out = append(out, v)
		}
	}
	return out
}

func threeDecimals(v float64) report.Formatted { return report.Decimals(v, 3) }

// variantGrid has mean and worst case by kind and positions, and by colours.
func variantGrid(variants []variant) *report.Table {
	columns := []report.Column[variantRow]{{Title: "game", Value: func(row variantRow) any {
		return fmt.Sprintf("%s%dxC", row.kind, row.positions)
	}}}
	for colours := leastColours; colours <= mostColours; colours++ {
		columns = append(columns, report.Column[variantRow]{Title: fmt.Sprintf("C=%d", colours), Value: func(row variantRow) any {
			v, ok := findVariant(variants, row.kind, row.positions, colours)
			if !ok {
				return nil
			}
			return report.Format(v.played.Mean, "%s, %d", threeDecimals(v.played.Mean), v.played.Worst)
		}})
	}
	return report.NewTable(variantRows, columns)
}

func variantHeat(variants []variant) chart.Figure {
	f := chart.Figure{
		File:     "variants-means.png",
		Caption:  "Mean number of guesses by entropy, by positions and colours, for each kind of game",
		Title:    "Colours and positions both make a game longer",
		Subtitle: "mean number of guesses by entropy from its own first guess",
	}
	largest := 0.0
	for _, v := range variants {
		largest = max(largest, v.played.Mean)
	}
	f.Charts = variantMaps(variants, "not played", "mean guesses", math.Ceil(largest), func(v variant) (float64, string) {
		return v.played.Mean, fmt.Sprintf("%.2f", v.played.Mean)
	})
	return f
}

// variantMaps maps a value of each game, kind by kind, with one key.
func variantMaps(variants []variant, missing, unit string, largest float64, cell func(variant) (float64, string)) (charts []chart.Chart) {
	for i, k := range variantKinds {
		h := chart.HeatMap{Title: sentence(k.name), XLabel: "colours", YLabel: "positions", Missing: missing, Largest: largest}
		for colours := leastColours; colours <= mostColours; colours++ {
			h.Columns = append(h.Columns, strconv.Itoa(colours))
		}
		for positions := leastPositions; positions <= mostPositions; positions++ {
			h.Rows = append(h.Rows, strconv.Itoa(positions))
			var values []float64
			var labels []string
			for colours := leastColours; colours <= mostColours; colours++ {
				value, label := math.NaN(), ""
				if v, ok := findVariant(variants, k.kind, positions, colours); ok {
					value, label = cell(v)
				}
				values, labels = append(values, value), append(labels, label)
			}
			h.Values, h.Labels = append(h.Values, values), append(h.Labels, labels)
		}
		if i == len(variantKinds)-1 {
			h.Unit = unit
		}
		charts = append(charts, h)
	}
	return charts
}

// sentence begins a text with a capital.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// variantOverview has a line for each number of positions, kind by kind.
func variantOverview(variants []variant) chart.Figure {
	var panels []chart.Lines
	for _, k := range variantKinds {
		lines := chart.Lines{Title: sentence(k.name), XLabel: "colours", YLabel: "mean guesses", Whole: true}
		for positions := leastPositions; positions <= mostPositions; positions++ {
			s := chart.Series{Name: fmt.Sprintf("%d positions", positions)}
			for _, v := range ofRow(variants, k.kind, positions) {
				s.X, s.Y = append(s.X, float64(v.colours)), append(s.Y, v.played.Mean)
			}
			lines.Series = append(lines.Series, s)
		}
		lines.Series = coloured(lines.Series...)
		panels = append(panels, lines)
	}
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
	most := 0.0
	for _, v := range variants {
		if v.proved() {
			most = max(most, v.played.Mean-v.best.Mean)
		}
	}
	f := chart.Figure{
		File:     "variants-optimum.png",
		Caption:  "By how much the mean number of guesses by entropy exceeds that of an optimal strategy, by positions and colours, where the optimum is proved",
		Title:    fmt.Sprintf("Entropy is at most %.2f guesses above the proved optimum", math.Ceil(100*most)/100),
		Subtitle: "mean guesses by entropy above the proved optimum; = where it attains that",
	}
	f.Charts = variantMaps(variants, "not proved here", "guesses", most, func(v variant) (float64, string) {
		switch more := v.played.Mean - v.best.Mean; {
		case !v.proved():
			return math.NaN(), ""
		case v.played.Total == v.best.Total:
			return 0, "="
		case more < 0.005:
			return more, "<0.01"
		default:
			return more, fmt.Sprintf("+%.2f", more)
		}
	})
	return f
}

func variantTable(variants []variant) *report.Table {
	return report.NewTable(variants, []report.Column[variant]{
		{Title: "game", Value: func(v variant) any { return v.played.Game }},
		{Title: "secrets", Value: func(v variant) any { return v.played.Secrets }},
		{Title: "bits", Value: func(v variant) any { return threeDecimals(v.bits()) }},
		{Title: "lower bound on the mean", Value: func(v variant) any { return report.Mean(v.played.Bounds.Mean) }},
		{Title: "lower bound on the worst case", Value: func(v variant) any { return v.played.Bounds.Worst }},
		{Title: "information bound", Value: func(v variant) any { return threeDecimals(v.played.Bounds.Information) }},
		{Title: "first guess", Value: func(v variant) any { return v.played.First }},
		{Title: "total", Value: func(v variant) any { return v.played.Total }},
		{Title: "mean", Value: func(v variant) any { return report.Mean(v.played.Mean) }},
		{Title: "above", Value: func(v variant) any { return threeDecimals(v.played.Mean - v.played.Bounds.Mean) }},
		{Title: "worst", Value: func(v variant) any { return v.played.Worst }},
		{Title: "bits per guess", Value: func(v variant) any { return threeDecimals(v.bits() / v.played.Mean) }},
		{Title: "least total", Value: ifProved(func(f tree.Figures) any { return f.Total })},
		{Title: "least mean", Value: ifProved(func(f tree.Figures) any { return report.Mean(f.Mean) })},
	})
}

// ifProved shows nothing of games whose least total is not proved.
func ifProved(value func(best tree.Figures) any) func(variant) any {
	return func(v variant) any {
		if !v.proved() {
			return nil
		}
		return value(v.best)
	}
}

// evenMean is the mean that a Mastermind of so many positions and bits would
// have, if means grew evenly with the bits between two games; and the same
// for the lower bound on the mean.
func evenMean(variants []variant, positions int, bits float64) (mean, bound float64, between string, ok bool) {
	row := ofRow(variants, "mm", positions)
	for i := 1; i < len(row); i++ {
		a, b := row[i-1], row[i]
		if bits < a.bits() || bits > b.bits() {
			continue
		}
		fraction := (bits - a.bits()) / (b.bits() - a.bits())
		even := func(x, y float64) float64 { return x + fraction*(y-x) }
		return even(a.played.Mean, b.played.Mean), even(a.played.Bounds.Mean, b.played.Bounds.Mean), a.played.Game + " and " + b.played.Game, true
	}
	return 0, 0, "", false
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

// repeatsRows compares the games without repeats of so many positions.
func repeatsRows(variants []variant, positions int) []repeatsRow {
	var rows []repeatsRow
	for _, v := range ofRow(variants, "bc", positions) {
		if mean, bound, between, ok := evenMean(variants, positions, v.bits()); ok {
			rows = append(rows, repeatsRow{v, mean, bound, between})
		}
	}
	return rows
}

func repeatsTable(variants []variant) (*report.Table, []string) {
	var all []repeatsRow
	var parts []string
	harder := 0
	for positions := leastPositions; positions <= mostPositions; positions++ {
		rows := repeatsRows(variants, positions)
		for _, r := range rows {
			if r.difference() > 0 {
				harder++
			}
		}
		if len(rows) > 0 {
			last := rows[len(rows)-1]
			parts = append(parts, fmt.Sprintf("%+.2f on %s", last.difference(), last.played.Game))
		}
		all = append(all, rows...)
	}
	table := report.NewTable(all, []report.Column[repeatsRow]{
		{Title: "game", Value: func(r repeatsRow) any { return r.played.Game }},
		{Title: "secrets", Value: func(r repeatsRow) any { return r.played.Secrets }},
		{Title: "mean", Value: func(r repeatsRow) any { return report.Mean(r.played.Mean) }},
		{Title: "between", Value: func(r repeatsRow) any { return r.between }},
		{Title: "Mastermind of as many", Value: func(r repeatsRow) any { return report.Mean(r.evenMean) }},
		{Title: "difference", Value: func(r repeatsRow) any { return threeDecimals(r.difference()).Signed() }},
		{Title: "of the lower bounds on the mean", Value: func(r repeatsRow) any { return threeDecimals(r.played.Bounds.Mean - r.evenBound).Signed() }},
	})
	return table, []string{fmt.Sprintf("Repeats: at equally many codes and positions, the game without repeats takes more guesses in %d of %d cases. In the largest game of each number of positions the difference is %s.", harder, len(all), strings.Join(parts, ", "))}
}

// A whitesRow is the same codes answered in full and with black pegs only.
type whitesRow struct{ full, black variant }

func (r whitesRow) more() float64    { return r.black.played.Mean - r.full.played.Mean }
func (r whitesRow) percent() float64 { return 100 * r.more() / r.full.played.Mean }

// whitesRows pairs the games of so many positions, by colours.
func whitesRows(variants []variant, positions int) []whitesRow {
	var rows []whitesRow
	for _, v := range ofRow(variants, "bp", positions) {
		if full, ok := findVariant(variants, "mm", positions, v.colours); ok {
			rows = append(rows, whitesRow{full, v})
		}
	}
	return rows
}

func whitesTable(variants []variant) (*report.Table, []string) {
	var all []whitesRow
	var parts []string
	for positions := leastPositions; positions <= mostPositions; positions++ {
		rows := whitesRows(variants, positions)
		if len(rows) > 0 {
			last := rows[len(rows)-1]
			parts = append(parts, fmt.Sprintf("%.2f guesses (%.0f%%) at %dx%d", last.more(), last.percent(), positions, last.black.colours))
		}
		all = append(all, rows...)
	}
	table := report.NewTable(all, []report.Column[whitesRow]{
		{Title: "codes", Value: func(r whitesRow) any { return fmt.Sprintf("%dx%d", r.black.positions, r.black.colours) }},
		{Title: "in full", Value: func(r whitesRow) any { return report.Mean(r.full.played.Mean) }},
		{Title: "worst", Value: func(r whitesRow) any { return r.full.played.Worst }},
		{Title: "black only", Value: func(r whitesRow) any { return report.Mean(r.black.played.Mean) }},
		{Title: "worst", Value: func(r whitesRow) any { return r.black.played.Worst }},
		{Title: "more", Value: func(r whitesRow) any { return threeDecimals(r.more()).Signed() }},
		{Title: "percent", Value: func(r whitesRow) any { return report.Percent(r.percent(), 1).Signed() }},
	})
	return table, []string{"White pegs save " + strings.Join(parts, ", ") + "; with the same number of positions they save more with every colour."}
}

func whitesFigure(variants []variant) chart.Figure {
	lines := chart.Lines{XLabel: "colours", YLabel: "mean guesses saved", Whole: true, Zero: true}
	for positions := leastPositions; positions <= mostPositions; positions++ {
		s := chart.Series{Name: fmt.Sprintf("%d positions", positions)}
		for _, r := range whitesRows(variants, positions) {
			s.X, s.Y = append(s.X, float64(r.black.colours)), append(s.Y, r.more())
		}
		lines.Series = append(lines.Series, s)
	}
	lines.Series = coloured(lines.Series...)
	return chart.Figure{
		File:     "variants-whites.png",
		Caption:  "What white pegs save by entropy: guesses on average, black pegs only minus full answers, by colours",
		Title:    "White pegs save more with every colour",
		Subtitle: "mean guesses by entropy, black pegs only minus full answers",
		Charts:   []chart.Chart{lines},
	}
}

// colourAnswer says about how much a colour costs, kind by kind.
func colourAnswer(variants []variant) string {
	var parts []string
	for _, k := range variantKinds {
		sum, n := 0.0, 0
		for positions := leastPositions; positions <= mostPositions; positions++ {
			row := ofRow(variants, k.kind, positions)
			first, last := row[0], row[len(row)-1]
			sum, n = sum+(last.played.Mean-first.played.Mean)/float64(last.colours-first.colours), n+1
		}
		parts = append(parts, fmt.Sprintf("%.1f guesses with %s", sum/float64(n), k.name))
	}
	return "Each extra colour costs about " + strings.Join(parts, ", ") + "."
}

// colourFindings says how much a colour more adds, kind by kind.
func colourFindings(variants []variant) []string {
	var out []string
	for _, k := range variantKinds {
		var parts []string
		for positions := leastPositions; positions <= mostPositions; positions++ {
			row := ofRow(variants, k.kind, positions)
			first, last := row[0], row[len(row)-1]
			before := row[len(row)-2]
			parts = append(parts, fmt.Sprintf("%.2f guesses with %d positions (%.2f from %d to %d colours)",
				(last.played.Mean-first.played.Mean)/float64(last.colours-first.colours), positions, last.played.Mean-before.played.Mean, before.colours, last.colours))
		}
		out = append(out, fmt.Sprintf("%s: each extra colour costs, on average over the range played, %s.", sentence(k.name), strings.Join(parts, ", ")))
	}
	return out
}

// positionFindings says how much a position more adds at a fixed number of
// colours.
func positionFindings(variants []variant) []string {
	const colours = 6
	var parts []string
	for _, k := range variantKinds {
		var means []string
		for positions := leastPositions; positions <= mostPositions; positions++ {
			if v, ok := findVariant(variants, k.kind, positions, colours); ok {
				means = append(means, threeDecimals(v.played.Mean).String())
			}
		}
		parts = append(parts, k.name+" "+strings.Join(means, ", "))
	}
	return []string{fmt.Sprintf("With %d colours and %d to %d positions the means are %s. A position multiplies the codes, but also brings more kinds of answers.",
		colours, leastPositions, mostPositions, strings.Join(parts, "; "))}
}

// boundFindings compares entropy with the optimum where that is proved.
func boundFindings(variants []variant) []string {
	proved, attained, tight := 0, 0, 0
	var furthest []variant // from the least total
	percent := func(v variant) float64 { return 100 * float64(v.played.Total-v.best.Total) / float64(v.best.Total) }
	for _, v := range variants {
		if !v.proved() {
			continue
		}
		proved++
		if v.played.Total == v.best.Total {
			attained++
		}
		if v.best.Total == v.played.Bounds.Total {
			tight++
		}
		switch {
		case furthest == nil || percent(v) > percent(furthest[0]):
			furthest = []variant{v}
		case percent(v) == percent(furthest[0]):
			furthest = append(furthest, v)
		}
	}
	finding := fmt.Sprintf("Of %d games whose least total is proved, entropy attains it in %d", proved, attained)
	if attained < proved {
		finding += fmt.Sprintf(" and is furthest from it on %s (%.2f%%)",
			join(furthest, func(v variant) string {
				return fmt.Sprintf("%s, %d guesses", v.played.Game, v.played.Total-v.best.Total)
			}), percent(furthest[0]))
	}
	return []string{finding + fmt.Sprintf(". The bound by counting answers is attained in %d.", tight)}
}
