package absurdle_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/absurdle"
	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	_ "codebreak/engine/game/pegs"
	"codebreak/engine/game/words"
)

// gameOf returns a game of words written here.
func gameOf(t *testing.T, rule words.Rule, answers, allowed string) game.Game {
	t.Helper()
	list := func(text string) *words.List {
		path := t.TempDir() + "/list.txt"
		enginetest.WriteFile(t, path, strings.ReplaceAll(text, " ", "\n"))
		return enginetest.Must(words.ReadList(path, words.ListOptions{}))(t)
	}
	if allowed == "" {
		return enginetest.Must(words.New(rule, list(answers), nil))(t)
	}
	return enginetest.Must(words.New(rule, list(answers), list(allowed)))(t)
}

// TestFeedback breaks ties as Absurdle does: by the fewest greens, the fewest yellows, and then
// from the left, grey before yellow before green.
func TestFeedback(t *testing.T) {
	for _, test := range []struct{ answers, allowed, guess, want string }{
		{"ba cx", "xa ba cx", "xa", "YB"},                    // BG has a green
		{"abc bcd", "axb abc bcd", "axb", "BBY"},             // GBY has a green
		{"xay xbz", "aby xay xbz", "aby", "BGB"},             // YBG has a yellow too
		{"axxx xxxb", "yabz axxx xxxb yyyy", "yabz", "BBYB"}, // of two that are yellow, grey first
		{"abx cdx", "abx cdx", "abx", "BBG"},                 // the secret itself comes last
		{"aa bb cc", "aa bb cc", "aa", "BB"},                 // the most words
		{"ab ba cd dc", "ab ba cd dc", "ab", "BB"},           // the same
		{"aab bba", "aab bba aaa", "aaa", "BBG"},             // one green rather than two
		{"abcd badc", "abcd badc bacd", "bacd", "YYGG"},      // two of each
	} {
		g := gameOf(t, words.Wordle, test.answers, test.allowed)
		secrets, _ := game.Codes(g)
		got := g.FormatFeedback(absurdle.Feedback(g, secrets, enginetest.Code(t, g, test.guess)).Feedback)
		if !slices.Contains(strings.Fields(test.want), got) {
			t.Errorf("%s, guess %s: %s, want %s", test.answers, test.guess, got, test.want)
		}
	}
}

// small are games with few lines.
func small(t *testing.T) (games []game.Game) {
	for _, name := range []string{"mm1x2", "mm2x2", "mm2x3", "mm3x3", "bp2x3", "bp3x2", "bc2x4", "bc3x4", "pos3x4", "pos2x5", "pos3x4-counted", "twod5"} {
		games = append(games, enginetest.Game(t, name))
	}
	return append(games,
		gameOf(t, words.Wordle, "ba cx", "xa ba cx"),
		gameOf(t, words.Wordle, "aa bb ab", ""), // nothing forces ab
		gameOf(t, words.Wordle, "cat bat hat mat rat vat", ""),
		gameOf(t, words.Wordle, "cat bat hat mat cot dog", "cat bat hat mat cot dog chm dgc tab"),
		gameOf(t, words.Wordle, "aab abb bba baa aaa bbb", "aab abb bba baa aaa bbb abc cba"),
		gameOf(t, words.Jotto, "cat act tac dog god cot", "cat act tac dog god cot tog"),
		gameOf(t, words.Bulls, "cat act tac dog god cot", ""),
		gameOf(t, words.Black, "cat bat hat mat cot dog", "cat bat hat mat cot dog chm"),
		gameOf(t, words.Wordle, "one", "one two"),
	)
}

// TestNaive holds the search against plain code that follows all lines, breadth first: the
// fewest guesses, all first guesses of such lines, and the fewest that force each secret.
func TestNaive(t *testing.T) {
	for _, g := range small(t) {
		secrets, guesses := game.Codes(g)
		fewest := newNaive(g)
		ofAll := fewest.guesses(nil)
		least := slices.Min(slices.DeleteFunc(slices.Clone(ofAll), func(n int) bool { return n == 0 }))

		r := solve(t, g, absurdle.Options{Workers: 2})
		if r.Lower != least || r.Never {
			t.Errorf("%s: %+v, want %d guesses", g, r, least)
		}
		for _, first := range guesses {
			want := slices.Contains(fewest.guesses(&first), least)
			symmetric := game.StructureOf(g).Symmetry != game.Asymmetric && !slices.Contains(r.Firsts, first)
			if slices.Contains(r.Firsts, first) != want && !symmetric {
				t.Errorf("%s: first guesses %v, %s wanted: %t", g, r.Firsts, g.FormatCode(first), want)
			}
		}

		forced := solve(t, g, absurdle.Options{All: true})
		for i, want := range ofAll {
			if slices.Contains(forced.Forced, secrets[i]) != (want == least) {
				t.Errorf("%s: %d guesses force %v; %s by %d", g, forced.Lower, forced.Forced, g.FormatCode(secrets[i]), want)
			}
			r := solve(t, g, absurdle.Options{Target: &secrets[i]})
			if r.Never != (want == 0) || !r.Never && (r.Lower != want || r.Line[len(r.Line)-1] != secrets[i]) {
				t.Errorf("%s: %s: %+v, want %d guesses", g, g.FormatCode(secrets[i]), r, want)
			}
		}
	}
}

// solve finds a line, and replays it.
func solve(t *testing.T, g game.Game, o absurdle.Options) absurdle.Result {
	t.Helper()
	r, err := absurdle.Solve(t.Context(), g, o)
	if err != nil || r.Never && r.Line != nil || r.Line != nil && len(r.Line) != r.Lower {
		t.Fatalf("%s, %+v: %+v, %v", g, o, r, err)
	}
	for i, round := range absurdle.Play(g, r.Line, absurdle.Feedback) {
		if won := round.Feedback == g.Final(); won != (i == len(r.Line)-1) {
			t.Errorf("%s: line %v, round %d: %s", g, r.Line, i+1, g.FormatFeedback(round.Feedback))
		}
	}
	return r
}

// A naive search knows the sets of secrets that lines lead to, by their length.
type naive struct {
	game game.Game
}

func newNaive(g game.Game) *naive { return &naive{game: g} }

// guesses returns the fewest guesses that force each secret, in lines that begin with a guess or,
// for nil, with any; 0 if none do.
func (n *naive) guesses(first *game.Code) []int {
	secrets, guesses := game.Codes(n.game)
	fewest := make([]int, len(secrets))
	begin := guesses
	if first != nil {
		begin = []game.Code{*first}
	}

	seen := map[string]bool{}
	level := [][]game.Code{secrets}
	for length := 1; len(level) > 0; length++ {
		var next [][]game.Code
		for _, set := range level {
			for _, guess := range begin {
				left, f := n.answer(set, guess)
				if f == n.game.Final() {
					if i := slices.Index(secrets, guess); fewest[i] == 0 {
						fewest[i] = length
					}
				} else if key := fmt.Sprint(left); !seen[key] {
					seen[key] = true
					next = append(next, left)
				}
			}
		}
		level, begin = next, guesses
	}
	return fewest
}

// answer is the codemaker's, by the rules of the games as a person would state them.
func (n *naive) answer(set []game.Code, guess game.Code) (left []game.Code, best game.Feedback) {
	classes := map[game.Feedback][]game.Code{}
	for _, secret := range set {
		f := n.game.Reference(secret, guess)
		classes[f] = append(classes[f], secret)
	}
	for f, class := range classes {
		if left == nil || len(class) > len(left) || len(class) == len(left) && n.before(f, best) {
			left, best = class, f
		}
	}
	return left, best
}

// before orders feedback by its text: pegs such as 1A2B, or places such as GYB.
func (n *naive) before(a, b game.Feedback) bool {
	marks := func(f game.Feedback) (right, elsewhere int) {
		text := n.game.FormatFeedback(f)
		if strings.HasSuffix(text, "B") && strings.Contains(text, "A") {
			return int(text[0] - '0'), int(text[2] - '0')
		}
		if _, dots := n.game.FormatFeedback(0), strings.ContainsAny(text, "0123456789"); dots && strings.ContainsAny(text, ".G") {
			return strings.Count(text, "G"), int(text[len(text)-1] - '0')
		}
		return strings.Count(text, "G"), strings.Count(text, "Y")
	}
	rightA, elsewhereA := marks(a)
	rightB, elsewhereB := marks(b)
	switch {
	case rightA != rightB:
		return rightA < rightB
	case elsewhereA != elsewhereB:
		return elsewhereA < elsewhereB
	}
	return a < b
}

// TestRefused names what is wrong, and stops with the context.
func TestRefused(t *testing.T) {
	g := gameOf(t, words.Wordle, "ba cx", "xa ba cx")
	xa := enginetest.Code(t, g, "xa")
	_, err := absurdle.Solve(t.Context(), g, absurdle.Options{Target: &xa})
	enginetest.Refused(t, "xa", err, "xa cannot be a secret of wordle")
	none := game.Serial(9)
	_, err = absurdle.Solve(t.Context(), g, absurdle.Options{First: &none})
	enginetest.Refused(t, "9", err, "may not be guessed")

	ended, stop := context.WithCancel(t.Context())
	stop()
	if _, err := absurdle.Solve(ended, enginetest.Game(t, "mm3x4"), absurdle.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if r := solve(t, g, absurdle.Options{Most: 1}); r.Line != nil {
		t.Error(r)
	}
}
