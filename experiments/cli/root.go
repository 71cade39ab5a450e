package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"codebreak/experiments/cells"
)

// options are the global flags, and the program's standard error.
type options struct {
	workers   int
	maxMemory byteSize
	results   string
	quiet     bool
	stderr    io.Writer
	timeLimit time.Duration // 0 for none
	cells     *cells.Store  // nil where nothing is kept
}

// warn tells of what is wrong, but no reason to stop.
func (o *options) warn(text string) { fmt.Fprintln(o.stderr, "codebreak: warning:", text) }

// maxWorkers is more than any machine has cores.
const maxWorkers = 4096

func rootCommand() *cobra.Command {
	opts := &options{maxMemory: defaultMemory()}
	root := &cobra.Command{
		Use:   "codebreak",
		Short: "A notebook of exhaustive experiments on Mastermind and Bulls and Cows",
		Long: `A notebook of exhaustive experiments on Mastermind and Bulls and Cows.

Every experiment plays every secret of a game: the figures are exact. "run"
runs entries of the notebook and writes their pages to the results folder;
"measure" plays one configuration and prints what comes out.`,
		Example: `  codebreak run                                       # the default suite
  codebreak measure --game mm4x6 --criterion minimax --first 1122
  codebreak measure --game bc4x10 --criterion entropy --json`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return usageError{fmt.Errorf("unknown command %q; allowed: %s", args[0], strings.Join(commandNames(cmd), ", "))}
		},
		RunE: func(cmd *cobra.Command, args []string) error { return cmd.Help() },
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			opts.stderr = cmd.ErrOrStderr()
			if opts.workers < 1 || opts.workers > maxWorkers {
				return usageError{fmt.Errorf("--workers is %d; it must be at least 1 and at most %d", opts.workers, maxWorkers)}
			}
			if opts.results == "" {
				return usageError{fmt.Errorf("--results is empty; it must name a folder")}
			}
			if cmd.Flags().Changed("time-limit") && opts.timeLimit <= 0 {
				return usageError{fmt.Errorf("--time-limit is %s; it must be more than 0", opts.timeLimit)}
			}
			if opts.timeLimit > 0 {
				ctx, stop := context.WithTimeout(cmd.Context(), opts.timeLimit)
				context.AfterFunc(cmd.Context(), stop)
				cmd.SetContext(ctx)
			}
			opts.limitMemory()
			return nil
		},
	}
	flags := root.PersistentFlags()
	flags.IntVar(&opts.workers, "workers", runtime.GOMAXPROCS(0), "number of goroutines that grow trees (default: all cores)")
	flags.Var(&opts.maxMemory, "max-memory", "refuse work that needs more memory than this, such as 4GiB (default: 3/4 of the machine's)")
	flags.DurationVar(&opts.timeLimit, "time-limit", 0, "stop after this long, such as 90s or 30m, as if interrupted: what is finished is kept (default: never)")
	// These keep this machine's numbers out of the help text.
	flags.Lookup("workers").DefValue = "0"
	flags.Lookup("max-memory").DefValue = ""
	flags.StringVar(&opts.results, "results", "results", "folder that pages are written to")
	flags.BoolVar(&opts.quiet, "quiet", false, "no progress bar and no messages, only results and errors")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(runCommand(opts), mergeCommand(opts), submitCommand(opts), statusCommand(opts), reportCommand(opts), listCommand(), measureCommand(opts), exportCommand(opts), solveCommand(opts), checkCommand(opts), deduceCommand(opts), playCommand(opts), assistCommand(opts), gamesCommand(), versionCommand())
	root.SetHelpCommand(helpCommand(root))
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args = cobra.ArbitraryArgs
			c.RunE = func(cmd *cobra.Command, args []string) error {
				if len(args) > 0 {
					return usageError{fmt.Errorf("unknown shell %q; allowed: %s", args[0], strings.Join(commandNames(cmd), ", "))}
				}
				return cmd.Help()
			}
		}
	}
	return root
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
			kind = "a time such as 90s or 30m"
		case "format":
			kind = "png, svg or pdf, or several of them with commas"
		case "size":
			kind = "a size above 0, such as 500MB or 4GiB"
		}
		return usageError{fmt.Errorf("--%s is %q; it must be %s", invalid.GetFlag().Name, invalid.GetValue(), kind)}
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return usageError{fmt.Errorf("unknown flag %q; allowed: %s", unknown.GetSpecifiedName(), strings.Join(names, ", "))}
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
				return usageError{fmt.Errorf("no help on %q; commands: %s", strings.Join(args, " "), strings.Join(commandNames(root), ", "))}
			}
			return cmd.Help()
		},
	}
}

func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// noArguments rejects arguments as a usage error.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Errorf("%s takes no arguments, but was given %q", cmd.Name(), args[0])}
	}
	return nil
}

func runCommand(opts *options) *cobra.Command {
	var full, asMarkdown, force bool
	var formats formatList
	var share string
	cmd := &cobra.Command{
		Use:   "run [entry...]",
		Short: "Run entries of the notebook; without names, the default suite",
		Long: `Run entries of the notebook and write their pages to the results folder.

Without names it runs the default suite, which takes less than a minute;
--full adds the entries that take minutes; with names, it runs the full form of
the entries named, where there is one (bench, sweep). An entry that is named is
run whatever it takes; bench, whose outcome depends on the machine, runs only
then. A page is written when its entry is finished: after an
interruption everything finished is there, and nothing is half written.

What each configuration and each search comes to is kept in a file of its own,
below "cells" in the results folder. What is there is not computed again, so a
run that was stopped goes on where it was; --force computes it all the same.
--shard 2/5 computes the second of five shares of the work and makes no pages:
"codebreak merge" unites what several machines have computed.`,
		Example: `  codebreak run
  codebreak run published conventions
  codebreak run sweep --full
  codebreak run --full --workers 1
  codebreak run sweep --shard 2/5 --results share2`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, e := range notebook() {
				names = append(names, e.name+"\t"+e.title)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			entries, err := chooseEntries(args, full)
			if err != nil {
				return usageError{err}
			}
			r := runner{options: *opts, stdout: cmd.OutOrStdout(), formats: formats, markdown: asMarkdown}
			r.cells = opts.openCells(force)
			if cmd.Flags().Changed("shard") {
				if len(formats) > 0 || asMarkdown {
					return usageError{errors.New("--format and --markdown do not go with --shard, which makes no pages")}
				}
				s, err := cells.ParseShare(share)
				if err != nil {
					return usageError{fmt.Errorf("--shard: %w", err)}
				}
				return r.runShare(cmd.Context(), entries, s)
			}
			return r.runEntries(cmd.Context(), entries)
		},
	}
	cmd.Flags().BoolVar(&full, "full", false, "add the entries that take minutes or more")
	formats.addTo(cmd.Flags())
	cmd.Flags().BoolVar(&force, "force", false, "compute everything, even what is there from earlier runs")
	cmd.Flags().StringVar(&share, "shard", "", "compute only a share of the work, such as 2/5, and make no pages; see merge")
	cmd.Flags().BoolVar(&asMarkdown, "markdown", false, "print the pages as Markdown, to be pasted on GitHub")
	return cmd
}

// chooseEntries returns the named entries in the notebook's order, or the
// default suite if none is named.
func chooseEntries(names []string, full bool) ([]entry, error) {
	all := notebook()
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	var chosen []entry
	var known []string
	for _, e := range all {
		known = append(known, e.name)
		switch {
		case wanted[e.name] && full && e.full != nil:
			chosen = append(chosen, e.full())
		case wanted[e.name], len(names) == 0 && (full || !e.slow) && !e.onDemand:
			chosen = append(chosen, e)
		}
		delete(wanted, e.name)
	}
	for _, name := range names {
		if wanted[name] {
			return nil, fmt.Errorf("unknown entry %q; allowed: %s", name, strings.Join(known, ", "))
		}
	}
	return chosen, nil
}

func listCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the entries of the notebook",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			for _, e := range notebook() {
				when := "default suite"
				switch {
				case e.onDemand:
					when = "only by name"
				case e.slow:
					when = "only with --full or by name"
				}
				if _, err := fmt.Fprintf(out, "%s (%d configurations, %s)\n  %s. %s\n", e.name, len(e.configurations), when, e.title, e.question); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of the program and of Go",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			version, revision := "unknown", ""
			if info, ok := debug.ReadBuildInfo(); ok {
				version = info.Main.Version
				for _, s := range info.Settings {
					if s.Key == "vcs.revision" {
						revision = " " + s.Value
					}
				}
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "codebreak %s%s, %s %s/%s\n", version, revision, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
