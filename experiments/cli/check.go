package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/store"
	"codebreak/report"
)

func (a *app) checkCommand() *cobra.Command {
	var gameName string
	var pool strategy.Pool
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Verify a decision tree: replay every secret through it",
		Long: `Verify a decision tree from a file, with code that shares nothing with what
grows or searches trees: every secret is replayed by the rule of the game, and
total, mean, worst case and histogram are printed. A secret that is not found, a
missing branch, or a branch that no secret takes is named.

The file is JSON, as solve --tree writes it, or the compact notation in which Knuth
and Neuwirth printed their strategies. JSON names its game; for compact notation
--game names it. Misprints of the notation that leave the meaning
clear are named with their place.

Trees of Wordle are published in columns, which are read as well, and written by
"solve --tree" to files whose names end in .txt. Each answer comes with the number
of the guess that it answers, and what a line has in common with the one before it
is blank:

  salet BBBBB1 courd BBBBB2 nymph BBBBY3 whiff GGGGG4
                                  BGYYB3 pygmy GGGGG4
        GGGGG1

--pool also verifies that the pool allows every guess of the tree; --pool hard, for
example, that the tree keeps to hard mode.

In a results.json all trees are verified, or those of --game.`,
		Example: `  codebreak check mm4x6.json
  codebreak check knuth-1977.txt --game mm4x6
  codebreak check salet.tree --game wordle --answers answers.txt --allowed allowed.txt
  codebreak check results/records/results.json --game mm5x6`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("check takes one file, but was given %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if filepath.Base(args[0]) == notebook.RecordName {
				if pool != "" {
					return usagef("--pool is for a tree, and %s holds several", args[0])
				}
				return a.checkRecord(cmd.Context(), cmd.OutOrStdout(), args[0], gameName, asJSON)
			}
			c, err := a.readTree(cmd.Context(), args[0], gameName)
			if err != nil {
				return err
			}
			if pool != "" {
				p := optimal.Problem{Game: c.tree.Game, Objective: optimal.Total, Pool: pool}
				if err := p.CheckTree(c.tree); err != nil {
					return usagef("%s: %w", args[0], err)
				}
			}
			g, f := c.tree.Game, tree.Summarise(c.histogram)
			first, checksum := g.FormatCode(c.tree.Root.Guess), ask.Checksum(c.tree.Packed())
			if asJSON {
				texts := []string{}
				for _, m := range c.misprints {
					texts = append(texts, m.String())
				}
				return json.NewEncoder(cmd.OutOrStdout()).Encode(struct {
					Game  string `json:"game"`
					First string `json:"first"`
					tree.Figures
					Misprints []string `json:"misprints"`
					Checksum  string   `json:"checksum"`
				}{g.String(), first, f, texts, checksum})
			}
			out := cmd.OutOrStdout()
			_, err = fmt.Fprintf(out, "%s: a tree of %s that finds every secret, beginning with %s.\nTotal %d, mean %s, worst case %d; secrets by guesses: %s\nSHA-256 of the packed tree: %s\n",
				printable(args[0]), g, first, f.Total, report.Mean(f.Mean), f.Worst, report.Histogram(f.Histogram), checksum)
			for _, m := range c.misprints {
				if err == nil {
					_, err = fmt.Fprintf(out, "Misprint: %s\n", printable(m.String()))
				}
			}
			return err
		},
	}
	cmd.Flags().StringVar(&gameName, "game", "", "game of the tree, such as mm4x6 (needed for compact notation)")
	cmd.Flags().StringVar((*string)(&pool), "pool", "", "pool that must have all guesses of the tree, such as hard (default: not verified)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// A checked tree is one from a file that finds every secret.
type checked struct {
	tree      *tree.Tree
	misprints []tree.Misprint
	histogram []int
}

// readTree reads a tree from a file and verifies it. gameName is that of its
// game, or empty if the file is to name it. Everything that is wrong is the
// caller's to put right.
func (a *app) readTree(ctx context.Context, path, gameName string) (checked, error) {
	c, err := a.readAndCheck(ctx, path, gameName)
	if ctx.Err() != nil {
		return checked{}, ctx.Err()
	}
	if err != nil {
		return checked{}, usagef("%s: %w", path, err)
	}
	return c, nil
}

func (a *app) readAndCheck(ctx context.Context, path, gameName string) (c checked, err error) {
	env := a.env()
	var g game.Game
	if gameName != "" {
		if g, err = game.Parse(gameName); err == nil {
			err = ask.CheckMemory(env, g)
		}
		if err != nil {
			return c, err
		}
	}
	text, err := store.ReadFileContext(ctx, path, env.Memory)
	if err != nil {
		return c, fmt.Errorf("it cannot be read: %w", store.OfMemory(store.Cause(err)))
	}
	if c.tree, c.misprints, err = parseTree(ctx, env, text, g); err != nil {
		return c, err
	}
	if g == nil {
		if err := ask.CheckMemory(env, c.tree.Game); err != nil {
			return c, err
		}
	}
	c.histogram, err = tree.Check(ctx, c.tree)
	return c, err
}

// parseTree reads a tree in either format. g is its game, or nil if the text is
// to name it.
func parseTree(ctx context.Context, env notebook.Env, text []byte, g game.Game) (*tree.Tree, []tree.Misprint, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // some editors mark UTF-8 so
	begin := bytes.TrimSpace(text)
	if err := env.CheckNeed("a tree in text of this size", (1+tree.TextMemory)*int64(len(text))); err != nil {
		return nil, nil, err
	}
	switch {
	case len(begin) == 0:
		return nil, nil, errors.New("it is empty; expected a tree in JSON or in compact notation")
	case begin[0] == '{' || begin[0] == '[':
		t, err := tree.ReadJSON(ctx, text)
		if err == nil && g != nil && t.Game.String() != g.String() {
			err = fmt.Errorf("it is a tree of %s, not of %s", t.Game, g)
		}
		return t, nil, err
	case g == nil:
		return nil, nil, errors.New("it is not JSON, and compact notation does not name its game: give --game")
	case tree.Columned(g):
		t, err := tree.ReadColumns(ctx, g, text)
		if err != nil {
			err = fmt.Errorf("it is not JSON; read in columns: %w", err)
		}
		return t, nil, err
	}
	t, misprints, err := tree.ReadNotation(ctx, g, text)
	if err != nil {
		err = fmt.Errorf("it is not JSON; read as compact notation: %w", err)
	}
	return t, misprints, err
}
