package runs

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"codebreak/experiments/base"
	"codebreak/report"
)

// StatusCommand is status, which shows the progress of submitted arrays.
func StatusCommand(a *base.App) *cobra.Command {
	return base.NewCommand("status", base.NoArguments, func(cmd *cobra.Command, _ []string) error {
		return showStatus(a, cmd)
	})
}

// A statusRow counts tasks of an array in a state, or shows the state of its page.
type statusRow struct {
	array string
	state string
	tasks any
	which string
}

func (r statusRow) cells() report.Row {
	return report.Cells(
		"submitted", r.array,
		"state", r.state,
		"tasks", r.tasks,
		"which", r.which,
	)
}

// showStatus prints the progress of all arrays. The error says that some are not finished.
func showStatus(a *base.App, cmd *cobra.Command) error {
	r, err := clusterStatus(cmd.Context(), a.Results)
	if err != nil {
		return err
	}

	var rows []statusRow
	for _, a := range r.Arrays {
		name := a.Submission.Name
		for _, state := range states() {
			tasks := a.in(state)
			if len(tasks) == 0 {
				continue
			}
			rows = append(rows, statusRow{
				array: name,
				state: string(state),
				tasks: len(tasks),
				which: formatTasks(tasks),
			})
		}
		rows = append(rows, statusRow{
			array: name,
			state: string(a.Page),
			tasks: "",
			which: "page",
		})
	}

	p := base.NewPaper(cmd.OutOrStdout(), base.FormatText)
	p.Show(report.TableOf(rows, statusRow.cells))
	for _, line := range r.advice() {
		fmt.Fprintln(&p.Text, base.Printable(line))
	}
	return cmp.Or(p.Close(), r.unfinished())
}
