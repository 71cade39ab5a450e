package origin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codebreak/configs/published"
	_ "codebreak/engine" // the games
	"codebreak/engine/enginetest"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/report"
)

func number(t *testing.T, text string) *published.Number {
	t.Helper()
	n, err := published.ParseNumber(text)
	if err != nil {
		t.Fatal(err)
	}
	return &n
}

// row is that of minimax in mm4x6.
func row() report.Measurement {
	r := report.Measurement{Kind: report.OfStrategy}
	r.Game, r.First, r.Secrets = "mm4x6", "1122", 1296
	r.Strategy = strategy.Strategy{Criterion: strategy.Minimax}.WithDefaults()
	r.Figures, r.Known = tree.Summarise([]int{0, 1, 6, 62, 533, 694}), tree.Figures{Total: 4849, Mean: 3.741512, Worst: 5}
	return r
}

// TestFind looks for every quantity of a row.
func TestFind(t *testing.T) {
	record := Of(row())
	for text, want := range map[string]string{
		"4.476": "mean, 5801/1296, rounded", "4.47": "mean, 5801/1296, truncated", "4.5": "mean, 5801/1296, rounded", "5801/1296": "mean, 5801/1296, exact",
		"5801": "total, 5801, exact", "3.742": "mean until the secret is identified, 4849/1296, rounded", "4849": "total until the secret is identified, 4849, exact",
		"1296": "number of secrets, 1296, exact", "46.45%": "share of the secrets solved within 4 guesses, 602/1296, rounded",
		"0.4645": "share of the secrets solved within 4 guesses, 602/1296, rounded", "53.5%": "share of the secrets not solved within 4 guesses, 694/1296, rounded",
		"0.618": "standard deviation, 0.618178, rounded", "4.477": "", "5802": "", "0.619": "", "46.46%": "", "4": "",
	} {
		found := record.Find(Wanted{Number: number(t, text)})
		got := ""
		if len(found) > 0 {
			got = strings.Join([]string{found[0].Quantity, found[0].Exact, found[0].Agreement}, ", ")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}

	for _, test := range []struct {
		wanted Wanted
		found  int
	}{
		{Wanted{Number: number(t, "4.476"), Worst: 5, Game: "mm4x6", Firsts: []string{"1122"}, Criteria: []string{"minimax"}}, 1},
		{Wanted{Histogram: []int{0, 1, 6, 62, 533, 694}}, 1},
		{Wanted{Number: number(t, "4.476"), Worst: 6}, 0}, {Wanted{Number: number(t, "4.476"), Game: "mm4x7"}, 0},
		{Wanted{Number: number(t, "4.476"), Firsts: []string{"1123"}}, 0}, {Wanted{Number: number(t, "4.476"), Criteria: []string{"entropy"}}, 0},
		{Wanted{Number: number(t, "4.476"), Histogram: []int{0, 1}}, 0},
	} {
		if found := record.Find(test.wanted); len(found) != test.found {
			t.Errorf("%+v: %+v", test.wanted, found)
		}
	}
}

// TestOrder finds a number of several rows: rounded before truncated, optima before others.
func TestOrder(t *testing.T) {
	truncated, optimum, variant := row(), row(), row()
	truncated.First, truncated.Figures = "1123", tree.Summarise([]int{0, 1, 6, 61, 534, 694}) // 4.47685
	optimum.Kind, optimum.Strategy, optimum.Game = report.OfOptimum, strategy.Strategy{Pool: strategy.All}, "mm4x7"
	variant.Ties, variant.Figures = "first", tree.Summarise([]int{0, 0, 7, 63, 532, 694})
	found := Of(truncated, row()).Find(Wanted{Number: number(t, "4.476")})
	if len(found) != 2 || found[0].Agreement != "rounded" || found[1].Agreement != "truncated" {
		t.Errorf("4.476: %+v", found)
	}
	var subjects []string
	for _, f := range Of(variant, truncated, row(), optimum).Find(Wanted{Number: number(t, "4.47")}) {
		subjects = append(subjects, f.Subject)
	}
	want := "mm4x7 optimal, mm4x6 minimax first=1123, mm4x6 minimax first=1122, mm4x6 minimax ties=first first=1122"
	if got := strings.Join(subjects, ", "); got != want {
		t.Errorf("4.47: %s, want %s", got, want)
	}
}

// TestOpen reads a folder: its tables, and its pages. What is not there, or is something
// else, is left out.
func TestOpen(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		enginetest.WriteFile(t, path, text)
	}
	for range 2 { // at first there is nothing, then there is something else
		if r := Open(folder, 1<<20); !r.Empty() || len(r.Find(Wanted{Number: number(t, "4.476")})) > 0 {
			t.Error("something is found in nothing")
		}
		write("all.csv", "a,b\n\"")
		write("published.csv", "a,b\n1,2\n")
	}

	write("a/README.md", "# Why?\n\n**Minimax needs 4.4761 guesses: it looks one guess ahead.**\n\n- 95% of 1,234 players are slower.\n\n| 7.77 |\n")
	write("README.md", "| games | 1,849 |\n")
	write("index.html", "<main><p>All <a>831</a> results</p><p>see 99</p><section id=\"notebook\">77")
	for text, want := range map[string]string{
		"95%": "95% of 1,234 players are slower", "1234": "95% of 1,234 players are slower", "1849": "games; 1,849", "831": "All 831 results",
		"77": "", "7.77": "", "4.476": "Minimax needs 4.4761 guesses: it looks one guess ahead", "4.47": "Minimax needs 4.4761 guesses: it looks one guess ahead", "4.4760": "",
	} {
		got := ""
		if found := Open(folder, 1<<20).Find(Wanted{Number: number(t, text)}); len(found) > 0 {
			got = found[0].Sentence
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}

	r := Open(folder, 1<<20)
	r.rows = append(r.rows, row())
	found := r.Find(Wanted{Number: number(t, "4.476")})
	if len(found) != 1 || found[0].Why != "Minimax needs 4.4761 guesses: it looks one guess ahead." || found[0].Page != filepath.Join(folder, "a", "README.md") {
		t.Errorf("%+v", found)
	}
}
