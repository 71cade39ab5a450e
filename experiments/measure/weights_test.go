package measure

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/game"
	"codebreak/experiments/base"
)

// FuzzWeights reads any bytes as weights: no panic, and an error is short and names a line.
func FuzzWeights(f *testing.F) {
	f.Add([]byte("11 1\n# comment\n\n12 2\r\n"))
	f.Add([]byte("\ufeff11 1\n11 2\n"))
	f.Add([]byte("11 -1\n12 99999999999999999999\n"))
	f.Add([]byte("code,rank,frequency\n\"11\",1,1.5e-6\n12;2;3/4\n"))
	f.Add([]byte("11 1 1\n\x00\x1b"))
	g, err := game.Parse("mm2x3")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		weights, err := parseWeights(t.Context(), g, text)
		if err != nil && (!strings.HasPrefix(err.Error(), "line ") || len(base.Printable(err.Error())) > 500) {
			t.Errorf("%q: %v", text, err)
		}
		for code, weight := range weights {
			if !g.IsSecret(code) || weight.Sign() < 0 {
				t.Errorf("%q: %s weighs %s", text, g.FormatCode(code), weight)
			}
		}
	})
}

// TestWholeWeights holds that whole weights have the proportions of the given ones.
func TestWholeWeights(t *testing.T) {
	for _, test := range []struct {
		given []string
		want  []int
		unit  string
		exact bool
	}{
		{[]string{"3", "0", "7"}, []int{3, 0, 7}, "1", true},
		{[]string{"0.25", "1.5"}, []int{1, 6}, "1/4", true},
		{[]string{"1/3", "2e-1"}, []int{5, 3}, "1/15", true},
		{[]string{"1e-30", "3e-30"}, []int{1, 3}, "1/1000000000000000000000000000000", true},
		{[]string{"100000000000000000", "0.06"}, []int{100000000000000000, 0}, "1", false},
		{[]string{"0.12345678901234567890", "1"}, []int{12345678901234568, 100000000000000000}, "1/100000000000000000", false},
	} {
		var given []*big.Rat
		for _, text := range test.given {
			w, ok := new(big.Rat).SetString(text)
			if !ok {
				t.Fatal(text)
			}
			given = append(given, w)
		}
		weights, unit, exact := wholeWeights(given)
		if !slices.Equal(weights, test.want) || unit.RatString() != test.unit || exact != test.exact {
			t.Errorf("%v: %v in units of %s, exact %v; want %v, %s, %v", test.given, weights, unit.RatString(), exact, test.want, test.unit, test.exact)
		}
	}
}
