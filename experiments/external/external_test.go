package external

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"codebreak/engine/chance"
	"codebreak/engine/enginetest"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// TestMain plays if this program was started as a player.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "player" {
		misbehave(os.Args[2], os.Args[3:])
		os.Exit(0)
	}
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil { // most tests wait for players, and do not compute
		panic(err)
	}
	os.Exit(m.Run())
}

// untilInTime tries with a limit of time for replies that doubles until the players keep to it:
// how long a player takes to start is the machine's matter.
func untilInTime(limit time.Duration, try func(limit time.Duration) (inTime bool)) {
	for !try(limit) && limit < 2*time.Minute {
		limit *= 2
	}
}

// as is the command of a player of the kind.
func as(t *testing.T, kind string, args ...string) []string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{exe, "player", kind}, args...)
}

// misbehave guesses the first candidate, but for what its kind does otherwise.
func misbehave(kind string, args []string) {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	answers := 0
	if kind == "silent" {
		time.Sleep(time.Hour)
	}
	if kind == "stillborn" {
		fmt.Fprintln(os.Stderr, "no such module")
		os.Exit(3)
	}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			switch kind {
			case "stays":
				time.Sleep(time.Hour)
			case "says goodbye":
				fmt.Println("goodbye")
			}
			return
		}
		words := strings.Fields(line)
		if words[0] == "end" {
			switch kind {
			case "old":
				fmt.Println("codebreak 0 candidates")
			case "wishful":
				fmt.Println("codebreak 1 candidates gold")
			case "unasked":
				fmt.Print("codebreak 1 candidates\nhello\n")
			default:
				fmt.Println("codebreak 1 candidates")
			}
		}
		bar := slices.Index(words, "|")
		if bar < 0 {
			continue
		}
		answers++
		number, guess, rest := words[0], words[bar+1], words[1:bar]
		then := func(what string) {
			if len(rest) == 2 && rest[1] == "1A0B" {
				fmt.Print(what)
				guess = ""
			}
		}
		switch kind {
		case "two":
			then(number + " " + guess + "\n" + number + " " + guess + "\n")
		case "long":
			then(number + " " + strings.Repeat("x", 10<<20) + "\n")
		case "illegal":
			then(number + " 99\n")
		case "chatty":
			then("Let me think ...\n")
		case "useless":
			guess = "11"
		case "fickle":
			if answers > 10 {
				guess = words[len(words)-1]
			}
		case "hangs":
			then("")
			if guess == "" {
				time.Sleep(time.Hour)
			}
		case "ends":
			if len(rest) == 2 && rest[1] == "1A0B" {
				fmt.Fprint(os.Stderr, "Traceback\nIndexError: list index out of range\n")
				os.Exit(7)
			}
		case "closes":
			if len(rest) == 2 && rest[1] == "1A0B" {
				os.Stdout.Close()
				time.Sleep(time.Hour)
			}
		case "noisy":
			fmt.Fprintln(os.Stderr, "thinking", strings.Repeat("x", 1000))
		case "joins":
			group, err := syscall.Getpgid(os.Getppid())
			if err == nil {
				err = syscall.Setpgid(0, group)
			}
			if err == nil {
				err = os.WriteFile(args[0], []byte(strconv.Itoa(os.Getpid())), 0o666)
			}
			if err != nil {
				panic(err)
			}
			time.Sleep(time.Hour)
		case "parent", "daemon":
			if answers == 1 {
				child := exec.Command("sleep", "1000")
				child.SysProcAttr = &syscall.SysProcAttr{Setsid: kind == "daemon"}
				if kind == "parent" {
					child.Stdout, child.Stderr = os.Stdout, os.Stderr // holds the pipes open
				}
				if err := child.Start(); err != nil {
					panic(err)
				}
				file, err := os.OpenFile(args[0], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
				if err != nil {
					panic(err)
				}
				fmt.Fprintln(file, os.Getpid())
				fmt.Fprintln(file, child.Process.Pid)
				file.Close()
			}
			if len(args) > 1 {
				time.Sleep(time.Hour)
			}
		}
		if answer, ok := strings.CutPrefix(kind, "says "); ok && kind != "says goodbye" && kind != "says hum" {
			guess = answer
		}
		switch {
		case kind == "costs":
			fmt.Println(number, guess, "| cost 0.5")
		case guess != "":
			fmt.Println(number, guess)
		}
	}
}

// TestPlay plays games of every kind, and holds that the tree is that of the same
// strategy within the engine, whatever the number of copies.
func TestPlay(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("dozens of programs are run")
	}
	for _, name := range []string{"mm3x5", "bc3x6", "mm3x4-distinct", "bp3x4", "twod5"} {
		g := enginetest.Game(t, name)
		want, err := tree.Grow(t.Context(), g, strategy.Strategy{Criterion: strategy.Simple, Pool: strategy.Consistent}, nil, tree.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for copies := 1; copies <= 3; copies++ {
			progress := make(chan float64, 1<<16)
			out, err := Play(t.Context(), g, Options{Command: as(t, "good"), Copies: copies, Progress: func(part float64) { progress <- part }})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if out.Tree.Packed() != want.Packed() || len(out.Remarks) > 0 {
				t.Errorf("%s, %d copies: another tree, or remarks %q", name, copies, out.Remarks)
			}
			nodes := tree.Measure(out.Tree).Nodes
			if most := nodes + nodes/max(2, min(again, nodes/again)) + copies + 1; out.Asked > most {
				t.Errorf("%s: %d questions for %d positions and %d copies", name, out.Asked, nodes, copies)
			}
			close(progress)
			sum := 0.0
			for part := range progress {
				sum += part
			}
			if sum < 0.999 || sum > 1.001 {
				t.Errorf("%s: the progress is %v", name, sum)
			}
		}
	}
}

// TestPlayFrom gives the first guess.
func TestPlayFrom(t *testing.T) {
	t.Parallel()
	g := enginetest.Game(t, "mm3x5")
	first := enginetest.Code(t, g, "123")
	out, err := Play(t.Context(), g, Options{Command: as(t, "good"), First: &first, Copies: 2})
	if err != nil {
		t.Fatal(err)
	}
	want, err := tree.Grow(t.Context(), g, strategy.Strategy{Criterion: strategy.Simple, Pool: strategy.Consistent}, &first, tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if out.Tree.Packed() != want.Packed() {
		t.Error("another tree")
	}
}

// TestMisbehaviour has players do all that they must not, and holds that each is named
// with the position, that what they have started is ended, and that none of it takes
// long.
func TestMisbehaviour(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("players wait and are killed")
	}
	g := enginetest.Game(t, "mm2x3")
	for kind, want := range map[string]string{
		"silent":       "before the first question: the player has not answered within 300ms (--player-timeout); it must flush each line",
		"stillborn":    `before the first question: the player ends (exit status 3); the last of its standard error: "no such module"`,
		"old":          `before the first question: the player speaks version "0" of the protocol; version 1 is spoken here`,
		"wishful":      `before the first question: the player requests "gold"; allowed are candidates, codes and random`,
		"chatty":       `at 11 1A0B: the player writes "Let me think ..."; it must be `,
		"unasked":      `the player writes`,
		"two":          `at 11 1A0B: the player writes a second line, "`,
		"long":         "at 11 1A0B: the player writes a line of more than 65536 bytes, which begins with ",
		"illegal":      `at 11 1A0B: the player guesses "99": code "99": '9' at position 1 is not allowed in mm2x3 (allowed: 123)`,
		"useless":      "the player: after 100 guesses it has not found the secret: 11 0A0B, 11 0A0B, ",
		"fickle":       "when it is asked again",
		"hangs":        "at 11 1A0B: the player has not answered within ",
		"ends":         `at 11 1A0B: the player ends (exit status 7); the last of its standard error: "IndexError: list index out of range"`,
		"closes":       "at 11 1A0B: the player has closed its output, and goes on",
		"stays":        "the player goes on though its input has ended, and was ended",
		"says goodbye": `the player writes a line without being asked, "goodbye"`,
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			for copies := 1; copies <= 2; copies++ {
				played := g
				if kind == "fickle" {
					played = enginetest.Game(t, "mm3x5") // which has positions enough for another mind
				}
				limit := DefaultTimeout
				if slices.Contains([]string{"silent", "hangs", "stays"}, kind) {
					limit = 300 * time.Millisecond
				}
				var out *Outcome
				var err error
				untilInTime(limit, func(limit time.Duration) bool {
					out, err = Play(t.Context(), played, Options{Command: as(t, kind), Copies: copies, Timeout: limit})
					return err == nil || strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "has not answered within")
				})
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Fatalf("%d copies: %v, want %s", copies, err, want)
				}
				if strings.Contains(err.Error(), "\n") {
					t.Errorf("more than a line: %v", err)
				}
				if finished := kind == "stays" || kind == "says goodbye"; finished != (out != nil) {
					t.Errorf("the outcome is %v", out)
				}
			}
		})
	}
}

// TestNoise holds that what a player prints on standard error is passed on, but not
// all of it, and that it plays all the same.
func TestNoise(t *testing.T) {
	t.Parallel()
	lines := make(chan string, 1000)
	if _, err := Play(t.Context(), enginetest.Game(t, "mm3x4"), Options{Command: as(t, "noisy"), Say: func(line string) { lines <- line }}); err != nil {
		t.Fatal(err)
	}
	close(lines)
	n := 0
	for line := range lines {
		n++
		if len([]rune(line)) > 250 {
			t.Errorf("a line of %d bytes", len(line))
		}
	}
	if n != mostLines {
		t.Errorf("%d lines are passed on", n)
	}
}

// TestChildren has players start others, and holds that these are ended when the play
// is over, however it ends.
func TestChildren(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("dozens of programs are run and killed")
	}
	for _, kind := range []string{"parent", "daemon", "joins"} {
		for _, stopped := range []bool{false, true} {
			if kind == "joins" && !stopped {
				continue // it joins the group of this process, and hangs
			}
			t.Run(fmt.Sprint(kind, " ", stopped), func(t *testing.T) {
				t.Parallel()
				file := filepath.Join(t.TempDir(), "pids")
				args, processes := []string{file}, 4 // two copies, and a child of each
				ctx, stop := context.WithCancel(t.Context())
				defer stop()
				if stopped {
					args, processes = append(args, "hang"), 2 // one copy, in its first guess
					if kind == "joins" {
						processes = 1
					}
					go func() {
						for {
							if text, _ := os.ReadFile(file); len(strings.Fields(string(text))) == processes || ctx.Err() != nil {
								stop()
								return
							}
							time.Sleep(10 * time.Millisecond)
						}
					}()
				}
				out, err := Play(ctx, enginetest.Game(t, "mm2x3"), Options{Command: as(t, kind, args...), Copies: 2})
				switch {
				case stopped && !errors.Is(err, context.Canceled):
					t.Errorf("%v", err)
				case !stopped && (out == nil || err == nil || !strings.Contains(err.Error(), "has left processes behind, which were ended")):
					t.Errorf("%v, %v", out, err)
				}
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				pids := strings.Fields(string(text))
				if len(pids) != processes {
					t.Fatalf("processes %v", pids)
				}
				for _, word := range pids {
					pid, err := strconv.Atoi(word)
					if err != nil {
						t.Fatal(err)
					}
					if alive(pid) {
						t.Errorf("process %d goes on", pid)
					}
				}
			})
		}
	}
}

// alive reports whether a process is there and has not ended.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(status), ") ")
	return !strings.HasPrefix(rest, "Z")
}

// TestCannotStart names programs that cannot be started.
func TestCannotStart(t *testing.T) {
	folder := t.TempDir()
	text := filepath.Join(folder, "text")
	enginetest.WriteFile(t, text, "no program")
	for _, command := range [][]string{{"no-such-program-anywhere"}, {folder}, {text}, {""}} {
		_, err := Play(t.Context(), enginetest.Game(t, "mm2x3"), Options{Command: command})
		if !errors.Is(err, ErrStart) {
			t.Errorf("%q: %v", command, err)
		}
	}
}

// TestSplit takes command lines apart.
func TestSplit(t *testing.T) {
	for line, want := range map[string][]string{
		"python3 mine.py":           {"python3", "mine.py"},
		"  a\t'b c'  \"d \\\" e\" ": {"a", "b c", `d " e`},
		`a\ b 'c\d' "" $HOME;*`:     {"a b", `c\d`, "", "$HOME;*"},
		`'un''quoted'"yes"`:         {"unquotedyes"},
		"":                          nil,
		"   ":                       nil,
		"''":                        nil,
		"'open":                     nil,
		`"open`:                     nil,
		`end\`:                      nil,
		"nul\x00":                   nil,
	} {
		got, err := Split(line)
		if !slices.Equal(got, want) || (err != nil) != (want == nil) {
			t.Errorf("%q: %q, %v; want %q", line, got, err, want)
		}
	}
}

// TestEstimate compares the interval with one worked out by hand: of two secrets, one
// always takes 2 guesses, and one takes 1 or 3, so that only its runs are uncertain.
func TestEstimate(t *testing.T) {
	e := newEstimate([]uint8{2, 2, 2, 2, 1, 3, 1, 3}, 4, 5)
	// Of the second each game is off by 1, and two more are imagined that are off by 2:
	// the variance is 12/8, and a mean of 8 games is off by 3.707 (6 degrees of freedom)
	// times the root of 12/64.
	if margin := e.High - e.Mean; e.Mean != 2 || math.Abs(margin-1.605363) > 1e-5 || !slices.Equal(e.Histogram, []int{0, 2, 4, 2}) {
		t.Errorf("%+v", e)
	}
}

// TestCoverage draws games of each secret from a distribution of its own: the intervals
// of nearly all samples must hold the mean, and none may be empty.
func TestCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: thousands of samples")
	}
	const samples, least = 2000, 98.5                 // percent
	for name, shares := range map[string][][]float64{ // by secret, from one guess up
		"one secret":     {{0.1, 0.2, 0.4, 0.3}},
		"nearly certain": {{0, 0.05, 0.9, 0.05}, {0, 0, 0.1, 0.9}, {1}},
		"mm2x2":          {{0.25, 0.5, 0.25}, {0.25, 0.5, 0.25}, {0.25, 0.5, 0.25}, {0.25, 0.5, 0.25}},
		"a long tail":    {{0, 0.5, 0.3, 0.1, 0.05, 0.03, 0.02}, {0.2, 0.8}},
	} {
		mean := 0.0
		for _, p := range shares {
			for k, share := range p {
				mean += float64(k+1) * share / float64(len(shares))
			}
		}
		rng := rand.New(rand.NewPCG(1, 2))
		for _, runs := range []int{chance.LeastRuns, 10, 30, 100} {
			held := 0
			for range samples {
				var took []uint8
				for _, p := range shares {
					for range runs {
						k, left := 0, rng.Float64()
						for ; k < len(p)-1 && left >= p[k]; k++ {
							left -= p[k]
						}
						took = append(took, uint8(k+1))
					}
				}
				switch e := newEstimate(took, runs, 0); {
				case e.Low >= e.High:
					t.Fatalf("%s, %d games: the interval of %v is empty", name, runs, took)
				case e.Low <= mean && mean <= e.High:
					held++
				}
			}
			if percent := 100 * float64(held) / samples; percent < least {
				t.Errorf("%s, %d games of each secret: %.2f %% of the intervals hold the mean", name, runs, percent)
			}
		}
	}
}
