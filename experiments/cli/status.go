package cli

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"codebreak/experiments/slurm"
	"codebreak/report"
)

func (a *app) statusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show how far the tasks on a cluster have come",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := slurm.Status(cmd.Context(), a.results)
			if err != nil {
				return ofSlurm(err)
			}
			p := newPaper(cmd.OutOrStdout(), formatText)
			p.show(statusTable(r))
			for _, line := range r.Advice() {
				fmt.Fprintln(&p.text, printable(line))
			}
			return cmp.Or(p.close(), r.Unfinished())
		},
	}
}

// A statusRow is how many tasks of an array are in a state, or the state of its
// page.
type statusRow struct {
	array string
	state slurm.State
	tasks any // how many; empty for the page
	which string
}

func statusTable(r slurm.Report) *report.Table {
	var rows []statusRow
	for _, a := range r.Arrays {
		for _, state := range slurm.States() {
			if tasks := a.In(state); len(tasks) > 0 {
				rows = append(rows, statusRow{a.Submission.Name, state, len(tasks), slurm.FormatTasks(tasks)})
			}
		}
		rows = append(rows, statusRow{a.Submission.Name, a.Page, "", "page"})
	}
	return report.TableOf(rows, "submitted | state | tasks | which", func(s statusRow) []any {
		return []any{s.array, string(s.state), s.tasks, s.which}
	})
}

// ofSlurm makes what was refused an error of the caller's.
func ofSlurm(err error) error {
	var refused *slurm.RefusedError
	if errors.As(err, &refused) {
		return usageError{err}
	}
	return err
}
