// The best total known of every game of a grid, and who printed a proved one first.

package pages

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// recordsEntry asks what the best total known of every game is. It lists a grid of games, and who
// of published.Formulas and published.Optima printed a proved total first.
func recordsEntry() notebook.Entry {
	records := notebook.StudyOf(recordGames(), recordGame.asked).Slow()
	return entryOf("records", notebook.Then(records.Answered(), recordsPage))
}

// A recordGame is a game of the grid, with the way to its record: a proof, a search of
// limited width, or else the best of the one-step strategies.
type recordGame struct {
	gridGame
	proof  bool
	search ask.Within // of width 0 if none was made
}

// searchesFile has a line for each game in which such a search was made.
//
//go:embed searches.csv
var searchesFile string

// readSearches reads the searches, by their games.
func readSearches() map[string]ask.Within {
	searches := map[string]ask.Within{}
	for _, line := range readLines(searchesFile) {
		search := ask.Within{ProblemSpec: leastTotal(line[0]).ProblemSpec, Width: wholeNumber(line[1])}
		search.First = line[2] // empty for any
		searches[line[0]] = search
	}
	return searches
}

// recordGames lists the grid: games of up to 6 positions, and of more where a proof is known.
func recordGames() (games []recordGame) {
	searches := readSearches()
	for _, g := range gridGames(8, mostSecrets) {
		if g.positions > 6 && !g.provable() {
			continue
		}
		games = append(games, recordGame{
			gridGame: g,
			proof:    g.provable(),
			search:   searches[g.game],
		})
	}
	return games
}

func (g recordGame) solve() ask.Solve {
	return leastTotal(g.game)
}

// asked asks for the record of a game.
func (g recordGame) asked() notebook.Asked[record] {
	switch {
	case g.proof:
		return notebook.AskThen(g.solve(), g.proved)
	case g.search.Width > 0:
		return notebook.AskThen(g.search, g.searched)
	}
	plays := ask.Plays(classicOf(nil, g.game))
	return notebook.Then(plays.All(), g.played)
}

// A record is the best total known of a game.
type record struct {
	recordGame
	how   string // where the total comes from
	lower int    // proved
	tree.Figures
	first    string
	checksum string // of the packed tree; empty if a strategy plays it
}

// proved is the record of a game whose optimum was searched.
func (g recordGame) proved(s ask.Solved) record {
	how := "proved"
	if !s.Proved {
		how = "search stopped"
	}
	return record{
		recordGame: g,
		how:        how,
		lower:      s.Ranges[0].Lower,
		Figures:    s.Figures,
		first:      s.First,
		checksum:   s.Checksum,
	}
}

// searched is the record of a game in which a search of limited width was made.
func (g recordGame) searched(b ask.Bounded) record {
	how := "width " + strconv.Itoa(g.search.Width)
	lower := g.counted()
	if g.search.First != "" {
		how += " from " + g.search.First
	} else {
		lower = max(lower, b.Lower) // of all trees, from whatever first guess
	}
	return record{
		recordGame: g,
		how:        how,
		lower:      lower,
		Figures:    b.Figures,
		first:      b.First,
		checksum:   b.Checksum,
	}
}

// played is the record of a game that only one-step strategies have played.
func (g recordGame) played(results []engine.Result) record {
	best, _ := span(results, total)
	return record{
		recordGame: g,
		how:        criterionOf(best),
		lower:      g.counted(),
		Figures:    best.Figures,
		first:      best.First,
	}
}

// counted is the lower bound by the number of secrets that each number of guesses can solve.
func (g recordGame) counted() int {
	return ask.CountedTotal(sure(game.Parse(g.game)))
}

func (r record) proved() bool {
	return r.lower == r.Total
}

// gap is how much more than the lower bound the total is, in percent.
func (r record) gap() float64 {
	return percentMore(r.Total, r.lower)
}

// provedBefore is the source that was first to print the total as that of the best
// of all strategies; empty if none does. Sources without a date come last.
func (r record) provedBefore() (first published.SourceID) {
	if !r.proved() {
		return ""
	}
	var sources []published.SourceID
	for _, f := range published.Formulas() {
		if r.givenBy(f) {
			sources = append(sources, f.Source)
		}
	}
	for _, p := range published.Optima() {
		if r.printedAs(p) {
			sources = append(sources, p.Source)
		}
	}
	first, _ = span(sources, yearOf)
	return first
}

// yearOf is the year of a source, late for one without a date.
func yearOf(id published.SourceID) int {
	return cmp.Or(id.Source().Year, math.MaxInt)
}

// givenBy reports whether a formula gives the mean.
func (r record) givenBy(f published.Formula) bool {
	isAbout := f.Quantity == published.LeastMean && f.Game(r.colours) == r.game
	if !isAbout || r.colours < f.From {
		return false
	}
	mean := big.NewRat(int64(r.Total), int64(r.secrets))
	return f.Value(r.colours).Cmp(mean) == 0
}

// printedAs reports whether a source prints the total, or the mean, as that of the best of all
// strategies.
func (r record) printedAs(p published.Figure) bool {
	ofTotal := strings.HasPrefix(string(p.Objective), string(optimal.Total))
	if !ofTotal || p.Mean == "" && p.Total == 0 {
		return false
	}
	asked := p.Problem()
	asked.Objective = optimal.Total // whatever comes after it
	quoted := report.Quoted{Mean: p.Mean, Total: p.Total}
	return ask.OneTree(asked) == r.solve().ProblemSpec &&
		len(quoted.Differences(r.Figures)) == 0
}

// proofChecked says whether the proof of an optimum was checked.
func (r record) proofChecked() any {
	if !r.proved() {
		return nil
	}
	return checkedOr(isChecked(totalClaim(r.game, r.lower)))
}

// took is how many seconds of processor time the proof took when it was measured, as the table
// shows it.
func (r record) took() any {
	seconds := ask.SearchSeconds(r.solve().ProblemSpec)
	switch {
	case !r.proof:
		return nil
	case seconds < 1:
		return "< 1"
	}
	return report.Decimals(seconds, 0)
}

func recordsPage(records []record) report.Page {
	page := report.Page{
		Long:   true,
		Optima: lists.Map(records, record.reported),
	}
	addRecordsFindings(&page, records)

	title := fmt.Sprintf("The optimum is proved for %s games",
		countedOf(records, record.proved))
	farthest := math.Ceil(largest(records, record.gap))
	page.Picture = picture("records.png", title,
		kindMaps(records, "% above the optimum, at most", "not in the grid", farthest, record.cell)...)

	for _, of := range groupBy(records, record.gridKind) {
		name := kindName(of[0].kind)
		page.Add(name+": means by positions and colours", "≤ where the optimum is not proved.",
			gridOf(of, record.name).table(record.shownMean))
		addFolderTable(&page, name+": totals", of, record.cells)
	}
	return page
}

// reported is the record for the pages that refer to it.
func (r record) reported() report.Optimum {
	return report.Optimum{
		Game:    r.game,
		First:   r.first,
		Lower:   r.lower,
		Figures: r.Figures,
	}
}

func (r record) shownMean() any {
	return r.mean(4)
}

func (r record) cells() report.Row {
	return report.Cells(
		"game", r.game,
		"secrets", r.secrets,
		"best total", r.Total,
		"mean", r.Mean,
		"worst", r.Worst,
		"first guess", r.first,
		"lower bound on the total", r.lower,
		"gap", report.Percent(r.gap(), 2),
		"how", r.how,
		"proof", r.proofChecked(),
		"first printed by", report.Given(r.provedBefore()),
		">seconds", r.took(),
		"histogram", r.Histogram,
		"SHA-256 of the tree", r.checksum[:min(16, len(r.checksum))],
	)
}

// mean is the best mean known.
func (r record) mean(decimals int) report.Formatted {
	mean := report.Decimals(r.Mean, decimals)
	if !r.proved() {
		mean.Text = "≤" + mean.Text
	}
	return mean
}

// cell is the best mean known, as the picture has it, coloured by how far it can be from the
// optimum.
func (r record) cell() chart.Cell {
	decimals := 2
	if r.Mean >= 10 {
		decimals = 1 // else it is too wide
	}
	return chart.Cell{Value: r.gap(), Label: r.mean(decimals).Text}
}

func addRecordsFindings(page *report.Page, records []record) {
	proved, open := divide(records, record.proved)

	answer := fmt.Sprintf("Optimal play is proved for %d of %d games",
		len(proved), len(records))
	if known := lists.Keep(proved, record.isWellKnown); len(known) > 0 {
		answer += "; it needs " + join(known, record.inWords)
	}
	page.Findf("%s.", answer)
	page.Findf("For %d of these games we know of no published optimum.",
		count(proved, record.isNew))
	if least, furthest := span(open, record.gap); len(open) > 0 {
		page.Findf("For the %d unproved games the best known total is within %.1f%% (%s) to %.1f%% (%s) of the optimum.",
			len(open), least.gap(),
			least.game, furthest.gap(), furthest.game)
	}

	for _, r := range records {
		for _, p := range published.Optima() {
			if p.Game == r.game && p.Total != 0 && beyond(p) && isFree(p.Pool) {
				page.Findf("%s: our best known total is %s, not proved; %s prints %s.",
					titled(r.game), wording.Thousands(r.Total),
					p.Cite(), wording.Thousands(p.Total))
			}
		}
	}
}

// isFree reports whether a pool has all codes, at least for the second guess.
func isFree(pool strategy.Pool) bool {
	return pool == "" || pool == strategy.All || pool == optimal.SecondFree
}

func (r record) inWords() string {
	return fmt.Sprintf("%.4f guesses in %s",
		r.Mean, titled(r.game))
}

func (r record) isNew() bool {
	return r.provedBefore() == ""
}
