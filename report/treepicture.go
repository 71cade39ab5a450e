package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/report/chart"
)

// Picture draws the tree as an [chart.Icicle], named after what it is about.
func (p *TreePage) Picture() chart.Figure {
	g := p.Game
	f := tree.Measure(p.Tree).Solved
	return chart.Figure{
		File: "tree.png",
		Title: fmt.Sprintf("%s finds every secret within %d guesses, in %.4f on average",
			wording.FirstUpper(p.About), f.Worst, f.Mean),
		Subtitle: GameInWords(g.String()),
		Caption:  "Decision tree: a row for each guess, and in it the sets of secrets that the feedback leaves, as wide as they are large",
		Charts: []chart.Chart{chart.Icicle{
			Root:  sliceOf(g, p.Root, 0),
			Key:   keyOfFeedback(g, p.Root),
			Depth: p.Depth,
		}},
	}
}

// sliceOf is the field of the candidates at n.
func sliceOf(g game.Game, n *tree.Node, shade float64) chart.Slice {
	s := chart.Slice{
		Guess: g.FormatCode(n.Guess),
		Shade: shade,
	}
	for _, b := range n.Branches {
		if b.Next == nil {
			s.Size++
			continue
		}
		part := sliceOf(g, b.Next, rightShare(g, b.Feedback))
		s.Size += part.Size
		s.Parts = append(s.Parts, part)
	}

	// Like colours stand side by side, the larger sets first.
	slices.SortStableFunc(s.Parts, func(a, b chart.Slice) int {
		return cmp.Or(cmp.Compare(a.Shade, b.Shade), b.Size-a.Size)
	})
	return s
}

// rightShare is how much of a guess that is not the secret is right, up to 1: symbols in the right
// place count twice as much as those in a wrong place.
func rightShare(g game.Game, f game.Feedback) float64 {
	if rules, ok := game.PegRules(g); ok {
		black, white := f.Pegs()
		return float64(2*black+white) / float64(max(1, 2*rules.Positions-2))
	}
	text := g.FormatFeedback(f)
	if strings.Trim(text, "GYB") == "" {
		right := 2*strings.Count(text, "G") + strings.Count(text, "Y")
		return float64(right) / float64(2*len(text)-1)
	}
	return float64(f) / float64(g.OutcomeLimit())
}

// keyOfFeedback has each colour that follows the first guess, with its feedback or, if that is a
// lot, some of the feedback and some of the colours.
func keyOfFeedback(g game.Game, first *tree.Node) (key []chart.Swatch) {
	const mostNamed, mostColours = 3, 12
	named := map[float64]int{} // feedback of a shade
	for _, b := range first.Branches {
		if b.Next == nil {
			continue
		}
		text := g.FormatFeedback(b.Feedback)
		shade := rightShare(g, b.Feedback)
		named[shade]++
		i := slices.IndexFunc(key, func(s chart.Swatch) bool {
			return s.Shade == shade
		})
		switch {
		case i < 0:
			key = append(key, chart.Swatch{
				Label: text,
				Shade: shade,
			})
		case named[shade] <= mostNamed:
			key[i].Label += ", " + text
		case named[shade] == mostNamed+1:
			key[i].Label += ", …"
		}
	}

	slices.SortFunc(key, func(a, b chart.Swatch) int {
		return cmp.Compare(a.Shade, b.Shade)
	})
	if len(key) <= mostColours {
		return key
	}

	// Five of them, from end to end.
	var some []chart.Swatch
	for i := range 5 {
		some = append(some, key[i*(len(key)-1)/4])
	}
	return some
}
