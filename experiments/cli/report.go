package cli

import "github.com/spf13/cobra"

func (a *app) reportCommand() *cobra.Command {
	var x running
	cmd := newCommand("report", noArguments, func(cmd *cobra.Command, _ []string) error {
		pages, err := a.runner(a.entries(), x).Report(cmd.Context())
		if err != nil {
			return err
		}
		a.say("pages made again in %s: %d", a.results, pages)
		return nil
	})
	picturesFlag(cmd.Flags(), &x.formats)
	return cmd
}
