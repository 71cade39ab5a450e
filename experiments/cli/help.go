package cli

import (
	"cmp"
	_ "embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/strategy"
)

// helpTexts has the help of each command after its name and arguments, and behind
// "Examples:" lines to try. The first paragraph also stands in lists of commands; all else
// is shown last, behind examples and flags.
//
//go:embed help.txt
var helpTexts string

// newCommand makes a command, to which help.txt gives its texts.
func newCommand(name string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error) *cobra.Command {
	return &cobra.Command{Use: name, Args: args, RunE: run}
}

// addHelp gives commands their help. What they have already stands behind it.
func addHelp(root *cobra.Command) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		text := cmp.Or(cmd.Long, cmd.Short) + "\n"
		if cmd.Runnable() || cmd.HasAvailableSubCommands() {
			text += "\n" + cmd.UsageString()
		}
		if theory := cmd.Annotations["theory"]; theory != "" {
			text += "\n" + theory + "\n"
		}
		fmt.Fprint(cmd.OutOrStdout(), text) // which keeps its error
	})
	for section := range strings.SplitSeq(strings.TrimPrefix(helpTexts, "== "), "\n== ") {
		usage, text, _ := strings.Cut(section, "\n")
		cmd, _, err := root.Find(strings.Fields(usage)[1:])
		takes, found := strings.CutPrefix(usage, cmd.CommandPath())
		if err != nil || !found {
			continue // a browser has not all commands
		}
		cmd.Use += takes
		long, examples, _ := strings.Cut(strings.TrimSpace(text), "\n\nExamples:\n")
		first, theory, _ := strings.Cut(long+cmd.Long, "\n\n")
		cmd.Short, cmd.Long, cmd.Example, cmd.Annotations = strings.TrimRight(first, ".:"), first, examples, map[string]string{"theory": theory}
	}
}

// subjectsCommand is a page of help, and does nothing.
func subjectsCommand() *cobra.Command {
	return &cobra.Command{Use: "subjects", Long: ownStrategies()}
}

// ownStrategies is a paragraph on registered strategies; empty without any.
func ownStrategies() string {
	var b strings.Builder
	for i, r := range strategy.Registered() {
		if i == 0 {
			b.WriteString("\n\nBesides these, criteria and strategies of this program are:\n\n")
		}
		by := ""
		if r.Author != "" {
			by = fmt.Sprintf(" (%s %d)", r.Author, r.Year)
		}
		fmt.Fprintf(&b, "  %-10s minimises %s%s\n", r.Criterion, r.Minimises, by)
	}
	return b.String()
}
