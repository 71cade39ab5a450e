package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"codebreak/report"
)

// checkOutput returns an error if a file could not be written, before the work
// for it is done. It leaves nothing behind.
func checkOutput(path string) error {
	if path == "" {
		return errors.New("it is empty; it must name a file")
	}
	folder := filepath.Dir(path)
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder; it must name a file", path)
	}
	switch err := probeFolder(folder); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s cannot be written: there is no folder %s", path, folder)
	case err != nil:
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	return nil
}

// probeFolder returns an error if files cannot be made in a folder.
func probeFolder(folder string) error {
	probe, err := os.CreateTemp(folder, report.Temporary+"*")
	var cause *fs.PathError
	switch {
	case errors.As(err, &cause):
		return cause.Err // without the temporary name
	case err != nil:
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// forgotten is how old a temporary file must be to be no running program's.
const forgotten = 24 * time.Hour

// removeForgotten removes temporary files that killed runs have left in a
// folder and below. What cannot be removed stays.
func removeForgotten(dir string) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(d.Name(), report.Temporary) {
			return nil
		}
		if info, err := d.Info(); err == nil && time.Since(info.ModTime()) > forgotten {
			_ = os.Remove(path)
		}
		return nil
	})
}
