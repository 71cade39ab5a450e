package players_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/experiments/cli/clitest"
)

// firstCandidate is a player that notes each game that it is asked to begin. While there is a
// file "few" it stops in its ninth game, so that the run does not come to its end.
const firstCandidate = `games=0
while read -r number rest; do
  case $number in
  end) echo codebreak 1 candidates ;;
  [0-9]*)
    case $rest in '|'*)
      echo >> begun
      games=$((games + 1))
      while [ $games -gt 8 ] && [ -e few ]; do sleep 0.1; done ;;
    esac
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
	enginetest.WriteFiles(t, dir, map[string]string{"player.sh": firstCandidate, "few": ""})
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return text
	}
	lines := func(name string) int { return bytes.Count(read(name), []byte("\n")) }
	start := func(file string) *exec.Cmd {
		cmd := clitest.Program(t, "measure", "mm4x4", "--player", "sh player.sh", "--secrets", strconv.Itoa(secrets), "--games", file, "--workers", "1", "--quiet")
		cmd.Dir = dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	for kill := range kills {
		before := lines("killed.jsonl")
		cmd := start("killed.jsonl")
		clitest.Await(func() bool { return lines("killed.jsonl") >= before+kill%8 })
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != -1 {
			t.Fatalf("kill %d: the run has ended before, with %d", kill, code)
		}
	}
	if err := os.Remove(filepath.Join(dir, "few")); err != nil {
		t.Fatal(err)
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
