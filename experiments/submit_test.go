package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestSubmitWithoutSlurm checks that a machine without Slurm is told so before
// anything is written, and still gets its scripts.
func TestSubmitWithoutSlurm(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	dir := filepath.Join(t.TempDir(), "results")
	args := []string{"submit", "sweep", "--tasks", "2", "--time", "1h", "--mem", "4GiB", "--results", dir}
	var stdout, stderr strings.Builder
	if code := run(args, &stdout, &stderr); code != exitUsage || !strings.Contains(stderr.String(), "no sbatch on this machine, and submit needs Slurm; --dry-run prints the scripts") {
		t.Errorf("exit code %d: %s", code, stderr.String())
	}
	if code := run(append(args, "--dry-run"), &stdout, &stderr); code != 0 || strings.Count(stdout.String(), "#!/bin/bash\n") != 2 {
		t.Errorf("exit code %d: %s%s", code, stdout.String(), stderr.String())
	}
	if found, err := filepath.Glob(dir); err != nil || found != nil {
		t.Errorf("%v was made", found)
	}
}

func TestFormatTasks(t *testing.T) {
	for want, tasks := range map[string][]int{"": nil, "7": {7}, "1-2": {1, 2}, "1-3, 5, 8-9": {1, 2, 3, 5, 8, 9}} {
		if got := formatTasks(tasks); got != want {
			t.Errorf("%v is written %q, want %q", tasks, got, want)
		}
	}
}
