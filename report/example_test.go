package report_test

import (
	"fmt"
	"os"

	"codebreak/report"
)

// A table of any rows: what a column shows keeps its type until it is written.
func ExampleTableOf() {
	type played struct {
		strategy     string
		total, least int
		secrets      int
		histogram    []int
		note         []string
	}
	rows := []played{
		{"minimax from 1122", 5801, 5625, 1296, []int{0, 1, 6, 62, 533, 694}, []string{"Knuth", "1976"}},
		{"least total from 1123", 5625, 5625, 1296, []int{0, 1, 8, 102, 624, 560, 1}, nil},
	}
	table := report.TableOf(rows, func(p played) report.Row {
		mean := float64(p.total) / float64(p.secrets)
		var by any // nil: nobody is known
		if p.note != nil {
			by = p.note
		}
		return report.Cells(
			"strategy", p.strategy,
			"total (beyond the least)", report.Format(p.total, "%d (%+d)", p.total, p.total-p.least),
			"mean", report.Mean(mean),
			"histogram", report.Histogram(p.histogram),
			"played by", by,
		)
	})
	if err := table.Show(os.Stdout, report.View{Width: 80}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(table.Markdown())
	if err := table.CSV(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ╭──────────────────┬───────────────┬─────────┬─────────────────┬───────────╮
	// │ strategy         │ total (beyond │    mean │ histogram       │ played by │
	// │                  │    the least) │         │                 │           │
	// ├──────────────────┼───────────────┼─────────┼─────────────────┼───────────┤
	// │ minimax from     │   5801 (+176) │ 4.47608 │ 1:1 2:6 3:62    │ Knuth     │
	// │ 1122             │               │         │ 4:533 5:694     │ 1976      │
	// ├──────────────────┼───────────────┼─────────┼─────────────────┼───────────┤
	// │ least total from │     5625 (+0) │ 4.34028 │ 1:1 2:8 3:102   │ -         │
	// │ 1123             │               │         │ 4:624 5:560 6:1 │           │
	// ╰──────────────────┴───────────────┴─────────┴─────────────────┴───────────╯
	// | strategy              | total (beyond the least) |    mean | histogram                     | played by     |
	// |:----------------------|-------------------------:|--------:|:------------------------------|:--------------|
	// | minimax from 1122     |              5801 (+176) | 4.47608 | 1:1 2:6 3:62 4:533 5:694      | Knuth<br>1976 |
	// | least total from 1123 |                5625 (+0) | 4.34028 | 1:1 2:8 3:102 4:624 5:560 6:1 | -             |
	// strategy,total (beyond the least),mean,histogram,played by
	// minimax from 1122,5801,4.47608024691358,1:1 2:6 3:62 4:533 5:694,"Knuth
	// 1976"
	// least total from 1123,5625,4.340277777777778,1:1 2:8 3:102 4:624 5:560 6:1,
}

// Values in sentences are written as in tables.
func ExampleFormat() {
	fmt.Println(report.Format(12, "%d of %d", 12, 30), report.Signed(4), report.Percent(1.25, 1).Signed(), report.Mean(4.476080247))
	// Output: 12 of 30 +4 +1.2% 4.47608
}
