package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/report"
)

// firstGuessEntry plays every kind of first guess by every criterion.
func firstGuessEntry() entry {
	e := firstGuesses("first-guess", "mm4x6", "mm5x8", "bc4x10")
	e.title = "The first guess"
	e.question = "How do the kinds of first guess split the secrets, which of them is best to begin with, and would the criterion itself choose it? Before the first guess all colours and all positions are alike, so kinds differ only in how often their colours repeat."
	return e
}

// A firstSplit is how a kind of first guess splits all secrets.
type firstSplit struct {
	guess  string
	counts partition.Counts
}

// firstSplits returns the kinds of first guess of a symmetric game, in
// lexicographic order.
func firstSplits(g game.Game) ([]firstSplit, error) {
	secrets, _, err := game.Codes(g, game.Lex)
	if err != nil {
		return nil, err
	}
	space := partition.NewSpace(g)
	space.Load(secrets)
	var out []firstSplit
	for _, guess := range game.CanonicalGuesses(g) {
		split := firstSplit{guess: g.FormatCode(guess)}
		space.Count(guess, &split.counts)
		out = append(out, split)
	}
	return out, nil
}

// ownFirst returns the first guess that a criterion chooses by itself.
func ownFirst(ctx context.Context, g game.Game, c strategy.Criterion) (string, error) {
	player, err := strategy.Strategy{Criterion: c}.Compile(g)
	if err != nil {
		return "", err
	}
	guess, err := player.NewChooser().Choose(ctx, player.Secrets(), nil)
	return g.FormatCode(guess), err
}

// A criterionIn is a criterion in a game.
type criterionIn struct {
	game      string
	criterion strategy.Criterion
}

// pegGames reads the names of peg games; what is none is left to the check
// of the entry's configurations.
func pegGames(names []string) []game.Pegs {
	var out []game.Pegs
	for _, name := range names {
		if g, err := game.ParsePegs(name); err == nil {
			out = append(out, g)
		}
	}
	return out
}

func firstGuesses(name string, names ...string) entry {
	criteria := criteria()
	games := pegGames(names)
	var configurations []engine.Configuration
	for _, g := range games {
		grid := configs.Grid{Games: []string{g.String()}, Strategies: configs.StrategyGrid{Criteria: criteria}.Strategies()}
		for _, guess := range game.CanonicalGuesses(g) {
			grid.FirstGuesses = append(grid.FirstGuesses, g.FormatCode(guess))
		}
		configurations = append(configurations, grid.Configurations()...)
	}
	splits := map[string][]firstSplit{}
	chosen := map[criterionIn]string{}
	return entry{
		name:           name,
		configurations: configurations,
		search: func(ctx context.Context, _ options) ([]configurationTiming, error) {
			for _, g := range games {
				var err error
				if splits[g.String()], err = firstSplits(g); err != nil {
					return nil, err
				}
				for _, c := range criteria {
					if chosen[criterionIn{g.String(), c}], err = ownFirst(ctx, g, c); err != nil {
						return nil, err
					}
				}
			}
			return nil, nil
		},
		tell: func(results []engine.Result) report.Page {
			var page report.Page
			groups := groupBy(results, func(r engine.Result) string { return r.Game })
			for i, g := range games {
				split, played := splitSection(g, splits[g.String()]), firstGuessSection(name, groups[i], chosen)
				if i == 0 {
					split.Text, played.Text = splitText, playedText
				}
				page.Sections = append(page.Sections, split, played)
				page.Findings = append(page.Findings, firstGuessFindings(groups[i], chosen)...)
			}
			return page
		},
	}
}

// What the tables and the picture of a game show, said once.
const (
	splitText  = "The number of secrets that give each answer, B for right colour and position and W for right colour alone. Minimax wants the smallest worst part, expected-size the smallest expected size of the part that remains, entropy the most bits, most-parts the most parts."
	playedText = "Beyond the least is how many guesses more than from the best first guess of the same criterion; own choice marks the first guess that the criterion chooses by itself. Bars show how far a mean is above the least of the game, which is where their axis begins; the mean itself is written on each."
)

// splitSection tables the parts that the kinds of first guess make.
func splitSection(g game.Pegs, splits []firstSplit) report.Section {
	t := &report.Table{Header: []string{"first guess"}}
	feedbacks := occurringFeedbacks(g)
	for _, f := range feedbacks {
		t.Header = append(t.Header, pegNotation(f))
	}
	t.Header = append(t.Header, "worst part", "entropy, bits", "expected size", "parts")
	for i := 1; i < len(t.Header); i++ {
		t.Right = append(t.Right, i)
	}
	compact := &report.Table{
		Header: []string{"first guess", "parts by feedback", "worst", "entropy", "expected", "parts"},
		Right:  []int{2, 3, 4, 5},
	}
	for _, s := range splits {
		q := s.counts.Quality()
		row := []string{s.guess}
		for _, f := range feedbacks {
			row = append(row, strconv.Itoa(int(s.counts[f])))
		}
		sizes := strings.Join(row[1:], " ")
		measures := []string{strconv.Itoa(q.Largest), strconv.FormatFloat(q.Entropy, 'f', 4, 64), strconv.FormatFloat(q.ExpectedSize, 'f', 3, 64), strconv.Itoa(q.Parts)}
		t.Rows = append(t.Rows, append(row, measures...))
		compact.Rows = append(compact.Rows, append([]string{s.guess, report.Fold(sizes, 40)}, measures...))
	}
	return report.Section{
		Heading: g.String() + ": how first guesses split the secrets",
		Table:   t, Compact: compact,
	}
}

// occurringFeedbacks lists what a guess of the game may be answered, by
// blacks and then by whites.
func occurringFeedbacks(g game.Pegs) []game.Feedback {
	var out []game.Feedback
	for black := range g.Positions + 1 {
		for white := range g.Positions + 1 - black {
			if black+white < g.Positions || black != g.Positions-1 {
				out = append(out, game.NewFeedback(black, white))
			}
		}
	}
	return out
}

// pegNotation writes feedback as sources on first guesses do: 1B2W.
func pegNotation(f game.Feedback) string {
	black, white := f.Pegs()
	return fmt.Sprintf("%dB%dW", black, white)
}

// firstGuessSection shows what came of each first guess in a game.
func firstGuessSection(name string, results []engine.Result, chosen map[criterionIn]string) report.Section {
	g := results[0].Game
	t := &report.Table{
		Header: []string{"criterion", "first guess", "total", "beyond the least", "mean", "worst", "histogram", "own choice"},
		Right:  []int{2, 3, 4, 5},
	}
	lowest := least(results)
	chart := report.Bars{
		Title:  fmt.Sprintf("%s: mean guesses (on the bars) by first guess and criterion", g),
		XLabel: "first guess", YLabel: fmt.Sprintf("mean guesses beyond the least, %.4f", lowest.Mean),
	}
	for _, r := range byCriterion(results)[0] {
		chart.Groups = append(chart.Groups, r.First)
	}
	for _, group := range byCriterion(results) {
		best := least(group)
		s := report.BarSeries{Name: string(best.Criterion)}
		for _, r := range group {
			own := ""
			if chosen[criterionIn{g, r.Criterion}] == r.First {
				own = "yes"
			}
			t.Rows = append(t.Rows, []string{
				string(r.Criterion), r.First, strconv.Itoa(r.Total), strconv.Itoa(r.Total - best.Total),
				report.FormatMean(r.Mean), strconv.Itoa(r.Worst), report.FormatHistogram(r.Histogram), own,
			})
			s.Values = append(s.Values, r.Mean-lowest.Mean)
			s.Labels = append(s.Labels, strconv.FormatFloat(r.Mean, 'f', 3, 64))
		}
		chart.Series = append(chart.Series, s)
	}
	section := report.Section{Heading: g + ": what came of them", Table: t}
	if len(chart.Groups) > 1 { // else there is nothing to compare
		section.Figures = []report.Figure{{
			File:    fmt.Sprintf("%s-%s.png", name, g),
			Caption: fmt.Sprintf("Mean number of guesses of %s by first guess and criterion, beyond the least mean", g),
			Charts:  []report.Chart{chart},
		}}
	}
	return section
}

// firstGuessFindings says for a game which first guess is best, how much that
// matters, and which criteria would choose it.
func firstGuessFindings(results []engine.Result, chosen map[criterionIn]string) []string {
	g := results[0].Game
	groups := byCriterion(results)
	if len(groups[0]) == 1 {
		best := least(results)
		return []string{fmt.Sprintf("%s: all first guesses are alike, so %s stands for all of them; the least total from it is that of %s, %d.", g, best.First, best.Criterion, best.Total)}
	}
	var findings, right, wrong []string
	for _, group := range groups {
		good, bad := least(group), most(group)
		second := least(slices.DeleteFunc(slices.Clone(group), func(r engine.Result) bool { return r.First == good.First }))
		findings = append(findings, fmt.Sprintf("%s, %s: best from %s (mean %s), then %s, %d guesses more; worst from %s, %s more per secret.",
			g, good.Criterion, good.First, report.FormatMean(good.Mean), second.First, second.Total-good.Total, bad.First, strconv.FormatFloat(bad.Mean-good.Mean, 'f', 3, 64)))
		own := chosen[criterionIn{g, good.Criterion}]
		if own == good.First {
			right = append(right, string(good.Criterion))
			continue
		}
		i := slices.IndexFunc(group, func(r engine.Result) bool { return r.First == own })
		wrong = append(wrong, fmt.Sprintf("%s chooses %s, which costs %d guesses against %s", good.Criterion, own, group[i].Total-good.Total, good.First))
	}
	verdict := fmt.Sprintf("%s: criteria that would themselves begin with the guess that serves them best: %d of %d", g, len(right), len(groups))
	if len(right) > 0 {
		verdict += " (" + strings.Join(right, ", ") + ")"
	}
	if len(wrong) > 0 {
		verdict += "; " + strings.Join(wrong, "; ")
	}
	return append(findings, verdict+".")
}
