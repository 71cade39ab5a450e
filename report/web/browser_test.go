package web

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"codebreak/engine"
	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
)

// axe checks a page for what keeps people out: contrast, labels, roles.
//
//go:embed testdata/axe-core-4.14.1/axe.min.js
var axe string

// A browser is a tab of headless Chromium, for a test.
type browser struct {
	*testing.T
	*tab
}

// A tab has a page open. problems collects what the browser complains about, and what it
// asks a network for.
type tab struct {
	ctx      context.Context
	mu       sync.Mutex
	problems []string
}

// openPage opens the page of the tests' notebook.
func openPage(t *testing.T) *browser {
	t.Helper()
	needChromium(t)
	links, pages := testPages(t)
	content, err := index(links, pages, parseGame)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "index.html")
	enginetest.WriteFile(t, path, content)
	b := openFile(t, path)
	b.unpacked()
	b.openParts()
	return b
}

// unpacked returns when a page of results has unpacked its data.
func (b *browser) unpacked() {
	b.Helper()
	b.wait(`document.querySelector("#all tbody tr")`)
}

// openAll unfolds everything, and returns when the pictures are there.
func (b *browser) openAll() {
	b.Helper()
	value[bool](b, `(() => { for (const d of document.querySelectorAll("details")) d.open = true; return true; })()`)
	b.wait(`!document.querySelector("details[open] [data-packed]")`)
}

// openParts unfolds the parts of the page.
func (b *browser) openParts() {
	b.Helper()
	value[bool](b, `(() => { for (const d of document.querySelectorAll("details.part")) d.open = true; return true; })()`)
}

// openFile opens a page from a file. A loaded machine may take its time: nothing here is
// limited but by go test -timeout.
func openFile(t *testing.T, path string) *browser {
	t.Helper()
	return openAddress(t, "file://"+path)
}

// chromium is the browser of all tests, which starts with the first of them, and what ends
// it. There is none where no Chromium is installed.
var chromium = sync.OnceValues(func() (ctx context.Context, stop func()) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		program, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
		ctx, end := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, quit := chromedp.NewContext(ctx)
		return ctx, func() { quit(); end() }
	}
	return nil, func() {}
})

// started starts the browser once: two tests that begin side by side would start two.
var started = sync.OnceValue(func() error {
	all, _ := chromium()
	return chromedp.Do(all)
})

// openAddress opens a page in a tab that shares nothing with those of other tests.
func openAddress(t *testing.T, address string) *browser {
	t.Helper()
	needChromium(t)
	open, stop, err := openTab(address)
	t.Cleanup(stop)
	if err != nil {
		t.Fatal(err)
	}
	return open.lend(t)
}

func needChromium(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("the page is not tried in a browser with -short")
	}
	if all, _ := chromium(); all == nil {
		t.Skip("no Chromium here: the page is not tried in a browser (Debian: apt-get install chromium)")
	}
}

// lend gives a tab to a test, which fails if there is any problem meanwhile.
func (open *tab) lend(t *testing.T) *browser {
	t.Cleanup(func() {
		open.mu.Lock()
		defer open.mu.Unlock()
		for _, p := range open.problems {
			t.Error(p)
		}
		open.problems = nil
	})
	return &browser{t, open}
}

func openTab(address string) (*tab, context.CancelFunc, error) {
	if err := started(); err != nil {
		return nil, func() {}, err
	}
	all, _ := chromium()
	ctx, stop := chromedp.NewContext(all, chromedp.WithNewBrowserContext())
	open := &tab{ctx: ctx}
	err := chromedp.Do(ctx, chromedp.Func(func(_ context.Context, target *chromedp.Target) error {
		watch(open, target, runtime.ExceptionThrown, func(e runtime.EventExceptionThrown) string {
			text := e.ExceptionDetails.Text
			if thrown := e.ExceptionDetails.Exception; thrown != nil {
				text += ": " + thrown.Description
			}
			open.complain(text)
			stop() // what is waited for may never come
			return ""
		})
		watch(open, target, runtime.ConsoleAPICalled, func(e runtime.EventConsoleAPICalled) string { return fmt.Sprintf("console: %s", e.Type) })
		watch(open, target, log.EntryAdded, func(e log.EventEntryAdded) string { return e.Entry.Text })
		watch(open, target, network.RequestWillBeSent, func(e network.EventRequestWillBeSent) string {
			if strings.HasPrefix(e.Request.URL, "file:") || e.Request.URL == address+"#%" || e.Request.URL == address || strings.HasPrefix(e.Request.URL, "blob:") || strings.HasPrefix(e.Request.URL, "data:") {
				return ""
			}
			return "request to " + e.Request.URL
		})
		for _, enable := range []func() error{
			func() error { _, err := cdp.Call(ctx, target, network.Enable, network.EnableParams{}); return err },
			func() error { _, err := cdp.Call(ctx, target, log.Enable, cdp.Empty{}); return err },
		} {
			if err := enable(); err != nil {
				return err
			}
		}
		return nil
	}), chromedp.Navigate(address+"#%")) // a fragment that means nothing changes nothing
	return open, stop, err
}

// watch collects what the browser says in events of a kind.
func watch[E any](open *tab, target *chromedp.Target, event cdp.Event[E], say func(E) string) {
	events := cdp.Events(open.ctx, target, event)
	go func() {
		for e, err := range events {
			if err != nil {
				return // the page is closed
			}
			if text := say(e); text != "" {
				open.complain(text)
			}
		}
	}()
}

func (open *tab) complain(text string) {
	open.mu.Lock()
	defer open.mu.Unlock()
	open.problems = append(open.problems, text)
}

func (b *browser) run(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

// value evaluates an expression of the page, and waits for a promise.
func value[V any](b *browser, expression string) V {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[V](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatal(err)
	}
	return v
}

// wait waits until an expression of the page is true.
func (b *browser) wait(expression string) {
	b.Helper()
	for !value[bool](b, `Boolean(`+expression+`)`) {
		if b.late() {
			b.Fatalf("in vain waited for %s; the page says %.600q", expression, value[string](b, `(document.querySelector("main") ?? document.body).innerText`))
		}
		b.run(chromedp.Sleep(50 * time.Millisecond))
	}
}

// late reports whether go test soon ends the tests, so that there is no more to wait for.
func (b *browser) late() bool {
	deadline, limited := b.Deadline()
	return limited && time.Until(deadline) < 10*time.Second
}

// focus gives the focus to what a selector finds. It is found and used in one step, as in
// all that follows: a page may redraw between two.
func (b *browser) focus(selector string) {
	b.Helper()
	b.wait(`(e => { e?.focus(); return e && document.activeElement === e; })(document.querySelector(` + quoted(selector) + `))`)
}

// press presses a button with the keyboard, as everything can be done.
func (b *browser) press(button string) {
	b.Helper()
	b.focus(button)
	b.run(chromedp.KeyEvent("\r"))
}

// enter types into a field, after what stands in it.
func (b *browser) enter(field, text string) {
	b.Helper()
	b.focus(field)
	b.run(chromedp.KeyEvent(text))
}

// click clicks what a selector finds, if a pointer can: what is shown, is not disabled, and
// has nothing before it.
func (b *browser) click(selector string) {
	b.Helper()
	b.wait(`(e => {
		if (!e?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || e.matches(":disabled")) return false;
		e.scrollIntoView({ block: "center", behavior: "instant" });
		const [r] = e.getClientRects();
		if (!r || !e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2))) return false;
		e.click();
		return true;
	})(document.querySelector(` + quoted(selector) + `))`)
}

// at goes to an address of the page, and returns when the page knows.
func (b *browser) at(hash string) {
	b.Helper()
	value[bool](b, `new Promise(done => {
		addEventListener("hashchange", () => setTimeout(() => done(true)), { once: true });
		history.replaceState(null, "", "#"); // which is not heard of: one change, one game
		location.hash = `+quoted(hash)+`;
	})`)
}

func quoted(text string) string {
	encoded, _ := json.Marshal(text) // which does not fail for a text
	return string(encoded)
}

// column returns the cells of a table that are shown.
func (b *browser) column(table string, column int) []string {
	b.Helper()
	return value[[]string](b, fmt.Sprintf(`[...document.querySelector(%q).tBodies[0].rows].filter((r) => !r.hidden).map((r) => r.cells[%d].textContent)`, table, column))
}

// filter types into the filter of all results.
func (b *browser) filter(text string) {
	b.Helper()
	value[bool](b, fmt.Sprintf(`(() => { const i = document.querySelector('[data-filter="all"]'); i.value = %q; i.dispatchEvent(new Event("input")); return true; })()`, text))
}

// sortBy sorts all results by a column with the keyboard, in both directions.
func (b *browser) sortBy(t *testing.T, column int, sorted func(cells []string, direction string) bool) {
	heading := fmt.Sprintf(`#all thead th:nth-child(%d)`, column)
	for _, direction := range []string{"ascending", "descending"} {
		b.press(heading)
		b.wait(`document.querySelector(` + quoted(heading+`[aria-sort="`+direction+`"]`) + `)`)
		// The rows follow the heading, in their time.
		for !sorted(b.column("#all", column-1), direction) {
			if b.late() {
				t.Fatalf("%s: %q", direction, b.column("#all", column-1))
			}
			b.run(chromedp.Sleep(100 * time.Millisecond))
		}
	}
}

// choose selects an option of that value, or whose text begins so.
func (b *browser) choose(id, text string) {
	b.Helper()
	if !value[bool](b, fmt.Sprintf(`(() => {
		const select = document.getElementById(%[1]q);
		const option = [...select.options].find((o) => o.value === %[2]q || o.textContent.startsWith(%[2]q));
		if (!option) return false;
		select.value = option.value;
		select.dispatchEvent(new Event("change"));
		return true;
	})()`, id, text)) {
		b.Fatalf("%s has no option %q", id, text)
	}
}

// TestPageInBrowser drives the page as a reader would.
func TestPageInBrowser(t *testing.T) {
	t.Parallel()
	b := openPage(t)
	t.Run("filter", func(t *testing.T) {
		b.enter(`[data-filter="all"]`, "bc4x10 minimax")
		games, strategies := b.column("#all", 0), b.column("#all", 1)
		if len(games) == 0 {
			t.Error("nothing is left")
		}
		for i := range games {
			if games[i] != "bc4x10" || !strings.Contains(strategies[i], "minimax") {
				t.Errorf("%s, %s is shown", games[i], strategies[i])
			}
		}
		count := value[string](b, `document.querySelector('[data-count="all"]').textContent`)
		if !strings.HasPrefix(count, fmt.Sprintf("%d of ", len(games))) {
			t.Errorf("%q for %d rows", count, len(games))
		}
	})
	t.Run("sort", func(t *testing.T) {
		b.sortBy(t, 4, func(means []string, direction string) bool {
			if direction == "descending" {
				slices.Reverse(means)
			}
			return slices.IsSorted(means)
		})
	})
	t.Run("filter with or", func(t *testing.T) {
		b.filter("bc4x10 minimax or twod5")
		games := b.column("#all", 0)
		for _, want := range []string{"bc4x10", "twod5"} {
			if !slices.Contains(games, want) {
				t.Errorf("%s is not among %v", want, games)
			}
		}
		if slices.Contains(games, "mm4x6") {
			t.Error("mm4x6 is shown")
		}
		if hash := value[string](b, `location.hash`); hash != "#results&q=bc4x10+minimax+or+twod5" {
			t.Errorf("the address ends with %s", hash)
		}
	})
	t.Run("blanks last", func(t *testing.T) {
		b.filter("")
		b.sortBy(t, 6, func(gaps []string, _ string) bool {
			first := slices.Index(gaps, "")
			return gaps[0] != "" && (first < 0 || !slices.ContainsFunc(gaps[first:], func(g string) bool { return g != "" }))
		})
	})
	t.Run("compare", func(t *testing.T) { tryCompare(t, b) })
	t.Run("explore", func(t *testing.T) { tryExplore(t, b) })
	t.Run("presets", func(t *testing.T) { tryPresets(t, b) })
	t.Run("downloads", func(t *testing.T) { tryDownloads(t, b) })
	t.Run("addresses", func(t *testing.T) { tryAddresses(t, b) })
	t.Run("explore own games", func(t *testing.T) { tryOwnGames(t, b) })
	t.Run("entries open", func(t *testing.T) {
		b.press(`.card a[href="#entry-published"]`)
		b.wait(`document.querySelector("#entry-published[open] > p")?.checkVisibility()`)
	})
}

func grown(t *testing.T, name string, c strategy.Criterion, first string) *tree.Tree {
	t.Helper()
	grown, _, err := play(engine.Configuration{Game: name, Strategy: strategy.Strategy{Criterion: c}, First: first})
	if err != nil {
		t.Fatal(err)
	}
	return grown
}

// tryCompare lays two strategies over each other and compares the words with
// two trees of the engine.
func tryCompare(t *testing.T, b *browser) {
	b.choose("compare-game", "mm4x6")
	pick := `(name) => {
		const label = [...document.querySelectorAll("#compare-choices label")].find((l) => l.textContent.trim() === name);
		label.querySelector("input").click();
	}`
	value[bool](b, `(() => { for (const i of document.querySelectorAll("#compare-choices input:checked")) i.click(); return true; })()`)
	for _, name := range []string{"minimax from 1122", "most-parts from 1123"} {
		value[bool](b, fmt.Sprintf(`((%s)(%q), true)`, pick, name))
	}
	minimax := depths(grown(t, "mm4x6", strategy.Minimax, "1122"))
	parts := depths(grown(t, "mm4x6", strategy.MostParts, "1123"))
	faster, slower := 0, 0
	for secret, d := range minimax {
		switch {
		case parts[secret] < d:
			faster++
		case parts[secret] > d:
			slower++
		}
	}
	words := value[string](b, `document.getElementById("compare-words").textContent`)
	for _, want := range []string{
		"minimax from 1122: total 5,801, mean 4.47608, worst 5", "most-parts from 1123: total 5,668, mean 4.37346, worst 6",
		"133 guesses fewer in all, 0.10262 for each secret",
		fmt.Sprintf("of 1,296 secrets it is faster on %d", faster), fmt.Sprintf("tied on %d", 1296-faster-slower), fmt.Sprintf("and slower on %d", slower),
	} {
		if !strings.Contains(words, want) {
			t.Errorf("the words lack %q: %s", want, words)
		}
	}
	if n := value[int](b, `document.querySelectorAll("#compare-charts svg").length`); n != 2 {
		t.Errorf("%d charts are drawn", n)
	}
	// One bar for each strategy and number of guesses, and their heights are
	// in the proportion of the counts.
	heights := value[[]float64](b, `[...document.querySelectorAll("#compare-charts svg:first-child rect")].map((r) => Number(r.getAttribute("height")))`)
	if len(heights) != 12 {
		t.Fatalf("%d bars", len(heights))
	}
	if ratio, want := heights[3]/heights[4], 533.0/694; ratio < want-1e-6 || ratio > want+1e-6 {
		t.Errorf("bars of 533 and 694 secrets are in the proportion %g", ratio)
	}
}

// compared lists the strategies that are compared.
func (b *browser) compared() []string {
	b.Helper()
	return value[[]string](b, `[...document.querySelectorAll("#compare-words strong")].map((e) => e.textContent)`)
}

// tryPresets chooses lists of strategies, and strategies of two games.
func tryPresets(t *testing.T, b *browser) {
	b.press("#compare-clear")
	if got := b.compared(); len(got) > 0 {
		t.Errorf("cleared, %q are compared", got)
	}
	b.choose("compare-game", "mm4x6")
	b.press("#compare-criteria")
	if got := b.compared(); !slices.Equal(got, []string{"minimax from 1122", "expected-size from 1123", "entropy from 1234", "most-parts from 1123"}) {
		t.Errorf("the criteria are %q", got)
	}
	b.press("#compare-published")
	if got := b.compared(); len(got) < 4 || !slices.Contains(got, "minimax from 1122") {
		t.Errorf("published are %q", got)
	}
	if near := value[float64](b, `(() => {
		const colours = [...document.querySelectorAll("#compare-words .key")].map((e) => getComputedStyle(e).backgroundColor.match(/\d+/g).map(Number));
		return Math.min(...colours.flatMap((a, i) => colours.slice(0, i).map((b) => Math.hypot(...a.map((v, j) => v - b[j])))));
	})()`); near < 60 {
		t.Errorf("two colours differ by %g only", near)
	}
	b.press("#compare-clear")
	for _, choice := range [][2]string{{"mm4x6", "entropy from 1234"}, {"bc4x10", "minimax from 0123"}} {
		b.choose("compare-game", choice[0])
		value[bool](b, `(() => { for (const i of document.querySelectorAll("#compare-choices input:checked")) if (!i.parentNode.textContent.includes("entropy")) i.click(); return true; })()`)
		value[bool](b, fmt.Sprintf(`(() => { const label = [...document.querySelectorAll("#compare-choices label")].find((l) => l.textContent.trim().endsWith(%q)); const i = label.querySelector("input"); if (!i.checked) i.click(); return true; })()`, choice[1]))
	}
	got := b.compared()
	if !slices.Contains(got, "mm4x6 entropy from 1234") || !slices.Contains(got, "bc4x10 minimax from 0123") {
		t.Errorf("of two games %q are compared", got)
	}
}

// tryDownloads looks into the files that are offered.
func tryDownloads(t *testing.T, b *browser) {
	value[bool](b, `(() => {
		window.saved = [];
		HTMLAnchorElement.prototype.click = function () { if (this.download) window.saved.push({ name: this.download, url: this.href }); };
		URL.revokeObjectURL = () => {};
		return true;
	})()`)
	b.press("#compare-csv")
	b.press(`#compare-charts [data-save="svg"]`)
	b.press(`#compare-charts [data-save="png"]`)
	files := value[[]string](b, `(async () => {
		while (window.saved.length < 3) await new Promise((done) => setTimeout(done, 50));
		return Promise.all(window.saved.map((s) => new Promise((done, failed) => {
			const r = new XMLHttpRequest();
			r.open("GET", s.url);
			r.onload = () => done(s.name + ":" + r.responseText.slice(0, 60));
			r.onerror = failed;
			r.send();
		})));
	})()`)
	for i, want := range []string{"codebreak.csv:strategy,game,secrets,mean,worst,1,", "codebreak-histogram.svg:<?xml", "codebreak-histogram.png:"} {
		if i >= len(files) || !strings.HasPrefix(files[i], want) {
			t.Errorf("file %d is not %s: %.80q", i, want, files)
		}
	}
}

// tryAddresses opens the page at addresses that keep what was chosen.
func tryAddresses(t *testing.T, b *browser) {
	b.at("#compare&s=mm4x6+minimax+from+1122&s=mm4x6+most-parts+from+1123")
	if got := b.compared(); !slices.Equal(got, []string{"minimax from 1122", "most-parts from 1123"}) {
		t.Errorf("compared are %q", got)
	}
	b.at("#explore&g=mm4x6&s=minimax+from+1122&a=0A1B")
	if guess := value[string](b, `document.querySelector("#explore-now code").textContent`); guess != "2344" {
		t.Errorf("the guess is %s", guess)
	}
	b.press("#explore-again")
	if hash := value[string](b, `location.hash`); hash != "#explore&g=mm4x6&s=minimax+from+1122" {
		t.Errorf("back at the first guess the address ends with %s", hash)
	}
	if n := value[int](b, `document.querySelectorAll("#explore-map rect").length`); n < 50 {
		t.Errorf("the tree at a glance has %d nodes", n)
	}
}

// depths returns the guesses that each secret takes.
func depths(t *tree.Tree) map[game.Code]int {
	out := map[game.Code]int{}
	var walk func(n *tree.Node, depth int)
	walk = func(n *tree.Node, depth int) {
		for _, branch := range n.Branches {
			if branch.Next == nil {
				out[n.Guess] = depth
			} else {
				walk(branch.Next, depth+1)
			}
		}
	}
	walk(t.Root, 1)
	return out
}

// tryExplore follows a tree by the answers to its guesses.
func tryExplore(t *testing.T, b *browser) {
	b.choose("explore-game", "mm4x6")
	b.choose("explore-strategy", "minimax from 1122")
	want := grown(t, "mm4x6", strategy.Minimax, "1122")
	goTo := func(code string) {
		value[bool](b, `(document.getElementById("explore-code").value = `+quoted(code)+`) !== null`)
		b.press("#explore-code")
	}
	guess := func() string { return value[string](b, `document.querySelector("#explore-now code").textContent`) }
	if guess() != "1122" {
		t.Errorf("the first guess is %s", guess())
	}
	parts := b.column("#explore-parts", 1)
	if !slices.Equal(parts, []string{"256", "256", "256", "208", "114", "96", "36", "32", "20", "16", "4", "1", "1"}) {
		t.Errorf("the parts of 1122 are %v", parts)
	}
	node := want.Root
	for _, answer := range []string{"0A1B", "1A2B"} {
		f, err := want.Game.ParseFeedback(answer)
		if err != nil {
			t.Fatal(err)
		}
		node = node.Next(f)
		b.press(fmt.Sprintf(`#explore-parts [data-answer=%q]`, answer))
		if expected := want.Game.FormatCode(node.Guess); guess() != expected {
			t.Errorf("after %s the guess is %s, want %s", answer, guess(), expected)
		}
	}
	if printed := value[string](b, `document.getElementById("explore-printed").textContent`); !strings.Contains(printed, "knuth/tree prints") {
		t.Errorf("of printed strategies: %q", printed)
	}
	b.press(`#explore-history button`)
	if guess() != "1122" {
		t.Errorf("back at the first guess it is %s", guess())
	}
	// To a secret, and to what is none.
	goTo("6543")
	secret, err := want.Game.ParseCode("6543")
	if err != nil {
		t.Fatal(err)
	}
	if found := value[string](b, `document.getElementById("explore-now").textContent`); found != fmt.Sprintf("Solved with guess %d: 6543", depths(want)[secret]) {
		t.Errorf("the way to 6543 ends with %q", found)
	}
	goTo("7777")
	if wrong := value[string](b, `document.getElementById("explore-error").textContent`); wrong != "Enter a code of 4 digits from 1 to 6." {
		t.Errorf("of 7777 is said %q", wrong)
	}
	// Every game has trees that find all secrets.
	for _, name := range value[[]string](b, `[...document.getElementById("explore-game").options].map((o) => o.value)`) {
		if name == "mm2x2" {
			continue // of which a part is printed
		}
		b.choose("explore-game", name)
		g, err := parseGame(name)
		if err != nil {
			t.Fatal(err)
		}
		secrets, _ := game.Codes(g)
		code := g.FormatCode(secrets[len(secrets)/3])
		goTo(code)
		if found := value[string](b, `document.getElementById("explore-now").textContent`); !strings.HasPrefix(found, "Solved with guess ") || !strings.HasSuffix(found, code) {
			t.Errorf("%s: the way to %s ends with %q", name, code, found)
		}
	}
	b.choose("explore-game", "mm2x2")
	goTo("22")
	if end := value[string](b, `document.getElementById("explore-error").textContent`); end != "The part of this tree that is printed does not lead to 22." {
		t.Errorf("a part of a tree ends with %q", end)
	}
}

// tryOwnGames explores a game of the reader's own.
func tryOwnGames(t *testing.T, b *browser) {
	b.choose("explore-game", smallOwn)
	want := grown(t, smallOwn, strategy.Minimax, "")
	for n := want.Root; ; {
		if guess := value[string](b, `document.querySelector("#explore-now code").textContent`); guess != want.Game.FormatCode(n.Guess) {
			t.Fatalf("the guess is %s, want %s", guess, want.Game.FormatCode(n.Guess))
		}
		// Down the first branch that goes on.
		i := slices.IndexFunc(n.Branches, func(b tree.Branch) bool { return b.Next != nil })
		if i < 0 {
			break
		}
		b.press(fmt.Sprintf(`#explore-parts [data-answer=%q]`, want.Game.FormatFeedback(n.Branches[i].Feedback)))
		n = n.Branches[i].Next
	}
	// Both strategies of the game have trees, so each secret can be compared.
	b.press("#compare-clear")
	b.choose("compare-game", smallOwn)
	if words := value[string](b, `document.getElementById("compare-words").textContent`); !strings.Contains(words, "of 64 secrets it is faster on") {
		t.Errorf("compared: %s", words)
	}
}

// narrow and wide are the widths of a phone and of a desk.
const narrow, wide = 390, 1440

// TestCommittedPage measures the page that is committed: how high it is with everything
// folded, how large texts in pictures are, what filters find, and where links lead.
func TestCommittedPage(t *testing.T) {
	t.Parallel()
	path, err := filepath.Abs(filepath.Join("..", "..", "results", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	b := openFile(t, path)
	b.unpacked()
	for width, most := range map[int64]int{wide: 5000, narrow: 8000} {
		b.run(chromedp.EmulateViewport(width, 900))
		if height := value[int](b, `document.documentElement.scrollHeight`); height > most {
			t.Errorf("folded, the page is %d pixels high at a width of %d; at most %d are read", height, width, most)
		}
		if cut := value[int](b, `(e => e.scrollWidth - e.clientWidth)(document.querySelector("#answers .wide"))`); cut > 0 {
			t.Errorf("%d pixels of the first table are cut off at a width of %d", cut, width)
		}
	}
	b.run(chromedp.EmulateViewport(wide, 900))
	if low := value[float64](b, `document.querySelector("#ways").getBoundingClientRect().bottom`); low > 900 {
		t.Errorf("the first screen ends %g pixels down", low)
	}
	unfolded := []int64{wide}
	if enginetest.Long() {
		unfolded = append(unfolded, narrow) // where every picture is laid out again
	}
	for _, width := range unfolded {
		b.run(chromedp.EmulateViewport(width, 900))
		b.openAll()
		small := value[[]string](b, `[...document.querySelectorAll("figure:not(.drawn) svg")].filter((s) => s.checkVisibility()).flatMap((s) => {
			const scale = s.getBoundingClientRect().width / s.viewBox.baseVal.width;
			const least = Math.min(...[...s.querySelectorAll("text")].map((e) => scale * parseFloat(getComputedStyle(e).fontSize)));
			return least < 10.99 ? [least.toFixed(1) + " pixels in " + s.getAttribute("aria-label")] : [];
		})`)
		for _, text := range small {
			t.Errorf("at a width of %d: %s", width, text)
		}
		if over := value[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
			t.Errorf("at a width of %d the page is %d pixels too wide", width, over)
		}
	}
	b.run(chromedp.EmulateViewport(wide, 900))
	for _, row := range value[[]string](b, `[...document.querySelectorAll(".card tbody tr")].filter((r) => r.checkVisibility() && !r.querySelector(".long, br") && r.getBoundingClientRect().height > 40).map((r) => r.textContent)`) {
		t.Errorf("more than one line high: %.100s", row)
	}
	for _, f := range []struct{ text, column, want string }{
		{"mastermind", "0", "mm4x6"}, {"bulls and cows", "0", "bc4x10"}, {"wordle", "0", "wordle-"}, {"knuth", "1", "minimax"}, {"irving", "1", "expected-size"}, {"5.2131", "0", "bc4x10"},
	} {
		b.filter(f.text)
		cells := value[[]string](b, `[...document.getElementById("all").tBodies[0].rows].filter((r) => !r.hidden).map((r) => r.cells[`+f.column+`].textContent)`)
		if !slices.ContainsFunc(cells, func(c string) bool { return strings.HasPrefix(c, f.want) }) {
			t.Errorf("the filter %q finds %.200q", f.text, cells)
		}
	}
	tryLookUp(t, b)
	tryGameNames(t, b)
	tryFoldedTables(t, b)
	for _, anchor := range value[[]string](b, `[...document.querySelectorAll(".permalink")].map((a) => a.hash)`) {
		value[bool](b, `(() => { for (const d of document.querySelectorAll("details")) d.open = false; return true; })()`)
		b.at(anchor)
		if !value[bool](b, `document.querySelector(`+quoted(anchor)+`).open`) {
			t.Errorf("%s does not open", anchor)
		}
	}
	for _, lacking := range value[[]string](b, `[...document.querySelectorAll(".card figcaption")].filter((c) => !c.querySelector("code") || [...c.querySelectorAll("a")].map((a) => a.textContent).join() !== "PNG,data").map((c) => c.textContent)`) {
		t.Errorf("a picture lacks its command or its data: %s", lacking)
	}
	// A title is the largest text of a picture, of a line or two.
	for _, twice := range value[[]string](b, `[...document.querySelectorAll(".screen svg")].filter((s) => !s.closest("#pictures")).map((s) => {
		const texts = [...s.querySelectorAll("text")].map((e) => [parseFloat(getComputedStyle(e).fontSize), e.textContent]);
		const largest = Math.max(...texts.map((e) => e[0]));
		return texts.filter((e) => e[0] === largest).map((e) => e[1]).join(" ");
	}).filter((title, i, all) => all.indexOf(title) < i)`) {
		t.Errorf("two pictures have the title %q", twice)
	}
	for _, twice := range value[[]string](b, `[...document.querySelectorAll("[id]")].map((e) => e.id).filter((id, i, all) => all.indexOf(id) < i)`) {
		t.Errorf("two places are %s", twice)
	}
}

// tryLookUp looks for numbers and names: results and published figures are searched, and the page
// says in words what it found.
func tryLookUp(t *testing.T, b *browser) {
	value[bool](b, `(() => { for (const d of document.querySelectorAll("details")) d.open = false; return true; })()`)
	b.enter("#look-up input", "bulls and cows 5.2131\r")
	b.wait(`document.getElementById("all").checkVisibility()`)
	if means := b.column("#all", 3); len(means) == 0 || !strings.HasPrefix(means[0], "5.2131") {
		t.Errorf("looked up, 5.2131 is %q", means)
	}
	if focused := value[string](b, `document.activeElement.id`); focused != "found" {
		t.Errorf("the focus is on %q, not on what was found", focused)
	}

	for text, want := range map[string][]string{
		"5.2131":      {`“5.2131” is in 1 of `, ` results: bc4x10 least total from 0123, mean 5.21310; and in `, ` published figures: Tanaka 1996, bc4x10, total: total 26274, worst case 7 (as published)`},
		"5.213":       {`results: bc4x10 least total from 0123, mean 5.21310`}, // rounded
		"knuth 4.476": {` published figures: Knuth 1977, mm4x6, minimax, from 1122: total 5801, mean 4.476`, `(exact)`},
		"4.9999":      {`“4.9999” is in 0 of `, `; and in 0 of `, `./run.sh explain 4.9999`},
	} {
		b.at("results&q=" + url.QueryEscape(text))
		said := value[string](b, `document.getElementById("found").textContent`)
		for _, part := range want {
			if !strings.Contains(said, part) {
				t.Errorf("of %q the page says %q, without %q", text, said, part)
			}
		}
		for _, table := range []string{"all", "claims"} {
			found, open := len(b.column("#"+table, 0)) > 0, value[bool](b, `document.getElementById("`+table+`").closest("details").open`)
			if found != open {
				t.Errorf("of %q the table %s has rows: %t, and is open: %t", text, table, found, open)
			}
		}
	}
}

// tryGameNames reads the games that may be chosen: the most famous stand first, and no two have
// one name, with or without what stands in brackets.
func tryGameNames(t *testing.T, b *browser) {
	for _, list := range []string{"compare-game", "explore-game"} {
		names := value[[]string](b, `[...document.getElementById("`+list+`").options].map((o) => o.textContent)`)
		if len(names) < 20 || !strings.HasSuffix(names[0], "(mm4x6)") || !strings.HasSuffix(names[1], "(bc4x10)") {
			t.Errorf("%s: the games are %q", list, names)
		}
		seen := map[string]bool{}
		for _, name := range names {
			name, _, _ = strings.Cut(name, " (")
			if seen[name] {
				t.Errorf("%s: two games are called %s", list, name)
			}
			seen[name] = true
		}
	}
	if tree := value[string](b, `(s => s.options[s.selectedIndex].textContent)(document.getElementById("explore-strategy"))`); tree != "minimax from 1122" {
		t.Errorf("the tree that is explored first is of %s, not Knuth's", tree)
	}
}

// tryFoldedTables opens an entry on a phone: a table of means that is too wide shows names and
// means, and unfolds the rest of a row.
func tryFoldedTables(t *testing.T, b *browser) {
	b.run(chromedp.EmulateViewport(narrow, 900))
	defer b.run(chromedp.EmulateViewport(wide, 900))
	b.at("entry-strategies")
	b.wait(`document.querySelector("#entry-strategies .folds")`)
	shown := func(row string) string {
		return value[string](b, `[...document.querySelector("#entry-strategies `+row+`").cells].filter((c) => c.checkVisibility() && c.textContent).map((c) => c.textContent.trim()).join(" | ")`)
	}
	if heads := shown("thead tr"); heads != "strategy | first guess | mean" {
		t.Errorf("the headings are %q", heads)
	}
	before := shown("tbody tr")
	if strings.Count(before, "|") != 2 {
		t.Errorf("the row is %q", before)
	}
	b.press("#entry-strategies tbody .unfold button")
	if after := shown("tbody tr"); !strings.HasPrefix(after, before[:5]) || strings.Count(after, "|") < 5 {
		t.Errorf("unfolded, the row is %q", after)
	}
	value[bool](b, `(document.querySelector("#verdicts details").open = true)`)
	b.wait(`document.querySelector("#verdicts .folds")`)
	for _, wide := range value[[]string](b, `[...document.querySelectorAll(".wide:has(> .folds)")].filter((w) => w.checkVisibility() && w.scrollWidth > w.clientWidth + 1).map((w) => w.ariaLabel)`) {
		t.Errorf("%s is folded and does not fit", wide)
	}
}

// TestPageWithoutData reads the committed page where its data cannot be unpacked: the findings
// and tables are there, pictures are the files beside the page, and what is missing says where
// to go on.
func TestPageWithoutData(t *testing.T) {
	t.Parallel()
	needChromium(t)
	results, err := filepath.Abs(filepath.Join("..", "..", "results"))
	if err != nil {
		t.Fatal(err)
	}
	committed := enginetest.ReadFile(t, results, "index.html")
	const head, data = "<head>", `id="data">`

	for _, test := range []struct{ name, text, replaced, alert string }{
		{"without scripts", "", "", ""},
		{"an older browser", head, head + "<script>delete window.DecompressionStream</script>", "the browser is older than"},
		{"damaged data", data, data + "damage", "its data is damaged"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.alert != "" && !enginetest.Long() {
				t.Skip("what has no scripts is tried, and takes as long")
			}
			page := strings.Replace(committed, test.text, test.replaced, 1)
			page = strings.Replace(page, head, head+`<base href="file://`+results+`/">`, 1)
			path := filepath.Join(t.TempDir(), "index.html")
			enginetest.WriteFile(t, path, page)

			b := openFile(t, path)
			if test.alert == "" {
				b.run(withoutScripts, chromedp.Reload())
			}
			b.wait(`document.querySelector("header").innerText.includes(` + quoted(test.alert) + `)`)
			tryWithoutData(b)
		})
	}
}

// withoutScripts has the browser run no scripts of pages.
var withoutScripts = chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
	_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	return err
})

// tryWithoutData reads a page whose data is not unpacked, on a phone.
func tryWithoutData(b *browser) {
	b.Helper()
	b.run(chromedp.EmulateViewport(narrow, 900))
	b.wait(`[...document.images].every((i) => i.complete)`)
	if n := value[int](b, `[...document.images].filter((i) => i.naturalWidth > 0).length`); n < 30 || n != value[int](b, `document.querySelectorAll("figure:has(figcaption)").length`) {
		b.Errorf("%d pictures are there", n)
	}
	for id, want := range map[string]string{"results": "all.csv", "compare": "codebreak compare", "explore": "codebreak play"} {
		if text := value[string](b, `document.getElementById("`+id+`").textContent`); !strings.Contains(text, want) {
			b.Errorf("%s does not say where to go on: %s", id, text)
		}
	}
	for _, question := range value[[]string](b, `[...document.querySelectorAll(".card")].filter((c) => !c.querySelector(".finding")?.innerText || ![...c.querySelectorAll("table")].every((t) => t.querySelector("td").textContent)).map((c) => c.querySelector("h3").innerText)`) {
		b.Errorf("%s: the finding or a table is missing", question)
	}

	// Unfolded one by one, parts show a picture for each caption, and nothing that does not work.
	faults := value[[]string](b, `(() => {
		const faults = [];
		for (const part of document.querySelectorAll("details")) {
			part.open = true;
			for (const e of part.querySelectorAll(".needs-script, .packed")) {
				if (e.checkVisibility()) faults.push("shown: " + e.outerHTML.slice(0, 200));
			}
			for (const figure of part.querySelectorAll("figure:has(figcaption)")) {
				if (!figure.querySelector("img")?.checkVisibility()) faults.push("not shown: " + figure.innerText);
			}
			const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
			if (over > 0) faults.push(over + " pixels too wide: " + part.querySelector("summary").innerText);
			part.open = false;
		}
		return faults;
	})()`)
	for _, fault := range faults {
		b.Error(fault)
	}
}

// colours has the browser prefer a light or a dark page.
func colours(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	})
}

// TestPageForEveryone runs axe in dark on a phone; with CODEBREAK_LONG also in light, and on a
// desk, where all entries are open, which takes axe a while.
func TestPageForEveryone(t *testing.T) {
	t.Parallel()
	b := openPage(t)
	value[bool](b, axe+";true")
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1280, 390} {
			if !enginetest.Long() && (scheme == "light" || width == 1280) {
				continue
			}
			if width > 1000 {
				b.openAll()
			} else {
				value[bool](b, `(() => { for (const d of document.querySelectorAll("details")) d.open = false; return true; })()`)
			}
			b.run(colours(scheme), chromedp.EmulateViewport(width, 900))
			violations := value[[]string](b, `axe.run().then((r) => r.violations.map((v) => [v.id, v.help, v.nodes.length, v.nodes[0].html.slice(0, 300)].join("; ")))`)
			for _, v := range violations {
				t.Errorf("%s, %d pixels: %s", scheme, width, v)
			}
			if enginetest.Long() {
				b.openAll()
			}
			if over := value[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
				t.Errorf("%s, %d pixels: the page is %d pixels too wide", scheme, width, over)
			}
		}
	}
}
