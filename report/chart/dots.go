package chart

import (
	"math"
	"slices"
	"strconv"
)

// A Dots chart has a row for each of many things, and in it a dot for each of its numbers.
// All rows share an axis.
type Dots struct {
	Title  string
	XLabel string
	Series []DotSeries
	Rows   []DotRow
	// Linear, if it is not 0, is the size up to which numbers stand in proportion, about 0;
	// larger ones stand by their logarithm, so that small differences are seen too.
	Linear float64
	// Zero makes the axis show 0.
	Zero bool
	// Notes is the heading above the notes at the ends of rows.
	Notes string
	Marks []Mark
	// Lanes gives each series a lane in every row, the first series at the top. Without it
	// dots leave the middle of the row only if they would hide others. Rings hide nothing.
	Lanes bool
	// Least and Most are numbers that the axis shows, unless both are 0, so that figures can be
	// compared.
	Least float64
	Most  float64

	room sides // at least; the same in panels one below the other
}

// sides are the widths of names and notes, at the left and the right of the axis.
type sides struct{ names, notes float64 }

// A Mark is a number to compare the dots with, such as the optimum. It is drawn as an upright
// line through all rows, with its name above them.
type Mark struct {
	Name string
	X    float64
}

// A DotSeries is the dots of one colour.
type DotSeries struct {
	Name   string
	Colour colour
}

// A DotRow is a row of dots.
type DotRow struct {
	Name   string
	Dots   []Dot
	Ranges []Range // behind the dots, each thicker than its predecessor
	Note   string  // at the end of the row
}

// A Dot is a number of a series.
type Dot struct {
	Series int
	X      float64
}

// A Range is drawn as a bar from one number of a series to another.
type Range struct {
	Series int
	From   float64
	To     float64
}

func (d Dots) heading() string { return d.Title }

func (d Dots) numbers() (all []float64) {
	for _, r := range d.Rows {
		for _, dot := range r.Dots {
			all = append(all, dot.X)
		}
		for _, bar := range r.Ranges {
			all = append(all, bar.From, bar.To)
		}
	}
	return all
}

// isRing reports whether a dot is a ring, which hides nothing.
func (d Dots) isRing(dot Dot) bool {
	return d.Series[dot.Series].Colour.shape == ring
}

const (
	dotRadius = 5.0
	dotRow    = 24.0
	markLine  = 17.0
	leastAxis = 0.42 // of the width of a narrow panel
	apartRoom = 62.0 // for the numbers that stand apart, at the right
	dotLane   = 14.0 // the height, and the width, that the largest mark takes
)

// lanes returns how many lanes each dot of a row lies below the first, as numbers below 0,
// such that no dot hides one of another series: where two would, the later series is the
// lower.
func (d Dots) lanes(r DotRow, x scale) []int {
	lanes := make([]int, len(r.Dots))
	if d.Lanes {
		for i, dot := range r.Dots {
			lanes[i] = -dot.Series
		}
		return lanes
	}

	sorted := order(len(r.Dots), func(i int) float64 {
		return float64(r.Dots[i].Series)
	})
	for place, i := range sorted {
		for _, j := range sorted[:place] {
			a := r.Dots[i]
			b := r.Dots[j]
			if a.Series == b.Series || d.isRing(a) || d.isRing(b) {
				continue
			}
			distance := x.at(a.X) - x.at(b.X)
			if math.Abs(distance) < dotLane {
				lanes[i] = min(lanes[i], lanes[j]-1)
			}
		}
	}
	return lanes
}

// A dotsLayout is where the parts of a panel stand, from its left and its top.
type dotsLayout struct {
	x      scale
	ticks  []tick
	lines  []dotLine
	height float64 // of all rows
}

// A dotLine is how a row is drawn.
type dotLine struct {
	name   []string
	above  float64 // the height of the name if it stands above the dots, in a narrow panel
	height float64
	lanes  []int // of the dots; then 0, the lane of the row itself
}

// middleLane returns the lane in the middle of the row, maybe between two.
func (l dotLine) middleLane() float64 {
	return float64(slices.Min(l.lanes)+slices.Max(l.lanes)) / 2
}

func (d Dots) layout(width float64) (l dotsLayout) {
	l.x = d.span()

	// The axis stands between the names and the notes. If that leaves too little of a narrow
	// panel, names and notes stand above the dots.
	room := d.room.with(d)
	l.x.low = room.names + 14 + dotRadius
	l.x.high = width - dotRadius - 2
	if room.notes > 0 {
		l.x.high -= room.notes + 12
	}
	above := width <= phoneWidest && l.x.high-l.x.low < leastAxis*width
	if above {
		l.x.low = 2 + dotRadius
		l.x.high = width - dotRadius - 2
	}
	if l.x.beyond != 0 {
		l.x.high -= apartRoom
		l.x.apart = l.x.high + 0.4*apartRoom
	}
	l.ticks = d.ticks(&l.x)

	for _, r := range d.Rows {
		line := dotLine{
			name:  []string{r.Name},
			lanes: append(d.lanes(r, l.x), 0),
		}
		if above {
			line.name = wrapped(r.Name, width-widest(r.Note)-12)
			line.above = labelLine*float64(len(line.name)) + 4
		}
		lanes := slices.Max(line.lanes) - slices.Min(line.lanes) + 1
		line.height = line.above + max(dotRow, float64(lanes)*dotLane+6)

		l.lines = append(l.lines, line)
		l.height += line.height
	}
	return l
}

// with widens sides to those of a panel.
func (s sides) with(d Dots) sides {
	s.notes = max(s.notes, widest(d.Notes))
	for _, r := range d.Rows {
		s.names = max(s.names, widest(r.Name))
		s.notes = max(s.notes, widest(r.Note))
	}
	return s
}

// aligned makes the axes of panels that stand one below the other begin and end alike.
func aligned(charts []Chart) []Chart {
	var room sides
	for _, c := range charts {
		if d, isDots := c.(Dots); isDots {
			room = room.with(d)
		}
	}

	charts = slices.Clone(charts)
	for i, c := range charts {
		if d, isDots := c.(Dots); isDots {
			d.room = room
			charts[i] = d
		}
	}
	return charts
}

// isGiven reports whether the axis shows given numbers.
func (d Dots) isGiven() bool { return d.Least != 0 || d.Most != 0 }

// span returns an axis from the least to the largest number in the panel, and those given; of a
// panel without any it shows 0.
func (d Dots) span() scale {
	all := d.numbers()
	for _, m := range d.Marks {
		all = append(all, m.X)
	}
	if d.isGiven() || len(all) == 0 {
		all = append(all, d.Least, d.Most)
	}
	x := scale{
		from:   slices.Min(all),
		to:     slices.Max(all),
		linear: d.Linear,
		beyond: d.beyond(),
	}
	if x.beyond != 0 {
		x.to = x.beyond
	}
	return x
}

// beyond is the largest number on the axis if few numbers are so far above the others that they would
// stretch it: those stand apart, with their numbers beside them. It is 0 if all stand on the axis.
func (d Dots) beyond() float64 {
	const (
		least    = 10   // dots
		most     = 0.2  // of them; a row or a series that is far off as a whole counts as one
		leastGap = 0.22 // of their range
	)
	if d.Linear != 0 || d.isGiven() {
		return 0
	}

	for _, r := range d.Rows {
		if len(r.Ranges) > 0 || slices.ContainsFunc(r.Dots, d.isRing) {
			return 0
		}
	}
	all := d.numbers()
	if len(all) < least {
		return 0
	}
	slices.Sort(all)

	// From the top down, the last gap that is wide enough.
	last := len(all) - 1
	wide := leastGap * (all[last] - all[0])
	beyond := 0.0
	for i := last; i > last/2; i-- {
		below := all[i-1]
		gap := all[i] - below
		few := float64(d.strays(below)) <= most*float64(len(all))
		if below != 0 && gap > 0 && gap >= wide && few {
			beyond = below
		}
	}
	return beyond
}

// strays counts the dots beyond a number. A row of them counts as one, and so does a series that has
// no other dots in the other rows. Rows that have two dots of a series there are too many: these would
// hide each other.
func (d Dots) strays(beyond float64) (n int) {
	far := make([]int, len(d.Series))
	near := make([]bool, len(d.Series))
	for _, r := range d.Rows {
		inRow := map[int]bool{} // series with a dot beyond
		whole := true
		for _, dot := range r.Dots {
			switch {
			case dot.X <= beyond:
				near[dot.Series] = true
				whole = false
			case inRow[dot.Series]:
				return math.MaxInt
			default:
				inRow[dot.Series] = true
			}
		}

		if whole {
			n++
			continue
		}
		for series := range inRow {
			far[series]++
		}
	}

	for series, dots := range far {
		if !near[series] {
			dots = min(1, dots)
		}
		n += dots
	}
	return n
}

// ticks pads the axis, and returns the numbers on it.
func (d Dots) ticks(x *scale) []tick {
	if d.Linear == 0 {
		x.pad(0.04, d.Zero)
		about := int((x.high - x.low) / 50)
		return ticks(x.from, x.to, max(2, about), 0)
	}

	const margin = 1.3
	switch {
	case x.from < 0:
		x.from = margin * min(x.from, -d.Linear)
	case x.from < d.Linear:
		x.from = 0
	default: // the whole axis is logarithmic
		x.from = d.Linear
	}
	x.to = margin * max(x.to, d.Linear)

	// Ticks stand at 0 and at powers of ten times the linear part, of both signs.
	var out []tick
	if x.from <= 0 {
		out = []tick{{0, "0"}}
	}
	for v := d.Linear; v <= max(-x.from, x.to); v *= 10 {
		for _, t := range []float64{-v, v} {
			if x.from <= t && t <= x.to {
				out = append(out, tick{t, signed(t, x.from < 0)})
			}
		}
	}
	return out
}

// signed writes a power of ten, with a plus if it needs one.
func signed(v float64, plus bool) string {
	decimals := max(0, -int(math.Floor(math.Log10(math.Abs(v))+1e-9)))
	text := number(v, decimals)
	if v > 0 && plus {
		return "+" + text
	}
	return text
}

func (d Dots) draw(p pen, b box, _ float64) (bottom, spare float64) {
	l := d.layout(b.width())
	x := l.x
	x.low += b.left
	x.high += b.left
	x.apart += b.left

	// The heading of the notes, then a line for each mark, then the rows.
	top := b.top
	if d.Notes != "" {
		p.text(d.Notes, point{b.right, top}, underLeft.quiet())
		top -= 18
	}
	marksTop := top
	top -= float64(len(d.Marks)) * markLine
	bottom = top - l.height

	// The label stays beside the words below what is off the scale.
	labelled := b
	if x.beyond != 0 {
		labelled.right = x.high - 2*phoneMargin
	}
	frame{
		x:      x,
		xTicks: l.ticks,
		xLabel: d.XLabel,
		y:      scale{low: bottom, high: top},
		in:     labelled,
	}.draw(p)
	if x.from < 0 && x.to > 0 {
		p.upright(axisLine, x.at(0), bottom, top)
	}
	d.drawMarks(p, b, x, marksTop, bottom)
	if x.beyond != 0 {
		edge := x.high + 0.15*apartRoom
		p.upright(dashed, edge, bottom, top)
		offScale := []string{"off the", "scale"}
		p.lines(offScale, point{edge + 6, bottom - 7}, labelLine, underRight.quiet())
	}

	for i, r := range d.Rows {
		if i > 0 {
			p.level(gridLine, b.left, b.right, top)
		}
		b.top = top
		d.drawRow(p, b, x, r, l.lines[i])
		top -= l.lines[i].height
	}
	return bottom - 8 - tickRoom - labelRoom(d.XLabel, labelled.width()), 0
}

// drawRow draws a row at the top of a box.
func (d Dots) drawRow(p pen, b box, x scale, r DotRow, line dotLine) {
	middle := b.top - (line.height+line.above)/2
	title := middle
	if line.above > 0 {
		title = b.top - 12
		p.rect(white, stroke{}, b.left, b.top-line.above, b.right, b.top-1) // no upright runs through the name
	}
	p.lines(line.name, point{b.left, title}, labelLine, toRight)
	p.text(r.Note, point{b.right, title}, toLeft.quiet())

	for k, bar := range r.Ranges {
		light := mix(d.Series[bar.Series].Colour.rgba(), white, 0.75)
		half := 1 + 4*float64(k)
		left := x.at(bar.From) - 1
		right := x.at(bar.To) + 1
		p.rect(light, stroke{}, left, middle-half, right, middle+half)
	}

	for k, dot := range r.Dots {
		colour := d.Series[dot.Series].Colour
		y := middle + (float64(line.lanes[k])-line.middleLane())*dotLane
		centre := point{x.at(dot.X), y}
		p.mark(colour.shape, colour.rgba(), centre, dotRadius)
		if x.beyond != 0 && dot.X > x.beyond {
			text := strconv.FormatFloat(dot.X, 'g', 3, 64)
			p.text(text, point{x.apart + dotRadius + 3, y}, toRight.sized(minimumText))
		}
	}
}

// drawMarks draws the marks, each name on its own line: to the right of the mark, or to the
// left where the right has no room.
func (d Dots) drawMarks(p pen, b box, x scale, top, bottom float64) {
	for i, m := range d.Marks {
		mark := x.at(m.X)
		at := point{mark + 5, top - (float64(i)+0.5)*markLine}
		look := toRight
		width := widest(m.Name)
		if at.x+width > b.right {
			look = toLeft
			at.x = max(at.x-10, b.left+width)
		}

		// A name with room on neither side lies across the mark, which then ends below it.
		end := at.y + markLine/2
		if look == toLeft && at.x > mark {
			end -= markLine
		}
		p.upright(dashed, mark, bottom, end)
		p.text(m.Name, at, look)
	}
}
