//go:build !js

package cli

import "github.com/spf13/cobra"

// notebookCommands run the notebook; works take the flags of work. Browsers lack them all.
func (a *app) notebookCommands() (works, others []*cobra.Command) {
	return []*cobra.Command{a.runCommand(), a.mergeCommand(), a.reportCommand()}, []*cobra.Command{a.submitCommand(), a.statusCommand(), a.labCommand()}
}
