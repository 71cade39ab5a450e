package game_test

import (
	"slices"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	"codebreak/engine/game/pegs"
	_ "codebreak/engine/game/words"
)

// A renamed game of pegs, which calls itself by another name.
type renamed struct {
	pegs.Game
	name string
}

func (g renamed) String() string { return g.name }

// TestRegister adds a family, and checks the errors on faulty ones.
func TestRegister(t *testing.T) {
	base, err := pegs.Parse("mm2x3")
	if err != nil {
		t.Fatal(err)
	}
	family := func(pattern, example, itself string) game.Family {
		return game.Family{
			Pattern: pattern,
			Help:    "a game of the tests",
			Version: "1",
			Example: example,
			Parse: func(name string) (game.Game, bool, error) {
				return renamed{base, itself}, name == itself, nil
			},
		}
	}

	good := family("test-pegs", "test-pegs", "test-pegs")
	noHelp, noVersion, noParse := good, good, good
	noHelp.Help, noVersion.Version, noParse.Parse = "", "", nil

	before := len(game.Families())
	for want, f := range map[string]game.Family{
		"a family of games needs a pattern":                         {},
		"games test-pegs need a line of help":                       noHelp,
		"games test-pegs need a version":                            noVersion,
		"games test-pegs need a function":                           noParse,
		`games mmPxC: example "test": its own function does not`:    family("mmPxC", "test", "other"),
		`games test: example "mm4x6": it is a game of mmPxC alread`: family("test", "mm4x6", "mm4x6"),
		"games twod5 exist already":                                 family("twod5", "another", "another"),
	} {
		if err := game.Register(f); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if len(game.Families()) != before {
		t.Error("something was added all the same")
	}

	if err := game.Register(good); err != nil {
		t.Fatal(err)
	}
	if err := game.Register(good); err == nil {
		t.Error("it can be added twice")
	}
	if g, err := game.Parse("test-pegs"); err != nil || g.String() != "test-pegs" {
		t.Errorf("%v, %v", g, err)
	}
	if _, err := game.Parse("MM46"); err == nil || !strings.Contains(err.Error(), "did you mean mm4x6?") {
		t.Errorf("error on MM46: %v", err)
	}
	if _, err := game.Parse("tests-pegs"); err == nil || !strings.Contains(err.Error(), "did you mean test-pegs?") {
		t.Errorf("error %v, want a hint at test-pegs", err)
	}
}

// TestHistory writes histories of every length.
func TestHistory(t *testing.T) {
	g := enginetest.Game(t, "mm2x3")
	round := game.Round{enginetest.Code(t, g, "12"), game.NewFeedback(1, 0)}
	for n, want := range map[int]string{
		0:  "the beginning",
		2:  "12 1A0B, 12 1A0B",
		12: strings.Repeat("12 1A0B, ", 11) + "12 1A0B",
		13: strings.Repeat("12 1A0B, ", 9) + "… 2 more …, 12 1A0B, 12 1A0B",
	} {
		if got := game.History(g, slices.Repeat([]game.Round{round}, n)); got != want {
			t.Errorf("%d rounds: %s, want %s", n, got, want)
		}
	}
}

// TestCodesAreTheCallers changes one of two lists, and sees the other unchanged.
func TestCodesAreTheCallers(t *testing.T) {
	secrets, guesses := game.Codes(enginetest.Game(t, "mm2x3"))
	before := slices.Clone(guesses)
	clear(append(secrets[:1], 0, 0))
	if !slices.Equal(guesses, before) {
		t.Error("a change of the secrets changes the guesses")
	}
}
