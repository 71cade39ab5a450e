package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/experiments/base"
	"codebreak/experiments/cli"
	"codebreak/experiments/cli/clitest"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
)

func TestMain(m *testing.M) { clitest.Main(m) }

func TestScripts(t *testing.T) { clitest.Scripts(t) }

// TestEntriesAreBuiltWhenNeeded runs commands that need no entries.
func TestEntriesAreBuiltWhenNeeded(t *testing.T) {
	for _, args := range [][]string{
		{"measure", "--game", "mm2x2", "--criterion", "minimax"},
		{"games"}, {"--version"}, {"help"}, {"deduce"},
		{"play", "--game", "mm2x2"}, {"assist", "--game", "mm2x2"},
	} {
		var stderr bytes.Buffer
		entries := func() []notebook.Entry {
			t.Errorf("%v asks for the entries", args)
			return nil
		}
		if code := cli.Run(entries, args, strings.NewReader(""), io.Discard, &stderr); code != 0 {
			t.Errorf("%v: exit code %d: %s", args, code, stderr.String())
		}
	}
}

// answersOfAnotherEngine makes a results folder of an entry whose answers another
// engine has computed.
func answersOfAnotherEngine(t *testing.T) string {
	t.Helper()
	folder := notebook.Folder(filepath.Join(t.TempDir(), "results"))
	r := notebook.Runner{
		Env:     notebook.Env{Workers: 1, Store: store.Open(folder.Store(), store.Options{Engine: enginetest.Always[store.Key]("another")})},
		Entries: clitest.Entries(), Folder: folder,
	}
	if _, err := r.RunShare(t.Context(), clitest.Entries()[:1], store.Share{}); err != nil {
		t.Fatal(err)
	}
	return string(folder)
}

// TestAnswersOfAnotherEngine checks that they are used only if that is asked
// for, and that it is said.
func TestAnswersOfAnotherEngine(t *testing.T) {
	into := func() []string { return []string{"--results", filepath.Join(t.TempDir(), "results")} }
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"run", "colours", "--results", answersOfAnotherEngine(t)}, 0, "answers: 4 computed, 0 reused, 4 of another engine ignored (--reuse to accept)\n"},
		{[]string{"run", "colours", "--reuse", "--results", answersOfAnotherEngine(t)}, 0, "answers: 0 computed, 4 reused, 4 of these of another engine\n"},
		{append(into(), "merge", answersOfAnotherEngine(t)), base.ExitFailure, "4 answers of another engine ignored (--reuse to accept)\ncodebreak: incomplete: colours (4 of 4 answers are missing)\n"},
		{append(into(), "merge", "--reuse", answersOfAnotherEngine(t)), 0, "answers: 4 copied, 0 present already, 0 of these improved\n"},
	} {
		code, _, stderr := clitest.Run(nil, test.args...)
		if code != test.code || !strings.Contains(stderr, test.want) {
			t.Errorf("%v: exit code %d, said %q, want %q", test.args, code, stderr, test.want)
		}
	}
}

// TestMergeDifferent merges answers that contradict each other: one of them is wrong.
func TestMergeDifferent(t *testing.T) {
	k, err := store.NewKey("play", map[string]string{"game": "mm4x6"})
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"merge", "--reuse", "--results", filepath.Join(t.TempDir(), "results")}
	for _, answer := range []string{"1", "2"} {
		folder := notebook.Folder(t.TempDir())
		s := store.Open(folder.Store(), store.Options{Engine: enginetest.Always[store.Key]("another")})
		if _, err := s.Do(t.Context(), k, nil, func(context.Context) (json.RawMessage, bool, error) { return json.RawMessage(answer), false, nil }); err != nil {
			t.Fatal(err)
		}
		args = append(args, string(folder))
	}
	if code, _, stderr := clitest.Run(nil, args...); code != base.ExitFailure || !strings.Contains(stderr, "differently; one of them is wrong") {
		t.Errorf("exit code %d, said %q", code, stderr)
	}
}

func Example() {
	cli.Run(clitest.Entries, []string{"measure", "--game", "mm2x2", "--criterion", "minimax", "--outline"}, os.Stdin, os.Stdout, os.Stderr)
	// Output:
	// 11
	//   0A0B 22
	//     2A0B solved
	//   1A0B 12
	//     0A2B 21
	//       2A0B solved
	//     2A0B solved
	//   2A0B solved
}
