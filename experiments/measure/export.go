package measure

import (
	"bufio"
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
	"codebreak/experiments/players"
	"codebreak/report"
	"codebreak/report/chart"
)

// A treeFormat writes trees for other programs.
type treeFormat struct {
	name  string
	write func(p *report.TreePage, w io.Writer) error

	// hasDepth says whether --depth can limit the guesses that are shown; depth is the
	// limit without that flag, 0 for all guesses.
	hasDepth bool
	depth    int
	picture  bool

	// A format that cannot write every game says in words which it can, for an error.
	onlyFor string
	canShow func(game.Game) bool // nil for all games
}

var treeFormats = append([]treeFormat{
	{name: "dot", write: (*report.TreePage).DOT, hasDepth: true},
	{name: "json", write: (*report.TreePage).WriteJSON},
	{
		name:    "knuth",
		write:   (*report.TreePage).WriteNotation,
		onlyFor: "peg games",
		canShow: tree.Notated,
	},
	{
		name:    "columns",
		write:   (*report.TreePage).WriteColumns,
		onlyFor: "words with Wordle's answers",
		canShow: tree.Columned,
	},
	{name: "csv", write: (*report.TreePage).CSV},
	{name: "markdown", write: (*report.TreePage).Markdown, hasDepth: true, depth: 2},
	{name: "html", write: (*report.TreePage).HTML},
	{name: vectorsFormat},
}, pictureFormats()...)

// pageWidth is the width of a picture of a tree in pixels: that of a landscape page of A4 between
// its margins.
const pageWidth = 1040

// pictureFormats draw trees.
func pictureFormats() (formats []treeFormat) {
	for _, format := range chart.Formats() {
		formats = append(formats, treeFormat{
			name:     string(format),
			hasDepth: true,
			picture:  true,
			write: func(p *report.TreePage, w io.Writer) error {
				figure := p.Picture()
				figure.Width = pageWidth
				picture, err := figure.Draw(format)
				if err == nil {
					_, err = w.Write(picture)
				}
				return err
			},
		})
	}
	return formats
}

// vectorsFormat writes lines of feedback of a game rather than a tree.
const vectorsFormat = "vectors"

// formatNames lists the formats that keep accepts, or all if it is nil.
func formatNames(keep func(treeFormat) bool) (names []string) {
	for _, f := range treeFormats {
		if keep == nil || keep(f) {
			names = append(names, f.name)
		}
	}
	return names
}

// exportFlags say how a tree is written.
type exportFlags struct {
	app     *base.App
	format  string
	file    string
	depth   int
	vectors int
	player  players.Flags
}

// ExportCommand makes the command export, which writes the tree of a subject for other programs.
func ExportCommand(a *base.App) *cobra.Command {
	f := &exportFlags{app: a}
	cmd := base.NewCommand("export", nil, f.run)
	SubjectFlags(cmd)
	f.player.AddTo(cmd)

	flags := cmd.Flags()
	formats := strings.Join(formatNames(nil), ", ")
	flags.StringVar(&f.format, "format", "", "format: "+formats+" (required)")
	flags.IntVar(&f.depth, "depth", 0, "depth in guesses of dot, markdown and pictures (default: all; markdown 2)")
	flags.StringVarP(&f.file, "output", "o", "", "output file (default: standard output)")
	flags.IntVar(&f.vectors, "vectors", usualVectors, "number of lines in the format vectors")
	base.Complete(cmd, "format", formatNames(nil))
	return cmd
}

// run writes the subject of the command line to a file or to standard output.
func (f *exportFlags) run(cmd *cobra.Command, args []string) error {
	format, err := f.check(cmd)
	if err != nil {
		return err
	}
	s, err := OneSubject(f.app, cmd, args, "", &f.player)
	if err != nil {
		return err
	}

	if format.canShow != nil && !format.canShow(s.Game) {
		allowed := formatNames(func(f treeFormat) bool {
			return f.canShow == nil || f.canShow(s.Game)
		})
		return base.Usagef("--format %s is for %s; allowed for %s: %s",
			format.name, format.onlyFor, s.Game, strings.Join(allowed, ", "))
	}

	write, err := f.exporter(cmd.Context(), s, format)
	if err != nil {
		return err
	}
	if f.file == "" {
		return write(cmd.OutOrStdout())
	}
	return base.WriteFile(f.file, write)
}

// check refuses flags that contradict each other, fills in the usual depth, and returns the
// format.
func (f *exportFlags) check(cmd *cobra.Command) (format treeFormat, err error) {
	if err := base.Required(cmd, "format"); err != nil {
		return format, err
	}
	if err := base.OneOf("format", f.format, formatNames(nil)); err != nil {
		return format, err
	}
	i := slices.IndexFunc(treeFormats, func(known treeFormat) bool {
		return known.name == f.format
	})
	format = treeFormats[i]

	if base.Given(cmd, "output") {
		if err := base.CheckOutput(f.file); err != nil {
			return format, base.UsageOf("--output", err)
		}
	}

	depthGiven := base.Given(cmd, "depth")
	switch {
	case base.Given(cmd, "vectors") && format.name != vectorsFormat:
		return format, base.Usagef("--vectors needs --format %s, not %s", vectorsFormat, format.name)
	case f.vectors < 1:
		return format, base.Usagef("--vectors is %d; it must be at least 1", f.vectors)
	case depthGiven && !format.hasDepth:
		allowed := formatNames(func(f treeFormat) bool { return f.hasDepth })
		return format, base.Usagef("--format %s writes the whole tree; for --depth use %s", format.name, strings.Join(allowed, ", "))
	case depthGiven && f.depth < 1:
		return format, base.Usagef("--depth is %d; it must be at least 1", f.depth)
	case !depthGiven:
		f.depth = format.depth
	}
	return format, f.player.Check(cmd)
}

// exporter returns a function that writes a subject. It measures the subject first, so that
// no file is begun for a subject without a tree.
func (f *exportFlags) exporter(ctx context.Context, s Subject, format treeFormat) (func(io.Writer) error, error) {
	if format.name == vectorsFormat {
		chosen := strings.Contains(s.Spec, " ") || s.player != nil
		if chosen || s.Tree != nil || s.Figure != nil {
			return nil, base.Usagef("--format %s takes a game, not a tree; name the game alone", vectorsFormat)
		}
		return func(w io.Writer) error {
			return writeVectors(base.UntilEnd(ctx, w), s.Game, f.vectors)
		}, nil
	}

	if s.ByChance() {
		return nil, base.Usagef("ties %q: %w", s.Play.Strategy.Ties, strategy.ErrChance)
	}
	o, err := One(ctx, f.app, s, SampleFlags{}, nil)
	switch {
	case err != nil:
		return nil, err
	case o.Tree == nil && s.known:
		_, err := s.TreeOfBest(ctx, f.app)
		return nil, base.Usage(err)
	case o.Tree == nil:
		return nil, base.Usagef("%s has no decision tree; name its game first for the tree of its strategy", o.Name)
	case o.Kind == OfTree:
		o.Name = "a tree from " + o.First
	}

	page := &report.TreePage{
		Tree:  o.Tree,
		About: o.Name,
		Depth: f.depth,
	}
	if format.picture && o.Kind != OfTree {
		page.About = o.spoken() + " from " + o.First
	}
	return func(w io.Writer) error {
		return format.write(page, base.UntilEnd(ctx, w))
	}, nil
}

// usualVectors is the number of lines of the format vectors without --vectors.
const usualVectors = 2000

// A pairOfCodes has one feedback.
type pairOfCodes struct{ secret, guess game.Code }

// writeVectors writes n lines of feedback of a game. The feedback is computed by the rule as
// a person would state it, so that other programs can test theirs against it.
func writeVectors(w io.Writer, g game.Game, n int) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "secret,guess,feedback")
	for _, p := range chooseVectors(g, n) {
		secret := g.FormatCode(p.secret)
		guess := g.FormatCode(p.guess)
		feedback := g.FormatFeedback(g.Reference(p.secret, p.guess))
		if _, err := fmt.Fprintf(out, "%s,%s,%s\n", secret, guess, feedback); err != nil {
			return err
		}
	}
	return out.Flush()
}

// chooseVectors returns all pairs of a secret and a guess if there are at most n. Else it draws n
// pairs, always the same ones, with each feedback about equally often: pairs drawn at random
// would hardly ever have rare feedback.
func chooseVectors(g game.Game, n int) (chosen []pairOfCodes) {
	secrets, guesses := game.Codes(g)
	if len(secrets) <= n/len(guesses) {
		for _, secret := range secrets {
			for _, guess := range guesses {
				chosen = append(chosen, pairOfCodes{secret, guess})
			}
		}
		return chosen
	}

	// Draw more pairs than needed. In a few the guess is the secret, which is rare by itself.
	const draws = 50 // for each pair that is wanted
	rng := rand.New(rand.NewPCG(1, 1))
	byFeedback := make([][]pairOfCodes, g.OutcomeLimit())
	seen := map[pairOfCodes]bool{}
	for i := range draws * n {
		secret := secrets[rng.IntN(len(secrets))]
		guess := guesses[rng.IntN(len(guesses))]
		if i%draws == 0 && g.IsGuess(secret) {
			guess = secret
		}

		p := pairOfCodes{secret, guess}
		if !seen[p] {
			seen[p] = true
			feedback := g.Reference(secret, guess)
			byFeedback[feedback] = append(byFeedback[feedback], p)
		}
	}

	// Take one pair of each feedback by turns. The draws may have given fewer than n pairs.
	for i := 0; i < n && len(chosen) < n; i++ {
		for _, pairs := range byFeedback {
			if i < len(pairs) {
				chosen = append(chosen, pairs[i])
			}
		}
	}
	return chosen[:min(n, len(chosen))]
}
