package strategy

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
)

// TestWordPools compares choices in games from lists with naive ones, in every pool:
// the rules of the pools are stated once more here, from the letters alone.
func TestWordPools(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2315))
	narrowed, others := 0, 0
	games := 80
	if testing.Short() {
		games = 6
	}
	for range games {
		var list []string
		for range 60 {
			word := ""
			for range 4 {
				word += string("abcde"[rng.IntN(5)])
			}
			if !slices.Contains(list, word) {
				list = append(list, word)
			}
		}

		allowed := enginetest.Must(words.NewList("allowed", list))(t)
		answers := enginetest.Must(words.NewList("answers", list[:30]))(t)
		g := enginetest.Must(words.New(words.Wordle, answers, allowed))(t)

		order := []game.Order{game.Lex, game.File}[rng.IntN(2)]
		pool := []Pool{All, Answers, HardStrict, Hard, Consistent, consistentLessard}[rng.IntN(6)]
		criterion := Classic()[rng.IntN(4)]
		links, chain := randomLinks(rng, criterion)
		pick := []string{"first", "last"}[rng.IntN(2)]
		s := Strategy{Criterion: criterion, Pool: pool, Ties: chain + pick, Order: order}

		player := enginetest.Must(s.Compile(g))(t)
		secrets, guesses := game.CodesIn(g, order)
		mine := player.NewPlayer()
		for range 10 {
			secret := secrets[rng.IntN(len(secrets))]
			var path []game.Round
			candidates := secrets
			for depth := 0; len(candidates) > 1 && depth < 4; depth++ {
				var allowed []game.Code
				for _, guess := range guesses {
					forbids := func(r game.Round) bool { return !naivelyAllowed(g, pool, guess, r) }
					switch {
					case pool == Answers && !g.IsSecret(guess):
					case pool == Consistent && !slices.Contains(candidates, guess):
					case slices.ContainsFunc(path, forbids):
					default:
						allowed = append(allowed, guess)
					}
				}
				if len(allowed) < len(guesses) && pool != Consistent {
					narrowed++
				}

				tied := naiveTied(g, criterion, links, candidates, allowed, len(secrets))
				want := tied[0]
				if pick == "last" {
					want = tied[len(tied)-1]
				}
				got, err := mine.Choose(t.Context(), candidates, path)
				if err != nil || got != want {
					t.Fatalf("%s, after %s: %s, %v, naively %s of %d",
						s, game.History(g, path), g.FormatCode(got), err, g.FormatCode(want), len(tied))
				}
				if !slices.Contains(candidates, got) {
					others++
				}

				// Now and then another guess than the best, so that paths differ.
				if rng.IntN(3) == 0 {
					got = allowed[rng.IntN(len(allowed))]
				}
				r := game.Round{Guess: got, Feedback: g.Reference(secret, got)}
				path = append(path, r)
				candidates = slices.DeleteFunc(slices.Clone(candidates), func(c game.Code) bool { return g.Reference(c, got) != r.Feedback })
			}
		}
	}

	if narrowed < 5*games/2 || others < 5*games/4 {
		t.Errorf("pools were narrowed %d times, and %d guesses were no candidates: the test has lost its point", narrowed, others)
	}
}

// naivelyAllowed reports whether a pool allows a guess after a round.
func naivelyAllowed(g *words.Game, pool Pool, guess game.Code, r game.Round) bool {
	switch pool {
	case HardStrict, consistentLessard:
		if pool == consistentLessard && !g.IsSecret(guess) {
			return g.FormatFeedback(r.Feedback) == "BBBB"
		}
		return g.Reference(guess, r.Guess) == r.Feedback
	case Hard:
		before, now, colours := g.FormatCode(r.Guess), g.FormatCode(guess), g.FormatFeedback(r.Feedback)
		revealed := ""
		for i := range before {
			if colours[i] == 'G' && now[i] != before[i] {
				return false
			}
			if colours[i] != 'B' {
				revealed += before[i : i+1]
			}
		}
		for _, letter := range "abcde" {
			if strings.Count(now, string(letter)) < strings.Count(revealed, string(letter)) {
				return false
			}
		}
	}
	return true
}
