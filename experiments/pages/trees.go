package pages

import (
	"fmt"
	"slices"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// treesEntry asks whether the strategies that were printed in full work. It replays the trees of
// Knuth 1977 and Neuwirth 1982, and compares a blog's tables of guesses with their rule.
func treesEntry() notebook.Entry {
	trees := notebook.StudyOf(published.Trees(), askReplayedRow)
	tables := notebook.StudyOf(published.Tables(), askComparedRow)
	optimum := notebook.Ask(leastTotal("mm4x6").FiguresOnly())
	return notebook.Entry{
		Name:  "trees",
		Tasks: notebook.TasksOf(trees, tables, optimum),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			rows := trees.In(o)
			if len(rows) < len(trees) {
				return report.Page{}, false
			}

			page := treesPage(rows, tables.In(o))
			if best, ok := optimum.In(o); ok {
				page.Picture = treesFigure(rows, best.Mean)
			}
			return page, true
		},
	}
}

// oneStepOf is the rule that a printed tree follows one guess ahead, given its figure.
func oneStepOf(figure string) engine.Configuration {
	return sure(published.FigureOf(figure)).Configuration
}

// A comparedRow is a printed table beside the tree of its rule.
type comparedRow struct {
	printed published.Table
	ask.ComparedTable
}

func askComparedRow(p published.Table) notebook.Asked[comparedRow] {
	return notebook.AskThen(ask.NewCompareTable(p), func(found ask.ComparedTable) comparedRow {
		return comparedRow{p, found}
	})
}

func askReplayedRow(p published.Tree) notebook.Asked[replayedRow] {
	return notebook.Both(
		notebook.Ask(ask.NewReplay(p)),
		ask.ResultOf(oneStepOf(p.OneStep)),
		func(replayed ask.Replayed, rule engine.Result) replayedRow {
			return replayedRow{
				Tree:     p,
				Replayed: replayed,
				rule:     rule,
			}
		},
	)
}

// A replayedRow is a printed tree, replayed, with the rule that it follows.
type replayedRow struct {
	published.Tree
	ask.Replayed
	rule engine.Result
}

// claim judges what is printed about the tree.
func (r replayedRow) claim() report.Claim {
	m := report.Quoted(r.Printed).MeasuredIn(r.Figures)
	m.About = r.Game + ", the tree as printed"
	return report.Judge(r.Figure, m)
}

// claim judges a printed table of guesses.
func (r comparedRow) claim() report.Claim {
	p := r.printed
	m := report.Measured{
		About:   p.Game + ", second and third guesses of " + p.OneStep,
		Printed: fmt.Sprintf("%d guesses", r.Guesses),
		Text:    fmt.Sprintf("%d of them", r.Equal),
		Whole:   true,
	}

	if differing := r.Guesses - r.Equal; differing != 0 {
		gap := fmt.Sprintf("%d printed guesses differ from those made here", differing)
		m.Gaps = append(m.Gaps, gap)
	}

	figure := published.Figure{
		ID:     p.ID,
		Source: p.Source,
	}
	return report.Judge(figure, m)
}

// against says by how many guesses the tree beats its rule.
func (r replayedRow) against() string {
	less := r.rule.Total - r.Figures.Total
	how := "fewer"
	if less < 0 {
		less = -less
		how = "more"
	}

	return fmt.Sprintf(
		"%s: in %s games the printed tree needs %d guesses %s than its rule",
		r.Cite(),
		wording.Thousands(r.rule.Secrets),
		less,
		how,
	)
}

// treesFigure draws the mean of each printed tree beside that of its rule, and marks the optimum.
func treesFigure(rows []replayedRow, optimum float64) *chart.Figure {
	d := chart.Dots{
		XLabel: "mean guesses",
		Notes:  "tree, rule",
		Series: dotSeries("tree as printed", "its rule, played here"),
		Marks: []chart.Mark{{
			Name: "optimum " + fourDecimals(optimum),
			X:    optimum,
		}},
	}

	for _, r := range rows {
		replayed, rule := r.Figures.Mean, r.rule.Mean
		name := fmt.Sprintf("%s, %s", r.Cite(), r.rule.Criterion)
		note := fmt.Sprintf("%.3f, %.3f", replayed, rule)
		d.Rows = append(d.Rows, barBetween(name, replayed, rule, note))
	}

	differing := drop(rows, replayedRow.isLikeRule)
	f := picture("trees.png", join(differing, replayedRow.against), d)
	f.Subtitle = report.GameInWords(rows[0].Game)
	return f
}

// isLikeRule reports whether the tree has the histogram of its rule.
func (r replayedRow) isLikeRule() bool {
	return slices.Equal(r.Figures.Histogram, r.rule.Histogram)
}

// about is the published figure of the tree.
func (r replayedRow) about() string {
	if r.Total == 0 {
		return "nothing"
	}

	total := wording.Thousands(r.Total)
	return fmt.Sprintf("total %s, mean %s, worst %d", total, r.Mean, r.Worst)
}

func treesPage(rows []replayedRow, tables []comparedRow) report.Page {
	page := report.Page{Findings: []string{""}}
	tally := report.Tally{
		What: "printed trees and tables of guesses",
		Why:  "The guesses that differ are listed.",
	}
	var misprints []report.Row

	for _, r := range rows {
		page.Trees = append(page.Trees, quotedTree(r.Game, r.ID, r.Replayed.Tree))
		page.Results = append(page.Results, r.rule)
		if r.Tree.Total != 0 {
			tally.Claims = append(tally.Claims, r.claim())
		}
		if !r.isLikeRule() {
			page.Findf("%s, played one guess ahead.", r.against())
		}
		for _, m := range r.Misprints {
			misprints = append(misprints, report.Cells(
				"tree", r.ID,
				"line", m.Line,
				"where", m.Path,
				"what", m.Text,
			))
		}
	}

	for _, r := range tables {
		page.Trees = append(page.Trees, quotedTree(r.printed.Game, r.printed.ID, r.Tree))
		tally.Claims = append(tally.Claims, r.claim())
		page.Findf(
			"%s: %s second and third guesses printed are those of %s.",
			r.printed.Source.Cite(),
			outOf(r.Equal, r.Guesses),
			report.CriterionInWords(string(oneStepOf(r.printed.OneStep).Criterion)),
		)
	}

	page.Tallies = []report.Tally{tally}
	page.Findings[0] = fmt.Sprintf(
		"Yes: each solves every secret, on average in %s guesses; their %d misprints do no harm.",
		join(rows, replayedRow.meanWords),
		len(misprints),
	)

	addTable(&page, "The trees replayed", rows, replayedRow.cells)
	addTable(&page, "Misprints", misprints, itself)
	return page
}

// quotedTree shows a tree that a source prints.
func quotedTree(game, id, tree string) report.TreeView {
	return report.TreeView{
		Game:   game,
		Name:   id,
		Quoted: true,
		Tree:   tree,
	}
}

func (r replayedRow) meanWords() string {
	return fmt.Sprintf("%.3f (%s)", r.Figures.Mean, r.Cite())
}

func (r replayedRow) cells() report.Row {
	played := fmt.Sprintf(
		"%s: total %s, worst %d",
		r.rule.Criterion,
		wording.Thousands(r.rule.Total),
		r.rule.Worst,
	)
	return report.Cells(
		"tree", r.ID,
		"source", r.Source,
		"total", r.Figures.Total,
		"mean", r.Figures.Mean,
		"worst", r.Figures.Worst,
		"histogram", r.Figures.Histogram,
		"published about it", r.about(),
		"same criterion, played here", played,
		"<misprints", len(r.Misprints),
	)
}
