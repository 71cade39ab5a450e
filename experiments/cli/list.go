package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// indent is what stands before the titles of entries.
const indent = "  "

func (a *app) listCommand() *cobra.Command {
	return newCommand("list", noArguments, func(cmd *cobra.Command, _ []string) error {
		p := newPaper(cmd.OutOrStdout(), formatText)
		if p.Width > 0 {
			p.Width = max(1, p.Width-len(indent))
		}
		for _, e := range a.entries() {
			text := p.Wrap(fmt.Sprintf("%s %s", e.Question, e.About))
			fmt.Fprintf(&p.text, "%s (%s, %s)\n%s%s\n", e.Name, plural(len(e.Tasks), "task"), e.When(), indent, strings.ReplaceAll(text, "\n", "\n"+indent))
		}
		return p.close()
	})
}
