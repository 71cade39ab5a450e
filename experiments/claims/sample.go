package claims

import (
	"fmt"
	"math"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"codebreak/configs/published"
	"codebreak/engine/chance"
	"codebreak/engine/wording"
)

// level is the probability below which we say that a sample does not come from a distribution.
const level = 1 - chance.Confidence

// sharesOf divides numbers by their sum.
func sharesOf(numbers []float64) []float64 {
	shares := make([]float64, len(numbers))
	return floats.ScaleTo(shares, 1/floats.Sum(numbers), numbers)
}

// within returns the share of the games that take at most a number of guesses.
func (r Random) within(guesses int) float64 {
	most := min(guesses+1, len(r.Shares))
	return floats.Sum(r.Shares[:max(0, most)])
}

// at returns the share of the games that take a number of guesses.
func (r Random) at(guesses int) float64 {
	if guesses < len(r.Shares) {
		return r.Shares[guesses]
	}
	return 0
}

// sampleGaps lists the printed numbers that n games of the exact distribution show with a
// probability below the level.
func (r Random) sampleGaps(n int) (gaps []string) {
	if r.Worst != 0 {
		// The probabilities that no game is longer than the printed worst case, and that a game
		// is as long.
		games := float64(n)
		low := math.Pow(r.within(r.Worst), games)
		high := 1 - math.Pow(r.within(r.Worst-1), games)
		if min(low, high) < level/2 {
			gap := fmt.Sprintf("published worst case %d, which %s games show with a probability below 1%% (the maximum is %d)",
				r.Worst, wording.Thousands(n), r.Most())
			gaps = append(gaps, gap)
		}
	}
	atWorst := r.at(r.Worst)
	if r.Count != 0 && r.Worst != 0 && rare(r.Count, n, atWorst, level) {
		gap := fmt.Sprintf("published %d games at the worst case, %.0f expected", r.Count, float64(n)*atWorst)
		gaps = append(gaps, gap)
	}
	if r.Histogram == nil {
		return gaps
	}
	if gap := r.histogramGap(n); gap != "" {
		gaps = append(gaps, gap)
	}
	return gaps
}

// rare reports whether x of n games are too few or too many for a property that a share of all
// games has: the probability of this or less, or of this or more, is below half the level.
func rare(x, n int, share, level float64) bool {
	switch {
	case share <= 0:
		return x > 0
	case share >= 1-1e-12:
		return x < n
	}
	games := distuv.Binomial{N: float64(n), P: share}
	few := games.CDF(float64(x))
	many := 1 - games.CDF(float64(x-1))
	return min(few, many) < level/2
}

// share returns the share of the games that a quantity names, if it names a share: the printed
// share if n games can show it, else the exact one.
func (r Random) share(d published.Detail) (share float64, ok bool) {
	if d.Quantity != "within" && d.Quantity != "beyond" || r.Shares == nil {
		return 0, false
	}

	share = r.within(d.Of[0])
	if d.Quantity == "beyond" {
		share = 1 - share
	}
	n := r.played()
	printed, err := published.ParseNumber(d.Printed[0])
	if n == 0 || err != nil {
		return share, true
	}

	// Several numbers of games are printed like this. The nearest to the expectation is tested.
	games := float64(n)
	least := (printed.Float() - printed.Unit()/2) * games
	most := (printed.Float() + printed.Unit()) * games
	x := int(math.Round(min(max(share*games, least), most)))
	if !rare(x, n, share, level) {
		share = printed.Float()
	}
	return share, true
}

// histogramGap compares a histogram of n games with the exact distribution. It tests how many
// games take each number of guesses, and how many take at most that number, by the binomial
// distribution. All tests share the level in equal parts (Bonferroni), so that the probability
// to refuse a sample is at most the level, whatever n is.
func (r Random) histogramGap(n int) string {
	most := max(len(r.Histogram), len(r.Shares)) - 1
	tests := 2*most - 1
	gap := ""
	worst := 0.0
	upTo := 0
	for k := 1; k <= most; k++ {
		found := 0
		if k < len(r.Histogram) {
			found = r.Histogram[k]
		}
		upTo += found
		if found > 0 && r.at(k) <= 0 {
			return fmt.Sprintf("published %d games of %d guesses, which no game takes", found, k)
		}

		classes := []class{
			{"", found, r.at(k)},
			{"at most ", upTo, r.within(k)},
		}
		for _, c := range classes {
			expected := float64(n) * c.share
			deviation := math.Sqrt(max(1, expected*(1-c.share)))
			off := math.Abs(float64(c.found)-expected) / deviation
			if off <= worst || !rare(c.found, n, c.share, level/float64(tests)) {
				continue
			}
			worst = off
			gap = fmt.Sprintf("published %s of %s games with %s%d guesses, %s expected; a sample has a histogram so far off with a probability below 1%% (exact binomial tests, %d with Bonferroni's correction)",
				wording.Thousands(c.found), wording.Thousands(n), c.name, k, humanize.CommafWithDigits(expected, 1), tests)
		}
	}
	return gap
}

// A class is the games with a number of guesses, or with at most that number.
type class struct {
	name  string
	found int
	share float64
}
