package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/gonum/stat"

	"codebreak/configs"
	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/report"
)

// A rung is a game of the ladder: what is timed there, and how often. Medians
// are told.
type rung struct {
	runs           int
	configurations []engine.Configuration
}

// newRung times the four criteria on a game, most-parts from a first guess of
// its own.
func newRung(game, first, mostParts string) rung {
	criteria := configs.Grid{
		Games:        []string{game},
		Strategies:   []strategy.Strategy{{Criterion: strategy.Minimax}, {Criterion: strategy.ExpectedSize}, {Criterion: strategy.Entropy}},
		FirstGuesses: []string{first},
	}
	parts := engine.Configuration{Game: game, Strategy: strategy.Strategy{Criterion: strategy.MostParts}, First: mostParts}
	return rung{5, append(criteria.Configurations(), parts)}
}

func ladder() []rung {
	return []rung{
		newRung("mm4x6", "1122", "1123"),
		newRung("bc4x10", "0123", "0123"),
		newRung("mm5x8", "11234", "11223"),
		newRung("mm6x6", "112233", "112233"),
	}
}

// fullLadder goes on to 531,441 and 823,543 codes; the last is timed once.
func fullLadder() []rung {
	return append(ladder(),
		newRung("mm6x9", "112234", "112234"),
		rung{1, []engine.Configuration{{Game: "mm7x7", Strategy: strategy.Strategy{Criterion: strategy.Entropy}, First: "1122345"}}},
	)
}

func benchEntry() entry {
	e := bench(ladder(), processRun)
	e.full = func() entry { return bench(fullLadder(), processRun) }
	return e
}

// A timed is what was measured of a configuration.
type timed struct {
	engine.Configuration
	result  engine.Result
	work    strategy.Work
	one     []time.Duration // growing and measuring the tree, one worker
	all     []time.Duration // the same with all workers
	process []time.Duration // the whole program, all workers
	memory  uint64          // the most that the program got from the system, in bytes
}

func median(d []time.Duration) time.Duration {
	d = slices.Sorted(slices.Values(d))
	return d[len(d)/2]
}

// A processRunner plays a configuration in a program of its own and returns
// the wall time and the memory it got from the system.
type processRunner func(ctx context.Context, c engine.Configuration, o options) (time.Duration, uint64, error)

// processRun runs this program.
func processRun(ctx context.Context, c engine.Configuration, o options) (time.Duration, uint64, error) {
	program, err := os.Executable()
	if err != nil {
		return 0, 0, err
	}
	cmd := exec.CommandContext(ctx, program, "measure", "--quiet", "--stats", "--workers", strconv.Itoa(o.workers), "--max-memory", strconv.FormatUint(uint64(o.maxMemory), 10),
		"--game", c.Game, "--criterion", string(c.Criterion), "--first", c.First)
	var messages bytes.Buffer
	cmd.Stderr = &messages
	began := time.Now()
	err = cmd.Run()
	took := time.Since(began)
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w: %s", c, err, messages.String())
	}
	var s stats
	if err := json.Unmarshal(messages.Bytes(), &s); err != nil {
		return 0, 0, fmt.Errorf("%s: the program printed no stats: %w", c, err)
	}
	return took, s.Memory, nil
}

// bench times the rungs of a ladder.
func bench(ladder []rung, run processRunner) entry {
	var configurations []engine.Configuration
	for _, r := range ladder {
		configurations = append(configurations, r.configurations...)
	}
	var all []timed
	workers := 0
	return entry{
		name:           "bench",
		title:          "Speed",
		question:       "How long does it take to play every secret, on how much memory, how does that grow with the game, and what do more workers gain? How do other programs compare?",
		onDemand:       true,
		configurations: configurations,
		search: func(ctx context.Context, o options) ([]configurationTiming, error) {
			all, workers = nil, o.workers
			for _, r := range ladder {
				for _, c := range r.configurations {
					t, err := timeConfiguration(ctx, c, r.runs, o, run)
					if err != nil {
						return nil, err
					}
					all = append(all, t)
					o.say("%s: one worker %s, %d workers %s, whole program %s", c, seconds(t.one), o.workers, seconds(t.all), seconds(t.process))
				}
			}
			return nil, nil
		},
		tell: func([]engine.Result) report.Page { return tellBench(all, workers) },
	}
}

func timeConfiguration(ctx context.Context, c engine.Configuration, runs int, o options, run processRunner) (timed, error) {
	t := timed{Configuration: c}
	for range runs {
		for _, kind := range []struct {
			workers int
			times   *[]time.Duration
		}{{1, &t.one}, {o.workers, &t.all}} {
			var work strategy.Work
			began := time.Now()
			_, result, err := engine.Play(ctx, c, tree.Options{Workers: kind.workers, Work: &work})
			if err != nil {
				return t, err
			}
			*kind.times = append(*kind.times, time.Since(began))
			t.result, t.work = result, work
		}
		took, memory, err := run(ctx, c, o)
		if ctx.Err() != nil {
			err = errors.Join(ctx.Err(), err)
		}
		if err != nil {
			return t, err
		}
		t.process = append(t.process, took)
		t.memory = max(t.memory, memory)
	}
	return t, nil
}

func seconds(d []time.Duration) string { return fmt.Sprintf("%.3f s", median(d).Seconds()) }

func spread(d []time.Duration) string {
	return fmt.Sprintf("%.3f (%.3f to %.3f)", median(d).Seconds(), slices.Min(d).Seconds(), slices.Max(d).Seconds())
}

func tellBench(all []timed, workers int) report.Page {
	times := &report.Table{
		Header: []string{"game", "codes", "criterion", "first", "runs", "one worker, s", fmt.Sprintf("%d workers, s", workers), "gain", "whole program, s", "memory", "nodes", "guesses counted", "comparisons", "comparisons per second"},
		Right:  []int{1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
	}
	compact := &report.Table{
		Header: []string{"game", "criterion", "one worker", fmt.Sprintf("%d workers", workers), "gain", "program", "memory", "comparisons/s"},
		Right:  []int{2, 3, 4, 5, 6, 7},
	}
	for _, t := range all {
		gain := fmt.Sprintf("%.2f", median(t.one).Seconds()/median(t.all).Seconds())
		memory := humanize.IBytes(t.memory)
		perSecond := humanize.SIWithDigits(float64(t.work.Comparisons)/median(t.all).Seconds(), 1, "")
		times.Rows = append(times.Rows, []string{
			t.Game, strconv.Itoa(t.result.Secrets), string(t.Criterion), t.First, strconv.Itoa(len(t.one)), spread(t.one), spread(t.all), gain, spread(t.process), memory,
			strconv.Itoa(t.result.Nodes), humanize.SIWithDigits(float64(t.work.Guesses), 1, ""), humanize.SIWithDigits(float64(t.work.Comparisons), 1, ""), perSecond,
		})
		compact.Rows = append(compact.Rows, []string{t.Game, string(t.Criterion), seconds(t.one), seconds(t.all), gain, seconds(t.process), memory, perSecond})
	}
	growth, findings := tellGrowth(all)
	others, best := tellOthers(all)
	page := report.Page{
		Sections: []report.Section{
			{
				Heading: "Times",
				Text: fmt.Sprintf("Machine: %s. Medians, with the fastest and the slowest of the runs. One worker and %d workers: growing and measuring the decision tree of all secrets within a running program. Whole program: from its start to its end, with %d workers, and the memory that it got from the system. A comparison is a guess set against a candidate.",
					describeMachine(), workers, workers),
				Table: times, Compact: compact,
			},
			growth,
			others,
		},
		Findings: append(findings, best...),
	}
	return page
}

// describeMachine names the processor as the system does, and how this
// program counts on it.
func describeMachine() string {
	processor := runtime.GOARCH
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(data)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				processor = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d cores, %s of memory, %s/%s, %s, counting on %s", processor, runtime.NumCPU(),
		humanize.IBytes(uint64(defaultMemory())/3*4), runtime.GOOS, runtime.GOARCH, runtime.Version(), partition.Kernel())
}

// tellGrowth fits a power of the number of codes to the times of one worker.
//
// By theory the exponent is 2, up to logarithms: each level of the tree counts
// every guess against every candidate once, and there are about as many levels
// as the logarithm of the number of codes.
func tellGrowth(all []timed) (report.Section, []string) {
	chart := report.Lines{Title: "Time to play every secret, one worker", XLabel: "codes", YLabel: "seconds", Log: true}
	table := &report.Table{Header: []string{"criterion", "fitted exponent", "by theory", "doubling the codes takes"}, Right: []int{1, 2, 3}}
	var exponents []float64
	var logX, logY []float64
	for _, info := range strategy.Criteria() {
		s := report.Series{Name: string(info.Criterion), Points: true}
		for _, t := range all {
			if t.Criterion == info.Criterion {
				s.X = append(s.X, float64(t.result.Secrets))
				s.Y = append(s.Y, median(t.one).Seconds())
			}
		}
		if len(s.X) < 2 {
			continue
		}
		chart.Series = append(chart.Series, s)
		x, y := logs(s.X), logs(s.Y)
		_, exponent := stat.LinearRegression(x, y, nil, false)
		exponents = append(exponents, exponent)
		logX, logY = append(logX, x...), append(logY, y...)
		table.Rows = append(table.Rows, []string{string(info.Criterion), fmt.Sprintf("%.2f", exponent), "2", fmt.Sprintf("%.1f times as long", math.Exp2(exponent))})
	}
	constant, exponent := stat.LinearRegression(logX, logY, nil, false)
	low, high := slices.Min(logX), slices.Max(logX)
	line := func(name string, slope, at0 float64) report.Series {
		return report.Series{Name: name, Dashed: true, X: []float64{math.Exp(low), math.Exp(high)}, Y: []float64{math.Exp(at0 + slope*low), math.Exp(at0 + slope*high)}}
	}
	centreX, centreY := stat.Mean(logX, nil), stat.Mean(logY, nil)
	chart.Series = append(chart.Series,
		line(fmt.Sprintf("fitted: codes to the power of %.2f", exponent), exponent, constant),
		line("by theory: codes squared", 2, centreY-2*centreX))
	section := report.Section{
		Heading: "Growth",
		Text:    "By theory the time grows as the square of the number of codes, up to logarithms: at each level of the tree every guess is counted against every candidate. Guesses that are alike by symmetry are counted once, which small games gain less from than large ones; and a node of few candidates costs a whole machine word for each guess.",
		Table:   table,
		Figures: []report.Figure{{File: "bench-growth.png", Caption: "Time against the number of codes, on logarithmic axes, with the fitted power and the square", Charts: []report.Chart{chart}}},
	}
	return section, []string{fmt.Sprintf("The time grows with the number of codes to the power of %.2f (%.2f to %.2f by criterion); by theory it is 2, up to logarithms.", exponent, slices.Min(exponents), slices.Max(exponents))}
}

func logs(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = math.Log(v)
	}
	return out
}

// tellOthers sets the times of other programs beside those measured.
func tellOthers(all []timed) (report.Section, []string) {
	t := &report.Table{
		Header: []string{"game", "criterion", "program", "its machine", "its time, s", "whole program here, s", "its time over ours"},
		Right:  []int{4, 5, 6},
	}
	type ratio struct {
		machine string
		value   float64
	}
	var ratios []ratio
	for _, p := range published.Times() {
		for _, here := range all {
			if here.Game == p.Game && here.Criterion == p.Criterion {
				own := median(here.process).Seconds()
				ratios = append(ratios, ratio{p.Program + " on " + p.Machine, p.Seconds / own})
				t.Rows = append(t.Rows, []string{
					p.Game, string(p.Criterion), p.Program, p.Machine,
					strconv.FormatFloat(p.Seconds, 'g', -1, 64), fmt.Sprintf("%.3f", own), fmt.Sprintf("%.2f", p.Seconds/own),
				})
			}
		}
	}
	var findings []string
	for len(ratios) > 0 {
		machine := ratios[0].machine
		others := func(r ratio) bool { return r.machine != machine }
		group := slices.DeleteFunc(slices.Clone(ratios), others)
		ratios = slices.DeleteFunc(ratios, func(r ratio) bool { return r.machine == machine })
		byValue := func(a, b ratio) int { return cmp.Compare(a.value, b.value) }
		low, high := slices.MinFunc(group, byValue).value, slices.MaxFunc(group, byValue).value
		times := fmt.Sprintf("%.2g to %.2g", low, high)
		if len(group) == 1 {
			times = fmt.Sprintf("%.2g", low)
		}
		findings = append(findings, fmt.Sprintf("%s: %s times as long as this program here.", machine, times))
	}
	return report.Section{
		Heading: "Other programs",
		Text:    "Times that other programs report or were seen to take, for the same work, on the machines named.",
		Table:   t,
	}, findings
}
