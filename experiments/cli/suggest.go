package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// unknownName is an error that names what is unknown and what is allowed.
var unknownName = regexp.MustCompile(`unknown ([a-z ]+) "([^"]{1,40})"((?: [^;"]*)?); allowed: (.*)$`)

// suggest adds to an error about an unknown name the name that was probably meant.
func suggest(message string) string {
	m := unknownName.FindStringSubmatchIndex(message)
	if m == nil {
		return message
	}
	what, given := message[m[2]:m[3]], message[m[4]:m[5]]
	var allowed []string
	for _, name := range strings.FieldsFunc(message[m[8]:m[9]], func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
		allowed = append(allowed, strings.TrimSpace(name))
	}
	if what == "game" {
		allowed = wellKnown // for patterns are like no name
	}
	meant := nearest(given, allowed)
	if meant == "" {
		return message
	}
	return fmt.Sprintf("%s (did you mean %s?)%s", message[:m[5]+1], meant, message[m[5]+1:])
}

// nearest is the one of some names that a misspelt one is most like; empty if it is
// like none.
func nearest(given string, names []string) string {
	plain := func(name string) string { return strings.TrimPrefix(strings.ToLower(name), "--") }
	given = plain(given)
	best, least := "", max(1, len([]rune(given))/3)+1
	for _, name := range names {
		d := edits(given, plain(name))
		if len(given) >= 3 && strings.HasPrefix(plain(name), given) {
			d = min(d, 1)
		}
		if d < least {
			best, least = name, d
		}
	}
	return best
}

// edits is how many letters must be put in, left out, replaced, or exchanged with
// their neighbours to make one text of another (Damerau 1964, each place once).
func edits(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			replace := rows[i-1][j-1]
			if x[i-1] != y[j-1] {
				replace++
			}
			rows[i][j] = slices.Min([]int{rows[i-1][j] + 1, rows[i][j-1] + 1, replace})
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}
