package main

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// recordsEntry lists the best total known of every game of a grid.
func recordsEntry() notebook.Entry {
	games := recordGames()
	return notebook.Entry{
		Name:     "records",
		Question: "The best totals known",
		About:    "How few guesses over all secrets are possible in games of 2 to 6 positions and up to 100,000 secrets? Which totals are proved, and how far can the others be from the optimum?",
		Tasks:    notebook.Slow(allTasks(games, recordGame.tasks)),
		Page: func(o notebook.Outcome) report.Page {
			answered := notebook.Answered(o, games, recordGame.tasks)
			return recordsPage(notebook.Map(answered, func(g recordGame) record { return g.record(o) }))
		},
	}
}

// A recordGame is a game of the grid, with the way to its record: a proof, a search of
// limited width, or else the best of the one-step strategies.
type recordGame struct {
	gridGame
	proof  bool
	search widthSearch // of width 0 if there is none
	// seconds is what the proof took when it was measured, in processor time.
	seconds float64
}

// A widthSearch is a search of limited width that was made in a game.
type widthSearch struct {
	width   int
	first   string  // guess; empty for any
	seconds float64 // that it took with one worker
}

// searchedWidths lists them.
var searchedWidths = map[string]widthSearch{
	"mm3x14": {4, "", 106}, "mm3x15": {4, "", 489}, "mm3x16": {4, "", 580},
	"mm4x10": {1, "", 5}, "mm4x11": {1, "", 23}, "mm4x12": {1, "", 147},
	"mm5x7": {2, "", 36}, "mm5x8": {8, "11223", 500},
	"mm6x5":  {2, "", 26},
	"bc3x15": {4, "", 27}, "bc3x16": {4, "", 69},
	"bc4x12": {1, "", 4}, "bc4x13": {1, "", 18},
	"bc5x9": {2, "", 31}, "bc5x10": {1, "", 23}, "bc5x11": {1, "", 83},
	"bc6x7": {8, "", 14}, "bc6x8": {1, "", 46},
	"bp4x7": {16, "", 20}, "bp4x8": {8, "", 43}, "bp4x9": {4, "", 33}, "bp4x10": {2, "", 14},
	"bp5x5": {16, "", 26}, "bp5x6": {4, "", 46}, "bp5x7": {1, "", 4}, "bp5x8": {1, "", 16},
	"bp6x4": {8, "", 14}, "bp6x5": {2, "", 24}, "bp6x6": {1, "", 44},
}

// recordGames lists the grid.
func recordGames() []recordGame {
	return notebook.Map(gridGames(6, mostSecrets), func(g gridGame) recordGame {
		return recordGame{g, g.provable(), searchedWidths[g.game], ask.SearchSeconds(g.game + " optimal")}
	})
}

// problem asks for the least total.
func (g recordGame) problem() optimal.ProblemSpec {
	return optimal.ProblemSpec{Game: g.game, Objective: optimal.Total, Pool: strategy.All}
}

func (g recordGame) solve() ask.Solve { return ask.Best(g.problem()) }

func (g recordGame) within() ask.Within {
	problem := g.problem()
	problem.First = g.search.first
	return ask.NewWithin(problem, g.search.width, g.search.seconds)
}

func (g recordGame) tasks() []notebook.Task {
	switch {
	case g.proof:
		return []notebook.Task{notebook.Ask(g.solve())}
	case g.search.width > 0:
		return []notebook.Task{notebook.Ask(g.within())}
	}
	return ask.Plays(classicOf(nil, g.game))
}

// A record is the best total known of a game.
type record struct {
	recordGame
	how      string // where the total comes from
	lower    int    // proved
	figures  tree.Figures
	first    string
	checksum string // of the packed tree; empty if a strategy plays it
}

func (g recordGame) record(o notebook.Outcome) record {
	switch {
	case g.proof:
		s := notebook.Get(o, g.solve())
		how := "proved"
		if !s.Proved {
			how = "search stopped"
		}
		return record{g, how, s.Ranges[0].Lower, s.Figures, s.First, ask.Checksum(s.Tree)}
	case g.search.width > 0:
		b := notebook.Get(o, g.within())
		how, lower := "width "+strconv.Itoa(g.search.width), g.counted()
		if g.search.first != "" {
			how += " from " + g.search.first
		} else {
			lower = max(lower, b.Lower) // of all trees, from whatever first guess
		}
		return record{g, how, lower, b.Figures, b.First, b.Checksum}
	}
	best, _ := extremes(ask.Results(o, classicOf(nil, g.game)))
	r := best[0]
	return record{g, string(r.Criterion), g.counted(), r.Figures, r.First, ""}
}

// counted is the lower bound that follows from how many candidates guesses can find.
func (g recordGame) counted() int {
	parsed, err := game.Parse(g.game)
	if err != nil {
		return 0 // the grid has no such game
	}
	return bounds.CapacityOf(parsed).Total(g.secrets)
}

func (r record) proved() bool { return r.lower == r.figures.Total }

// gap is how much more than the lower bound the total is, in percent.
func (r record) gap() float64 {
	return 100 * float64(r.figures.Total-r.lower) / float64(r.lower)
}

// provedBefore is the source that was first to print the total as that of the best
// of all strategies; empty if none does. Sources without a date come last.
func (r record) provedBefore() (first published.SourceID) {
	if !r.proved() {
		return ""
	}
	earliest := math.MaxInt
	prints := func(id published.SourceID) {
		if year := cmp.Or(id.Source().Year, math.MaxInt-1); year < earliest {
			earliest, first = year, id
		}
	}
	for _, f := range published.Formulas() {
		if f.Quantity == published.LeastMean && f.Game(r.colours) == r.game && r.colours >= f.From && f.Value(r.colours).Cmp(big.NewRat(int64(r.figures.Total), int64(r.secrets))) == 0 {
			prints(f.Source)
		}
	}
	for _, p := range published.Optima() {
		asked := p.Subject.Problem()
		asked.Objective = optimal.Total // whatever comes after it
		quoted := report.Quoted{Mean: p.Mean, Total: p.Total}
		if strings.HasPrefix(string(p.Subject.Objective), string(optimal.Total)) && asked == r.problem() && (p.Mean != "" || p.Total != 0) && len(quoted.Differences(r.figures)) == 0 {
			prints(p.Source)
		}
	}
	return first
}

func recordTable(records []record) *report.Table {
	return report.TableOf(records, "game | secrets | best total | mean | worst | first guess | lower bound on the total | gap | how | first printed by | >seconds | histogram | SHA-256 of the tree", func(r record) []any {
		return []any{
			r.game, r.secrets, r.figures.Total, report.Mean(r.figures.Mean), r.figures.Worst, r.first, r.lower, report.Percent(r.gap(), 2),
			r.how, ifAny(r.provedBefore(), report.Citation(r.provedBefore().Source())), r.took(), report.Histogram(r.figures.Histogram),
			r.checksum[:min(16, len(r.checksum))],
		}
	})
}

// took is how many seconds the proof took, as the table shows it.
func (r record) took() any {
	switch {
	case !r.proof:
		return nil
	case r.seconds < 1:
		return "< 1"
	}
	return report.Decimals(r.seconds, 0)
}

// bestMean is the best mean known, as it stands in the grid.
func (r record) bestMean() any {
	if r.proved() {
		return report.Decimals(r.figures.Mean, 4)
	}
	return report.Format(r.figures.Mean, "≤ %.4f", r.figures.Mean)
}

// A reach is how far proofs come with a number of positions, and what the next
// would take if times went on to grow as they did from the game before.
type reach struct {
	last, next record
	growth     float64
}

// reaches lists the ends of the proved games whose times can be told.
func reaches(records []record) (out []reach) {
	for i := 2; i < len(records); i++ {
		before, last, next := records[i-2], records[i-1], records[i]
		if next.proved() || !last.proved() || next.kind != last.kind || next.positions != last.positions || before.positions != last.positions || before.seconds == 0 {
			continue
		}
		out = append(out, reach{last, next, last.seconds / before.seconds})
	}
	return out
}

func duration(seconds float64) string {
	switch {
	case seconds < 120:
		return fmt.Sprintf("%.0f seconds", seconds)
	case seconds < 7200:
		return fmt.Sprintf("%.0f minutes", seconds/60)
	case seconds < 2*86400:
		return fmt.Sprintf("%.0f hours", seconds/3600)
	}
	return fmt.Sprintf("%.0f days", seconds/86400)
}

func reachSection(records []record) report.Section {
	return report.Section{
		Heading: "How far proofs come",
		Text:    "The largest game proved for each number of positions, its time as a multiple of that of the game before, and the time that the next would take at the same factor. Factors tend to grow: mm4x10 was stopped after 31 minutes of processor time, bp3x9 after 13, bc3x15 after 58 and bc4x12 after 139, all without a proof. Times in the table are processor time with one worker.",
		Table: report.TableOf(reaches(records), "proved | took | >growth | next | would take", func(r reach) []any {
			return []any{
				r.last.game, duration(r.last.seconds), report.Format(r.growth, "× %.1f", r.growth), r.next.game,
				duration(r.last.seconds * r.growth),
			}
		}),
	}
}

const recordsText = "Proved totals come from an exact search. For the other games the table has the best total found by a search of limited width or by a one-step strategy. Their lower bound follows from how many secrets so many guesses can find at most (by the number of answers; with black pegs only and in games of two positions by the positions too), unless a search found a better one. The checker replayed every tree, secret by secret. The trees of the searches are in results.json, except those of games of more than 10,000 secrets; `codebreak check results/records/results.json` replays them. The larger ones are made again by `codebreak solve --game GAME --objective total --width N --tree FILE`, with `--first` where a first guess is named. The table has the first 16 digits of each tree's checksum, the SHA-256 of the packed tree, which `codebreak check` prints in full. Seconds: the time of the proof, as processor time with one worker on a Xeon with AVX-512 (of mm3x13 and bc3x14 as the clock showed it, beside other programs)."

func recordsPage(records []record) report.Page {
	page := report.Page{Long: true}
	for _, r := range records {
		page.Optima = append(page.Optima, report.Optimum{
			Game: r.game, Total: r.figures.Total, Lower: r.lower, Worst: r.figures.Worst, First: r.first, Histogram: r.figures.Histogram,
		})
	}
	proved := keep(records, record.proved)
	open := keep(records, func(r record) bool { return !r.proved() })
	first := keep(proved, func(r record) bool { return r.provedBefore() == "" })
	least, furthest := extremesBy(open, record.gap)
	figure := chart.Figure{
		File:     "records-gaps.png",
		Caption:  "How far the best totals known can be from the optimum, by rule, positions and colours: 0 where they are proved",
		Title:    fmt.Sprintf("The least total is proved for %d of %d games", len(proved), len(records)),
		Subtitle: "percent of the best total known above the proved lower bound; 0 is proved",
		Charts: kindMaps(records, "% above the lower bound", "not in the grid", math.Ceil(most(open, record.gap)), func(r record) (float64, string) {
			if r.proved() {
				return 0, "0"
			}
			return r.gap(), fmt.Sprintf("%.1f", r.gap())
		}),
	}
	for i, of := range groupBy(records, record.gridKind) {
		name, text := kindName(of[0].kind), ""
		if i == 0 {
			text = recordsText
		}
		page.Sections = append(page.Sections,
			report.Section{Heading: name + ": means by positions and colours", Text: "≤ where the optimum is not proved.", Table: gridOf(of, record.name).table(record.bestMean)},
			report.Section{Heading: name + ": totals", Text: text, Table: recordTable(of), FolderOnly: true})
	}
	page.Sections[0].Figures = []chart.Figure{figure}
	page.Sections = append(page.Sections, reachSection(records))
	page.Findings = []string{fmt.Sprintf("The least total is proved for %d of %d games, and for %d of them for the first time, as far as the sources here go; for the other %d a tree is known.", len(proved), len(records), len(first), len(open))}
	if len(open) > 0 {
		page.Findings = append(page.Findings, fmt.Sprintf("Without a proof, the best total known is at most between %.2f%% (%s) and %.2f%% (%s) above the optimum.", least[0].gap(), least[0].game, furthest[0].gap(), furthest[0].game))
	}
	for _, r := range records {
		for _, p := range published.Optima() {
			if beyond(p) && p.Subject.Game == r.game && p.Total != 0 && slices.Contains([]strategy.Pool{"", strategy.All, optimal.SecondFree}, p.Subject.Pool) {
				page.Findings = append(page.Findings, fmt.Sprintf("%s: the best total found here is %d; %s prints %d.", r.game, r.figures.Total, p.Source.Source().Cite(), p.Total))
			}
		}
	}
	return page
}
