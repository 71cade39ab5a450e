package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/optimal"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// wordPools are the pools that are compared: what people mean by hard mode differs.
var wordPools = []strategy.Pool{strategy.All, strategy.Answers, strategy.Hard, strategy.HardStrict, strategy.Consistent}

// equationPools are those of them that differ where all words may be secret.
var equationPools = []strategy.Pool{strategy.All, strategy.Hard, strategy.Consistent}

// wordsEntry plays games of words whose words are computed. The largest takes minutes.
func wordsEntry() notebook.Entry {
	quick, slow := classicOf(equationPools, "nerdle5", "nerdle6", "primel"), classicOf(equationPools, "nerdle8")
	large := func(c engine.Configuration) bool { return c.Game == "nerdle8" }
	figures := keep(published.Averages(), func(f published.Figure) bool { return ofWords(f.Subject.Game) && !words.FromLists(f.Subject.Game) })
	quoted := configurationsOf(figures)
	others := byEntropy("mm4x6", "mm5x8", "bc4x10")
	optima := []ask.Solve{leastTotal("nerdle5", strategy.All), leastTotal("nerdle6", strategy.All)}
	small := func(c engine.Configuration) bool { return !large(c) }
	return notebook.Entry{
		Name:     "words",
		Question: "Games of words: Primel and Nerdle",
		About:    "How well do strategies do in games that are answered as Wordle is, but whose words are primes or equations? Which published averages hold, and what does hard mode cost?",
		Tasks: slices.Concat(ask.Plays(slices.Concat(keep(quoted, small), quick, others)), notebook.AskAll(optima),
			notebook.Slow(ask.Plays(slices.Concat(keep(quoted, large), slow)))),
		Page: func(o notebook.Outcome) report.Page {
			results := answeredResults(o, slices.Concat(quick, slow))
			page := report.Page{Results: results}
			compareFigures(&page, o, figures, report.Tally{What: "players of games of words"})
			page.Sections = append(page.Sections, wordPoolsSections("words", results, []string{"nerdle5", "nerdle6", "primel", "nerdle8"})...)
			page.Sections = append(page.Sections, bitsSection(slices.Concat(results, ask.Results(o, others))))
			page.Findings = append([]string{report.CountVerdicts(page.Tallies)}, hardFindings(results)...)
			for _, q := range optima {
				s := notebook.Get(o, q)
				page.Optima = append(page.Optima, optimumOf(q.Game, s))
				page.Findings = append(page.Findings, fmt.Sprintf("%s: the least total is %d, from %s; the best one-step strategy takes %d.", q.Game, s.Figures.Total, s.First, leastOf(results, q.Game).Total))
			}
			// One tree is enough to see what such trees are like.
			page.Trees = []report.TreeView{{Game: optima[0].Game, Name: leastTotalName, Tree: notebook.Get(o, optima[0]).Tree}}
			return page
		},
	}
}

// wordleEntry plays Wordle, where its lists are found. To prove its optimum, whatever
// the first word, takes an hour.
func wordleEntry() notebook.Entry {
	figures := keep(published.Averages(), func(f published.Figure) bool { return words.FromLists(f.Subject.Game) })
	grid := classicOf(wordPools, configs.Wordle2315, configs.Wordle2309)
	others := byEntropy("mm4x6", "mm5x8", "bc4x10", "nerdle6", "primel")
	var openings []engine.Configuration
	for _, first := range openingWords {
		for _, s := range []strategy.Strategy{{Criterion: strategy.Entropy, Ties: "consistent,minimax,first"}, {Criterion: strategy.MostParts, Ties: "entropy,consistent,minimax,first"}} {
			openings = append(openings, engine.Configuration{Game: configs.Wordle2315, Strategy: s, First: first})
		}
	}
	best := []ask.FirstWords{{Game: configs.Wordle2315, Best: bestWords}, {Game: configs.Wordle2309, Best: bestWords}}
	quick, slow := wordleOptima()
	field := fieldClaims(true)
	return notebook.Entry{
		Name:     "wordle",
		Question: "Wordle",
		About:    "Published averages of Wordle contradict each other. Which can be reproduced, with which lists, pools and ties? What are the best first words worth, what did the change of the answers in 2022 do, and what does each meaning of hard mode cost? Does any strategy for the original take fewer than 7,920 guesses in all?",
		Needs:    wordleLists,
		Tasks: slices.Concat(ask.Plays(slices.Concat(configurationsOf(figures), grid, openings, others)),
			allTasks(quick, listTasks), notebook.AskAll[ask.FirstGuessSplits](best), notebook.Slow(allTasks(slow, listTasks)), claims.Tasks(field)),
		Page: func(o notebook.Outcome) report.Page {
			results := ask.Results(o, grid)
			page := report.Page{Results: results}
			compareFigures(&page, o, figures, report.Tally{What: "players of games of words"})
			var rows []optimum
			proofs := report.Tally{What: "optima"}
			for _, p := range notebook.Answered(o, slices.Concat(quick, slow), listTasks) {
				q := listSolveOf(p)
				row := optimum{asked: q.Solve, found: notebook.Get(o, q), printed: p}
				if row.published() {
					proofs.Claims = append(proofs.Claims, row.claim())
				}
				if row.leastTotal() {
					page.Optima = append(page.Optima, optimumOf(q.Game, row.found))
				}
				rows = append(rows, row)
			}
			page.Tallies = append(page.Tallies, proofs, fieldTally(o, field))
			page.Sections = append(page.Sections,
				report.Section{
					Heading: "The best strategies",
					Text:    "All strategies from these first words were searched, or from any: every first word was tried then, and either its parts alone prove that it takes no fewer guesses, or a search does. The trees found were replayed by the checker, and are not kept, since they hold the lists.",
					Table:   optimaTable(rows),
				},
				bestWordsSection(notebook.GetAll(o, best)),
				openingSection(ask.Results(o, openings)),
				listsSection(results), bitsSection(slices.Concat(results, ask.Results(o, others))),
			)
			page.Sections = append(page.Sections, wordPoolsSections("wordle", results, []string{configs.Wordle2309})...)
			page.Sections = append(page.Sections, knownLists(), report.Section{
				Heading: "Figures of further sources", Table: report.ClaimsTable(page.Tallies[len(page.Tallies)-1].Claims), FolderOnly: true,
			})
			page.Findings = append(page.Findings, report.CountVerdicts(page.Tallies))
			page.Findings = append(page.Findings, listFindings(results)...)
			page.Findings = append(page.Findings, hardFindings(results)...)
			for _, row := range rows {
				switch {
				case row.asked.First == "":
					page.Findings = append(page.Findings, fmt.Sprintf("%s: %s (proved); the tree found begins with %s.", shortName(row.asked.Game), row.found.Proof(), row.found.First))
				case row.found.Proved && !row.published() && row.asked.First == "salet":
					page.Findings = append(page.Findings, fmt.Sprintf("From %s, with pool %s and any number of guesses: least total %d, worst case %d (proved).", row.asked.First, row.asked.Pool, row.found.Figures.Total, row.found.Figures.Worst))
				}
			}
			return page
		},
	}
}

// wordleOptima lists the optima of Wordle that are searched: in seconds those that are
// printed and those of other pools, and in an hour those of any first word.
func wordleOptima() (quick, slow []published.Figure) {
	for _, p := range published.Optima() {
		switch {
		case !ofWords(p.Subject.Game):
		case p.Subject.First == "":
			slow = append(slow, p)
		default:
			quick = append(quick, p)
		}
	}
	for _, with := range []struct {
		pool  strategy.Pool
		first string
	}{{strategy.Hard, "salet"}, {strategy.HardStrict, "salet"}, {strategy.Answers, "raise"}, {strategy.Consistent, "raise"}} {
		asked := optimal.ProblemSpec{Game: configs.Wordle2315, Objective: optimal.Total, Pool: with.pool, First: with.first}
		quick = append(quick, published.Figure{Subject: engine.SubjectOf(asked)})
	}
	return quick, slow
}

// listSolveOf asks for an optimum of Wordle.
func listSolveOf(p published.Figure) ask.ListSolve { return ask.BestOfLists(p.Subject.Problem()) }

func listTasks(p published.Figure) []notebook.Task {
	return []notebook.Task{notebook.Ask(listSolveOf(p))}
}

// ofWords reports whether a game is one of words, by its name: lists need not be there.
func ofWords(name string) bool {
	return slices.ContainsFunc([]string{"nerdle", "primel", "wordle-"}, func(begin string) bool { return strings.HasPrefix(name, begin) })
}

// wordleLists says which lists of Wordle are missing.
func wordleLists() error {
	for _, name := range []string{configs.Wordle2315, configs.Wordle2309} {
		if _, err := game.Parse(name); err != nil {
			return err
		}
	}
	return nil
}

// openingWords are first words of Wordle that were published as best by some measure.
var openingWords = []string{"salet", "reast", "trace", "crate", "slate", "carle", "soare", "raise", "roate", "tares", "lares", "arise", "crane", "slane", "adieu"}

// knownLists shows which lists are meant.
func knownLists() report.Section {
	return report.Section{
		Heading: "Lists",
		Text:    "The checksums are of the words in alphabetical order, each with a line feed; names of games hold their first 16 digits.",
		Table: report.TableOf(configs.Lists(), "list | words | SHA-256 | what it is", func(l game.ListID) []any {
			return []any{l.Name, l.Words, l.SHA256, l.About}
		}),
	}
}

// leastOf returns the result of least total in a game.
func leastOf(results []engine.Result, name string) engine.Result {
	least, _ := extremes(keep(results, func(r engine.Result) bool { return r.Game == name }))
	return least[0]
}

// wordPoolsSections show what each pool comes to, by game and criterion, in pictures of
// those of the games that are to be drawn where pools differ.
func wordPoolsSections(entry string, results []engine.Result, drawn []string) []report.Section {
	pictures := report.Section{Heading: "Histograms of pools"}
	s := report.Section{
		Heading: "Hard mode, in each of its meanings",
		Text:    "Every criterion with every pool, each from its own first guess. Hard: the official rule, by which green letters stay and revealed letters are used again. Hard-strict: guesses that agree with all answers, though they need not be secrets. Consistent: those that may be the secret. Answers: any secret. All: any word.",
		Table:   report.NewTable(results, report.ResultColumns()),
	}
	var alike []string // what pictures would not tell
	for _, group := range byGame(results) {
		byEntropy := keep(group, func(r engine.Result) bool { return r.Criterion == strategy.Entropy })
		pool := func(r engine.Result) string { return string(r.Pool) }
		least, most := extremes(byEntropy)
		switch {
		case least[0].Total == most[0].Total:
			alike = append(alike, fmt.Sprintf("%s takes %s guesses on average by entropy with every pool.", shortName(group[0].Game), report.Mean(least[0].Mean)))
			continue
		case !slices.Contains(drawn, group[0].Game):
			alike = append(alike, fmt.Sprintf("The histograms of %s look the same.", shortName(group[0].Game)))
			continue
		}
		pictures.Figures = append(pictures.Figures, chart.Figure{
			File:     fmt.Sprintf("%s-pools-%s.png", entry, shortName(group[0].Game)),
			Caption:  fmt.Sprintf("Histograms of %s by entropy, with each pool", group[0].Game),
			Title:    fmt.Sprintf("By entropy, pool %s takes %s guesses, and %s %s", join(least, pool), report.Decimals(least[0].Mean, 2), join(most, pool), report.Decimals(most[0].Mean, 2)),
			Subtitle: report.GameInWords(group[0].Game) + ", entropy, each pool from its own first guess; % of the secrets",
			Charts:   []chart.Chart{chart.Histogram{Series: distributions(notebook.Map(byEntropy, pool), notebook.Map(byEntropy, figuresOf)...)}},
		})
	}
	pictures.Text = strings.Join(alike, " ")
	return []report.Section{s, pictures}
}

// shortName leaves out what identifies lists in the name of a game, but for how many
// words they have.
func shortName(name string) string {
	parts := strings.Split(name, "-")
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return len(p) == 16 }), "-")
}

// hardFindings says what the kinds of hard mode cost on average.
func hardFindings(results []engine.Result) (findings []string) {
	for _, group := range byGame(results) {
		free := map[strategy.Criterion]int{}
		extra := map[strategy.Pool]int{}
		for _, r := range group {
			if r.Pool == strategy.All {
				free[r.Criterion] = r.Total
			}
		}
		for _, r := range group {
			extra[r.Pool] += r.Total - free[r.Criterion]
		}
		var parts []string
		for _, pool := range wordPools[1:] {
			if _, played := extra[pool]; !played {
				continue
			}
			parts = append(parts, fmt.Sprintf("%s %+.5f", pool, float64(extra[pool])/float64(len(free)*group[0].Secrets)))
		}
		findings = append(findings, fmt.Sprintf("%s: extra guesses per secret compared with pool all, averaged over the criteria: %s.", shortName(group[0].Game), strings.Join(parts, ", ")))
	}
	return findings
}

// bitsSection compares games by how much a guess finds out.
func bitsSection(results []engine.Result) report.Section {
	rows := keep(results, func(r engine.Result) bool { return r.Criterion == strategy.Entropy && r.Pool == strategy.All })
	bits := func(r engine.Result) float64 { return math.Log2(float64(r.Secrets)) }
	return report.Section{
		Heading: "Games by the bits of their secrets",
		Text:    "A secret drawn from n is worth log2 n bits. The more answers a game has, the more a guess tells; the last guess only confirms.",
		Table: report.TableOf(rows, "game | secrets | bits | mean by entropy | bits for each guess", func(r engine.Result) []any {
			return []any{shortName(r.Game), r.Secrets, report.Decimals(bits(r), 2), report.Mean(r.Mean), report.Decimals(bits(r)/r.Mean, 2)}
		}),
	}
}

// bestWords is how many first words are shown for each criterion.
const bestWords = 5

// bestWordsSection shows the best first words by each criterion, of the two versions of
// Wordle.
func bestWordsSection(versions []ask.FirstGuessSplits) report.Section {
	var rows [][]any // of the table
	for c, criterion := range strategy.Classic() {
		ranked := notebook.Map(versions, func(v ask.FirstGuessSplits) []ask.FirstGuessSplit {
			return slices.SortedStableFunc(slices.Values(v.Splits), func(a, b ask.FirstGuessSplit) int {
				return cmp.Compare(ask.Rated(a.Quality())[c], ask.Rated(b.Quality())[c])
			})
		})
		for place := range bestWords {
			rows = append(rows, append([]any{criterion, place + 1}, notebook.Map(ranked, func(splits []ask.FirstGuessSplit) any {
				return fmt.Sprintf("%s: %s", splits[place].Guess, ratedAs(splits[place].Quality(), criterion))
			})...))
		}
	}
	return report.Section{
		Heading: "The best first words by each criterion",
		Text:    "Every word was tried as the first guess, against all secrets. What some of them come to is below.",
		Table:   report.TableOf(rows, "criterion | place | <of "+shortName(configs.Wordle2315)+" | <of "+shortName(configs.Wordle2309), func(row []any) []any { return row }),
	}
}

// ratedAs writes what a criterion sees in a split.
func ratedAs(q partition.Quality, c strategy.Criterion) string {
	switch c {
	case strategy.Minimax:
		return fmt.Sprintf("largest part %d", q.Largest)
	case strategy.ExpectedSize:
		return fmt.Sprintf("%.2f expected to be left", q.ExpectedSize)
	case strategy.Entropy:
		return fmt.Sprintf("%.4f bits", q.Entropy)
	}
	return fmt.Sprintf("%d parts", q.Parts)
}

// openingSection shows what first words are worth.
func openingSection(results []engine.Result) report.Section {
	type row struct{ entropy, parts engine.Result }
	var rows []row
	for pair := range slices.Chunk(results, 2) {
		rows = append(rows, row{pair[0], pair[1]})
	}
	slices.SortStableFunc(rows, func(a, b row) int { return a.parts.Total - b.parts.Total })
	return report.Section{
		Heading: "First words",
		Text:    "First words that were published as best by some measure, continued by two one-step strategies. The words that each criterion rates best are above.",
		Table: report.TableOf(rows, "first word | total by entropy | mean | worst | total by most parts | mean | worst", func(r row) []any {
			return []any{
				r.entropy.First, r.entropy.Total, report.Mean(r.entropy.Mean), r.entropy.Worst, r.parts.Total, report.Mean(r.parts.Mean),
				r.parts.Worst,
			}
		}),
	}
}

// A listChange is a strategy before and after the answers were changed.
type listChange struct{ before, after engine.Result }

func (c listChange) change() float64 { return c.after.Mean - c.before.Mean }

// listChanges pairs the results of the two versions of Wordle, which come one after
// the other.
func listChanges(results []engine.Result) (changes []listChange) {
	half := len(results) / 2
	for i := range half {
		changes = append(changes, listChange{results[i], results[half+i]})
	}
	return changes
}

// listsSection shows how the change of the answers changes averages.
func listsSection(results []engine.Result) report.Section {
	before, after := results[0], results[len(results)-1]
	return report.Section{
		Heading: "The answers that were changed in 2022",
		Text:    fmt.Sprintf("The same strategies with the %d answers of the original and with the %d of the New York Times: their means are over different secrets, so they differ though nobody plays better.", before.Secrets, after.Secrets),
		Table: report.TableOf(listChanges(results), "criterion | pool | first word | "+fmt.Sprintf("mean of %d", before.Secrets)+" | first word | "+fmt.Sprintf("mean of %d", after.Secrets)+" | change", func(c listChange) []any {
			return []any{
				c.before.Criterion, c.before.Pool, c.before.First, report.Mean(c.before.Mean), c.after.First, report.Mean(c.after.Mean),
				report.Decimals(c.change(), 5).Signed(),
			}
		}),
	}
}

// listFindings says how far the change of the answers goes.
func listFindings(results []engine.Result) []string {
	least, most := extremesBy(listChanges(results), listChange.change)
	which := func(c listChange) string { return fmt.Sprintf("%s, pool %s", c.before.Criterion, c.before.Pool) }
	return []string{fmt.Sprintf("With the answers of the New York Times, means change by between %+.5f (%s) and %+.5f (%s) guesses.",
		least[0].change(), which(least[0]), most[0].change(), which(most[0]))}
}
