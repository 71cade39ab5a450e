// Lists of things: counted, grouped, sorted, and their extremes.

package pages

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"codebreak/experiments/notebook"
	"codebreak/report/lists"
)

// drop returns the things for which a condition does not hold.
func drop[T any](things []T, is func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(things), is)
}

// divide separates the things for which a condition holds from the others.
func divide[T any](things []T, is func(T) bool) (kept, others []T) {
	return lists.Keep(things, is), drop(things, is)
}

// itself is a thing whose name, or whose row of a table, it is.
func itself[T any](thing T) T { return thing }

// count counts the things for which a condition holds.
func count[T any](things []T, is func(T) bool) int {
	return len(lists.Keep(things, is))
}

// countedOf says how many of some things a condition holds for: 3 of 7.
func countedOf[T any](things []T, is func(T) bool) string {
	return fmt.Sprintf("%d of %d", count(things, is), len(things))
}

// percentOf is the share of things for which a condition holds.
func percentOf[T any](things []T, is func(T) bool) float64 {
	return 100 * float64(count(things, is)) / float64(len(things))
}

// groupBy splits things by a key, the groups and their members in the order
// in which they first come.
func groupBy[T any, K comparable](things []T, key func(T) K) [][]T {
	var groups [][]T
	index := map[K]int{}
	for _, t := range things {
		k := key(t)
		i, known := index[k]
		if !known {
			i, index[k] = len(groups), len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], t)
	}
	return groups
}

// eachOnce lists the names of several things, each once.
func eachOnce[T any](things []T, name func(T) string) []string {
	return lists.Map(notebook.Distinct(things, name), name)
}

// span returns the first thing of the least value and the first of the largest; of none, zeros.
func span[T any, V cmp.Ordered](things []T, value func(T) V) (low, high T) {
	if len(things) > 0 {
		low = slices.MinFunc(things, lists.By(value))
		high = slices.MaxFunc(things, lists.By(value))
	}
	return low, high
}

// extremes returns the things of the least value and those of the largest.
func extremes[T any, V cmp.Ordered](things []T, value func(T) V) (least, most []T) {
	low, high := span(things, value)
	for _, t := range things {
		if value(t) == value(low) {
			least = append(least, t)
		}
		if value(t) == value(high) {
			most = append(most, t)
		}
	}
	return least, most
}

// winners returns the names that most groups have, each counted once in a group, and how many
// groups have them.
func winners[T any](groups [][]T, name func(T) string) (often []string, times int) {
	wins := map[string]int{}
	for _, of := range groups {
		for _, n := range eachOnce(of, name) {
			wins[n]++
		}
	}

	_, often = extremes(slices.Sorted(maps.Keys(wins)), func(n string) int {
		return wins[n]
	})
	return often, wins[often[0]]
}

// sortedBy sorts things by a value, the least first; equal ones stay in their order.
func sortedBy[T any, V cmp.Ordered](things []T, value func(T) V) []T {
	return slices.SortedStableFunc(slices.Values(things), lists.By(value))
}

// ascending sorts numbers, and keeps each once.
func ascending(numbers []int) []int {
	return slices.Compact(slices.Sorted(slices.Values(numbers)))
}

// largest is the largest value of some things, and 0 if all are less.
func largest[T any, V cmp.Ordered](things []T, value func(T) V) (most V) {
	for _, t := range things {
		most = max(most, value(t))
	}
	return most
}
