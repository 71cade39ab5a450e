// Package base has the parts that all commands share: limits of work and checks of flags, the
// games and word lists of a command line, reading of files and standard input, errors and exit
// codes, messages and progress on standard error, and results on standard output in every format.
//
// An [App] is one run of the program. Every command gets it. Package base imports no command, but
// its messages name some.
package base

import (
	"context"
	"fmt"
	"io"
	"math"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
)

// An App is one run of the program: its streams, the values of the flags that several commands
// have, and the notebook.
type App struct {
	Entries func() []notebook.Entry // of the notebook; only commands that need them call it
	Args    []string                // of the command line

	Stderr io.Writer
	stdout *output

	// program makes the command of a name, or all commands if none has the name.
	program func(a *App, name string) *cobra.Command

	Words     wordFlags
	Workers   int
	MaxMemory ByteSize
	TimeLimit time.Duration // 0 for none
	Results   string        // the results folder
	quiet     bool

	WeightsFile string           // says how much each secret counts; empty if all count the same
	Weighted    map[string][]int // by game: the weights of its secrets in that file

	called  *cobra.Command // the command that runs
	symbols string         // that the call gives its game
}

// Run obeys the arguments, with the command that program makes, and returns the exit code. The
// first signal stops the work; the next one ends the program at once.
func (a *App) Run(program func(a *App, name string) *cobra.Command, in io.Reader, out io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	context.AfterFunc(ctx, stop)

	a.stdout = &output{Writer: out, Ctx: ctx}
	a.Workers = runtime.GOMAXPROCS(0)
	a.MaxMemory = defaultMemory()
	a.Results = "results"
	a.program = program

	name := ""
	if len(a.Args) > 0 {
		name = a.Args[0]
	}
	cmd := program(a, name)
	cmd.SetArgs(a.Args)
	cmd.SetIn(in)
	cmd.SetOut(a.stdout)
	cmd.SetErr(a.Stderr)

	err := cmd.ExecuteContext(ctx)
	if err == nil {
		err = a.stdout.Err
	}
	if err == nil {
		return 0
	}
	code, line := ExitOf(err, a.TimeLimit)
	fmt.Fprintln(a.Stderr, "codebreak:", line)
	return code
}

// Env returns the limits and workers for computing answers.
func (a *App) Env() notebook.Env {
	return notebook.Env{
		Workers: a.Workers,
		Memory:  int64(min(uint64(a.MaxMemory), math.MaxInt64)),
		Say:     a.Say,
	}
}

// Say prints a message about the work, unless the user wants quiet.
func (a *App) Say(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintln(a.Stderr, Printable(fmt.Sprintf(format, args...)))
	}
}

// Warn prints a warning.
func (a *App) Warn(text string) { fmt.Fprintln(a.Stderr, "codebreak: warning:", Printable(text)) }

// maxWorkers exceeds the cores of any machine.
const maxWorkers = 4096

// WorkFlags adds the flags of work to a command: limits and word lists, except some that would do
// nothing there.
func (a *App) WorkFlags(cmd *cobra.Command, without ...string) {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.IntVar(&a.Workers, "workers", a.Workers, "number of goroutines that grow trees (default: all cores)")
	flags.Var(&a.MaxMemory, "max-memory", "refuse work that needs more memory than this, such as 4GiB (default: 3/4 of the machine's)")
	flags.DurationVar(&a.TimeLimit, "time-limit", 0, "stop after this time, such as 90s or 30m, and keep finished work (default: never)")
	// The help text has no numbers of this machine.
	flags.Lookup("workers").DefValue = "0"
	flags.Lookup("max-memory").DefValue = ""

	flags.StringVar(&a.Words.answers, "answers", "", "file of the words that may be secret, one in each line; for the games wordle, jotto, bulls and black")
	flags.StringVar(&a.Words.allowed, "allowed", "", "file of the words that may be guessed (default: the possible secrets)")
	flags.StringVar(&a.Words.folder, "lists", "", "folder of word lists, for games that are named after them (default: $"+ListsVariable+")")
	flags.BoolVar(&a.Words.options.Fold, "fold", false, "read word lists and words without the marks of letters, so that é is e")
	flags.BoolVar(&a.Words.options.SkipBad, "skip-bad", false, "leave bad lines of word lists out")
	flags.BoolVar(&a.quiet, "quiet", false, "no progress bar and no messages, only results and errors")

	flags.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(without, f.Name) {
			cmd.Flags().AddFlag(f)
		}
	})
}

// Begin checks the flags of work and puts the limits into force.
func (a *App) Begin(cmd *cobra.Command) error {
	a.called = cmd
	if a.Workers < 1 || a.Workers > maxWorkers {
		return Usagef("--workers is %d; it must be at least 1 and at most %s", a.Workers, wording.Thousands(maxWorkers))
	}
	if a.Results == "" {
		return Usagef("--results is empty; it must name a folder")
	}
	if a.TimeLimit < 0 || a.TimeLimit == 0 && Given(cmd, "time-limit") {
		return Usagef("--time-limit is %s; it must be more than 0", a.TimeLimit)
	}

	if a.TimeLimit > 0 {
		ctx, stop := context.WithTimeoutCause(cmd.Context(), a.TimeLimit, notebook.TimeLimit(a.TimeLimit))
		context.AfterFunc(cmd.Context(), stop)
		cmd.SetContext(ctx)
		a.stdout.Ctx = ctx
	}

	if err := a.beginLists(cmd); err != nil {
		return err
	}
	var err error
	a.MaxMemory, err = limitMemory(a.MaxMemory)
	return err
}

// Again returns a command line to type after this call. It repeats the options of word lists,
// weights and results, if the next command has them, and the symbols of the game.
func (a *App) Again(words ...string) string {
	next, _, err := a.called.Root().Find(words)
	if err == nil && !next.HasParent() {
		next, _, err = a.program(&App{}, "").Find(words)
	}
	if err != nil {
		return Typed(words...)
	}

	for _, name := range []string{"answers", "allowed", "lists", "fold", "skip-bad", "weights", "results"} {
		option := a.called.Flags().Lookup(name)
		if option == nil || !option.Changed || next.Flags().Lookup(name) == nil {
			continue
		}
		words = append(words, "--"+name)
		if option.Value.Type() != "bool" {
			words = append(words, option.Value.String())
		}
	}
	ofGame := []string{"measure", "solve", "static", "openings", "baselines"}
	if a.symbols != "" && slices.Contains(ofGame, next.Name()) {
		words = append(words, SymbolsKey+"="+a.symbols)
	}
	return Typed(words...)
}

// ParseGame reads the name of a game that fits the memory, and after it its symbols if they are
// given. Its errors are usage errors.
func (a *App) ParseGame(name string) (game.Game, error) {
	name, symbols, _ := strings.Cut(name, symbolsBehind)
	name, err := a.Words.GameName(name)
	if err != nil {
		return nil, Usage(err)
	}
	g, err := game.Parse(name)
	if err == nil {
		g, err = game.WithSymbols(g, symbols)
	}
	if err != nil {
		return nil, Usage(err)
	}
	if symbols != "" {
		a.symbols = symbols
	}
	return g, Usage(ask.CheckMemory(a.Env(), g))
}

// SymbolsKey is the key of the symbols of a game.
const SymbolsKey = "symbols"

// symbolsBehind stands between the name of a game and its symbols.
const symbolsBehind = " " + SymbolsKey + "="

// TakeGame reads the game of a subject, with its symbols if there is a choice of them, which it
// takes out.
func (a *App) TakeGame(w *engine.Words) (game.Game, error) {
	name := w.Game
	if symbols, ok := w.Take(SymbolsKey); ok {
		name += symbolsBehind + symbols
	}
	return a.ParseGame(name)
}

// TakeSymbols takes the symbols of the game out of a subject, and returns the game that is written
// with them; nil if there are none. The first guess is written in the usual symbols then, so that
// the words mean the same as without.
func (a *App) TakeSymbols(w *engine.Words) (g game.Game, err error) {
	symbols, ok := w.Take(SymbolsKey)
	if !ok {
		return nil, nil
	}
	if g, err = a.ParseGame(w.Game + symbolsBehind + symbols); err != nil {
		return nil, err
	}

	for i, c := range w.Choices {
		if c.Key != "first" {
			continue
		}
		code, err := g.ParseCode(c.Value)
		if err != nil {
			return nil, fmt.Errorf("first guess: %w", err)
		}
		w.Choices[i].Value = game.Plain(g).FormatCode(code)
	}
	return g, nil
}
