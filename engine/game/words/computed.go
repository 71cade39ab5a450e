package words

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/pattern"
	"codebreak/engine/wording"
)

func init() { game.RegisterOwn(families()...) }

// families lists the kinds of games of words.
func families() []game.Family {
	list := []game.Family{
		{
			Pattern: "wordle-PxC[-distinct]",
			Help:    "all strings of P letters, or of P different ones, of the first C of the alphabet, answered as in Wordle",
			Title:   game.Titled("Wordle"),
			Parse:   parseStrings,
		},
		{
			Pattern: "primel",
			Help:    "the primes of five digits, answered as in Wordle",
			Title:   game.Titled("Primel"),
			Parse:   computed("primel", "the 8363 primes of five digits, answers as in Wordle", 5, primes),
		},
	}

	for length := 5; length <= 8; length++ {
		name := fmt.Sprintf("nerdle%d", length)
		about := fmt.Sprintf("the equations of %d characters, answers as in Wordle", length)
		words := func() []string { return equations(length) }
		list = append(list, game.Family{
			Pattern: name,
			Help:    about,
			Title:   game.Titled("Nerdle"),
			Parse:   computed(name, about, length, words),
		})
	}

	return append(list, game.Family{
		Pattern: "RULE-LIST-LIST",
		Help:    "words from lists, by the rule wordle, jotto, bulls or black: the possible secrets and, if more words may be guessed, these too; see --answers",
		Parse:   parseLists,
		Title:   titleOfLists,
	})
}

func titleOfLists(name string) string {
	if strings.HasPrefix(name, "wordle-") {
		return "Wordle"
	}
	return ""
}

// computed returns a parser that reads one name: that of a game whose words a function computes.
func computed(
	name, about string,
	letters int,
	words func() []string,
) func(string) (game.Game, bool, error) {
	return func(given string) (game.Game, bool, error) {
		if given != name {
			return nil, false, nil
		}
		return newComputed(name, about, letters, words), true, nil
	}
}

// newComputed returns a game whose words a function computes, in order.
func newComputed(name, about string, letters int, words func() []string) *Game {
	compute := func() *data {
		list, err := NewList(name, words())
		if err != nil {
			panic(err) // the words are our own
		}
		d, _ := newData(list, list) // no error: a list has all of its own words
		return d
	}
	w, _ := known.game(name, func() (*Game, error) { // no error: making it cannot fail
		return newGame(name, about, Wordle, letters, compute), nil
	})
	return w
}

// primes lists the primes of five digits in ascending order.
func primes() []string {
	const from, to = 10_000, 100_000
	composite := make([]bool, to)
	var out []string
	for n := 2; n < to; n++ {
		if composite[n] {
			continue
		}
		for multiple := n * n; multiple < to; multiple += n {
			composite[multiple] = true
		}
		if n >= from {
			out = append(out, strconv.Itoa(n))
		}
	}
	return out
}

const alphabet = "abcdefghijklmnopqrstuvwxyz"

var size = pattern.Of(`^([0-9]{1,9})x([0-9]{1,9})(-distinct)?$`)

// parseStrings reads the name of a game of all strings.
func parseStrings(name string) (g game.Game, ok bool, err error) {
	given, ok := strings.CutPrefix(name, string(Wordle)+"-")
	m := size().FindStringSubmatch(given)
	if !ok || m == nil {
		return nil, false, nil
	}

	positions, _ := strconv.Atoi(m[1]) // the pattern allows only digits that fit
	letters, _ := strconv.Atoi(m[2])
	distinct := m[3] != ""
	different := ""
	if distinct {
		different = "different "
	}

	plain := fmt.Sprintf("%s-%dx%d%s", Wordle, positions, letters, m[3])
	switch {
	case plain != name:
		return nil, true, fmt.Errorf("unknown game %q; write it without leading zeros: %s", name, plain)
	case positions < 1 || positions > shortLetters:
		return nil, true, fmt.Errorf("game %s has %s; 1 to %d are allowed", name, wording.Plural(positions, "position"), shortLetters)
	case letters < 2 || letters > len(alphabet):
		return nil, true, fmt.Errorf("game %s has %s; 2 to %d are allowed", name, wording.Plural(letters, "letter"), len(alphabet))
	case distinct && positions > letters:
		return nil, true, fmt.Errorf("game %s has no words: %d different letters of %d", name, positions, letters)
	case math.Pow(float64(letters), float64(positions)) > maxWords:
		return nil, true, fmt.Errorf("game %s has more than %s words", name, wording.Thousands(maxWords))
	}

	about := fmt.Sprintf("all strings of %d %sletters, of %d, answers as in Wordle", positions, different, letters)
	words := func() []string { return allStrings(positions, letters, distinct) }
	return newComputed(name, about, positions, words), true, nil
}

// allStrings lists the strings of the first letters of the alphabet, in order; if
// distinct, only strings of different letters.
func allStrings(positions, letters int, distinct bool) []string {
	words := []string{""}
	for range positions {
		var longer []string
		for _, word := range words {
			for _, letter := range alphabet[:letters] {
				if !distinct || !strings.ContainsRune(word, letter) {
					longer = append(longer, word+string(letter))
				}
			}
		}
		words = longer
	}
	return words
}

// A fraction is an intermediate value of a left side; den is above 0.
type fraction struct{ num, den int }

func (a fraction) plus(b fraction) fraction {
	return fraction{a.num*b.den + b.num*a.den, a.den * b.den}
}

// equations lists the equations of the given length, at most eight characters, in
// alphabetical order: a left side, = and a right side. The right side is a whole
// number, without sign or leading zeros; the left side joins whole numbers above 0,
// without leading zeros, by one or more of + - * / with the usual precedence, where
// intermediate values may be fractions. In odd lengths x=x counts as well.
func equations(length int) []string {
	e := equationList{length: length}
	e.join("", fraction{0, 1}, fraction{0, 1}, 0)
	for x := range 1000 { // eight characters have no room for longer numbers on both sides
		side := strconv.Itoa(x)
		if length == 2*len(side)+1 {
			e.out = append(e.out, side+"="+side)
		}
	}
	slices.Sort(e.out)
	return e.out
}

// An equationList collects the equations of a length.
type equationList struct {
	length int
	out    []string
}

// join adds every number to a left side that ends with an operator. sum is the value of the terms
// before the current one, and term that of the current term so far. For each number it adds the
// equation that ends the left side there, if there is one, and goes on with every operator if
// there is room.
func (e *equationList) join(left string, sum, term fraction, operator byte) {
	length := len(left) + 1
	beyond := 10 // of the left side with the number, and the next power of ten
	for number := 1; ; number++ {
		if number == beyond {
			length++
			beyond *= 10
		}
		if length+len("=1") > e.length {
			return
		}

		now := term
		switch operator {
		case '*':
			now.num *= number
		case '/':
			now.den *= number
		case '-':
			now = fraction{-number, 1}
		default:
			now = fraction{number, 1}
		}

		total := sum.plus(now)
		if operator != 0 && total.num >= 0 && total.num%total.den == 0 {
			right := strconv.Itoa(total.num / total.den)
			if length+len("=")+len(right) == e.length {
				e.out = append(e.out, left+strconv.Itoa(number)+"="+right)
			}
		}

		if length+len("+1=1") <= e.length {
			longer := left + strconv.Itoa(number)
			e.join(longer+"+", total, fraction{0, 1}, '+')
			e.join(longer+"-", total, fraction{0, 1}, '-')
			e.join(longer+"*", sum, now, '*')
			e.join(longer+"/", sum, now, '/')
		}
	}
}
