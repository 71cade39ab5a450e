package published

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/bounds"
	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// printedAs reports whether an exact mean, rounded half up or truncated to the
// decimals of the printed one, is that.
func printedAs(printed string, exact *big.Rat) bool {
	_, decimals, _ := strings.Cut(printed, ".")
	p, ok := new(big.Rat).SetString(printed)
	if !ok {
		return false
	}
	unit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(decimals))), nil))
	below := new(big.Rat).Sub(exact, p) // of a truncated mean from 0 to less than a unit, of a rounded one from -1/2
	half := new(big.Rat).Quo(unit, big.NewRat(2, 1))
	return below.Cmp(new(big.Rat).Neg(half)) >= 0 && below.Cmp(unit) < 0
}

func TestPrintedAs(t *testing.T) {
	for printed, want := range map[string]bool{
		"5.26805": true, "5.26806": true, "5.268": true, "5.27": true, "5.2": true, "5.3": true,
		"5.26804": false, "5.26807": false, "5.1": false, "x": false,
	} {
		if printedAs(printed, big.NewRat(26551, 5040)) != want {
			t.Errorf("%s for 26551/5040: %v", printed, !want)
		}
	}
}

// secretsOf returns the number of secrets of a game.
func secretsOf(t *testing.T, name string) int {
	t.Helper()
	g := enginetest.Game(t, name)
	return game.CountSecrets(g)
}

// checkHistogram returns an error if a histogram does not add up to the game's
// secrets, or to the total or the worst case where they are printed.
func checkHistogram(p Figure, secrets int) error {
	f := tree.Summarise(p.Histogram)
	codes := 0
	for _, n := range p.Histogram {
		codes += n
	}
	if codes != secrets || p.Total != 0 && f.Total != p.Total || p.Worst != 0 && f.Worst != p.Worst {
		return fmt.Errorf("histogram of %d codes, total %d, worst %d; printed are %d, %d, %d", codes, f.Total, f.Worst, secrets, p.Total, p.Worst)
	}
	return nil
}

// exchanged names the optima whose printed means are those of each other.
var exchanged = map[string]string{
	"arfst23/mm4x6":      "arfst23/mm4x6-max5",
	"arfst23/mm4x6-max5": "arfst23/mm4x6",
}

// TestFiguresAreConsistent checks what is printed of each figure against itself.
func TestFiguresAreConsistent(t *testing.T) {
	totals := map[string]int{}
	for _, p := range Optima() {
		totals[p.ID] = p.Total
	}
	for _, p := range slices.Concat(Averages(), Runs(), Optima()) {
		g, err := game.Parse(p.Subject.Game)
		if errors.Is(err, words.ErrNoList) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		secrets := game.CountSecrets(g)
		if p.Histogram != nil {
			if err := checkHistogram(p, secrets); err != nil {
				t.Errorf("%s: %v", p.ID, err)
			}
		}
		if p.Subject.MaxDepth != 0 && p.Worst > p.Subject.MaxDepth {
			t.Errorf("%s takes %d guesses, of %d", p.ID, p.Worst, p.Subject.MaxDepth)
		}
		total := p.Total
		if other, ok := exchanged[p.ID]; ok {
			total = totals[other]
			if printedAs(p.Mean, big.NewRat(int64(p.Total), int64(secrets))) {
				t.Errorf("%s: the mean is its own", p.ID)
			}
		}
		if total != 0 && p.Mean != "" && !printedAs(p.Mean, big.NewRat(int64(total), int64(secrets))) {
			t.Errorf("%s: mean %s is not %d/%d", p.ID, p.Mean, total, secrets)
		}
	}
}

// TestOptimaAgree checks the optima against each other: the same problem has one
// answer, and more freedom costs no more.
func TestOptimaAgree(t *testing.T) {
	least := map[optimal.ProblemSpec]int{}
	for _, p := range Optima() {
		k := p.Subject.Problem()
		if p.Total == 0 || !strings.HasPrefix(string(k.Objective), string(optimal.Total)) {
			continue
		}
		k.Objective = optimal.Total
		if known, ok := least[k]; ok && known != p.Total {
			t.Errorf("%s: %d is printed, and %d", p.ID, p.Total, known)
		}
		least[k] = p.Total
	}
	freer := map[strategy.Pool][]strategy.Pool{
		strategy.Consistent:               {strategy.All, optimal.SecondFree, optimal.ConsistentButLast, optimal.ConsistentButLastFancidev},
		optimal.SecondFree:                {strategy.All},
		optimal.ConsistentButLast:         {strategy.All},
		optimal.ConsistentButLastFancidev: {strategy.All, optimal.ConsistentButLast},
	}
	compared := 0
	for k, total := range least {
		atMost := func(other optimal.ProblemSpec) {
			if less, ok := least[other]; ok {
				compared++
				if less > total {
					t.Errorf("%+v takes %d, and with more freedom, %+v, %d", k, total, other, less)
				}
			}
		}
		for _, pool := range freer[k.Pool] {
			other := k
			other.Pool = pool
			atMost(other)
		}
		free := k
		free.First, free.MaxDepth = "", 0
		atMost(free)
	}
	if compared < 30 {
		t.Errorf("%d comparisons", compared)
	}
}

// contradictions names the means of runs that their totals do not come to, and why.
var contradictions = map[string]string{
	"mikemag/mm5x6-expected-size": "37137/7776 = 4.775849 is printed as 4.7759: rounded twice, by way of 4.77585",
}

// TestMeansAgainstTotals compares the two records of one program: each mean is that
// of a run of the same game, criterion and first guess.
func TestMeansAgainstTotals(t *testing.T) {
	for _, f := range Runs() {
		if f.Mean == "" {
			continue
		}
		agree := false
		for _, run := range Of(f.Subject) {
			mean := big.NewRat(int64(run.Total), int64(secretsOf(t, f.Subject.Game)))
			agree = agree || run.Total != 0 && run.Worst == f.Worst && printedAs(f.Mean, mean)
		}
		if why, named := contradictions[f.ID]; named == agree {
			t.Errorf("%s: mean %s and worst %d; agrees with a run: %v; named: %q", f.ID, f.Mean, f.Worst, agree, why)
		}
	}
}

// leastTotals returns the published least total of each game that has one.
func leastTotals() map[string]int {
	least := map[string]int{}
	for _, p := range Optima() {
		q := p.Subject.Problem()
		ofTotal := strings.HasPrefix(string(q.Objective), string(optimal.Total)) && p.Total != 0
		if ofTotal && q.Pool == strategy.All && q.First == "" && q.MaxDepth == 0 {
			least[p.Subject.Game] = p.Total
		}
	}
	return least
}

// TestNoneBelowTheOptimum checks that no figure of a strategy is below the least
// total of its game, as far as one is published, or below what counting answers
// leaves.
func TestNoneBelowTheOptimum(t *testing.T) {
	least := leastTotals()
	compared := 0
	for _, f := range slices.Concat(Averages(), Runs()) {
		if f.Total == 0 || f.Known {
			continue
		}
		g, err := game.Parse(f.Subject.Game)
		if errors.Is(err, words.ErrNoList) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if b := bounds.ByCounting(game.CountSecrets(g), g.Outcomes()); f.Total < b.Total || f.Worst < b.Worst {
			t.Errorf("%s: total %d, worst %d; no strategy does with less than %d, %d", f.ID, f.Total, f.Worst, b.Total, b.Worst)
		}
		if total, ok := least[f.Subject.Game]; ok {
			compared++
			if f.Total < total {
				t.Errorf("%s: total %d; the least is %d", f.ID, f.Total, total)
			}
		}
	}
	if compared < 100 {
		t.Errorf("%d comparisons", compared)
	}
}

// TestFormulas checks the formulas against optima and runs: what is least is as
// printed elsewhere, and no run is below it.
func TestFormulas(t *testing.T) {
	least := leastTotals()
	compared := 0
	for _, f := range Formulas() {
		if f.Source.Source().Year == 0 || f.Text == "" || f.From < 2 || f.Family == f.Game(7) {
			t.Errorf("%s is not whole", f.ID)
		}
		for n := f.From; n <= game.MaxColours; n++ {
			secrets := secretsOf(t, f.Game(n))
			value := f.Value(n)
			if f.Quantity == LeastMean {
				value = new(big.Rat).Mul(value, big.NewRat(int64(secrets), 1))
			}
			if !value.IsInt() || value.Sign() <= 0 {
				t.Errorf("%s: %s for %d colours", f.ID, value.RatString(), n)
			}
			number := int(value.Num().Int64())
			if total, ok := least[f.Game(n)]; ok && f.Quantity == LeastMean {
				compared++
				if number != total {
					t.Errorf("%s: total %d for %d colours, %d is published", f.ID, number, n, total)
				}
			}
			for _, run := range Runs() {
				if run.Subject.Game != f.Game(n) || f.Relation == AtMost || run.Total == 0 {
					continue
				}
				compared++
				if f.Quantity == LeastMean && run.Total < number || f.Quantity == leastWorst && run.Worst < number {
					t.Errorf("%s: %d for %d colours, but %s has total %d, worst %d", f.ID, number, n, run.ID, run.Total, run.Worst)
				}
			}
		}
	}
	if compared < 100 {
		t.Errorf("%d comparisons", compared)
	}
}

// belowTheMean names the means of random players that are less than any
// strategy can have.
var belowTheMean = []string{"rosu/random-mm1x7", "rosu/random-mm1x9", "rosu/random-mm1x10", "rosu/random-mm1x11"}

// TestByChance checks means against totals and against the least means of
// the games, and that the games are there unless they are too small or large.
func TestByChance(t *testing.T) {
	leastMean := map[string]*big.Rat{}
	for name, total := range leastTotals() {
		if strings.HasPrefix(name, "wordle-") {
			continue
		}
		leastMean[name] = big.NewRat(int64(total), int64(secretsOf(t, name)))
	}
	for n := 2; n <= game.MaxColours; n++ {
		leastMean[fmt.Sprintf("mm1x%d", n)] = big.NewRat(int64(n+1), 2)
	}
	for _, f := range Formulas() {
		for n := f.From; n <= game.MaxColours; n++ {
			if f.Quantity == LeastMean {
				leastMean[f.Game(n)] = f.Value(n)
			}
		}
	}
	compared := 0
	for _, f := range ByChance() {
		mean, ok := new(big.Rat).SetString(f.Mean)
		if !ok {
			t.Errorf("%s: mean %q", f.ID, f.Mean)
			continue
		}
		if f.Total != 0 && !printedAs(f.Mean, big.NewRat(int64(f.Total), int64(f.Games))) {
			t.Errorf("%s: mean %s is not %d/%d", f.ID, f.Mean, f.Total, f.Games)
		}
		name := f.Subject.Game
		if _, err := f.Subject.Parse(); err != nil {
			continue // too small or too large a game, or a player that no strategy is
		}
		if least, ok := leastMean[name]; ok {
			compared++
			// The last digit may be rounded up.
			if below := !printedAs(f.Mean, least) && mean.Cmp(least) < 0; below != slices.Contains(belowTheMean, f.ID) {
				t.Errorf("%s: mean %s; the least is %s", f.ID, f.Mean, least.FloatString(5))
			}
		}
	}
	if compared < 40 {
		t.Errorf("%d comparisons", compared)
	}
}
