package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
	"golang.org/x/perf/benchmath"

	"codebreak/engine/partition"
	"codebreak/report"
)

// benchCases are the commands that are timed: one-step trees, and exact searches.
// All are given --workers 1, so that their processor time is that of the work.
func benchCases() []string {
	return []string{
		"measure --game mm4x6 --criterion entropy",
		"measure --game bc4x10 --criterion entropy",
		"measure --game mm5x8 --criterion minimax",
		"measure --game mm5x8 --criterion entropy",
		"measure --game mm6x6 --criterion entropy",
		"solve --game mm4x6 --objective total",
		"solve --game bc4x8 --objective total",
		"solve --game mm4x7 --objective total",
		"solve --game mm4x6 --objective worst,count",
	}
}

func (a *app) benchCommand() *cobra.Command {
	var against, filter string
	var runs int
	cmd := &cobra.Command{
		Use:   "bench --against BINARY",
		Short: "Time this program against another build of it",
		Long: `Time this program against another build of it, such as that of the commit before.

Both run the same commands by turns, with one worker each, so that what else the
machine does meets both alike. What is compared is processor time, with the
largest resident size beside it: medians, with the range that holds the true median
with a confidence of 95 % (which takes six runs). A ratio is only told where the
two differ for certain (Mann and Whitney's test, p below 0.05); else it is marked ~.`,
		Example: `  go build -o /tmp/before ./experiments
  codebreak bench --against /tmp/before
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
			var cases []*timedCase
			for _, c := range benchCases() {
				if pattern.MatchString(c) {
					cases = append(cases, &timedCase{command: c})
				}
			}
			if len(cases) == 0 {
				return usagef("--filter %q leaves no command; there are: %s", filter, strings.Join(benchCases(), "; "))
			}
			own, err := exec.LookPath(os.Args[0])
			if err != nil {
				return fmt.Errorf("this program cannot be found again: %w", err)
			}
			other, err := exec.LookPath(against)
			if err != nil {
				return usagef("--against: %w", errors.Unwrap(err))
			}
			err = a.timeBuilds(cmd.Context(), own, other, cases, runs)
			if err != nil && cmd.Context().Err() == nil {
				return err
			}
			if printErr := printTimes(cmd.OutOrStdout(), cases); printErr != nil {
				return printErr
			}
			if err != nil {
				return interrupted(cmd.Context(), "what was timed until then is printed")
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&against, "against", "", "the other build (required)")
	flags.IntVar(&runs, "runs", 6, "how often each command is run by each build")
	flags.StringVar(&filter, "filter", "", "regular expression for the commands to run (default: all)")
	return cmd
}

// A timedCase is a command with what its runs took, by this build and the other.
type timedCase struct {
	command     string
	this, other timed
}

// timed is what runs of a build took.
type timed struct {
	seconds []float64 // of processor time
	peak    int64     // bytes, the largest
}

// timeBuilds runs the commands by turns.
func (a *app) timeBuilds(ctx context.Context, own, other string, cases []*timedCase, runs int) error {
	bar := a.newProgress(float64(len(cases) * runs))
	defer bar.finish()
	for range runs {
		for _, c := range cases {
			for _, build := range []struct {
				path string
				took *timed
			}{{other, &c.other}, {own, &c.this}} {
				if err := build.took.run(ctx, build.path, c.command); err != nil {
					return err
				}
			}
			bar.Add(1)
		}
	}
	return nil
}

// run runs a command once.
func (t *timed) run(ctx context.Context, path, command string) error {
	cmd := exec.CommandContext(ctx, path, append(strings.Fields(command), "--workers", "1", "--quiet")...)
	cmd.WaitDelay = lastMoment
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		const shown = 200
		return fmt.Errorf("%s %s: %w: %s", path, command, err, strings.TrimSpace(string(out[:min(len(out), shown)])))
	}
	t.seconds = append(t.seconds, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		const kilobyte = 1 << 10
		t.peak = max(t.peak, int64(usage.Maxrss)*kilobyte)
	}
	return nil
}

// printTimes compares the builds, command by command.
func printTimes(out io.Writer, cases []*timedCase) error {
	if _, err := fmt.Fprintf(out, "Processor time with one worker; %s kernel\n", partition.Kernel()); err != nil {
		return err
	}
	const confidence = 0.95
	summary := func(t timed) string {
		if len(t.seconds) == 0 {
			return ""
		}
		s := benchmath.AssumeNothing.Summary(benchmath.NewSample(t.seconds, &benchmath.DefaultThresholds), confidence)
		return fmt.Sprintf("%s ± %s", time.Duration(s.Center*float64(time.Second)).Round(time.Millisecond/10), s.PctRangeString())
	}
	return report.NewTable(cases, []report.Column[*timedCase]{
		{Title: "command", Wrap: 44, Value: func(c *timedCase) any { return c.command }},
		{Title: "other build", Align: report.Right, Value: func(c *timedCase) any { return summary(c.other) }},
		{Title: "this build", Align: report.Right, Value: func(c *timedCase) any { return summary(c.this) }},
		{Title: "other / this", Align: report.Right, Value: func(c *timedCase) any { return c.ratio() }},
		{Title: "peaks", Align: report.Right, Value: func(c *timedCase) any {
			return humanize.IBytes(uint64(c.other.peak)) + ", " + humanize.IBytes(uint64(c.this.peak))
		}},
	}).Show(out, viewOf(out, false))
}

// ratio is how many times as long the other build takes, or ~ if that is not
// certain.
func (c *timedCase) ratio() string {
	if len(c.this.seconds) == 0 || len(c.other.seconds) == 0 {
		return ""
	}
	this, other := benchmath.NewSample(c.this.seconds, &benchmath.DefaultThresholds), benchmath.NewSample(c.other.seconds, &benchmath.DefaultThresholds)
	compared := benchmath.AssumeNothing.Compare(other, this)
	if compared.P >= compared.Alpha {
		return "~"
	}
	const confidence = 0.95
	return fmt.Sprintf("%.2f", benchmath.AssumeNothing.Summary(other, confidence).Center/benchmath.AssumeNothing.Summary(this, confidence).Center)
}
