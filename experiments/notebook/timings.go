package notebook

import (
	"encoding/json"
	"runtime"

	"codebreak/experiments/store"
)

// timings is what timings.json of a results folder holds: how long the last run
// took, and on what machine. Times differ from run to run, so they stand apart
// from results.
type timings struct {
	Go      string         `json:"go"`
	System  string         `json:"system"`
	CPUs    int            `json:"cpus"`
	Workers int            `json:"workers"`
	Entries []EntryTimings `json:"entries"`
}

// EntryTimings is how long an entry took, and each of its tasks that was
// computed.
type EntryTimings struct {
	Entry   string        `json:"entry"`
	Seconds float64       `json:"seconds"`
	Tasks   []TaskTimings `json:"tasks"`
}

// TaskTimings is how long a task took.
type TaskTimings struct {
	Task    string  `json:"task"`
	Seconds float64 `json:"seconds"`
}

// writeTimings writes how long entries took.
func (f Folder) writeTimings(workers int, entries []EntryTimings) error {
	t := timings{runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, runtime.NumCPU(), workers, entries}
	text, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return err
	}
	return store.WriteFile(f.path(timingsName), append(text, '\n'))
}
