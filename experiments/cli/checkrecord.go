package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/store"
	"codebreak/report"
)

// recordChecked is what check --json says of a tree in a results.json.
type recordChecked struct {
	Game  string `json:"game"`
	Asked string `json:"asked"`
	First string `json:"first"`
	tree.Figures
	Checksum string `json:"checksum"`
}

// checkRecord verifies the trees of a results.json: all, or those of a game.
func (a *app) checkRecord(ctx context.Context, out io.Writer, path, gameName string, asJSON bool) error {
	text, _, err := store.ReadJSON(path, a.env().LargestFile())
	if err != nil {
		return usagef("%s: it cannot be read: %w", path, store.OfMemory(store.Cause(err)))
	}
	trees, err := notebook.RecordedTrees(text)
	if err != nil {
		return usagef("%s: %w", path, err)
	}
	checked := 0
	for _, t := range trees {
		if gameName != "" && t.Game != gameName {
			continue
		}
		c, err := checkRecorded(ctx, t)
		if ctx.Err() != nil {
			return interrupted(ctx, fmt.Sprintf("%d of %d trees were checked", checked, len(trees)))
		}
		if err != nil {
			return usagef("%s: %s of %s: %w", path, t.Asked, t.Game, err)
		}
		checked++
		if asJSON {
			err = json.NewEncoder(out).Encode(c)
		} else {
			_, err = fmt.Fprintf(out, "%s: total %d, mean %s, worst case %d, from %s\n", c.Game, c.Total, report.Mean(c.Mean), c.Worst, c.First)
		}
		if err != nil {
			return err
		}
	}
	if checked == 0 {
		if gameName != "" {
			return usagef("%s holds no tree of %s", path, gameName)
		}
		return usagef("%s holds no tree", path)
	}
	a.say("%s: every secret is found, and all recorded figures are right", plural(checked, "tree"))
	return nil
}

func checkRecorded(ctx context.Context, r notebook.RecordedTree) (c recordChecked, err error) {
	g, err := game.Parse(r.Game)
	if err != nil {
		return c, err
	}
	t, err := tree.ReadPacked(ctx, g, r.Packed)
	if err != nil {
		return c, err
	}
	histogram, err := tree.Check(ctx, t)
	if err != nil {
		return c, err
	}
	return recordChecked{r.Game, r.Asked, g.FormatCode(t.Root.Guess), tree.Summarise(histogram), ask.Checksum(r.Packed)}, nil
}
