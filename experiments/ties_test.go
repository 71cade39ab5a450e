package main

import (
	"context"
	"io"
	"slices"
	"strconv"
	"testing"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/report"
)

// smallDraw is one of few runs of a criterion on mm4x6.
func smallDraw(rule string) draw {
	return draw{
		Configuration: engine.Configuration{Game: "mm4x6", Strategy: strategy.Strategy{Criterion: strategy.Minimax, Ties: rule + "1"}, First: "1122"},
		rule:          rule, runs: 10,
	}
}

// TestDraw checks that run k has the total that the ties "random=k" have, for
// one worker and for three.
func TestDraw(t *testing.T) {
	for _, rule := range []string{amongCandidates, amongAll} {
		one, three := smallDraw(rule), smallDraw(rule)
		for _, err := range []error{playDraw(&one, 1), playDraw(&three, 3)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(one.totals, three.totals) {
			t.Errorf("ties %s: totals %v with one worker, %v with three", rule, one.totals, three.totals)
		}
		for i, total := range one.totals {
			c := one.Configuration
			c.Ties = rule + strconv.Itoa(i+1)
			_, played, err := engine.Play(context.Background(), c, tree.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if total != played.Total {
				t.Errorf("ties %s: total %d, played %d", c.Ties, total, played.Total)
			}
		}
	}
}

func TestShares(t *testing.T) {
	d := smallDraw(amongCandidates)
	d.totals = []int{7, 5, 7, 9}
	if below, at, above := d.percentBelow(7), d.percentAt(7), d.percentAbove(7); below != 25 || at != 50 || above != 25 {
		t.Errorf("%v%% below 7, %v%% at 7, %v%% above", below, at, above)
	}
	if low, high, lowSeed, highSeed := d.extremes(); low != 5 || high != 9 || lowSeed != 2 || highSeed != 4 {
		t.Errorf("from %d (seed %d) to %d (seed %d)", low, lowSeed, high, highSeed)
	}
	if q := d.quantile(50); q != 7 {
		t.Errorf("median %d", q)
	}
}

// TestDrawsMeetPublishedFigures checks which figures the draws are compared
// with.
func TestDrawsMeetPublishedFigures(t *testing.T) {
	var got []string
	for _, d := range slices.Concat(randomDraws("mm4x6", 1, 1), randomDraws("bc4x10", 1, 1)) {
		for _, p := range d.published() {
			got = append(got, p.ID)
		}
	}
	want := []string{
		"knuth/minimax", "irving/expected-size", "neuwirth/entropy", "fancidev/mm4x6-entropy", "kooi/most-parts",
		"fancidev/bc4x10-minimax", "blog-1a2b/expected-size", "baidu/expected-size", "fancidev/bc4x10-expected-size",
		"fancidev/bc4x10-entropy", "fancidev/bc4x10-most-parts", "cppblog/clever2",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	// A draw of mm4x6 begins where the figures do, unless the strategy chooses.
	for _, d := range randomDraws("mm4x6", 1, 1) {
		for _, p := range d.published() {
			if first := p.Configuration.First; first != "" && first != d.First {
				t.Errorf("%s begins with %s, the draw with %s", p.ID, first, d.First)
			}
		}
	}
}

// TestTiesPage tells the page of a few runs.
func TestTiesPage(t *testing.T) {
	var draws []draw
	for _, rule := range []string{amongCandidates, amongAll} {
		draws = append(draws, smallDraw(rule))
	}
	e := tieRuns("ties", draws)
	r := runner{options: options{workers: 2}, stdout: io.Discard}
	page, err := r.runEntry(context.Background(), e, &progress{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(page.Sections); n != 4 || len(page.Sections[0].Table.Rows) != 2 || page.Sections[1].Table.Rows[0][0] != "knuth/minimax" {
		t.Errorf("%d sections: %v", n, page.Sections)
	}
	for _, s := range page.Sections {
		for _, f := range s.Figures {
			if _, err := f.Draw(report.PNG); err != nil {
				t.Error(err)
			}
		}
	}
}

func playDraw(d *draw, workers int) error {
	_, err := d.play(context.Background(), options{workers: workers})
	return err
}
