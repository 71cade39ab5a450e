package strategy

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
)

// naiveTied lists the guesses that may be made, by the rules as a person would state them:
// of all codes that divide the candidates the best by the criterion, of these the best by
// the first link, and so on.
func naiveTied(g game.Game, c Criterion, links []Link, candidates []game.Code, guesses []game.Code, all int) []game.Code {
	least := func(guesses []game.Code, value func(sizes []int32) int64) []game.Code {
		var best []game.Code
		var lowest int64
		for _, guess := range guesses {
			v := value(naiveCounts(g, guess, candidates))
			if best == nil || v < lowest {
				best, lowest = nil, v
			}
			if v == lowest {
				best = append(best, guess)
			}
		}
		return best
	}

	useful := slices.DeleteFunc(slices.Clone(guesses), func(guess game.Code) bool {
		return !slices.ContainsFunc(candidates, func(secret game.Code) bool {
			return g.Reference(secret, guess) != g.Reference(candidates[0], guess)
		})
	})

	best := useful
	if c != Simple {
		best = least(useful, c.Measure(g, all).Of)
	}
	for _, l := range links {
		if l != ConsistentLink {
			best = least(best, Criterion(l).Measure(g, all).Of)
			continue
		}
		var consistent []game.Code
		for _, guess := range best {
			if slices.Contains(candidates, guess) {
				consistent = append(consistent, guess)
			}
		}
		if len(consistent) > 0 {
			best = consistent
		}
	}
	return best
}

// randomLinks draws a chain of links that may follow a criterion, as it is written too.
func randomLinks(rng *rand.Rand, c Criterion) (links []Link, chain string) {
	others := slices.DeleteFunc(Links(), func(l Link) bool { return l == Link(c) })
	for _, i := range rng.Perm(len(others))[:rng.IntN(4)] {
		links = append(links, others[i])
		chain += string(others[i]) + ","
	}
	return links, chain
}

// TestChains compares choices and lists of equally good guesses with naive
// ones, over random games, strategies and candidates; choices of several
// goroutines with those of a single one; and draws with choices.
func TestChains(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	decided, several, mistaken := 0, 0, 0 // by a link; where it was drawn; and by first@fancidev
	games := []string{"mm3x3", "bc3x4", "mm3x4", "bc3x5", "bc3x6", "bp3x3", "mm3x3-distinct", "bc3x5-nozero", "mm2x6", "twod5", "mm1x5"}

	rounds := 400
	if testing.Short() {
		rounds = 200
	}
	for range rounds {
		// A random game and strategy.
		g := enginetest.Must(game.Parse(games[rng.IntN(len(games))]))(t)
		order := game.Lex
		if game.CheckOrder(g, game.Swap) == nil && rng.IntN(3) == 0 {
			order = game.Swap
		}
		secrets, guesses := game.CodesIn(g, order)
		info := all()[rng.IntN(len(criteria)+len(emulations))]
		links, chain := randomLinks(rng, info.Criterion)
		pick := []string{"first", "last", "random=7", "random", firstFancidev}[rng.IntN(5)]
		if info.Criterion == Simple && pick == firstFancidev {
			pick = "first"
		}
		if pick == firstFancidev {
			links, chain = nil, ""
		}
		pools := []Pool{All, All, Consistent, "all-until=1", "all-until=2", AllFancidev, AllFancidev}
		s := Strategy{Criterion: info.Criterion, Pool: pools[rng.IntN(7)], Ties: chain + pick, Order: order}
		if s.Pool.Check(g) != nil {
			s.Pool = All
		}

		player, sharing := enginetest.Must(s.Compile(g))(t), enginetest.Must(s.Compile(g))(t)
		sharing.block = 1
		var tasks sync.WaitGroup
		for range 6 {
			some := someOf(rng, secrets, 2+rng.IntN(min(len(secrets), 64)-1)) // so few that no symmetry is sought
			candidates := slices.DeleteFunc(slices.Clone(secrets), func(c game.Code) bool { return !slices.Contains(some, c) })
			path := []game.Round{{Guess: candidates[0]}}
			a, b := player.NewPlayer(), sharing.NewPlayer()
			got := enginetest.Must(a.Tied(t.Context(), candidates, path))(t)
			inBlocks := enginetest.Must(b.Tied(t.Context(), candidates, path))(t)

			// The naive list.
			pool := guesses
			if until, _ := s.Pool.Until(); until <= len(path) {
				pool = candidates
			}
			if s.Pool == AllFancidev {
				pool = slices.DeleteFunc(slices.Clone(guesses), func(guess game.Code) bool { return !naivelyKept(g, guess, path, candidates) })
			}
			want := naiveTied(g, info.Criterion, links, candidates, pool, len(secrets))
			if plain := naiveTied(g, info.Criterion, nil, candidates, pool, len(secrets)); len(plain) > len(want) {
				decided++
			}
			if pick == "last" {
				slices.Reverse(want)
			}
			if pick == firstFancidev {
				chosen := naivelyFirst(g, info.Criterion.Measure(g, len(secrets)), pool, candidates)
				if chosen != want[0] {
					mistaken++
				}
				got, inBlocks, want = got[:1], inBlocks[:1], []game.Code{chosen}
			}
			if !slices.Equal(got, want) || !slices.Equal(inBlocks, want) {
				t.Fatalf("%s, %s, candidates %v: %v, in blocks %v, want %v", g, s, candidates, got, inBlocks, want)
			}

			// The choice from the list.
			b.Spawn = func(task func()) bool {
				tasks.Go(task)
				return true
			}
			chosen, err := a.Choose(t.Context(), candidates, path)
			shared, err2 := b.Choose(t.Context(), candidates, path)
			if pick == "random" {
				if err != ErrChance || err2 != ErrChance {
					t.Fatalf("%s: a guess by chance was chosen, %v, %v", s, err, err2)
				}
				continue
			}
			if pick == "random=7" {
				several += min(1, len(want)-1)
				want[0] = Draw(7, path, want)
			}
			if err != nil || err2 != nil || chosen != want[0] || shared != want[0] {
				t.Fatalf("%s, %s, candidates %v: chosen %v, shared out %v, want %v", g, s, candidates, chosen, shared, want[0])
			}
		}
		tasks.Wait()
	}

	if decided < rounds/4 || several < rounds/4 || mistaken < rounds/20 {
		t.Errorf("links decided only %d times, the seed %d, and a mistake %d: the test has lost its point", decided, several, mistaken)
	}
}
