package cli_test

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"

	"codebreak/experiments/cli"
)

// TestOneCommand makes each command alone, and compares its help with that in the whole program.
func TestOneCommand(t *testing.T) {
	alone := 0
	for _, cmd := range cli.RootCommand().Commands() {
		one := cli.OneCommand(cmd.Name())
		if len(one.Commands()) > 1 {
			continue // no command of the table
		}
		alone++
		got, _, err := one.Find([]string{cmd.Name()})
		if err != nil || help(got) != help(cmd) {
			t.Errorf("%s alone has another help (%v):\n%s", cmd.Name(), err, help(got))
		}
	}
	if alone < 20 {
		t.Errorf("%d commands are made alone", alone)
	}
}

func help(cmd *cobra.Command) string {
	var text bytes.Buffer
	cmd.Root().SetOut(&text)
	_ = cmd.Help() // the output is compared
	return text.String()
}
