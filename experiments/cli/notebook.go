//go:build !js

package cli

// notebookCommands run the notebook, and make its pages again.
func notebookCommands() []command {
	return []command{
		{make: runCommand, shared: work | folder},
		{make: reportCommand, shared: work | folder},
		{make: labCommand, shared: folder},
	}
}

// clusterCommands share the notebook's work out among machines.
func clusterCommands() []command {
	return []command{
		{make: submitCommand, shared: folder},
		{make: statusCommand, shared: folder},
		{make: mergeCommand, shared: work | folder},
	}
}
