package chance

import (
	"math"
	"math/big"
	"math/bits"
)

// The expected numbers of a set of candidates are fractions. Their denominators divide
// products of the numbers of guesses there were to choose from, one guess after
// another. Nearly all sets are small, and so are the prime factors of their
// denominators: their fractions are whole numbers of a unit, one over a number with many
// divisors. The others are stored as big fractions.

// units is how many units make one: 2¹⁵·3⁷·5⁴·7³·11²·13² and the other primes up to 41. It
// is below 2⁹⁶, so that maxOnes of them fit 128 bits.
const units = 32768 * 2187 * 625 * 343 * 121 * 169 * 17 * 19 * 23 * 29 * 31 * 37 * 41

// unitsInOne is units, as a u128.
var unitsInOne = u128{units >> 64, units & math.MaxUint64}

// maxOnes is more than any number that is stored in units: the number of guesses to choose
// from, times that of candidates or guesses.
const maxOnes = 1 << 32

// A u128 is a whole number below 2¹²⁸.
type u128 struct{ hi, lo uint64 }

func (a u128) plus(b u128) u128 {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return u128{hi, lo}
}

func (a u128) times(n uint64) u128 {
	hi, lo := bits.Mul64(a.lo, n)
	return u128{a.hi*n + hi, lo}
}

// over divides by n, which must not be 0. exact is false if a rest is left.
func (a u128) over(n uint64) (quotient u128, exact bool) {
	hi, rest := a.hi/n, a.hi%n
	lo, rest := bits.Div64(rest, a.lo, n)
	return u128{hi, lo}, rest == 0
}

func (a u128) big() *big.Int {
	n := new(big.Int).SetUint64(a.hi)
	return n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(a.lo))
}

// A value holds how many candidates of a set are expected to be found with the first
// guess, with the second, and so on. Each number is the sum of the two fields. Values
// that are remembered are shared and never change.
type value struct {
	units []u128
	large []*big.Rat // numbers that are not whole numbers of units
}

// bytes is about how much memory the value takes.
func (v value) bytes() int {
	const header, word = 120, 8
	size := 16 * len(v.units)
	for _, r := range v.large {
		words := len(r.Num().Bits()) + len(r.Denom().Bits())
		size += header + word*words
	}
	return size
}

// rats returns the numbers as reduced fractions.
func (v value) rats() []*big.Rat {
	out := make([]*big.Rat, max(len(v.units), len(v.large)))
	for i := range out {
		out[i] = new(big.Rat)
		if i < len(v.units) {
			out[i].SetFrac(v.units[i].big(), unitsInOne.big())
		}
		if i < len(v.large) {
			out[i].Add(out[i], v.large[i])
		}
	}
	return out
}

// add adds another value this many times.
func (v *value) add(w value, times int) {
	for len(v.units) < len(w.units) {
		v.units = append(v.units, u128{})
	}
	for i, n := range w.units {
		v.units[i] = v.units[i].plus(n.times(uint64(times)))
	}

	for len(v.large) < len(w.large) {
		v.large = append(v.large, new(big.Rat))
	}
	factor := big.NewRat(int64(times), 1)
	for i, n := range w.large {
		v.large[i].Add(v.large[i], new(big.Rat).Mul(n, factor))
	}
}

// maxTiny is the number of candidates up to which sets of a player who guesses any
// candidate are worked out each time, from their feedback: to remember them is slower.
const maxTiny = 8

// tinyUnits is how many units of small sets make one: 8!. The expected numbers of up to
// maxTiny candidates are whole numbers of these units, since each guess is one of at most
// as many as there are candidates, one fewer each time.
const tinyUnits = 40320

// tinyUnit is a unit of small sets.
var tinyUnit = u128{units / tinyUnits >> 64, units / tinyUnits & math.MaxUint64}

// addTiny adds the numbers of a small part, in tinyUnits, this many times.
func (v *value) addTiny(found [maxTiny]uint32, times int) {
	for i, n := range found {
		if n == 0 {
			return
		}
		if i == len(v.units) {
			v.units = append(v.units, u128{})
		}
		v.units[i] = v.units[i].plus(tinyUnit.times(uint64(n) * uint64(times)))
	}
}

// mean returns the value of a set if v is the sum of the values after each of its
// guesses, and this many of the guesses are candidates.
func (v *value) mean(guesses, candidates int) value {
	// Each guess that is a candidate finds one secret; all else comes a guess later.
	found := unitsInOne.times(uint64(candidates))
	sum := value{units: append([]u128{found}, v.units...)}

	if v.large == nil {
		units := make([]u128, len(sum.units))
		exact := true
		for i := 0; i < len(units) && exact; i++ {
			units[i], exact = sum.units[i].over(uint64(guesses))
		}
		if exact {
			return value{units: units}
		}
	} else {
		sum.large = append([]*big.Rat{new(big.Rat)}, v.large...)
	}

	large := sum.rats()
	for _, n := range large {
		n.Mul(n, big.NewRat(1, int64(guesses)))
	}
	return value{large: large}
}
