package tree

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// digits are the digits of the numbers by which [Tree.Packed] writes the index of feedback.
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

// readDigits reads the feedback at the beginning of a text, in n digits as
// [Tree.Packed] writes it; it returns -1 if there are no such digits.
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
// after the digits of its feedback: "12(011(221)421)". Feedback that ends the game is
// omitted, and so are empty brackets. A tree of n secrets takes about n times the positions
// and 2 bytes.
func (t *Tree) Packed() string {
	return t.pack(func(*Node) bool { return false })
}

// Brief is [Tree.Packed] without the nodes that guess the only candidate left, or the first
// of two and then the other: [ReadPacked] restores them. It takes about a fifth of the bytes.
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

// plainNode makes the node that guesses one candidate after the other, for at most two; it
// returns nil for more.
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

// pack writes the tree without the nodes to leave out, and without their subtrees.
func (t *Tree) pack(leaveOut func(*Node) bool) string {
	var b strings.Builder
	plain := &Tree{Game: game.Plain(t.Game), Root: t.Root}
	plain.writePacked(&b, t.Root, PackedDigits(t.Game), leaveOut)
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

// ReadPacked reads a tree that [Tree.Packed] or [Tree.Brief] has written and that finds
// every secret; it restores the feedback that ends the game. The error says where the text
// is wrong, or comes from the context.
func ReadPacked(ctx context.Context, g game.Game, text string) (*Tree, error) {
	secrets, _ := game.Codes(g)
	return ReadPackedSubtree(ctx, g, text, secrets)
}

// ReadPackedSubtree is [ReadPacked] for a tree of some secrets of the game: the secrets that
// agree with the feedback on the path to its root.
func ReadPackedSubtree(ctx context.Context, g game.Game, text string, secrets []game.Code) (*Tree, error) {
	r := newPackedReader(ctx, game.Plain(g), text)
	root, err := r.node(secrets, 1)
	if err != nil {
		return nil, err
	}
	return &Tree{Game: g, Root: root}, r.end()
}

// MarkPacked adds marks to a text of [Tree.Packed], for programs that do not know the rules:
// "!" follows a guess that may be the secret. Parts of the tree may be missing; it marks
// them with "~", the number of their candidates and ";".
func MarkPacked(g game.Game, text string) (string, error) {
	secrets, _ := game.Codes(g)
	r := newPackedReader(context.Background(), g, text)
	var out strings.Builder
	if err := r.mark(&out, secrets, 1); err != nil {
		return "", err
	}
	return out.String(), r.end()
}

// mark marks a node with the given candidates.
func (r *packedReader) mark(out *strings.Builder, candidates []game.Code, depth int) error {
	// Step 1. The guess, marked if it is a candidate.
	begin := r.next
	guess, err := r.guess()
	if err != nil {
		return err
	}
	if depth > MaxGuesses {
		return r.fail("more than %d guesses follow each other", MaxGuesses)
	}
	out.WriteString(r.text[begin:r.next])
	parts := partition.Split(r.game, candidates, guess)
	last := len(parts) - 1
	if parts[last].Feedback == r.game.Final() {
		out.WriteByte('!')
		parts = parts[:last]
	}

	// Step 2. The nodes that follow.
	open := r.skip('(')
	if !open && len(parts) == 0 {
		return nil
	}
	out.WriteByte('(')
	for open && !r.skip(')') {
		i, f := r.part(parts)
		if i < 0 {
			return r.fail("no candidates follow there")
		}
		r.next += r.digits
		writeDigits(out, f, r.digits)
		if err := r.mark(out, parts[i].Codes, depth+1); err != nil {
			return err
		}
		parts = slices.Delete(parts, i, i+1)
	}

	// Step 3. The parts without a node.
	for _, p := range parts {
		writeDigits(out, p.Feedback, r.digits)
		fmt.Fprintf(out, "~%d;", len(p.Codes))
	}
	out.WriteByte(')')
	return nil
}

type packedReader struct {
	ctx    context.Context
	game   game.Game
	text   string
	next   int // the next byte of the text
	width  int // characters of a guess
	digits int // digits of feedback
}

func newPackedReader(ctx context.Context, g game.Game, text string) *packedReader {
	return &packedReader{
		ctx:    ctx,
		game:   g,
		text:   text,
		width:  game.Width(g),
		digits: PackedDigits(g),
	}
}

func (r *packedReader) fail(format string, args ...any) error {
	return fmt.Errorf("packed tree of %s, character %d: %w", r.game, r.next+1, fmt.Errorf(format, args...))
}

// end returns an error unless everything is read.
func (r *packedReader) end() error {
	if r.next != len(r.text) {
		return r.fail("the text goes on after the tree")
	}
	return nil
}

// skip skips a character, if it is next.
func (r *packedReader) skip(c byte) bool {
	found := r.next < len(r.text) && r.text[r.next] == c
	if found {
		r.next++
	}
	return found
}

// part reads feedback, without moving on, and finds its part: i is -1 if there is none.
func (r *packedReader) part(parts []partition.Part) (i int, f game.Feedback) {
	number := readDigits(r.text[r.next:], r.digits)
	i = slices.IndexFunc(parts, func(p partition.Part) bool { return int(p.Feedback) == number })
	return i, game.Feedback(number)
}

func (r *packedReader) guess() (game.Code, error) {
	end := r.next
	for range r.width {
		if end >= len(r.text) {
			return 0, r.fail("expected a guess, found the end")
		}
		_, size := utf8.DecodeRuneInString(r.text[end:])
		end += size
	}

	guess, err := r.game.ParseCode(r.text[r.next:end])
	if err != nil {
		return 0, r.fail("%w", err)
	}
	r.next = end
	return guess, nil
}

// node reads a node with the given candidates.
func (r *packedReader) node(candidates []game.Code, depth int) (n *Node, err error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	if depth > MaxGuesses {
		return nil, r.fail("more than %d guesses follow each other", MaxGuesses)
	}

	// Step 1. The guess, with a branch for each part.
	n = &Node{}
	n.Guess, err = r.guess()
	if err != nil {
		return nil, err
	}
	parts := partition.Split(r.game, candidates, n.Guess)
	for _, part := range parts {
		n.Branches = append(n.Branches, Branch{Feedback: part.Feedback})
	}

	// Step 2. The nodes in brackets.
	open := r.skip('(')
	for open && !r.skip(')') {
		if r.next == len(r.text) {
			return nil, r.fail("a bracket is not closed")
		}
		i, _ := r.part(parts)
		switch {
		case i < 0 || parts[i].Feedback == r.game.Final():
			return nil, r.fail("no candidates follow there")
		case n.Branches[i].Next != nil:
			return nil, r.fail("feedback is repeated")
		}
		r.next += r.digits
		n.Branches[i].Next, err = r.node(parts[i].Codes, depth+1)
		if err != nil {
			return nil, err
		}
	}

	// Step 3. The nodes that [Tree.Brief] omits.
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
