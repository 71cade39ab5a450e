//go:build !js

package cli

import "codebreak/experiments/runs"

// notebookCommands run the notebook, and make its pages again.
func notebookCommands() []command {
	return []command{
		{make: runs.Command, shared: work | folder},
		{make: runs.ReportCommand, shared: work | folder},
		{
			make:   runs.LabCommand,
			shared: work | folder,
			except: []string{"workers", "max-memory", "answers", "allowed", "lists", "fold", "skip-bad"},
		},
	}
}

// clusterCommands share the notebook's work out among machines.
func clusterCommands() []command {
	return []command{
		{make: runs.SubmitCommand, shared: folder},
		{make: runs.StatusCommand, shared: folder},
		{make: runs.MergeCommand, shared: work | folder},
	}
}
