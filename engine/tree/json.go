package tree

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"codebreak/engine/game"
)

// A tree in JSON is an object with the game and the root; a node is an object
// with its guess and, by the feedback in the game's notation, the nodes that
// follow, null where the feedback ends the game:
//
//	{"game": "mm2x2", "root": {"guess": "12", "next": {"0A2B": {…}, "2A0B": null}}}

// WriteJSON writes the tree as JSON, one line for each guess after the first
// that follows it, so that texts of trees compare well.
func (t *Tree) WriteJSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "{\"game\": %s, \"root\":\n", quoted(t.Game.String()))
	if err := t.writeNode(out, t.Root, 0); err != nil {
		return err
	}
	fmt.Fprint(out, "}\n")
	return out.Flush()
}

func quoted(s string) []byte {
	text, _ := json.Marshal(s) // a string is always marshalled
	return text
}

// writeNode stops where nothing can be written any more.
func (t *Tree) writeNode(out *bufio.Writer, n *Node, depth int) error {
	fmt.Fprintf(out, "{\"guess\": %s, \"next\": {", quoted(t.Game.FormatCode(n.Guess)))
	for i, b := range n.Branches {
		if i > 0 {
			fmt.Fprint(out, ", ")
		}
		if depth < 2 {
			fmt.Fprint(out, "\n")
		}
		fmt.Fprintf(out, "%s: ", quoted(t.Game.FormatFeedback(b.Feedback)))
		if b.Next == nil {
			fmt.Fprint(out, "null")
		} else if err := t.writeNode(out, b.Next, depth+1); err != nil {
			return err
		}
	}
	_, err := fmt.Fprint(out, "}}")
	return err
}

// ReadJSON reads a tree. The error says where the text cannot be understood,
// or which guess or feedback the game does not know; or it is the context's.
// That the tree finds every secret is for [Check] to say.
func ReadJSON(ctx context.Context, text []byte) (*Tree, error) {
	p := &jsonReader{ctx: ctx, text: text}
	p.decoder = json.NewDecoder(p)
	p.decoder.UseNumber() // a number is wrong anywhere, and may be too large for any type
	name, root, err := p.file()
	if err != nil {
		return nil, err
	}
	g, err := game.Parse(name)
	if err != nil {
		return nil, err
	}
	node, err := root.node(ctx, g, nil)
	if err != nil {
		return nil, err
	}
	return &Tree{Game: g, Root: node}, nil
}

// A jsonNode is a node as it is written, before the game is known.
type jsonNode struct {
	line  int
	guess string
	next  []jsonBranch
}

type jsonBranch struct {
	line     int
	feedback string
	node     *jsonNode // nil for null
}

// A jsonReader reads token by token, since a tree is wrong if a key stands
// twice or is none that is known, and since every error has its line.
type jsonReader struct {
	ctx     context.Context
	text    []byte
	read    int // bytes of the text that the decoder has
	decoder *json.Decoder
	depth   int // of nodes
	// lines is the number of line ends in the text before offset counted. The
	// decoder only goes on, so each is counted once.
	lines, counted int
}

// maxToken is more bytes than a name, a guess or a feedback has, with the white
// space before it.
const maxToken = 1 << 16

// Read gives the decoder the text bit by bit, no further ahead of the token read
// last than any token is long: so the decoder needs little memory, and stops
// soon when the context ends.
func (p *jsonReader) Read(b []byte) (n int, err error) {
	switch {
	case p.ctx.Err() != nil:
		return 0, p.ctx.Err()
	case p.read == len(p.text):
		return 0, io.EOF
	case p.read-int(p.decoder.InputOffset()) > maxToken:
		return 0, p.errorf("a name, or white space, of more than %d bytes", maxToken)
	}
	n = copy(b, p.text[p.read:])
	p.read += n
	return n, nil
}

// line returns the line of the token read last.
func (p *jsonReader) line() int {
	offset := int(p.decoder.InputOffset())
	p.lines += bytes.Count(p.text[p.counted:offset], []byte{'\n'})
	p.counted = offset
	return 1 + p.lines
}

func (p *jsonReader) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: "+format, append([]any{p.line()}, args...)...)
}

// describe writes a token for an error.
func describe(t json.Token) string {
	switch t := t.(type) {
	case nil:
		return "null"
	case string:
		return strconv.Quote(t)
	case json.Number:
		const shown = 40 // digits
		return t.String()[:min(len(t), shown)]
	}
	return fmt.Sprint(t)
}

func (p *jsonReader) token() (json.Token, error) {
	t, err := p.decoder.Token()
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, p.errorf("the text ends too early")
	case errors.As(err, &syntax):
		return nil, p.errorf("%w", err)
	}
	return t, err
}

// object reads an object and calls member for each key, which must not stand
// twice, to read its value.
func (p *jsonReader) object(what string, member func(key string) error) error {
	t, err := p.token()
	if err != nil {
		return err
	}
	if t != json.Delim('{') {
		return p.errorf("%s must be an object in braces, found %s", what, describe(t))
	}
	return p.members(what, member)
}

// members reads the rest of an object after its brace.
func (p *jsonReader) members(what string, member func(key string) error) error {
	seen := map[string]bool{}
	for {
		t, err := p.token()
		if err != nil {
			return err
		}
		key, ok := t.(string)
		if !ok { // the brace that ends it
			return nil
		}
		if seen[key] {
			return p.errorf("%q stands twice in %s", key, what)
		}
		if len(seen) == game.MaxFeedbacks {
			return p.errorf("%s has more than %d keys", what, game.MaxFeedbacks)
		}
		seen[key] = true
		if err := member(key); err != nil {
			return err
		}
	}
}

func (p *jsonReader) string(key string) (string, error) {
	t, err := p.token()
	if err != nil {
		return "", err
	}
	s, ok := t.(string)
	if !ok {
		return "", p.errorf("%q must be a text in quotes, found %s", key, describe(t))
	}
	return s, nil
}

func (p *jsonReader) file() (name string, root *jsonNode, err error) {
	err = p.object("a tree", func(key string) (err error) {
		switch key {
		case "game":
			name, err = p.string(key)
		case "root":
			root, err = p.node(false)
		default:
			err = p.errorf("unknown key %q; a tree has \"game\" and \"root\"", key)
		}
		return err
	})
	switch {
	case err != nil:
		return "", nil, err
	case name == "":
		return "", nil, errors.New("the tree does not name its game")
	case root == nil:
		return "", nil, errors.New("the tree has no root")
	}
	if _, err = p.decoder.Token(); errors.Is(err, io.EOF) {
		return name, root, nil
	}
	return "", nil, cmp.Or(p.ctx.Err(), p.errorf("the text goes on after the tree"))
}

// node reads a node, or null if that is allowed.
func (p *jsonReader) node(null bool) (*jsonNode, error) {
	t, err := p.token()
	switch {
	case err != nil:
		return nil, err
	case t == nil && null:
		return nil, nil
	case t != json.Delim('{'):
		return nil, p.errorf("a node must be an object in braces, found %s", describe(t))
	}
	n := &jsonNode{line: p.line()}
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > MaxGuesses {
		return nil, p.errorf("more than %d guesses follow each other", MaxGuesses)
	}
	err = p.members("a node", func(key string) (err error) {
		switch key {
		case "guess":
			n.guess, err = p.string(key)
		case "next":
			err = p.object("next", func(feedback string) error {
				line := p.line()
				child, err := p.node(true)
				n.next = append(n.next, jsonBranch{line, feedback, child})
				return err
			})
		default:
			err = p.errorf("unknown key %q; a node has \"guess\" and \"next\"", key)
		}
		return err
	})
	if err == nil && n.guess == "" {
		err = p.errorf("a node has no guess")
	}
	return n, err
}

// node turns a node as it is written into one of the game. before is the
// guesses and answers on the way there.
func (n *jsonNode) node(ctx context.Context, g game.Game, before []string) (*Node, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	fail := func(line int, format string, args ...any) error {
		return fmt.Errorf("line %d, %s: %w", line, place(before), fmt.Errorf(format, args...))
	}
	guess, err := g.ParseCode(n.guess)
	if err != nil {
		return nil, fail(n.line, "%w", err)
	}
	node := &Node{Guess: guess}
	for _, b := range n.next {
		f, err := g.ParseFeedback(b.feedback)
		name := g.FormatFeedback(f)
		switch {
		case err != nil:
			return nil, fail(b.line, "guess %s: %w", n.guess, err)
		case slices.ContainsFunc(node.Branches, func(other Branch) bool { return other.Feedback == f }):
			return nil, fail(b.line, "guess %s: feedback %s stands twice", n.guess, name)
		case f == g.Final() && b.node != nil:
			return nil, fail(b.line, "guess %s: the tree goes on after %s, which ends the game", n.guess, name)
		case f != g.Final() && b.node == nil:
			return nil, fail(b.line, "guess %s: the tree ends after %s, which does not end the game", n.guess, name)
		}
		branch := Branch{Feedback: f}
		if b.node != nil {
			if branch.Next, err = b.node.node(ctx, g, append(before[:len(before):len(before)], n.guess+" "+name)); err != nil {
				return nil, err
			}
		}
		node.Branches = append(node.Branches, branch)
	}
	slices.SortFunc(node.Branches, func(a, b Branch) int { return cmp.Compare(a.Feedback, b.Feedback) })
	return node, nil
}

// place says where in the tree something stands, by the last guesses and
// answers on the way there.
func place(before []string) string {
	const shown = 3
	switch {
	case len(before) == 0:
		return "the root"
	case len(before) > shown:
		return "after …, " + strings.Join(before[len(before)-shown:], ", ")
	}
	return "after " + strings.Join(before, ", ")
}
