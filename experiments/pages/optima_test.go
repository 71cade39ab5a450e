package pages

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/enginetest"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/cli"
	"codebreak/experiments/origin"
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
	for _, e := range Entries() {
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
	ofProofs := []string{"equilibrium", "formulas", "hard-mode", "optimal", "proofs", "records", "worst-case"}
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
		if slices.Contains([]string{"absurdle", "proofs", "sequences", "static"}, p.Name) {
			continue // nothing is played there
		}
		if text := enginetest.ReadFile(t, "..", "..", "results", p.Name, "table.csv"); strings.Count(text, "\n") < 2 {
			t.Errorf("%s: table.csv has no rows", p.Name)
		}
	}
	all := enginetest.ReadFile(t, "..", "..", "results", "all.csv")
	for _, want := range []string{"\noptimal,bc4x10,", "\nbest known,mm5x8,", "\nexpected,mm4x6,", "\nsampled,", "\nstrategy,mm4x6,minimax,all,\"consistent,first\",lex,1122,"} {
		if !strings.Contains(all, want) {
			t.Errorf("all.csv lacks %q", want)
		}
	}
}

// explained is what the program says of a number, from the results that are committed.
func explained(t *testing.T, args ...string) (said string, code int) {
	t.Helper()
	var out, failed bytes.Buffer
	args = append([]string{"explain", "--results", filepath.Join("..", "..", "results"), "--quiet", "--time-limit", "1ms"}, args...)
	code = cli.Run(Entries, args, nil, &out, &failed) // a search of conventions is stopped
	return out.String() + failed.String(), code
}

// TestExplainKnowsTheRecord asks where numbers come from that are in the record, as people
// print them.
func TestExplainKnowsTheRecord(t *testing.T) {
	const (
		optimum = "optimal play from 1123 in Mastermind, 4 positions, 6 colours (mm4x6); the least possible, proved here"
		knuth   = "minimax (Knuth) from 1122 in Mastermind, 4 positions, 6 colours (mm4x6); published as knuth/minimax"
	)
	for number, want := range map[string]string{
		"5.21":               "5.21 = 26274/5040, rounded: optimal play from 0123 in Bulls and Cows, 4 digits (bc4x10); the least possible, proved here; published as tanaka/optimal",
		"4.3403":             "4.3403 = 5625/1296, rounded: " + optimum,
		"4.340277777777778":  "4.340277777777778 = 5625/1296, rounded: " + optimum,
		"5625/1296":          "5625/1296: " + optimum,
		"625/144":            "625/144 = 5625/1296: " + optimum,
		"5625":               "5625: the total of optimal play from 1123 in Mastermind, 4 positions, 6 colours (mm4x6), 4.34028 on average; the least possible, proved here",
		"7920":               "7920: the total of optimal play from salet in Wordle (wordle-2315-12972), 3.42117 on average; the least possible, proved here",
		"3.4211663066954644": "3.4211663066954644 = 7920/2315, rounded: optimal play from salet in Wordle",
		"5.4517":             "5.4517 = 178641/32768, rounded: the best known tree, from 11223 in Mastermind, 5 positions, 8 colours (mm5x8); not proved to be the best possible",
		"5.4841":             "5.4841 = 179704/32768, rounded: entropy (Neuwirth) from 11223 in Mastermind, 5 positions, 8 colours (mm5x8); measured here",
		"6.9051":             "6.9051 = 8949/1296, rounded: entropy (Neuwirth) from 1111 in Mastermind with black pegs only",
		"4.476":              "4.476 = 5801/1296, rounded: " + knuth,
		"4,476":              "4.476 = 5801/1296, rounded: " + knuth,
		"5,801":              "5801: the total of minimax (Knuth) from 1122",
		"46.45%":             "46.45% = 602/1296, rounded: share of the secrets solved within 4 guesses, by minimax (Knuth) from 1122",
		"3.6810":             `3.6810: printed by Wordle Solver, "mean`,
		"0.5347":             "0.5347: 1123 in Mastermind (mm4x6): optimal play from it needs 4.3403 guesses, from 1111 0.5347 more",
		"5.268":              "5.268 = 26551/5040, rounded: expected size (Irving) from 0123 in Bulls and Cows, 4 digits (bc4x10); published as baidu/expected-size, fancidev/bc4x10-expected-size.",
	} {
		said, code := explained(t, number)
		if !strings.HasPrefix(said, want) || code != 0 {
			t.Errorf("%s, exit code %d: %s\nwant %s", number, code, said, want)
		}
	}

	said, _ := explained(t, "5.268")
	for _, want := range []string{"See " + filepath.Join("..", "..", "results", "conventions", "README.md") + ": Expected size needs 5.26806 guesses", "26554/5040  │ truncated"} {
		if !strings.Contains(said, want) {
			t.Errorf("5.268: %s\nlacks %s", said, want)
		}
	}
	if rounded, truncated := strings.Index(said, "rounded"), strings.Index(said, "truncated"); truncated < strings.LastIndex(said, "rounded") || rounded < 0 {
		t.Errorf("5.268: what is truncated stands before what is rounded:\n%s", said)
	}
	if said, code := explained(t, "98.7654322%"); code != 1 || strings.Contains(said, "no game searched") {
		t.Errorf("98.7654322%%, exit code %d: %s", code, said)
	}
}

// numberWord is a number as the front pages print it.
var numberWord = regexp.MustCompile(`^[0-9]+(,[0-9]{3})*(\.[0-9]+)?%?$`)

// TestFrontPagesAreExplained takes every number from the first table of the README and from
// the front pages of results: each is in the record.
func TestFrontPagesAreExplained(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("every number of the front pages is looked up")
	}
	readme := enginetest.ReadFile(t, "..", "..", "README.md")
	table, _, _ := strings.Cut(readme[strings.Index(readme, "\n| "):], "\n\n")
	front, _, _ := strings.Cut(enginetest.ReadFile(t, "..", "..", "results", "README.md"), "## Glossary")
	index, _, _ := strings.Cut(enginetest.ReadFile(t, "..", "..", "results", "index.html"), `id="notebook"`)
	_, index, _ = strings.Cut(index, "<main>")
	index = regexp.MustCompile("<[^>]*>").ReplaceAllString(index, " ")

	record := origin.Open(filepath.Join("..", "..", "results"), 1<<30)
	asked := map[string]bool{}
	for _, word := range strings.Fields(table + front + index) {
		word = strings.Trim(word, "|*≤().,;:\"")
		if !numberWord.MatchString(word) || asked[word] {
			continue
		}
		asked[word] = true
		n := enginetest.Must(published.ParseNumber(word))(t)
		found := record.Find(origin.Wanted{Number: &n})
		if whole, ok := n.Grouped(); ok {
			found = append(found, record.Find(origin.Wanted{Number: &whole})...)
		}
		if len(found) == 0 {
			t.Errorf("%s is not explained", word)
		}
	}
	if len(asked) < 100 {
		t.Errorf("%d numbers were read; are they still written so?", len(asked))
	}
}
