package web

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
)

// A gridCell is a button of a grid of feedback, with the place where it stands: its row and
// column, counted from those of 0.
type gridCell struct {
	Feedback, Text, Label string
	Row, Column           int
	Focused, Stop         bool
}

// grid reads the grid of feedback in a part of the lab. Places are measured on the screen.
func (b *browser) grid(part string) []gridCell {
	b.Helper()
	return value[[]gridCell](b, `(() => {
		const buttons = [...document.querySelectorAll("`+part+` .grid [data-feedback]")], cells = [...document.querySelectorAll("`+part+` .grid > :is(button, .none)")];
		const places = side => [...new Set(cells.map(c => Math.round(c.getBoundingClientRect()[side])))].sort((a, b) => a - b);
		const rows = places("top"), columns = places("left");
		return buttons.map(c => ({
			feedback: c.dataset.feedback, text: c.textContent, label: c.ariaLabel, focused: c === document.activeElement, stop: c.tabIndex === 0,
			row: rows.indexOf(Math.round(c.getBoundingClientRect().top)), column: columns.indexOf(Math.round(c.getBoundingClientRect().left)),
		}));
	})()`)
}

// labFeedback chooses feedback where the program guesses, and in a tree that is proved. Black
// and white pegs are a grid, in which each feedback stands in the row and the column of its pegs,
// with the number of codes that the engine counts; other games have tiles.
func labFeedback(t *testing.T) {
	b := openCrawler(t)
	b.run(chromedp.EmulateViewport(narrow, 900))
	defer b.run(chromedp.EmulateViewport(wide, 900))

	for name, guess := range map[string]string{"mm3x4": "112", "bc4x6": "1234", "bp3x4": "111"} {
		b.at("secret&game=" + name)
		b.settle(name)
		b.enter("#any-guess", guess+"\r")
		b.settle(name)
		g := enginetest.Game(t, name)
		counts := map[string]int{}
		secrets, _ := game.Codes(g)
		for _, secret := range secrets {
			counts[g.FormatFeedback(g.Feedback(secret, enginetest.Code(t, g, guess)))]++
		}
		cells := b.grid("#feedback")
		if len(cells) != len(counts) {
			t.Errorf("%s: %d cells for %d kinds of feedback", name, len(cells), len(counts))
		}
		for _, c := range cells {
			var black, white int
			if _, err := fmt.Sscanf(c.Feedback, "%dA%dB", &black, &white); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(name, "bp") {
				black, white = 0, black // which stand in one row
			}
			if want := fmt.Sprint(counts[c.Feedback]); c.Row != black || c.Column != white || c.Text != want || !strings.Contains(c.Label, ": "+want+" code") {
				t.Errorf("%s: %+v, want %s codes in row %d and column %d", name, c, want, black, white)
			}
		}
	}

	// With the keyboard alone: tab stops at one cell, arrows go to others, enter chooses.
	b.at("secret&game=mm4x6")
	b.settle("mm4x6")
	b.focus(`#feedback .grid [tabindex="0"]`)
	b.focus(`#feedback [data-feedback="0A0B"]`)
	for _, key := range []string{"ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp"} {
		value[bool](b, `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "`+key+`", bubbles: true, cancelable: true })) || true`)
	}
	for _, c := range b.grid("#feedback") {
		if here := c.Feedback == "1A0B"; c.Focused != here || c.Stop != here {
			t.Errorf("after the arrows, %+v", c)
		}
	}
	b.press(`#feedback [data-feedback="1A0B"]`)
	b.wait(`document.querySelectorAll("#rounds > li").length === 1`)
	b.settle("by keys")
	if !value[bool](b, `document.activeElement.matches("#feedback .grid [tabindex='0']")`) {
		t.Error("after a cell is chosen, the grid of the next guess has no focus")
	}

	b.at("prove&game=mm3x4&objective=total")
	b.wait(`document.querySelector("#tree .grid")`)
	sum := 0
	for _, c := range b.grid("#tree") {
		n := 1 // that is solved
		if c.Text != "✓" {
			fmt.Sscan(c.Text, &n)
		}
		sum += n
	}
	if sum != 64 {
		t.Errorf("the cells of the tree have %d secrets", sum)
	}
	b.press(`#tree [data-feedback="1A0B"]`)
	b.wait(`document.querySelector("#tree .crumbs") && document.activeElement.closest("#tree .node")`)

	b.at("secret&game=nerdle5")
	b.settle("nerdle5")
	tiles := value[[]string](b, `[...document.querySelectorAll("#feedback [data-feedback]")].map(f => [f.dataset.feedback.length, f.querySelectorAll(".tile").length].join())`)
	for _, tile := range tiles {
		if tile != "5,5" {
			t.Errorf("feedback of Nerdle has characters and tiles: %s", tile)
		}
	}
	if len(tiles) < 10 {
		t.Errorf("Nerdle has %d kinds of feedback", len(tiles))
	}
}

// labAxis draws bounds that close, and measures where they stand: numbers are in proportion to
// places, the sides meet when nothing is between them, and labels stay on the screen.
func labAxis(t *testing.T) {
	b := openCrawler(t)
	b.at("prove&game=mm2x3&objective=total")
	b.settle("mm2x3")
	for _, width := range []int64{narrow, wide} {
		b.run(chromedp.EmulateViewport(width, 900))
		value[bool](b, `(window.draw = Prove.drawing("total"), true)`)
		for _, step := range []struct {
			low, high string
			closed    float64
			said      string
		}{
			{"5,000", "6,000", 0, "at least 5,000, at most 6,000 guesses in all"},
			{"5,500", "5,900", 0.6, "at least 5,500, at most 5,900 guesses in all; it began between 5,000 and 6,000"},
			{"5,625", "5,625", 1, "5,625 guesses in all; it began between 5,000 and 6,000"},
		} {
			closed := value[float64](b, fmt.Sprintf(`draw(%q, %q)`, step.low, step.high))
			if math.Abs(closed-step.closed) > 1e-9 {
				t.Errorf("between %s and %s the gap is closed by %v, want %v", step.low, step.high, closed, step.closed)
			}
			if said := value[string](b, `document.querySelector("#bounds p").textContent`); !strings.HasPrefix(said, step.said) {
				t.Errorf("the page says %q, want %q", said, step.said)
			}
			value[bool](b, `Promise.all(document.getAnimations().map(a => a.finished)).then(() => true)`)
			faults := value[[]string](b, `(() => {
				const faults = [], box = document.querySelector("#bounds .sides").getBoundingClientRect(), [below, above] = [...document.querySelectorAll(".sides i")].map(i => i.getBoundingClientRect());
				const ticks = [...document.querySelectorAll("#bounds .ticks small")].map(t => [Number(t.textContent.replace(",", "")), t.getBoundingClientRect()]);
				const at = r => r.left + r.width / 2, [[x0, first], [x1, last]] = [ticks[0], ticks.at(-1)];
				const place = x => at(first) + (at(last) - at(first)) * (x - x0) / (x1 - x0);
				const near = (what, a, b) => Math.abs(a - b) > 4 && faults.push(what + " is at " + a + ", not " + b);
				near("the lower bound", below.right, place(`+strings.ReplaceAll(step.low, ",", "")+`));
				near("the upper bound", above.left, place(`+strings.ReplaceAll(step.high, ",", "")+`));
				near("the left end", below.left, box.left);
				near("the right end", above.right, box.right);
				ticks.forEach(([x, r]) => near(x, at(r), place(x)));
				for (const e of document.querySelectorAll("#bounds b, #bounds small")) {
					const r = e.getBoundingClientRect();
					if (r.left < 0 || r.right > innerWidth) faults.push(e.textContent + " is not on the screen");
				}
				if (ticks.length < 3 || ticks.length > 7) faults.push(ticks.length + " ticks");
				return faults;
			})()`)
			for _, fault := range faults {
				t.Errorf("%d pixels, between %s and %s: %s", width, step.low, step.high, fault)
			}
		}
	}
}

// labTablesOnPhone looks at the tables of the lab on a phone: the name and the mean are
// there, nothing scrolls sideways, and a button unfolds the rest; on a desk all is there at once.
func labTablesOnPhone(t *testing.T) {
	b := openCrawler(t)
	b.run(chromedp.EmulateViewport(narrow, 900))
	defer b.run(chromedp.EmulateViewport(wide, 900))
	shown := func(row string) string {
		return value[string](b, `[...document.querySelectorAll(`+quoted(row+" > *")+`)].filter(c => c.checkVisibility() && c.textContent).map(c => c.textContent).join(" | ")`)
	}

	b.at("compare&s=mm3x4+knuth&s=mm3x4+optimal")
	b.settle("compare")
	if got := shown("#compare-table thead tr"); got != "strategy | mean" {
		t.Errorf("the headings are %q", got)
	}
	if width := value[int](b, `document.getElementById("picture").decode().then(() => document.getElementById("picture").naturalWidth)`); width > 400 {
		t.Errorf("the picture is %d wide, so its texts are small on a phone", width)
	}
	row := "#compare-table tbody tr:last-child"
	name, mean, _ := strings.Cut(shown(row), " | ")
	if !strings.HasPrefix(name, "optimal from ") || !strings.HasPrefix(mean, "3.") || strings.Contains(mean, "|") {
		t.Errorf("the row is %q, %q", name, mean)
	}
	b.press(row + " .unfold button")
	if got := shown(row); strings.Count(got, "|") < 6 {
		t.Errorf("unfolded, the row is %q", got)
	}
	if got := value[string](b, `getComputedStyle(document.querySelector(`+quoted(row)+`).cells[2], "::before").content`); got != `attr(data-label)` && got != `"worst"` {
		t.Errorf("the third cell is labelled %s", got)
	}
	b.press(row + " .unfold button")
	if got := shown(row); got != name+" | "+mean {
		t.Errorf("folded again, the row is %q", got)
	}

	// The sentence of the first known figure is there at once.
	b.at("number&mean=4.476")
	b.settle("4.476")
	if got := shown("#number-results tbody tr:first-child"); !strings.Contains(got, "Knuth") {
		t.Errorf("of 4.476 the page shows %q", got)
	}
	for _, address := range []string{"compare&s=mm3x4+knuth&s=mm3x4+optimal", "number&mean=4.476", "number&mean=5.265&game=bc4x10", "judge&game=mm3x4&text=112+1A1B%0A133+0A1B", "prove&game=twod5&objective=total"} {
		b.at(address)
		b.settle(address)
		if written := value[string](b, `[...document.querySelectorAll("#proof, #compare-results, #number-results, #judge-results")].map(p => p.innerText).join(" ")`); strings.Contains(written, "false") || strings.Contains(written, "[object") {
			t.Errorf("%s: the page says %q", address, written)
		}
		for _, wideTable := range value[[]string](b, `[...document.querySelectorAll(".wide, .chips")].filter(w => w.checkVisibility() && w.scrollWidth > w.clientWidth + 1).map(w => w.ariaLabel ?? w.className)`) {
			t.Errorf("%s: %s is cut off", address, wideTable)
		}
	}

	b.at("compare&s=mm3x4+knuth&s=mm3x4+optimal")
	b.settle("compare")
	b.run(chromedp.EmulateViewport(wide, 900))
	if got := shown("#compare-table thead tr"); strings.Count(got, "|") != 7 {
		t.Errorf("on a desk the headings are %q", got)
	}
	if value[bool](b, `document.querySelector("#compare-table .unfold").checkVisibility()`) {
		t.Error("on a desk there is a button that unfolds")
	}
}

// labReplays follows the link of a finished game: its guesses come one by one, and at the end
// there is the same card. The text and the picture that are shared say what the card says.
func labReplays(t *testing.T) {
	b := openCrawler(t)
	b.at("guess&game=mm3x4&seed=4")
	b.settle("mm3x4")
	for range 8 {
		b.click("#hint")
		b.click("#submit")
		b.settle("a guess")
		if value[bool](b, `!document.getElementById("submit")`) {
			break
		}
	}
	card := value[string](b, `document.getElementById("facts").innerText`)
	rounds := value[int](b, `document.querySelectorAll("#rounds > li").length`)

	value[bool](b, `(navigator.clipboard.writeText = async text => { window.shared = text; }, true)`)
	b.click("#actions .copy-link")
	_, link, linked := strings.Cut(value[string](b, `window.shared`), "#")
	if !linked || rounds < 2 {
		t.Fatalf("a game of %d rounds has the link %q", rounds, link)
	}
	value[bool](b, `(window.seen = new Set(), window.watch = new MutationObserver(() => seen.add(document.querySelectorAll("#rounds > li").length)), watch.observe(document.getElementById("rounds"), { childList: true }), true)`)
	b.at("guess&game=mm3x4&seed=5")
	b.settle("another")
	value[bool](b, `(window.patient = setTimeout, window.setTimeout = (done, ms) => patient(done, ms === 1000 ? 20 : ms), true)`)
	b.at(link)
	b.wait(fmt.Sprintf(`document.querySelectorAll("#rounds > li").length === %d`, rounds))
	b.settle("replayed")
	value[bool](b, `(watch.disconnect(), window.setTimeout = patient, true)`)
	if again := value[string](b, `document.getElementById("facts").innerText`); again != card {
		t.Errorf("replayed, the card says %q, not %q", again, card)
	}
	if seen := value[int](b, `seen.size`); seen < rounds {
		t.Errorf("of %d rounds %d were seen", rounds, seen)
	}

	// The picture has the numbers' boxes and a disc for each peg, in its colour.
	value[bool](b, `(window.saved = null, save = (name, data, type) => { window.saved = { name, data, type }; }, true)`)
	b.click("#save-card")
	b.wait(`window.saved`)
	var picture struct {
		Name, Type    string
		Width, Height int
		Discs, Pegs   []string
	}
	got := value[string](b, `(async () => {
		const image = await createImageBitmap(new Blob([saved.data], { type: saved.type }));
		const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext("2d", { willReadFrequently: true });
		pen.drawImage(image, 0, 0);
		const rgb = (x, y) => "rgb(" + [...pen.getImageData(x, y, 1, 1).data.slice(0, 3)].join(", ") + ")";
		const pegs = [...document.querySelectorAll("#rounds .code > span")].map(p => getComputedStyle(p).backgroundColor);
		const discs = pegs.map((_, i) => rgb(2 * (48 + 30 * (i % 3) + 5), 2 * (185 + 44 * Math.floor(i / 3) + 3)));
		return JSON.stringify({ name: saved.name, type: saved.type, width: image.width, height: image.height, discs, pegs });
	})()`)
	if err := json.Unmarshal([]byte(got), &picture); err != nil {
		t.Fatal(err)
	}
	if picture.Name != "mm3x4-4.png" || picture.Type != "image/png" || picture.Width != 800 || picture.Height != 2*(190+44*rounds) {
		t.Errorf("the picture is %+v", picture)
	}
	if strings.Join(picture.Discs, " ") != strings.Join(picture.Pegs, " ") {
		t.Errorf("the discs are %q, the pegs %q", picture.Discs, picture.Pegs)
	}
}

// inView reports whether all of what a selector finds is on the screen.
func (b *browser) inView(selector string) bool {
	b.Helper()
	return value[bool](b, `(r => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector(`+quoted(selector)+`).getBoundingClientRect())`)
}

// labEnds ends a game on a phone and on a desk: the scores are on the screen without scrolling;
// Share copies them, and says so; Replay begins again where the board is seen, and ends with them.
func labEnds(t *testing.T) {
	b := openCrawler(t)
	defer b.run(chromedp.EmulateViewport(wide, 900))
	value[bool](b, `(navigator.clipboard.writeText = async text => { window.shared = text; }, true)`)
	value[bool](b, `(window.patient = setTimeout, window.setTimeout = (done, ms) => patient(done, ms === 1000 ? 20 : ms), true)`)
	defer value[bool](b, `(window.setTimeout = patient, true)`)
	for _, width := range []int64{narrow, wide} {
		b.run(chromedp.EmulateViewport(width, 844))
		b.at("guess&game=mm3x4&seed=4")
		b.settle("mm3x4")
		for value[bool](b, `!!document.getElementById("hint")`) {
			b.press("#hint")
			b.settle("a hint")
			b.press("#submit")
			b.settle("a guess")
		}
		if !b.inView(".scores") {
			t.Errorf("%d pixels wide, the scores are not on the screen when the game ends", width)
		}

		b.click("#share")
		b.wait(`document.getElementById("share").textContent === "Copied"`)
		if text := value[string](b, `window.shared`); !strings.Contains(text, ": solved in ") || !strings.Contains(text, "Skill 99") {
			t.Errorf("%q is shared", text)
		}

		rounds := value[int](b, `document.querySelectorAll("#rounds > li").length`)
		b.click("#replay")
		b.wait(`document.querySelectorAll("#rounds > li").length < ` + fmt.Sprint(rounds))
		if !b.inView("#board-title") {
			t.Errorf("%d pixels wide, a replay begins where it is not seen", width)
		}
		b.wait(`document.querySelectorAll("#rounds > li").length === ` + fmt.Sprint(rounds))
		b.settle("replayed")
		if !b.inView(".scores") {
			t.Errorf("%d pixels wide, the scores are not on the screen when the replay ends", width)
		}
	}
}

// labDrops drops files on the page, as with a pointer, and not only where the page asks for them.
func labDrops(t *testing.T) {
	b := openCrawler(t)
	defer b.run(chromedp.EmulateViewport(wide, 900))
	folder := t.TempDir()
	proof := enginetest.ReadFile(t, "..", "..", "results", "proofs", "bc2x10.proof")
	enginetest.WriteFile(t, filepath.Join(folder, "right.proof"), proof)
	enginetest.WriteFile(t, filepath.Join(folder, "wrong.proof"), strings.Replace(proof, " 451", " 452", 1))
	enginetest.WriteFile(t, filepath.Join(folder, "notes.md"), "# Notes\n")

	for _, width := range []int64{narrow, wide} {
		b.run(chromedp.EmulateViewport(width, 844))
		for _, target := range []string{"#check h2", "#prove-title"} {
			for file, want := range map[string]string{
				"right.proof": "right.proof is right\n\nNo strategy for bc2x10 needs fewer than 451 guesses",
				"wrong.proof": "line 1: this bound does not follow",
				"notes.md":    "not a decision tree (for compact notation, enter its game)",
			} {
				b.at("prove")
				value[bool](b, `(document.querySelector(`+quoted(target)+`).scrollIntoView({ block: "center" }), true)`)
				at := value[[]float64](b, `(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector(`+quoted(target)+`).getBoundingClientRect())`)
				dragged := &input.DragData{Items: []*input.DragDataItem{}, Files: []string{filepath.Join(folder, file)}, DragOperationsMask: 1}
				for _, event := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
					b.run(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
						_, err := cdp.Call(ctx, target, input.DispatchDragEvent, input.DispatchDragEventParams{Type: event, X: at[0], Y: at[1], Data: dragged})
						return err
					}))
				}
				said := `document.getElementById("proof").innerText + document.querySelector("#check-job .error").textContent`
				b.wait(said)
				value[bool](b, `crawler.settled(false)`)
				if got := value[string](b, said); !strings.HasPrefix(got, want) {
					t.Errorf("%d pixels wide, of %s on %s the page says %q", width, file, target, got)
				}
				value[bool](b, `(document.querySelector("#check-job .error").textContent = "", document.getElementById("proof").replaceChildren(), true)`)
			}
		}
	}
}
