package base

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/notebook/fingerprint"
	"codebreak/experiments/store"
	"codebreak/report/chart"
)

// A Running has the flags of the commands run and merge.
type Running struct {
	Full, Force, Reuse bool
	Formats            []chart.Format
	Share              string
	Costs              string // file for the measured costs of answers
}

// ReuseFlag adds the flag to accept answers of another engine.
func ReuseFlag(flags *pflag.FlagSet, reuse *bool) {
	flags.BoolVar(reuse, "reuse", false, "accept answers of another version of the engine")
}

// Runner makes the runner of the results folder.
func (a *App) Runner(entries []notebook.Entry, x Running) *notebook.Runner {
	folder := notebook.Folder(a.Results)
	env := a.Env()
	env.Store = store.Open(folder.Store(), store.Options{
		Engine:    fingerprint.Of,
		Recompute: x.Force,
		Reuse:     x.Reuse,
		MaxSize:   env.LargestFile(),
		Warn:      a.Warn,
	})

	r := &notebook.Runner{
		Env:      env,
		Entries:  entries,
		Folder:   folder,
		Earlier:  a.committed(),
		Formats:  x.Formats,
		Full:     x.Full,
		Combine:  ask.Combine,
		Listener: notebook.Listener{Warn: a.Warn},
	}

	if x.Costs != "" {
		r.Clock = processorTime
	}
	if !x.Force {
		r.Program = fmt.Sprintf("%s reuse=%t", fingerprint.Program(), x.Reuse)
	}
	return r
}

// ResultFolders lists the results folder, and the folder beside the program's: in a clone it has the
// committed results.
func (a *App) ResultFolders() []string {
	folders := []string{a.Results}
	if program, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Join(filepath.Dir(program), "..", "results"))
	}
	return folders
}

// committed returns the folder beside the program's, if it is another results folder.
func (a *App) committed() notebook.Folder {
	own, _ := os.Stat(filepath.Join(a.Results, notebook.MarkerName)) // nil is like no other file
	for _, folder := range a.ResultFolders()[1:] {
		there, err := os.Stat(filepath.Join(folder, notebook.MarkerName))
		if err == nil && there.Mode().IsRegular() && !os.SameFile(own, there) {
			return notebook.Folder(folder)
		}
	}
	return ""
}

// SayUsage counts the reused and the computed answers of a run.
func (a *App) SayUsage(u store.Usage) {
	if u == (store.Usage{}) {
		return
	}
	text := fmt.Sprintf("answers: %d computed, %d reused", u.Computed, u.Reused)

	add := func(n int, what string) {
		if n > 0 {
			text += fmt.Sprintf(", %d %s", n, what)
		}
	}
	add(u.Foreign, "of these of another engine")
	add(u.Outdated, "of another engine ignored (--reuse to accept)")
	add(u.Partial, "not proved yet")

	a.Say("%s", text)
}

// Claim makes a results folder, or refuses a folder with other files or without a writable store.
func Claim(f notebook.Folder) error {
	err := f.Claim()
	if err == nil {
		err = store.CheckFolders(f.Store())
	}
	return Usage(err)
}
