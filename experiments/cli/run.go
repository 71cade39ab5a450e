package cli

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"codebreak/engine/game"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/store"
	"codebreak/report"
	"codebreak/report/chart"
)

// A running is what the commands run and merge were asked for.
type running struct {
	full, force, reuse bool
	formats            []chart.Format
	share              string
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
	return &notebook.Runner{Env: env, Entries: entries, Folder: folder, Formats: x.formats, Full: x.full, Warn: a.warn, Combine: ask.Combine}
}

// runEntries has a runner run entries, which are estimated to take some seconds, prints a
// line for each and the verdicts on all pages of the folder, and says what became of the store.
func (a *app) runEntries(out io.Writer, r *notebook.Runner, seconds float64, run func() error) error {
	bar := a.newProgress(seconds)
	finished := 0
	r.Progress = bar
	view := viewOf(out, formatText)
	r.Finished = func(p *report.Page) error {
		finished++
		bar.Clear()
		answer, _ := p.Answer()
		_, err := fmt.Fprintln(out, view.Paint(view.Clip(fmt.Sprintf("%-*s %s", entryWidth, p.Name, answer))))
		return err
	}
	err := run()
	bar.Finish()
	if finished > 0 {
		if tallies := report.Tallies(r.Made); len(tallies) > 0 {
			fmt.Fprintf(out, "\n%s\n", view.Paint(view.Wrap("All pages: "+report.CountVerdicts(tallies)))) // it keeps its error
		}
		a.say("")
	}
	a.sayUsage(r.Store.Usage())
	if finished > 0 {
		a.say("Report: %s (browser), %s", filepath.Join(a.results, "index.html"), filepath.Join(a.results, "README.md"))
	}
	return err
}

// entryWidth is room for the names of entries at the beginning of lines.
const entryWidth = 20

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
