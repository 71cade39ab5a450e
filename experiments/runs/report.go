package runs

import (
	"github.com/spf13/cobra"

	"codebreak/experiments/base"
)

// ReportCommand is report, which makes all pages again.
func ReportCommand(a *base.App) *cobra.Command {
	var x base.Running
	cmd := base.NewCommand("report", base.NoArguments, func(cmd *cobra.Command, _ []string) error {
		pages, err := a.Runner(a.Entries(), x).Report(cmd.Context())
		if err != nil {
			return err
		}
		a.Say("pages made again in %s: %d", a.Results, pages)
		return nil
	})
	picturesFlag(cmd.Flags(), &x.Formats)
	return cmd
}
