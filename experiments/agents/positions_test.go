package agents

import (
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
)

// TestPositionsHideTheAnswer has players who read no feedback choose: none is right more or
// less often than random choice, by the error of 99.9 %. Some read the choices only, others
// the guesses too. All answers are found again by trying every code.
func TestPositionsHideTheAnswer(t *testing.T) {
	if testing.Short() {
		t.Skip("many positions are made")
	}
	const chance, error999 = 0.25, 3.29
	list := filepath.Join(t.TempDir(), "words.txt")
	enginetest.WriteFile(t, list, strings.Join(fiveLetters(), "\n")+"\n")

	for _, test := range []struct {
		args    string
		count   int // of positions
		checked int // of these, by trying every code
	}{
		{"mm2x4 --rounds 3", 800, 400},
		{"mm3x5 --rounds 4", 800, 200},
		{"mm4x6 --rounds 2", 400, 20},
		{"mm4x6 --rounds 3", 400, 20},
		{"mm4x6 --rounds 5", 400, 80},
		{"bc4x10 --rounds 3", 250, 20},
		{"bc4x10 --rounds 5", 80, 20},
		{"wordle-3x4 --rounds 4 --left 2", 800, 400},
		{"wordle --rounds 2 --answers " + list, 400, 40},
	} {
		switch {
		case testing.Short():
			test.count, test.checked = 60, 10
		case enginetest.Long():
			test.count, test.checked = 5*test.count, 5*test.checked
		default:
			test.checked /= 4
		}
		args := append([]string{"positions", "--choices", "4", "--count", strconv.Itoa(test.count)}, strings.Fields(test.args)...)
		stdout := mustRun(t, args...)

		right, items := map[string]int{}, 0
		for d := json.NewDecoder(strings.NewReader(stdout)); d.More(); items++ {
			var p deduction
			if err := d.Decode(&p); err != nil {
				t.Fatal(err)
			}
			g := enginetest.Game(t, p.Game)
			if items < test.checked {
				checkPosition(t, g, p)
			}
			checkChoices(t, p)
			for player, i := range blind(p) {
				right[player] += oneIf(i == *p.AnswerIndex)
			}
		}
		if items != test.count {
			t.Errorf("%s: %d positions", test.args, items)
		}

		n := float64(items)
		for player, k := range right {
			if z := (float64(k) - n*chance) / math.Sqrt(n*chance*(1-chance)); math.Abs(z) > error999 {
				t.Errorf("%s: the choice that is %s is right %d times of %d", test.args, player, k, items)
			}
		}
	}
}

// fiveLetters are words of all patterns of repeated letters, for a game of words from a list.
func fiveLetters() (words []string) {
	const symbols = "abcdefgh"
	for i := range 600 {
		n := i * 7919 % 32768 // no two are equal: 7919 is odd
		word := make([]byte, 5)
		for k := range word {
			word[k] = symbols[n>>(3*k)&7]
		}
		words = append(words, string(word))
	}
	return words
}

// checkChoices holds that any two choices differ in equally many places, and that none is
// guessed.
func checkChoices(t *testing.T, p deduction) {
	t.Helper()
	distances := map[int]bool{}
	for i, a := range p.Choices {
		for _, b := range p.Choices[:i] {
			same, _ := alike(a, b)
			distances[len(a)-same] = true
		}
		if slices.ContainsFunc(p.Rounds, func(r [2]string) bool { return r[0] == a }) {
			t.Fatalf("%+v: %s is guessed", p, a)
		}
	}
	if len(distances) != 1 || distances[0] {
		t.Fatalf("%+v: the choices differ in %v places", p, distances)
	}
}

// alike counts the places in which two codes have the same symbol, and the symbols that they
// share in any place.
func alike(a, b string) (same, shared int) {
	var unmatched [128]int // symbols of b
	for i := range len(a) {
		same += oneIf(a[i] == b[i])
		unmatched[b[i]]++
	}
	for i := range len(a) {
		shared += oneIf(unmatched[a[i]] > 0)
		unmatched[a[i]]--
	}
	return same, shared
}

// checkPosition tries every code.
func checkPosition(t *testing.T, g game.Game, p deduction) {
	t.Helper()
	secrets, _ := game.Codes(g)
	var answers []string
	for _, c := range secrets {
		agrees := true
		for _, r := range p.Rounds {
			guess, _ := g.ParseCode(r[0])
			agrees = agrees && g.FormatFeedback(g.Reference(c, guess)) == r[1]
		}
		if agrees {
			answers = append(answers, g.FormatCode(c))
		}
	}
	among := slices.DeleteFunc(slices.Clone(p.Choices), func(c string) bool { return !slices.Contains(answers, c) })
	if !slices.Equal(answers, p.Answers) || len(among) != 1 || p.Choices[*p.AnswerIndex] != among[0] {
		t.Fatalf("%+v: the answers are %v", p, answers)
	}
}

// blind are players who look at the choices and the guesses only. Each has a twin who
// chooses what it likes least.
func blind(p deduction) map[string]int {
	symbol := func(c string) (n float64) { // how often the symbols of a code are guessed
		for _, r := range p.Rounds {
			for _, s := range c {
				n += float64(strings.Count(r[0], string(s)))
			}
		}
		return n
	}
	likeness := func(c string, others ...string) (sum float64) {
		for _, other := range others {
			same, shared := alike(c, other)
			sum += float64(same + shared)
		}
		return sum
	}
	var guesses []string
	for _, r := range p.Rounds {
		guesses = append(guesses, r[0])
	}
	last := guesses[len(guesses)-1]

	scores := map[string]func(string) float64{
		"most like the choices":     func(c string) float64 { return likeness(c, p.Choices...) },
		"most like the last guess":  func(c string) float64 { return likeness(c, last) },
		"most like the first guess": func(c string) float64 { return likeness(c, guesses[0]) },
		"most like all guesses":     func(c string) float64 { return likeness(c, guesses...) },
		"in the places of the last": func(c string) float64 { same, _ := alike(c, last); return float64(same) },
		"of symbols often guessed":  symbol,
		"most repetitive": func(c string) (n float64) {
			for _, s := range c {
				n += float64(strings.Count(c, string(s)))
			}
			return n
		},
		"last in order": func(c string) float64 { return float64(slices.Index(slices.Sorted(slices.Values(p.Choices)), c)) },
		"first listed":  func(c string) float64 { return -float64(slices.Index(p.Choices, c)) },
	}
	out := map[string]int{}
	for name, score := range scores {
		most, least := 0, 0
		for i, c := range p.Choices {
			if score(c) > score(p.Choices[most]) {
				most = i
			}
			if score(c) < score(p.Choices[least]) {
				least = i
			}
		}
		out[name], out["not "+name] = most, least
	}
	return out
}
