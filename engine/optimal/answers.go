package optimal

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"codebreak/engine/game"
)

// maxMatrix bounds the bytes of the matrices of answers.
const maxMatrix = 64 << 20

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

func newAnswers(g game.Game, secrets, guesses []game.Code) *answers {
	a := &answers{game: g, secrets: secrets}
	if table := game.StructureOf(g).Table; table != nil {
		a.table = table()
		return a
	}
	a.positions, a.colours = g.Shape()
	toGuess, ofSecret := matrices(g, len(secrets), len(guesses))
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
	a.toGuess = newMatrix(len(guesses), len(secrets), func(guess int, row []uint8) {
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
		a.ofSecret = newMatrix(len(secrets), len(guesses), func(secret int, row []uint8) {
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

// matrices returns the bytes of the matrices of a game: 0 for one that there is
// not. Games with a table of their own need none.
func matrices(g game.Game, secrets, guesses int) (toGuess, ofSecret int64) {
	if game.StructureOf(g).Table != nil {
		return 0, 0
	}
	toGuess = int64(guesses) * int64(width(secrets))
	ofSecret = int64(secrets) * int64(width(guesses))
	switch {
	case toGuess > maxMatrix:
		return 0, 0
	case alike(g, secrets, guesses), toGuess+ofSecret > maxMatrix:
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
		a.tabled(a.table.Column(guess), candidates, out)
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

// tabled is to for a game from lists.
func (a *answers) tabled(column int, candidates set, out []game.Feedback) {
	if narrow := a.table.Narrow; narrow != nil {
		for i, c := range candidates {
			out[i] = game.Feedback(narrow[int(c)*a.table.Guesses+column])
		}
		return
	}
	for i, c := range candidates {
		out[i] = game.Feedback(a.table.Wide[int(c)*a.table.Guesses+column])
	}
}

// parts returns how many parts a candidate makes of candidates as a guess, with
// the hit.
func (w *worker) parts(candidates set, guess int32) int {
	if w.answers.table == nil {
		return w.answers.parts(candidates, guess)
	}
	return w.wordParts(candidates, w.secrets[guess])
}

// wordParts is parts for a game from lists, which may have any number of answers.
func (w *worker) wordParts(candidates set, guess game.Code) int {
	parts, answers := 0, w.answersTo(guess, candidates)
	for _, f := range answers {
		if w.counts[f] == 0 {
			w.counts[f] = 1
			parts++
		}
	}
	for _, f := range answers {
		w.counts[f] = 0
	}
	return parts
}

// parts returns how many parts a candidate makes of candidates as a guess, with
// the hit. There must be fewer than 64 answers.
func (a *answers) parts(candidates set, guess int32) int {
	seen := uint64(0)
	if a.toGuess == nil {
		for _, c := range candidates {
			seen |= 1 << a.game.Feedback(a.secrets[c], a.secrets[guess])
		}
		return bits.OnesCount64(seen)
	}
	if a.ofSecret != a.toGuess {
		guess = a.numbers[a.place(a.secrets[guess])]
	}
	row := a.toGuess.row(int(guess))
	for _, c := range candidates {
		seen |= 1 << (row[c] & 63)
	}
	return bits.OnesCount64(seen)
}

// A matrix holds answers, row by row. A row is filled when it is asked for first.
type matrix struct {
	columns, width int
	fill           func(i int, row []uint8)
	filled         []atomic.Bool
	filling        [64]sync.Mutex // by row
	answers        []uint8
}

// width is that of rows in which whole blocks of so many columns fit.
func width(columns int) int { return (columns + block - 1) / block * block }

func newMatrix(rows, columns int, fill func(i int, row []uint8)) *matrix {
	w := width(columns)
	return &matrix{columns: columns, width: w, fill: fill, filled: make([]atomic.Bool, rows), answers: make([]uint8, rows*w)}
}

// row returns a row, without the columns that fill its last block, which are 0.
func (m *matrix) row(i int) []uint8 {
	row := m.answers[i*m.width:][:m.columns]
	if !m.filled[i].Load() {
		filling := &m.filling[i%len(m.filling)]
		filling.Lock()
		defer filling.Unlock()
		if !m.filled[i].Load() {
			m.fill(i, row)
			m.filled[i].Store(true)
		}
	}
	return row
}

// block is how many guesses are looked at together.
const block = 16

// separate looks for the first column in which the given rows, at least three,
// hold different answers, and, until there is one, for the first in which all but
// two do, which hold the same; -1 for none. offsets are where the rows begin.
// Answers are below maxSeparate.
func separate(m *matrix, offsets []int32) (separator, pair int) {
	return separateBy(widest, m, offsets)
}

// separatePlain is separate, column by column.
func separatePlain(m *matrix, offsets []int32) (separator, pair int) {
	pair = -1
	for column := range m.columns {
		seen, parts := uint64(0), 0
		for i, at := range offsets {
			bit := uint64(1) << m.answers[int(at)+column]
			if seen&bit == 0 {
				parts++
			}
			if seen |= bit; parts < i {
				break // two are too many
			}
		}
		switch {
		case parts == len(offsets):
			return column, pair
		case parts == len(offsets)-1 && pair < 0:
			pair = column
		}
	}
	return -1, pair
}

// countParts sets parts, by column, to how many different answers the rows that
// begin at the offsets hold, and a bit of many, a number for each block, for the
// columns in which they are not fewer than the least. Answers are below
// maxSeparate.
func countParts(m *matrix, offsets []int32, least int, parts []uint8, many []uint16) {
	countPartsBy(widest, m, offsets, least, parts, many)
}

// countPartsPlain is countParts, column by column.
func countPartsPlain(m *matrix, offsets []int32, least int, parts []uint8, many []uint16) {
	clear(many)
	for column := range m.width {
		seen := uint64(0)
		for _, at := range offsets {
			seen |= 1 << (m.answers[int(at)+column] & 63)
		}
		n := bits.OnesCount64(seen)
		parts[column] = uint8(n)
		if n >= least {
			many[column/block] |= 1 << (column % block)
		}
	}
}

// maxSeparate is more than any answer that separate and countParts know.
const maxSeparate = 32
