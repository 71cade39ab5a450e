package cli

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook"
	"codebreak/report"
)

func (a *app) measureCommand() *cobra.Command {
	var f outcomeFlags
	var m measuring
	cmd := &cobra.Command{
		Use:   "measure GAME [STRATEGY] [key=value ...]",
		Short: "Measure a strategy: play it against every secret",
		Long: `Measure a strategy: play it against every secret. "codebreak help subjects" has the
games, strategies and keys; --first 1122 is short for first=1122.

With random tie-breaking, mean and histogram are exact expectations, as fractions;
--runs N plays N games instead. With --player a program of yours chooses the guesses,
as "codebreak help player" says.`,
		Example: `  codebreak measure mm4x6 knuth
  codebreak measure bc4x10 entropy first=0123 --format json
  codebreak measure mm4x6 random
  codebreak measure mm5x8 random --runs 10000
  codebreak measure mm4x6 optimal --plot optimal.svg
  codebreak measure mm4x6 entropy --expect 4.415
  codebreak measure mm4x6 --player 'python3 mine.py'
  codebreak measure wordle --answers answers.txt --allowed allowed.txt hard`,
		ValidArgsFunction: subjectNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			s, err := a.oneSubject(cmd, args, "", f.player)
			if err != nil {
				return err
			}
			if err := cmp.Or(f.sample.check(cmd, []subject{s}), m.check(cmd, s, f.format)); err != nil {
				return err
			}
			began := time.Now()
			var work strategy.Work
			o, failed := a.measure(cmd.Context(), s, f.sample, &work)
			if o.Kind == "" {
				return failed
			}
			if m.stats {
				err = printStats(a.stderr, began, o.Nodes, work)
			}
			if err == nil {
				err = a.showMeasured(cmd, o, f, m)
			}
			return errors.Join(err, failed)
		},
	}
	subjectFlags(cmd)
	f.addTo(cmd)
	flags := cmd.Flags()
	flags.StringVar(&m.expected.Mean, "expect", "", "mean as printed, such as 4.424: the exit code is 0 if every digit agrees, else 1")
	flags.BoolVar(&m.stats, "stats", false, "print time, memory and work as a JSON object on standard error")
	flags.BoolVar(&m.outline, "outline", false, "print the decision tree as an indented outline")
	return cmd
}

// measuring is what measure does with an outcome, beside writing it.
type measuring struct {
	expected       report.Quoted
	outline, stats bool
}

// check refuses what a subject cannot be asked for.
func (m *measuring) check(cmd *cobra.Command, s subject, format string) error {
	switch {
	case m.outline && format != formatText:
		return usagef("--outline is for people; it does not go with --format %s", format)
	case m.outline && s.byChance():
		return usagef("--outline prints a decision tree, and ties that end in random have none; give them a seed: random=1")
	case !cmd.Flags().Changed("expect"):
		return nil
	case m.expected.Mean == "":
		return usagef("--expect is empty; it must be a mean, such as 4.424")
	case s.byChance():
		return usagef("--expect holds a mean against that of one decision tree, and ties that end in random have none")
	}
	secrets := game.CountSecrets(s.game)
	if err := m.expected.Check(secrets, tree.LowerBounds(secrets, s.game.Outcomes())); err != nil {
		return usagef("--expect: %w", err)
	}
	return nil
}

// showMeasured draws and writes an outcome, and holds it against what is expected.
func (a *app) showMeasured(cmd *cobra.Command, o outcome, f outcomeFlags, m measuring) error {
	c := comparison{Subjects: []outcome{o}}
	if f.plot != "" {
		if err := a.draw(f.plot, c.figure(plotOptions{numbers: o.sampled == nil && o.Kind != ofExpectation})); err != nil {
			return err
		}
	}
	var err error
	switch {
	case m.outline && o.tree == nil:
		return usagef("%s has no decision tree, which --outline prints", o.Name)
	case m.outline:
		err = o.tree.WriteOutline(interruptible{cmd.Context(), cmd.OutOrStdout()})
	default:
		err = write(cmd.OutOrStdout(), f.format, c)
	}
	if err != nil || m.expected.Mean == "" {
		return err
	}
	return a.compareExpected(o, m.expected)
}

// outcomeFlags say how outcomes are measured, drawn and written.
type outcomeFlags struct {
	sample  sampleFlags
	player  playerFlags
	plot    string // file of a picture
	written formatFlag
	format  string // as written says
}

func (f *outcomeFlags) addTo(cmd *cobra.Command) {
	f.sample.addTo(cmd)
	f.player.addTo(cmd)
	f.written.addTo(cmd)
	cmd.Flags().StringVar(&f.plot, "plot", "", "draw it as well, into this file: .png, .svg or .pdf")
}

func (f *outcomeFlags) check(cmd *cobra.Command) (err error) {
	if f.format, err = f.written.read(cmd); err != nil {
		return err
	}
	if err := f.player.check(cmd); err != nil {
		return err
	}
	if !cmd.Flags().Changed("plot") {
		return nil
	}
	return checkPicture("--plot", f.plot)
}

// subjectsCommand is a page of help, and does nothing.
func subjectsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "subjects", Short: "How games and strategies are written",
		Long: strings.TrimSpace(subjectsHelp) + ownStrategies(),
	}
}

//go:embed subjects.txt
var subjectsHelp string

// json is one flat object for one outcome.
func (c comparison) json() any {
	if len(c.Subjects) == 1 {
		return c.Subjects[0]
	}
	return c
}

// compareExpected says on standard error whether the mean is the one expected, of
// guesses until the secret is solved or until it is identified. If it is neither, that
// is an error.
func (a *app) compareExpected(o outcome, expected report.Quoted) error {
	if o.result == nil {
		return usagef("--expect: %s has no decision tree", o.Name)
	}
	differences := expected.Differences(o.result.Figures)
	switch {
	case len(differences) == 0:
		a.say("as expected: mean %s until the secret is solved", expected.Mean)
	case len(expected.Differences(o.result.Known)) == 0:
		a.say("as expected: mean %s until the secret is identified", expected.Mean)
	default:
		mean, err := strconv.ParseFloat(expected.Mean, 64)
		if err != nil {
			return err
		}
		return fmt.Errorf("not as expected: %s, %+.5f guesses per secret; codebreak explain searches for the conventions", differences[0], o.result.Mean-mean)
	}
	return nil
}

func printStats(w io.Writer, began time.Time, nodes int, work strategy.Work) error {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return json.NewEncoder(w).Encode(notebook.Stats{
		Seconds: time.Since(began).Seconds(), Memory: memory.Sys, Nodes: nodes, Guesses: work.Guesses, Comparisons: work.Comparisons,
	})
}

// ownStrategies is a paragraph on registered strategies; empty if there are none.
func ownStrategies() string {
	var b strings.Builder
	for i, r := range strategy.Registered() {
		if i == 0 {
			b.WriteString("\n\nBesides these, criteria and strategies of this program are:\n\n")
		}
		by := ""
		if r.Author != "" {
			by = fmt.Sprintf(" (%s %d)", r.Author, r.Year)
		}
		fmt.Fprintf(&b, "  %-10s minimises %s%s\n", r.Criterion, r.Minimises, by)
	}
	return b.String()
}

// sampleFlags say that games are to be played rather than all that may happen
// computed.
type sampleFlags struct {
	runs int // 0 to compute it
	seed uint64
}

func (s *sampleFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&s.runs, "runs", 0, "where ties end in random: play this many games instead of computing the exact expectation; for a player that draws: games against each secret")
	flags.Uint64Var(&s.seed, "seed", 1, "seed of the games that --runs plays")
}

// check refuses --runs and --seed where nobody plays by chance.
func (s *sampleFlags) check(cmd *cobra.Command, subjects []subject) error {
	flags := cmd.Flags()
	chance, player := false, false
	for _, s := range subjects {
		chance, player = chance || s.byChance(), player || s.player != nil
	}
	switch {
	case flags.Changed("runs") && !chance && !player:
		return usagef("--runs plays games of chance: it goes with ties that end in random, without a seed")
	case flags.Changed("runs") && s.runs < 2:
		return usagef("--runs is %d; it must be at least 2", s.runs)
	case flags.Changed("seed") && player && !chance:
		return usagef("--seed is that of strategies; that of a player is --player-seed")
	case flags.Changed("seed") && !flags.Changed("runs"):
		return usagef("--seed is that of the games that --runs plays, which is not given; that of ties is random=SEED")
	}
	return nil
}
