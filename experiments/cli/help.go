package cli

import (
	"cmp"
	_ "embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/strategy"
)

// helpTexts has a section for each command: its name and arguments, its help, and behind
// "Examples:" lines to try. The first paragraph also stands in lists of commands. The other
// paragraphs are shown last, behind examples and flags.
//
//go:embed help.txt
var helpTexts string

// theory is the annotation with the end of a command's help.
const theory = "theory"

// addHelp adds the help to all commands that are there. Text that a command has already stands behind it.
func addHelp(root *cobra.Command) {
	root.SetHelpCommand(helpCommand(root))
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { printHelp(cmd) })

	for section := range strings.SplitSeq(strings.TrimPrefix(helpTexts, "== "), "\n== ") {
		usage, text, _ := strings.Cut(section, "\n")
		cmd, _, err := root.Find(strings.Fields(usage)[1:])
		arguments, found := strings.CutPrefix(usage, cmd.CommandPath())
		if err != nil || !found || !cmd.HasParent() && arguments != "" {
			continue // a browser lacks some commands
		}

		long, examples, _ := strings.Cut(strings.TrimSpace(text), "\n\nExamples:\n")
		first, rest, _ := strings.Cut(long+cmd.Long, "\n\n")
		cmd.Use += arguments
		cmd.Short = strings.TrimRight(first, ".:")
		cmd.Long = first
		cmd.Example = examples
		cmd.Annotations = map[string]string{theory: rest}
	}
}

// printHelp prints the help of a command. The output keeps the error of writing it.
func printHelp(cmd *cobra.Command) {
	text := cmp.Or(cmd.Long, cmd.Short) + "\n"
	if cmd.Runnable() || cmd.HasAvailableSubCommands() {
		text += "\n" + cmd.UsageString()
	}
	if rest := cmd.Annotations[theory]; rest != "" {
		text += "\n" + rest + "\n"
	}

	fmt.Fprint(cmd.OutOrStdout(), text)
}

func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Show the help of a command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(root, strings.Join(args, " "))
			}
			return cmd.Help()
		},
	}
}

// commandNames lists the commands and pages of help below a command.
func commandNames(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// ownStrategies writes a paragraph on registered strategies; empty without any.
func ownStrategies() string {
	registered := strategy.Registered()
	if len(registered) == 0 {
		return ""
	}

	var text strings.Builder
	text.WriteString("\n\nBesides these, criteria and strategies of this program are:\n\n")
	for _, r := range registered {
		fmt.Fprintf(&text, "  %-10s minimises %s", r.Criterion, r.Minimises)
		if r.Author != "" {
			fmt.Fprintf(&text, " (%s %d)", r.Author, r.Year)
		}
		text.WriteString("\n")
	}
	return text.String()
}
