package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"codebreak/engine/enginetest"
)

// RunProgram is the whole program, which is another package's to set: it imports this one.
var RunProgram func(args []string) (code int)

// asProgram is the argument by which this binary is the program.
const asProgram = "-codebreak"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == asProgram {
		os.Exit(RunProgram(os.Args[2:]))
	}
	flag.Parse()
	if err := flag.Set("test.parallel", "4"); err != nil { // most tests wait for the browser
		panic(err)
	}
	code := m.Run()
	if _, stop := chromium(); stop != nil {
		stop()
	}
	if labFolder != "" {
		os.RemoveAll(labFolder)
	}
	os.Exit(code)
}

// native is the program with arguments, in the root of the repository, where the records are.
func native(args ...string) *exec.Cmd {
	program, _ := os.Executable() // an empty path fails at its start
	cmd := exec.Command(program, append([]string{asProgram}, args...)...)
	cmd.Dir = filepath.Join("..", "..")
	return cmd
}

// labFolder is where the lab is; TestMain removes it.
var labFolder string

// buildLab writes the page of the lab, once for all tests.
var buildLab = sync.OnceValues(func() (page string, err error) {
	if labFolder, err = os.MkdirTemp("", "lab"); err != nil {
		return "", err
	}
	page = filepath.Join(labFolder, "lab.html")
	if text, err := native("lab", "--output", page).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, text)
	}
	return page, nil
})

// labTab is the tab of the lab, from its file, that the tests of TestLab share: the page has
// megabytes to read before the program runs. Each goes where it wants to begin by a link.
var labTab = sync.OnceValues(func() (*tab, error) {
	page, err := buildLab()
	if err != nil {
		return nil, err
	}
	open, _, err := openTab("file://" + page) // it closes with the browser
	return open, err
})

// openLab lends the tab that the tests of TestLab share.
func openLab(t *testing.T) *browser {
	t.Helper()
	open, err := labTab()
	if err != nil {
		t.Fatal(err)
	}
	return open.lend(t)
}

// TestLab tries the lab in one tab, one test after the other, beside the tests with tabs of
// their own.
func TestLab(t *testing.T) {
	t.Parallel()
	needChromium(t)
	for _, test := range []struct {
		name string
		run  func(t *testing.T)
	}{
		{"picture of the board", boardPicture},
		{"end card", endCard},
		{"times", labTimes},
		{"buttons", labButtons},
		{"proofs", labProofs},
		{"progress", labShowsProgress},
		{"hints cost nothing", labHintsCostNothing},
		{"addresses", labAddresses},
		{"lists", labLists},
		{"aligned", labAligned},
		{"feedback", labFeedback},
		{"axis", labAxis},
		{"tables on a phone", labTablesOnPhone},
		{"replays", labReplays},
		{"end of a game", labEnds},
		{"dropped files", labDrops},
		{"dense data", labReadsDense},
	} {
		t.Run(test.name, test.run)
	}
}

// A ran command is what became of it in a browser.
type ran struct {
	Code    int               `json:"code"`
	Out     string            `json:"out"`
	Err     string            `json:"err"`
	Files   map[string]string `json:"files"`
	Stopped bool              `json:"stopped"`
}

func (r ran) String() string { return fmt.Sprintf("exit code %d: %.300s%s", r.Code, r.Out, r.Err) }

// obey runs a command in the browser.
func (b *browser) obey(words ...string) ran {
	b.Helper()
	list, _ := json.Marshal(words)
	return value[ran](b, `Program.run(`+string(list)+`).then(r => ({...r, files: Object.fromEntries(Object.entries(r.files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]))}))`)
}

// subjects are of all families: games, criteria, pools, ties, orders, first guesses, chance,
// optima and a word list.
var subjects = strings.Split(strings.TrimSpace(`
mm4x6 knuth
mm4x6 entropy
mm4x6 optimal
mm4x6 optimal objective=worst,count
mm4x6 neuwirth pool=consistent
mm4x6 entropy ties=last
mm4x6 entropy ties=random=7
bc4x8 minimax order=swap
mm4x6 expected-size endgame=2
mm4x6 expected-size@cuda
mm4x6 entropy all-until=3
mm3x6 most-parts pool=hard-strict
mm3x4 simple ties=random
mm4x4 next@swaszek
mm4x3 plus@merelo
mm4x6-distinct entropy
bc4x10 entropy
bc4x10 minimax first=0123
bc4x10 optimal
bc3x10 kooi
bp4x6 entropy
bp3x6 optimal
twod5 entropy
mm4x10-digits two-phase
wordle entropy
knuth/minimax
`), "\n")

// labMeasuresAsNative plays configurations of all families in the browser: the JSON is
// that of the native program, byte for byte.
func labMeasuresAsNative(t *testing.T, b *browser) {
	words := "crane\nslate\nstale\nleast\ntales\nsteal\nlater\nalert\ncrate\nreact\ntrace\n"
	list := filepath.Join(t.TempDir(), "answers.txt")
	enginetest.WriteFile(t, list, words)
	text, _ := json.Marshal(words)
	value[bool](b, `(Program.given["answers.txt"] = new TextEncoder().encode(`+string(text)+`)).length > 0`)
	for i, subject := range subjects {
		if !enginetest.Long() && i%3 > 0 {
			continue // those left have a word list, chance and optima among them
		}
		words := append(append([]string{"measure"}, strings.Fields(subject)...), "--json")
		here := append([]string(nil), words...)
		if strings.HasPrefix(subject, "wordle") {
			words, here = append(words, "--answers", "answers.txt"), append(here, "--answers", list)
		}
		var out, errs bytes.Buffer
		cmd := native(here...)
		cmd.Stdout, cmd.Stderr = &out, &errs
		code := 0
		if err := cmd.Run(); err != nil {
			code = cmd.ProcessState.ExitCode()
		}
		got := b.obey(words...)
		if code != 0 || got.Code != 0 || got.Out != out.String() {
			t.Errorf("%s: exit code %d and %s%s natively, %d and %s%s in the browser", subject, code, out.String(), errs.String(), got.Code, got.Out, got.Err)
		}
	}
}

// TestLabOverHTTP tries the lab in a tab of its own, from a web server.
func TestLabOverHTTP(t *testing.T) {
	t.Parallel()
	needChromium(t)
	page := enginetest.Must(buildLab())(t)
	server := httptest.NewServer(http.FileServer(http.Dir(labFolder)))
	t.Cleanup(server.Close)
	b := openAddress(t, server.URL+"/"+filepath.Base(page))
	t.Run("commands", func(t *testing.T) { labObeys(t, &browser{t, b.tab}) })
	t.Run("measures as the native program", func(t *testing.T) { labMeasuresAsNative(t, &browser{t, b.tab}) })
	t.Run("on screens", func(t *testing.T) { labOnScreens(t, &browser{t, b.tab}) })
}

// labObeys proves, checks, draws and explains.
func labObeys(t *testing.T, b *browser) {
	for game, want := range map[string]string{"mm4x6": `"total":5625,`, "bc4x6": `"total":1446,`} {
		if !enginetest.Long() && game == "mm4x6" {
			continue // which takes seconds
		}
		r := b.obey("solve", game, "total", "--tree", "tree.json", "--json")
		if r.Code != 0 || !strings.Contains(r.Out, want) || !strings.Contains(r.Out, `"proved":true`) {
			t.Errorf("%s: %v", game, r)
		}
		keep, _ := json.Marshal(r.Files["tree.json"])
		value[bool](b, `(Program.given["tree.json"] = new TextEncoder().encode(`+string(keep)+`)).length > 0`)
		if r := b.obey("check", "tree.json", "--json"); r.Code != 0 || !strings.Contains(r.Out, want) {
			t.Errorf("check of %s: %v", game, r)
		}
	}
	if r := b.obey("compare", "mm4x6 knuth", "mm4x6 optimal", "--plot", "x.svg", "--json"); r.Code != 0 || !strings.Contains(r.Files["x.svg"], "0.1358 fewer than Knuth") {
		t.Errorf("compare: %v", r)
	}
	// The picture is that of the native program.
	picture := filepath.Join(t.TempDir(), "x.svg")
	if text, err := native("plot", "mm4x6 knuth", "bc4x10 entropy", "--output", picture).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	drawn, err := os.ReadFile(picture)
	if err != nil {
		t.Fatal(err)
	}
	drawn = bytes.ReplaceAll(drawn, []byte(picture), []byte("x.svg"))
	if r := b.obey("plot", "mm4x6 knuth", "bc4x10 entropy", "--output", "x.svg"); r.Files["x.svg"] != string(drawn) {
		t.Errorf("the picture is another: exit code %d, %s, %d bytes, %d natively", r.Code, r.Err, len(r.Files["x.svg"]), len(drawn))
	}
	for mean, want := range map[string]string{"5.21": `"subject":"bc4x10 optimal"`, "4.476": `"subject":"mm4x6 minimax first=1122"`, "3.4212": `optimal"`} {
		if r := b.obey("explain", mean, "--json"); r.Code != 0 || !strings.Contains(r.Out, want) {
			t.Errorf("explain %s: %v", mean, r)
		}
	}
	for subject, want := range map[string]string{"mm4x6 nope": `unknown strategy "nope"`, "chess": `unknown game "chess"`, "mm4x6 first=9": `first guess: code "9"`} {
		if r := b.obey(append([]string{"measure"}, strings.Fields(subject)...)...); r.Code != 2 || !strings.Contains(r.Err, want) || strings.Count(r.Err, "\n") != 1 {
			t.Errorf("%s: %v", subject, r)
		}
	}
	// Hostile files are named and nothing else happens.
	for name, content := range map[string]string{"script": "<script>alert(1)</script>\n", "binary": "\x00\xff\x7fELF\n"} {
		text, _ := json.Marshal([]byte(content))
		value[bool](b, `(Program.given["bad.txt"] = Uint8Array.from(atob(`+string(text)+`), c => c.charCodeAt(0))).length > 0`)
		for _, words := range [][]string{{"measure", "wordle", "--answers", "bad.txt"}, {"check", "bad.txt", "--game", "mm4x6"}, {"check", "bad.txt"}} {
			if r := b.obey(words...); r.Code != 2 || strings.Count(r.Err, "\n") != 1 {
				t.Errorf("%s, %v: %v", name, words, r)
			}
		}
	}
	// What is stopped in the middle of its work, which would take minutes, does not go on,
	// and the next command runs.
	if !value[bool](b, `(async () => {
		const end = new AbortController();
		const r = await Program.run(["measure", "mm6x6", "entropy"], {signal: end.signal, work: () => end.abort()});
		return r.stopped;
	})()`) {
		t.Error("a command is not stopped")
	}
	if r := b.obey("measure", "mm3x4", "entropy", "--json"); r.Code != 0 {
		t.Errorf("after a stop: %v", r)
	}
}

// labOnScreens plays, solves, compares, proves and explains by clicks alone, by turns on a
// phone, in light, and on a desk, in dark. Axe finds nothing to complain of, on both if the test
// may take long.
func labOnScreens(t *testing.T, b *browser) {
	value[bool](b, axe+";true")
	// Without CODEBREAK_LONG axe leaves these out.
	quick := map[string]bool{"a number": true, "a game that was judged": true, "a code that is found": true}
	width, scheme := int64(narrow), "light"
	turn := func() {
		if width == narrow {
			width, scheme = wide, "dark"
		} else {
			width, scheme = narrow, "light"
		}
		b.run(chromedp.EmulateViewport(width, 900), colours(scheme))
	}
	axed := func(what string) {
		t.Helper()
		screens := 1
		if enginetest.Long() {
			screens = 2
		} else if quick[what] {
			turn()
			return
		}
		for range screens {
			for _, v := range value[[]string](b, `axe.run().then(r => r.violations.map(v => v.id + ": " + v.nodes.map(n => n.target.join(" ")).join(", ")))`) {
				t.Errorf("%d pixels, %s: %s: %s", width, scheme, what, v)
			}
			if over := value[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
				t.Errorf("%d pixels: %s: %d too wide", width, what, over)
			}
			turn()
		}
	}
	b.run(chromedp.EmulateViewport(width, 900), colours(scheme))
	// A game is won with hints.
	b.at("guess&game=mm4x6&seed=7")
	b.wait(`document.querySelectorAll("#rounds > li").length === 0 && document.getElementById("hint")?.checkVisibility()`)
	for round := 1; ; round++ {
		b.click("#hint")
		b.click("#submit")
		b.wait(fmt.Sprintf(`document.querySelectorAll("#rounds > li").length === %d`, round))
		if value[bool](b, `document.getElementById("facts").innerText.startsWith("Solved in")`) {
			break
		}
		if round == 10 {
			t.Fatal("ten hints do not solve it")
		}
	}
	axed("a game that is won")
	// The link of the game restores it.
	link := value[string](b, `location.hash`)
	shown := value[string](b, `document.getElementById("rounds").innerText`)
	b.at("number&mean=5.21")
	b.wait(`document.getElementById("number-results").innerText.includes("26,274")`)
	axed("a number")

	// A game that was played is judged, and a link holds it.
	played, text, verdict := "mm3x4", "112 1A1B\n133 0A1B", "Best play expects 3.22 guesses; these cost 0.38 more, and good luck saved 0.09."
	if enginetest.Long() {
		played, text, verdict = "mm4x6", "1122 1A1B\n1344 0A1B", "Best play expects 4.34 guesses; these cost 0.13 more, and bad luck cost 0.20."
	}
	b.at("judge&game=" + played + "&text=" + url.QueryEscape(text))
	b.wait(`document.getElementById("judge-results").innerText.includes("` + verdict + `")`)
	axed("a game that was judged")
	b.at("judge&game=mm4x6&text=1122")
	b.wait(`document.getElementById("judge-results").innerText.includes("Line 1: round 1: guess 1122 has no feedback")`)
	value[bool](b, `(document.getElementById("rounds").replaceChildren(), true)`)
	b.at(link)
	b.wait(`document.querySelectorAll("#rounds > li").length > 0 && !document.getElementById("board").hidden`)
	if again := value[string](b, `document.getElementById("rounds").innerText`); strings.Split(again, "\n")[0] != strings.Split(shown, "\n")[0] {
		t.Errorf("the link restores %q, not %q", again, shown)
	}
	turn()
	// A strategy finds 3614.
	g := enginetest.Game(t, "mm4x6")
	secret := enginetest.Code(t, g, "3614")
	finder := "minimax"
	if enginetest.Long() {
		finder = "optimal"
	}
	b.at("secret&game=mm4x6&strategy=" + finder)
	for round := 0; ; round++ {
		b.wait(fmt.Sprintf(`document.querySelectorAll("#rounds > li").length === %d`, round))
		if value[bool](b, `document.getElementById("facts").innerText.startsWith("Found with guess")`) {
			break
		}
		b.wait(`document.querySelector("#feedback [data-feedback]") && [...document.querySelectorAll("#slots > *")].every(s => s.textContent)`)
		guess := enginetest.Code(t, g, value[string](b, `[...document.querySelectorAll("#slots > *")].map(s => s.textContent).join("")`))
		b.click(`#feedback [data-feedback="` + g.FormatFeedback(g.Feedback(secret, guess)) + `"]`)
	}
	axed("a code that is found")
	turn()
	// Knuth's 5801 is compared, with what he published.
	b.at("compare&s=mm4x6+knuth&s=mm4x6+optimal")
	b.wait(`document.getElementById("picture")?.complete && document.getElementById("published")`)
	compared := value[string](b, `document.getElementById("compare-results").innerText`)
	for _, want := range []string{"4.47608", "4.34028", "Knuth 1977", "exact", "./run.sh compare 'mm4x6 knuth' 'mm4x6 optimal'"} {
		if !strings.Contains(compared, want) {
			t.Errorf("the comparison lacks %q: %s", want, compared)
		}
	}
	axed("a comparison")
	b.at("compare&s=mm4x6+nope")
	b.wait(`document.querySelector("#compare .error").textContent.startsWith("unknown strategy \"nope\"")`)
	turn()
	// mm4x6 is proved, and its tree is walked through.
	b.at("prove&game=mm4x6&objective=total")
	b.wait(`document.getElementById("proof").innerText.includes("5,625")`)
	b.click(`#tree [data-feedback="1A1B"]`)
	b.wait(`document.querySelector("#tree .crumbs")`)
	axed("a proof")
}

var update = flag.Bool("update", false, "take the picture of the board again")

// boardPicture takes the picture of the README: a game of Mastermind that is over, and
// its end card.
// Pixels depend on the browser's fonts; what the board says does not, and stands beside it.
func boardPicture(t *testing.T) {
	b := openLab(t)
	b.run(chromedp.EmulateViewport(1000, 535, chromedp.EmulateScale(2)), colours("light"))
	b.at("guess&game=mm4x6&seed=11&guesses=1123,3344,3542,3166")
	b.wait(`[...document.querySelectorAll("#rounds .code")].map(e => e.textContent).join() === "1123,3344,3542,3166" && document.getElementById("facts").innerText.includes("lost") && !document.getElementById("facts").innerText.includes("…")`)
	// The picture is of the game alone; other tests use the tab after this one.
	value[bool](b, `(document.head.append(make("style", { id: "cropped" }, "header, #board > .bar, footer, .actions, #facts h3, .beside { display: none !important; }")), true)`)
	defer value[bool](b, `(byId("cropped").remove(), true)`)
	picture, said := filepath.Join("..", "..", "experiments", "lab", "board.png"), filepath.Join("testdata", "board.txt")
	text := value[string](b, `[...document.querySelectorAll("#rounds > li, #facts > :not(details)")].map(e => e.innerText.replace(/\s+/g, " ")).join("\n") + "\n"`)
	if *update {
		shot, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
		if err == nil {
			err = errors.Join(os.WriteFile(picture, shot, 0o644), os.WriteFile(said, []byte(text), 0o644))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(said); err != nil || text != string(want) {
		t.Errorf("the board of the picture says\n%s, want\n%s (%v); -update takes it again", text, want, err)
	}
}

// endCard holds the numbers of the end card against the program's, in games with and
// without losses, and tries what the card offers.
func endCard(t *testing.T) {
	b := openLab(t)
	for _, guesses := range []string{"1123,1415,4233,2621,3166", "1123,3344,3542,3166", "1111,1112,1113,3166"} {
		b.at("guess&game=mm4x6&seed=11&guesses=" + guesses)
		b.wait(`[...document.querySelectorAll("#rounds .code")].map(e => e.textContent).join() === "` + guesses + `" && / lost /.test(document.getElementById("facts").innerText)`)
		card := value[string](b, `[...document.querySelectorAll(".scores strong")].map(e => e.textContent).join(" ")`)
		want := value[string](b, `(async () => {
			const { out } = await Program.run(["play", "mm4x6", "--seed", "11", "--guesses", "`+guesses+`", "--json"]);
			const { score, rounds } = JSON.parse(out);
			return [score.skill, score.luck, rounds.length].join(" ");
		})()`)
		if card != want {
			t.Errorf("after %s the card says %q, and the program %q", guesses, card, want)
		}
		if shown := value[string](b, `document.getElementById("facts").innerText`); !strings.Contains(shown, "Knuth and the optimum needed 5 for this secret.") {
			t.Errorf("after %s the card says %q, and not what Knuth and the optimum needed", guesses, shown)
		}
	}

	// What is shared has no codes, so that another can play the same secret.
	value[bool](b, `(navigator.clipboard.writeText = async text => { window.shared = text; }, true)`)
	b.click("#share")
	b.wait(`window.shared !== undefined`)
	if text := value[string](b, `window.shared`); !strings.HasPrefix(text, "Mastermind, 4 positions, 6 colours (mm4x6): solved in 4\nSkill ") || !strings.HasSuffix(text, "\n⚫⚫⚫⚫") || strings.Contains(text, "3166") {
		t.Errorf("%q is shared", text)
	}
	b.click("#again")
	b.wait(`document.querySelectorAll("#rounds > li").length === 0`)
	if hash := value[string](b, `location.hash`); !strings.Contains(hash, "seed=11") {
		t.Errorf("the game that is played again is %s", hash)
	}
}

// labTimes holds the size of the page against its limit. With -update it also plays
// games in the browser, and writes how long that takes, the median of five times: the data
// of a table of the entry bench.
func labTimes(t *testing.T) {
	b := openLab(t)
	info, err := os.Stat(enginetest.Must(buildLab())(t))
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 6e6 {
		t.Errorf("the lab has %d bytes; at most 6 MB are opened", info.Size())
	}
	if !*update {
		return
	}
	times := "subject,>seconds,>bytes of lab.html\n"
	for _, subject := range []string{"mm4x6 entropy first=1122", "bc4x10 entropy first=0123", "mm5x8 entropy first=11234"} {
		b.obey("games") // the program is there
		seconds := value[float64](b, `(async () => { const times = []; for (let i = 0; i < 5; i++) { const begun = performance.now(); await Program.run(`+string(enginetest.Must(json.Marshal(append([]string{"measure"}, strings.Fields(subject)...)))(t))+`); times.push(performance.now() - begun); } return times.sort((a, b) => a - b)[2] / 1000; })()`)
		times += fmt.Sprintf("%s,%.3f,%d\n", subject, seconds, info.Size())
	}
	t.Log(times)
	enginetest.WriteFile(t, filepath.Join("..", "..", "experiments", "pages", "browser.csv"), times)
}
