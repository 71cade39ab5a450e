package pages

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// firstFindings are the first findings of some committed pages.
var firstFindings = map[string]string{
	"strategies": "Most parts from 1123 needs 4.3735 in Mastermind (mm4x6); entropy from 0123 needs 5.2429 in Bulls and Cows (bc4x10): the fewest of 5 criteria.",
	"games":      "Dropping the white pegs of Mastermind costs 2.49 guesses on average; 5 other changes move the mean by 0.08 to 0.42.",
	"variants":   "With 2 to 5 positions, each colour adds 0.4 guesses in Mastermind, 0.3 in Bulls and Cows, and 0.8 without white pegs.",
	"hard-mode":  "With candidates only, optimal play needs up to 9.1% more guesses, 0.6% in Mastermind (mm4x6) and 1.6% in Bulls and Cows (bc4x10).",
	"optimal":    "Entropy needs up to 2.0% more guesses than optimal play in 30 proved games, 0.6% in Bulls and Cows (bc4x10).",
	"records":    "Optimal play is proved for 143 of 178 games; it needs 4.3403 guesses in Mastermind (mm4x6) and 5.2131 guesses in Bulls and Cows (bc4x10).",
	"worst-case": "It takes 5 guesses in Mastermind (mm4x6) and 7 guesses in Bulls and Cows (bc4x10); the least worst case of 146 games is proved.",
	"formulas":   "4 of the 5 formulas that we tested hold for every number of colours tested.",
}

// TestFirstFindings reads the answers of pages: each is short, has a picture, and is followed by
// few findings.
func TestFirstFindings(t *testing.T) {
	pages, _ := committedPages()
	asked := 0
	for _, p := range pages {
		want, ok := firstFindings[p.Name]
		if !ok {
			continue
		}
		asked++
		if p.Findings[0] != want {
			t.Errorf("%s: answer %q, want %q", p.Name, p.Findings[0], want)
		}
		if words := len(strings.Fields(want)); words >= 25 {
			t.Errorf("%s: %d words: %s", p.Name, words, want)
		}
		if !strings.HasSuffix(p.Question, "?") || utf8.RuneCountInString(p.Question) > 80 {
			t.Errorf("%s asks %q", p.Name, p.Question)
		}
		if len(p.Findings) > 5 || p.Picture == nil {
			t.Errorf("%s: %d findings, picture %v", p.Name, len(p.Findings), p.Picture)
		}
	}
	if asked != len(firstFindings) {
		t.Errorf("%d of %d pages", asked, len(firstFindings))
	}
}
