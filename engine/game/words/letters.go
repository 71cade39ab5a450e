package words

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A script says how the letters of a list are read, so that a word means the same whoever types
// it: composed (Unicode's NFC), in lower case, and in Korean as syllables or letter by letter, as
// in the list.
type script struct {
	turkish bool              // İ is the capital of i, and I of ı
	jamo    *strings.Replacer // takes apart letters of Hangul that the list lacks; nil if it has no such letters
	fold    bool              // letters without their marks
}

// scriptOf finds from the words of a list how to read its letters.
func scriptOf(text string, fold bool) script {
	text = norm.NFC.String(text)
	s := script{turkish: strings.ContainsAny(text, "İı"), fold: fold}
	if !strings.ContainsFunc(text, isJamo) {
		return s
	}

	var apart []string
	for pair := range strings.FieldsSeq(jamoPairs) {
		letters := []rune(pair)
		compound := string(letters[0])
		if !strings.Contains(text, compound) {
			apart = append(apart, compound, string(letters[1:]))
		}
	}
	s.jamo = strings.NewReplacer(apart...)
	return s
}

// normal returns a word in the letters of the list.
func (s script) normal(word string) string {
	word = norm.NFC.String(word)
	if s.jamo != nil {
		word = s.jamo.Replace(s.jamo.Replace(jamoOf(word))) // twice: ㅙ has three letters
	}
	word = strings.Map(s.lower, word)
	if !s.fold {
		return word
	}

	unmarked := func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}
	return norm.NFC.String(strings.Map(unmarked, norm.NFD.String(word)))
}

// lower returns a letter in lower case. The two small letters of Σ are one: a word in capitals
// does not distinguish them.
func (s script) lower(r rune) rune {
	if s.turkish {
		r = unicode.TurkishCase.ToLower(r)
	} else {
		r = unicode.ToLower(r)
	}
	if r == 'ς' {
		return 'σ'
	}
	return r
}

// The letters of Hangul, as syllables and the code points of their parts number them.
var (
	initialJamo = []rune("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
	medialJamo  = []rune("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ")
	finalJamo   = []rune("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
)

// jamoPairs are letters of Hangul that consist of two, which some lists write one by one.
const jamoPairs = `ㄲㄱㄱ ㄳㄱㅅ ㄵㄴㅈ ㄶㄴㅎ ㄸㄷㄷ ㄺㄹㄱ ㄻㄹㅁ ㄼㄹㅂ ㄽㄹㅅ ㄾㄹㅌ ㄿㄹㅍ ㅀㄹㅎ ㅃㅂㅂ ㅄㅂㅅ ㅆㅅㅅ ㅉㅈㅈ
	ㅐㅏㅣ ㅒㅑㅣ ㅔㅓㅣ ㅖㅕㅣ ㅘㅗㅏ ㅙㅗㅐ ㅚㅗㅣ ㅝㅜㅓ ㅞㅜㅔ ㅟㅜㅣ ㅢㅡㅣ`

// isJamo reports whether a character is a letter of Hangul rather than a syllable.
func isJamo(r rune) bool { return r >= 'ㄱ' && r <= 'ㅣ' }

// jamoOf writes the syllables of a word letter by letter.
func jamoOf(word string) string {
	const first, last = '가', '힣'
	medials := len(medialJamo)
	finals := len(finalJamo) + 1
	var out []rune
	for _, r := range word {
		if r < first || r > last {
			out = append(out, r)
			continue
		}
		n := int(r - first)
		out = append(out, initialJamo[n/finals/medials], medialJamo[n/finals%medials])
		if n%finals > 0 {
			out = append(out, finalJamo[n%finals-1])
		}
	}
	return string(out)
}
