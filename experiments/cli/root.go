// Package cli is the command line: one file for each command, which reads its
// flags, has the notebook or the engine do the work, and prints what comes out.
// Results go to standard output, messages and errors to standard error.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"codebreak/experiments/notebook"
)

// Run is the whole program: it obeys the arguments and returns the exit code,
// which is 0, or 1 for a failure, 2 for something given that is not allowed, or
// 130 for work that was stopped by a signal or by the time limit. entries lists
// those of the notebook; it is called only by commands that need them.
func Run(entries func() []notebook.Entry, args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// After the first signal the next one ends the program at once.
	context.AfterFunc(ctx, stop)

	a := &app{entries: entries, args: args, stderr: errOut}
	root := a.rootCommand()
	results := &output{Writer: out, ctx: ctx}
	a.stdout = results
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(results)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = results.err
	}
	if err == nil {
		return 0
	}
	code, line := explain(err, a.timeLimit)
	fmt.Fprintln(errOut, "codebreak:", line)
	return code
}

// commands lists the commands.
func (a *app) commands() []*cobra.Command {
	return []*cobra.Command{
		a.runCommand(), a.mergeCommand(), a.reportCommand(), a.listCommand(),
		a.measureCommand(), a.compareCommand(), a.plotCommand(), a.explainCommand(), a.exportCommand(), a.checkCommand(), a.gamesCommand(),
		a.playCommand(), a.assistCommand(), a.deduceCommand(),
		a.solveCommand(), a.submitCommand(), a.statusCommand(), a.versionCommand(), playerHelpCommand(),
	}
}

func (a *app) rootCommand() *cobra.Command {
	a.maxMemory = defaultMemory()
	root := &cobra.Command{
		Use:   "codebreak",
		Short: "A notebook of exhaustive experiments on Mastermind and Bulls and Cows",
		Long: `A notebook of exhaustive experiments on Mastermind and Bulls and Cows.

Every experiment plays every secret of a game, so the figures are exact. "run"
runs entries of the notebook and writes their pages to the results folder;
"measure" plays one configuration and prints its figures.`,
		Example: `  codebreak run                                       # the default suite
  codebreak measure --game mm4x6 --criterion minimax --first 1122
  codebreak measure --game bc4x10 --criterion entropy --json`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return usagef("unknown command %q; allowed: %s", args[0], strings.Join(commandNames(cmd), ", "))
		},
		RunE: func(cmd *cobra.Command, args []string) error { return cmd.Help() },
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			if err := checkGroups(cmd); err != nil {
				return err
			}
			if err := checkRepeated(cmd, a.args); err != nil {
				return err
			}
			return a.begin(cmd)
		},
	}
	flags := root.PersistentFlags()
	flags.IntVar(&a.workers, "workers", runtime.GOMAXPROCS(0), "number of goroutines that grow trees (default: all cores)")
	flags.Var(&a.maxMemory, "max-memory", "refuse work that needs more memory than this, such as 4GiB (default: 3/4 of the machine's)")
	flags.DurationVar(&a.timeLimit, "time-limit", 0, "stop after this long, such as 90s or 30m, as if interrupted: what is finished is kept (default: never)")
	// These keep this machine's numbers out of the help text.
	flags.Lookup("workers").DefValue = "0"
	flags.Lookup("max-memory").DefValue = ""
	flags.StringVar(&a.results, "results", "results", "results folder, with pages and answers")
	a.words.addTo(flags)
	flags.BoolVar(&a.quiet, "quiet", false, "no progress bar and no messages, only results and errors")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(a.commands()...)
	root.SetHelpCommand(helpCommand(root))
	hideUnused(root)
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args = cobra.ArbitraryArgs
			c.RunE = func(cmd *cobra.Command, args []string) error {
				if len(args) > 0 {
					return usagef("unknown shell %q; allowed: %s", args[0], strings.Join(commandNames(cmd), ", "))
				}
				return cmd.Help()
			}
		}
	}
	return root
}

// unused lists the global flags that do nothing in a command, so that its help need
// not show them.
var unused = map[string][]string{
	"measure": {"results"}, "compare": {"results"}, "plot": {"results"}, "export": {"results"}, "check": {"results"}, "solve": {"results"},
	"play": {"results", "workers"}, "assist": {"results", "workers"}, "deduce": {"results", "workers"},
	"games":   {"results", "workers", "max-memory", "time-limit", "answers", "allowed", "lists", "quiet"},
	"list":    {"results", "workers", "max-memory", "time-limit", "answers", "allowed", "lists", "quiet"},
	"version": {"results", "workers", "max-memory", "time-limit", "answers", "allowed", "lists", "quiet"},
}

// hideUnused leaves out of the help of commands what does nothing there.
func hideUnused(root *cobra.Command) {
	help := root.HelpFunc()
	for _, c := range root.Commands() {
		names := unused[c.Name()]
		if names == nil {
			continue
		}
		c.SetHelpFunc(func(cmd *cobra.Command, args []string) {
			for _, name := range names {
				root.PersistentFlags().Lookup(name).Hidden = true
			}
			help(cmd, args)
		})
	}
}

// flagError says what is allowed in place of a flag that cannot be read.
func flagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &invalid):
		kind := "a whole number"
		switch invalid.GetFlag().Value.Type() {
		case "bool":
			kind = "true or false"
		case "duration":
			kind = "a time of less than 292 years with its unit, such as 90s or 30m"
		case "format":
			kind = "png, svg or pdf, or several of them with commas"
		case "codemaker":
			kind = "honest or adversarial"
		case "size":
			kind = "a size above 0, such as 500MB or 4GiB"
		}
		return usagef("--%s is %q; it must be %s", invalid.GetFlag().Name, invalid.GetValue(), kind)
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, "--"+f.Name)
			}
		})
		return usagef("unknown flag %q; allowed: %s", unknown.GetSpecifiedName(), strings.Join(names, ", "))
	}
	return usageError{err}
}

func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return usagef("no help on %q; commands: %s", strings.Join(args, " "), strings.Join(commandNames(root), ", "))
			}
			return cmd.Help()
		},
	}
}
