package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine/game"
)

// A judgementRead is a judgement as others read it.
type judgementRead struct {
	judgement
	Games []struct {
		judgedGame
		Rounds []struct{ playedRound } `json:"rounds"`
	} `json:"games"`
}

// judgementOf runs the command, and reads its JSON.
func judgementOf(t *testing.T, in io.Reader, args ...string) (j judgementRead) {
	t.Helper()
	var out, stderr bytes.Buffer
	if code := Run(testEntries, append([]string{"judge", "--json", "--quiet"}, args...), in, &out, &stderr); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	if err := json.Unmarshal(out.Bytes(), &j); err != nil {
		t.Fatal(err)
	}
	return j
}

// playedAtRandom writes games of a player that guesses any code now and then, and any
// candidate else.
func playedAtRandom(t *testing.T, name string, games int, seed uint64) string {
	t.Helper()
	g, err := game.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	secrets, guesses := game.Codes(g)
	rng := rand.New(rand.NewPCG(seed, 1))
	one := func(codes []game.Code) game.Code { return codes[rng.IntN(len(codes))] }
	var b strings.Builder
	for range games {
		secret, left, rounds := one(secrets), secrets, []string(nil)
		for r := (game.Round{}); len(rounds) == 0 || r.Feedback != g.Final(); {
			r.Guess = one(left)
			if rng.IntN(3) == 0 {
				r.Guess = one(guesses)
			}
			r.Feedback = g.Reference(secret, r.Guess)
			left = game.Consistent(g, left, []game.Round{r})
			rounds = append(rounds, fmt.Sprintf("[%q,%q]", g.FormatCode(r.Guess), g.FormatFeedback(r.Feedback)))
		}
		fmt.Fprintf(&b, "{\"game\":%q,\"agent\":\"any\",\"secret\":%q,\"rounds\":[%s]}\n", name, g.FormatCode(secret), strings.Join(rounds, ","))
	}
	return b.String()
}

// TestJudgeAddsUp holds that the guesses of each game are what best play expects, and what
// the guesses cost, less luck; that costs are never negative; and that nothing depends on
// the number of workers.
func TestJudgeAddsUp(t *testing.T) {
	for _, name := range []string{"mm2x4", "mm3x4", "bc3x5", "bp3x4"} {
		text := playedAtRandom(t, name, 40, 3)
		j := judgementOf(t, strings.NewReader(text), "-", "--each", "--workers", "1")
		if len(j.Games) != 40 || len(j.Agents) != 1 || !j.Agents[0].Proved {
			t.Fatalf("%s: %d games", name, len(j.Games))
		}
		costs := 0.0
		for _, g := range j.Games {
			sum := 0.0
			for _, r := range g.Rounds {
				if r.Cost.Guesses < 0 || r.Cost.Guesses == 0 && r.Cost.Mean != r.Cost.Best || !r.Cost.Optimal || r.Cost.AtMost {
					t.Errorf("%s: guess %s costs %+v", name, r.Guess, *r.Cost)
				}
				sum += r.Cost.Guesses
			}
			costs += sum
			if took := float64(g.Expected + g.Cost - g.Luck); math.Abs(took-float64(g.Turns)) > 1e-9 || math.Abs(sum-float64(g.Cost)) > 1e-9 || !g.Solved {
				t.Errorf("%s, line %d: %v + %v - %v guesses, but it took %d", name, g.Line, g.Expected, g.Cost, g.Luck, g.Turns)
			}
		}
		if costs == 0 {
			t.Errorf("%s: nothing cost anything", name)
		}
		again := judgementOf(t, strings.NewReader(text), "-", "--each", "--workers", "3")
		one, _ := json.Marshal(j)
		three, _ := json.Marshal(again)
		if !bytes.Equal(one, three) {
			t.Errorf("%s: three workers judge otherwise", name)
		}
	}
}

// TestJudgeAsPublished judges the games of o3-mini as the benchmark of Kotenkov (2025)
// published them: 50 of 50 solved, 6.06 turns (deviation 1.1901), no turn lost.
func TestJudgeAsPublished(t *testing.T) {
	a := judgementOf(t, nil, "testdata/agents/o3-mini.jsonl", "--costs=false").Agents[0]
	if a.Games != 50 || a.Solved != 50 || a.Mean.Value != 6.06 || a.Failures != 0 || a.Consistent != 171 || a.Later != 253 || a.OneLeft != 38 || a.OneLeftNamed != 35 {
		t.Errorf("%+v", *a)
	}
	if p := published.Played()["benchmark_o3mini-4d"]; p != (published.PlayedRun{Games: 50, Solved: 50, Turns: 303, Later: a.Later, Consistent: a.Consistent, OneLeft: a.OneLeft, Named: a.OneLeftNamed}) {
		t.Errorf("played.csv has %+v", p)
	}
	if want := "worse than the random consistent player, Knuth and entropy; better than a memoryless guesser"; a.Verdict != want { // no optimum is on record
		t.Errorf("%s, want %s", a.Verdict, want)
	}
}

// TestIntervalsHold draws games and counts how often the intervals of shares and of means
// hold the truth.
func TestIntervalsHold(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	const trials = 4000
	for _, n := range []int{10, 50, 200} {
		for _, p := range []float64{0.05, 0.3, 0.5, 0.9} {
			held := 0
			for range trials {
				k := 0
				for range n {
					k += one(rng.Float64() < p)
				}
				i := share(k, n)
				held += one(float64(i.Low) <= p && p <= float64(i.High))
			}
			if part := float64(held) / trials; part < 0.91 { // Wilson's holds on average, not for each share
				t.Errorf("%d games, share %g: %.3f of the intervals hold it", n, p, part)
			}
		}
	}
	turns := []int{1, 13, 75, 445, 1200, 730, 95, 12} // skewed, as those of players are
	total, mean := 0, 0.0
	for k, c := range turns {
		total, mean = total+c, mean+float64((k+1)*c)
	}
	mean /= float64(total)
	for _, n := range []int{5, 20, 100} {
		held := 0
		for range trials {
			var s sample
			for range n {
				x, k := rng.IntN(total), 0
				for x >= turns[k] {
					x, k = x-turns[k], k+1
				}
				s = append(s, float64(k+1))
			}
			i := s.mean()
			held += one(float64(i.Low) <= mean && mean <= float64(i.High))
		}
		if part := float64(held) / trials; part < 0.945 {
			t.Errorf("%d games: %.3f of the intervals hold the mean", n, part)
		}
	}
}

// TestJudgeLongGame judges a game of 10,000 rounds.
func TestJudgeLongGame(t *testing.T) {
	if testing.Short() {
		t.Skip("a long game is judged")
	}
	text := `{"game":"mm4x6","secret":"1234","rounds":[["5566"]` + strings.Repeat(`,["5665"]`, 9998) + `,["1234"]]}`
	g := judgementOf(t, strings.NewReader(text), "-").Games[0]
	if !g.Solved || g.Turns != 10000 || len(g.Rounds) != 10000 || math.Abs(float64(g.Expected+g.Cost-g.Luck)-10000) > 1e-6 {
		t.Errorf("%d turns, %v + %v - %v", g.Turns, g.Expected, g.Cost, g.Luck)
	}
}

// TestSecretsThatAreNotDrawn points out secrets without repeats where the game allows them.
func TestSecretsThatAreNotDrawn(t *testing.T) {
	var b strings.Builder
	for _, secret := range strings.Fields("1234 2345 3456 4561 5612 6123 1324 2435 3546 4651 5162 6213 1235 2346 3451") {
		fmt.Fprintf(&b, "{\"game\":\"mm4x6\",\"limit\":5,\"secret\":%q,\"rounds\":[[%q]]}\n", secret, secret)
	}
	a := judgementOf(t, strings.NewReader(b.String()), "-", "--costs=false").Agents[0]
	if len(a.Notes) != 1 || a.Notes[0] != "all 15 secrets have no symbol twice; 28 % of the codes of mm4x6 do" {
		t.Errorf("%q", a.Notes)
	}
}

// TestLostTurnIsPrinted prints a game in which a turn was lost.
func TestLostTurnIsPrinted(t *testing.T) {
	var out, stderr bytes.Buffer
	game := `{"game":"mm4x6","secret":"1234","rounds":[["1122","1A1B"],["12",null,"format"],["1234","4A0B"]]}`
	if code := Run(testEntries, []string{"judge", "-", "--quiet"}, strings.NewReader(game), &out, &stderr); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	if !strings.Contains(out.String(), "lost: format") {
		t.Errorf("%s", out.String())
	}
}
