package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/static"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/store"
	"codebreak/report"
)

func (a *app) checkCommand() *cobra.Command {
	var gameName, pool string
	var f formatFlag
	cmd := newCommand("check", takes(1, 1, "one file"), func(cmd *cobra.Command, args []string) error {
		gameName, err := a.words.gameName(gameName)
		if err != nil {
			return usageError{err}
		}
		show := func(v verified) error { return f.write(cmd, v) }
		if filepath.Base(args[0]) == notebook.RecordName {
			if pool != "" {
				return usagef("--pool is for one tree; %s holds several", args[0])
			}
			return a.checkRecord(cmd.Context(), args[0], gameName, show)
		}
		if set, ok, err := a.readSet(cmd.Context(), args[0], gameName); err != nil {
			return err
		} else if ok && pool == "" {
			return f.write(cmd, set)
		} else if ok {
			return usagef("--pool is for a tree; %s holds a set of questions", args[0])
		}
		c, err := a.readTree(cmd.Context(), args[0], gameName)
		if err == nil && pool != "" {
			p := optimal.Problem{Game: c.tree.Game, Objective: optimal.Total, Pool: strategy.Pool(pool)}
			err = usageOf(args[0], p.CheckTree(c.tree))
		}
		if err != nil {
			return err
		}
		return show(c)
	})
	cmd.Flags().StringVar(&gameName, "game", "", "game of the tree, such as mm4x6 (needed unless the file is JSON)")
	cmd.Flags().StringVar(&pool, "pool", "", "pool that must have all guesses of the tree, such as hard (default: not verified)")
	f.addTo(cmd)
	return cmd
}

// A verified tree is one through which every secret was replayed.
type verified struct {
	outcome
	Asked     string   `json:"asked,omitempty"` // what it answers, in a results.json
	Misprints []string `json:"misprints,omitempty"`
	Checksum  string   `json:"checksum"` // SHA-256 of the packed tree
}

// verify replays every secret, by code that shares nothing with what grows or searches
// trees.
func verify(ctx context.Context, name string, t *tree.Tree) (v verified, err error) {
	histogram, err := tree.Check(ctx, t)
	if err != nil {
		return v, err
	}
	v.outcome = newOutcome(ofTree, t.Game, histogram)
	v.Name, v.First, v.tree, v.Checksum = name, t.Game.FormatCode(t.Root.Guess), t, ask.Checksum(t)
	return v, nil
}

func (v verified) print(p *paper) {
	p.say("%s: every secret of %s is found, beginning with %s.", printable(v.Name), v.Game, v.First)
	p.say("Total %.0f, mean %s, worst case %d; secrets by guesses: %s", float64(v.Total), v.meanText(), v.Worst, v.counts())
	p.say("SHA-256 of the packed tree: %s", v.Checksum)
	for _, m := range v.Misprints {
		p.say("Misprint: %s", printable(m))
	}
}

// checkRecord verifies and shows the trees of a results.json: all, or those of a game.
func (a *app) checkRecord(ctx context.Context, path, gameName string, show func(verified) error) error {
	text, _, err := store.ReadJSON(path, a.env().LargestFile())
	if err != nil {
		return usagef("%s: it cannot be read: %w", path, store.OfMemory(store.Cause(err)))
	}
	trees, err := notebook.RecordedTrees(text)
	if err != nil {
		return usagef("%s: %w", path, err)
	}
	of := ""
	if gameName != "" {
		trees = slices.DeleteFunc(trees, func(t notebook.RecordedTree) bool { return t.Game != gameName })
		of = " of " + gameName
	}
	if len(trees) == 0 {
		return usagef("%s holds no tree%s", path, of)
	}
	for i, t := range trees {
		v, err := verifyRecorded(ctx, t)
		if ctx.Err() != nil {
			return interrupted(ctx, fmt.Sprintf("%d of %d trees were checked", i, len(trees)))
		}
		if err != nil {
			return usagef("%s: %s of %s: %w", path, t.Asked, t.Game, err)
		}
		if err := show(v); err != nil {
			return err
		}
	}
	a.say("%s: every secret is found, and all recorded figures are right", plural(len(trees), "tree"))
	return nil
}

func verifyRecorded(ctx context.Context, r notebook.RecordedTree) (v verified, err error) {
	g, err := game.Parse(r.Game)
	if err != nil {
		return v, err
	}
	t, err := tree.ReadPacked(ctx, g, r.Packed)
	if err != nil {
		return v, err
	}
	v, err = verify(ctx, r.Asked, t)
	v.Asked = r.Asked
	return v, err
}

// readTree reads a tree from a file and verifies it. gameName is that of its game, or
// empty if the file is to name it. Everything that is wrong is the caller's to put right.
func (a *app) readTree(ctx context.Context, path, gameName string) (v verified, err error) {
	defer func() { err = usageOf(path, err) }()
	var g game.Game
	if gameName != "" {
		if g, err = a.parseGame(gameName); err != nil {
			return v, err
		}
	}
	text, err := store.ReadFileContext(ctx, path, a.env().Memory)
	if err != nil {
		return v, fmt.Errorf("it cannot be read: %w", store.OfMemory(store.Cause(err)))
	}
	t, misprints, err := parseTree(ctx, a.env(), text, g)
	if err == nil {
		err = ask.CheckMemory(a.env(), t.Game)
	}
	if err == nil {
		v, err = verify(ctx, path, t)
	}
	v.Misprints = notebook.Map(misprints, tree.Misprint.String)
	return v, err
}

// parseTree reads a tree in any of its forms. g is its game, or nil if the text is to
// name it.
func parseTree(ctx context.Context, env notebook.Env, text []byte, g game.Game) (t *tree.Tree, misprints []tree.Misprint, err error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // some editors mark UTF-8 so
	begin := bytes.TrimSpace(text)
	if err := env.CheckNeed("a tree in text of this size", (1+tree.TextMemory)*int64(len(text))); err != nil {
		return nil, nil, err
	}
	form := "compact notation"
	switch {
	case len(begin) == 0:
		return nil, nil, errors.New("it is empty; expected a tree in JSON or in compact notation")
	case begin[0] == '{' || begin[0] == '[':
		t, err = tree.ReadJSON(ctx, text)
		if err == nil && g != nil && t.Game.String() != g.String() {
			err = fmt.Errorf("it is a tree of %s, not of %s", t.Game, g)
		}
		return t, nil, err
	case g == nil:
		return nil, nil, errors.New("it holds no JSON; for a tree in compact notation give its --game")
	case tree.Columned(g):
		form = "columns"
		t, err = tree.ReadColumns(ctx, g, text)
	default:
		t, misprints, err = tree.ReadNotation(ctx, g, text)
	}
	if err != nil {
		err = fmt.Errorf("it is not JSON; read as %s: %w", form, err)
	}
	return t, misprints, err
}

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
	again     string   // searches for the least number
}

func (s staticSet) table() *report.Table {
	return report.TableOf(s.Set, "<question", func(code string) []any { return []any{code} })
}

func (s staticSet) print(p *paper) {
	number, asked, set := plural(s.Questions, "question"), plural(s.Asked, "question"), strings.Join(s.Set, " ")
	switch {
	case s.Checked != "":
		p.say("%s: the set identifies every secret of %s with %s: %s", printable(s.Checked), s.Game, number, set)
		p.say("That no fewer than %d are enough is not checked; %s searches for it.", s.Lower, s.again)
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
	s.Checked, s.again = path, a.again("static", s.Game)
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
