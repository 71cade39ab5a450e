package pages

import (
	"slices"
	"strings"
	"testing"

	"codebreak/engine"
	"codebreak/engine/enginetest"
	"codebreak/engine/strategy"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/fixed"
)

// TestFirstSplits compares whole rows of the tables of parts with figures that
// were counted apart from this program.
func TestFirstSplits(t *testing.T) {
	for name, want := range map[string][]string{
		"mm4x6": {
			"1111 625 1.4984 511.980 5 625 0 0 0 0 500 0 0 0 150 0 0 20 1",
			"1112 317 2.6934 235.949 11 256 308 61 0 0 317 156 27 0 123 24 3 20 1",
			"1122 256 2.8851 204.535 13 256 256 96 16 1 256 208 36 0 114 32 4 20 1",
			"1123 276 3.0437 185.269 14 81 276 222 44 2 182 230 84 4 105 40 5 20 1",
			"1234 312 3.0567 188.190 14 16 152 312 136 9 108 252 132 8 96 48 6 20 1",
		},
		"mm5x8": {
			"11111 16,807 1.4673 13,385.056 6 16,807 0 0 0 0 0 12,005 0 0 0 0 3,430 0 0 0 490 0 0 35 1",
			"11112 7,926 2.6420 6,268.013 14 7,776 7,926 1,105 0 0 0 7,585 3,912 508 0 0 2,668 684 78 0 438 48 4 35 1",
			"11122 7,776 2.8769 5,412.557 18 7,776 6,480 2,196 336 19 0 6,480 4,548 902 72 3 2,287 1,026 117 0 412 72 6 35 1",
			"11123 7,960 3.0629 4,774.991 19 3,125 7,960 4,890 796 36 0 4,467 5,436 1,892 204 6 2,014 1,179 231 6 399 84 7 35 1",
			"11223 7,105 3.1802 4,358.487 20 3,125 7,105 4,962 1,450 161 4 3,796 5,504 2,400 296 9 1,796 1,344 282 8 386 96 8 35 1",
			"11234 7,051 3.2383 4,283.039 20 1,024 5,196 7,051 3,095 429 12 2,387 5,432 3,510 652 24 1,523 1,497 396 14 373 108 9 35 1",
			"12345 7,070 3.2316 4,369.729 20 243 2,625 7,070 5,610 1,215 44 1,280 4,880 4,680 1,120 45 1,250 1,650 510 20 360 120 10 35 1",
		},
		"bc4x10": {"0123 1,440 2.7712 931.408 14 360 1,440 1,260 264 9 480 720 216 8 180 72 6 24 1"},
	} {
		a := enginetest.Must(fixed.FirstGuesses{Game: name}.Answer(t.Context(), notebook.Env{Workers: 1}))(t)
		table := splitSection(name, a.Splits).Table.Wide()
		var got []string
		for _, row := range table.Rows {
			got = append(got, strings.Join(row, " "))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: rows\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if header := strings.Join(table.Header, " "); name != "mm5x8" && !strings.HasPrefix(header, "first guess largest class entropy, bits expected size classes 0A0B 0A1B 0A2B 0A3B 0A4B 1A0B 1A1B 1A2B 1A3B 2A0B 2A1B 2A2B 3A0B 4A0B") {
			t.Errorf("%s: header %s", name, header)
		}
	}
}

// TestOwnFirst checks what the criteria choose by themselves.
func TestOwnFirst(t *testing.T) {
	a := enginetest.Must(fixed.FirstGuesses{Game: "mm4x6", Criteria: withSimple()}.Answer(t.Context(), notebook.Env{Workers: 1}))(t)
	if want := []string{"1111", "1122", "1123", "1234", "1123"}; !slices.Equal(a.Chosen, want) {
		t.Errorf("%v, want %v", a.Chosen, want)
	}
}

// TestFirstGuessTies makes the finding where first guesses tie: a criterion may choose
// either, and both are named.
func TestFirstGuessTies(t *testing.T) {
	result := func(first string, total int) engine.Result {
		r := engine.Result{Secrets: 100}
		r.Game, r.Criterion, r.First = "mm4x6", strategy.Entropy, first
		r.Total, r.Mean = total, float64(total)/100
		return r
	}
	for chosen, want := range map[string]string{
		"1123": "Mastermind (mm4x6): 1122 and 1123 are best for 1 of 1 criteria, and chosen by 1.",
		"1111": "Mastermind (mm4x6): 1122 and 1123 are best for 1 of 1 criteria, and chosen by 0.",
	} {
		got := firstGuessFinding([]engine.Result{result("1111", 500), result("1122", 440), result("1123", 440)}, map[strategy.Criterion]string{strategy.Entropy: chosen})
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
