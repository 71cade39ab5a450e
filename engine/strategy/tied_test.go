package strategy

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// naiveTied lists the guesses that may be made by looking at every code,
// with the rules as a person would state them: of the codes that tell something
// those best by the criterion, of these those best by the first link, and so on.
func naiveTied(g game.Game, c Criterion, links []Link, candidates []game.Code, guesses []game.Code, all int) []game.Code {
	least := func(guesses []game.Code, value func(guess game.Code, sizes []int32) int64) []game.Code {
		var best []game.Code
		var lowest int64
		for _, guess := range guesses {
			counts := partition.NewCounts(g)
			for _, secret := range candidates {
				counts[g.Reference(secret, guess)]++
			}
			v := value(guess, counts[:])
			if best == nil || v < lowest {
				best, lowest = nil, v
			}
			if v == lowest {
				best = append(best, guess)
			}
		}
		return best
	}
	byCriterion := func(c Criterion) func(game.Code, []int32) int64 {
		m := c.measure(g, all)
		return func(_ game.Code, sizes []int32) int64 { return m.Of(sizes) }
	}
	useful := slices.DeleteFunc(slices.Clone(guesses), func(guess game.Code) bool {
		return !slices.ContainsFunc(candidates, func(secret game.Code) bool {
			return g.Reference(secret, guess) != g.Reference(candidates[0], guess)
		})
	})
	best := useful
	if c != Simple {
		best = least(useful, byCriterion(c))
	}
	for _, l := range links {
		if l != ConsistentLink {
			best = least(best, byCriterion(Criterion(l)))
		} else if consistent := slices.DeleteFunc(slices.Clone(best), func(g game.Code) bool { return !slices.Contains(candidates, g) }); len(consistent) > 0 {
			best = consistent
		}
	}
	return best
}

// randomLinks draws a chain of links that may follow a criterion.
func randomLinks(rng *rand.Rand, c Criterion) []Link {
	links := slices.DeleteFunc(Links(), func(l Link) bool { return l == Link(c) })
	rng.Shuffle(len(links), func(i, j int) { links[i], links[j] = links[j], links[i] })
	return links[:rng.IntN(4)]
}

// TestChains compares choices and lists of equally good guesses with naive
// ones, over random games, strategies and candidates; and choices made by
// several goroutines with those of one.
func TestChains(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	decided := 0 // by a link
	games := []string{"mm3x3", "bc3x4", "mm3x4", "bc3x5", "bp3x3", "mm3x3-distinct", "bc3x5-nozero", "mm2x6", "twod5", "mm1x5"}
	for range 300 {
		g, err := game.Parse(games[rng.IntN(len(games))])
		if err != nil {
			t.Fatal(err)
		}
		order := game.Lex
		if game.CheckOrder(g, game.Swap) == nil && rng.IntN(3) == 0 {
			order = game.Swap
		}
		secrets, guesses := game.CodesIn(g, order)
		info := AllCriteria()[rng.IntN(len(criteria)+len(emulations))]
		links := randomLinks(rng, info.Criterion)
		pick := []string{"first", "last", "random=7", "random"}[rng.IntN(4)]
		chain := ""
		for _, l := range links {
			chain += string(l) + ","
		}
		s := Strategy{Criterion: info.Criterion, Pool: []Pool{All, All, Consistent, "all-until=1", "all-until=2"}[rng.IntN(5)], Ties: chain + pick, Order: order}
		player, err := s.Compile(g)
		if err != nil {
			t.Fatal(err)
		}
		sharing, err := s.Compile(g)
		if err != nil {
			t.Fatal(err)
		}
		sharing.block = 1
		var tasks sync.WaitGroup
		for range 6 {
			var candidates []game.Code
			for want := 2 + rng.IntN(len(secrets)-1); len(candidates) < 2; {
				candidates = slices.DeleteFunc(slices.Clone(secrets), func(game.Code) bool { return rng.IntN(len(secrets)) >= want })
			}
			path := []game.Round{{Guess: candidates[0]}}
			a, b := player.NewChooser(), sharing.NewChooser()
			got, err := a.Tied(context.Background(), candidates, path)
			if err != nil {
				t.Fatal(err)
			}
			if inBlocks, err := b.Tied(context.Background(), candidates, path); err != nil || !slices.Equal(inBlocks, got) {
				t.Fatalf("%s, %s: tied in blocks %v, %v; at once %v", g, s, inBlocks, err, got)
			}
			pool := guesses
			if until, _ := s.Pool.Until(); until <= len(path) {
				pool = candidates
			}
			want := naiveTied(g, info.Criterion, links, candidates, pool, len(secrets))
			if plain := naiveTied(g, info.Criterion, nil, candidates, pool, len(secrets)); len(plain) > len(want) {
				decided++
			}
			if pick == "last" {
				slices.Reverse(want)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%s, %s, candidates %v: %v, want %v", g, s, candidates, got, want)
			}
			b.Spawn = func(task func()) bool { tasks.Go(task); return true }
			chosen, err := a.Choose(context.Background(), candidates, path)
			shared, err2 := b.Choose(context.Background(), candidates, path)
			if pick == "random" {
				if err != ErrChance || err2 != ErrChance {
					t.Fatalf("%s: a guess by chance was chosen, %v, %v", s, err, err2)
				}
				continue
			}
			if pick == "random=7" {
				want[0] = Draw(7, path, want)
			}
			if err != nil || err2 != nil || chosen != want[0] || shared != want[0] {
				t.Fatalf("%s, %s, candidates %v: chosen %v, shared out %v, want %v", g, s, candidates, chosen, shared, want[0])
			}
		}
		tasks.Wait()
	}
	if decided < 100 {
		t.Errorf("links decided only %d times: the test has lost its point", decided)
	}
}

// TestTied compares the lists of equally good guesses with naive ones, and
// what is drawn from them with what Choose chooses.
func TestTied(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	several := 0
	for _, name := range []string{"mm3x3", "bc3x4", "mm3x4", "bc3x6", "twod5"} {
		g, err := game.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		secrets, guesses := game.Codes(g)
		for _, info := range criteria {
			for _, ties := range []string{"consistent,random=7", "random=7"} {
				player, err := Strategy{Criterion: info.Criterion, Ties: ties}.Compile(g)
				if err != nil {
					t.Fatal(err)
				}
				c := player.NewChooser()
				for range 20 {
					candidates := slices.Clone(secrets)
					rng.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
					candidates = candidates[:2+rng.IntN(len(candidates)-2)]
					slices.Sort(candidates)
					path := []game.Round{{Guess: candidates[0]}}
					got, err := c.Tied(context.Background(), candidates, path)
					if err != nil {
						t.Fatal(err)
					}
					want := naiveTied(g, info.Criterion, player.ties.Links, candidates, guesses, len(secrets))
					if !slices.Equal(got, want) {
						t.Fatalf("%s, %s, ties %s, candidates %v: %v, want %v", g, info.Criterion, ties, candidates, got, want)
					}
					if len(got) > 1 {
						several++
					}
					chosen, err := c.Choose(context.Background(), candidates, path)
					if err != nil {
						t.Fatal(err)
					}
					if drawn := Draw(7, path, got); drawn != chosen {
						t.Fatalf("%s, %s, ties %s: drawn %s, chosen %s", g, info.Criterion, ties, g.FormatCode(drawn), g.FormatCode(chosen))
					}
				}
			}
		}
	}
	if several < 100 {
		t.Errorf("several guesses were equal only %d times: the test has lost its point", several)
	}
}
