package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
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
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/store"
	"codebreak/report"
)

// leastWorst is the objective that looks for the least worst case only, by a
// search of its own.
const leastWorst optimal.Objective = "worst"

func (a *app) solveCommand() *cobra.Command {
	var spec optimal.ProblemSpec
	var wanted answerFlags
	var within widthFlags
	var audit, everyFirst bool
	var x running
	cmd := &cobra.Command{
		Use:   "solve --game GAME",
		Short: "Find an optimal strategy for a game, and prove it optimal",
		Long: `Find an optimal decision tree of a game, and prove that none is better. The
objective says which tree is better:

  worst              least worst case (fast, but says nothing about the total)
  total              least sum of guesses over all secrets
  total,worst,count  of these the least worst case, then the fewest secrets at it
  worst,total        least worst case, then least total
  worst,count        least worst case, then fewest secrets at it, then least total

--pool says which codes may be guessed: all, consistent (candidates only),
consistent-but-last (what agrees with all answers but the last), or second-free
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

--first-guesses finds the least total from every kind of first guess.

A long search is split with --shard 2/8, which solves the second of eight shares of
its parts, or with --results DIR, which solves all of them: what is solved is kept in
the results folder, so that a search that was stopped goes on there. Results of
several machines are put together by "codebreak merge". When all shares are solved,
the same command without --shard puts the answer together, which is that of one
search.`,
		Example: `  codebreak solve --game twod5
  codebreak solve --game mm4x6 --objective total --tree mm4x6.json
  codebreak solve --game mm4x6 --objective total --max-depth 5
  codebreak solve --game mm4x6 --objective total --first-guesses
  codebreak solve --game bc4x10 --objective worst,count --time-limit 30m
  codebreak solve --game bc4x11 --objective total --width 16 --tree bc4x11.json
  codebreak solve --game bc4x10 --objective worst,count --shard 2/8 --results bc4x10
  codebreak solve --game bc4x10 --objective worst,count --results bc4x10`,
		Args: noArguments,
	}
	cmd.RunE = func(*cobra.Command, []string) error {
		problem, err := a.parseProblem(cmd, &spec)
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
			return a.solveFirstGuesses(cmd.Context(), cmd.OutOrStdout(), problem, wanted.asJSON)
		}
		if err := within.check(cmd, problem); err != nil {
			return err
		}
		if cmd.Flags().Changed("shard") || cmd.Flags().Changed("results") {
			return a.solveSplit(cmd, problem, x, wanted)
		}
		return a.solve(cmd, problem, within, wanted, audit)
	}
	problemFlags(cmd, &spec)
	wanted.addTo(cmd)
	flags := cmd.Flags()
	flags.IntVar(&within.width, "width", 0, "how many guesses are tried at a large set of candidates (default: all, for a proof)")
	flags.StringVar(&within.resume, "resume", "", "with --width: a file with a tree of the game to begin with")
	flags.BoolVar(&everyFirst, "first-guesses", false, "find the least total from every kind of first guess")
	flags.BoolVar(&wanted.log, "log", false, "print for each first guess why it is not better")
	flags.BoolVar(&audit, "audit", false, "derive the bounds of the first guesses again by the simplest method; for small games")
	cmd.MarkFlagsMutuallyExclusive("json", "log")
	cmd.MarkFlagsMutuallyExclusive("width", "log")
	cmd.MarkFlagsMutuallyExclusive("width", "audit")
	flags.StringVar(&x.share, "shard", "", "solve a share of the parts of the search, such as 2/8, into the results folder")
	reuseFlag(flags, &x.reuse)
	for _, name := range []string{"width", "log", "audit", "first-guesses", "json", "outline", "tree"} {
		cmd.MarkFlagsMutuallyExclusive("shard", name)
	}
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

// problemFlagNames are those of the flags that choose a problem.
var problemFlagNames = []string{"game", "objective", "first", "max-depth", "pool"}

// problemFlags lets a command choose a problem.
func problemFlags(cmd *cobra.Command, s *optimal.ProblemSpec) {
	flags := cmd.Flags()
	flags.StringVar(&s.Game, "game", "", "game, such as twod5 or mm4x6 (required)")
	flags.StringVar((*string)(&s.Objective), "objective", string(leastWorst), "which tree is better")
	flags.StringVar(&s.First, "first", "", "first guess (default: any)")
	flags.IntVar(&s.MaxDepth, "max-depth", 0, "guesses that each secret may take at most (default: any number)")
	flags.StringVar((*string)(&s.Pool), "pool", string(strategy.All), "codes that may be guessed")
	objectives := []string{string(leastWorst)}
	for _, o := range optimal.Objectives() {
		objectives = append(objectives, string(o))
	}
	// It fails only for a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc("objective", cobra.FixedCompletions(objectives, cobra.ShellCompDirectiveNoFileComp))
}

// parseProblem reads a problem, which it also writes as the engine does, and
// refuses what cannot be searched or does not fit the memory.
func (a *app) parseProblem(cmd *cobra.Command, s *optimal.ProblemSpec) (p optimal.Problem, err error) {
	flags := cmd.Flags()
	switch {
	case !flags.Changed("game"):
		return p, usagef("%s needs --game; see %s --help", cmd.Name(), cmd.CommandPath())
	case flags.Changed("first") && s.First == "":
		return p, usagef("--first is empty; leave it out for any first guess")
	case flags.Changed("max-depth") && s.MaxDepth < 1:
		return p, usagef("--max-depth is %d; it must be at least 1", s.MaxDepth)
	}
	if s.Objective == leastWorst {
		p.Objective, p.Pool = s.Objective, s.Pool
		if p.Game, err = game.Parse(s.Game); err != nil {
			return p, usageError{err}
		}
		for _, name := range []string{"first", "max-depth", "pool", "log", "audit"} {
			if flags.Changed(name) {
				return p, usagef("--%s does not go with --objective %s; try worst,total", name, leastWorst)
			}
		}
	} else if p, err = s.Parse(); err != nil {
		if !slices.Contains(optimal.Objectives(), s.Objective) && p.Game != nil {
			err = fmt.Errorf("%w; or %s", err, leastWorst)
		}
		return p, usageError{err}
	}
	if s.Objective == leastWorst {
		err = ask.CheckSearch(a.env(), p.Game)
	} else {
		err = ask.CheckProblem(a.env(), p)
	}
	if err != nil {
		return p, usageError{err}
	}
	*s = p.Spec()
	return p, nil
}

// solveSplit solves a search by its parts, which the results folder keeps, or a share
// of them.
func (a *app) solveSplit(cmd *cobra.Command, p optimal.Problem, x running, wanted answerFlags) error {
	ctx := cmd.Context()
	for _, name := range []string{"width", "log", "audit"} {
		if cmd.Flags().Changed(name) {
			return usagef("--%s does not go with --results, which has the search solved by its parts", name)
		}
	}
	var share store.Share
	if cmd.Flags().Changed("shard") {
		var err error
		if share, err = store.ParseShare(x.share); err != nil {
			return usagef("--shard: %w", err)
		}
	}
	if err := checkSplit(p); err != nil {
		return err
	}
	r := a.runner(nil, x)
	if err := claim(r.Folder); err != nil {
		return err
	}
	r.Answered = func(t notebook.Task, _ any, seconds float64) error {
		if seconds > 0 {
			a.say("%s: %.3f s", t.Name, seconds)
		}
		return nil
	}
	answer, done, err := ask.SolveSplit(ctx, r, p.Spec(), share)
	a.sayUsage(r.Store.Usage())
	switch {
	case optimal.Interrupted(err):
		return interrupted(ctx, "what is solved is kept, and the same command goes on there")
	case err != nil:
		return err
	case answer.Impossible:
		return noTree(p.Spec())
	case !done:
		a.say("share %s is complete", share)
		return nil
	}
	if _, err := tree.Check(ctx, answer.Tree); err != nil {
		return fmt.Errorf("the tree put together is wrong: %w", err)
	}
	return wanted.show(ctx, cmd.OutOrStdout(), p.Spec(), answer)
}

// checkSplit refuses a search that cannot be split.
func checkSplit(p optimal.Problem) error {
	if p.Objective == leastWorst {
		return usagef("objective %s cannot be split; try %s", leastWorst, optimal.WorstTotal)
	}
	if err := optimal.CheckSplit(p); err != nil {
		return usageError{err}
	}
	return nil
}

// claim makes sure that a folder is a results folder, new or old, whose store can
// be written.
func claim(f notebook.Folder) error {
	err := f.Claim()
	if err == nil {
		err = store.CheckFolders(f.Store())
	}
	if err != nil {
		return usageError{err}
	}
	return nil
}

// solve searches, and prints what is proved.
func (a *app) solve(cmd *cobra.Command, p optimal.Problem, within widthFlags, wanted answerFlags, audit bool) error {
	ctx := cmd.Context()
	began := time.Now()
	var answer optimal.Answer
	var err error
	switch o := (optimal.Options{Workers: a.workers, Memory: ask.TableMemory(a.env(), p), Progress: a.searchProgress(began)}); {
	case p.Objective == leastWorst:
		answer, err = a.leastWorst(ctx, p.Game)
	case within.width > 0:
		o.Better = a.keepTree(ctx, wanted)
		answer, err = a.solveWithin(ctx, p, within, o)
	default:
		answer, err = optimal.Solve(ctx, p, o)
	}
	a.clearProgress()
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

// solveWithin searches with a width, from a tree in a file if one is named.
func (a *app) solveWithin(ctx context.Context, p optimal.Problem, f widthFlags, o optimal.Options) (optimal.Answer, error) {
	var known *tree.Tree
	if f.resume != "" {
		c, err := a.readTree(ctx, f.resume, p.Game.String())
		if err != nil {
			return optimal.Answer{}, err
		}
		known = c.tree
	}
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
	o := worstcase.Options{Workers: a.workers, Memory: ask.SearchCache(a.env(), g, worstcase.DefaultMemory), Progress: a.worstCaseProgress(time.Now())}
	x, err := ask.LeastWorst{Game: g.String()}.Start().Parse()
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
	treeFile             string
	outline, asJSON, log bool
}

func (f *answerFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.treeFile, "tree", "", "file that the tree is written to, in the compact notation if it ends in .txt, else as JSON")
	flags.BoolVar(&f.outline, "outline", false, "print the tree as an indented outline")
	flags.BoolVar(&f.asJSON, "json", false, "print one JSON object")
	cmd.MarkFlagsMutuallyExclusive("json", "outline")
}

// check returns an error if the tree could not be written where it is wanted,
// before the search for it begins.
func (f answerFlags) check(cmd *cobra.Command, g game.Game) error {
	if !cmd.Flags().Changed("tree") {
		return nil
	}
	if f.compact() && !tree.Notated(g) && !tree.Columned(g) {
		return usagef("--tree: %s asks for the compact notation, which is for peg games, and %s is none; name a .json file", f.treeFile, g)
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
	if err := f.print(ctx, out, s, a); err != nil {
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

// answered is what solve --json prints. Programs read it: its keys stay as they
// are.
type answered struct {
	Game      string            `json:"game"`
	Objective optimal.Objective `json:"objective"`
	Pool      strategy.Pool     `json:"pool"`
	MaxDepth  int               `json:"max_depth,omitempty"`
	First     string            `json:"first,omitempty"`
	Proved    bool              `json:"proved"`
	Ranges    []optimal.Range   `json:"ranges"`
	Total     int               `json:"total,omitempty"`
	Mean      float64           `json:"mean,omitempty"`
	Worst     int               `json:"worst,omitempty"`
	Histogram []int             `json:"histogram,omitempty"`
}

func newAnswered(s optimal.ProblemSpec, a optimal.Answer) answered {
	var figures tree.Figures
	first := ""
	if a.Tree != nil {
		figures, first = tree.Measure(a.Tree).Hit, a.Tree.Game.FormatCode(a.Tree.Root.Guess)
	}
	return answered{s.Game, s.Objective, s.Pool, s.MaxDepth, first, a.Proved, a.Ranges, figures.Total, figures.Mean, figures.Worst, figures.Histogram}
}

func (f answerFlags) print(ctx context.Context, out io.Writer, s optimal.ProblemSpec, a optimal.Answer) error {
	found := newAnswered(s, a)
	if f.asJSON {
		return json.NewEncoder(out).Encode(found)
	}
	var text bytes.Buffer
	if s.Objective == leastWorst && a.Proved {
		fmt.Fprintf(&text, "%s: the least possible worst case is %d (proved: no strategy does with %d).\nA tree that needs no more starts with %s; secrets by guesses: %s\n",
			s.Game, found.Worst, found.Worst-1, found.First, report.Histogram(found.Histogram))
	} else {
		fmt.Fprintf(&text, "%s: %s.\n", s.Game, formatRanges(a))
		if a.Tree != nil {
			fmt.Fprintf(&text, "The tree begins with %s: total %d, mean %s, worst case %d; secrets by guesses: %s\n",
				found.First, found.Total, report.Mean(found.Mean), found.Worst, report.Histogram(found.Histogram))
		}
	}
	if _, err := out.Write(text.Bytes()); err != nil {
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
		return t.Show(out, viewOf(out, false))
	}
	return nil
}

// formatRanges says what is proved.
func formatRanges(a optimal.Answer) string {
	var parts []string
	for _, r := range a.Ranges {
		switch {
		case r.Proved():
			parts = append(parts, fmt.Sprintf("least %s %d (proved)", r.Name, r.Upper))
		case a.Tree == nil:
			parts = append(parts, fmt.Sprintf("least %s at least %d (not proved)", r.Name, r.Lower))
		default:
			parts = append(parts, fmt.Sprintf("least %s between %d and %d (not proved)", r.Name, r.Lower, r.Upper))
		}
	}
	return strings.Join(parts, ", ")
}
