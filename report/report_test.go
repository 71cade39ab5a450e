package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func figure(mean string, histogram []int, open bool) published.Figure {
	p := published.Figure{ID: "a/b", Source: "A", Year: 1999, Mean: mean, Histogram: histogram, Open: open, Note: "N"}
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
	r.Bounds = tree.LowerBounds(r.Secrets, 5)
	return r
}

func TestCompare(t *testing.T) {
	histogram := []int{0, 1, 1, 1} // total 6, mean 2
	other := []int{0, 1, 0, 2}     // total 7, mean 2.333…
	worstOnly := figure("2.333", nil, false)
	worstOnly.Worst = 3
	wrongWorst := figure("2.333", nil, false)
	wrongWorst.Worst = 4
	unexplained := figure("2.0", histogram, false)
	unexplained.Note = ""
	for name, test := range map[string]struct {
		figure  published.Figure
		result  engine.Result
		verdict Verdict
		gap     string
	}{
		"histogram equal":                {figure("2.0", histogram, false), result(histogram), Exact, ""},
		"histogram equal, no mean":       {figure("", histogram, false), result(histogram), Exact, ""},
		"histogram equal, open":          {figure("2.0", histogram, true), result(histogram), Exact, ""},
		"histogram equal, mean misprint": {figure("2.1", histogram, false), result(histogram), Differs, "mean 2.00000 against 2.1"},
		"histogram differs":              {figure("2.0", histogram, false), result(other), Differs, "total 7 against 6 (+1, +0.33333 per secret)"},
		"histogram differs, no reason":   {unexplained, result(other), Open, "total 7 against 6"},
		"histogram differs, open":        {figure("2.0", histogram, true), result(other), Open, "1 of 3 secrets in other bars"},
		"mean rounded":                   {worstOnly, result(other), Mean, ""},
		"worst differs":                  {wrongWorst, result(other), Differs, "worst 3 against 4"},
	} {
		c := Compare(test.figure, test.result)
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
		{"5.268", 26551, 5040, true},
		{"5.2672619", 26547, 5040, true},
		{"5.267261904", 26547, 5040, true},
		{"5.267261905", 26547, 5040, true},
		{"5.267261906", 26547, 5040, false},
		{"2", 8, 4, true},
		{"2.0", 8, 4, true},
		{"2.5", 5, 2, true},
		{"3", 5, 2, true},  // half up
		{"2", 5, 2, false}, // truncated to no decimals at all
		{"4", 5, 2, false},
		{"", 5, 2, false},
		{"5,26", 26551, 5040, false},
		{"-5.268", 26551, 5040, false},
		{"x", 5, 2, false},
	} {
		if got := meanAgrees(test.printed, test.total, test.codes); got != test.want {
			t.Errorf("%q for %d/%d: %v, want %v", test.printed, test.total, test.codes, got, test.want)
		}
	}
}

func TestFormatHistogram(t *testing.T) {
	for want, histogram := range map[string][]int{
		"":            nil,
		"1:1 2:4":     {0, 1, 4},
		"2:4 3:0 4:1": {0, 0, 4, 0, 1},
		"0:3 1:2":     {3, 2},
	} {
		if got := FormatHistogram(histogram); got != want {
			t.Errorf("%v: %q, want %q", histogram, got, want)
		}
	}
}

func TestFold(t *testing.T) {
	if got, want := Fold("one two  three  déjà vu", 7), "one two\nthree\ndéjà vu"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Fold("unbreakable", 3); got != "unbreakable" {
		t.Errorf("%q", got)
	}
}

func testPage() *Page {
	comparisons := []Comparison{
		Compare(figure("2.0", []int{0, 1, 1, 1}, false), result([]int{0, 1, 1, 1})),
		Compare(figure("2.0", []int{0, 1, 1, 1}, true), result([]int{0, 1, 0, 2})),
	}
	return &Page{
		Name: "test", Title: "A test", Question: "Does it work?",
		Sections: []Section{
			{
				Heading: "Table", Text: "With | a bar.",
				Table: ComparisonTable(comparisons), Compact: CompactComparisonTable(comparisons),
				Figures: []Figure{{File: "a.png", Caption: "A picture", Histograms: []Histogram{{Title: "a", Counts: []int{0, 1, 0, 2}, Mean: 7.0 / 3}}}},
			},
			{Heading: "Cells", Table: &Table{Header: []string{"a|b", "n"}, Rows: [][]string{{"x|y\nz", "1"}}, Right: []int{1}}, PageOnly: true},
		},
		Findings:    []string{"It does."},
		Comparisons: comparisons,
		Results:     []engine.Result{result([]int{0, 1, 1, 1}), result([]int{0, 1, 0, 2})},
	}
}

// TestGolden compares everything a page is written as with files that a
// reviewer has read.
func TestGolden(t *testing.T) {
	p := testPage()
	var markdown, table, terminal bytes.Buffer
	for _, err := range []error{p.Markdown(&markdown), p.CSV(&table), p.Print(&terminal, View{})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	record, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string][]byte{
		"page.md": markdown.Bytes(), "table.csv": table.Bytes(), "terminal.txt": terminal.Bytes(), "results.json": append(record, '\n'),
	} {
		compareGolden(t, name, got)
	}
}

// compareGolden compares with a file of testdata.
func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from %s (go test ./report -update rewrites it):\n%s", name, path, got)
	}
}

func TestWriteIsRepeatable(t *testing.T) {
	dir := t.TempDir()
	stale := filepath.Join(dir, "test", "old.png")
	if err := os.MkdirAll(filepath.Dir(stale), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stale, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	read := func() map[string]string {
		t.Helper()
		if err := Write(dir, testPage()); err != nil {
			t.Fatal(err)
		}
		files, err := os.ReadDir(filepath.Join(dir, "test"))
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for _, f := range files {
			content, err := os.ReadFile(filepath.Join(dir, "test", f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			out[f.Name()] = string(content)
		}
		return out
	}
	first, second := read(), read()
	if len(first) != 4 {
		t.Errorf("%d files were written, want README.md, results.json, table.csv and a.png alone", len(first))
	}
	for name, content := range first {
		if second[name] != content {
			t.Errorf("%s differs when written again", name)
		}
	}
	picture, err := png.Decode(strings.NewReader(first["a.png"]))
	if err != nil {
		t.Fatal(err)
	}
	if b := picture.Bounds(); b.Dx() != 800 || b.Dy() != 440 {
		t.Errorf("the picture is %d by %d pixels", b.Dx(), b.Dy())
	}
}

// TestPanels draws figures of many shapes: all must come out, at 800 pixels.
func TestPanels(t *testing.T) {
	h := Histogram{Title: "h", Counts: []int{3, 10, 20000, 1}, Published: []int{0, 9, 20000, 2, 1}, Mean: 1.9}
	for n := 1; n <= 6; n++ {
		f := Figure{File: "f.png", Columns: min(n, 3)}
		for range n {
			f.Histograms = append(f.Histograms, h)
		}
		data, err := f.Draw(PNG)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil || picture.Bounds().Dx() != 800 {
			t.Errorf("%d panels: %v, %v", n, err, picture.Bounds())
		}
	}
}

func TestWriteRejectsTwoFiguresOfOneName(t *testing.T) {
	p := testPage()
	p.Sections[0].Figures = append(p.Sections[0].Figures, p.Sections[0].Figures[0])
	dir := t.TempDir()
	if err := Write(dir, p); err == nil || !strings.Contains(err.Error(), "two figures named a.png") {
		t.Errorf("error %v", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("written: %v, %v", files, err)
	}
}

func TestWriteFront(t *testing.T) {
	dir := t.TempDir()
	if err := Write(dir, testPage()); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"damaged": "{", "foreign": `{"entry": "other"}`, "stranger": "{}"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, "results.json"), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	entries := []Link{{Name: "test", Title: "A test"}, {Name: "damaged", Title: "D", How: "run damaged"}, {Name: "foreign", Title: "F"}, {Name: "missing", Title: "M", How: "run missing"}}
	pages, warnings, err := Load(dir, entries)
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) != 1 || len(warnings) != 3 || !strings.Contains(warnings[0], "damaged") || !strings.Contains(warnings[1], "foreign") || !strings.Contains(warnings[2], "stranger belongs to no entry") {
		t.Errorf("%d pages, warnings: %q", len(pages), warnings)
	}
	if err := WriteFront(dir, entries, pages); err != nil {
		t.Fatal(err)
	}
	front, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Published figures: 2. Of these, 1 reproduced exactly, the whole histogram; 1 open", "[a/b](test/a-b.png)", "[open](test/README.md)", "[test](test/README.md)",
		"missing: M (not run yet: `run missing`)", "damaged: D (its results are damaged; make them again: `run damaged`)",
	} {
		if !strings.Contains(string(front), want) {
			t.Errorf("the front page lacks %q:\n%s", want, front)
		}
	}
}

// TestWriteFileKeepsTheOld checks that a failing write leaves the old file,
// and no temporary one.
func TestWriteFileKeepsTheOld(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	if err := os.MkdirAll(filepath.Join(path, "in the way"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(path, []byte("new")); err == nil {
		t.Error("a folder was replaced by a file")
	}
	if err := WriteFile(filepath.Join(dir, "nowhere", "f"), nil); err == nil {
		t.Error("a file was written into a folder that does not exist")
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}

// TestWriteFileElsewhere writes through a link, and to a pipe, which must stay
// what they are.
func TestWriteFileElsewhere(t *testing.T) {
	dir := t.TempDir()
	target, link, pipe := filepath.Join(dir, "target"), filepath.Join(dir, "link"), filepath.Join(dir, "pipe")
	if err := os.WriteFile(target, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is one no more: %v, %v", info.Mode(), err)
	}
	if content, err := os.ReadFile(target); err != nil || string(content) != "new" {
		t.Errorf("the target holds %q: %v", content, err)
	}
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skip("no pipes here:", err)
	}
	read := make(chan string)
	go func() {
		content, _ := os.ReadFile(pipe)
		read <- string(content)
	}()
	if err := WriteFile(pipe, []byte("through")); err != nil {
		t.Fatal(err)
	}
	if content := <-read; content != "through" {
		t.Errorf("the pipe carried %q", content)
	}
	if info, err := os.Stat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is one no more: %v, %v", info.Mode(), err)
	}
}
