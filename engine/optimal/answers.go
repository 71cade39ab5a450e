package optimal

import (
	"context"
	"math/bits"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/partition"
)

// maxMatrix bounds the bytes of the matrices of answers, by the size of the
// transposition table: searches are far slower without them.
// Places in them have 31 bits.
func maxMatrix(tableBytes int64) int64 {
	return max(64<<20, min(tableBytes/4, partition.MostAnswers))
}

// answers answer guesses: from matrices if the game is small enough, else by
// asking the game.
type answers struct {
	game    game.Game
	table   *game.Table // of the game, if it has one
	secrets []game.Code
	toGuess *matrix // a row for each guess: the answers of all secrets; nil if it would be too large
	// ofSecret has a row for each secret: its answers to all guesses. It is nil if
	// it would be too large, and toGuess itself if secrets and guesses answer each
	// other alike.
	ofSecret *matrix
	// numbers holds the number of a guess by that of its code among all codes of
	// the game's shape.
	numbers            []int32
	positions, colours int
}

func newAnswers(g game.Game, secrets, guesses []game.Code, most int64) *answers {
	a := &answers{game: g, secrets: secrets}
	if table := game.StructureOf(g).Table; table != nil {
		a.table, _ = table(context.Background()) // it has been prepared
		return a
	}
	a.positions, a.colours = g.Shape()
	toGuess, ofSecret := matrices(g, len(secrets), len(guesses), most)
	if toGuess == 0 {
		return a
	}
	a.numbers = make([]int32, shapes(g))
	for i, guess := range guesses {
		a.numbers[a.place(guess)] = int32(i)
	}
	answer := game.Feedbacks(g, secrets)
	rooms := sync.Pool{New: func() any {
		room := make([]game.Feedback, len(secrets))
		return &room
	}}
	a.toGuess = newMatrix(len(guesses), len(secrets), g.OutcomeLimit(), func(guess int, row []uint8) {
		room := rooms.Get().(*[]game.Feedback)
		defer rooms.Put(room)
		heard := *room
		answer(guesses[guess], heard)
		for i, f := range heard {
			row[i] = uint8(f)
		}
	})
	switch {
	case ofSecret != 0:
		a.ofSecret = newMatrix(len(secrets), len(guesses), g.OutcomeLimit(), func(secret int, row []uint8) {
			for i, guess := range guesses {
				row[i] = uint8(g.Feedback(secrets[secret], guess))
			}
		})
	case alike(g, len(secrets), len(guesses)):
		a.ofSecret = a.toGuess
	}
	return a
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

// matrices returns the bytes of the matrices of a game, of most at most: 0 for one that there
// is not. Games with a table of their own need none, and in those with more kinds of feedback
// than a byte holds there is none.
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

// alike reports whether secrets and guesses are the same, and answer each other
// alike.
func alike(g game.Game, secrets, guesses int) bool {
	_, pegs := game.PegRules(g)
	return pegs && secrets == guesses
}

// place numbers the codes of the game's shape in lexicographic order.
func (a *answers) place(c game.Code) int {
	n := 0
	for i := range a.positions {
		n = n*a.colours + c.At(i)
	}
	return n
}

// to sets out to the answers of the candidates to a guess.
func (a *answers) to(guess game.Code, candidates set, out []game.Feedback) {
	if a.table != nil {
		column := a.table.Column(guess)
		for i, c := range candidates {
			out[i] = a.table.At(int(c)*a.table.Guesses + column)
		}
		return
	}
	if a.toGuess == nil {
		for i, c := range candidates {
			out[i] = a.game.Feedback(a.secrets[c], guess)
		}
		return
	}
	row := a.toGuess.row(int(a.numbers[a.place(guess)]))
	for i, c := range candidates {
		out[i] = game.Feedback(row[c])
	}
}

// maxParts is the most answers that parts counts.
const maxParts = 64

// parts returns how many parts a candidate makes of candidates as a guess, with
// that of the final feedback. There must be a matrix, and no more than maxParts answers.
func (a *answers) parts(candidates set, guess int32) int {
	seen := uint64(0)
	if a.ofSecret != a.toGuess {
		guess = a.numbers[a.place(a.secrets[guess])]
	}
	row := a.toGuess.row(int(guess))
	for _, c := range candidates {
		seen |= 1 << (row[c] & 63)
	}
	return bits.OnesCount64(seen)
}
