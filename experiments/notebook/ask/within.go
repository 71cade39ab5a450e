package ask

import (
	"cmp"
	"context"
	"fmt"

	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
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
	// Results keep trees of up to [largestCertificate] secrets, and for larger games the figures and
	// the tree's SHA-256.
	Found
	Checksum string `json:"checksum,omitempty"`
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
	return Bounded{Lower: a.Ranges[0].Lower, Found: Found{Tree: a.Tree.Brief()}}, nil
}

// Record keeps the tree, or of a large game its figures.
func (q Within) Record(b Bounded) Bounded {
	g, err := game.Parse(q.Game)
	b.Found = b.recorded(err != nil || game.CountSecrets(g) <= largestCertificate)
	if b.Tree != "" {
		b.Checksum = ""
	}
	return b
}

// Complete has the checker replay the tree, if it is there, and derives its figures.
func (q Within) Complete(ctx context.Context, b *Bounded) error {
	if b.Tree != "" {
		t, err := b.replay(ctx, q.Game)
		if err != nil {
			return err
		}
		b.Checksum = Checksum(t)
	}
	return b.derive()
}
