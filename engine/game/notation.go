package game

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"codebreak/engine/pattern"
	"codebreak/engine/wording"
)

// A pegKind is what a word or letter of feedback counts.
type pegKind int

const (
	blank    pegKind = iota // no peg
	black                   // the right place
	white                   // a wrong place
	blackOrB                // B: black beside white or cows, a ball beside strikes
	filler                  // a word that counts nothing
)

// pegNames are the words and signs for pegs, in capitals and without a plural s.
var pegNames = map[pegKind]string{
	black: "X S H Б ● ⬤ ⚫ 🔴 BLACK BULL STRIKE HIT FERMI F FIJA EXACT TORO MUERTO DEAD БЫК БЫКА БЫКОВ 스트라이크 ヒット " +
		"RED SCHWARZ SCHWARZE NOIR NEGRO NERO NERI PRETO CZARNY CZARNE ЧЁРНЫЙ ЧЁРНАЯ ЧЁРНЫХ ЧЕРНЫЙ ЧЕРНАЯ ЧЕРНЫХ",
	white: "O W C К ○ ◯ ⚪ WHITE COW BALL BLOW PICO P PICA PARTIAL MISPLACED VACA HERIDO WOUNDED КОРОВА КОРОВЫ КОРОВ 볼 ブロー " +
		"WEIß WEIßE WEISS WEISSE BLANC BLANCO BIANCO BIANCHI BRANCO BIAŁY BIAŁE БЕЛЫЙ БЕЛАЯ БЕЛЫХ",
	blank: ". - _ NONE NOTHING OUT BAGEL 낫싱",

	blackOrB: "B",
	filler:   "AND PEG DIGIT COLOUR COLOR",
}

// pegKinds are the kinds of these words.
var pegKinds = sync.OnceValue(func() map[string]pegKind {
	kinds := map[string]pegKind{}
	for kind, names := range pegNames {
		for name := range strings.FieldsSeq(names) {
			kinds[name] = kind
		}
	}
	return kinds
})

// numerals are numbers in words.
var numerals = map[string]string{
	"NO": "0", "ZERO": "0", "ONE": "1", "TWO": "2", "THREE": "3", "FOUR": "4",
	"FIVE": "5", "SIX": "6", "SEVEN": "7", "EIGHT": "8",
}

// besideB says what B is beside the words and letters that decide it.
var besideB = map[string]pegKind{
	"W": black, "WHITE": black, "C": black, "COW": black,
	"S": white, "STRIKE": white, "H": white, "HIT": white,
}

var (
	lettersForm = pattern.Of(`^(\d{1,2})\s*A[\s,]*(\d{1,2})\s*B$`)
	numbersForm = pattern.Of(`^\+?(\d{1,2})\s*[\s,-]\s*(\d{1,2})$`)
	signedForm  = pattern.Of(`^(?:\+(\d{1,2})|-(\d{1,2})|0)$`)
	signsForm   = pattern.Of(`^(?:\++[\s+-]*|-[\s+-]*[+-])$`)
	namedForm   = pattern.Of(`(\pL+)\s*(?:[:=]|\s-\s)\s*(\d{1,2})\b`)
	namedFirst  = pattern.Of(`^(\pL+)\s*(\d{1,2})(?:(?:[\s,]|AND\s)*(\pL+)\s*(\d{1,2}))?$`)
	rightPlace  = pattern.Of(`(?:IN )?(?:THE )?(?:RIGHT|CORRECT) (?:PLACE|POSITION|SPOT)S?\b`)
	wrongPlace  = pattern.Of(`(?:IN )?(?:THE )?WRONG (?:PLACE|POSITION|SPOT)S?\b`)
	shareForm   = pattern.Of(`^(\d{1,2})(?:\s*(?:/|OF)\s*(\d{1,2}))?$`)
	pegTokens   = pattern.Of(`\d+|\p{L}+|[^\s,;+&\x{FE0F}]`)
)

// ParsePegs reads feedback that counts symbols in the right place, and unless blackOnly symbols
// in a wrong place, of codes with a number of symbols. It reads 1A2B, "1 2", letters for pegs
// such as XOO or "BWW" (- for none), numbers with words or letters, such as 1 black, 2 white,
// 2 black peg(s), bulls: 1 or 1S2B, and signs: +1 -2, +1, -2, 0 or +--. Feedback that no guess can get
// is an error, and so is B where it may be either kind.
func ParsePegs(g Game, symbols int, blackOnly bool, s string) (Feedback, error) {
	form := strings.ToUpper(strings.Trim(norm.NFKC.String(s), " \t\r\n()[]{}"))
	form = plainSigns.Replace(form)
	m := bothNumbers(form)
	if m == nil {
		form = rightPlace().ReplaceAllString(form, "BLACK")
		form = wrongPlace().ReplaceAllString(form, "WHITE")
		if !arePegs(form) {
			return 0, fmt.Errorf("feedback %q %w", wording.Clip(s), errNoPegs)
		}
		form = namedForm().ReplaceAllString(form, "$2 $1")
		form = namedFirst().ReplaceAllString(form, "$2 $1 $4 $3")
		m = bothNumbers(form)
	}
	if m == nil {
		m = signedForm().FindStringSubmatch(form)
	}
	if m != nil {
		return pegsOf(g, symbols, blackOnly, s, atoi(m[1]), atoi(m[2]))
	}

	share := shareForm().FindStringSubmatch(form)
	plus := strings.Count(form, "+")
	minus := strings.Count(form, "-")

	var blacks, whites int
	var err error
	switch {
	case signsForm().MatchString(form) && (plus > 0 || blackOnly):
		blacks = plus
		whites = minus
		if blackOnly {
			whites = 0 // a minus stands for an empty place
		}
	case signsForm().MatchString(form) && minus < symbols:
		err = fmt.Errorf("is ambiguous: a minus is a white peg or none; write 0A%dB or 0A0B", minus)
	case share == nil || !blackOnly && share[2] == "":
		blacks, whites, err = countPegs(form, blackOnly)
	case !blackOnly:
		err = fmt.Errorf("counts one kind of pegs, and %s has two; write %sA0B or 0A%sB", g, share[1], share[1])
	case share[2] != "" && atoi(share[2]) != symbols:
		err = fmt.Errorf("is of %s; codes of %s have %d", share[2], g, symbols)
	default:
		blacks = atoi(share[1])
	}
	if err != nil {
		return 0, fmt.Errorf("feedback %q %w", wording.Clip(s), err)
	}
	return pegsOf(g, symbols, blackOnly, s, blacks, whites)
}

// bothNumbers finds the numbers in feedback such as 1A2B or "1 2"; nil if it has another form.
func bothNumbers(form string) []string {
	m := lettersForm().FindStringSubmatch(form)
	if m == nil {
		m = numbersForm().FindStringSubmatch(form)
	}
	return m
}

// pegsOf refuses feedback that no guess can get, for which a text stands.
func pegsOf(g Game, symbols int, blackOnly bool, s string, blacks, whites int) (Feedback, error) {
	switch pegs := blacks + whites; {
	case blackOnly && whites > 0:
		return 0, fmt.Errorf("feedback %q has white pegs; %s counts black pegs only", wording.Clip(s), g)
	case pegs > symbols:
		return 0, fmt.Errorf("feedback %q has %s; %s has %s",
			wording.Clip(s), wording.Plural(pegs, "peg"), g, wording.Plural(symbols, "position"))
	case blacks == symbols-1 && whites == 1:
		return 0, fmt.Errorf("feedback %q cannot occur: with %s black the last cannot be in the wrong position", s, wording.Plural(blacks, "peg"))
	}
	return NewFeedback(blacks, whites), nil
}

// plainSigns writes dashes as a minus, and leaves out quotes and the brackets of peg(s).
var plainSigns = strings.NewReplacer("(S", "S", "S)", "S", `"`, "", "−", "-", "–", "-", "—", "-")

// atoi reads a number of one or two digits.
func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// arePegs reports whether all words of a text are of feedback. Chats consist of others, which are
// refused before any form is tried.
func arePegs(form string) bool {
	for word := range strings.FieldsFuncSeq(form, isNoLetter) {
		if word == "A" || word == "OF" || numerals[word] != "" {
			continue
		}
		for _, word := range pegWords(word) {
			if _, ok := pegKinds()[word]; !ok {
				return false
			}
		}
	}
	return true
}

func isNoLetter(r rune) bool { return !unicode.IsLetter(r) }

// countPegs counts the pegs of words or letters, each with a number before it or alone.
func countPegs(form string, blackOnly bool) (blacks, whites int, err error) {
	var counts, beside [filler + 1]int
	const none = -1
	number := none // before the next word
	for _, token := range pegTokens().FindAllString(form, -1) {
		token = cmp.Or(numerals[token], token)
		if n, err := strconv.Atoi(token); err == nil && number == none && n < 100 {
			number = n
			continue
		}

		words := pegWords(token)
		for _, word := range words {
			kind, ok := pegKinds()[word]
			if !ok || number != none && (kind == blank || len(words) > 1) {
				return 0, 0, errNoPegs
			}
			if kind == filler {
				continue
			}
			if number == none {
				number = 1
			}
			counts[kind] += number
			beside[besideB[word]]++
			number = none
		}
	}
	if number != none || beside == [filler + 1]int{} {
		return 0, 0, errNoPegs
	}

	n := counts[blackOrB]
	switch {
	case blackOnly || beside[black] > 0 && beside[white] == 0:
		counts[black] += n
	case beside[white] > 0 && beside[black] == 0:
		counts[white] += n
	case n > 0:
		return 0, 0, fmt.Errorf("is ambiguous: B is black beside W or C, a wrong place beside A or S; write %dA0B or 0A%dB", n, n)
	}
	return counts[black], counts[white], nil
}

// pegWords takes letters for pegs apart.
func pegWords(token string) []string {
	words := []string{token}
	if len(token) > 2 {
		words = append(words, strings.TrimSuffix(token, "S"))
	}
	for _, word := range words {
		if _, ok := pegKinds()[word]; ok {
			return []string{word}
		}
	}
	return strings.Split(token, "")
}

var errNoPegs = errors.New(`is not of the form 1A2B, "1 2", XOO or "1 black, 2 white" (- for no pegs)`)

// ParseRound reads a guess and, after a blank, its feedback. There may be blanks between the
// symbols of the guess.
func ParseRound(g Game, text string) (r Round, err error) {
	guess, feedback := CutGuess(g, text)
	r.Guess, err = g.ParseCode(guess)
	if _, noFeedback := g.ParseFeedback(guess); err != nil && noFeedback == nil {
		err = fmt.Errorf("%q is feedback, and no guess stands beside it", wording.Clip(guess))
	}
	if err == nil {
		r.Feedback, err = g.ParseFeedback(feedback)
	}
	return r, err
}

// isSwapped reports whether feedback stands before its guess.
func isSwapped(g Game, feedback, guess string) bool {
	_, noFeedback := g.ParseFeedback(feedback)
	return !isCode(g, feedback) && noFeedback == nil && isCode(g, guess)
}

func isCode(g Game, text string) bool {
	_, err := g.ParseCode(text)
	return err == nil
}

// bare returns a code without the brackets, quotes or colon beside it. Other text, and a code that
// they belong to, stays as it is.
func bare(g Game, text string) string {
	if code := strings.Trim(text, "()[]{}<>*`\"':,"); !isCode(g, text) && isCode(g, code) {
		return code
	}
	return text
}

// listNumber begins a line of a numbered list.
var listNumber = pattern.Of(`^\d{1,2}[.)]$`)

// CutGuess divides a round into the text of its guess, which may be wrong, and the rest. A comma,
// a bar or the like may stand between the two. Feedback in one word may stand before the guess, the
// guess may be in brackets, and the number of a list may stand before both.
func CutGuess(g Game, text string) (guess, rest string) {
	const separators = ",;:|="
	if i := strings.IndexAny(text, separators); i > 0 {
		guess = bare(g, strings.TrimSpace(text[:i]))
		rest = strings.Trim(text[i:], separators+"> ")
		if isCode(g, guess) && rest != "" {
			return guess, rest
		}
	}

	fields := strings.Fields(text)
	if len(fields) > 2 && listNumber().MatchString(fields[0]) {
		fields = fields[1:]
	}
	if len(fields) == 0 {
		return "", ""
	}

	if len(fields) == 3 && isDash(fields[1]) {
		fields = []string{fields[0], fields[2]}
	}

	n := 1
	width := Width(g)
	fields[0] = bare(g, fields[0])
	if len(fields) > 1 {
		code := bare(g, fields[1])
		if feedback := strings.TrimRight(fields[0], ":"); isSwapped(g, feedback, code) {
			fields[0], fields[1] = code, feedback
		}
	}
	if len(fields) > width && utf8.RuneCountInString(fields[0]) < width {
		if isCode(g, strings.Join(fields[:width], " ")) {
			n = width
		}
	}
	guess = strings.Join(fields[:n], " ")
	if len(fields) == n+2 && isDash(fields[n]) {
		n++
	}
	return guess, strings.Join(fields[n:], " ")
}

func isDash(word string) bool { return strings.Trim(word, "-–—=>→") == "" }
