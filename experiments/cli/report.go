package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"codebreak/report"
)

// A formatList is the formats of pictures asked for with --format.
type formatList []report.Format

func (l *formatList) addTo(flags *pflag.FlagSet) {
	flags.Var(l, "format", "formats of the pictures beside PNG, with commas: svg, pdf")
}

func (l *formatList) String() string {
	var names []string
	for _, f := range *l {
		names = append(names, string(f))
	}
	return strings.Join(names, ",")
}

// Set reads formats with commas between them.
func (l *formatList) Set(text string) error {
	*l = nil
	for _, name := range strings.Split(text, ",") {
		f := report.Format(strings.ToLower(strings.TrimSpace(name)))
		if !slices.Contains(report.Formats(), f) {
			return fmt.Errorf("unknown format %q", name)
		}
		if f != report.PNG && !slices.Contains(*l, f) {
			*l = append(*l, f)
		}
	}
	return nil
}

// Type names the kind of value for errors and help.
func (*formatList) Type() string { return "format" }

func reportCommand(opts *options) *cobra.Command {
	var formats formatList
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Make pages and pictures again from the results that are there",
		Long: `Make the pages of all entries again, with their pictures, and the front pages
README.md and index.html, from the results.json of each entry. Nothing is
played: the same results give the same files, byte for byte. Files that are
damaged, or belong to no entry, are named and left out.`,
		Example: `  codebreak report
  codebreak report --format svg,pdf`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			entries, pages, err := opts.loadPages()
			if err != nil {
				return usageError{fmt.Errorf("results folder %q cannot be read: %w", opts.results, err)}
			}
			if err := checkReportFolder(opts.results, pages); err != nil {
				return usageError{err}
			}
			if err := opts.writeFronts(entries, pages); err != nil {
				return err
			}
			for _, p := range pages {
				if err := cmd.Context().Err(); err != nil {
					return interruptedError("interrupted before the page of " + p.Name)
				}
				if err := report.Write(opts.results, p, formats...); err != nil {
					return fmt.Errorf("entry %s: %w", p.Name, err)
				}
			}
			if !opts.quiet {
				fmt.Fprintf(opts.stderr, "pages made again in %s: %d\n", opts.results, len(pages))
			}
			return nil
		},
	}
	formats.addTo(cmd.Flags())
	return cmd
}

// checkReportFolder returns an error if there are no pages, or they could not be
// written.
func checkReportFolder(dir string, pages []*report.Page) error {
	if len(pages) == 0 {
		return fmt.Errorf("results folder %q holds no results; codebreak run makes them", dir)
	}
	var entries []entry
	for _, p := range pages {
		entries = append(entries, entry{name: p.Name})
	}
	return checkResultsFolder(dir, entries)
}
