package game

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// A Rule says how a guess from a list of words is answered.
type Rule string

const (
	// Wordle tells of each letter whether it is in the right position (green, G),
	// elsewhere in the secret (yellow, Y) or neither (grey, B). Green letters are
	// marked first; each letter of the secret answers for one of the guess, from
	// the left.
	Wordle Rule = "wordle"
	// Jotto tells how many letters secret and guess have in common, in whatever
	// positions, each letter of the secret answering for one of the guess.
	Jotto Rule = "jotto"
	// Bulls tells how many letters are in the right position, and how many of the
	// others are in the wrong one, as in Bulls and Cows.
	Bulls Rule = "bulls"
	// Black tells only how many letters are in the right position.
	Black Rule = "black"
)

// Rules lists the rules of games from lists.
func Rules() []Rule { return []Rule{Wordle, Jotto, Bulls, Black} }

const (
	// MaxWords is the largest number of words of a list, and MaxLetters of letters
	// of a word.
	MaxWords   = 1<<16 - 1
	MaxLetters = 16
)

// wordShift is how far the number of a word is from bit 0 in its code, which is a
// row of [wordDigits] numbers below 16.
const (
	wordDigits = 4
	wordShift  = (MaxPositions - wordDigits) * codeBits
)

// Words is a game from lists: the secrets are the words of a list, the guesses
// those of another that holds them, or the same. The code of a word is its number
// among the guesses in alphabetical order (that of their code points), in four
// digits of base 16. Make one with [NewWords] or [Parse]; it never changes.
type Words struct {
	name, about string
	lists       []ListID
	rule        Rule
	letters     int
	words       []string // the guesses, in alphabetical order
	runes       []rune   // of all words
	secretAt    []int32  // number of a word among the secrets; -1 if it is none
	secrets     []Code
	file        []Code // all, in the order of the files: the secrets first
	fileOrder   Order  // what that order is called
	// patterns are the answers that occur, in order, where not every row of colours
	// has a number of its own; ranks tells their numbers.
	patterns []uint32
	ranks    *ranks

	once  sync.Once
	table *AnswerTable
}

// NewWords returns the game of a rule with the secrets of one list and the guesses
// of another, which must hold the secrets; if that is nil the secrets are guessed.
// Words with more than [MaxFeedbacks] different answers are an error.
func NewWords(rule Rule, answers, allowed *WordList) (*Words, error) {
	if !slices.Contains(Rules(), rule) {
		return nil, Unknown("rule", rule, Rules())
	}
	if allowed != nil && allowed.SHA256 == answers.SHA256 {
		allowed = nil
	}
	lists := []ListID{answers.ListID}
	if allowed != nil {
		if allowed.letters != answers.letters {
			return nil, fmt.Errorf("%s: its words have %s, those of %s have %d", allowed.path, plural(allowed.letters, "letter"), answers.path, answers.letters)
		}
		lists = append(lists, allowed.ListID)
	}
	w := &Words{rule: rule, letters: answers.letters, lists: lists, name: string(rule)}
	for _, l := range lists {
		w.name += "-" + l.identity()
	}
	w.about = aboutLists(rule, lists)
	if err := w.fill(answers, allowed); err != nil {
		return nil, err
	}
	return w, nil
}

// aboutLists says what game lists make, as far as their names tell.
func aboutLists(rule Rule, lists []ListID) string {
	var about []string
	for i, l := range lists {
		about = append(about, fmt.Sprintf("%d words %s (%s)", l.Words, []string{"that may be secret", "that may be guessed"}[i], l.note()))
	}
	return fmt.Sprintf("answers as in %s, %s", rule.title(), strings.Join(about, ", "))
}

func (r Rule) title() string {
	switch r {
	case Wordle:
		return "Wordle"
	case Jotto:
		return "Jotto"
	case Bulls:
		return "Bulls and Cows"
	}
	return "Mastermind with black pegs only"
}

func joined[S ~string](list []S) string {
	var out []string
	for _, s := range list {
		out = append(out, string(s))
	}
	return strings.Join(out, ", ")
}

// newComputed returns a game whose words are computed, in order.
func newComputed(name, about string, words []string) (*Words, error) {
	list, err := NewWordList(name, words)
	if err != nil {
		return nil, err
	}
	w := &Words{rule: Wordle, letters: list.letters, lists: []ListID{list.ListID}, name: name, about: about}
	return w, w.fill(list, nil)
}

// fill numbers the words.
func (w *Words) fill(answers, allowed *WordList) error {
	w.words = slices.Clone(answers.words)
	if allowed != nil {
		w.words = slices.Clone(allowed.words)
	}
	slices.Sort(w.words)
	for _, word := range w.words {
		w.runes = append(w.runes, []rune(word)...)
	}
	w.secretAt = make([]int32, len(w.words))
	for i := range w.secretAt {
		w.secretAt[i] = -1
	}
	for line, word := range answers.words {
		i, ok := slices.BinarySearch(w.words, word)
		if !ok {
			return fmt.Errorf("%s: %q may be secret, but %s lacks it", answers.line(line), word, allowed.path)
		}
		w.secretAt[i] = 0
		w.file = append(w.file, wordCode(i))
	}
	for i, at := range w.secretAt {
		if at == 0 {
			w.secretAt[i] = int32(len(w.secrets))
			w.secrets = append(w.secrets, wordCode(i))
		}
	}
	if allowed != nil {
		for _, word := range allowed.words {
			if i, _ := slices.BinarySearch(w.words, word); w.secretAt[i] < 0 {
				w.file = append(w.file, wordCode(i))
			}
		}
	}
	w.fileOrder = Lex
	if !slices.IsSorted(w.file) {
		inOrder := make([]string, len(w.file))
		for i, c := range w.file {
			inOrder[i] = w.words[wordIndex(c)]
		}
		w.fileOrder = File + "=" + Order(sumOf(inOrder)[:8])
	}
	if w.rule == Wordle && w.letters > PlainLetters {
		return w.rank()
	}
	return nil
}

func wordCode(i int) Code  { return Code(i) << wordShift }
func wordIndex(c Code) int { return int(c >> wordShift) }

// lettersOf returns the letters of a word of the game.
func (w *Words) lettersOf(c Code) []rune {
	return w.runes[wordIndex(c)*w.letters:][:w.letters]
}

// Self makes the capabilities of the game its own, as [As] says.
func (w *Words) Self() Game { return w }

// String returns the game's name, which says what it is: the rule, and for each
// list how many words it has and the first 16 digits of its SHA-256.
func (w *Words) String() string { return w.name }

// Describe says what the lists are.
func (w *Words) Describe() string { return w.about }

// ListsOf returns how many words the lists of a game have, and their SHA-256: that of
// the secrets, and that of the guesses if it is another. Games of other kinds have none.
func ListsOf(g Game) (lists []ListID) {
	if w, ok := WordsOf(g); ok {
		for _, l := range w.lists {
			lists = append(lists, ListID{Words: l.Words, SHA256: l.SHA256})
		}
	}
	return lists
}

// Letters returns the number of letters of a word.
func (w *Words) Letters() int { return w.letters }

// Rule returns how guesses are answered.
func (w *Words) Rule() Rule { return w.rule }

// Shape is that of the numbers of words.
func (w *Words) Shape() (positions, numbers int) { return wordDigits, MaxColours }

// Sizes returns the numbers of secrets and of guesses.
func (w *Words) Sizes() (secrets, guesses int) { return len(w.secrets), len(w.words) }

// CheckOrder allows alphabetical order, and that of the files: the secrets, and
// then the other words, each as they stand in their file. Its full name tells which
// that was.
func (w *Words) CheckOrder(order Order) error {
	switch {
	case order == Lex, order == File, order == w.fileOrder:
		return nil
	case strings.HasPrefix(string(order), string(File)+"="):
		return fmt.Errorf("the words of %s stand in another order in their files: %s, not %s", w, w.fileOrder, clip(string(order)))
	}
	return fmt.Errorf("order %s is not defined for %s; allowed: %s, %s", clip(string(order)), w, Lex, File)
}

// fullOrder returns an order by its full name.
func (w *Words) fullOrder(order Order) Order {
	if order == File {
		return w.fileOrder
	}
	return order
}

// Enumerate calls yield for each word, in the order.
func (w *Words) Enumerate(order Order, yield func(Code)) {
	if order != Lex {
		for _, c := range w.file {
			yield(c)
		}
		return
	}
	for i := range w.words {
		yield(wordCode(i))
	}
}

func (w *Words) IsGuess(c Code) bool {
	return c&(1<<wordShift-1) == 0 && wordIndex(c) < len(w.words)
}

func (w *Words) IsSecret(c Code) bool { return w.IsGuess(c) && w.secretAt[wordIndex(c)] >= 0 }

// FormatCode writes the word.
func (w *Words) FormatCode(c Code) string {
	if !w.IsGuess(c) {
		return fmt.Sprintf("word %d", wordIndex(c))
	}
	return w.words[wordIndex(c)]
}

// ParseCode reads a word that may be guessed, in either case.
func (w *Words) ParseCode(s string) (Code, error) {
	word := lower(s)
	if i, ok := slices.BinarySearch(w.words, word); ok {
		return wordCode(i), nil
	}
	if n := len([]rune(word)); n != w.letters {
		return 0, fmt.Errorf("word %q has %s; those of %s have %d", clip(s), plural(n, "letter"), w, w.letters)
	}
	return 0, fmt.Errorf("word %q is none of the %d words of %s", clip(s), len(w.words), w)
}

// lower writes letters in lower case, one for one.
func lower(s string) string { return strings.Map(unicode.ToLower, s) }

// OutcomeLimit is one more than the number of the final answer.
func (w *Words) OutcomeLimit() int { return int(w.Final()) + 1 }

// Outcomes leaves out what cannot occur: one letter yellow, or in the wrong
// position, where all others are right.
func (w *Words) Outcomes() int {
	switch {
	case w.patterns != nil:
		return len(w.patterns)
	case w.rule == Wordle:
		return w.OutcomeLimit() - w.letters
	case w.rule == Bulls:
		return w.OutcomeLimit() - 1
	}
	return w.OutcomeLimit()
}

// Final is the answer to the secret itself. In Jotto that is another than to a word
// of the same letters.
func (w *Words) Final() Feedback {
	switch {
	case w.patterns != nil:
		return Feedback(len(w.patterns) - 1)
	case w.rule == Wordle:
		return Feedback(power3(w.letters) - 1)
	case w.rule == Jotto:
		return Feedback(w.letters + 1)
	case w.rule == Bulls:
		return NewFeedback(w.letters, 0)
	}
	return Feedback(w.letters)
}

func power3(n int) uint32 {
	p := uint32(1)
	for range n {
		p *= 3
	}
	return p
}

// Feedback answers a guess, in O(letters²) time.
func (w *Words) Feedback(secret, guess Code) Feedback {
	f, _ := w.feedback(secret, guess)
	return f
}

// feedback also answers for words that cannot be secret; ok is false if no secret
// gives that answer, so that it has no number.
func (w *Words) feedback(secret, guess Code) (f Feedback, ok bool) {
	if secret == guess {
		return w.Final(), true
	}
	hidden, guessed := w.lettersOf(secret), w.lettersOf(guess)
	var used uint16 // positions of the secret that have answered
	black, sum, unit := 0, uint32(0), power3(w.letters-1)
	for i, letter := range guessed {
		if hidden[i] == letter {
			used |= 1 << i
			black++
			sum += 2 * unit
		}
		unit /= 3
	}
	if w.rule == Black {
		return Feedback(black), true
	}
	unit = power3(w.letters - 1)
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
		return Feedback(common), true
	case Bulls:
		return NewFeedback(black, common-black), true
	}
	if w.patterns != nil {
		return w.ranks.of(sum)
	}
	return Feedback(sum), true
}

// Reference crosses out letters as a person with a pencil would.
func (w *Words) Reference(secret, guess Code) Feedback {
	if secret == guess {
		return w.Final()
	}
	hidden, guessed := []rune(w.FormatCode(secret)), []rune(w.FormatCode(guess))
	colours := []byte(strings.Repeat("B", len(guessed)))
	const crossed = -1
	for i := range guessed {
		if hidden[i] == guessed[i] {
			colours[i], hidden[i] = 'G', crossed
		}
	}
	for i := range guessed {
		if j := slices.Index(hidden, guessed[i]); colours[i] == 'B' && j >= 0 {
			colours[i], hidden[j] = 'Y', crossed
		}
	}
	green, yellow := strings.Count(string(colours), "G"), strings.Count(string(colours), "Y")
	switch w.rule {
	case Jotto:
		return Feedback(green + yellow)
	case Bulls:
		return NewFeedback(green, yellow)
	case Black:
		return Feedback(green)
	}
	sum := uint32(0)
	for _, c := range colours {
		sum = 3*sum + uint32(strings.IndexByte(wordleColours, c))
	}
	if w.patterns != nil {
		f, _ := w.ranks.of(sum)
		return f
	}
	return Feedback(sum)
}

// wordleColours are the digits of an answer: grey, yellow, green.
const wordleColours = "BYG"

// jottoHit is how the final answer of Jotto is written.
const jottoHit = "="

// FormatFeedback writes the answer as GYBBG, as 1A2B, or as the number of letters;
// in Jotto = is the word itself.
func (w *Words) FormatFeedback(f Feedback) string {
	switch w.rule {
	case Jotto:
		if f == w.Final() {
			return jottoHit
		}
		return strconv.Itoa(int(f))
	case Bulls:
		return f.String()
	case Black:
		return strconv.Itoa(int(f))
	}
	sum := uint32(f)
	if w.patterns != nil {
		sum = w.patterns[min(int(f), len(w.patterns)-1)]
	}
	out := make([]byte, w.letters)
	for i := w.letters - 1; i >= 0; i-- {
		out[i] = wordleColours[sum%3]
		sum /= 3
	}
	return string(out)
}

// colourOf are the ways to type a colour: G, 2 or 🟩 for green, Y, 1 or 🟨 for
// yellow, B, 0, ⬛ or ⬜ for grey.
var colourOf = map[rune]uint32{
	'B': 0, '0': 0, '⬛': 0, '⬜': 0,
	'Y': 1, '1': 1, '🟨': 1,
	'G': 2, '2': 2, '🟩': 2,
}

// ParseFeedback reads what FormatFeedback writes, in either case; colours also as
// digits (0 grey, 1 yellow, 2 green) or squares.
func (w *Words) ParseFeedback(s string) (Feedback, error) {
	text := strings.ToUpper(strings.TrimSpace(s))
	switch w.rule {
	case Wordle:
		return w.parseColours(s, []rune(text))
	case Bulls:
		m := wordBulls.FindStringSubmatch(text)
		if m == nil {
			return 0, fmt.Errorf("feedback %q is neither 1A2B nor \"1 2\"", clip(s))
		}
		black, _ := strconv.Atoi(m[1]) // the pattern leaves only digits that fit
		white, _ := strconv.Atoi(m[2] + m[3])
		if black+white > w.letters || black == w.letters-1 && white == 1 {
			return 0, fmt.Errorf("feedback %q cannot occur with words of %s", clip(s), plural(w.letters, "letter"))
		}
		return NewFeedback(black, white), nil
	}
	if text == jottoHit {
		return w.Final(), nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > w.letters {
		return 0, fmt.Errorf("feedback %q is not a number of letters, 0 to %d%s", clip(s), w.letters, map[bool]string{true: ", or = for the word itself"}[w.rule == Jotto])
	}
	return Feedback(n), nil
}

func (w *Words) parseColours(s string, text []rune) (Feedback, error) {
	sum, yellow, grey := uint32(0), 0, 0
	if len(text) != w.letters {
		return 0, fmt.Errorf("feedback %q has %s; words of %s have %d", clip(s), plural(len(text), "colour"), w, w.letters)
	}
	for i, r := range text {
		digit, ok := colourOf[r]
		if !ok {
			return 0, fmt.Errorf("feedback %q: %q at position %d is none of G (green), Y (yellow) and B (grey), or 2, 1 and 0", clip(s), r, i+1)
		}
		sum = 3*sum + digit
		switch digit {
		case 0:
			grey++
		case 1:
			yellow++
		}
	}
	if yellow == 1 && grey == 0 {
		return 0, fmt.Errorf("feedback %q cannot occur: where all others are green no letter is in the wrong position", clip(s))
	}
	if w.patterns == nil {
		return Feedback(sum), nil
	}
	f, ok := w.ranks.of(sum)
	if !ok {
		return 0, fmt.Errorf("feedback %q is what no secret of %s answers to any guess", clip(s), w)
	}
	return f, nil
}

// Agrees reports whether a word, even one that cannot be secret, would have given
// the answer of a round.
func (w *Words) Agrees(word Code, r Round) bool {
	f, ok := w.feedback(word, r.Guess)
	return ok && f == r.Feedback
}

// UsesHints reports whether a guess obeys the rule of the hard mode after a round:
// letters that were green stay where they are, and letters that were green or
// yellow are used again as often. Only Wordle tells of each letter, so only there
// is there a hard mode.
func (w *Words) UsesHints(guess Code, r Round) bool {
	sum := uint32(r.Feedback)
	if w.patterns != nil {
		sum = w.patterns[r.Feedback]
	}
	before, now := w.lettersOf(r.Guess), w.lettersOf(guess)
	var used uint16 // positions of the guess that stand for a letter
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
