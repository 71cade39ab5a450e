package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/report"
)

func measureCommand(opts *options) *cobra.Command {
	var c engine.Configuration
	var asJSON, asTree, asMarkdown, withStats bool
	cmd := &cobra.Command{
		Use:   "measure --game GAME --criterion CRITERION",
		Short: "Play every secret of one configuration and print what comes out",
		Long: `Play every secret of one configuration and print what comes out.

A strategy is a criterion (the number minimised over the partitions that
guesses make of the candidates), a pool (the codes it may guess), ties (which
of equally good guesses it makes) and an order of the codes:

  criterion  simple (nothing), minimax (largest part; Knuth 1977), expected-size
             (Irving 1979), entropy (Neuwirth 1982), most-parts (Kooi 2005);
             expected-size-float32 and entropy-float32 sum in single precision,
             as a program for graphics processors does; for mm4x10 also
             two-phase, two-phase-described and two-phase-consistent, to which
             the other choices do not apply
  pool       all, consistent (candidates only), all-until=N (all codes for
             guesses 1 to N, candidates only after that)
  ties       first, last or random=SEED, optionally after "consistent,"
  order      lex, or swap (recursive swaps; games without repeats)

A terminal also shows the histogram as bars, and folds tables to its width.`,
		Example: `  codebreak measure --game mm4x6 --criterion minimax --first 1122
  codebreak measure --game bc4x10 --criterion expected-size --first 1234 --endgame 2
  codebreak measure --game mm4x6 --criterion entropy --json
  codebreak measure --game mm4x6 --criterion entropy --markdown
  codebreak measure --game mm3x4 --criterion most-parts --tree`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := oneOf(cmd.Flags(), "json", "tree", "markdown"); err != nil {
				return usageError{err}
			}
			if err := opts.checkConfiguration(cmd, c); err != nil {
				return usageError{err}
			}
			began := time.Now()
			var work strategy.Work
			t, result, err := opts.playOne(cmd.Context(), c, &work)
			if errors.Is(err, context.Canceled) {
				return interruptedError("interrupted; nothing was measured")
			}
			if err != nil {
				return err
			}
			if withStats {
				if err := printStats(opts.stderr, began, result, work); err != nil {
					return err
				}
			}
			out := cmd.OutOrStdout()
			switch {
			case asJSON:
				return json.NewEncoder(out).Encode(result)
			case asTree:
				return t.WriteOutline(out)
			}
			var page bytes.Buffer
			if err := printResult(&page, t.Game, result, viewOf(out, asMarkdown)); err != nil {
				return err
			}
			_, err = out.Write(page.Bytes())
			return err
		},
	}
	configurationFlags(cmd, &c)
	flags := cmd.Flags()
	flags.BoolVar(&asJSON, "json", false, "print one JSON object")
	flags.BoolVar(&withStats, "stats", false, "print time, memory and work as a JSON object on standard error")
	flags.BoolVar(&asTree, "tree", false, "print the decision tree as an indented outline")
	flags.BoolVar(&asMarkdown, "markdown", false, "print the tables as Markdown, to be pasted on GitHub")
	return cmd
}

// stats is what playing a configuration took.
type stats struct {
	Seconds     float64 `json:"seconds"`
	Memory      uint64  `json:"memory"` // bytes that the program got from the system
	Nodes       int     `json:"nodes"`
	Guesses     int64   `json:"guesses"`     // partitions counted
	Comparisons int64   `json:"comparisons"` // of a guess with a candidate
}

func printStats(w io.Writer, began time.Time, r engine.Result, work strategy.Work) error {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return json.NewEncoder(w).Encode(stats{time.Since(began).Seconds(), memory.Sys, r.Nodes, work.Guesses, work.Comparisons})
}

func criterionNames() []string {
	var names []string
	for _, info := range strategy.AllCriteria() {
		names = append(names, string(info.Criterion))
	}
	return names
}

// configurationFlags lets a command choose a configuration.
func configurationFlags(cmd *cobra.Command, c *engine.Configuration) {
	flags := cmd.Flags()
	flags.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "small" { // what the flag was called once
			name = "endgame"
		}
		return pflag.NormalizedName(name)
	})
	flags.StringVar(&c.Game, "game", "", "game, such as mm4x6 or bc4x10; see codebreak games (required)")
	flags.StringVar((*string)(&c.Criterion), "criterion", "", "criterion (required)")
	flags.StringVar(&c.Pool, "pool", strategy.DefaultPool, "codes that may be guessed")
	flags.StringVar(&c.Ties, "ties", strategy.DefaultTies, "which of equally good guesses is made")
	flags.StringVar((*string)(&c.Order), "order", string(strategy.DefaultOrder), "enumeration order of the codes")
	flags.StringVar(&c.First, "first", "", "first guess (default: the strategy's own choice)")
	flags.IntVar(&c.Endgame, "endgame", strategy.DefaultEndgame, "with this many candidates or fewer, guess the first of them")
	for name, values := range map[string][]string{
		"criterion": criterionNames(), "pool": {"all", "consistent", "all-until="},
		"ties":  {"consistent,first", "consistent,last", "consistent,random=", "first", "last", "random="},
		"order": {string(game.Lex), string(game.Swap)}, "game": {"mm4x6", "mm5x8", "bc4x10"},
	} {
		// It fails only for a flag that does not exist.
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
}

// checkConfiguration rejects what Validate cannot see, flags that are missing
// or given but empty, and then what it sees and what does not fit the memory.
func (o *options) checkConfiguration(cmd *cobra.Command, c engine.Configuration) error {
	flags := cmd.Flags()
	for _, name := range []string{"game", "criterion"} {
		if !flags.Changed(name) {
			return fmt.Errorf("%s needs --%s; see codebreak %s --help", cmd.Name(), name, cmd.Name())
		}
	}
	for _, name := range []string{"pool", "ties", "order", "first"} {
		if flags.Changed(name) && flags.Lookup(name).Value.String() == "" {
			return fmt.Errorf("--%s is empty; leave it out for the default", name)
		}
	}
	if c.Endgame < 1 {
		return fmt.Errorf("--endgame is %d; it must be at least 1, since a single candidate left is always guessed", c.Endgame)
	}
	return o.checkMemory(c)
}

// oneOf rejects flags of which two are given and contradict each other.
func oneOf(flags *pflag.FlagSet, names ...string) error {
	given := ""
	for _, name := range names {
		switch {
		case flags.Lookup(name).Value.String() != "true":
		case given != "":
			return fmt.Errorf("--%s and --%s contradict each other: give one of them", given, name)
		default:
			given = name
		}
	}
	return nil
}

// playOne plays one configuration, with a progress bar. work, if not nil, is
// where the work done is added up.
func (o *options) playOne(ctx context.Context, c engine.Configuration, work *strategy.Work) (*tree.Tree, engine.Result, error) {
	bar := o.newProgress(playCost(c))
	defer bar.finish()
	return engine.Play(ctx, c, tree.Options{Workers: o.workers, Progress: bar.perSecret(c), Work: work})
}

func printResult(out *bytes.Buffer, g game.Game, r engine.Result, v report.View) error {
	paragraph := ""
	if v.Markdown {
		paragraph = "\n" // Markdown joins lines, and takes what follows a table for a row of it
	}
	say := func(format string, args ...any) { fmt.Fprintln(out, v.Fold(fmt.Sprintf(format, args...))) }
	say("%s = %s, %d secrets%s", g, g.Describe(), r.Secrets, paragraph)
	say("criterion %s, pool %s, ties %s, order %s, endgame %d, first guess %s", r.Criterion, r.Pool, r.Ties, r.Order, r.Endgame, r.First)
	fmt.Fprintln(out)
	summary := report.Table{Header: []string{"guesses until the secret is", "total", "mean", "stddev", "worst"}, Right: []int{1, 2, 3, 4}}
	for _, row := range []struct {
		name string
		f    tree.Figures
	}{{"hit", r.Figures}, {"known", r.Known}} {
		summary.Rows = append(summary.Rows, []string{
			row.name, strconv.Itoa(row.f.Total), report.FormatMean(row.f.Mean),
			strconv.FormatFloat(row.f.Stddev, 'f', 5, 64), strconv.Itoa(row.f.Worst),
		})
	}
	if err := summary.Show(out, v); err != nil {
		return err
	}
	fmt.Fprint(out, paragraph)
	histogram := report.Table{Header: []string{"guesses", "secrets", "share", "cumulative"}, Right: []int{0, 1, 2, 3}}
	sum := 0
	for k, n := range r.Histogram {
		if k == 0 {
			continue
		}
		sum += n
		histogram.Rows = append(histogram.Rows, []string{
			strconv.Itoa(k), strconv.Itoa(n),
			fmt.Sprintf("%.2f%%", 100*float64(n)/float64(r.Secrets)), fmt.Sprintf("%.2f%%", 100*float64(sum)/float64(r.Secrets)),
		})
	}
	if err := histogram.Show(out, v); err != nil {
		return err
	}
	if v.Width > 0 {
		fmt.Fprintln(out)
		if err := report.WriteBlocks(out, r.Histogram, v.Width); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	fmt.Fprint(out, paragraph)
	mean, worst, information := report.BoundCells(r.Bounds)
	say("nodes of the decision tree: %d%s", r.Nodes, paragraph)
	say("no strategy has a mean below %s or a worst case below %s; information bound on knowing: %s", mean, worst, information)
	for _, p := range published.Figures() {
		key, err := p.Configuration.Key()
		if err != nil {
			return err
		}
		if key.First == "" {
			key.First = r.First
		}
		if key == r.Key() {
			c := report.Compare(p, r)
			say("%spublished as %s: %s", paragraph, p.ID, c.Verdict)
		}
	}
	return nil
}
