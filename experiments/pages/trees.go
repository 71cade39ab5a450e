package pages

import (
	"fmt"
	"slices"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
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
	return notebook.Entry{
		Name:  "trees",
		Tasks: slices.Concat(trees.Tasks(), tables.Tasks()),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			rows := trees.In(o)
			if len(rows) < len(trees) {
				return report.Page{}, false
			}

			page := treesPage(rows)
			printed := report.Tally{What: "printed trees and tables of guesses", Why: "The guesses that differ are listed."}
			for _, r := range rows {
				if r.Tree.Total != 0 {
					printed.Claims = append(printed.Claims, r.claim())
				}
			}
			for _, r := range tables.In(o) {
				page.Findf("%s: %s second and third guesses printed are those of %s.",
					r.printed.Source.Cite(), outOf(r.found.Equal, r.found.Guesses), oneStepOf(r.printed.OneStep).Criterion)
				page.Trees = append(page.Trees, report.TreeView{
					Game:   r.printed.Game,
					Name:   r.printed.ID,
					Quoted: true,
					Tree:   r.found.Tree,
				})
				printed.Claims = append(printed.Claims, tableClaim(r.printed, r.found))
			}
			page.Tallies = []report.Tally{printed}
			return page, true
		},
	}
}

// oneStepOf is the rule that a printed tree follows one guess ahead, given its figure.
func oneStepOf(figure string) engine.Configuration {
	return sure(published.FigureOf(figure)).Subject.Configuration
}

// A comparedRow is a printed table beside the tree of its rule.
type comparedRow struct {
	printed published.Table
	found   ask.ComparedTable
}

func askComparedRow(p published.Table) notebook.Asked[comparedRow] {
	return notebook.Then(notebook.Ask(ask.NewCompareTable(p)), func(found ask.ComparedTable) comparedRow {
		return comparedRow{p, found}
	})
}

func askReplayedRow(p published.Tree) notebook.Asked[replayedRow] {
	replayed := notebook.Ask(ask.NewReplay(p))
	return notebook.Both(replayed, ask.ResultOf(oneStepOf(p.OneStep)), func(replayed ask.Replayed, rule engine.Result) replayedRow {
		return replayedRow{Tree: p, Replayed: replayed, rule: rule}
	})
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
	c := report.Judge(r.Figure, m)
	c.Picture = r.picture()
	return c
}

// tableClaim judges a printed table of guesses.
func tableClaim(p published.Table, c ask.ComparedTable) report.Claim {
	m := report.Measured{
		About:   p.Game + ", second and third guesses of " + p.OneStep,
		Printed: fmt.Sprintf("%d guesses", c.Guesses),
		Text:    fmt.Sprintf("%d of them", c.Equal),
		Whole:   true,
	}

	if c.Equal != c.Guesses {
		m.Gaps = []string{fmt.Sprintf("%d printed guesses differ from those made here", c.Guesses-c.Equal)}
	}
	return report.Judge(published.Figure{ID: p.ID, Source: p.Source}, m)
}

// picture is the file of the tree's picture; empty if the tree has the histogram of its rule.
func (r replayedRow) picture() string {
	if slices.Equal(r.Figures.Histogram, r.rule.Histogram) {
		return ""
	}
	return strings.ReplaceAll(r.ID, "/", "-") + ".png"
}

// against says by how many guesses the tree beats its rule.
func (r replayedRow) against() string {
	less, how := r.rule.Total-r.Figures.Total, "fewer"
	if less < 0 {
		less, how = -less, "more"
	}
	return fmt.Sprintf("%s: the printed tree needs %d guesses %s than %s", r.Source.Cite(), less, how, r.rule.Criterion)
}

// figure draws the tree as printed beside its rule, played here.
func (r replayedRow) figure() chart.Figure {
	pair := distributions([]string{string(r.rule.Criterion) + ", played here", "tree as printed"}, r.rule.Figures, r.Figures)
	pair[1].Published = true
	verdict := "no total is printed"
	if r.Total != 0 {
		verdict = string(r.claim().Verdict)
	}

	return chart.Figure{
		File:     r.picture(),
		Caption:  fmt.Sprintf("Histograms of %s and of %s, played here", r.ID, r.rule.Criterion),
		Title:    r.against(),
		Subtitle: report.GameInWords(r.Game) + "; number of secrets",
		Source:   r.Source.Cite(),
		Verdict:  verdict,
		Charts: []chart.Chart{chart.Histogram{
			Counts:      true,
			Differences: true,
			Series:      pair,
		}},
	}
}

// about is the published figure of the tree.
func (r replayedRow) about() string {
	if r.Total == 0 {
		return "nothing"
	}
	return fmt.Sprintf("total %d, mean %s, worst %d", r.Total, r.Mean, r.Worst)
}

func treesPage(rows []replayedRow) report.Page {
	page := report.Page{Findings: []string{""}}
	var figures []chart.Figure
	var misprints [][]any // as a table shows them

	for _, r := range rows {
		page.Trees = append(page.Trees, report.TreeView{
			Game:   r.Game,
			Name:   r.ID,
			Quoted: true,
			Tree:   r.Replayed.Tree,
		})
		page.Results = append(page.Results, r.rule)
		if r.picture() != "" {
			figures = append(figures, r.figure())
			page.Findings = append(page.Findings, r.against()+", the rule it follows, played one guess ahead.")
		}
		for _, m := range r.Misprints {
			misprints = append(misprints, []any{r.ID, m.Line, m.Path, m.Text})
		}
	}

	page.Findings[0] = fmt.Sprintf("Yes: each solves every secret, on average in %s guesses; their %d misprints do no harm.",
		join(rows, replayedRow.meanWords), len(misprints))
	page.Picture, figures = &figures[0], figures[1:]

	page.Add("The trees replayed", "",
		report.TableOf(rows, replayedRow.cells), figures...)

	page.Add("Misprints", "",
		report.NewTable([]string{"tree", "line", "where", "what"}, misprints))
	return page
}

func (r replayedRow) meanWords() string {
	return fmt.Sprintf("%.3f (%s)", r.Figures.Mean, r.Source.Cite())
}

func (r replayedRow) cells() []report.Cell {
	return report.Cells(
		"tree", r.ID,
		"source", report.Citation(r.Source),
		"total", r.Figures.Total,
		"mean", report.Mean(r.Figures.Mean),
		"worst", r.Figures.Worst,
		"histogram", report.Histogram(r.Figures.Histogram),
		"published about it", r.about(),
		"same criterion, played here", fmt.Sprintf("%s: total %d, worst %d", r.rule.Criterion, r.rule.Total, r.rule.Worst),
		"<misprints", len(r.Misprints),
	)
}
