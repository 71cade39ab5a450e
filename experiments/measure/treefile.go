package measure

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/report/lists"
)

// A Verified tree has been replayed with every secret.
type Verified struct {
	Outcome
	Asked     string   `json:"asked,omitempty"` // its question, in a results.json
	Misprints []string `json:"misprints,omitempty"`
	Checksum  string   `json:"checksum"` // SHA-256 of the packed tree
}

// Verify replays every secret, by code that shares nothing with the code that grows or searches
// trees.
func Verify(ctx context.Context, name string, t *tree.Tree) (v Verified, err error) {
	histogram, err := tree.Check(ctx, t)
	if err != nil {
		return v, err
	}

	v.Outcome = newOutcome(OfTree, t.Game, histogram)
	v.Name = name
	v.First = t.Game.FormatCode(t.Root.Guess)
	v.Tree = t
	v.Checksum = ask.Checksum(t)
	return v, nil
}

// Print prints the figures of the tree.
func (v Verified) Print(p *base.Paper) {
	p.Sayf("%s: every secret of %s is found, beginning with %s.", base.Printable(v.Name), v.Game, v.First)
	p.Sayf("Total %s, mean %s, worst case %d; secrets by guesses: %s",
		wording.Thousands(int(v.Total)), v.MeanText(), v.Worst, v.Counts())
	p.Sayf("SHA-256 of the packed tree: %s", v.Checksum)
	for _, m := range v.Misprints {
		p.Sayf("Misprint: %s", base.Printable(m))
	}
}

// ReadTree reads a tree from a file and verifies it. gameName names its game, and is empty if the
// file must name it. All errors are usage errors.
func ReadTree(ctx context.Context, a *base.App, path, gameName string) (v Verified, err error) {
	defer func() { err = base.UsageOf(path, err) }()

	var g game.Game
	if gameName != "" {
		if g, err = a.ParseGame(gameName); err != nil {
			return v, err
		}
	}

	text, err := base.ReadFile(ctx, path, a.Env().Memory)
	if err != nil {
		return v, err
	}

	t, misprints, err := parseTree(ctx, a.Env(), text, g)
	if err != nil {
		return v, err
	}
	if err := ask.CheckMemory(a.Env(), t.Game); err != nil {
		return v, err
	}
	v, err = Verify(ctx, path, t)
	v.Misprints = lists.Map(misprints, tree.Misprint.String)
	return v, err
}

// parseTree reads a tree in any of its forms. g is its game, or nil if the text must name it.
func parseTree(
	ctx context.Context,
	env notebook.Env,
	text []byte,
	g game.Game,
) (t *tree.Tree, misprints []tree.Misprint, err error) {
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
		if err != nil && !json.Valid(text) {
			err = fmt.Errorf("%w; a tree is JSON, or compact notation with --game", err)
		}
		if err == nil && g != nil && t.Game.String() != g.String() {
			err = fmt.Errorf("it is a tree of %s, not of %s", t.Game, g)
		}
		return t, nil, err
	case g == nil:
		return nil, nil, errors.New("not a decision tree (for compact notation, add --game GAME)")
	case tree.Columned(g):
		form = "columns"
		t, err = tree.ReadColumns(ctx, g, text)
	default:
		t, misprints, err = tree.ReadNotation(ctx, g, text)
	}

	if err != nil {
		err = fmt.Errorf("read as %s, not JSON: %w", form, err)
	}
	return t, misprints, err
}
