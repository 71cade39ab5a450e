package tree

import (
	"strings"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
)

// The tables E2 and E3 that the blog post on 1A2B prints: the second guess
// after 1234, by the feedback group of the first guess, and the third, by the
// groups of the first and the second. "None" stands where no candidate is
// left.
const (
	blogGroups = "0A0B 1A0B 0A1B 2A0B 1A1B 0A2B 3A0B 2A1B 1A2B 0A3B 4A0B 2A2B 1A3B 0A4B"
	blogE2     = "0567 0256 0325 0135 0235 0145 0135 0135 0135 0145 1234 0124 0123 2341"
	blogE3     = `
None None None 0689 0589 5879 0178 0158 0578 5678 0567 0125 0157 5670
1748 0738 1573 5278 0278 1067 0578 0278 5278 1045 0256 0265 5260 None
6178 0456 4061 0267 6327 2670 0367 0367 5360 2056 None None None None
6078 6437 2654 0674 5246 6207 0235 0617 1067 1054 None 1035 1530 None
1467 6137 1672 5246 2637 1063 0135 2637 2637 1052 None 0253 2530 None
2367 6127 2467 5126 3160 3516 0467 4167 6417 4617 0145 0415 0451 4051
None 6017 0167 0234 6217 1204 None 1235 1034 None None None None None
None 0267 1627 6017 1672 5246 0134 1435 1032 1203 None None None None
None 2436 6241 2167 4036 1367 0132 0431 0431 1543 None None None None
None 2163 4326 2647 3540 4617 0142 3140 0412 2451 None None None None
None None None None None None None None None None 1234 None None None
None None None None None None None 1324 3214 0132 None None None None
None None None None None None None 1423 4132 1342 None None None None
None None None None None None None None None None 2341 2143 2413 3412`
)

// TestBlogTables compares every entry of the printed tables that a game can
// reach with the tree's guesses, and every "None" with what the tree says
// about the candidates left.
func TestBlogTables(t *testing.T) {
	g := mustGame(t, "bc4x10")
	tree := mustGrow(t, g, strategy.Strategy{Criterion: strategy.ExpectedSize, Small: 2}, "1234", 2)
	var groups []game.Feedback
	for _, s := range strings.Fields(blogGroups) {
		f, err := g.ParseFeedback(s)
		if err != nil {
			t.Fatal(err)
		}
		groups = append(groups, f)
	}
	e2 := strings.Fields(blogE2)
	var e3 [][]string
	for _, line := range strings.Split(strings.TrimSpace(blogE3), "\n") {
		e3 = append(e3, strings.Fields(line))
	}
	compared := 0
	compare := func(node *Node, printed, where string) {
		t.Helper()
		compared++
		if got := g.FormatCode(node.Guess); got != printed {
			t.Errorf("%s: the tree guesses %s, printed is %s", where, got, printed)
		}
	}
	for i, first := range groups {
		second := tree.Root.Next(first)
		if first == g.Final() {
			continue // the game is over: the table's entry is never used
		}
		compare(second, e2[i], "E2 after "+first.String())
		for j, next := range groups {
			where := "E3 after " + first.String() + ", " + next.String()
			third := second.Next(next)
			switch {
			case third != nil:
				compare(third, e3[i][j], where)
			case next == g.Final():
				// Hit by the second guess, or no candidate: nothing follows.
			case e3[i][j] != "None":
				t.Errorf("%s: printed is %s, but no candidate is left", where, e3[i][j])
			}
		}
	}
	if compared != 13+112 {
		t.Errorf("compared %d entries", compared)
	}
}
