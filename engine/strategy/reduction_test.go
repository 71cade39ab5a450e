package strategy

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// TestReductionsDoNotMatter plays random guesses, chosen to have many alike,
// and compares the next guess with the guess of a player that counts every code. Each
// criterion has a third of the pools and chains of ties; in a long test all.
func TestReductionsDoNotMatter(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: counts every code at some 10,000 nodes")
	}

	var reduced, compared atomic.Int64
	t.Run("games", func(t *testing.T) {
		for _, name := range []string{"mm3x8", "mm4x5", "mm4x6-distinct", "bc4x7", "bc3x9", "bp4x4", "mm5x3", "mm4x6", "mm5x6"} {
			g := enginetest.Game(t, name)
			for seed, info := range criteria {
				t.Run(name+" "+string(info.Criterion), func(t *testing.T) {
					t.Parallel()
					rng := rand.New(rand.NewPCG(1, uint64(seed)))
					for i, pool := range []Pool{"all", "consistent", "all-until=2"} {
						for j, ties := range []string{"consistent,first", "first", "expected-size@cuda,consistent,entropy@cuda,first"} {
							if !enginetest.Long() && (seed+i+j)%3 > 0 {
								continue
							}
							c, r := compareReduced(t, g, Strategy{Criterion: info.Criterion, Pool: pool, Ties: ties}, rng)
							compared.Add(c)
							reduced.Add(r)
						}
					}
				})
			}
		}
	})

	if c, r := compared.Load(), reduced.Load(); r*3 < c {
		t.Errorf("guesses were left out at %d of %d nodes: the test has lost its point", r, c)
	}
}

// compareReduced plays games of random guesses, and returns at how many nodes it
// compared the guess, and at how many some were left out.
func compareReduced(t *testing.T, g game.Game, s Strategy, rng *rand.Rand) (compared, reduced int64) {
	t.Helper()
	player, plain := enginetest.Must(s.Compile(g))(t), enginetest.Must(s.Compile(g))(t)
	plain.reducer, plain.separates = nil, false
	_, guesses := game.Codes(g)
	games := 8
	if len(guesses) > 5000 { // every one of which is counted
		games = 2
	}

	for range games {
		candidates := player.Secrets()
		var path []game.Round
		for range 4 {
			a, b := player.NewPlayer(), plain.NewPlayer()
			got := enginetest.Must(a.Choose(t.Context(), candidates, path))(t)
			want := enginetest.Must(b.Choose(t.Context(), candidates, path))(t)
			if got != want {
				t.Fatalf("%s, %s after %v: guess %s, counting every code %s", g, s, path, g.FormatCode(got), g.FormatCode(want))
			}

			compared++
			a.Space.Load(candidates)
			if len(path) > 0 && len(slices.Collect(a.guessesToCount(t.Context(), path).All)) < len(guesses) {
				reduced++
			}

			// Among the first codes there are 1111, 1112 and the like, which leave many symmetries.
			guess := guesses[rng.IntN(min(len(guesses), 40))]
			if rng.IntN(2) == 0 {
				guess = guesses[0] // the code whose number is 0
			}

			parts := partition.Split(g, candidates, guess)
			part := parts[rng.IntN(len(parts))]
			for _, p := range parts {
				if len(p.Codes) > len(part.Codes) && rng.IntN(2) == 0 {
					part = p
				}
			}

			path = append(path[:len(path):len(path)], game.Round{Guess: guess, Feedback: part.Feedback})
			candidates = part.Codes
		}
	}
	return compared, reduced
}

// TestSeparatingCandidates chooses among few candidates with and without a look for one that takes
// all others apart. Both are the same work.
func TestSeparatingCandidates(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	found := 0
	for _, name := range []string{"mm4x6", "bc4x7", "bp4x4", "twod5", "wordle-3x4"} {
		g := enginetest.Game(t, name)
		for _, info := range criteria {
			for _, ties := range []string{"consistent,first", "first", "last", "consistent,random=1", "consistent,most-parts,first"} {
				s := Strategy{Criterion: info.Criterion, Ties: ties}
				if s.Validate(g) != nil {
					continue // a link is the criterion itself
				}
				player, plain := enginetest.Must(s.Compile(g))(t), enginetest.Must(s.Compile(g))(t)
				plain.separates = false
				for n := 1; n <= few+1; n++ {
					candidates := someOf(rng, player.Secrets(), n)
					a, b := player.NewPlayer(), plain.NewPlayer()
					got := enginetest.Must(a.Choose(t.Context(), candidates, nil))(t)
					want := enginetest.Must(b.Choose(t.Context(), candidates, nil))(t)
					if got != want || a.Work != b.Work {
						t.Errorf("%s, %s: guess %s, by a scan %s; work %v, by a scan %v", g, s, g.FormatCode(got), g.FormatCode(want), a.Work, b.Work)
					}
					if _, ok := a.separating(candidates); ok {
						found++
					}
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("%d candidates took the others apart", found)
	}
}

// TestSharedScansChooseAlike compares choices made by several goroutines, each
// of which takes a few guesses at a time, with those made by one.
func TestSharedScansChooseAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, name := range []string{"mm4x4", "bc3x7", "twod5"} {
		g := enginetest.Game(t, name)
		for _, info := range criteria {
			for _, ties := range []string{"consistent,first", "first", "consistent,last", "last", "consistent,random=1", "random=1"} {
				s := Strategy{Criterion: info.Criterion, Ties: ties}
				player, sharing := enginetest.Must(s.Compile(g))(t), enginetest.Must(s.Compile(g))(t)
				sharing.block = 1
				spawned := 0
				var tasks sync.WaitGroup
				for range 15 {
					candidates := someOf(rng, player.Secrets(), 2+rng.IntN(len(player.Secrets())-2))
					path := []game.Round{ // so long that no symmetry is sought
						{Guess: candidates[0]},
						{Guess: candidates[1]},
						{Guess: candidates[0]},
					}
					a, b := player.NewPlayer(), sharing.NewPlayer()
					b.Spawn = func(task func()) bool {
						if rng.IntN(4) == 0 {
							return false
						}
						spawned++
						tasks.Go(task)
						return true
					}

					want := enginetest.Must(a.Choose(t.Context(), candidates, path))(t)
					got := enginetest.Must(b.Choose(t.Context(), candidates, path))(t)
					if got != want {
						t.Fatalf("%s, %s, %d candidates: shared out %s, alone %s", g, s, len(candidates), g.FormatCode(got), g.FormatCode(want))
					}
				}

				tasks.Wait()
				if spawned == 0 {
					t.Errorf("%s, %s: nothing was shared out", g, s)
				}
			}
		}
	}
}

// TestBoundIsNeverBeaten compares the bound at which scans stop with what
// guesses reach.
func TestBoundIsNeverBeaten(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	attained := 0
	for _, name := range []string{"mm3x4", "bc3x5", "bp3x3", "twod5", "mm2x6"} {
		g := enginetest.Game(t, name)
		secrets, guesses := game.Codes(g)
		for _, info := range all()[1:7] {
			m := info.Criterion.Measure(g, len(secrets))
			for range 30 {
				candidates := someOf(rng, secrets, 2+rng.IntN(10))
				for _, guess := range guesses {
					counts := naiveCounts(g, guess, candidates)
					low := bound(m, len(candidates), g.Outcomes(), counts[g.Final()] == 1, partition.NewCounts(g))
					if score := m.Of(counts[:]); score < low {
						t.Fatalf("%s, %s: %s of %v scores %d, below the bound %d", g, info.Criterion, g.FormatCode(guess), candidates, score, low)
					} else if score == low {
						attained++
					}
				}
			}
		}
	}

	if attained < 100 {
		t.Errorf("the bound was attained %d times: the test has lost its point", attained)
	}
}

// TestCUDAMargin compares scans that measure exactly first with scans that compute every
// guess.
func TestCUDAMargin(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, name := range []string{"mm4x6", "mm5x8", "bc4x10", "mm3x15", "mm6x3"} {
		g := enginetest.Game(t, name)
		secrets, codes := game.Codes(g)
		for _, c := range []Criterion{expectedSizeCUDA, EntropyCUDA} {
			m := c.Measure(g, len(secrets))
			for _, n := range []int{2, 5, 17, 60, 300, len(secrets)} {
				picked := map[game.Code]bool{}
				for range min(n, len(secrets)) {
					picked[secrets[rng.IntN(len(secrets))]] = true
				}
				space := partition.NewSpace(g)
				space.Load(slices.Sorted(maps.Keys(picked)))

				found := func(m partition.Measure) (all []int64) {
					guesses := partition.NewGuesses(g, codes[:min(len(codes), 4000)])
					least := int64(math.MaxInt64)
					space.Scan(&guesses, m, least, func(guess game.Code, score int64) int64 {
						all = append(all, int64(guess), score)
						least = min(least, score+1) // equal scores too
						return least
					})
					return all
				}

				if got, want := found(m), found(partition.Computed(m.Of)); !slices.Equal(got, want) {
					t.Errorf("%s, %s, %d candidates: %d guesses found, computing all %d", g, c, len(picked), len(got)/2, len(want)/2)
				}
			}
		}
	}
}
