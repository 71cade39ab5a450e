package report

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/report/lists"
)

// A Verdict says how a published figure compares with the measured one.
type Verdict string

const (
	Exact       Verdict = "exact"        // everything published is equal, the histogram included
	AsPublished Verdict = "as published" // no histogram is published; everything that is, is equal
	Differs     Verdict = "differs"      // not equal, for a known reason
	Impossible  Verdict = "impossible"   // it contradicts a proof
	Unexplained Verdict = "unexplained"  // not equal, without a known reason
	NotTested   Verdict = "not tested"   // there is no measurement for it
)

// Verdicts lists the verdicts, the best first.
func Verdicts() []Verdict {
	return []Verdict{Exact, AsPublished, Differs, Impossible, Unexplained, NotTested}
}

// Holds reports whether everything published is equal.
func (v Verdict) Holds() bool {
	return v == Exact || v == AsPublished
}

// A Comparison is a published figure beside the measured one.
type Comparison struct {
	Claim
	engine.Result // what was measured, with the figures that are compared
	Published     Quoted
	Identified    bool   // whether guesses are counted until the secret is identified
	Note          string // what a reader should know
}

// Quoted has the numbers that a source prints about guesses over all secrets.
type Quoted published.Printed

// Measured is the measurement for a published figure.
type Measured struct {
	About   string // what it was measured of; empty for the subject
	Printed string // what is compared with it; empty for all that the figure prints of guesses
	Text    string // what was found
	// Gaps says what differs, and by how much; it is empty if nothing does.
	Gaps []string
	// Whole says that all was compared that the source could have printed, such as the
	// histogram.
	Whole bool
	// Reason and Cause say why it differs, if measuring has shown it; else those of the figure
	// stand.
	Reason string
	Cause  published.Cause
	// Missing says why there is no result; empty if there is one.
	Missing string
	// Impossible is the proof that what is printed cannot be; may be empty.
	Impossible string
	Means      *Means // nil if the figure is of something else than a mean

	histogram *printedHistogram // nil if none is printed
}

// A printedHistogram is a histogram that a source prints, beside the measured one of the same
// strategy. Both end where the printed one is cut off.
type printedHistogram struct {
	first             string // guess
	printed, measured []int
}

// differ is the least number of secrets that need another number of guesses than printed.
func (h printedHistogram) differ() int {
	return HistogramDistance(h.measured, h.printed)
}

// MeasuredIn compares the printed numbers with the guesses over all secrets.
func (q Quoted) MeasuredIn(figures tree.Figures) Measured {
	text := fmt.Sprintf("total %d, mean %s, worst case %d", figures.Total, Mean(figures.Mean), figures.Worst)
	if more, _ := q.compareDetails(figures); more != "" {
		text += ", " + more
	}
	return Measured{
		Printed: q.String(),
		Text:    text,
		Gaps:    q.Differences(figures),
		Whole:   q.Histogram != nil,
		Means:   q.Means(figures),
	}
}

// Measure compares a published figure with what was measured for its configuration:
// integers must be equal, and a printed mean must be the exact mean rounded or truncated
// to its digits.
func Measure(p published.Figure, r engine.Result) Measured {
	q := Quoted(p.Printed)
	m := q.MeasuredIn(Counted(p, r))
	m.About = fmt.Sprintf("%s, %s, from %s", r.Game, r.Strategy, r.First)
	if p.Known {
		m.About += ", until the secret is identified"
	}
	if q.Histogram != nil && !p.Sampled() {
		m.histogram = &printedHistogram{
			first:    r.First,
			printed:  q.Histogram,
			measured: q.cut(Counted(p, r).Histogram),
		}
	}
	if len(m.Gaps) > 0 && p.OfSixDigits(Counted(p, r)) {
		m.Reason = "Equal as a mean of six digits, which is rounded again or multiplied into the total"
		m.Cause = published.Rounding
	}
	return m
}

// Counted returns the figures for guesses as a source counts them.
func Counted(p published.Figure, r engine.Result) tree.Figures {
	f := r.Figures
	if p.Known {
		f = r.Known
	}
	if p.Extra > 0 {
		f = tree.Summarise(slices.Concat(make([]int, p.Extra), f.Histogram))
	}
	return f
}

// String lists the printed numbers.
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
	if q.Count != 0 {
		parts = append(parts, wording.Plural(q.Count, "secret")+" at it")
	}
	for _, d := range q.More {
		parts = append(parts, nameOf(d)+" "+strings.Join(d.Printed, " "))
	}
	return strings.Join(parts, ", ")
}

// Differences lists how measured figures differ from what is printed, and by how
// much; it is empty if nothing does.
func (q Quoted) Differences(r tree.Figures) (gaps []string) {
	differ := func(format string, args ...any) {
		gaps = append(gaps, fmt.Sprintf(format, args...))
	}
	secrets := r.Secrets()

	gap := r.Total - q.Total
	if q.Total != 0 && gap != 0 {
		differ("published total %s, measured %s (%s, %+.5f per secret)",
			wording.Thousands(q.Total), wording.Thousands(r.Total), Signed(gap), float64(gap)/float64(secrets))
	}
	if q.Mean != "" && !meanAgrees(q.Mean, r.Total, secrets) {
		differ("published mean %s, measured %s", q.Mean, Mean(r.Mean))
	}
	if q.Worst != 0 && q.Worst != r.Worst {
		differ("published worst case %d, measured %d", q.Worst, r.Worst)
	}
	count := at(r.Histogram, r.Worst)
	if q.Count != 0 && q.Count != count {
		differ("published %s at the worst case, measured %s", wording.Plural(q.Count, "secret"), wording.Thousands(count))
	}
	measured := q.cut(r.Histogram)
	if q.Histogram != nil && !slices.Equal(q.Histogram, measured) {
		// Histograms show no more: some secrets may need more guesses, and others fewer.
		moved := HistogramDistance(measured, q.Histogram)
		differ("at least %s of %s secrets need a different number of guesses", wording.Thousands(moved), wording.Thousands(secrets))
	}

	_, more := q.compareDetails(r)
	return append(gaps, more...)
}

// cut ends a histogram where the printed one is cut off, as that was read.
func (q Quoted) cut(histogram []int) []int {
	guesses, _, ok := published.Printed(q).Cut()
	if !ok || len(histogram) <= guesses+1 {
		return histogram
	}
	histogram = histogram[:guesses+1]
	for len(histogram) > 1 && histogram[len(histogram)-1] == 0 {
		histogram = histogram[:len(histogram)-1]
	}
	return histogram
}

// compareDetails is [CompareDetails] with the figures of a strategy.
func (q Quoted) compareDetails(f tree.Figures) (text string, gaps []string) {
	return CompareDetails(q.More, func(d published.Detail) []float64 {
		return detailOf(d, f)
	})
}

// TotalOf returns the total that the histogram, or else the total or the mean, gives, the
// greatest that does; 0 if none is printed. It returns an error if these contradict each other.
func (q Quoted) TotalOf(secrets int) (int, error) {
	mean, err := published.ParseNumber(cmp.Or(q.Mean, "0"))
	if err != nil {
		return 0, err
	}

	_, failed, cut := published.Printed(q).Cut()
	if cut {
		sum := secretsOf(q.Histogram)
		if sum+failed != secrets {
			return 0, fmt.Errorf("the histogram is of %s, %s fail, and the game has %s",
				wording.Plural(sum, "secret"), wording.Thousands(failed), wording.Thousands(secrets))
		}
	} else if q.Histogram != nil {
		return q.totalOfHistogram(secrets)
	}
	if q.Mean == "" || q.Total != 0 {
		return q.Total, nil
	}
	return q.totalOfMean(mean, secrets)
}

// totalOfHistogram is the total of the printed histogram. The error says what contradicts it.
func (q Quoted) totalOfHistogram(secrets int) (int, error) {
	f := tree.Summarise(q.Histogram)
	if sum := f.Secrets(); sum != secrets {
		return 0, errors.New(otherSecrets(sum, secrets))
	}
	if why := q.againstWorstAndMean(f); why != "" {
		return 0, errors.New(why)
	}
	return f.Total, nil
}

// otherSecrets says that a histogram is not of the secrets of its game.
func otherSecrets(sum, secrets int) string {
	return fmt.Sprintf("the histogram is of %s, and the game has %s", wording.Plural(sum, "secret"), wording.Thousands(secrets))
}

// againstWorstAndMean compares the worst case and the mean with those of the histogram.
func (q Quoted) againstWorstAndMean(f tree.Figures) string {
	if q.Worst != 0 && q.Worst != f.Worst {
		return fmt.Sprintf("the worst case is %d, and the histogram ends at %d", q.Worst, f.Worst)
	}
	secrets := f.Secrets()
	if q.Mean != "" && !meanAgrees(q.Mean, f.Total, secrets) {
		return fmt.Sprintf("the mean is %s, and that of the histogram %s/%s = %s",
			q.Mean, wording.Thousands(f.Total), wording.Thousands(secrets), Mean(f.Mean))
	}
	return ""
}

// totalOfMean is the greatest total whose mean is printed so.
func (q Quoted) totalOfMean(mean published.Number, secrets int) (int, error) {
	const largest = 1e9 // mean, whose total is still a number
	printed := mean.Float()
	if printed > largest {
		return 0, fmt.Errorf("a mean of %s is impossible: it is too large", q.Mean)
	}

	all := float64(secrets)
	near := int(printed * all)
	most := int((printed+mean.Unit())*all) + 1
	for total := most; total >= near-1; total-- {
		if meanAgrees(q.Mean, total, secrets) {
			return total, nil
		}
	}
	return 0, fmt.Errorf("no histogram of %s has the mean %s: %s in all are %.9f, and %s are %.9f",
		wording.Plural(secrets, "secret"), q.Mean,
		wording.Plural(near, "guess"), float64(near)/all,
		wording.Thousands(near+1), float64(near+1)/all,
	)
}

// HistogramDistance returns how many secrets change bars from one histogram to
// another of the same number of secrets.
func HistogramDistance[N int | float64](a, b []N) N {
	var moved N
	for k := range max(len(a), len(b)) {
		moved += max(0, at(a, k)-at(b, k))
	}
	return moved
}

// meanAgrees reports whether total/codes, rounded or truncated to the decimals of printed,
// is printed.
func meanAgrees(printed string, total, codes int) bool {
	n, err := published.ParseNumber(printed)
	return err == nil &&
		n.Agrees(big.NewRat(int64(total), int64(codes))) != published.Disagrees
}

// nameOf is the name of a quantity with the numbers that belong to it.
func nameOf(d published.Detail) string {
	return strings.TrimSpace(d.Quantity + " " + numbersText(d.Of))
}

func numbersText[N int | float64](numbers []N) string {
	texts := lists.Map(numbers, func(n N) string {
		sixDecimals := math.Round(float64(n)*1e6) / 1e6
		return strconv.FormatFloat(sixDecimals, 'f', -1, 64)
	})
	return strings.Join(texts, " ")
}

// CompareDetails returns the measured quantities, and lists the printed numbers that differ
// from them.
func CompareDetails(details []published.Detail, of func(published.Detail) []float64) (text string, gaps []string) {
	var texts []string
	for _, d := range details {
		measured := of(d)
		found := numbersText(measured)
		texts = append(texts, nameOf(d)+" "+found)
		if !detailAgrees(d, measured) {
			printed := strings.Join(d.Printed, " ")
			gaps = append(gaps, fmt.Sprintf("published %s %s, measured %s", nameOf(d), printed, found))
		}
	}
	return strings.Join(texts, ", "), gaps
}

// detailAgrees reports whether what is printed of a quantity are some numbers, rounded or
// truncated. Of shares, 1 means all and 0 none.
func detailAgrees(d published.Detail, measured []float64) bool {
	isShare := d.Quantity == "within" || d.Quantity == "beyond"
	return slices.EqualFunc(d.Printed, measured, func(printed string, x float64) bool {
		n, err := published.ParseNumber(printed)
		_, whole := n.Whole()
		if err == nil && whole && isShare {
			return n.Near(x) == published.Same
		}
		return agrees(printed, x)
	})
}

// agrees reports whether a number, rounded or truncated to the decimals of printed, is
// that.
func agrees(printed string, x float64) bool {
	n, err := published.ParseNumber(printed)
	return err == nil && n.Near(x) != published.Disagrees
}

// detailOf is what a quantity is by the figures of a strategy: as many numbers as are
// printed, or fewer if there are no more.
func detailOf(d published.Detail, f tree.Figures) []float64 {
	secrets := float64(f.Secrets())
	var solved tree.Figures // within a number of guesses
	if len(d.Of) > 0 {
		guesses := min(d.Of[0], f.Worst)
		solved = tree.Summarise(f.Histogram[:max(0, guesses+1)])
	}
	within := float64(solved.Secrets()) / secrets

	switch d.Quantity {
	case "stddev":
		return []float64{f.Stddev}
	case "within":
		return []float64{within}
	case "beyond":
		return []float64{1 - within}
	case "failed":
		return []float64{secrets * (1 - within)}
	case "mean-within":
		return []float64{solved.Mean}
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

	// The quantities of levels: of one guess, or of all if none is named.
	sum := 0
	named := slices.Max(append(d.Of, 0))
	for guess, l := range f.Levels {
		switch {
		case d.Quantity == "positions" && guess == named-1:
			sum += l.Positions
		case d.Quantity == "decisions" && guess > 0 && (named == 0 || guess == named-1):
			sum += l.Decisions
		}
	}
	return []float64{float64(sum)}
}

// secretsOf is the number of secrets in a histogram.
func secretsOf(histogram []int) int {
	return tree.Figures{Histogram: histogram}.Secrets()
}

func at[N int | float64](histogram []N, k int) N {
	if k < len(histogram) {
		return histogram[k]
	}
	return 0
}
