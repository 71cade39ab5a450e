// Package short writes short text: clipped and counted for messages, digested for
// comparisons.
package short

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"sync"
)

// Clip shortens text from outside, which may be of any length, for a message.
func Clip(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// Plural writes a number of things: "1 position", "4 positions".
func Plural(n int, noun string) string { return Count(n, noun, noun+"s") }

// Count writes a number of things with an irregular plural, or with a verb: "1 guess is",
// "4 guesses are".
func Count(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Texts converts names of any type to texts.
func Texts[T ~string](names []T) []string {
	var out []string
	for _, name := range names {
		out = append(out, string(name))
	}
	return out
}

// Digest returns the SHA-256 of text: 64 hexadecimal digits.
func Digest[T string | []byte](s T) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// Pattern returns a regular expression and compiles it at the first call: compiling all
// patterns of the program would take longer than a small game.
func Pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
