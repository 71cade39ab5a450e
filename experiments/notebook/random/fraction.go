package random

import (
	"fmt"
	"math/big"
	"strings"

	"codebreak/engine/wording"
)

// A Fraction is a number such as 5600/1290, in lowest terms where it is
// computed; in JSON it is a text.
type Fraction struct{ big.Rat }

// isFraction reports whether a text is digits, or digits over digits, at most longest of
// each. A pattern that counts so far would take every start of the program 15 ms.
func isFraction(s string) bool {
	const longest = 1000
	digits := func(s string) bool {
		return s != "" && len(s) <= longest && strings.Trim(s, "0123456789") == ""
	}
	over, under, divided := strings.Cut(s, "/")
	return digits(over) && (!divided || digits(under))
}

// UnmarshalText reads a fraction that is not negative.
func (f *Fraction) UnmarshalText(text []byte) error {
	// The first condition keeps out exponents, which could take any amount of memory.
	if s := string(text); !isFraction(s) || f.Rat.UnmarshalText(text) != nil {
		return fmt.Errorf("%q is not a fraction", wording.Clip(s))
	}
	return nil
}

func fraction(r *big.Rat) *Fraction {
	var f Fraction
	f.Set(r)
	return &f
}

// rat is the number; nil of nothing.
func (f *Fraction) rat() *big.Rat {
	if f == nil {
		return nil
	}
	return &f.Rat
}
