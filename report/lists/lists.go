// Package lists has what package slices lacks: new lists made of others, and orders by a value.
package lists

import "cmp"

// Map returns what a function makes of each of some things; nil of none.
func Map[T, R any](things []T, of func(T) R) (made []R) {
	for _, t := range things {
		made = append(made, of(t))
	}
	return made
}

// Keep returns the things for which a condition holds.
func Keep[T any](things []T, is func(T) bool) (kept []T) {
	for _, t := range things {
		if is(t) {
			kept = append(kept, t)
		}
	}
	return kept
}

// By compares things by a value, for the functions that sort.
func By[T any, V cmp.Ordered](value func(T) V) func(a, b T) int {
	return func(a, b T) int {
		return cmp.Compare(value(a), value(b))
	}
}
