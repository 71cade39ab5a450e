package cli

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
)

// An app is one run of the program: what the global flags say, and the
// notebook.
type app struct {
	entries func() []notebook.Entry
	args    []string // of the command line
	called  *cobra.Command
	stdout  *output
	stderr  io.Writer

	words     wordFlags
	workers   int
	maxMemory byteSize
	results   string
	// weightsFile says how much each secret counts; empty if all count the same. weighted is
	// what was read, by game.
	weightsFile string
	weighted    map[string][]int
	quiet       bool
	timeLimit   time.Duration // 0 for none
}

// env is what answers are computed with.
func (a *app) env() notebook.Env {
	return notebook.Env{Workers: a.workers, Memory: int64(min(uint64(a.maxMemory), math.MaxInt64)), Say: a.say}
}

// say tells how work is getting on.
func (a *app) say(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintln(a.stderr, printable(fmt.Sprintf(format, args...)))
	}
}

// warn prints a warning.
func (a *app) warn(text string) { fmt.Fprintln(a.stderr, "codebreak: warning:", printable(text)) }

// maxWorkers is more than any machine has cores.
const maxWorkers = 4096

// workFlags gives a command the flags of work: its limits, and word lists; but for some
// that do nothing there.
func (a *app) workFlags(cmd *cobra.Command, without ...string) {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.IntVar(&a.workers, "workers", a.workers, "number of goroutines that grow trees (default: all cores)")
	flags.Var(&a.maxMemory, "max-memory", "refuse work that needs more memory than this, such as 4GiB (default: 3/4 of the machine's)")
	flags.DurationVar(&a.timeLimit, "time-limit", 0, "stop after this time, such as 90s or 30m, and keep finished work (default: never)")
	// These keep this machine's numbers out of the help text.
	flags.Lookup("workers").DefValue = "0"
	flags.Lookup("max-memory").DefValue = ""
	flags.StringVar(&a.words.answers, "answers", "", "file of the words that may be secret, one in each line; for the games wordle, jotto, bulls and black")
	flags.StringVar(&a.words.allowed, "allowed", "", "file of the words that may be guessed (default: the possible secrets)")
	flags.StringVar(&a.words.folder, "lists", "", "folder of word lists, for games that are named after them (default: $"+listsVariable+")")
	flags.BoolVar(&a.quiet, "quiet", false, "no progress bar and no messages, only results and errors")
	flags.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(without, f.Name) {
			cmd.Flags().AddFlag(f)
		}
	})
}

// begin checks the flags of work and puts the limits into force.
func (a *app) begin(cmd *cobra.Command) error {
	a.called = cmd
	err := cmp.Or(
		refuse(a.workers < 1 || a.workers > maxWorkers, "--workers is %d; it must be at least 1 and at most %d", a.workers, maxWorkers),
		refuse(a.results == "", "--results is empty; it must name a folder"),
		refuse(a.timeLimit < 0 || a.timeLimit == 0 && given(cmd, "time-limit"), "--time-limit is %s; it must be more than 0", a.timeLimit),
	)
	if err != nil {
		return err
	}
	if a.timeLimit > 0 {
		ctx, stop := context.WithTimeout(cmd.Context(), a.timeLimit)
		context.AfterFunc(cmd.Context(), stop)
		cmd.SetContext(ctx)
		a.stdout.ctx = ctx
	}
	return cmp.Or(a.words.begin(cmd), a.limitMemory())
}

// given reports whether a flag is given.
func given(cmd *cobra.Command, flag string) bool { return cmd.Flags().Changed(flag) }

// flagsOf lists which of some flags are given, or else which are not.
func flagsOf(cmd *cobra.Command, wanted bool, names []string) []string {
	names = filter(names, func(name string) bool { return given(cmd, name) == wanted })
	return notebook.Map(names, func(name string) string { return "--" + name })
}

// oneOf refuses a value that is not among those allowed.
func oneOf(what, value string, allowed []string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return usageError{game.Unknown(what, value, allowed)}
}

// goWith refuses flags that go with another that is not given.
func goWith(cmd *cobra.Command, name string, others ...string) error {
	if flags := flagsOf(cmd, true, others); len(flags) > 0 && !given(cmd, name) {
		return usagef("%s goes with --%s, which is not given", flags[0], name)
	}
	return nil
}

// exclusive refuses flags that contradict each other.
func exclusive(cmd *cobra.Command, names ...string) error {
	given := flagsOf(cmd, true, names)
	return refuse(len(given) > 1, "%s contradict each other: give one of them", english.WordSeries(given, "and"))
}

// excludes refuses a flag beside others that contradict it.
func excludes(cmd *cobra.Command, name string, others ...string) (err error) {
	for _, other := range others {
		err = cmp.Or(err, exclusive(cmd, name, other))
	}
	return err
}

// required refuses a command without flags that it needs.
func required(cmd *cobra.Command, names ...string) error {
	missing := flagsOf(cmd, false, names)
	return refuse(len(missing) > 0, "%s needs %s; see %s", cmd.Name(), english.WordSeries(missing, "and"), helpOf(cmd))
}

// notEmpty refuses flags that are given without a value.
func notEmpty(cmd *cobra.Command, names ...string) (err error) {
	for _, name := range names {
		f := cmd.Flags().Lookup(name)
		err = cmp.Or(err, refuse(f.Changed && strings.TrimSpace(f.Value.String()) == "", "--%s is empty; leave it out for the default", name))
	}
	return err
}

// checkRepeated refuses a flag that is given twice with values of which only the
// last would count.
func checkRepeated(cmd *cobra.Command, args []string) error {
	given := map[string]bool{}
	for _, arg := range args {
		if arg == "--" {
			break
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		f := cmd.Flags().Lookup(name)
		if f == nil || !strings.HasPrefix(arg, "--") || strings.HasSuffix(f.Value.Type(), "Slice") || f.Value.Type() == "bool" {
			continue
		}
		if given[f.Name] {
			return usagef("--%s is given twice", f.Name)
		}
		given[f.Name] = true
	}
	return nil
}

func commandNames(cmd *cobra.Command) []string {
	shown := func(c *cobra.Command) bool { return c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand() }
	return notebook.Map(filter(cmd.Commands(), shown), (*cobra.Command).Name)
}

// takes refuses fewer or more arguments than a command takes.
func takes(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := checkSizes(args); err != nil {
			return err
		}
		n := len(args)
		return refuse(n < least || n > most, "%s takes %s, but was given %d; see %s", cmd.Name(), what, n, helpOf(cmd))
	}
}

// noArguments refuses arguments.
var noArguments = takes(0, 0, "no arguments")

// complete has a shell complete the values of a flag.
func complete(cmd *cobra.Command, flag string, values []string) {
	// It fails only for a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// helpTexts has the help of each command after its name and arguments, and behind
// "Examples:" lines to try. The first paragraph also stands in lists of commands; all else
// is shown last, behind examples and flags.
//
//go:embed help.txt
var helpTexts string

// newCommand makes a command, to which help.txt gives its texts.
func newCommand(name string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error) *cobra.Command {
	return &cobra.Command{Use: name, Args: args, RunE: run}
}

// addHelp gives commands their help. What they have already stands behind it.
func addHelp(root *cobra.Command) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		text := cmp.Or(cmd.Long, cmd.Short) + "\n"
		if cmd.Runnable() || cmd.HasAvailableSubCommands() {
			text += "\n" + cmd.UsageString()
		}
		if theory := cmd.Annotations["theory"]; theory != "" {
			text += "\n" + theory + "\n"
		}
		fmt.Fprint(cmd.OutOrStdout(), text) // which keeps its error
	})
	for section := range strings.SplitSeq(strings.TrimPrefix(helpTexts, "== "), "\n== ") {
		usage, text, _ := strings.Cut(section, "\n")
		cmd, _, err := root.Find(strings.Fields(usage)[1:])
		takes, found := strings.CutPrefix(usage, cmd.CommandPath())
		if err != nil || !found {
			continue // a browser has not all commands
		}
		cmd.Use += takes
		long, examples, _ := strings.Cut(strings.TrimSpace(text), "\n\nExamples:\n")
		first, theory, _ := strings.Cut(long+cmd.Long, "\n\n")
		cmd.Short, cmd.Long, cmd.Example, cmd.Annotations = strings.TrimRight(first, ".:"), first, examples, map[string]string{"theory": theory}
	}
}

// ownStrategies is a paragraph on registered strategies; empty without any.
func ownStrategies() string {
	own := notebook.Map(strategy.Registered(), func(r strategy.Registration) string {
		by := either(r.Author != "", fmt.Sprintf(" (%s %d)", r.Author, r.Year), "")
		return fmt.Sprintf("  %-10s minimises %s%s\n", r.Criterion, r.Minimises, by)
	})
	return either(len(own) > 0, "\n\nBesides these, criteria and strategies of this program are:\n\n"+strings.Join(own, ""), "")
}

// byteSize is a flag that reads sizes such as 4GiB or 500MB.
type byteSize uint64

func (b *byteSize) String() string { return humanize.IBytes(uint64(*b)) }

// Type names the kind of value for errors and help.
func (b *byteSize) Type() string { return "size" }

// Set reads a size above 0.
func (b *byteSize) Set(s string) error {
	n, err := humanize.ParseBytes(s)
	if err == nil && n == 0 {
		err = errors.New("no memory at all")
	}
	*b = byteSize(n)
	return err
}

// defaultMemory is three quarters of what the machine, or the container that
// the program runs in, has.
func defaultMemory() byteSize {
	var memory uint64 = 4 << 30 // where the machine cannot be asked
	if system, err := memlimit.FromSystem(); err == nil {
		memory = system
	}
	if container, err := memlimit.FromCgroup(); err == nil {
		memory = min(memory, container)
	}
	return byteSize(memory / 4 * 3)
}

// collectAt is how much the heap may grow, in percent, before garbage is
// collected: memory is plentiful beside what most games need.
const collectAt = 400

// binary is how much of the program itself is in memory, which the garbage
// collector does not count.
const binary = 12 << 20

// limitMemory lowers the memory limit to what the address space (ulimit -v) has room for, and
// refuses one in which the program would end without a word on why. Beside its memory a Go
// program takes room for maps of the heap, which it has at once, for the stacks of threads,
// and with C for a heap of each thread. The garbage collector keeps to the limit; settings in
// the environment go before.
func (a *app) limitMemory() error {
	if limit, ok := addressSpace(); ok && limit <= math.MaxInt64 {
		var pages uint64
		sizes, _ := os.ReadFile("/proc/self/statm") // if it is absent, room is left for less
		_, _ = fmt.Sscan(string(sizes), &pages)
		const arena, least = 80 << 20, 32 << 20 // arena is what heaps grow by, and a little more
		taken := pages*uint64(os.Getpagesize()) + arena*uint64(runtime.GOMAXPROCS(0)+5)
		left := limit - min(taken, limit)
		if left < least {
			return usagef("the address space (ulimit -v) leaves %s of memory; at least %s is needed", humanize.IBytes(left), humanize.IBytes(least))
		}
		a.maxMemory = min(a.maxMemory, byteSize(left))
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(min(uint64(max(a.maxMemory-binary, a.maxMemory/2)), math.MaxInt64)))
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	return nil
}
