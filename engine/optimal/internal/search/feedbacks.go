package search

import (
	"context"
	"math/bits"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// maxMatrix bounds the bytes of the matrices of feedback, by the size of the
// transposition table: searches are far slower without them.
// Places in them have 31 bits.
func maxMatrix(tableBytes int64) int64 {
	return max(64<<20, min(tableBytes/4, partition.MostFeedback))
}

// feedbacks look up the feedback to guesses: in a table or in matrices if the game is small
// enough, else they ask the game.
type feedbacks struct {
	game    game.Game
	table   *game.Table // of the game, if it has one
	secrets []game.Code

	// toGuess has a row for each guess: the feedback of all secrets. It is nil if it would
	// be too large.
	toGuess *matrix
	// ofSecret has a row for each secret: its feedback to all guesses. It is nil if
	// it would be too large, and toGuess itself where secret and guess may change places (alike).
	ofSecret *matrix

	// numbers holds the number of a guess by that of its code among all codes of
	// the game's shape.
	numbers            []int32
	positions, colours int
}

func newFeedbacks(g game.Game, secrets, guesses []game.Code, most int64) *feedbacks {
	l := &feedbacks{game: g, secrets: secrets}
	table := game.StructureOf(g).Table
	if table != nil {
		l.table, _ = table(context.Background()) // it has been prepared
		return l
	}

	l.positions, l.colours = g.Shape()
	toGuess, ofSecret := matrices(g, len(secrets), len(guesses), most)
	if toGuess == 0 {
		return l
	}
	l.numbers = make([]int32, shapes(g))
	for i, guess := range guesses {
		l.numbers[l.place(guess)] = int32(i)
	}
	l.toGuess = newMatrix(len(guesses), len(secrets), g.OutcomeLimit(), rowsByGuess(g, secrets, guesses))

	switch {
	case ofSecret != 0:
		l.ofSecret = newMatrix(len(secrets), len(guesses), g.OutcomeLimit(), func(secret int, row []uint8) {
			for i, guess := range guesses {
				row[i] = uint8(g.Feedback(secrets[secret], guess))
			}
		})
	case alike(g, len(secrets), len(guesses)):
		l.ofSecret = l.toGuess
	}
	return l
}

// rowsByGuess returns what fills the row of a guess. Several workers may call it.
func rowsByGuess(g game.Game, secrets, guesses []game.Code) func(guess int, row []uint8) {
	fill := game.Feedbacks(g, secrets)
	rooms := sync.Pool{New: func() any {
		room := make([]game.Feedback, len(secrets))
		return &room
	}}
	return func(guess int, row []uint8) {
		room := rooms.Get().(*[]game.Feedback)
		defer rooms.Put(room)

		fill(guesses[guess], *room)
		for i, f := range *room {
			row[i] = uint8(f)
		}
	}
}

// shapes returns the number of codes of a game's shape, whether or not they may be
// guessed.
func shapes(g game.Game) int64 {
	positions, colours := g.Shape()
	all := int64(1)
	for range positions {
		all *= int64(colours)
	}
	return all
}

// matrices returns the bytes of the two matrices of a game, which together take no more than
// most: 0 for a matrix that is not made. Games with a table of their own need none, and those
// with more kinds of feedback than a byte holds have none.
func matrices(g game.Game, secrets, guesses int, most int64) (toGuess, ofSecret int64) {
	if game.StructureOf(g).Table != nil || g.OutcomeLimit() > 1<<8 {
		return 0, 0
	}
	toGuess = int64(guesses) * int64(width(secrets))
	ofSecret = int64(secrets) * int64(width(guesses))
	switch {
	case toGuess > most:
		return 0, 0
	case alike(g, secrets, guesses), toGuess+ofSecret > most:
		return toGuess, 0
	}
	return toGuess, ofSecret
}

// alike reports whether secrets and guesses are the same codes, and feedback is the same
// if two of them change places.
func alike(g game.Game, secrets, guesses int) bool {
	_, pegs := game.PegRules(g)
	return pegs && secrets == guesses
}

// place numbers the codes of the game's shape in lexicographic order.
func (l *feedbacks) place(c game.Code) int {
	n := 0
	for i := range l.positions {
		n = n*l.colours + c.At(i)
	}
	return n
}

// to sets out to the feedback that each candidate gives to a guess.
func (l *feedbacks) to(guess game.Code, candidates set, out []game.Feedback) {
	if l.table != nil {
		column := l.table.Column(guess)
		for i, c := range candidates {
			out[i] = l.table.At(int(c)*l.table.Guesses + column)
		}
		return
	}

	if l.toGuess == nil {
		for i, c := range candidates {
			out[i] = l.game.Feedback(l.secrets[c], guess)
		}
		return
	}

	row := l.toGuess.row(int(l.numbers[l.place(guess)]))
	for i, c := range candidates {
		out[i] = game.Feedback(row[c])
	}
}

// maxParts is the most kinds of feedback that parts counts.
const maxParts = 64

// parts counts the classes that the guess makes of candidates, the final one included. There must be a matrix, and no more than maxParts kinds of
// feedback.
func (l *feedbacks) parts(candidates set, guess int32) int {
	if l.ofSecret != l.toGuess {
		guess = l.numbers[l.place(l.secrets[guess])]
	}
	row := l.toGuess.row(int(guess))
	seen := uint64(0)
	for _, c := range candidates {
		seen |= 1 << (row[c] & 63)
	}
	return bits.OnesCount64(seen)
}
