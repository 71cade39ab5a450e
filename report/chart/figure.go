package chart

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"html"
	"image/color"
	"math"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"codebreak/engine/pattern"
)

// A Figure is a picture: a title that says what it shows, panels, and at the foot the
// sources of its published figures with their verdicts.
type Figure struct {
	File     string // name of the PNG file, such as minimax.png
	Caption  string // says what to see; the alternative text of the picture
	Title    string // what the picture shows, in words
	Subtitle string // what was played: game, strategy, first guess
	Source   string // of the published figures in it, such as "Knuth 1977"; empty without any
	Verdict  string // on the published figures, such as exact
	Command  string // makes the picture again, such as ./run.sh run ties; may be empty
	Charts   []Chart
	SameAxes bool // the axes of all panels of a kind show the same numbers
	Columns  int  // of panels; 0 means 1
	Width    int  // in pixels; 0 for 640
	Height   int  // in pixels, as far as the panels stretch; 0 for their natural height
}

// A Chart is a panel of a [Figure]: [Histogram], [Lines], [Dots], [HeatMap] or [Icicle].
type Chart interface {
	heading() string
	// numbers lists the numbers that are drawn.
	numbers() []float64
	// draw draws the panel from the top of a box down. A panel that stretches is higher than
	// its natural height by more pixels. draw returns where the panel ends, and by how many
	// pixels it could be lower: 0 if it does not stretch.
	draw(p pen, b box, more float64) (bottom, spare float64)
}

const (
	usualWidth   = 640
	usualMargin  = 20.0
	marginY      = 18.0
	gapX         = 26.0
	gapY         = 22.0
	headingLine  = 19.0
	groupGap     = 10.0
	keyRowRoom   = 22.0
	keySign      = 20.0
	keyGap       = 18.0
	keyLine      = 17.0
	footRoom     = 34.0
	footLine     = 18.0
	titleLine    = titleSize * 1.25
	subtitleLine = subtitleSize * 1.35
)

// Name is the name of the figure's file in a format.
func (f Figure) Name(format Format) string {
	return strings.TrimSuffix(f.File, filepath.Ext(f.File)) + "." + string(format)
}

// Draw draws the figure in a format. The same figure gives the same bytes. A PNG and an SVG
// also hold the title, the caption and the command: as chunks of text, or as description.
func (f Figure) Draw(format Format) ([]byte, error) {
	if err := f.check(); err != nil {
		return nil, fmt.Errorf("figure %s: %w", f.File, err)
	}

	// Where everything goes takes as long to find as to draw, so it is found once.
	e, more := f.size()
	canvas := canvasOf(format, px(f.wide()), px(-e.bottom))
	if canvas == nil {
		var allowed []string
		for _, f := range Formats() {
			allowed = append(allowed, string(f))
		}
		return nil, fmt.Errorf("unknown format %q; allowed: %s", format, strings.Join(allowed, ", "))
	}
	f.drawOn(canvas, e, more)

	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("figure %s: %w", f.File, err)
	}

	switch format {
	case SVG:
		return svgNoted(withFallbacks(out.Bytes()), f.notes()), nil
	case PNG:
		return pngNoted(out.Bytes(), f.notes()), nil
	}
	return out.Bytes(), nil
}

// Narrow returns the figure as it is drawn for a phone: PhoneWidth wide, its panels one
// below the other, small histograms in pairs, and as high as they want.
func (f Figure) Narrow() Figure {
	f.Width = phoneWidth
	f.Columns = min(2, f.Columns)
	f.Height = 0
	for _, c := range f.Charts {
		if h, isHistogram := c.(Histogram); !isHistogram || !h.Small {
			f.Columns = 1
		}
	}
	return f
}

// An extent is where a figure ends, by how many pixels it could be lower, and how many of its
// rows of panels stretch.
type extent struct{ bottom, spare, rows float64 }

// size returns the extent of the figure below 0, and by how much each row of panels that
// stretches is higher than its natural height.
func (f Figure) size() (e extent, more float64) {
	e = f.draw(blank(), 0, 0)
	if f.Height == 0 || e.rows == 0 {
		return e, 0
	}
	more = (float64(f.Height) + e.bottom) / e.rows
	return f.draw(blank(), 0, more), more
}

// draw draws the figure from the top down.
func (f Figure) draw(p pen, top, more float64) (e extent) {
	width := f.wide()
	margin := usualMargin
	if width <= phoneWidest {
		margin = phoneMargin
	}
	inner := width - 2*margin

	// title, subtitle and key.
	title := underRight.sized(titleSize).strong()
	y := p.lines(f.titleLines(inner), point{margin, top - marginY}, titleLine, title)
	about := fold(f.Subtitle, inner, subtitleSize, false)
	subtitle := underRight.sized(subtitleSize).quiet()
	y = p.lines(about, point{margin, y}, subtitleLine, subtitle)
	y = f.drawKey(p, point{margin, y}, inner)
	if y < top-marginY {
		y -= 10
	}

	// Panels are as wide in the last row as in others, so that they can be compared.
	columns := max(1, f.Columns)
	wide := (inner - gapX*float64(columns-1)) / float64(columns)
	charts := f.Charts
	if f.SameAxes {
		charts = sameAxes(charts)
	}
	if columns == 1 {
		charts = aligned(charts)
	}
	for len(charts) > 0 {
		row := charts[:rowLength(charts, columns)]
		if len(charts) < len(f.Charts) {
			y -= gapY
		}
		charts = charts[len(row):]
		if group := groupOf(row[0]); group != "" {
			y = p.lines([]string{group}, point{margin, y}, headingLine, underRight.sized(headingSize).strong()) - groupGap
		}

		// The highest panel sets the height of the row. The row can shrink to the height that
		// the least flexible panel needs.
		var heights []float64
		highest := 0.0
		least := 0.0
		for _, c := range row {
			bottom, spare := drawPanel(c, blank(), box{right: wide}, 0)
			heights = append(heights, -bottom)
			highest = max(highest, -bottom)
			least = max(least, -bottom-spare)
		}
		if spare := highest - least; spare > 0 {
			e.spare += spare
			e.rows++
			highest += max(more, -spare)
		}

		for k, c := range row {
			left := margin + float64(k)*(wide+gapX)
			panel := box{
				left:  left,
				right: left + wide,
				top:   y,
			}
			drawPanel(c, p, panel, highest-heights[k])
		}
		y -= highest
	}
	e.bottom = f.drawFoot(p, point{margin, y}, width-margin) - marginY
	return e
}

// groupOf is the heading of the group that a panel begins; empty if it begins none.
func groupOf(c Chart) string {
	h, _ := c.(Histogram)
	return h.Group
}

// rowLength is the number of panels in the first row: as many as there are columns, of one group.
func rowLength(charts []Chart, columns int) int {
	n := min(columns, len(charts))
	for k, c := range charts[1:n] {
		if groupOf(c) != "" {
			return k + 1
		}
	}
	return n
}

// sameAxes makes the axes of all panels of a kind show the numbers of all.
func sameAxes(charts []Chart) []Chart {
	var histograms []Histogram
	var lines []Lines
	var numbers []float64 // of dots
	for _, c := range charts {
		switch c := c.(type) {
		case Histogram:
			histograms = append(histograms, c)
		case Lines:
			lines = append(lines, c)
		case Dots:
			numbers = append(numbers, c.numbers()...)
		}
	}

	ofHistograms := commonAxes(histograms...)
	ofLines := commonSpan(lines...)
	charts = slices.Clone(charts)
	for i, c := range charts {
		switch c := c.(type) {
		case Histogram:
			c.common = ofHistograms
			charts[i] = c
		case Lines:
			c.common = ofLines
			charts[i] = c
		case Dots:
			if len(numbers) > 0 {
				c.Least = slices.Min(numbers)
				c.Most = slices.Max(numbers)
			}
			charts[i] = c
		}
	}
	return charts
}

// titleLines folds the title into lines of about the same length.
func (f Figure) titleLines(inner float64) []string {
	const step = 4 // pixels
	folded := func(steps int) []string {
		return fold(f.Title, inner-float64(step*steps), titleSize, true)
	}

	// The narrower, the more lines. Search finds the first width, from all the room down to
	// half of it, that needs one line more.
	lines := len(folded(0))
	widths := int(math.Ceil(inner / 2 / step))
	more := sort.Search(widths, func(steps int) bool {
		return len(folded(steps)) > lines
	})
	return folded(more - 1)
}

// drawPanel draws the heading of a panel, and the panel below it.
func drawPanel(c Chart, p pen, b box, more float64) (bottom, spare float64) {
	heading := fold(c.heading(), b.width(), headingSize, true)
	letters := underRight.sized(headingSize).strong()
	b.top = p.lines(heading, point{b.left, b.top}, headingLine, letters)
	if len(heading) > 0 {
		b.top -= 5
	}
	return c.draw(p, b, more)
}

// drawKey draws the names of series with their colours, each once, in rows below a point. It
// returns where they end. Only charts of dots need it: the others name their series
// themselves.
func (f Figure) drawKey(p pen, at point, width float64) (bottom float64) {
	var series []DotSeries
	for _, c := range f.Charts {
		dots, _ := c.(Dots)
		series = append(series, dots.Series...)
	}

	seen := map[string]bool{}
	x := 0.0
	y := at.y
	lines := 0 // of the highest name in the row
	for _, s := range series {
		if s.Name == "" || seen[s.Name] {
			continue
		}
		seen[s.Name] = true

		name := wrapped(s.Name, width-keySign)
		wide := keySign + widest(name...) + keyGap
		if lines > 0 && x+wide > width {
			y = y - keyRowRoom - keyLine*float64(lines-1)
			x = 0
			lines = 0
		}

		middle := point{at.x + x, y - keyRowRoom/2}
		p.mark(s.Colour.shape, s.Colour.rgba(), middle.by(7, 0), 5.5)
		p.lines(name, middle.by(keySign, 0), keyLine, toRight)
		x += wide
		lines = max(lines, len(name))
	}

	if lines == 0 {
		return y
	}
	return y - keyRowRoom - keyLine*float64(lines-1)
}

// Size returns the size that the figure is drawn in.
func (f Figure) Size() (width, height vg.Length) {
	e, _ := f.size()
	return px(f.wide()), px(-e.bottom)
}

// wide is the width that the figure is drawn in.
func (f Figure) wide() float64 {
	return float64(cmp.Or(f.Width, usualWidth))
}

// DrawOn draws the figure on a canvas of its size.
func (f Figure) DrawOn(canvas vg.CanvasSizer) {
	e, more := f.size()
	f.drawOn(canvas, e, more)
}

// drawOn draws the figure on a canvas. Callers pass the results of size, which is slow.
func (f Figure) drawOn(canvas vg.CanvasSizer, e extent, more float64) {
	p := pen{draw.New(canvas)}
	p.rect(color.White, stroke{}, 0, 0, f.wide(), -e.bottom)
	f.draw(p, -e.bottom, more)
}

// drawFoot writes the verdict on a field of its colour, and the source, below a point. It
// returns where they end.
func (f Figure) drawFoot(p pen, at point, right float64) (bottom float64) {
	if f.Source == "" && f.Verdict == "" {
		return at.y
	}

	const below = footRoom - 6 // the point
	line := at.by(0, -below)
	if f.Verdict != "" {
		end := line.x + textWidth(f.Verdict, bodySize, true) + 18
		field := cmp.Or(verdicts[f.Verdict], Published()).rgba()
		letters := toRight.strong()
		letters.colour = color.White
		p.rect(field, stroke{}, line.x, line.y-11, end, line.y+11)
		p.text(f.Verdict, line.by(9, 0), letters)
		line.x = end + 12
	}

	bottom = at.y - footRoom
	if f.Source != "" {
		source := wrapped("Source: "+f.Source, right-line.x)
		p.lines(source, line, footLine, toRight.quiet())
		bottom -= footLine * float64(len(source)-1)
	}
	return bottom
}

// check returns an error if the figure cannot be drawn.
func (f Figure) check() error {
	switch {
	case f.Columns < 0:
		return fmt.Errorf("%d columns; allowed are 0, for one, and more", f.Columns)
	case f.Width != 0 && (f.Width < LeastWidth || f.Width > MostWidth):
		return fmt.Errorf("%d pixels wide; allowed are %d to %d", f.Width, LeastWidth, MostWidth)
	case f.Height < 0 || f.Height > MostWidth:
		return fmt.Errorf("%d pixels high; allowed are at most %d", f.Height, MostWidth)
	case len(f.Charts) == 0:
		return errors.New("it has no panels")
	}

	infinite := func(x float64) bool {
		return math.IsNaN(x) || math.IsInf(x, 0)
	}
	for _, c := range f.Charts {
		numbers := c.numbers()
		if len(numbers) == 0 {
			return fmt.Errorf("panel %q: there are no numbers", c.heading())
		}
		if slices.ContainsFunc(numbers, infinite) {
			return fmt.Errorf("panel %q: a number is not finite", c.heading())
		}
	}

	if f.Height == 0 {
		return nil
	}
	e := f.draw(blank(), 0, 0)
	lowest := math.Ceil(-e.bottom - e.spare)
	if float64(f.Height) < lowest {
		return fmt.Errorf("%d pixels high; with what it shows it must be at least %.0f", f.Height, lowest)
	}
	return nil
}

// A note is a text about the picture that its file holds beside the picture. The time is not
// noted, so that the same figure gives the same bytes.
type note struct{ key, text string } // the key as PNG has it

// notes returns the title, the caption, and the command that makes the picture again.
func (f Figure) notes() (out []note) {
	all := []note{
		{"Title", f.Title},
		{"Description", f.Caption},
		{"Software", "codebreak"},
		{"Comment", f.Command},
	}
	for _, n := range all {
		if n.text != "" {
			out = append(out, note{n.key, drawable(n.text)})
		}
	}
	return out
}

// pngNoted adds notes to a PNG as chunks of text, in UTF-8. They stand after the first chunk,
// of 25 bytes, which follows the signature of 8 bytes.
func pngNoted(data []byte, notes []note) []byte {
	const first = 8 + 25
	out := bytes.Clone(data[:first])
	for _, n := range notes {
		chunk := []byte("iTXt" + n.key + "\x00\x00\x00\x00\x00" + n.text) // not compressed, in no language
		out = binary.BigEndian.AppendUint32(out, uint32(len(chunk)-4))
		out = append(out, chunk...)
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
	}
	return append(out, data[first:]...)
}

// svgOpening is the tag that an SVG begins with.
var svgOpening = pattern.Of(`<svg [^>]*>\n?`)

// svgNoted adds the title, and all other notes as a description, after the opening tag.
func svgNoted(data []byte, notes []note) []byte {
	title := ""
	about := ""
	for _, n := range notes {
		if n.key == "Title" {
			title = "<title>" + html.EscapeString(n.text) + "</title>\n"
			continue
		}
		about += fmt.Sprintf("%s: %s\n", n.key, html.EscapeString(n.text))
	}

	end := svgOpening().FindIndex(data)[1]
	head := fmt.Appendf(nil, "%s<desc>%s</desc>\n", title, about)
	return slices.Concat(data[:end], head, data[end:])
}
