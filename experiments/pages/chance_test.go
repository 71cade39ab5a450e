package pages

import (
	"math/big"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine/chance"
	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/experiments/claims"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/random"
	"codebreak/report"
)

// fraction reads a fraction.
func fraction(t *testing.T, text string) *random.Fraction {
	t.Helper()
	var f random.Fraction
	if _, ok := f.SetString(text); !ok {
		t.Fatalf("%q is not a fraction", text)
	}
	return &f
}

// TestChanceVerdict holds printed means against a mean that is given, with every
// kind of error that a source may state.
func TestChanceVerdict(t *testing.T) {
	// Two secrets of four take two guesses, one takes one and one three.
	exact := random.Expectation{Mean: fraction(t, "2"), Histogram: []*random.Fraction{fraction(t, "0"), fraction(t, "1"), fraction(t, "2"), fraction(t, "1")}}
	if r := claims.NewExact(published.Figure{}, exact); r.Expected != 2 || r.Margin != 0 || r.Deviation*r.Deviation < 0.499 || r.Deviation*r.Deviation > 0.501 {
		t.Errorf("mean %v, margin %v, standard deviation %v", r.Expected, r.Margin, r.Deviation)
	}
	sampled := chance.Estimate{Runs: 100, Mean: 2.1, Low: 2, High: 2.2, Stddev: 0.7}
	games := chance.NewEstimate([]int{0, 1, 7, 2}, 10, 1)
	for _, test := range []struct {
		row  claims.Random
		want report.Verdict
	}{
		{claims.NewExact(published.Figure{Printed: published.Printed{Mean: "2.00"}}, exact), report.AsPublished},
		{claims.NewExact(published.Figure{Printed: published.Printed{Mean: "2.01"}}, exact), report.Unexplained},
		{claims.NewExact(published.Figure{Printed: published.Printed{Mean: "2.01"}, Reason: "Why."}, exact), report.Differs},
		{claims.NewExact(published.Figure{Printed: published.Printed{Mean: "2.01"}, Error: "0.01"}, exact), report.AsPublished},
		{claims.NewExact(published.Figure{Printed: published.Printed{Mean: "2.02"}, Error: "0.01"}, exact), report.Unexplained},
		{claims.NewExact(published.Figure{Printed: published.Printed{Mean: "2.05"}, Error: "0.01", Games: 1000}, exact), report.AsPublished},
		{claims.NewExact(published.Figure{Printed: published.Printed{Mean: "2.05"}, Games: 1000}, exact), report.AsPublished},
		{claims.NewExact(published.Figure{Printed: published.Printed{Mean: "2.05"}, Games: 100_000}, exact), report.Unexplained},
		{claims.NewExact(published.Figure{Printed: published.Printed{Mean: "2"}}, exact), report.AsPublished},
		{claims.NewSampled(published.Figure{Printed: published.Printed{Mean: "2.00"}}, sampled), report.AsPublished},
		{claims.NewSampled(published.Figure{Printed: published.Printed{Mean: "1.98"}}, sampled), report.Unexplained},
		{claims.NewSampled(published.Figure{Printed: published.Printed{Mean: "2.1", Worst: 3, Count: 2}, Games: 10, Seed: 1}, games), report.AsPublished},
		{claims.NewSampled(published.Figure{Printed: published.Printed{Mean: "2.1", Worst: 3, Count: 3}, Games: 10, Seed: 1}, games), report.Unexplained},
	} {
		if got := report.Judge(test.row.Figure, test.row.Measured()).Verdict; got != test.want {
			t.Errorf("%+v: %s, want %s", test.row.Figure, got, test.want)
		}
	}
}

// TestOnePosition checks what the table of 1997 must have for one position,
// whatever the order of the guesses: every number of guesses is as probable as
// any other.
func TestOnePosition(t *testing.T) {
	for _, f := range published.ByChance() {
		g, err := game.Parse(f.Subject.Game)
		if err != nil {
			continue // too small or too large
		}
		positions, colours := g.Shape()
		if positions != 1 {
			continue
		}
		a := enginetest.Must(notebook.Answer(t.Context(), notebook.Env{Workers: 1}, random.NewExpected(f.Subject.Configuration)))(t)
		if want := big.NewRat(int64(colours+1), 2); a.Mean.Cmp(want) != 0 {
			t.Errorf("%s: mean %s, want %s", f.Subject.Configuration.Game, a.Mean.RatString(), want.RatString())
		}
	}
}
