// Package words holds games of words: Wordle and similar games. Importing it makes them
// known to [game.Parse].
//
// Secrets and guesses come from lists, and a [Rule] defines the feedback.
// [ReadList] reads a list from a file, and [New] makes a game of one or two. Games
// whose words can be computed have names of their own, such as primel, nerdle8 or
// wordle-3x4; their words are computed at the first use. Other games are named after
// their lists: before their names can be read, add the lists ([AddList]), or name
// the folder that holds them ([ListsFrom]).
package words

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"

	"codebreak/engine/game"
	"codebreak/engine/wording"
)

// A Rule defines the feedback to a guess from a list of words.
type Rule string

const (
	// Wordle tells for each letter whether it is in the right position (green, G),
	// elsewhere in the secret (yellow, Y) or neither (grey, B). Green letters are
	// marked first; each letter of the secret marks one letter of the guess, from
	// the left.
	Wordle Rule = "wordle"
	// Jotto counts the letters that secret and guess have in common, in any
	// positions, where each letter of the secret matches one of the guess.
	Jotto Rule = "jotto"
	// Bulls counts the letters in the right position, and the other common letters,
	// as in Bulls and Cows.
	Bulls Rule = "bulls"
	// Black counts only the letters in the right position.
	Black Rule = "black"
)

// Rules lists the rules of games from lists.
func Rules() []Rule {
	return []Rule{Wordle, Jotto, Bulls, Black}
}

// ruleTexts are the game of each rule, and the form of its feedback.
var ruleTexts = map[Rule]struct{ game, forms string }{
	Wordle: {"Wordle", "GYBBG for green, yellow and grey letters, or 21002"},
	Jotto:  {"Jotto", "the number of common letters, or = for the word itself"},
	Bulls:  {"Bulls and Cows", `1A2B or "1 2"`},
	Black:  {"Mastermind with black pegs only", "the number of letters in the right position"},
}

const (
	// maxWords is the largest number of words of a list, and maxLetters the largest
	// number of letters of a word.
	maxWords   = 1<<16 - 1
	maxLetters = 14
)

// MostOutcomes bounds the kinds of feedback of any game: three colours for each letter.
const MostOutcomes = 59_049

// A Game takes its secrets from a list of words, and its guesses from another that
// includes them, or the same. The code of a word is the serial code of its number
// among the guesses in alphabetical order (that of their code points). Make one with
// [New] or [game.Parse]; it never changes.
type Game struct {
	name, about string
	rule        Rule
	letters     int
	data        func() *data    // makes the data at the first call
	kinds       func() []uint32 // see findKinds

	// The table is made at the first use.
	filling sync.Mutex
	filled  *game.Table
}

// data are the words of a game.
type data struct {
	lists     []game.ListID
	words     []string // the guesses, in alphabetical order
	runes     []rune   // the letters of all words
	secretAt  []int32  // the number of each word among the secrets; -1 if it cannot be secret
	secrets   []game.Code
	file      []game.Code // all words in the order of the files: the secrets first
	fileOrder game.Order  // the full name of that order
	script    script      // how the words are read
}

// newGame returns a game that calls the function for its words when they are needed.
func newGame(name, about string, rule Rule, letters int, words func() *data) *Game {
	w := &Game{
		name:    name,
		about:   about,
		rule:    rule,
		letters: letters,
		data:    sync.OnceValue(words),
	}
	w.kinds = sync.OnceValue(w.findKinds)
	return w
}

// New returns the game of a rule with the secrets of one list and the guesses of
// another, which must include the secrets; if allowed is nil, only secrets are guesses.
func New(rule Rule, answers, allowed *List) (*Game, error) {
	if !slices.Contains(Rules(), rule) {
		return nil, wording.Unknown("rule", rule, Rules())
	}
	if allowed == nil || allowed.SHA256 == answers.SHA256 {
		allowed = answers
	}
	if allowed.letters != answers.letters {
		letters := wording.Plural(allowed.letters, "letter")
		return nil, fmt.Errorf("%s: its words have %s, those of %s have %d", allowed.path, letters, answers.path, answers.letters)
	}

	d, err := newData(answers, allowed)
	if err != nil {
		return nil, err
	}

	name := string(rule)
	var lists []game.ListID
	for _, l := range slices.Compact([]*List{answers, allowed}) {
		name += "-" + identity(l.ListID)
		lists = append(lists, l.ListID)
	}
	w := newGame(name, aboutLists(rule, lists), rule, answers.letters, func() *data { return d })
	if err := w.checkKinds(); err != nil {
		return nil, err
	}
	return w, nil
}

// aboutLists describes the game of one or two lists.
func aboutLists(rule Rule, lists []game.ListID) string {
	roles := []string{"that may be secret", "that may be guessed"}
	var about []string
	for i, l := range lists {
		about = append(about, fmt.Sprintf("%s %s (%s)",
			wording.Plural(l.Words, "word"), roles[i], note(l)))
	}
	return fmt.Sprintf("answers as in %s, %s", ruleTexts[rule].game, strings.Join(about, ", "))
}

// newData numbers the words of two lists, which may be the same.
func newData(answers, allowed *List) (*data, error) {
	// Step 1. The guesses, in alphabetical order.
	d := &data{
		words:     slices.Sorted(slices.Values(allowed.words)),
		fileOrder: game.Lex,
		script:    allowed.script,
	}
	d.secretAt = slices.Repeat([]int32{-1}, len(d.words))
	for _, word := range d.words {
		d.runes = append(d.runes, []rune(word)...)
	}

	// Step 2. The secrets, first in the order of their file.
	for line, word := range answers.words {
		i, ok := slices.BinarySearch(d.words, word)
		if !ok {
			return nil, fmt.Errorf("%s: %q may be secret, but %s lacks it; add the secrets to it", answers.line(line), word, allowed.path)
		}
		d.file = append(d.file, game.Serial(i))
	}
	d.secrets = slices.Sorted(slices.Values(d.file))
	for i, c := range d.secrets {
		d.secretAt[c.Serial()] = int32(i)
	}

	// Step 3. The order of the files. It has a name of its own unless it is alphabetical.
	for _, word := range allowed.words {
		i, _ := slices.BinarySearch(d.words, word)
		if d.secretAt[i] < 0 {
			d.file = append(d.file, game.Serial(i))
		}
	}
	if !slices.IsSorted(d.file) {
		inOrder := make([]string, len(d.file))
		for i, c := range d.file {
			inOrder[i] = d.words[c.Serial()]
		}
		d.fileOrder = game.File + "=" + game.Order(sumOf(inOrder)[:8])
	}

	for _, l := range slices.Compact([]*List{answers, allowed}) {
		d.lists = append(d.lists, game.ListID{Words: l.Words, SHA256: l.SHA256})
	}
	return d, nil
}

// lettersOf returns the letters of a word of the game.
func (w *Game) lettersOf(c game.Code) []rune {
	return w.data().runes[c.Serial()*w.letters:][:w.letters]
}

// Structure offers the table, and the hard mode of Wordle.
func (w *Game) Structure() game.Structure {
	s := game.Structure{
		Of:        w,
		Sizes:     w.sizes,
		Enumerate: w.enumerate,
		FullOrder: w.fullOrder,
		Letters:   w.letters,
		Lists:     func() []game.ListID { return slices.Clone(w.data().lists) },
		Table:     w.table,
		Marks:     w.marks,
		Forms:     ruleTexts[w.rule].forms,
	}
	if w.rule == Wordle {
		s.Hints = w.usesHints
	}
	return s
}

// marks counts the letters in the right position, and those elsewhere; in Jotto all common
// letters of another word count as elsewhere.
func (w *Game) marks(f game.Feedback) (right, elsewhere int) {
	switch {
	case f == w.Final():
		return w.letters, 0
	case w.rule == Bulls:
		return f.Pegs()
	case w.rule == Jotto:
		return 0, int(f)
	case w.rule == Black:
		return int(f), 0
	}
	places := game.FormatPlaces(w.sum(f), w.letters)
	return strings.Count(places, "G"), strings.Count(places, "Y")
}

// String returns the game's name, which identifies it: the rule, and for each
// list its number of words and the first 16 digits of its SHA-256.
func (w *Game) String() string { return w.name }

// Describe describes the rule and the lists.
func (w *Game) Describe() string { return w.about }

// Rule returns the rule of the feedback.
func (w *Game) Rule() Rule { return w.rule }

// Shape is the shape of serial codes.
func (w *Game) Shape() (positions, numbers int) {
	return 4, game.MaxColours
}

// sizes returns the numbers of secrets and of guesses.
func (w *Game) sizes() (secrets, guesses int) {
	return len(w.data().secrets), len(w.data().words)
}

// fullOrder allows alphabetical order, and the order of the files: the secrets, and
// then the other words, each in the order of their file. The full name of the latter
// has a checksum.
func (w *Game) fullOrder(order game.Order) (game.Order, bool) {
	switch order {
	case game.Lex:
		return order, true
	case game.File, w.data().fileOrder:
		return w.data().fileOrder, true
	}
	return "", false
}

// enumerate calls yield for each word, in the order.
func (w *Game) enumerate(order game.Order, yield func(game.Code)) {
	if order != game.Lex {
		for _, c := range w.data().file {
			yield(c)
		}
		return
	}
	for i := range w.data().words {
		yield(game.Serial(i))
	}
}

func (w *Game) IsGuess(c game.Code) bool {
	n := c.Serial()
	return n < len(w.data().words) && c == game.Serial(n)
}

func (w *Game) IsSecret(c game.Code) bool {
	return w.IsGuess(c) && w.data().secretAt[c.Serial()] >= 0
}

// FormatCode writes the word.
func (w *Game) FormatCode(c game.Code) string {
	if !w.IsGuess(c) {
		return fmt.Sprintf("word %d", c.Serial())
	}
	return w.data().words[c.Serial()]
}

// ParseCode reads a word that may be guessed, in either case, also with blanks between letters.
func (w *Game) ParseCode(s string) (game.Code, error) {
	word := w.data().script.normal(strings.ReplaceAll(s, " ", ""))
	i, ok := slices.BinarySearch(w.data().words, word)
	if ok {
		return game.Serial(i), nil
	}
	n := len([]rune(word))
	if n != w.letters {
		return 0, fmt.Errorf("word %q has %s; those of %s have %d",
			wording.Clip(s), wording.Plural(n, "letter"), w, w.letters)
	}
	return 0, fmt.Errorf("word %q is not among the %s of %s",
		wording.Clip(s), wording.Plural(len(w.data().words), "word"), w)
}

// OutcomeLimit is one more than the index of the final feedback.
func (w *Game) OutcomeLimit() int {
	return int(w.Final()) + 1
}

// Outcomes does not count impossible feedback: one letter yellow, or in the wrong
// position, where all others are right.
func (w *Game) Outcomes() int {
	switch w.rule {
	case Wordle:
		if w.isLong() {
			return len(w.kinds())
		}
		return w.OutcomeLimit() - w.letters
	case Bulls:
		return w.OutcomeLimit() - 1
	}
	return w.OutcomeLimit()
}

// Final is the feedback to the secret itself. In Jotto it differs from the feedback to
// other words of the same letters.
func (w *Game) Final() game.Feedback {
	switch w.rule {
	case Wordle:
		return w.numbered(powers3[w.letters] - 1)
	case Jotto:
		return game.Feedback(w.letters + 1)
	case Bulls:
		return game.NewFeedback(w.letters, 0)
	}
	return game.Feedback(w.letters)
}

// powers3 are the powers of 3, up to the number of letters.
var powers3 = func() (powers [maxLetters + 1]uint32) {
	powers[0] = 1
	for i := range maxLetters {
		powers[i+1] = 3 * powers[i]
	}
	return powers
}()

// Feedback takes O(letters²) time, also for words that cannot be secret.
func (w *Game) Feedback(secret, guess game.Code) game.Feedback {
	if secret == guess {
		return w.Final()
	}
	hidden := w.lettersOf(secret)
	guessed := w.lettersOf(guess)

	// Step 1. Letters in the right position.
	var used uint16 // positions of the secret that have a match
	black := 0
	sum := uint32(0)
	unit := powers3[w.letters-1]
	for i, letter := range guessed {
		if hidden[i] == letter {
			used |= 1 << i
			black++
			sum += 2 * unit
		}
		unit /= 3
	}
	if w.rule == Black {
		return game.Feedback(black)
	}

	// Step 2. Letters elsewhere, from the left.
	unit = powers3[w.letters-1]
	for i, letter := range guessed {
		if hidden[i] != letter {
			for j, other := range hidden {
				if other == letter && used&(1<<j) == 0 {
					used |= 1 << j
					sum += unit
					break
				}
			}
		}
		unit /= 3
	}

	common := bits.OnesCount16(used)
	switch w.rule {
	case Jotto:
		return game.Feedback(common)
	case Bulls:
		return game.NewFeedback(black, common-black)
	}
	return w.numbered(sum)
}

// Reference crosses out letters as a person with a pencil would.
func (w *Game) Reference(secret, guess game.Code) game.Feedback {
	if secret == guess {
		return w.Final()
	}

	hidden := []rune(w.FormatCode(secret))
	guessed := []rune(w.FormatCode(guess))
	colours := []byte(strings.Repeat("B", len(guessed)))
	const crossed = -1
	for i := range guessed {
		if hidden[i] == guessed[i] {
			colours[i] = 'G'
			hidden[i] = crossed
		}
	}
	for i := range guessed {
		j := slices.Index(hidden, guessed[i])
		if colours[i] == 'B' && j >= 0 {
			colours[i] = 'Y'
			hidden[j] = crossed
		}
	}

	green := strings.Count(string(colours), "G")
	yellow := strings.Count(string(colours), "Y")
	switch w.rule {
	case Jotto:
		return game.Feedback(green + yellow)
	case Bulls:
		return game.NewFeedback(green, yellow)
	case Black:
		return game.Feedback(green)
	}
	sum, _ := game.ParsePlaces[uint32](w, w.letters, string(colours)) // they are well-formed
	return w.numbered(sum)
}

// jottoFinal is how Jotto writes the final feedback.
const jottoFinal = "="

// FormatFeedback writes the feedback as GYBBG, as 1A2B, or as the number of letters;
// in Jotto = is the word itself.
func (w *Game) FormatFeedback(f game.Feedback) string {
	switch {
	case w.rule == Jotto && f == w.Final():
		return jottoFinal
	case w.rule == Jotto || w.rule == Black:
		return strconv.Itoa(int(f))
	case w.rule == Bulls:
		return f.String()
	}
	return game.FormatPlaces(w.sum(f), w.letters)
}

// ParseFeedback reads feedback in the notations of [game.ParsePlaces] or [game.ParsePegs].
func (w *Game) ParseFeedback(s string) (game.Feedback, error) {
	form := strings.TrimSpace(s)
	switch {
	case w.rule == Wordle:
		sum, err := game.ParsePlaces[uint32](w, w.letters, s)
		f := w.numbered(sum)
		if err == nil && f == 0 && w.isLong() {
			err = fmt.Errorf("feedback %q cannot occur with the words of %s", wording.Clip(s), w)
		}
		return f, err
	case w.rule == Bulls:
		return game.ParsePegs(w, w.letters, false, s)
	case form == jottoFinal:
		return w.Final(), nil
	case w.rule == Black:
		f, err := game.ParsePegs(w, w.letters, true, s)
		black, _ := f.Pegs()
		return game.Feedback(black), err
	}

	// Jotto counts letters.
	form = strings.TrimSuffix(form, fmt.Sprintf("/%d", w.letters))
	n, err := strconv.Atoi(form)
	if err != nil || n < 0 || n > w.letters {
		return 0, fmt.Errorf("feedback %q is not a number of letters, 0 to %d, or = for the word itself", wording.Clip(s), w.letters)
	}
	return game.Feedback(n), nil
}

// usesHints reports whether a guess obeys the rule of Wordle's hard mode after a
// round: green letters stay where they are, and green and yellow letters are used again
// as often.
func (w *Game) usesHints(guess game.Code, r game.Round) bool {
	// Step 1. Green letters stay.
	sum := w.sum(r.Feedback)
	before := w.lettersOf(r.Guess)
	now := w.lettersOf(guess)
	var used uint16 // positions of the guess whose letter counts for a hint
	yellow := uint16(0)
	for i := w.letters - 1; i >= 0; i-- {
		switch sum % 3 {
		case 2:
			if now[i] != before[i] {
				return false
			}
			used |= 1 << i
		case 1:
			yellow |= 1 << i
		}
		sum /= 3
	}

	// Step 2. Each yellow letter is somewhere else.
next:
	for ; yellow != 0; yellow &= yellow - 1 {
		letter := before[bits.TrailingZeros16(yellow)]
		for j, other := range now {
			if other == letter && used&(1<<j) == 0 {
				used |= 1 << j
				continue next
			}
		}
		return false
	}
	return true
}
