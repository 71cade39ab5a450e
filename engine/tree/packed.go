package tree

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"codebreak/engine/game"
	"codebreak/engine/partition"
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

// writeDigits writes feedback in n digits.
func writeDigits(b *strings.Builder, f game.Feedback, n int) {
	if n > 1 {
		writeDigits(b, f/game.Feedback(len(digits)), n-1)
	}
	b.WriteByte(digits[int(f)%len(digits)])
}

// readDigits reads the feedback that a text begins with, in n digits as
// [Tree.Packed] writes it; -1 if it does not.
func readDigits(text string, n int) int {
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
func (t *Tree) Packed() string { return t.pack(func(*Node) bool { return false }) }

// Brief writes what [Tree.Packed] writes without the nodes that guess the only candidate
// left, or the first of two and then the other: [ReadPacked] puts them back. It takes about a
// fifth of the bytes.
func (t *Tree) Brief() string {
	secrets, _ := game.Codes(t.Game)
	return t.BriefSubtree(secrets)
}

// BriefSubtree is [Tree.Brief] for a tree of some secrets of the game.
func (t *Tree) BriefSubtree(secrets []game.Code) string {
	plain := map[*Node]bool{}
	t.findPlain(t.Root, secrets, plain)
	return t.pack(func(n *Node) bool { return plain[n] })
}

// findPlain finds the nodes below n that [plainNode] would make of their candidates.
func (t *Tree) findPlain(n *Node, candidates []game.Code, plain map[*Node]bool) {
	for _, part := range partition.Split(t.Game, candidates, n.Guess) {
		next := n.Next(part.Feedback)
		if next == nil {
			continue // the end of the game
		}
		if equalNodes(next, plainNode(t.Game, part.Codes)) {
			plain[next] = true
		} else {
			t.findPlain(next, part.Codes, plain)
		}
	}
}

// plainNode guesses one candidate after the other, of at most two; else it is nil.
func plainNode(g game.Game, candidates []game.Code) *Node {
	if len(candidates) > 2 {
		return nil
	}
	n := &Node{Guess: candidates[0]}
	for _, part := range partition.Split(g, candidates, n.Guess) {
		branch := Branch{Feedback: part.Feedback}
		if part.Feedback != g.Final() {
			branch.Next = plainNode(g, part.Codes)
		}
		n.Branches = append(n.Branches, branch)
	}
	return n
}

// equalNodes reports whether two nodes make the same guesses after the same feedback.
func equalNodes(a, b *Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Guess == b.Guess && slices.EqualFunc(a.Branches, b.Branches, func(x, y Branch) bool {
		return x.Feedback == y.Feedback && equalNodes(x.Next, y.Next)
	})
}

// pack writes the tree without the nodes that are left out, and what follows them.
func (t *Tree) pack(leaveOut func(*Node) bool) string {
	var b strings.Builder
	t.writePacked(&b, t.Root, PackedDigits(t.Game), leaveOut)
	return b.String()
}

func (t *Tree) writePacked(b *strings.Builder, n *Node, digits int, leaveOut func(*Node) bool) {
	b.WriteString(t.Game.FormatCode(n.Guess))
	open := false
	for _, branch := range n.Branches {
		if branch.Next == nil || leaveOut(branch.Next) {
			continue
		}
		if !open {
			b.WriteByte('(')
			open = true
		}
		writeDigits(b, branch.Feedback, digits)
		t.writePacked(b, branch.Next, digits, leaveOut)
	}
	if open {
		b.WriteByte(')')
	}
}

// ReadPacked reads what [Tree.Packed] or [Tree.Brief] writes of a tree that finds every
// secret it meets; what ends the game is put back. The error says what is wrong, or is
// the context's.
func ReadPacked(ctx context.Context, g game.Game, text string) (*Tree, error) {
	secrets, _ := game.Codes(g)
	return ReadPackedSubtree(ctx, g, text, secrets)
}

// ReadPackedSubtree is [ReadPacked] for a tree of some secrets of the game: those left
// by the feedback on the way to its root.
func ReadPackedSubtree(ctx context.Context, g game.Game, text string, secrets []game.Code) (*Tree, error) {
	r := &packedReader{ctx: ctx, game: g, text: text, width: game.Width(g), digits: PackedDigits(g)}
	root, err := r.node(secrets, 1)
	if err != nil {
		return nil, err
	}
	return &Tree{Game: g, Root: root}, r.end()
}

// MarkPacked adds to what [Tree.Packed] writes, for programs that do not know the rules: a
// guess that may be the secret is followed by "!". It reads trees of which a part is
// missing, too, and marks it with "~", the number of its candidates and ";".
func MarkPacked(g game.Game, text string) (string, error) {
	secrets, _ := game.Codes(g)
	r := &packedReader{game: g, text: text, width: game.Width(g), digits: PackedDigits(g)}
	var out strings.Builder
	if err := r.mark(&out, secrets, 1); err != nil {
		return "", err
	}
	return out.String(), r.end()
}

// mark marks a node that has the candidates.
func (r *packedReader) mark(out *strings.Builder, candidates []game.Code, depth int) error {
	begin := r.at
	guess, err := r.guess()
	if err != nil || depth > MaxGuesses {
		return cmp.Or(err, r.fail("more than %d guesses follow each other", MaxGuesses))
	}
	out.WriteString(r.text[begin:r.at])
	parts := partition.Split(r.game, candidates, guess)
	if last := len(parts) - 1; parts[last].Feedback == r.game.Final() {
		out.WriteByte('!')
		parts = parts[:last]
	}
	open := r.skip('(')
	if !open && len(parts) == 0 {
		return nil
	}
	out.WriteByte('(')
	for open && !r.skip(')') {
		f := readDigits(r.text[r.at:], r.digits)
		i := slices.IndexFunc(parts, func(p partition.Part) bool { return int(p.Feedback) == f })
		if i < 0 {
			return r.fail("no candidates follow there")
		}
		r.at += r.digits
		writeDigits(out, game.Feedback(f), r.digits)
		if err := r.mark(out, parts[i].Codes, depth+1); err != nil {
			return err
		}
		parts = slices.Delete(parts, i, i+1)
	}
	for _, p := range parts {
		writeDigits(out, p.Feedback, r.digits)
		fmt.Fprintf(out, "~%d;", len(p.Codes))
	}
	out.WriteByte(')')
	return nil
}

type packedReader struct {
	ctx           context.Context
	game          game.Game
	text          string
	at            int // what is to be read next
	width, digits int // of a guess and of its feedback
}

func (r *packedReader) fail(format string, args ...any) error {
	return fmt.Errorf("packed tree of %s, character %d: %w", r.game, r.at+1, fmt.Errorf(format, args...))
}

// end returns an error unless everything is read.
func (r *packedReader) end() error {
	if r.at != len(r.text) {
		return r.fail("the text goes on after the tree")
	}
	return nil
}

// skip skips a character, if it is next.
func (r *packedReader) skip(c byte) bool {
	found := r.at < len(r.text) && r.text[r.at] == c
	if found {
		r.at++
	}
	return found
}

func (r *packedReader) guess() (game.Code, error) {
	end := r.at
	for range r.width {
		if end >= len(r.text) {
			return 0, r.fail("expected a guess, found the end")
		}
		_, size := utf8.DecodeRuneInString(r.text[end:])
		end += size
	}
	guess, err := r.game.ParseCode(r.text[r.at:end])
	if err != nil {
		return 0, r.fail("%w", err)
	}
	r.at = end
	return guess, nil
}

// node reads a node that has the candidates.
func (r *packedReader) node(candidates []game.Code, depth int) (n *Node, err error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	if depth > MaxGuesses {
		return nil, r.fail("more than %d guesses follow each other", MaxGuesses)
	}
	n = &Node{}
	if n.Guess, err = r.guess(); err != nil {
		return nil, err
	}
	parts := partition.Split(r.game, candidates, n.Guess)
	for _, part := range parts {
		n.Branches = append(n.Branches, Branch{Feedback: part.Feedback})
	}
	for open := r.skip('('); open && !r.skip(')'); {
		if r.at == len(r.text) {
			return nil, r.fail("a bracket is not closed")
		}
		f := readDigits(r.text[r.at:], r.digits)
		i := slices.IndexFunc(parts, func(p partition.Part) bool { return int(p.Feedback) == f })
		switch {
		case i < 0 || parts[i].Feedback == r.game.Final():
			return nil, r.fail("no candidates follow there")
		case n.Branches[i].Next != nil:
			return nil, r.fail("an answer is repeated")
		}
		r.at += r.digits
		if n.Branches[i].Next, err = r.node(parts[i].Codes, depth+1); err != nil {
			return nil, err
		}
	}
	for i, part := range parts {
		if n.Branches[i].Next != nil || part.Feedback == r.game.Final() {
			continue
		}
		n.Branches[i].Next = plainNode(r.game, part.Codes)
		if n.Branches[i].Next == nil {
			return nil, r.fail("a guess is missing after %s", r.game.FormatFeedback(part.Feedback))
		}
	}
	return n, nil
}
