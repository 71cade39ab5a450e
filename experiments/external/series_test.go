package external

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/experiments/transcript"
)

// codes reads codes.
func codes(t *testing.T, g game.Game, words ...string) (out []game.Code) {
	t.Helper()
	for _, w := range words {
		c := enginetest.Code(t, g, w)
		out = append(out, c)
	}
	return out
}

// A kept game is what a series has kept.
type kept struct {
	rounds []transcript.Round
	cost   float64
}

// playSeries plays games against all of some secrets.
func playSeries(t *testing.T, g game.Game, o Options, s *Series) (games map[int]kept, err error) {
	t.Helper()
	games = map[int]kept{}
	for i := range s.Secrets {
		s.Left = append(s.Left, i)
	}
	s.Keep = func(i int, rounds []transcript.Round, cost float64) error {
		if _, ok := games[i]; ok {
			t.Errorf("game %d is kept twice", i)
		}
		games[i] = kept{rounds, cost}
		return nil
	}
	return games, s.Play(t.Context(), g, o)
}

// TestSeries has players do what they must not: each turn is lost for its reason, the game
// goes on, and is the same with any number of copies.
func TestSeries(t *testing.T) {
	t.Parallel()
	g := enginetest.Game(t, "mm2x3")
	opening := transcript.Round{Guess: "11", Feedback: "1A0B"}
	for kind, want := range map[string]transcript.Round{
		"illegal":  {Guess: "99", Failure: "format"},
		"chatty":   {Guess: "Let me think ...", Failure: "format"},
		"long":     {Guess: "2 " + strings.Repeat("x", 38) + "…", Failure: "format"},
		"hangs":    {Failure: "timeout"},
		"ends":     {Failure: "ended"},
		"closes":   {Failure: "ended"},
		"good":     {Guess: "12", Feedback: "2A0B"},
		"says hum": {Guess: "12", Feedback: "2A0B"},
	} {
		if testing.Short() && slices.Contains([]string{"closes", "hangs", "long", "ends"}, kind) {
			continue // they wait
		}
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			for copies := 1; copies <= 2; copies++ {
				limit := DefaultTimeout
				if kind == "hangs" {
					limit = 300 * time.Millisecond
				}
				var games map[int]kept
				var err error
				untilInTime(limit, func(limit time.Duration) bool {
					o := Options{Command: as(t, kind), Copies: copies, Timeout: limit}
					games, err = playSeries(t, g, o, &Series{Secrets: codes(t, g, "12", "11", "22"), Limit: 2})
					return err == nil && len(games[1].rounds) == 1 && games[1].rounds[0].Failure == ""
				})
				if err != nil {
					t.Fatal(err)
				}
				got := games[0].rounds
				if got[1].Guess = regexp.MustCompile(`^[0-9]+ x`).ReplaceAllString(got[1].Guess, "2 x"); !reflect.DeepEqual(got, []transcript.Round{opening, want}) {
					t.Errorf("%d copies: %+v", copies, got)
				}
				if len(games) != 3 || len(games[1].rounds) != 1 || !reflect.DeepEqual(games[2].rounds, []transcript.Round{{Guess: "11", Feedback: "0A0B"}, {Guess: "22", Feedback: "2A0B"}}) {
					t.Errorf("%d copies: %+v", copies, games)
				}
			}
		})
	}
}

// TestSeriesEnds holds that a player that fails again and again ends the series, and that
// what is over is kept.
func TestSeriesEnds(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("players wait and are killed")
	}
	g := enginetest.Game(t, "mm2x3")
	games, err := playSeries(t, g, Options{Command: as(t, "ends")}, &Series{Secrets: codes(t, g, "11", "12"), Limit: 20})
	if err == nil || !strings.HasSuffix(err.Error(), "IndexError: list index out of range\", 5 turns in a row") || len(games) != 1 {
		t.Errorf("%v, %v", err, games)
	}
	if games, err = playSeries(t, g, Options{Command: as(t, "stillborn")}, &Series{Secrets: codes(t, g, "11"), Limit: 20}); err == nil || len(games) > 0 {
		t.Errorf("%v, %v", err, games)
	}
	untilInTime(300*time.Millisecond, func(limit time.Duration) bool {
		games, err = playSeries(t, g, Options{Command: as(t, "stays"), Timeout: limit}, &Series{Secrets: codes(t, g, "11"), Limit: 20})
		return len(games) == 1
	})
	if err == nil || len(games) != 1 {
		t.Errorf("%v, %v", err, games)
	}
}

// TestRate holds that questions keep their distance, and that nobody waits when it ends.
func TestRate(t *testing.T) {
	s := Series{Every: 20 * time.Millisecond}
	began := time.Now()
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() { s.wait(t.Context()); s.wait(t.Context()) })
	}
	if group.Wait(); time.Since(began) < 5*s.Every {
		t.Errorf("six questions in %s", time.Since(began))
	}
	s.Every = time.Hour
	ended, stop := context.WithCancel(t.Context())
	stop()
	s.wait(ended)
	s.wait(ended)
}

// TestCost holds that a cost is read only where it is one.
func TestCost(t *testing.T) {
	g := enginetest.Game(t, "mm2x3")
	for answer, want := range map[string]kept{
		"11 | cost 0.25":           {[]transcript.Round{{Guess: "11", Feedback: "2A0B"}}, 0.25},
		"| cost 3":                 {[]transcript.Round{{Failure: "format"}}, 0}, // there is no blank before it: it is a guess
		"hm | cost 1 | cost 2":     {[]transcript.Round{{Guess: "hm | cost 1", Failure: "format"}}, 2},
		"11 | cost NaN":            {[]transcript.Round{{Guess: "11 | cost NaN", Failure: "format"}}, 0},
		"11 | cost -1":             {[]transcript.Round{{Guess: "11 | cost -1", Failure: "format"}}, 0},
		"11 | cost Inf":            {[]transcript.Round{{Guess: "11 | cost Inf", Failure: "format"}}, 0},
		"a \u001b[31m \u202e \"q'": {[]transcript.Round{{Guess: "a \u001b[31m \u202e \"q'", Failure: "format"}}, 0},
	} {
		games, err := playSeries(t, g, Options{Command: as(t, "says "+answer)}, &Series{Secrets: codes(t, g, "11"), Limit: 1})
		if strings.HasPrefix(answer, "|") {
			want = kept{[]transcript.Round{{Guess: "", Failure: "format"}}, 3}
		}
		if err != nil || !reflect.DeepEqual(games[0], want) {
			t.Errorf("%q: %+v, %v", answer, games[0], err)
		}
	}
	if out, err := Play(t.Context(), g, Options{Command: as(t, "costs")}); err != nil || out.Tree == nil {
		t.Errorf("a tree of a player that says what guesses cost: %v", err)
	}
}

// TestDraw holds that samples are what they say.
func TestDraw(t *testing.T) {
	for _, name := range []string{"mm4x6", "bc3x6", "mm2x3", "twod5"} {
		g := enginetest.Game(t, name)
		secrets, _ := game.Codes(g)
		total := map[string]int{}
		for _, s := range secrets {
			total[kind(g, s)]++
		}
		for _, n := range []int{1, 2, len(secrets) / 3, len(secrets) - 1, len(secrets)} {
			for _, stratified := range []bool{false, true} {
				drawn := Draw(g, n, 7, stratified)
				seen, kinds := map[game.Code]bool{}, map[string]int{}
				for _, s := range drawn {
					seen[s] = g.IsSecret(s)
					kinds[kind(g, s)]++
				}
				if len(drawn) != n || len(seen) != n || !slices.Equal(drawn, Draw(g, n, 7, stratified)) {
					t.Fatalf("%s: %d of %d, %d different", name, len(drawn), n, len(seen))
				}
				for k, size := range total {
					if share := float64(n*size) / float64(len(secrets)); stratified && (float64(kinds[k]) <= share-1 || float64(kinds[k]) >= share+1) {
						t.Errorf("%s: %d of kind %s, its share is %.3f", name, kinds[k], k, share)
					}
				}
			}
		}
	}
	g := enginetest.Game(t, "mm4x6") // its kinds have 360, 720, 90, 120 and 6 secrets
	kinds := map[string]int{}
	for _, s := range Draw(g, 30, 1, true) {
		kinds[kind(g, s)]++
	}
	if want := map[string]int{"[1 1 1 1]": 8, "[1 1 2]": 17, "[2 2]": 2, "[1 3]": 3}; !reflect.DeepEqual(kinds, want) {
		t.Errorf("%v, want %v", kinds, want)
	}
	if slices.Equal(Draw(g, 30, 1, false), Draw(g, 30, 2, false)) || !slices.Equal(Draw(g, 30, 1, false), Draw(g, 40, 1, false)[:30]) {
		t.Error("samples of other seeds are equal, or a larger one is not a continuation")
	}
}

// secretKey is what nothing may show.
const secretKey = "sk-verysecret-1234"

// TestChat has the example of a language model play against an endpoint that does what
// endpoints do.
func TestChat(t *testing.T) {
	t.Parallel()
	if exec.Command("python3", "-c", "").Run() != nil {
		t.Skip("there is no python3")
	}
	g := enginetest.Game(t, "mm2x3")
	secrets := codes(t, g, "12", "33")
	well := func(prompt string) string {
		for _, c := range must(game.Codes(g)) {
			good := true
			for _, m := range regexp.MustCompile(`(?m)^[0-9]+\. ([0-9]+): (\w+)$`).FindAllStringSubmatch(prompt, -1) {
				good = good && g.FormatFeedback(g.Feedback(c, codes(t, g, m[1])[0])) == m[2]
			}
			if good {
				return "Thinking ...\n\nGUESS: " + g.FormatCode(c)
			}
		}
		return "none"
	}
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("another host is asked") }))
	defer elsewhere.Close()
	var gap time.Time
	for name, test := range map[string]struct {
		do     func(w http.ResponseWriter, n int) bool // whether it has answered; n counts from 1
		silent bool                                    // the first request has no answer
		texts  []string                                // in turn; nil to play well
		lost   string                                  // the reason of turns
		said   string                                  // in these, of each game
		solved int                                     // games
		stderr string                                  // of the player
		limit  int                                     // of turns; 0 for 4
		cost   float64                                 // of all
		short  bool
	}{
		"well":   {solved: 2, cost: 0.0005 * 5, short: true},
		"badly":  {texts: []string{"GUESS: 99", "My guess:\n\n12 or " + secretKey, "GUESS: " + secretKey, ""}, lost: "format", said: "99 | ? My guess: 12 or *** | *** | ?", cost: 0.0005 * 8},
		"silent": {silent: true, lost: "timeout", solved: 2, cost: 0.0005 * 5},
		"429": {do: func(w http.ResponseWriter, n int) bool {
			switch n {
			case 1:
				gap = time.Now()
				w.Header().Set("Retry-After", "0.3")
				http.Error(w, "slow down, "+secretKey, http.StatusTooManyRequests)
			case 2:
				if time.Since(gap) < 300*time.Millisecond {
					t.Error("Retry-After is not honoured")
				}
				http.Error(w, "", http.StatusServiceUnavailable)
			case 3:
				fmt.Fprint(w, `{"choices":`)
			}
			return n <= 3
		}, solved: 2, cost: 0.0005 * 5},
		"goes away": {do: func(w http.ResponseWriter, n int) bool {
			if n > 1 {
				panic(http.ErrAbortHandler)
			}
			return false
		}, limit: 2, lost: "ended", stderr: `the endpoint fails, 4 times: RemoteDisconnected`, cost: 0.0005},
		"refuses": {do: func(w http.ResponseWriter, _ int) bool {
			http.Error(w, "no such key: "+secretKey, http.StatusUnauthorized)
			return true
		}, limit: 1, lost: "ended", stderr: `the endpoint refuses: HTTP 401 no such key: ***`, short: true},
		"elsewhere": {do: func(w http.ResponseWriter, _ int) bool {
			w.Header().Set("Location", elsewhere.URL)
			w.WriteHeader(http.StatusTemporaryRedirect)
			return true
		}, limit: 1, lost: "ended", stderr: `the endpoint refuses: HTTP 307`},
	} {
		if testing.Short() && !test.short {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			n := 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				n++
				number := n
				mu.Unlock()
				body, _ := io.ReadAll(r.Body)
				var asked struct {
					Model       string
					Temperature float64
					Messages    []struct{ Role, Content string }
				}
				if err := json.Unmarshal(body, &asked); err != nil || asked.Model != "m" || asked.Temperature != 0.5 || len(asked.Messages) != 1 || r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer "+secretKey {
					t.Errorf("%v: %s %s", err, r.URL, body)
				}
				if test.silent && number == 1 {
					<-r.Context().Done() // the player is ended
					return
				}
				if test.do == nil || !test.do(w, number) {
					answer := well(asked.Messages[0].Content)
					if test.texts != nil {
						answer = test.texts[(number-1)%len(test.texts)]
					}
					text, _ := json.Marshal(answer)
					fmt.Fprintf(w, `{"choices":[{"message":{"role":"assistant","content":%s}}],"usage":{"prompt_tokens":100,"completion_tokens":40}}`, text)
				}
			}))
			defer server.Close()
			o := Options{Timeout: 20 * time.Second, Command: []string{
				"env", "CODEBREAK_BASE_URL=" + server.URL + "/v1/", "CODEBREAK_MODEL=m", "CODEBREAK_API_KEY=" + secretKey + "\n", `CODEBREAK_OPTIONS={"temperature":0.5}`,
				"CODEBREAK_PRICE_IN=1", "CODEBREAK_PRICE_OUT=10", "CODEBREAK_RETRIES=3", "CODEBREAK_BACKOFF=0.01", "python3", "players/chat.py",
			}}
			if test.silent {
				o.Timeout = time.Second
			}
			var said strings.Builder
			o.Say = func(line string) { mu.Lock(); fmt.Fprintln(&said, line); mu.Unlock() }
			number := len(secrets)
			if test.limit > 0 {
				number = 1
			}
			play := func() (map[int]kept, error) {
				return playSeries(t, g, o, &Series{Secrets: secrets[:number], Limit: cmp.Or(test.limit, 4)})
			}
			games, err := play()
			for test.silent && err != nil && o.Timeout < 10*time.Minute {
				// On a busy machine Python may take longer to start than it may take for an answer.
				o.Timeout *= 2
				mu.Lock()
				n = 0
				mu.Unlock()
				games, err = play()
			}
			if err != nil || !strings.Contains(said.String(), test.stderr) {
				t.Errorf("%v, said %q", err, said.String())
			}
			solved, cost, lost := 0, 0.0, 0
			for i, game := range games {
				cost += game.cost
				var said []string
				for _, r := range game.rounds {
					if r.Failure != "" && r.Failure != test.lost {
						t.Errorf("game %d: %+v", i, game.rounds)
					}
					if r.Failure != "" {
						lost++
					}
					said = append(said, r.Guess)
				}
				if test.said != "" && strings.Join(said, " | ") != test.said {
					t.Errorf("game %d: %q", i, said)
				}
				if game.rounds[len(game.rounds)-1].Feedback == "2A0B" {
					solved++
				}
			}
			if test.silent && lost == 0 {
				t.Error("no turn is lost")
			}
			if test.silent && lost > 1 {
				return // on a busy machine Python may take so long to start that other turns are lost
			}
			if solved != test.solved || cost < test.cost-1e-9 || cost > test.cost+1e-9 {
				t.Errorf("%d solved, cost %g: %+v", solved, cost, games)
			}
			if len(games) != number {
				t.Errorf("%d games are kept", len(games))
			}
			if shown := fmt.Sprint(err, games, said.String()); strings.Contains(shown, secretKey) {
				t.Errorf("the key is shown: %s", shown)
			}
		})
	}
}

// TestMaxGuesses holds that the numbers which random players draw from are different.
func TestMaxGuesses(t *testing.T) {
	s := team{}
	if s.draw(0, tree.MaxGuesses-1) == s.draw(1, 0) {
		t.Error("two turns have one number")
	}
}

func must(secrets, _ []game.Code) []game.Code { return secrets }

// TestMostGames refuses runs for which there is no memory.
func TestMostGames(t *testing.T) {
	g := enginetest.Game(t, "mm2x3")
	for _, runs := range []int{math.MaxInt, MostGames, MostGames/9 + 1} {
		if _, err := Play(t.Context(), g, Options{Command: as(t, "random"), Runs: runs}); err == nil || !strings.Contains(err.Error(), "are more than 100000000 games") {
			t.Errorf("%d runs: %v", runs, err)
		}
	}
}

// TestFreeGuesses distinguishes a player whose guesses cost nothing from one that does not say
// what they cost.
func TestFreeGuesses(t *testing.T) {
	g := enginetest.Game(t, "mm2x3")
	for answer, unpriced := range map[string]bool{"11 | cost 0": false, "11 | cost 0.5": false, "11": true, "11 | cost NaN": true} {
		s := &Series{Secrets: codes(t, g, "11"), Limit: 1}
		if _, err := playSeries(t, g, Options{Command: as(t, "says "+answer)}, s); err != nil || s.Unpriced != unpriced {
			t.Errorf("%q: unpriced %t (%v)", answer, s.Unpriced, err)
		}
	}
	first := codes(t, g, "11")[0]
	s := &Series{Secrets: codes(t, g, "11"), Limit: 1}
	if _, err := playSeries(t, g, Options{Command: as(t, "says 11"), First: &first}, s); err != nil || s.Unpriced {
		t.Errorf("a player that is asked for no guess is unpriced: %t (%v)", s.Unpriced, err)
	}
}
