package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"

	"github.com/dustin/go-humanize/english"
)

// withSimple lists the four criteria that the literature compares, and before
// them the player that takes the first candidate. Entries name the criteria that
// they compare, so that one that joins the engine's list does not change what
// they ask.
func withSimple() []strategy.Criterion {
	return append([]strategy.Criterion{strategy.Simple}, strategy.Classic()...)
}

// gridEntry declares an entry that plays grids of configurations and compares
// them game by game: a table, histograms for each criterion, and which did best.
func gridEntry(name, question, about string, grids ...configs.Grid) notebook.Entry {
	configurations := expand(grids)
	return notebook.Entry{
		Name: name, Question: question, About: about,
		Tasks: append(ask.TreePlays(configurations), optimumTasks(configurations)...),
		Page: func(o notebook.Outcome) report.Page {
			results := ask.Results(o, configurations)
			page := report.Page{Results: results, Trees: treeViews(o, configurations)}
			for _, group := range byGame(results) {
				optimum := ""
				if best, proved := optimumIn(o, group[0].Game); proved {
					optimum = fmt.Sprintf("proved optimum: %s", report.Mean(best.Mean))
				}
				page.Sections = append(page.Sections, gameSection(name, group, optimum))
				page.Findings = append(page.Findings, gameFindings(group, optimum)...)
			}
			return page
		},
	}
}

// allTasks lists the tasks of several things.
func allTasks[T any](things []T, tasks func(T) []notebook.Task) []notebook.Task {
	return slices.Concat(notebook.Map(things, tasks)...)
}

// byEntropy plays games by entropy, each from its own first guess.
func byEntropy(games ...string) []engine.Configuration {
	return configs.Grid{Games: games, Strategies: []strategy.Strategy{{Criterion: strategy.Entropy}}}.Configurations()
}

// classicOf plays games by the classic criteria with each of some pools, or the default
// one, from their own first guesses.
func classicOf(pools []strategy.Pool, games ...string) []engine.Configuration {
	return configs.Grid{Games: games, Strategies: configs.StrategyGrid{Criteria: strategy.Classic(), Pools: pools}.Strategies()}.Configurations()
}

// expand lists the configurations of grids, each once.
func expand(grids []configs.Grid) []engine.Configuration {
	return distinct(slices.Concat(notebook.Map(grids, configs.Grid.Configurations)...), keyOf)
}

// keyOf tells configurations apart that do not play alike.
func keyOf(c engine.Configuration) engine.Key { return ask.NewPlay(c).Key }

// distinct leaves out things that have the key of one before them.
func distinct[T any, K comparable](things []T, key func(T) K) []T {
	seen := map[K]bool{}
	return keep(things, func(t T) bool {
		again := seen[key(t)]
		seen[key(t)] = true
		return !again
	})
}

// answeredResults returns the results of those configurations that were played: slow
// ones may not be.
func answeredResults(o notebook.Outcome, configurations []engine.Configuration) []engine.Result {
	return ask.Results(o, notebook.Answered(o, configurations, func(c engine.Configuration) []notebook.Task {
		return ask.Plays([]engine.Configuration{c})
	}))
}

// treeViews returns the trees of configurations, to be walked through on the
// page.
func treeViews(o notebook.Outcome, configurations []engine.Configuration) []report.TreeView {
	return notebook.Map(configurations, func(c engine.Configuration) report.TreeView {
		played := notebook.Get(o, ask.NewPlay(c).WithTree())
		return report.TreeView{Game: c.Game, Name: played.Result.Strategy.String(), Tree: played.Tree}
	})
}

// gameSection shows the results of one game, in a table and in a picture, beside the
// optimum if that is known.
func gameSection(entryName string, results []engine.Result, optimum string) report.Section {
	gameName := results[0].Game
	f := chart.Figure{File: fmt.Sprintf("%s-%s.png", entryName, gameName), Title: leastTitle(results, optimum), Subtitle: report.GameInWords(gameName)}
	if len(byCriterion(results)) < len(results) {
		f.Caption = fmt.Sprintf("Mean number of guesses in %s by criterion, a row for each of the other choices", gameName)
		f.Charts = []chart.Chart{meansByChoice(results)}
	} else {
		f.Caption = fmt.Sprintf("Share of the secrets of %s by number of guesses, for each criterion", gameName)
		h := chart.Histogram{Series: distributions(notebook.Map(results, criterionOf), notebook.Map(results, figuresOf)...)}
		f.Subtitle += ", first guess " + join(results, firstOf) + "; percent of the secrets"
		f.Charts = []chart.Chart{h}
	}
	return report.Section{Heading: gameName, Table: report.NewTable(results, report.ResultColumns()), Figures: []chart.Figure{f}}
}

// leastTitle says which of the results of a game has the least mean, if not all
// have the same.
func leastTitle(results []engine.Result, optimum string) string {
	least, most := extremes(results)
	if least[0].Total == most[0].Total {
		return fmt.Sprintf("All take %s guesses on average", report.Mean(least[0].Mean))
	}
	title := fmt.Sprintf("Best of %s: %s, %s", these(results), join(least, func(r engine.Result) string {
		return fmt.Sprintf("%s from %s", r.Criterion, r.First)
	}), report.Mean(least[0].Mean))
	if optimum != "" {
		title += fmt.Sprintf(" (%s)", optimum)
	}
	return title
}

// these says among what a result is the best.
func these(results []engine.Result) string {
	if n := len(byCriterion(results)); n > 1 {
		return fmt.Sprintf("%d criteria", n)
	}
	return fmt.Sprintf("%d choices", len(results))
}

// meansByChoice has a row for each choice besides the criterion, and a dot for
// each criterion.
func meansByChoice(results []engine.Result) chart.Dots {
	d := chart.Dots{XLabel: "mean number of guesses"}
	return dotsOf(d, results, criterionOf, func(r engine.Result) (string, float64) {
		return "from " + r.First + strings.TrimPrefix(r.Strategy.String(), string(r.Criterion)), r.Mean
	})
}

// gameFindings says which strategy did best in a game, beside the optimum if that is
// known, and within each criterion what the other choices, such as the first guess, are
// worth.
func gameFindings(results []engine.Result, optimum string) []string {
	least, _ := extremes(results)
	best := least[0]
	finding := fmt.Sprintf("%s: best of %s %s %s, %s guesses for %s secrets: mean %s, worst case %s",
		best.Game, these(results), english.PluralWord(len(least), "is", "are"), join(least, func(r engine.Result) string { return r.Strategy.String() + " from " + r.First }),
		thousands(best.Total), thousands(best.Secrets), report.Mean(best.Mean), worsts(least))
	if optimum != "" {
		finding += "; " + optimum
	}
	findings := []string{finding + "."}
	for _, group := range byCriterion(results) {
		good, bad := extremes(group)
		switch total := good[0].Total; {
		case total < bad[0].Total:
			findings = append(findings, fmt.Sprintf("%s, %s: mean %s (worst %s) from %s, and up to %s (worst %s) from %s.",
				best.Game, good[0].Criterion, report.Mean(good[0].Mean), worsts(good), join(good, choice), report.Mean(bad[0].Mean), worsts(bad), join(bad, choice)))
		case len(group) > 1:
			findings = append(findings, fmt.Sprintf("%s, %s: total %d from each of %s.", best.Game, good[0].Criterion, total, join(good, choice)))
		case total > best.Total:
			findings = append(findings, fmt.Sprintf("%s, %s: total %d, %d more than that.", best.Game, good[0].Criterion, total, total-best.Total))
		}
	}
	return findings
}

// choice names what sets a result apart from others of its criterion.
func choice(r engine.Result) string {
	if name := r.Strategy.String(); name != string(r.Criterion) {
		return r.First + " by " + name
	}
	return r.First
}

// worsts lists the worst cases of results, each once.
func worsts(results []engine.Result) string {
	return join(results, func(r engine.Result) string { return fmt.Sprint(r.Worst) })
}

// extremes returns the results of the least total and those of the largest:
// several where they tie.
func extremes(results []engine.Result) (least, most []engine.Result) {
	return extremesBy(results, func(r engine.Result) int { return r.Total })
}

// extremesBy returns the things of the least value and those of the largest.
func extremesBy[T any, V cmp.Ordered](things []T, value func(T) V) (least, most []T) {
	if len(things) == 0 {
		return nil, nil
	}
	low, high := value(things[0]), value(things[0])
	for _, t := range things {
		low, high = min(low, value(t)), max(high, value(t))
	}
	return keep(things, func(t T) bool { return value(t) == low }), keep(things, func(t T) bool { return value(t) == high })
}

// most is the largest value of some things, and 0 if all are less.
func most[T any, V cmp.Ordered](things []T, value func(T) V) (largest V) {
	for _, t := range things {
		largest = max(largest, value(t))
	}
	return largest
}

// keep returns those of some things of which something is true.
func keep[T any](things []T, is func(T) bool) (kept []T) {
	for _, t := range things {
		if is(t) {
			kept = append(kept, t)
		}
	}
	return kept
}

// join names several things in a sentence, each name once: a, b and c.
func join[T any](things []T, name func(T) string) string {
	names := eachOnce(things, name)
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// eachOnce lists the names of several things, each once.
func eachOnce[T any](things []T, name func(T) string) []string {
	return notebook.Map(distinct(things, name), name)
}

// commas lists things with commas between them.
func commas[T any](things []T, text func(T) string) string {
	return strings.Join(notebook.Map(things, text), ", ")
}

// publishedWith lists the published figures whose histogram the result has.
func publishedWith(r engine.Result) []published.Figure {
	return keep(published.Averages(), func(p published.Figure) bool {
		return p.Subject.Game == r.Game && p.Subject.Criterion == r.Criterion && slices.Equal(p.Histogram, r.Histogram)
	})
}

// publishedAs lists their names.
func publishedAs(r engine.Result) []string {
	return published.IDs(publishedWith(r))
}

// hitsWithin counts the secrets that are hit within so many guesses.
func hitsWithin(f tree.Figures, guesses int) int {
	n := 0
	for _, count := range f.Histogram[:min(guesses+1, len(f.Histogram))] {
		n += count
	}
	return n
}

func byGame(results []engine.Result) [][]engine.Result {
	return groupBy(results, func(r engine.Result) string { return r.Game })
}

func byCriterion(results []engine.Result) [][]engine.Result {
	return groupBy(results, criterionOf)
}

func criterionOf(r engine.Result) string { return string(r.Criterion) }

func firstOf(r engine.Result) string { return r.First }

func figuresOf(r engine.Result) tree.Figures { return r.Figures }

// groupBy splits things by a key, the groups and their members in the order
// in which they first come.
func groupBy[T any](things []T, key func(T) string) [][]T {
	var groups [][]T
	index := map[string]int{}
	for _, t := range things {
		k := key(t)
		if _, ok := index[k]; !ok {
			index[k] = len(groups)
			groups = append(groups, nil)
		}
		groups[index[k]] = append(groups[index[k]], t)
	}
	return groups
}
