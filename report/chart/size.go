package chart

// A box is where a panel is drawn, in pixels.
type box struct{ left, bottom, right, top float64 }

func (b box) width() float64 {
	return b.right - b.left
}

// The widths that figures may have, in pixels. The height may be at most MostWidth, too.
// PhoneWidth is the width of a column of text on a phone.
const (
	LeastWidth = 320
	phoneWidth = 358
	MostWidth  = 4000
)

// Figures that are at most phoneWidest wide have smaller margins.
const (
	phoneWidest = 420.0
	phoneMargin = 8.0
)
