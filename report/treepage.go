package report

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
)

// A TreePage is a decision tree to be shown. The tree must be right, as
// [tree.Check] says.
type TreePage struct {
	*tree.Tree
	About string // where it comes from, such as its strategy
	// Depth is the number of guesses in a row that are shown; 0 means all.
	Depth int
}

// cut reports whether a guess is too deep to be shown; the first has number 1.
func (p *TreePage) cut(number int) bool {
	return p.Depth > 0 && number > p.Depth
}

// mayHit reports whether the guess at n may be the secret.
func mayHit(n *tree.Node) bool {
	return slices.ContainsFunc(n.Branches, isLast)
}

// isLast reports whether a branch ends the game.
func isLast(b tree.Branch) bool { return b.Next == nil }

// branchCandidates returns how many candidates follow a branch: one if it ends
// the game.
func branchCandidates(b tree.Branch) int {
	if b.Next == nil {
		return 1
	}
	return b.Next.Candidates()
}

// candidatesAt counts the candidates at n, in words.
func candidatesAt(n *tree.Node) string {
	return wording.Plural(n.Candidates(), "candidate")
}

// CSV writes one line for each secret: the secret, the number of guesses it
// needs, and each guess with its feedback. The depth does not matter. Lines are
// written one by one.
func (p *TreePage) CSV(w io.Writer) error {
	g := p.Game

	header := []string{"secret", "guesses"}
	for k := range tree.Measure(p.Tree).Solved.Worst {
		header = append(header, fmt.Sprintf("guess_%d", k+1), fmt.Sprintf("feedback_%d", k+1))
	}

	out := csv.NewWriter(w)
	out.Write(header) // an error is kept until the end
	secrets := secretsBelow(p.Root, nil)
	slices.Sort(secrets)

	row := make([]string, len(header))
	for _, secret := range secrets {
		clear(row) // a game that is over has no more guesses
		guesses := 0
		for n := p.Root; n != nil; guesses++ {
			f := g.Feedback(secret, n.Guess)
			row[2+2*guesses] = inertText(g.FormatCode(n.Guess))
			row[3+2*guesses] = inertText(g.FormatFeedback(f))
			n = n.Next(f)
		}
		row[0] = inertText(g.FormatCode(secret))
		row[1] = strconv.Itoa(guesses)
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// secretsBelow appends the secrets found at n or below.
func secretsBelow(n *tree.Node, secrets []game.Code) []game.Code {
	for _, b := range n.Branches {
		if b.Next == nil {
			secrets = append(secrets, n.Guess)
		} else {
			secrets = secretsBelow(b.Next, secrets)
		}
	}
	return secrets
}

// Markdown writes the partitions that the guesses make: a table for each guess shown, of
// the candidates and the next guess after each feedback. A single remaining candidate needs
// no table.
func (p *TreePage) Markdown(w io.Writer) error {
	f := tree.Measure(p.Tree).Solved
	g := p.Game
	out := bufio.NewWriter(w) // which keeps its first error until it is flushed
	secrets := wording.Plural(f.Secrets(), "secret")
	fmt.Fprintf(out, "# %s = %s, %s\n\n", g, markdownLine(g.Describe()), secrets)
	fmt.Fprintf(out, "%s. Total %s, mean %s, worst case %d; secrets by guesses: %s\n",
		markdownLine(p.About), wording.Thousands(f.Total), Mean(f.Mean), f.Worst, Histogram(f.Histogram))
	p.partitions(out, p.Root, nil)
	return out.Flush()
}

// markdownLine writes a text as a line of Markdown that shows it as it is.
func markdownLine(text string) string { return Line(escapeMarkdown(text)) }

// partitions writes the tables of n and of the nodes below it. before has the rounds on the way
// to n.
func (p *TreePage) partitions(out *bufio.Writer, n *tree.Node, before []string) {
	g := p.Game
	guess := g.FormatCode(n.Guess)
	heading := "First guess"
	if len(before) > 0 {
		heading = "After " + strings.Join(before, ", ")
	}
	heading = markdownLine(heading + ": " + guess)
	fmt.Fprintf(out, "\n## %s, %s\n\n", heading, candidatesAt(n))

	table := TableOf(n.Branches, func(b tree.Branch) Row {
		next := "solved"
		if b.Next != nil {
			next = g.FormatCode(b.Next.Guess)
		}
		return Cells(
			"feedback", g.FormatFeedback(b.Feedback),
			"candidates", branchCandidates(b),
			"<next guess", next,
		)
	})
	out.WriteString(table.Markdown())

	if p.cut(len(before) + 2) {
		return
	}
	for _, b := range n.Branches {
		if branchCandidates(b) > 1 {
			round := guess + " " + g.FormatFeedback(b.Feedback)
			p.partitions(out, b.Next, append(slices.Clip(before), round))
		}
	}
}

// DOT writes the tree for Graphviz. A node is a guess with the number of
// candidates at it; guesses that cannot be the secret are dashed. Feedback
// that ends the game has no line. Where guesses are left out, a node without a
// border says how many candidates there are.
//
// Nodes are numbered as the tree is walked, and written one by one, since a graph of a
// large tree takes many times the memory of the tree.
func (p *TreePage) DOT(w io.Writer) error {
	legend := fmt.Sprintf("%s, %s\nOn the lines: feedback, and the candidates it leaves. A dashed guess cannot be the secret.", p.Game, p.About)
	out := bufio.NewWriter(w) // which keeps its first error until it is flushed
	fmt.Fprintf(out, "strict digraph %q {\n  graph [rankdir=LR, ranksep=1, fontname=Helvetica, label=%q];\n", p.Game, legend)
	out.WriteString("  node [shape=box, style=rounded, fontname=Helvetica];\n  edge [fontsize=10, fontname=Helvetica];\n")
	p.dotNode(out, p.Root, 0, 1)
	out.WriteString("}\n")
	return out.Flush()
}

// dotNode writes n, which has a number and whose guess has the given depth from 1, and all
// below it. It returns the number of the next node.
func (p *TreePage) dotNode(out *bufio.Writer, n *tree.Node, number, depth int) (next int) {
	g := p.Game
	count := candidatesAt(n)
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
			label := fmt.Sprintf("%s: %d", g.FormatFeedback(b.Feedback), b.Next.Candidates())
			fmt.Fprintf(out, "  n%d -> n%d [label=%q];\n", number, next, label)
			next = p.dotNode(out, b.Next, next, depth+1)
		}
	}
	return next
}
