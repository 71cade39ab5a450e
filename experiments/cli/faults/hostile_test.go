package faults

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/experiments/base"
	"codebreak/experiments/cli/clitest"
)

// notPromised ends the table of faults.
const notPromised = `
What is not promised:

- A player may start programs that leave both its process group and its environment: nothing shows that they are the player's, and they go on.
- What a player has started itself goes on if codebreak is killed by kill -9; only the player ends with it, and on Linux alone.
- A word list, a tree or an answer that is changed while it is read may be refused or read in either state.
- An interval of a sampled mean holds the mean in 99 of 100 samples, not in all.
`

// wordLists has the program read lists that are none.
func wordLists(t *testing.T, dir string, _ map[string]string) (tries int, outcome string) {
	pipe, folder, huge, binary := filepath.Join(dir, "pipe.txt"), filepath.Join(dir, "folder.txt"), filepath.Join(dir, "huge.txt"), filepath.Join(dir, "binary.txt")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	enginetest.WriteFiles(t, dir, map[string]string{"huge.txt": "", "binary.txt": "\x00\xff\xfe", "good.txt": "crane\nslate\n"})
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(huge, 1<<30); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, folder, huge, binary, "/dev/zero", filepath.Join(dir, "none.txt")} {
		for _, args := range [][]string{
			{"measure", "wordle", "--answers", path}, {"assist", "wordle", "--answers", filepath.Join(dir, "good.txt"), "--allowed", path},
		} {
			tries++
			if e, _ := attack(t, args...); e.Code != base.ExitUsage || !strings.Contains(e.Stderr, filepath.Base(path)) || strings.Contains(e.Stderr, "\n") {
				t.Errorf("%q ends with %d: %s", args, e.Code, e.Stderr)
			}
		}
	}
	e, _ := attack(t, "measure", "wordle-4-0123456789abcdef", "--lists", dir)
	if e.Code != base.ExitUsage || !strings.Contains(e.Stderr, "not found") {
		t.Errorf("a folder of such lists: %d: %s", e.Code, e.Stderr)
	}
	return tries + 1, "refused in one line that names the file"
}

// players has programs play that do not want to end, and stops the program.
func players(t *testing.T, dir string, _ map[string]string) (tries int, outcome string) {
	enginetest.WriteFiles(t, dir, map[string]string{
		"joins.py":   "import os, time\nos.setpgid(0, os.getpgid(os.getppid()))\nopen('pid', 'w').write(str(os.getpid()))\ntime.sleep(1000)\n",
		"ignores.sh": "trap '' INT TERM HUP\necho $$ > pid\nwhile :; do sleep 1; done\n",
		"starts.sh":  "setsid sleep 1000 &\necho $! > pid\nexec sleep 1000\n",
	})
	for _, player := range []string{"python3 joins.py", "sh ignores.sh", "sh starts.sh"} {
		words := strings.Fields(player)
		if _, err := exec.LookPath(words[0]); err != nil {
			continue
		}
		for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGHUP, syscall.SIGKILL} {
			if sig == syscall.SIGKILL && words[1] == "starts.sh" {
				continue // not promised
			}
			tries++
			os.Remove(filepath.Join(dir, "pid"))
			cmd := clitest.Program(t, "measure", "mm2x3", "--player", player, "--player-timeout", "1h", "--workers", "1", "--quiet")
			cmd.Dir = dir
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			pid := 0
			clitest.Await(func() bool {
				text, _ := os.ReadFile(filepath.Join(dir, "pid"))
				pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
				return pid > 0
			})
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait() // the exit code says more
			if sig != syscall.SIGKILL && cmd.ProcessState.ExitCode() != base.ExitInterrupted {
				t.Errorf("%s, %v: %v", player, sig, cmd.ProcessState)
			}
			clitest.Await(func() bool { return !alive(pid) })
		}
	}
	return tries, "exit code 130; no player was left"
}

// intervals samples a mean over and over, with other seeds: within this program, for
// hundreds of others would take most of their time to start.
func intervals(t *testing.T, _ string, _ map[string]string) (tries int, outcome string) {
	type measured struct{ Mean, Low, High float64 }
	measure := func(args ...string) (m measured) {
		text, _ := clitest.Must(t, append([]string{"measure", "mm2x3", "random", "--json", "--quiet"}, args...)...)
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	exact, held := measure().Mean, 0
	for _, runs := range []string{"5", "10", "30"} {
		for seed := range 100 {
			tries++
			m := measure("--runs", runs, "--seed", strconv.Itoa(seed))
			if m.Low >= m.High {
				t.Errorf("%s games, seed %d: from %v to %v", runs, seed, m.Low, m.High)
			}
			if m.Low <= exact && exact <= m.High {
				held++
			}
		}
	}
	if 1000*held < 985*tries {
		t.Errorf("%d of %d intervals hold the mean", held, tries)
	}
	return tries, fmt.Sprintf("%d of %d hold it; none is of width 0", held, tries)
}
