package cli

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"codebreak/engine/game"
)

// TestPositionsHideTheAnswer has players who read no feedback choose: none is right more or
// less often than by chance, by four standard errors. All answers are found again by trying
// every code.
func TestPositionsHideTheAnswer(t *testing.T) {
	count := 400
	if testing.Short() {
		count = 60
	}
	for name, rounds := range map[string]int{"mm2x4": 3, "mm3x5": 4, "mm4x6": 5, "bc4x10": 5} {
		g, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		n := count
		if name == "bc4x10" {
			n /= 5
		}
		var out, stderr bytes.Buffer
		if code := Run(testEntries, []string{"positions", name, "--rounds", strconv.Itoa(rounds), "--choices", "4", "--count", strconv.Itoa(n)}, nil, &out, &stderr); code != 0 {
			t.Fatal(stderr.String())
		}
		right, items := map[string]int{}, 0
		for d := json.NewDecoder(&out); d.More(); items++ {
			var p deduction
			if err := d.Decode(&p); err != nil {
				t.Fatal(err)
			}
			checkPosition(t, g, p)
			for player, i := range blind(g, p.Choices) {
				right[player] += one(i == *p.AnswerIndex)
			}
		}
		if items != n {
			t.Errorf("%s: %d positions", name, items)
		}
		for player, k := range right {
			if z := (float64(k) - float64(n)/4) / math.Sqrt(float64(n)*3/16); math.Abs(z) > 4 {
				t.Errorf("%s: the choice that is %s is right %d times of %d", name, player, k, n)
			}
		}
	}
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
	if len(answers) != 1 || !slices.Equal(answers, p.Answers) || !slices.Equal(among, answers) || p.Choices[*p.AnswerIndex] != answers[0] {
		t.Fatalf("%+v: the answers are %v", p, answers)
	}
}

// blind are players who look at the choices only.
func blind(g game.Game, choices []string) map[string]int {
	scores := map[string]func(string) float64{
		"nearest": func(c string) (sum float64) {
			for _, other := range choices {
				a, _ := g.ParseCode(c)
				b, _ := g.ParseCode(other)
				black, white := g.Reference(a, b).Pegs()
				sum += 2*float64(black) + float64(white)
			}
			return sum
		},
		"most repetitive": func(c string) (repeats float64) {
			for _, symbol := range c {
				repeats += float64(strings.Count(c, string(symbol)))
			}
			return repeats
		},
		"last in order": func(c string) float64 { n, _ := strconv.Atoi(c); return float64(n) },
		"first listed":  func(c string) float64 { return -float64(slices.Index(choices, c)) },
	}
	out := map[string]int{}
	for name, score := range scores {
		most, least := 0, 0
		for i, c := range choices {
			if score(c) > score(choices[most]) {
				most = i
			}
			if score(c) < score(choices[least]) {
				least = i
			}
		}
		out[name], out["not "+name] = most, least
	}
	return out
}
