package cli

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
	args := []string{"submit", "seeds", "--tasks", "2", "--time", "1h", "--mem", "4GiB", "--results", dir}
	if code, _, stderr := runWith(nil, args...); code != exitUsage || !strings.Contains(stderr, "no sbatch on this machine, and submit needs Slurm; --dry-run prints the scripts") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if code, stdout, stderr := runWith(nil, append(args, "--dry-run")...); code != 0 || strings.Count(stdout, "#!/bin/bash\n") != 2 {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	if found, err := filepath.Glob(dir); err != nil || found != nil {
		t.Errorf("%v was made", found)
	}
}
