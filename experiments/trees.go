package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/report"
)

// A replayedTree is a printed strategy, replayed by the checker.
type replayedTree struct {
	published.Tree
	tree      *tree.Tree
	figures   tree.Figures
	misprints []tree.Misprint
}

// replayTrees reads and checks the strategies that are printed in full.
func replayTrees() ([]replayedTree, error) {
	var out []replayedTree
	for _, p := range published.Trees() {
		g, err := game.Parse(p.Game)
		if err != nil {
			return nil, err
		}
		t, misprints, err := tree.ReadNotation(g, strings.NewReader(p.Text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.ID, err)
		}
		histogram, err := tree.Check(t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.ID, err)
		}
		out = append(out, replayedTree{p, t, tree.Summarise(histogram), misprints})
	}
	return out, nil
}

// readTable makes the part of a tree that a table prints.
func readTable(p published.Table) (*tree.Tree, error) {
	g, err := game.Parse(p.Game)
	if err != nil {
		return nil, err
	}
	var feedback []game.Feedback
	for _, text := range p.Feedback {
		f, err := g.ParseFeedback(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.ID, err)
		}
		feedback = append(feedback, f)
	}
	// node is a guess with those that follow; nil if none is printed.
	node := func(text string, next func(i int) (*tree.Node, error)) (*tree.Node, error) {
		if text == published.NoGuess {
			return nil, nil
		}
		guess, err := g.ParseCode(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.ID, err)
		}
		n := &tree.Node{Guess: guess}
		for i, f := range feedback {
			if f == g.Final() {
				continue // the game is over: what is printed is never used
			}
			child, err := next(i)
			if err != nil {
				return nil, err
			}
			if child != nil {
				n.Branches = append(n.Branches, tree.Branch{Feedback: f, Next: child})
			}
		}
		slices.SortFunc(n.Branches, func(a, b tree.Branch) int { return cmp.Compare(a.Feedback, b.Feedback) })
		return n, nil
	}
	none := func(int) (*tree.Node, error) { return nil, nil }
	root, err := node(p.First, func(i int) (*tree.Node, error) {
		return node(p.Second[i], func(j int) (*tree.Node, error) { return node(p.Third[i][j], none) })
	})
	if err != nil {
		return nil, err
	}
	return &tree.Tree{Game: g, Root: root}, nil
}

// compareTable counts the guesses that a printed part of a tree has below n,
// and how many of them the tree makes as well.
func compareTable(n, played *tree.Node) (entries, equal int) {
	for _, b := range n.Branches {
		entries++
		next := played.Next(b.Feedback)
		if next == nil {
			continue // printed for an answer that no secret gives
		}
		if next.Guess == b.Next.Guess {
			equal++
		}
		below, same := compareTable(b.Next, next)
		entries, equal = entries+below, equal+same
	}
	return entries, equal
}

// treesEntry replays the strategies that were printed in full.
func treesEntry() entry {
	e := entry{
		name:     "trees",
		title:    "Strategies printed in full",
		question: "Knuth and Neuwirth printed whole decision trees. Do they find every secret, in as many guesses as was said, and are there misprints? How do they compare with the rule that they follow, played here?",
	}
	oneStep := func(id string) {
		for _, f := range published.Figures() {
			if f.ID == id {
				e.configurations = append(e.configurations, f.Configuration)
			}
		}
	}
	tables := published.Tables()
	for _, p := range published.Trees() {
		oneStep(p.OneStep)
	}
	for _, p := range tables {
		oneStep(p.OneStep)
	}
	played := make([]*tree.Tree, len(e.configurations))
	e.observe = func(i int, t *tree.Tree) { played[i] = t }
	var replayed []replayedTree
	var printed []*tree.Tree // of the tables
	e.search = func(context.Context, options) (times []configurationTiming, err error) {
		if replayed, err = replayTrees(); err != nil {
			return nil, err
		}
		printed = nil
		for _, p := range tables {
			t, err := readTable(p)
			if err != nil {
				return nil, err
			}
			printed = append(printed, t)
		}
		return nil, nil
	}
	e.tell = func(results []engine.Result) report.Page {
		page := tellTrees(replayed, results)
		for i, p := range tables {
			entries, equal := compareTable(printed[i].Root, played[len(replayed)+i].Root)
			page.Findings = append(page.Findings, fmt.Sprintf("%s: of %d second and third guesses that are printed, %d are those of %s played here.", p.ID, entries, equal, p.OneStep))
			page.Plays = append(page.Plays, report.Play{Game: p.Game, Name: p.ID, Printed: true, Tree: printed[i].Packed()})
		}
		return page
	}
	return e
}

func tellTrees(replayed []replayedTree, results []engine.Result) report.Page {
	t := &report.Table{Header: []string{"tree", "source", "total", "mean", "worst", "histogram", "printed about it", "its rule played here", "misprints"}, Right: []int{2, 3, 4}}
	compact := &report.Table{Header: []string{"tree", "total", "mean", "worst", "histogram", "misprints"}, Right: []int{1, 2, 3}}
	misprints := &report.Table{Header: []string{"tree", "line", "where", "what"}, Right: []int{1}}
	f := report.Figure{File: "trees.png", Caption: "Histograms of the printed trees and of the rules that they follow, played here", Columns: 2}
	var findings []string
	var plays []report.Play
	for i, r := range replayed {
		plays = append(plays, report.Play{Game: r.Game, Name: r.ID, Printed: true, Tree: r.tree.Packed()})
		rule := results[i]
		f.Histograms = append(f.Histograms,
			report.Histogram{Title: r.ID + ", as printed", Counts: r.figures.Histogram, Mean: r.figures.Mean},
			panel(fmt.Sprintf("%s, played", rule.Criterion), rule))
		total, mean, worst, histogram := strconv.Itoa(r.figures.Total), report.FormatMean(r.figures.Mean), strconv.Itoa(r.figures.Worst), report.FormatHistogram(r.figures.Histogram)
		about := "nothing"
		if r.Total != 0 {
			about = fmt.Sprintf("total %d, mean %s, worst %d", r.Total, r.Tree.Mean, r.Worst)
		}
		played := fmt.Sprintf("%s: total %d, worst %d", rule.Criterion, rule.Total, rule.Worst)
		t.Rows = append(t.Rows, []string{r.ID, fmt.Sprintf("%d: %s", r.Year, r.Source), total, mean, worst, histogram, about, played, strconv.Itoa(len(r.misprints))})
		compact.Rows = append(compact.Rows, []string{r.ID, total, mean, worst, histogram, strconv.Itoa(len(r.misprints))})
		for _, m := range r.misprints {
			misprints.Rows = append(misprints.Rows, []string{r.ID, strconv.Itoa(m.Line), m.Path, m.Text})
		}
		findings = append(findings, tellTree(r, rule))
	}
	page := report.Page{Plays: plays, Findings: findings, Sections: []report.Section{{
		Heading: "Replayed",
		Text:    "Every secret was replayed through the trees as they are printed; guesses that are left out there, at one or two candidates, are the first candidate.",
		Table:   t, Compact: compact, Figures: []report.Figure{f},
	}}}
	if len(misprints.Rows) > 0 {
		page.Sections = append(page.Sections, report.Section{
			Heading: "Misprints",
			Text:    "Places where a tree contradicts itself, though what is meant can be told: the line of the file in configs/trees, and the guesses and answers on the way there.",
			Table:   misprints,
		})
	}
	return page
}

// tellTree says how a printed tree compares with what is said about it and
// with its rule.
func tellTree(r replayedTree, rule engine.Result) string {
	text := fmt.Sprintf("%s finds every secret: total %d, worst case %d, %d misprints", r.ID, r.figures.Total, r.figures.Worst, len(r.misprints))
	if r.Total != 0 {
		if r.Total == r.figures.Total && r.Worst == r.figures.Worst {
			text += ", as published"
		} else {
			text += fmt.Sprintf("; published are %d and %d", r.Total, r.Worst)
		}
	}
	if slices.Equal(r.figures.Histogram, rule.Histogram) {
		return text + fmt.Sprintf(". Its histogram is that of %s played here.", rule.Criterion)
	}
	return text + fmt.Sprintf(". It is another strategy than %s one guess ahead, which needs %d guesses (%+d).", rule.Criterion, rule.Total, rule.Total-r.figures.Total)
}
