package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine/tree"
)

// nameOf is the name of a quantity with the numbers that belong to it.
func nameOf(d published.Detail) string {
	return strings.Join(append([]string{d.Quantity}, numbersText(d.Of)...), " ")
}

func numbersText[N int | float64](numbers []N) []string {
	return each(numbers, func(n N) string { return strconv.FormatFloat(math.Round(float64(n)*1e6)/1e6, 'f', -1, 64) })
}

// CompareDetails returns the measured quantities, and lists the printed numbers that differ
// from them.
func CompareDetails(details []published.Detail, of func(published.Detail) []float64) (text string, gaps []string) {
	var texts []string
	for _, d := range details {
		measured := of(d)
		found := strings.Join(numbersText(measured), " ")
		texts = append(texts, nameOf(d)+" "+found)
		if !slices.EqualFunc(d.Printed, measured, agrees) {
			gaps = append(gaps, fmt.Sprintf("published %s %s, measured %s", nameOf(d), strings.Join(d.Printed, " "), found))
		}
	}
	return strings.Join(texts, ", "), gaps
}

// agrees reports whether a number, rounded or truncated to the decimals of printed, is
// that.
func agrees(printed string, x float64) bool {
	if share, ok := strings.CutSuffix(printed, "%"); ok {
		printed, x = share, 100*x
	}
	_, fraction, _ := strings.Cut(printed, ".")
	unit := math.Pow10(len(fraction))
	for i, y := range []float64{math.Round(x * unit), math.Floor(x*unit + 1e-9)} {
		if (i == 0 || fraction != "") && strconv.FormatFloat(y/unit, 'f', len(fraction), 64) == printed {
			return true
		}
	}
	return false
}

// detailOf is what a quantity is by the figures of a strategy: as many numbers as are
// printed, or fewer if there are no more.
func detailOf(d published.Detail, f tree.Figures) []float64 {
	secrets := float64(f.Secrets())
	within := func(k int) float64 { return float64(secretsOf(f.Histogram[:min(k, f.Worst)+1])) / secrets }
	number := func(k int) float64 { // that belongs to the name
		sum := 0
		for guess, l := range f.Levels {
			switch {
			case d.Quantity == "positions" && guess == k-1:
				sum += l.Positions
			case d.Quantity == "decisions" && guess > 0 && (k == 0 || guess == k-1):
				sum += l.Decisions
			}
		}
		return float64(sum)
	}
	switch d.Quantity {
	case "stddev":
		return []float64{f.Stddev}
	case "within":
		return []float64{within(d.Of[0])}
	case "beyond":
		return []float64{1 - within(d.Of[0])}
	case "pay-off":
		sum := 0
		for i, pay := range d.Of {
			sum += pay * at(f.Histogram, i+1)
		}
		return []float64{float64(sum) / secrets}
	case "left":
		left := f.Left()
		return left[:min(len(left), len(d.Printed))]
	}
	if f.Levels == nil {
		return nil
	}
	return []float64{number(slices.Max(append(d.Of, 0)))}
}

// secretsOf is the number of secrets in a histogram.
func secretsOf(histogram []int) int { return tree.Figures{Histogram: histogram}.Secrets() }

func at[N int | float64](histogram []N, k int) N {
	if k < len(histogram) {
		return histogram[k]
	}
	return 0
}
