// Package bench has the questions how long this program takes on this machine: to play
// configurations, to search for least totals, and to run the default suite. Their answers are never
// kept in the store.
package bench

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/partition"
	"codebreak/engine/pattern"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
)

// Play asks how long it takes to play a configuration.
type Play struct {
	engine.Key
	Runs int `json:"runs"` // all are kept
}

// Timed is how many seconds each run of some work took.
type Timed struct {
	One []float64 `json:"one"` // with one worker
	All []float64 `json:"all"` // with all workers
}

// run does the work with all workers, and then with one.
func (t *Timed) run(workers int, work func(workers int) error) error {
	began := time.Now()
	if err := work(workers); err != nil {
		return err
	}
	t.All = append(t.All, time.Since(began).Seconds())

	began = time.Now()
	err := work(1)
	t.One = append(t.One, time.Since(began).Seconds())
	return err
}

// NewPlay asks for a number of runs of a configuration.
func NewPlay(c engine.Configuration, runs int) Play {
	return Play{ask.NewPlay(c).Key, runs}
}

// configuration is the configuration that is played.
func (q Play) configuration() engine.Configuration { return engine.Configuration(q.Key) }

// Played is how long the runs took.
type Played struct {
	Machine string `json:"machine"`
	Workers int    `json:"workers"`
	ask.Played
	Guesses     int64     `json:"guesses"`     // partitions counted
	Comparisons int64     `json:"comparisons"` // of a guess with a candidate
	Timed                 // growing and measuring the tree
	Process     []float64 `json:"process"`            // the whole program, with all workers
	AVX2        []float64 `json:"avx2,omitempty"`     // the same without AVX-512, on amd64
	Portable    []float64 `json:"portable,omitempty"` // and without AVX2
	Memory      uint64    `json:"memory"`             // the most that the program got from the system, in bytes
}

// About describes the question. Each run costs as much as eight plays: with the slower kernels
// one takes two and four times as long.
func (q Play) About() notebook.About {
	return notebook.About{
		Kind:     "bench",
		Name:     fmt.Sprintf("%s, timed %s", q.Key, wording.Plural(q.Runs, "time")),
		Cost:     8 * float64(q.Runs) * ask.NewPlay(q.configuration()).About().Cost,
		Volatile: true,
	}
}

// checkRuns refuses to time nothing.
func checkRuns(runs int) error {
	if runs < 1 {
		return fmt.Errorf("%d runs; there must be at least 1", runs)
	}
	return nil
}

// Validate refuses what cannot be played.
func (q Play) Validate(e notebook.Env) error {
	return cmp.Or(checkRuns(q.Runs), ask.NewPlay(q.configuration()).Validate(e))
}

// Answer plays the configuration in turn with one worker, with all, and in
// programs of its own.
func (q Play) Answer(ctx context.Context, e notebook.Env) (Played, error) {
	b := Played{Machine: describeMachine(), Workers: e.Workers}
	x, err := q.configuration().Parse()
	if err != nil {
		return b, err
	}
	for range q.Runs {
		err := b.run(e.Workers, func(workers int) error {
			var work strategy.Work
			_, result, err := x.Play(ctx, tree.Options{Workers: workers, Work: &work})
			b.Played = ask.PlayOf(x).Record(ask.Played{Result: result})
			b.Guesses = work.Guesses
			b.Comparisons = work.Comparisons
			return err
		})
		if err != nil {
			return b, err
		}

		for _, kernel := range []struct {
			took    *[]float64
			without string // instructions, as GODEBUG names them
		}{
			{took: &b.Process},
			{took: &b.AVX2, without: "cpu.avx512f=off"},
			{took: &b.Portable, without: "cpu.avx512f=off,cpu.avx2=off"},
		} {
			if kernel.without != "" && runtime.GOARCH != "amd64" {
				continue // it has other kernels, and GODEBUG no such words
			}
			took, memory, err := timeProgram(ctx, e, q.Key, kernel.without)
			if err != nil {
				return b, errors.Join(ctx.Err(), err)
			}
			*kernel.took = append(*kernel.took, took)
			b.Memory = max(b.Memory, memory)
		}

		e.Advance(1 / float64(q.Runs))
	}
	return b, nil
}

// runOwn runs a command of this program within the limits of a run. It returns how long the command
// took from start to end, and what it wrote on standard error.
func runOwn(ctx context.Context, e notebook.Env, environment []string, args ...string) (took Took, messages []byte, err error) {
	program, err := os.Executable()
	if err != nil {
		return took, nil, err
	}

	args = append(args, "--workers", strconv.Itoa(e.Workers))
	if e.Memory > 0 {
		args = append(args, "--max-memory", strconv.FormatInt(e.Memory, 10))
	}

	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = environment
	cmd.Stderr = &out

	began := time.Now()
	err = cmd.Run()
	took.Wall = time.Since(began).Seconds()
	if err != nil {
		return took, nil, fmt.Errorf("%w: %s", err, wording.Clip(out.String()))
	}
	processor := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	took.Processor = processor.Seconds()
	return took, out.Bytes(), nil
}

// timeProgram plays a configuration by the command "measure" of this program, without
// some instructions of the processor (see GODEBUG in the documentation of package runtime), and
// returns the wall time in seconds and the memory that it got from the system.
func timeProgram(ctx context.Context, e notebook.Env, c engine.Key, without string) (seconds float64, memory uint64, err error) {
	environment := os.Environ()
	if without != "" {
		environment = append(environment, "GODEBUG="+without)
	}

	var stats struct {
		Memory uint64 `json:"memory"`
	}
	took, messages, err := runOwn(ctx, e, environment,
		"measure", "--quiet", "--stats",
		"--game", c.Game,
		"--criterion", string(c.Criterion),
		"--first", c.First)
	if err == nil {
		err = json.Unmarshal(messages, &stats)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w", c, err)
	}
	return took.Wall, stats.Memory, nil
}

// modelName finds the name of the first processor in what Linux says of them.
var modelName = pattern.Of(`(?m)^model name\s*:[ \t]*(.*?)[ \t]*$`)

// describeMachine names the processor as the system does, and how this program
// counts on it.
func describeMachine() string {
	processor := runtime.GOARCH
	data, _ := os.ReadFile("/proc/cpuinfo") // which not every system has
	if name := modelName().FindSubmatch(data); name != nil {
		processor = string(name[1])
	}

	memory := "unknown memory"
	if n, err := memlimit.FromSystem(); err == nil {
		memory = humanize.IBytes(n) + " of memory"
	}

	return fmt.Sprintf("%s, %s, %s, %s/%s, %s, %s kernel",
		processor, wording.Plural(runtime.NumCPU(), "core"), memory,
		runtime.GOOS, runtime.GOARCH, runtime.Version(), partition.Kernel())
}

// Complete derives the result.
func (q Play) Complete(ctx context.Context, b *Played) error {
	return ask.NewPlay(q.configuration()).Complete(ctx, &b.Played)
}

// Search asks how long it takes to prove the least total of a game.
type Search struct {
	Game string `json:"game"`
	Runs int    `json:"runs"` // all are kept
}

// Searched is how long the searches took.
type Searched struct {
	Machine string `json:"machine"`
	Workers int    `json:"workers"`
	Secrets int    `json:"secrets"`
	Total   int    `json:"total"`
	Sets    int64  `json:"sets"` // of candidates that one worker looked into
	Timed
}

// About describes the question. Each run searches twice.
func (q Search) About() notebook.About {
	return notebook.About{
		Kind:     "bench-search",
		Name:     fmt.Sprintf("%s, the search for the least total timed %s", q.Game, wording.Plural(q.Runs, "time")),
		Cost:     2 * float64(q.Runs) * q.asked().About().Cost,
		Volatile: true,
	}
}

// Validate refuses what cannot be searched.
func (q Search) Validate(e notebook.Env) error {
	return cmp.Or(checkRuns(q.Runs), q.asked().Validate(e))
}

// asked asks for the least total.
func (q Search) asked() ask.Solve {
	return ask.NewSolve(optimal.ProblemSpec{Game: q.Game, Objective: optimal.Total, Pool: strategy.All})
}

// Answer searches in turn with one worker and with all.
func (q Search) Answer(ctx context.Context, e notebook.Env) (Searched, error) {
	b := Searched{Machine: describeMachine(), Workers: e.Workers}
	p, err := q.asked().Parse()
	if err != nil {
		return b, err
	}
	b.Secrets = game.CountSecrets(p.Game)

	for range q.Runs {
		err := b.run(e.Workers, func(workers int) error {
			a, err := optimal.Solve(ctx, p, optimal.Options{
				Workers: workers,
				Memory:  ask.TableMemory(e, p),
			})
			if err == nil {
				b.Total = a.Ranges[0].Upper
				b.Sets = a.Nodes
			}
			return err
		})
		if err != nil {
			return b, err
		}
		e.Advance(1 / float64(q.Runs))
	}
	return b, nil
}
