package pages

import (
	"flag"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/wording"
	"codebreak/experiments/cli"
)

var update = flag.Bool("update", false, "draw assist.svg again")

// TestAssistPicture draws the picture of the README from what the program says while it
// finds the code 3614, and compares it with the file that is there.
func TestAssistPicture(t *testing.T) {
	t.Setenv("CODEBREAK_COMMAND", "./run.sh")
	path := filepath.Join("..", "cli", "assist.svg")
	const command = "assist mm4x6 optimal"
	feedbacks := []string{"0A2B", "1A1B", "0A2B", "3A0B", "4A0B"}
	var said, failed strings.Builder
	if code := cli.Run(Entries, strings.Fields(command+" --quiet"), strings.NewReader(strings.Join(feedbacks, "\n")), &said, &failed); code != 0 {
		t.Fatalf("exit code %d: %s", code, failed.String())
	}
	guesses := regexp.MustCompile(`Guess \d+: (\d{4})  \(([\d,]+) left`).FindAllStringSubmatch(said.String(), -1)
	if len(guesses) != len(feedbacks) || !strings.Contains(said.String(), "3614, with guess 5") {
		t.Fatalf("it says\n%s", said.String())
	}
	rows := make([]assistRow, len(guesses))
	for i, m := range guesses {
		rows[i] = assistRow{guess: m[1], feedback: feedbacks[i], left: parseCount(m[2])}
	}
	got := drawAssist("./run.sh "+command, rows)
	if *update {
		enginetest.WriteFile(t, path, got)
	}
	if got != enginetest.ReadFile(t, path) {
		t.Errorf("%s is not what the program says now; go test ./experiments/pages -run AssistPicture -update draws it again", path)
	}
}

// An assistRow is a guess, the candidates that were left before it, and its feedback.
type assistRow struct {
	guess, feedback string
	left            int
}

// drawAssist draws a board: a row for each guess, with its pegs, its feedback in black and
// white pegs, and the number of candidates before it as a bar on a logarithmic scale.
func drawAssist(command string, rows []assistRow) string {
	colours := []string{"#c0392b", "#e0a100", "#1e8449", "#2471a3", "#7d3c98", "#5d6d7e"}
	const width, rowHeight, top, barLeft, barWidth = 660, 52, 84, 372, 190
	height := top + rowHeight*len(rows) + 46
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="ui-sans-serif, system-ui, 'Liberation Sans', Arial, sans-serif" font-size="15" role="img">`, width, height, width, height)
	line(`<title>The program finds the code 3614 of Mastermind with its fifth guess</title>`)
	line(`<desc>%s</desc>`, command)
	line(`<rect width="%d" height="%d" rx="10" fill="#ffffff" stroke="#d0d7de"/>`, width, height)
	line(`<text x="24" y="34" font-family="ui-monospace, 'Liberation Mono', monospace" fill="#1b1f24">$ %s</text>`, command)
	for _, h := range []struct {
		x    int
		text string
	}{{58, "guess"}, {262, "feedback"}, {barLeft, "codes that may be the secret (logarithmic bars)"}} {
		line(`<text x="%d" y="66" font-size="13" fill="#57606a">%s</text>`, h.x, h.text)
	}
	for i, r := range rows {
		y := top + rowHeight*i + rowHeight/2
		line(`<text x="24" y="%d" fill="#57606a">%d</text>`, y+5, i+1)
		for k, digit := range r.guess {
			x := 74 + 44*k
			line(`<circle cx="%d" cy="%d" r="18" fill="%s"/><text x="%d" y="%d" text-anchor="middle" font-weight="bold" fill="#ffffff">%c</text>`,
				x, y, colours[digit-'1'], x, y+5, digit)
		}
		black, white := int(r.feedback[0]-'0'), int(r.feedback[2]-'0')
		for k := range len(r.guess) {
			x, fill, ring := 270+22*k, "none", "#d0d7de"
			switch {
			case k < black:
				fill, ring = "#1b1f24", "#1b1f24"
			case k < black+white:
				fill, ring = "#ffffff", "#1b1f24"
			}
			line(`<circle cx="%d" cy="%d" r="8" fill="%s" stroke="%s" stroke-width="2"/>`, x, y, fill, ring)
		}
		long := max(2, barWidth*math.Log(float64(r.left))/math.Log(float64(rows[0].left)))
		line(`<rect x="%d" y="%d" width="%.0f" height="16" rx="2" fill="#9ecbe8"/><text x="%.0f" y="%d" fill="#1b1f24">%s</text>`,
			barLeft, y-8, long, barLeft+long+8, y+5, wording.Thousands(r.left))
	}
	line(`<text x="24" y="%d" fill="#1b1f24">Found: %s, with guess %d</text>`, height-20, rows[len(rows)-1].guess, len(rows))
	line(`<text x="262" y="%d" font-size="13" fill="#57606a">black: right place; white: right colour, wrong place</text>`, height-20)
	line(`</svg>`)
	return b.String()
}
