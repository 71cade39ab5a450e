package words

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
)

// randomWords draws words of a small alphabet, with letters beyond ASCII, so that
// letters repeat.
func randomWords(rng *rand.Rand, letters, n int) []string {
	alphabet := []rune("abeßжあ")
	var out []string
	for range n {
		word := make([]rune, letters)
		for i := range word {
			word[i] = alphabet[rng.IntN(len(alphabet))]
		}
		if !slices.Contains(out, string(word)) {
			out = append(out, string(word))
		}
	}
	return out
}

// randomGame draws a game from lists whose guesses are more than its secrets.
func randomGame(t *testing.T, rng *rand.Rand, rule Rule, letters int) *Game {
	t.Helper()
	words := randomWords(rng, letters, 90)
	secrets := enginetest.Must(NewList("secrets", words[:(len(words)+1)/2]))(t)
	guesses := enginetest.Must(NewList("guesses", words))(t)
	return enginetest.Must(New(rule, secrets, guesses))(t)
}

// wordle is a game whose words may all be secret and guessed.
func wordle(t *testing.T, words ...string) *Game {
	t.Helper()
	list := enginetest.Must(NewList("words", words))(t)
	return enginetest.Must(New(Wordle, list, nil))(t)
}

// TestWordsFeedback compares feedback, and the table of it, with the pencil rule, for
// every rule and words of every length; the text of all feedback is read back.
func TestWordsFeedback(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 920))
	for _, rule := range Rules() {
		for letters := 1; letters <= maxLetters; letters++ {
			w := randomGame(t, rng, rule, letters)
			secrets, guesses := game.Codes(w)
			table, err := w.table(t.Context())
			if err != nil {
				t.Fatal(err)
			}

			seen := map[game.Feedback]bool{}
			for _, secret := range secrets {
				for _, guess := range guesses {
					want := w.Reference(secret, guess)
					got := w.Feedback(secret, guess)
					at := table.Row(secret)*table.Guesses + table.Column(guess)
					var tabled game.Feedback
					if table.Narrow != nil {
						tabled = game.Feedback(table.Narrow[at])
					} else {
						tabled = game.Feedback(table.Wide[at])
					}
					final := want == w.Final()
					if got != want || tabled != want || int(want) >= w.OutcomeLimit() || final != (secret == guess) {
						t.Fatalf("%s, secret %s, guess %s: %d, tabled %d, with a pencil %d", rule, w.FormatCode(secret), w.FormatCode(guess), got, tabled, want)
					}

					if !seen[want] {
						seen[want] = true
						text := w.FormatFeedback(want)
						if back, err := w.ParseFeedback(strings.ToLower(text)); err != nil || back != want {
							t.Fatalf("%s: %s is read back as %d, %v", rule, text, back, err)
						}
					}

					if rule == Wordle && !w.usesHints(secret, game.Round{Guess: guess, Feedback: want}) {
						t.Fatalf("%s: the secret %s does not use the hints of its own feedback on %s", rule, w.FormatCode(secret), w.FormatCode(guess))
					}
				}
			}
		}
	}
}

// TestWordle states the rule by examples with repeated letters.
func TestWordle(t *testing.T) {
	w := wordle(t, "abbey", "babes", "keeps", "abyss", "algae", "kebab", "opens")
	for _, x := range []struct{ secret, guess, feedback string }{
		{"abbey", "babes", "YYGGB"},
		{"abbey", "kebab", "BYGYY"},
		{"abbey", "abyss", "GGYBB"},
		{"abbey", "keeps", "BYBBB"},
		{"abbey", "algae", "GBBBY"},
		{"abbey", "opens", "BBYBB"},
		{"abbey", "abbey", "GGGGG"},
		{"opens", "keeps", "BBGYG"},
	} {
		secret, _ := w.ParseCode(x.secret)
		guess, _ := w.ParseCode(strings.ToUpper(x.guess))
		if got := w.FormatFeedback(w.Feedback(secret, guess)); got != x.feedback {
			t.Errorf("%s for %s: %s, want %s", x.guess, x.secret, got, x.feedback)
		}
	}

	for text, want := range map[string]string{
		"gybbg":     "GYBBG",
		"21002":     "GYBBG",
		"🟩🟨⬛⬜🟩":     "GYBBG",
		" GGGGG ":   "GGGGG",
		"GYXXG":     "GYBBG",
		"gy..g":     "GYBBG",
		"GY--G":     "GYBBG",
		"GY__G":     "GYBBG",
		"G Y X X G": "GYBBG",
		"GPBBG":     "GYBBG",
		"🟩🟪⬛️⬛️🟩":   "GYBBG",
		"🟧🟦⬜⬜🟧":     "GYBBG",
		"🟧 🟦 ⬛ ⬛ 🟧": "GYBBG",
		":large_green_square::large_yellow_square::white_large_square::black_large_square::large_orange_square:": "GYBBG",
		":green_square: :large_blue_square: :white_large_square: :black_large_square: :green_square:":            "GYBBG",
		"green, yellow, grey, gray, green": "GYBBG",
	} {
		if f, err := w.ParseFeedback(text); err != nil || w.FormatFeedback(f) != want {
			t.Errorf("%q is read as %s, %v", text, w.FormatFeedback(f), err)
		}
	}

	for text, want := range map[string]string{
		"GGGGY":                "cannot occur",
		"GYBB":                 "4 colours",
		":large_green_square:": "1 colour;",
		":large_red_square:":   "18 colours",
		"GYBBZ":                `'Z' at position 5`,
		"":                     "0 colours",
		"33333":                "'3' at position 1",
	} {
		_, err := w.ParseFeedback(text)
		enginetest.Refused(t, text, err, want)
	}
}

// TestUsesHints states the rule of the hard mode by examples.
func TestUsesHints(t *testing.T) {
	w := wordle(t, "abbey", "babes", "keeps", "abyss", "algae", "kebab", "opens", "eagle")
	for _, x := range []struct {
		guess, feedback, next string
		obeys                 bool
	}{
		{"algae", "GBBBY", "abbey", true},
		{"algae", "GBBBY", "abyss", false}, // no e
		{"algae", "GBBBY", "algae", true},  // grey letters may be used again, in the same place too
		{"keeps", "BYBBB", "opens", true},
		{"keeps", "BYYBB", "opens", false}, // two of e
		{"keeps", "BYYBB", "eagle", true},
		{"keeps", "BGYBB", "kebab", false},
		{"kebab", "BYGYY", "babes", true},
		{"kebab", "BYGYY", "abyss", false},
	} {
		guess, _ := w.ParseCode(x.guess)
		next, _ := w.ParseCode(x.next)
		f := enginetest.Must(w.ParseFeedback(x.feedback))(t)
		if got := w.usesHints(next, game.Round{Guess: guess, Feedback: f}); got != x.obeys {
			t.Errorf("%s after %s %s: %v, want %v", x.next, x.guess, x.feedback, got, x.obeys)
		}
	}
}

// TestComputedGames counts the computed words, and checks the primes by their published
// checksum, and some equations by hand.
func TestComputedGames(t *testing.T) {
	for name, want := range map[string]int{
		"primel": 8363, "wordle-3x4": 64, "wordle-10x2": 1 << 10,
		"nerdle5": 217, "nerdle6": 206, "nerdle7": 7561, "nerdle8": 17723,
	} {
		if testing.Short() && want > 10000 {
			continue
		}
		g, err := game.Parse(name)
		w, ok := g.(*Game)
		if err != nil || !ok || game.CountSecrets(w) != want || game.CountGuesses(w) != want || w.String() != name {
			t.Errorf("%s: %d secrets, want %d", name, game.CountSecrets(w), want)
		}

		if again, _ := game.Parse(name); again != game.Game(w) {
			t.Errorf("%s is made twice", name)
		}

		if name == "primel" && game.ListsOf(w)[0].SHA256 != "67a32fe976b4f7b824960596e30c7fcb3fc11842f848c29f5d5c1aa176bac5d4" {
			t.Errorf("the primes have the checksum %s", game.ListsOf(w)[0].SHA256)
		}

		for _, x := range []string{"3*8=24", "1+2=3", "58-46=12", "4/6*9=6", "0=0", "7-7=0", "00+1=1", "1+0=1", "12=12", "1-2=-1", "3/2=1", "48-32=16"} {
			if len(x) != w.letters || !strings.HasPrefix(name, "nerdle") {
				continue
			}
			_, err := w.ParseCode(x)
			if allowed := !slices.Contains([]string{"00+1=1", "1+0=1", "1-2=-1", "3/2=1", "0=0"}, x); (err == nil) != allowed {
				t.Errorf("%s in %s: %v", x, name, err)
			}
		}
	}
}

// TestListsByName reads games whose lists are in a folder, in any order, and checks the
// errors on missing lists.
func TestListsByName(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		enginetest.WriteFile(t, path, text)
		return path
	}

	answers := enginetest.Must(ReadList(write("answers.txt", "\ufeffbanjo\r\nCrane\r\nabide\r\n\r\n"), ListOptions{}))(t)
	allowed := enginetest.Must(ReadList(write("allowed.txt", "crane\nzebra\nabide\nbanjo"), ListOptions{}))(t)
	w := enginetest.Must(New(Wordle, answers, allowed))(t)

	_, guesses := game.CodesIn(w, game.File)
	var order []string
	for _, c := range guesses {
		order = append(order, w.FormatCode(c))
	}
	if strings.Join(order, " ") != "banjo crane abide zebra" {
		t.Errorf("the order of the files is %v", order)
	}

	full := enginetest.Must(game.FullOrder(w, game.File))(t)
	if err := game.CheckOrder(w, full); err != nil {
		t.Errorf("order %s: %v", full, err)
	}
	enginetest.Refused(t, "another file", game.CheckOrder(w, "file=00000000"), "")
	enginetest.Refused(t, "swap", game.CheckOrder(w, game.Swap), "")

	_, err := game.Parse(w.String())
	enginetest.Refused(t, "a game without its lists", err, "not found; pass its folder with --lists")
	ListsFrom(dir, ListOptions{})
	if read, err := game.Parse(w.String()); err != nil || read.String() != w.String() {
		t.Errorf("%s: %v", w, err)
	}

	ListsFrom("", ListOptions{})
	_, err = game.Parse("wordle")
	enginetest.Refused(t, "wordle", err, "--answers")
}

// TestReadWordListErrors gives lists that cannot be read.
func TestReadListErrors(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("x", 5000)
	for name, x := range map[string]struct{ text, want string }{
		"unequal": {"abc\nabcd\n", `unequal:2: word "abcd" has 4 letters, most others have 3`},
		"twice":   {"abc\ndef\nABC\n", `twice:3: word "abc" stands in line 1 already`},
		"empty":   {"\n\n", "empty is empty"},
		"nothing": {"", "nothing is empty"},
		"gap":     {"abc\n\ndef\n", "gap:2: an empty line between words"},
		"latin":   {"abc\nd\xe9f\n", "latin:2: this is not UTF-8"},
		"longest": {"abcdefghijklmno\n", "longest:1: word \"abcdefghijklmno\" has 15 letters; at most 14"},
		"line":    {"abc\n" + long + "\n", "line:2: the line is too long"},
		"space":   {"a bc\n", `space:1: word "a bc" contains ' '`},
		"control": {"a\x07c\n", `contains '\a'`},
		"many":    {manyWords(), "many:65536: more than 65,535 words"},
	} {
		path := filepath.Join(dir, name)
		enginetest.WriteFile(t, path, x.text)
		_, err := ReadList(path, ListOptions{})
		enginetest.Refused(t, name, err, x.want)
		if text := fmt.Sprint(err); strings.Contains(text, "\n") || len(text) > 300 {
			t.Errorf("%s: %v is too long", name, err)
		}
	}

	huge := filepath.Join(dir, "huge")
	enginetest.WriteFile(t, huge, "")
	if err := os.Truncate(huge, 100<<20); err != nil {
		t.Fatal(err)
	}

	for path, want := range map[string]string{
		huge:                       "104,857,600 bytes; at most",
		dir:                        "is not a regular file",
		filepath.Join(dir, "none"): "no such file",
	} {
		_, err := ReadList(path, ListOptions{})
		enginetest.Refused(t, path, err, want)
	}

	small := enginetest.Must(NewList("small", []string{"abc", "xyz"}))(t)
	for want, allowed := range map[string][]string{
		"4 letters, those of small have 3":                                        {"abcd"},
		`small:2: "xyz" may be secret, but other lacks it; add the secrets to it`: {"abc", "def"},
	} {
		_, err := New(Wordle, small, enginetest.Must(NewList("other", allowed))(t))
		enginetest.Refused(t, "small", err, want)
	}
}

func manyWords() string {
	var b strings.Builder
	for n := range maxWords + 1 {
		fmt.Fprintf(&b, "%05d\n", n)
	}
	return b.String()
}

// TestNames reads names without computing any words, and refuses those that are wrong.
func TestNames(t *testing.T) {
	const times = 100
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range times {
		if _, err := game.Parse("wordle-4x15"); err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	if allocated := (after.TotalAlloc - before.TotalAlloc) / times; allocated > 100_000 {
		t.Errorf("reading a name takes %d bytes of memory", allocated)
	}

	for name, want := range map[string]string{
		"wordle-11x2": "1 to 10",
		"wordle-5x26": "more than 65,535 words",
		"wordle-05x2": "without leading zeros",
		"wordle-2x27": "2 to 26",
		"wordle-2x1":  "2 to 26",
	} {
		_, err := game.Parse(name)
		enginetest.Refused(t, name, err, want)
	}
}

// TestPrepare stops the making of a table, which the next call makes all the same.
func TestPrepare(t *testing.T) {
	w := randomGame(t, rand.New(rand.NewPCG(1, 2)), Wordle, 5)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := game.Prepare(stopped, w); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if err := game.Prepare(t.Context(), w); err != nil {
		t.Error(err)
	}
	if err := game.Prepare(stopped, w); err != nil {
		t.Errorf("made already: %v", err)
	}
}
