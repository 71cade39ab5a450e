package report

import (
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/strategy"
)

// TestValues writes every kind of value to people and to CSV.
func TestValues(t *testing.T) {
	for _, test := range []struct {
		value       any
		text, plain string
		number      bool
	}{
		{nil, "-", "", false},
		{"text", "text", "text", false},
		{"", "", "", false},
		{[]string{"a", "b"}, "a\nb", "a\nb", false},
		{[]string(nil), "", "", false},
		{12, "12", "12", true},
		{int64(-3), "-3", "-3", true},
		{uint16(7), "7", "7", true},
		{0.1, "0.10000", "0.1", true},
		{float32(2.5), "2.50000", "2.5", true},
		{Mean(16.0 / 3), "5.33333", "5.333333333333333", true},
		{Decimals(2, 3), "2.000", "2", true},
		{Decimals(0.1234, 3).Signed(), "+0.123", "0.1234", true},
		{Decimals(-0.1234, 3).Signed(), "-0.123", "-0.1234", true},
		{Percent(12.345, 1), "12.3%", "12.345", true},
		{Percent(0, 2).Signed(), "+0.00%", "0", true},
		{Signed(4), "+4", "4", true},
		{Signed(-4), "-4", "-4", true},
		{Format(5629, "%d (%+d)", 5629, 4), "5629 (+4)", "5629", true},
		{Format(12, "%d of %d", 12, 30), "12 of 30", "12", true},
		{Format(0, "="), "=", "0", true},
		{Format(nil, "unknown"), "unknown", "", false},
		{Format(big.NewRat(5, 2), "2.5"), "2.5", "5/2", true},
		{big.NewRat(19, 8), "19/8", "19/8", true},
		{big.NewRat(4, 2), "2", "2", true},
		{(*big.Rat)(nil), "-", "", false},
		{Histogram{0, 1, 4}, "1:1 2:4", "1:1 2:4", false},
		{Histogram{0, 0, 4, 0, 1}, "2:4 3:0 4:1", "2:4 3:0 4:1", false},
		{Histogram{3, 2}, "0:3 1:2", "0:3 1:2", false},
		{Histogram(nil), "-", "", false},
		{strategy.Minimax, "minimax", "minimax", false},
		{Exact, "exact", "exact", false},
		{2 * time.Second, "2s", "2s", false},
		{true, "yes", "yes", false},
		{false, "no", "no", false},
		{[]int{0, 1, 4}, "1:1 2:4", "1:1 2:4", false},
		{[]int(nil), "-", "", false},
		{published.SourceID("knuth"), "Knuth 1977", "Knuth 1977", false},
		{Linked{"Knuth 1977", "https://example.com"}, "Knuth 1977", "Knuth 1977", false},
		// Formulas, and what looks like them.
		{"=1+2", "=1+2", "'=1+2", false},
		{"+49 30 1", "+49 30 1", "'+49 30 1", false},
		{"-a", "-a", "'-a", false},
		{"@SUM(A1)", "@SUM(A1)", "'@SUM(A1)", false},
		{"-1.5", "-1.5", "-1.5", false},
		{"=", "=", "=", false},
		{"<=", "<=", "<=", false},
	} {
		c := newCell(test.value)
		if c.text != test.text || c.plain != test.plain || c.number != test.number {
			t.Errorf("%#v: %+v, want %q, %q, number %t", test.value, c, test.text, test.plain, test.number)
		}
	}
}

type player struct {
	name  string
	wins  int
	speed any
}

var players = []player{{"a|b <i>", 12, nil}, {"=c", -3, Mean(2.5)}}

func playerTable(players []player) *Table {
	return TableOf(players, func(p player) Row {
		return Cells(
			"name of the player", p.name,
			"wins", p.wins,
			"speed", p.speed,
			">right", "x",
			"<number", 1,
			"nothing", nil,
		)
	})
}

func TestTableForms(t *testing.T) {
	table := playerTable(players)
	if table.Rows() != 2 {
		t.Errorf("%d rows", table.Rows())
	}
	var terminal, csv strings.Builder
	for _, err := range []error{table.Show(&terminal, View{}), table.CSV(&csv)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ got, want string }{
		{terminal.String(), `
╭────────────────────┬──────┬─────────┬───────┬────────┬─────────╮
│ name of the player │ wins │   speed │ right │ number │ nothing │
├────────────────────┼──────┼─────────┼───────┼────────┼─────────┤
│ a|b <i>            │   12 │       - │     x │ 1      │ -       │
│ =c                 │   -3 │ 2.50000 │     x │ 1      │ -       │
╰────────────────────┴──────┴─────────┴───────┴────────┴─────────╯
`},
		{table.Markdown(), `
| name of the player | wins |   speed | right | number | nothing |
|:-------------------|-----:|--------:|------:|:-------|:--------|
| a\|b &lt;i>        |   12 |       - |     x | 1      | -       |
| =c                 |   -3 | 2.50000 |     x | 1      | -       |
`},
		{csv.String(), `
name of the player,wins,speed,right,number,nothing
a|b <i>,12,,x,1,
'=c,-3,2.5,x,1,
`},
	} {
		if test.got != test.want[1:] {
			t.Errorf("got\n%swant%s", test.got, test.want)
		}
	}
	wide := table.Wide()
	if !slices.Equal(wide.Right, []bool{false, true, true, true, false, false}) || wide.Rows[0][0] != "a|b <i>" {
		t.Errorf("%+v", wide)
	}
}

func TestReference(t *testing.T) {
	if got, want := reference(published.SourceID("kooi").Source()), "Kooi, *Yet another Mastermind strategy*, [ICGA Journal 28(1), 13-20](https://doi.org/10.3233/ICG-2005-28105), 2005"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestTableOfNothing writes tables without rows.
func TestTableOfNothing(t *testing.T) {
	var terminal, csv strings.Builder
	table := playerTable(nil)
	for _, err := range []error{table.Show(&terminal, View{Width: 20}), table.CSV(&csv)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := "name of the player,wins,speed,right,number,nothing\n"; csv.String() != want {
		t.Errorf("%q, want %q", csv.String(), want)
	}
}

// TestTerminalIsNotSteered prints text with control characters: none may reach
// a terminal.
func TestTerminalIsNotSteered(t *testing.T) {
	evil := "\x1b[31mred\a\u202e\u009b \xff"
	table := NewTable([]Row{Cells(evil, evil)})
	for _, v := range []View{{}, {Width: 10}, {Width: 200}, {Markdown: true}} {
		var b strings.Builder
		if err := table.Show(&b, v); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(b.String(), "\x1b\a\u202e\u009b") || !strings.Contains(b.String(), `\x1b`) || !strings.Contains(b.String(), `\u202e`) {
			t.Errorf("%+v: %q", v, b.String())
		}
	}
}

func TestMarkdownEscapes(t *testing.T) {
	table := NewTable([]Row{Cells("a<b>|", `a\|b`), Cells("a<b>|", "a\r\nb\rc")})
	want := "| a&lt;b>\\|   |\n|:------------|\n| a\\\\\\|b      |\n| a<br>b<br>c |\n"
	if got := table.Markdown(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestResultColumns(t *testing.T) {
	wide := TableOf([]engine.Result{result([]int{0, 1, 2})}, ResultCells).Wide()
	want := []string{"minimax", "11", "5", "1.66667", "0.4714", "2", "1.66667", "2", "1:1 2:2"}
	if !slices.Equal(wide.Rows[0], want) {
		t.Errorf("%q, want %q", wide.Rows[0], want)
	}
	if len(wide.Header) != len(want) || wide.Header[6] != "identified, mean" {
		t.Errorf("%q", wide.Header)
	}
}
