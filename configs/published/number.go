package published

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"codebreak/engine/wording"
)

// A Number is a number as people print it: with any number of decimals (4.476), whole
// (5801), a fraction (5801/1296) or a share in percent (46.45%).
type Number struct {
	text     string   // as it is written here, such as 4.476
	value    *big.Rat // of a share, between 0 and 1
	decimals int      // behind the point; 0 of whole numbers and fractions
	digits   int      // significant ones
	fraction bool
	percent  bool

	// grouped is the whole number if the comma, as in 4,476, separates thousands; nil if it
	// cannot.
	grouped *Number
}

// An Agreement says how a printed number agrees with an exact one.
type Agreement int

// The agreements, the closest last.
const (
	Disagrees Agreement = iota
	truncated           // the exact number, cut off
	Rounded             // the exact number, rounded half up
	Same                // the exact number
)

// String says it in a word.
func (a Agreement) String() string { return []string{"not equal", "truncated", "rounded", "exact"}[a] }

// numberForms are examples of numbers for errors.
const numberForms = "4.476, 5801, 5801/1296 or 46.45%"

// ParseNumber reads a number. A single comma is a decimal point; [Number.Grouped] reads it as a
// separator of thousands, and so does ParseNumber if there are several.
func ParseNumber(text string) (Number, error) {
	text = strings.TrimSpace(text)
	if over, under, ok := strings.Cut(text, "/"); ok && hasDigits(over, 15) && hasDigits(under, 15) {
		value, ok := new(big.Rat).SetString(text)
		if !ok {
			return Number{}, fmt.Errorf("%q divides by 0", text)
		}
		return Number{text: text, value: value, fraction: true}, nil
	}

	bare, percent := strings.CutSuffix(text, "%")
	whole, decimals, hasPoint := strings.Cut(strings.Replace(bare, ",", ".", 1), ".")
	if !hasDigits(whole, 15) || hasPoint && !hasDigits(decimals, 100) {
		if isGrouped(text) && len(text) <= 19 {
			return ParseNumber(strings.ReplaceAll(text, ",", ""))
		}
		if _, err := strconv.ParseFloat(bare, 64); err == nil || errors.Is(err, strconv.ErrRange) {
			return Number{}, fmt.Errorf("%q must be a number from 0 of at most 15 digits, such as 4.476", wording.Clip(text))
		}
		return Number{}, fmt.Errorf("%q is not a number, such as %s", wording.Clip(text), numberForms)
	}

	n := Number{
		text:     strings.Replace(text, ",", ".", 1),
		decimals: len(decimals),
		digits:   len(strings.TrimLeft(whole+decimals, "0")),
		percent:  percent,
	}
	n.value, _ = new(big.Rat).SetString(strings.TrimSuffix(n.text, "%")) // these are digits
	if percent {
		n.value.Quo(n.value, big.NewRat(100, 1))
	}
	if isGrouped(text) {
		whole, err := ParseNumber(strings.ReplaceAll(text, ",", ""))
		if err == nil {
			n.grouped = &whole
		}
	}
	return n, nil
}

// hasDigits reports whether a text is a digit or several, and nothing else.
func hasDigits(text string, most int) bool {
	return text != "" && len(text) <= most && strings.Trim(text, "0123456789") == ""
}

// isGrouped reports whether a text has commas between thousands.
func isGrouped(text string) bool {
	first, groups, found := strings.Cut(text, ",")
	for group := range strings.SplitSeq(groups, ",") {
		found = found && len(group) == 3 && hasDigits(group, 3)
	}
	return found && hasDigits(first, 3)
}

// String writes the number with a decimal point and without separators of thousands.
func (n Number) String() string { return n.text }

// Grouped returns the whole number if the comma, as in 4,476, separates thousands; ok is false if it
// cannot.
func (n Number) Grouped() (whole Number, ok bool) {
	if n.grouped == nil {
		return n, false
	}
	return *n.grouped, true
}

// Whole returns the number if it is whole and in no other form.
func (n Number) Whole() (value int, ok bool) {
	if n.decimals > 0 || n.fraction || n.percent {
		return 0, false
	}
	return int(n.value.Num().Int64()), true // of 15 digits at most
}

// Share reports whether the number is in percent.
func (n Number) Share() bool { return n.percent }

// Float is the number that a program computes with; a share is between 0 and 1.
func (n Number) Float() float64 {
	x, _ := n.value.Float64()
	return x
}

// Unit is one in the last digit; 0 of a fraction.
func (n Number) Unit() float64 {
	switch {
	case n.fraction:
		return 0
	case n.percent:
		return math.Pow10(-n.decimals - 2)
	}
	return math.Pow10(-n.decimals)
}

// Agrees says how the number agrees with an exact one; it computes with integers. Decimals may be
// rounded or truncated, whole numbers rounded. A number with 15 significant digits or more is a
// floating-point number, whose last digit may be wrong.
func (n Number) Agrees(exact *big.Rat) Agreement {
	if n.value.Cmp(exact) == 0 {
		return Same
	}
	if n.fraction {
		return Disagrees
	}

	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n.decimals)), nil)
	if n.percent {
		scale.Mul(scale, big.NewInt(100))
	}
	printed := scaled(n.value, scale, false)
	switch {
	case printed.Cmp(scaled(exact, scale, true)) == 0:
		return Rounded
	case printed.Cmp(scaled(exact, scale, false)) == 0 && n.decimals > 0: // 11 for 11.9 says too little
		return truncated
	}

	const double = 15 // significant digits that every floating-point number has right
	if off := new(big.Rat).Sub(n.value, exact); n.digits >= double {
		limit := new(big.Rat).Mul(exact, big.NewRat(1, 1<<50)) // some units in the last place of 53 bits
		if off.Abs(off).Cmp(limit.Abs(limit)) <= 0 {
			return Rounded
		}
	}
	return Disagrees
}

// scaled returns a multiple of a number, rounded half up or rounded down.
func scaled(x *big.Rat, scale *big.Int, rounded bool) *big.Int {
	numerator := new(big.Int).Mul(x.Num(), scale)
	if rounded {
		numerator.Mul(numerator, big.NewInt(2))
		numerator.Add(numerator, x.Denom())
		return numerator.Div(numerator, new(big.Int).Mul(x.Denom(), big.NewInt(2)))
	}
	return numerator.Div(numerator, x.Denom())
}

// Near says how the number agrees with a computed one, whose last bits may be wrong.
func (n Number) Near(x float64) Agreement {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return Disagrees
	}
	if n.fraction && math.Abs(n.Float()-x) <= 1e-12*math.Abs(x) {
		return Same
	}
	best := Disagrees
	for _, factor := range []float64{1, 1 + 1e-12, 1 - 1e-12} {
		best = max(best, n.Agrees(new(big.Rat).SetFloat64(x*factor)))
	}
	return best
}

// setNumber keeps a number as it is written here. It refuses shares and other texts.
func setNumber(to *string, printed string) error {
	n, err := ParseNumber(printed)
	if err != nil {
		return err
	}
	if n.percent {
		return fmt.Errorf("%q is a share; write the number itself", printed)
	}
	*to = n.String()
	return nil
}

// setWhole reads a whole number of at least 1, perhaps with separators of thousands.
func setWhole(to *int, printed string) error {
	n, err := ParseNumber(printed)
	if grouped, ok := n.Grouped(); ok {
		n = grouped
	}
	if err == nil {
		if whole, ok := n.Whole(); ok && whole >= 1 {
			*to = whole
			return nil
		}
	}
	return fmt.Errorf("%q is not a whole number of at least 1", printed)
}

// Explains says how another number, printed with as many digits or fewer, agrees with this
// one.
func (n Number) Explains(other Number) Agreement { return other.Agrees(n.value) }
