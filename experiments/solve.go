package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/tree"
)

func solveCommand(opts *options) *cobra.Command {
	var name, objective string
	var asJSON, asTree bool
	cmd := &cobra.Command{
		Use:   "solve --game GAME",
		Short: "Find the least possible worst case of a game, with proof",
		Long: `Find the least number of guesses that is enough for every secret of a game,
whatever the strategy, with a decision tree that attains it.

It tries all strategies: for k = 1, 2, … every way to play with k guesses is
ruled out until one works. Small games take milliseconds; games such as
mm5x8-distinct may not end, and Ctrl-C says what was proved until then.`,
		Example: `  codebreak solve --game twod5
  codebreak solve --game mm4x6-distinct --tree`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("game") {
				return usageError{fmt.Errorf("solve needs --game; see codebreak solve --help")}
			}
			if objective != "worst" {
				return usageError{fmt.Errorf("unknown objective %q; allowed: worst", objective)}
			}
			if asJSON && asTree {
				return usageError{fmt.Errorf("--json and --tree contradict each other: give one of them")}
			}
			g, err := game.Parse(name)
			if err == nil {
				err = opts.checkGameMemory(name)
			}
			if err != nil {
				return usageError{err}
			}
			began := time.Now()
			w, err := provedWorstCase(cmd.Context(), g, optimal.Options{Workers: opts.workers, Progress: func(k int) {
				if !opts.quiet && isTerminal(opts.stderr) {
					fmt.Fprintf(opts.stderr, "ruled out: %d guesses\n", k)
				}
			}})
			if errors.Is(err, context.Canceled) {
				return interruptedError(fmt.Sprintf("interrupted; proved so far: the least worst case of %s is at least %d", g, w.Lower))
			}
			if err != nil {
				return err
			}
			if !opts.quiet {
				fmt.Fprintf(opts.stderr, "searched, and checked, in %.3f s\n", time.Since(began).Seconds())
			}
			out := cmd.OutOrStdout()
			m := tree.Measure(w.Tree)
			switch {
			case asTree:
				return w.Tree.WriteOutline(out)
			case asJSON:
				return json.NewEncoder(out).Encode(struct {
					Game      string `json:"game"`
					Objective string `json:"objective"`
					Worst     int    `json:"worst"`
					First     string `json:"first"`
					Total     int    `json:"total"`
					Histogram []int  `json:"histogram"`
				}{g.String(), objective, w.Guesses, g.FormatCode(w.Tree.Root.Guess), m.Hit.Total, m.Hit.Histogram})
			}
			_, err = fmt.Fprintf(out, "%s: the least possible worst case is %d (proved: no strategy does with %d).\nA tree that needs no more starts with %s; secrets by guesses: %v\n",
				g, w.Guesses, w.Guesses-1, g.FormatCode(w.Tree.Root.Guess), m.Hit.Histogram)
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&name, "game", "", "game, such as twod5 or mm4x6 (required)")
	flags.StringVar(&objective, "objective", "worst", "what is least: worst (the worst case)")
	flags.BoolVar(&asJSON, "json", false, "print one JSON object")
	flags.BoolVar(&asTree, "tree", false, "print the decision tree as an indented outline")
	return cmd
}
