package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/store"
	"codebreak/report"
	"codebreak/report/chart"
)

// A treeFormat is a way of writing a tree.
type treeFormat struct {
	name  string
	write func(p *report.TreePage, w io.Writer) error
	// depth is how many guesses are shown if nothing else is asked for, 0 for
	// all; deep says whether something else can be asked for.
	deep  bool
	depth int
	games string // that it is for, if not for all; of tells which those are
	of    func(game.Game) bool
}

func treeFormats() []treeFormat {
	return []treeFormat{
		{name: "dot", write: (*report.TreePage).DOT, deep: true},
		{name: "json", write: func(p *report.TreePage, w io.Writer) error { return p.Tree.WriteJSON(w) }},
		{name: "knuth", write: func(p *report.TreePage, w io.Writer) error { return p.Tree.WriteNotation(w) }, games: "peg games", of: tree.Notated},
		{name: "columns", write: func(p *report.TreePage, w io.Writer) error { return p.Tree.WriteColumns(w) }, games: "words with Wordle's answers", of: tree.Columned},
		{name: "csv", write: (*report.TreePage).CSV},
		{name: "markdown", write: (*report.TreePage).Markdown, deep: true, depth: 2},
		{name: vectorsFormat},
	}
}

// vectorsFormat is of a game rather than of a tree.
const vectorsFormat = "vectors"

// formatNames lists the formats that keep.
func formatNames(keep func(treeFormat) bool) []string {
	var names []string
	for _, f := range treeFormats() {
		if keep(f) {
			names = append(names, f.name)
		}
	}
	return names
}

func anyFormat(treeFormat) bool { return true }

// writes reports whether the format can write trees of a game.
func (f treeFormat) writes(g game.Game) bool { return f.of == nil || f.of(g) }

// check refuses a game that the format cannot write.
func (f treeFormat) check(g game.Game) error {
	if !f.writes(g) {
		return usagef("--format %s is for %s, and %s is not one; allowed for it: %s", f.name, f.games, g, strings.Join(formatNames(func(f treeFormat) bool { return f.writes(g) }), ", "))
	}
	return nil
}

func (a *app) exportCommand() *cobra.Command {
	var formatName, file string
	var depth, vectors int
	var player playerFlags
	cmd := &cobra.Command{
		Use:   "export GAME [STRATEGY] [key=value ...] --format FORMAT",
		Short: "Write a decision tree, or feedback of a game, for other programs",
		Long: `Write a decision tree for other programs: that of a strategy, an optimal one, one
from a file, which is verified first, or with --player that of a program of yours. How
it is written, "codebreak help subjects" says. The formats are:

  dot       for Graphviz, which draws it: guesses with their candidates, and on
            the lines the feedback with the candidates it leaves
  json      the tree as an object, which solve --tree writes and check reads;
            report/schema/tree.schema.json describes it
  knuth     the compact notation in which Knuth and Neuwirth printed their
            strategies; for peg games
  columns   the form in which trees of Wordle are published; see check --help
  csv       for spreadsheets: a line for each secret, with its guesses and their
            feedback; import the columns as text, since codes may begin with 0
  markdown  tables of what the guesses make of the candidates, for GitHub
  vectors   no tree, but feedback of the game to try a function of yours on: lines of
            secret, guess and feedback, --vectors N of them, in which rare feedback
            is as frequent as common; all of them if there are no more

--depth limits how many guesses deep dot and markdown go (default: all for dot, 2
for markdown); dot then shows how many candidates each branch left out has.`,
		Example: `  codebreak export mm4x6 knuth --format dot --depth 2 | dot -Tpng -o knuth.png
  codebreak export bc4x10 --format csv --output entropy.csv
  codebreak export mm4x6.json --format knuth
  codebreak export mm3x4 most-parts --format markdown --depth 1
  codebreak export mm4x6 --player 'python3 mine.py' --format json --output mine.json
  codebreak export mm4x6 --format vectors --output feedback.csv`,
		ValidArgsFunction: subjectNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := required(cmd, "format"); err != nil {
				return err
			}
			format, err := chooseFormat(formatName)
			if err != nil {
				return err
			}
			if err := checkDepth(cmd, format, &depth); err != nil {
				return err
			}
			if err := player.check(cmd); err != nil {
				return err
			}
			s, err := a.oneSubject(cmd, args, "")
			if err == nil {
				s, err = player.inPlace(s)
			}
			if err == nil {
				err = format.check(s.game)
			}
			if err == nil && cmd.Flags().Changed("output") {
				if err = checkOutput(file); err != nil {
					err = usagef("--output: %w", err)
				}
			}
			if err != nil {
				return err
			}
			ctx := cmd.Context()
			var to func(io.Writer) error
			if format.name == vectorsFormat {
				if err := checkVectors(cmd, s, vectors); err != nil {
					return err
				}
				to = func(w io.Writer) error { return writeVectors(interruptible{ctx, w}, s.game, vectors) }
			} else {
				page, err := a.treePage(ctx, s)
				if err != nil {
					return err
				}
				page.Depth = depth
				to = func(w io.Writer) error { return format.write(page, interruptible{ctx, w}) }
			}
			if file == "" {
				return to(cmd.OutOrStdout())
			}
			if err := store.StreamFile(file, to); err != nil {
				return fmt.Errorf("%s cannot be written: %w", file, store.Cause(err))
			}
			return nil
		},
	}
	subjectFlags(cmd)
	player.addTo(cmd)
	flags := cmd.Flags()
	flags.StringVar(&formatName, "format", "", "format: "+strings.Join(formatNames(anyFormat), ", ")+" (required)")
	flags.IntVar(&depth, "depth", 0, "how many guesses deep dot and markdown go (default: all; markdown 2)")
	flags.StringVarP(&file, "output", "o", "", "file that is written (default: standard output)")
	flags.IntVar(&vectors, "vectors", usualVectors, "lines of the format vectors")
	complete(cmd, "format", formatNames(anyFormat))
	return cmd
}

// checkDepth refuses a depth that means nothing, and fills in the usual one.
func checkDepth(cmd *cobra.Command, f treeFormat, depth *int) error {
	flags := cmd.Flags()
	switch {
	case flags.Changed("vectors") && f.name != vectorsFormat:
		return usagef("--vectors does not go with --format %s; it goes with %s", f.name, vectorsFormat)
	case !flags.Changed("depth"):
		*depth = f.depth
	case !f.deep:
		deep := formatNames(func(f treeFormat) bool { return f.deep })
		return usagef("--depth does not go with --format %s, which writes the whole tree; it goes with %s", f.name, strings.Join(deep, ", "))
	case *depth < 1:
		return usagef("--depth is %d; it must be at least 1", *depth)
	}
	return nil
}

func chooseFormat(name string) (treeFormat, error) {
	formats := treeFormats()
	i := slices.IndexFunc(formats, func(f treeFormat) bool { return f.name == name })
	if _, err := chart.FormatOf("." + name); err == nil {
		return treeFormat{}, usagef("unknown format %q of trees; codebreak plot draws histograms, and Graphviz draws the format dot", name)
	}
	if i < 0 {
		return treeFormat{}, usageError{unknown("format", name, formatNames(anyFormat))}
	}
	return formats[i], nil
}

// treePage is a subject's tree, to be written.
func (a *app) treePage(ctx context.Context, s subject) (*report.TreePage, error) {
	if s.byChance() {
		return nil, usagef("ties %q: %w", s.play.Strategy.Ties, strategy.ErrChance)
	}
	o, err := a.measure(ctx, s, sampleFlags{}, nil)
	switch {
	case err != nil:
		return nil, err
	case o.tree == nil:
		return nil, usagef("%s has no decision tree; name its game first for the tree of its strategy", o.Name)
	case o.Kind == ofTree:
		o.Name = "a tree from " + o.First
	}
	return &report.TreePage{Tree: o.tree, About: o.Name}, nil
}
