package report

import (
	"fmt"
	"io"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/encoding"
	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/simple"

	"codebreak/engine/tree"
)

// A dotNode is a guess, or what is left out below the guesses shown. Its
// number is the order in which the tree is walked.
type dotNode struct {
	number     int64
	attributes []encoding.Attribute
}

func (n *dotNode) ID() int64                        { return n.number }
func (n *dotNode) DOTID() string                    { return fmt.Sprintf("n%d", n.number) }
func (n *dotNode) Attributes() []encoding.Attribute { return n.attributes }

// A dotEdge leads from a guess, by its feedback, to the next.
type dotEdge struct {
	graph.Edge
	label string
}

func (e *dotEdge) Attributes() []encoding.Attribute {
	return []encoding.Attribute{{Key: "label", Value: e.label}}
}

// A dotGraph is a tree as Graphviz draws it.
type dotGraph struct {
	*simple.DirectedGraph
	page *TreePage
}

// DOTAttributers returns how the graph, its nodes and its edges are drawn.
func (d *dotGraph) DOTAttributers() (graph, node, edge encoding.Attributer) {
	font := encoding.Attribute{Key: "fontname", Value: "Helvetica"}
	legend := fmt.Sprintf("%s, %s\nOn the lines: feedback, and the candidates it leaves. A dashed guess cannot be the secret.", d.page.Tree.Game, d.page.About)
	return &encoding.Attributes{{Key: "rankdir", Value: "LR"}, {Key: "ranksep", Value: "1"}, {Key: "label", Value: legend}, font},
		&encoding.Attributes{{Key: "shape", Value: "box"}, {Key: "style", Value: "rounded"}, font},
		&encoding.Attributes{{Key: "fontsize", Value: "10"}, font}
}

// DOT writes the tree for Graphviz. A node is a guess with the number of
// candidates at it; guesses that cannot be the secret are dashed. Feedback
// that ends the game has no line. Where guesses are left out, a node without a
// border says how many candidates there are.
func (p *TreePage) DOT(w io.Writer) error {
	d := &dotGraph{simple.NewDirectedGraph(), p}
	d.add(p.Tree.Root, 1)
	text, err := dot.Marshal(d, p.Tree.Game.String(), "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// add adds n, whose guess has the given number, with all that is shown below
// it.
func (d *dotGraph) add(n *tree.Node, number int) *dotNode {
	node := &dotNode{number: int64(d.Nodes().Len())}
	count := candidates(n.Candidates())
	if d.page.cut(number) {
		node.attributes = []encoding.Attribute{{Key: "label", Value: count}, {Key: "shape", Value: "plaintext"}}
		d.AddNode(node)
		return node
	}
	g := d.page.Tree.Game
	node.attributes = []encoding.Attribute{{Key: "label", Value: g.FormatCode(n.Guess) + "\n" + count}}
	if !mayHit(n) {
		node.attributes = append(node.attributes, encoding.Attribute{Key: "style", Value: "rounded,dashed"})
	}
	d.AddNode(node)
	for _, b := range n.Branches {
		if b.Next == nil {
			continue
		}
		label := fmt.Sprintf("%s: %d", g.FormatFeedback(b.Feedback), b.Next.Candidates())
		d.SetEdge(&dotEdge{simple.Edge{F: node, T: d.add(b.Next, number+1)}, label})
	}
	return node
}
