package cli

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"codebreak/experiments/base"
	"codebreak/experiments/slurm"
	"codebreak/report"
)

func statusCommand(a *base.App) *cobra.Command {
	return base.NewCommand("status", base.NoArguments, func(cmd *cobra.Command, _ []string) error {
		r, err := slurm.Status(cmd.Context(), a.Results)
		if err != nil {
			return err
		}

		var rows [][]any // of the tasks of each array, and of its page, by state
		for _, a := range r.Arrays {
			for _, state := range slurm.States() {
				if tasks := a.In(state); len(tasks) > 0 {
					rows = append(rows, []any{a.Submission.Name, string(state), len(tasks), slurm.FormatTasks(tasks)})
				}
			}
			rows = append(rows, []any{a.Submission.Name, string(a.Page), "", "page"})
		}

		p := base.NewPaper(cmd.OutOrStdout(), base.FormatText)
		p.Show(report.TableOfCells("submitted | state | tasks | which", rows))
		for _, line := range r.Advice() {
			fmt.Fprintln(&p.Text, base.Printable(line))
		}
		return cmp.Or(p.Close(), r.Unfinished())
	})
}
