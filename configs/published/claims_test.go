package published

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/game"
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
	for printed, want := range map[string]bool{"5.26805": true, "5.26806": true, "5.26804": false, "5.26807": false, "5.268": true, "5.27": true, "5.2": true, "5.3": true, "5.1": false, "x": false} {
		if printedAs(printed, big.NewRat(26551, 5040)) != want {
			t.Errorf("%s for 26551/5040: %v", printed, !want)
		}
	}
}

// secretsOf returns the number of secrets of a game.
func secretsOf(t *testing.T, name string) int {
	t.Helper()
	g, err := game.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return game.CountSecrets(g)
}

// checkHistogram returns an error if a histogram does not add up to so many
// secrets, the total or the worst case.
func checkHistogram(histogram []int, secrets, total, worst int) error {
	f := tree.Summarise(histogram)
	codes := 0
	for _, n := range histogram {
		codes += n
	}
	if codes != secrets || f.Total != total || f.Worst != worst {
		return fmt.Errorf("histogram of %d codes, total %d, worst %d; printed are %d, %d, %d", codes, f.Total, f.Worst, secrets, total, worst)
	}
	return nil
}

// TestIDs checks that no two figures of any kind have the same id, and that each
// begins with the name of its author.
func TestIDs(t *testing.T) {
	var ids []string
	for _, f := range slices.Concat(Figures(), Sweep(), Ledger(), WordFigures(), ListFigures()) {
		ids = append(ids, f.ID)
	}
	for _, p := range slices.Concat(Optima(), WordOptima()) {
		ids = append(ids, p.ID)
	}
	for _, p := range Trees() {
		ids = append(ids, p.ID)
	}
	for _, p := range Tables() {
		ids = append(ids, p.ID)
	}
	for _, p := range Formulas() {
		ids = append(ids, p.ID)
	}
	for _, p := range RandomFigures() {
		ids = append(ids, p.ID)
	}
	seen := map[string]bool{}
	for _, id := range ids {
		if author, rest, _ := strings.Cut(id, "/"); seen[id] || author == "" || rest == "" {
			t.Errorf("id %q stands twice, or names no author", id)
		}
		seen[id] = true
	}
}

// exchanged names the optima whose printed means are those of each other.
var exchanged = map[string]string{
	"arfst23/mm4x6":      "arfst23/mm4x6-max5",
	"arfst23/mm4x6-max5": "arfst23/mm4x6",
}

// TestOptimaAreConsistent checks the rows against themselves.
func TestOptimaAreConsistent(t *testing.T) {
	totals := map[string]int{}
	for _, p := range Optima() {
		totals[p.ID] = p.Total
	}
	for _, p := range Optima() {
		spec := optimal.ProblemSpec{Game: p.Game, Objective: p.Objective, First: p.First, MaxDepth: p.MaxDepth, Pool: cmp.Or(p.Pool, strategy.All)}
		if spec.Pool == optimal.SecondFree {
			spec.Pool = strategy.Consistent // as far as the first guess goes
		}
		if _, err := spec.Parse(); err != nil {
			t.Errorf("%s: %v", p.ID, err)
			continue
		}
		secrets := secretsOf(t, p.Game)
		if p.Total == 0 && p.Mean == "" && p.Worst == 0 {
			t.Errorf("%s prints nothing", p.ID)
		}
		if p.Histogram != nil {
			if err := checkHistogram(p.Histogram, secrets, p.Total, p.Worst); err != nil {
				t.Errorf("%s: %v", p.ID, err)
			}
		}
		if p.MaxDepth != 0 && p.Worst > p.MaxDepth {
			t.Errorf("%s takes %d guesses, of %d", p.ID, p.Worst, p.MaxDepth)
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
		if p.Total == 0 || p.Objective != optimal.Total && p.Objective != optimal.TotalWorstCount {
			continue
		}
		k := optimal.ProblemSpec{Game: p.Game, First: p.First, MaxDepth: p.MaxDepth, Pool: cmp.Or(p.Pool, strategy.All)}
		if known, ok := least[k]; ok && known != p.Total {
			t.Errorf("%s: %d is printed, and %d", p.ID, p.Total, known)
		}
		least[k] = p.Total
	}
	freer := map[strategy.Pool][]strategy.Pool{
		strategy.Consistent:       {strategy.All, optimal.SecondFree, optimal.ConsistentButLast},
		optimal.SecondFree:        {strategy.All},
		optimal.ConsistentButLast: {strategy.All},
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

// contradictions names the means of the sweep that the runs of the ledger do not
// come to, and why.
var contradictions = map[string]string{
	"mikemag/mm5x6-expected-size": "37137/7776 = 4.775849 is printed as 4.7759: rounded twice, by way of 4.77585",
}

// TestSweepAgainstLedger compares the two records of one program: each mean of
// the sweep is that of a run of the same game, criterion and first guess.
func TestSweepAgainstLedger(t *testing.T) {
	runs := map[engine.Configuration]Figure{}
	for _, f := range Ledger() {
		runs[f.Configuration] = f
	}
	for _, f := range Sweep() {
		run, ok := runs[f.Configuration]
		if !ok {
			t.Errorf("%s: no run", f.ID)
			continue
		}
		agree := run.Worst == f.Worst && printedAs(f.Mean, big.NewRat(int64(run.Total), int64(secretsOf(t, f.Configuration.Game))))
		if why, named := contradictions[f.ID]; named == agree {
			t.Errorf("%s: mean %s and worst %d, total %d and worst %d; named: %q", f.ID, f.Mean, f.Worst, run.Total, run.Worst, why)
		}
	}
}

// leastTotals returns the published least total of each game that has one.
func leastTotals() map[string]int {
	least := map[string]int{}
	for _, p := range Optima() {
		if (p.Objective == optimal.Total || p.Objective == optimal.TotalWorstCount) && p.Pool == "" && p.First == "" && p.MaxDepth == 0 && p.Total != 0 {
			least[p.Game] = p.Total
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
	for _, f := range slices.Concat(Figures(), Ledger()) {
		if f.Total == 0 {
			continue
		}
		g, err := game.Parse(f.Configuration.Game)
		if err != nil {
			t.Fatal(err)
		}
		if b := bounds.ByCounting(game.CountSecrets(g), g.Outcomes()); f.Total < b.Total || f.Worst < b.Worst {
			t.Errorf("%s: total %d, worst %d; no strategy does with less than %d, %d", f.ID, f.Total, f.Worst, b.Total, b.Worst)
		}
		if total, ok := least[f.Configuration.Game]; ok {
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
				value = new(big.Rat).Mul(value, whole(secrets))
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
			for _, run := range Ledger() {
				if run.Configuration.Game != f.Game(n) || f.Relation == AtMost {
					continue
				}
				compared++
				if f.Quantity == LeastMean && run.Total < number || f.Quantity == LeastWorst && run.Worst < number {
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

// TestRandomFigures checks means against totals and against the least means of
// the games, and that the games are there unless they are too small or large.
func TestRandomFigures(t *testing.T) {
	leastMean := map[string]*big.Rat{}
	for name, total := range leastTotals() {
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
	unplayable, compared := 0, 0
	for _, f := range RandomFigures() {
		mean, ok := new(big.Rat).SetString(f.Mean)
		if !ok || f.Player == "" {
			t.Errorf("%s: mean %q, player %q", f.ID, f.Mean, f.Player)
			continue
		}
		if f.Error != "" {
			if e, ok := new(big.Rat).SetString(f.Error); !ok || e.Sign() <= 0 {
				t.Errorf("%s: error %q", f.ID, f.Error)
			}
		}
		if f.Total != 0 && !printedAs(f.Mean, big.NewRat(int64(f.Total), int64(f.Games))) {
			t.Errorf("%s: mean %s is not %d/%d", f.ID, f.Mean, f.Total, f.Games)
		}
		name := f.Configuration.Game
		g, err := game.Parse(name)
		if err != nil {
			unplayable++
			if f.Source != Rosu {
				t.Errorf("%s: %v", f.ID, err)
			}
			continue
		}
		if f.Configuration.First != "" {
			if _, err := g.ParseCode(f.Configuration.First); err != nil {
				t.Errorf("%s: %v", f.ID, err)
			}
		}
		if s := f.Configuration.Strategy; s.Criterion != "" {
			if err := s.Validate(g); err != nil {
				t.Errorf("%s: %v", f.ID, err)
			}
		}
		if least, ok := leastMean[name]; ok {
			compared++
			// The last digit may be rounded up.
			if below := !printedAs(f.Mean, least) && mean.Cmp(least) < 0; below != slices.Contains(belowTheMean, f.ID) {
				t.Errorf("%s: mean %s; the least is %s", f.ID, f.Mean, least.FloatString(5))
			}
		}
	}
	if n := len(RandomFigures()); n != 15+117 || unplayable > 40 || compared < 40 {
		t.Errorf("%d figures, of %d games that are not there, and %d comparisons", n, unplayable, compared)
	}
}
