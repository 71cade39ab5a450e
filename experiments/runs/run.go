// Package runs has the commands of the notebook: run computes its entries and makes their
// pages, report makes the pages again, list names the entries, and lab makes a page with the
// program in it. submit shares the work out among the machines of a cluster, status shows
// their progress, and merge brings their answers together.
//
// submit hands Slurm an [array] of tasks, each of which computes one share, and a last job
// that makes the page. All files are in the folder slurm of the results folder, which all
// machines must share. For an array named x:
//
//	x.json                  record of the submission
//	x.tasks.sh, x.page.sh   what the tasks and the last job run
//	x-12_3.out              output of task 3 of job 12
//	x-page-13.out           output of the last job
//	x.share-3-of-6.done     share 3 is complete
//	x.page.done             the page is made
//
// A task whose time runs out is queued again as long as it finishes answers, a killed task at
// most three times. So the program must go on from the answers that it has kept, whenever it was
// stopped.
//
// A text of the user stands in a script only as a quoted word, and never in a directive to
// Slurm: names of arrays have letters, digits, dots, hyphens and underscores, and the file of the
// output is named on the command line of sbatch, which no shell reads.
//
//   - run.go, report.go, list.go, lab.go, merge.go, submit.go, status.go: the commands
//   - array.go: an array, and its scripts
//   - jobs.go: handing it to Slurm
//   - states.go: the states of its tasks
package runs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/store"
	"codebreak/report/chart"
)

// Command is run, which computes entries and makes their pages.
func Command(a *base.App) *cobra.Command {
	var x base.Running
	cmd := base.NewCommand("run", nil, func(cmd *cobra.Command, args []string) error {
		return runNotebook(a, cmd, args, x)
	})
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, e := range a.Entries() {
			names = append(names, e.Name+"\t"+e.Question)
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}

	flags := cmd.Flags()
	flags.BoolVar(&x.Full, "full", false, "also compute what takes minutes or more")
	picturesFlag(flags, &x.Formats)
	flags.BoolVar(&x.Force, "force", false, "compute everything, even answers kept from earlier runs")
	base.ReuseFlag(flags, &x.Reuse)
	flags.StringVar(&x.Costs, "costs", "", "file to update with the measured cost of each answer, by one worker; estimates rest on it, and --force measures all")
	flags.StringVar(&x.Share, "shard", "", "compute only a share of the work, such as 2/5, and make no pages; see merge")
	return cmd
}

// runNotebook runs the entries of the command line, or all.
func runNotebook(a *base.App, cmd *cobra.Command, names []string, x base.Running) error {
	if err := base.Exclusive(cmd, "force", "reuse"); err != nil {
		return err
	}
	if err := base.Excludes(cmd, "shard", "format", "costs"); err != nil {
		return err
	}
	all := a.Entries()
	entries, err := notebook.Choose(all, names)
	if err != nil {
		return base.Usage(err)
	}

	r := a.Runner(all, x)
	if base.Given(cmd, "shard") {
		return runShare(a, cmd, r, entries, x.Share)
	}
	if base.Given(cmd, "costs") {
		return runForCosts(a, cmd, r, entries, x.Costs)
	}

	err = runEntries(a, cmd.OutOrStdout(), r, r.Cost(entries), func() error {
		return r.Run(cmd.Context(), entries)
	})
	if err != nil || len(names) > 0 {
		return err
	}
	for _, e := range all {
		if e.Needs == nil {
			continue
		}
		if missing := e.Needs(); missing != nil { // word lists
			a.Say("%s keeps its earlier results: %v", e.Name, missing)
		}
	}
	return nil
}

// runEntries runs entries, whose work is estimated in seconds. It prints a line for each, the
// verdicts on all pages of the folder, and the use of the store.
func runEntries(a *base.App, out io.Writer, r *notebook.Runner, seconds float64, run func() error) error {
	bar := a.NewProgress(seconds)
	finished := 0
	r.Progress = bar
	view := base.ViewOf(out, base.FormatText)
	r.Finished = func(e notebook.Finished) error {
		finished = e.Done
		bar.Clear()
		width := len(strconv.Itoa(e.Of))
		line := fmt.Sprintf("%*d of %d  %-*s %s", width, e.Done, e.Of, entryWidth, e.Entry, e.Answer)
		_, err := fmt.Fprintln(out, view.Paint(view.Clip(line)))
		return err
	}

	err := run()
	bar.Finish()
	if finished > 0 {
		if r.Verdicts != "" {
			text := view.Wrap("All pages: " + r.Verdicts)
			fmt.Fprintf(out, "\n%s\n", view.Paint(text)) // out keeps its error
		}
		a.Say("")
	}

	used := r.Store.Usage()
	if err == nil && finished > 0 && used == (store.Usage{}) {
		a.Say("answers and pages are up to date")
	}
	a.SayUsage(used)
	if finished > 0 {
		a.Say("Report: %s (browser), %s",
			filepath.Join(a.Results, "index.html"), filepath.Join(a.Results, "README.md"))
	}
	return err
}

// runForCosts runs entries with one worker, and writes the processor time of their answers into a
// file; see [ask.UpdateCosts].
func runForCosts(a *base.App, cmd *cobra.Command, r *notebook.Runner, entries []notebook.Entry, file string) error {
	if base.Given(cmd, "workers") && a.Workers != 1 {
		return base.Usagef("--costs measures with one worker; --workers %d contradicts that", a.Workers)
	}

	const longest = 1 << 20 // bytes
	table, err := store.ReadFile(file, longest)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return base.Usagef("--costs %s: %w", file, store.Cause(err))
	}

	r.Workers = 1
	var measured []notebook.TaskTimings
	r.Answered = func(t notebook.Task, _ any, seconds float64) error {
		if seconds > 0 {
			measured = append(measured, notebook.TaskTimings{
				Kind:    t.Key.Kind,
				Task:    t.Name,
				Seconds: seconds,
			})
		}
		return nil
	}
	failure := runEntries(a, cmd.OutOrStdout(), r, r.Cost(entries), func() error {
		return r.Run(cmd.Context(), entries)
	})

	// Measurements count even if the run was stopped.
	updated := ask.UpdateCosts(string(table), measured)
	err = store.WriteFile(file, []byte(updated))
	return errors.Join(failure, store.Failed(file+" cannot be written", err))
}

// entryWidth is the width of the names of entries at the beginning of lines.
const entryWidth = 12

// runShare computes one share of the entries' work.
func runShare(a *base.App, cmd *cobra.Command, r *notebook.Runner, entries []notebook.Entry, text string) error {
	share, err := store.ParseShare(text)
	if err != nil {
		return base.Usagef("--shard: %w", err)
	}

	bar := a.NewProgress(r.Cost(entries) / float64(share.Of))
	r.Progress = bar
	usage, err := r.RunShare(cmd.Context(), entries, share)
	bar.Finish()
	switch {
	case err != nil:
		return err
	case usage.Partial > 0:
		searches := wording.Plural(int(usage.Partial), "search")
		return fmt.Errorf("share %s is incomplete: %s ran out of time; a faster machine or more workers may help", share, searches)
	}

	a.Say("share %s is complete", share)
	a.SayUsage(usage)
	return nil
}

// picturesFlag asks for formats of pictures beside PNG.
func picturesFlag(flags *pflag.FlagSet, formats *[]chart.Format) {
	flags.Func("format", "`formats` of the pictures beside PNG, with commas: svg, pdf", func(text string) (err error) {
		*formats, err = parseFormats(text)
		return err
	})
}

func parseFormats(text string) (formats []chart.Format, err error) {
	for name := range strings.SplitSeq(text, ",") {
		f := chart.Format(strings.ToLower(strings.TrimSpace(name)))
		if !slices.Contains(chart.Formats(), f) {
			return nil, wording.Unknown("format", name, chart.Formats())
		}
		if f != chart.PNG && !slices.Contains(formats, f) {
			formats = append(formats, f)
		}
	}
	return formats, nil
}
