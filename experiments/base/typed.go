package base

import (
	"cmp"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/pattern"
)

// The functions of this file write the commands in messages and results, so that people can type
// them as they are printed.

// ProgramName returns the name that the user typed: run.sh passes on its own.
func ProgramName() string { return cmp.Or(os.Getenv("CODEBREAK_COMMAND"), os.Args[0]) }

// plainArgument matches words that no shell changes behind the name of a program.
var plainArgument = pattern.Of(`^[A-Za-z0-9_./:@+,-][A-Za-z0-9_./:@+,=-]*$`)

// Typed returns a command line of this program.
func Typed(words ...string) string {
	line := []string{Quote(ProgramName())}
	for _, word := range words {
		if !plainArgument().MatchString(word) {
			word = Quote(word)
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

// plainWord matches words that no shell changes among the arguments of a command.
var plainWord = pattern.Of(`^[A-Za-z0-9_./:@+,-]+$`)

// Quote writes words for a shell, each so that it is one argument again.
func Quote(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = word
		if !plainWord().MatchString(word) {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}
