package tree

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"codebreak/engine/game"
	"codebreak/engine/short"
)

// Trees of Wordle are published in columns (Selby, 2022, and others since): a guess,
// and for each answer a line that goes on with the answer, the number of the guess
// that it answers, and the next guess. What a line has in common with the one before
// is blank:
//
//	salet BBBBB1 courd BBBBB2 nymph BBBBY3 whiff GGGGG4
//	                                BGYYB3 pygmy GGGGG4
//	      GGGGG1
//
// Answers are in alphabetical order. The numbers alone show where a line goes on.

// Columned reports whether trees of a game are written in columns: those of games of
// words with Wordle's answers.
func Columned(g game.Game) bool {
	return game.StructureOf(g).Hints != nil
}

// WriteColumns writes the tree in columns; its game must be one of [Columned].
func (t *Tree) WriteColumns(w io.Writer) error {
	out := bufio.NewWriter(w)
	if err := t.writeColumns(out, t.Root, 1, 0); err != nil {
		return err
	}
	return out.Flush()
}

// writeColumns writes what follows the guess of a number, which begins in a column.
func (t *Tree) writeColumns(out *bufio.Writer, n *Node, number, column int) error {
	guess := t.Game.FormatCode(n.Guess) + " "
	out.WriteString(guess)
	column += utf8.RuneCountInString(guess)
	type line struct {
		answer string
		next   *Node
	}
	var lines []line
	for _, b := range n.Branches {
		lines = append(lines, line{t.Game.FormatFeedback(b.Feedback) + strconv.Itoa(number), b.Next})
	}
	slices.SortFunc(lines, func(a, b line) int { return strings.Compare(a.answer, b.answer) })
	for i, l := range lines {
		if i > 0 {
			out.WriteString(strings.Repeat(" ", column))
		}
		out.WriteString(l.answer)
		if l.next == nil {
			if err := out.WriteByte('\n'); err != nil {
				return err // nothing can be written any more
			}
			continue
		}
		out.WriteByte(' ')
		if err := t.writeColumns(out, l.next, number+1, column+len(l.answer)+1); err != nil {
			return err
		}
	}
	return nil
}

// ReadColumns reads a tree in columns. The error says in which line what cannot be
// understood, or is the context's. That the tree finds every secret is for [Check]
// to say.
func ReadColumns(ctx context.Context, g game.Game, data []byte) (*Tree, error) {
	if !Columned(g) {
		return nil, fmt.Errorf("trees in columns are for games answered as Wordle is; %s needs another format", g)
	}
	t := &Tree{Game: g}
	var path []*Node // the guesses of the line so far
	number := 0
	fail := func(format string, args ...any) error {
		return fmt.Errorf("line %d: %w", number, fmt.Errorf(format, args...))
	}
	for line := range bytes.Lines(data) {
		if number++; ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var to *Branch // which leads to the next guess of the line
		hit := false
		for i, token := range strings.Fields(string(line)) {
			if t.Root == nil || to != nil {
				guess, err := g.ParseCode(token)
				if err != nil {
					return nil, fail("%w", err)
				}
				n := &Node{Guess: guess}
				if to != nil {
					to.Next = n
				} else {
					t.Root = n
				}
				if path, to = append(path, n), nil; len(path) > MaxGuesses {
					return nil, fail("more than %d guesses follow each other", MaxGuesses)
				}
				continue
			}
			letters := strings.TrimRight(token, "0123456789")
			depth, err := strconv.Atoi(token[len(letters):])
			switch {
			case hit:
				return nil, fail("the line goes on after the game has ended")
			case err != nil:
				return nil, fail("%q is not an answer with the number of its guess, such as GYBBG2", short.Clip(token))
			case depth < 1 || depth > len(path), i > 0 && depth != len(path):
				return nil, fail("%s answers guess %d, but %d guesses were made", short.Clip(token), depth, len(path))
			}
			path = path[:depth]
			last := path[depth-1]
			f, err := g.ParseFeedback(letters)
			switch {
			case err != nil:
				return nil, fail("%w", err)
			case slices.ContainsFunc(last.Branches, func(b Branch) bool { return b.Feedback == f }):
				return nil, fail("guess %s: answer %s stands twice", g.FormatCode(last.Guess), letters)
			}
			last.Branches = append(last.Branches, Branch{Feedback: f})
			if hit = f == g.Final(); !hit {
				to = &last.Branches[len(last.Branches)-1]
			}
		}
		switch {
		case to != nil:
			return nil, fail("no guess follows the last answer")
		case len(path) > 0 && len(path[len(path)-1].Branches) == 0:
			return nil, fail("no answer follows the last guess")
		}
	}
	if t.Root == nil {
		return nil, errors.New("the text has no guess")
	}
	t.Root.sort()
	return t, nil
}

// sort puts all branches in the order of their answers.
func (n *Node) sort() {
	slices.SortFunc(n.Branches, func(a, b Branch) int { return int(a.Feedback) - int(b.Feedback) })
	for _, b := range n.Branches {
		if b.Next != nil {
			b.Next.sort()
		}
	}
}
