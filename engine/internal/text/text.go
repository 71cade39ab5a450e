// Package text holds what the error messages of the engine have in common.
package text

import "fmt"

// Clip shortens text from outside, which may be of any length.
func Clip(s string) string {
	const shown = 40
	if r := []rune(s); len(r) > shown {
		return string(r[:shown]) + "…"
	}
	return s
}

// Plural writes a number of things: "1 position", "4 positions".
func Plural(n int, noun string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
