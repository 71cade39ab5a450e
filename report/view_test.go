package report

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestShow prints a table to terminals that it fits, that it fits wrapped, and
// that are too narrow, and as Markdown.
func TestShow(t *testing.T) {
	table := NewTable([]Row{
		Cells("name", "minimax", "total", 5801, "secrets by guesses", "1:1 2:6 3:62 4:533 5:694"),
		Cells("name", "entropy\nfrom 1122", "total", 5739, "secrets by guesses", ""),
	})
	for _, test := range []struct {
		view View
		want string
	}{
		{View{Width: 50}, `
╭───────────┬───────┬──────────────────────────╮
│ name      │ total │ secrets by guesses       │
├───────────┼───────┼──────────────────────────┤
│ minimax   │ 5,801 │ 1:1 2:6 3:62 4:533 5:694 │
├───────────┼───────┼──────────────────────────┤
│ entropy   │ 5,739 │                          │
│ from 1122 │       │                          │
╰───────────┴───────┴──────────────────────────╯
`},
		{View{Width: 38}, `
╭───────────┬───────┬──────────────╮
│ name      │ total │ secrets by   │
│           │       │ guesses      │
├───────────┼───────┼──────────────┤
│ minimax   │ 5,801 │ 1:1 2:6 3:62 │
│           │       │ 4:533 5:694  │
├───────────┼───────┼──────────────┤
│ entropy   │ 5,739 │              │
│ from 1122 │       │              │
╰───────────┴───────┴──────────────╯
`},
		{View{Width: 28}, `
name                minimax
total               5,801
secrets by guesses  1:1 2:6
                    3:62
                    4:533
                    5:694

name                entropy
                    from
                    1122
total               5,739
secrets by guesses

`},
		{View{Width: 30, Markdown: true}, `
| name                 | total | secrets by guesses       |
|:---------------------|------:|:-------------------------|
| minimax              | 5,801 | 1:1 2:6 3:62 4:533 5:694 |
| entropy<br>from 1122 | 5,739 |                          |

`},
	} {
		var b strings.Builder
		if err := table.Show(&b, test.view); err != nil {
			t.Fatal(err)
		}
		if b.String() != test.want[1:] {
			t.Errorf("%+v:\n%s", test.view, b.String())
		}
		for line := range strings.SplitSeq(b.String(), "\n") {
			if n := utf8.RuneCountInString(line); n > test.view.Width && !test.view.Markdown {
				t.Errorf("width %d: %d characters in %q", test.view.Width, n, line)
			}
		}
	}
}

// TestWideCharacters counts characters as terminals show them: some take two columns, accents none.
func TestWideCharacters(t *testing.T) {
	table := NewTable([]Row{Cells("word", "漢字", "n", 1), Cells("word", "e\u0301te\u0301", "n", 23)})
	var b strings.Builder
	if err := table.Show(&b, View{}); err != nil {
		t.Fatal(err)
	}
	want := "╭──────┬────╮\n│ word │  n │\n├──────┼────┤\n│ 漢字 │  1 │\n│ e\u0301te\u0301  │ 23 │\n╰──────┴────╯\n"
	if b.String() != want {
		t.Error(b.String())
	}
}
