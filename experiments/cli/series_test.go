package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// firstCandidate is a player that notes each game that it is asked to begin.
const firstCandidate = `while read -r number rest; do
  case $number in
  end) echo codebreak 1 candidates ;;
  [0-9]*)
    case $rest in '|'*) echo >> begun ;; esac
    set -- ${rest#*| }; echo $number $1 ;;
  esac
done
`

// TestKilledSeries kills a run again and again, and resumes it: the games are those of a run
// that was left alone, byte for byte, and none that was kept is played again.
func TestKilledSeries(t *testing.T) {
	if testing.Short() {
		t.Skip("dozens of programs are run and killed")
	}
	const kills, secrets = 20, 200
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "player.sh"), []byte(firstCandidate), 0o666); err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return text
	}
	lines := func(name string) int { return bytes.Count(read(name), []byte("\n")) }
	start := func(file string) *exec.Cmd {
		cmd := exec.Command("codebreak", "measure", "mm4x4", "--player", "sh player.sh", "--secrets", strconv.Itoa(secrets), "--games", file, "--workers", "1", "--quiet")
		cmd.Dir = dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	for kill := range kills {
		before := lines("killed.jsonl")
		cmd := start("killed.jsonl")
		for deadline := time.Now().Add(time.Minute); lines("killed.jsonl") == before && kill > 0 && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(kill%7) * time.Millisecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != -1 {
			t.Fatalf("kill %d: the run has ended before, with %d", kill, code)
		}
	}
	for range 2 { // the second time there is nothing left to play
		if err := start("killed.jsonl").Wait(); err != nil {
			t.Fatal(err)
		}
	}
	if begun := lines("begun"); begun < secrets || begun > secrets+kills {
		t.Errorf("%d games were begun, of %d and %d kills", begun, secrets, kills)
	}
	if err := start("whole.jsonl").Wait(); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(read("killed.jsonl"), read("whole.jsonl")) || lines("whole.jsonl") != secrets {
		t.Error("the games differ from those of a run that was left alone")
	}
}
