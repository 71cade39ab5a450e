package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"codebreak/configs/published"
	"codebreak/engine"
	"codebreak/engine/bounds"
	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook/ask"
	"codebreak/report"
)

func (a *app) measureCommand() *cobra.Command {
	var c engine.Configuration
	var asJSON, asCSV, asOutline, asMarkdown, withStats bool
	var plot string
	var sample sampleFlags
	var player playerFlags
	var expected report.Quoted
	cmd := &cobra.Command{
		Use:   "measure --game GAME --criterion CRITERION",
		Short: "Play every secret of one configuration and print the figures",
		Long: `Play every secret of one configuration and print the figures.

A strategy is a criterion (the number minimised over the partitions that
guesses make of the candidates), a pool (the codes it may guess), ties (which
of equally good guesses it makes) and an order of the codes:

  criterion  simple (nothing: by the default ties the first candidate), minimax
             (largest part; Knuth 1977), expected-size (Irving 1979), entropy
             (Neuwirth 1982), most-parts (Kooi 2005); expected-size-float32 and
             entropy-float32 sum in single precision, as a program for graphics
             processors does; for mm4x10 also two-phase, two-phase-described and
             two-phase-consistent, to which the other choices do not apply
  pool       all, consistent (candidates only), all-until=N (all codes for
             guesses 1 to N, candidates only after that), answers (any that may
             be secret), hard-strict (what agrees with all answers, though it
             need not be a secret), hard (the hard mode of Wordle: green letters
             stay, revealed letters are used again)
  ties       rules with commas between them, each for guesses that are equal by
             those before it: consistent (candidates), any other criterion by
             its name, and in the end first, last, random=SEED, or random, which
             is chance; for example consistent,minimax,first
  order      lex, swap (recursive swaps; games without repeats), or file (games of
             words: as in the files, the secrets first)
  endgame    with this many candidates or fewer, the first of them is guessed
` + ownStrategies() + `
Ties that end in random leave guesses to chance, so there is no single decision
tree. Mean and histogram are then expectations over all outcomes of chance, exact
and as fractions, and it is shown how they vary over the secrets. Where that takes
too long, --runs N plays N games and prints a mean with its 99 % confidence interval.

` + playerHelp + ` A player that draws its guesses
plays --runs N games against each secret.

A terminal also shows the histogram as bars, and folds tables to its width.`,
		Example: `  codebreak measure --game mm4x6 --criterion minimax --first 1122
  codebreak measure --game bc4x10 --criterion expected-size --first 1234 --endgame 2
  codebreak measure --game mm4x6 --criterion entropy --json
  codebreak measure --game mm4x6 --criterion simple --pool consistent --ties random
  codebreak measure --game mm5x8 --criterion simple --pool consistent --ties random --runs 10000
  codebreak measure --game mm4x6 --player 'python3 mine.py'
  codebreak measure --game mm4x6 --criterion entropy --markdown
  codebreak measure --game mm4x6 --criterion entropy --plot entropy.svg
  codebreak measure --game mm4x6 --criterion entropy --expect 4.415
  codebreak measure --game mm3x4 --criterion most-parts --outline
  codebreak measure --game wordle --answers answers.txt --allowed allowed.txt --criterion entropy --pool hard`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			external, err := player.check(cmd)
			if err != nil {
				return err
			}
			if external {
				if err := sample.checkPlayer(cmd); err != nil {
					return err
				}
				return a.measurePlayer(cmd, &player, c, sample.runs, measuring{asJSON, asCSV, asOutline, asMarkdown, withStats, plot, expected})
			}
			byChance := c.Strategy.ByChance()
			if err := sample.check(cmd, byChance); err != nil {
				return err
			}
			if err := checkPlot(cmd, plot); err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if byChance && !asOutline {
				if err := checkGiven(cmd, c); err != nil {
					return err
				}
				if cmd.Flags().Changed("expect") {
					return usagef("--expect holds a mean against that of one decision tree, and ties that end in random have none")
				}
				values, m, print, err := a.measureChance(cmd.Context(), c, sample, withStats)
				if err == nil && plot != "" {
					err = a.draw(plot, alone(m))
				}
				switch {
				case err != nil:
					return err
				case asCSV:
					return (comparison{Subjects: []measuredSubject{m}}).histogramTable(true).CSV(out)
				case asJSON:
					return json.NewEncoder(out).Encode(values)
				}
				return writePage(out, asMarkdown, print)
			}
			play, err := a.checkConfiguration(cmd, c)
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("expect") {
				if err := checkExpected(play, expected); err != nil {
					return usagef("--expect: %w", err)
				}
			}
			began := time.Now()
			var work strategy.Work
			t, result, err := a.playOne(cmd.Context(), play, &work)
			if err != nil {
				return err
			}
			if withStats {
				if err := printStats(a.stderr, began, result, work); err != nil {
					return err
				}
			}
			m := measuredStrategy(t, result)
			if plot != "" {
				if err := a.draw(plot, alone(m)); err != nil {
					return err
				}
			}
			switch {
			case asJSON:
				err = json.NewEncoder(out).Encode(newMeasured(result))
			case asCSV:
				err = (comparison{Subjects: []measuredSubject{m}}).histogramTable(true).CSV(out)
			case asOutline:
				err = t.WriteOutline(interruptible{cmd.Context(), out})
			default:
				err = writePage(out, asMarkdown, func(page *bytes.Buffer, v report.View) error { return printStrategy(page, t.Game, result, v) })
			}
			if err != nil || expected.Mean == "" {
				return err
			}
			return a.compareExpected(result, expected)
		},
	}
	configurationFlags(cmd, &c)
	sample.addTo(cmd)
	player.inPlace(cmd)
	aliases(cmd, map[string]string{"small": "endgame", "tree": "outline"})
	flags := cmd.Flags()
	flags.BoolVar(&asJSON, "json", false, "print one JSON object")
	flags.BoolVar(&asCSV, "csv", false, "print the histogram as CSV, a line for each number of guesses")
	plotFlag(flags, &plot)
	flags.StringVar(&expected.Mean, "expect", "", "mean as printed, such as 4.424: the exit code is 0 if every digit agrees, else 1")
	flags.BoolVar(&withStats, "stats", false, "print time, memory and work as a JSON object on standard error")
	flags.BoolVar(&asOutline, "outline", false, "print the decision tree as an indented outline")
	flags.BoolVar(&asMarkdown, "markdown", false, "print the tables as Markdown, to be pasted on GitHub")
	cmd.MarkFlagsMutuallyExclusive("json", "csv", "outline", "markdown")
	cmd.MarkFlagsOneRequired("game")
	cmd.MarkFlagsOneRequired("criterion", "player")
	return cmd
}

// writePage writes what print prints, all at once.
func writePage(out io.Writer, markdown bool, print func(*bytes.Buffer, report.View) error) error {
	var page bytes.Buffer
	if err := print(&page, viewOf(out, markdown)); err != nil {
		return err
	}
	_, err := io.WriteString(out, viewOf(out, markdown).Paint(page.String()))
	return err
}

// checkExpected returns an error if no strategy for the game can have the mean.
func checkExpected(play ask.Play, expected report.Quoted) error {
	if expected.Mean == "" {
		return errors.New("it is empty; it must be a mean, such as 4.424")
	}
	x, err := play.Experiment()
	if err != nil {
		return err
	}
	return expected.Check(x.Secrets(), bounds.ByCounting(x.Secrets(), x.Game.Outcomes()))
}

// compareExpected says on standard error whether the mean is the one expected,
// of guesses until the secret is hit or until it is known. If it is neither, that
// is an error.
func (a *app) compareExpected(r engine.Result, expected report.Quoted) error {
	differences := expected.Differences(r.Figures)
	switch {
	case len(differences) == 0:
		a.say("as expected: mean %s until the secret is hit", expected.Mean)
	case len(expected.Differences(r.Known)) == 0:
		a.say("as expected: mean %s until the secret is known", expected.Mean)
	default:
		mean, err := strconv.ParseFloat(expected.Mean, 64)
		if err != nil {
			return err
		}
		return fmt.Errorf("not as expected: %s, %+.5f guesses per secret; codebreak explain searches for the conventions", differences[0], r.Mean-mean)
	}
	return nil
}

// A chosen is the configuration in what measure prints as JSON. Programs read it:
// its keys stay as they are.
type chosen struct {
	Game      string             `json:"game"`
	Criterion strategy.Criterion `json:"criterion"`
	Pool      strategy.Pool      `json:"pool"`
	Ties      string             `json:"ties"`
	Order     game.Order         `json:"order"`
	Endgame   int                `json:"small"`
	First     string             `json:"first"` // empty if chance decides
	Secrets   int                `json:"codes"`
}

func newChosen(k engine.Key, secrets int) chosen {
	return chosen{k.Game, k.Criterion, k.Pool, k.Ties, k.Order, k.Endgame, k.First, secrets}
}

// A measured is what measure prints as JSON of a strategy with one tree; its keys
// stay as they are too.
type measured struct {
	chosen
	tree.Figures
	Known tree.Figures  `json:"known"`
	Nodes int           `json:"nodes"`
	Lists []game.ListID `json:"lists,omitempty"`
}

func newMeasured(r engine.Result) measured {
	return measured{newChosen(r.Key(), r.Secrets), r.Figures, r.Known, r.Nodes, r.Lists}
}

func printStats(w io.Writer, began time.Time, r engine.Result, work strategy.Work) error {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return json.NewEncoder(w).Encode(ask.Stats{
		Seconds: time.Since(began).Seconds(), Memory: memory.Sys, Nodes: r.Nodes, Guesses: work.Guesses, Comparisons: work.Comparisons,
	})
}

// tiesCompletions lists the common chains, and one of each link.
func tiesCompletions() []string {
	chains := []string{"consistent,first", "consistent,last", "consistent,random", "consistent,random=", "first", "last", "random", "random="}
	for _, link := range strategy.Links() {
		if link != strategy.ConsistentLink {
			chains = append(chains, fmt.Sprintf("consistent,%s,first", link))
		}
	}
	return chains
}

// ownStrategies is a paragraph on registered strategies; empty if there are none.
func ownStrategies() string {
	var b strings.Builder
	for i, r := range strategy.Registered() {
		if i == 0 {
			b.WriteString("\nBesides these, criteria and strategies of this program are:\n\n")
		}
		by := ""
		if r.Author != "" {
			by = fmt.Sprintf(" (%s %d)", r.Author, r.Year)
		}
		fmt.Fprintf(&b, "  %-10s minimises %s%s\n", r.Criterion, r.Minimises, by)
	}
	return b.String()
}

func criterionNames() []string {
	var names []string
	for _, info := range strategy.AllCriteria() {
		names = append(names, string(info.Criterion))
	}
	return names
}

// configurationFlags lets a command choose a configuration. What is set in it
// is the default.
func configurationFlags(cmd *cobra.Command, c *engine.Configuration) {
	gameUsage, criterionUsage := "game that is played", "criterion of the strategy; see measure --help"
	if c.Game == "" {
		gameUsage = "game, such as mm4x6 or bc4x10; see codebreak games (required)"
	}
	if c.Criterion == "" {
		criterionUsage = "criterion (required)"
	}
	flags := cmd.Flags()
	flags.StringVar(&c.Game, "game", c.Game, gameUsage)
	flags.StringVar((*string)(&c.Criterion), "criterion", string(c.Criterion), criterionUsage)
	flags.StringVar((*string)(&c.Pool), "pool", string(strategy.DefaultPool), "codes that may be guessed")
	flags.StringVar(&c.Ties, "ties", strategy.DefaultTies, "which of equally good guesses is made; see measure --help")
	flags.StringVar((*string)(&c.Order), "order", string(strategy.DefaultOrder), "enumeration order of the codes")
	flags.StringVar(&c.First, "first", "", "first guess (default: the strategy's own choice)")
	flags.IntVar(&c.Endgame, "endgame", strategy.DefaultEndgame, "with this many candidates or fewer, guess the first of them")
	aliases(cmd, map[string]string{"small": "endgame"})
	for _, f := range []struct {
		name   string
		values []string
	}{
		{"game", append([]string{"mm4x6", "mm5x8", "bc4x10"}, ownGames()...)},
		{"criterion", criterionNames()},
		{"pool", []string{"all", "consistent", "all-until=", "answers", "hard-strict", "hard"}},
		{"ties", tiesCompletions()},
		{"order", []string{string(game.Lex), string(game.Swap)}},
	} {
		// It fails only for a flag that does not exist.
		_ = cmd.RegisterFlagCompletionFunc(f.name, cobra.FixedCompletions(f.values, cobra.ShellCompDirectiveNoFileComp))
	}
}

// checkGiven rejects flags that are given but empty, which would stand for their
// defaults.
func checkGiven(cmd *cobra.Command, c engine.Configuration) error {
	flags := cmd.Flags()
	for _, name := range []string{"pool", "ties", "order", "first"} {
		if flags.Changed(name) && flags.Lookup(name).Value.String() == "" {
			return usagef("--%s is empty; leave it out for the default", name)
		}
	}
	if c.Endgame < 1 {
		return usagef("--endgame is %d; it must be at least 1, since a single candidate left is always guessed", c.Endgame)
	}
	return nil
}

// checkConfiguration rejects flags that are empty, and then what cannot be played
// or does not fit the memory.
func (a *app) checkConfiguration(cmd *cobra.Command, c engine.Configuration) (ask.Play, error) {
	if err := checkGiven(cmd, c); err != nil {
		return ask.Play{}, err
	}
	play := ask.NewPlay(c)
	if err := play.Validate(a.env()); err != nil {
		return play, usageError{err}
	}
	return play, nil
}

// playOne plays one configuration, with a progress bar. work, if not nil, is
// where the work done is added up.
func (a *app) playOne(ctx context.Context, play ask.Play, work *strategy.Work) (*tree.Tree, engine.Result, error) {
	x, err := play.Experiment()
	if err != nil {
		return nil, engine.Result{}, err
	}
	bar := a.newProgress(play.Cost())
	defer bar.finish()
	perSecret := play.Cost() / float64(x.Secrets())
	return x.Play(ctx, tree.Options{
		Workers: a.workers, Work: work,
		Progress: func(secrets int) { bar.Add(perSecret * float64(secrets)) },
	})
}

// A histogramRow is how many secrets a number of guesses finds.
type histogramRow struct{ guesses, secrets, upTo, all int }

func histogramRows(r engine.Result) []histogramRow {
	var rows []histogramRow
	upTo := 0
	for k, n := range r.Histogram {
		if k == 0 {
			continue
		}
		upTo += n
		rows = append(rows, histogramRow{k, n, upTo, r.Secrets})
	}
	return rows
}

// A summaryRow is what is needed until the secret is hit, or known.
type summaryRow struct {
	until string
	tree.Figures
}

// printStrategy prints what a strategy comes to, and which published figures it is.
func printStrategy(out *bytes.Buffer, g game.Game, r engine.Result, v report.View) error {
	chosen := fmt.Sprintf("criterion %s, pool %s, ties %s, order %s, endgame %d, first guess %s", r.Criterion, r.Pool, r.Ties, r.Order, r.Endgame, r.First)
	if err := printResult(out, g, r, chosen, v); err != nil {
		return err
	}
	subject := engine.Subject{Configuration: r.Configuration}
	figures := published.Of(subject)
	subject.First = "" // the strategy's own choice
	for _, p := range append(figures, published.Of(subject)...) {
		chancePage{out, v}.say("published as %s: %s", p.ID, report.Compare(p, r).Verdict)
	}
	return nil
}

// printResult prints what was chosen, and what it comes to.
func printResult(out *bytes.Buffer, g game.Game, r engine.Result, chosen string, v report.View) error {
	paragraph := ""
	if v.Markdown {
		paragraph = "\n" // Markdown joins lines, and takes what follows a table for a row of it
	}
	say := func(format string, args ...any) { fmt.Fprintln(out, v.Wrap(fmt.Sprintf(format, args...))) }
	say("%s = %s, %d secrets%s", g, g.Describe(), r.Secrets, paragraph)
	say("%s", chosen)
	fmt.Fprintln(out)
	summary := report.NewTable([]summaryRow{{"hit", r.Figures}, {"known", r.Known}}, []report.Column[summaryRow]{
		{Title: "guesses until the secret is", Value: func(s summaryRow) any { return s.until }},
		{Title: "total", Value: func(s summaryRow) any { return s.Total }},
		{Title: "mean", Value: func(s summaryRow) any { return report.Mean(s.Mean) }},
		{Title: "stddev", Value: func(s summaryRow) any { return report.Decimals(s.Stddev, 5) }},
		{Title: "worst", Value: func(s summaryRow) any { return s.Worst }},
	})
	if err := summary.Show(out, v); err != nil {
		return err
	}
	fmt.Fprint(out, paragraph)
	percent := func(n, all int) report.Formatted { return report.Percent(100*float64(n)/float64(all), 2) }
	histogram := report.NewTable(histogramRows(r), []report.Column[histogramRow]{
		{Title: "guesses", Value: func(h histogramRow) any { return h.guesses }},
		{Title: "secrets", Value: func(h histogramRow) any { return h.secrets }},
		{Title: "share", Value: func(h histogramRow) any { return percent(h.secrets, h.all) }},
		{Title: "cumulative", Value: func(h histogramRow) any { return percent(h.upTo, h.all) }},
	})
	if err := histogram.Show(out, v); err != nil {
		return err
	}
	if v.Width > 0 {
		fmt.Fprintln(out)
		if err := report.WriteTextHistogram(out, r.Histogram, v.Width); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	fmt.Fprint(out, paragraph)
	bounds := r.Bounds
	say("nodes of the decision tree: %d%s", r.Nodes, paragraph)
	say("lower bound on the mean: %s, on the worst case: %d; information bound on knowing: %s%s", report.Mean(bounds.Mean), bounds.Worst, report.Decimals(bounds.Information, 3), paragraph)
	return nil
}
