package words

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync/atomic"

	"codebreak/engine/game"
	"codebreak/engine/parallel"
	"codebreak/engine/wording"
)

// table returns the table of all feedback. It computes the table at the first call, on all
// cores. The error comes from the context.
func (w *Game) table(ctx context.Context) (t *game.Table, err error) {
	w.filling.Lock()
	defer w.filling.Unlock()
	if w.filled != nil {
		return w.filled, nil
	}

	d := w.data()
	t = &game.Table{Guesses: len(d.words), Rows: d.secretAt}
	size := len(d.secrets) * t.Guesses
	if w.OutcomeLimit() > 256 {
		t.Wide = make([]uint16, size)
		err = fillRows(ctx, w, t.Wide)
	} else {
		t.Narrow = make([]uint8, size)
		err = fillRows(ctx, w, t.Narrow)
	}
	if err != nil {
		return nil, err
	}
	w.filled = t
	return t, nil
}

// A letterGroup is the guesses that have a letter in exactly these positions: bit
// i for position i.
type letterGroup struct {
	positions uint16
	guesses   []uint16
}

// letterGroups returns the groups of each letter. They make the table fast: a letter of a secret
// adds the same share to the feedback on every guess of a group.
func (w *Game) letterGroups() map[rune][]letterGroup {
	groups := map[rune][]letterGroup{}
	for i := range w.data().words {
		w.eachLetter(game.Serial(i), func(letter rune, positions uint16) {
			same := func(g letterGroup) bool { return g.positions == positions }
			n := slices.IndexFunc(groups[letter], same)
			if n < 0 {
				n = len(groups[letter])
				groups[letter] = append(groups[letter], letterGroup{positions: positions})
			}
			group := &groups[letter][n]
			group.guesses = append(group.guesses, uint16(i))
		})
	}
	return groups
}

// eachLetter calls yield for each different letter of a word, with its positions.
func (w *Game) eachLetter(c game.Code, yield func(letter rune, positions uint16)) {
	letters := w.lettersOf(c)
	seen := uint16(0)
	for i, letter := range letters {
		if seen&(1<<i) != 0 {
			continue
		}
		positions := uint16(0)
		for j := i; j < len(letters); j++ {
			if letters[j] == letter {
				positions |= 1 << j
			}
		}
		seen |= positions
		yield(letter, positions)
	}
}

// share returns what a letter adds to the sum that encodes the feedback, by its positions in
// secret and guess. In Wordle the sum is the feedback as a number of base 3; in other games each
// letter in the right position counts 32, and each common letter one.
func (w *Game) share(secret, guess uint16) (sum uint32) {
	green := secret & guess
	common := min(bits.OnesCount16(secret), bits.OnesCount16(guess))
	if w.rule != Wordle {
		return uint32(32*bits.OnesCount16(green) + common)
	}

	yellow := common - bits.OnesCount16(green)
	unit := powers3[w.letters-1]
	for i := range w.letters {
		switch {
		case green>>i&1 != 0:
			sum += 2 * unit
		case guess>>i&1 != 0 && yellow > 0:
			sum += unit
			yellow--
		}
		unit /= 3
	}
	return sum
}

// fillRows fills the rows of all secrets.
func fillRows[T uint8 | uint16](ctx context.Context, w *Game, table []T) error {
	d := w.data()
	if w.isLong() {
		return fillLong(ctx, w, table)
	}
	if w.rule == Wordle {
		return eachSecret(ctx, w, func(row []T, secret int) {
			copy(table[secret*len(row):], row)
		})
	}

	return eachSecret(ctx, w, func(row []uint16, secret int) {
		out := table[secret*len(row):][:len(row)]
		for i, sum := range row {
			black := int(sum / 32)
			common := int(sum % 32)
			switch w.rule {
			case Jotto:
				out[i] = T(common)
			case Bulls:
				out[i] = T(game.NewFeedback(black, common-black))
			default:
				out[i] = T(black)
			}
		}
		out[d.secrets[secret].Serial()] = T(w.Final())
	})
}

// eachSecret calls yield with the sums of each secret, a number for each guess, from
// several goroutines.
func eachSecret[T uint8 | uint16 | uint32](
	ctx context.Context,
	w *Game,
	yield func(row []T, secret int),
) error {
	d := w.data()
	groups := w.letterGroups()
	rows := make([][]T, runtime.GOMAXPROCS(0)) // by worker
	return parallel.Each(ctx, len(rows), len(d.secrets), func(worker, secret int) error {
		if rows[worker] == nil {
			rows[worker] = make([]T, len(d.words))
		}
		row := rows[worker]
		clear(row)

		w.eachLetter(d.secrets[secret], func(letter rune, positions uint16) {
			for _, group := range groups[letter] {
				sum := T(w.share(positions, group.positions))
				for _, guess := range group.guesses {
					row[guess] += sum
				}
			}
		})
		yield(row, secret)
		return nil
	})
}

// shortLetters is the largest number of letters for which every number of base 3, with a digit
// for each letter, fits as a feedback index. In games of longer words the index is the rank, from
// 1, among the kinds of feedback that occur. Index 0 stands for any other kind, which no secret
// gives.
const shortLetters = 10

// isLong reports whether the feedback of the game is numbered by rank.
func (w *Game) isLong() bool {
	return w.rule == Wordle && w.letters > shortLetters
}

// findKinds returns the kinds of feedback that occur, as numbers of base 3 in ascending order.
func (w *Game) findKinds() (kinds []uint32) {
	occurs := make([]atomic.Bool, powers3[w.letters])
	// It has no error: the context never ends.
	_ = eachSecret(context.Background(), w, func(row []uint32, _ int) {
		for _, sum := range row {
			if !occurs[sum].Load() {
				occurs[sum].Store(true)
			}
		}
	})

	for sum := range occurs {
		if occurs[sum].Load() {
			kinds = append(kinds, uint32(sum))
		}
	}
	return kinds
}

// checkKinds returns an error if there are too many kinds of feedback.
func (w *Game) checkKinds() error {
	if w.isLong() && len(w.kinds()) >= math.MaxUint16 {
		return fmt.Errorf("words of %d letters have %s in this game; at most %s are possible: take shorter lists",
			w.letters, wording.Count(len(w.kinds()), "kind of feedback", "kinds of feedback"), wording.Thousands(math.MaxUint16-1))
	}
	return nil
}

// numbered returns the feedback that a number of base 3 encodes.
func (w *Game) numbered(sum uint32) game.Feedback {
	if !w.isLong() {
		return game.Feedback(sum)
	}
	rank, ok := slices.BinarySearch(w.kinds(), sum)
	if !ok {
		return 0
	}
	return game.Feedback(rank + 1)
}

// sum returns the number of base 3 that encodes feedback.
func (w *Game) sum(f game.Feedback) uint32 {
	if !w.isLong() || f == 0 {
		return uint32(f)
	}
	return w.kinds()[f-1]
}

// fillLong fills the rows of all secrets of a game of long words.
func fillLong[T uint8 | uint16](ctx context.Context, w *Game, table []T) error {
	index := make([]T, powers3[w.letters])
	for rank, sum := range w.kinds() {
		index[sum] = T(rank + 1)
	}
	return eachSecret(ctx, w, func(row []uint32, secret int) {
		for i, sum := range row {
			table[secret*len(row)+i] = index[sum]
		}
	})
}
