package report

import (
	"bytes"
	"flag"
	"fmt"
	"image/png"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/report/chart"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func figure(mean string, histogram []int, reason string) published.Figure {
	p := published.Figure{ID: "a/b", Source: "knuth", Printed: published.Printed{Mean: mean, Histogram: histogram}, Note: "N", Reason: reason}
	if histogram != nil {
		f := tree.Summarise(histogram)
		p.Total, p.Worst = f.Total, f.Worst
	}
	return p
}

func result(histogram []int) engine.Result {
	r := engine.Result{Figures: tree.Summarise(histogram), Known: tree.Summarise(histogram)}
	r.Game, r.First, r.Strategy = "mm2x2", "11", strategy.Strategy{Criterion: strategy.Minimax}.WithDefaults()
	for _, n := range histogram {
		r.Secrets += n
	}
	r.Bounds = bounds.ByCounting(r.Secrets, 5)
	return r
}

func TestCompare(t *testing.T) {
	histogram := []int{0, 1, 1, 1} // total 6, mean 2
	other := []int{0, 1, 0, 2}     // total 7, mean 2.333…
	worstOnly := figure("2.333", nil, "")
	worstOnly.Worst = 3
	wrongWorst := figure("2.333", nil, "Misread.")
	wrongWorst.Worst = 4
	wrongCount := figure("", nil, "")
	wrongCount.Count = 1
	for name, test := range map[string]struct {
		figure  published.Figure
		result  engine.Result
		verdict Verdict
		gap     string
	}{
		"histogram equal":                {figure("2.0", histogram, ""), result(histogram), Exact, ""},
		"histogram equal, no mean":       {figure("", histogram, ""), result(histogram), Exact, ""},
		"histogram equal, with a reason": {figure("2.0", histogram, "Why."), result(histogram), Exact, ""},
		"histogram equal, mean misprint": {figure("2.1", histogram, "A misprint."), result(histogram), Differs, "published mean 2.1, measured 2.00000. A misprint"},
		"histogram differs":              {figure("2.0", histogram, "Why."), result(other), Differs, "published total 6, measured 7 (+1, +0.33333 per secret)"},
		"histogram differs, no reason":   {figure("2.0", histogram, ""), result(other), Unexplained, "at least 1 of 3 secrets need a different number of guesses. N"},
		"count differs":                  {wrongCount, result(other), Unexplained, "published 1 secret at the worst case, measured 2"},
		"mean rounded":                   {worstOnly, result(other), AsPublished, ""},
		"worst differs":                  {wrongWorst, result(other), Differs, "published worst case 4, measured 3"},
	} {
		c := compareBoth(test.figure, test.result)
		if c.Verdict != test.verdict || !strings.Contains(c.Gap, test.gap) || (test.gap == "") != (c.Gap == "") {
			t.Errorf("%s: %s, gap %q; want %s, %q", name, c.Verdict, c.Gap, test.verdict, test.gap)
		}
	}
}

func TestMeanAgrees(t *testing.T) {
	for _, test := range []struct {
		printed      string
		total, codes int
		want         bool
	}{
		{"5.26805", 26551, 5040, true}, // truncated
		{"5.26806", 26551, 5040, true}, // rounded
		{"5.26804", 26551, 5040, false},
		{"5.26807", 26551, 5040, false},
		{"5.267261904", 26547, 5040, true},
		{"5.267261906", 26547, 5040, false},
		{"2.0", 8, 4, true},
		{"3", 5, 2, true},  // half up
		{"2", 5, 2, false}, // truncated to no decimals at all
		{"", 5, 2, false},
		{"5,268", 26551, 5040, true},
		{"5,267", 26551, 5040, false},
		{"5.268055555555556", 26551, 5040, true},
		{"26551/5040", 26551, 5040, true},
	} {
		if got := meanAgrees(test.printed, test.total, test.codes); got != test.want {
			t.Errorf("%q for %d/%d: %v, want %v", test.printed, test.total, test.codes, got, test.want)
		}
	}
}

func compareBoth(f published.Figure, r engine.Result) Comparison { return Compare(f, r, Measure(f, r)) }

func testPage() *Page {
	comparisons := []Comparison{
		compareBoth(figure("2.0", []int{0, 1, 1, 1}, ""), result([]int{0, 1, 1, 1})),
		compareBoth(figure("2.0", []int{0, 1, 1, 1}, ""), result([]int{0, 1, 0, 2})),
	}
	results := []engine.Result{result([]int{0, 1, 1, 1}), result([]int{0, 1, 0, 2})}
	return &Page{
		Name: "test", Question: "A test", About: "Does it work?",
		Sections: []Section{
			{
				Heading: "Table", Text: "With | a bar.",
				Table:   TableOf(comparisons, Comparison.Cells),
				Figures: []chart.Figure{{File: "a.png", Caption: "A picture", Title: "A picture", Charts: []chart.Chart{chart.Histogram{Series: []chart.Distribution{{Name: "a", Counts: []float64{0, 1, 0, 2}, Mean: 7.0 / 3, Colour: chart.ColourOf("a", 0)}}}}}},
			},
			{Heading: "Results", Table: TableOf(results, ResultCells)},
			{Heading: "Cells", Table: NewTable([]Row{Cells("a|b", []string{"x|y", "z"}, "n", 1)})},
		},
		Findings:    []string{"It does."},
		Tallies:     []Tally{{What: "averages", Claims: []Claim{comparisons[0].Claim, {ID: "c/d", Verdict: Unexplained}}}},
		Comparisons: comparisons,
		Results:     results,
	}
}

// TestGolden compares everything a page is written as with files that a
// reviewer has read.
func TestGolden(t *testing.T) {
	p := testPage()
	compareGolden(t, "page.md", p.Markdown())
	compareGolden(t, "table.csv", rowTable(p.rows()).text())
}

// compareGolden compares with a file of testdata.
func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		enginetest.WriteFile(t, path, got)
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from %s (go test ./report -update rewrites it):\n%s", name, path, got)
	}
}

// TestFiles makes the files of a page, twice.
func TestFiles(t *testing.T) {
	read := func(formats ...chart.Format) map[string]string {
		t.Helper()
		files, err := testPage().Files(2, formats...)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for _, f := range files {
			out[f.Name] = string(f.Content)
		}
		if len(out) != len(files) {
			t.Errorf("of %d files only %d names differ", len(files), len(out))
		}
		return out
	}
	first, second := read(), read()
	if names := slices.Sorted(maps.Keys(first)); !slices.Equal(names, []string{"README.md", "a.png", "table.csv"}) {
		t.Errorf("the files are %v", names)
	}
	for name, content := range first {
		if second[name] != content {
			t.Errorf("%s differs when made again", name)
		}
	}
	picture, err := png.Decode(strings.NewReader(first["a.png"]))
	if err != nil {
		t.Fatal(err)
	}
	if b := picture.Bounds(); b.Dx() != 1280 {
		t.Errorf("the picture is %d by %d pixels", b.Dx(), b.Dy())
	}
	if more := read(chart.SVG, chart.PNG, chart.SVG); len(more) != 4 || !strings.Contains(more["a.svg"], "<svg") {
		t.Errorf("with SVG there are %d files", len(more))
	}
}

// TestFilesRefuse makes files of pages with names that would be written
// elsewhere, or over each other.
func TestFilesRefuse(t *testing.T) {
	draw := func(names ...string) func(*Page) {
		return func(p *Page) {
			for _, name := range names {
				f := p.Sections[0].Figures[0]
				f.File = name
				p.Sections[0].Figures = append(p.Sections[0].Figures, f)
			}
		}
	}
	for name, test := range map[string]struct {
		spoil func(*Page)
		want  string
	}{
		"two of one name":      {draw("a.png"), "page test: two files are named a.png"},
		"another ending":       {draw("a.jpeg"), "two files are named a.png"},
		"a folder":             {draw("b/c.png"), `file "b/c.png": its name has a character`},
		"a hidden file":        {draw(".a.png"), "begins with a dot"},
		"the page's name":      {func(p *Page) { p.Name = "../test" }, `page "../test": its name`},
		"a certificate's name": {func(p *Page) { p.Certificates = []File{{Name: "a/b.json"}} }, `file "a/b.json": its name`},
		"what cannot be drawn": {func(p *Page) { p.Sections[0].Figures[0].Columns = -1 }, "page test: figure a.png: -1 columns"},
	} {
		p := testPage()
		test.spoil(p)
		if files, err := p.Files(2); err == nil || !strings.Contains(err.Error(), test.want) || files != nil {
			t.Errorf("%s: error %v, want one with %q", name, err, test.want)
		}
	}
}

func TestFront(t *testing.T) {
	entries := []Link{
		{Name: "test", Question: "A test"}, {Name: "damaged", Question: "D", How: "run damaged", Problem: "results.json is damaged"},
		{Name: "missing", Question: "M", How: "run missing"},
	}
	front := Front(entries, []*Page{testPage()})
	for _, want := range []string{
		"Of 2 averages, 1 hold. Of 2 sources, 1 hold in full. Of 2 figures, 1 hold; 1 of these are from one author, Knuth.\n", "\n2 published figures: 1 exact, 1 unexplained. Exact: everything published is equal",
		"| averages   | [test](test/README.md) |       2 |", "\n- [A test](test/README.md) **It does.**\n",
		"\n- M Not run yet: `run missing`.\n", "\n- D The results in damaged cannot be read: run `run damaged`.\n",
	} {
		if !strings.Contains(string(front), want) {
			t.Errorf("the front page lacks %q:\n%s", want, front)
		}
	}
}

// TestApart checks that sections in files of their own are written there, and led to.
func TestApart(t *testing.T) {
	rows := make([]int, longTable)
	list := TableOf(rows, func(n int) Row {
		return Cells(
			"n", n,
			"histogram", Histogram{0, 1},
		)
	})
	p := &Page{Name: "test", Question: "Why?", Sections: []Section{
		{Heading: "Named", Text: "Here.", File: "elsewhere"}, {Heading: "A long: list", Table: list, FolderOnly: true}, {Heading: "Shown", Table: list},
	}}
	files, err := p.Files(2)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, f := range files {
		names[f.Name] = string(f.Content)
	}
	if got := slices.Sorted(maps.Keys(names)); !slices.Equal(got, []string{"README.md", "a-long-list.md", "elsewhere.md"}) {
		t.Errorf("the files are %q", got)
	}
	page := names["README.md"]
	if !strings.Contains(page, "[Named](elsewhere.md), [A long: list](a-long-list.md).\n") || strings.Contains(page, "Here.") || strings.Count(page, "\n| 0 |") != len(rows) {
		t.Errorf("the page is\n%s", page)
	}
	if want := "# Named\n\nHere.\n\nBack to [Why?](README.md).\n"; names["elsewhere.md"] != want {
		t.Errorf("elsewhere.md is %q", names["elsewhere.md"])
	}
	if strings.Contains(names["a-long-list.md"], "histogram") {
		t.Error("a page in Markdown has histograms in a column")
	}
	p.Sections[1].File = "Elsewhere"
	if _, err := p.Files(2); err == nil || !strings.Contains(err.Error(), "two files are named") {
		t.Errorf("two files of one name: %v", err)
	}
}

// TestTallies checks that a figure that two pages judge counts once, and that
// a reason is given only where there is something to explain.
func TestTallies(t *testing.T) {
	pages := []*Page{
		{Name: "a", Tallies: []Tally{{What: "means", Why: "because", Claims: []Claim{{ID: "x", Source: "s", Verdict: Exact}}}}},
		{Name: "b", Tallies: []Tally{{What: "means", Why: "because", Claims: []Claim{{ID: "x", Source: "s", Verdict: Exact}, {ID: "y", Source: "t", Verdict: AsPublished}}}}},
	}
	all := Tallies(pages)
	if len(all) != 1 || len(all[0].Claims) != 2 || all[0].Hold() != 2 || all[0].Reason() != "" || !slices.Equal(all[0].Pages(), []string{"a", "b"}) {
		t.Errorf("%+v", all)
	}
	if text := CountVerdicts(all); text != "2 published figures: 1 exact, 1 as published." {
		t.Error(text)
	}
	if sources := bySource(all); len(sources) != 2 || sources[1].What != "t" || sources[1].Count(AsPublished) != 1 {
		t.Errorf("%+v", sources)
	}
	pages[1].Tallies[0].Claims[1].Verdict = Unexplained
	if all := Tallies(pages); all[0].Reason() != "because" || all[0].Count(Unexplained) != 1 {
		t.Errorf("%+v", all)
	}
	pages[0].Tallies[0].Claims[0].Verdict, pages[1].Tallies[0].Claims[0].Verdict = Unexplained, Differs
	if all := Tallies(pages); len(all[0].Claims) != 2 || all[0].Claims[0].Verdict != Differs || all[0].Claims[0].Page != "b" {
		t.Errorf("a figure that the full form of an entry explains: %+v", all)
	}
}

func TestHistogramDistance(t *testing.T) {
	if d := HistogramDistance([]int{0, 1, 5, 2}, []int{0, 1, 3, 3, 1}); d != 2 {
		t.Errorf("%d secrets change bars, want 2", d)
	}
}

// TestContradiction draws histograms, prints their means with any number of digits, and
// expects that what exists is never called impossible; and that what is a little off is.
func TestContradiction(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for range 2000 {
		secrets := 2 + rng.IntN(3000)
		c := Conditions{Secrets: secrets, Outcomes: 14, Capacity: bounds.CapacityByCounting(secrets, 14)}
		histogram := []int{0, 1}
		for left := secrets - 1; left > 0; {
			n := min(left, 1+rng.IntN(5*histogram[len(histogram)-1]))
			histogram, left = append(histogram, n), left-n
		}
		f := tree.Summarise(histogram)
		share := func(k int) []string {
			return []string{strconv.FormatFloat(100*float64(secretsOf(histogram[:k+1]))/float64(secrets), 'f', rng.IntN(4), 64) + "%"}
		}
		q := Quoted{Mean: strconv.FormatFloat(f.Mean, 'f', rng.IntN(20), 64), Worst: f.Worst, Count: histogram[f.Worst], More: []published.Detail{
			{Quantity: "stddev", Printed: []string{strconv.FormatFloat(f.Stddev, 'f', 1+rng.IntN(5), 64)}},
			{Quantity: "within", Of: []int{f.Worst}, Printed: share(f.Worst)},
			{Quantity: "within", Of: []int{f.Worst - 1}, Printed: share(f.Worst - 1)},
		}}
		for range 2 {
			if why := q.Contradiction(c); why != "" {
				t.Errorf("%d secrets, %v, %s: %s", secrets, histogram, q, why)
			}
			q.Histogram, q.Total = histogram, f.Total
		}

		off := Quoted{Mean: strconv.FormatFloat(f.Mean+0.4/float64(secrets), 'f', 8, 64)}
		if off.Contradiction(c) != "" {
			refused++
		} else if !slices.ContainsFunc([]int{-1, 0, 1}, func(d int) bool { return meanAgrees(off.Mean, f.Total+d, secrets) }) {
			t.Errorf("mean %s of %d secrets is believed", off.Mean, secrets)
		}
	}
	if refused < 1900 {
		t.Errorf("only %d impossible means are refused", refused)
	}
}

// TestNoTreeContradicts measures trees of several games, until the secret is solved and until
// it is identified: no check may fail, whatever of it is printed.
func TestNoTreeContradicts(t *testing.T) {
	for _, name := range []string{"mm2x2", "mm2x6", "mm3x4", "mm4x4", "mm4x6", "bc2x5", "bc3x6", "bp2x5", "bp3x4", "mm3x5-distinct", "pos3x5", "twod5", "nerdle5"} {
		g := enginetest.Game(t, name)
		c := Conditions{Secrets: game.CountSecrets(g), Outcomes: g.Outcomes(), Capacity: bounds.CapacityOf(g)}
		for _, criterion := range append(strategy.Classic(), strategy.Simple) {
			_, r, err := engine.Play(t.Context(), engine.Configuration{Game: name, Strategy: strategy.Strategy{Criterion: criterion}}, tree.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for extra := -1; extra <= 2; extra++ {
				c.Identified, c.Extra = extra >= 0, max(0, extra)
				f := Counted(published.Figure{Known: c.Identified, Extra: c.Extra}, r)
				for _, q := range []Quoted{
					{Histogram: f.Histogram}, {Total: f.Total}, {Worst: f.Worst, Count: f.Histogram[f.Worst]}, {Mean: strconv.FormatFloat(f.Mean, 'f', 3, 64)},
				} {
					if why := q.Contradiction(c); why != "" {
						t.Errorf("%s, %s, known %v+%d, %s: %s", name, criterion, c.Identified, c.Extra, q, why)
					}
				}
			}
		}
	}
}

// TestContradictions prints what cannot be, each in one way.
func TestContradictions(t *testing.T) {
	mm3x4 := Conditions{Secrets: 64, Outcomes: 9, Capacity: bounds.CapacityByCounting(64, 9)}
	known, sample := mm3x4, Conditions{Secrets: 64, Sampled: true, Games: 100}
	known.Identified = true
	detail := func(quantity, printed string, of ...int) []published.Detail {
		return []published.Detail{{Quantity: quantity, Of: of, Printed: strings.Fields(printed)}}
	}
	for _, test := range []struct {
		q    Quoted
		c    Conditions
		want string
	}{
		{Quoted{Mean: "0.00"}, mm3x4, "a mean of 0.00 is impossible"},
		{Quoted{Mean: "0.00"}, sample, "a mean of 0.00 is impossible"},
		{Quoted{Mean: "0.99"}, Conditions{}, "a mean of 0.99 is impossible"},
		{Quoted{Histogram: []int{0, 1, 8, 31, 25}}, mm3x4, "the histogram is of 65 secrets, and the game has 64"},
		{Quoted{Histogram: []int{0, 1, 8, 31, 25}}, sample, "the histogram is of 65 games, and 100 are stated"},
		{Quoted{Histogram: []int{0, 1, 8, 31, 24}, Worst: 3}, mm3x4, "the worst case is 3, and the histogram ends at 4"},
		{Quoted{Histogram: []int{0, 1, 8, 31, 24}, Worst: 3}, sample, "the histogram is of 64 games"},
		{Quoted{Histogram: []int{0, 1, 8, 31, 24}, Count: 25}, mm3x4, "25 are printed at the worst case, and the histogram has 24"},
		{Quoted{Histogram: []int{0, 1, 8, 31, 24}, Total: 207}, mm3x4, "the total is 207, and that of the histogram 206"},
		{Quoted{Histogram: []int{0, 1, 8, 31, 24}, Mean: "3.3"}, mm3x4, "the mean is 3.3, and that of the histogram 206/64 = 3.21875"},
		{Quoted{Histogram: []int{0, 1, 8, 31, 24}, More: detail("stddev", "0.5")}, mm3x4, "stddev is 0.5, and by the histogram 0.71"},
		{Quoted{Histogram: []int{0, 1, 8, 31, 24}, More: detail("within", "64%", 3)}, mm3x4, "within 3 is 64%, and by the histogram 0.625"},
		{Quoted{Histogram: []int{0, 1, 8, 31, 24}, More: detail("pay-off", "1", 3)}, mm3x4, "pay-off 3 is 1, and by the histogram 0.046875"},
		{Quoted{Mean: "4.5", Worst: 4}, mm3x4, "the mean is 4.5, and the worst case only 4"},
		{Quoted{Mean: "3.5", Total: 206}, mm3x4, "the mean is 3.5, and the total 206/64 = 3.21875"},
		{Quoted{Mean: "3.2001"}, mm3x4, "no histogram of 64 secrets has the mean 3.2001"},
		{Quoted{Total: 260, Worst: 4}, mm3x4, "the total is 260, and the worst case of 64 secrets only 4"},
		{Quoted{Total: 206, Worst: 4, Count: 60}, mm3x4, "60 secrets take 4 guesses each, and the total is at most 206"},
		{Quoted{Total: 206, Worst: 4, Count: 1}, mm3x4, "only 1 secrets take 4 guesses each"},
		{Quoted{Worst: 4, Count: 65}, mm3x4, "65 secrets are printed at the worst case, and the game has 64"},
		{Quoted{Mean: "3.2", Worst: 4, More: detail("stddev", "1.6")}, sample, ""},
		{Quoted{Mean: "3.2", Worst: 4, More: detail("stddev", "2.6")}, sample, "the deviation is 2.6, and with that mean and worst case at most"},
		{Quoted{More: append(detail("within", "60%", 3), detail("within", "50%", 4)...)}, mm3x4, "fewer secrets are solved within 4 guesses than within fewer"},
		{Quoted{More: detail("within", "101%", 3)}, Conditions{}, "more than all secrets are solved within 3 guesses"},
		{Quoted{Worst: 4, More: detail("within", "98%", 4)}, mm3x4, "the worst case is 4, and not all secrets are solved within 4 guesses"},
		{Quoted{Histogram: []int{0, 2, 6, 30, 26}}, mm3x4, "2 secrets are solved by guess 1, and at most 1 can be"},
		{Quoted{Histogram: []int{0, 0, 9, 30, 25}}, mm3x4, "9 secrets are solved by guess 2, and at most 8 can be"},
		{Quoted{Histogram: []int{0, 0, 9, 30, 25}}, known, ""},
		{Quoted{Histogram: []int{0, 10, 54}}, known, "10 secrets are identified by guess 1, and at most 9 can be"},
		{Quoted{More: detail("within", "0.5", 2)}, mm3x4, "at least 29 of 64 secrets would be solved within 2 guesses, and at most 9 can be"},
		{Quoted{More: detail("beyond", "0.5", 2)}, mm3x4, "at least 26 of 64 secrets would be solved within 2 guesses, and at most 9 can be"},
		{Quoted{Total: 150}, mm3x4, "a total of 150 is impossible"},
		{Quoted{Worst: 2}, mm3x4, "a worst case of 2 is impossible"},
		{Quoted{Worst: 2}, sample, ""},
		{Quoted{Worst: 2}, known, ""},
		{Quoted{Worst: 1}, known, "a worst case of 1 is impossible"},
	} {
		if got := test.q.Contradiction(test.c); test.want == "" && got != "" || !strings.HasPrefix(got, test.want) {
			t.Errorf("%s, %+v: %q, want %q", test.q, test.c, got, test.want)
		}
	}
}

// TestLongTable has a long table written without padding, cell by cell the same.
func TestLongTable(t *testing.T) {
	rows := make([]int, paddedRows+1)
	for i := range rows {
		rows[i] = i * i
	}
	table := func(n int) string {
		return TableOf(rows[:n], func(n int) Row {
			return Cells(
				"number", n,
				"as it is written", strings.Repeat("a | b  -----", n%3),
			)
		}).Markdown()
	}
	long, short := table(len(rows)), table(len(rows)-1)
	if !strings.HasPrefix(long, "| number | as it is written |\n|--:|:--|\n| 0 |  |\n| 1 | a \\| b  ----- |\n") {
		t.Errorf("the long table begins %q", long[:100])
	}
	cells := regexp.MustCompile(` *(\||$) *`)
	for i, line := range strings.Split(short, "\n")[2 : len(rows)+1] {
		if other := strings.Split(long, "\n")[2+i]; !slices.Equal(cells.Split(line, -1), cells.Split(other, -1)) {
			t.Fatalf("%q, and without padding %q", line, other)
		}
	}
}

// TestPrintedMean checks what stands for a mean that a source does not print.
func TestPrintedMean(t *testing.T) {
	for want, q := range map[string]Quoted{
		"4.476":       {Mean: "4.476", Total: 5801, Worst: 5},
		"total 5,801": {Total: 5801, Worst: 5, Histogram: []int{0, 1}},
		"histogram":   {Worst: 5, Histogram: []int{0, 1}},
		"worst 5":     {Worst: 5},
		"":            {},
	} {
		if got := q.Short(); got != want {
			t.Errorf("%+v: %q, want %q", q, got, want)
		}
	}
}

// TestGameInWords names games by their families: a registered one is not taken for
// another whose name begins alike.
func TestGameInWords(t *testing.T) {
	mastermind := enginetest.Game(t, "mm4x6")
	parse := func(name string) (game.Game, bool, error) {
		return alike{mastermind}, name == "mmsomething", nil
	}
	if err := game.Register(game.Family{Pattern: "mmsomething", Help: "a game of one's own", Version: "1", Example: "mmsomething", Parse: parse}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"mm4x6": "Mastermind, 4 positions, 6 colours (mm4x6)", "bc4x10-nozero": "Bulls and Cows, 4 digits, no leading zero (bc4x10-nozero)", "bp3x4": "Mastermind with black pegs only, 3 positions, 4 colours (bp3x4)",
		"nerdle5": "Nerdle, 5 characters (nerdle5)", "mm4x6-distinct": "Mastermind, 4 positions, 6 colours, all different (mm4x6-distinct)", "mm1x3": "Mastermind, 1 position, 3 colours (mm1x3)", "wordle-2309-0123456789abcdef-12947-0123456789abcdef": "Wordle (wordle-2309-12947)", // whose lists are not here
		"mmsomething": "mmsomething", "mmnothing": "mmnothing",
	} {
		if got := GameInWords(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"mm4x6": "Mastermind (mm4x6)", "bc4x10": "Bulls and Cows (bc4x10)", "bc3x8": "Bulls and Cows (bc3x8)", "mm4x6-distinct": "Mastermind (mm4x6-distinct)", "nerdle5": "Nerdle, 5 characters", "mmnothing": "mmnothing",
	} {
		if got := ShortGame(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestOverview looks at what the pictures of all published figures draw.
func TestOverview(t *testing.T) {
	claim := func(id, source, game string, v Verdict, printed, measured float64) Claim {
		return Claim{ID: id, Source: published.SourceID(source), Subject: engine.Subject{Configuration: engine.Configuration{Game: game, Strategy: strategy.Strategy{Criterion: strategy.Minimax}}}, Verdict: v, Means: &Means{printed, measured}}
	}
	tallies := []Tally{{What: Classic, Claims: []Claim{
		claim("b", "csdn", "mm4x6", Differs, 11, 11.9), claim("a", "knuth", "mm4x6", Exact, 4.476, 4.47608), {ID: "c", Verdict: AsPublished},
	}}, {What: "runs", Claims: []Claim{
		claim("d", "mikemag-2022", "mm4x6", Differs, 5, 5.5), claim("e", "mikemag-2023-4090", "mm4x6", AsPublished, 5, 5.001),
	}}}
	pages := []*Page{{Tallies: tallies, Optima: []Optimum{{Game: "mm4x6", Lower: 5625, Figures: tree.Figures{Total: 5625, Mean: 4.34028}}}}}
	f, ok := Overview(pages)
	if !ok || len(f.Charts) != 1 || f.Title != "Classic averages hold: 2 of 3 rules score what was printed" {
		t.Fatalf("%q: %+v", f.Title, f)
	}
	d := f.Charts[0].(chart.Dots)
	if d.Title != "Mastermind (mm4x6): the optimum is 4.3403" || len(d.Rows) != 1 || !f.SameAxes {
		t.Fatalf("%+v", d)
	}
	if r := d.Rows[0]; r.Name != "minimax (Knuth 1977)" || fmt.Sprintf("%.4f", r.Dots[0].X) != "0.1358" || r.Note != "4.4760 (+0.136)" || r.Ranges[0].From != 0 || r.Ranges[0].To != r.Dots[0].X {
		t.Errorf("an average that holds: %+v", r)
	}
	if !strings.HasPrefix(f.Subtitle, "not drawn: 1 rule more than") {
		t.Errorf("the rule that is set apart is not counted: %s", f.Subtitle)
	}
	if r := ladderRow("minimax", tallies[0].Claims[:1], 4.34028); r.Note != "11.0000, not 11.9000 (+7.560)" {
		t.Errorf("an average that does not hold: %+v", r)
	}
	pages[0].Optima[0].Lower--
	if _, ok := Overview(pages); ok {
		t.Error("a ladder begins at an optimum that is not proved")
	}
	f, ok = sourcesFigure(tallies)
	if !ok {
		t.Fatal("no picture of all sources")
	}
	names := ""
	for _, r := range f.Charts[0].(chart.Dots).Rows {
		names += fmt.Sprintf("%s: %s, %.1f; ", r.Name, r.Note, r.Dots[0].X)
	}
	if names != "CSDN blog: 0 of 1, 0.9; mikemag: 1 of 2, 0.5; " || f.Title != "1 of 3 authors got every mean right, and 0 more to within 0.1 guesses" {
		t.Errorf("%s: authors %s", f.Title, names)
	}
}

// TestSheet draws printed histograms: game by game, sources that print the same in one panel, and
// none of a sample.
func TestSheet(t *testing.T) {
	judged := func(id, game string, pool strategy.Pool, printed, measured []int) Claim {
		f := published.Figure{ID: id, Source: "knuth", Subject: engine.Subject{Configuration: engine.Configuration{Game: game, Strategy: strategy.Strategy{Criterion: strategy.Minimax, Pool: pool}}}}
		f.Histogram = printed
		r := engine.Result{Configuration: engine.Configuration{Game: game, First: "1122"}, Figures: tree.Summarise(measured)}
		return Judge(f, Measure(f, r))
	}
	knuth := []int{0, 1, 6, 62, 533, 694}
	near := []int{0, 1, 6, 63, 532, 694}
	sample := published.Figure{ID: "sample", Source: "knuth", Games: 5}
	sample.Histogram = []int{0, 0, 5}
	tallies := []Tally{{What: Classic, Claims: []Claim{
		judged("c", "bc4x10", strategy.Consistent, near, knuth),
		judged("a", "mm4x6", strategy.All, knuth, knuth),
		judged("b", "mm4x6", strategy.All, knuth, knuth),
		judged("d", "bc4x10", "all-until=3", knuth, knuth),
		judged("none", "mm4x6", strategy.All, nil, knuth),
		Judge(sample, Measure(sample, engine.Result{Figures: tree.Summarise(knuth)})),
	}}}
	f, ok := sheetFigure(tallies)
	var panels []string
	for _, c := range f.Charts {
		h := c.(chart.Histogram)
		panels = append(panels, strings.Join([]string{h.Group, h.Title, h.Series[0].Name, h.Series[0].MeanText}, "|"))
	}
	want := []string{
		"Mastermind|Minimax from 1122|mm4x6: Knuth 1977|mean 4.47608",
		"Bulls and Cows|Minimax from 1122, candidates only|bc4x10: Knuth 1977|mean 4.47608; 1 secret differs",
		"|Minimax from 1122, candidates only after guess 3|bc4x10: Knuth 1977|mean 4.47608",
	}
	if !ok || f.Title != "3 of 4 printed histograms are reproduced, secret by secret" || !slices.Equal(panels, want) {
		t.Errorf("%t, %s: %q", ok, f.Title, panels)
	}
	if _, ok := sheetFigure([]Tally{{Claims: tallies[0].Claims[4:]}}); ok {
		t.Error("a sheet without a printed histogram")
	}

	var page Page
	page.Catalogue([]*Page{{Name: "played", Tallies: tallies}})
	if page.Picture == nil || page.Picture.File != SheetFile {
		t.Errorf("the catalogue shows %v", page.Picture)
	}
	if link := tallies[0].Claims[0].linkedCells()[0]; fmt.Sprint(link) != "{figure [c](histograms.png)}" {
		t.Errorf("a figure in the sheet links to %v", link)
	}
}

// An alike game is another under a name of its own.
type alike struct{ game.Game }

func (alike) String() string { return "mmsomething" }

// TestDescribe gives a picture without a caption its title as alternative text.
func TestDescribe(t *testing.T) {
	p := Page{Picture: &chart.Figure{File: "a.png", Title: "Entropy is best"}}
	p.Add("More", "", nil, chart.Figure{File: "b.png", Title: "So it is here"}, chart.Figure{File: "c.png", Title: "Title", Caption: "Caption"})
	p.Describe()
	for _, want := range []string{"![Entropy is best](a.png)", "![So it is here](b.png)", "![Caption](c.png)"} {
		if page := string(p.Markdown()); !strings.Contains(page, want) {
			t.Errorf("%s lacks %s", page, want)
		}
	}
}
