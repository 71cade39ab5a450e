package strategy

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// naivelyKept reports whether the filter of 2010 keeps a guess, as its program does it:
// each class of colours is a cycle, and eachNext the next colour in the cycle of each.
func naivelyKept(g game.Game, guess game.Code, path []game.Round, candidates []game.Code) bool {
	positions, colours := g.Shape()
	class, eachNext, expected := make([]int, colours), make([]int, colours), map[int]int{}
	used := func(colour int, codes []game.Code) bool {
		return slices.ContainsFunc(codes, func(c game.Code) bool {
			for i := range positions {
				if c.At(i) == colour {
					return true
				}
			}
			return false
		})
	}
	for colour := range colours {
		switch {
		case !used(colour, candidates):
			class[colour] = -1
		case !used(colour, guessesOf(path)):
			class[colour] = -2
		default:
			class[colour] = colour
		}
	}
	for colour := range colours {
		next := colour + 1
		for class[next%colours] != class[colour] {
			next++
		}
		eachNext[colour] = next % colours
		expected[class[colour]] = slices.Index(class, class[colour])
	}
	repeats := g.IsGuess(0)
	for i := range positions {
		colour := guess.At(i)
		switch wanted := expected[class[colour]]; {
		case colour == wanted:
			expected[class[colour]] = eachNext[colour]
		case colour > wanted || !repeats:
			return false
		}
	}
	return true
}

// naivelyFirst chooses as the program does: from the first guess to the last.
func naivelyFirst(g game.Game, m partition.Measure, guesses, candidates []game.Code) game.Code {
	chosen, best, perfect := candidates[0], int64(0), false
	for i, guess := range guesses {
		counts := naiveCounts(g, guess, candidates)
		consistent := slices.Contains(candidates, guess)
		if score := m.Of(counts); i == 0 || score < best || perfect && consistent {
			chosen, best, perfect = guess, score, slices.Max(counts) == 1 && !consistent
		}
	}
	return chosen
}

// TestFancidev compares choices in the pool and by the ties of the program of 2010 with
// naive ones, alone and shared out, in games played to their end.
func TestFancidev(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 7))
	dropped, mistaken := 0, 0
	for range 300 {
		g := must(game.Parse([]string{"mm3x4", "mm4x3", "bc3x6", "bc4x6", "mm2x6", "mm5x3", "mm4x4-distinct"}[rng.IntN(7)]))(t)
		secrets, all := game.Codes(g)
		criterion := append(Classic(), EntropyFancidev)[rng.IntN(5)]
		pool, ties := []Pool{All, AllFancidev}[rng.IntN(2)], []string{"first@fancidev", "consistent,first", "first"}[rng.IntN(3)]
		s := Strategy{Criterion: criterion, Pool: pool, Ties: ties, Endgame: 1 + rng.IntN(2)}
		player, sharing := must(s.Compile(g))(t), must(s.Compile(g))(t)
		sharing.block = 1
		chooser, other := player.NewChooser(), sharing.NewChooser()
		var tasks sync.WaitGroup
		other.Spawn = func(task func()) bool { tasks.Go(task); return true }
		candidates, path, m := secrets, []game.Round(nil), criterion.measure(g, len(secrets))
		for len(candidates) > s.Endgame {
			may := slices.DeleteFunc(slices.Clone(all), func(guess game.Code) bool {
				return pool == AllFancidev && !naivelyKept(g, guess, path, candidates)
			})
			dropped += min(1, len(all)-len(may))
			parsed := must(ParseTies(ties))(t)
			want := naiveTied(g, criterion, parsed.Links, candidates, may, len(secrets))[0]
			if ties == firstFancidev {
				plain := want
				if want = naivelyFirst(g, m, may, candidates); want != plain {
					mistaken++
				}
			}
			got := must(chooser.Choose(t.Context(), candidates, path))(t)
			shared := must(other.Choose(t.Context(), candidates, path))(t)
			tied := must(chooser.Tied(t.Context(), candidates, path))(t)
			if got != want || shared != want || tied[0] != want {
				t.Fatalf("%s, %s after %s: %s, shared out %s, tied %s, want %s", g, s, game.History(g, path),
					g.FormatCode(got), g.FormatCode(shared), g.FormatCode(tied[0]), g.FormatCode(want))
			}
			if rng.IntN(2) == 0 {
				got = all[rng.IntN(len(all))]
			}
			parts := partition.Split(g, candidates, got)
			part := parts[rng.IntN(len(parts))]
			path, candidates = append(path, game.Round{Guess: got, Feedback: part.Feedback}), part.Codes
			if part.Feedback == g.Final() {
				break
			}
		}
		tasks.Wait()
	}
	if dropped < 200 || mistaken < 50 {
		t.Errorf("guesses were dropped %d times, and %d were mistaken: the test has lost its point", dropped, mistaken)
	}
}
