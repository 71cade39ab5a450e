package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/graph/encoding"
	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/simple"

	"codebreak/engine/tree"
)

// A dotFrame is a graph without nodes: what says how a tree is drawn.
type dotFrame struct {
	*simple.DirectedGraph
	page *TreePage
}

// DOTAttributers returns how the graph, its nodes and its edges are drawn.
func (d *dotFrame) DOTAttributers() (graph, node, edge encoding.Attributer) {
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
//
// Nodes are numbered as the tree is walked. They and the lines are written one
// by one, laid out as [dot.Marshal] does, since a graph of a large tree takes
// many times the memory of the tree.
func (p *TreePage) DOT(w io.Writer) error {
	frame, err := dot.Marshal(&dotFrame{simple.NewDirectedGraph(), p}, p.Tree.Game.String(), "", "  ")
	if err != nil {
		return err
	}
	g := p.Tree.Game
	nodes := p.dotNodes(nil, p.Tree.Root, 1)
	out := bufio.NewWriter(w) // which keeps its first error until it is flushed
	out.WriteString(strings.TrimSuffix(string(frame), "\n}"))
	out.WriteString("\n  // Node definitions.\n")
	for id, n := range nodes {
		count := candidates(n.Candidates())
		label := strconv.Quote(g.FormatCode(n.Guess) + "\n" + count)
		switch {
		case n.cut:
			fmt.Fprintf(out, "  n%d [\n    label=%s\n    shape=plaintext\n  ];\n", id, strconv.Quote(count))
		case mayHit(n.Node):
			fmt.Fprintf(out, "  n%d [label=%s];\n", id, label)
		default:
			fmt.Fprintf(out, "  n%d [\n    label=%s\n    style=\"rounded,dashed\"\n  ];\n", id, label)
		}
	}
	if len(nodes) > 1 {
		out.WriteString("\n  // Edge definitions.\n")
	}
	for id, n := range nodes {
		next := id + 1
		for _, b := range n.Branches {
			if b.Next != nil && !n.cut {
				label := fmt.Sprintf("%s: %d", g.FormatFeedback(b.Feedback), b.Next.Candidates())
				fmt.Fprintf(out, "  n%d -> n%d [label=%s];\n", id, next, strconv.Quote(label))
				next += nodes[next].shown
			}
		}
	}
	out.WriteString("}\n")
	return out.Flush()
}

// A dotNode is a node with the number of nodes shown at it and below.
type dotNode struct {
	*tree.Node
	shown int
	cut   bool // too deep for its guess to be shown
}

// dotNodes appends n, whose guess has the given depth from 1, and then the nodes
// below it, branch by branch. The place of a node in the list is its number.
func (p *TreePage) dotNodes(list []dotNode, n *tree.Node, depth int) []dotNode {
	at := len(list)
	list = append(list, dotNode{Node: n, cut: p.cut(depth)})
	for _, b := range n.Branches {
		if b.Next != nil && !p.cut(depth) {
			list = p.dotNodes(list, b.Next, depth+1)
		}
	}
	list[at].shown = len(list) - at
	return list
}
