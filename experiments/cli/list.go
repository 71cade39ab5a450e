package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// indent is what stands before the titles of entries.
const indent = "  "

func (a *app) listCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the entries of the notebook",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			v := viewOf(cmd.OutOrStdout(), false)
			if v.Width > 0 {
				v.Width = max(1, v.Width-len(indent))
			}
			for _, e := range a.entries() {
				text := strings.ReplaceAll(v.Wrap(fmt.Sprintf("%s. %s", e.Title, e.Question)), "\n", "\n"+indent)
				if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s (%s, %s)\n%s%s\n", e.Name, plural(len(e.Tasks), "task"), e.When(), indent, text); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
