package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/report"
)

func checkCommand(opts *options) *cobra.Command {
	var name string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check FILE --game GAME",
		Short: "Verify a decision tree: replay every secret through it",
		Long: `Verify a decision tree from a file, with code that shares nothing with what
grows or searches trees: every secret is replayed by the rule of the game, and
what comes out is said: total, mean, worst case and histogram. A secret that is
not found, a missing branch, or one that no secret takes, is named.

The file is JSON, as solve --tree writes it, or the compact notation in which
Knuth and Neuwirth printed their strategies; of that, misprints that leave the
meaning clear are named with their place.`,
		Example: `  codebreak check mm4x6.json --game mm4x6
  codebreak check knuth-1977.txt --game mm4x6`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError{fmt.Errorf("check takes one file, but was given %d", len(args))}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("game") {
				return usageError{errors.New("check needs --game; see codebreak check --help")}
			}
			g, err := game.Parse(name)
			if err == nil {
				err = opts.checkGameMemory(name)
			}
			if err != nil {
				return usageError{err}
			}
			t, misprints, err := readTreeFile(g, args[0])
			if err != nil {
				return usageError{fmt.Errorf("%s: %w", args[0], err)}
			}
			histogram, err := tree.Check(t)
			if err != nil {
				return usageError{fmt.Errorf("%s: %w", args[0], err)}
			}
			f := tree.Summarise(histogram)
			if asJSON {
				texts := []string{}
				for _, m := range misprints {
					texts = append(texts, m.String())
				}
				return json.NewEncoder(cmd.OutOrStdout()).Encode(struct {
					Game  string `json:"game"`
					First string `json:"first"`
					tree.Figures
					Misprints []string `json:"misprints"`
				}{g.String(), g.FormatCode(t.Root.Guess), f, texts})
			}
			out := cmd.OutOrStdout()
			_, err = fmt.Fprintf(out, "%s: a tree of %s that finds every secret, beginning with %s.\nTotal %d, mean %s, worst case %d; secrets by guesses: %s\n",
				args[0], g, g.FormatCode(t.Root.Guess), f.Total, report.FormatMean(f.Mean), f.Worst, report.FormatHistogram(f.Histogram))
			for _, m := range misprints {
				if err == nil {
					_, err = fmt.Fprintf(out, "Misprint: %s\n", m)
				}
			}
			return err
		},
	}
	cmd.Flags().StringVar(&name, "game", "", "game of the tree, such as mm4x6 (required)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// readTreeFile reads a tree of the game in either format.
func readTreeFile(g game.Game, path string) (*tree.Tree, []tree.Misprint, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, errors.New("it cannot be read; is it there, and a file?")
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // some editors mark UTF-8 so
	begin := bytes.TrimSpace(text)
	if len(begin) == 0 {
		return nil, nil, errors.New("it is empty; expected a tree in JSON or in compact notation")
	}
	if begin[0] != '{' && begin[0] != '[' {
		t, misprints, err := tree.ReadNotation(g, bytes.NewReader(text))
		if err != nil {
			err = fmt.Errorf("it is not JSON; read as compact notation: %w", err)
		}
		return t, misprints, err
	}
	t, err := tree.ReadJSON(bytes.NewReader(text))
	if err == nil && t.Game != g {
		err = fmt.Errorf("it is a tree of %s, not of %s", t.Game, g)
	}
	return t, nil, err
}
