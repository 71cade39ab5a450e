package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/tree"
	"codebreak/experiments/notebook/ask"
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
		return usagef("--format %s is for %s, and %s is none; allowed for it: %s", f.name, f.games, g, strings.Join(formatNames(func(f treeFormat) bool { return f.writes(g) }), ", "))
	}
	return nil
}

func (a *app) exportCommand() *cobra.Command {
	var c engine.Configuration
	var formatName, treeFile, file string
	var depth, vectors int
	var player playerFlags
	cmd := &cobra.Command{
		Use:   "export --game GAME --criterion CRITERION --format FORMAT",
		Short: "Write a decision tree, or answers of a game, for other programs",
		Long: `Write a decision tree for other programs: the tree of a strategy, with --player
that of a program of yours, or with --tree one from a file, which is verified first. The
strategy or player is chosen as for measure. The formats are:

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
  vectors   no tree, but answers of --game to try a function of yours on: lines of
            secret, guess and answer, --vectors N of them, in which rare answers
            are as frequent as common ones; all of them if there are no more

--depth limits how many guesses deep dot and markdown go (default: all for dot, 2
for markdown); dot then shows how many candidates each branch left out has. A tree
in JSON names its game; for one in compact notation, --game does.`,
		Example: `  codebreak export --game mm4x6 --criterion minimax --format dot --depth 2 | dot -Tpng -o knuth.png
  codebreak export --game bc4x10 --criterion entropy --format csv --output entropy.csv
  codebreak export --tree mm4x6.json --format knuth
  codebreak export --game mm3x4 --criterion most-parts --format markdown --depth 1
  codebreak export --game mm4x6 --player 'python3 mine.py' --format json --output mine.json
  codebreak export --game mm4x6 --format vectors --output answers.csv`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, flags := cmd.Context(), cmd.Flags()
			format, err := chooseFormat(formatName)
			if err != nil {
				return err
			}
			switch {
			case flags.Changed("depth") && !format.deep:
				deep := formatNames(func(f treeFormat) bool { return f.deep })
				return usagef("--depth does not go with --format %s, which writes the whole tree; it goes with %s", format.name, strings.Join(deep, ", "))
			case flags.Changed("depth") && depth < 1:
				return usagef("--depth is %d; it must be at least 1", depth)
			case !flags.Changed("depth"):
				depth = format.depth
			}
			external, err := player.check(cmd)
			if err != nil {
				return err
			}
			var play ask.Play
			switch {
			case !flags.Changed("tree") && c.Game == "":
				return usagef("export needs --game; see codebreak export --help")
			case format.name == vectorsFormat:
				if err := checkVectors(cmd, vectors); err != nil {
					return err
				}
			case flags.Changed("vectors"):
				return usagef("--vectors does not go with --format %s; it goes with %s", format.name, vectorsFormat)
			case external:
				if err := checkGiven(cmd, c); err != nil {
					return err
				}
			case flags.Changed("tree"):
				if treeFile == "" {
					return usagef("--tree is empty; it must name a file")
				}
			case !flags.Changed("criterion"):
				return usagef("export needs --criterion or --player or --tree; see codebreak export --help")
			default:
				if play, err = a.checkConfiguration(cmd, c); err != nil {
					return err
				}
			}
			if flags.Changed("output") {
				if err := checkOutput(file); err != nil {
					return usagef("--output: %w", err)
				}
			}
			var page *report.TreePage
			write := func(w io.Writer) error {
				page.Depth = depth
				return format.write(page, interruptible{ctx, w})
			}
			switch {
			case format.name == vectorsFormat:
				write = func(w io.Writer) error { return a.writeVectors(interruptible{ctx, w}, c.Game, vectors) }
			case external:
				page, err = a.treeOfPlayer(ctx, &player, c, format)
			case flags.Changed("tree"):
				page, err = a.treeOfFile(ctx, treeFile, c.Game, format)
			default:
				page, err = a.treeOfStrategy(ctx, play, format)
			}
			if err != nil {
				return err
			}
			if file == "" {
				return write(cmd.OutOrStdout())
			}
			if err := store.StreamFile(file, write); err != nil {
				return fmt.Errorf("%s cannot be written: %w", file, store.Cause(err))
			}
			return nil
		},
	}
	configurationFlags(cmd, &c)
	player.inPlace(cmd)
	flags := cmd.Flags()
	flags.Lookup("game").Usage = "game, such as mm4x6 or bc4x10; see codebreak games (required, unless a tree in JSON names it)"
	flags.Lookup("criterion").Usage = "criterion (required, unless --tree or --player is given)"
	flags.StringVar(&formatName, "format", "", "format: "+strings.Join(formatNames(anyFormat), ", ")+" (required)")
	flags.StringVar(&treeFile, "tree", "", "file with the tree, in JSON or in compact notation, in place of a strategy's")
	flags.IntVar(&depth, "depth", 0, "how many guesses deep dot and markdown go (default: all; markdown 2)")
	flags.StringVar(&file, "output", "", "file that is written (default: standard output)")
	cmd.MarkFlagsOneRequired("format")
	flags.IntVar(&vectors, "vectors", usualVectors, "lines of the format vectors")
	for _, name := range []string{"criterion", "pool", "ties", "order", "first", "endgame", "player"} {
		cmd.MarkFlagsMutuallyExclusive(name, "tree")
	}
	// It fails only for a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formatNames(anyFormat), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func chooseFormat(name string) (treeFormat, error) {
	formats := treeFormats()
	i := slices.IndexFunc(formats, func(f treeFormat) bool { return f.name == name })
	if _, err := chart.FormatOf("." + name); err == nil {
		return treeFormat{}, usagef("unknown format %q of trees; codebreak plot draws histograms, and Graphviz draws the format dot", name)
	}
	if i < 0 {
		return treeFormat{}, usagef("unknown format %q; allowed: %s", name, strings.Join(formatNames(anyFormat), ", "))
	}
	return formats[i], nil
}

// treeOfStrategy grows the tree of a strategy.
func (a *app) treeOfStrategy(ctx context.Context, play ask.Play, format treeFormat) (*report.TreePage, error) {
	x, err := play.Experiment()
	if err == nil {
		err = format.check(x.Game)
	}
	if err != nil {
		return nil, err
	}
	t, result, err := a.playOne(ctx, play, nil)
	if err != nil {
		return nil, err
	}
	return &report.TreePage{Tree: t, About: result.Strategy.String() + " from " + result.First}, nil
}

// treeOfPlayer has a player play every secret.
func (a *app) treeOfPlayer(ctx context.Context, f *playerFlags, c engine.Configuration, format treeFormat) (*report.TreePage, error) {
	g, err := game.Parse(c.Game)
	if err == nil {
		err = format.check(g)
	}
	if err != nil {
		return nil, usageError{err}
	}
	_, out, err := a.playExternal(ctx, f, c, 0)
	if err != nil {
		return nil, err
	}
	return &report.TreePage{Tree: out.Tree, About: string(f.name()) + " from " + g.FormatCode(out.Tree.Root.Guess)}, nil
}

// treeOfFile reads the tree from a file. One that is wrong is refused, since
// what is told of it would be.
func (a *app) treeOfFile(ctx context.Context, path, gameName string, format treeFormat) (*report.TreePage, error) {
	c, err := a.readTree(ctx, path, gameName)
	if err == nil {
		err = format.check(c.tree.Game)
	}
	if err != nil {
		return nil, err
	}
	for _, m := range c.misprints {
		a.say("Misprint: %s", m)
	}
	return &report.TreePage{Tree: c.tree, About: "a tree from " + c.tree.Game.FormatCode(c.tree.Root.Guess)}, nil
}
