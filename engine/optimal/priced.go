package optimal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"codebreak/engine/wording"
)

// Objectives that price a secret by the guess that solves it. "within=K" asks for as many
// secrets as possible by guess K; "pays=100,50,20" for the largest pay-off, where
// guess 1 pays 100, guess 2 50, guess 3 20, and later ones nothing. Of equal trees the least
// total is best.
//
// A secret costs what its pay-off falls short of the best, which is never less with a later
// guess. After the last price all secrets cost the same, and the least total is left to find.
// So sets, and rows of bounds, are known by the number of guesses before, up to the last
// price.
const (
	withinPrefix = "within="
	paysPrefix   = "pays="
)

// mostPrices bounds the prices of an objective, mostPrice each of them.
const (
	mostPrices = 64
	mostPrice  = 1000
)

// UnknownObjective is the error on a word that is not an objective.
func UnknownObjective(word string) error {
	return wording.Unknown("objective", Objective(word), slices.Insert(Objectives(), 1, withinPrefix+"K", paysPrefix+"A,B"))
}

// Priced reports whether the objective prices a secret by the guess that solves it.
func (o Objective) Priced() bool {
	return strings.HasPrefix(string(o), withinPrefix) || strings.HasPrefix(string(o), paysPrefix)
}

// pays returns what each guess pays, from the first on; those after the last pay nothing.
// For "within=K" each secret in time pays 1.
func (o Objective) pays() (pays []int, err error) {
	text, isWithin := strings.CutPrefix(string(o), withinPrefix)
	if isWithin {
		k, err := strconv.Atoi(text)
		if err != nil || k < 1 || k > mostPrices {
			return nil, fmt.Errorf("objective %s: the number of guesses must be 1 to %d", o, mostPrices)
		}
		return slices.Repeat([]int{1}, k), nil
	}

	for field := range strings.SplitSeq(strings.TrimPrefix(text, paysPrefix), ",") {
		n, err := strconv.Atoi(field)
		if err != nil || n < 0 || n > mostPrice {
			return nil, fmt.Errorf("objective %s: %q is not a whole number from 0 to %s", o, field, wording.Thousands(mostPrice))
		}
		if len(pays) > 0 && n > pays[len(pays)-1] {
			return nil, fmt.Errorf("objective %s: %d comes after %d, but no guess may pay more than one before it", o, n, pays[len(pays)-1])
		}
		pays = append(pays, n)
	}

	if len(pays) > mostPrices || pays[0] == 0 {
		return nil, fmt.Errorf("objective %s: 1 to %d numbers are allowed, the first above 0", o, mostPrices)
	}
	return pays, nil
}

// prices returns what a secret costs besides its guesses, by the guesses made before the
// one that solves it.
func (o Objective) prices() (prices []cost) {
	pays, err := o.pays()
	if err != nil || !o.Priced() {
		return nil
	}

	for _, n := range append(pays, 0) {
		prices = append(prices, cost(pays[0]-n)*big)
	}
	return prices
}

// paid returns what the secrets of a histogram pay by the objective, which must be priced:
// with "within=K" their number.
func (o Objective) paid(histogram []int) (sum int) {
	pays, _ := o.pays()
	for guesses, n := range histogram {
		if 0 < guesses && guesses <= len(pays) {
			sum += n * pays[guesses-1]
		}
	}
	return sum
}
