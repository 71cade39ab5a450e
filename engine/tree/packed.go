package tree

import "strings"

// digits are the characters that stand for feedback in [Tree.Packed], by its
// index; no game has more feedback than there are digits.
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// Packed writes the tree in one short line, for programs that know the rules of
// the game: a node is its guess and, in brackets, the nodes that follow, each
// after the digit of its feedback: "12(011(221)421)". What ends the game is left
// out, and so are brackets in which nothing would stand. A tree of n secrets takes about
// n times the positions and 2 bytes.
func (t *Tree) Packed() string {
	var b strings.Builder
	t.writePacked(&b, t.Root)
	return b.String()
}

func (t *Tree) writePacked(b *strings.Builder, n *Node) {
	b.WriteString(t.Game.FormatCode(n.Guess))
	open := false
	for _, branch := range n.Branches {
		if branch.Next == nil {
			continue
		}
		if !open {
			b.WriteByte('(')
			open = true
		}
		b.WriteByte(digits[branch.Feedback])
		t.writePacked(b, branch.Next)
	}
	if open {
		b.WriteByte(')')
	}
}
