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
	out := bufio.NewWriter(w)
	d := &dotWriter{p, out}
	out.WriteString(strings.TrimSuffix(string(frame), "\n}"))
	out.WriteString("\n  // Node definitions.\n")
	size, err := d.nodes(p.Tree.Root, 0, 1)
	if err != nil {
		return err
	}
	if size > 1 {
		out.WriteString("\n  // Edge definitions.\n")
		if err := d.edges(p.Tree.Root, 0, 1); err != nil {
			return err
		}
	}
	out.WriteString("}\n")
	return out.Flush()
}

// A dotWriter writes the nodes and the lines of a tree. It stops where nothing
// can be written any more.
type dotWriter struct {
	page *TreePage
	out  *bufio.Writer
}

// nodes writes n, whose guess has the given depth from 1 and whose node has the
// id, and those below it. It returns the id after the last.
func (d *dotWriter) nodes(n *tree.Node, id, depth int) (next int, err error) {
	count := candidates(n.Candidates())
	if d.page.cut(depth) {
		_, err := fmt.Fprintf(d.out, "  n%d [\n    label=%s\n    shape=plaintext\n  ];\n", id, strconv.Quote(count))
		return id + 1, err
	}
	label := strconv.Quote(d.page.Tree.Game.FormatCode(n.Guess) + "\n" + count)
	if mayHit(n) {
		_, err = fmt.Fprintf(d.out, "  n%d [label=%s];\n", id, label)
	} else {
		_, err = fmt.Fprintf(d.out, "  n%d [\n    label=%s\n    style=\"rounded,dashed\"\n  ];\n", id, label)
	}
	next = id + 1
	for _, b := range n.Branches {
		if err != nil {
			return next, err
		}
		if b.Next != nil {
			next, err = d.nodes(b.Next, next, depth+1)
		}
	}
	return next, err
}

// edges writes the lines from n and those below it. Each line leads to the id
// after those of the subtrees before it.
func (d *dotWriter) edges(n *tree.Node, id, depth int) error {
	if d.page.cut(depth) {
		return nil
	}
	g := d.page.Tree.Game
	ids := make([]int, len(n.Branches))
	next := id + 1
	for i, b := range n.Branches {
		if b.Next == nil {
			continue
		}
		ids[i] = next
		label := strconv.Quote(fmt.Sprintf("%s: %d", g.FormatFeedback(b.Feedback), b.Next.Candidates()))
		if _, err := fmt.Fprintf(d.out, "  n%d -> n%d [label=%s];\n", id, next, label); err != nil {
			return err
		}
		next += d.size(b.Next, depth+1)
	}
	for i, b := range n.Branches {
		if b.Next != nil {
			if err := d.edges(b.Next, ids[i], depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// size is the number of nodes shown at n and below.
func (d *dotWriter) size(n *tree.Node, depth int) int {
	size := 1
	if d.page.cut(depth) {
		return size
	}
	for _, b := range n.Branches {
		if b.Next != nil {
			size += d.size(b.Next, depth+1)
		}
	}
	return size
}
