package cli

import "github.com/spf13/cobra"

func (a *app) notebookCommands() (works, others []*cobra.Command) { return nil, nil }
