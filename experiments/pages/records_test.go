package pages

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"codebreak/configs/published"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
)

// TestRecordGames checks the grid: 2 to 6 positions, up to 100,000 secrets.
func TestRecordGames(t *testing.T) {
	games := recordGames()
	byName := map[string]recordGame{}
	for _, g := range games {
		byName[g.game] = g
	}
	if len(byName) != len(games) {
		t.Errorf("%d games, %d names", len(games), len(byName))
	}
	for name, secrets := range map[string]int{"mm2x2": 4, "mm5x10": 100_000, "mm6x6": 46_656, "bc6x9": 60_480, "bc5x12": 95_040, "bp4x16": 65_536} {
		if g, ok := byName[name]; !ok || g.secrets != secrets {
			t.Errorf("%s: %+v", name, g)
		}
	}
	for _, name := range []string{"mm5x11", "bc3x2", "mm7x4", "mm6x7"} {
		if _, ok := byName[name]; ok {
			t.Errorf("%s is in the grid", name)
		}
	}
	if !byName["mm4x6"].proof || byName["mm5x10"].proof {
		t.Errorf("%+v and %+v", byName["mm4x6"], byName["mm5x10"])
	}
	for name := range readSearches() {
		if g, ok := byName[name]; !ok || g.proof {
			t.Errorf("a width is searched in %s: %+v", name, g)
		}
	}
}

// TestRecords makes the page of small games.
func TestRecords(t *testing.T) {
	var asked notebook.Study[record]
	var games []recordGame
	for _, g := range recordGames() {
		if g.secrets > 130 || g.kind == gridKinds[2] && g.colours > 5 {
			continue // they take seconds
		}
		if g.game == "mm3x4" || g.game == "mm3x5" {
			g.proof = false
			g.search = ask.Within{ProblemSpec: g.solve().ProblemSpec, Width: g.colours - 4} // mm3x4 takes the best one-step strategy
			g.search.First = "111"
		}
		games = append(games, g)
		asked = append(asked, g.asked())
	}
	records := asked.In(answer(t, asked.Tasks()))
	before, unprinted := map[string]published.SourceID{}, 0
	for i, g := range games {
		r := records[i]
		before[r.game] = r.provedBefore()
		if r.proved() && r.provedBefore() == "" {
			unprinted++
		}
		if r.game == "mm3x5" && (r.first != "111" || r.lower > 451) {
			t.Errorf("the least total of mm3x5 is 451, and from %s at least %d is said to be the least of all", r.first, r.lower)
		}
		if r.proved() != g.proof || r.lower > r.Total {
			t.Errorf("%s: between %d and %d", r.game, r.lower, r.Total)
		}
	}
	for name, source := range map[string]published.SourceID{"mm2x9": "chen-lin", "bc2x7": "chen-hsu-lin", "mm3x3": published.Rosu, "bp2x5": "", "mm2x3": published.Rosu, "mm3x4": ""} {
		if before[name] != source {
			t.Errorf("%s: first by %q, want %q", name, before[name], source)
		}
	}
	page := recordsPage(records)
	want := []string{
		fmt.Sprintf("Optimal play is proved for %d of %d games.", len(games)-2, len(games)),
		fmt.Sprintf("For %d of these games we know of no published optimum.", unprinted),
		"For the 2 unproved games the best known total is within 14.3% (mm3x4) to 23.0% (mm3x5) of the optimum.",
	}
	if !slices.Equal(page.Findings, want) {
		t.Errorf("found %q, want %q", page.Findings, want)
	}
	table := page.Sections[0].Table.Wide()
	if row := table.Rows[1]; !slices.Equal(row[:5], []string{"3", "2.2500", "2.7037", "≤3.2500", row[4]}) || !strings.HasPrefix(row[4], "≤4.1") {
		t.Errorf("the grid has %q", row)
	}
}
