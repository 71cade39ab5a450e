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
	Asked     int      `json:"asked,omitempty"`  // the number that was asked for
	Enough    string   `json:"enough,omitempty"` // whether it is enough: yes, no, unknown
}

func (s staticSet) table() *report.Table {
	return report.TableOf(s.Set, "<question", func(code string) []any { return []any{code} })
}

func (s staticSet) print(p *paper) {
	switch {
	case s.Enough == "no":
		p.say("%s: %s asked in advance cannot identify every secret (proved).", s.Game, plural(s.Asked, "question"))
	case s.Enough == "unknown":
		p.say("%s: not decided whether %s asked in advance can identify every secret.", s.Game, plural(s.Asked, "question"))
	case s.Proved && s.Questions == 1:
		p.say("%s: 1 question identifies every secret (proved).", s.Game)
	case s.Proved:
		p.say("%s: %s asked in advance identify every secret (proved: no fewer do).", s.Game, plural(s.Questions, "question"))
	case s.Enough == "yes":
		p.say("%s: %s asked in advance identify every secret.", s.Game, plural(s.Questions, "question"))
	default:
		p.say("%s: the least number of questions asked in advance is between %d and %d (not proved).", s.Game, s.Lower, s.Questions)
	}
	p.say("A set of %d that does: %s", s.Questions, strings.Join(s.Set, " "))
}

// A checkedSet is one that every secret was replayed against.
type checkedSet struct {
	staticSet
	Name string `json:"name"`
}

func (c checkedSet) print(p *paper) {
	p.say("%s: the set identifies every secret of %s with %s: %s", printable(c.Name), c.Game, plural(c.Questions, "question"), strings.Join(c.Set, " "))
	p.say("That no fewer than %d are enough is not checked; codebreak static %s searches for it.", c.Lower, c.Game)
}

// readSet reads a set from a file and replays every secret. ok is false if the file holds
// something else.
func (a *app) readSet(ctx context.Context, path, gameName string) (c checkedSet, ok bool, err error) {
	const most = 1 << 16 // bytes; a set is short
	text, err := store.ReadFileContext(ctx, path, most)
	if err != nil {
		return c, false, nil // whoever reads it as a tree says why
	}
	var keys map[string]json.RawMessage
	if json.Unmarshal(text, &keys) != nil || keys["set"] == nil {
		return c, false, nil
	}
	defer func() { err = usageOf(path, err) }()
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&c.staticSet); err != nil {
		return c, true, err
	}
	g, err := a.parseGame(c.Game)
	switch {
	case err != nil:
		return c, true, err
	case gameName != "" && gameName != g.String():
		return c, true, fmt.Errorf("it is a set for %s, not for %s", g, gameName)
	case c.Questions != len(c.Set) || c.Lower > c.Questions || c.Proved != (c.Lower == c.Questions):
		return c, true, errors.New("its numbers of questions contradict each other")
	}
	var set []game.Code
	for _, text := range c.Set {
		code, err := g.ParseCode(text)
		if err != nil {
			return c, true, err
		}
		set = append(set, code)
	}
	c.Name = path
	return c, true, static.Check(ctx, g, set)
}
