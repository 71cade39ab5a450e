package main

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"codebreak/configs/published"
	"codebreak/experiments/notebook"
	"codebreak/report"
)

// worstCaseTablesEntry lists the least worst cases of all games of up to 10,000
// secrets.
func worstCaseTablesEntry() notebook.Entry {
	const positions, mostSecrets = 8, 10_000
	var tasks []notebook.Task
	var games []worstCaseGame
	for _, g := range gridGames(positions, mostSecrets) {
		w := worstCaseGame{g, notebook.LeastWorst{Game: g.game}}
		games = append(games, w)
		tasks = append(tasks, notebook.Ask(w.asked))
	}
	return notebook.Entry{
		Name:     "worst-case-tables",
		Title:    "The least worst cases of all games up to 10,000 secrets",
		Question: "How few guesses are enough for every secret, by rule, positions and colours? Do the published formulas hold?",
		When:     notebook.Slow,
		Tasks:    tasks,
		Page: func(o notebook.Outcome) report.Page {
			var found []tabulated
			for _, g := range games {
				found = append(found, tabulated{g, notebook.Get(o, g.asked)})
			}
			return worstCaseTables(found)
		},
	}
}

// A worstCaseGame is a game with what is asked of it.
type worstCaseGame struct {
	gridGame
	asked notebook.LeastWorst
}

// A tabulated game is one with its least worst case.
type tabulated struct {
	worstCaseGame
	least notebook.WorstCase
}

// formulas lists the published formulas that are claimed for the game.
func (t tabulated) formulas() (claimed []published.Formula) {
	for _, f := range published.Formulas() {
		if f.Quantity == published.LeastWorst && f.Game(t.colours) == t.game && t.colours >= f.From {
			claimed = append(claimed, f)
		}
	}
	return claimed
}

// quoted says what the formulas give.
func (t tabulated) quoted() any {
	var texts []string
	for _, f := range t.formulas() {
		text := f.Value(t.colours).RatString()
		if f.Relation != published.Equal {
			text = string(f.Relation) + " " + text
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return nil
	}
	return strings.Join(texts, ", ")
}

// holds reports whether what a formula gives agrees with what is proved.
func (t tabulated) holds(f published.Formula) bool {
	return formulaPoint{given: f.Value(t.colours), proved: big.NewRat(int64(t.least.Guesses), 1)}.holds(f.Relation)
}

func worstCaseTables(found []tabulated) report.Page {
	page := report.Page{Long: true}
	points, hold := 0, 0
	for _, t := range found {
		for _, f := range t.formulas() {
			points++
			if t.holds(f) {
				hold++
			}
		}
	}
	page.Findings = []string{fmt.Sprintf("The least worst case is proved for all %d games of up to 10,000 secrets, each with a tree that attains it.", len(found))}
	page.Findings = append(page.Findings, fmt.Sprintf("The published formulas cover %d of these numbers and are right for %d.", points, hold))
	if five := slices.DeleteFunc(slices.Clone(found), func(t tabulated) bool { return t.rule != gridRules[0].name || t.positions != 5 }); len(five) > 0 {
		var parts []string
		for _, t := range five {
			parts = append(parts, fmt.Sprintf("%d guesses for %d colours", t.least.Guesses, t.colours))
		}
		page.Findings = append(page.Findings, "Mastermind with 5 positions: "+strings.Join(parts, ", ")+".")
	}
	for i, rule := range gridRules {
		games := slices.DeleteFunc(slices.Clone(found), func(t tabulated) bool { return t.rule != rule.name })
		text := ""
		if i == 0 {
			text = "Guesses that are enough for every secret, by positions (rows) and colours (columns). A search of all strategies proved that one fewer is not enough; the checker replayed a tree that attains each number. A dash: more than 10,000 secrets, or no such game."
		}
		page.Sections = append(page.Sections, report.Section{
			Heading: rule.name,
			Text:    text,
			Table:   gridTable(games, func(t tabulated) gridGame { return t.gridGame }, func(t tabulated) any { return t.least.Guesses }),
		})
	}
	page.Sections = append(page.Sections, report.Section{
		Heading: "Game by game",
		Text:    "The trees are in results.json: `codebreak check results/worst-case-tables/results.json` replays them.",
		Table: report.NewTable(found, []report.Column[tabulated]{
			{Title: "game", Value: func(t tabulated) any { return t.game }},
			{Title: "secrets", Value: func(t tabulated) any { return t.secrets }},
			{Title: "least worst case", Align: report.Right, Value: func(t tabulated) any { return t.least.Guesses }},
			{Title: "published formula", Align: report.Right, Value: tabulated.quoted},
			{Title: "first guess", Value: func(t tabulated) any { return t.least.First }},
			{Title: "mean of the tree", Value: func(t tabulated) any { return report.Mean(t.least.Figures.Mean) }},
			{Title: "histogram", Value: func(t tabulated) any { return report.Histogram(t.least.Figures.Histogram) }},
		}),
		FolderOnly: true,
	})
	return page
}
