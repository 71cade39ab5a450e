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
	Exact       Verdict = "exact"        // everything printed is equal, the histogram included
	AsPublished Verdict = "as published" // no histogram printed; everything that is printed is equal
	Differs     Verdict = "differs"      // not equal, for the reason that the figure's note gives
	Open        Verdict = "open"         // not equal, and no reason known
)

// Verdicts lists the verdicts, the best first.
func Verdicts() []Verdict { return []Verdict{Exact, AsPublished, Differs, Open} }

// A Comparison is a published figure beside the measured one.
type Comparison struct {
	ID        string
	Source    string
	Year      int
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
		Source:    p.Source,
		Year:      p.Year,
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
		c.Verdict = AsPublished
	case p.Open || p.Note == "":
		c.Verdict = Open
	default:
		c.Verdict = Differs
	}
	return c
}

// Claim is the comparison as one of all published figures. Those that a picture
// of the page shows say so.
func (c Comparison) Claim(pictured bool) Claim {
	claim := Claim{
		ID:       c.ID,
		Source:   c.Source,
		About:    fmt.Sprintf("%s, %s, from %s", c.Game, c.Strategy, c.First),
		Printed:  c.Published.String(),
		Measured: fmt.Sprintf("total %d, mean %s, worst case %d", c.Measured.Total, Mean(c.Measured.Mean), c.Measured.Worst),
		Gap:      c.Gap,
		Verdict:  c.Verdict,
	}
	if pictured {
		claim.Picture = c.Picture
	}
	return claim
}

// String lists what is printed.
func (q Quoted) String() string {
	var parts []string
	if q.Total != 0 {
		parts = append(parts, fmt.Sprintf("total %d", q.Total))
	}
	if q.Mean != "" {
		parts = append(parts, "mean "+q.Mean)
	}
	if q.Worst != 0 {
		parts = append(parts, fmt.Sprintf("worst case %d", q.Worst))
	}
	if q.Histogram != nil {
		parts = append(parts, "histogram")
	}
	return strings.Join(parts, ", ")
}

// differences lists how the measured result differs from what is printed.
func differences(p Quoted, r engine.Result) []string {
	var gaps []string
	if p.Total != 0 && p.Total != r.Total {
		gap := r.Total - p.Total
		gaps = append(gaps, fmt.Sprintf("total: printed %d, measured %d (%+d, %+.5f per secret)", p.Total, r.Total, gap, float64(gap)/float64(r.Secrets)))
	}
	if p.Mean != "" && !meanAgrees(p.Mean, r.Total, r.Secrets) {
		gaps = append(gaps, fmt.Sprintf("mean: printed %s, measured %s", p.Mean, Mean(r.Mean)))
	}
	if p.Worst != 0 && p.Worst != r.Worst {
		gaps = append(gaps, fmt.Sprintf("worst case: printed %d, measured %d", p.Worst, r.Worst))
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
