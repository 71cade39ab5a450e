package cli

import (
	"strings"
	"testing"
)

func TestSuggest(t *testing.T) {
	for message, want := range map[string]string{
		`unknown command "mesure"; allowed: run, measure, merge`:        `unknown command "mesure" (did you mean measure?); allowed: run, measure, merge`,
		`unknown entry "conv"; allowed: published, conventions`:         `unknown entry "conv" (did you mean conventions?); allowed: published, conventions`,
		`unknown game "MM46"; allowed: mmPxC`:                           `unknown game "MM46" (did you mean mm4x6?); allowed: mmPxC`,
		`x: unknown criterion "entrpoy"; allowed: minimax, entropy`:     `x: unknown criterion "entrpoy" (did you mean entropy?); allowed: minimax, entropy`,
		`unknown flag "--gmae"; allowed: --game, --first`:               `unknown flag "--gmae" (did you mean --game?); allowed: --game, --first`,
		`unknown command "qqqqqq"; allowed: run, measure`:               `unknown command "qqqqqq"; allowed: run, measure`,
		`--workers is "x"; it must be a whole number`:                   `--workers is "x"; it must be a whole number`,
		`unknown command "` + strings.Repeat("x", 99) + `"; allowed: a`: `unknown command "` + strings.Repeat("x", 99) + `"; allowed: a`,
	} {
		if got := suggest(message); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "abc", 3}, {"abc", "acb", 1}, {"kitten", "sitting", 3}, {"a", "a", 0}} {
		if got := edits(test.a, test.b); got != test.want || edits(test.b, test.a) != test.want {
			t.Errorf("%s and %s are %d edits apart, want %d", test.a, test.b, got, test.want)
		}
	}
}
