package report

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestWriteTextHistogram draws Knuth's histogram at two widths.
func TestWriteTextHistogram(t *testing.T) {
	histogram := []int{0, 1, 6, 62, 533, 694}
	for width, want := range map[int]string{
		60: `
1    1    0.08%  ▏
2    6    0.46%  ▍
3   62    4.78%  ███▉
4  533   41.13%  █████████████████████████████████
5  694   53.55%  ███████████████████████████████████████████
`,
		30: `
1    1    0.08%  ▏
2    6    0.46%  ▏
3   62    4.78%  █▏
4  533   41.13%  ██████████
5  694   53.55%  █████████████
`,
	} {
		var b strings.Builder
		if err := WriteTextHistogram(&b, histogram, width); err != nil {
			t.Fatal(err)
		}
		if b.String() != want[1:] {
			t.Errorf("width %d:\n%s", width, b.String())
		}
	}
}

// TestWriteTextHistogramAtTheEdges leaves out the empty start but no gap, and keeps
// bars short of a wide terminal's end and long enough in a narrow one.
func TestWriteTextHistogramAtTheEdges(t *testing.T) {
	for width, cells := range map[int]int{500: longestBar, 1: shortestBar} {
		var b strings.Builder
		if err := WriteTextHistogram(&b, []int{0, 0, 1, 0, 3}, width); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(b.String(), "\n")
		if len(lines) != 4 || lines[1] != "3  0    0.00%" || utf8.RuneCountInString(lines[2]) != len("4  3   75.00%  ")+cells {
			t.Errorf("width %d:\n%s", width, b.String())
		}
	}
	var b strings.Builder
	if err := WriteTextHistogram(&b, nil, 80); err != nil || b.Len() > 0 {
		t.Errorf("no histogram: %q, %v", b.String(), err)
	}
}

func TestBar(t *testing.T) {
	for _, test := range []struct {
		n, most int
		want    string
	}{{0, 8, ""}, {1, 1000, "▏"}, {3, 8, "▍"}, {4, 8, "▌"}, {7, 8, "▉"}, {8, 8, "█"}} {
		if got := bar(test.n, test.most, 1); got != test.want {
			t.Errorf("%d of %d: %q, want %q", test.n, test.most, got, test.want)
		}
	}
}
