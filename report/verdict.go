package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/tree"
)

// A Verdict says how a published figure compares with the measured one.
type Verdict string

const (
	Exact   Verdict = "exact"   // whole histogram equal, and everything else that is printed
	Mean    Verdict = "mean"    // no histogram printed; mean equal to all printed digits, and worst case equal, as far as printed
	Differs Verdict = "differs" // not equal, for the reason that the figure's note gives
	Open    Verdict = "open"    // not equal, and no convention found that would make it so
)

// Verdicts lists the verdicts, the best first.
func Verdicts() []Verdict { return []Verdict{Exact, Mean, Differs, Open} }

// NewTally counts verdicts. Why is said only if some figure does not come out.
func NewTally(what, why string, verdicts []Verdict) Tally {
	t := Tally{What: what, Count: make([]int, len(Verdicts()))}
	for _, v := range verdicts {
		t.Count[slices.Index(Verdicts(), v)]++
		if v == Differs || v == Open {
			t.Why = why
		}
	}
	return t
}

// A Comparison is a published figure beside the measured one.
type Comparison struct {
	ID        string        `json:"id"`
	Source    string        `json:"source"`
	Year      int           `json:"year,omitempty"`
	Game      string        `json:"game"`
	Strategy  string        `json:"strategy"`
	First     string        `json:"first"`
	Published Printed       `json:"published"`
	Measured  engine.Result `json:"measured"`
	Bounds    tree.Bounds   `json:"bounds"` // what no strategy of the game can beat
	Verdict   Verdict       `json:"verdict"`
	Gap       string        `json:"gap,omitempty"`  // what differs, and by how much
	Note      string        `json:"note,omitempty"` // what a reader should know
	// Picture is the file, in the page's folder, that shows both histograms.
	Picture string `json:"picture"`
}

// Printed is what a source prints; what it leaves out is empty or 0.
type Printed struct {
	Mean      string `json:"mean,omitempty"`
	Total     int    `json:"total,omitempty"`
	Worst     int    `json:"worst,omitempty"`
	Histogram []int  `json:"histogram,omitempty"`
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
		Published: Printed{p.Mean, p.Total, p.Worst, p.Histogram},
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
		c.Verdict = Mean
	case p.Open || p.Note == "":
		c.Verdict = Open
	default:
		c.Verdict = Differs
	}
	return c
}

// differences lists how the measured result differs from what is printed.
func differences(p Printed, r engine.Result) []string {
	var gaps []string
	if p.Total != 0 && p.Total != r.Total {
		gap := r.Total - p.Total
		gaps = append(gaps, fmt.Sprintf("total %d against %d (%+d, %+.5f per secret)", r.Total, p.Total, gap, float64(gap)/float64(r.Secrets)))
	}
	if p.Mean != "" && !meanAgrees(p.Mean, r.Total, r.Secrets) {
		gaps = append(gaps, fmt.Sprintf("mean %s against %s", FormatMean(r.Mean), p.Mean))
	}
	if p.Worst != 0 && p.Worst != r.Worst {
		gaps = append(gaps, fmt.Sprintf("worst %d against %d", r.Worst, p.Worst))
	}
	if p.Histogram != nil && !slices.Equal(p.Histogram, r.Histogram) {
		gaps = append(gaps, fmt.Sprintf("%d of %d secrets in other bars of the histogram", Moved(r.Histogram, p.Histogram), r.Secrets))
	}
	return gaps
}

// Moved returns how many secrets change bars from one histogram to another of
// as many secrets.
func Moved(a, b []int) int {
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

// ComparisonTable lists comparisons with everything that was printed and
// measured, one line each.
func ComparisonTable(comparisons []Comparison) *Table {
	t := &Table{
		Header: []string{
			"figure", "source", "year", "game", "strategy", "first guess",
			"published mean", "worst", "histogram", "measured total", "mean", "worst", "histogram",
			"no mean below", "no worst below", "information", "verdict",
		},
		Right: []int{2, 7, 9, 10, 11, 13, 14, 15},
	}
	for _, c := range comparisons {
		mean, worst, information := BoundCells(c.Bounds)
		t.Rows = append(t.Rows, []string{
			c.ID, c.Source, c.year(), c.Game, c.Strategy, c.First,
			orDash(c.Published.Mean), c.worst(), orDash(FormatHistogram(c.Published.Histogram)),
			strconv.Itoa(c.Measured.Total), FormatMean(c.Measured.Mean), strconv.Itoa(c.Measured.Worst),
			FormatHistogram(c.Measured.Histogram),
			mean, worst, information, string(c.Verdict),
		})
	}
	return t
}

// CompactComparisonTable lists the same in a few lines each, so that a
// terminal of 120 columns holds it.
func CompactComparisonTable(comparisons []Comparison) *Table {
	t := &Table{Header: []string{"figure", "played", "published and measured", "verdict"}}
	for _, c := range comparisons {
		mean, worst, information := BoundCells(c.Bounds)
		t.Rows = append(t.Rows, []string{
			strings.Replace(c.ID, "/", "/\n", 1) + "\n" + Fold(c.year()+": "+c.Source, 26),
			c.Game + " from " + c.First + "\n" + Fold(c.Strategy, 22),
			fmt.Sprintf("published %s, worst %s\n%s\nmeasured %d/%d = %s, worst %d\n%s\nbounds: mean %s, worst %s, information %s",
				orDash(c.Published.Mean), c.worst(), orDash(FormatHistogram(c.Published.Histogram)),
				c.Measured.Total, c.Measured.Secrets, FormatMean(c.Measured.Mean), c.Measured.Worst,
				FormatHistogram(c.Measured.Histogram),
				mean, worst, information),
			string(c.Verdict),
		})
	}
	return t
}

func (c Comparison) year() string {
	if c.Year == 0 {
		return "undated"
	}
	return strconv.Itoa(c.Year)
}

func (c Comparison) worst() string {
	if c.Published.Worst == 0 {
		return "-"
	}
	return strconv.Itoa(c.Published.Worst)
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// Fold breaks text into lines of at most width characters, between words.
func Fold(text string, width int) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line+" "+word) > width {
			lines = append(lines, line)
			line = word
			continue
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return strings.Join(append(lines, line), "\n")
}
