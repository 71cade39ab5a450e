package notebook

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/short"
	"codebreak/engine/tree"
)

// Within asks for a tree of a small total where a proof is out of reach: a search
// that tries so many guesses at every large set of candidates.
type Within struct {
	optimal.ProblemSpec
	Width int `json:"width"`

	seconds float64
}

// NewWithin asks for a tree of a small total of a game, of a search that was
// measured to take about so many seconds.
func NewWithin(spec optimal.ProblemSpec, width int, seconds float64) Within {
	return Within{spec, width, seconds}
}

// Bounded is the best tree found, and a lower bound on the total.
type Bounded struct {
	Lower   int          `json:"lower"`
	First   string       `json:"first"` // guess of the tree
	Figures tree.Figures `json:"figures"`
	// Tree is as [tree.Tree.Packed] writes it, and Checksum the SHA-256 of that.
	// Results keep trees of up to [LargestCertificate] secrets.
	Tree     string `json:"tree,omitempty"`
	Checksum string `json:"checksum"`
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

// Validate refuses what is no such problem, or games that would not fit the memory
// limit.
func (q Within) Validate(e Env) error {
	p, err := q.Parse()
	if err != nil {
		return err
	}
	if err := optimal.CheckWidth(p, q.Width); err != nil {
		return err
	}
	return e.CheckProblem(p)
}

// Answer searches. It takes one worker.
func (q Within) Answer(ctx context.Context, e Env) (Bounded, error) {
	p, err := q.Parse()
	if err != nil {
		return Bounded{}, err
	}
	a, err := optimal.SolveWithin(ctx, p, q.Width, nil, optimal.Options{Workers: e.Workers, Memory: e.TableMemory(p)})
	if err != nil {
		return Bounded{}, err
	}
	packed := a.Tree.Packed()
	return Bounded{
		Lower: a.Ranges[0].Lower, First: p.Game.FormatCode(a.Tree.Root.Guess), Figures: tree.Measure(a.Tree).Hit,
		Tree: packed, Checksum: Checksum(packed),
	}, nil
}

// Record leaves out large trees.
func (q Within) Record(b Bounded) Bounded {
	if g, err := game.Parse(q.Game); err == nil && game.CountSecrets(g) > LargestCertificate {
		b.Tree = ""
	}
	return b
}

// Check has the checker replay the tree, if it is there, and returns an error if it
// does not come to the numbers beside it.
func (q Within) Check(ctx context.Context, b Bounded) error {
	g, err := game.Parse(q.Game)
	if err != nil {
		return err
	}
	secrets := game.CountSecrets(g)
	if b.Tree != "" {
		if err := checkTree(ctx, q.Game, b.Tree, b.Figures, b.First); err != nil {
			return err
		}
		if Checksum(b.Tree) != b.Checksum {
			return fmt.Errorf("checksum %s is not that of the tree", clip(b.Checksum))
		}
	} else if secrets <= LargestCertificate {
		return fmt.Errorf("the tree of %s is missing", g)
	}
	if sum, err := hex.DecodeString(b.Checksum); err != nil || len(sum) != sha256.Size {
		return fmt.Errorf("%s is no checksum", clip(b.Checksum))
	}
	if code, err := g.ParseCode(b.First); err != nil || g.FormatCode(code) != b.First {
		return fmt.Errorf("first guess %s is no code of %s", clip(b.First), g)
	}
	if q.First != "" && b.First != q.First {
		return fmt.Errorf("the tree begins with %s; %s was asked for", clip(b.First), q.First)
	}
	if err := checkFigures(b.Figures, secrets); err != nil {
		return err
	}
	if b.Lower < bounds.ByCounting(secrets, g.Outcomes()).Total || b.Lower > b.Figures.Total {
		return fmt.Errorf("total %d to %d is not possible", b.Lower, b.Figures.Total)
	}
	return nil
}
