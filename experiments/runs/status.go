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

// showStatus prints the progress of all arrays. The error says that some are not finished.
func showStatus(a *base.App, cmd *cobra.Command) error {
	r, err := clusterStatus(cmd.Context(), a.Results)
	if err != nil {
		return err
	}

	var rows [][]any
	for _, a := range r.Arrays {
		name := a.Submission.Name
		for _, state := range states() {
			tasks := a.in(state)
			if len(tasks) == 0 {
				continue
			}
			rows = append(rows, []any{name, string(state), len(tasks), formatTasks(tasks)})
		}
		rows = append(rows, []any{name, string(a.Page), "", "page"})
	}

	p := base.NewPaper(cmd.OutOrStdout(), base.FormatText)
	p.Show(report.NewTable([]string{"submitted", "state", "tasks", "which"}, rows))
	for _, line := range r.advice() {
		fmt.Fprintln(&p.Text, base.Printable(line))
	}
	return cmp.Or(p.Close(), r.unfinished())
}
