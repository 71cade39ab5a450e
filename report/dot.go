package report

import (
	"bufio"
	"fmt"
	"io"

	"codebreak/engine/tree"
)

// DOT writes the tree for Graphviz. A node is a guess with the number of
// candidates at it; guesses that cannot be the secret are dashed. Feedback
// that ends the game has no line. Where guesses are left out, a node without a
// border says how many candidates there are.
//
// Nodes are numbered as the tree is walked, and written one by one, since a graph of a
// large tree takes many times the memory of the tree.
func (p *TreePage) DOT(w io.Writer) error {
	legend := fmt.Sprintf("%s, %s\nOn the lines: feedback, and the candidates it leaves. A dashed guess cannot be the secret.", p.Tree.Game, p.About)
	out := bufio.NewWriter(w) // which keeps its first error until it is flushed
	fmt.Fprintf(out, "strict digraph %q {\n  graph [rankdir=LR, ranksep=1, fontname=Helvetica, label=%q];\n", p.Tree.Game, legend)
	out.WriteString("  node [shape=box, style=rounded, fontname=Helvetica];\n  edge [fontsize=10, fontname=Helvetica];\n")
	p.dotNode(out, p.Tree.Root, 0, 1)
	out.WriteString("}\n")
	return out.Flush()
}

// dotNode writes n, which has a number and whose guess has the given depth from 1, and all
// below it. It returns the number of the next node.
func (p *TreePage) dotNode(out *bufio.Writer, n *tree.Node, number, depth int) (next int) {
	g, count := p.Tree.Game, candidates(n.Candidates())
	if p.cut(depth) {
		fmt.Fprintf(out, "  n%d [shape=plaintext, label=%q];\n", number, count)
		return number + 1
	}
	look := "style=\"rounded,dashed\", "
	if mayHit(n) {
		look = ""
	}
	fmt.Fprintf(out, "  n%d [%slabel=%q];\n", number, look, g.FormatCode(n.Guess)+"\n"+count)
	next = number + 1
	for _, b := range n.Branches {
		if b.Next != nil {
			fmt.Fprintf(out, "  n%d -> n%d [label=%q];\n", number, next, fmt.Sprintf("%s: %d", g.FormatFeedback(b.Feedback), b.Next.Candidates()))
			next = p.dotNode(out, b.Next, next, depth+1)
		}
	}
	return next
}
