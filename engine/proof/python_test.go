package proof

import (
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
)

// batch runs check.py on files, in one process. What one proof needs to know of a game, its
// feedback and which guesses rule 3 keeps, is not computed again for the next.
const batch = `
import functools, sys
sys.dont_write_bytecode = True
sys.path.insert(0, ".")
import check
class Game(check.Game):
    __hash__ = object.__hash__
    kept = functools.cache(check.Game.kept)
check.Game = functools.cache(Game)
for path in sys.argv[1:]:
    try:
        print("proved:", check.check(open(path, "rb")))
    except check.Refused as error:
        print("not proved:", error)
`

// pythonCommand is a run of Python in a locale that every machine has: where one is missing, a
// python3 that is a script warns of it.
func pythonCommand(t *testing.T, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), "python3", args...)
	cmd.Env = append(cmd.Environ(), "LC_ALL=C")
	return cmd
}

// python runs check.py on texts, and returns the lines that it says. Without Python the test
// is skipped.
func python(t *testing.T, texts []string) []string {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	folder := t.TempDir()
	args := []string{"-c", batch}
	for i, text := range texts {
		path := filepath.Join(folder, strconv.Itoa(i))
		enginetest.WriteFile(t, path, text)
		args = append(args, path)
	}

	out, err := pythonCommand(t, args...).CombinedOutput()
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if err != nil || len(lines) != len(texts) {
		t.Fatalf("check.py says %q: %v", out, err)
	}
	return lines
}

// pack is the text packed by gzip.
func pack(text string) string {
	var packed strings.Builder
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte(text)) // a builder takes everything
	_ = w.Close()
	return packed.String()
}

// TestPythonCommand runs check.py as people do.
func TestPythonCommand(t *testing.T) {
	if testing.Short() {
		t.Skip("Python is started seven times")
	}
	python(t, []string{"mm2x3 21"}) // skips the test without Python
	path := filepath.Join(t.TempDir(), "a.proof")
	enginetest.WriteFile(t, path, "mm2x3 21\n")
	packed, cut := path+".gz", path+".cut"
	enginetest.WriteFile(t, packed, pack("mm2x3 21\n"))
	enginetest.WriteFile(t, cut, pack("mm2x3 21\n")[:15])
	for arg, want := range map[string]string{
		path:            "proved: mm2x3 21 (0 lemmas)\n",
		packed:          "proved: mm2x3 21 (0 lemmas)\n",
		cut:             "not proved: Compressed file ended",
		"missing.proof": "not proved: [Errno 2] ",
		".":             "not proved: [Errno ",
		"":              "not proved: [Errno 2] ",
		"proof.go":      "not proved: line 1: it is not a claim",
	} {
		out, err := pythonCommand(t, "check.py", arg).CombinedOutput()
		if !strings.HasPrefix(string(out), want) || (err == nil) != (arg == path || arg == packed) {
			t.Errorf("check.py %s says %q, %v", arg, out, err)
		}
	}
}

// stopped runs check.py as if an error that says nothing came up when it opens the file.
const stopped = `
import builtins, runpy, sys
sys.dont_write_bytecode = True
def stop(*_):
    raise eval(sys.argv[1])
builtins.open = stop
runpy.run_path("check.py", run_name="__main__")
`

// TestPythonStopped stops check.py by Ctrl-C, and takes its memory away.
func TestPythonStopped(t *testing.T) {
	python(t, []string{"mm2x3 21\n"}) // skips the test without Python
	for _, name := range []string{"KeyboardInterrupt", "MemoryError"} {
		out, err := pythonCommand(t, "-c", stopped, name).CombinedOutput()
		if err == nil || string(out) != "not proved: the program was stopped, or has no memory left\n" {
			t.Errorf("after %s it says %q, %v", name, out, err)
		}
	}
}

// TestPythonFullDisk runs check.py where what it says cannot be written.
func TestPythonFullDisk(t *testing.T) {
	python(t, []string{"mm2x3 21\n"}) // skips the test without Python
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full")
	}
	defer full.Close()

	path := filepath.Join(t.TempDir(), "a.proof")
	enginetest.WriteFile(t, path, "mm2x3 21\n")
	var said strings.Builder
	command := pythonCommand(t, "check.py", path)
	command.Stdout = full
	command.Stderr = &said
	err = command.Run()
	if err == nil || !strings.HasPrefix(said.String(), "not proved: [Errno 28]") || strings.Count(said.String(), "\n") != 1 {
		t.Errorf("it says %q, %v", said.String(), err)
	}
}
