package kernel

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
)

// TestPairs counts the parts of all pairs after random prefixes, with every kernel, and
// compares them with the definition.
func TestPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 8))
	for positions := leastPaired; positions <= mostPaired; positions++ {
		for _, colours := range []int{2, 3, 6, 8, 9, 12, 13, 16} {
			g := pegs.Game{Positions: positions, Colours: colours, GuessRepeats: true, SecretRepeats: true}
			if colours >= positions && rng.IntN(2) == 0 {
				g = pegs.Game{Positions: positions, Colours: colours}
			}
			for _, n := range []int{2, 3, 4, 5, 8, 9, 2 + rng.IntN(63), 63, 64} {
				candidates := make([]game.Code, n) // the same may occur several times
				for i := range candidates {
					candidates[i] = randomCode(rng, g)
				}
				candidates[n-1] = randomCode(rng, g)
				prefix := candidates[n-1].Without(positions - 1).Without(positions - 2)
				for _, l := range Leaves() {
					if l.pairs != nil {
						checkPairs(t, rng, g, l, candidates, prefix)
					}
				}
			}
		}
	}
}

// randomCode draws a code that may be guessed.
func randomCode(rng *rand.Rand, g pegs.Game) (c game.Code) {
	for i := range g.Positions {
		c = c.With(i, rng.IntN(g.Colours))
	}
	if !g.IsGuess(c) {
		return randomCode(rng, g)
	}
	return c
}

func checkPairs(t *testing.T, rng *rand.Rand, g pegs.Game, l *Leaf, candidates []game.Code, prefix game.Code) {
	t.Helper()
	rules, ok := game.PegRules(g)
	if !ok || !l.CountsPairs(rules) {
		t.Fatalf("%s, %s: pairs are not counted", l.Name, g)
	}
	p := l.NewPairs(rules)
	p.Load(candidates)
	positions, colours := g.Positions, g.Colours

	for range 2 { // the second prefix shares positions with the first
		p.Count(prefix, p.Groups(1<<colours-1), 3)
		none := true
		for pair := range colours * colours {
			first, second := pair/colours, pair%colours
			guess := prefix.With(positions-2, first).With(positions-1, second)
			if !g.IsGuess(guess) {
				continue
			}
			kinds := map[game.Feedback]bool{}
			for _, secret := range candidates {
				kinds[g.Reference(secret, guess)] = true
			}
			want := len(kinds)

			lane := slotOf(&p.args, first)*p.args.width + slotOf(&p.args, second)
			got := int(p.args.parts[lane/64][lane%64])
			enough := p.EnoughParts(prefix.With(positions-2, first))>>second&1 != 0
			if got != want || enough != (want >= 3) {
				t.Fatalf("%s, %s: %d candidates, %s: %d parts (enough: %v), naively %d", l.Name, g, len(candidates), g.FormatCode(guess), got, enough, want)
			}
			none = none && !enough
		}

		plain := p.args
		pairsPlain(&plain)
		if plain.enough != p.args.enough {
			t.Fatalf("%s: enough %x, in plain Go %x", l.Name, p.args.enough, plain.enough)
		}
		if !none && p.NoneEnough() {
			t.Fatalf("%s, %s: a pair makes enough parts, and none is said to", l.Name, g)
		}

		i := rng.IntN(positions - 2)
		prefix = prefix.Without(i).With(i, rng.IntN(colours))
		for !g.GuessRepeats && repeats(prefix, positions-2) {
			prefix = prefix.Without(i).With(i, rng.IntN(colours))
		}
	}
}

// repeats reports whether the first positions of a code have a colour twice.
func repeats(code game.Code, positions int) bool {
	for i := range positions {
		for j := range i {
			if code.At(i) == code.At(j) {
				return true
			}
		}
	}
	return false
}

// slotOf returns the first slot of a colour.
func slotOf(a *pairArgs, colour int) int {
	return bytes.IndexByte(bytesOf(a.slots[:]), uint8(colour))
}

// pairsPlain computes the same as every kernel of pairs.
func pairsPlain(a *pairArgs) {
	pegs, base, slots := bytesOf(a.pegs[:]), bytesOf(a.base[:]), bytesOf(a.slots[:])
	for wanted := a.wanted; wanted != 0; wanted &= wanted - 1 {
		g := bits.TrailingZeros64(wanted)
		for lane, first := range a.rows[g] {
			first, second := slots[first], slots[lane%a.width]
			var seen [5]uint8
			for n := range a.candidates {
				has := func(c, with uint8) uint8 {
					if a.colours[n][c] > pegs[c]+with {
						return uint8(a.peg)
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
