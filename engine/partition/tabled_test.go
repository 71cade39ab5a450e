package partition

import (
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/game/words"
)

// wordGames are games from lists: with few answers and with many, with more guesses
// than secrets, and with more secrets than answers.
func wordGames(t *testing.T, rng *rand.Rand) (games []game.Game) {
	t.Helper()
	letters := []rune("abcdé")
	for _, length := range []int{2, 4, 7} {
		seen := map[string]bool{}
		var list []string
		for range 400 {
			word := make([]rune, length)
			for i := range word {
				word[i] = letters[rng.IntN(len(letters))]
			}
			if !seen[string(word)] {
				seen[string(word)] = true
				list = append(list, string(word))
			}
		}
		guesses, err := words.NewList("guesses", list)
		if err != nil {
			t.Fatal(err)
		}
		secrets, err := words.NewList("secrets", list[:2*len(list)/3])
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range words.Rules() {
			g, err := words.New(rule, secrets, guesses)
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, g)
		}
	}
	return games
}

// TestWordsAgreeWithNaive counts, splits and scans in games from lists, and compares
// with the pencil rule.
func TestWordsAgreeWithNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 972))
	for _, g := range wordGames(t, rng) {
		for _, order := range []game.Order{game.Lex, game.File} {
			secrets, guesses := game.CodesIn(g, order)
			space := NewSpace(g)
			for _, n := range []int{1, 2, 7, 40, len(secrets)} {
				candidates := slices.Clone(secrets)
				rng.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
				candidates = candidates[:min(n, len(candidates))]
				space.Load(candidates)
				for range 5 {
					checkWordGuess(t, g, space, candidates, guesses[rng.IntN(len(guesses))])
				}
				checkWordGuess(t, g, space, candidates, candidates[0])
				if order == game.Lex { // lists of guesses read backward are compared as codes
					checkScans(t, rng, g, candidates, guesses, space)
				}
			}
		}
	}
}

// checkWordGuess is checkGuess for games with any number of answers.
func checkWordGuess(t *testing.T, g game.Game, space Space, candidates []game.Code, guess game.Code) {
	t.Helper()
	want := map[game.Feedback][]game.Code{}
	for _, secret := range candidates {
		f := g.Reference(secret, guess)
		want[f] = append(want[f], secret)
	}
	counts := NewCounts(g)
	counts[0] = -1
	space.Count(guess, counts)
	parts := Split(g, candidates, guess)
	if len(parts) != len(want) {
		t.Fatalf("%s, guess %s: %d parts, naively %d", g, g.FormatCode(guess), len(parts), len(want))
	}
	for f, n := range counts {
		if int(n) != len(want[game.Feedback(f)]) {
			t.Fatalf("%s, guess %s, answer %d: counted %d, naively %d", g, g.FormatCode(guess), f, n, len(want[game.Feedback(f)]))
		}
	}
	for i, part := range parts {
		if !slices.Equal(part.Codes, want[part.Feedback]) || i > 0 && part.Feedback <= parts[i-1].Feedback {
			t.Fatalf("%s, guess %s, answer %d: %v, naively %v", g, g.FormatCode(guess), part.Feedback, part.Codes, want[part.Feedback])
		}
	}
}

// TestKeep compares Keep with a filter of codes, after some were read.
func TestKeep(t *testing.T) {
	g, err := game.Parse("mm3x6")
	if err != nil {
		t.Fatal(err)
	}
	codes, _ := game.Codes(g)
	for _, backward := range []bool{false, true} {
		list := NewGuesses(g, codes)
		want := slices.Clone(codes)
		if backward {
			list = list.Reversed()
			slices.Reverse(want)
		}
		list.take(1 << 3)
		keep := func(c game.Code) bool { return c.At(2)%2 == 0 && c.At(0) != 3 }
		left := slices.Collect(list.All)
		want = slices.DeleteFunc(want[len(want)-len(left):], func(c game.Code) bool { return !keep(c) })
		if got := slices.Collect(list.Keep(keep).All); !slices.Equal(got, want) {
			t.Errorf("backward %v: kept %v, want %v", backward, got, want)
		}
	}
}
