package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/report"
)

// A treeFormat is a way of writing a tree.
type treeFormat struct {
	name  string
	write func(p *report.TreePage, w io.Writer) error
	// depth is how many guesses are shown if nothing else is asked for, 0 for
	// all; deep says whether something else can be asked for.
	deep  bool
	depth int
}

func treeFormats() []treeFormat {
	return []treeFormat{
		{name: "dot", write: (*report.TreePage).DOT, deep: true},
		{name: "json", write: func(p *report.TreePage, w io.Writer) error { return p.Tree.WriteJSON(w) }},
		{name: knuthFormat, write: func(p *report.TreePage, w io.Writer) error { return p.Tree.WriteNotation(w) }},
		{name: "csv", write: (*report.TreePage).CSV},
		{name: "markdown", write: (*report.TreePage).Markdown, deep: true, depth: 2},
	}
}

// knuthFormat is the compact notation, which only peg games have.
const knuthFormat = "knuth"

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

// An exporting is what the command export was asked for.
type exporting struct {
	*options
	configuration engine.Configuration
	format        string
	treeFile      string
	depth         int
	output        string
}

func exportCommand(opts *options) *cobra.Command {
	x := &exporting{options: opts}
	cmd := &cobra.Command{
		Use:   "export --game GAME --criterion CRITERION --format FORMAT",
		Short: "Write a decision tree for other programs",
		Long: `Write a decision tree for other programs: the tree of a strategy, or with --tree
one read from a file, which is verified first. The strategy is chosen as for
measure. The formats are:

  dot       for Graphviz, which draws it: guesses with their candidates, and on
            the lines the feedback with the candidates it leaves
  json      the tree as an object, which solve --tree writes and check reads;
            report/schema/tree.schema.json describes it
  knuth     the compact notation in which Knuth and Neuwirth printed their
            strategies; for peg games
  csv       for spreadsheets: a line for each secret, with its guesses and their
            feedback; import the columns as text, since codes may begin with 0
  markdown  tables of what the guesses make of the candidates, for GitHub

--depth says how many guesses one after another dot and markdown show; of those
left out, dot says how many candidates they are for. Otherwise dot shows all and
markdown 2.`,
		Example: `  codebreak export --game mm4x6 --criterion minimax --format dot --depth 2 | dot -Tpng -o knuth.png
  codebreak export --game bc4x10 --criterion entropy --format csv --output entropy.csv
  codebreak export --game mm4x6 --tree mm4x6.json --format knuth
  codebreak export --game mm3x4 --criterion most-parts --format markdown --depth 1`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			format, err := x.check(cmd)
			if err != nil {
				return usageError{err}
			}
			return x.run(cmd.Context(), cmd.OutOrStdout(), format)
		},
	}
	configurationFlags(cmd, &x.configuration)
	flags := cmd.Flags()
	flags.Lookup("criterion").Usage = "criterion (required, unless --tree is given)"
	flags.StringVar(&x.format, "format", "", "format: "+strings.Join(formatNames(anyFormat), ", ")+" (required)")
	flags.StringVar(&x.treeFile, "tree", "", "file with the tree, in JSON or in compact notation, in place of a strategy's")
	flags.IntVar(&x.depth, "depth", 0, "guesses one after another that are shown (default: all; markdown 2)")
	flags.StringVar(&x.output, "output", "", "file that is written (default: standard output)")
	// It fails only for a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formatNames(anyFormat), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func anyFormat(treeFormat) bool { return true }

// check rejects what was asked for before any work is done, and returns the
// format.
func (x *exporting) check(cmd *cobra.Command) (treeFormat, error) {
	flags := cmd.Flags()
	formats := treeFormats()
	i := slices.IndexFunc(formats, func(f treeFormat) bool { return f.name == x.format })
	switch {
	case !flags.Changed("format"):
		return treeFormat{}, fmt.Errorf("export needs --format; allowed: %s", strings.Join(formatNames(anyFormat), ", "))
	case i < 0:
		return treeFormat{}, fmt.Errorf("unknown format %q; allowed: %s", x.format, strings.Join(formatNames(anyFormat), ", "))
	}
	format := formats[i]
	switch {
	case flags.Changed("depth") && !format.deep:
		deep := formatNames(func(f treeFormat) bool { return f.deep })
		return format, fmt.Errorf("--depth does not go with --format %s, which writes the whole tree; it goes with %s", format.name, strings.Join(deep, ", "))
	case flags.Changed("depth") && x.depth < 1:
		return format, fmt.Errorf("--depth is %d; it must be at least 1", x.depth)
	case !flags.Changed("depth"):
		x.depth = format.depth
	}
	if err := x.checkSource(cmd); err != nil {
		return format, err
	}
	g, err := game.Parse(x.configuration.Game)
	if err != nil {
		return format, err
	}
	if format.name == knuthFormat && !tree.Notated(g) {
		others := formatNames(func(f treeFormat) bool { return f.name != knuthFormat })
		return format, fmt.Errorf("--format %s is for peg games, and %s is none; allowed for it: %s", knuthFormat, g, strings.Join(others, ", "))
	}
	if flags.Changed("output") {
		if err := checkOutput(x.output); err != nil {
			return format, fmt.Errorf("--output: %w", err)
		}
	}
	return format, nil
}

// checkSource rejects a strategy that cannot be played, or one beside a tree.
func (x *exporting) checkSource(cmd *cobra.Command) error {
	flags := cmd.Flags()
	if !flags.Changed("tree") {
		return x.checkConfiguration(cmd, x.configuration)
	}
	for _, name := range []string{"criterion", "pool", "ties", "order", "first", "endgame"} {
		if flags.Changed(name) {
			return fmt.Errorf("--%s and --tree contradict each other: give a strategy or a tree", name)
		}
	}
	switch {
	case x.treeFile == "":
		return errors.New("--tree is empty; it must name a file")
	case !flags.Changed("game"):
		return errors.New("export needs --game; see codebreak export --help")
	}
	return x.checkGameMemory(x.configuration.Game)
}

func (x *exporting) run(ctx context.Context, out io.Writer, format treeFormat) error {
	page, err := x.page(ctx)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := format.write(page, &text); err != nil {
		return err
	}
	if x.output == "" {
		_, err := out.Write(text.Bytes())
		return err
	}
	if err := report.WriteFile(x.output, text.Bytes()); err != nil {
		return fmt.Errorf("%s cannot be written: %w", x.output, err)
	}
	return nil
}

// page returns the tree to be written.
func (x *exporting) page(ctx context.Context) (*report.TreePage, error) {
	if x.treeFile != "" {
		return x.readPage()
	}
	t, result, err := x.playOne(ctx, x.configuration, nil)
	if errors.Is(err, context.Canceled) {
		return nil, interruptedError("interrupted; nothing was exported")
	}
	if err != nil {
		return nil, err
	}
	return &report.TreePage{Tree: t, About: result.Strategy.String() + " from " + result.First, Depth: x.depth}, nil
}

// readPage reads the tree from its file. A tree that is wrong is refused, since
// what is told of it would be.
func (x *exporting) readPage() (*report.TreePage, error) {
	g, err := game.Parse(x.configuration.Game)
	if err != nil {
		return nil, err
	}
	t, misprints, err := readTreeFile(g, x.treeFile)
	if err == nil {
		_, err = tree.Check(t)
	}
	if err != nil {
		return nil, usageError{fmt.Errorf("%s: %w", x.treeFile, err)}
	}
	for _, m := range misprints {
		x.say("Misprint: %s", m)
	}
	return &report.TreePage{Tree: t, About: "a tree from " + g.FormatCode(t.Root.Guess), Depth: x.depth}, nil
}
