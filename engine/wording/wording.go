// Package wording words messages: it clips text from outside, counts things, and proposes
// the name that an unknown one may stand for.
package wording

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
)

// Clip shortens text from outside, which may be of any length, for a message.
func Clip(s string) string {
	const most = 40
	r := []rune(s)
	if len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// Plural writes a number of things: "1 class", "4 classes".
func Plural(n int, noun string) string {
	return Thousands(n) + " " + english.PluralWord(n, noun, "")
}

// Count writes a number of things with an irregular plural, or with a verb: "1 guess is",
// "4 guesses are".
func Count(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return Thousands(n) + " " + many
}

// Thousands writes a whole number for people, with its thousands separated: "18,446".
func Thousands[N int | int64](n N) string { return humanize.Comma(int64(n)) }

// FirstUpper begins a sentence with a name.
func FirstUpper(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// Fields splits a text at spaces and commas.
func Fields(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
}

// Texts converts names of any type to texts.
func Texts[T ~string](names []T) []string {
	var out []string
	for _, name := range names {
		out = append(out, string(name))
	}
	return out
}
