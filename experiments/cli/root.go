// Package cli is the whole command line: the table of all commands (commands.go), their help, and
// the way from the arguments of a call to its exit code. Results go to standard output, messages
// and errors to standard error.
//
// A family of commands has a package of its own, which reads flags, calls the engine and prints:
// measure, solve, board, agents, explain, and runs for the notebook and clusters. All build on
// package base, and none of them imports this package. Only games, help and version are here.
package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook"
)

// Run is the whole program: it obeys the arguments and returns the exit code, which is 0, or 1 for
// a failure, 2 for invalid arguments or input, or 130 for work that a signal or the time limit has
// stopped. entries lists the entries of the notebook; only commands that need them call it.
func Run(entries func() []notebook.Entry, args []string, in io.Reader, out, errOut io.Writer) int {
	a := &base.App{Entries: entries, Args: args, Stderr: errOut}
	return a.Run(rootCommand, in, out)
}

// rootCommand makes the program without a command, with the command of a name below it, or with all
// commands if none has the name. To make one takes less time than a small game.
func rootCommand(a *base.App, name string) *cobra.Command {
	root := &cobra.Command{
		Use:           "codebreak",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noUnknownCommand,
		RunE:          runRoot,
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			if err := checkRepeated(cmd, a.Args); err != nil {
				return err
			}
			if err := base.CheckSizes(args); err != nil {
				return err
			}
			return a.Begin(cmd)
		},
	}

	root.SetFlagErrorFunc(flagError)
	root.Flags().BoolP("version", "v", false, "print the version")
	one := addCommand(root, a, name)
	if !one {
		addCommands(root, a)
	}
	addHelp(root)
	completeGames(root)
	if one {
		return root
	}

	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.Args, cmd.RunE = nil, completionHelp
		}
	}
	return root
}

// completionHelp shows the help of the command completion, of which each shell is a command.
func completionHelp(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return base.Usage(wording.Unknown("shell", args[0], commandNames(cmd)))
	}
	return cmd.Help()
}

func noUnknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return unknownCommand(cmd, args[0])
}

// runRoot prints the version or the help.
func runRoot(cmd *cobra.Command, _ []string) error {
	if base.Given(cmd, "version") {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), version())
		return err
	}
	return cmd.Help()
}

// moved has the new form of former commands.
var moved = map[string][]string{"version": {"--version"}}

// unknownCommand names the nearest command.
func unknownCommand(root *cobra.Command, name string) error {
	if now, ok := moved[name]; ok {
		return base.Usagef("the command %s has moved; type %s", name, base.Typed(now...))
	}
	return base.Usage(wording.Unknown("command", name, commandNames(root)))
}

// checkRepeated refuses a flag that is given twice if only its last value would count.
func checkRepeated(cmd *cobra.Command, args []string) error {
	given := map[string]bool{}
	for _, arg := range args {
		if arg == "--" {
			break
		}

		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		f := cmd.Flags().Lookup(name)
		if f == nil || !strings.HasPrefix(arg, "--") {
			continue
		}
		if kind := f.Value.Type(); kind == "bool" || strings.HasSuffix(kind, "Slice") {
			continue
		}

		if given[f.Name] {
			return base.Usagef("--%s is given twice", f.Name)
		}
		given[f.Name] = true
	}
	return nil
}

// flagError says which flags or values are allowed in place of an invalid one.
func flagError(cmd *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*wording.UnknownError](err); ok {
		return base.Usage(unknown)
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return invalidValue(invalid.GetFlag(), invalid.GetValue())
	}
	if absent, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return absentFlag(cmd, absent)
	}
	if valueless, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return base.Usagef("--%s needs a value; see %s", valueless.GetSpecifiedName(), base.HelpOf(cmd))
	}
	return base.Usage(err)
}

// invalidValue describes the values of a flag.
func invalidValue(f *pflag.Flag, value string) error {
	allowed := "a whole number"
	switch f.Value.Type() {
	case "bool":
		allowed = "true or false"
	case "size":
		allowed = "a size above 0, such as 500MB or 4GiB"
	case "duration":
		if strings.Trim(value, "0123456789.") == "" {
			return base.Usagef("--%s is %q; it needs a unit: %[2]ss or %[2]sm", f.Name, value)
		}
		allowed = "a time of less than 292 years with its unit, such as 90s or 30m"
	}
	return base.Usagef("--%s is %q; it must be %s", f.Name, value, allowed)
}

// absentFlag names the nearest flag of the command.
func absentFlag(cmd *cobra.Command, absent *pflag.NotExistError) error {
	if short := absent.GetSpecifiedShortnames(); short != "" {
		if cmd.Name() == "deduce" {
			return base.Usagef("-%s reads as a flag; quote the round, such as '123 +1 -1'", short)
		}
		return base.Usagef("unknown flag -%s; see %s", short, base.HelpOf(cmd))
	}

	unknown := &wording.UnknownError{What: "flag", Given: "--" + absent.GetSpecifiedName()}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			unknown.Allowed = append(unknown.Allowed, "--"+f.Name)
		}
	})
	if unknown.Meant() != "" {
		return base.Usage(unknown)
	}
	return base.Usagef("unknown flag %s; see %s", unknown.Given, base.HelpOf(cmd))
}
