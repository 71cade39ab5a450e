package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"codebreak/experiments/base"
	"codebreak/experiments/cli/clitest"
)

// calls are command lines whose output names others, and how many of these it names.
const calls = `
1 measure mm3x3
1 measure bulls --answers 'my words.txt'
1 measure wordle --answers 'my words.txt' --allowed more.txt
1 measure wordle --answers 'my words.txt' --weights weights.txt
1 measure LISTED --lists lists
1 measure mm3x4 entropy --expect 3.21875
1 measure wordle entropy --answers 'my words.txt' --allowed more.txt --expect 2.1
1 measure LISTED entropy --lists lists --expect 2.1
1 measure mm3x4 --player 'sh player.sh' --secrets 5 --games games.jsonl
1 measure mm3x4 --player 'sh player.sh' --secrets 5 --games 'my games.jsonl'
1 measure wordle --answers 'my words.txt' --player 'sh player.sh' --secrets 5 --games words.jsonl
1 explain 3.25 --game mm3x4 --results 'my results'
1 explain --game wordle --answers 'my words.txt' --histogram 1,10,2 --results 'my results'
0 explain --game bulls --answers 'my words.txt' --allowed more.txt --worst 3 --results 'my results'
1 explain --game LISTED --lists lists --worst 3
1 check set.json
1 solve mm3x3 knuth
1 solve wordle entropy --answers 'my words.txt'
1 measure bc4x12 optimal
1 assist bc4x12 optimal
1 compare 'bc4x12 entropy' 'bc4x12 optimal'
1 baselines bc4x8 --within 1
2 measure
2 solve
1 measure mm3x3 nonsense
1 measure nonsense
1 nonsense
1 run nonsense
1 list extra
1 measure mm3x3 --nonsense
1 measure mm3x3 --first
1 explain
1 submit digits
1 submit digits --tasks 2 --time 1h --mem 1GiB --results 'my results'
1 verify none.csv
1 export --game ''
`

// printedLine finds command lines in the output.
var printedLine = regexp.MustCompile(`codebreak [a-z].*?(?: and codebreak [a-z].*)?(?: searches (?:for|on)\b| proves it|\.?$|;)`)

// TestTypedAgain makes calls, takes the command lines from their output, and types these as they
// are printed: all run. Those of help print what the help prints, searches that take long begin,
// and all others end well.
func TestTypedAgain(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil || testing.Short() {
		t.Skip("dozens of programs are run by a shell")
	}
	t.Chdir(t.TempDir())
	const words = "crane\nslate\nstale\nleast\ntales\nsteal\nlater\nalert\ncrate\nreact\ntrace\nadieu\nhouse\n"
	for name, text := range map[string]string{
		"my words.txt": words, "more.txt": words + "salet\nsoare\n", "lists/listed.txt": words,
		"weights.txt": strings.ReplaceAll(words, "\n", " 2\n"), "none.csv": "id,source,subject,quantity,printed,note\n",
		"player.sh":   "while read -r number rest; do\n case $number in\n end) echo codebreak 1 candidates;;\n [0-9]*) set -- ${rest#*| }; echo $number $1;;\n esac\ndone\n",
		"set.json":    `{"game":"mm2x3","questions":2,"lower":2,"proved":true,"set":["12","13"],"seed":1}`,
		"fake/sbatch": "#!/bin/sh\ncat >/dev/null\necho 7\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	fake, err := filepath.Abs("fake")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", fake+string(filepath.ListSeparator)+os.Getenv("PATH"))
	typeIn := func(line string) (code int, out string) {
		cmd := exec.Command(sh, "-c", line)
		var both bytes.Buffer
		cmd.Stdout, cmd.Stderr = &both, &both
		_ = cmd.Run()
		return cmd.ProcessState.ExitCode(), both.String()
	}

	_, out := typeIn("codebreak measure wordle entropy --answers lists/listed.txt --json")
	listed := regexp.MustCompile(`"game":"([^"]*)"`).FindStringSubmatch(out)[1]
	all := strings.Split(strings.TrimSpace(strings.ReplaceAll(calls, "LISTED", listed)), "\n")
	for _, call := range clitest.Some(all, 3) {
		var wanted int
		fmt.Sscan(call, &wanted)
		_, call, _ = strings.Cut(strings.TrimSpace(call), " ")
		_, out := typeIn("codebreak " + call)

		var next []string
		for line := range strings.Lines(out) {
			for found := range strings.SplitSeq(printedLine.FindString(strings.TrimSuffix(line, "\n")), " and ") {
				found, _, _ = strings.Cut(found, " searches")
				found, _, _ = strings.Cut(found, " proves")
				if found = strings.TrimRight(found, ".;"); found != "" {
					next = append(next, found)
				}
			}
		}
		if len(next) != wanted {
			t.Errorf("%s: %d command lines, want %d: %q\n%s", call, len(next), wanted, next, out)
		}
		for _, line := range next {
			may := 0 // be the exit code instead of 0
			switch {
			case strings.HasPrefix(line, "codebreak solve bc4x"): // which takes minutes
				line += " --time-limit 200ms"
				may = base.ExitInterrupted
			case strings.HasPrefix(line, "codebreak status"):
				may = base.ExitFailure // nothing is done
			}
			if code, out := typeIn(line); code != 0 && code != may {
				t.Errorf("%s, and then %s: exit code %d: %s", call, line, code, out)
			}
		}
	}
}
