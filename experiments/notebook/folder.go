package notebook

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"codebreak/experiments/store"
	"codebreak/report"
	"codebreak/report/chart"
	"codebreak/report/lists"
)

// A Folder is a results folder. A marker file says that this program made it. Beside the marker
// it holds a folder for each entry, the front pages, times, and the store. The program
// overwrites and removes only what it wrote itself.
type Folder string

const (
	MarkerName    = "codebreak.json"
	storeName     = "store"
	timingsName   = "timings.json"
	FrontName     = "README.md"     // of the front page, and of the page of each entry
	IndexName     = "index.html"    // of the front page for browsers
	AllName       = "all.csv"       // of all that was measured
	PublishedName = "published.csv" // of all published figures
	dataName      = "datapackage.json"
)

// A marker says that a results folder is one.
type marker struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
}

var currentMarker = marker{"codebreak results", 1}

// Store is the folder of the store.
func (f Folder) Store() string { return filepath.Join(string(f), storeName) }

// frontNames lists the front pages, which are made of all entries.
func frontNames() []string {
	return []string{FrontName, IndexName, AllName, PublishedName, dataName, report.OverviewFile}
}

func (f Folder) path(names ...string) string {
	return filepath.Join(append([]string{string(f)}, names...)...)
}

// Claim makes the folder and its marker. A folder that exists must have the marker or be empty,
// apart from what a program that was killed in Claim has left; otherwise the error names what
// is in the way. Several programs may claim one folder at once.
func (f Folder) Claim() error {
	if err := os.MkdirAll(string(f), 0o777); err != nil {
		return fmt.Errorf("results folder %q cannot be made: %w", string(f), store.Cause(err))
	}

	// The folder is listed before the marker is looked for. Another program writes its marker
	// first, so a file that is listed while there is no marker is foreign. In the other order
	// the other program's marker and files could appear between the two steps.
	content, unlisted := os.ReadDir(string(f))

	text, err := store.ReadFile(f.path(MarkerName), 4096)
	switch {
	case err == nil:
		var m marker
		if err := json.Unmarshal(text, &m); err != nil || m.Format != currentMarker.Format {
			return fmt.Errorf("%s is not the marker of a results folder; name another folder", f.path(MarkerName))
		}
		if m.Version != currentMarker.Version {
			return fmt.Errorf("results folder %q is of version %d; this program writes version %d: name a new folder", string(f), m.Version, currentMarker.Version)
		}
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%q, the marker of a results folder, cannot be read: %w", f.path(MarkerName), store.Cause(err))
	}

	if unlisted != nil {
		return fmt.Errorf("results folder %q cannot be read: %w", string(f), store.Cause(unlisted))
	}
	foreign := slices.DeleteFunc(content, store.IsTemporary) // a marker that a killed program was writing
	if len(foreign) > 0 {
		return fmt.Errorf("%q is not a results folder: it holds %q and no %s; name a new or empty folder, or one that codebreak made", string(f), foreign[0].Name(), MarkerName)
	}
	return f.mark()
}

// mark writes the marker.
func (f Folder) mark() error {
	text, _ := json.Marshal(currentMarker) // plain data does not fail
	if err := store.WriteFile(f.path(MarkerName), append(text, '\n')); err != nil {
		return fmt.Errorf("results folder %q cannot be written: %w", string(f), store.Cause(err))
	}
	return nil
}

// reclaim returns an error if the folder was deleted after it was claimed and asked for
// entries.
func (f Folder) reclaim() error {
	if _, err := os.Lstat(f.asked()); errors.Is(err, fs.ErrNotExist) {
		return f.deleted()
	}
	return f.reclaimMark()
}

// reclaimMark is reclaim before the folder was asked for entries.
func (f Folder) reclaimMark() error {
	if _, err := os.Lstat(f.path(MarkerName)); errors.Is(err, fs.ErrNotExist) {
		return f.deleted()
	}
	return nil
}

// deleted returns the error of a folder that was deleted. It marks what was written since then
// as this program's own, so that the next run accepts the folder.
func (f Folder) deleted() error {
	err := fmt.Errorf("results folder %q was deleted meanwhile; run again", string(f))
	if _, gone := os.Lstat(string(f)); gone != nil {
		return err
	}
	return errors.Join(err, f.mark())
}

// check returns an error if the files of entries could not be written. It is
// called before any work starts, on a folder that is claimed.
func (f Folder) check(entries []Entry) error {
	var targets []string
	for _, name := range append(frontNames(), timingsName) {
		targets = append(targets, f.path(name))
	}
	folders := []string{string(f)}
	for _, e := range entries {
		folder := f.path(e.Name)
		info, err := os.Lstat(folder)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue // to be made later
		case err != nil:
			return fmt.Errorf("%q cannot be read: %w", folder, store.Cause(err))
		case !info.IsDir():
			return fmt.Errorf("%q must be a folder", folder)
		}
		folders = append(folders, folder)
		if info, err := os.Lstat(filepath.Join(folder, certificates)); err == nil && info.IsDir() {
			folders = append(folders, filepath.Join(folder, certificates))
		}
		targets = append(targets, filepath.Join(folder, FrontName), filepath.Join(folder, RecordName))
	}

	for _, folder := range folders {
		if err := store.CheckWritable(folder); err != nil {
			return fmt.Errorf("results folder %q cannot be written: %w", folder, err)
		}
		store.RemoveForgotten(folder)
	}

	for _, target := range targets {
		if info, err := os.Lstat(target); err == nil && !info.Mode().IsRegular() && info.Mode()&fs.ModeSymlink == 0 {
			return fmt.Errorf("%q is not a file, and a file is to be written there", target)
		}
	}
	return nil
}

// certificates is the folder, within an entry's, of files that others can check.
const certificates = "certificates/"

func isOnRequest(name string) bool {
	format := chart.Format(strings.TrimPrefix(filepath.Ext(name), "."))
	return format != chart.PNG && slices.Contains(chart.Formats(), format)
}

func fileNames(files []report.File) (names []string) {
	for _, f := range files {
		names = append(names, f.Name)
	}
	return names
}

// removeOld removes files that are listed, with their other formats, unless
// they are kept.
func removeOld(folder string, listed, kept []string) error {
	for _, name := range listed {
		for _, old := range withFormats(name) {
			path := filepath.Join(folder, old)
			info, err := os.Lstat(path)
			if slices.Contains(kept, old) || err != nil || !info.Mode().IsRegular() {
				continue
			}
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// withFormats lists a file that a record names and, of a picture, those in other formats.
func withFormats(name string) []string {
	names := []string{name}
	if base, ok := strings.CutSuffix(name, "."+string(chart.PNG)); ok {
		for _, format := range chart.Formats() {
			names = append(names, base+"."+string(format))
		}
	}
	return names
}

// asked is the folder of the names of entries that some run has begun.
func (f Folder) asked() string { return filepath.Join(f.Store(), "entries") }

// fullSuffix follows the name of an entry whose slow tasks were asked for.
const fullSuffix = ".full"

// ask keeps the names of entries, so that a merge knows which entries must be complete.
func (f Folder) ask(entries []Entry, full bool) error {
	for _, e := range entries {
		name := e.Name
		if full {
			name += fullSuffix
		}
		if err := store.MakeFile(filepath.Join(f.asked(), name), nil); err != nil {
			return err
		}
	}
	return nil
}

// askedFor lists these names.
func (f Folder) askedFor() []string {
	content, _ := os.ReadDir(f.asked()) // without the folder nothing is asked for
	return lists.Map(content, fs.DirEntry.Name)
}

// timings is what timings.json of a results folder holds: how long the last run
// took, and on what machine. Times differ from run to run, so they stand apart
// from results.
type timings struct {
	Go      string         `json:"go"`
	System  string         `json:"system"`
	CPUs    int            `json:"cpus"`
	Workers int            `json:"workers"`
	Entries []entryTimings `json:"entries"`
}

// entryTimings is how long an entry took, and each of its tasks that was
// computed.
type entryTimings struct {
	Entry   string        `json:"entry"`
	Seconds float64       `json:"seconds"`
	Tasks   []TaskTimings `json:"tasks"`
}

// TaskTimings is how long a task took.
type TaskTimings struct {
	Kind    string  `json:"kind"`
	Task    string  `json:"task"`
	Seconds float64 `json:"seconds"`
}

// writeTimings writes how long entries took.
func (f Folder) writeTimings(workers int, entries []entryTimings) error {
	t := timings{
		Go:      runtime.Version(),
		System:  runtime.GOOS + "/" + runtime.GOARCH,
		CPUs:    runtime.NumCPU(),
		Workers: workers,
		Entries: entries,
	}
	text, _ := json.MarshalIndent(t, "", "  ") // plain data does not fail
	return store.WriteFile(f.path(timingsName), append(text, '\n'))
}
