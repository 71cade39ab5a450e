package chance

import (
	"math/big"
	"math/bits"
)

// What is expected of a set of candidates are fractions whose denominators divide
// products of how many guesses there were to choose from, one guess after
// another. Nearly all sets are small, and so are the prime factors of their
// denominators: whole numbers of a unit do, one over a number with many
// divisors. The others are kept as big fractions.

// unitsInOne is how many units make one: below 2⁹⁶, so that maxOnes of them fit
// 128 bits.
var unitsInOne = func() u128 {
	n := u128{lo: 1}
	for _, f := range []struct {
		prime uint64
		power int
	}{{2, 15}, {3, 7}, {5, 4}, {7, 3}, {11, 2}, {13, 2}, {17, 1}, {19, 1}, {23, 1}, {29, 1}, {31, 1}, {37, 1}, {41, 1}} {
		for range f.power {
			n = n.times(f.prime)
		}
	}
	return n
}()

// maxOnes is more than any number that is kept in units: of guesses to choose
// from, times candidates or guesses.
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

// over divides by n, which must not be 0. exact is false if something is left.
func (a u128) over(n uint64) (quotient u128, exact bool) {
	hi, rest := a.hi/n, a.hi%n
	lo, rest := bits.Div64(rest, a.lo, n)
	return u128{hi, lo}, rest == 0
}

func (a u128) big() *big.Int {
	n := new(big.Int).SetUint64(a.hi)
	return n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(a.lo))
}

func toU128(n *big.Int) u128 {
	var hi, lo big.Int
	hi.Rsh(n, 64)
	lo.And(n, lo.SetUint64(^uint64(0)))
	return u128{hi.Uint64(), lo.Uint64()}
}

// A value is what is expected of a set of n candidates: the first n numbers are
// the guesses that each candidate takes, and the others how many candidates are
// found with the first guess, with the second, and so on. Values are shared and
// never change.
type value struct {
	units []u128
	large *fractions // in place of units, if they do not do
}

// fractions are numbers of one denominator.
type fractions struct {
	numerators  []*big.Int
	denominator *big.Int
}

// len returns how many numbers the value is.
func (v *value) len() int {
	if v.large != nil {
		return len(v.large.numerators)
	}
	return len(v.units)
}

// bytes is about how much memory the value takes.
func (v *value) bytes() int {
	const header, number = 80, 40
	if v.large == nil {
		return header + 16*len(v.units)
	}
	return 2*header + len(v.large.numerators)*(number+8*len(v.large.denominator.Bits()))
}

// rats returns the numbers as reduced fractions.
func (v *value) rats() []*big.Rat {
	out := make([]*big.Rat, v.len())
	for i := range out {
		if v.large != nil {
			out[i] = new(big.Rat).SetFrac(v.large.numerators[i], v.large.denominator)
		} else {
			out[i] = new(big.Rat).SetFrac(v.units[i].big(), unitsInOne.big())
		}
	}
	return out
}

// A sum adds up what is expected after each guess that may be made of a set of n
// candidates, as a value does but for the guess itself. Numbers are added to its
// parts separately. It is reused from set to set.
type sum struct {
	n     int
	len   int      // how many numbers count
	tiny  []uint64 // of small sets, in tinyUnits
	units []u128
	large *fractions // nil if there are none
}

// reset empties the sum for a set of n candidates, which take at most n guesses
// more.
func (s *sum) reset(n int) {
	s.n, s.len, s.large = n, n, nil
	s.tiny, s.units = zeros(s.tiny, 2*n), zeros(s.units, 2*n)
}

// zeros returns n zeros, in place of buf if it is large enough.
func zeros[T any](buf []T, n int) []T {
	if cap(buf) < n {
		return make([]T, n)
	}
	buf = buf[:n]
	clear(buf)
	return buf
}

// add adds so many times the value of a part whose candidates have the given
// places in the set.
func (s *sum) add(v *value, places []uint16, times int) {
	s.len = max(s.len, s.n+v.len()-len(places))
	if v.large != nil {
		s.addFractions(v.large, places, times)
		return
	}
	found := s.units[s.n:]
	for i, units := range v.units {
		at := &found[max(0, i-len(places))]
		if i < len(places) {
			at = &s.units[places[i]]
		}
		if times > 1 {
			units = units.times(uint64(times))
		}
		*at = at.plus(units)
	}
}

// addTiny adds so many times what is expected of a small part.
func (s *sum) addTiny(t *tiny, places []uint16, times int) {
	for i, place := range places {
		s.tiny[place] += uint64(t.guesses[i]) * uint64(times)
	}
	for k, found := range t.found[:len(places)] {
		if found > 0 {
			s.tiny[s.n+k] += uint64(found) * uint64(times)
			s.len = max(s.len, s.n+k+1)
		}
	}
}

func (s *sum) addFractions(f *fractions, places []uint16, times int) {
	if s.large == nil {
		s.large = &fractions{make([]*big.Int, 2*s.n), big.NewInt(1)}
		for i := range s.large.numerators {
			s.large.numerators[i] = new(big.Int)
		}
	}
	factor := s.large.include(f.denominator)
	factor.Mul(factor, big.NewInt(int64(times)))
	var product big.Int
	for i, n := range f.numerators {
		place := s.n + i - len(places)
		if i < len(places) {
			place = int(places[i])
		}
		at := s.large.numerators[place]
		at.Add(at, product.Mul(n, factor))
	}
}

// include makes the denominator a multiple of another, and returns what
// numerators over that other are to be multiplied by.
func (f *fractions) include(denominator *big.Int) (factor *big.Int) {
	var common, more big.Int
	common.GCD(nil, nil, f.denominator, denominator)
	more.Quo(denominator, &common)
	if more.Cmp(big.NewInt(1)) != 0 {
		f.denominator = new(big.Int).Mul(f.denominator, &more)
		for _, n := range f.numerators {
			n.Mul(n, &more)
		}
	}
	return new(big.Int).Quo(f.denominator, denominator)
}

// merge adds another sum of the same set.
func (s *sum) merge(t *sum) {
	s.len = max(s.len, t.len)
	for i := range s.units {
		s.tiny[i] += t.tiny[i]
		s.units[i] = s.units[i].plus(t.units[i])
	}
	if t.large != nil {
		s.addFractions(t.large, places(s.n), 1)
	}
}

// places returns the numbers below n.
func places(n int) []uint16 {
	out := make([]uint16, n)
	for i := range out {
		out[i] = uint16(i)
	}
	return out
}

// mean returns what is expected of the set, if the sum is over so many guesses,
// some of them candidates. classes, unless nil, gives for each candidate the
// number of its class of equivalent ones: the sum then need not be right for
// each of them, only for all of a class together.
func (s *sum) mean(guesses, candidates int, classes []int) *value {
	for i, tiny := range s.tiny[:s.len] {
		if tiny > 0 {
			s.units[i] = s.units[i].plus(tinyUnit.times(tiny))
		}
	}
	if s.large == nil && classes == nil {
		if units := s.unitsOver(guesses, candidates); units != nil {
			return &value{units: units}
		}
	}
	f := s.fractionsOver(guesses, candidates, classes)
	if units := f.units(); units != nil {
		return &value{units: units}
	}
	return &value{large: f}
}

// unitsOver returns what is expected as units, or nil if they do not do.
func (s *sum) unitsOver(guesses, candidates int) []u128 {
	out := make([]u128, s.len+1)
	for i, units := range s.units[:s.len] {
		mean, exact := units.over(uint64(guesses))
		if !exact {
			return nil
		}
		if i < s.n {
			out[i] = mean.plus(unitsInOne)
		} else {
			out[i+1] = mean
		}
	}
	var exact bool
	out[s.n], exact = unitsInOne.times(uint64(candidates)).over(uint64(guesses))
	if !exact {
		return nil
	}
	return out
}

// fractionsOver returns what is expected as fractions in lowest terms.
func (s *sum) fractionsOver(guesses, candidates int, classes []int) *fractions {
	all := &fractions{bigs(s.units[:s.len]), unitsInOne.big()}
	if s.large != nil {
		factor := all.include(s.large.denominator)
		var product big.Int
		for i, n := range all.numerators {
			n.Add(n, product.Mul(s.large.numerators[i], factor))
		}
	}
	all.share(classes)
	all.denominator.Mul(all.denominator, big.NewInt(int64(guesses)))
	for _, n := range all.numerators[:s.n] {
		n.Add(n, all.denominator)
	}
	first := new(big.Int).Mul(all.denominator, big.NewInt(int64(candidates)))
	first.Quo(first, big.NewInt(int64(guesses)))
	all.numerators = append(all.numerators, nil)
	copy(all.numerators[s.n+1:], all.numerators[s.n:])
	all.numerators[s.n] = first
	all.reduce()
	return all
}

func bigs(units []u128) []*big.Int {
	out := make([]*big.Int, len(units), len(units)+1)
	for i, u := range units {
		out[i] = u.big()
	}
	return out
}

// share gives each of a class the mean of the class.
func (f *fractions) share(classes []int) {
	if classes == nil {
		return
	}
	sizes := map[int]int64{}
	sums := map[int]*big.Int{}
	for i, class := range classes {
		if sizes[class]++; sizes[class] == 1 {
			sums[class] = new(big.Int)
		}
		sums[class].Add(sums[class], f.numerators[i])
	}
	common := big.NewInt(1)
	for _, size := range sizes {
		common.Mul(common, new(big.Int).Quo(big.NewInt(size), new(big.Int).GCD(nil, nil, common, big.NewInt(size))))
	}
	for class, size := range sizes {
		sums[class].Mul(sums[class], new(big.Int).Quo(common, big.NewInt(size)))
	}
	for i := range f.numerators {
		if i < len(classes) {
			f.numerators[i] = new(big.Int).Set(sums[classes[i]])
		} else {
			f.numerators[i].Mul(f.numerators[i], common)
		}
	}
	f.denominator.Mul(f.denominator, common)
}

// reduce divides by what all numbers have in common.
func (f *fractions) reduce() {
	common := new(big.Int).Set(f.denominator)
	for _, n := range f.numerators {
		if n.Sign() != 0 {
			common.GCD(nil, nil, common, n)
		}
	}
	f.denominator.Quo(f.denominator, common)
	for _, n := range f.numerators {
		n.Quo(n, common)
	}
}

// units returns the numbers as units, or nil if they do not do.
func (f *fractions) units() []u128 {
	all := unitsInOne.big()
	factor, rest := new(big.Int).QuoRem(all, f.denominator, new(big.Int))
	if rest.Sign() != 0 {
		return nil
	}
	out := make([]u128, len(f.numerators))
	for i, n := range f.numerators {
		out[i] = toU128(new(big.Int).Mul(n, factor))
	}
	return out
}
