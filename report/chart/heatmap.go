package chart

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"
)

// A HeatMap colours the cells of a table by the number that is written in them:
// white for 0, blue below and orange above. Below it stands the key.
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
	// Largest is the size of the number of the full colour; 0 for the largest there
	// is. Several maps compare if it is the same.
	Largest float64
}

// A Cell is coloured by its value, NaN for none, and holds a label.
type Cell struct {
	Value float64
	Label string
}

var (
	below = hex("#4A94D6")
	above = hex("#D9730D")
)

func (h HeatMap) heading() string { return h.Title }

func (h HeatMap) numbers() (all []float64) {
	for _, c := range slices.Concat(h.Cells...) {
		if !math.IsNaN(c.Value) {
			all = append(all, c.Value)
		}
	}
	return all
}

// span is the least and the largest number there are.
func (h HeatMap) span() (low, high float64) {
	for _, v := range h.numbers() {
		low, high = min(low, v), max(high, v)
	}
	return low, high
}

func (h HeatMap) largest() float64 {
	low, high := h.span()
	return cmp.Or(max(0, h.Largest), max(-low, high))
}

// tint is white for 0, and the fuller the colour the larger the number.
func (h HeatMap) tint(v float64) color.RGBA {
	largest := h.largest()
	switch {
	case v == 0 || largest == 0:
		return white
	case v < 0:
		return mix(below, white, min(1, -v/largest))
	}
	return mix(above, white, min(1, v/largest))
}

const (
	cellHigh = 25.0
	keyHigh  = 46.0
	cellGap  = 4.0  // beside a label
	blockGap = 10.0 // between the blocks of a map
)

// A grid is where the cells of a map are: side by side as far as their labels can be read,
// the other columns in blocks below.
type grid struct {
	rows, columns [][]string // labels, folded
	corner        []string   // the label of the rows
	left, cell    float64    // the width of the labels and of a cell
	head, row     float64    // the heights of the columns' labels and of a row
	blocks        int
	perBlock      int // columns
}

func (h HeatMap) grid(width float64) (g grid) {
	most := width
	if width <= phoneWidest {
		most = 0.36 * width
	}
	longest := 1
	for _, name := range h.Rows {
		lines := fold(name, most, bodySize, false)
		g.rows, longest = append(g.rows, lines), max(longest, len(lines))
		g.left = max(g.left, widest(lines...))
	}
	g.row = max(cellHigh, labelLine*float64(longest)+cellGap)
	g.corner = fold(h.YLabel, most, bodySize, false)
	g.left = max(g.left, widest(g.corner...)) + 12
	least := 0.0 // width of a cell
	for _, c := range slices.Concat(h.Cells...) {
		least = max(least, textWidth(minus(c.Label), minimumText, false)+cellGap)
	}
	longest = len(g.corner)
	for _, name := range h.Columns {
		lines := fold(strings.ReplaceAll(name, "-", "- "), least, bodySize, false)
		for i := range lines {
			lines[i] = strings.ReplaceAll(lines[i], "- ", "-")
		}
		g.columns, longest = append(g.columns, lines), max(longest, len(lines))
		least = max(least, widest(lines...)+cellGap)
	}
	g.head = tickRoom + labelLine*float64(max(1, longest)-1)
	columns := len(h.Columns)
	fitting := min(columns, max(1, int((width-g.left)/least)))
	g.blocks = (columns + fitting - 1) / fitting
	g.perBlock = (columns + g.blocks - 1) / g.blocks
	g.cell = (width - g.left) / float64(g.perBlock)
	return g
}

func (h HeatMap) draw(p pen, b box, _ float64) (bottom, spare float64) {
	g := h.grid(b.width())
	size := bodySize
	for _, c := range slices.Concat(h.Cells...) {
		size = min(size, bodySize*(g.cell-cellGap)/max(1, textWidth(minus(c.Label), bodySize, false)))
	}
	size = max(minimumText, size)
	missing := ""
	if h.Missing != "" {
		missing = "·"
	}
	left, top := b.left+g.left, b.top
	if h.XLabel != "" {
		p.lines(fold(h.XLabel, b.right-left, bodySize, false), point{(left + b.right) / 2, top}, labelLine, label{colour: soft, h: atMiddle, v: atEnd})
		top -= labelRoom(h.XLabel, b.right-left)
	}
	for first := 0; first < len(h.Columns); first += g.perBlock {
		last := min(len(h.Columns), first+g.perBlock)
		p.lines(g.corner, point{b.left, top}, labelLine, label{colour: soft, v: atEnd})
		for i, name := range g.columns[first:last] {
			p.lines(name, point{left + g.cell*(float64(i)+0.5), top}, labelLine, label{h: atMiddle, v: atEnd})
		}
		top -= g.head
		for y, row := range h.Cells {
			middle := top - g.row/2
			p.lines(g.rows[y], point{b.left, middle + labelLine*float64(len(g.rows[y])-1)/2}, labelLine, label{v: atMiddle})
			for i, c := range row[first:last] { // before all texts, so that no field covers a letter
				if x := left + g.cell*float64(i); !math.IsNaN(c.Value) {
					p.rect(h.tint(c.Value), stroke{Color: faint, Width: px(1)}, x, top-g.row, x+g.cell, top)
				}
			}
			for i, c := range row[first:last] {
				text, look := minus(c.Label), label{size: size, h: atMiddle, v: atMiddle}
				if math.IsNaN(c.Value) {
					text, look.colour = missing, soft
				}
				p.text(text, point{left + g.cell*(float64(i)+0.5), middle}, look)
			}
			top -= g.row
		}
		top -= blockGap
	}
	bottom = top + blockGap - 6
	if h.Unit != "" {
		h.drawKey(p, left, top, b.right)
		bottom -= keyHigh + labelLine*float64(len(h.keyLines(b.right-left)))
	}
	return bottom, 0
}

// minus begins a number below 0 with a minus, not with a hyphen, and 0 with no sign.
func minus(label string) string {
	if strings.Trim(label, "+-0.") == "" {
		return strings.TrimLeft(label, "+-")
	}
	if number, below := strings.CutPrefix(label, "-"); below {
		return "−" + number
	}
	return label
}

// drawKey draws the scale of colours from its least to its largest number.
func (h HeatMap) drawKey(p pen, left, top, right float64) {
	low, high := h.span()
	if low == high {
		return
	}
	if h.Largest > 0 && low < 0 {
		low = -h.Largest
	}
	if h.Largest > 0 && high > 0 {
		high = h.Largest
	}
	const steps, bar = 60, 12.0
	width := min(220, (right-left)/2)
	below := h.keyLines(right - left)
	if len(below) > 0 {
		width = min(220, right-left-20)
	}
	x := scale{from: low, to: high, low: left, high: left + width}
	for i := range steps {
		v := low + (high-low)*(float64(i)+0.5)/steps
		p.rect(h.tint(v), stroke{}, left+width*float64(i)/steps, top-bar, min(left+width, left+width*float64(i+1)/steps+1), top)
	}
	p.rect(nil, stroke{Color: soft, Width: px(0.8)}, left, top-bar, left+width, top)
	for _, t := range ticks(low, high, 5, 0) {
		p.text(t.text, point{x.at(t.value), top - bar - 5}, label{size: smallSize, colour: soft, h: atMiddle, v: atEnd})
	}
	if len(below) == 0 {
		p.text(h.keyText(), point{left + width + 14, top - bar/2}, label{colour: soft, v: atMiddle})
	}
	p.lines(below, point{left, top - bar - 24}, labelLine, label{colour: soft, v: atEnd})
}

// keyText says what the colours mean, and what a cell without any does.
func (h HeatMap) keyText() string {
	if h.Missing != "" && slices.ContainsFunc(slices.Concat(h.Cells...), func(c Cell) bool { return math.IsNaN(c.Value) }) {
		return h.Unit + " (·: " + h.Missing + ")"
	}
	return h.Unit
}

// keyLines is the text of the key, if it stands below its bar for want of room beside it.
func (h HeatMap) keyLines(width float64) []string {
	if text := h.keyText(); widest(text) > width-min(220, width/2)-14 {
		return fold(text, width, bodySize, false)
	}
	return nil
}
