package partition

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/combin"

	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
)

// TestPairs counts the parts of all pairs after random prefixes, with every kernel, and
// compares them with the definition; then it scans blocks of guesses.
func TestPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 8))
	for positions := leastPaired; positions <= mostPaired; positions++ {
		for _, colours := range []int{2, 3, 6, 8, 9, 12, 13, 16} {
			g := pegs.Game{Positions: positions, Colours: colours, GuessRepeats: true, SecretRepeats: true}
			for _, n := range []int{2, 3, 4, 5, 8, 9, 2 + rng.IntN(63), 63, 64} {
				candidates := randomCandidates(rng, g, n)
				prefix := randomCode(rng, g, true).Without(positions - 1).Without(positions - 2)
				candidates[len(candidates)-1] = prefix.With(positions-2, rng.IntN(colours)).With(positions-1, rng.IntN(colours))
				for _, space := range leafSpaces(g) {
					s := space.(*planes)
					if s.leaf.pairs != nil {
						checkPairs(t, rng, g, s, candidates, prefix)
					}
				}
			}

			if math.Pow(float64(colours), float64(positions)) < 65 {
				continue
			}
			candidates := randomCandidates(rng, g, 5+rng.IntN(60))
			var guesses []game.Code
			for range 2 {
				prefix := randomCode(rng, g, true).Without(positions - 1).Without(positions - 2)
				for pair := range colours * colours {
					guess := prefix.With(positions-2, pair/colours).With(positions-1, pair%colours)
					if rng.IntN(8) > 0 {
						guesses = append(guesses, guess)
					}
				}
			}

			checkScans(t, rng, g, candidates, guesses, leafSpaces(g)...)
		}
	}
}

func checkPairs(t *testing.T, rng *rand.Rand, g pegs.Game, s *planes, candidates []game.Code, prefix game.Code) {
	t.Helper()
	positions, colours := s.game.Positions, s.game.Colours
	s.Load(candidates)
	s.paired()
	s.pairs.lay()

	for range 2 { // the second prefix shares positions with the first
		s.pairs.args.wanted = 1<<((colours*s.pairs.args.width+63)/64) - 1
		s.pairs.count(prefix, 3)
		for pair := range colours * colours {
			first, second := pair/colours, pair%colours
			guess := prefix.With(positions-2, first).With(positions-1, second)
			want := 0
			for _, size := range naiveCounts(g, guess, candidates) {
				want += min(1, int(size))
			}

			lane := first*s.pairs.args.width + second
			got := int(s.pairs.args.parts[lane/64][lane%64])
			enough := s.pairs.enoughParts(run{prefix.With(positions-2, first), 1 << second}) != 0
			if got != want || enough != (want >= 3) {
				t.Fatalf("%s, %s: %d candidates, %s: %d parts (enough: %v), naively %d", s.leaf.name, g, len(candidates), g.FormatCode(guess), got, enough, want)
			}
		}

		plain := s.pairs.args
		pairsPlain(&plain)
		if plain.enough != s.pairs.args.enough {
			t.Fatalf("%s: enough %x, in plain Go %x", s.leaf.name, s.pairs.args.enough, plain.enough)
		}

		i := rng.IntN(positions - 2)
		prefix = prefix.Without(i).With(i, rng.IntN(colours))
	}
}

// TestColourBound checks that no guess measures less than the bound by its colours, in any
// order, and that some bounds are reached.
func TestColourBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	reached := 0
	for range 200 {
		g := pegs.Game{
			Positions:     1 + rng.IntN(game.MaxPositions),
			Colours:       2 + rng.IntN(game.MaxColours-1),
			GuessRepeats:  true,
			SecretRepeats: true,
		}
		if g.Positions <= g.Colours && rng.IntN(2) == 0 {
			g.GuessRepeats = false
		}
		s := NewSpace(g).(*planes)
		candidates := randomCandidates(rng, g, 2+rng.IntN(200))
		s.Load(candidates)
		guess := randomCode(rng, g, g.GuessRepeats)
		last := g.Positions - 1
		counts := naiveCounts(g, guess, candidates)

		n := len(candidates) + 1
		for _, m := range []Measure{Largest(), Squares(), MinusParts(), Weighted(testWeights[:n]), Weighted(testCubes[:n])} {
			w := s.bounds(m, math.MaxInt32)
			if w == nil {
				continue
			}
			score := m.Of(counts[:g.OutcomeLimit()])
			prefix, end := guess.Without(last), uint16(1)<<guess.At(last)
			if depth := w.hopeless(prefix, last, score+1); depth > 0 || w.promising(last, end, score+1) == 0 {
				t.Fatalf("%s, %s, %d candidates: measure %d is %d, which is below its bound", g, g.FormatCode(guess), len(candidates), m.kind, score)
			}
			if w.hopeless(prefix, last, score) > 0 || w.promising(last, end, score) == 0 {
				reached++
			}
		}

		want := combin.Binomial(g.Positions+g.Colours, g.Positions)
		if !g.GuessRepeats {
			want = 0
			for k := range g.Positions + 1 {
				want += combin.Binomial(g.Colours, k)
			}
		}
		if want > mostBags {
			want = 0
		}
		if bags := newBags(s.game).all; bags != want {
			t.Errorf("%s: %d bags, want %d", g, bags, want)
		}
	}
	if reached < 50 {
		t.Errorf("%d bounds are reached", reached)
	}
}

// pairsPlain computes the same as every kernel of pairs.
func pairsPlain(a *pairArgs) {
	pegs, base := bytesOf(a.pegs[:]), bytesOf(a.base[:])
	for wanted := a.wanted; wanted != 0; wanted &= wanted - 1 {
		g := bits.TrailingZeros64(wanted)
		for lane, first := range a.rows[g] {
			second := uint8(lane % a.width)
			var seen [5]uint8
			for n := range a.candidates {
				has := func(c, with uint8) uint8 {
					if a.colours[n][c] > pegs[c]+with {
						return 8
					}
					return 0
				}
				feedback := base[n] + has(first, 0) + a.ends[0][n][first] + a.ends[1][n][second]
				feedback += has(second, uint8(a.diagonal[g]>>lane&1))
				for t := range a.tables {
					seen[t] |= a.bits[t][feedback&63]
				}
			}

			parts := 0
			for _, feedbacks := range seen {
				parts += bits.OnesCount8(feedbacks)
			}
			a.parts[g][lane] = uint8(parts)
			if uint64(parts) >= a.least {
				a.enough[g] |= 1 << lane
			}
		}
	}
}

// bytesOf returns the bytes of words.
func bytesOf(words []uint64) (b []uint8) {
	for _, w := range words {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}
