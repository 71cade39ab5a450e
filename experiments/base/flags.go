package base

import (
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"codebreak/engine/wording"
)

// NewCommand makes a command. Its texts are in help.txt.
func NewCommand(name string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error) *cobra.Command {
	return &cobra.Command{Use: name, Args: args, RunE: run}
}

// Given reports whether a flag is given.
func Given(cmd *cobra.Command, flag string) bool { return cmd.Flags().Changed(flag) }

// flagsOf lists the flags among some that are given, or that are not given.
func flagsOf(cmd *cobra.Command, wanted bool, names []string) (flags []string) {
	for _, name := range names {
		if Given(cmd, name) == wanted {
			flags = append(flags, "--"+name)
		}
	}
	return flags
}

// OneOf refuses a value that is not allowed.
func OneOf(what, value string, allowed []string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return Usage(wording.Unknown(what, value, allowed))
}

// Need refuses flags that need another flag.
func Need(cmd *cobra.Command, name string, others ...string) error {
	if flags := flagsOf(cmd, true, others); len(flags) > 0 && !Given(cmd, name) {
		return Usagef("%s needs --%s", flags[0], name)
	}
	return nil
}

// Exclusive refuses flags that contradict each other.
func Exclusive(cmd *cobra.Command, names ...string) error {
	given := flagsOf(cmd, true, names)
	if len(given) > 1 {
		return Usagef("%s contradict each other: give one of them", english.WordSeries(given, "and"))
	}
	return nil
}

// Excludes refuses a flag beside others that contradict it.
func Excludes(cmd *cobra.Command, name string, others ...string) error {
	for _, other := range others {
		if err := Exclusive(cmd, name, other); err != nil {
			return err
		}
	}
	return nil
}

// Required refuses a command without flags that it needs.
func Required(cmd *cobra.Command, names ...string) error {
	missing := flagsOf(cmd, false, names)
	if len(missing) > 0 {
		return Usagef("%s needs %s; see %s", cmd.Name(), english.WordSeries(missing, "and"), HelpOf(cmd))
	}
	return nil
}

// NotEmpty refuses flags with an empty value.
func NotEmpty(cmd *cobra.Command, names ...string) error {
	for _, name := range names {
		f := cmd.Flags().Lookup(name)
		if f.Changed && strings.TrimSpace(f.Value.String()) == "" {
			return Usagef("--%s is empty; leave it out for the default", name)
		}
	}
	return nil
}

// Takes limits the number of arguments of a command.
func Takes(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := CheckSizes(args); err != nil {
			return err
		}
		if n := len(args); n < least || n > most {
			return Usagef("%s takes %s, but was given %d; see %s", cmd.Name(), what, n, HelpOf(cmd))
		}
		return nil
	}
}

// TakesGame refuses arguments other than a game, behind which its symbols may stand.
func TakesGame(cmd *cobra.Command, args []string) error {
	if len(args) == 2 && strings.HasPrefix(args[1], "symbols=") {
		return CheckSizes(args)
	}
	return Takes(1, 1, "one game")(cmd, args)
}

// NoArguments refuses arguments.
var NoArguments = Takes(0, 0, "no arguments")

// Complete has a shell complete the values of a flag.
func Complete[T ~string](cmd *cobra.Command, flag string, values []T) {
	// The only error is about a missing flag.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(wording.Texts(values), cobra.ShellCompDirectiveNoFileComp))
}
