package chart

import (
	"cmp"
	"errors"
	"fmt"
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
	// Values[row][column] colours a cell, NaN none, and Labels is written into it.
	Values [][]float64
	Labels [][]string
	// Unit says what the numbers are, for the key, such as "% more guesses".
	Unit string
	// Missing says what a cell without a value means, such as "not computed".
	Missing string
	// Largest is the size of the number of the full colour; 0 for the largest there
	// is. Several maps compare if it is the same.
	Largest float64
}

var (
	below = hex("#2F7FC1")
	above = hex("#D9730D")
)

func (h HeatMap) heading() string { return h.Title }

func (h HeatMap) check() error {
	if len(h.Rows) == 0 || len(h.Columns) == 0 {
		return errors.New("a map without rows or columns")
	}
	if len(h.Values) != len(h.Rows) || len(h.Labels) != len(h.Rows) {
		return fmt.Errorf("%d rows of values and %d of labels for %d rows", len(h.Values), len(h.Labels), len(h.Rows))
	}
	for y, row := range h.Values {
		if len(row) != len(h.Columns) || len(h.Labels[y]) != len(h.Columns) {
			return fmt.Errorf("row %s: %d values and %d labels for %d columns", h.Rows[y], len(row), len(h.Labels[y]), len(h.Columns))
		}
		if slices.ContainsFunc(row, func(v float64) bool { return math.IsInf(v, 0) }) {
			return fmt.Errorf("row %s: a value is no number", h.Rows[y])
		}
	}
	return nil
}

// span is the least and the largest number there are.
func (h HeatMap) span() (low, high float64) {
	for _, v := range slices.Concat(h.Values...) {
		if !math.IsNaN(v) {
			low, high = min(low, v), max(high, v)
		}
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
)

func (h HeatMap) height(float64) (wanted, spare float64) {
	total := cellHigh*float64(len(h.Rows)) + tickRoom + 6
	if h.XLabel != "" {
		total += labelRoom
	}
	if h.Unit != "" {
		total += keyHigh
	}
	return total, 0
}

func (h HeatMap) draw(p pen, b box) {
	left := b.left + max(widest(h.YLabel), widest(h.Rows...)) + 12
	cell := (b.right - left) / float64(len(h.Columns))
	size := bodySize
	for _, row := range h.Labels {
		for _, text := range row {
			size = min(size, bodySize*(cell-4)/max(1, textWidth(minus(text), bodySize, false)))
		}
	}
	size = max(minimumText, size)
	top := b.top
	middleOf := func(column int) float64 { return left + cell*(float64(column)+0.5) }
	if h.XLabel != "" {
		p.text(h.XLabel, point{(left + b.right) / 2, top}, label{colour: soft, h: atMiddle, v: atEnd})
		top -= labelRoom
	}
	p.text(h.YLabel, point{b.left, top}, label{colour: soft, v: atEnd})
	for i, name := range h.Columns {
		p.text(name, point{middleOf(i), top}, label{h: atMiddle, v: atEnd})
	}
	top -= tickRoom
	for y, row := range h.Values {
		middle := top - cellHigh*(float64(y)+0.5)
		p.text(h.Rows[y], point{b.left, middle}, label{v: atMiddle})
		for x, v := range row {
			if math.IsNaN(v) {
				if h.Missing != "" {
					p.text("·", point{middleOf(x), middle}, label{colour: soft, h: atMiddle, v: atMiddle})
				}
				continue
			}
			fill := h.tint(v)
			p.rect(fill, stroke{colour: faint, width: 1}, left+cell*float64(x), middle-cellHigh/2, left+cell*float64(x+1), middle+cellHigh/2)
			p.text(minus(h.Labels[y][x]), point{middleOf(x), middle}, label{size: size, colour: readable(fill), h: atMiddle, v: atMiddle})
		}
	}
	if h.Unit != "" {
		h.drawKey(p, left, top-cellHigh*float64(len(h.Rows))-10, b.right)
	}
}

// minus begins a number below 0 with a minus, not with a hyphen.
func minus(label string) string {
	if number, below := strings.CutPrefix(label, "-"); below {
		return "−" + number
	}
	return label
}

// drawKey draws the scale of colours from its least to its largest number.
func (h HeatMap) drawKey(p pen, left, top, right float64) {
	low, high := h.span()
	if h.Largest > 0 {
		if low < 0 {
			low = -h.Largest
		}
		if high > 0 {
			high = h.Largest
		}
	}
	if low == high {
		return
	}
	const steps, bar, least = 60, 12.0, 150.0
	// The bar leaves room for the words beside it, those of missing cells on a line of
	// their own if need be.
	unit, missing := h.Unit, ""
	if h.Missing != "" && slices.ContainsFunc(slices.Concat(h.Values...), math.IsNaN) {
		missing = "· " + h.Missing
	}
	room := right - left - 14
	if one := unit + "    " + missing; missing != "" && room-widest(one) >= least {
		unit, missing = one, ""
	}
	width := min(220, max(least, room-widest(unit, missing)), (right-left)/2)
	x := scale{from: low, to: high, low: left, high: left + width}
	for i := range steps {
		v := low + (high-low)*(float64(i)+0.5)/steps
		p.rect(h.tint(v), stroke{}, left+width*float64(i)/steps, top-bar, min(left+width, left+width*float64(i+1)/steps+1), top)
	}
	p.rect(nil, stroke{colour: soft, width: 0.8}, left, top-bar, left+width, top)
	for _, t := range ticks(low, high, 5, 0) {
		p.text(t.text, point{x.at(t.value), top - bar - 5}, label{size: smallSize, colour: soft, h: atMiddle, v: atEnd})
	}
	p.text(unit, point{left + width + 14, top - bar/2}, label{colour: soft, v: atMiddle})
	p.text(missing, point{left + width + 14, top - bar - 5}, label{colour: soft, v: atEnd})
}
