package wording

import (
	"fmt"
	"slices"
	"strings"

	"codebreak/engine/pattern"
)

// An UnknownError says that a name is not allowed: of a game, a criterion, a key, a
// command.
type UnknownError struct {
	What    string   // the kind of name, such as "game"
	Given   string   // the unknown name
	Allowed []string // the names that exist
}

// Unknown returns an [UnknownError] on a name, of any types of text.
func Unknown[G, T ~string](what string, given G, allowed []T) error {
	return &UnknownError{What: what, Given: string(given), Allowed: Texts(allowed)}
}

// A MeantError wraps an error on the name of a game, with the same text, and adds the name
// that may be meant instead.
type MeantError struct {
	error
	Meant string
}

// MeantInstead adds the name that may be meant to an error.
func MeantInstead(err error, meant string) error { return &MeantError{err, meant} }

// Unwrap returns the wrapped error.
func (e *MeantError) Unwrap() error { return e.error }

// An error lists at most mostListed names, and has about longestList bytes including the
// wrong name. More would hide that name.
const mostListed, longestList = 8, 70

// Error names the nearest allowed name, or lists the allowed names.
func (e *UnknownError) Error() string {
	text := fmt.Sprintf("unknown %s %q", e.What, Clip(e.Given))
	list, whole := e.list()
	meant := e.Meant()
	if meant == "" {
		return text + "; allowed: " + list
	}
	text += fmt.Sprintf("; did you mean %s?", meant)
	if whole {
		text += " Allowed: " + list
	}
	return text
}

// list lists the allowed names; if they are too many, the first of them.
func (e *UnknownError) list() (text string, whole bool) {
	between := ", "
	if slices.ContainsFunc(e.Allowed, func(name string) bool { return strings.Contains(name, ",") }) {
		between = "; "
	}

	for i, name := range e.Allowed {
		length := len(e.What) + min(len(e.Given), 20) + len(text) + len(name)
		if i == mostListed || i > 0 && length > longestList {
			return text + between + "…", false
		}
		if i > 0 {
			text += between
		}
		text += name
	}
	return text, true
}

// Meant returns the allowed name that is most like the unknown one; empty if none is
// like it.
func (e *UnknownError) Meant() string {
	plain := func(name string) string { return strings.TrimPrefix(strings.ToLower(name), "--") }
	if len(e.Given) > 40 {
		return ""
	}

	// Step 1. Known slips.
	given := plain(e.Given)
	meant := meantGame(given)
	if e.What == "game" && meant != "" {
		return meant
	}
	if size, distinct := strings.CutSuffix(given, "-distinct"); distinct && strings.HasPrefix(size, "bp") {
		return "bc" + size[2:] + "-bulls"
	}
	if meant := synonyms[e.What+" "+given]; meant != "" {
		return meant
	}

	// Step 2. The name with the fewest edits: one, or at most a third of the letters.
	best := ""
	least := max(1, len([]rune(given))/3) + 1
	for _, name := range e.Allowed {
		allowed := plain(name)
		d := edits(given, allowed)
		part := strings.HasPrefix(allowed, given) || strings.HasSuffix(allowed, given)
		if part && len(given) >= 3 {
			d = min(d, 1)
		}
		if d < least {
			best = name
			least = d
		}
	}
	return best
}

// spokenNames are parts of common names of games, which have other names here.
var spokenNames = map[string]string{"master": "mm4x6", "cows": "bc4x10", "bulls-": "bc4x10"}

// sizedName is a name with a size behind it: "mastermind 5x8", or "mm 5x8".
var sizedName = pattern.Of(`^(.*[a-z])[ -]*([1-8]x(?:[2-9]|1[0-6]))$`)

// sizedFamilies are prefixes of the names of games that have a size.
var sizedFamilies = []string{"mm", "bc", "bp", "pos"}

// meantGame returns the name of a game for a common name, alone or with a size; "" for other
// names.
func meantGame(given string) string {
	family := given
	size := ""
	m := sizedName().FindStringSubmatch(given)
	if m != nil {
		family = m[1]
		size = m[2]
	}

	meant := ""
	for part, game := range spokenNames {
		if strings.Contains(family, part) {
			meant = game
		}
	}
	if size == "" {
		return meant
	}

	if meant != "" {
		family = strings.TrimRight(meant, "0123456789x")
	}
	if slices.Contains(sizedFamilies, family) && family+size != given {
		return family + size
	}
	return meant
}

// synonyms are the names for words that people try, each after the kind of name.
var synonyms = map[string]string{
	"objective mean":      "total",
	"objective average":   "total",
	"pool candidates":     "consistent",
	"strategy candidates": "consistent",
	"strategy best":       "optimal",
	"strategy perfect":    "optimal",
	"entry all":           "run --full",
}

// edits is the least number of letters to insert, delete, replace, or exchange with their
// neighbours that turns one text into the other (Damerau 1964, each place once).
func edits(a, b string) int {
	x := []rune(a)
	y := []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		for j := range rows[i] {
			if i == 0 || j == 0 {
				rows[i][j] = i + j
				continue
			}

			replace := rows[i-1][j-1]
			if x[i-1] != y[j-1] {
				replace++
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, replace)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}
