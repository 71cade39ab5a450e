package chart

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// A Figure is a picture: a title that says what it shows, panels, and at the foot the
// sources of its published figures with their verdicts.
type Figure struct {
	File     string // name of the PNG file, such as minimax.png
	Caption  string // says what to see; the alternative text of the picture
	Title    string // what the picture shows, in words
	Subtitle string // what was played: game, strategy, first guess
	Source   string // of the published figures in it, such as "Knuth 1977"; empty without any
	Verdict  string // on these, such as exact
	Command  string // makes the picture again, such as ./run.sh run ties; may be empty
	Charts   []Chart
	Columns  int // of panels; 0 means 1
	Width    int // in pixels; 0 for 640
	Height   int // in pixels, as far as the panels stretch; 0 for what they want
}

// A Chart is a panel of a [Figure]: [Histogram], [Lines], [Dots] or [HeatMap].
type Chart interface {
	heading() string
	// numbers lists what is drawn.
	numbers() []float64
	// height is how many pixels the panel wants at a width, and how many of these it
	// can do without: none if it does not stretch.
	height(width float64) (wanted, spare float64)
	// draw fills the box, as far as the panel stretches.
	draw(p pen, b box)
}

// A keyed panel does not label its series itself, but in the key that all panels share.
type keyed interface{ key() []keyItem }

// A box is where a panel is drawn, in pixels.
type box struct{ left, bottom, right, top float64 }

func (b box) width() float64 { return b.right - b.left }

// A keyItem explains a colour, and a shape.
type keyItem struct {
	name   string
	colour Colour
	lines  []string // of the name, folded where it is too long for a line
}

// The widths that figures may have, in pixels. The height may be at most MostWidth, too.
// PhoneWidth is that of a column of text on a phone.
const (
	LeastWidth = 320
	PhoneWidth = 358
	MostWidth  = 4000
)

const (
	usualWidth   = 640
	usualMargin  = 20.0
	phoneMargin  = 8.0 // of figures that are at most phoneWidest wide
	phoneWidest  = 420.0
	marginY      = 18.0
	gapX         = 26.0
	gapY         = 22.0
	headingLine  = 19.0
	keyRowRoom   = 22.0
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

// Draw draws the figure in a format. The same figure gives the same bytes. The file also
// holds the title, the caption and the command, as PNG chunks of text, in the description of
// an SVG, and in the document's properties of a PDF.
func (f Figure) Draw(format Format) ([]byte, error) {
	width, height := f.Size()
	canvas := canvasOf(format, width, height)
	if canvas == nil {
		return nil, fmt.Errorf("unknown format %q; allowed: %s", format, strings.ReplaceAll(strings.Trim(fmt.Sprint(Formats()), "[]"), " ", ", "))
	}
	if err := f.DrawOn(canvas); err != nil {
		return nil, err
	}
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

// A layout says where the parts of a figure are.
type layout struct {
	width, height   float64
	margin          float64 // at the left and the right
	columns         int
	title, subtitle []string
	source          []string
	key             [][]keyItem // by rows
	keyHeights      []float64
	rows            [][]Chart
	rowHeights      []float64
	lowest          float64 // that the height can be
}

// Narrow returns the figure as it is drawn for a phone: PhoneWidth wide, its panels one
// below the other, small histograms in pairs, and as high as they want.
func (f Figure) Narrow() Figure {
	f.Width, f.Columns, f.Height = PhoneWidth, min(2, f.Columns), 0
	for _, c := range f.Charts {
		if h, isHistogram := c.(Histogram); !isHistogram || !h.Small {
			f.Columns = 1
		}
	}
	return f
}

// panelWidth is how wide each panel is: as wide in the last row as in others, so that
// they can be compared.
func (l layout) panelWidth() float64 {
	panels := float64(l.columns)
	return (l.width - 2*l.margin - gapX*(panels-1)) / panels
}

func (f Figure) layout() layout {
	l := layout{width: float64(cmp.Or(f.Width, usualWidth)), margin: usualMargin}
	if l.width <= phoneWidest {
		l.margin = phoneMargin
	}
	inner := l.width - 2*l.margin
	l.title = fold(f.Title, inner, titleSize, true)
	for width := inner; width > inner/2 && len(fold(f.Title, width, titleSize, true)) == len(l.title); width -= 4 {
		l.title = fold(f.Title, width, titleSize, true) // lines of about the same length
	}
	l.subtitle = fold(f.Subtitle, inner, subtitleSize, false)
	l.key = keyRows(f.Charts, inner)
	l.height = 2*marginY + float64(len(l.title))*titleLine + float64(len(l.subtitle))*subtitleLine
	for _, row := range l.key {
		lines := 1
		for _, item := range row {
			lines = max(lines, len(item.lines))
		}
		l.keyHeights = append(l.keyHeights, keyRowRoom+keyLine*float64(lines-1))
		l.height += l.keyHeights[len(l.keyHeights)-1]
	}
	if l.height > 2*marginY {
		l.height += 10
	}
	l.columns = max(1, f.Columns)
	l.rows = slices.Collect(slices.Chunk(f.Charts, l.columns))
	stretching := 0.0
	spares := make([]float64, len(l.rows))
	for i, row := range l.rows {
		highest, least := 0.0, 0.0
		for _, c := range row {
			h, spare := c.height(l.panelWidth())
			h += headingRoom(headingLines(c, l.panelWidth()))
			highest, least = max(highest, h), max(least, h-spare)
		}
		if spares[i] = highest - least; spares[i] > 0 {
			stretching++
		}
		l.lowest -= spares[i]
		l.rowHeights = append(l.rowHeights, highest)
		l.height += highest
		if i > 0 {
			l.height += gapY
		}
	}
	if f.Source != "" {
		l.source = fold("Source: "+f.Source, l.width-l.margin-f.verdictRight(l.margin), bodySize, false)
	}
	if f.Source != "" || f.Verdict != "" {
		l.height += footRoom + footLine*float64(max(0, len(l.source)-1))
	}
	l.lowest += l.height
	if more := float64(f.Height) - l.height; f.Height > 0 && stretching > 0 {
		for i, spare := range spares {
			if spare > 0 {
				l.rowHeights[i] += max(more/stretching, -spare)
				l.height += max(more/stretching, -spare)
			}
		}
	}
	return l
}

// keyRows lists what panels explain with colours, each once, in rows.
func keyRows(charts []Chart, width float64) [][]keyItem {
	var rows [][]keyItem
	seen := map[string]bool{}
	left := 0.0
	for _, c := range charts {
		panel, ok := c.(keyed)
		if !ok {
			continue
		}
		for _, item := range panel.key() {
			if seen[item.name] {
				continue
			}
			seen[item.name] = true
			item.lines = fold(item.name, width-keySign, bodySize, false)
			if len(rows) == 0 || left+item.width() > width {
				rows, left = append(rows, nil), 0
			}
			rows[len(rows)-1] = append(rows[len(rows)-1], item)
			left += item.width()
		}
	}
	return rows
}

const (
	keySign = 20.0
	keyGap  = 18.0
)

func (i keyItem) width() float64 { return keySign + widest(i.lines...) + keyGap }

// headingLines folds the heading of a panel.
func headingLines(c Chart, width float64) []string {
	return fold(c.heading(), width, headingSize, true)
}

// headingRoom is how high a heading is, with the gap below it.
func headingRoom(lines []string) float64 {
	if len(lines) == 0 {
		return 0
	}
	return headingLine*float64(len(lines)) + 5
}

// Size returns how large the figure is drawn.
func (f Figure) Size() (width, height vg.Length) {
	l := f.layout()
	return px(l.width), px(l.height)
}

// DrawOn draws the figure on a canvas of its size. It returns an error for
// sizes that are not allowed, and for numbers that are not finite.
func (f Figure) DrawOn(canvas vg.CanvasSizer) error {
	if err := f.check(); err != nil {
		return fmt.Errorf("figure %s: %w", f.File, err)
	}
	l := f.layout()
	p := onCanvas(canvas)
	y := l.height - marginY
	p.lines(l.title, point{l.margin, y}, titleLine, label{size: titleSize, bold: true, v: atEnd})
	y -= titleLine * float64(len(l.title))
	p.lines(l.subtitle, point{l.margin, y}, subtitleLine, label{size: subtitleSize, colour: soft, v: atEnd})
	y -= subtitleLine * float64(len(l.subtitle))
	for i, row := range l.key {
		x := l.margin
		middle := y - keyRowRoom/2
		for _, item := range row {
			p.mark(item.colour.shape, item.colour.rgba(), point{x + 7, middle}, 5.5, false)
			p.lines(item.lines, point{x + keySign, middle}, keyLine, label{v: atMiddle})
			x += item.width()
		}
		y -= l.keyHeights[i]
	}
	if y < l.height-marginY {
		y -= 10
	}
	for i, row := range l.rows {
		width := l.panelWidth()
		for k, c := range row {
			b := box{left: l.margin + float64(k)*(width+gapX), top: y, bottom: y - l.rowHeights[i]}
			b.right = b.left + width
			heading := headingLines(c, width)
			p.lines(heading, point{b.left, b.top}, headingLine, label{size: headingSize, bold: true, v: atEnd})
			b.top -= headingRoom(heading)
			c.draw(p, b)
		}
		y -= l.rowHeights[i] + gapY
	}
	f.drawFoot(p, l)
	return nil
}

// verdictRight is where the source begins, beside the field of the verdict.
func (f Figure) verdictRight(margin float64) float64 {
	if f.Verdict == "" {
		return margin
	}
	return margin + textWidth(f.Verdict, bodySize, true) + 18 + 12
}

// drawFoot writes the verdict on a field of its colour, and the source.
func (f Figure) drawFoot(p pen, l layout) {
	top := marginY + 6 + footLine*float64(max(0, len(l.source)-1))
	right := f.verdictRight(l.margin)
	if f.Verdict != "" {
		field := cmp.Or(verdicts[f.Verdict], Published()).rgba()
		p.rect(field, stroke{}, l.margin, top-11, right-12, top+11)
		p.text(f.Verdict, point{l.margin + 9, top}, label{bold: true, colour: color.White, v: atMiddle})
	}
	p.lines(l.source, point{right, top}, footLine, label{colour: soft, v: atMiddle})
}

// check returns an error for what cannot be drawn.
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
	for _, c := range f.Charts {
		switch numbers := c.numbers(); {
		case len(numbers) == 0:
			return fmt.Errorf("panel %q: there are no numbers", c.heading())
		case slices.ContainsFunc(numbers, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }):
			return fmt.Errorf("panel %q: a number is not finite", c.heading())
		}
	}
	if lowest := math.Ceil(f.layout().lowest); f.Height > 0 && float64(f.Height) < lowest {
		return fmt.Errorf("%d pixels high; with what it shows it must be at least %.0f", f.Height, lowest)
	}
	return nil
}
