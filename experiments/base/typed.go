package base

import (
	"cmp"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/pattern"
	"codebreak/experiments/slurm"
)

// The functions of this file write the commands in messages and results, so that people can type
// them as they are printed.

// ProgramName returns the name that the user typed: run.sh passes on its own.
func ProgramName() string { return cmp.Or(os.Getenv("CODEBREAK_COMMAND"), os.Args[0]) }

// plainArgument matches words that no shell changes behind the name of a program.
var plainArgument = pattern.Of(`^[A-Za-z0-9_./:@+,-][A-Za-z0-9_./:@+,=-]*$`)

// Typed returns a command line of this program.
func Typed(words ...string) string {
	line := []string{slurm.Quote(ProgramName())}
	for _, word := range words {
		if !plainArgument().MatchString(word) {
			word = slurm.Quote(word)
		}
		line = append(line, word)
	}
	return strings.Join(line, " ")
}

// HelpOf returns the command line that prints the help of a command.
func HelpOf(cmd *cobra.Command) string {
	path := strings.Fields(cmd.CommandPath())
	return Typed(append(path[1:], "--help")...)
}
