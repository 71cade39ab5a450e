package words

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"codebreak/engine/game"
	"codebreak/engine/wording"
)

// shortLetters is the largest number of letters for which any number of base 3, with a digit for
// each letter, is a feedback index. In games of longer words only the kinds of feedback that
// occur have an index: their rank, from 1. Index 0 is any other kind, which is that of no secret.
const shortLetters = 10

// isLong reports whether the feedback of the game is numbered by rank.
func (w *Game) isLong() bool { return w.rule == Wordle && w.letters > shortLetters }

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
		return fmt.Errorf("words of %d letters have %s in this game; at most %d are possible: take shorter lists",
			w.letters, wording.Count(len(w.kinds()), "kind of feedback", "kinds of feedback"), math.MaxUint16-1)
	}
	return nil
}

// numbered returns the feedback of a number of base 3.
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

// sum is the number of base 3 of feedback.
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
