package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"codebreak/engine/game"
	"codebreak/engine/static"
	"codebreak/experiments/store"
	"codebreak/report"
)

// A staticSet is a set of questions that identifies every secret, as static writes it and
// check reads it.
type staticSet struct {
	Game      string   `json:"game"`
	Questions int      `json:"questions"` // of the set
	Lower     int      `json:"lower"`     // no fewer are enough
	Proved    bool     `json:"proved"`    // that the two are equal
	Set       []string `json:"set"`
	Seed      uint64   `json:"seed"`
	Asked     int      `json:"asked,omitempty"`   // the number that was asked for
	Checked   string   `json:"checked,omitempty"` // the file that check has read
}

func (s staticSet) table() *report.Table {
	return report.TableOf(s.Set, "<question", func(code string) []any { return []any{code} })
}

func (s staticSet) print(p *paper) {
	number, asked, set := plural(s.Questions, "question"), plural(s.Asked, "question"), strings.Join(s.Set, " ")
	switch {
	case s.Checked != "":
		p.say("%s: the set identifies every secret of %s with %s: %s", printable(s.Checked), s.Game, number, set)
		p.say("That no fewer than %d are enough is not checked; codebreak static %s searches for it.", s.Lower, s.Game)
		return
	case s.Proved && s.Asked == 0:
		p.say("%s: the least number of questions asked in advance that identify every secret is %d (proved).", s.Game, s.Questions)
	case s.Asked == 0:
		p.say("%s: the least number of questions asked in advance that identify every secret is between %d and %d (not proved).", s.Game, s.Lower, s.Questions)
	case s.Questions <= s.Asked:
		p.say("%s: %s asked in advance can identify every secret.", s.Game, asked)
	case s.Lower > s.Asked:
		p.say("%s: %s asked in advance cannot identify every secret (proved).", s.Game, asked)
	default:
		p.say("%s: not decided whether %s asked in advance can identify every secret.", s.Game, asked)
	}
	p.say("A set of %d that does: %s", s.Questions, set)
}

// readSet reads a set from a file and replays every secret. ok is false if the file holds
// something else.
func (a *app) readSet(ctx context.Context, path, gameName string) (s staticSet, ok bool, err error) {
	const most = 1 << 16 // bytes; a set is short
	text, err := store.ReadFileContext(ctx, path, most)
	var keys map[string]json.RawMessage
	if err != nil || json.Unmarshal(text, &keys) != nil || keys["set"] == nil {
		return s, false, nil // who reads it as a tree says what is wrong
	}
	defer func() { err = usageOf(path, err) }()
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return s, true, err
	}
	s.Checked = path
	g, err := a.parseGame(s.Game)
	switch {
	case err != nil:
		return s, true, err
	case gameName != "" && gameName != g.String():
		return s, true, fmt.Errorf("it is a set for %s, not for %s", g, gameName)
	case s.Questions != len(s.Set) || s.Lower > s.Questions || s.Proved != (s.Lower == s.Questions):
		return s, true, errors.New("its numbers of questions contradict each other")
	}
	set := make([]game.Code, len(s.Set))
	for i, text := range s.Set {
		if set[i], err = g.ParseCode(text); err != nil {
			return s, true, err
		}
	}
	return s, true, static.Check(ctx, g, set)
}
