package optimal

import (
	"sync/atomic"

	"codebreak/engine/game"
)

// maxMatrix bounds the bytes of a matrix of answers.
const maxMatrix = 64 << 20

// An answerMatrix answers guesses: from a matrix if the game is small enough, else by
// asking the game.
type answerMatrix struct {
	game    game.Game
	secrets []game.Code
	// rows holds the answers of all secrets to a guess, by the guess's number
	// among the codes of the game's shape, once they have been asked for. It
	// is nil if the rows would be too large.
	rows      []atomic.Pointer[[]game.Feedback]
	positions int
	numbers   int
}

func newAnswerMatrix(g game.Game, secrets, guesses []game.Code) *answerMatrix {
	positions, numbers := g.Shape()
	a := &answerMatrix{game: g, secrets: secrets, positions: positions, numbers: numbers}
	if len(secrets)*len(guesses) > maxMatrix {
		return a
	}
	size := 1
	for range positions {
		size *= numbers
	}
	a.rows = make([]atomic.Pointer[[]game.Feedback], size)
	return a
}

// number numbers the codes of the game's shape in lexicographic order.
func (a *answerMatrix) number(c game.Code) int {
	n := 0
	for i := range a.positions {
		n = n*a.numbers + c.At(i)
	}
	return n
}

// row returns the answers of all secrets to a guess.
func (a *answerMatrix) row(guess game.Code) []game.Feedback {
	kept := &a.rows[a.number(guess)]
	if row := kept.Load(); row != nil {
		return *row
	}
	row := make([]game.Feedback, len(a.secrets))
	for i, secret := range a.secrets {
		row[i] = a.game.Feedback(secret, guess)
	}
	kept.Store(&row) // whoever else makes it makes the same
	return row
}

// to sets out to the answers of the candidates to a guess.
func (a *answerMatrix) to(guess game.Code, candidates set, out []game.Feedback) {
	if a.rows == nil {
		for i, c := range candidates {
			out[i] = a.game.Feedback(a.secrets[c], guess)
		}
		return
	}
	row := a.row(guess)
	for i, c := range candidates {
		out[i] = row[c]
	}
}
