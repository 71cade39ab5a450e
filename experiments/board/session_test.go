package board

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/base"
)

// solvePuzzle solves the puzzle of HDOJ.
func solvePuzzle(in io.Reader) error {
	g, err := game.Parse(puzzleGame)
	if err != nil {
		panic(err)
	}
	d := newDeducer(context.Background(), &base.App{}, in, g)
	d.out = io.Discard
	return d.puzzle(io.Discard)
}

// FuzzPuzzle feeds any bytes to the puzzle: no panic, and every error
// is one line that points at a line of the input.
func FuzzPuzzle(f *testing.F) {
	f.Add([]byte("2\n4815 0 0\n2999 3 3\n0\n"))
	f.Add([]byte("1\n1234 9 9\n"))
	f.Add([]byte("-1\n"))
	f.Add([]byte("99999999999999999999\n"))
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) > 2000 {
			t.Skip("long inputs have a test of their own")
		}
		err := solvePuzzle(bytes.NewReader(input))
		if err != nil && (!strings.HasPrefix(err.Error(), "line ") || strings.Contains(err.Error(), "\n") || len(base.Printable(err.Error())) > 500) {
			t.Errorf("input %q: error %q", input, err)
		}
	})
}

// TestLongLines checks that a line of any length is refused in one line, and
// that the session goes on.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("1", 3*base.MaxLine)
	var out bytes.Buffer
	s := newSession(context.Background(), strings.NewReader(long+"\nhello\n"), math.MaxInt64, &out)
	text, err := s.ask("> ")
	if text != "hello" || err != nil || s.number != 2 {
		t.Errorf("read %q in line %d, %v", text, s.number, err)
	}
	if got := out.String(); got != "line 1: the line is longer than 4,096 bytes\n" {
		t.Errorf("complaint %q", got)
	}
	if _, err := s.ask("> "); err != io.EOF {
		t.Errorf("after the last line: %v", err)
	}
	if err := solvePuzzle(strings.NewReader("1\n" + long + " 1 1\n")); err == nil || len(err.Error()) > 200 {
		t.Errorf("a long guess: %v", err)
	}
	huge := strings.Repeat("1", 1<<20)
	if err := solvePuzzle(strings.NewReader("1\n" + huge)); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
		t.Errorf("a line of a mebibyte: %v", err)
	}
}

// TestLineLengths reads lines of about the greatest length, with and without
// an end.
func TestLineLengths(t *testing.T) {
	for _, length := range []int{base.MaxLine - 1, base.MaxLine, base.MaxLine + 1, base.MaxLine + 2, base.MaxLine + 3, 2 * base.MaxLine, 2*base.MaxLine + 4} {
		for _, end := range []string{"", "\n", "\r\n"} {
			lines := readLines(context.Background(), strings.NewReader(strings.Repeat("x", length)+end), math.MaxInt64)
			l, ok := <-lines
			if tooLong := l.err == base.ErrTooLong; !ok || tooLong != (length > base.MaxLine) || !tooLong && len(l.text) != length {
				t.Errorf("length %d, end %q: there %v, %v, %d bytes", length, end, ok, l.err, len(l.text))
			}
			if _, more := <-lines; more {
				t.Errorf("length %d, end %q: a second line", length, end)
			}
		}
	}
}

// A failing input gives its text in small pieces, an error once, and then its
// text again.
type failing struct {
	text   string
	failed bool
	rest   *strings.Reader
}

func (f *failing) Read(p []byte) (int, error) {
	if f.rest.Len() == 0 && !f.failed {
		f.failed = true
		f.rest.Reset(f.text)
		return 0, errors.New("the disk is gone")
	}
	return f.rest.Read(p[:min(len(p), 7)])
}

// TestErrorsOfInputAreNotLost has an error come in the middle of lines of all
// lengths, once: it must be the last that is read, and the line before it none.
func TestErrorsOfInputAreNotLost(t *testing.T) {
	for _, length := range []int{1, 100, base.MaxLine - 1, base.MaxLine, base.MaxLine + 1, base.MaxLine + 2, base.MaxLine + 3, 3 * base.MaxLine} {
		text := strings.Repeat("x", length)
		var last line
		for last = range readLines(context.Background(), &failing{text: text, rest: strings.NewReader(text)}, math.MaxInt64) {
			if last.text != "" {
				t.Errorf("length %d: half a line is read as one", length)
			}
		}
		if !errors.Is(last.err, base.ErrInput) {
			t.Errorf("length %d: the last line is %.20q, %v", length, last.text, last.err)
		}
	}
}

// TestPlayersPlayTheStrategy plays every secret with a player, who must guess what the tree
// of the strategy does.
func TestPlayersPlayTheStrategy(t *testing.T) {
	type choice struct {
		game       string
		strategies []strategy.Strategy
		first      string
	}
	for _, c := range []choice{
		{"bc3x6", []strategy.Strategy{
			{Criterion: strategy.Simple, Pool: strategy.Consistent, Ties: "first", Order: game.Swap},
			{Criterion: strategy.Minimax, Pool: strategy.Consistent, Ties: "first", Order: game.Swap},
			{Criterion: strategy.Entropy, Ties: "consistent,last", Order: game.Swap},
			{Criterion: strategy.Entropy, Ties: "random=7", Order: game.Swap},
			{Criterion: strategy.ExpectedSize, Endgame: 5, Order: game.Swap},
		}, ""},
		{"mm3x5", []strategy.Strategy{
			{Criterion: strategy.Minimax}, {Criterion: strategy.MostParts, Ties: "last"}, {Criterion: strategy.Entropy, Pool: "all-until=2"},
			{Criterion: strategy.ExpectedSize, Ties: "consistent,random=3", Endgame: 3},
		}, "112"},
		{"bp3x4", []strategy.Strategy{{Criterion: strategy.Entropy}}, ""},
		{"twod5", []strategy.Strategy{{Criterion: strategy.Entropy, Pool: strategy.Consistent}}, "22"},
	} {
		for _, s := range c.strategies {
			x, err := engine.Configuration{Game: c.game, Strategy: s, First: c.first}.Parse()
			if err != nil {
				t.Fatal(err)
			}
			grown, _, err := x.Play(context.Background(), tree.Options{Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			a, err := newPlayer(x, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, secret := range slices.Clone(a.known.Candidates()) {
				a.known.Reset()
				for n := grown.Root; n != nil; {
					guess, err := a.choose(context.Background())
					if err != nil || guess != n.Guess {
						t.Fatalf("%s: secret %s, after %v: guess %s, want %s (%v)", x, x.Game.FormatCode(secret), a.known.Rounds(), x.Game.FormatCode(guess), x.Game.FormatCode(n.Guess), err)
					}
					feedback := x.Game.Feedback(secret, guess)
					a.known.Add(game.Round{Guess: guess, Feedback: feedback})
					n = n.Next(feedback)
				}
				if last := a.known.Rounds()[len(a.known.Rounds())-1]; last.Guess != secret {
					t.Fatalf("%s: secret %s is not found", x, x.Game.FormatCode(secret))
				}
			}
		}
	}
}
