package game

import (
	"slices"
	"strings"
	"testing"
)

// A renamed game of pegs, which calls itself by another name.
type renamed struct {
	Pegs
	name string
}

func (g renamed) String() string { return g.name }

// TestRegister adds a family, and holds that what is wrong with others is said.
func TestRegister(t *testing.T) {
	pegs, err := ParsePegs("mm2x3")
	if err != nil {
		t.Fatal(err)
	}
	family := func(pattern, example, itself string) Family {
		return Family{Pattern: pattern, Help: "a game of the tests", Version: "1", Example: example,
			Parse: func(name string) (Game, bool, error) { return renamed{pegs, itself}, name == itself, nil }}
	}
	good := family("test-pegs", "test-pegs", "test-pegs")
	noHelp, noVersion, noParse := good, good, good
	noHelp.Help, noVersion.Version, noParse.Parse = "", "", nil
	before := len(Families())
	for want, f := range map[string]Family{
		"a family of games needs a pattern":                         {},
		"games test-pegs need a line of help":                       noHelp,
		"games test-pegs need a version":                            noVersion,
		"games test-pegs need a function":                           noParse,
		`games mmPxC: example "test": its own function does not`:    family("mmPxC", "test", "other"),
		`games test: example "mm4x6": it is a game of mmPxC alread`: family("test", "mm4x6", "mm4x6"),
		"games twod5 are there already":                             family("twod5", "another", "another"),
	} {
		if err := Register(f); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if len(Families()) != before {
		t.Error("something was added all the same")
	}
	if err := Register(good); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		registered.families = slices.DeleteFunc(registered.families, func(f Family) bool { return f.Pattern == good.Pattern })
	})
	if err := Register(good); err == nil {
		t.Error("it can be added twice")
	}
	if g, err := Parse("test-pegs"); err != nil || g.String() != "test-pegs" {
		t.Errorf("%v, %v", g, err)
	}
	if _, err := Parse("tests-pegs"); err == nil || !strings.Contains(err.Error(), "did you mean test-pegs?") {
		t.Errorf("the error does not say what there is: %v", err)
	}
}

// TestHistory writes histories of every length.
func TestHistory(t *testing.T) {
	g, err := Parse("mm2x3")
	if err != nil {
		t.Fatal(err)
	}
	round := Round{g.(Pegs).code(t, "12"), NewFeedback(1, 0)}
	for n, want := range map[int]string{
		0:  "the beginning",
		2:  "12 1A0B, 12 1A0B",
		12: strings.Repeat("12 1A0B, ", 11) + "12 1A0B",
		13: strings.Repeat("12 1A0B, ", 9) + "… 2 more …, 12 1A0B, 12 1A0B",
	} {
		if got := History(g, slices.Repeat([]Round{round}, n)); got != want {
			t.Errorf("%d rounds: %s, want %s", n, got, want)
		}
	}
}

func (g Pegs) code(t *testing.T, s string) Code {
	t.Helper()
	c, err := g.ParseCode(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
