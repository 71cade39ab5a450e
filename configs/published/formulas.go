package published

import (
	"fmt"
	"math/big"
	"strings"
)

// A Formula is a published formula about optimal play with a fixed number of positions: it
// gives a number for each number of colours.
type Formula struct {
	Figure          // its name, source, note and reason
	Family   string // mm2xN: two positions, N colours
	Quantity Quantity
	Relation Relation
	From     int                  // the least number of colours that it is claimed for
	Value    func(n int) *big.Rat // of n colours, exactly; n at least 2
	Text     string               // as it is printed
}

// Game names the game of the family with n colours.
func (f Formula) Game(n int) string {
	return strings.Replace(f.Family, "N", fmt.Sprint(n), 1)
}

// A Quantity is the number that a formula gives.
type Quantity string

const (
	LeastMean  Quantity = "least mean"
	leastWorst Quantity = "least worst case"
)

// A Relation says how the quantity and the value of the formula compare.
type Relation string

const (
	Equal   Relation = "equal"
	AtLeast Relation = "at least"
	AtMost  Relation = "at most"
)

// Formulas returns the published formulas.
func Formulas() []Formula {
	return []Formula{
		{
			Figure:   Figure{ID: "chen-lin/mm2xN-worst", Source: chenLin},
			Family:   "mm2xN",
			Quantity: leastWorst,
			Relation: Equal,
			From:     2,
			Value:    floor(0, 2, 2),
			Text:     "⌊n/2⌋ + 2",
		},

		{
			Figure:   Figure{ID: "chen-lin/mm2xN-mean", Source: chenLin, Reason: "For two colours every strategy needs at least 2."},
			Family:   "mm2xN",
			Quantity: LeastMean,
			Relation: Equal,
			From:     2,
			Value:    meanMastermind2,
			Text:     "(8n³ + 51n² − 74n + 48) / 24n² if n is even, (8n³ + 51n² − 80n + 69) / 24n² if n is odd",
		},

		{
			Figure:   Figure{ID: "chen-hsu-lin/bc2xN-worst", Source: chenHsuLin},
			Family:   "bc2xN",
			Quantity: leastWorst,
			Relation: Equal,
			From:     4,
			Value:    floor(1, 2, 1),
			Text:     "⌈n/2⌉ + 1",
		},

		{
			Figure:   Figure{ID: "chen-hsu-lin/bc2xN-mean", Source: chenHsuLin},
			Family:   "bc2xN",
			Quantity: LeastMean,
			Relation: Equal,
			From:     2,
			Value:    meanBulls2,
			Text:     "(4n³ + 21n² − 76n + 72) / 12n(n−1) if n is even, (4n³ + 21n² − 82n + 105) / 12n(n−1) if n is odd",
		},

		{
			Figure:   Figure{ID: "jaeger-peczarski/mm3xN-worst", Source: jaegerPeczarski, Note: "Theorem 1."},
			Family:   "mm3xN",
			Quantity: leastWorst,
			Relation: Equal,
			From:     5,
			Value:    floor(-1, 3, 4),
			Text:     "⌊(n−1)/3⌋ + 4",
		},

		{
			Figure:   Figure{ID: "jaeger-peczarski/mm4xN-worst-low", Source: jaegerPeczarski},
			Family:   "mm4xN",
			Quantity: leastWorst,
			Relation: AtLeast,
			From:     16,
			Value:    floor(0, 4, 4),
			Text:     "⌊n/4⌋ + 4",
		},

		{
			Figure:   Figure{ID: "jaeger-peczarski/mm4xN-worst-high", Source: jaegerPeczarski},
			Family:   "mm4xN",
			Quantity: leastWorst,
			Relation: AtMost,
			From:     16,
			Value:    floor(0, 4, 6),
			Text:     "⌊n/4⌋ + 6",
		},
	}
}

// meanMastermind2 is the least mean of Mastermind with two positions.
func meanMastermind2(n int) *big.Rat {
	even, odd := []int{8, 51, -74, 48}, []int{8, 51, -80, 69}
	return big.NewRat(cubic(n, even, odd), int64(24*n*n))
}

// meanBulls2 is the least mean of Bulls and Cows with two positions.
func meanBulls2(n int) *big.Rat {
	even, odd := []int{4, 21, -76, 72}, []int{4, 21, -82, 105}
	return big.NewRat(cubic(n, even, odd), int64(12*n*(n-1)))
}

// floor is the function ⌊(n + plus) / by⌋ + more.
func floor(plus, by, more int) func(int) *big.Rat {
	return func(n int) *big.Rat { return big.NewRat(int64((n+plus)/by+more), 1) }
}

// cubic is the value at n of a polynomial of degree 3: one for even numbers, one for odd ones, each
// given by its coefficients from the highest.
func cubic(n int, even, odd []int) int64 {
	coefficients := even
	if n%2 == 1 {
		coefficients = odd
	}
	var value int64
	for _, c := range coefficients {
		value = value*int64(n) + int64(c)
	}
	return value
}
