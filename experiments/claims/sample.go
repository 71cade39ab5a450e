package claims

import (
	"fmt"
	"math"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"codebreak/configs/published"
	"codebreak/engine/chance"
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
	return floats.Sum(r.Shares[:max(0, min(guesses+1, len(r.Shares)))])
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
			gap := fmt.Sprintf("published worst case %d, which %s games show with a probability below 1%% (the maximum is %d)", r.Worst, humanize.Comma(int64(n)), r.Most())
			gaps = append(gaps, gap)
		}
	}
	if r.Count != 0 && r.Worst != 0 && rare(r.Count, n, r.at(r.Worst)) {
		gaps = append(gaps, fmt.Sprintf("published %d games at the worst case, %.0f expected", r.Count, float64(n)*r.at(r.Worst)))
	}
	if r.Histogram != nil {
		if gap := r.histogramGap(n); gap != "" {
			gaps = append(gaps, gap)
		}
	}
	return gaps
}

// rare reports whether x of n games are too few or too many for a property that a share of all
// games has: the probability of this or less, or of this or more, is below half the level.
func rare(x, n int, share float64) bool {
	switch {
	case share <= 0:
		return x > 0
	case share >= 1-1e-12:
		return x < n
	}
	games := distuv.Binomial{N: float64(n), P: share}
	return min(games.CDF(float64(x)), 1-games.CDF(float64(x-1))) < level/2
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
	if !rare(x, n, share) {
		share = printed.Float()
	}
	return share, true
}

// A class counts the games with numbers of guesses from least to most: found and expected.
type class struct {
	least, most     int // guesses
	found, expected float64
}

// classes divides n games so that each class has at least five expected games, as the chi-squared
// test needs it.
func (r Random) classes(n int) (all []class) {
	const few = 5
	next := class{least: 1}
	for k := range max(len(r.Histogram), len(r.Shares)) {
		if k < len(r.Histogram) {
			next.found += float64(r.Histogram[k])
		}
		next.most, next.expected = k, next.expected+float64(n)*r.at(k)
		if next.expected >= few {
			all = append(all, next)
			next = class{least: k + 1}
		}
	}

	if last := len(all) - 1; last >= 0 {
		all[last].most = next.most
		all[last].found += next.found
		all[last].expected += next.expected
	}
	return all
}

// histogramGap compares a histogram of n games with the exact distribution by a chi-squared
// test at the level.
func (r Random) histogramGap(n int) string {
	for k, found := range r.Histogram {
		if found > 0 && r.at(k) <= 0 {
			return fmt.Sprintf("published %d games of %d guesses, which no game takes", found, k)
		}
	}

	var statistic, largest float64
	var outlier class
	all := r.classes(n)
	for _, c := range all {
		d := (c.found - c.expected) * (c.found - c.expected) / c.expected
		statistic += d
		if d > largest {
			largest, outlier = d, c
		}
	}
	if len(all) < 2 {
		return ""
	}
	chiSquared := distuv.ChiSquared{K: float64(len(all) - 1)}
	if chiSquared.Survival(statistic) >= level {
		return ""
	}

	guesses := fmt.Sprint(outlier.least)
	if outlier.most > outlier.least {
		guesses += fmt.Sprintf(" to %d", outlier.most)
	}
	return fmt.Sprintf("published %.0f of %s games with %s guesses, %.1f expected; a sample has such a histogram with a probability below 1%% (chi-squared %.1f, %d degrees of freedom)",
		outlier.found, humanize.Comma(int64(n)), guesses, outlier.expected, statistic, len(all)-1)
}
