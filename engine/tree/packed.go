package tree

import (
	"fmt"
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
// it meets; what ends the game is put back.
func ReadPacked(g game.Game, text string) (*Tree, error) {
	width, _ := g.Shape()
	secrets, _, err := game.Codes(g, game.Lex)
	if err != nil {
		return nil, err
	}
	at := 0
	fail := func(what string) error {
		return fmt.Errorf("packed tree of %s, character %d: %s", g, at+1, what)
	}
	var read func(candidates []game.Code, depth int) (*Node, error)
	read = func(candidates []game.Code, depth int) (*Node, error) {
		if depth > maxGuesses {
			return nil, fail(fmt.Sprintf("more than %d guesses follow each other", maxGuesses))
		}
		if at+width > len(text) {
			return nil, fail("expected a guess, found the end")
		}
		guess, err := g.ParseCode(text[at : at+width])
		if err != nil {
			return nil, fail(err.Error())
		}
		at += width
		parts := map[game.Feedback][]game.Code{}
		for _, c := range candidates {
			f := g.Feedback(c, guess)
			parts[f] = append(parts[f], c)
		}
		next := map[game.Feedback]*Node{}
		if at < len(text) && text[at] == '(' {
			for at++; at < len(text) && text[at] != ')'; {
				f := game.Feedback(strings.IndexByte(digits, text[at]))
				part, ok := parts[f]
				if !ok || f == g.Final() {
					return nil, fail("no candidates follow there")
				}
				at++
				if next[f], err = read(part, depth+1); err != nil {
					return nil, err
				}
			}
			if at == len(text) {
				return nil, fail("a bracket is not closed")
			}
			at++
		}
		n := &Node{Guess: guess}
		for f := range game.Feedback(g.OutcomeLimit()) {
			if _, ok := parts[f]; ok {
				if next[f] == nil && f != g.Final() {
					return nil, fail("a guess is missing after " + g.FormatFeedback(f))
				}
				n.Branches = append(n.Branches, Branch{f, next[f]})
			}
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
