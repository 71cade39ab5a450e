package cli

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/worstcase"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
	"codebreak/report"
)

// leastWorst is the objective that looks for the least worst case only, by a
// search of its own.
const leastWorst optimal.Objective = "worst"

func (a *app) solveCommand() *cobra.Command {
	var wanted answerFlags
	var within widthFlags
	var audit, everyFirst bool
	cmd := &cobra.Command{
		Use:   "solve GAME [key=value ...]",
		Short: "Find an optimal strategy for a game, and prove it optimal",
		Long: `Find an optimal decision tree of a game, and prove that none is better. The keys
are objective, first, max-depth and pool; flags may stand for them. The objective
says which tree is better:

  worst              least worst case (fast, but says nothing about the total)
  total              least sum of guesses over all secrets
  total,worst,count  of these the least worst case, then the fewest secrets at it
  worst,total        least worst case, then least total
  worst,count        least worst case, then fewest secrets at it, then least total

pool says which codes may be guessed: all, consistent (candidates only),
consistent-but-last (what agrees with all feedback but the last), or second-free
(candidates, but for the second guess, which may be any code); or, as for measure,
answers, hard-strict or hard.

When the search is stopped, by Ctrl-C or --time-limit, what has been proved is
printed: a lower and an upper bound, with the best tree found. The exit code is 0
only if all is proved, or if a search with --width has come to its end. --tree
writes the tree, which "codebreak check" verifies independently.

Where a proof is out of reach, --width N (with the objective total) tries no more
than N guesses, the most promising, at every set of more than 32 candidates: first
one, then two, four and so on, so that the tree gets better with time. The outcome
is an upper bound with its tree, and a lower bound. --tree is written whenever the
tree gets better, and --resume goes on from it.

--first-guesses finds the least total from every kind of first guess.`,
		Example: `  codebreak solve bc4x8
  codebreak solve mm4x6 objective=total --tree mm4x6.json
  codebreak solve mm4x6 total max-depth=5 --json
  codebreak solve mm4x6 total --first-guesses
  codebreak solve bc4x10 worst,count --time-limit 30m
  codebreak solve bc4x11 total --width 16 --tree bc4x11.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, pair := range [][]string{{"outline", "log"}, {"width", "log"}, {"width", "audit"}} {
				if err := exclusive(cmd, pair...); err != nil {
					return err
				}
			}
			problem, err := a.parseProblem(cmd, args)
			if err != nil {
				return err
			}
			if err := wanted.check(cmd, problem.Game); err != nil {
				return err
			}
			if audit {
				if err := optimal.CheckAudit(problem); err != nil {
					return usageError{err}
				}
			}
			if everyFirst {
				if err := checkFirstGuesses(cmd, problem); err != nil {
					return err
				}
				return a.solveFirstGuesses(cmd.Context(), cmd.OutOrStdout(), problem, wanted.format)
			}
			if err := within.check(cmd, problem); err != nil {
				return err
			}
			return a.solve(cmd, problem, within, wanted, audit)
		},
	}
	flags := cmd.Flags()
	flags.String("game", "", "game, such as twod5 or mm4x6")
	flags.String("objective", string(leastWorst), "which tree is better")
	flags.String("first", "", "first guess (default: any)")
	flags.String("max-depth", "", "guesses that each secret may take at most (default: any number)")
	flags.String("pool", string(strategy.All), "codes that may be guessed")
	complete(cmd, "objective", append([]string{string(leastWorst)}, texts(optimal.Objectives())...))
	wanted.addTo(cmd)
	flags.IntVar(&within.width, "width", 0, "how many guesses are tried at a large set of candidates (default: all, for a proof)")
	flags.StringVar(&within.resume, "resume", "", "with --width: a file with a tree of the game to begin with")
	flags.BoolVar(&everyFirst, "first-guesses", false, "find the least total from every kind of first guess")
	flags.BoolVar(&wanted.log, "log", false, "print for each first guess why it is not better")
	flags.BoolVar(&audit, "audit", false, "derive the bounds of the first guesses again by the simplest method; for small games")
	return cmd
}

// widthFlags limit a search that is not to prove anything.
type widthFlags struct {
	width  int    // 0 for none
	resume string // a file with a tree
}

func (f widthFlags) check(cmd *cobra.Command, p optimal.Problem) error {
	switch flags := cmd.Flags(); {
	case flags.Changed("width"):
		if err := optimal.CheckWidth(p, f.width); err != nil {
			return usagef("--width: %w", err)
		}
	case flags.Changed("resume"):
		return usagef("--resume is for a search with --width")
	}
	return nil
}

// parseProblem reads a problem, and refuses what cannot be searched or does not fit the
// memory.
func (a *app) parseProblem(cmd *cobra.Command, args []string) (p optimal.Problem, err error) {
	fields, err := fieldsOf(cmd, args, problemKeys, "")
	if err != nil {
		return p, err
	}
	ph, err := parsePhrase(fields)
	if err != nil {
		return p, usageError{err}
	}
	if len(ph.words) == 0 {
		return p, usagef("%q has no game; it must begin with one, such as mm4x6", strings.Join(fields, " "))
	}
	name, err := a.words.gameName(ph.words[0])
	if err != nil {
		return p, usageError{err}
	}
	for _, word := range ph.words[1:] {
		key := "pool"
		if word == string(leastWorst) || slices.Contains(optimal.Objectives(), optimal.Objective(word)) {
			key = "objective"
		} else if word == optimum {
			continue
		}
		if ph.values[key] != "" {
			return p, usagef("%q: %s is given twice", strings.Join(fields, " "), key)
		}
		ph.values[key] = word
	}
	if objective := ph.values["objective"]; objective == "" || objective == string(leastWorst) {
		return a.leastWorstProblem(cmd, name, ph)
	}
	p, err = ph.problem(name, "")
	if err == nil {
		err = a.env().CheckProblem(p)
	}
	if err != nil {
		err = usageError{err}
	}
	return p, err
}

// leastWorstProblem reads the problem of the least worst case, which has no choices.
func (a *app) leastWorstProblem(cmd *cobra.Command, name string, ph phrase) (p optimal.Problem, err error) {
	p.Objective, p.Pool = leastWorst, strategy.All
	if p.Game, err = game.Parse(name); err == nil {
		err = a.env().CheckWorstCase(p.Game)
	}
	if err != nil {
		return p, usageError{err}
	}
	delete(ph.values, "objective")
	for key := range ph.values {
		if err := ph.allow(problemKeys); err != nil {
			return p, usageError{err}
		}
		return p, usagef("%s does not go with the objective %s; try worst,total", key, leastWorst)
	}
	for _, flag := range []string{"log", "audit"} {
		if cmd.Flags().Changed(flag) {
			return p, usagef("--%s does not go with the objective %s; try worst,total", flag, leastWorst)
		}
	}
	return p, nil
}

// solve searches, and prints what is proved.
func (a *app) solve(cmd *cobra.Command, p optimal.Problem, within widthFlags, wanted answerFlags, audit bool) error {
	ctx := cmd.Context()
	began := time.Now()
	var answer optimal.Answer
	var err error
	switch {
	case p.Objective == leastWorst:
		answer, err = a.leastWorst(ctx, p.Game)
	case within.width > 0:
		answer, err = a.solveWithin(ctx, p, within, a.keepTree(ctx, wanted))
	default:
		answer, err = a.search(ctx, p)
	}
	switch {
	case err != nil && !optimal.Interrupted(err):
		return usageError{err}
	case answer.Impossible:
		return noTree(p.Spec())
	}
	text := fmt.Sprintf("searched in %.3f s", time.Since(began).Seconds())
	if answer.Nodes > 0 {
		text += fmt.Sprintf(": %s sets of candidates", humanize.Comma(answer.Nodes))
	}
	a.say("%s", text)
	last, done := closing(ctx)
	defer done()
	if answer.Tree != nil {
		if _, err := tree.Check(last, answer.Tree); optimal.Interrupted(err) {
			a.warn("stopped before the tree was checked")
		} else if err != nil {
			return fmt.Errorf("the tree found is wrong: %w", err)
		}
	}
	err = wanted.show(last, cmd.OutOrStdout(), p.Spec(), answer)
	if optimal.Interrupted(err) {
		return interrupted(ctx, "the tree is not written")
	}
	if err != nil {
		return err
	}
	if !answer.Proved && within.width > 0 && ctx.Err() == nil {
		if answer.Tree == nil {
			return fmt.Errorf("no tree of at most %d guesses was found with width %d", p.MaxDepth, within.width)
		}
		return nil
	}
	if !answer.Proved {
		if audit {
			a.say("not audited: the search was stopped before its end")
		}
		return interrupted(ctx, "what has been proved is printed")
	}
	if !audit {
		return nil
	}
	err = optimal.Audit(ctx, p, answer)
	if optimal.Interrupted(err) {
		return interrupted(ctx, "the audit has not come to its end")
	}
	if err == nil {
		a.say("audited: the bounds of all first guesses hold")
	}
	return err
}

// searching are the options of a search.
func (a *app) searching(p optimal.Problem) optimal.Options {
	return optimal.Options{Workers: a.workers, Memory: a.env().TableMemory(p), Progress: a.searchProgress(time.Now())}
}

// search searches for the best tree.
func (a *app) search(ctx context.Context, p optimal.Problem) (optimal.Answer, error) {
	defer a.clearProgress()
	return optimal.Solve(ctx, p, a.searching(p))
}

// solveWithin searches with a width, from a tree in a file if one is named.
func (a *app) solveWithin(ctx context.Context, p optimal.Problem, f widthFlags, better func(*tree.Tree)) (optimal.Answer, error) {
	var known *tree.Tree
	if f.resume != "" {
		c, err := a.readTree(ctx, f.resume, p.Game.String())
		if err != nil {
			return optimal.Answer{}, err
		}
		known = c.tree
	}
	o := a.searching(p)
	o.Better = better
	defer a.clearProgress()
	return optimal.SolveWithin(ctx, p, f.width, known, o)
}

// keepTree returns a function that writes the best tree so far to the file for it, every
// some seconds, so that a search that is killed has left one; nil if there is no file.
// What cannot be written is told once.
func (a *app) keepTree(ctx context.Context, f answerFlags) func(*tree.Tree) {
	if f.treeFile == "" {
		return nil
	}
	const every = 10 * time.Second
	var last time.Time
	failed := false
	return func(t *tree.Tree) {
		if failed || time.Since(last) < every {
			return
		}
		last = time.Now()
		if err := f.writeTree(ctx, t); err != nil && ctx.Err() == nil {
			failed = true
			a.warn("the tree so far is not kept: " + err.Error())
		}
	}
}

// noTree says that it is proved that there is no tree.
func noTree(s optimal.ProblemSpec) error {
	text := "no strategy for " + s.Game
	if s.First != "" {
		text += " that begins with " + s.First
	}
	if s.MaxDepth > 0 {
		return usagef("%s takes at most %d guesses; proved", text, s.MaxDepth)
	}
	return usagef("%s finds every secret; proved", text)
}

// leastWorst finds the least worst case of a game, beginning with a one-step
// strategy.
func (a *app) leastWorst(ctx context.Context, g game.Game) (optimal.Answer, error) {
	defer a.clearProgress()
	o := worstcase.Options{Workers: a.workers, Memory: a.env().WorstCaseMemory(g), Progress: a.worstCaseProgress(time.Now())}
	x, err := notebook.LeastWorst{Game: g.String()}.Start().Parse()
	if err == nil {
		o.Known, _, err = x.Play(ctx, tree.Options{Workers: a.workers})
	}
	if err != nil && !optimal.Interrupted(err) {
		return optimal.Answer{}, err
	}
	w, err := worstcase.Solve(ctx, g, o)
	return optimal.Answer{
		Tree: w.Tree, Proved: w.Lower == w.Guesses,
		Ranges: []optimal.Range{{Name: "worst", Lower: w.Lower, Upper: w.Guesses}},
	}, err
}

// searchProgress returns a function that shows how far a search has come, on
// one line of a terminal.
func (a *app) searchProgress(began time.Time) func(optimal.Progress) {
	if !a.onTerminal() {
		return nil
	}
	return func(p optimal.Progress) {
		elapsed := time.Since(began)
		a.progressLine(elapsed, "%s, %s left, between %s and %s, %s sets, %s a second", p.Stage, english.Plural(p.FirstGuesses, "first guess", "first guesses"), p.Lower, p.Upper, humanize.Comma(p.Nodes), humanize.Comma(int64(float64(p.Nodes)/max(elapsed.Seconds(), 0.001))))
	}
}

// worstCaseProgress is searchProgress for the least worst case.
func (a *app) worstCaseProgress(began time.Time) func(worstcase.Progress) {
	if !a.onTerminal() {
		return nil
	}
	shown := time.Time{}
	return func(p worstcase.Progress) {
		if time.Since(shown) < 100*time.Millisecond {
			return
		}
		shown = time.Now()
		a.progressLine(shown.Sub(began), "%s", worstCaseStage(p))
	}
}

// worstCaseStage says where a search is.
func worstCaseStage(p worstcase.Progress) string {
	text := english.Plural(p.Guesses, "guess", "guesses")
	if p.Guesses > 1 {
		text = fmt.Sprintf("%s ruled out; %d", english.Plural(p.Guesses-1, "guess", "guesses"), p.Guesses)
	}
	if p.All {
		text += " by all choices"
	} else {
		text += " by the most promising choices"
	}
	text += fmt.Sprintf(", first guess %d of %d", p.First, p.Firsts)
	if p.Second > 0 {
		text += fmt.Sprintf(", second %d of %d", p.Second, p.Seconds)
	}
	return text
}

// onTerminal reports whether there is a terminal that progress can be shown on.
func (a *app) onTerminal() bool {
	_, ok := terminal(a.stderr)
	return ok && !a.quiet
}

const eraseLine = "\r\033[K"

// progressLine replaces the line of progress.
func (a *app) progressLine(elapsed time.Duration, format string, args ...any) {
	fmt.Fprintf(a.stderr, eraseLine+"%s: "+format, append([]any{elapsed.Round(time.Second)}, args...)...)
}

func (a *app) clearProgress() {
	if a.onTerminal() {
		fmt.Fprint(a.stderr, eraseLine)
	}
}

// answerFlags say what is wanted of the answer to a problem.
type answerFlags struct {
	treeFile     string
	written      formatFlag
	format       string // as written says
	outline, log bool
}

func (f *answerFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.treeFile, "tree", "", "file that the tree is written to, in the compact notation if it ends in .txt, else as JSON")
	flags.BoolVar(&f.outline, "outline", false, "print the tree as an indented outline")
	f.written.addTo(cmd)
}

// check returns an error if the tree could not be written where it is wanted,
// before the search for it begins.
func (f *answerFlags) check(cmd *cobra.Command, g game.Game) (err error) {
	if f.format, err = f.written.read(cmd); err != nil {
		return err
	}
	if f.format != formatText && (f.outline || f.log) {
		return usagef("--outline and --log are for people; they do not go with --format %s", f.format)
	}
	if !cmd.Flags().Changed("tree") {
		return nil
	}
	if f.compact() && !tree.Notated(g) && !tree.Columned(g) {
		return usagef("--tree: %s asks for the compact notation, which is for peg games, and %s is not one; name a .json file", f.treeFile, g)
	}
	if err := checkOutput(f.treeFile); err != nil {
		return usagef("--tree: %w", err)
	}
	return nil
}

// compact reports whether the tree is wanted in compact notation.
func (f answerFlags) compact() bool { return filepath.Ext(f.treeFile) == ".txt" }

// show prints an answer, and writes its tree.
func (f answerFlags) show(ctx context.Context, out io.Writer, s optimal.ProblemSpec, a optimal.Answer) error {
	if err := f.print(ctx, out, s, a, f.format); err != nil {
		return err
	}
	if f.treeFile == "" || a.Tree == nil {
		return nil
	}
	return f.writeTree(ctx, a.Tree)
}

// writeTree writes a tree to the file for it.
func (f answerFlags) writeTree(ctx context.Context, t *tree.Tree) error {
	write := t.WriteJSON
	if f.compact() {
		write = t.WriteNotation
		if tree.Columned(t.Game) {
			write = t.WriteColumns
		}
	}
	if err := store.StreamFile(f.treeFile, func(w io.Writer) error { return write(interruptible{ctx, w}) }); err != nil {
		return fmt.Errorf("%s cannot be written: %w", f.treeFile, store.Cause(err))
	}
	return nil
}

// A solution is what a search found and proved: the outcome of its tree, if there is one.
type solution struct {
	outcome
	Objective optimal.Objective `json:"objective"`
	Pool      strategy.Pool     `json:"pool"`
	MaxDepth  int               `json:"max_depth,omitempty"`
	Proved    bool              `json:"proved"`
	Ranges    []optimal.Range   `json:"ranges"`
}

func newSolution(s optimal.ProblemSpec, a optimal.Answer) solution {
	none := maybe(math.NaN())
	o := outcome{Kind: ofOptimum, Game: s.Game, First: s.First, Until: "solved", Total: none, Mean: none, Stddev: none}
	if a.Tree != nil {
		o = outcomeOf(ofOptimum, "", nil, a.Tree)
	}
	o.Name = optimum
	if !a.Proved {
		o.Name, o.Kind = "best known", ofTree
	}
	return solution{o, s.Objective, s.Pool, s.MaxDepth, a.Proved, a.Ranges}
}

// json is one flat object.
func (s solution) json() any { return s }

// table is what a spreadsheet reads: the histogram.
func (s solution) table() *report.Table {
	return comparison{Subjects: []outcome{s.outcome}}.table()
}

// print says what is proved, and what the tree found takes.
func (s solution) print(p *paper) {
	if s.Objective == leastWorst && s.Proved {
		p.say("%s: the least possible worst case is %d (proved: no strategy solves all secrets within %d).", s.Game, s.Worst, s.Worst-1)
		p.say("A tree that needs no more begins with %s; secrets by guesses: %s", s.First, s.counts())
		return
	}
	p.say("%s: %s.", s.Game, formatRanges(s.Ranges, s.tree != nil))
	if s.tree != nil {
		p.say("The tree begins with %s: total %.0f, mean %s, worst case %d; secrets by guesses: %s",
			s.First, float64(s.Total), s.meanText(), s.Worst, s.counts())
	}
	if p.Pasted() && s.tree != nil {
		s.printHistogram(p)
	}
}

func (f answerFlags) print(ctx context.Context, out io.Writer, s optimal.ProblemSpec, a optimal.Answer, format string) error {
	if err := write(out, format, newSolution(s, a)); err != nil {
		return err
	}
	if f.outline && a.Tree != nil {
		if err := a.Tree.WriteOutline(interruptible{ctx, out}); err != nil {
			return err
		}
	}
	if f.log {
		g, err := game.Parse(s.Game)
		if err != nil {
			return err
		}
		t := report.NewTable(a.First, []report.Column[optimal.Refutation]{
			{Title: "search for", Value: func(r optimal.Refutation) any { return r.Stage }},
			{Title: "first guess", Value: func(r optimal.Refutation) any { return g.FormatCode(r.Guess) }},
			{Title: "costs at least", Align: report.Right, Value: func(r optimal.Refutation) any { return r.Cost }},
			{Title: "by", Value: func(r optimal.Refutation) any { return r.By }},
		})
		return t.Show(out, viewOf(out, format))
	}
	return nil
}

// formatRanges says what is proved.
func formatRanges(ranges []optimal.Range, found bool) string {
	var parts []string
	for _, r := range ranges {
		switch {
		case r.Proved():
			parts = append(parts, fmt.Sprintf("least %s %d (proved)", r.Name, r.Upper))
		case !found:
			parts = append(parts, fmt.Sprintf("least %s at least %d (not proved)", r.Name, r.Lower))
		default:
			parts = append(parts, fmt.Sprintf("least %s between %d and %d (not proved)", r.Name, r.Lower, r.Upper))
		}
	}
	return strings.Join(parts, ", ")
}
