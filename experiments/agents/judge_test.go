package agents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"codebreak/configs/published"
	"codebreak/engine/advice"
	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/partition"
	"codebreak/experiments/base"
	"codebreak/experiments/board"
	"codebreak/experiments/transcript"
)

// A judgementRead is a judgement as others read it.
type judgementRead struct {
	judgement
	Games []struct {
		judgedGame
		Rounds []struct{ board.PlayedRound } `json:"rounds"`
	} `json:"games"`
}

// judgementOf runs the command, and reads its JSON.
func judgementOf(t *testing.T, in io.Reader, args ...string) (j judgementRead) {
	t.Helper()
	code, stdout, stderr := run(in, append([]string{"judge", "--json", "--quiet"}, args...)...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if err := json.Unmarshal([]byte(stdout), &j); err != nil {
		t.Fatal(err)
	}
	return j
}

// playedAtRandom writes games of a player that guesses any code now and then, and any
// candidate else.
func playedAtRandom(t *testing.T, name string, games int, seed uint64) string {
	t.Helper()
	g := enginetest.Game(t, name)
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
	if testing.Short() {
		t.Skip("the known players take seconds")
	}
	a := judgementOf(t, nil, "testdata/games/o3-mini.jsonl", "--costs=false").Agents[0]
	if a.Games != 50 || a.Solved != 50 || a.Mean.Value != 6.06 || a.Failures != 0 || a.Consistent != 171 || a.Later != 253 || a.OneLeft != 38 || a.OneLeftNamed != 35 {
		t.Errorf("%+v", *a)
	}
	if p := published.Played()["benchmark_o3mini-4d"]; p != (published.PlayedRun{Games: 50, Solved: 50, Turns: 303, Later: a.Later, Consistent: a.Consistent, OneLeft: a.OneLeft, Named: a.OneLeftNamed}) {
		t.Errorf("played.csv has %+v", p)
	}
	if want := "worse than the random consistent player, minimax and entropy; better than a memoryless guesser"; a.Verdict != want { // no optimum is on record
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
					k += oneIf(rng.Float64() < p)
				}
				i := share(k, n)
				held += oneIf(float64(i.Low) <= p && p <= float64(i.High))
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
			held += oneIf(float64(i.Low) <= mean && mean <= float64(i.High))
		}
		if part := float64(held) / trials; part < 0.945 {
			t.Errorf("%d games: %.3f of the intervals hold the mean", n, part)
		}
	}
}

// TestJudgeLongGame judges a game of 2,000 rounds, or of 10,000 if the test may take long.
func TestJudgeLongGame(t *testing.T) {
	if testing.Short() {
		t.Skip("a long game is judged")
	}
	rounds := 2000
	if enginetest.Long() {
		rounds = 10_000
	}
	text := `{"game":"mm4x6","secret":"1234","rounds":[["5566"]` + strings.Repeat(`,["5665"]`, rounds-2) + `,["1234"]]}`
	g := judgementOf(t, strings.NewReader(text), "-").Games[0]
	if !g.Solved || g.Turns != rounds || len(g.Rounds) != rounds || math.Abs(float64(g.Expected+g.Cost-g.Luck)-float64(rounds)) > 1e-6 {
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
	if len(a.Notes) != 1 || a.Notes[0] != "all 15 secrets have no symbol twice; 28% of the codes of mm4x6 do" {
		t.Errorf("%q", a.Notes)
	}
}

// TestLostTurnIsPrinted prints a game in which a turn was lost, compared with nobody.
func TestLostTurnIsPrinted(t *testing.T) {
	game := `{"game":"mm4x6","secret":"1234","rounds":[["1122","1A1B"],["12",null,"format"],["1234","4A0B"]]}`
	code, stdout, stderr := run(strings.NewReader(game), "judge", "-", "--known=false", "--quiet")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if !strings.Contains(stdout, "lost: format") || strings.Contains(stdout, "on average") {
		t.Errorf("%s", stdout)
	}
}

// agentsOf judges games, and returns the first agent and what is printed for people.
func agentsOf(t *testing.T, text string, args ...string) (*agent, string) {
	t.Helper()
	j := judgementOf(t, strings.NewReader(text), append([]string{"-", "--costs=false"}, args...)...)
	code, stdout, stderr := run(strings.NewReader(text), append([]string{"judge", "-", "--costs=false", "--quiet"}, args...)...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	return j.Agents[0], stdout
}

// TestGivingUpIsNotGood holds that games which were broken off, where no limit says how they
// count, say nothing of turns: an agent that gives up is better than nobody.
func TestGivingUpIsNotGood(t *testing.T) {
	const (
		givenUp = `{"game":"mm3x4","agent":"q","secret":"433","rounds":[["112","0A0B"]]}` + "\n"
		solved  = `{"game":"mm3x4","agent":"q","secret":"433","rounds":[["112"],["334"],["433"]]}` + "\n"
		another = `{"game":"mm3x4","agent":"r","secret":"433","rounds":[["112"],["334"],["123"],["433"]]}` + "\n" +
			`{"game":"mm3x4","agent":"r","secret":"111","rounds":[["112"],["334"],["123"],["111"]]}` + "\n"
	)
	for text, unfinished := range map[string]int{
		strings.Repeat(givenUp, 5):                                  5,
		strings.Repeat(givenUp, 20) + strings.Repeat(solved, 20):    20,
		strings.Repeat(givenUp, 1) + strings.Repeat(solved, 30):     1,
		strings.Repeat(givenUp+solved, 9) + another:                 9,
		strings.Repeat(givenUp, 3) + strings.Repeat(solved, 1) + "": 3,
	} {
		a, printed := agentsOf(t, text)
		if a.Unfinished != unfinished || strings.Contains(printed, "better than") || !strings.HasPrefix(a.Verdict, "not compared: ") {
			t.Errorf("%d of %d games are unfinished, %q:\n%s", a.Unfinished, a.Games, a.Verdict, printed)
		}
		for _, b := range a.Against {
			if b.Verdict != notCompared || b.Games != 0 {
				t.Errorf("%+v", b)
			}
		}
		if mean := a.Capped.Value; a.Solved > 0 && mean != 3 || a.Solved == 0 && mean != 0 { // null
			t.Errorf("the mean of the turns is %v", mean)
		}
	}

	// With a limit they count one more than it.
	a, _ := agentsOf(t, strings.Repeat(strings.Replace(givenUp, `"secret"`, `"limit":10,"secret"`, 1), 5))
	if a.Unfinished != 0 || a.Capped.Value != 11 || !strings.HasPrefix(a.Verdict, "worse than ") {
		t.Errorf("%+v", *a)
	}

	// Nor is who gives up better than another agent on the secrets that are left.
	j := judgementOf(t, strings.NewReader(strings.Repeat(givenUp, 3)+solved+strings.Replace(solved, "433", "111", 2)+another), "-", "--costs=false")
	if len(j.Pairs) != 1 || j.Pairs[0].Verdict != notCompared {
		t.Errorf("%+v", j.Pairs)
	}
}

// TestNobodyIsBetterThanTheOptimum judges games whose secrets were known.
func TestNobodyIsBetterThanTheOptimum(t *testing.T) {
	line := func(limit string) string {
		return strings.Repeat(`{"game":"mm3x4","agent":"q",`+limit+`"secret":"143","rounds":[["143"]]}`+"\n", 40)
	}
	for limit, want := range map[string]string{
		"":           "below the optimum, which only luck explains, or secrets that were known or chosen",
		`"limit":9,`: "below the optimum, which only luck explains, or secrets that were known or chosen",
		`"limit":2,`: "below the optimum, which only luck explains, or secrets that were known or chosen, or play for the limit",
	} {
		a, printed := agentsOf(t, line(limit))
		last := a.Against[len(a.Against)-1]
		if last.Player != theOptimum || last.Verdict != belowOptimum || !strings.HasSuffix(a.Verdict, "; "+want) ||
			!strings.HasPrefix(a.Verdict, "better than a memoryless guesser, the random consistent player, minimax and entropy; ") {
			t.Errorf("%q: %q, %+v\n%s", limit, a.Verdict, last, printed)
		}
	}
}

// TestFewGamesHaveNoInterval holds that no interval is given for fewer than five games, and
// that none goes below one guess.
func TestFewGamesHaveNoInterval(t *testing.T) {
	games := []string{"", "", "", "", ""}
	for i, secret := range []string{"111", "112", "444", "432", "421"} {
		games[i] = fmt.Sprintf("{\"game\":\"mm3x4\",\"secret\":%q,\"rounds\":[[%q]]}\n", secret, secret)
	}
	for n := 1; n <= len(games); n++ {
		a, printed := agentsOf(t, strings.Join(games[:n], ""))
		low, high := a.Capped.Low, a.Capped.High
		if n < 5 && (low != 0 || high != 0) || n == 5 && (low != 1 || high < 1) || a.Mean.Low != low { // 0 is null
			t.Errorf("%d games: %v to %v\n%s", n, low, high, printed)
		}
		if decides := !strings.Contains(a.Verdict, "decide"); n < 5 && decides || n == 5 && !decides {
			t.Errorf("%d games: %s", n, a.Verdict)
		}
	}
	if _, printed := agentsOf(t, strings.Join(games, "")); !strings.Contains(printed, "Student's t with two games imagined") {
		t.Errorf("%s", printed)
	}
}

// TestBoundsStayBounds judges games with guesses whose costs are bounds: so is their sum.
func TestBoundsStayBounds(t *testing.T) {
	g := enginetest.Game(t, "mm3x4")
	answer, err := optimal.Solve(t.Context(), optimal.Problem{Game: g}, optimal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		opening string
		atMost  bool
		want    string
	}{
		{"111", true, `these cost at most \d\.\d\d more, and (good luck saved at most|bad luck cost at least) \d\.\d\d\.`},
		{"112", false, `these cost \d\.\d\d more, and (good luck saved|bad luck cost) \d\.\d\d\.`},
		{"343", false, `these cost \d\.\d\d more, and (good luck saved|bad luck cost) \d\.\d\d\.`}, // an image of 112
	} {
		// Only what the tree has is proved: a search may try nothing.
		r := referee{game: g, at: advice.At(g, nil), costs: advice.NewCosts(g, advice.Options{Known: answer.Tree, Effort: 1})}
		var j judgement
		for _, secret := range []string{"222", "144"} {
			played, err := r.judge(t.Context(), transcript.Game{Game: "mm3x4", Agent: "q", Secret: secret, Rounds: []transcript.Round{{Guess: test.opening}, {Guess: secret}}}, func() {})
			if err != nil || played.AtMost != test.atMost || played.Proved == test.atMost {
				t.Errorf("%s: proved %t, at most %t (%v)", test.opening, played.Proved, played.AtMost, err)
			}
			p := base.NewPaper(io.Discard, base.FormatText)
			if played.print(p); !regexp.MustCompile(test.want).MatchString(p.Text.String()) {
				t.Errorf("%s: %s", test.opening, p.Text.String())
			}
			j.add(played, g)
		}
		a := j.Agents[0]
		if a.conclude(nil, nil); a.AtMost != test.atMost || a.Proved == test.atMost {
			t.Errorf("%s: proved %t, at most %t", test.opening, a.Proved, a.AtMost)
		}
		var csv bytes.Buffer
		if err := j.Table().CSV(&csv); err != nil || strings.Contains(csv.String(), ",≤ 0.") != test.atMost {
			t.Errorf("%s: %s (%v)", test.opening, csv.String(), err)
		}
		if marked := strings.Contains(j.costsAgainst(), "≤"); marked != test.atMost {
			t.Errorf("%s: %s", test.opening, j.costsAgainst())
		}
	}
	for given, want := range map[[2]bool]string{{true, false}: "", {false, true}: "at most ", {false, false}: "about "} {
		if got := about(given[0], given[1]); got != want {
			t.Errorf("%v: %q", given, got)
		}
	}
}

// TestLostFirstTurn holds that a game whose first turns were lost is judged as any other.
func TestLostFirstTurn(t *testing.T) {
	const lost = `["blah",null,"format"],["9","0A0B"],`
	game := func(before string) string {
		return `{"game":"mm3x3","secret":"312","rounds":[` + before + `["123"],["312"]]}`
	}
	whole := judgementOf(t, strings.NewReader(game("")), "-").Games[0]
	code, text, stderr := run(strings.NewReader(game(lost)), "judge", "-", "--quiet", "--json")
	if code != base.ExitFailure {
		t.Fatalf("exit code %d: %s", code, stderr) // a guess is invalid
	}
	var j judgementRead
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		t.Fatal(err)
	}
	g := j.Games[0]
	if g.Expected != whole.Expected || g.Cost != whole.Cost || g.Luck != whole.Luck || g.Turns != whole.Turns+2 || g.Expected.None() {
		t.Errorf("%+v, without lost turns %+v", g, whole)
	}
	if _, stdout, _ := run(strings.NewReader(game(lost)), "judge", "-", "--quiet"); !strings.Contains(stdout, "Solved with turn 4. Best play expects ") {
		t.Errorf("%s", stdout)
	}
}

// TestSecretsInAnyCase pairs unsolved games whose secrets two agents write in capitals and in
// small letters.
func TestSecretsInAnyCase(t *testing.T) {
	list := filepath.Join(t.TempDir(), "list.txt")
	enginetest.WriteFile(t, list, "crane\ntiger\nabbey\nworst\n")
	text := ""
	for _, secret := range []string{"crane", "tiger", "abbey"} {
		text += fmt.Sprintf("{\"game\":\"wordle\",\"agent\":\"a\",\"limit\":1,\"secret\":%q,\"rounds\":[[\"worst\"]]}\n", secret)
		text += fmt.Sprintf("{\"game\":\"wordle\",\"agent\":\"b\",\"limit\":1,\"secret\":%q,\"rounds\":[[\"WORST\"]]}\n", strings.ToUpper(secret))
	}
	j := judgementOf(t, strings.NewReader(text), "-", "--costs=false", "--answers", list)
	if len(j.Pairs) != 1 || j.Pairs[0].Secrets != 3 {
		t.Errorf("%+v", j.Pairs)
	}
}

// TestBadGameHidesNone judges a good game beside a bad one.
func TestBadGameHidesNone(t *testing.T) {
	text := `{"game":"mm3x4","agent":"good one","secret":"123","rounds":[["112"],["123"]]}` + "\n{\n"
	code, stdout, stderr := run(strings.NewReader(text), "judge", "-", "--quiet")
	if code != base.ExitFailure || !strings.Contains(stderr, "1 of 2 games cannot be judged") || !regexp.MustCompile(`good one +│ mm3x4 +│ - +│ +1 │ +1 │ 100\.0%`).MatchString(stdout) {
		t.Errorf("exit code %d, %s\n%s", code, stderr, stdout)
	}
}

// hostile is a name that would steer a terminal, turn its text around, break a line, or mean
// something in Markdown.
const hostile = "[l](javascript:1)`c`*b*\x1b[31m\x1b]0;t\a\u202e\u0085\x7f\r\nnext"

// TestNamesAreInert judges and verifies what hostile names stand in, in every format.
func TestNamesAreInert(t *testing.T) {
	name, _ := json.Marshal(hostile)
	var games string
	for _, secret := range []string{"112", "123", "444", "321", "222"} {
		for _, agent := range []string{string(name), `"b"`} {
			games += fmt.Sprintf("{\"game\":\"mm3x4\",\"agent\":%s,\"id\":%s,\"secret\":%q,\"rounds\":[[\"111\"],[%[2]s,null,%[2]s],[%[3]q]]}\n", agent, name, secret)
		}
	}
	quoted := `"` + strings.ReplaceAll(hostile, `"`, `""`) + `"`
	figures := "id,source,subject,quantity,printed,note\n" + fmt.Sprintf("%s,%[1]s,mm3x4 (%s),mean,3.5,%[1]s\n", quoted, strings.Trim(quoted, `"`))
	for format, most := range map[string]string{"text": "\n", "markdown": "\n", "latex": "\n", "csv": "\n", "json": "\n"} {
		for _, args := range [][]string{{"judge", "-", "--each"}, {"verify", "-", "--results", filepath.Join(t.TempDir(), "results")}} {
			in := games
			if args[0] == "verify" {
				in = figures
			}
			_, stdout, stderr := run(strings.NewReader(in), append(args, "--quiet", "--format", format)...)
			if stdout == "" && args[0] == "judge" {
				t.Fatalf("%q: %s", args, stderr)
			}
			if i := strings.IndexFunc(stdout+stderr, func(r rune) bool { return !strings.ContainsRune(most, r) && !unicode.IsPrint(r) }); i >= 0 {
				t.Errorf("%q as %s steers the terminal: %q", args, format, (stdout + stderr)[max(0, i-80):i+1])
			}
			if strings.Contains(stdout, "\nnext") {
				t.Errorf("%q as %s breaks a line: %s", args, format, stdout)
			}
			if format == "markdown" && (strings.Contains(stdout, "[l](") || strings.Contains(stdout, "`c`") || strings.Contains(stdout, "*b*")) {
				t.Errorf("%q: names mean something in Markdown: %s", args, stdout)
			}
		}
	}

	// JSON keeps the names as they are.
	j := judgementOf(t, strings.NewReader(games), "-", "--costs=false")
	if j.Agents[0].Agent != hostile {
		t.Errorf("%q", j.Agents[0].Agent)
	}
}

// TestMinimaxIsKnuthsInOneGame holds that only Mastermind's minimax is called Knuth's.
func TestMinimaxIsKnuthsInOneGame(t *testing.T) {
	for name, want := range map[string]string{"mm4x6": "Knuth", "mm4x5": "minimax", "bc3x5": "minimax", "bp4x6": "minimax"} {
		g := enginetest.Game(t, name)
		if got := minimaxIn(g); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	if _, printed := agentsOf(t, `{"game":"bc3x5","secret":"123","rounds":[["123"]]}`); strings.Contains(printed, "Knuth") {
		t.Errorf("%s", printed)
	}
}

// FuzzGames judges any bytes as games: no panic, and nothing that steers a terminal.
func FuzzGames(f *testing.F) {
	f.Add(`{"game":"mm2x3","agent":"\u001b[31m","limit":3,"secret":"11","rounds":[["12"],["1"],["11"]]}`)
	f.Add(`{"game":"mm2x3","limit":9223372036854775807,"format_failures":9223372036854775807,"secret":"11","rounds":[["11"]]}`)
	f.Add(`{"game":"mm2x3","format_failures":60000000,"rounds":[]}`)
	f.Add("11 1A0B\n12 2A0B\n\n33 0A0B\n")
	f.Add("secret 11\n22\n11\n")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "mm") && !strings.Contains(text, "mm2x3") {
			t.Skip("other games take long")
		}
		for _, format := range []string{"text", "json"} {
			code, stdout, stderr := run(strings.NewReader(text), "judge", "-", "--game", "mm2x3", "--costs=false", "--quiet", "--format", format)
			steers := func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }
			if code != 0 && code != base.ExitFailure || strings.ContainsFunc(stdout+stderr, steers) {
				t.Errorf("%q: exit code %d, %q%q", text, code, stdout, stderr)
			}
		}
	})
}

// TestRefereesKeepToTheMemory judges games of more kinds than there is memory for at once: the
// first have referees, and those of the next take their place.
func TestRefereesKeepToTheMemory(t *testing.T) {
	names := []string{"mm4x8", "mm4x9", "mm4x8", "bc4x10", "mm4x9"}
	var games []readGame
	most := int64(0)
	for _, name := range names {
		games = append(games, readGame{Game: transcript.Game{Game: name}})
		g := enginetest.Game(t, name)
		most = max(most, partition.Memory(g, 1))
	}
	const program = 20 << 20
	a := &base.App{Workers: 1, MaxMemory: base.ByteSize(program + most*3/2)}
	j := &judging{App: a, referees: []map[string]referee{{}}}

	var ready []int
	for rest := games; len(rest) > 0; {
		n := j.prepareSome(t.Context(), "games", rest)
		if n == 0 {
			t.Fatal("no game has a referee")
		}
		for _, g := range rest[:n] {
			if _, ok := j.referees[0][g.Game.Game]; !ok || g.fault != nil {
				t.Errorf("%s: referee %v, %v", g.Game.Game, ok, g.fault)
			}
		}
		ready = append(ready, n)
		rest = rest[n:]
	}
	if len(ready) < 3 || j.Env().CheckNeed("", j.taken) != nil {
		t.Errorf("referees were ready for %v games at once, and need %d bytes", ready, j.taken)
	}
}

// TestFileWithoutGames gives up a file that holds something else.
func TestFileWithoutGames(t *testing.T) {
	text := strings.Repeat("no game\n\n", mostKept+10)
	code, stdout, stderr := run(strings.NewReader(text), "judge", "-", "--game", "mm4x6", "--quiet")
	if code != base.ExitFailure || stdout != "" || !strings.Contains(stderr, "standard input: 10,000 faults; the rest is not read") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}
