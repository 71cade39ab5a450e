package runs

import (
	"cmp"
	"errors"
	"io/fs"
	"math"
	"os"

	"github.com/spf13/cobra"

	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
)

// MergeCommand is merge, which brings the answers of several results folders together.
func MergeCommand(a *base.App) *cobra.Command {
	var x base.Running
	takes := base.Takes(1, math.MaxInt, "at least one results folder")
	cmd := base.NewCommand("merge", takes, func(cmd *cobra.Command, args []string) error {
		return mergeFolders(a, cmd, args, x)
	})
	base.ReuseFlag(cmd.Flags(), &x.Reuse)
	return cmd
}

// mergeFolders copies the answers of other folders, and makes the pages that they complete.
func mergeFolders(a *base.App, cmd *cobra.Command, args []string, x base.Running) error {
	var from []notebook.Folder
	for _, dir := range args {
		folder := notebook.Folder(dir)
		info, err := os.Stat(folder.Store())
		if errors.Is(err, fs.ErrPermission) {
			return base.Usagef("%s: it cannot be read: %w", cmp.Or(dir, `""`), store.Cause(err))
		}
		if err != nil || !info.IsDir() {
			return base.Usagef("%s holds no answers; it must be a results folder that the command run has written", cmp.Or(dir, `""`))
		}
		from = append(from, folder)
	}

	r := a.Runner(a.Entries(), x)
	var sum store.Merged
	err := runEntries(a, cmd.OutOrStdout(), r, 0, func() (err error) {
		sum, err = r.Merge(cmd.Context(), from)
		return err
	})

	if err != nil && !base.Is[notebook.IncompleteError](err) {
		return err
	}
	present := sum.Equal + sum.Combined
	a.Say("answers: %d copied, %d present already, %d of these improved", sum.Copied, present, sum.Combined)
	if sum.Outdated > 0 {
		a.Say("%s of another engine ignored (--reuse to accept)", wording.Plural(sum.Outdated, "answer"))
	}
	return err
}
