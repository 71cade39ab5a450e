package published

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// TestAgents reads the tables of agents, and holds that the games of every run that was judged
// give the share of games solved that its source prints.
func TestAgents(t *testing.T) {
	agents, judged := Agents(), 0
	if len(agents) != 263 || len(Played()) != 25 {
		t.Fatalf("%d figures of agents and %d runs", len(agents), len(Played()))
	}
	for _, f := range agents {
		if f.Agent == "" || f.Game == "" || f.Source == "" || f.Year < 2017 || strings.HasPrefix(f.Agent, "same") {
			t.Errorf("%+v", f)
		}
		p, ok := Played()[f.Run]
		if !ok {
			continue
		}
		judged++
		printed, _, _ := strings.Cut(f.Success, "%")
		percent, err := strconv.ParseFloat(printed, 64)
		if err != nil || p.Games != f.Games || math.Abs(percent-100*float64(p.Solved)/float64(p.Games)) > 0.05 || p.Later < p.Consistent || p.OneLeft < p.Named {
			t.Errorf("%s: %+v, printed %s", f.ID, p, f.Success)
		}
	}
	if judged != len(Played()) {
		t.Errorf("%d of %d runs that were judged have figures", judged, len(Played()))
	}
}
