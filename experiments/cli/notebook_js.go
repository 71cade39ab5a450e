package cli

import "github.com/spf13/cobra"

func (a *app) notebookCommands() (runs, arrays []*cobra.Command) { return nil, nil }
