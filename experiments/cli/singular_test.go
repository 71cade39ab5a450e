package cli_test

import (
	"io"
	"regexp"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/experiments/base"
	"codebreak/experiments/cli/clitest"
)

// TestOneIsSingular counts one thing of many kinds: the noun is in the singular.
func TestOneIsSingular(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"word.txt": "crane\n", "broken.jsonl": "{", "weights.txt": "crane 1\n",
		"wrong.csv": "id,source,subject,quantity,printed,note\nme/a,me,mm2x2 entropy,mean,1.1,\n",
		"tree.json": `{"game":"mm2x2","root":{"guess":"11","next":{"2A0B":null,"1A0B":null,"0A0B":null}}}`,
	} {
		enginetest.WriteFile(t, name, text)
	}

	plurals := regexp.MustCompile(`(?m)(?:^|[^0-9.,/x])1 (?:pegs|guesses|codes|classes|secrets|rounds|words|games|tasks|answers|trees|turns|candidates|figures|copies|bytes|cells|columns|weights|searches|positions|colours|nodes|rules|symbols|letters|conventions|questions|agents)\b`)
	for _, test := range []struct{ args, in, want string }{
		{"deduce mm2x2 11 1A1B", "", "with 1 peg black"},
		{"deduce", "1\n", "the input ends after 0 of 1 round"},
		{"deduce wordle house GGGGG --answers word.txt", "", "is not among the 1 word of"},
		{"judge broken.jsonl --game mm4x6", "", "after 1 byte"},
		{"verify wrong.csv", "", "1 of 1 figure does not hold"},
		{"explain --game mm2x2 --histogram 1", "", "the histogram is of 1 secret,"},
		{"solve mm2x2 total max-depth=1 --width 1", "", "at most 1 guess"},
		{"measure wordle entropy --answers word.txt", "", "1 word that may be secret"},
		{"measure wordle entropy --answers word.txt --weights weights.txt", "", "1 possible secret"},
		{"solve wordle total --answers word.txt", "", ""},
		{"export wordle --answers word.txt --format markdown", "", "1 secret"},
		{"check tree.json", "", "the tree ends after 1A0B"},
		{"assist mm2x2", "why\n1A0B\nwhy\n0A2B\nwhy\nq\n", "1 class,"},
		{"assist wordle --answers word.txt", "why\nGGGGG\n", ""},
		{"assist mm2x2 --after '11 1A0B, 12 0A2B'", "", "1 candidate left"},
		{"play mm2x2 --codemaker adversarial", "11\n12\nans\nq\n", "1 code agrees"},
		{"positions mm2x2 --left 1 --count 1 --rounds 1", "", ""},
		{"positions mm2x2 --left 5", "", ""},
		{"static mm2x2", "", ""},
		{"openings mm2x2 1", "", ""},
		{"baselines mm2x2 --within 1", "", ""},
		{"games", "", ""},
	} {
		_, stdout, stderr := clitest.Run(strings.NewReader(test.in), split(test.args)...)
		out := stdout + stderr
		if !strings.Contains(out, test.want) {
			t.Errorf("%s: %q is not said: %s", test.args, test.want, out)
		}
		for _, found := range plurals.FindAllString(out, -1) {
			t.Errorf("%s says %q", test.args, found)
		}
	}
}

// split splits a command line at blanks outside quotes.
func split(line string) (words []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

// TestInputIsLeft runs commands that are told all they need: they read nothing, and leave the
// input to what follows in a loop of a shell.
func TestInputIsLeft(t *testing.T) {
	for _, args := range []string{
		"play mm3x4 --seed 3 --guesses 112,223", "play mm3x4 --codemaker adversarial --guesses 112 --json", "play mm3x4 --seed 3 --guesses 112 --tell --best",
		"assist mm3x4 --after '112 1A1B'", "assist mm3x4 --guess 112", "assist mm3x4 --best --after '' --json",
		"deduce mm3x4 112 1A1B --all", "measure mm3x4 entropy", "positions mm3x4 --count 1",
	} {
		in := &untouched{}
		if code, _, stderr := clitest.Run(in, split(args)...); code != 0 || in.read {
			t.Errorf("%s: exit code %d, %s; it reads the input: %t", args, code, stderr, in.read)
		}
	}
}

// untouched is an input that notes whether it is read.
type untouched struct{ read bool }

func (u *untouched) Read([]byte) (int, error) {
	u.read = true
	return 0, io.EOF
}

// TestEndlessIsAnnounced says at once what to do without searches that take hours or days.
func TestEndlessIsAnnounced(t *testing.T) {
	if testing.Short() {
		t.Skip("a game has millions of codes")
	}
	for command, announced := range map[string]string{
		"measure bc9x10-nozero":          "entropy compares 3,265,920 guesses with 3,265,920 secrets, which takes days; simple or random --runs 100 answers soon\n",
		"solve bc4x10-nozero":            "without symmetry all 4,536 first guesses are tried, which can take hours; first=CODE tries one, and Ctrl-C prints the bounds\n",
		"solve bc4x10-nozero first=1234": "",
	} {
		args := append(strings.Fields(command), "--time-limit", "10ms", "--workers", "1")
		_, _, stderr := clitest.Run(nil, args...)
		if !strings.HasPrefix(stderr, announced) || announced == "" && strings.Contains(stderr, "first guesses are tried") {
			t.Errorf("%s: %s, want %s", command, stderr, announced)
		}
	}
}

// TestSlowExpectationIsAnnounced says at once how to do without what takes minutes, and nothing
// where it is not needed.
func TestSlowExpectationIsAnnounced(t *testing.T) {
	const announced = "--runs 10000 plays 10,000 games instead\n"
	for game, slow := range map[string]bool{"bc4x10-nozero": true, "mm5x8": true, "mm3x4": false, "bc3x10": false} {
		args := []string{"measure", game, "random", "--workers", "1"}
		if slow {
			args = append(args, "--time-limit", "10ms")
		}
		code, _, stderr := clitest.Run(nil, args...)
		if first, _, _ := strings.Cut(stderr, "\n"); slow && (code != base.ExitInterrupted || !strings.HasSuffix(first+"\n", announced)) || !slow && stderr != "" {
			t.Errorf("%s: exit code %d, %s", game, code, stderr)
		}
	}
}
