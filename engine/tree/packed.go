package tree

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"codebreak/engine/game"
)

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

// ReadPacked reads what [Tree.Packed] writes of a tree that finds every secret
// it meets; what ends the game is put back. The error says what is wrong, or is
// the context's.
func ReadPacked(ctx context.Context, g game.Game, text string) (*Tree, error) {
	width, _ := g.Shape()
	secrets, _, err := game.Codes(g, game.Lex)
	if err != nil {
		return nil, err
	}
	at, limit := 0, g.OutcomeLimit()
	fail := func(what string) error {
		return fmt.Errorf("packed tree of %s, character %d: %s", g, at+1, what)
	}
	// A node's candidates are sorted by their answers into room that the nodes
	// on the way there share: a stack as deep as the tree.
	var room []game.Code
	var read func(candidates []game.Code, depth int) (*Node, error)
	read = func(candidates []game.Code, depth int) (*Node, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if depth > MaxGuesses {
			return nil, fail(fmt.Sprintf("more than %d guesses follow each other", MaxGuesses))
		}
		if at+width > len(text) {
			return nil, fail("expected a guess, found the end")
		}
		guess, err := g.ParseCode(text[at : at+width])
		if err != nil {
			return nil, fail(err.Error())
		}
		at += width
		ends := make([]int, limit) // of the parts, in the room
		for _, c := range candidates {
			ends[g.Feedback(c, guess)]++
		}
		sizes := slices.Clone(ends)
		top := len(room)
		defer func() { room = room[:top] }()
		answers := 0
		for f, end := 0, top; f < limit; f++ {
			if ends[f] > 0 {
				answers++
			}
			end, ends[f] = end+ends[f], end
		}
		room = append(room, candidates...)
		for _, c := range candidates {
			f := g.Feedback(c, guess)
			room[ends[f]] = c
			ends[f]++
		}
		next := make([]*Node, limit)
		if at < len(text) && text[at] == '(' {
			for at++; at < len(text) && text[at] != ')'; {
				f := strings.IndexByte(digits, text[at])
				if f < 0 || f >= limit || sizes[f] == 0 || game.Feedback(f) == g.Final() {
					return nil, fail("no candidates follow there")
				}
				if next[f] != nil {
					return nil, fail("an answer is repeated")
				}
				at++
				if next[f], err = read(room[ends[f]-sizes[f]:ends[f]:ends[f]], depth+1); err != nil {
					return nil, err
				}
			}
			if at == len(text) {
				return nil, fail("a bracket is not closed")
			}
			at++
		}
		n := &Node{Guess: guess, Branches: make([]Branch, 0, answers)}
		for f := range game.Feedback(limit) {
			if sizes[f] == 0 {
				continue
			}
			if next[f] == nil && f != g.Final() {
				return nil, fail("a guess is missing after " + g.FormatFeedback(f))
			}
			n.Branches = append(n.Branches, Branch{f, next[f]})
		}
		return n, nil
	}
	root, err := read(secrets, 1)
	if err != nil {
		return nil, err
	}
	if at != len(text) {
		return nil, fail("the text goes on after the tree")
	}
	return &Tree{Game: g, Root: root}, nil
}
