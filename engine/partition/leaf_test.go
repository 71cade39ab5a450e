package partition

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
	"codebreak/engine/partition/internal/kernel"
)

// leafSpaces returns a space for every leaf that this machine runs.
func leafSpaces(g pegs.Game) (spaces []Space) {
	for _, l := range kernel.Leaves() {
		s := NewSpace(g).(*planes)
		s.leaf = l
		spaces = append(spaces, s)
	}
	return spaces
}

// TestLeavesAgreeWithNaive has every leaf measure runs of guesses, with every
// number of candidates up to two words and a bit, and with those around more words.
func TestLeavesAgreeWithNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 6))
	sizes := []int{191, 192, 193, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025}
	for n := range 130 {
		sizes = append(sizes, n+1)
	}
	for _, n := range sizes {
		for positions := 1; positions <= game.MaxPositions; positions++ {
			g := pegs.Game{
				Positions: positions, Colours: 2 + rng.IntN(game.MaxColours-1),
				GuessRepeats: true, SecretRepeats: true, BlackOnly: rng.IntN(4) == 0,
			}
			// Leaves do not mind candidates that are the same.
			candidates := make([]game.Code, n)
			for i := range candidates {
				candidates[i] = randomCode(rng, g, true)
			}
			r := run{prefix: randomCode(rng, g, true).Without(positions - 1)}
			for r.last == 0 {
				r.last = uint16(rng.Uint32()) & (1<<g.Colours - 1)
			}
			// The last candidate is most often the only one in its part.
			candidates[n-1] = r.prefix.With(positions-1, bits.Len16(r.last)-1)
			checkLeaves(t, rng, g, candidates, r)
		}
	}
}

func checkLeaves(t *testing.T, rng *rand.Rand, g pegs.Game, candidates []game.Code, r run) {
	t.Helper()
	var counts [game.MaxColours]Counts
	for c := range g.Colours {
		counts[c] = naiveCounts(g, r.prefix.With(g.Positions-1, c), candidates)
	}

	// A measure that distinguishes all lists of sizes.
	factors := make([]int64, g.OutcomeLimit())
	for f := range factors {
		factors[f] = rng.Int64() >> 16
	}
	all := func(sizes []int32) (sum int64) {
		for f, n := range sizes {
			sum += factors[f] * int64(n)
		}
		return sum
	}

	n := len(candidates) + 1
	measures := []Measure{
		Largest(), Squares(), MinusParts(), Weighted(testWeights[:n]), Weighted(testCubes[:n]), Computed(all),
		ComputedNear(roundedCubes, Weighted(testCubes[:n]), func(limit int64, n int) int64 { return limit + int64(n) }),
	}

	for _, space := range leafSpaces(g) {
		s := space.(*planes)
		s.Load(candidates)
		s.sum(r.prefix, g.Positions-1)
		for _, m := range measures {
			var want [game.MaxColours]int64
			var scores []int64
			for c := range g.Colours {
				if r.last>>c&1 == 1 {
					want[c] = m.Of(counts[c][:g.OutcomeLimit()])
					scores = append(scores, want[c])
				}
			}

			for _, limit := range []int64{scores[rng.IntN(len(scores))], slices.Max(scores) + 1, slices.Min(scores)} {
				var below uint16
				for c := range g.Colours {
					if r.last>>c&1 == 1 && want[c] < limit {
						below |= 1 << c
					}
				}

				// Whether parts are counted first makes no difference.
				leasts := []int{s.least(m, limit)}
				if m.kind != kernel.Parts {
					leasts = append(leasts, 1, m.fewest(len(candidates), s.feedbacks, limit))
				}
				for _, least := range leasts {
					var got [game.MaxColours]int64
					if b := s.below(r, &m, limit, least, &got); b != below {
						t.Fatalf("%s, %s, %d candidates, measure %d below %d, at least %d parts: colours %b of %b, naively %b", s.leaf.Name, g, len(candidates), m.kind, limit, least, b, r.last, below)
					}
					for c := range g.Colours {
						if below>>c&1 == 1 && got[c] != want[c] {
							t.Fatalf("%s, %s, %d candidates, measure %d of colour %d: %d, naively %d", s.leaf.Name, g, len(candidates), m.kind, c, got[c], want[c])
						}
					}
				}
			}
		}
	}
}

// TestFewest compares with all partitions of a few candidates.
func TestFewest(t *testing.T) {
	flat := []int64{0, 0, 1, 4, 9, 9, 9, 9, 9, 9} // convex up to 4
	roots := []int64{0, -1000, -1414, -1732, -2000, -2236, -2449, -2646, -2828, -3000}
	measures := []Measure{Largest(), Squares(), MinusParts(), Weighted(testCubes), Weighted(flat), Weighted(roots)}
	for _, m := range measures {
		for n := 1; n < 10; n++ {
			var best [10]int64 // by number of parts
			var found [10]bool
			var divide func(sizes []int32, left, largest int)
			divide = func(sizes []int32, left, largest int) {
				if left == 0 {
					if k, score := len(sizes), m.Of(sizes); !found[k] || score < best[k] {
						best[k], found[k] = score, true
					}
					return
				}
				for size := min(left, largest); size > 0; size-- {
					divide(append(sizes, int32(size)), left-size, size)
				}
			}

			divide(nil, n, n)
			for most := 1; most < 10; most++ {
				for k := 1; k <= n; k++ {
					for _, limit := range []int64{best[k], best[k] + 1} {
						want := 1
						for want <= min(n, most) && best[want] >= limit {
							want++
						}
						if m.kind == kernel.Weighted && n > m.convexTo {
							want = 1
						}
						if got := m.fewest(n, most, limit); got != want {
							t.Fatalf("measure %d: %d candidates in at most %d parts measure less than %d from %d parts, want %d", m.kind, n, most, limit, got, want)
						}
					}
				}
			}
		}
	}

	if to := Weighted(flat).convexTo; to != 4 {
		t.Errorf("convex up to %d, want 4", to)
	}
	if got := Computed(func([]int32) int64 { return 0 }).fewest(5, 5, -1); got != 1 {
		t.Errorf("a computed measure needs %d parts, want 1", got)
	}
}

func TestKernel(t *testing.T) {
	names := []string{"AVX-512", "AVX2", "NEON", "portable"}
	leaves := kernel.Leaves()
	var last int
	for i, l := range leaves {
		number := slices.Index(names, l.Name)
		if number < last {
			t.Errorf("leaf %d is %s", i, l.Name)
		}
		last = number
	}
	if Kernel() != leaves[0].Name || leaves[len(leaves)-1].Name != "portable" {
		t.Errorf("the kernel is %s", Kernel())
	}
}
