package cli

import (
	"math"
	"os"

	"github.com/spf13/cobra"

	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
)

func (a *app) mergeCommand() *cobra.Command {
	var x running
	cmd := newCommand("merge", takes(1, math.MaxInt, "at least one results folder"), func(cmd *cobra.Command, args []string) error {
		var from []notebook.Folder
		for _, dir := range args {
			folder := notebook.Folder(dir)
			if info, err := os.Stat(folder.Store()); err != nil || !info.IsDir() {
				return usagef("%s holds no answers; it must be a results folder that the command run has written", dir)
			}
			from = append(from, folder)
		}
		r := a.runner(a.entries(), x)
		var sum store.Merged
		err := a.runEntries(cmd.OutOrStdout(), r, 0, func() (err error) {
			sum, err = r.Merge(cmd.Context(), from)
			return err
		})
		if err != nil && !is[notebook.IncompleteError](err) {
			return err
		}
		a.say("answers: %d copied, %d present already, %d of these improved", sum.Copied, sum.Equal+sum.Combined, sum.Combined)
		if sum.Outdated > 0 {
			a.say("%s of another engine ignored (--reuse to accept)", plural(sum.Outdated, "answer"))
		}
		return err
	})
	reuseFlag(cmd.Flags(), &x.reuse)
	return cmd
}
