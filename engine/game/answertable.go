package game

import (
	"fmt"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
)

// An AnswerTable holds the answers of all secrets of a game from lists to all its
// guesses: a row for each secret, in it a number for each guess, both in
// alphabetical order. One of Narrow and Wide is set.
type AnswerTable struct {
	Guesses int      // the length of a row
	Narrow  []uint8  // where there are at most 256 answers
	Wide    []uint16 // where there are more
}

// Row returns the number of a secret among the secrets, which is that of its row;
// -1 if the word cannot be secret.
func (w *Words) Row(secret Code) int { return int(w.secretAt[wordIndex(secret)]) }

// Column returns the number of a guess among the guesses, which is that of its
// column.
func (w *Words) Column(guess Code) int { return wordIndex(guess) }

// Guess is the guess of a column.
func (w *Words) Guess(column int) Code { return wordCode(column) }

// TableMemory returns how many bytes the answers of a game from lists take; 0 for
// other games, which keep none.
func TableMemory(g Game) int64 {
	w, ok := WordsOf(g)
	if !ok {
		return 0
	}
	width := int64(1)
	if w.OutcomeLimit() > 256 {
		width = 2
	}
	return width * int64(len(w.secrets)) * int64(len(w.words))
}

// WordsOf returns a game as one from lists, if it is.
func WordsOf(g Game) (w *Words, ok bool) {
	w, ok = g.(*Words)
	return w, ok
}

// Answers returns the table of answers, which is computed when it is asked for
// first, on all cores.
func (w *Words) Answers() *AnswerTable {
	w.once.Do(func() {
		t := &AnswerTable{Guesses: len(w.words)}
		secrets := len(w.secrets)
		switch {
		case w.patterns != nil:
			t.Wide = make([]uint16, secrets*t.Guesses)
			eachSecret(w, func(row []uint32, secret int) bool {
				out := t.Wide[secret*t.Guesses:][:t.Guesses]
				for i, sum := range row {
					f, _ := w.ranks.of(sum)
					out[i] = uint16(f)
				}
				return true
			})
		case w.OutcomeLimit() > 256:
			t.Wide = make([]uint16, secrets*t.Guesses)
			fillTable(w, t.Wide)
		default:
			t.Narrow = make([]uint8, secrets*t.Guesses)
			fillTable(w, t.Narrow)
		}
		w.table = t
	})
	return w.table
}

// A letterGroup is the guesses that have a letter in exactly these positions: bit
// i for position i.
type letterGroup struct {
	positions uint16
	guesses   []uint16
}

// letterGroups returns the groups of each letter. They are what makes the table
// fast: for each letter of a secret a group gets the same.
func (w *Words) letterGroups() map[rune][]letterGroup {
	groups := map[rune][]letterGroup{}
	type key struct {
		letter    rune
		positions uint16
	}
	number := map[key]int{}
	for i := range w.words {
		w.eachLetter(wordCode(i), func(letter rune, positions uint16) {
			n, ok := number[key{letter, positions}]
			if !ok {
				n = len(groups[letter])
				number[key{letter, positions}] = n
				groups[letter] = append(groups[letter], letterGroup{positions: positions})
			}
			group := &groups[letter][n]
			group.guesses = append(group.guesses, uint16(i))
		})
	}
	return groups
}

// eachLetter calls yield for each different letter of a word, with its positions.
func (w *Words) eachLetter(c Code, yield func(letter rune, positions uint16)) {
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

// share is what a letter adds to the sum that stands for an answer: in Wordle to
// the answer as a number of base 3, else 32 for each that is in the right position,
// and one for each that is common.
func (w *Words) share(secret, guess uint16) (sum uint32) {
	green := secret & guess
	common := min(bits.OnesCount16(secret), bits.OnesCount16(guess))
	if w.rule != Wordle {
		return uint32(32*bits.OnesCount16(green) + common)
	}
	yellow := common - bits.OnesCount16(green)
	unit := power3(w.letters - 1)
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

// fillTable fills the rows of all secrets.
func fillTable[T uint8 | uint16](w *Words, table []T) {
	if w.rule == Wordle {
		eachSecret(w, func(row []T, secret int) bool {
			copy(table[secret*len(w.words):], row)
			return true
		})
		return
	}
	eachSecret(w, func(row []uint16, secret int) bool {
		out := table[secret*len(w.words):][:len(row)]
		for i, sum := range row {
			black, common := int(sum/32), int(sum%32)
			switch w.rule {
			case Jotto:
				out[i] = T(common)
			case Bulls:
				out[i] = T(NewFeedback(black, common-black))
			default:
				out[i] = T(black)
			}
		}
		out[wordIndex(w.secrets[secret])] = T(w.Final())
		return true
	})
}

// eachSecret calls yield with the sums of each secret, a number for each guess,
// from several goroutines, until one returns false.
func eachSecret[T uint8 | uint16 | uint32](w *Words, yield func(row []T, secret int) bool) {
	groups := w.letterGroups()
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			row := make([]T, len(w.words))
			for {
				secret := int(next.Add(1)) - 1
				if secret >= len(w.secrets) {
					return
				}
				clear(row)
				w.eachLetter(w.secrets[secret], func(letter rune, positions uint16) {
					for _, group := range groups[letter] {
						sum := T(w.share(positions, group.positions))
						for _, guess := range group.guesses {
							row[guess] += sum
						}
					}
				})
				if !yield(row, secret) {
					next.Store(int64(len(w.secrets)))
				}
			}
		})
	}
	workers.Wait()
}

// PlainLetters is how many letters a word has at most for every row of colours to
// have a number of its own: 3¹⁰ is MaxFeedbacks.
const PlainLetters = 10

// ranks numbers those of the rows of colours that occur.
type ranks struct {
	occurs []uint64 // a bit for each
	before []uint32 // how many occur before each word of bits
}

func (r *ranks) of(sum uint32) (f Feedback, ok bool) {
	word, bit := sum/64, sum%64
	ok = r.occurs[word]>>bit&1 != 0
	return Feedback(r.before[word] + uint32(bits.OnesCount64(r.occurs[word]&(1<<bit-1)))), ok
}

// rank numbers the answers that occur.
func (w *Words) rank() error {
	size := power3(w.letters)/64 + 1
	r := &ranks{occurs: make([]uint64, size), before: make([]uint32, size)}
	var answers atomic.Int64
	eachSecret(w, func(row []uint32, _ int) bool {
		for _, sum := range row {
			bit := uint64(1) << (sum % 64)
			if word := &r.occurs[sum/64]; atomic.LoadUint64(word)&bit == 0 && atomic.OrUint64(word, bit)&bit == 0 {
				answers.Add(1)
			}
		}
		return answers.Load() <= MaxFeedbacks
	})
	if answers.Load() > MaxFeedbacks {
		return fmt.Errorf("the words of %s have more than %d different answers", w, MaxFeedbacks)
	}
	for i, word := range r.occurs {
		r.before[i] = uint32(len(w.patterns))
		for ; word != 0; word &= word - 1 {
			w.patterns = append(w.patterns, uint32(i*64+bits.TrailingZeros64(word)))
		}
	}
	w.ranks = r
	return nil
}
