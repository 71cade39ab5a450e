package web

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"codebreak/engine/enginetest"
)

// crawler presses buttons of the lab, in the page. What is running is counted, and files are
// not downloaded but listed.
const crawler = `globalThis.crawler ??= (() => {
	const saved = [];
	let running = 0;
	const counted = work => async function (...given) {
		running++;
		try { return await work.apply(this, given); } finally { running--; }
	};
	Program.run = counted(Program.run);
	// A picture is saved when it is read and drawn, and not when its button is pressed.
	HTMLImageElement.prototype.decode = counted(HTMLImageElement.prototype.decode);
	const toBlob = HTMLCanvasElement.prototype.toBlob;
	HTMLCanvasElement.prototype.toBlob = counted(function (save, ...form) {
		return new Promise(done => toBlob.call(this, blob => done(save(blob)), ...form));
	});
	const click = HTMLAnchorElement.prototype.click;
	HTMLAnchorElement.prototype.click = function () { this.download ? saved.push(this.download) : click.call(this); };

	const rest = ms => new Promise(done => setTimeout(done, ms));
	// progress is whether some work that is shown says how far it is.
	const progress = () => [...document.querySelectorAll(".working:not([hidden])")].some(w => w.querySelector("progress").value > 0 || /between/.test(w.textContent));
	// settled waits until all that was started is done, or has shown progress and is stopped then.
	const settled = async stop => {
		let quiet = 0;
		for (let tries = 0; quiet < 3; tries++) {
			await rest(10);
			quiet = running ? 0 : quiet + 1;
			if (stop && progress()) document.querySelector(".working:not([hidden]) .stop")?.click();
			if (tries > 30_000) throw new Error("it does not end");
		}
		return true;
	};
	const errors = () => [...document.querySelectorAll(".error, #missing")].filter(e => e.checkVisibility() && e.textContent).map(e => e.textContent);

	// nameOf is what a button is pressed once for: codes and numbers make no difference, but in
	// examples.
	const nameOf = b => {
		if (b.id || b.closest(".chips")) return b.id || b.textContent;
		if (b.dataset.feedback) return "feedback";
		if (/copy|peg|tile|empty/.test(b.className)) return b.className.replace(/\d+/, "");
		return b.textContent.replace(/\S*\d\S*/g, "#") || b.ariaLabel;
	};
	// crawl presses each button of a part once, examples first, and those that appear; of the
	// examples only so many. Some are stopped. It returns what was pressed, and what errors were
	// shown then.
	const crawl = async (part, stopped, most) => {
		const section = document.getElementById(part), address = location.hash, pressed = [], failed = [], commands = [];
		const chips = [...section.querySelectorAll(".chips button")].filter(b => b.checkVisibility());
		const examples = chips.slice(0, most), leftOut = chips.slice(most);
		const next = () => [...section.querySelectorAll("button, summary")]
			.find(b => b.checkVisibility() && !b.disabled && !b.closest(".working") && !leftOut.includes(b) && !pressed.includes(nameOf(b)));
		// The first example comes last: it is not stopped, and its results have buttons.
		for (let b; (b = examples.pop() ?? next());) {
			const name = nameOf(b);
			pressed.push(name);
			b.click();
			await settled(stopped.includes(name));
			failed.push(...errors().map(e => name + ": " + e));
			commands.push(...[...section.querySelectorAll(".repeat code")].map(c => ({ line: c.textContent, games: document.getElementById("judge-rounds").value })));
			if (section.hidden) {
				location.hash = address;
				await settled(false);
			}
		}
		return { pressed, failed, commands, saved: saved.splice(0) };
	};
	const give = (input, name, text) => {
		const files = new DataTransfer();
		files.items.add(new File([text], name));
		document.getElementById(input).files = files.files;
		document.getElementById(input).dispatchEvent(new Event("change"));
	};
	return { crawl, settled, errors, give };
})(), true`

// A crawl is what the crawler pressed.
type crawl struct {
	Pressed, Failed []string
	Saved           []string // files
	Commands        []command
}

// A command does the same on a terminal, with the games that are saved as games.jsonl.
type command struct{ Line, Games string }

// openCrawler opens the lab with the crawler.
func openCrawler(t *testing.T) *browser {
	b := openLab(t)
	b.run(chromedp.EmulateViewport(wide, 900), colours("light"))
	value[bool](b, crawler)
	return b
}

// settle waits until nothing is running, and fails if an error is shown.
func (b *browser) settle(what string) {
	b.Helper()
	value[bool](b, `crawler.settled(false)`)
	for _, e := range value[[]string](b, `crawler.errors()`) {
		b.Errorf("%s: %s", what, e)
	}
}

// slowExamples are stopped when they show progress, unless there is time.
var slowExamples = []string{
	"A random player", "Bulls and Cows: entropy against the first consistent code", // of Compare
	"Bulls and Cows, 4 of 8 digits", // of Prove
	"Bulls and Cows",                // of Judge
}

// examples is how many examples of a part are tried: all if tests of minutes run.
func examples(part string) int {
	if enginetest.Long() {
		return 1000
	}
	if part == "judge" || part == "prove" {
		return 0 // the first of them takes seconds
	}
	return 1
}

// crawl presses all buttons of a part, and examples as there is time. Those that are named must
// be among them, or be files that are saved then. It returns the command lines that are shown.
func (b *browser) crawl(part string, buttons ...string) []command {
	b.Helper()
	stopped := []string{}
	if !enginetest.Long() {
		stopped = slowExamples
	}
	c := value[crawl](b, fmt.Sprintf(`crawler.crawl(%q, %s, %d)`, part, enginetest.Must(json.Marshal(stopped))(b), examples(part)))
	for _, failed := range c.Failed {
		b.Errorf("%s: %s", part, failed)
	}
	for _, name := range buttons {
		if !slices.Contains(c.Pressed, name) && !slices.Contains(c.Saved, name) {
			b.Errorf("%s: %q is not among the buttons %q, nor the files %q", part, name, c.Pressed, c.Saved)
		}
	}
	return c.Commands
}

// labButtons presses every button of every part of the lab, and an example of some, in a
// small game: none shows an error. Where CODEBREAK_LONG is set, it tries all examples, in two
// larger games, and waits for slow examples to end.
func labButtons(t *testing.T) {
	b := openCrawler(t)
	presets := func(part string) []string {
		names := value[[]string](b, fmt.Sprintf(`[...document.querySelectorAll("#%s .chips button")].map(b => b.textContent)`, part))
		return names[:min(len(names), examples(part))]
	}

	crawled, proved := []string{"mm3x4"}, "mm3x4"
	if enginetest.Long() {
		crawled, proved = []string{"mm4x6", "bc4x10"}, "mm4x6"
	}
	for _, game := range crawled {
		b.at("guess&game=" + game + "&seed=7") // a secret that the first guess does not find
		b.settle(game)
		b.crawl("board", "hint", "submit", "rub", "undo", "tell", "new-game")
		b.at("secret&game=" + game)
		b.settle(game)
		b.crawl("board", "feedback", "×", "new-game", "look", "Enter")
	}
	chosen := []string{"Another", "mm4x6"}
	if enginetest.Long() {
		chosen = append(chosen, "bp4x6")
	}
	for _, way := range []string{"secret", "guess"} {
		value[bool](b, `(document.getElementById("way-`+way+`").click(), true)`)
		b.settle(way)
		for _, game := range chosen {
			b.choose("board-game", game)
			if game == "Another" {
				if !enginetest.Long() { // mm5x8, which is suggested, is large
					value[string](b, `document.getElementById("board-name").value = ""`)
					b.enter("#board-name", "mm3x5")
				}
				b.click("#board-other button")
			}
			b.settle(way + " " + game)
		}
	}
	b.choose("maker", "adversary")
	b.settle("adversary")
	b.crawl("board", "hint", "submit")

	b.at("compare")
	b.settle("compare")
	commands := b.crawl("compare", append(presets("compare"), "compare-run", "build-add", "codebreak.svg", "codebreak.png", "codebreak.csv", "codebreak.json")...)
	b.at("prove&game=" + proved + "&objective=total")
	b.settle("prove")
	commands = append(commands, b.crawl("prove", append(presets("prove"), "prove-run", "save-proof", "feedback", proved+".json", proved+".csv", proved+".proof")...)...)
	b.click(`#tree [data-feedback]`)
	b.click(`#tree .bar button`) // back to the first guess
	b.wait(`!document.querySelector("#tree .crumbs")`)
	b.at("number")
	commands = append(commands, b.crawl("number", append(presets("number"), "number-run", "Play it")...)...)
	b.at("judge&game=mm3x4&text=" + url.QueryEscape("112 1A1B\n133 0A1B"))
	b.settle("judge")
	commands = append(commands, b.crawl("judge", append(presets("judge"), "judge-run", "games.jsonl")...)...)
	typed(t, commands)

	solved := b.obey("solve", "mm3x4", "total", "--tree", "tree.json")
	b.at("prove")
	value[bool](b, `(crawler.give("check-file", "mine.json", `+quoted(solved.Files["tree.json"])+`), true)`)
	b.settle("a tree")
	if said := value[string](b, `document.getElementById("proof").innerText`); !strings.HasPrefix(said, "mine.json is right") {
		t.Errorf("of a tree that is right the page says %q", said)
	}
}

// labProofs saves proofs and gives them back: each is checked, and the page says what it
// proves, or which line does not follow. A long check shows how far it is, and can be stopped.
func labProofs(t *testing.T) {
	b := openCrawler(t)
	value[bool](b, `(save = (name, data) => { window.lastSaved = new TextDecoder().decode(data); }, true)`)
	check := func(text, want string) {
		t.Helper()
		value[bool](b, `(document.getElementById("proof").replaceChildren(), crawler.give("check-file", "mine.proof", `+quoted(text)+`), true)`)
		value[bool](b, `crawler.settled(false)`)
		said := value[string](b, `document.getElementById("proof").innerText + document.querySelector("#check-job .error").textContent`)
		value[bool](b, `(document.querySelector("#check-job .error").textContent = "", true)`)
		if !strings.Contains(said, want) {
			t.Errorf("of the proof %.40q the page says %q, want %q", text, said, want)
		}
	}

	for address, want := range map[string]string{
		"prove&game=mm3x5&objective=total": "No strategy for mm3x5 needs fewer than 451 guesses in all: the claim follows from the rules and 10 lemmas",
		"prove&game=mm4x4&objective=worst": "No strategy solves every secret of mm4x4 within ",
	} {
		b.at(address)
		b.settle(address)
		b.click("#save-proof")
		b.settle("saving")
		proof := value[string](b, `window.lastSaved`)
		if lines := value[string](b, `[...document.querySelectorAll("#proof .bar .repeat code")].map(c => c.textContent.split(" ").slice(0, 2).join(" ")).join(", ")`); lines != "./run.sh solve, ./run.sh check, python3 engine/proof/check.py" {
			t.Errorf("to check the proof the page shows %q", lines)
		}
		check(proof, want)
		if total, lemmas, ok := strings.Cut(proof, " 451\n"); ok {
			check(total+" 452\n"+lemmas, "line 1: this bound does not follow: guess ")
			check(total+" 451\nnonsense\n"+lemmas, "line 2: ")
		}
	}
	b.at("prove&game=mm3x4&objective=worst,total")
	b.settle("worst,total")
	if value[bool](b, `!!document.getElementById("save-proof")`) {
		t.Error("an objective without a proof has a button for it")
	}

	long := string(enginetest.Must(os.ReadFile(filepath.Join("..", "..", "results", "proofs", "bc4x10-within-6.proof")))(t))
	value[bool](b, `(crawler.give("check-file", "mine.proof", `+quoted(long)+`), true)`)
	b.wait(`/lemmas checked/.test(document.querySelector("#check-job .working").textContent)`)
	b.click("#check-job .stop")
	b.settle("stopped")
	if said := value[string](b, `document.querySelector("#check-job .note").textContent`); said != "Stopped." {
		t.Errorf("of a check that was stopped the page says %q", said)
	}
}

// typed types the command lines that the lab shows, in a folder with the results and the games
// that it has: all end well.
func typed(t *testing.T, commands []command) {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		return // no shell here
	}
	folder := t.TempDir()
	results, kept := filepath.Join("..", "..", "results"), filepath.Join(folder, "results")
	err = os.CopyFS(filepath.Join(kept, "records"), os.DirFS(filepath.Join(results, "records")))
	for _, name := range []string{"all.csv", "codebreak.json"} {
		enginetest.WriteFile(t, filepath.Join(kept, name), enginetest.ReadFile(t, results, name))
	}
	checker := filepath.Join("engine", "proof", "check.py")
	enginetest.WriteFile(t, filepath.Join(folder, checker), enginetest.ReadFile(t, "..", "..", checker))
	_, noPython := exec.LookPath("python3")
	program := fmt.Sprintf("#!/bin/sh\nexec '%s' %s \"$@\"\n", enginetest.Must(os.Executable())(t), asProgram)
	enginetest.WriteProgram(t, filepath.Join(folder, "run.sh"), program)
	if err != nil {
		t.Fatal(err)
	}

	done := map[string]bool{}
	for _, c := range commands {
		key := c.Line
		if strings.Contains(c.Line, "games.jsonl") {
			key += c.Games
		}
		if done[key] || noPython != nil && strings.HasPrefix(c.Line, "python3 ") {
			continue
		}
		done[key] = true

		enginetest.WriteFile(t, filepath.Join(folder, "games.jsonl"), c.Games+"\n")
		cmd := exec.Command(sh, "-c", c.Line)
		cmd.Dir = folder
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", c.Line, err, text)
		}
	}
	least := 5
	if enginetest.Long() {
		least = 8
	}
	if len(done) < least {
		t.Errorf("the lab shows only %d commands", len(done))
	}
}

// labShowsProgress judges a game of Bulls and Cows, which takes a browser seconds, until it
// shows that some of its turns are judged.
func labShowsProgress(t *testing.T) {
	b := openCrawler(t)
	b.at("judge&game=bc4x9&text=" + url.QueryEscape("0123 0A2B\n0245 1A1B\n0678 0A2B\n8041 4A0B"))
	b.wait(`[...document.querySelectorAll("#judge .working:not([hidden])")].some(w => w.textContent.includes("judging 4 turns") && w.querySelector("progress").value > 0 && w.querySelector("progress").value < 1)`)
	b.wait(`/^[1-9]\d* s/.test(document.querySelector("#judge .clock").textContent)`)
	if said := value[string](b, `[timeOf(10, 0.25), timeOf(10, 0.01), timeOf(10, -1), timeOf(10, 1)].join("; ")`); said != "10 s, about 30 s left; 10 s; 10 s; 10 s" {
		t.Errorf("the clock says %q", said)
	}
	b.click("#judge .stop")
	b.settle("stopped")
}

// free fails unless a text says of a guess that it costs nothing.
func free(t *testing.T, what, text string) {
	t.Helper()
	if !strings.Contains(text, "an optimal guess") && !strings.Contains(text, "as good as entropy’s guess") {
		t.Errorf("%s: the page says %q", what, text)
	}
}

// labHintsCostNothing plays games with hints after a guess that is not the best, and has the
// program find codes: no guess that it makes costs anything.
func labHintsCostNothing(t *testing.T) {
	b := openCrawler(t)
	games := map[string]string{"mm3x5": "111"}
	if enginetest.Long() {
		games = map[string]string{"mm4x6": "1111", "bc4x10": "0123", "bp4x6": "1122", "mm4x5": "5555"}
	}
	for game, first := range games {
		b.at("guess&game=" + game + "&seed=5&guesses=" + first)
		b.wait(`document.querySelectorAll("#rounds > li").length === 1`)
		for round := 2; round < 12; round++ {
			b.click("#hint")
			b.click("#submit")
			b.wait(fmt.Sprintf(`document.querySelectorAll("#rounds > li").length === %d`, round))
			b.settle(game)
			free(t, fmt.Sprintf("%s, guess %d by hints", game, round), value[string](b, `document.querySelector("#rounds > li:last-child small").textContent`))
			if value[bool](b, `document.getElementById("facts").innerText.startsWith("Solved")`) {
				break
			}
		}

		starts := []string{first + " 0A0B"}
		if enginetest.Long() {
			starts = append(starts, "")
		}
		for _, after := range starts {
			b.at("secret&game=" + game + "&after=" + strings.ReplaceAll(after, " ", "+"))
			for round := 1; round < 12; round++ {
				b.settle(game)
				if value[bool](b, `document.getElementById("facts").innerText.startsWith("Found")`) {
					break
				}
				free(t, fmt.Sprintf("%s, guess %d of the program after %q", game, round, after), value[string](b, `document.getElementById("facts").innerText`))
				value[bool](b, `([...document.querySelectorAll("#feedback [data-feedback]")].sort((a, b) => parseInt(b.querySelector("small").textContent.replace(",", "")) - parseInt(a.querySelector("small").textContent.replace(",", "")))[0].click(), true)`)
			}
		}
	}
}

// labAddresses follows links that hold words like flags: the program says what is wrong
// with them, and nothing else happens.
func labAddresses(t *testing.T) {
	b := openCrawler(t)
	for _, address := range []string{
		"prove&game=--help", "prove&game=-h", "compare&s=--help", "compare&s=--help&s=mm4x6+knuth", "compare&s=mm4x6+--help", "compare&s=--version",
		"guess&game=--help", "secret&game=--help", "secret&game=mm3x4&strategy=--help", "guess&game=mm3x4&guesses=--help", "secret&game=mm3x4&after=--help",
		"number&mean=--help", "number&mean=4.476&game=--help", "judge&game=--help&text=1122+1A1B", "judge&game=mm4x6&text=--help",
	} {
		b.at(address)
		value[bool](b, `crawler.settled(false)`)
		if errors := value[[]string](b, `crawler.errors()`); len(errors) == 0 {
			t.Errorf("%s: no error is shown", address)
		}
	}
	b.at("guess&game=mm4x6&seed=1")
	b.settle("afterwards")
}

// labLists gives lists of words: their words are counted line by line. With a list the
// game of words has all buttons, too.
func labLists(t *testing.T) {
	b := openCrawler(t)
	b.at("guess&game=wordle")
	for text, want := range map[string]string{"": "0 words", "\n\n": "0 words", "a b c\n": "1 word", "crane\nslate\n\n": "2 words", "crane\r\nslate": "2 words"} {
		value[bool](b, `(document.getElementById("lists-said").textContent = "", crawler.give("list-answers", "words.txt", `+quoted(text)+`), true)`)
		b.wait(`document.getElementById("lists-said").textContent`)
		if said := value[string](b, `document.getElementById("lists-said").textContent`); !strings.HasPrefix(said, "Possible secrets: "+want+";") {
			t.Errorf("of the list %q the page says %q, want %s", text, said, want)
		}
	}

	value[bool](b, `(crawler.give("list-answers", "words.txt", "crane\nslate\nstale\nleast\ntales\nsteal\nlater\nalert\ncrate\nreact\ntrace\n"), true)`)
	b.click("#lists-done")
	b.settle("lists")
	b.click("#hint")
	b.click("#submit")
	b.wait(`document.querySelectorAll("#rounds > li").length === 1`)
	b.settle("a guess")
	free(t, "words", value[string](b, `document.querySelector("#rounds > li:last-child small").textContent`))
	b.crawl("board", "hint", "submit", "lists-change")
}

// labAligned measures where the palette begins: under the row, on every screen.
func labAligned(t *testing.T) {
	b := openCrawler(t)
	for _, game := range []string{"mm4x6", "bc4x10", "bp4x6"} {
		b.at("guess&game=" + game)
		b.settle(game)
		for _, width := range []int64{narrow, 768, wide} {
			b.run(chromedp.EmulateViewport(width, 900))
			left := value[[]float64](b, `["#slots > *", "#palette > *"].map(s => document.querySelector(s).getBoundingClientRect().left)`)
			if math.Abs(left[0]-left[1]) > 1 {
				t.Errorf("%s, %d pixels: the row begins at %v, the palette at %v", game, width, left[0], left[1])
			}
		}
	}
}
