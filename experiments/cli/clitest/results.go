package clitest

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ResultFiles reads the files of a results folder that every run must write alike: all but times,
// locks, damaged and temporary files.
func ResultFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	others := []string{"times", "locks", "damaged", "lost+found"}
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if path != dir && slices.Contains(others, d.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if d.Name() == "timings.json" || strings.HasPrefix(d.Name(), ".codebreak.tmp-") {
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
