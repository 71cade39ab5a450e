package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) listCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the entries of the notebook",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, e := range a.entries() {
				if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s (%d tasks, %s)\n  %s. %s\n", e.Name, len(e.Tasks), e.When, e.Title, e.Question); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
