package ask

import (
	"context"

	"codebreak/engine/tree"
)

// A Found tree is the best that a search has found. Where its figures alone are kept, its first guess
// and histogram stand in place of the tree.
type Found struct {
	Tree      string `json:"tree,omitempty"` // see [tree.Tree.BriefSubtree]
	First     string `json:"first,omitempty"`
	Histogram []int  `json:"histogram,omitempty"`

	tree.Figures `json:"-"`
}

// recorded is what a record keeps: the tree, if it is wanted and there, or else its figures.
func (f Found) recorded(wanted bool) Found {
	switch {
	case f.Tree == "":
	case wanted:
		f.First, f.Histogram = "", nil
	default:
		f.Tree = ""
	}
	return f
}

// replay has the checker replay the tree, which must be there, and puts its figures beside it.
func (f *Found) replay(ctx context.Context, gameName string) (*tree.Tree, error) {
	t, histogram, err := replayTree(ctx, gameName, f.Tree)
	if err != nil {
		return nil, err
	}
	f.Tree = t.Brief()
	f.First = firstOf(t)
	f.Histogram = histogram
	return t, nil
}

// derive derives the figures from the histogram.
func (f *Found) derive() error {
	if _, err := SecretsOf(f.Histogram); err != nil {
		return err
	}
	f.Figures = tree.Summarise(f.Histogram)
	return nil
}
