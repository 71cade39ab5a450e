package clitest

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An Ended command has an exit code and a text on standard error.
type Ended struct {
	Code   int
	Stderr string
}

// ResultFiles reads the files of a results folder that every run must write alike: all but times,
// locks, damaged and temporary files.
func ResultFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != dir && (name == "times" || name == "locks" || name == "damaged" || name == "lost+found") {
				return filepath.SkipDir
			}
			return nil
		}
		if d.Name() == "timings.json" || strings.HasPrefix(d.Name(), Temporary) {
			return nil
		}
		content, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Same compares the files of a results folder.
func Same(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	got := ResultFiles(t, dir)
	for name, content := range want {
		if got[name] != content {
			t.Errorf("%s is not what an undisturbed run gives", name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s is not there after an undisturbed run", name)
		}
	}
}

// Temporary begins the names of files that package store is writing.
const Temporary = ".codebreak.tmp-"
