package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
	probe, err := os.CreateTemp(folder, ".codebreak.tmp-*")
	var cause *fs.PathError
	switch {
	case errors.As(err, &cause):
		return cause.Err // without the temporary name
	case err != nil:
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}
