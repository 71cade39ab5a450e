package wording

import (
	"strings"
	"testing"
)

func TestUnknownError(t *testing.T) {
	nine := strings.Fields("a1 b2 c3 d4 e5 f6 g7 h8 i9")
	for _, test := range []struct {
		err  UnknownError
		want string
	}{
		{UnknownError{"command", "mesure", []string{"run", "measure"}}, `unknown command "mesure"; did you mean measure? Allowed: run, measure`},
		{UnknownError{"entry", "conv", []string{"published", "conventions"}}, `unknown entry "conv"; did you mean conventions? Allowed: published, conventions`},
		{UnknownError{"flag", "--gmae", []string{"--game", "--first"}}, `unknown flag "--gmae"; did you mean --game? Allowed: --game, --first`},
		{UnknownError{"command", "qqqqqq", []string{"run", "measure"}}, `unknown command "qqqqqq"; allowed: run, measure`},
		{UnknownError{"name", "xyz", nine}, `unknown name "xyz"; allowed: a1, b2, c3, d4, e5, f6, g7, h8, …`},
		{UnknownError{"game", "mastermind", nine}, `unknown game "mastermind"; did you mean mm4x6?`},
		{UnknownError{"name", "i8", nine}, `unknown name "i8"; did you mean h8?`},
		{UnknownError{"rule", strings.Repeat("x", 99), []string{"a"}}, `unknown rule "` + strings.Repeat("x", 40) + `…"; allowed: a`},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("%s\nwant %s", got, test.want)
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
