package base

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"codebreak/engine/wording"
	"codebreak/experiments/notebook"
)

// NewCommand makes a command, to which help.txt gives its texts.
func NewCommand(name string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error) *cobra.Command {
	return &cobra.Command{Use: name, Args: args, RunE: run}
}

// Given reports whether a flag is given.
func Given(cmd *cobra.Command, flag string) bool { return cmd.Flags().Changed(flag) }

// flagsOf lists which of some flags are given, or else which are not.
func flagsOf(cmd *cobra.Command, wanted bool, names []string) []string {
	names = Filter(names, func(name string) bool { return Given(cmd, name) == wanted })
	return notebook.Map(names, func(name string) string { return "--" + name })
}

// OneOf refuses a value that is not among those allowed.
func OneOf(what, value string, allowed []string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return Usage(wording.Unknown(what, value, allowed))
}

// GoWith refuses flags that go with another that is not given.
func GoWith(cmd *cobra.Command, name string, others ...string) error {
	if flags := flagsOf(cmd, true, others); len(flags) > 0 && !Given(cmd, name) {
		return Usagef("%s goes with --%s, which is not given", flags[0], name)
	}
	return nil
}

// Exclusive refuses flags that contradict each other.
func Exclusive(cmd *cobra.Command, names ...string) error {
	given := flagsOf(cmd, true, names)
	return Refuse(len(given) > 1, "%s contradict each other: give one of them", english.WordSeries(given, "and"))
}

// Excludes refuses a flag beside others that contradict it.
func Excludes(cmd *cobra.Command, name string, others ...string) (err error) {
	for _, other := range others {
		err = cmp.Or(err, Exclusive(cmd, name, other))
	}
	return err
}

// Required refuses a command without flags that it needs.
func Required(cmd *cobra.Command, names ...string) error {
	missing := flagsOf(cmd, false, names)
	return Refuse(len(missing) > 0, "%s needs %s; see %s", cmd.Name(), english.WordSeries(missing, "and"), HelpOf(cmd))
}

// NotEmpty refuses flags that are given without a value.
func NotEmpty(cmd *cobra.Command, names ...string) (err error) {
	for _, name := range names {
		f := cmd.Flags().Lookup(name)
		err = cmp.Or(err, Refuse(f.Changed && strings.TrimSpace(f.Value.String()) == "", "--%s is empty; leave it out for the default", name))
	}
	return err
}

// Takes refuses fewer or more arguments than a command takes.
func Takes(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := CheckSizes(args); err != nil {
			return err
		}
		n := len(args)
		return Refuse(n < least || n > most, "%s takes %s, but was given %d; see %s", cmd.Name(), what, n, HelpOf(cmd))
	}
}

// NoArguments refuses arguments.
var NoArguments = Takes(0, 0, "no arguments")

// Complete has a shell complete the values of a flag.
func Complete(cmd *cobra.Command, flag string, values []string) {
	// It fails only for a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}
