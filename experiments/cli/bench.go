package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/experiments/notebook"
)

func (a *app) benchCommand() *cobra.Command {
	var against, filter string
	var runs int
	cmd := &cobra.Command{
		Use:   "bench --against BUILD",
		Short: "Time this program against another build of it",
		Long: `Time this program against another build of it: a binary, or in a checkout of the
repository a revision as git names it, which is built first.

Both run the same commands in turn, with one worker each, so that other load on the
machine affects both alike. Processor time is compared, and the largest resident
size is shown beside it: medians, with their 95 % confidence intervals (which take
six runs). A ratio is printed only where the difference is significant (Mann-Whitney
test, p below 0.05); elsewhere it is marked ~.`,
		Example: `  codebreak bench --against HEAD~1
  go build -o /tmp/before ./experiments
  codebreak bench --against /tmp/before --filter 'solve.*mm4x7' --runs 10`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case against == "":
				return usagef("bench needs --against, another build of codebreak; see codebreak bench --help")
			case runs < 1:
				return usagef("--runs is %d; it must be at least 1", runs)
			}
			pattern, err := regexp.Compile(filter)
			if err != nil {
				return usagef("--filter: %w", err)
			}
			commands := slices.DeleteFunc(notebook.BenchCommands(), func(c string) bool { return !pattern.MatchString(c) })
			if len(commands) == 0 {
				return usagef("--filter %q leaves no command; there are: %s", filter, strings.Join(notebook.BenchCommands(), "; "))
			}
			return a.compareBuilds(cmd, against, commands, runs)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&against, "against", "", "the other build: a binary, or a revision of the repository (required)")
	flags.IntVar(&runs, "runs", 6, "how often each command is run by each build")
	flags.StringVar(&filter, "filter", "", "regular expression for the commands to run (default: all)")
	return cmd
}

// compareBuilds times this program against another build, or that of a revision, and
// prints what came out.
func (a *app) compareBuilds(cmd *cobra.Command, against string, commands []string, runs int) error {
	ctx := cmd.Context()
	own, err := exec.LookPath(os.Args[0])
	if err != nil {
		return fmt.Errorf("this program cannot be found again: %w", err)
	}
	other, err := exec.LookPath(against)
	if err != nil {
		missing := errors.Unwrap(err)
		scratch, err := os.MkdirTemp("", "codebreak-bench-")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(scratch) }()
		other, _, err = notebook.BuildRevision(ctx, against, scratch, a.say)
		switch {
		case ctx.Err() != nil:
			return interrupted(ctx, "nothing was timed")
		case err != nil:
			return usagef("--against: %q is no binary (%w) and no revision to build: %w", against, missing, err)
		}
	}
	bar := a.newProgress(float64(len(commands) * runs))
	times, err := notebook.TimeBuilds(ctx, own, other, commands, runs, func() { bar.Add(1) })
	bar.finish()
	if err != nil && ctx.Err() == nil {
		return err
	}
	out := cmd.OutOrStdout()
	if _, err := fmt.Fprintln(out, notebook.BuildsText()); err != nil {
		return err
	}
	if err := notebook.BuildsTable(times).Show(out, viewOf(out, formatText)); err != nil {
		return err
	}
	if err != nil {
		return interrupted(ctx, "what has been timed is printed")
	}
	return nil
}
