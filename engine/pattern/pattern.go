// Package pattern compiles regular expressions when they are first used. A program has many
// and needs few of them, and to compile them all takes longer than to play a small game.
package pattern

import (
	"regexp"
	"sync"
)

// Of returns a function that compiles an expression once. The expression must be valid.
func Of(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
