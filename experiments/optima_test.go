package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/cli"
	"codebreak/report"
)

var (
	// superlatives are words that claim an optimum.
	superlatives = regexp.MustCompile(`(?i)\b(fewest|least|best|optimal|optimum|attains?)\b`)
	// modest are phrases with such words that claim none: they say among what.
	modest = regexp.MustCompile(`(?i)at least|best of (\d+ (criteria|choices)|them|these|the four)|best first guess(es)?|best totals? (found|known)|the best one|best (from|is|are)|best one-step|best tree found|best for \d+ of \d+ criteria|the best and the worst of|worse than the best|optimal adversary`)
	// gameNames are those of games in a text.
	gameNames = regexp.MustCompile(`\b((mm|bc|bp)\d+x\d+(-[a-z]+)?|twod\d|nerdle\d)\b`)
	// optima are means of optimal play in sentences that these find.
	ofOptima = regexp.MustCompile(`^(The proved optimum is|Optimal play is proved for) `)
	optima   = regexp.MustCompile(`([0-9]+\.[0-9]{4})(?: guesses)? in [^();]+ \((\S+?)\)`)
	upTo     = regexp.MustCompile(`^Entropy needs up to ([0-9.]+)% more guesses than optimal play in (\d+) proved games`)
)

// claims lists what a page says in sentences: its findings, and the titles and captions
// of its pictures.
func claimsOf(p *report.Page) []string {
	texts := slices.Clone(p.Findings)
	for _, f := range p.Pictures() {
		texts = append(texts, f.Title, f.Caption)
	}
	return texts
}

// TestOptimaAreProved reads all findings, titles and captions of the committed pages:
// what is said to be the best, the least or the fewest must be proved, for each game
// that is named, and the numbers must be those of the proofs.
func TestOptimaAreProved(t *testing.T) {
	pages, _ := committedPages()
	least := map[string]report.Optimum{}
	for _, p := range pages {
		for _, o := range p.Optima {
			if o.Total == o.Lower {
				least[o.Game] = o
			}
		}
	}
	proved := map[string]bool{} // in any sense
	for _, e := range entries() {
		for _, task := range e.Tasks {
			var question struct{ Game string }
			if slices.Contains([]string{"least-worst", "equilibrium"}, task.Key.Kind) && json.Unmarshal([]byte(task.Key.Question), &question) == nil {
				proved[question.Game] = true
			}
		}
	}
	for name := range least {
		proved[name] = true
	}
	// All that these pages call the least is proved, or said not to be.
	ofProofs := []string{"equilibrium", "formulas", "hard-mode", "optimal", "records", "worst-case"}
	checked := 0
	for _, p := range pages {
		for _, text := range claimsOf(p) {
			if !superlatives.MatchString(modest.ReplaceAllString(text, "")) {
				continue
			}
			checked++
			names := gameNames.FindAllString(text, -1)
			for _, name := range names {
				if !proved[name] && !strings.Contains(text, "unproved") && !strings.Contains(text, "not proved") {
					t.Errorf("%s: %q, but nothing is proved of %s", p.Name, text, name)
				}
			}
			if len(names) == 0 && !strings.Contains(text, "proved") && !slices.Contains(ofProofs, p.Name) {
				t.Errorf("%s: %q does not say that it is proved", p.Name, text)
			}
			if err := checkNumbers(p, text, least); err != nil {
				t.Errorf("%s: %q: %v", p.Name, text, err)
			}
		}
	}
	if checked < 30 {
		t.Errorf("%d texts were checked", checked)
	}
}

// checkNumbers holds a sentence of a known form against what is proved and measured.
func checkNumbers(p *report.Page, text string, least map[string]report.Optimum) error {
	if ofOptima.MatchString(text) {
		for _, m := range optima.FindAllStringSubmatch(text, -1) {
			if o := least[m[2]]; m[1] != fourDecimals(tree.Summarise(o.Histogram).Mean) {
				return fmt.Errorf("the optimum of %s is %d guesses", m[2], o.Total)
			}
		}
	}
	if m := upTo.FindStringSubmatch(text); m != nil {
		games, highest := 0, 0.0
		for _, r := range p.Results {
			if o, ok := least[r.Game]; ok && r.Criterion == strategy.Entropy {
				games, highest = games+1, max(highest, percentMore(r.Total, o.Total))
			}
		}
		if want := fmt.Sprintf("%.1f%% in %d", highest, games); m[1]+"% in "+m[2] != want {
			return fmt.Errorf("entropy exceeds the optimum by up to %s games", want)
		}
	}
	return nil
}

// TestUnprovedOptimaAreFound has the test above fail on what it is there for.
func TestUnprovedOptimaAreFound(t *testing.T) {
	page := &report.Page{Results: []engine.Result{{}}}
	page.Results[0].Game, page.Results[0].Criterion, page.Results[0].Total = "bc4x11", "entropy", 43871
	least := map[string]report.Optimum{"bc4x11": {Game: "bc4x11", Lower: 43537, Figures: tree.Figures{Total: 43537, Mean: 1.5, Histogram: []int{0, 1, 1}}}}
	for text, right := range map[string]bool{
		"Entropy needs up to 0.0% more guesses than optimal play in 1 proved games.":              false,
		"Entropy needs up to 0.8% more guesses than optimal play in 1 proved games.":              true,
		"Entropy needs up to 0.8% more guesses than optimal play in 2 proved games.":              false,
		"The proved optimum is 1.5000 in Bulls and Cows (bc4x11), 0.0298 less.":                   true,
		"The proved optimum is 1.5001 in Bulls and Cows (bc4x11), 0.0298 less.":                   false,
		"Optimal play is proved for 2 of 3 games; it needs 1.2500 guesses in Mastermind (mm2x2).": false,
	} {
		if err := checkNumbers(page, text, least); (err == nil) != right {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, claims := range map[string]bool{
		"bc4x10: entropy needs the fewest guesses.": true, "Entropy is the best.": true, "best of 5 criteria: entropy": false, "at least 3": false,
	} {
		if superlatives.MatchString(modest.ReplaceAllString(text, "")) != claims {
			t.Errorf("%q: %v", text, !claims)
		}
	}
}

// TestTablesHaveRows looks at the tables of all pages.
func TestTablesHaveRows(t *testing.T) {
	pages, _ := committedPages()
	for _, p := range pages {
		if p.Name == "static" || p.Name == "sequences" {
			continue // nothing is played there
		}
		if text := readFile(t, "..", "results", p.Name, "table.csv"); strings.Count(text, "\n") < 2 {
			t.Errorf("%s: table.csv has no rows", p.Name)
		}
	}
	all := readFile(t, "..", "results", "all.csv")
	for _, want := range []string{"\noptimal,bc4x10,", "\nbest known,mm5x8,", "\nexpected,mm4x6,", "\nsampled,", "\nstrategy,mm4x6,minimax,all,\"consistent,first\",lex,1122,"} {
		if !strings.Contains(all, want) {
			t.Errorf("all.csv lacks %q", want)
		}
	}
}

// TestExplainKnowsOptima asks where figures come from that are proved optima. The search
// of conventions, which comes after, is stopped.
func TestExplainKnowsOptima(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"codebreak.json", "all.csv"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(readFile(t, "..", "results", name)), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for mean, want := range map[string]string{
		"5.21":   "bc4x10 optimal │ 26274 │ 26274/5040 = 5.2131 │     7 │ least total, proved here; published as tanaka/optimal",
		"4.3403": "mm4x6 optimal │  5625 │ 5625/1296 = 4.3403 │     6 │ least total, proved here",
		"5.4517": "mm5x8   │ 178641 │ 178641/32768 = 5.4517 │     7 │ best known, not proved",
		"4.476":  "mm4x6 minimax first=1122 │  5801 │ 5801/1296 = 4.4761 │     5 │ measured here; published as knuth/minimax",
	} {
		var out, failed bytes.Buffer
		_ = cli.Run(entries, []string{"explain", mean, "--results", dir, "--quiet", "--time-limit", "1ms"}, nil, &out, &failed) // it is stopped
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: %s%s, want %s", mean, out.String(), failed.String(), want)
		}
	}
}
