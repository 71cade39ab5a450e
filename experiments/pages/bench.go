// How long this program takes on this machine, beside the times that other programs print.

package pages

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/bench"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// benchEntry asks how long this program takes on this machine, beside the programs of
// published.Times. Games of up to 46,656 codes are quick; larger ones, of up to 823,543, are slow
// and timed once.
func benchEntry() notebook.Entry {
	quick := slices.Concat(
		rung(5, "mm4x6", "1122", "1123"),
		rung(5, "bc4x10", "0123", "0123"),
		rung(5, "mm5x8", "11234", "11223"),
		rung(5, "mm6x6", "112233", "112233"),
	)
	slow := append(rung(1, "mm6x9", "112234", "112234"),
		bench.NewPlay(subject("mm7x7 entropy first=1122345"), 1))

	searches := benchSearches(5, "mm4x5 mm4x6 mm4x7 bc4x7 bc4x8 bc4x9 mm5x5 bc5x7")
	slowSearches := benchSearches(1, "mm4x8 bc4x10")
	suite := notebook.Ask(bench.Suite{Runs: 3})

	timed := append(notebook.AskAll[bench.Played](quick), notebook.AskAll[bench.Played](slow).Slow()...)
	searched := append(notebook.StudyOf(searches, askTimedSearch), notebook.StudyOf(slowSearches, askTimedSearch).Slow()...)

	return notebook.Entry{
		Name:     "bench",
		OnDemand: true,
		Tasks:    notebook.TasksOf(timed, searched, suite),
		Page: func(o notebook.Outcome) (report.Page, bool) {
			played, proved := timed.In(o), searched.In(o)
			if !slices.ContainsFunc(played, byEntropyAlone) || len(proved) == 0 {
				return report.Page{}, false
			}

			page := benchPage(played, proved)
			if b, ok := suite.In(o); ok {
				page.Add("The default suite",
					fmt.Sprintf("`./run.sh` without compiling, with %d workers, on %s: medians, with the fastest and the slowest of the runs. Slow answers come from the committed records.",
						b.Workers, b.Machine),
					report.TableOf([]report.Row{
						suiteCells("a new results folder", b.New),
						suiteCells("again, everything is there", b.Again),
					}, itself))
			}
			return page, true
		},
	}
}

// suiteCells are the times of some runs of the default suite.
func suiteCells(what string, took []bench.Took) report.Row {
	var wall, processor []float64
	for _, t := range took {
		wall = append(wall, t.Wall)
		processor = append(processor, t.Processor)
	}
	return report.Cells(
		"run", what,
		">seconds", spread(wall),
		">processor seconds", spread(processor),
	)
}

// benchSearches times the searches for the least totals of games.
func benchSearches(runs int, games string) (searches []bench.Search) {
	for _, name := range strings.Fields(games) {
		searches = append(searches, bench.Search{Game: name, Runs: runs})
	}
	return searches
}

// browserTimes are the times that the browser's test of the lab has measured.
//
//go:embed browser.csv
var browserTimes string

// A timedSearch is a search with its game.
type timedSearch struct {
	game string
	bench.Searched
}

// rung times the four criteria on a game, most-parts from a first guess of its own.
func rung(runs int, game, first, mostParts string) (timed []bench.Play) {
	for _, c := range classicOf(nil, game) {
		c.First = first
		if c.Criterion == strategy.MostParts {
			c.First = mostParts
		}
		timed = append(timed, bench.NewPlay(c, runs))
	}
	return timed
}

func median(seconds []float64) float64 {
	seconds = slices.Sorted(slices.Values(seconds))
	return seconds[len(seconds)/2]
}

func askTimedSearch(q bench.Search) notebook.Asked[timedSearch] {
	return notebook.AskThen(q, func(b bench.Searched) timedSearch {
		return timedSearch{q.Game, b}
	})
}

func byEntropyAlone(b bench.Played) bool {
	return b.Result.Criterion == strategy.Entropy
}

func benchPage(timed []bench.Played, searches []timedSearch) report.Page {
	byEntropy := lists.Keep(timed, byEntropyAlone)
	_, largest := span(byEntropy, secretsOf)
	secrets := wording.Thousands(secretsOf(largest))
	seconds := median(largest.Process)

	rivals := rivalsOf(timed)
	title := fmt.Sprintf("Entropy plays %s secrets in %.2g\u00a0s", secrets, seconds) + rivalsBeside(rivals, largest.Result.Game)
	page := report.Page{
		Results: lists.Map(timed, benchResult),
		Picture: timesFigure(title, byEntropy, rivals),
	}
	page.Findf("Entropy plays all %s secrets of %s in %.2g\u00a0s, with %s.",
		secrets, report.ShortGame(largest.Result.Game), seconds,
		wording.Plural(largest.Workers, "worker"))
	for _, of := range groupBy(rivals, rival.machine) {
		page.Findf("%s: takes %s times as long as this program.",
			of[0].Note, ratios(of))
	}

	page.Add("Times",
		fmt.Sprintf("Machine: %s. Medians, with the fastest and the slowest run. One worker, all workers (%s): growing and measuring the decision tree of all secrets within a running program. Whole program: from start to end, with all workers, and its peak memory. The same stands beside it where the processor has no AVX-512, and no AVX2 either, in which only the portable kernel is left. A comparison is one guess compared with one candidate.",
			join(timed, machineOf), join(timed, workersOf)),
		report.TableOf(timed, timeCells))
	addTable(&page, "Exact search", searches, timedSearch.cells)
	page.Add("In a browser", "", fileTable(browserTimes))
	addTable(&page, "Other programs", rivals, rival.cells)
	return page
}

func benchResult(b bench.Played) engine.Result { return b.Result }

func secretsOf(b bench.Played) int { return b.Result.Secrets }

func machineOf(b bench.Played) string { return b.Machine }

func workersOf(b bench.Played) string {
	return fmt.Sprint(b.Workers)
}

func timeCells(b bench.Played) report.Row {
	return report.Cells(
		"game", b.Result.Game,
		"secrets", b.Result.Secrets,
		"criterion", b.Result.Criterion,
		"first guess", b.Result.First,
		"runs", len(b.One),
		"one worker, s", spread(b.One),
		"all workers, s", spread(b.All),
		"gain", report.Decimals(median(b.One)/median(b.All), 2),
		"whole program, s", spread(b.Process),
		"with AVX2, s", spread(b.AVX2),
		"portable, s", spread(b.Portable),
		"memory", report.Format(b.Memory, "%s", humanize.IBytes(b.Memory)),
		"nodes", b.Result.Nodes,
		"guesses counted", rounded(float64(b.Guesses)),
		"comparisons", rounded(float64(b.Comparisons)),
		"comparisons per second", rounded(float64(b.Comparisons)/median(b.All)),
	)
}

func (s timedSearch) cells() report.Row {
	return report.Cells(
		"game", s.game,
		"secrets", s.Secrets,
		"least total", s.Total,
		"sets", s.Sets,
		"one worker, s", spread(s.One),
		"all workers, s", spread(s.All),
		"gain", report.Decimals(median(s.One)/median(s.All), 2),
		"sets per second", rounded(float64(s.Sets)/median(s.One)),
	)
}

func (t rival) cells() report.Row {
	return report.Cells(
		"game", t.Game,
		"criterion", t.Criterion,
		"program and machine", t.Note,
		"its time, s", report.Format(t.Seconds, "%v", t.Seconds),
		"whole program here, s", report.Decimals(t.here, 3),
		"its time over ours", report.Decimals(t.ratio(), 2),
	)
}

// rivalsBeside says what entropy takes in other programs in a game, from the fastest to the slowest.
func rivalsBeside(rivals []rival, gameName string) string {
	of := lists.Keep(rivals, func(r rival) bool {
		return r.Game == gameName && r.isByEntropy()
	})
	if len(of) == 0 {
		return ""
	}
	return "; " + join(sortedBy(of, rival.seconds), rival.takes)
}

func (t rival) isByEntropy() bool {
	return t.Criterion == strategy.Entropy
}

func (t rival) seconds() float64 { return t.Seconds }

// takes says how long the other program takes.
func (t rival) takes() string {
	authors, _, _ := strings.Cut(t.Source.Source().Authors, " (")
	return fmt.Sprintf("%s takes %.2g\u00a0s", authors, t.Seconds)
}

// timesFigure draws the times by entropy, and the times of other programs.
func timesFigure(title string, byEntropy []bench.Played, rivals []rival) *chart.Figure {
	var times []programTime
	for _, b := range byEntropy {
		times = append(times, programTime{
			game:    b.Result.Game,
			program: "codebreak, " + wording.Plural(b.Workers, "worker"),
			seconds: median(b.Process),
		})
	}
	for _, r := range lists.Keep(rivals, rival.isByEntropy) {
		times = append(times, programTime{
			game:    r.Game,
			program: r.Cite(),
			seconds: r.Seconds,
		})
	}

	dots := chart.Dots{XLabel: "seconds, on a logarithmic scale", Linear: 0.001}
	return picture("bench-times.png", title,
		dotsOf(dots, times, programTime.name, programTime.dot))
}

// A programTime is how long a program takes to play a game.
type programTime struct {
	game, program string
	seconds       float64
}

func (t programTime) name() string { return t.program }

func (t programTime) dot() (row string, x float64) {
	return report.ShortGame(t.game), t.seconds
}

// spread is the median, with the fastest and the slowest run; a dash without runs.
func spread(seconds []float64) report.Formatted {
	if len(seconds) == 0 {
		return report.Formatted{Text: "-"}
	}
	middle := median(seconds)
	return report.Format(middle, "%.3f (%.3f to %.3f)",
		middle, slices.Min(seconds), slices.Max(seconds))
}

// rounded prints a large number as 1.7 M.
func rounded(x float64) report.Formatted {
	return report.Formatted{Value: x, Text: humanize.SIWithDigits(x, 1, "")}
}

// A rival is the time of another program beside ours.
type rival struct {
	published.Figure
	here float64 // seconds of this program, from start to end
}

// ratio is how many times as long as this program the other takes.
func (t rival) ratio() float64 {
	return t.Seconds / t.here
}

// rivalsOf lists the published times of games and criteria that were timed.
func rivalsOf(timed []bench.Played) (rivals []rival) {
	for _, p := range published.Times() {
		for _, b := range timed {
			if b.Result.Game == p.Game && b.Result.Criterion == p.Criterion {
				rivals = append(rivals, rival{p, median(b.Process)})
			}
		}
	}
	return rivals
}

// ratios is how many times as long as this program another takes, in its games.
func ratios(rivals []rival) string {
	least, most := span(rivals, rival.ratio)
	if len(rivals) == 1 {
		return fmt.Sprintf("%.2g", least.ratio())
	}
	return fmt.Sprintf("%.2g to %.2g",
		least.ratio(), most.ratio())
}

// machine names the other program and its machine.
func (t rival) machine() string { return t.Note }
