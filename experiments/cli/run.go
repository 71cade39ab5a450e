package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"codebreak/engine/game"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/store"
	"codebreak/report/chart"
)

// A running is what the commands run and merge were asked for.
type running struct {
	full, force, reuse bool
	formats            []chart.Format
	share              string
	costs              string // file that gets what the answers took
}

func (a *app) runCommand() *cobra.Command {
	var x running
	cmd := newCommand("run", nil, func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(exclusive(cmd, "force", "reuse"), exclusive(cmd, "shard", "format")); err != nil {
			return err
		}
		all := a.entries()
		entries, err := notebook.Choose(all, args)
		if err != nil {
			return usageError{err}
		}
		r := a.runner(all, x)
		if given(cmd, "shard") {
			return a.runShare(cmd, r, entries, x.share)
		}
		if given(cmd, "costs") {
			return a.runForCosts(cmd, r, entries, x.costs)
		}
		err = a.runEntries(cmd.OutOrStdout(), r, r.Cost(entries), func() error { return r.Run(cmd.Context(), entries) })
		for _, e := range all {
			if err != nil || len(args) > 0 || e.Needs == nil {
				continue
			}
			if missing := e.Needs(); missing != nil { // word lists
				a.say("%s keeps its earlier results: %v", e.Name, missing)
			}
		}
		return err
	})
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		names := notebook.Map(a.entries(), func(e notebook.Entry) string { return e.Name + "\t" + e.Question })
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	flags := cmd.Flags()
	flags.BoolVar(&x.full, "full", false, "also compute what takes minutes or more")
	picturesFlag(flags, &x.formats)
	flags.BoolVar(&x.force, "force", false, "compute everything, even answers kept from earlier runs")
	reuseFlag(flags, &x.reuse)
	flags.StringVar(&x.costs, "costs", "", "file to bring up to date with what each answer took, by one worker: estimates rest on it; with --force all are measured")
	flags.StringVar(&x.share, "shard", "", "compute only a share of the work, such as 2/5, and make no pages; see merge")
	return cmd
}

func reuseFlag(flags *pflag.FlagSet, reuse *bool) {
	flags.BoolVar(reuse, "reuse", false, "accept answers of another version of the engine")
}

// runner makes the runner of the results folder.
func (a *app) runner(entries []notebook.Entry, x running) *notebook.Runner {
	folder := notebook.Folder(a.results)
	env := a.env()
	env.Store = store.Open(folder.Store(), store.Options{
		Engine: ask.Fingerprint, Recompute: x.force, Reuse: x.reuse, MaxSize: env.LargestFile(), Warn: a.warn,
	})
	r := &notebook.Runner{Env: env, Entries: entries, Folder: folder, Earlier: a.committed(), Formats: x.formats, Full: x.full, Warn: a.warn, Combine: ask.Combine}
	if !x.force {
		r.Program = fmt.Sprintf("%s reuse=%t", ask.Program(), x.reuse)
	}
	return r
}

// committed is the results folder beside the program's, if it is there and another than the
// one in use: in a clone, that of the committed results.
func (a *app) committed() notebook.Folder {
	program, err := os.Executable()
	if err != nil {
		return ""
	}
	folder := filepath.Join(filepath.Dir(program), "..", "results")
	there, err := os.Stat(filepath.Join(folder, notebook.MarkerName))
	if err != nil || !there.Mode().IsRegular() {
		return ""
	}
	if own, err := os.Stat(filepath.Join(a.results, notebook.MarkerName)); err == nil && os.SameFile(own, there) {
		return ""
	}
	return notebook.Folder(folder)
}

// runEntries has a runner run entries, which are estimated to take some seconds, prints a
// line for each and the verdicts on all pages of the folder, and says what became of the store.
func (a *app) runEntries(out io.Writer, r *notebook.Runner, seconds float64, run func() error) error {
	bar := a.newProgress(seconds)
	finished := 0
	r.Progress = bar
	view := viewOf(out, formatText)
	r.Finished = func(e notebook.Finished) error {
		finished = e.Done
		bar.Clear()
		line := fmt.Sprintf("%*d of %d  %-*s %s", len(strconv.Itoa(e.Of)), e.Done, e.Of, entryWidth, e.Entry, e.Answer)
		_, err := fmt.Fprintln(out, view.Paint(view.Clip(line)))
		return err
	}
	err := run()
	bar.Finish()
	if finished > 0 {
		if r.Verdicts != "" {
			fmt.Fprintf(out, "\n%s\n", view.Paint(view.Wrap("All pages: "+r.Verdicts))) // it keeps its error
		}
		a.say("")
	}
	used := r.Store.Usage()
	if err == nil && finished > 0 && used == (store.Usage{}) {
		a.say("answers and pages are up to date")
	}
	a.sayUsage(used)
	if finished > 0 {
		a.say("Report: %s (browser), %s", filepath.Join(a.results, "index.html"), filepath.Join(a.results, "README.md"))
	}
	return err
}

// runForCosts runs entries with one worker, and brings a file up to date with the processor
// time that their answers took; see [ask.UpdateCosts].
func (a *app) runForCosts(cmd *cobra.Command, r *notebook.Runner, entries []notebook.Entry, file string) error {
	if given(cmd, "workers") && a.workers != 1 {
		return usagef("--costs measures with one worker; --workers %d contradicts that", a.workers)
	}
	if given(cmd, "shard") {
		return usagef("--costs and --shard contradict each other: give one of them")
	}
	const longest = 1 << 20 // bytes
	table, err := store.ReadFile(file, longest)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return usagef("--costs %s: %w", file, store.Cause(err))
	}

	r.Workers = 1
	r.Clock = processorTime
	var measured []notebook.TaskTimings
	r.Answered = func(t notebook.Task, _ any, seconds float64) error {
		if seconds > 0 {
			measured = append(measured, notebook.TaskTimings{Kind: t.Key.Kind, Task: t.Name, Seconds: seconds})
		}
		return nil
	}
	failure := a.runEntries(cmd.OutOrStdout(), r, r.Cost(entries), func() error { return r.Run(cmd.Context(), entries) })

	// What was measured counts even if the run was stopped.
	err = store.WriteFile(file, []byte(ask.UpdateCosts(string(table), measured)))
	return errors.Join(failure, store.Failed(file+" cannot be written", err))
}

// entryWidth is room for the names of entries at the beginning of lines.
const entryWidth = 12

// sayUsage says what of a run's answers was there and what was computed.
func (a *app) sayUsage(u store.Usage) {
	if u == (store.Usage{}) {
		return
	}
	text := fmt.Sprintf("answers: %d computed, %d reused", u.Computed, u.Reused)
	add := func(n int, what string) {
		if n > 0 {
			text += fmt.Sprintf(", %d %s", n, what)
		}
	}
	add(u.Foreign, "of these of another engine")
	add(u.Outdated, "of another engine ignored (--reuse to accept)")
	add(u.Partial, "not proved yet")
	a.say("%s", text)
}

// runShare computes one share of the entries' work.
func (a *app) runShare(cmd *cobra.Command, r *notebook.Runner, entries []notebook.Entry, text string) error {
	share, err := store.ParseShare(text)
	if err != nil {
		return usagef("--shard: %w", err)
	}
	bar := a.newProgress(r.Cost(entries) / float64(share.Of))
	r.Progress = bar
	usage, err := r.RunShare(cmd.Context(), entries, share)
	bar.Finish()
	switch {
	case err != nil:
		return err
	case usage.Partial > 0:
		return fmt.Errorf("share %s is incomplete: %s ran out of time; a faster machine or more workers may help", share, plural(int(usage.Partial), "search"))
	}
	a.say("share %s is complete", share)
	a.sayUsage(usage)
	return nil
}

// picturesFlag asks for formats of pictures beside PNG.
func picturesFlag(flags *pflag.FlagSet, formats *[]chart.Format) {
	flags.Func("format", "`formats` of the pictures beside PNG, with commas: svg, pdf", func(text string) error {
		*formats = nil
		for name := range strings.SplitSeq(text, ",") {
			f := chart.Format(strings.ToLower(strings.TrimSpace(name)))
			if !slices.Contains(chart.Formats(), f) {
				return game.Unknown("format", name, chart.Formats())
			}
			if f != chart.PNG && !slices.Contains(*formats, f) {
				*formats = append(*formats, f)
			}
		}
		return nil
	})
}

// claim makes sure that a folder is a results folder, new or old, whose store can
// be written.
func claim(f notebook.Folder) error {
	err := f.Claim()
	if err == nil {
		err = store.CheckFolders(f.Store())
	}
	return usage(err)
}
