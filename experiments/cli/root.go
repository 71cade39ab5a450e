// Package cli is the command line: one file for each command, which reads its flags, calls
// the notebook or the engine, and prints the results. Results go to standard output,
// messages and errors to standard error.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"codebreak/engine/game"
	"codebreak/experiments/external"
	"codebreak/experiments/notebook"
)

// Run is the whole program: it obeys the arguments and returns the exit code,
// which is 0, or 1 for a failure, 2 for something given that is not allowed, or
// 130 for work that was stopped by a signal or by the time limit. entries lists
// those of the notebook; it is called only by commands that need them.
func Run(entries func() []notebook.Entry, args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	// After the first signal the next one ends the program at once.
	context.AfterFunc(ctx, stop)

	a := &app{entries: entries, args: args, stderr: errOut, workers: runtime.GOMAXPROCS(0), maxMemory: defaultMemory(), results: "results"}
	root := a.rootCommand()
	a.stdout = &output{Writer: out, ctx: ctx}
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(a.stdout)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = a.stdout.err
	}
	if err == nil {
		return 0
	}
	code, line := explain(err, a.timeLimit)
	fmt.Fprintln(errOut, "codebreak:", line)
	return code
}

// commands lists the commands, with the flags that several share where they work.
func (a *app) commands() []*cobra.Command {
	folders, others := a.notebookCommands()
	folders = append(folders, a.explainCommand(), a.verifyCommand())
	works := append(folders[:len(folders):len(folders)], a.measureCommand(), a.compareCommand(), a.plotCommand(), a.exportCommand(), a.checkCommand(),
		a.playCommand(), a.assistCommand(), a.solveCommand(), a.staticCommand(), a.openingsCommand(), a.judgeCommand(), a.positionsCommand(), a.baselinesCommand())
	for _, c := range append(folders, others...) {
		for _, c := range append(c.Commands(), c) {
			c.Flags().StringVar(&a.results, "results", a.results, "results folder, with pages and answers")
		}
	}
	for _, c := range works {
		a.workFlags(c)
	}
	deduce := a.deduceCommand()
	a.workFlags(deduce, "workers", "quiet")
	subjects := &cobra.Command{Use: "subjects", Long: ownStrategies()} // pages of help, which do nothing
	player := &cobra.Command{Use: "player", Short: "How a program of yours takes part", Long: strings.TrimSpace(external.Protocol)}
	return append(append(works, others...), deduce, a.listCommand(), a.gamesCommand(), a.versionCommand(), player, subjects)
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "codebreak",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return usageError{game.Unknown("command", args[0], commandNames(cmd))}
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if given(cmd, "version") {
				_, err := fmt.Fprintln(cmd.OutOrStdout(), version())
				return err
			}
			return cmd.Help()
		},
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			if err := checkRepeated(cmd, a.args); err != nil {
				return err
			}
			if err := checkSizes(args); err != nil {
				return err
			}
			return a.begin(cmd)
		},
	}
	root.SetFlagErrorFunc(flagError)
	root.Flags().BoolP("version", "v", false, "print the version")
	root.AddCommand(a.commands()...)
	addGroups(root)
	root.SetHelpCommand(helpCommand(root))
	addHelp(root)
	root.InitDefaultCompletionCmd()
	return root
}

// flagError says what is allowed in place of a flag that cannot be read.
func flagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var absent *pflag.NotExistError
	var valueless *pflag.ValueRequiredError
	var unknown *game.UnknownError
	switch {
	case errors.As(err, &unknown):
		return usageError{unknown}
	case errors.As(err, &invalid):
		value := invalid.GetValue()
		if bare := strings.Trim(value, "0123456789.") == ""; bare && invalid.GetFlag().Value.Type() == "duration" {
			return usagef("--%s is %q; it needs a unit: %[2]ss or %[2]sm", invalid.GetFlag().Name, value)
		}
		kind := map[string]string{
			"bool": "true or false", "size": "a size above 0, such as 500MB or 4GiB",
			"duration": "a time of less than 292 years with its unit, such as 90s or 30m",
		}[invalid.GetFlag().Value.Type()]
		return usagef("--%s is %q; it must be %s", invalid.GetFlag().Name, value, cmp.Or(kind, "a whole number"))
	case errors.As(err, &absent):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, "--"+f.Name)
			}
		})
		unknown = &game.UnknownError{What: "flag", Given: "--" + absent.GetSpecifiedName(), Allowed: names}
		if short := absent.GetSpecifiedShortnames(); short != "" {
			unknown.Given = "-" + short
		} else if unknown.Meant() != "" {
			return usageError{unknown}
		}
		return usagef("unknown flag %s; see %s", unknown.Given, helpOf(cmd))
	case errors.As(err, &valueless):
		return usagef("--%s needs a value; see %s", valueless.GetSpecifiedName(), helpOf(cmd))
	}
	return usageError{err}
}

func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Show the help of a command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return usageError{game.Unknown("command", strings.Join(args, " "), commandNames(root))}
			}
			return cmd.Help()
		},
	}
}
