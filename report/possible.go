package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"codebreak/configs/published"
	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
)

// Conditions are the facts about a printed figure that bound it for any player.
type Conditions struct {
	Secrets  int // of the game; 0 if that is not known
	Outcomes int // kinds of feedback of the game; 0 if that is not known
	// Capacity bounds how many secrets some number of guesses can solve; nil if that is not
	// known.
	Capacity *bounds.Capacity
	// Sampled says that games were played at random, Games how many; 0 if that is not
	// stated. Else every secret was played once, by a player who draws nothing at random.
	Sampled bool
	Games   int
	// Identified says that guesses are counted until the secret is identified, and Extra how
	// many more the source counts for every secret.
	Identified bool
	Extra      int
	// Limit is how many guesses the player takes at most; 0 for any number.
	Limit int
}

// conditionsOf returns the bounds of a figure for any player. Without its lists, the name of a game
// from lists tells only its number of secrets.
func conditionsOf(f published.Figure) Conditions {
	c := Conditions{
		Sampled:    f.Sampled(),
		Games:      f.Games,
		Identified: f.Known,
		Extra:      f.Extra,
	}
	if f.Player == "" {
		c.Limit = tree.MaxGuesses
	}
	if g, err := game.Parse(f.Game); err == nil {
		c.Secrets = game.CountSecrets(g)
		c.Outcomes = g.Outcomes()
		c.Capacity = bounds.CapacityOf(g)
	} else if secrets, ok := words.SecretsOf(f.Game); ok {
		c.Secrets = secrets
		c.Outcomes = words.MostOutcomes
		c.Capacity = bounds.CapacityByCounting(secrets, words.MostOutcomes)
	}
	return c
}

// Contradiction says why no player can have the printed numbers: they contradict each other, or
// the number of secrets that guesses can solve. It is empty if they may be true.
func (q Quoted) Contradiction(c Conditions) string {
	checks := []func(Conditions) string{q.againstGuesses, q.againstHistogram, q.againstEachOther}
	if !c.Sampled && c.Secrets > 1 {
		checks = append(checks, q.againstSecrets, q.againstCapacity)
	}
	for _, check := range checks {
		if why := check(c); why != "" {
			return why
		}
	}
	return ""
}

// againstGuesses compares the mean with a game of one guess.
func (q Quoted) againstGuesses(c Conditions) string {
	mean, printed := published.Printed(q).MeanNumber()
	if printed && mean.Float() < 1 && (c.Secrets > 1 || !c.Identified) {
		return fmt.Sprintf("a mean of %s is impossible: every secret takes at least one guess", q.Mean)
	}
	return ""
}

// againstHistogram compares the histogram with all that follows from it.
func (q Quoted) againstHistogram(c Conditions) string {
	if q.Histogram == nil {
		return ""
	}
	f := tree.Summarise(q.Histogram)
	sum := f.Secrets()
	if _, failed, cut := published.Printed(q).Cut(); cut {
		played := sum + failed
		if c.Sampled && c.Games > 0 && played != c.Games {
			return fmt.Sprintf("the histogram is of %s, %s fail, and %s are stated",
				wording.Plural(sum, "game"), wording.Thousands(failed), wording.Thousands(c.Games))
		}
		return "" // the rest does not follow from what is left
	}

	if c.Sampled && c.Games > 0 && sum != c.Games {
		return fmt.Sprintf("the histogram is of %s, and %s are stated", wording.Plural(sum, "game"), wording.Thousands(c.Games))
	}
	if !c.Sampled && c.Secrets > 0 && sum != c.Secrets {
		return otherSecrets(sum, c.Secrets)
	}

	if why := q.againstWorstAndMean(f); why != "" {
		return why
	}
	if q.Count != 0 && q.Count != f.Histogram[f.Worst] {
		return fmt.Sprintf("%d are printed at the worst case, and the histogram has %d", q.Count, f.Histogram[f.Worst])
	}
	if q.Total != 0 && q.Total != f.Total {
		return fmt.Sprintf("the total is %d, and that of the histogram %d", q.Total, f.Total)
	}
	return q.detailsAgainst(f)
}

// detailsAgainst compares further quantities with the figures of the histogram.
func (q Quoted) detailsAgainst(f tree.Figures) string {
	n := float64(f.Secrets())
	for _, d := range q.More {
		values := detailOf(d, f)
		switch d.Quantity {
		case "stddev": // of the population, or as estimated from a sample
			estimated := f.Stddev * math.Sqrt(n/max(1, n-1))
			if len(d.Printed) == 1 && agrees(d.Printed[0], estimated) {
				continue
			}
		case "within", "beyond", "pay-off":
		default:
			continue // it does not follow from the histogram
		}
		if len(values) != len(d.Printed) || !detailAgrees(d, values) {
			printed := strings.Join(d.Printed, " ")
			return fmt.Sprintf("%s is %s, and by the histogram %s", nameOf(d), printed, numbersText(values))
		}
	}
	return ""
}

// againstEachOther compares the mean, the worst case, the deviation and the shares with each
// other.
func (q Quoted) againstEachOther(c Conditions) string {
	number, printed := published.Printed(q).MeanNumber()
	var mean, unit float64
	if printed {
		mean = number.Float()
		unit = number.Unit()
	}
	worst := float64(q.Worst)
	if q.Worst != 0 && mean-unit >= worst && mean > worst {
		return fmt.Sprintf("the mean is %s, and the worst case only %d", q.Mean, q.Worst)
	}

	before := 0.0 // share of the secrets within fewer guesses
	for k := range tree.MaxGuesses {
		least, most, printed := q.shareWithin(k)
		if !printed {
			continue
		}
		switch {
		case least > 1+1e-9:
			return fmt.Sprintf("more than all secrets are solved within %d guesses", k)
		case most < before-1e-9:
			return fmt.Sprintf("fewer secrets are solved within %d guesses than within fewer", k)
		case q.Worst != 0 && k >= q.Worst && most < 1-1e-9:
			return fmt.Sprintf("the worst case is %d, and not all secrets are solved within %d guesses", q.Worst, k)
		}
		before = max(before, least)
	}

	for _, d := range q.More {
		deviation, err := published.ParseNumber(d.Printed[0])
		if d.Quantity != "stddev" || err != nil || !printed || q.Worst == 0 {
			continue
		}
		// The variance is at most (mean−1)·(worst−mean): Bhatia and Davis 2000.
		above := mean + unit - 1
		below := worst - mean + unit
		limit := math.Sqrt(max(0, above) * max(0, below))
		if c.Sampled {
			limit *= math.Sqrt2 // as estimated from two games or more
		}
		if deviation.Float()-deviation.Unit() > limit {
			return fmt.Sprintf("the deviation is %s, and with that mean and worst case at most %.3f", d.Printed[0], limit)
		}
	}
	return ""
}

// shareWithin bounds the printed share of the secrets that are solved within k guesses; ok is false
// if none is printed.
func (q Quoted) shareWithin(k int) (least, most float64, ok bool) {
	for _, d := range q.More {
		if len(d.Printed) != 1 || !slices.Equal(d.Of, []int{k}) {
			continue
		}
		n, err := published.ParseNumber(d.Printed[0])
		if err != nil {
			continue
		}
		share := n.Float()
		unit := n.Unit()
		if _, whole := n.Whole(); whole {
			unit = 0 // 1 is all
		}

		switch d.Quantity {
		case "within": // rounded up from less, or truncated
			return share - unit/2, share + unit, true
		case "beyond":
			return 1 - share - unit, 1 - share + unit/2, true
		}
	}
	return 0, 1, false
}

// againstSecrets compares the total, the mean and the worst case with the number of secrets.
func (q Quoted) againstSecrets(c Conditions) string {
	total, err := q.TotalOf(c.Secrets)
	if err != nil {
		return err.Error()
	}
	if q.Total != 0 && q.Mean != "" && !meanAgrees(q.Mean, q.Total, c.Secrets) {
		mean := float64(q.Total) / float64(c.Secrets)
		return fmt.Sprintf("the mean is %s, and the total %s/%s = %s",
			q.Mean, wording.Thousands(q.Total), wording.Thousands(c.Secrets), Mean(mean))
	}

	if c.Limit > 0 && total > c.Secrets*c.Limit {
		return fmt.Sprintf("no game takes more than %d guesses", c.Limit)
	}
	if q.Worst != 0 && q.Total > q.Worst*c.Secrets {
		return fmt.Sprintf("the total is %s, and the worst case of %s only %d",
			wording.Thousands(q.Total), wording.Plural(c.Secrets, "secret"), q.Worst)
	}

	others := c.Secrets - q.Count // than those at the worst case
	switch {
	case q.Count > c.Secrets:
		return fmt.Sprintf("%s secrets are printed at the worst case, and the game has %s",
			wording.Thousands(q.Count), wording.Thousands(c.Secrets))
	case q.Count == 0 || q.Worst == 0 || total == 0:
		return ""
	case total < q.Count*q.Worst+others:
		return fmt.Sprintf("%s secrets take %d guesses each, and the total is at most %s",
			wording.Thousands(q.Count), q.Worst, wording.Thousands(total))
	case q.Total > q.Count*q.Worst+others*(q.Worst-1):
		return fmt.Sprintf("only %s secrets take %d guesses each, and the total is %s",
			wording.Thousands(q.Count), q.Worst, wording.Thousands(q.Total))
	}
	return ""
}

// againstCapacity compares the histogram, the total, the worst case and the shares with the number
// of secrets that guesses can solve.
func (q Quoted) againstCapacity(c Conditions) string {
	if c.Capacity == nil {
		return ""
	}
	verb := "solved"
	if c.Identified {
		verb = "identified"
	}

	within := 0
	for k, n := range q.Histogram {
		within += n
		if most := c.level(k); n > most {
			return fmt.Sprintf("%s are %s by guess %d, and at most %s can be", wording.Plural(n, "secret"), verb, k, wording.Thousands(most))
		}
		if most := c.within(k); within > most {
			return fmt.Sprintf("%s are %s within %d guesses, and at most %s can be", wording.Plural(within, "secret"), verb, k, wording.Thousands(most))
		}
	}

	least := 0 // total, and worst case
	k := 0
	for ; c.within(k) < c.Secrets; k++ {
		least += c.Secrets - c.within(k)
	}
	if total, _ := q.TotalOf(c.Secrets); total != 0 && total < least {
		printed := "total of " + wording.Thousands(total)
		if q.Total == 0 && q.Mean != "" {
			printed = "mean of " + q.Mean
		}
		mean := Mean(float64(least) / float64(c.Secrets))
		return fmt.Sprintf("a %s is impossible: to have all %s secrets %s takes at least %s guesses, %s on average",
			printed, wording.Thousands(c.Secrets), verb, wording.Thousands(least), mean)
	}
	if q.Worst != 0 && q.Worst < k {
		return fmt.Sprintf("a worst case of %d is impossible: to have every secret %s takes at least %d guesses", q.Worst, verb, k)
	}

	for k := range tree.MaxGuesses {
		share, _, printed := q.shareWithin(k)
		solved := share * float64(c.Secrets)
		most := c.within(k)
		if printed && solved > float64(most)+1e-6 {
			return fmt.Sprintf("at least %s of %s secrets would be %s within %d guesses, and at most %s can be",
				wording.Thousands(int(math.Ceil(solved-1e-6))), wording.Thousands(c.Secrets), verb, k, wording.Thousands(most))
		}
	}
	return ""
}

// AllWithin returns the least number of guesses within which all secrets are solved by the printed
// shares; 0 if there is none.
func (q Quoted) AllWithin(secrets int) int {
	for k := 1; k < tree.MaxGuesses; k++ {
		least, _, printed := q.shareWithin(k)
		if printed && least*float64(secrets) > float64(secrets-1)+1e-6 {
			return k
		}
	}
	return 0
}

// within is the most secrets that the printed number of guesses can have solved, or
// identified: before its last guess a secret is identified.
func (c Conditions) within(k int) int {
	if c.Identified {
		k += 1 - c.Extra
	}
	if k < 0 {
		return 0
	}
	return min(c.Capacity.Set(k), c.Secrets)
}

// level is the most secrets that the printed guess can solve, or identify: each guess leaves
// a position for each feedback but the final one, in which the next guess solves one secret.
func (c Conditions) level(k int) int {
	most := 1
	if c.Identified {
		k -= c.Extra
		most = c.Outcomes // of a guess, every feedback may identify a secret
	}
	if k < 1 {
		return 0
	}

	for ; k > 1 && most < c.Secrets; k-- {
		most *= max(1, c.Outcomes-1)
	}
	return min(most, c.Secrets)
}
