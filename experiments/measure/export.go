package measure

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/experiments/base"
	"codebreak/experiments/notebook"
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

var treeFormats = []treeFormat{
	{name: "dot", write: (*report.TreePage).DOT, deep: true},
	{name: "json", write: func(p *report.TreePage, w io.Writer) error { return p.Tree.WriteJSON(w) }},
	{name: "knuth", write: func(p *report.TreePage, w io.Writer) error { return p.Tree.WriteNotation(w) }, games: "peg games", of: tree.Notated},
	{name: "columns", write: func(p *report.TreePage, w io.Writer) error { return p.Tree.WriteColumns(w) }, games: "words with Wordle's answers", of: tree.Columned},
	{name: "csv", write: (*report.TreePage).CSV},
	{name: "markdown", write: (*report.TreePage).Markdown, deep: true, depth: 2},
	{name: "html", write: (*report.TreePage).HTML},
	{name: vectorsFormat},
}

// vectorsFormat is of a game rather than of a tree.
const vectorsFormat = "vectors"

// formatNames lists the formats that keep, or all if it is nil.
func formatNames(keep func(treeFormat) bool) []string {
	kept := base.Filter(treeFormats, func(f treeFormat) bool { return keep == nil || keep(f) })
	return notebook.Map(kept, func(f treeFormat) string { return f.name })
}

func ExportCommand(a *base.App) *cobra.Command {
	var f exportFlags
	cmd := base.NewCommand("export", nil, func(cmd *cobra.Command, args []string) error {
		format, err := f.check(cmd)
		if err != nil {
			return err
		}
		s, err := OneSubject(a, cmd, args, "", f.player)
		if err != nil {
			return err
		}
		if format.of != nil && !format.of(s.Game) {
			allowed := formatNames(func(f treeFormat) bool { return f.of == nil || f.of(s.Game) })
			return base.Usagef("--format %s is for %s; allowed for %s: %s", format.name, format.games, s.Game, strings.Join(allowed, ", "))
		}
		write, err := exporter(cmd.Context(), a, s, format, f)
		if err != nil {
			return err
		}
		if f.file == "" {
			return write(cmd.OutOrStdout())
		}
		return base.WriteFile(f.file, write)
	})
	cmd.ValidArgsFunction = subjectNames
	SubjectFlags(cmd)
	f.player.addTo(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", "", "format: "+strings.Join(formatNames(nil), ", ")+" (required)")
	flags.IntVar(&f.depth, "depth", 0, "depth in guesses of dot and markdown (default: all; markdown 2)")
	flags.StringVarP(&f.file, "output", "o", "", "output file (default: standard output)")
	flags.IntVar(&f.vectors, "vectors", usualVectors, "number of lines in the format vectors")
	base.Complete(cmd, "format", formatNames(nil))
	return cmd
}

// exportFlags say how a tree is written.
type exportFlags struct {
	format, file   string
	depth, vectors int
	player         PlayerFlags
}

// check refuses flags that do not go together, fills in the usual depth, and returns the
// format.
func (f *exportFlags) check(cmd *cobra.Command) (format treeFormat, err error) {
	i := slices.IndexFunc(treeFormats, func(known treeFormat) bool { return known.name == f.format })
	_, noPicture := chart.FormatOf("." + f.format)
	err = cmp.Or(
		base.Required(cmd, "format"),
		base.Refuse(noPicture == nil, "unknown format %q of trees; Graphviz draws the format dot, and for histograms see %s", f.format, base.Typed("plot", "--help")),
		base.OneOf("format", f.format, formatNames(nil)),
	)
	if err != nil {
		return format, err
	}
	format = treeFormats[i]
	if base.Given(cmd, "output") {
		err = base.UsageOf("--output", base.CheckOutput(f.file))
	}
	deep := strings.Join(formatNames(func(f treeFormat) bool { return f.deep }), ", ")
	deeper := base.Given(cmd, "depth")
	err = cmp.Or(
		err,
		base.Refuse(base.Given(cmd, "vectors") && format.name != vectorsFormat, "--vectors does not go with --format %s; it goes with %s", format.name, vectorsFormat),
		base.Refuse(f.vectors < 1, "--vectors is %d; it must be at least 1", f.vectors),
		base.Refuse(deeper && !format.deep, "--depth does not go with --format %s, which writes the whole tree; it goes with %s", format.name, deep),
		base.Refuse(deeper && f.depth < 1, "--depth is %d; it must be at least 1", f.depth),
		f.player.check(cmd),
	)
	f.depth = base.Either(deeper, f.depth, format.depth)
	return format, err
}

// exporter returns a function that writes a subject.
func exporter(ctx context.Context, a *base.App, s Subject, format treeFormat, f exportFlags) (func(io.Writer) error, error) {
	if format.name == vectorsFormat {
		if len(strings.Fields(s.Spec)) > 1 || s.player != nil || s.Tree != nil || s.Figure != nil {
			return nil, base.Usagef("--format %s takes a game, not a tree; name the game alone", vectorsFormat)
		}
		return func(w io.Writer) error { return writeVectors(base.UntilEnd(ctx, w), s.Game, f.vectors) }, nil
	}
	if s.ByChance() {
		return nil, base.Usagef("ties %q: %w", s.Play.Strategy.Ties, strategy.ErrChance)
	}
	o, err := One(ctx, a, s, SampleFlags{}, nil)
	switch {
	case err != nil:
		return nil, err
	case o.Tree == nil:
		return nil, base.Usagef("%s has no decision tree; name its game first for the tree of its strategy", o.Name)
	case o.Kind == OfTree:
		o.Name = "a tree from " + o.First
	}
	page := &report.TreePage{Tree: o.Tree, About: o.Name, Depth: f.depth}
	return func(w io.Writer) error { return format.write(page, base.UntilEnd(ctx, w)) }, nil
}

// usualVectors is how many lines are written if nothing else is asked for.
const usualVectors = 2000

// writeVectors writes n lines of feedback of a game, by the rule as a person would
// state it.
func writeVectors(w io.Writer, g game.Game, n int) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "secret,guess,feedback")
	for _, v := range chooseVectors(g, n) {
		if _, err := fmt.Fprintf(out, "%s,%s,%s\n", g.FormatCode(v[0]), g.FormatCode(v[1]), g.FormatFeedback(g.Reference(v[0], v[1]))); err != nil {
			return err
		}
	}
	return out.Flush()
}

// chooseVectors returns all pairs of a secret and a guess if there are at most n, else n that are
// drawn, always the same ones: of each feedback as many as of any other as far as they
// turn up, and some in which the guess is the secret.
func chooseVectors(g game.Game, n int) (all [][2]game.Code) {
	secrets, guesses := game.Codes(g)
	if len(secrets) <= n/len(guesses) {
		for _, secret := range secrets {
			for _, guess := range guesses {
				all = append(all, [2]game.Code{secret, guess})
			}
		}
		return all
	}
	const patience = 50 // pairs drawn for each that is wanted
	rng := rand.New(rand.NewPCG(1, 1))
	byFeedback := make([][][2]game.Code, g.OutcomeLimit())
	seen := map[[2]game.Code]bool{}
	for i := range patience * n {
		secret := secrets[rng.IntN(len(secrets))]
		guess := base.Either(i%patience == 0 && g.IsGuess(secret), secret, guesses[rng.IntN(len(guesses))])
		if pair := [2]game.Code{secret, guess}; !seen[pair] {
			seen[pair] = true
			feedback := g.Reference(secret, guess)
			byFeedback[feedback] = append(byFeedback[feedback], pair)
		}
	}
	for i := 0; i < n && len(all) < n; i++ {
		for _, list := range byFeedback {
			if i < len(list) {
				all = append(all, list[i])
			}
		}
	}
	return all[:min(n, len(all))] // fewer may have turned up
}
