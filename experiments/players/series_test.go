package players

import (
	"fmt"
	"strings"
	"testing"

	"codebreak/experiments/base"
	"codebreak/experiments/transcript"
)

// seriesOf is a series of three games that are still to be played.
func seriesOf() (games []transcript.Game) {
	for i, secret := range []string{"11", "12", "33"} {
		games = append(games, transcript.Game{Game: "mm2x3", Agent: "me", ID: fmt.Sprintf("1/%d", i+1), Limit: 4, Secret: secret})
	}
	return games
}

// FuzzSeries reads any bytes as the games of a series, and adds them up: no panic, and an
// error is short and names the file.
func FuzzSeries(f *testing.F) {
	const line = `{"v":1,"game":"mm2x3","agent":"me","id":"1/1","limit":4,"secret":"11",`
	f.Add([]byte(line + `"rounds":[["12","1A0B"],["11","2A0B"]]}` + "\n"))
	f.Add([]byte(line + `"rounds":[],"format_failures":1}` + "\n"))
	f.Add([]byte(line + `"rounds":[["11"]],"format_failures":60000000}` + "\n"))
	f.Add([]byte(line + `"rounds":[["12"],["12"],["12"],["12"],["12"]]}` + "\n"))
	f.Add([]byte(line + `"rounds":[["",null,"format"]],"meta":{"cost":-1e308}}` + "\n{\"v\":1,\"ga"))
	f.Fuzz(func(t *testing.T, text []byte) {
		games := seriesOf()
		if err := readSeries(t.Context(), "games.jsonl", text, games, gameMeta{}); err != nil {
			if !strings.HasPrefix(err.Error(), "games.jsonl:") || len(base.Printable(err.Error())) > 1000 {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		for i := range games {
			if games[i].Rounds == nil {
				games[i].Rounds = []transcript.Round{{Guess: games[i].Secret}}
			}
		}
		if s := sum(games); s.Played != 3 || s.Solved > 3 || s.Cost < 0 || len(s.Turns) > 5 {
			t.Errorf("%q: %+v", text, *s)
		}
	})
}

// TestEditedSeries holds that games which no run has written are refused.
func TestEditedSeries(t *testing.T) {
	const line = `{"v":1,"game":"mm2x3","agent":"me","id":"1/1","limit":4,"secret":"11",`
	for text, want := range map[string]string{
		line + `"rounds":[["12","1A0B"],["11","2A0B"]]}`:                 "",
		line + `"rounds":[],"format_failures":1}`:                        "it has 0 rounds and 1 more lost turns; a game of this run has 1 to 4 rounds",
		line + `"rounds":[["11"]],"format_failures":2}`:                  "it has 1 rounds and 2 more lost turns",
		line + `"rounds":[["12"],["12"],["12"],["12"],["11"]]}`:          "it has 5 rounds",
		line + `"rounds":[["11"]],"meta":{"cost":-1}}`:                   "its cost is -1",
		line + `"rounds":[["11"]],"meta":{"cost":1e300}}`:                "its cost is 1e+300",
		line + `"rounds":[["11"]],"limit":4,"secret":"12"}`:              "it is of another sample",
		strings.Replace(line, "1/1", "1/9", 1) + `"rounds":[["11"]]}`:    "it is of another sample",
		strings.Replace(line, "1/1", "2/1", 1) + `"rounds":[["11"]]}`:    "it is of mm2x3, me, seed 2",
		strings.Replace(line, `"limit":4,`, "", 1) + `"rounds":[["1"]]}`: "limit 0; this run is of",
	} {
		games := seriesOf()
		err := readSeries(t.Context(), "games.jsonl", []byte(text+"\n"), games, gameMeta{})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), "games.jsonl:1: ") || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
