//go:build !js

package cli

import "codebreak/experiments/runs"

// notebookCommands run the notebook, and make its pages again.
func notebookCommands() []command {
	return []command{
		{name: "run", make: runs.Command, shared: work | folder},
		{name: "report", make: runs.ReportCommand, shared: work | folder},
		{
			name:   "lab",
			make:   runs.LabCommand,
			shared: work | folder,
			except: []string{"workers", "max-memory", "answers", "allowed", "lists", "fold", "skip-bad"},
		},
	}
}

// clusterCommands share the notebook's work out among machines.
func clusterCommands() []command {
	return []command{
		{name: "submit", make: runs.SubmitCommand, shared: folder},
		{name: "status", make: runs.StatusCommand, shared: folder},
		{name: "merge", make: runs.MergeCommand, shared: work | folder},
	}
}
