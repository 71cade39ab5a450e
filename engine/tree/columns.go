package tree

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"codebreak/engine/game"
	"codebreak/engine/wording"
)

// Trees of Wordle are published in columns (Selby, 2022, and others since): a guess,
// and for each feedback a line that goes on with the feedback, the number of the guess,
// and the next guess. The columns that a line has in common with the line before are blank:
//
//	salet BBBBB1 courd BBBBB2 nymph BBBBY3 whiff GGGGG4
//	                                BGYYB3 pygmy GGGGG4
//	      GGGGG1
//
// Feedback is in alphabetical order. The numbers alone show where a line goes on.

// Columned reports whether trees of a game are written in columns: games of words with
// the feedback of Wordle.
func Columned(g game.Game) bool {
	return game.StructureOf(g).Hints != nil
}

// WriteColumns writes the tree in columns; its game must be one of [Columned].
func (t *Tree) WriteColumns(w io.Writer) error {
	out := bufio.NewWriter(w)
	t.writeColumns(out, t.Root, 1, 0)
	return out.Flush()
}

// writeColumns writes a node whose guess has the given number and begins in a column.
func (t *Tree) writeColumns(out *bufio.Writer, n *Node, number, column int) {
	guess := t.Game.FormatCode(n.Guess) + " "
	out.WriteString(guess)
	column += utf8.RuneCountInString(guess)

	next := map[string]*Node{} // by feedback, with the number
	for _, b := range n.Branches {
		next[t.Game.FormatFeedback(b.Feedback)+strconv.Itoa(number)] = b.Next
	}
	for i, feedback := range slices.Sorted(maps.Keys(next)) {
		if i > 0 {
			out.WriteString(strings.Repeat(" ", column))
		}
		out.WriteString(feedback)
		if next[feedback] == nil {
			out.WriteByte('\n')
			continue
		}
		out.WriteByte(' ')
		t.writeColumns(out, next[feedback], number+1, column+len(feedback)+1)
	}
}

// ReadColumns reads a tree in columns. The error names the line that cannot be understood,
// or comes from the context. It does not check that the tree finds every secret: see
// [Check].
func ReadColumns(ctx context.Context, g game.Game, data []byte) (*Tree, error) {
	if !Columned(g) {
		return nil, fmt.Errorf("trees in columns are for games with feedback as in Wordle; %s needs another format", g)
	}

	r := columnsReader{game: g}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := r.line(strings.Fields(string(line))); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}

	if r.root == nil {
		return nil, errors.New("the text has no guess")
	}
	r.root.sortAll()
	return &Tree{Game: g, Root: r.root}, nil
}

type columnsReader struct {
	game game.Game
	root *Node
	path []*Node // the guesses of the line so far
	to   *Branch // leads to the next guess of the line; nil if feedback comes first
}

func (r *columnsReader) line(tokens []string) (err error) {
	r.to = nil
	ended := false
	for i, token := range tokens {
		switch {
		case ended:
			return errors.New("the line goes on after the game has ended")
		case r.root == nil || r.to != nil:
			err = r.guess(token)
		default:
			ended, err = r.feedback(token, i == 0)
		}
		if err != nil {
			return err
		}
	}

	switch {
	case r.to != nil:
		return errors.New("no guess follows the last feedback")
	case len(r.path) > 0 && len(r.path[len(r.path)-1].Branches) == 0:
		return errors.New("no feedback follows the last guess")
	}
	return nil
}

func (r *columnsReader) guess(token string) error {
	guess, err := r.game.ParseCode(token)
	if err != nil {
		return err
	}
	n := &Node{Guess: guess}
	if r.to != nil {
		r.to.Next = n
	} else {
		r.root = n
	}

	r.path = append(r.path, n)
	r.to = nil
	if len(r.path) > MaxGuesses {
		return fmt.Errorf("more than %d guesses follow each other", MaxGuesses)
	}
	return nil
}

// feedback reads feedback with the number of its guess, and reports whether the game has
// ended. Only the first of a line may go back to an earlier guess.
func (r *columnsReader) feedback(token string, first bool) (ended bool, err error) {
	// The number of the guess.
	letters := strings.TrimRight(token, "0123456789")
	depth, err := strconv.Atoi(token[len(letters):])
	switch {
	case err != nil:
		return false, fmt.Errorf("%q is not feedback with the number of its guess, such as GYBBG2", wording.Clip(token))
	case depth < 1 || depth > len(r.path), !first && depth != len(r.path):
		return false, fmt.Errorf("%s is feedback on guess %d; guesses made before it: %d", wording.Clip(token), depth, len(r.path))
	}

	// The feedback, which begins a new branch.
	r.path = r.path[:depth]
	last := r.path[depth-1]
	f, err := r.game.ParseFeedback(letters)
	switch {
	case err != nil:
		return false, err
	case last.taken(f) != nil:
		return false, fmt.Errorf("guess %s: feedback %s stands twice", r.game.FormatCode(last.Guess), letters)
	}

	last.Branches = append(last.Branches, Branch{Feedback: f})
	ended = f == r.game.Final()
	if !ended {
		r.to = &last.Branches[len(last.Branches)-1]
	}
	return ended, nil
}

// sortAll sorts the branches of a node and of all below.
func (n *Node) sortAll() {
	n.Sort()
	for _, b := range n.Branches {
		if b.Next != nil {
			b.Next.sortAll()
		}
	}
}
