package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/gonum/stat"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
	"codebreak/report/chart"
)

// benchEntry times configurations and searches on this machine. Games of up to 46,656
// codes are quick; larger ones, of up to 823,543, are slow, and the last are timed once.
func benchEntry() notebook.Entry {
	quick, slow := ladder(), append(rung(1, "mm6x9", "112234", "112234"),
		ask.NewBench(engine.Configuration{Game: "mm7x7", Strategy: strategy.Strategy{Criterion: strategy.Entropy}, First: "1122345"}, 1))
	searches, slowSearches := searchLadder(), []ask.BenchSearch{ask.NewBenchSearch("mm4x8", 1, 15), ask.NewBenchSearch("bc4x10", 1, 10)}
	return notebook.Entry{
		Name:     "bench",
		Question: "Speed",
		About:    "How long does it take to play every secret, and in how much memory? How does the time grow with the game, what do more workers gain, and how do other programs compare?",
		OnDemand: true,
		Tasks: slices.Concat(notebook.AskAll(quick), notebook.AskAll(searches),
			notebook.Slow(notebook.AskAll(slow)), notebook.Slow(notebook.AskAll(slowSearches))),
		Page: func(o notebook.Outcome) report.Page {
			timed := notebook.Answered(o, slices.Concat(quick, slow), func(q ask.Bench) []notebook.Task { return notebook.AskAll([]ask.Bench{q}) })
			searched := notebook.Answered(o, slices.Concat(searches, slowSearches), func(q ask.BenchSearch) []notebook.Task { return notebook.AskAll([]ask.BenchSearch{q}) })
			return benchPage(notebook.GetAll(o, timed), notebook.Map(searched, func(q ask.BenchSearch) timedSearch { return timedSearch{q.Game, notebook.Get(o, q)} }))
		},
	}
}

// searchLadder asks for the times of exact searches.
func searchLadder() (questions []ask.BenchSearch) {
	for _, s := range []struct {
		game    string
		seconds float64
	}{{"mm4x5", 0.1}, {"mm4x6", 0.1}, {"mm4x7", 1.5}, {"bc4x7", 0.1}, {"bc4x8", 0.25}, {"bc4x9", 1}, {"mm5x5", 0.5}, {"bc5x7", 3.5}} {
		questions = append(questions, ask.NewBenchSearch(s.game, 5, s.seconds))
	}
	return questions
}

// A timedSearch is a search with its game.
type timedSearch struct {
	game string
	ask.SearchBenched
}

// ladder asks for the times of larger and larger games.
func ladder() []ask.Bench {
	return slices.Concat(
		rung(5, "mm4x6", "1122", "1123"),
		rung(5, "bc4x10", "0123", "0123"),
		rung(5, "mm5x8", "11234", "11223"),
		rung(5, "mm6x6", "112233", "112233"),
	)
}

// rung times the four criteria on a game, most-parts from a first guess of its own.
func rung(runs int, game, first, mostParts string) []ask.Bench {
	configurations := configs.Grid{
		Games:        []string{game},
		Strategies:   []strategy.Strategy{{Criterion: strategy.Minimax}, {Criterion: strategy.ExpectedSize}, {Criterion: strategy.Entropy}},
		FirstGuesses: []string{first},
	}.Configurations()
	configurations = append(configurations, engine.Configuration{Game: game, Strategy: strategy.Strategy{Criterion: strategy.MostParts}, First: mostParts})
	return notebook.Map(configurations, func(c engine.Configuration) ask.Bench { return ask.NewBench(c, runs) })
}

func median(seconds []float64) float64 {
	seconds = slices.Sorted(slices.Values(seconds))
	return seconds[len(seconds)/2]
}

func benchPage(timed []ask.Benched, searches []timedSearch) report.Page {
	page := report.Page{Results: notebook.Map(timed, func(b ask.Benched) engine.Result { return b.Result })}
	growth, growthFinding := growthSection(timed)
	others, otherFindings := otherPrograms(timed)
	page.Sections = []report.Section{
		{
			Heading: "Times",
			Text: fmt.Sprintf("Machine: %s. Medians, with the fastest and the slowest run. One worker, all workers (%s): growing and measuring the decision tree of all secrets within a running program. Whole program: from start to end, with all workers, and the memory that it took from the system. A comparison is one guess answered for one candidate.",
				join(timed, func(b ask.Benched) string { return b.Machine }), join(timed, func(b ask.Benched) string { return fmt.Sprint(b.Workers) })),
			Table: timesTable(timed),
		},
		searchesSection(searches),
		growth,
		others,
	}
	page.Findings = append([]string{growthFinding}, otherFindings...)
	return page
}

func timesTable(timed []ask.Benched) *report.Table {
	return report.TableOf(timed, "game | secrets | criterion | first guess | runs | one worker, s | all workers, s | gain | whole program, s | memory | nodes | guesses counted | comparisons | comparisons per second", func(b ask.Benched) []any {
		return []any{
			b.Result.Game, b.Result.Secrets, b.Result.Criterion, b.Result.First, len(b.One), spread(b.One), spread(b.All),
			report.Decimals(median(b.One)/median(b.All), 2), spread(b.Process), report.Format(b.Memory, "%s", humanize.IBytes(b.Memory)),
			b.Result.Nodes, rounded(float64(b.Guesses)), rounded(float64(b.Comparisons)), rounded(float64(b.Comparisons) / median(b.All)),
		}
	})
}

// searchesSection shows the times of exact searches.
func searchesSection(searches []timedSearch) report.Section {
	return report.Section{
		Heading: "Exact search",
		Text:    "Time to prove the least total. Sets: the sets of candidates that one worker searched.",
		Table: report.TableOf(searches, "game | secrets | least total | sets | one worker, s | all workers, s | gain | sets per second", func(s timedSearch) []any {
			return []any{
				s.game, s.Secrets, s.Total, s.Sets, spread(s.One), spread(s.All), report.Decimals(median(s.One)/median(s.All), 2),
				rounded(float64(s.Sets) / median(s.One)),
			}
		}),
	}
}

// spread is the median, with the fastest and the slowest run.
func spread(seconds []float64) report.Formatted {
	return report.Format(median(seconds), "%.3f (%.3f to %.3f)", median(seconds), slices.Min(seconds), slices.Max(seconds))
}

// rounded prints a large number as 1.7 M.
func rounded(x float64) report.Formatted {
	return report.Formatted{Value: x, Text: humanize.SIWithDigits(x, 1, "")}
}

// A growth is how the time that a criterion takes grows with the game.
type growth struct {
	criterion    strategy.Criterion
	codes, times []float64 // seconds of one worker
	exponent     float64   // of the power of the number of codes that fits
}

// growths fits powers of the number of codes to the times of criteria that were
// timed in several games.
func growths(timed []ask.Benched) []growth {
	var out []growth
	for _, group := range groupBy(timed, func(b ask.Benched) string { return string(b.Result.Criterion) }) {
		if len(group) < 2 {
			continue
		}
		g := growth{criterion: group[0].Result.Criterion}
		for _, b := range group {
			g.codes, g.times = append(g.codes, float64(b.Result.Secrets)), append(g.times, median(b.One))
		}
		_, g.exponent = stat.LinearRegression(logs(g.codes), logs(g.times), nil, false)
		out = append(out, g)
	}
	return out
}

// growthSection fits a power of the number of codes to the times of one worker.
//
// By theory the exponent is 2, up to logarithms: each level of the tree counts
// every guess against every candidate once, and there are about as many levels
// as the logarithm of the number of codes.
func growthSection(timed []ask.Benched) (report.Section, string) {
	const byTheory = 2
	lines := chart.Lines{XLabel: "codes", YLabel: "seconds", Log: true}
	var exponents, x, y []float64
	fits := growths(timed)
	for _, g := range fits {
		exponents = append(exponents, g.exponent)
		x, y = append(x, logs(g.codes)...), append(y, logs(g.times)...)
	}
	constant, exponent := stat.LinearRegression(x, y, nil, false)
	low, high := slices.Min(x), slices.Max(x)
	line := func(name string, slope, at0 float64) chart.Series {
		return chart.Series{Name: name, Dashed: true, X: []float64{math.Exp(low), math.Exp(high)}, Y: []float64{math.Exp(at0 + slope*low), math.Exp(at0 + slope*high)}}
	}
	lines.Series = append(lines.Series,
		line(fmt.Sprintf("power %.2f, fitted", exponent), exponent, constant),
		line("power 2", byTheory, stat.Mean(y, nil)-byTheory*stat.Mean(x, nil)))
	lines.Series = append(lines.Series, slowestAndFastest(fits)...) // over the lines
	lines.Series = coloured(lines.Series...)
	section := report.Section{
		Heading: "Growth",
		Text:    "In theory the time grows as the square of the number of codes, up to logarithms: at each level of the tree every guess is counted against every candidate. In practice equivalent guesses are counted once, from which large games gain more than small ones, and a node of few candidates costs a whole machine word for each guess.",
		Table: report.TableOf(fits, "criterion | fitted exponent | by theory | doubling the codes takes", func(g growth) []any {
			return []any{
				g.criterion, report.Decimals(g.exponent, 2), byTheory,
				report.Format(math.Exp2(g.exponent), "%.1f times as long", math.Exp2(g.exponent)),
			}
		}),
		Figures: []chart.Figure{{
			File: "bench-growth.png", Caption: "Time against the number of codes, on logarithmic axes, with the fitted power and the square",
			Title:    fmt.Sprintf("Time grows with the number of codes to the power of %.2f", exponent),
			Subtitle: fmt.Sprintf("time to play every secret with one worker, by %s; logarithmic axes", join(fits, func(g growth) string { return string(g.criterion) })),
			Charts:   []chart.Chart{lines},
		}},
	}
	return section, fmt.Sprintf("The time grows with the number of codes to the power of %.2f (%.2f to %.2f by criterion); in theory the power is %d, up to logarithms.",
		exponent, slices.Min(exponents), slices.Max(exponents), byTheory)
}

// slowestAndFastest are points for the criteria that take longest and shortest in each
// game: those of all would hide each other.
func slowestAndFastest(fits []growth) []chart.Series {
	times := map[float64][]float64{} // by codes
	for _, g := range fits {
		for i, codes := range g.codes {
			times[codes] = append(times[codes], g.times[i])
		}
	}
	slowest, fastest := chart.Series{Name: "slowest criterion", Points: true}, chart.Series{Name: "fastest criterion", Points: true}
	for _, codes := range slices.Sorted(maps.Keys(times)) {
		slowest.X, slowest.Y = append(slowest.X, codes), append(slowest.Y, slices.Max(times[codes]))
		fastest.X, fastest.Y = append(fastest.X, codes), append(fastest.Y, slices.Min(times[codes]))
	}
	return []chart.Series{slowest, fastest}
}

func logs(x []float64) []float64 {
	return notebook.Map(x, math.Log)
}

// An otherTime is the time of another program beside the one measured.
type otherTime struct {
	published.Figure
	here float64 // seconds of this program, from start to end
}

// ratio is how many times as long as this program the other takes.
func (t otherTime) ratio() float64 { return t.Seconds / t.here }

// otherPrograms sets the times of other programs beside those measured.
func otherPrograms(timed []ask.Benched) (report.Section, []string) {
	var rows []otherTime
	for _, p := range published.Times() {
		for _, b := range timed {
			if b.Result.Game == p.Subject.Game && b.Result.Criterion == p.Subject.Criterion {
				rows = append(rows, otherTime{p, median(b.Process)})
			}
		}
	}
	var findings []string
	for _, group := range groupBy(rows, func(t otherTime) string { return t.Note }) {
		byRatio := func(a, b otherTime) int { return cmp.Compare(a.ratio(), b.ratio()) }
		low, high := slices.MinFunc(group, byRatio).ratio(), slices.MaxFunc(group, byRatio).ratio()
		times := fmt.Sprintf("%.2g to %.2g", low, high)
		if len(group) == 1 {
			times = fmt.Sprintf("%.2g", low)
		}
		findings = append(findings, fmt.Sprintf("%s: %s times as long as this program takes here.", group[0].Note, times))
	}
	return report.Section{
		Heading: "Other programs",
		Text:    "Times of other programs for the same work, as reported or as measured, on the machines named.",
		Table: report.TableOf(rows, "game | criterion | program and machine | its time, s | whole program here, s | its time over ours", func(t otherTime) []any {
			return []any{t.Subject.Game, t.Subject.Criterion, t.Note, t.Seconds, report.Decimals(t.here, 3), report.Decimals(t.ratio(), 2)}
		}),
	}, findings
}
