package cli

import (
	"cmp"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/short"
	"codebreak/experiments/slurm"
)

// Commands that messages and results name are written by the functions of this file, so that
// they can be typed as they are printed.

// programName is how the program was called: run.sh says how it was called itself.
func programName() string { return cmp.Or(os.Getenv("CODEBREAK_COMMAND"), os.Args[0]) }

// plainArgument is a word that no shell changes behind the name of a program.
var plainArgument = short.Pattern(`^[A-Za-z0-9_./:@+,-][A-Za-z0-9_./:@+,=-]*$`)

// typed is a command line of this program.
func typed(words ...string) string {
	line := []string{slurm.Quote(programName())}
	for _, word := range words {
		if !plainArgument().MatchString(word) {
			word = slurm.Quote(word)
		}
		line = append(line, word)
	}
	return strings.Join(line, " ")
}

// pathArgument is a path that is not read as a flag.
func pathArgument(path string) string {
	if strings.HasPrefix(path, "-") {
		return "./" + path
	}
	return path
}

// helpOf is the command line that prints the help of a command.
func helpOf(cmd *cobra.Command) string {
	path := strings.Fields(cmd.CommandPath())
	return typed(append(path[1:], "--help")...)
}

// again is a command line that goes on from this call: with those of its options that say what
// is played with, and where results are, as far as the next command has them.
func (a *app) again(words ...string) string {
	next, _, err := a.called.Root().Find(words)
	if err != nil {
		return typed(words...)
	}

	for _, name := range []string{"answers", "allowed", "lists", "weights", "results"} {
		option := a.called.Flags().Lookup(name)
		if option != nil && option.Changed && next.Flags().Lookup(name) != nil {
			words = append(words, "--"+name, option.Value.String())
		}
	}
	return typed(words...)
}
