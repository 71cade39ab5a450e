package report

import (
	"slices"

	"github.com/dustin/go-humanize"
)

// keep returns the things for which a condition holds.
func keep[T any](things []T, is func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(things), func(t T) bool { return !is(t) })
}

// each is what a function makes of each of some things; nil of none.
func each[T, R any](things []T, of func(T) R) (made []R) {
	for _, t := range things {
		made = append(made, of(t))
	}
	return made
}

// thousands writes a whole number with its thousands separated.
func thousands(n int) string { return humanize.Comma(int64(n)) }
