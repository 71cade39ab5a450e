package transcript

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"codebreak/engine/enginetest"
	"codebreak/engine/game"
	_ "codebreak/engine/game/pegs"
)

func all(t *testing.T, text string, o Options) (games []Game, errs []string) {
	t.Helper()
	for g, err := range Read(t.Context(), "file", strings.NewReader(text), o) {
		if err != nil {
			errs = append(errs, err.Error())
			continue
		}
		games = append(games, g)
	}
	return games, errs
}

// TestRead reads a game of each form: the form is seen from the file.
func TestRead(t *testing.T) {
	played := []Round{{"1234", "1A1B", ""}, {"1325", "4A0B", ""}}
	for _, test := range []struct {
		name, text string
		options    Options
		want       Game
	}{
		{
			"transcript", `{"v":1,"game":"mm4x6","agent":"me","id":"a","limit":3,"secret":"1325","rounds":[["1234","1A1B"],["x",null,"format"],["1325"]],"seed":0,"meta":{"a":1},"other":2}`, Options{},
			Game{1, "mm4x6", "me", "a", 3, "1325", []Round{{"1234", "1A1B", ""}, {"x", "", "format"}, {"1325", "", ""}}, 0, new(uint64), json.RawMessage(`{"a":1}`), 1},
		},
		{"UTF-16", "\xff\xfe1\x002\x003\x004\x00 \x001\x00A\x001\x00B\x00\n\x001\x003\x002\x005\x00 \x004\x00A\x000\x00B\x00", Options{Game: "mm4x6"}, Game{Game: "mm4x6", Rounds: played, Line: 1}},
		{"plain", "# a game\n\nsecret 1325\n1234 1A1B\r\n1325  4A0B", Options{Game: "mm4x6", Agent: "me"}, Game{Game: "mm4x6", Agent: "me", Secret: "1325", Rounds: played, Line: 4}},
		{
			"results", `{"config":{"llm":{"model":"me"},"benchmark":{"max_turns":15,"target_length":4,"allow_repeating_digits":false},"output":{"run_id":"run"}},
			"games":[{"target":"1325","format_failures":2,"history":[["1234",[1,1]],["1325",[4,0]]]}]}`, Options{},
			Game{Game: "bc4x10", Agent: "me", ID: "run/0", Limit: 15, Secret: "1325", Rounds: played, Failures: 2, Line: 1},
		},
		{
			"turn history", `{"model":"me","game":{"secret_code":[0,2,1,4]},"turn_history":[{"guess":[0,1,2,3],"exact_matches":1,"partial_matches":1},{"guess":"0214","exact_matches":4,"partial_matches":0}]}`,
			Options{Game: "mm4x6", Alphabet: "123456"}, Game{Game: "mm4x6", Agent: "me", Secret: "1325", Rounds: played, Line: 1},
		},
		{
			"turns of names", `{"secret":["red","blue","green","pink"],"turns":[{"guess":["red","green","blue","black"],"feedback":{"black":1,"white":1}},{"guess":"red, blue","error":"two colours"},{"guess":"red blue green pink","feedback":{"black":4,"white":0},"error":null}]}`,
			Options{Game: "mm4x6", Alphabet: "123456"},
			Game{Game: "mm4x6", Secret: "1234", Rounds: []Round{{"1325", "1A1B", ""}, {"red, blue", "", "two colours"}, {"1234", "4A0B", ""}}, Line: 1},
		},
		{
			"symbols of two bytes", `{"secret":["r","b","r","g"],"turns":[{"guess":["r","r","b","b"],"feedback":{"black":1,"white":2}}]}`,
			Options{Game: "mm4x6", Alphabet: "абвгде"}, Game{Game: "mm4x6", Secret: "абав", Rounds: []Round{{"аабб", "1A2B", ""}}, Line: 1},
		},
		{
			"symbols as they are", `{"secret":["б","в","б","а"],"turns":[{"guess":"бвбе","feedback":{"black":3,"white":0}}]}`,
			Options{Game: "mm4x6", Alphabet: "абвгде"}, Game{Game: "mm4x6", Secret: "бвба", Rounds: []Round{{"бвбе", "3A0B", ""}}, Line: 1},
		},
		{
			"numbers as codes", `{"targetWord":12345678,"guesses":[11223344,{"word":12345678},[1,1,1,1,1,1,1,1],null,true,[]]}`,
			Options{Game: "bc8x9"}, Game{Game: "bc8x9", Secret: "12345678", Rounds: []Round{{Guess: "11223344"}, {Guess: "12345678"}, {Guess: "11111111"}, {}, {}, {}}, Line: 1},
		},
		{"table", "model,code,nr,guess,correct_position,wrong_position\nme,1325,1,1234,1,1\nme,1325,2,1325,4,0\n", Options{Game: "bc4x10"}, Game{Game: "bc4x10", Agent: "me", Secret: "1325", Rounds: played, Line: 2}},
	} {
		games, errs := all(t, test.text, test.options)
		if len(errs) > 0 || len(games) != 1 || !reflect.DeepEqual(games[0], test.want) {
			t.Errorf("%s: games %+v, errors %q, want %+v", test.name, games, errs, test.want)
		}
	}
}

// TestReadWithRules reads games in which codes and feedback are found among other text.
func TestReadWithRules(t *testing.T) {
	rules, err := game.Parse("mm4x6")
	if err != nil {
		t.Fatal(err)
	}
	played := []Round{{"1122", "1A1B", ""}, {"1344", "0A1B", ""}}
	for name, text := range map[string]string{
		"numbers in lines of their own":   "1122\n1\n1\n1344\n0\n1\n",
		"numbers below prompts":           "Guess: 1122\r\n1\r\n1\r\nGuess: 1344\r\n0\r\n1\r\n",
		"numbers below turns":             "Guess 1: 1122\n1\n1\nGuess 2: 1344\n0\n1\n",
		"counts in lines of their own":    "1122\nBulls - 1\nCows - 1\n1344\nBulls - 0\nCows - 1\n",
		"a board in each observation":     `[{"action":"[1122]","observation":"1 1 2 2\n1 black, 1 white\n5 left"},{"action":"1344","observation":"1 1 2 2\n1 black, 1 white\n1 3 4 4\n1 white"}]`,
		"messages in each observation":    `{"steps":[{"action":{"message":"[1122]"},"observation":{"messages":[{"content":"1 black, 1 white"}]}},{"action":{"message":"[1344]"},"observation":{"messages":[{"content":"1 white"}]}}]}`,
		"an object with games":            `{"runs":[{"guesses":[{"guess":"1122","feedback":"1A1B"},{"guess":"1344","feedback":"1 white"}]}]}`,
		"arguments in an object":          `{"messages":[{"role":"assistant","tool_calls":[{"function":{"arguments":{"guess":"1122"}}}]},{"role":"tool","content":"1A1B"},{"role":"assistant","tool_calls":[{"function":{"arguments":{"guess":"1344"}}}]},{"role":"tool","content":"0A1B"}]}`,
		"uses of tools":                   `{"messages":[{"role":"assistant","content":[{"type":"tool_use","input":{"guess":"1122"}}]},{"role":"user","content":[{"type":"tool_result","content":"1A1B"}]},{"role":"assistant","content":[{"type":"tool_use","input":{"guess":"1344"}}]},{"role":"user","content":[{"type":"tool_result","content":"0A1B"}]}]}`,
		"contents with parts":             `{"contents":[{"role":"model","parts":[{"text":"1122"}]},{"role":"user","parts":[{"text":"B1W1"}]},{"role":"model","parts":[{"text":"1344"}]},{"role":"user","parts":[{"text":"B0W1"}]}]}`,
		"a numbered list":                 "1. 1122 1A1B\n2. 1344 0A1B\n",
		"codes in brackets":               "[1122] 1A1B\n(1344) 0A1B\n",
		"feedback before codes in quotes": "1A1B \"1122\"\n0A1B \"1344\"\n",
	} {
		games, errs := all(t, text, Options{Game: "mm4x6", Rules: rules})
		if errs != nil || len(games) != 1 || len(games[0].Rounds) != len(played) {
			t.Errorf("%s: games %+v, errors %q, want one of two rounds", name, games, errs)
			continue
		}
		for i, r := range games[0].Rounds {
			if f, err := rules.ParseFeedback(r.Feedback); r.Guess != played[i].Guess || err != nil || f.String() != played[i].Feedback {
				t.Errorf("%s: round %d is %+v, want %+v", name, i+1, r, played[i])
			}
		}
	}

	for name, text := range map[string]string{
		"three numbers":    "1122\n0\n1\n2\n1344\n0\n1\n",
		"one number":       "1122\n1\n1344\n1\n",
		"two sums of pegs": `[{"action":"1122","observation":"1 black or 2 black"}]`,
		"an empty result":  `[{"guess":"1122","feedback":{"correct":[]}}]`,
	} {
		games, _ := all(t, text, Options{Game: "mm4x6", Rules: rules})
		for _, g := range games {
			if f, err := rules.ParseFeedback(g.Rounds[0].Feedback); err == nil {
				t.Errorf("%s: the feedback to %s is read as %s, want none", name, g.Rounds[0].Guess, f)
			}
		}
	}

	games, errs := all(t, `{"model":"me","results":[{"secret":"1344","guesses":["1122"]},{"model":"you","secret":"1122","guesses":["1122"]}]}`, Options{Game: "mm4x6", Rules: rules})
	if len(games) != 2 || errs != nil || games[0].Agent != "me" || games[1].Agent != "you" {
		t.Errorf("games %+v, errors %q, want one of me and one of you", games, errs)
	}
}

// TestForeignGames reads games in the form of the benchmark that played them.
func TestForeignGames(t *testing.T) {
	games, errs := all(t, enginetest.ReadFile(t, "testdata", "results.json"), Options{})
	if len(games) != 5 || errs != nil {
		t.Fatalf("%d games, errors %q, want 5 games", len(games), errs)
	}
	if g := games[0]; g.Game != "bc3x10" || g.Limit != 12 {
		t.Errorf("the first game is %s with limit %d, want bc3x10 with limit 12", g.Game, g.Limit)
	}
	if turns := games[4].Turns(); turns != 12 {
		t.Errorf("the last game has %d turns, want 12", turns)
	}
}

// TestBadLines holds that a bad line is named, and costs only itself.
func TestBadLines(t *testing.T) {
	good := `{"game":"mm4x6","rounds":[["1234","0A0B"]]}`
	for bad, want := range map[string]string{
		`{`:                               "it is not JSON: unexpected end of JSON input, after 1 byte",
		`hello`:                           "it is not JSON: invalid character 'h' looking for beginning of value, after 1 byte",
		`{"rounds":[["1","1"]]}`:          `it names no "game", such as mm4x6`,
		`{"game":"mm4x6"}`:                `it has no "rounds"`,
		`{"game":7,"rounds":[["1"]]}`:     `"game" cannot be a number`,
		`7`:                               `a game is an object in braces, not a number`,
		`{"game":"mm4x6","rounds":["1"]}`: `a round is "1"; it must be [guess, feedback], or [guess, null, why the turn was lost]`,
		`{"game":"mm4x6","rounds":[[1]]}`: `a round is [1]; it must be [guess, feedback], or [guess, null, why the turn was lost]`,
		`{"game":"mm4x6","rounds":[[null,"1A0B"]]}`:                                                         `a round is [null,"1A0B"]; it must be [guess, feedback], or [guess, null, why the turn was lost]`,
		`{"v":2,"game":"mm4x6","rounds":[["1"]]}`:                                                           "its version is 2; 1 is read",
		`{"game":"mm4x6","limit":-1,"rounds":[["1"]]}`:                                                      `"limit" and "format_failures" must not be negative`,
		`{"game":"mm4x6","limit":101,"rounds":[["1"]]}`:                                                     `"limit" is 101; it must be at most 100`,
		`{"game":"mm4x6","limit":9223372036854775807,"rounds":[["1"]]}`:                                     `"limit" is 9223372036854775807; it must be at most 100`,
		`{"game":"mm4x6","limit":1e300,"rounds":[["1"]]}`:                                                   `"limit" cannot be a number 1e300`,
		`{"game":"mm4x6","format_failures":9223372036854775807,"rounds":[["1"]]}`:                           `"format_failures" is 9223372036854775807; it must be at most 100`,
		`{"game":"mm4x6","rounds":[["1"]` + strings.Repeat(`,["1"]`, MaxTurns) + "]}":                       "it has more than 10,000 turns",
		`{"game":"mm4x6","rounds":[["1"]` + strings.Repeat(`,["1"]`, MaxTurns-1) + `],"format_failures":1}`: "it has more than 10,000 turns",
		`{"game":"` + strings.Repeat("x", maxLine) + `"`:                                                    "the line is longer than 16,777,216 bytes",
	} {
		games, errs := all(t, good+"\n\n"+bad+"\n"+good, Options{})
		if len(games) != 2 || len(errs) != 1 || errs[0] != "file:3: "+want {
			t.Errorf("%.60s: %d games and errors %.200q, want 2 games and the error %q", bad, len(games), errs, "file:3: "+want)
		}
	}
}

// TestWrite holds that what is written is read again.
func TestWrite(t *testing.T) {
	g := Game{1, "mm4x6", "<me>", "1", 10, "1234", []Round{{"1122", "1A1B", ""}, {"?", "", "format"}, {"1234", "", ""}}, 1, new(uint64), nil, 0}
	line, err := g.Write()
	if err != nil || strings.Count(string(line), "\n") != 1 || !strings.Contains(string(line), `"<me>"`) {
		t.Fatalf("written as %q, error %v, want one line with \"<me>\"", line, err)
	}
	games, errs := all(t, string(line), Options{})
	g.Line = 1
	if errs != nil || !reflect.DeepEqual(games, []Game{g}) {
		t.Errorf("read again: %+v, errors %q, want %+v", games, errs, g)
	}
}

// TestUnknownForm holds that a form that is not known is an error, and so is a file without text.
func TestUnknownForm(t *testing.T) {
	if games, errs := all(t, "PK\x03\x04\x00\x00", Options{Game: "mm4x6"}); games != nil || len(errs) != 1 || errs[0] != "file: it holds no text" {
		t.Errorf("games %v, errors %q, want the error that it holds no text", games, errs)
	}
	if games, errs := all(t, "1234 0A0B", Options{Form: "0"}); games != nil || len(errs) != 1 || errs[0] != `file: unknown form "0"` {
		t.Errorf("games %v, errors %q, want the error that the form is unknown", games, errs)
	}
}

// FuzzRead holds that nothing that is read in any form fails other than with an error.
func FuzzRead(f *testing.F) {
	f.Add("", `{"game":"mm4x6","rounds":[["1234","0A0B"]]}`)
	f.Add("plain", "1234 0A0B\n\n")
	f.Add(turns, `{"secret":[0],"turns":[{"guess":null}]}`)
	f.Add(digitmind, "code,nr,guess,correct_position,wrong_position\n1,1,1,1,1")
	f.Add(bullsAndCows, `{"games":[{"history":[["1",[1]]]}]}`)
	f.Add("log", "[GAME] You are playing Mastermind.\n[Player] [1 2 3 4]\n[GAME] Feedback: 1 black peg(s), 2 white peg(s).\n")
	f.Add("chat", `[{"role":"assistant","content":"1122"},{"role":"user","content":"1 black"}]`)
	f.Add(turns, `{"max_turns":1e300,"format_failures":-1e300,"turns":[{"guess":"1234"}]}`)
	f.Add("transcript", `{"game":"mm4x6","limit":9223372036854775807,"format_failures":60000000,"rounds":[]}`)
	f.Add("", "1122\n1\n2\n1344\n0\n1\n")
	f.Add(turns, `[{"action":"[1122]","observation":"1 1 2 2\\n1 black"},{"action":"1344","observation":{"messages":[{"content":"1 white"}]}}]`)
	f.Add("", `{"model":"me","results":[{"secret":"1344","guesses":["1122"]},{"data":[{"guesses":["1122"]}]}]}`)
	f.Add("chat", `{"contents":[{"role":"model","parts":[{"text":"1122"}]},{"role":"user","parts":[{"text":"B1W1"}]}]}`)
	rules, err := game.Parse("mm4x6")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, form, text string) {
		n := 0
		for g, err := range Read(t.Context(), "file", strings.NewReader(text), Options{Form: form, Game: "mm4x6", Alphabet: "123456", Rules: rules}) {
			n++
			if err == nil && (g.Limit < 0 || g.Limit > MaxLimit || g.Failures < 0 || g.Turns() > MaxTurns) {
				t.Errorf("limit %d, %d turns, %d of them not among the rounds; want at most %d turns and limit %d", g.Limit, g.Turns(), g.Failures, MaxTurns, MaxLimit)
			}
		}
		if n > len(text)+1 {
			t.Errorf("%d games in %d bytes, want fewer", n, len(text))
		}
	})
}

// TestLongGames holds that a file in which no game ends takes no memory for its rounds.
func TestLongGames(t *testing.T) {
	row := "me,1325,%d,1234,1,1\n"
	table := "model,code,nr,guess,correct_position,wrong_position\n"
	for n := range MaxTurns + 5 {
		table += strings.ReplaceAll(row, "%d", strconv.Itoa(n+1))
	}
	for form, text := range map[string]string{"plain": strings.Repeat("1234 1A1B\n", MaxTurns+5), digitmind: table} {
		_, errs := all(t, text, Options{Form: form, Game: "mm4x6"})
		if len(errs) != 1 || !strings.Contains(errs[0], "it has more than 10,000 turns") {
			t.Errorf("%s: errors %q, want one about more than %d turns", form, errs, MaxTurns)
		}
	}
}

// TestLongLines reads lines of many words, for which time that grows with their square is
// minutes.
func TestLongLines(t *testing.T) {
	rules, err := game.Parse("mm4x6")
	if err != nil {
		t.Fatal(err)
	}
	repeats := 60_000
	if testing.Short() {
		repeats = 1_000
	}
	ones := strings.Repeat("1,", 5*repeats) + "1"
	for _, text := range []string{
		"Guess 1: " + strings.Repeat("1122 ", 2*repeats) + "\nFeedback: 1A1B\n",
		"Guess 1: 1122\nFeedback: " + strings.Repeat("0 black 0 white ", repeats) + "\n",
		`{"messages":[{"role":"assistant","content":"[1122]"},{"role":"user","content":"{\"a\":[` + ones + `]}"}],"answer":"1344"}`,
	} {
		games, errs := all(t, text, Options{Game: "mm4x6", Alphabet: "123456", Rules: rules})
		if len(games) != 1 || errs != nil || len(games[0].Rounds) != 1 || games[0].Rounds[0].Guess != "1122" {
			t.Errorf("%.60s: games %.200v, errors %.200q, want one round with the guess 1122", text, games, errs)
		}
	}
}

// zeros is a device without lines or end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestEndless reads what has no end: it is given up in every form.
func TestEndless(t *testing.T) {
	for _, form := range Forms() {
		n := 0
		for _, err := range Read(t.Context(), "file", zeros{}, Options{Form: form, Game: "mm4x6"}) {
			if n++; err == nil || !strings.Contains(err.Error(), "is longer than ") || n > 1 {
				t.Fatalf("%s: error %d is %v, want one error about a long line", form, n, err)
			}
		}
	}
}

// A stopping reader ends the context when it is read for the second time.
type stopping struct {
	text string
	stop func()
	read bool
}

func (s *stopping) Read(p []byte) (int, error) {
	if s.read {
		s.stop()
	}
	s.read = true
	return copy(p, s.text), nil
}

// TestReadEndsWithItsContext reads lines without end, each of which is passed over, until the
// context ends.
func TestReadEndsWithItsContext(t *testing.T) {
	for form, text := range map[string]string{
		"plain": "# no game\n", "log": "text\n", "chat": "\n", "transcript": "\n\n\n", turns: "\n", digitmind: "model\n\n",
	} {
		ctx, stop := context.WithCancel(t.Context())
		var last error
		for _, err := range Read(ctx, "file", &stopping{text: text, stop: stop}, Options{Form: form}) {
			last = err
		}
		if !errors.Is(last, context.Canceled) {
			t.Errorf("%s: last error %v, want %v", form, last, context.Canceled)
		}
	}
}

// TestEventsEndWithTheirContext holds that a line is read no further than to the end of the context.
func TestEventsEndWithTheirContext(t *testing.T) {
	rules, err := game.Parse("mm4x6")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	before := eventsIn(ctx, rules, "1122 1A1B")
	stop()
	if after := eventsIn(ctx, rules, "1122 1A1B"); len(before) != 2 || after != nil {
		t.Errorf("events %v before the end and %v after it, want two and none", before, after)
	}
}

// TestValues holds the values of well-formed JSON against those of package json, for values in
// lines, over several lines and in arrays.
func TestValues(t *testing.T) {
	one := `{"a":[1,{"b":"}\"]"}],"c":"[{"}`
	indented := "{\n  \"a\": [\n    1,\n    {\n      \"b\": 2\n    }\n  ]\n}"
	for _, text := range []string{
		one, one + "\n" + one, indented + "\n" + indented, "[" + one + "," + one + "]", "[\n" + indented + ",\n" + one + "\n]",
		"[[" + one + "],\n[" + one + "," + one + "]]", "[]\n[" + one + "]\r\n",
	} {
		var want []any
		d := json.NewDecoder(strings.NewReader(text))
		for d.More() {
			var value any
			if err := d.Decode(&value); err != nil {
				t.Fatal(err)
			}
			if elements, ok := value.([]any); ok {
				want = append(want, elements...)
			} else {
				want = append(want, value)
			}
		}

		var got []any
		v := values{in: &lines{ctx: t.Context(), in: bufio.NewReader(strings.NewReader(text))}}
		for element, err := v.next(); err == nil; element, err = v.next() {
			var value any
			if err := json.Unmarshal([]byte(element), &value); err != nil {
				t.Errorf("%q: %q: %v", text, element, err)
			}
			got = append(got, value)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestOpenValues holds that a value that is never closed costs only itself.
func TestOpenValues(t *testing.T) {
	good := `{"game":"mm4x6","rounds":[["1234","0A0B"]]}`
	games, errs := all(t, "[\n  "+good+",\n  {\"game\": [\n    \"x\n  "+good+"\n]", Options{})
	if len(games) != 2 || len(errs) != 1 || !strings.HasPrefix(errs[0], "file:3: it is not JSON: ") {
		t.Errorf("games %v, errors %q, want two games and an error in line 3", games, errs)
	}
}

// TestUnwrapped takes games out of an object that lists them itself, and of no other.
func TestUnwrapped(t *testing.T) {
	for text, want := range map[string]string{
		`{"model": "m", "games": [{"rounds": []}, {"model": "n"}]}`: `[{"model":"m","rounds":[]},{"model":"n"}]`,
		`{"meta": {"games": [{"rounds": []}]}}`:                     "",
		`{"rounds": [], "data": [{"a": 1}]}`:                        "",
		`{"games": [{"rounds": []}, 3]}`:                            "",
		`{"games": [{"rounds": []}`:                                 "",
	} {
		if got := unwrapped(text); got != want {
			t.Errorf("%s is unwrapped to %q, want %q", text, got, want)
		}
	}
}
