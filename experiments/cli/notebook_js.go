package cli

// A browser has no files to run the notebook with, nor other machines.

func notebookCommands() []command { return nil }

func clusterCommands() []command { return nil }
