package tree

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"codebreak/engine/game"
)

// A tree in JSON is an object with the game and the root; a node is an object
// with its guess and, by the feedback in the game's notation, the nodes that
// follow, null where the feedback ends the game:
//
//	{"game": "mm2x2", "root": {"guess": "12", "next": {"0A2B": {…}, "2A0B": null}}}
type jsonTree struct {
	Game string    `json:"game"`
	Root *jsonNode `json:"root"`
}

type jsonNode struct {
	Guess string               `json:"guess"`
	Next  map[string]*jsonNode `json:"next"`
}

// WriteJSON writes the tree as JSON, one line for each guess after the first
// that follows it, so that texts of trees compare well.
func (t *Tree) WriteJSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "{\"game\": %s, \"root\":\n", quoted(t.Game.String()))
	t.writeNode(out, t.Root, 0)
	fmt.Fprint(out, "}\n")
	return out.Flush()
}

func quoted(s string) []byte {
	text, _ := json.Marshal(s) // a string is always marshalled
	return text
}

func (t *Tree) writeNode(out *bufio.Writer, n *Node, depth int) {
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
		} else {
			t.writeNode(out, b.Next, depth+1)
		}
	}
	fmt.Fprint(out, "}}")
}

// ReadJSON reads a tree. The error says where the text cannot be understood,
// or which guess or feedback the game does not know. That the tree finds every
// secret is for [Check] to say.
func ReadJSON(r io.Reader) (*Tree, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var file jsonTree
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, position(text, err)
	}
	g, err := game.Parse(file.Game)
	if err != nil {
		return nil, err
	}
	if file.Root == nil {
		return nil, errors.New("the tree has no root")
	}
	root, err := nodeOf(g, file.Root, "the root")
	if err != nil {
		return nil, err
	}
	return &Tree{Game: g, Root: root}, nil
}

// position adds the line to an error of the JSON reader.
func position(text []byte, err error) error {
	offset := int64(-1)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	if offset < 0 || offset > int64(len(text)) {
		return err
	}
	line := 1
	for _, c := range text[:offset] {
		if c == '\n' {
			line++
		}
	}
	return fmt.Errorf("line %d: %w", line, err)
}

func nodeOf(g game.Game, n *jsonNode, path string) (*Node, error) {
	guess, err := g.ParseCode(n.Guess)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	node := &Node{Guess: guess}
	next := map[game.Feedback]*jsonNode{}
	for text, child := range n.Next {
		f, err := g.ParseFeedback(text)
		if err != nil {
			return nil, fmt.Errorf("%s, guess %s: %w", path, n.Guess, err)
		}
		if _, twice := next[f]; twice {
			return nil, fmt.Errorf("%s, guess %s: feedback %s stands twice", path, n.Guess, g.FormatFeedback(f))
		}
		next[f] = child
	}
	for f := range game.Feedback(g.Feedbacks()) {
		child, ok := next[f]
		if !ok {
			continue
		}
		b := Branch{Feedback: f}
		switch {
		case f == g.Final() && child != nil:
			return nil, fmt.Errorf("%s, guess %s: the tree goes on after %s, which ends the game", path, n.Guess, g.FormatFeedback(f))
		case f != g.Final() && child == nil:
			return nil, fmt.Errorf("%s, guess %s: the tree ends after %s, which does not end the game", path, n.Guess, g.FormatFeedback(f))
		case child != nil:
			if b.Next, err = nodeOf(g, child, fmt.Sprintf("%s, %s %s", path, n.Guess, g.FormatFeedback(f))); err != nil {
				return nil, err
			}
		}
		node.Branches = append(node.Branches, b)
	}
	return node, nil
}
