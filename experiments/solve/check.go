package solve

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
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/measure"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
	"codebreak/report"
)

func CheckCommand(a *base.App) *cobra.Command {
	f := &checkFlags{app: a}
	cmd := base.NewCommand("check", base.Takes(1, 1, "one file"), f.run)
	cmd.Flags().StringVar(&f.game, "game", "", "game of the tree, such as mm4x6 (needed unless the file is JSON)")
	cmd.Flags().StringVar(&f.pool, "pool", "", "pool that must have all guesses of the tree, such as hard (default: not verified)")
	f.AddTo(cmd)
	return cmd
}

// checkFlags are the flags of the command check.
type checkFlags struct {
	app  *base.App
	game string
	pool string
	base.FormatFlag
}

// run checks a file, and shows its content.
func (f *checkFlags) run(cmd *cobra.Command, args []string) error {
	ctx := cmd.Context()
	a := f.app
	file := args[0]
	if file == "" {
		return base.Usagef(`"" names no file; write one, such as mm4x6.json`)
	}
	gameName, err := a.Words.GameName(f.game)
	if err != nil {
		return base.Usage(err)
	}

	if filepath.Base(file) == notebook.RecordName {
		if f.pool != "" {
			return base.Usagef("--pool is for one tree; %s holds several", file)
		}
		return f.checkRecord(cmd, file, gameName)
	}

	bound, ok, err := checkProof(ctx, a, file, gameName)
	if ok && err == nil && f.pool != "" {
		err = base.Usagef("--pool is for a tree; %s holds a proof", file)
	}
	if err != nil {
		return err
	}
	if ok {
		return f.Write(cmd, bound)
	}

	set, ok, err := readSet(ctx, a, file, gameName)
	if ok && err == nil && f.pool != "" {
		err = base.Usagef("--pool is for a tree; %s holds a set of questions", file)
	}
	if err != nil {
		return err
	}
	if ok {
		return f.Write(cmd, set)
	}

	c, err := measure.ReadTree(ctx, a, file, gameName)
	if err == nil && f.pool != "" {
		p := optimal.Problem{
			Game:      c.Tree.Game,
			Objective: optimal.Total,
			Pool:      strategy.Pool(f.pool),
		}
		err = base.UsageOf(file, p.CheckTree(c.Tree))
	}
	if err != nil {
		return err
	}
	return f.Write(cmd, c)
}

// checkRecord verifies and shows the trees of a results.json: all, or only the trees of a game.
func (f *checkFlags) checkRecord(cmd *cobra.Command, path, gameName string) error {
	ctx := cmd.Context()
	a := f.app
	text, _, err := store.ReadJSON(path, a.Env().LargestFile())
	if err != nil {
		return base.Usagef("%s: it cannot be read: %w", path, store.OfMemory(store.Cause(err)))
	}

	trees, err := notebook.RecordedTrees(text)
	if err != nil {
		return base.Usagef("%s: %w", path, err)
	}

	of := ""
	if gameName != "" {
		trees = slices.DeleteFunc(trees, func(t notebook.RecordedTree) bool {
			return t.Game != gameName
		})
		of = " of " + gameName
	}
	if len(trees) == 0 {
		return base.Usagef("%s holds no tree%s", path, of)
	}

	for i, t := range trees {
		v, err := verifyRecorded(ctx, t)
		if ctx.Err() != nil {
			return base.Interrupted(ctx, fmt.Sprintf("%d of %d trees were checked", i, len(trees)))
		}
		if err != nil {
			return base.Usagef("%s: %s of %s: %w", path, t.Asked, t.Game, err)
		}
		if err := f.Write(cmd, v); err != nil {
			return err
		}
	}

	a.Say("%s: every secret is found, and all recorded figures are right", wording.Plural(len(trees), "tree"))
	return nil
}

func verifyRecorded(ctx context.Context, r notebook.RecordedTree) (v measure.Verified, err error) {
	g, err := game.Parse(r.Game)
	if err != nil {
		return v, err
	}
	t, err := tree.ReadPacked(ctx, g, r.Packed)
	if err != nil {
		return v, err
	}
	v, err = measure.Verify(ctx, r.Asked, t)
	v.Asked = r.Asked
	return v, err
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
	Asked     int      `json:"asked,omitempty"`   // the number that the user asked for
	Checked   string   `json:"checked,omitempty"` // the file that check has read
	again     string   // searches for the least number
}

func (s staticSet) Table() *report.Table {
	return report.TableOf(s.Set, func(code string) report.Row {
		return report.Cells(
			"<question", code,
		)
	})
}

func (s staticSet) Print(p *base.Paper) {
	number := wording.Plural(s.Questions, "question")
	asked := wording.Plural(s.Asked, "question")
	set := strings.Join(s.Set, " ")

	switch {
	case s.Checked != "":
		p.Sayf("%s: the set identifies every secret of %s with %s: %s", base.Printable(s.Checked), s.Game, number, set)
		p.Sayf("That no fewer than %d are enough is not checked; %s searches for it.", s.Lower, s.again)
		return
	case s.Proved && s.Asked == 0:
		p.Sayf("%s: the least number of questions asked in advance that identify every secret is %d (proved).", s.Game, s.Questions)
	case s.Asked == 0:
		p.Sayf("%s: the least number of questions asked in advance that identify every secret is between %d and %d (not proved).", s.Game, s.Lower, s.Questions)
	case s.Questions <= s.Asked:
		p.Sayf("%s: %s asked in advance can identify every secret.", s.Game, asked)
	case s.Lower > s.Asked:
		p.Sayf("%s: %s asked in advance cannot identify every secret (proved).", s.Game, asked)
	default:
		p.Sayf("%s: not decided whether %s asked in advance can identify every secret.", s.Game, asked)
	}

	p.Sayf("A set of %d that does: %s", s.Questions, set)
}

// readSet reads a set from a file and replays every secret. ok is false if the file has no set.
func readSet(ctx context.Context, a *base.App, path, gameName string) (s staticSet, ok bool, err error) {
	const most = 1 << 16 // bytes; a set is short
	text, err := store.ReadFileContext(ctx, path, most)
	var keys map[string]json.RawMessage
	if err != nil || json.Unmarshal(text, &keys) != nil || keys["set"] == nil {
		return s, false, nil // reading it as a tree gives the error
	}

	defer func() { err = base.UsageOf(path, err) }()
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return s, true, err
	}

	s.Checked = path
	s.again = a.Again("static", s.Game)
	g, err := a.ParseGame(s.Game)
	switch {
	case err != nil:
		return s, true, err
	case gameName != "" && gameName != g.String():
		return s, true, fmt.Errorf("it is a set for %s, not for %s", g, gameName)
	}
	equal := s.Lower == s.Questions
	if s.Questions != len(s.Set) || s.Lower > s.Questions || s.Proved != equal {
		return s, true, errors.New("its numbers of questions contradict each other")
	}

	var set []game.Code
	for _, text := range s.Set {
		code, err := g.ParseCode(text)
		if err != nil {
			return s, true, err
		}
		set = append(set, code)
	}
	return s, true, static.Check(ctx, g, set)
}
