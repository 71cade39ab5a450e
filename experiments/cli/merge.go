package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/experiments/cells"
)

// runShare computes the cells of one share of the entries' work, balanced by
// what they are estimated to cost. No pages are made.
func (r *runner) runShare(ctx context.Context, entries []entry, share cells.Share) error {
	for _, e := range entries {
		if e.onDemand {
			return usageError{fmt.Errorf("entry %s cannot be shared out: what comes out depends on the machine", e.name)}
		}
	}
	if err := r.check(entries); err != nil {
		return err
	}
	computed, present := 0, 0
	work := func() error {
		computed, present = 0, 0
		for _, e := range entries {
			c, p, err := r.fill(ctx, e)
			if err != nil {
				return err
			}
			computed, present = computed+c, present+p
		}
		return nil
	}
	if err := r.cells.Plan(share, work); err != nil {
		return err
	}
	if err := work(); err != nil {
		if ctx.Err() != nil {
			return interruptedError(fmt.Sprintf("interrupted in share %s; what is finished is kept, and the same command goes on there", share))
		}
		return err
	}
	if n := r.cells.Unfinished(); n > 0 {
		return fmt.Errorf("share %s is not complete: %d searches were not proved within their time, and have no cell; a faster machine or more workers may help", share, n)
	}
	r.say("share %s is complete: %d cells computed, %d were there", share, computed, present)
	return nil
}

// fill computes the cells of an entry that are this program's to compute, and
// says how many it computed and how many were there.
func (r *runner) fill(ctx context.Context, e entry) (computed, present int, err error) {
	for _, c := range e.configurations {
		_, _, took, err := r.play(ctx, c, e.observe != nil, nil)
		switch {
		case elsewhere(err):
		case err != nil:
			return computed, present, err
		case took.Cached:
			present++
		default:
			computed++
			r.say("%s took %.3f s", c, took.Seconds)
		}
	}
	if e.search == nil {
		return computed, present, nil
	}
	times, err := e.search(ctx, r.options)
	if err != nil {
		return computed, present, fmt.Errorf("entry %s: %w", e.name, err)
	}
	return computed + len(times), present, nil
}

// complete lists the entries all of whose cells are there. It says of which
// some are missing.
func (r *runner) complete(ctx context.Context) ([]entry, error) {
	var out []entry
	var lacking []string
	for _, e := range notebook() {
		if e.onDemand {
			continue
		}
		there, missing, err := r.cells.Count(func() error {
			_, _, err := r.fill(ctx, e)
			return err
		})
		switch {
		case err != nil:
			return nil, err
		case missing == 0:
			out = append(out, e)
		case there > 0:
			lacking = append(lacking, fmt.Sprintf("%s (%d of %d cells are missing)", e.name, missing, there+missing))
		}
	}
	if len(lacking) > 0 {
		r.say("not complete, and left to codebreak run: %s", strings.Join(lacking, ", "))
	}
	return out, nil
}

func mergeCommand(opts *options) *cobra.Command {
	return &cobra.Command{
		Use:   "merge DIR...",
		Short: "Unite what several machines have computed",
		Long: `Copy the cells of other results folders, as run --shard makes them, into the
results folder, and make the pages of all entries whose cells are now there. Of
others it is said how many cells are missing; "codebreak run ENTRY" computes
them. Cells that are there twice must agree; if they do not, the error names
them.`,
		Example: `  codebreak run sweep --shard 1/2 --results share1
  codebreak run sweep --shard 2/2 --results share2
  codebreak merge share1 share2`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError{errors.New("merge needs at least one results folder")}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, dir := range args {
				if info, err := os.Stat(filepath.Join(dir, cellsName)); err != nil || !info.IsDir() {
					return usageError{fmt.Errorf("%s holds no cells; it must be a results folder that run --shard has written", dir)}
				}
			}
			if err := checkResultsFolder(opts.results, nil); err != nil {
				return usageError{err}
			}
			store := opts.openCells(false)
			for _, dir := range args {
				copied, err := store.Merge(filepath.Join(dir, cellsName))
				if err != nil {
					return err
				}
				opts.say("%s: %d cells copied", dir, copied)
			}
			r := runner{options: *opts, stdout: cmd.OutOrStdout()}
			r.cells = store
			entries, err := r.complete(cmd.Context())
			if err != nil {
				return err
			}
			return r.runEntries(cmd.Context(), entries)
		},
	}
}
