//go:build !js

package cli

import "github.com/spf13/cobra"

// notebookCommands are those that run the notebook, with the flags of work, and others
// that browsers have not.
func (a *app) notebookCommands() (works, others []*cobra.Command) {
	return []*cobra.Command{a.runCommand(), a.mergeCommand(), a.reportCommand()}, []*cobra.Command{a.submitCommand(), a.statusCommand(), a.labCommand()}
}
