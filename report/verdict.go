package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/tree"
)

// A Verdict says how a published figure compares with the measured one.
type Verdict string

const (
	Exact    Verdict = "exact"   // whole histogram equal, and everything else that is printed
	MeanOnly Verdict = "mean"    // no histogram printed; mean equal to all printed digits, and worst case equal, as far as printed
	Differs  Verdict = "differs" // not equal, for the reason that the figure's note gives
	Open     Verdict = "open"    // not equal, and no convention found that would make it so
)

// Verdicts lists the verdicts, the best first.
func Verdicts() []Verdict { return []Verdict{Exact, MeanOnly, Differs, Open} }

// NewTally counts verdicts. Why is said only if some figure does not come out.
func NewTally(what, why string, verdicts []Verdict) Tally {
	t := Tally{What: what, Count: map[Verdict]int{}}
	for _, v := range verdicts {
		t.Count[v]++
	}
	if t.Count[Differs]+t.Count[Open] > 0 {
		t.Why = why
	}
	return t
}

// A Comparison is a published figure beside the measured one.
type Comparison struct {
	ID        string
	Source    published.Source
	Game      string
	Strategy  string
	First     string
	Published Quoted
	Measured  engine.Result
	Bounds    tree.Bounds // what no strategy of the game can beat
	Verdict   Verdict
	Gap       string // what differs, and by how much
	Note      string // what a reader should know
	// Picture is the file, in the page's folder, that shows both histograms.
	Picture string
}

// Quoted is what a source prints; what it leaves out is empty or 0.
type Quoted struct {
	Mean      string
	Total     int
	Worst     int
	Histogram []int
}

// Compare judges a published figure by what was measured for its
// configuration. There is no tolerance: integers must be equal, and a printed
// mean must be the exact mean rounded or truncated to its digits.
func Compare(p published.Figure, r engine.Result) Comparison {
	c := Comparison{
		Bounds:    r.Bounds,
		ID:        p.ID,
		Source:    p.Source.Source(),
		Game:      r.Game,
		Strategy:  r.Strategy.String(),
		First:     r.First,
		Published: Quoted{p.Mean, p.Total, p.Worst, p.Histogram},
		Measured:  r,
		Note:      p.Note,
		Picture:   strings.ReplaceAll(p.ID, "/", "-") + ".png",
	}
	gaps := differences(c.Published, r)
	c.Gap = strings.Join(gaps, "; ")
	switch {
	case len(gaps) == 0 && p.Histogram != nil:
		c.Verdict = Exact
	case len(gaps) == 0:
		c.Verdict = MeanOnly
	case p.Open || p.Note == "":
		c.Verdict = Open
	default:
		c.Verdict = Differs
	}
	return c
}

// differences lists how the measured result differs from what is printed.
func differences(p Quoted, r engine.Result) []string {
	var gaps []string
	if p.Total != 0 && p.Total != r.Total {
		gap := r.Total - p.Total
		gaps = append(gaps, fmt.Sprintf("total %d against %d (%+d, %+.5f per secret)", r.Total, p.Total, gap, float64(gap)/float64(r.Secrets)))
	}
	if p.Mean != "" && !meanAgrees(p.Mean, r.Total, r.Secrets) {
		gaps = append(gaps, fmt.Sprintf("mean %s against %s", Mean(r.Mean), p.Mean))
	}
	if p.Worst != 0 && p.Worst != r.Worst {
		gaps = append(gaps, fmt.Sprintf("worst %d against %d", r.Worst, p.Worst))
	}
	if p.Histogram != nil && !slices.Equal(p.Histogram, r.Histogram) {
		gaps = append(gaps, fmt.Sprintf("%d of %d secrets in other bars of the histogram", HistogramDistance(r.Histogram, p.Histogram), r.Secrets))
	}
	return gaps
}

// HistogramDistance returns how many secrets change bars from one histogram to
// another of as many secrets.
func HistogramDistance(a, b []int) int {
	moved := 0
	for k := range max(len(a), len(b)) {
		moved += max(0, at(a, k)-at(b, k))
	}
	return moved
}

func at(histogram []int, k int) int {
	if k < len(histogram) {
		return histogram[k]
	}
	return 0
}

// meanAgrees reports whether total/codes, rounded half up or truncated to the
// decimals of printed, is printed. It computes with whole numbers only.
func meanAgrees(printed string, total, codes int) bool {
	whole, fraction, _ := strings.Cut(printed, ".")
	digits, err := strconv.ParseUint(whole+fraction, 10, 64)
	if err != nil || len(fraction) > 9 {
		return false
	}
	scaled := uint64(total)
	for range len(fraction) {
		scaled *= 10
	}
	n := uint64(codes)
	rounded := digits == (2*scaled+n)/(2*n)
	truncated := digits == scaled/n && fraction != "" // "11" for 11.9 says too little
	return rounded || truncated
}
