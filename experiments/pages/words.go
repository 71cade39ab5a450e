package pages

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/partition"
	"codebreak/engine/static"
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// wordPools are the pools that are compared: what people mean by hard mode differs.
var wordPools = []strategy.Pool{strategy.All, strategy.Answers, strategy.Hard, strategy.HardStrict, strategy.Consistent}

// equationPools are the ones that differ where all words may be secret.
var equationPools = []strategy.Pool{strategy.All, strategy.Hard, strategy.Consistent}

// wordsEntry asks how well simple strategies play Primel and Nerdle, whose words are computed,
// beside the published averages. The largest game takes minutes.
func wordsEntry() notebook.Entry {
	quick, slow := classicOf(equationPools, "nerdle5", "nerdle6", "primel"), classicOf(equationPools, "nerdle8")
	figures := drop(keep(published.Averages(), isOfWords), isOfLists)
	quoted := configurationsOf(figures)

	_, compared := askComparisons(figures)
	played := ask.Plays(slices.Concat(quick, slow))
	letters := notebook.StudyOf([]string{"nerdle5", "nerdle6", "primel", "mm4x6", "bc4x10"}, askLetters)
	optima := notebook.StudyOf([]string{"nerdle5", "nerdle6"}, askLeastTotal)
	return notebook.Entry{
		Name: "words",
		Tasks: slices.Concat(
			ask.Plays(slices.Concat(drop(quoted, isLarge), quick)).Tasks(),
			optima.Tasks(),
			letters.Tasks(),
			ask.Plays(slices.Concat(keep(quoted, isLarge), slow)).Slow().Tasks(),
		),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			results, proved := played.In(o), optima.In(o)
			if len(results) < len(quick) || len(proved) < len(optima) {
				return report.Page{}, false
			}

			page := report.Page{Results: results}
			compareFigures(&page, "words", "published averages of Primel and Nerdle", compared.In(o), report.Tally{What: "players of games of words"})
			section, picture := poolsSection("words", results)
			page.Picture = &picture
			byLetters := letters.In(o)
			page.Sections = append([]report.Section{section, lettersSection(byLetters)}, page.Sections...)

			largest := leastOf(results, results[len(results)-1].Game)
			page.Findings = []string{
				fmt.Sprintf("The best one-step rules need %s guesses on average at Primel and %s at %s.",
					fourDecimals(leastOf(results, "primel").Mean), fourDecimals(largest.Mean), report.ShortGame(largest.Game)),
				hardMode(results) + ".",
			}
			page.Findings = append(page.Findings, lettersFinding(byLetters)...)

			for _, p := range proved {
				name, found := p.asked.Game, p.found
				page.Optima = append(page.Optima, optimumOf(name, found))
				page.Findings = append(page.Findings, fmt.Sprintf("%s: %s guesses are optimal (proved), from %s; the best one-step rule needs %s.",
					report.ShortGame(name), fourDecimals(found.Figures.Mean), found.First, fourDecimals(leastOf(results, name).Mean)))
			}
			for _, l := range byLetters {
				page.Results = append(page.Results, l.players...)
			}
			page.Findings = append(page.Findings, report.CountVerdicts(page.Tallies))
			page.Trees = []report.TreeView{{Game: proved[0].asked.Game, Name: leastTotalName, Tree: proved[0].found.Tree}}
			return page, true
		},
	}
}

func isLarge(c engine.Configuration) bool { return c.Game == "nerdle8" }

// askLeastTotal asks for the least total of a game.
func askLeastTotal(game string) notebook.Asked[optimum] {
	q := leastTotal(game)
	return notebook.Then(notebook.Ask(q), func(s ask.Solved) optimum { return optimum{asked: q, found: s} })
}

// wordleEntry asks the same of Wordle, and proves its optimum, beside published averages and
// optima. It needs the lists of words. The proof for any first word takes an hour.
func wordleEntry() notebook.Entry {
	figures := keep(published.Averages(), isOfLists)
	grid := classicOf(wordPools, configs.Wordle2315)
	var openings []engine.Configuration
	for _, first := range openingWords {
		for _, s := range []strategy.Strategy{
			{Criterion: strategy.Entropy, Ties: "consistent,minimax,first"},
			{Criterion: strategy.MostParts, Ties: "entropy,consistent,minimax,first"},
		} {
			openings = append(openings, engine.Configuration{
				Game:     configs.Wordle2315,
				Strategy: s,
				First:    first,
			})
		}
	}

	_, compared := askComparisons(figures)
	inGrid, opened := notebook.All(ask.Plays(grid)), notebook.All(ask.Plays(openings))
	best := notebook.Ask(ask.FirstWords{Game: configs.Wordle2315, Best: bestWords})
	single, couples := fixedWords()
	fixed, pairs := notebook.AskAll[ask.OpeningsFound](single), notebook.Ask(couples).Slow()
	letters := askLetters(configs.Wordle2315)
	named, ofAny := wordleOptima()
	quick, slow := notebook.StudyOf(named, askListOptimum), notebook.StudyOf(ofAny, askListOptimum).Slow()
	field := fieldClaims(true)

	return notebook.Entry{
		Name:  "wordle",
		Needs: wordleLists,
		Tasks: slices.Concat(
			compared.Tasks(), inGrid.Tasks(), opened.Tasks(), quick.Tasks(), best.Tasks(), fixed.Tasks(), letters.Tasks(),
			slow.Tasks(), pairs.Tasks(), claims.Tasks(field),
		),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			results, played := inGrid.In(o)
			begun, opened := opened.In(o)
			splits, rated := best.In(o)
			rows := slices.Concat(quick, slow).In(o)
			left := append(slices.Clip(fixed), pairs).In(o)
			byLetters, lettered := letters.In(o)
			if !played || !opened || !rated || !lettered || len(rows) == 0 || len(left) == 0 {
				return report.Page{}, false
			}

			page := report.Page{Results: slices.Concat(results, begun, byLetters.players)}
			compareFigures(&page, "wordle", "published averages of Wordle", compared.In(o), report.Tally{What: "players of games of words"})
			compared := page.Sections

			proofs := report.Tally{What: "optima"}
			for _, row := range rows {
				if row.published() {
					proofs.Claims = append(proofs.Claims, row.claim())
				}
				if row.leastTotal() {
					page.Optima = append(page.Optima, optimumOf(row.asked.Game, row.found))
				}
			}
			page.Tallies = append(page.Tallies, proofs, fieldTally(o, field))

			first, picture := openingSection(begun, rows)
			pools, costs := poolsSection("wordle", results)
			pools.Figures = []chart.Figure{costs}
			page.Picture = &picture
			page.Sections = append([]report.Section{
				report.NewSection("Optimal play", "",
					optimaTable(rows)),
				first, bestWordsSection(splits), fixedWordsSection(left), pools, lettersSection([]lettersRow{byLetters}),
			}, compared...)
			page.Add("Lists", "",
				report.TableOf(configs.Lists(), listCells))
			page.Findings = []string{wordleAnswer(rows), hardMode(results) + ".", firstWordFinding(begun), lettersFinding([]lettersRow{byLetters})[0], report.CountVerdicts(page.Tallies)}
			return page, true
		},
	}
}

func listCells(l game.ListID) []report.Cell {
	return report.Cells(
		"list", l.Name,
		"words", l.Words,
		"SHA-256", l.SHA256,
		"what it is", l.About,
	)
}

// bestOf returns the optimum of Wordle with all words allowed: from any first word if that was
// computed, and else from a given one.
func bestOf(rows []optimum) (best optimum) {
	for _, row := range rows {
		if !row.leastTotal() || row.asked.Pool != strategy.All {
			continue
		}
		better := row.found.Figures.Total < best.found.Figures.Total
		if best.found.First == "" || better || row.asked.First == "" {
			best = row
		}
	}
	return best
}

func wordleAnswer(rows []optimum) string {
	best := bestOf(rows)
	against := "every other first word"
	if best.asked.First != "" {
		against = "all play from that word"
	}
	return fmt.Sprintf("At best %s guesses on average, beginning with %s: proved for the original Wordle, against %s.",
		fourDecimals(best.found.Figures.Mean), best.found.First, against)
}

// wordleOptima lists the optima of Wordle to be searched: in seconds the printed ones and
// those of other pools, and in an hour those of any first word.
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

	for _, of := range []string{"pool=hard first=salet", "pool=hard-strict first=salet", "pool=answers first=raise", "pool=consistent first=raise"} {
		quick = append(quick, published.Figure{Subject: sure(engine.ParseSubject(configs.Wordle2315 + " optimal " + of))})
	}
	return quick, slow
}

// askListOptimum asks for an optimum of Wordle.
func askListOptimum(p published.Figure) notebook.Asked[optimum] {
	q := ask.BestOfLists(p.Subject.Problem())
	return notebook.Then(notebook.Ask(q), func(found ask.Solved) optimum {
		return optimum{asked: q, printed: p, found: found}
	})
}

// wordleLists says which lists of Wordle are missing.
func wordleLists() error {
	for _, name := range []string{configs.Wordle2315, configs.Wordle2309} {
		if _, err := game.Parse(name); err != nil {
			return errors.New(strings.Replace(err.Error(), name, report.ShortName(name), 1))
		}
	}
	return nil
}

// openingWords are first words of Wordle that were published as best by some measure.
var openingWords = []string{"salet", "reast", "trace", "crate", "slate", "carle", "soare", "raise", "roate", "tares", "lares", "arise", "crane", "slane", "adieu"}

// leastOf returns the result of least total in a game.
func leastOf(results []engine.Result, name string) engine.Result {
	least, _ := extremes(keep(results, func(r engine.Result) bool { return r.Game == name }))
	return least[0]
}

// hardCost is how many guesses official hard mode costs entropy in a game, on average.
func hardCost(results []engine.Result) float64 {
	mean := map[strategy.Pool]float64{}
	for _, r := range results {
		if r.Criterion == strategy.Entropy {
			mean[r.Pool] = r.Mean
		}
	}
	return mean[strategy.Hard] - mean[strategy.All]
}

// hardMode says what hard mode costs entropy, game by game.
func hardMode(results []engine.Result) string {
	least, most := extremesBy(byGame(results), hardCost)
	cost := fmt.Sprintf("%.2f", hardCost(most[0]))
	if from := fmt.Sprintf("%.2f", hardCost(least[0])); from != cost {
		cost = from + " to " + cost
	}
	return fmt.Sprintf("Hard mode costs entropy %s guesses in %s", cost, join(results, titleOf))
}

func titleOf(r engine.Result) string { return game.Title(r.Game) }

// poolsSection shows what each meaning of hard mode costs, by game and criterion, in a table
// and in a picture: of one game its means, of several what a pool costs entropy in each.
func poolsSection(entry string, results []engine.Result) (report.Section, chart.Figure) {
	picture := chart.Figure{
		File:  entry + "-pools.png",
		Title: hardMode(results),
	}
	if len(byGame(results)) > 1 {
		picture.Caption = "What each pool of guesses costs entropy against a free choice, in guesses, by game"
		picture.Subtitle = "mean guesses of entropy more than with any word, from its own first guess"
		picture.Charts = []chart.Chart{poolCosts(results)}
	} else {
		picture.Caption = "Mean number of guesses with each pool of guesses, by criterion"
		picture.Subtitle = "a row for each pool of guesses; each criterion from its own first guess"
		picture.Charts = []chart.Chart{dotsOf(chart.Dots{XLabel: "mean number of guesses"}, results, criterionOf, func(r engine.Result) (string, float64) {
			return poolNames[r.Pool], r.Mean
		})}
	}
	return report.NewSection("Hard mode, in each of its meanings", "",
		report.TableOf(results, report.ResultCells)), picture
}

// poolCosts has a row for each game and a column for each pool: how many guesses entropy
// needs more than with any word.
func poolCosts(results []engine.Result) chart.HeatMap {
	h := chart.HeatMap{Unit: "guesses more than with any word"}
	for _, ofGame := range byGame(results) {
		means := map[strategy.Pool]float64{}
		for _, r := range ofGame {
			if r.Criterion == strategy.Entropy {
				means[r.Pool] = r.Mean
			}
		}

		h.Rows = append(h.Rows, report.ShortGame(ofGame[0].Game))
		h.Columns = nil
		var cells []chart.Cell
		for _, pool := range []strategy.Pool{strategy.All, strategy.Hard, strategy.Consistent} {
			h.Columns = append(h.Columns, poolNames[pool])
			cell := chart.Cell{Value: math.NaN()} // if it was not played
			if mean, played := means[pool]; played {
				cell.Value = mean - means[strategy.All]
				cell.Label = fmt.Sprintf("%+.2f", cell.Value)
			}
			cells = append(cells, cell)
		}
		h.Cells = append(h.Cells, cells)
	}
	return h
}

// A lettersRow is a game with its players by letter frequency, and entropy, which guesses only
// candidates here as they do.
type lettersRow struct {
	players []engine.Result
	entropy engine.Result
}

func askLetters(game string) notebook.Asked[lettersRow] {
	var configurations []engine.Configuration
	for _, criterion := range strategy.LetterFrequencies() {
		configurations = append(configurations, engine.Configuration{Game: game, Strategy: strategy.Strategy{Criterion: criterion}})
	}
	entropy := engine.Configuration{Game: game, Strategy: strategy.Strategy{Criterion: strategy.Entropy, Pool: strategy.Consistent}}
	return notebook.Both(notebook.All(ask.Plays(configurations)), ask.ResultOf(entropy), func(players []engine.Result, entropy engine.Result) lettersRow {
		return lettersRow{players: players, entropy: entropy}
	})
}

// lettersSection shows what players by letter frequency need, beside entropy.
func lettersSection(rows []lettersRow) report.Section {
	var results []engine.Result
	for _, row := range rows {
		results = append(append(results, row.entropy), row.players...)
	}
	return report.NewSection("By letter frequency", "",
		report.TableOf(results, func(r engine.Result) []report.Cell {
			return append(report.Cells("game", report.ShortGame(r.Game)), report.ResultCells(r)...)
		}))
}

// lettersFinding says what letter frequency costs at least, game by game; nothing without a game.
func lettersFinding(rows []lettersRow) []string {
	if len(rows) == 0 {
		return nil
	}
	cost := func(r lettersRow) float64 {
		least, _ := extremes(r.players)
		return least[0].Mean - r.entropy.Mean
	}
	least, most := extremesBy(rows, cost)
	text := fmt.Sprintf("%.2f", cost(most[0]))
	if from := fmt.Sprintf("%.2f", cost(least[0])); from != text {
		text = from + " to " + text
	}
	return []string{fmt.Sprintf("Letter frequency costs at least %s guesses against entropy, if both guess candidates only.", text)}
}

// poolNames names pools for rows of pictures.
var poolNames = map[strategy.Pool]string{
	strategy.All:        "any word",
	strategy.Answers:    "answers only",
	strategy.Hard:       "hard mode",
	strategy.HardStrict: "consistent words",
	strategy.Consistent: "candidates only",
}

// bestWords is how many first words are shown for each criterion.
const bestWords = 5

// bestWordsSection shows the best first words of Wordle by each criterion.
func bestWordsSection(asked ask.FirstGuessSplits) report.Section {
	var cells [][]any
	for c, criterion := range strategy.Classic() {
		ranked := sortedBy(asked.Splits, func(s ask.FirstGuessSplit) float64 {
			return ask.Rated(s.Quality())[c]
		})
		for place, split := range ranked[:bestWords] {
			cells = append(cells, []any{criterion, place + 1, split.Guess, ratedAs(split.Quality(), criterion)})
		}
	}

	return report.NewSection("The best first words by each criterion", "",
		report.NewTable([]string{"criterion", "place", "word", "<rated"}, cells))
}

// publishedOpenings are words fixed in advance, with the figures that Duotrigordle's notes print
// for them: how many of 2,653 boards are solvable after these words.
var publishedOpenings = map[string]string{
	"buret": "duotrigordle/buret-solvable", "soare until": "duotrigordle/soare-until", "files prang dutch": "duotrigordle/files-prang-dutch",
}

// fixedWords asks what published openings of Wordle leave, and for the best: of two words all
// pairs are tried, which takes minutes.
func fixedWords() (quick []ask.Openings, pairs ask.Openings) {
	for _, words := range slices.Sorted(maps.Keys(publishedOpenings)) {
		quick = append(quick, ask.Openings{Game: configs.Wordle2315, Given: strings.Fields(words)})
	}
	return append(quick, bestOpening(1), bestOpening(3)), bestOpening(2)
}

// bestOpening asks for the best of a number of words.
func bestOpening(words int) ask.Openings {
	return ask.Openings{Game: configs.Wordle2315, Guesses: words, Seed: 1}
}

// fixedWordsSection shows what words fixed in advance leave.
func fixedWordsSection(found []ask.OpeningsFound) report.Section {
	names := map[static.Measure]string{
		static.MostClasses:    "the most classes",
		static.LeastExpected:  "the fewest answers left",
		static.MostIdentified: "the most answers identified",
		ask.Given:             "published",
	}

	var rows []ask.Opening
	for _, of := range found {
		rows = append(rows, of.Openings...)
	}
	slices.SortStableFunc(rows, byLengthAndClasses)

	most := slices.MaxFunc(rows, byClasses)
	return report.NewSection("Words fixed in advance",
		fmt.Sprintf("%s tell %s classes of the 2,315 answers apart. Proved: all words, or all pairs, were tried; three words come from a local search, and there may be better ones. Printed: boards (of 2,653, on lists we do not have) that Duotrigordle's notes count as solvable.",
			inCapitals(most), wording.Thousands(most.Classes)),
		report.TableOf(rows, func(w ask.Opening) []report.Cell {
			printed, proved := any(nil), yesNo(w.Proved)
			if w.By == ask.Given {
				printed, proved = sure(published.FigureOf(publishedOpenings[strings.Join(w.Guesses, " ")])).Mean, "-"
			}
			return report.Cells(
				"words", inCapitals(w),
				"for", names[w.By],
				">classes", w.Classes,
				">answers left", report.Decimals(w.Expected, 3),
				">identified", w.Identified,
				">printed", printed,
				"proved", proved,
			)
		}))
}

func byLengthAndClasses(a, b ask.Opening) int {
	return cmp.Or(len(a.Guesses)-len(b.Guesses), a.Classes-b.Classes)
}

func byClasses(a, b ask.Opening) int { return a.Classes - b.Classes }

// inCapitals writes the words of an opening as Wordle shows them.
func inCapitals(w ask.Opening) string { return strings.ToUpper(strings.Join(w.Guesses, " ")) }

// ratedAs writes the number by which a criterion rates a split.
func ratedAs(q partition.Quality, c strategy.Criterion) string {
	switch c {
	case strategy.Minimax:
		return fmt.Sprintf("largest class %d", q.Largest)
	case strategy.ExpectedSize:
		return fmt.Sprintf("expected class %.2f", q.ExpectedSize)
	case strategy.Entropy:
		return fmt.Sprintf("%.4f bits", q.Entropy)
	}
	return fmt.Sprintf("%d classes", q.Parts)
}

// openingSection shows what first words are worth, in a table and in a picture with the
// optimum.
func openingSection(results []engine.Result, optima []optimum) (report.Section, chart.Figure) {
	sorted := sortedBy(results, total)
	best := bestOf(optima).found.Figures.Mean
	dots := chart.Dots{
		XLabel: "mean number of guesses",
		Marks:  []chart.Mark{{Name: fmt.Sprintf("optimum %.4f", best), X: best}},
	}
	dots = dotsOf(dots, sorted, criterionOf, firstAndMean)

	picture := chart.Figure{
		File:    "wordle-first-words.png",
		Caption: "Mean number of guesses from first words of Wordle, by two one-step strategies, with the proved optimum",
		Title: fmt.Sprintf("Wordle: %s from %s is %.4f guesses above the proved optimum",
			report.CriterionInWords(string(sorted[0].Criterion)), sorted[0].First, sorted[0].Mean-best),
		Subtitle: "popular first words of the original, with 2,315 answers",
		Charts:   []chart.Chart{dots},
	}
	return report.NewSection("First words", "",
		report.TableOf(sorted, report.ResultCells)), picture
}

func firstAndMean(r engine.Result) (string, float64) { return r.First, r.Mean }

// firstWordFinding says how far first words are apart.
func firstWordFinding(results []engine.Result) string {
	least, most := extremes(keep(results, isByMostParts))
	return fmt.Sprintf("Continued by most parts, %s needs %s guesses and %s %s: the best and the worst of %d popular first words.",
		least[0].First, fourDecimals(least[0].Mean), most[0].First, fourDecimals(most[0].Mean), len(openingWords))
}

func isByMostParts(r engine.Result) bool { return r.Criterion == strategy.MostParts }
