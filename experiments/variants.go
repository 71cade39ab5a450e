package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/report"
)

// A variantRow is the games of one kind and number of positions that are
// played, and those of them whose optimum takes a fraction of a second.
type variantRow struct {
	kind               string // as names of games begin
	positions          int
	from, to, provedTo int // colours
}

var variantRows = []variantRow{
	{"mm", 2, 2, 10, 10}, {"mm", 3, 2, 10, 8}, {"mm", 4, 2, 8, 6}, {"mm", 5, 2, 6, 4},
	{"bc", 2, 2, 10, 10}, {"bc", 3, 3, 10, 9}, {"bc", 4, 4, 10, 8}, {"bc", 5, 5, 8, 5},
	{"bp", 2, 2, 10, 7}, {"bp", 3, 2, 10, 5}, {"bp", 4, 2, 8, 3}, {"bp", 5, 2, 6, 3},
}

// variantKinds names the kinds of games, in the order in which they are shown.
var variantKinds = []struct{ kind, name string }{{"mm", "Mastermind"}, {"bc", "Bulls and Cows"}, {"bp", "black pegs only"}}

// A variantCell is a game of the grid with what was measured.
type variantCell struct {
	kind               string
	positions, colours int
	played             engine.Result
	bounds             tree.Bounds
	best               tree.Figures // of the least total; nothing if it was not asked for
}

func (c variantCell) bits() float64 { return math.Log2(float64(c.played.Secrets)) }

func (c variantCell) proved() bool { return c.best.Total > 0 }

func variantName(kind string, positions, colours int) string {
	return fmt.Sprintf("%s%dx%d", kind, positions, colours)
}

// variantsEntry asks what the sizes and the rules of a game cost.
func variantsEntry() entry {
	var games []string
	var cells []variantCell
	for _, row := range variantRows {
		for colours := row.from; colours <= row.to; colours++ {
			games = append(games, variantName(row.kind, row.positions, colours))
			cells = append(cells, variantCell{kind: row.kind, positions: row.positions, colours: colours})
		}
	}
	best := map[string]tree.Figures{}
	return entry{
		name:           "variants",
		title:          "What a position, a colour, a repeat and a white peg cost",
		question:       "How does the number of guesses grow with the positions and with the colours? Of two games with equally many codes, is the one without repeats harder? What are white pegs worth?",
		configurations: configs.Grid{Games: games, Strategies: []strategy.Strategy{{Criterion: strategy.Entropy}}}.Configurations(),
		search: func(ctx context.Context, o options) ([]configurationTiming, error) {
			var times []configurationTiming
			for _, row := range variantRows {
				for colours := row.from; colours <= row.provedTo; colours++ {
					name := variantName(row.kind, row.positions, colours)
					found, err := solveFigure(ctx, published.Optimum{Game: name, Objective: optimal.Total}, o)
					if elsewhere(err) {
						continue
					}
					if err != nil {
						return nil, err
					}
					if !found.answer.Proved {
						return nil, fmt.Errorf("%s: the least total is not proved", name)
					}
					best[name] = found.figures
					times = append(times, timingOf(name+", "+found.describe(), found.took)...)
				}
			}
			return times, nil
		},
		tell: func(results []engine.Result) report.Page {
			told := slices.Clone(cells)
			for i, r := range results {
				told[i].played, told[i].bounds, told[i].best = r, r.Bounds(), best[r.Game]
			}
			return tellVariants(told)
		},
	}
}

func tellVariants(cells []variantCell) report.Page {
	repeats, repeatFindings := repeatsTable(cells)
	whites, whiteFindings := whitesTable(cells)
	page := report.Page{Findings: slices.Concat(
		colourFindings(cells), positionFindings(cells), boundFindings(cells), repeatFindings, whiteFindings,
	)}
	growth := []report.Figure{variantOverview(cells)}
	for _, k := range variantKinds {
		growth = append(growth, variantPanels(cells, k.kind, k.name))
	}
	page.Sections = []report.Section{
		{
			Heading: "By positions and colours",
			Text:    "Every game is played by entropy, which chooses its own first guess.",
			Table:   variantGrid(cells),
			Figures: append([]report.Figure{variantHeat(cells)}, growth...),
		},
		{
			Heading: "With and without repeats, at equally many codes",
			Text:    "The mean of each game of Bulls and Cows beside that of a Mastermind of as many positions and codes: between the two games of Mastermind whose numbers of codes enclose it, means are taken to grow evenly with the bits, the binary logarithm of the number of codes. Codes without repeats have fewer kinds of feedback if there are few colours, which the last column shows: the same difference between what no mean is below.",
			Table:   repeats,
		},
		{
			Heading: "With and without white pegs, at the same game",
			Text:    "Means of the same codes answered in full and with black pegs only.",
			Table:   whites,
			Figures: []report.Figure{whitesFigure(cells)},
		},
		{
			Heading:  "All games",
			Text:     "Bits is the binary logarithm of the number of secrets; least mean is proved by exact search where it takes a fraction of a second.",
			Table:    variantTable(cells),
			PageOnly: true,
		},
	}
	return page
}

func findCell(cells []variantCell, kind string, positions, colours int) (variantCell, bool) {
	i := slices.IndexFunc(cells, func(c variantCell) bool {
		return c.kind == kind && c.positions == positions && c.colours == colours
	})
	if i < 0 {
		return variantCell{}, false
	}
	return cells[i], true
}

// ofRow returns the games of one kind and number of positions, by colours.
func ofRow(cells []variantCell, kind string, positions int) []variantCell {
	var out []variantCell
	for _, c := range cells {
		if c.kind == kind && c.positions == positions {
			out = append(out, c)
		}
	}
	return out
}

const (
	leastPositions, mostPositions = 2, 5
	leastColours, mostColours     = 2, 10
)

func threeDecimals(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }

// variantGrid has mean and worst case by kind and positions, and by colours.
func variantGrid(cells []variantCell) *report.Table {
	t := &report.Table{Header: []string{"game"}}
	for colours := leastColours; colours <= mostColours; colours++ {
		t.Header = append(t.Header, fmt.Sprintf("C=%d", colours))
		t.Right = append(t.Right, len(t.Header)-1)
	}
	for _, row := range variantRows {
		line := []string{fmt.Sprintf("%s%dxC", row.kind, row.positions)}
		for colours := leastColours; colours <= mostColours; colours++ {
			cell := "-"
			if c, ok := findCell(cells, row.kind, row.positions, colours); ok {
				cell = fmt.Sprintf("%s, %d", threeDecimals(c.played.Mean), c.played.Worst)
			}
			line = append(line, cell)
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

func variantHeat(cells []variantCell) report.Figure {
	f := report.Figure{
		File:    "variants-means.png",
		Caption: "Mean number of guesses and worst case by entropy, by positions and colours; the darker, the further the mean is above what no mean is below",
		Columns: 1,
	}
	for _, k := range variantKinds {
		h := report.HeatMap{Title: k.name + ": mean, worst", XLabel: "colours", YLabel: "positions"}
		for colours := leastColours; colours <= mostColours; colours++ {
			h.Columns = append(h.Columns, strconv.Itoa(colours))
		}
		for positions := leastPositions; positions <= mostPositions; positions++ {
			h.Rows = append(h.Rows, strconv.Itoa(positions))
			var values []float64
			var labels []string
			for colours := leastColours; colours <= mostColours; colours++ {
				value, label := 0.0, ""
				if c, ok := findCell(cells, k.kind, positions, colours); ok {
					value, label = c.played.Mean-c.bounds.Mean, fmt.Sprintf("%.2f, %d", c.played.Mean, c.played.Worst)
				}
				values, labels = append(values, value), append(labels, label)
			}
			h.Values, h.Labels = append(h.Values, values), append(h.Labels, labels)
		}
		f.Charts = append(f.Charts, h)
	}
	return f
}

// variantOverview has a line for each number of positions, kind by kind, and
// all kinds by the bits of a code.
func variantOverview(cells []variantCell) report.Figure {
	f := report.Figure{
		File:    "variants-growth.png",
		Caption: "Mean number of guesses by entropy: by colours, a line for each number of positions; and by the bits of a secret, a point for each game",
		Columns: 2,
	}
	byBits := report.Lines{Title: "All games by bits", XLabel: "bits of a secret", YLabel: "mean guesses", Whole: true}
	for _, k := range variantKinds {
		chart := report.Lines{Title: k.name, XLabel: "colours", YLabel: "mean guesses", Whole: true}
		bits := report.Series{Name: k.name, Points: true}
		for positions := leastPositions; positions <= mostPositions; positions++ {
			s := report.Series{Name: fmt.Sprintf("%d positions", positions)}
			for _, c := range ofRow(cells, k.kind, positions) {
				s.X, s.Y = append(s.X, float64(c.colours)), append(s.Y, c.played.Mean)
				bits.X, bits.Y = append(bits.X, c.bits()), append(bits.Y, c.played.Mean)
			}
			chart.Series = append(chart.Series, s)
		}
		f.Charts = append(f.Charts, chart)
		byBits.Series = append(byBits.Series, bits)
	}
	f.Charts = append(f.Charts, byBits)
	return f
}

// variantPanels has a panel for each number of positions: what was played, the
// optimum and the bounds.
func variantPanels(cells []variantCell, kind, name string) report.Figure {
	f := report.Figure{
		File:    fmt.Sprintf("variants-%s.png", kind),
		Caption: name + ": mean number of guesses by colours: by entropy, the least of all strategies where it is proved, what no mean is below by counting, and the information bound, which is for knowing the secret rather than hitting it",
		Columns: 2,
	}
	for positions := leastPositions; positions <= mostPositions; positions++ {
		played, best := report.Series{Name: "entropy"}, report.Series{Name: "least, proved", Points: true}
		counted, information := report.Series{Name: "no mean below", Dashed: true}, report.Series{Name: "information", Dashed: true}
		for _, c := range ofRow(cells, kind, positions) {
			x := float64(c.colours)
			played.X, played.Y = append(played.X, x), append(played.Y, c.played.Mean)
			counted.X, counted.Y = append(counted.X, x), append(counted.Y, c.bounds.Mean)
			information.X, information.Y = append(information.X, x), append(information.Y, c.bounds.Information)
			if c.proved() {
				best.X, best.Y = append(best.X, x), append(best.Y, c.best.Mean)
			}
		}
		f.Charts = append(f.Charts, report.Lines{
			Title: fmt.Sprintf("%s, %d positions", name, positions), XLabel: "colours", YLabel: "mean guesses", Whole: true,
			Series: []report.Series{played, best, counted, information},
		})
	}
	return f
}

func variantTable(cells []variantCell) *report.Table {
	t := &report.Table{
		Header: []string{"game", "secrets", "bits", "no mean below", "no worst below", "information", "first guess", "total", "mean", "above", "worst", "bits per guess", "least total", "least mean"},
		Right:  []int{1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13},
	}

	for _, c := range cells {
		mean, worst, information := report.BoundCells(c.bounds)
		row := []string{
			c.played.Game, strconv.Itoa(c.played.Secrets), threeDecimals(c.bits()), mean, worst, information, c.played.First,
			strconv.Itoa(c.played.Total), report.FormatMean(c.played.Mean), threeDecimals(c.played.Mean - c.bounds.Mean), strconv.Itoa(c.played.Worst),
			threeDecimals(c.bits() / c.played.Mean), "-", "-",
		}
		if c.proved() {
			row[12], row[13] = strconv.Itoa(c.best.Total), report.FormatMean(c.best.Mean)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// evenMean is the mean that a Mastermind of so many positions and bits would
// have, if means grew evenly with the bits between two games; and the same
// for what no mean is below.
func evenMean(cells []variantCell, positions int, bits float64) (mean, bound float64, between string, ok bool) {
	row := ofRow(cells, "mm", positions)
	for i := 1; i < len(row); i++ {
		a, b := row[i-1], row[i]
		if bits < a.bits() || bits > b.bits() {
			continue
		}
		share := (bits - a.bits()) / (b.bits() - a.bits())
		mix := func(x, y float64) float64 { return x + share*(y-x) }
		return mix(a.played.Mean, b.played.Mean), mix(a.bounds.Mean, b.bounds.Mean), a.played.Game + " and " + b.played.Game, true
	}
	return 0, 0, "", false
}

func repeatsTable(cells []variantCell) (*report.Table, []string) {
	t := &report.Table{
		Header: []string{"game", "secrets", "mean", "between", "Mastermind of as many", "difference", "of what no mean is below"},
		Right:  []int{1, 2, 4, 5, 6},
	}
	var parts []string
	harder, all := 0, 0
	for positions := leastPositions; positions <= mostPositions; positions++ {
		var last string
		for _, c := range ofRow(cells, "bc", positions) {
			mean, bound, between, ok := evenMean(cells, positions, c.bits())
			if !ok {
				continue
			}
			all++
			if c.played.Mean > mean {
				harder++
			}
			t.Rows = append(t.Rows, []string{
				c.played.Game, strconv.Itoa(c.played.Secrets), report.FormatMean(c.played.Mean), between, report.FormatMean(mean),
				fmt.Sprintf("%+.3f", c.played.Mean-mean), fmt.Sprintf("%+.3f", c.bounds.Mean-bound),
			})
			last = fmt.Sprintf("%+.2f on %s", c.played.Mean-mean, c.played.Game)
		}
		if last != "" {
			parts = append(parts, last)
		}
	}
	return t, []string{fmt.Sprintf("Repeats: at equally many codes and positions, the game without repeats takes more guesses in %d of %d cases. In the largest game of each number of positions the difference is %s.", harder, all, strings.Join(parts, ", "))}
}

func whitesTable(cells []variantCell) (*report.Table, []string) {
	t := &report.Table{
		Header: []string{"codes", "in full", "worst", "black only", "worst", "more", "percent"},
		Right:  []int{1, 2, 3, 4, 5, 6},
	}
	var parts []string
	for positions := leastPositions; positions <= mostPositions; positions++ {
		var last string
		for _, c := range ofRow(cells, "bp", positions) {
			full, ok := findCell(cells, "mm", positions, c.colours)
			if !ok {
				continue
			}
			more := c.played.Mean - full.played.Mean
			percent := 100 * more / full.played.Mean
			t.Rows = append(t.Rows, []string{
				fmt.Sprintf("%dx%d", positions, c.colours), report.FormatMean(full.played.Mean), strconv.Itoa(full.played.Worst),
				report.FormatMean(c.played.Mean), strconv.Itoa(c.played.Worst), fmt.Sprintf("%+.3f", more), fmt.Sprintf("%+.1f%%", percent),
			})
			last = fmt.Sprintf("%.2f guesses (%.0f%%) at %dx%d", more, percent, positions, c.colours)
		}
		parts = append(parts, last)
	}
	return t, []string{"White pegs save " + strings.Join(parts, ", ") + ", and with as many positions more with every colour."}
}

func whitesFigure(cells []variantCell) report.Figure {
	f := report.Figure{
		File:    "variants-whites.png",
		Caption: "What white pegs save by entropy: guesses on average, black pegs only minus full answers, by colours",
		Columns: 1,
	}
	chart := report.Lines{Title: "Black pegs only minus full answers", XLabel: "colours", YLabel: "mean guesses saved", Whole: true}
	for positions := leastPositions; positions <= mostPositions; positions++ {
		s := report.Series{Name: fmt.Sprintf("%d positions", positions)}
		for _, c := range ofRow(cells, "bp", positions) {
			if full, ok := findCell(cells, "mm", positions, c.colours); ok {
				s.X, s.Y = append(s.X, float64(c.colours)), append(s.Y, c.played.Mean-full.played.Mean)
			}
		}
		chart.Series = append(chart.Series, s)
	}
	f.Charts = []report.Chart{chart}
	return f
}

// colourFindings says how much a colour more adds, kind by kind.
func colourFindings(cells []variantCell) []string {
	var out []string
	for _, k := range variantKinds {
		var parts []string
		for positions := leastPositions; positions <= mostPositions; positions++ {
			row := ofRow(cells, k.kind, positions)
			first, last := row[0], row[len(row)-1]
			before := row[len(row)-2]
			parts = append(parts, fmt.Sprintf("%.2f with %d positions (%.2f from %d to %d)",
				(last.played.Mean-first.played.Mean)/float64(last.colours-first.colours), positions, last.played.Mean-before.played.Mean, before.colours, last.colours))
		}
		out = append(out, fmt.Sprintf("A colour more adds to the mean in %s, on average over the range played and at its end: %s.", k.name, strings.Join(parts, ", ")))
	}
	return out
}

// positionFindings says how much a position more adds at a fixed number of
// colours.
func positionFindings(cells []variantCell) []string {
	const colours = 6
	var parts []string
	for _, k := range variantKinds {
		var means []string
		for positions := leastPositions; positions <= mostPositions; positions++ {
			if c, ok := findCell(cells, k.kind, positions, colours); ok {
				means = append(means, threeDecimals(c.played.Mean))
			}
		}
		parts = append(parts, k.name+" "+strings.Join(means, ", "))
	}
	return []string{fmt.Sprintf("Positions: the means of the games of %d colours and %d to %d positions are %s. A position multiplies the codes but also brings more kinds of answers.",
		colours, leastPositions, mostPositions, strings.Join(parts, "; "))}
}

// boundFindings compares entropy with the optimum where that is proved.
func boundFindings(cells []variantCell) []string {
	proved, attained, tight := 0, 0, 0
	worst := variantCell{}
	above := -1.0
	for _, c := range cells {
		if !c.proved() {
			continue
		}
		proved++
		if c.played.Total == c.best.Total {
			attained++
		}
		if c.best.Total == c.bounds.Total {
			tight++
		}
		if gap := 100 * float64(c.played.Total-c.best.Total) / float64(c.best.Total); gap > above {
			worst, above = c, gap
		}
	}
	return []string{fmt.Sprintf("Of %d games whose least total is proved, entropy attains it in %d and is furthest from it on %s, %d guesses (%.2f%%). The bound by counting answers is attained in %d.",
		proved, attained, worst.played.Game, worst.played.Total-worst.best.Total, above, tight)}
}
