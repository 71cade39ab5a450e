package ask

import (
	"cmp"
	"context"
	"fmt"

	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
)

// Within asks for a tree of a small total where a proof is out of reach. Its search tries Width
// guesses at every large set of candidates.
type Within struct {
	optimal.ProblemSpec
	Width int `json:"width"`
}

// Bounded is the best tree found, and a lower bound on the total.
type Bounded struct {
	Lower int `json:"lower"`
	// Tree is as [tree.Tree.Brief] writes it. Results keep trees of up to [largestCertificate]
	// secrets, and for larger games the first guess, the histogram and the tree's SHA-256.
	Tree      string `json:"tree,omitempty"`
	First     string `json:"first,omitempty"`
	Histogram []int  `json:"histogram,omitempty"`
	Checksum  string `json:"checksum,omitempty"`

	Figures tree.Figures `json:"-"`
}

// CountedTotal is a lower bound on the total of a game, by how many secrets each number of guesses
// can solve.
func CountedTotal(g game.Game) int {
	return bounds.CapacityOf(g).Total(game.CountSecrets(g))
}

// About describes the question.
func (q Within) About() notebook.About {
	return About("width", fmt.Sprintf("%s, %s, within width %d", q.Game, q.Objective, q.Width), 60)
}

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
	p, err := q.Parse()
	if err != nil {
		return Bounded{}, err
	}
	a, err := optimal.SolveWithin(ctx, p, q.Width, nil, optimal.Options{
		Workers: e.Workers,
		Memory:  TableMemory(e, p),
	})
	if err != nil {
		return Bounded{}, err
	}
	return Bounded{Lower: a.Ranges[0].Lower, Tree: a.Tree.Brief()}, nil
}

// Record keeps the tree, or of a large game its figures.
func (q Within) Record(b Bounded) Bounded {
	if g, err := game.Parse(q.Game); err == nil && game.CountSecrets(g) > largestCertificate {
		b.Tree = ""
	} else if b.Tree != "" {
		b.First, b.Histogram, b.Checksum = "", nil, ""
	}
	return b
}

// Complete has the checker replay the tree, if it is there, and derives its figures.
func (q Within) Complete(ctx context.Context, b *Bounded) (err error) {
	if b.Tree != "" {
		t, histogram, err := replayTree(ctx, q.Game, b.Tree)
		if err != nil {
			return err
		}
		b.Tree = t.Brief()
		b.First = firstOf(t)
		b.Histogram = histogram
		b.Checksum = Checksum(t)
	}

	if _, err := SecretsOf(b.Histogram); err != nil {
		return err
	}
	b.Figures = tree.Summarise(b.Histogram)
	return nil
}
