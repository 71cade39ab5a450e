package tree

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"codebreak/engine/game"
)

// digits are the characters that stand for feedback in [Tree.Packed], by its index:
// one, or as many as the game's largest index takes.
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// PackedDigits returns how many digits stand for the feedback of a game in
// [Tree.Packed].
func PackedDigits(g game.Game) int {
	n := 1
	for limit := len(digits); limit < g.OutcomeLimit(); limit *= len(digits) {
		n++
	}
	return n
}

// writeDigits writes feedback in so many digits.
func writeDigits(b *strings.Builder, f game.Feedback, n int) {
	if n > 1 {
		writeDigits(b, f/game.Feedback(len(digits)), n-1)
	}
	b.WriteByte(digits[int(f)%len(digits)])
}

// ReadPackedDigits reads the feedback that a text begins with, in so many digits as
// [Tree.Packed] writes it; -1 if there is none.
func ReadPackedDigits(text string, n int) int {
	f := 0
	for i := range n {
		if i == len(text) {
			return -1
		}
		digit := strings.IndexByte(digits, text[i])
		if digit < 0 {
			return -1
		}
		f = f*len(digits) + digit
	}
	return f
}

// Packed writes the tree in one short line, for programs that know the rules of
// the game: a node is its guess and, in brackets, the nodes that follow, each
// after the digits of its feedback: "12(011(221)421)". What ends the game is left
// out, and so are brackets in which nothing would stand. A tree of n secrets takes about
// n times the positions and 2 bytes.
func (t *Tree) Packed() string {
	var b strings.Builder
	t.writePacked(&b, t.Root, PackedDigits(t.Game))
	return b.String()
}

func (t *Tree) writePacked(b *strings.Builder, n *Node, digits int) {
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
		writeDigits(b, branch.Feedback, digits)
		t.writePacked(b, branch.Next, digits)
	}
	if open {
		b.WriteByte(')')
	}
}

// ReadPacked reads what [Tree.Packed] writes of a tree that finds every secret
// it meets; what ends the game is put back. The error says what is wrong, or is
// the context's.
func ReadPacked(ctx context.Context, g game.Game, text string) (*Tree, error) {
	secrets, _, err := game.Codes(g, game.Lex)
	if err != nil {
		return nil, err
	}
	return ReadPackedSubtree(ctx, g, text, secrets)
}

// ReadPackedSubtree is [ReadPacked] for a tree of some secrets of the game: those that
// the answers on the way to its root have left.
func ReadPackedSubtree(ctx context.Context, g game.Game, text string, secrets []game.Code) (*Tree, error) {
	width, digits := game.Width(g), PackedDigits(g)
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
		end := at // of the guess
		for range width {
			if end >= len(text) {
				return nil, fail("expected a guess, found the end")
			}
			_, size := utf8.DecodeRuneInString(text[end:])
			end += size
		}
		guess, err := g.ParseCode(text[at:end])
		if err != nil {
			return nil, fail(err.Error())
		}
		at = end
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
				f := ReadPackedDigits(text[at:], digits)
				if f < 0 || f >= limit || sizes[f] == 0 || game.Feedback(f) == g.Final() {
					return nil, fail("no candidates follow there")
				}
				if next[f] != nil {
					return nil, fail("an answer is repeated")
				}
				at += digits
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
