package tree

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"codebreak/engine/game"
	"codebreak/engine/wording"
)

// A tree in JSON is an object with the game and the root; a node is an object
// with its guess and, by the feedback in the game's notation, the nodes that
// follow, null where the feedback ends the game:
//
//	{"game": "mm2x2", "root": {"guess": "12", "next": {"0A2B": {…}, "2A0B": null}}}
//
// Codes in other symbols than the game's usual ones stand below a key "symbols".

// WriteJSON writes the tree as JSON, with a line for each branch of the first two guesses,
// so that texts of trees compare well.
func (t *Tree) WriteJSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "{\"game\": %s, ", quoted(t.Game.String()))
	symbols := game.SymbolsOf(t.Game)
	if symbols != "" {
		fmt.Fprintf(out, "\"symbols\": %s, ", quoted(symbols))
	}
	fmt.Fprint(out, "\"root\":\n")
	t.writeNode(out, t.Root, 0)
	fmt.Fprint(out, "}\n")
	return out.Flush()
}

func quoted(s string) []byte {
	text, _ := jsontext.AppendQuote(nil, s) // a game writes valid UTF-8
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
// or which guess or feedback the game does not know; or it comes from the context.
// It does not check that the tree finds every secret: see [Check].
func ReadJSON(ctx context.Context, data []byte) (*Tree, error) {
	var file jsonTree
	r := jsonReader{ctx: ctx, data: data}
	branches := json.WithUnmarshalers(json.UnmarshalFromFunc(r.branches))
	err := json.Unmarshal(data, &file, json.RejectUnknownMembers(true), branches)
	switch {
	case err != nil:
		return nil, r.explain(err)
	case file.Game == "":
		return nil, errors.New("the tree does not name its game")
	case file.Root == nil:
		return nil, errors.New("the tree has no root")
	}

	r.game, err = game.Parse(file.Game)
	if err == nil {
		r.game, err = game.WithSymbols(r.game, file.Symbols)
	}
	if err != nil {
		return nil, err
	}

	root, err := r.node(file.Root, 0, nil)
	if err != nil {
		return nil, err
	}
	return &Tree{Game: r.game, Root: root}, nil
}

// A jsonTree is the text of a tree, before the game is known.
type jsonTree struct {
	Game    string    `json:"game"`
	Symbols string    `json:"symbols"`
	Root    *jsonNode `json:"root"`
}

type jsonNode struct {
	Guess string       `json:"guess"`
	Next  jsonBranches `json:"next"`
}

type jsonBranches []jsonBranch

type jsonBranch struct {
	offset   int // in the text
	feedback string
	node     *jsonNode // nil for null
}

type jsonReader struct {
	ctx  context.Context
	data []byte
	game game.Game
}

// line returns the line of an offset.
func (r *jsonReader) line(offset int) int {
	return 1 + bytes.Count(r.data[:offset], []byte{'\n'})
}

// branches reads the branches of a node one by one, so that errors can name their lines.
func (r *jsonReader) branches(decoder *jsontext.Decoder, out *jsonBranches) error {
	if decoder.PeekKind() != '{' {
		return errors.New(`"next" must be an object in braces`)
	}
	if decoder.StackDepth() > 2*MaxGuesses {
		return fmt.Errorf("more than %d guesses follow each other", MaxGuesses)
	}

	if _, err := decoder.ReadToken(); err != nil {
		return err
	}

	for decoder.PeekKind() != '}' {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		name, err := decoder.ReadToken()
		if err != nil {
			return err
		}
		b := jsonBranch{feedback: name.String(), offset: int(decoder.InputOffset())}
		if err := json.UnmarshalDecode(decoder, &b.node); err != nil {
			return err
		}
		*out = append(*out, b)
	}
	_, err := decoder.ReadToken()
	return err
}

// explain says in which line the text is wrong, and why.
func (r *jsonReader) explain(err error) error {
	if r.ctx.Err() != nil {
		return r.ctx.Err()
	}

	reason := err.Error()
	offset := int64(0)
	syntax, ok := errors.AsType[*jsontext.SyntacticError](err)
	if ok {
		reason = explainSyntax(syntax)
		offset = syntax.ByteOffset
	} else if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
		reason = explainSemantics(semantic)
		offset = semantic.ByteOffset
	}
	return fmt.Errorf("line %d: %s", r.line(int(offset)), reason)
}

// explainSyntax explains why a text is not JSON.
func explainSyntax(err *jsontext.SyntacticError) string {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "the text ends too early"
	case errors.Is(err, jsontext.ErrDuplicateName):
		return fmt.Sprintf("key %q is repeated", wording.Clip(err.JSONPointer.LastToken()))
	}
	return err.Err.Error()
}

// explainSemantics explains why JSON is not a tree.
func explainSemantics(err *json.SemanticError) string {
	key := wording.Clip(err.JSONPointer.LastToken())
	switch {
	case errors.Is(err, json.ErrUnknownName):
		return fmt.Sprintf("unknown key %q; a tree has \"game\" and \"root\", a node \"guess\" and \"next\"", key)
	case err.Err != nil:
		return err.Err.Error()
	case err.GoType.Kind() == reflect.String:
		return fmt.Sprintf("%q must be a text in quotes", key)
	case key == "":
		return "a tree must be an object in braces"
	}
	return fmt.Sprintf("%q must be an object in braces", key)
}

// node turns the text of a node, at an offset, into a node of the game. before holds the
// guesses and feedback on the path to it.
func (r *jsonReader) node(n *jsonNode, offset int, before []string) (*Node, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}

	fail := func(offset int, format string, args ...any) (*Node, error) {
		return nil, fmt.Errorf("line %d, %s: %w",
			r.line(offset), place(before), fmt.Errorf(format, args...))
	}

	if n.Guess == "" {
		return fail(offset, "a node has no guess")
	}
	guess, err := r.game.ParseCode(n.Guess)
	if err != nil {
		return fail(offset, "%w", err)
	}

	node := &Node{Guess: guess}
	for _, b := range n.Next {
		f, err := r.game.ParseFeedback(b.feedback)
		if err != nil {
			return fail(b.offset, "guess %s: %w", n.Guess, err)
		}

		name := r.game.FormatFeedback(f)
		switch {
		case node.taken(f) != nil:
			return fail(b.offset, "guess %s: feedback %s is repeated", n.Guess, name)
		case f == r.game.Final() && b.node != nil:
			return fail(b.offset, "guess %s: the tree goes on after %s, which ends the game", n.Guess, name)
		case f != r.game.Final() && b.node == nil:
			return fail(b.offset, "guess %s: the tree ends after %s, which does not end the game", n.Guess, name)
		}

		branch := Branch{Feedback: f}
		if b.node != nil {
			path := append(slices.Clip(before), n.Guess+" "+name)
			branch.Next, err = r.node(b.node, b.offset, path)
			if err != nil {
				return nil, err
			}
		}
		node.Branches = append(node.Branches, branch)
	}
	node.Sort()
	return node, nil
}

// place describes the place of a node in the tree by the last guesses and feedback on the
// path to it.
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
