package runs

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/wording"
	"codebreak/experiments/base"
)

// indent stands before the questions of entries.
const indent = "  "

// ListCommand is list, which says what entries there are.
func ListCommand(a *base.App) *cobra.Command {
	return base.NewCommand("list", base.NoArguments, func(cmd *cobra.Command, _ []string) error {
		p := base.NewPaper(cmd.OutOrStdout(), base.FormatText)
		if p.Width > 0 {
			p.Width = max(1, p.Width-len(indent))
		}
		for _, e := range a.Entries() {
			text := p.Wrap(e.Question + " " + e.About)
			text = strings.ReplaceAll(text, "\n", "\n"+indent)
			tasks := wording.Plural(len(e.Tasks), "task")
			fmt.Fprintf(&p.Text, "%s (%s, %s)\n%s%s\n", e.Name, tasks, e.When(), indent, text)
		}
		return p.Close()
	})
}
