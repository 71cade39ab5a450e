package cli

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
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
		{name: "html", write: (*report.TreePage).HTML},
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
	var f exportFlags
	cmd := &cobra.Command{
		Use:               "export GAME [STRATEGY] [key=value ...] --format FORMAT",
		ValidArgsFunction: subjectNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			format, err := f.check(cmd)
			if err != nil {
				return err
			}
			s, err := a.oneSubject(cmd, args, "", f.player)
			if err == nil {
				err = format.check(s.game)
			}
			if err != nil {
				return err
			}
			write, err := a.exporter(cmd.Context(), s, format, f)
			if err != nil {
				return err
			}
			if f.file == "" {
				return write(cmd.OutOrStdout())
			}
			return writeFile(f.file, write)
		},
	}
	subjectFlags(cmd)
	f.player.addTo(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", "", "format: "+strings.Join(formatNames(anyFormat), ", ")+" (required)")
	flags.IntVar(&f.depth, "depth", 0, "how many guesses deep dot and markdown go (default: all; markdown 2)")
	flags.StringVarP(&f.file, "output", "o", "", "file that is written (default: standard output)")
	flags.IntVar(&f.vectors, "vectors", usualVectors, "lines of the format vectors")
	complete(cmd, "format", formatNames(anyFormat))
	return cmd
}

// exportFlags say how a tree is written.
type exportFlags struct {
	format, file   string
	depth, vectors int
	player         playerFlags
}

// check refuses flags that do not go together, fills in the usual depth, and returns the
// format.
func (f *exportFlags) check(cmd *cobra.Command) (format treeFormat, err error) {
	flags := cmd.Flags()
	if err := required(cmd, "format"); err != nil {
		return format, err
	}
	formats := treeFormats()
	i := slices.IndexFunc(formats, func(known treeFormat) bool { return known.name == f.format })
	if _, err := chart.FormatOf("." + f.format); err == nil {
		return format, usagef("unknown format %q of trees; codebreak plot draws histograms, and Graphviz draws the format dot", f.format)
	}
	if i < 0 {
		return format, usageError{game.Unknown("format", f.format, formatNames(anyFormat))}
	}
	format = formats[i]
	if flags.Changed("output") {
		if err := checkOutput(f.file); err != nil {
			return format, usagef("--output: %w", err)
		}
	}
	switch {
	case flags.Changed("vectors") && format.name != vectorsFormat:
		return format, usagef("--vectors does not go with --format %s; it goes with %s", format.name, vectorsFormat)
	case f.vectors < 1:
		return format, usagef("--vectors is %d; it must be at least 1", f.vectors)
	case !flags.Changed("depth"):
		f.depth = format.depth
	case !format.deep:
		deep := formatNames(func(f treeFormat) bool { return f.deep })
		return format, usagef("--depth does not go with --format %s, which writes the whole tree; it goes with %s", format.name, strings.Join(deep, ", "))
	case f.depth < 1:
		return format, usagef("--depth is %d; it must be at least 1", f.depth)
	}
	return format, f.player.check(cmd)
}

// exporter returns a function that writes a subject.
func (a *app) exporter(ctx context.Context, s subject, format treeFormat, f exportFlags) (func(io.Writer) error, error) {
	if format.name == vectorsFormat {
		if len(strings.Fields(s.spec)) > 1 || s.player != nil || s.tree != nil || s.figure != nil {
			return nil, usagef("--format %s is of a game and no tree; name the game alone", vectorsFormat)
		}
		return func(w io.Writer) error { return writeVectors(interruptible{ctx, w}, s.game, f.vectors) }, nil
	}
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
	page := &report.TreePage{Tree: o.tree, About: o.Name, Depth: f.depth}
	return func(w io.Writer) error { return format.write(page, interruptible{ctx, w}) }, nil
}
