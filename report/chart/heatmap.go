package chart

import (
	"image/color"
	"math"
	"slices"
	"strings"
)

// A HeatMap is a table whose cells are coloured by the numbers in them: white for 0, blue
// below 0 and orange above. Below it stands the key.
type HeatMap struct {
	Title   string
	XLabel  string
	YLabel  string
	Columns []string // labels
	Rows    []string // labels, from the top down
	Cells   [][]Cell // by row and column
	// Unit says what the numbers are, for the key, such as "% more guesses".
	Unit string
	// Missing says what a cell without a value means, such as "not computed".
	Missing string
	// Largest is the size of the numbers that get the full colour; 0 for the largest in the
	// map. Maps with the same Largest can be compared.
	Largest float64
}

// A Cell is coloured by its value, NaN if it has none, and holds a label.
type Cell struct {
	Value  float64
	Label  string
	Framed bool // the picture's title is about it
}

func (c Cell) missing() bool {
	return math.IsNaN(c.Value)
}

func (c Cell) known() bool {
	return !c.missing()
}

// The full colours of numbers below and above 0.
var (
	below = hex("#4A94D6")
	above = hex("#D9730D")
)

func (h HeatMap) heading() string { return h.Title }

func (h HeatMap) numbers() (all []float64) {
	for _, c := range slices.Concat(h.Cells...) {
		if c.known() {
			all = append(all, c.Value)
		}
	}
	return all
}

// span returns the least and the largest number, and 0 if all numbers are on one side of it.
func (h HeatMap) span() (low, high float64) {
	for _, v := range h.numbers() {
		low = min(low, v)
		high = max(high, v)
	}
	return low, high
}

// largest returns the size of the numbers that get the full colour.
func (h HeatMap) largest() float64 {
	if h.Largest > 0 {
		return h.Largest
	}
	low, high := h.span()
	return max(-low, high)
}

// shades is how many shades there are between white and a full colour: few enough that the
// palette of a PNG has them all.
const shades = 10

// tint returns white for 0, and the fuller a colour the larger the number.
func (h HeatMap) tint(v float64) color.RGBA {
	full := above
	if v < 0 {
		full = below
	}
	shade := math.Round(shades * math.Abs(v) / max(h.largest(), 1e-9))
	return mix(full, white, min(1, shade/shades))
}

const (
	cellHigh  = 25.0
	keyHigh   = 46.0
	widestBar = 220.0 // of colours, in the key
	cellGap   = 8.0   // beside a label
	blockGap  = 10.0  // between the blocks of a map
)

// A grid is where the cells of a map are. They stand side by side as far as their labels can
// be read. The other columns stand in blocks below.
type grid struct {
	rows, columns [][]string // labels, folded
	corner        []string   // the label of the rows
	left, cell    float64    // the width of the labels and of a cell
	head, row     float64    // the heights of the columns' labels and of a row
	blocks        int
	perBlock      int // columns
}

func (h HeatMap) grid(width float64) (g grid) {
	// The labels of rows, at the left.
	room := width
	if width <= phoneWidest {
		room = 0.36 * width
	}
	longest := 1
	for _, name := range h.Rows {
		lines := wrapped(name, room)
		g.rows = append(g.rows, lines)
		g.left = max(g.left, widest(lines...))
		longest = max(longest, len(lines))
	}
	g.row = max(cellHigh, labelLine*float64(longest)+cellGap)
	g.corner = wrapped(h.YLabel, room)
	g.left = max(g.left, widest(g.corner...)) + 12

	// A cell is at least as wide as its own label and that of its column, which may be broken
	// after a hyphen.
	leastCell := 0.0
	for _, c := range slices.Concat(h.Cells...) {
		width := textWidth(minus(c.Label), minimumText, false)
		leastCell = max(leastCell, width+cellGap)
	}
	longest = len(g.corner)
	for _, name := range h.Columns {
		lines := wrapped(strings.ReplaceAll(name, "-", "- "), leastCell)
		for i := range lines {
			lines[i] = strings.ReplaceAll(lines[i], "- ", "-")
		}
		g.columns = append(g.columns, lines)
		longest = max(longest, len(lines))
		leastCell = max(leastCell, widest(lines...)+cellGap)
	}
	g.head = tickRoom + labelLine*float64(max(1, longest)-1)

	// As few blocks as possible, of about the same number of columns.
	columns := len(h.Columns)
	room = width - g.left
	fitting := max(1, int(room/leastCell))
	g.blocks = (columns + fitting - 1) / fitting
	g.perBlock = (columns + g.blocks - 1) / g.blocks
	g.cell = room / float64(g.perBlock)
	return g
}

func (h HeatMap) draw(p pen, b box, _ float64) (bottom, spare float64) {
	g := h.grid(b.width())
	size := h.labelSize(g.cell)
	left := b.left + g.left
	top := b.top
	room := b.right - left

	if h.XLabel != "" {
		lines := wrapped(h.XLabel, room)
		middle := (left + b.right) / 2
		p.lines(lines, point{middle, top}, labelLine, under.quiet())
		top -= labelRoom(h.XLabel, room)
	}

	for first := 0; first < len(h.Columns); first += g.perBlock {
		last := min(len(h.Columns), first+g.perBlock)
		p.lines(g.corner, point{b.left, top}, labelLine, underRight.quiet())
		for i, name := range g.columns[first:last] {
			middle := left + g.cell*(float64(i)+0.5)
			p.lines(name, point{middle, top}, labelLine, under)
		}
		top -= g.head

		for y, row := range h.Cells {
			if h.Missing == "" && !slices.ContainsFunc(row[first:last], Cell.known) {
				continue
			}
			name := g.rows[y]
			middle := top - g.row/2
			firstLine := middle + labelLine*float64(len(name)-1)/2
			p.lines(name, point{b.left, firstLine}, labelLine, toRight)
			h.drawCells(p, g, row[first:last], point{left, top}, size)
			top -= g.row
		}
		top -= blockGap
	}

	bottom = top + blockGap - 6
	if h.Unit != "" {
		h.drawKey(p, left, top, b.right)
		bottom -= keyHigh + labelLine*float64(len(h.keyLines(room)))
	}
	return bottom, 0
}

// labelSize returns the size in which all labels fit a cell of some width.
func (h HeatMap) labelSize(cell float64) float64 {
	size := bodySize
	for _, c := range slices.Concat(h.Cells...) {
		width := max(1, widest(minus(c.Label)))
		size = min(size, bodySize*(cell-cellGap)/width)
	}
	return max(minimumText, size)
}

// drawCells draws cells side by side, from their upper left corner. All fields come before all
// labels, so that no field covers a letter.
func (h HeatMap) drawCells(p pen, g grid, cells []Cell, at point, size float64) {
	for i, c := range cells {
		if c.missing() {
			continue
		}
		left := at.x + g.cell*float64(i)
		tint := h.tint(c.Value)
		p.rect(tint, gridLine, left, at.y-g.row, left+g.cell, at.y)
	}

	missing := ""
	if h.Missing != "" {
		missing = "·"
	}
	for i, c := range cells {
		text := minus(c.Label)
		look := centred.sized(size)
		if c.missing() {
			text = missing
			look = look.quiet()
		}
		left := at.x + g.cell*float64(i)
		if c.Framed {
			frame := stroke{Color: ink, Width: px(2)}
			p.rect(nil, frame, left+1.5, at.y-g.row+1.5, left+g.cell-1.5, at.y-1.5)
			look.bold = true
		}
		p.text(text, point{left + g.cell/2, at.y - g.row/2}, look)
	}
}

// minus begins a number below 0 with a minus instead of a hyphen, and 0 without a sign.
func minus(label string) string {
	if strings.Trim(label, "+-0.") == "" {
		return strings.TrimLeft(label, "+-")
	}
	number, below := strings.CutPrefix(label, "-")
	if below {
		return "−" + number
	}
	return label
}

// drawKey draws the scale of colours from the least to the largest number, and the meaning of
// the numbers to the right of it or below.
func (h HeatMap) drawKey(p pen, left, top, right float64) {
	low, high := h.span()
	if low == high {
		return
	}
	low = max(low, -h.largest())
	if high > 0 {
		high = h.largest()
	}

	room := right - left
	lines := h.keyLines(room)
	width := min(widestBar, room/2)
	if len(lines) > 0 {
		width = min(widestBar, room-20)
	}

	// The bar is made of steps, each one pixel wider than needed so that no gap is seen.
	const steps = 60
	const bar = 12.0
	end := left + width
	for i := range steps {
		v := low + (high-low)*(float64(i)+0.5)/steps
		from := left + width*float64(i)/steps
		to := left + width*float64(i+1)/steps + 1
		p.rect(h.tint(v), stroke{}, from, top-bar, min(end, to), top)
	}
	outline := stroke{Color: soft, Width: px(0.8)}
	p.rect(nil, outline, left, top-bar, end, top)

	x := scale{
		from: low,
		to:   high,
		low:  left,
		high: end,
	}
	number := under.sized(smallSize).quiet()
	for _, t := range ticks(low, high, 5, 0) {
		p.text(t.text, point{x.at(t.value), top - bar - 5}, number)
	}

	if len(lines) == 0 {
		p.text(h.keyText(), point{end + 14, top - bar/2}, toRight.quiet())
	}
	p.lines(lines, point{left, top - bar - 24}, labelLine, underRight.quiet())
}

// keyText returns the meaning of the numbers, and of cells without one if there are any.
func (h HeatMap) keyText() string {
	cells := slices.Concat(h.Cells...)
	if h.Missing != "" && slices.ContainsFunc(cells, Cell.missing) {
		return h.Unit + " (·: " + h.Missing + ")"
	}
	return h.Unit
}

// keyLines returns the text of the key if it has no room beside its bar and stands below.
func (h HeatMap) keyLines(width float64) []string {
	text := h.keyText()
	if widest(text) > width-min(widestBar, width/2)-14 {
		return wrapped(text, width)
	}
	return nil
}
