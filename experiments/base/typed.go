package base

import (
	"cmp"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/experiments/slurm"
)

// Commands that messages and results name are written by the functions of this file, so that
// they can be typed as they are printed.

// ProgramName is how the program was called: run.sh says how it was called itself.
func ProgramName() string { return cmp.Or(os.Getenv("CODEBREAK_COMMAND"), os.Args[0]) }

// plainArgument is a word that no shell changes behind the name of a program.
var plainArgument = regexp.MustCompile(`^[A-Za-z0-9_./:@+,-][A-Za-z0-9_./:@+,=-]*$`)

// Typed is a command line of this program.
func Typed(words ...string) string {
	line := []string{slurm.Quote(ProgramName())}
	for _, word := range words {
		if !plainArgument.MatchString(word) {
			word = slurm.Quote(word)
		}
		line = append(line, word)
	}
	return strings.Join(line, " ")
}

// HelpOf is the command line that prints the help of a command.
func HelpOf(cmd *cobra.Command) string {
	path := strings.Fields(cmd.CommandPath())
	return Typed(append(path[1:], "--help")...)
}
