package words

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/wording"
)

// TestSplitLists divides names, right ones and others, as a regular expression does.
func TestSplitLists(t *testing.T) {
	before := known.options
	defer ListsFrom("", before)
	ListsFrom("", ListOptions{Names: []game.ListID{{Name: "nyt"}, {Name: "nyt-2"}, {Name: "a.b"}}})

	list := `[0-9]+-[0-9a-f]{16}|nyt|nyt-2|a\.b`
	rules := strings.Join(wording.Texts(Rules()), "|")
	pattern := regexp.MustCompile(fmt.Sprintf(`^(%s)-(%s)(?:-(%s))?$`, rules, list, list))

	parts := []string{
		"wordle", "jotto", "bulls", "black", "mm4x6", "nyt", "nyt-2", "a.b", "axb", "",
		"12-0123456789abcdef", "7-0123456789abcdeF", "-0123456789abcdef", "x-0123456789abcdef", "3-0123456789abcde",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	right := 0
	for range 40_000 {
		var words []string
		for range 1 + rng.IntN(4) {
			words = append(words, parts[rng.IntN(len(parts))])
		}
		name := strings.Join(words, "-")

		var want []string
		if m := pattern.FindStringSubmatch(name); m != nil {
			want = slices.DeleteFunc(m[1:], func(part string) bool { return part == "" })
			right++
		}
		if got := splitLists(name); !slices.Equal(got, want) {
			t.Errorf("%q is divided into %q, want %q", name, got, want)
		}
	}
	if right < 500 {
		t.Errorf("only %d names are right: the test has lost its point", right)
	}
}
