// Package solve has the commands that search and prove: solve finds the best tree of a game,
// static the fewest questions that identify every secret if all are asked in advance, and
// openings the best few guesses that are fixed in advance; check replays a tree, or a set of
// questions.
package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/partition"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/wording"
	"codebreak/experiments/base"
	"codebreak/experiments/measure"
	"codebreak/experiments/notebook"
	"codebreak/experiments/notebook/ask"
	"codebreak/experiments/store"
	"codebreak/report"
)

func Command(a *base.App) *cobra.Command {
	f := &solveFlags{app: a}
	cmd := base.NewCommand("solve", nil, f.run)
	ProblemFlags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.treeFile, "tree", "", "file for the best tree so far: compact notation if it ends in .txt, else JSON")
	flags.StringVar(&f.proofFile, "proof", "", "file for a proof of the lower bound, which check verifies")
	flags.IntVar(&f.bound, "bound", 0, "with --proof: a total to prove to be a lower bound, without a search for the least")
	flags.BoolVar(&f.outline, "outline", false, "print the tree as an indented outline")
	f.AddTo(cmd)
	flags.IntVar(&f.width, "width", 0, "number of guesses to try at a large set of candidates (default: all, for a proof)")
	flags.StringVar(&f.resume, "resume", "", "with --width: a file with a tree to start from")
	flags.BoolVar(&f.everyFirst, "first-guesses", false, "find the least total from every kind of first guess")
	flags.BoolVar(&f.log, "log", false, "print for each first guess why it is not better")
	flags.BoolVar(&f.audit, "audit", false, "check the bounds of the first guesses by the simplest method; for small games")
	flags.StringVar(&a.Results, "results", a.Results, "split the search into parts, and keep them in this results folder")
	flags.Lookup("results").DefValue = ""

	measure.WeightsFlag(a, cmd)
	flags.StringVar(&f.share, "shard", "", "solve only a share of the parts, such as 2/8")
	base.ReuseFlag(flags, &f.reuse)
	return cmd
}

// run solves the problem of the command line in the way that the flags ask for.
func (f *solveFlags) run(cmd *cobra.Command, args []string) error {
	words, err := measure.WordsOf(cmd, args, "")
	if err != nil {
		return err
	}
	if slices.ContainsFunc(words.Choices, isAbsurdle) {
		return solveAbsurdle(f.app, cmd, words, f.FormatFlag)
	}
	p, err := ParseProblem(f.app, words)
	if err == nil {
		err = f.check(cmd, p)
	}
	if err == nil {
		f.weights, err = measure.ReadWeights(cmd.Context(), f.app, p.Game)
	}

	switch {
	case err != nil:
		return err
	case base.Given(cmd, "bound"):
		return f.proveBound(cmd, p)
	case base.Given(cmd, "shard") || base.Given(cmd, "results"):
		return f.solveSplit(cmd, p)
	case f.everyFirst:
		return f.solveFirstGuesses(cmd, p)
	}
	return f.solveOne(cmd, p)
}

// ProblemFlags adds the flags for the parts of a problem to a command.
func ProblemFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.String("game", "", "game, such as twod5 or mm4x6")
	flags.String("objective", string(optimal.Total), "what to minimise")
	flags.String("first", "", "first guess (default: any)")
	flags.String("max-depth", "", "most guesses that a secret may take (default: any number)")
	flags.String("pool", string(strategy.All), "codes that may be guessed")
	base.Complete(cmd, "objective", objectives())
}

// objectives lists the objectives of solve.
func objectives() []optimal.Objective {
	return append([]optimal.Objective{measure.LeastWorst}, optimal.Objectives()...)
}

// solveFlags say how a problem is solved, and how the result is written.
type solveFlags struct {
	app        *base.App
	treeFile   string
	resume     string // file of a tree
	proofFile  string
	bound      int // to prove; 0 for what the search finds
	width      int // 0 for none
	outline    bool
	log        bool
	audit      bool
	everyFirst bool
	share      string // of the parts of a search that is split
	reuse      bool   // parts that another version of the engine solved
	weights    []int  // of the secrets; nil if all count the same
	base.FormatFlag
}

// check refuses flags that contradict each other or the problem, and a file that cannot be written,
// before the search begins.
func (f *solveFlags) check(cmd *cobra.Command, p optimal.Problem) error {
	if err := f.checkTogether(cmd, p); err != nil {
		return err
	}
	if err := f.checkProvable(cmd, p); err != nil {
		return err
	}

	var err error
	switch {
	case f.audit:
		err = base.Usage(optimal.CheckAudit(p))
	case base.Given(cmd, "width"):
		err = base.UsageOf("--width", optimal.CheckWidth(p, f.width))
	case base.Given(cmd, "resume"):
		err = base.Usagef("--resume is for a search with --width")
	}

	if err != nil || !base.Given(cmd, "tree") {
		return err
	}

	if f.proofFile != "" && filepath.Clean(f.treeFile) == filepath.Clean(f.proofFile) {
		return base.Usagef("--tree and --proof name the same file, %s", f.proofFile)
	}
	if f.compact() && !tree.Notated(p.Game) && !tree.Columned(p.Game) {
		return base.Usagef("--tree: %s asks for compact notation, which is for peg games, not for %s; name a .json file", f.treeFile, p.Game)
	}
	return base.UsageOf("--tree", base.CheckOutput(f.treeFile))
}

// checkTogether refuses flags that contradict each other or the problem.
func (f *solveFlags) checkTogether(cmd *cobra.Command, p optimal.Problem) error {
	for _, flags := range [][]string{
		{"outline", "log"},
		{"width", "log", "audit"},
		{"first-guesses", "tree", "outline", "log", "audit", "width", "resume"},
		{"shard", "width", "log", "audit", "first-guesses", "format", "json", "csv", "outline", "tree"},
		{"results", "width", "log", "audit", "first-guesses"},
		{"proof", "width", "first-guesses", "results", "weights"},
		{"bound", "tree", "outline", "log", "audit"},
		{"weights", "results", "shard", "width", "log", "audit", "first-guesses"},
	} {
		if err := base.Excludes(cmd, flags[0], flags[1:]...); err != nil {
			return err
		}
	}

	switch whole := base.Given(cmd, "proof"); {
	case base.Given(cmd, "bound") && !whole:
		return base.Usagef("--bound is for a proof; name its file with --proof")
	case base.Given(cmd, "bound") && p.Objective != optimal.Total:
		return base.Usagef("--bound is a bound of the total; drop the objective %s", p.Objective)
	case whole && base.Given(cmd, "shard") && !base.Given(cmd, "bound"):
		return base.Usagef("--proof is written in shares only of a total that is known; name it with --bound")
	}
	if f.Format != base.FormatText && (f.outline || f.log) {
		return base.Usagef("--outline and --log write text for people; drop --format %s", f.Format)
	}
	weighable := p.Objective == optimal.Total && p.Pool == strategy.All && p.MaxDepth == 0
	if base.Given(cmd, "weights") && !weighable {
		return base.Usagef("--weights needs the objective %s, pool %s and no greatest depth", optimal.Total, strategy.All)
	}
	if p.Objective == measure.LeastWorst && (f.log || f.audit) {
		return base.Usagef("--log and --audit do not work for the objective %s; use worst,total", measure.LeastWorst)
	}
	if f.everyFirst && (p.Objective != optimal.Total || p.First != nil) {
		return base.Usagef("--first-guesses needs the objective %s; drop any first guess", optimal.Total)
	}
	return nil
}

// ParseProblem reads a problem, and refuses a search that is impossible or does not fit the memory.
func ParseProblem(a *base.App, words engine.Words) (optimal.Problem, error) {
	p, err := problemOf(a, words)
	if unknown, ok := errors.AsType[*wording.UnknownError](err); ok && unknown.What == "objective" {
		unknown.Allowed = slices.Insert(unknown.Allowed, 0, string(measure.LeastWorst))
	}
	return p, base.Usage(err)
}

// problemOf reads the words of a problem.
func problemOf(a *base.App, words engine.Words) (p optimal.Problem, err error) {
	written, err := a.TakeSymbols(&words)
	if err != nil {
		return p, err
	}
	if words.Game, err = a.Words.GameName(words.Game); err != nil {
		return p, err
	}

	const objective = "objective"
	choices := []engine.Choice{{Value: engine.Optimal}}
	var others []engine.Choice // beside the objective
	for _, c := range words.Choices {
		switch {
		case c.Key == "" && measure.Named(c.Value):
			return p, fmt.Errorf("solve finds the optimal strategy; drop %s, or play it: %s", c, a.Again("measure", words.Game, c.Value))
		case c.Key == "" && c.Value == engine.Optimal:
			c = engine.ChoiceOf(string(optimal.Total))
		case c.Key == "" && c.Value == string(measure.LeastWorst):
			c.Key = objective
		case c.Key != objective:
			others = append(others, c)
		}
		choices = append(choices, c)
	}

	words.Choices = choices
	s, err := words.Subject()
	if err != nil {
		return p, err
	}

	switch {
	case s.Objective != measure.LeastWorst:
		p, err = s.Problem().Parse()
	case len(others) > 0:
		return p, fmt.Errorf("%s does not apply to the objective %s; use worst,total", others[0], measure.LeastWorst)
	default:
		p.Objective = measure.LeastWorst
		p.Pool = strategy.All
		p.Game, err = game.Parse(words.Game)
	}
	if err != nil {
		return p, err
	}
	if written != nil {
		p.Game = written
	}
	return p, ask.CheckSearch(a.Env(), p.Game)
}

// solveSplit solves a search by its parts, which the results folder keeps, or a share
// of them.
func (f *solveFlags) solveSplit(cmd *cobra.Command, p optimal.Problem) error {
	ctx := cmd.Context()
	a := f.app
	share, err := f.shard(cmd)
	if err != nil {
		return err
	}
	if err := CheckSplit(p); err != nil {
		return err
	}

	r := a.Runner(nil, base.Running{Reuse: f.reuse})
	if err := base.Claim(r.Folder); err != nil {
		return err
	}
	r.Answered = func(t notebook.Task, _ any, seconds float64) error {
		if seconds > 0 {
			a.Say("%s: %.3f s", t.Name, seconds)
		}
		return nil
	}

	result, done, err := ask.SolveSplit(ctx, r, p.Spec(), share)
	a.SayUsage(r.Store.Usage())
	switch {
	case err != nil:
		return base.OrInterrupted(ctx, err, "solved parts are kept; run again to resume")
	case result.Impossible:
		return measure.NoTree(p.Spec())
	case !done:
		a.Say("share %s is complete", share)
		return nil
	}

	if _, err := tree.Check(ctx, result.Tree); err != nil {
		return fmt.Errorf("the tree put together is wrong: %w", err)
	}
	return f.show(ctx, cmd, p, result, nil)
}

// shard reads the share that is asked for.
func (f *solveFlags) shard(cmd *cobra.Command) (share store.Share, err error) {
	if base.Given(cmd, "shard") {
		share, err = store.ParseShare(f.share)
	}
	return share, base.UsageOf("--shard", err)
}

// CheckSplit refuses a search that cannot be split.
func CheckSplit(p optimal.Problem) error {
	if p.Objective == measure.LeastWorst {
		return base.Usagef("objective %s cannot be split; try %s", measure.LeastWorst, optimal.WorstTotal)
	}
	return base.Usage(optimal.CheckSplit(p))
}

// manyFirsts is a number of first guesses whose search takes many minutes, or hours.
const manyFirsts = 1000

// solveOne searches, and writes the result.
func (f *solveFlags) solveOne(cmd *cobra.Command, p optimal.Problem) error {
	ctx := cmd.Context()
	a := f.app
	began := time.Now()
	k := &keeper{solveFlags: f}
	how := measure.SearchOptions{
		Width:   f.width,
		Weights: f.weights,
		Better:  k.better(ctx),
	}
	if f.resume != "" {
		known, err := measure.ReadTree(ctx, a, f.resume, p.Game.String())
		if err != nil {
			return err
		}
		how.Known = known.Tree
	}

	firsts := game.CountGuesses(p.Game)
	if p.First == nil && f.width == 0 && game.StructureOf(p.Game).Symmetry == game.Asymmetric && firsts >= manyFirsts {
		a.Say("without symmetry all %s first guesses are tried, which can take hours; first=CODE tries one, and Ctrl-C prints the bounds", wording.Thousands(firsts))
	}
	result, err := measure.Search(ctx, a, p, how)
	if err == nil {
		saySearched(a, began, result.Nodes)
	}

	// It is an error if no strategy is this fast. That has a proof too.
	var written *writtenProof
	var unproved error
	if result.Proved || result.Impossible {
		written, unproved = f.prove(ctx, p, result)
	}
	if err != nil {
		return cmp.Or(unproved, err)
	}

	// The tree may have taken hours: a stopped search still checks it, writes it and prints it.
	// A second signal ends the program.
	last := ctx
	if ctx.Err() != nil {
		last = context.WithoutCancel(ctx)
	}
	if result.Tree != nil {
		if _, err := tree.Check(context.WithoutCancel(ctx), result.Tree); err != nil {
			return fmt.Errorf("the tree found is wrong: %w", err)
		}
	}
	err = f.show(last, cmd, p, result, written)

	if optimal.Interrupted(err) {
		return base.Interrupted(ctx, "not all is printed")
	}
	if err != nil {
		return err
	}
	if unproved != nil {
		return unproved
	}

	if !result.Proved && (f.width == 0 || ctx.Err() != nil) {
		if f.audit {
			a.Say("not audited: the search was stopped before its end")
		}
		return base.Interrupted(ctx, "what has been proved is printed")
	}
	if result.Tree == nil {
		return fmt.Errorf("no tree of at most %s was found with width %d", wording.Plural(p.MaxDepth, "guess"), f.width)
	}
	if f.audit {
		return audit(ctx, a, p, result)
	}
	return nil
}

// audit derives the bounds of a proof again.
func audit(ctx context.Context, a *base.App, p optimal.Problem, result optimal.Result) error {
	if err := optimal.Audit(ctx, p, result); err != nil {
		return base.OrInterrupted(ctx, err, "the audit is not finished")
	}
	a.Say("audited: the bounds of all first guesses hold")
	return nil
}

// A keeper writes the best tree so far to its file, so that a killed search leaves a tree.
type keeper struct {
	*solveFlags
	last   time.Time // when a tree was written
	failed bool      // the file cannot be written; reported once
}

// better returns the function that gets each better tree; nil without a file.
func (k *keeper) better(ctx context.Context) func(*tree.Tree) {
	if k.treeFile == "" {
		return nil
	}
	return func(t *tree.Tree) { k.keep(ctx, t) }
}

// keep writes a tree, unless it has written another seconds ago.
func (k *keeper) keep(ctx context.Context, t *tree.Tree) {
	const every = 10 * time.Second
	if k.failed || time.Since(k.last) < every {
		return
	}

	k.last = time.Now()
	err := k.writeTree(ctx, t)
	if err != nil && ctx.Err() == nil {
		k.failed = true
		k.app.Warn("the tree so far is not kept: " + err.Error())
	}
}

// compact reports whether the tree is wanted in compact notation.
func (f *solveFlags) compact() bool {
	return filepath.Ext(f.treeFile) == ".txt"
}

// show writes a result's tree to its file, and prints the result. The file comes first and ignores
// the context: printing may have to wait for a reader.
func (f *solveFlags) show(ctx context.Context, cmd *cobra.Command, p optimal.Problem, result optimal.Result, written *writtenProof) error {
	var unkept error
	t := result.Tree
	if f.treeFile != "" && t != nil {
		unkept = f.writeTree(context.WithoutCancel(ctx), t)
	}

	s := newSolution(p.Spec(), result)
	s.Proof = written
	if f.weights != nil && t != nil {
		weighted := t.Weighted(f.weights)
		s.Weighted = &weighted
	}

	out := cmd.OutOrStdout()
	err := f.Write(cmd, s)
	if err == nil && f.outline && t != nil {
		err = t.WriteOutline(base.UntilEnd(ctx, out))
	}
	if err == nil && f.log {
		t := report.TableOf(result.First, func(r optimal.Refutation) report.Row {
			return report.Cells(
				"search for", r.Stage,
				"first guess", p.Game.FormatCode(r.Guess),
				">costs at least", r.Cost,
				"by", r.By,
			)
		})
		err = t.Show(out, base.ViewOf(out, f.Format))
	}
	return cmp.Or(unkept, err)
}

// writeTree writes a tree to its file.
func (f *solveFlags) writeTree(ctx context.Context, t *tree.Tree) error {
	write := t.WriteJSON
	switch {
	case f.compact() && tree.Columned(t.Game):
		write = t.WriteColumns
	case f.compact():
		write = t.WriteNotation
	}
	return base.WriteFile(f.treeFile, func(w io.Writer) error {
		return write(base.UntilEnd(ctx, w))
	})
}

// A solution has the tree and the bounds of a search.
type solution struct {
	measure.Outcome
	Objective optimal.Objective `json:"objective"`
	Pool      strategy.Pool     `json:"pool"`
	MaxDepth  int               `json:"max_depth,omitempty"`
	Proved    bool              `json:"proved"`
	Ranges    []optimal.Range   `json:"ranges"`
	Proof     *writtenProof     `json:"proof,omitempty"`
}

// newSolution makes the solution of a problem from its result.
func newSolution(s optimal.ProblemSpec, a optimal.Result) solution {
	o := measure.Outcome{
		Kind:   measure.OfOptimum,
		Game:   s.Game,
		First:  s.First,
		Until:  "solved",
		Total:  measure.Absent,
		Mean:   measure.Absent,
		Stddev: measure.Absent,
	}
	if a.Tree != nil {
		o = measure.OutcomeOf(measure.OfOptimum, "", a.Tree)
	}
	o.Name = engine.Optimal
	if !a.Proved {
		o.Name = "best known"
		o.Kind = measure.OfTree
	}
	return solution{
		Outcome:   o,
		Objective: s.Objective,
		Pool:      s.Pool,
		MaxDepth:  s.MaxDepth,
		Proved:    a.Proved,
		Ranges:    a.Ranges,
	}
}

// Print prints the bounds, and the figures of the tree.
func (s solution) Print(p *base.Paper) {
	if s.Objective == measure.LeastWorst && s.Proved {
		p.Sayf("%s: the least possible worst case is %d (proved: no strategy solves all secrets within %d).", s.Game, s.Worst, s.Worst-1)
		p.Sayf("A tree that attains it begins with %s; secrets by guesses: %s", s.First, s.Counts())
		s.Proof.Print(p)
		return
	}

	p.Sayf("%s: %s.", s.Game, formatRanges(s.Objective, s.Ranges, s.Tree != nil))
	if s.Tree != nil {
		p.Sayf("The tree begins with %s: total %s, mean %s, worst case %d; secrets by guesses: %s",
			s.First, wording.Thousands(int(s.Total)), s.MeanText(), s.Worst, s.Counts())
	}
	s.Proof.Print(p)
	if p.Pasted() && s.Tree != nil {
		s.PrintHistogram(p)
	}
}

// formatRanges writes the bounds; for a priced objective also the bounds of its number.
func formatRanges(o optimal.Objective, ranges []optimal.Range, found bool) string {
	var parts []string
	for _, r := range ranges {
		priced := r.Name != "total" && o.Priced()
		what := "least " + r.Name
		if priced {
			what = pricedWords(o)
		}

		lower := wording.Thousands(r.Lower)
		upper := wording.Thousands(r.Upper)
		text := fmt.Sprintf("between %s and %s (not proved)", lower, upper)
		switch {
		case r.Proved():
			text = upper + " (proved)"
		case !found && !priced:
			text = fmt.Sprintf("at least %s (not proved)", lower)
		}
		parts = append(parts, what+" "+text)
	}
	return strings.Join(parts, ", ")
}

// pricedWords describes a priced objective.
func pricedWords(o optimal.Objective) string {
	if guesses, within := strings.CutPrefix(string(o), "within="); within {
		return "most secrets within " + guesses + " guesses:"
	}
	return "greatest pay-off"
}

// solveFirstGuesses finds the least total from every kind of first guess, and
// prints them.
func (f *solveFlags) solveFirstGuesses(cmd *cobra.Command, p optimal.Problem) error {
	ctx := cmd.Context()
	a := f.app
	began := time.Now()
	var found beginnings
	nodes := int64(0)

	for _, guess := range kinds(p) {
		p.First = &guess
		result, err := measure.Search(ctx, a, p, measure.SearchOptions{})
		if err != nil {
			return err
		}
		if result.Tree != nil && ctx.Err() == nil {
			_, err := tree.Check(ctx, result.Tree)
			if err != nil && !optimal.Interrupted(err) {
				return fmt.Errorf("the tree found from %s is wrong: %w", p.Game.FormatCode(guess), err)
			}
		}

		nodes += result.Nodes
		found = append(found, newSolution(p.Spec(), result))
	}
	saySearched(a, began, nodes)

	if err := f.Write(cmd, found); err != nil {
		return err
	}
	if !found.proved() {
		return base.Interrupted(ctx, "the proved totals are printed")
	}
	return nil
}

// saySearched prints the time and the work of a search.
func saySearched(a *base.App, began time.Time, nodes int64) {
	text := fmt.Sprintf("searched in %.3f s", time.Since(began).Seconds())
	if nodes > 0 {
		text += fmt.Sprintf(": %s sets of candidates", wording.Thousands(nodes))
	}
	a.Say("%s", text)
}

// kinds lists a first guess of each kind that the pool allows, or all first guesses of a game
// without kinds. It leaves out guesses that get the same feedback from all secrets.
func kinds(p optimal.Problem) (kinds []game.Code) {
	secrets, guesses := game.Codes(p.Game)
	canonical := game.CanonicalGuesses(p.Game)
	if canonical != nil {
		guesses = canonical
	}

	for _, guess := range guesses {
		if p.Pool != strategy.All && !p.Game.IsSecret(guess) {
			continue
		}
		classes := partition.Split(p.Game, secrets, guess)
		if len(secrets) == 1 || len(classes) > 1 {
			kinds = append(kinds, guess)
		}
	}
	return kinds
}

// beginnings are the answers to --first-guesses.
type beginnings []solution

// proved reports whether all totals are proved.
func (b beginnings) proved() bool {
	return !slices.ContainsFunc(b, func(s solution) bool {
		return !s.Proved
	})
}

// least returns the least total.
func (b beginnings) least() measure.Maybe {
	least := b[0].Total
	for _, s := range b {
		least = min(least, s.Total)
	}
	return least
}

// Print prints the table below a title.
func (b beginnings) Print(p *base.Paper) {
	p.Sayf("%s: the least total from each kind of first guess, pool %s", b[0].Game, b[0].Pool)
	p.Show(b.Table())
}

// Table has a row for each first guess.
func (b beginnings) Table() *report.Table {
	return report.TableOf(b, func(s solution) report.Row {
		var excess any
		if b.proved() {
			excess = report.Signed(int(s.Total - b.least()))
		}
		return report.Cells(
			"first guess", s.First,
			">least total", s.leastTotal(),
			">excess", excess,
			">mean", s.Mean.Shown(report.Mean),
			">worst", report.Given(s.Worst),
			"proved", s.Proved,
		)
	})
}

// leastTotal writes the least total, or its proved range.
func (s solution) leastTotal() any {
	switch {
	case s.Proved:
		return int(s.Total)
	case s.Total.None():
		return fmt.Sprintf("at least %d", s.Ranges[0].Lower)
	}
	return fmt.Sprintf("%d to %.0f", s.Ranges[0].Lower, float64(s.Total))
}
