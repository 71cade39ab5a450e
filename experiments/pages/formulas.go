// Whether published formulas for games of two and three positions hold: each beside what is proved,
// game by game.

package pages

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// formulasEntry asks whether published formulas for two and three positions hold. It compares
// those of published.Formulas with proofs, game by game.
func formulasEntry() notebook.Entry {
	rows := notebook.StudyOf(published.Formulas(), askFormula)
	return entryOf("formulas", notebook.Then(rows.All(), formulasPage))
}

// askFormula asks for what is proved for each number of colours.
func askFormula(f published.Formula) notebook.Asked[formulaRow] {
	var points notebook.Study[formulaPoint]
	for n := 2; n <= formulaReach(f); n++ {
		points = append(points, askFormulaPoint(f, n))
	}
	return notebook.Then(points.Leading(), func(points []formulaPoint) formulaRow {
		return formulaRow{f, points}
	})
}

// askFormulaPoint asks for what a formula gives for a number of colours.
func askFormulaPoint(f published.Formula, colours int) notebook.Asked[formulaPoint] {
	name := f.Game(colours)
	p := formulaPoint{colours: colours, given: f.Value(colours)}
	if f.Quantity == published.LeastMean {
		return notebook.Then(askLeastTotal(name), func(best optimum) formulaPoint {
			figures := best.Figures
			p.proved = big.NewRat(int64(figures.Total), int64(figures.Secrets()))
			p.optima = []report.Optimum{best.reported()}
			return p
		})
	}
	return notebook.Then(askLeastWorst(name), func(least ask.Found) formulaPoint {
		p.proved = whole(least.Worst)
		return p
	})
}

// formulaReach is the most colours for which the value of a formula is proved; 0 if it is not
// tried.
func formulaReach(f published.Formula) int {
	switch {
	case f.Family == "mm4xN":
		return 0 // the games are too large
	case f.Quantity == published.LeastMean:
		return 13 // the next number takes minutes
	}
	return colourLimit
}

// A formulaPoint is what a formula gives for a number of colours, and what is
// proved.
type formulaPoint struct {
	colours       int
	given, proved *big.Rat
	optima        []report.Optimum // of which it follows; none for a least worst case
}

// holds reports whether the point agrees with the relation.
func (p formulaPoint) holds(r published.Relation) bool {
	switch c := p.proved.Cmp(p.given); r {
	case published.AtLeast:
		return c >= 0
	case published.AtMost:
		return c <= 0
	default:
		return c == 0
	}
}

func (p formulaPoint) String() string {
	return fmt.Sprintf("%s for %d colours, where %s is proved",
		p.given.RatString(), p.colours, p.proved.RatString())
}

// A formulaRow is a formula with what is proved.
type formulaRow struct {
	published.Formula
	points []formulaPoint // from 2 colours
}

// where lists the points at which the formula holds, or fails, within the range that it is claimed
// for, or beyond.
func (r formulaRow) where(claimed, holds bool) []formulaPoint {
	return lists.Keep(r.points, func(p formulaPoint) bool {
		return (p.colours >= r.From) == claimed && p.holds(r.Relation) == holds
	})
}

// colours lists the numbers of colours of points, with runs of them put together.
func colours(points []formulaPoint) any {
	if len(points) == 0 {
		return nil
	}
	var runs []string
	for i := 0; i < len(points); {
		first, last := points[i].colours, points[i].colours
		for i++; i < len(points) && points[i].colours == last+1; i++ {
			last++
		}
		run := strconv.Itoa(first)
		if last > first {
			run += " to " + strconv.Itoa(last)
		}
		runs = append(runs, run)
	}
	return strings.Join(runs, ", ")
}

func (r formulaRow) claim() report.Claim {
	m := report.Measured{
		About: fmt.Sprintf("%s, %s, from %d colours",
			r.Family, r.Quantity, r.From),
		Printed: r.Text,
	}
	if r.Relation != published.Equal {
		m.Printed = string(r.Relation) + " " + m.Printed
	}

	holds := r.where(true, true)
	for _, p := range r.where(true, false) {
		m.Gaps = append(m.Gaps, "it gives "+p.String())
	}
	m.Text = fmt.Sprintf("it holds for %v colours", colours(holds))
	if len(holds)+len(m.Gaps) == 0 {
		m.Text = "not tested"
		m.Missing = "the games for which it is claimed are too large to be proved in minutes"
	}
	return report.Judge(r.Figure, m)
}

func formulasPage(rows []formulaRow) report.Page {
	tally := report.Tally{
		What:   "formulas for optimal strategies",
		Why:    "What fails is the lower end of a range, where the formula gives an impossible value. Formulas that are not tested are for games too large for a proof.",
		Claims: lists.Map(rows, formulaRow.claim),
	}
	tried := lists.Keep(rows, formulaRow.isTested)
	page := report.Page{
		Tallies: []report.Tally{tally},
		Picture: formulasFigure(tried),
	}

	page.Findf("%d of the %d formulas that we tested hold for every number of colours tested.",
		count(tried, formulaRow.isConfirmed), len(tried))
	var proved []report.Row
	for i, r := range rows {
		if c := tally.Claims[i]; c.Verdict == report.Differs {
			page.Findf("%s (%s): %s.",
				r, r.Cite(), c.Gap)
		}
		for _, p := range r.points {
			page.Optima = append(page.Optima, p.optima...)
			claimed := report.YesOrNo(p.colours >= r.From)
			proved = append(proved, report.Cells(
				"game", r.Game(p.colours),
				"quantity", r.Quantity,
				"proved", p.proved,
				"formula", p.given,
				"claimed", claimed,
			))
		}
	}
	page.Findf("%d formulas are not tested: their games are too large to be proved in minutes.",
		len(rows)-len(tried))

	addTable(&page, "Formulas and proofs", rows, formulaRow.cells)
	addFolderTable(&page, "Proved", proved, itself)
	return page
}

// formulasFigure has a row for each formula that is tested, and a column for each number of colours.
func formulasFigure(tried []formulaRow) *chart.Figure {
	var numbers []int
	for n := 2; n <= colourLimit; n++ {
		numbers = append(numbers, n)
	}
	h := chart.HeatMap{
		XLabel:  "colours",
		YLabel:  "least",
		Missing: "not claimed or not tested",
	}

	holding := countedOf(tried, formulaRow.isConfirmed)
	f := picture("formulas.png", holding+" published formulas give what is proved",
		crossMap(h, tried, numbers, formulaRow.miss))
	f.Source = strings.Join(eachOnce(tried, formulaRow.Cite), ", ")
	f.Verdict = report.Tally{Claims: lists.Map(tried, formulaRow.claim)}.InWords()
	return f
}

func (r formulaRow) isTested() bool {
	return len(r.points) > 0
}

func (r formulaRow) isConfirmed() bool {
	return r.claim().Verdict == report.AsPublished
}

func (r formulaRow) cells() report.Row {
	c := r.claim()
	return report.Cells(
		"games", r.Family,
		"quantity", r.Quantity,
		"formula", c.Printed,
		"claimed from", r.From,
		"holds for", colours(r.where(true, true)),
		"fails for", colours(r.where(true, false)),
		"beyond", colours(r.where(false, true)),
		"verdict", c.Verdict,
		"source", r.Source,
	)
}

// String names the formula in a sentence, and as a row: Mastermind (mm2xn), mean.
func (r formulaRow) String() string {
	colours := fmt.Sprint(colourLimit)
	game := strings.Replace(report.ShortGame(r.Game(colourLimit)), colours, "n", 1)
	return game + ", " + strings.TrimPrefix(string(r.Quantity), "least ")
}

// miss is the cell of the proved value minus that of the formula; without a value where the formula
// is not claimed, or not tested.
func (r formulaRow) miss(colours int) chart.Cell {
	for _, p := range r.points {
		switch {
		case p.colours != colours || colours < r.From:
			continue
		case p.holds(r.Relation):
			return chart.Cell{Label: "="}
		}
		off := new(big.Rat).Sub(p.proved, p.given)
		miss, _ := off.Float64()
		return chart.Cell{Value: miss, Label: off.RatString()}
	}
	return noCell
}
