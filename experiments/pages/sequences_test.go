package pages

import (
	"math/big"
	"strings"
	"testing"
)

// TestConjectures refutes formulas by one term more than they were made from: the polynomial
// through all terms but the last, and a term of a true formula that was changed.
func TestConjectures(t *testing.T) {
	totals := sequence{quantity: quantity{name: "least-total"}, kind: "mm", positions: 3, first: 2}
	for _, n := range []int{18, 73, 206, 451, 854, 1474, 2359, 3596, 5242} {
		totals.terms = append(totals.terms, whole(n))
	}
	known := len(totals.terms) - 1
	through := conjecture{quantity: "least-total", family: "mm3xn", from: 2, value: func(n int) int {
		sum := new(big.Rat)
		for i, term := range totals.terms[:known] { // Lagrange's polynomial
			product := new(big.Rat).Set(term)
			for j := range known {
				if j != i {
					product.Mul(product, big.NewRat(int64(n-totals.first-j), int64(i-j)))
				}
			}
			sum.Add(sum, product)
		}
		return int(sum.Num().Int64()) // through whole numbers it is whole
	}}
	if n, missed := through.fits(totals); n != known || missed != totals.first+known {
		t.Errorf("a polynomial through %d terms fits %d and misses that of %d colours", known, n, missed)
	}
	if !through.of(totals) || conjectures[0].of(totals) {
		t.Error("a conjecture is taken for one of other games")
	}
	for _, c := range conjectures {
		s := sequence{first: 2}
		for n := 2; n < 12; n++ {
			s.terms = append(s.terms, whole(c.value(n)))
		}
		if n, missed := c.fits(s); n != 12-c.from || missed != 0 {
			t.Errorf("%s fits %d of its own terms, and misses that of %d colours", c.text, n, missed)
		}
		s.terms[9] = new(big.Rat).Add(s.terms[9], big.NewRat(1, 1))
		if n, missed := c.fits(s); n != 11-c.from || missed != 11 {
			t.Errorf("%s with a wrong term: fits %d, and misses that of %d colours", c.text, n, missed)
		}
	}
}

func TestBFiles(t *testing.T) {
	s := sequence{quantity: quantity{name: "random-mean", text: "mean", from: "chance"}, kind: "mm", positions: 2, first: 2, terms: []*big.Rat{whole(2), big.NewRat(7, 3)}}
	files := s.bFiles()
	if len(files) != 2 || files[0].Name != "b-random-mean-mm2xn-numerators.txt" || !strings.HasSuffix(string(files[0].Content), "\n2 2\n3 7\n") || !strings.HasSuffix(string(files[1].Content), "\n2 1\n3 3\n") {
		t.Errorf("%q", files)
	}
}
