package ask

import (
	"cmp"
	"context"
	"fmt"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/short"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
)

// Within asks for a tree of a small total where a proof is out of reach: a search
// that tries Width guesses at every large set of candidates.
type Within struct {
	optimal.ProblemSpec
	Width int `json:"width"`

	seconds float64
}

// NewWithin asks for a tree of a small total of a game, of a search that was
// measured to take about that number of seconds.
func NewWithin(spec optimal.ProblemSpec, width int, seconds float64) Within {
	return Within{spec, width, seconds}
}

// Bounded is the best tree found, and a lower bound on the total.
type Bounded struct {
	Lower int `json:"lower"`
	// Tree is as [tree.Tree.Packed] writes it. Results keep trees of up to
	// [LargestCertificate] secrets; of larger ones the first guess, the histogram and
	// the SHA-256 of the tree.
	Tree      string `json:"tree,omitempty"`
	First     string `json:"first,omitempty"`
	Histogram []int  `json:"histogram,omitempty"`
	Checksum  string `json:"checksum,omitempty"`

	Figures tree.Figures `json:"-"`
}

// LargestCertificate is the number of secrets up to which the trees of searches of
// limited width are kept in results; of larger ones the checksum is.
const LargestCertificate = 10_000

// Checksum is that of a packed tree.
func Checksum(packed string) string { return short.Digest(packed) }

// Kind names the kind of question.
func (Within) Kind() string { return "width" }

func (q Within) String() string {
	return fmt.Sprintf("%s, %s, within width %d", q.Game, q.Objective, q.Width)
}

// Cost is what was measured.
func (q Within) Cost() float64 { return q.seconds }

// Validate refuses invalid problems, or games that would not fit the memory
// limit.
func (q Within) Validate(e notebook.Env) error {
	p, err := q.Parse()
	if err != nil {
		return err
	}
	return cmp.Or(optimal.CheckWidth(p, q.Width), CheckSearch(e, p.Game))
}

// Answer searches. It takes one worker.
func (q Within) Answer(ctx context.Context, e notebook.Env) (Bounded, error) {
	p := notebook.Sure(q.Parse())
	a, err := optimal.SolveWithin(ctx, p, q.Width, nil, optimal.Options{Workers: e.Workers, Memory: TableMemory(e, p)})
	if err != nil {
		return Bounded{}, err
	}
	return Bounded{Lower: a.Ranges[0].Lower, Tree: a.Tree.Packed()}, nil
}

// Record leaves out large trees, and what others say.
func (q Within) Record(b Bounded) Bounded {
	if g, err := game.Parse(q.Game); err == nil && game.CountSecrets(g) > LargestCertificate {
		b.Tree = ""
	} else if b.Tree != "" {
		b.First, b.Histogram, b.Checksum = "", nil, ""
	}
	return b
}

// Complete has the checker replay the tree, if it is there, and derives its figures.
func (q Within) Complete(ctx context.Context, b *Bounded) (err error) {
	if b.Tree != "" {
		if b.First, b.Figures, err = replayTree(ctx, q.Game, b.Tree); err != nil {
			return err
		}
		b.Histogram, b.Checksum = b.Figures.Histogram, Checksum(b.Tree)
	}
	if _, err := secretsOf(b.Histogram); err != nil {
		return err
	}
	b.Figures = tree.Summarise(b.Histogram)
	return nil
}

// replayTree has the checker replay a packed tree.
func replayTree(ctx context.Context, gameName, packed string) (first string, f tree.Figures, err error) {
	g, err := game.Parse(gameName)
	if err != nil {
		return "", f, err
	}
	t, err := tree.ReadPacked(ctx, g, packed)
	if err != nil {
		return "", f, err
	}
	histogram, err := tree.Check(ctx, t)
	if err != nil {
		return "", f, fmt.Errorf("the tree is wrong: %w", err)
	}
	return g.FormatCode(t.Root.Guess), tree.Summarise(histogram), nil
}
