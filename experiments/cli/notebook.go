//go:build !js

package cli

import "github.com/spf13/cobra"

// notebookCommands run the notebook, here and as arrays of tasks on a cluster. In a
// browser there are none.
func (a *app) notebookCommands() (runs, arrays []*cobra.Command) {
	return []*cobra.Command{a.runCommand(), a.mergeCommand(), a.reportCommand(), a.labCommand()}, []*cobra.Command{a.submitCommand(), a.statusCommand()}
}
