package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/ascii85"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/report"
	"codebreak/report/chart"
)

// own is a game that is built on pegs but answers otherwise: it tells the black
// pegs, and whether the colours of the secret add up to more than the guess's.
type own struct{ pegs.Game }

const ownName = "own"

func (o own) String() string       { return ownName + o.Game.String() }
func (o own) Describe() string     { return "blacks, and which sum is larger" }
func (o own) Feedbacks() int       { return 2*o.Positions + 1 }
func (o own) Kinds() int           { return o.OutcomeLimit() }
func (o own) Final() game.Feedback { return game.Feedback(2 * o.Positions) }
func (o own) sum(code game.Code) (n int) {
	for i := range o.Positions {
		n += code.At(i)
	}
	return n
}

func (o own) Feedback(secret, guess game.Code) game.Feedback {
	if secret == guess {
		return o.Final()
	}
	f := 0
	for i := range o.Positions {
		if secret.At(i) == guess.At(i) {
			f++
		}
	}
	if o.sum(secret) > o.sum(guess) {
		f += o.Positions
	}
	return game.Feedback(f)
}

func (o own) Reference(secret, guess game.Code) game.Feedback { return o.Feedback(secret, guess) }

func (o own) FormatFeedback(f game.Feedback) string {
	switch {
	case f == o.Final():
		return "hit"
	case int(f) >= o.Positions:
		return fmt.Sprintf("%d, more", int(f)-o.Positions)
	}
	return fmt.Sprintf("%d, no more", f)
}

func (o own) ParseFeedback(s string) (game.Feedback, error) {
	for f := range o.Final() + 1 {
		if o.FormatFeedback(f) == s {
			return f, nil
		}
	}
	return 0, errors.New("no feedback of " + o.String())
}

// The games of a notebook that are the tests' own: of one the page can hold the
// answers, of the other there are too many.
const smallOwn, largeOwn = ownName + "mm3x4", ownName + "mm4x6"

// parseGame reads the tests' own games besides those that there are.
func parseGame(name string) (game.Game, error) {
	name, isOwn := strings.CutPrefix(name, ownName)
	g, err := game.Parse(name)
	if err != nil || !isOwn {
		return g, err
	}
	p, ok := g.(pegs.Game)
	if !ok {
		return nil, fmt.Errorf("%s is not a game of pegs", name)
	}
	return own{p}, nil
}

// play plays a configuration of any game that parseGame reads.
func play(c engine.Configuration) (*tree.Tree, engine.Result, error) {
	if !strings.HasPrefix(c.Game, ownName) {
		return engine.Play(context.Background(), c, tree.Options{})
	}
	g, err := parseGame(c.Game)
	if err != nil {
		return nil, engine.Result{}, err
	}
	grown, err := tree.Grow(context.Background(), g, c.Strategy, nil, tree.Options{})
	if err != nil {
		return nil, engine.Result{}, err
	}
	m := tree.Measure(grown)
	c.Strategy, c.First = c.Strategy.WithDefaults(), g.FormatCode(grown.Root.Guess)
	return grown, engine.Result{Configuration: c, Secrets: grown.Root.Candidates(), Figures: m.Solved, Known: m.Known, Nodes: m.Nodes}, nil
}

// played plays configurations and puts them onto a page, with their trees.
func playedPage(name string, configurations ...engine.Configuration) (*report.Page, error) {
	p := &report.Page{Name: name, Question: "Title of " + name, About: "What does `codebreak` find?", Findings: []string{"Something <i>new</i>."}}
	for _, c := range configurations {
		grown, result, err := play(c)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c, err)
		}
		p.Results = append(p.Results, result)
		p.Trees = append(p.Trees, report.TreeView{Game: result.Game, Name: result.Strategy.String(), Tree: grown.Packed()})
	}
	p.Sections = []report.Section{{
		Heading: "Results", Text: "All `results`.", Table: report.TableOf(p.Results, report.ResultCells),
		Figures: []chart.Figure{{File: name + ".png", Caption: "A histogram of " + name, Title: "The first", Charts: []chart.Chart{chart.Histogram{Series: []chart.Distribution{{
			Name: "the first", Counts: chart.Numbers(p.Results[0].Histogram), Mean: p.Results[0].Mean, Colour: chart.ColourOf("", 0),
		}}}}}},
	}}
	answer := p.Sections[0].Figures[0]
	answer.File, answer.Caption = "answer.png", "The answer of "+name
	p.Picture, p.Command = &answer, "./run.sh run "+name
	return p, nil
}

// notebook is a small notebook with something of everything that a page shows:
// it takes a while to play, once.
var notebook = sync.OnceValues(func() ([]*report.Page, error) {
	var configurations []engine.Configuration
	figures := slices.DeleteFunc(slices.Clone(published.Averages()), func(f published.Figure) bool {
		slow := f.Subject.Game == "mm5x8" && (testing.Short() || f.Subject.Strategy.Criterion != strategy.MostParts) // of the largest game one is enough
		slow = slow || testing.Short() && f.Subject.Game == "bc4x10" && f.Subject.Strategy.Criterion != strategy.MostParts
		return slow || !slices.Contains([]string{"mm", "bc", "tw"}, f.Subject.Game[:2])
	})
	for _, f := range figures {
		configurations = append(configurations, f.Subject.Configuration)
	}
	compared, err := playedPage("published", configurations...)
	if err != nil {
		return nil, err
	}
	averages := report.Tally{What: "averages", Why: "Some are open."}
	for i, f := range figures {
		c := report.Compare(f, compared.Results[i], report.Measure(f, compared.Results[i]))
		compared.Comparisons, averages.Claims = append(compared.Comparisons, c), append(averages.Claims, c.Claim)
	}
	compared.Tallies = []report.Tally{averages}
	compared.Sections = append(compared.Sections, report.Section{Heading: "Compared", Table: report.TableOf(compared.Comparisons, report.Comparison.Cells)})

	criteria := []strategy.Criterion{strategy.Minimax, strategy.MostParts}
	configurations = []engine.Configuration{{Game: "mm4x6", First: "1123", Strategy: strategy.Strategy{Criterion: strategy.MostParts}}}
	for _, name := range []string{"mm4x4", "bc3x5", "bp3x3", "twod5", "mm3x4-distinct", "mm2x4-digits", "mm2x12", "wordle-3x4", "nerdle5", smallOwn, largeOwn} {
		for _, c := range criteria {
			if testing.Short() && name == largeOwn && c != strategy.MostParts {
				continue // plain feedback is slow
			}
			configurations = append(configurations, engine.Configuration{Game: name, Strategy: strategy.Strategy{Criterion: c}})
		}
	}
	variety, err := playedPage("variety", configurations...)
	if err != nil {
		return nil, err
	}
	variety.Optima = []report.Optimum{
		{Game: "mm4x6", Lower: 5625, First: "1123", Figures: tree.Summarise([]int{0, 1, 8, 102, 624, 560, 1})},
	}
	for _, p := range published.Trees() {
		g, err := game.Parse(p.Game)
		if err != nil {
			return nil, err
		}
		read, _, err := tree.ReadNotation(context.Background(), g, []byte(p.Text))
		if err != nil {
			return nil, err
		}
		variety.Trees = append(variety.Trees, report.TreeView{Game: p.Game, Name: p.ID, Quoted: true, Tree: read.Packed()})
	}
	variety.Trees = append(variety.Trees,
		report.TreeView{Game: "mm2x2", Name: "of a table", Quoted: true, Tree: "12(321)"}, // a part
		report.TreeView{Game: "mm4x6", Name: "too large"})
	return []*report.Page{compared, variety}, nil
})

// testPages returns the notebook, with links to its pages and to others.
func testPages(t *testing.T) (links []report.Link, pages []*report.Page) {
	t.Helper()
	pages, err := notebook()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		links = append(links, report.Link{Name: p.Name, Question: p.Question})
	}
	return append(links,
		report.Link{Name: "missing", Question: "M", How: "codebreak run missing"},
		report.Link{Name: "damaged", Question: "D", How: "codebreak run damaged", Problem: "damaged/results.json is <damaged>"},
		report.Link{Name: "old", Question: "O", How: "codebreak run old", Problem: "out of date: 1 of 2 tasks", Outdated: true}), pages
}

// embedded returns the data that a page holds for its script.
func embedded(t *testing.T, page []byte) pageData {
	t.Helper()
	found := regexp.MustCompile(`<script type="text/plain" id="data">(.*)</script>`).FindSubmatch(page)
	if found == nil {
		t.Fatal("the page holds no data")
	}
	var data pageData
	if err := json.Unmarshal(unpacked(t, found[1]), &data); err != nil {
		t.Fatal(err)
	}
	return data
}

// unpacked returns what was packed.
func unpacked(t *testing.T, text []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(ascii85.NewDecoder(bytes.NewReader(bytes.ReplaceAll(text, []byte("v"), []byte("<")))))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestPacked packs data of all lengths up to some groups of the Ascii85, and unpacks it.
func TestPacked(t *testing.T) {
	for length := range 300 {
		data := make([]byte, length)
		for i := range data {
			data[i] = byte(i * i * length) // of a length that 256 divides they are zeros
		}
		text := packed(data)
		if strings.ContainsAny(string(text), "<\n") {
			t.Errorf("%d bytes are packed as %q, in which a tag or a line begins", length, text)
		}
		if got := unpacked(t, []byte(text)); !bytes.Equal(got, data) {
			t.Errorf("%d bytes are unpacked as %x, want %x", length, got, data)
		}
	}
}

// undense is the naive twin of what a browser does: it reads what dense wrote bit by bit.
func undense(t *testing.T, text string) []byte {
	t.Helper()
	var bits strings.Builder
	for _, c := range text {
		switch {
		case c < 128:
			fmt.Fprintf(&bits, "%07b", c)
		case c < densePair:
			fmt.Fprintf(&bits, "%07b", unwritten[c-128])
		default:
			fmt.Fprintf(&bits, "%07b%07b", unwritten[(c-densePair)/128], c%128)
		}
	}
	var zipped []byte
	for all := bits.String(); len(all) >= 8; all = all[8:] {
		b, err := strconv.ParseUint(all[:8], 2, 8)
		if err != nil {
			t.Fatal(err)
		}
		zipped = append(zipped, byte(b))
	}
	z, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		t.Fatal(err)
	}
	z.Multistream(false)
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestDense writes data of all lengths densely, and reads it again.
func TestDense(t *testing.T) {
	for _, pair := range denseTexts(t) {
		if got := fmt.Sprintf("%x", undense(t, pair[0])); got != pair[1] {
			t.Errorf("data is read as %s, want %s", got, pair[1])
		}
	}
}

// denseTexts are pairs of a dense text and its data, in hexadecimal digits, of all lengths.
func denseTexts(t *testing.T) (texts [][2]string) {
	t.Helper()
	pseudo := rand.New(rand.NewPCG(1, 2))
	for length := range 150 {
		data := make([]byte, length)
		for i := range data {
			data[i] = byte(pseudo.Uint32()) // which gzip does not make shorter
		}
		text := dense(data)
		if strings.ContainsAny(string(text), unwritten) || !utf8.ValidString(string(text)) {
			t.Errorf("%d bytes are written as %q", len(data), text)
		}
		texts = append(texts, [2]string{string(text), fmt.Sprintf("%x", data)})
	}
	return texts
}

// labReadsDense has a browser read what TestDense reads here.
func labReadsDense(t *testing.T) {
	b := openLab(t)
	faults := value[[]int](b, `(async () => {
		const faults = [];
		for (const [text, want] of `+string(enginetest.Must(json.Marshal(denseTexts(t)))(t))+`) {
			document.body.append(make("script", { type: "text/plain", id: "dense" }, text));
			const data = await unpack("dense").catch(() => []);
			if ([...data].map(b => b.toString(16).padStart(2, "0")).join("") !== want) faults.push(want.length / 2);
		}
		return faults;
	})()`)
	if len(faults) > 0 {
		t.Errorf("a browser reads data of these lengths otherwise: %v", faults)
	}
}

func TestIndex(t *testing.T) {
	t.Parallel()
	links, pages := testPages(t)
	page, err := index(links, pages, parseGame)
	if err != nil {
		t.Fatal(err)
	}
	if !testing.Short() {
		again, err := index(links, pages, parseGame)
		if err != nil || string(again) != string(page) {
			t.Errorf("the page differs when made again: %v", err)
		}
	}
	for _, want := range []string{
		"Something &lt;i&gt;new&lt;/i&gt;.", "What does <code>codebreak</code> find?", "damaged/results.json is &lt;damaged&gt;",
		`<li>missing: M (<code>codebreak run missing</code>)</li>`, `<li>old: O (out of date: <code>codebreak run old</code>)</li>`, `<th scope="col" class="n wordy">identified, worst`,
		`aria-label="A histogram of variety" data-packed="variety/variety.png wide"></svg>`, `<noscript><img src="variety/variety.png" alt="A histogram of variety"></noscript>`, `The answer of variety. <code>./run.sh run variety</code> · <a href="variety/answer.png">PNG</a> · <a href="variety/table.csv">data</a></figcaption>`, `.pdf">Knuth 1977</a><td`,
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(string(page), "1 of 2 tasks") {
		t.Error("what is out of date is called unreadable")
	}
	data := embedded(t, page)
	games := map[string]gameData{}
	for _, g := range data.Games {
		games[g.Name] = g
	}
	for _, name := range []string{"mm4x6", "bc3x5", "bp3x3", "twod5", "wordle-3x4", "nerdle5", "mm3x4-distinct", smallOwn, largeOwn} {
		d, ok := games[name]
		g, err := parseGame(name)
		if !ok || err != nil || len(d.Feedbacks) != g.OutcomeLimit() {
			t.Fatalf("%s: %t, %v, %d kinds of feedback", name, ok, err, len(d.Feedbacks))
		}
		for _, p := range d.Played {
			if p.Histogram == nil && p.Tree == "" {
				t.Errorf("%s, %s has neither a tree nor a histogram", name, p.Name)
			}
			if p.Tree == "" || p.Printed {
				continue
			}
			// A guess is marked for each secret, and without the marks the tree is read.
			if marks := strings.Count(p.Tree, "!"); marks != game.CountSecrets(g) {
				t.Errorf("%s, %s: %d marks of %d secrets", name, p.Name, marks, game.CountSecrets(g))
			}
			if _, err := tree.ReadPacked(t.Context(), g, strings.ReplaceAll(p.Tree, "!", "")); err != nil {
				t.Errorf("%s, %s: %v", name, p.Name, err)
			}
		}
	}
}

// TestIndexPacksContents looks for the place of all that is packed, and follows the links in it.
// TestProse writes code, bold text and links to the cards of other pages.
func TestProse(t *testing.T) {
	got := string(prose("**a** `b` [c & d](../first-guess/README.md) [e](x.md)"))
	if want := `<strong>a</strong> <code>b</code> <a href="#entry-first-guess">c &amp; d</a> [e](x.md)`; got != want {
		t.Error(got)
	}
}

func TestIndexPacksContents(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("TestIndex makes a page already")
	}
	links, pages := testPages(t)
	page, err := index(links, pages, parseGame)
	if err != nil {
		t.Fatal(err)
	}
	contents := embedded(t, page).Contents
	places := 0
	for _, m := range regexp.MustCompile(`data-packed="([^"]*)"`).FindAllSubmatch(page, -1) {
		places++
		content := contents[string(m[1])]
		if !slices.Contains([]string{"rows", "claims"}, string(m[1])) && (!strings.Contains(content, "<path ") || strings.Contains(content, "svg>")) {
			t.Errorf("in the place of %q there is %.200q", m[1], content)
		}
	}
	if places != len(contents) || places < 2*4+1 {
		t.Errorf("%d places for %d contents", places, len(contents))
	}
	rows := contents["rows"] + contents["claims"]
	if n := strings.Count(rows, "<tr "); n < 40 || n != strings.Count(rows, `<a href="#entry-`) {
		t.Errorf("%d rows with %d links", n, strings.Count(rows, `<a href="#entry-`))
	}
	for _, m := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(rows, -1) {
		if !strings.Contains(string(page), `id="`+m[1]+`"`) {
			t.Errorf("a row leads to %s, which is not there", m[1])
		}
	}
}

// TestIndexRefuses makes pages of data that contradicts itself.
func TestIndexRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		page report.Page
		want string
	}{
		"no such game":          {report.Page{Results: []engine.Result{{Configuration: engine.Configuration{Game: "chess"}}}}, `page p: unknown game "chess"`},
		"a tree cut short":      {report.Page{Trees: []report.TreeView{{Game: "mm2x2", Name: "t", Tree: "1"}}}, "tree t: packed tree of mm2x2, character 1: expected a guess"},
		"a second tree":         {report.Page{Trees: []report.TreeView{{Game: "mm2x2", Name: "t", Quoted: true, Tree: "12(321)11"}}}, "goes on after the tree"},
		"an optimum of nothing": {report.Page{Optima: []report.Optimum{{Game: "mm2x2"}}}, "page p: the least total of mm2x2 is of 0 secrets"},
		"a figure that is none": {report.Page{Sections: []report.Section{{Figures: []chart.Figure{{File: "f.png", Columns: -1}}}}}, "-1 columns"},
	} {
		test.page.Name = "p"
		if _, err := Index(nil, []*report.Page{&test.page}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, test.want)
		}
	}
	// What is not known yet is no mistake.
	if _, err := Index(nil, []*report.Page{{Tallies: []report.Tally{{What: "nothing"}}, Sections: []report.Section{{}}}}); err != nil {
		t.Error(err)
	}
}
