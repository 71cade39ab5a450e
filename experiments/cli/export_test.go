package cli

import (
	"github.com/spf13/cobra"

	"codebreak/experiments/base"
)

// RootCommand is the program, for tests that look at its commands.
func RootCommand() *cobra.Command { return rootCommand(&base.App{}, "") }

// OneCommand is the program with the command of a name alone.
func OneCommand(name string) *cobra.Command { return rootCommand(&base.App{}, name) }
