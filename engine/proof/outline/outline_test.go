package outline_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	_ "codebreak/engine" // the games
	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/optimal"
	"codebreak/engine/proof"
	"codebreak/engine/proof/outline"
)

// claim is a claim about a game, such as mm4x6, with a first guess unless it is empty.
func claim(t *testing.T, name, first string, within, total int) proof.Claim {
	t.Helper()
	c := proof.Claim{Game: enginetest.Game(t, name), Within: within, Total: total}
	if first != "" {
		code := enginetest.Must(c.Game.ParseCode(first))(t)
		c.First = &code
	}
	return c
}

// values returns the search of a game.
func values(t *testing.T, g game.Game, o optimal.Options) outline.Values {
	t.Helper()
	v := enginetest.Must(optimal.NewValues(t.Context(), g, o))(t)
	t.Cleanup(v.Close)
	return v
}

var small = optimal.Options{Memory: 1 << 20}

// TestProofs writes proofs, which the checker accepts. Their sizes say how well lemmas are
// chosen. They are those that are kept, byte for byte.
func TestProofs(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		game, first   string
		within, total int
		lemmas        int
		slow, long    bool
	}{
		{game: "mm2x3", total: 21},
		{game: "mm3x5", total: 451, lemmas: 10},
		{game: "mm4x4", total: 905, lemmas: 14},
		{game: "bc4x6", total: 1446, lemmas: 21},
		{game: "bc4x7", total: 3639, lemmas: 156},
		{game: "mm4x5", total: 2463, lemmas: 147},
		{game: "mm4x5", within: 4, total: proof.Infinite, lemmas: 3},
		{game: "bc4x7", within: 5, total: proof.Infinite, lemmas: 75},
		{game: "mm4x6", total: 5625, lemmas: 350},
		{game: "mm4x6", within: 5, total: 5626, lemmas: 358},
		{game: "mm4x6", within: 4, total: proof.Infinite},
		{game: "bp3x5", total: 645, lemmas: 1842, slow: true},
		{game: "bc4x8", total: 7817, lemmas: 972, slow: true},
		{game: "mm4x7", total: 11228, lemmas: 2815, long: true},
		{game: "mm5x5", total: 13496, lemmas: 3127, long: true},
		{game: "bc4x10", total: 26274, lemmas: 13920, long: true},
	} {
		if test.slow && testing.Short() || test.long && !enginetest.Long() {
			continue
		}
		options := small
		if test.long {
			options = optimal.Options{}
		}
		c := claim(t, test.game, test.first, test.within, test.total)
		var file bytes.Buffer
		lemmas, err := outline.Write(t.Context(), &file, c, values(t, c.Game, options), nil)
		if err != nil || lemmas != test.lemmas {
			t.Errorf("%s: %d lemmas (%v), want %d", c, lemmas, err, test.lemmas)
		}
		if kept := enginetest.Proof(t, "../../..", c.String()); file.String() != kept {
			t.Errorf("%s: the proof that is kept has other bytes", c)
		}
		if test.long {
			continue // package proof checks the bytes that are kept
		}
		checked, n, err := proof.Check(t.Context(), &file, nil, nil)
		if err != nil || n != lemmas || checked.String() != c.String() {
			t.Errorf("%s: checked as %s with %d lemmas: %v", c, checked, n, err)
		}
	}
}

// TestFirstGuesses writes proofs for first guesses, and none for a total that is one too high.
func TestFirstGuesses(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"mm3x4", "bc3x5", "bp3x3", "mm3x3"} {
		g := claim(t, name, "", 0, 1).Game
		_, guesses := game.Codes(g)
		search := values(t, g, small)
		for _, first := range guesses[1:6] {
			for _, within := range []int{0, 3, 4, 5} {
				answer := enginetest.Must(optimal.Solve(t.Context(), optimal.Problem{Game: g, First: &first, MaxDepth: within}, small))(t)
				c := proof.Claim{Game: g, Within: within, First: &first, Total: proof.Infinite}
				if !answer.Impossible {
					c.Total = answer.Ranges[0].Lower
				}
				var file bytes.Buffer
				if _, err := outline.Write(t.Context(), &file, c, search, nil); err != nil {
					t.Errorf("%s: %v", c, err)
				} else if _, _, err := proof.Check(t.Context(), &file, nil, nil); err != nil {
					t.Errorf("%s is not accepted: %v", c, err)
				}

				if answer.Impossible {
					continue
				}
				c.Total++
				if _, err := outline.Write(t.Context(), io.Discard, c, search, nil); !errors.Is(err, outline.ErrTooHigh) {
					t.Errorf("%s is false: %v", c, err)
				}
			}
		}
	}
}

// TestBlocks writes proofs first guess by first guess, in any order and by several writers.
func TestBlocks(t *testing.T) {
	t.Parallel()
	for _, c := range []proof.Claim{claim(t, "mm3x4", "", 0, 201), claim(t, "bc4x6", "", 0, 1446), claim(t, "mm4x5", "", 4, proof.Infinite)} {
		search := values(t, c.Game, small)
		writer := enginetest.Must(outline.NewWriter(t.Context(), c, search, nil))(t)
		other := enginetest.Must(outline.NewWriter(t.Context(), c, search, nil))(t)
		first := writer.First()
		blocks := make([]string, len(first))
		for i := range slices.Backward(first) {
			var block, again strings.Builder
			if err := errors.Join(writer.Block(&block, i), other.Block(&again, i)); err != nil {
				t.Fatal(err)
			}
			if blocks[i] = block.String(); again.String() != blocks[i] || blocks[i] != "" && !strings.HasPrefix(blocks[i], first[i]+" ") {
				t.Errorf("%s: another block after other guesses", c)
			}
		}
		for range 2 {
			if _, _, err := proof.Check(t.Context(), strings.NewReader(c.String()+"\n"+strings.Join(blocks, "")), nil, nil); err != nil {
				t.Errorf("%s is not accepted: %v", c, err)
			}
			slices.Reverse(blocks)
		}
	}
}

// wrong is a search that says one guess too much of every position.
type wrong struct{ outline.Values }

func (w wrong) Least(rounds []game.Round, guesses, limit int) (int, error) {
	least, err := w.Values.Least(rounds, guesses, limit)
	return min(least+1, limit), err
}

// TestFalseClaims has totals that are one too high, by a search that is right or wrong: no
// proof comes about.
func TestFalseClaims(t *testing.T) {
	t.Parallel()
	for _, c := range []proof.Claim{
		claim(t, "mm3x5", "", 0, 452),
		claim(t, "mm4x5", "", 0, 2464),
		claim(t, "bc4x7", "", 0, 3640),
		claim(t, "mm4x5", "", 5, proof.Infinite),
	} {
		search := values(t, c.Game, small)
		for _, search := range []outline.Values{search, wrong{search}} {
			_, err := outline.Write(t.Context(), io.Discard, c, search, nil)
			if !errors.Is(err, outline.ErrTooHigh) || !strings.Contains(err.Error(), "costs less than") {
				t.Errorf("%s: %v", c, err)
			}
		}
	}
}

// TestSameBytes checks that a proof does not depend on workers, nor on what a table remembers.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	c := claim(t, "mm4x5", "", 0, 2463)
	var want bytes.Buffer
	for _, o := range []optimal.Options{small, {Memory: 1 << 10}, {Memory: 1 << 20, Workers: 2}, {Memory: 1 << 10, Workers: 5}} {
		var got bytes.Buffer
		if _, err := outline.Write(t.Context(), &got, c, values(t, c.Game, o), nil); err != nil {
			t.Fatal(err)
		}
		if want.Len() == 0 {
			want = got
		} else if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("another proof with %+v", o)
		}
	}
}

// TestSameBytesEverywhere writes the proofs without the instructions that make the search fast:
// TestProofs finds the bytes that are kept. .ci/run does the same without assembly.
func TestSameBytesEverywhere(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("all proofs are made twice")
	}
	for _, off := range []string{"cpu.avx512f=off", "cpu.avx512f=off,cpu.avx2=off"} {
		again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestProofs$", fmt.Sprintf("-test.short=%v", !enginetest.Long()))
		again.Env = append(os.Environ(), "GODEBUG="+off, "CODEBREAK_LONG=")
		if out, err := again.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", off, err, out)
		}
	}
}

// TestEnd ends the context, and then the writer, in the middle of a proof.
func TestEnd(t *testing.T) {
	t.Parallel()
	c := claim(t, "mm4x5", "", 0, 2463)
	ctx, end := context.WithCancel(t.Context())
	last := 0
	_, err := outline.Write(ctx, io.Discard, c, values(t, c.Game, small), func(lemmas int) {
		if last = lemmas; lemmas == 50 {
			end()
		}
	})
	if !errors.Is(err, context.Canceled) || last > 60 {
		t.Errorf("after %d lemmas: %v", last, err)
	}

	r, w := io.Pipe()
	r.Close()
	if _, err := outline.Write(t.Context(), w, c, values(t, c.Game, small), nil); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a closed writer: %v", err)
	}
}

// TestWords writes proofs of Wordle with few words; other games of words have none.
func TestWords(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2315, 7920))
	var all []string
	for len(all) < 150 {
		word := make([]byte, 3)
		for i := range word {
			word[i] = "abcdefgh"[rng.IntN(8)]
		}
		if !slices.Contains(all, string(word)) {
			all = append(all, string(word))
		}
	}
	guesses := enginetest.Must(words.NewList("guesses", all))(t)
	answers := enginetest.Must(words.NewList("answers", all[:120]))(t)
	g := enginetest.Must(words.New(words.Wordle, answers, guesses))(t)
	answer := enginetest.Must(optimal.Solve(t.Context(), optimal.Problem{Game: g}, small))(t)

	c := proof.Claim{Game: g, Total: answer.Ranges[0].Lower}
	var file bytes.Buffer
	lemmas := enginetest.Must(outline.Write(t.Context(), &file, c, values(t, g, small), nil))(t)
	if _, n, err := proof.Check(t.Context(), &file, g, nil); err != nil || n != lemmas || n == 0 {
		t.Errorf("%s: %d of %d lemmas checked: %v", c, n, lemmas, err)
	}

	jotto := enginetest.Must(words.New(words.Jotto, answers, guesses))(t)
	for _, c := range []proof.Claim{{Game: jotto, Total: 1}, {Total: 5}, {Game: g, Total: 0}, {Game: g, Total: proof.Infinite}} {
		if _, err := outline.Write(t.Context(), io.Discard, c, nil, nil); err == nil {
			t.Errorf("%+v is no claim, but has a proof", c)
		}
	}
}
