package partition

import (
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
	"codebreak/engine/game/words"
	"codebreak/engine/partition/internal/kernel"
)

// otherGames are those that are not of pegs. Those from lists have few kinds of feedback
// and many, more guesses than secrets, and more secrets than kinds of feedback.
func otherGames(t *testing.T, rng *rand.Rand) []game.Game {
	t.Helper()
	games := []game.Game{pegs.TwoD{}}
	letters := []rune("abcdé")
	for _, length := range []int{2, 4, 7} {
		var list []string
		for range 400 {
			word := make([]rune, length)
			for i := range word {
				word[i] = letters[rng.IntN(len(letters))]
			}
			if !slices.Contains(list, string(word)) {
				list = append(list, string(word))
			}
		}
		guesses := enginetest.Must(words.NewList("guesses", list))(t)
		secrets := enginetest.Must(words.NewList("secrets", list[:2*len(list)/3]))(t)
		for _, rule := range words.Rules() {
			games = append(games, enginetest.Must(words.New(rule, secrets, guesses))(t))
		}
	}
	return games
}

// TestOthersAgreeWithNaive counts, splits and scans in games that are not of pegs, and
// compares with the pencil rule.
func TestOthersAgreeWithNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 972))
	for games, g := range otherGames(t, rng) {
		for _, order := range []game.Order{game.Lex, game.File} {
			if game.CheckOrder(g, order) != nil {
				continue
			}
			secrets, guesses := game.CodesIn(g, order)
			space := NewSpace(g)
			spaces := []Space{space}
			if _, ok := space.(*tabled); ok {
				for i := 1; i < kernel.DistinctKernels(); i++ {
					other := NewSpace(g).(*tabled)
					other.distinct = kernel.NewDistinct(i)
					spaces = append(spaces, other)
				}
			}
			for i, n := range []int{1, 2, 7, 40, 65, 128, 129, len(secrets)} {
				if !enginetest.Long() && (games+i)%2 > 0 || testing.Short() && (games+i)%6 > 0 {
					continue // by turns: of another game the other sizes are tried
				}
				candidates := shuffled(rng, secrets)[:min(n, len(secrets))]
				space.Load(candidates)
				for range 5 {
					checkGuess(t, g, space, candidates, guesses[rng.IntN(len(guesses))])
				}
				checkGuess(t, g, space, candidates, candidates[0])
				if order == game.Lex { // lists of guesses read backward are compared as codes
					checkScans(t, rng, g, candidates, guesses, spaces...)
				}
			}
		}
	}
}

// TestKeep compares Keep with a filter of codes, after some were read.
func TestKeep(t *testing.T) {
	g := enginetest.Game(t, "mm3x6")
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
