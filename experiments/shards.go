package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

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
			keep := e.observe != nil
			for _, c := range e.configurations {
				_, _, took, err := r.play(ctx, c, keep, nil)
				if elsewhere(err) {
					continue
				}
				if err != nil {
					return err
				}
				if took.Cached {
					present++
				} else {
					computed++
					r.say("%s took %.3f s", c, took.Seconds)
				}
			}
			if e.search == nil {
				continue
			}
			times, err := e.search(ctx, r.options)
			if err != nil && !elsewhere(err) {
				return fmt.Errorf("entry %s: %w", e.name, err)
			}
			computed += len(times)
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
	r.say("share %s is complete: %d cells computed, %d were there", share, computed, present)
	return nil
}

func mergeCommand(opts *options) *cobra.Command {
	return &cobra.Command{
		Use:   "merge DIR...",
		Short: "Unite what several machines have computed",
		Long: `Copy the cells of other results folders, as run --shard makes them, into the
results folder. Then "codebreak run ENTRY" makes the page from them, and
computes only what is missing. Cells that are there twice must agree; if they do
not, the error names them.`,
		Example: `  codebreak run sweep --shard 1/2 --results share1
  codebreak run sweep --shard 2/2 --results share2
  codebreak merge share1 share2
  codebreak run sweep`,
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
			return nil
		},
	}
}
