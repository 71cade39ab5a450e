// How well games of words can be played: Primel and Nerdle, whose words are computed, and Wordle,
// whose words come from lists.

package pages

import (
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
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/notebook/fixed"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// wordPools are the pools that are compared: what people mean by hard mode differs.
var wordPools = []strategy.Pool{
	strategy.All,
	strategy.Answers,
	strategy.Hard,
	strategy.HardStrict,
	strategy.Consistent,
}

// equationPools are the ones that differ where all words may be secret.
var equationPools = []strategy.Pool{
	strategy.All,
	strategy.Hard,
	strategy.Consistent,
}

// wordsEntry asks how well simple strategies play Primel and Nerdle, whose words are computed,
// beside the published averages. The largest game takes minutes.
func wordsEntry() notebook.Entry {
	quick := classicOf(equationPools, "nerdle5", "nerdle6", "primel")
	slow := classicOf(equationPools, "nerdle8")
	figures := drop(lists.Keep(published.Averages(), isOfWords), isOfLists)
	large, small := divide(configurationsOf(figures), isLarge)

	compared := notebook.StudyOf(figures, askComparison)
	played := ask.Plays(slices.Concat(quick, slow))
	letters := notebook.StudyOf(strings.Fields("nerdle5 nerdle6 primel mm4x6 bc4x10"), askLetters)
	optima := notebook.StudyOf(strings.Fields("nerdle5 nerdle6"), askLeastTotal)
	return notebook.Entry{
		Name: "words",
		Tasks: notebook.TasksOf(
			ask.Plays(slices.Concat(small, quick)),
			optima,
			letters,
			ask.Plays(slices.Concat(large, slow)).Slow(),
		),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			results, proved := played.In(o), optima.In(o)
			if len(results) < len(quick) || len(proved) < len(optima) {
				return report.Page{}, false
			}
			return wordsPage(results, proved, letters.In(o), compared.In(o)), true
		},
	}
}

// wordsPage may lack players by letter frequency and comparisons.
func wordsPage(
	results []engine.Result,
	proved []optimum,
	letters []lettersRow,
	compared []report.Comparison,
) report.Page {
	page := report.Page{
		Results: results,
		Picture: poolsFigure("words-pools.png", results),
	}

	largest := leastOf(results, results[len(results)-1].Game)
	page.Findf(
		"The best one-step rules need %.4f guesses on average at Primel and %.4f at %s.",
		leastOf(results, "primel").Mean,
		largest.Mean,
		report.ShortGame(largest.Game),
	)
	page.Findf("%s.", hardMode(results))
	if len(letters) > 0 {
		page.Findf(lettersFinding, costOf(letters, lettersRow.cost))
	}

	for _, p := range proved {
		best := p.reported()
		page.Optima = append(page.Optima, best)
		page.Findf(
			"%s: %.4f guesses are optimal (proved), from %s; the best one-step rule needs %.4f.",
			report.ShortGame(best.Game),
			best.Mean,
			best.First,
			leastOf(results, best.Game).Mean,
		)
	}
	page.Trees = []report.TreeView{proved[0].treeView()}

	addTable(&page, poolsHeading, results, resultOfGame)
	addLetters(&page, letters)
	compareFigures(&page, besidePrinted, compared, wordsTally())
	page.Findf("%s", report.CountVerdicts(page.Tallies))
	return page
}

// besidePrinted links to the picture of histograms.
const besidePrinted = "[One picture](../published/README.md) shows the histograms beside the printed ones."

// resultOfGame are the cells of a result among those of other games.
func resultOfGame(r engine.Result) report.Row {
	return append(report.Cells("game", report.ShortGame(r.Game)), report.ResultCells(r)...)
}

// wordsTally is a tally of players without their figures.
func wordsTally() report.Tally {
	return report.Tally{What: "players of games of words"}
}

func isLarge(c engine.Configuration) bool {
	return c.Game == "nerdle8"
}

// askLeastTotal asks for the least total of a game.
func askLeastTotal(game string) notebook.Asked[optimum] {
	least := leastTotal(game)
	return askAs(published.Figure{}, least, least)
}

// wordleEntry asks the same of Wordle, and proves its optimum, beside published averages and
// optima. It needs the lists of words. The proof for any first word takes an hour.
func wordleEntry() notebook.Entry {
	compared := notebook.StudyOf(lists.Keep(published.Averages(), isOfLists), askComparison)
	inGrid := ask.Plays(classicOf(wordPools, configs.Wordle2315)).All()
	opened := ask.Plays(wordleOpenings()).All()
	best := notebook.Ask(fixed.FirstWords{Game: configs.Wordle2315, Best: bestWords})
	letters := askLetters(configs.Wordle2315)

	single, couples := fixedWords()
	openings := append(notebook.AskAll[fixed.OpeningsFound](single), notebook.Ask(couples).Slow())

	named, ofAny := wordleOptima()
	solved := append(notebook.StudyOf(named, askOptimumOfLists), notebook.StudyOf(ofAny, askOptimumOfLists).Slow()...)
	field := fieldClaims(true)

	return notebook.Entry{
		Name:  "wordle",
		Needs: wordleLists,
		Tasks: append(
			notebook.TasksOf(compared, inGrid, opened, solved, best, openings, letters),
			claims.Tasks(field)...),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			results, played := inGrid.In(o)
			begun, opened := opened.In(o)
			splits, rated := best.In(o)
			byLetters, lettered := letters.In(o)
			optima, left := solved.In(o), openings.In(o)
			if !played || !opened || !rated || !lettered || len(optima) == 0 || len(left) == 0 {
				return report.Page{}, false
			}

			page := wordlePage(results, begun, splits, byLetters, optima, left)
			compareFigures(&page, besidePrinted, compared.In(o), wordsTally())
			page.Tallies = append(page.Tallies, optimaTally(optima), fieldTally(o, field))
			page.Findf("%s", report.CountVerdicts(page.Tallies))
			addTable(&page, "Lists", configs.Lists(), listCells)
			return page, true
		},
	}
}

// wordlePage is the page without published averages.
func wordlePage(
	results, begun []engine.Result,
	splits fixed.FirstGuessSplits,
	letters lettersRow,
	optima []optimum,
	left []fixed.OpeningsFound,
) report.Page {
	page := report.Page{
		Results: slices.Concat(results, begun),
		Picture: openingsPicture(begun, optima),
	}
	for _, o := range lists.Keep(optima, optimum.leastTotal) {
		page.Optima = append(page.Optima, o.reported())
	}

	byLetters := []lettersRow{letters}
	page.Findf("%s", wordleAnswer(optima))
	page.Findf("%s.", hardMode(results))
	page.Findf("%s", firstWordFinding(begun))
	page.Findf(lettersFinding, costOf(byLetters, lettersRow.cost))

	addTable(&page, "Optimal play", optima, optimum.cells)
	addTable(&page, "First words", sortedBy(begun, total), report.ResultCells)
	page.Add("The best first words by each criterion", "", bestWordsTable(splits))
	addFixedWords(&page, left)
	addTable(
		&page,
		poolsHeading,
		results,
		report.ResultCells,
		*poolsFigure("wordle-pools.png", results),
	)
	addLetters(&page, byLetters)
	return page
}

// wordleOpenings plays two strategies from first words that were published as best by some measure.
func wordleOpenings() (configurations []engine.Configuration) {
	for _, first := range openingWords {
		configurations = append(configurations, subjects(
			configs.Wordle2315+" entropy ties=consistent,minimax,first first="+first,
			configs.Wordle2315+" most-parts ties=entropy,consistent,minimax,first first="+first,
		)...)
	}
	return configurations
}

var openingWords = strings.Fields("salet reast trace crate slate carle soare raise roate tares lares arise crane slane adieu")

func listCells(l game.ListID) report.Row {
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
		better := row.Total < best.Total
		if best.First == "" || better || row.asked.First == "" {
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
	return fmt.Sprintf(
		"At best %.4f guesses on average, beginning with %s: proved for the original Wordle, against %s.",
		best.Mean,
		best.First,
		against,
	)
}

// wordleOptima lists the optima of Wordle to be searched: in seconds the printed ones and
// those of other pools, and in an hour those of any first word.
func wordleOptima() (quick, slow []published.Figure) {
	for _, p := range lists.Keep(published.Optima(), isOfWords) {
		if p.First == "" {
			slow = append(slow, p)
		} else {
			quick = append(quick, p)
		}
	}

	for _, of := range []string{
		"pool=hard first=salet",
		"pool=hard-strict first=salet",
		"pool=answers first=raise",
		"pool=consistent first=raise",
	} {
		quick = append(quick, asFigure(configs.Wordle2315+" optimal "+of))
	}
	return quick, slow
}

// askOptimumOfLists asks for an optimum of Wordle.
func askOptimumOfLists(p published.Figure) notebook.Asked[optimum] {
	q := ask.BestOfLists(p.Problem())
	return askAs(p, q, q)
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

// ofGame returns the results in a game.
func ofGame(results []engine.Result, name string) []engine.Result {
	return lists.Keep(results, func(r engine.Result) bool {
		return r.Game == name
	})
}

// leastOf returns the result of least total in a game.
func leastOf(results []engine.Result, name string) engine.Result {
	least, _ := span(ofGame(results, name), total)
	return least
}

// poolCost is how many guesses more than with any word entropy needs on average with a pool; NaN
// if it was not played.
func poolCost(results []engine.Result, pool strategy.Pool) float64 {
	mean := map[strategy.Pool]float64{pool: math.NaN()}
	for _, r := range lists.Keep(results, isByEntropy) {
		mean[r.Pool] = r.Mean
	}
	return mean[pool] - mean[strategy.All]
}

// hardCost is what official hard mode costs.
func hardCost(results []engine.Result) float64 {
	return poolCost(results, strategy.Hard)
}

// hardMode says what hard mode costs entropy, game by game.
func hardMode(results []engine.Result) string {
	costs := costOf(byGame(results), hardCost)
	return fmt.Sprintf("Hard mode costs entropy %s guesses in %s", costs, join(results, titleOf))
}

func titleOf(r engine.Result) string {
	return game.Title(r.Game)
}

// poolsHeading stands above what each meaning of hard mode costs.
const poolsHeading = "Hard mode, in each of its meanings"

// poolsFigure shows what each meaning of hard mode costs: in one game the means by criterion, in
// several what a pool costs entropy in each.
func poolsFigure(file string, results []engine.Result) *chart.Figure {
	title := hardMode(results)
	if len(byGame(results)) > 1 {
		return picture(file, title, poolCosts(results))
	}

	d := chart.Dots{XLabel: "mean number of guesses"}
	return picture(file, title, dotsOf(d, results, criterionOf, poolAndMean))
}

func poolAndMean(r engine.Result) (string, float64) {
	return poolNames[r.Pool], r.Mean
}

// poolCosts has a row for each game and a column for each pool: how many guesses entropy
// needs more than with any word.
func poolCosts(results []engine.Result) chart.HeatMap {
	games := eachOnce(results, gameOf)
	h := chart.HeatMap{Unit: "guesses more than with any word"}
	h = crossMap(h, games, equationPools, func(name string, pool strategy.Pool) chart.Cell {
		return labelled("%+.2f", poolCost(ofGame(results, name), pool))
	})

	h.Rows = lists.Map(games, report.ShortGame)
	h.Columns = nil
	for _, pool := range equationPools {
		h.Columns = append(h.Columns, poolNames[pool])
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
	players := byCriteria(strategy.LetterFrequencies(), nil, game)
	entropy := subject(game + " entropy pool=consistent")
	return notebook.Both(
		ask.Plays(players).All(),
		ask.ResultOf(entropy),
		func(players []engine.Result, entropy engine.Result) lettersRow {
			return lettersRow{players, entropy}
		},
	)
}

// cost is how many guesses more than entropy the best of the players needs on average.
func (r lettersRow) cost() float64 {
	least, _ := span(r.players, total)
	return least.Mean - r.entropy.Mean
}

// lettersFinding says what letter frequency costs.
const lettersFinding = "Letter frequency costs at least %s guesses against entropy, if both guess candidates only."

// addLetters shows what players by letter frequency need, beside entropy.
func addLetters(page *report.Page, rows []lettersRow) {
	var results []engine.Result
	for _, row := range rows {
		results = append(results, row.entropy)
		results = append(results, row.players...)
		page.Results = append(page.Results, row.players...)
	}
	addTable(page, "By letter frequency", results, lettersCells)
}

func lettersCells(r engine.Result) report.Row {
	return append(report.Cells("game", report.ShortGame(r.Game)), report.ResultCells(r)...)
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

// bestWordsTable has the best first words of Wordle by each criterion.
func bestWordsTable(asked fixed.FirstGuessSplits) *report.Table {
	var rows []report.Row
	for c, criterion := range strategy.Classic() {
		ranked := sortedBy(asked.Splits, func(s fixed.FirstGuessSplit) float64 {
			return fixed.Rated(s.Quality())[c]
		})
		for _, split := range ranked[:bestWords] {
			rows = append(rows, report.Cells(
				"criterion", criterion,
				"word", split.Guess,
				"<rated", ratedAs(split, criterion),
			))
		}
	}
	return report.TableOf(rows, itself)
}

// publishedOpenings are words fixed in advance, with the figures that Duotrigordle's notes print
// for them: how many of 2,653 boards are solvable after these words.
var publishedOpenings = map[string]string{
	"buret":             "duotrigordle/buret-solvable",
	"soare until":       "duotrigordle/soare-until",
	"files prang dutch": "duotrigordle/files-prang-dutch",
}

// fixedWords asks what published openings of Wordle leave, and for the best: of two words all
// pairs are tried, which takes minutes.
func fixedWords() (quick []fixed.Openings, pairs fixed.Openings) {
	for _, words := range slices.Sorted(maps.Keys(publishedOpenings)) {
		quick = append(quick, fixed.Openings{
			Game:  configs.Wordle2315,
			Given: strings.Fields(words),
		})
	}
	return append(quick, bestOpening(1), bestOpening(3)), bestOpening(2)
}

// bestOpening asks for the best of a number of words.
func bestOpening(words int) fixed.Openings {
	return fixed.Openings{
		Game:    configs.Wordle2315,
		Guesses: words,
		Seed:    1,
	}
}

// addFixedWords shows what words fixed in advance leave.
func addFixedWords(page *report.Page, found []fixed.OpeningsFound) {
	var rows []fixed.Opening
	for _, of := range found {
		rows = append(rows, of.Openings...)
	}
	rows = sortedBy(sortedBy(rows, classesOf), lengthOf)

	_, most := span(rows, classesOf)
	page.Add("Words fixed in advance",
		fmt.Sprintf("%s tell %s classes of the 2,315 answers apart. Proved: all words, or all pairs, were tried; three words come from a local search, and there may be better ones. Printed: boards (of 2,653, on lists we do not have) that Duotrigordle's notes count as solvable.",
			inCapitals(most), wording.Thousands(most.Classes)),
		report.TableOf(rows, fixedCells))
}

func fixedCells(w fixed.Opening) report.Row {
	var printed any
	proved := report.YesOrNo(w.Proved)
	if w.By == fixed.Given {
		figure := publishedOpenings[strings.Join(w.Guesses, " ")]
		printed = sure(published.FigureOf(figure)).Mean
		proved = "-"
	}
	return report.Cells(
		"words", inCapitals(w),
		"for", w.Aim(),
		">classes", w.Classes,
		">answers left", report.Decimals(w.Expected, 3),
		">identified", w.Identified,
		">printed", printed,
		"proved", proved,
	)
}

func classesOf(w fixed.Opening) int {
	return w.Classes
}

func lengthOf(w fixed.Opening) int {
	return len(w.Guesses)
}

// inCapitals writes the words of an opening as Wordle shows them.
func inCapitals(w fixed.Opening) string {
	return strings.ToUpper(strings.Join(w.Guesses, " "))
}

// ratedAs writes the number by which a criterion rates a split.
func ratedAs(s fixed.FirstGuessSplit, c strategy.Criterion) string {
	q := s.Quality()
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

// openingsPicture shows what first words are worth, with the optimum.
func openingsPicture(results []engine.Result, optima []optimum) *chart.Figure {
	sorted := sortedBy(results, total)
	first := sorted[0]
	best := bestOf(optima).Mean
	dots := chart.Dots{
		XLabel: "mean number of guesses",
		Marks: []chart.Mark{{
			Name: fmt.Sprintf("optimum %.4f", best),
			X:    best,
		}},
	}

	dots = dotsOf(dots, sorted, criterionOf, firstAndMean)

	title := fmt.Sprintf(
		"Wordle: %s from %s is %.4f guesses above the proved optimum",
		report.CriterionInWords(string(first.Criterion)),
		first.First,
		first.Mean-best,
	)
	return picture("wordle-first-words.png", title, dots)
}

func firstAndMean(r engine.Result) (string, float64) {
	return r.First, r.Mean
}

// firstWordFinding says how far first words are apart.
func firstWordFinding(results []engine.Result) string {
	least, most := span(lists.Keep(results, isByMostParts), total)
	return fmt.Sprintf(
		"Continued by most parts, %s needs %.4f guesses and %s %.4f: the best and the worst of %d popular first words.",
		least.First,
		least.Mean,
		most.First,
		most.Mean,
		len(openingWords),
	)
}

func isByMostParts(r engine.Result) bool {
	return r.Criterion == strategy.MostParts
}
