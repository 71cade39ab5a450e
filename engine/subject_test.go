package engine

import (
	"errors"
	"strings"
	"testing"

	"codebreak/engine/game"
	"codebreak/engine/game/words"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/wording"
)

func TestParseSubject(t *testing.T) {
	for text, want := range map[string]Subject{
		"mm4x6":                    {Configuration: Configuration{Game: "mm4x6"}},
		"mm4x6 minimax first=1122": {Configuration: Configuration{Game: "mm4x6", Strategy: strategy.Strategy{Criterion: strategy.Minimax}, First: "1122"}},
		"bc4x10 simple pool=consistent ties=first order=swap endgame=2": {Configuration: Configuration{
			Game: "bc4x10", Strategy: strategy.Strategy{Criterion: strategy.Simple, Pool: strategy.Consistent, Ties: "first", Order: game.Swap, Endgame: 2},
		}},
		"mm4x6 optimal": {Configuration: Configuration{Game: "mm4x6"}, Objective: optimal.Total},
		"bc4x10 optimal objective=worst,count pool=consistent first=0123 max-depth=7": {
			Configuration: Configuration{Game: "bc4x10", Strategy: strategy.Strategy{Pool: strategy.Consistent}, First: "0123"},
			Objective:     optimal.WorstCount, MaxDepth: 7,
		},
	} {
		got, err := ParseSubject(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		if got.String() != text {
			t.Errorf("%s is written %s", text, got)
		}
		if got.Objective != "" && SubjectOf(got.Problem()).String() != text {
			t.Errorf("the problem of %s is that of %s", text, SubjectOf(got.Problem()))
		}
	}
}

func TestParseSubjectErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "the subject is empty",
		"mm4x6 entrpy":                 `unknown strategy "entrpy"; did you mean entropy?`,
		"mm4x6 entropy frist=1":        `unknown key "frist"; did you mean first? Allowed: pool, ties, order, endgame, first`,
		"mm4x6 entropy max-depth=5":    `unknown key "max-depth"`,
		"mm4x6 optimal ties=first":     `unknown key "ties"; allowed: objective, pool, first, max-depth`,
		"mm4x6 entropy 1122":           `"1122" is not an option; write key=value`,
		"mm4x6 first=1122 first=1122":  "first is given twice",
		"mm4x6 first=":                 "first is empty",
		"mm4x6 consistent pool=all":    "pool is given twice",
		"mm4x6 knuth irving":           "the strategy is given twice: knuth and irving",
		"mm4x6 knuth mm4x7":            "the game is given twice: mm4x6 and mm4x7",
		"mm4x6 mm4x7":                  "the game is given twice: mm4x6 and mm4x7",
		"mm4x6 optimal least":          `unknown objective "least"; allowed: total; `,
		"mm4x6 knuth total":            `total is an objective of optimal, and minimax has none`,
		"mm4x6 entropy within=6":       `within=6 is an objective of optimal; limit=6 counts what entropy solves`,
		"mm4x6 entropy endgame=0":      `endgame is "0"; it must be a whole number of at least 1`,
		"mm4x6 optimal max-depth=five": `max-depth is "five"; it must be a whole number`,
	} {
		_, err := ParseSubject(text)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
		var unknown *wording.UnknownError
		if errors.As(err, &unknown) != strings.HasPrefix(want, "unknown") {
			t.Errorf("%q: %T", text, err)
		}
	}
}

// TestSubjectNames reads what is written otherwise than [Subject.String] does.
func TestSubjectNames(t *testing.T) {
	for text, want := range map[string]string{
		"mm4x6 knuth":               "mm4x6 minimax",
		"mm4x6 random":              "mm4x6 simple pool=consistent ties=random",
		"mm4x6 pool=all random":     "mm4x6 simple ties=random",
		"bc4x10 all-until=2 irving": "bc4x10 expected-size pool=all-until=2",
		"mm4x6 consistent":          "mm4x6 pool=consistent",
		"mm4x6 worst,count":         "mm4x6 optimal objective=worst,count",
		"mm4x6 optimal second-free": "mm4x6 optimal pool=second-free",
		"mm4x6 first=1122 total":    "mm4x6 optimal first=1122",
	} {
		if got, err := ParseSubject(text); err != nil || got.String() != want {
			t.Errorf("%s is read as %s, %v; want %s", text, got, err, want)
		}
	}
}

func TestCanonical(t *testing.T) {
	for _, same := range [][2]string{
		{"mm4x6 simple pool=consistent", "mm4x6 simple pool=consistent ties=consistent,first"},
		{"mm4x6 optimal", "mm4x6 optimal pool=all objective=total"},
		{"wordle-2315-0000000000000000 entropy", "wordle-2315-0000000000000000 entropy pool=all"},
	} {
		var canonical [2]Subject
		for i, text := range same {
			parsed, err := ParseSubject(text)
			if err != nil {
				t.Fatal(err)
			}
			if canonical[i], err = parsed.Canonical(); err != nil && !errors.Is(err, words.ErrNoList) {
				t.Errorf("%s: %v", text, err)
			}
		}
		if canonical[0] != canonical[1] {
			t.Errorf("%s and %s are %v and %v", same[0], same[1], canonical[0], canonical[1])
		}
	}
}
