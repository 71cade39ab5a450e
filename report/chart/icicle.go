package chart

import (
	"image/color"
	"math"
	"strconv"
)

// An Icicle shows a decision tree. It has a row for each guess, and in it a field for each set of
// secrets, as wide as the set and below the set that it is part of. Where a secret is solved, the
// rows below are empty.
type Icicle struct {
	Root  Slice
	Key   []Swatch // of the colours
	Depth int      // the number of rows that are shown; 0 for all
}

// A Slice is a field of an [Icicle].
type Slice struct {
	Size  int     // secrets
	Guess string  // made at these secrets
	Shade float64 // of the feedback that leaves them: from 0 if nothing is right to 1
	Parts []Slice // what the feedback on the guess leaves, without the secret that it solves
}

// A Swatch is a colour of the key.
type Swatch struct {
	Label string
	Shade float64
}

const (
	sliceHigh  = 30.0
	leastSlice = 1.0 // pixels; narrower fields are drawn together
	swatchWide = 16.0
)

// The colours of fields, by how much of the last guess is right.
var (
	nothingRight = hex("#F3E3C3")
	halfRight    = hex("#6FB1A0")
	nearlyRight  = hex("#0B3C5D")
)

// shade is the colour of a field.
func shade(share float64) color.RGBA {
	if share < 0.5 {
		return mix(halfRight, nothingRight, 2*share)
	}
	return mix(nearlyRight, halfRight, min(1, 2*share-1))
}

func (c Icicle) heading() string { return "" }

func (c Icicle) numbers() []float64 {
	if c.Root.Size == 0 {
		return nil
	}
	return []float64{float64(c.Root.Size)}
}

// A shownRow is the row of a guess.
type shownRow struct {
	fields []shownField
	solved int // by this guess
}

// A shownField is a field between two pixels.
type shownField struct {
	Slice
	left  float64
	right float64
}

// rows places all fields between two pixels, row by row.
func (c Icicle) rows(left, right float64) []shownRow {
	rows := []shownRow{{fields: []shownField{{c.Root, left, right}}}}
	perSecret := (right - left) / float64(c.Root.Size)
	for k := 0; k < len(rows); k++ {
		var below []shownField
		for _, f := range rows[k].fields {
			at := f.left
			rest := f.Size
			for _, part := range f.Parts {
				end := at + perSecret*float64(part.Size)
				below = append(below, shownField{part, at, end})
				at = end
				rest -= part.Size
			}
			rows[k].solved += rest
		}
		if below != nil {
			rows = append(rows, shownRow{fields: below})
		}
	}
	if c.Depth > 0 {
		rows = rows[:min(c.Depth, len(rows))]
	}
	return rows
}

func (c Icicle) draw(p pen, b box, _ float64) (bottom, spare float64) {
	// The numbers of guesses stand at the left, those of solved secrets at the right.
	const guesses, solved = "guess", "solved"
	left := b.left + widest(guesses) + 10
	right := b.right - widest(solved, count(float64(c.Root.Size))) - 10
	rows := c.rows(left, right)

	title := underRight.quiet()
	p.text(guesses, point{b.left, b.top}, title)
	title.h = atEnd
	p.text(solved, point{b.right, b.top}, title)
	title.h = atMiddle
	p.text("sets of secrets, with the guess at each", point{(left + right) / 2, b.top}, title)

	top := b.top - tickRoom
	for k, row := range rows {
		middle := top - sliceHigh/2
		p.text(strconv.Itoa(k+1), point{b.left, middle}, toRight)
		if row.solved > 0 {
			p.text(count(float64(row.solved)), point{b.right, middle}, toLeft.strong())
		}
		row.draw(p, top)
		top -= sliceHigh + 2
	}
	b.left = left
	b.top = top - 8
	return c.drawKey(p, b), 0
}

// draw draws the fields of a row, from its top down.
func (r shownRow) draw(p pen, top float64) {
	var narrow []shownField
	for _, f := range r.fields {
		if f.right-f.left < leastSlice {
			narrow = append(narrow, f)
			continue
		}
		f.draw(p, top)
	}
	drawNarrow(p, narrow, top)
}

// draw draws a field with its guess, if there is room.
func (f shownField) draw(p pen, top float64) {
	fill := shade(f.Shade)
	gap := 0.0
	if f.right-f.left > 4 {
		gap = 0.5
	}
	p.rect(fill, stroke{}, f.left+gap, top-sliceHigh, f.right-gap, top)

	for _, size := range []float64{bodySize, smallSize, minimumText} {
		if textWidth(f.Guess, size, false)+4 <= f.right-f.left {
			letters := centred.sized(size)
			if f.Shade > 0.55 {
				letters.colour = white
			}
			middle := (f.left + f.right) / 2
			p.text(f.Guess, point{middle, top - sliceHigh/2}, letters)
			return
		}
	}
}

// drawNarrow draws fields that are narrower than a pixel: for each pixel a line of their mean
// colour, the paler the less of it they fill. Equal neighbours are one field.
func drawNarrow(p pen, fields []shownField, top float64) {
	type pixel struct{ filled, shade float64 }
	pixels := map[int]pixel{}
	var order []int
	for _, f := range fields {
		at := int(math.Floor((f.left + f.right) / 2))
		wide := f.right - f.left
		x := pixels[at]
		if x.filled == 0 {
			order = append(order, at)
		}
		x.filled += wide
		x.shade += wide * f.Shade
		pixels[at] = x
	}

	colourAt := func(at int) color.RGBA {
		const steps = 12 // of shades, so that neighbours are often equal
		x := pixels[at]
		mean := math.Round(steps*x.shade/x.filled) / steps
		filled := math.Round(steps*min(1, x.filled)) / steps
		return mix(shade(mean), white, filled)
	}
	for i := 0; i < len(order); {
		first := order[i]
		end := first
		fill := colourAt(first)
		for i < len(order) && order[i] == end && colourAt(end) == fill {
			i++
			end++
		}
		p.rect(fill, stroke{}, float64(first), top-sliceHigh, float64(end), top)
	}
}

// drawKey draws the colours with their feedback, in rows within a box. It returns where they end.
func (c Icicle) drawKey(p pen, b box) (bottom float64) {
	if len(c.Key) == 0 {
		return b.top
	}
	const about = "last feedback"
	p.text(about, point{b.left, b.top - keyRowRoom/2}, toRight.quiet())

	at := point{b.left + widest(about) + keyGap, b.top}
	for _, s := range c.Key {
		wide := swatchWide + widest(s.Label) + keyGap
		if at.x > b.left && at.x+wide > b.right {
			at = point{b.left, at.y - keyRowRoom}
		}
		middle := at.y - keyRowRoom/2
		p.rect(shade(s.Shade), stroke{}, at.x, middle-6, at.x+12, middle+6)
		p.text(s.Label, point{at.x + swatchWide, middle}, toRight)
		at.x += wide
	}
	return at.y - keyRowRoom
}
