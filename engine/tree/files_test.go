package tree

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	_ "codebreak/engine/game/pegs" // games that Parse knows
	"codebreak/engine/game/words"
	"codebreak/engine/strategy"
)

// TestTreesSurviveFiles writes trees of many kinds in every form and reads them again, also
// of games with more kinds of feedback than digits, and of words with letters of several
// bytes.
func TestTreesSurviveFiles(t *testing.T) {
	list := enginetest.Must(words.NewList("words", []string{"été", "ère", "née", "thé", "abc", "cab"}))(t)
	few := enginetest.Must(words.New(words.Wordle, list, nil))(t)
	games := []game.Game{few}
	for _, name := range []string{
		"mm4x6", "bc4x7", "mm3x4-distinct", "bp3x4", "bc3x4-bulls", "mm1x2", "mm1x12", "twod5", "mm5x3",
		"wordle-2x3", "wordle-3x5", "wordle-8x2", "nerdle5",
	} {
		games = append(games, enginetest.Game(t, name))
	}

	for i, g := range games {
		for j, criterion := range criteria {
			if testing.Short() && (i+j)%3 > 0 {
				continue // by turns: each game and each criterion has some
			}

			tree := mustGrow(t, g, strategy.Strategy{Criterion: criterion, Ties: "last"}, "", 1)
			enginetest.Must(Check(t.Context(), tree))(t)

			var inJSON, notation, columns bytes.Buffer
			packed := tree.Packed()
			again := map[string]*Tree{"packed": enginetest.Must(ReadPacked(t.Context(), g, packed))(t)}
			_, err := ReadPacked(t.Context(), g, packed[:len(packed)-2])
			enginetest.Refused(t, g.String()+", cut off", err, "")

			if err := errors.Join(tree.WriteJSON(&inJSON), tree.WriteColumns(&columns)); err != nil {
				t.Fatal(err)
			}
			if g != game.Game(few) { // JSON has the name alone, and the list of few is not registered
				again["JSON"] = enginetest.Must(ReadJSON(t.Context(), inJSON.Bytes()))(t)
			}
			if Columned(g) {
				again["columns"] = enginetest.Must(ReadColumns(t.Context(), g, columns.Bytes()))(t)
			}

			if err := tree.WriteNotation(&notation); !Notated(g) {
				enginetest.Refused(t, g.String(), err, "is for peg games")
			} else if read, misprints, err := ReadNotation(t.Context(), g, notation.Bytes()); len(misprints) > 0 || err != nil {
				t.Errorf("%s, %s: %v, %v", g, criterion, misprints, err)
			} else {
				again["the compact notation"] = read
			}

			for form, other := range again {
				if !reflect.DeepEqual(tree, other) {
					t.Errorf("%s, %s: %s gives another tree", g, criterion, form)
				}
			}
		}
	}
}

// TestNotationDialects reads one strategy in every spelling.
func TestNotationDialects(t *testing.T) {
	g := enginetest.Game(t, "mm2x3")
	want := []int{0, 1, 4, 4}
	for name, text := range map[string]string{
		"Knuth":                "9(12: 1, 2A, 1; 0, 4(13: 0, 1, 1; 0, 1; 1); 1)\nA = (23)",
		"Neuwirth":             "9 (12: 1, 2 (23), 1; 4 (13);\n 1)",
		"all guesses printed":  "9(12: 1(21), 2(23: 0, 1(31), 0; 0; 1), 1(33); 4(13: 0, 1(32), 1(22); 0, 1(11); 1); 1)",
		"as few words as such": "9(12:1,2,1;4(13);1)",
	} {
		tree, misprints, err := ReadNotation(t.Context(), g, []byte(text))
		if err != nil || len(misprints) > 0 {
			t.Errorf("%s: %v, misprints %v", name, err, misprints)
			continue
		}
		if histogram := enginetest.Must(Check(t.Context(), tree))(t); !slices.Equal(histogram, want) {
			t.Errorf("%s: %v", name, histogram)
		}
	}
}

func TestNotationErrors(t *testing.T) {
	g := enginetest.Game(t, "mm2x3")
	for text, want := range map[string]string{
		"":                         "line 1: expected the number of candidates of a part, found the end",
		"9(12: 1, 2, 1; 4(13); 1":  "expected a comma, a semicolon or ), found the end",
		"9(12: 1, 2, 1;\n 4A; 1)":  "line 2, mm2x3, 12 1A0B: part A is not defined",
		"9(12: 1, 2, 1; 4; 1)":     "a guess is missing for 4 candidates",
		"9(14: 1, 2, 1; 4(13); 1)": "'4' at position 2 is not allowed in mm2x3",
		"9(12: 1, 2, 1)":           "the entry for 1A0B, the feedback of 4 candidates, is missing",
		"9(12: 1, 2, 1; 4A; 1)\nA = (12: 0, 0, 0; 0, 4A; 0)": "more than 100 guesses follow each other; does part A contain itself?",
		strings.Repeat("9(12:", 1000):                        "more than 100 guesses follow each other",
		"9(12: 1, 2, 1; 4(13); 1) %":                         "expected a letter that names a part, or the end, found \"%\"",
		"9(12: 1, 2, 1; 4A; 1)\nA = (13)\nA = (13)":          "line 3: A is defined for the second time; the first is on line 2",
	} {
		_, _, err := ReadNotation(t.Context(), g, []byte(text))
		enginetest.Refused(t, text, err, want)
	}

	_, misprints, err := ReadNotation(t.Context(), g, []byte("9(12: 1, 3(23), 1;\n 4(33*); 1)\nB = (13)"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range misprints {
		got = append(got, m.String())
	}
	want := []string{
		"line 1, mm2x3, 12 0A1B: 3 candidates are printed, there are 2",
		"line 3, B: is defined but never used",
	}
	if !slices.Equal(got, want) {
		t.Errorf("misprints %q, want %q", got, want)
	}
}

func TestReadJSONErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "line 1: the text ends too early",
		"{\"game\": \"mm2x2\",\n\n ?": "line 3: invalid character '?'",
		`{"game": "chess", "root": {"guess": "12"}}`:                                                            `unknown game "chess"`,
		`{"game": "mm2x2"}`:                                                                                     "the tree has no root",
		`{"game": "mm2x2", "root": {"guess": "13"}}`:                                                            "line 1, the root: code \"13\"",
		`{"game": "mm2x2", "root": {"guess": "12", "next": {"3A0B": null}}}`:                                    "the root: guess 12: feedback",
		`{"game": "mm2x2", "root": {"guess": "12", "next": {"2A0B": {"guess": "12"}}}}`:                         "the tree goes on after 2A0B",
		`{"game": "mm2x2", "root": {"guess": "12", "next": {"1A0B": null}}}`:                                    "the tree ends after 1A0B",
		`{"game": "mm2x2", "root": {"guess": "12", "next": {"1A0B": {"guess": "11"}, "BO": {"guess": "11"}}}}`:  "feedback",
		`{"game": "mm2x2", "root": {"guess": "12", "next": {"1A0B": {"guess": "11"}, "1 0": {"guess": "11"}}}}`: "feedback 1A0B is repeated",
		`{"game": "mm2x2", "root": {"guess": "12", "next": {"1A0B": {"guess": "11", "next": {"1A0B": null}}}}}`: "after 12 1A0B: guess 11: the tree ends",
		`{"game": "mm2x2", "root": {}}`:                                                                         "line 1, the root: a node has no guess",
		`{"game": "mm2x2", "root": {"guess": "12", "depth": 2}}`:                                                `unknown key "depth"`,
		`{"game": "mm2x2", "total": 8, "root": {"guess": "12"}}`:                                                `unknown key "total"`,
		`{"game": "mm2x2", "root": {"guess": "12", "guess": "11"}}`:                                             `key "guess" is repeated`,
		`{"game": "mm2x2", "root": {"guess": "12", "next": {"2A0B": null, "2A0B": null}}}`:                      `key "2A0B" is repeated`,
		`{"game": "mm2x2", "root": {"guess": 12}}`:                                                              `"guess" must be a text in quotes`,
		`{"game": "mm2x2", "root": {"guess": "12", "next": [1]}}`:                                               `"next" must be an object in braces`,
		`{"game": "", "root": {"guess": "12"}}`:                                                                 "the tree does not name its game",
		`{"game": "mm2x2", "root": null}`:                                                                       "the tree has no root",
		`["mm2x2"]`:                                                                                             "a tree must be an object in braces",
		`{"game": "mm2x2", "root": {"guess": "12"}} {}`:                                                         "after top-level value",
		`{"game": "mm2x2", "root": ` + strings.Repeat(`{"guess": "12", "next": {"1A0B": `, 1000):                "more than 100 guesses follow each other",
	} {
		_, err := ReadJSON(t.Context(), []byte(text))
		enginetest.Refused(t, text, err, want)
	}
}

func FuzzReadNotation(f *testing.F) {
	for _, text := range []string{"9(12: 1, 2A, 1; 4(13); 1)\nA = (23x)", "9 (12*: 1; 2)", "9(12: 1, 2, 1; 4A; 1)\nA = (33: 4A)"} {
		f.Add(text)
	}
	g := enginetest.Game(f, "mm2x3")
	f.Fuzz(func(t *testing.T, text string) {
		tree, _, err := ReadNotation(t.Context(), g, []byte(text))
		if err != nil {
			return
		}
		if _, err := Check(t.Context(), tree); err != nil {
			t.Errorf("what was read is no tree: %v", err)
		}
	})
}

func FuzzReadJSON(f *testing.F) {
	f.Add(`{"game": "mm2x2", "root": {"guess": "12", "next": {"0A2B": {"guess": "21", "next": {"2A0B": null}}, "2A0B": null}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := ReadJSON(t.Context(), []byte(text))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := tree.WriteJSON(&again); err != nil {
			t.Fatal(err)
		}
		if second, err := ReadJSON(t.Context(), again.Bytes()); err != nil || !reflect.DeepEqual(tree, second) {
			t.Errorf("written and read again it is another tree (%v)", err)
		}
	})
}
