package cli

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

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"codebreak/engine"
	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/partition"
	"codebreak/engine/short"
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
	var f solveFlags
	cmd := newCommand("solve", nil, func(cmd *cobra.Command, args []string) error {
		_, p, err := a.parseProblem(cmd, args)
		if err == nil {
			err = f.check(cmd, p)
		}
		if err == nil {
			f.weights, err = a.weights(cmd.Context(), p.Game)
		}
		switch {
		case err != nil:
			return err
		case given(cmd, "shard") || given(cmd, "results"):
			return a.solveSplit(cmd, p, f)
		case f.everyFirst:
			return a.solveFirstGuesses(cmd, p, f.formatFlag)
		}
		return a.solve(cmd, p, f)
	})
	problemFlags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.treeFile, "tree", "", "file for the best tree so far: compact notation if it ends in .txt, else JSON")
	flags.BoolVar(&f.outline, "outline", false, "print the tree as an indented outline")
	f.addTo(cmd)
	flags.IntVar(&f.width, "width", 0, "number of guesses to try at a large set of candidates (default: all, for a proof)")
	flags.StringVar(&f.resume, "resume", "", "with --width: a file with a tree to start from")
	flags.BoolVar(&f.everyFirst, "first-guesses", false, "find the least total from every kind of first guess")
	flags.BoolVar(&f.log, "log", false, "print for each first guess why it is not better")
	flags.BoolVar(&f.audit, "audit", false, "check the bounds of the first guesses by the simplest method; for small games")
	flags.StringVar(&a.results, "results", a.results, "split the search into parts, and keep them in this results folder")
	flags.Lookup("results").DefValue = ""
	a.weightsFlag(cmd)
	flags.StringVar(&f.share, "shard", "", "solve only a share of the parts, such as 2/8")
	reuseFlag(flags, &f.reuse)
	return cmd
}

// problemFlags gives a command the flags that stand for the parts of a problem.
func problemFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.String("game", "", "game, such as twod5 or mm4x6")
	flags.String("objective", string(optimal.Total), "what to minimise")
	flags.String("first", "", "first guess (default: any)")
	flags.String("max-depth", "", "most guesses that a secret may take (default: any number)")
	flags.String("pool", string(strategy.All), "codes that may be guessed")
	complete(cmd, "objective", short.Texts(objectives()))
}

// objectives lists what solve may look for.
func objectives() []optimal.Objective {
	return append([]optimal.Objective{leastWorst}, optimal.Objectives()...)
}

// solveFlags say how a problem is solved, and what is wanted of the answer.
type solveFlags struct {
	treeFile, resume                string // files of trees
	width                           int    // 0 for none
	outline, log, audit, everyFirst bool
	share                           string // of the parts of a search that is split
	reuse                           bool   // parts that another version of the engine solved
	weights                         []int  // of the secrets; nil if all count the same
	formatFlag
}

// check refuses flags that do not go together or with the problem, and a tree that could
// not be written, before the search for it begins.
func (f *solveFlags) check(cmd *cobra.Command, p optimal.Problem) error {
	err := cmp.Or(
		exclusive(cmd, "outline", "log"), excludes(cmd, "width", "log", "audit"),
		excludes(cmd, "first-guesses", "tree", "outline", "log", "audit", "width", "resume"),
		excludes(cmd, "shard", "width", "log", "audit", "first-guesses", "format", "json", "csv", "outline", "tree"),
		excludes(cmd, "results", "width", "log", "audit", "first-guesses"),
		excludes(cmd, "weights", "results", "shard", "width", "log", "audit", "first-guesses"),
		refuse(f.format != formatText && (f.outline || f.log), "--outline and --log are for people; they do not go with --format %s", f.format),
		refuse(given(cmd, "weights") && (p.Objective != optimal.Total || p.Pool != strategy.All || p.MaxDepth > 0),
			"--weights goes with the objective %s, with pool %s, and without a greatest depth", optimal.Total, strategy.All),
		refuse(p.Objective == leastWorst && (f.log || f.audit), "--log and --audit do not go with the objective %s; try worst,total", leastWorst),
		refuse(f.everyFirst && (p.Objective != optimal.Total || p.First != nil), "--first-guesses goes with the objective %s, and without a first guess", optimal.Total),
	)
	switch {
	case err != nil:
		return err
	case f.audit:
		err = usage(optimal.CheckAudit(p))
	case given(cmd, "width"):
		err = usageOf("--width", optimal.CheckWidth(p, f.width))
	case given(cmd, "resume"):
		err = usagef("--resume is for a search with --width")
	}
	if err != nil || !given(cmd, "tree") {
		return err
	}
	if f.compact() && !tree.Notated(p.Game) && !tree.Columned(p.Game) {
		return usagef("--tree: %s asks for the compact notation, which is for peg games, and %s is not one; name a .json file", f.treeFile, p.Game)
	}
	return usageOf("--tree", checkOutput(f.treeFile))
}

// parseProblem reads a problem and its fields, and refuses what cannot be searched or does not fit the
// memory.
func (a *app) parseProblem(cmd *cobra.Command, args []string) (fields []string, p optimal.Problem, err error) {
	if fields, err = fieldsOf(cmd, args, ""); err != nil {
		return nil, p, err
	}
	p, err = a.problemOf(fields)
	if unknown := (*game.UnknownError)(nil); errors.As(err, &unknown) && unknown.What == "objective" {
		unknown.Allowed = append([]string{string(leastWorst)}, unknown.Allowed...)
	}
	return fields, p, usage(err)
}

func (a *app) problemOf(fields []string) (p optimal.Problem, err error) {
	name, err := a.words.gameName(fields[0])
	if err != nil {
		return p, err
	}
	words, objective := []string{name, engine.Optimal}, []string(nil)
	for _, field := range fields[1:] {
		switch {
		case strings.HasPrefix(field, "objective="), slices.Contains(objectives(), optimal.Objective(field)), optimal.Objective(field).Priced():
			objective = append(objective, "objective="+strings.TrimPrefix(field, "objective="))
		case named(field):
			return p, fmt.Errorf("solve finds the optimal strategy; drop %s, or play it: %s", field, a.again("measure", name, field))
		case field == engine.Optimal:
			objective = append(objective, "objective="+string(optimal.Total))
		default:
			words = append(words, field)
		}
	}
	if len(objective) == 0 {
		objective = []string{"objective=" + string(optimal.Total)}
	}
	s, err := engine.ParseSubject(strings.Join(slices.Concat(words, objective), " "))
	if err != nil {
		return p, err
	}
	if s.Objective != leastWorst {
		p, err = s.Problem().Parse()
	} else if len(words) > 2 {
		return p, fmt.Errorf("%s does not go with the objective %s; try worst,total", words[2], leastWorst)
	} else {
		p.Objective, p.Pool = leastWorst, strategy.All
		p.Game, err = game.Parse(name)
	}
	if err == nil {
		err = ask.CheckSearch(a.env(), p.Game)
	}
	return p, err
}

// solveSplit solves a search by its parts, which the results folder keeps, or a share
// of them.
func (a *app) solveSplit(cmd *cobra.Command, p optimal.Problem, f solveFlags) (err error) {
	ctx := cmd.Context()
	var share store.Share
	if given(cmd, "shard") {
		share, err = store.ParseShare(f.share)
	}
	r := a.runner(nil, running{reuse: f.reuse})
	if err = cmp.Or(usageOf("--shard", err), checkSplit(p)); err == nil {
		err = claim(r.Folder)
	}
	if err != nil {
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
	case err != nil:
		return orInterrupted(ctx, err, "solved parts are kept; run again to resume")
	case answer.Impossible:
		return noTree(p.Spec())
	case !done:
		a.say("share %s is complete", share)
		return nil
	}
	if _, err := tree.Check(ctx, answer.Tree); err != nil {
		return fmt.Errorf("the tree put together is wrong: %w", err)
	}
	return f.show(ctx, cmd, p, answer)
}

// checkSplit refuses a search that cannot be split.
func checkSplit(p optimal.Problem) error {
	whole := refuse(p.Objective == leastWorst, "objective %s cannot be split; try %s", leastWorst, optimal.WorstTotal)
	return cmp.Or(whole, usage(optimal.CheckSplit(p)))
}

// solve searches, and writes what is proved.
func (a *app) solve(cmd *cobra.Command, p optimal.Problem, f solveFlags) error {
	ctx := cmd.Context()
	began := time.Now()
	answer, err := a.search(ctx, p, f)
	if err != nil {
		return err
	}
	a.saySearched(began, answer.Nodes)

	// Hours may have gone into the tree: a search that is stopped checks it, writes it and
	// prints it all the same. A second signal ends the program.
	last := ctx
	if ctx.Err() != nil {
		last = context.WithoutCancel(ctx)
	}
	if answer.Tree != nil {
		if _, err := tree.Check(context.WithoutCancel(ctx), answer.Tree); err != nil {
			return fmt.Errorf("the tree found is wrong: %w", err)
		}
	}
	err = f.show(last, cmd, p, answer)

	stopped := !answer.Proved && (f.width == 0 || ctx.Err() != nil)
	switch {
	case optimal.Interrupted(err):
		return interrupted(ctx, "not all is printed")
	case err != nil:
		return err
	case stopped && f.audit:
		a.say("not audited: the search was stopped before its end")
		fallthrough
	case stopped:
		return interrupted(ctx, "what has been proved is printed")
	case answer.Tree == nil:
		return fmt.Errorf("no tree of at most %s was found with width %d", plural(p.MaxDepth, "guess"), f.width)
	case f.audit:
		if err = optimal.Audit(ctx, p, answer); err == nil { // which derives the bounds of the proof again
			a.say("audited: the bounds of all first guesses hold")
		}
		return orInterrupted(ctx, err, "the audit is not finished")
	}
	return nil
}

// search searches for the best tree. An interruption is not an error here: the answer says
// what is proved.
func (a *app) search(ctx context.Context, p optimal.Problem, f solveFlags) (answer optimal.Answer, err error) {
	defer a.clearProgress()
	switch {
	case p.Objective == leastWorst:
		answer, err = a.leastWorst(ctx, p.Game)
	case f.weights != nil:
		o := a.searching(p)
		var w *optimal.Weighted
		if w, err = optimal.NewWeighted(ctx, p.Game, game.Symmetries{}, o.Memory); err == nil {
			answer, err = w.Solve(ctx, f.weights, p.First, o.Progress)
		}
	case f.width > 0:
		answer, err = a.solveWithin(ctx, p, f)
	default:
		answer, err = a.solveOne(ctx, p)
	}
	switch {
	case err != nil && !optimal.Interrupted(err):
		return answer, usageError{err}
	case answer.Impossible:
		return answer, noTree(p.Spec())
	}
	return answer, nil
}

// solveOne finds the best tree of a problem: of several that are equally good the one that is
// shown everywhere.
func (a *app) solveOne(ctx context.Context, p optimal.Problem) (optimal.Answer, error) {
	asked := p.Objective
	p.Objective = ask.OneTree(p.Spec()).Objective
	answer, err := optimal.Solve(ctx, p, a.searching(p))
	if p.Objective == asked || len(answer.Ranges) == 0 {
		return answer, err
	}

	// What comes after the objective that was asked for only chooses the tree.
	answer.Ranges = answer.Ranges[:1]
	answer.Proved = answer.Ranges[0].Proved()
	var first []optimal.Refutation
	for _, r := range answer.First {
		if r.Stage == string(p.Objective) { // the first stage
			r.Stage = string(asked)
			first = append(first, r)
		}
	}
	answer.First = first
	return answer, err
}

// saySearched says how long a search took, and how much it looked at.
func (a *app) saySearched(began time.Time, nodes int64) {
	sets := either(nodes > 0, fmt.Sprintf(": %s sets of candidates", humanize.Comma(nodes)), "")
	a.say("searched in %.3f s%s", time.Since(began).Seconds(), sets)
}

// searching are the options of a search.
func (a *app) searching(p optimal.Problem) optimal.Options {
	return optimal.Options{Workers: a.workers, Memory: ask.TableMemory(a.env(), p), Progress: progressOf(a, searchStage)}
}

// solveWithin searches with a width, from a tree in a file if one is named.
func (a *app) solveWithin(ctx context.Context, p optimal.Problem, f solveFlags) (answer optimal.Answer, err error) {
	var known verified
	if f.resume != "" {
		if known, err = a.readTree(ctx, f.resume, p.Game.String()); err != nil {
			return answer, err
		}
	}
	o := a.searching(p)
	o.Better = a.keepTree(ctx, f)
	return optimal.SolveWithin(ctx, p, f.width, known.tree, o)
}

// keepTree returns a function that writes the best tree so far to the file for it, every
// some seconds, so that a search that is killed has left one; nil if there is no file.
// A file that cannot be written is reported once.
func (a *app) keepTree(ctx context.Context, f solveFlags) func(*tree.Tree) {
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
		err := f.writeTree(ctx, t)
		if failed = err != nil && ctx.Err() == nil; failed {
			a.warn("the tree so far is not kept: " + err.Error())
		}
	}
}

// noTree says that it is proved that there is no tree.
func noTree(s optimal.ProblemSpec) error {
	first := either(s.First != "", " that begins with "+s.First, "")
	does := either(s.MaxDepth > 0, "takes at most "+plural(s.MaxDepth, "guess"), "finds every secret")
	return usagef("no strategy for %s%s %s; proved", s.Game, first, does)
}

// leastWorst finds the least worst case of a game, beginning with a one-step
// strategy.
func (a *app) leastWorst(ctx context.Context, g game.Game) (optimal.Answer, error) {
	o := worstcase.Options{Workers: a.workers, Memory: ask.SearchCache(a.env(), g, worstcase.DefaultMemory), Progress: progressOf(a, worstCaseStage)}
	x := notebook.Sure(ask.LeastWorst{Game: g.String()}.Start().Parse())
	known, _, err := x.Play(ctx, tree.Options{Workers: a.workers})
	o.Known = known
	if err != nil && !optimal.Interrupted(err) {
		return optimal.Answer{}, err
	}
	w, err := worstcase.Solve(ctx, g, o)
	return optimal.Answer{
		Tree: w.Tree, Proved: w.Lower == w.Guesses,
		Ranges: []optimal.Range{{Name: "worst", Lower: w.Lower, Upper: w.Guesses}},
	}, err
}

// searchStage says where a search is.
func searchStage(p optimal.Progress) string {
	return fmt.Sprintf("%s, %s left, between %s and %s, %s sets", p.Stage, english.Plural(p.FirstGuesses, "first guess", "first guesses"), p.Lower, p.Upper, humanize.Comma(p.Nodes))
}

// worstCaseStage says where a search is.
func worstCaseStage(p worstcase.Progress) string {
	guesses := either(p.Guesses > 1, fmt.Sprintf("%s ruled out; %d", plural(p.Guesses-1, "guess"), p.Guesses), plural(p.Guesses, "guess"))
	choices := either(p.All, "all choices", "the most promising choices")
	second := either(p.Second > 0, fmt.Sprintf(", second %d of %d", p.Second, p.Seconds), "")
	return fmt.Sprintf("%s by %s, first guess %d of %d%s", guesses, choices, p.First, p.Firsts, second)
}

// compact reports whether the tree is wanted in compact notation.
func (f solveFlags) compact() bool { return filepath.Ext(f.treeFile) == ".txt" }

// show writes an answer's tree to the file for it, and prints the answer. The file comes first
// and does not heed the context: what is printed may have to wait for a reader.
func (f solveFlags) show(ctx context.Context, cmd *cobra.Command, p optimal.Problem, a optimal.Answer) error {
	var unkept error
	if f.treeFile != "" && a.Tree != nil {
		unkept = f.writeTree(context.WithoutCancel(ctx), a.Tree)
	}

	s := newSolution(p.Spec(), a)
	if f.weights != nil && a.Tree != nil {
		weighted := a.Tree.Weighted(f.weights)
		s.Weighted = &weighted
	}
	out, err := cmd.OutOrStdout(), f.write(cmd, s)
	if err == nil && f.outline && a.Tree != nil {
		err = a.Tree.WriteOutline(interruptible{ctx, out})
	}
	if err == nil && f.log {
		t := report.TableOf(a.First, "search for | first guess | >costs at least | by", func(r optimal.Refutation) []any {
			return []any{r.Stage, p.Game.FormatCode(r.Guess), r.Cost, r.By}
		})
		err = t.Show(out, viewOf(out, f.format))
	}
	return cmp.Or(unkept, err)
}

// writeTree writes a tree to the file for it.
func (f solveFlags) writeTree(ctx context.Context, t *tree.Tree) error {
	compact := either(tree.Columned(t.Game), t.WriteColumns, t.WriteNotation)
	write := either(f.compact(), compact, t.WriteJSON)
	return writeFile(f.treeFile, func(w io.Writer) error { return write(interruptible{ctx, w}) })
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
	o := outcome{Kind: ofOptimum, Game: s.Game, First: s.First, Until: "solved", Total: absent, Mean: absent, Stddev: absent}
	if a.Tree != nil {
		o = outcomeOf(ofOptimum, "", strategy.Strategy{}, a.Tree)
	}
	o.Name = engine.Optimal
	if !a.Proved {
		o.Name, o.Kind = "best known", ofTree
	}
	return solution{o, s.Objective, s.Pool, s.MaxDepth, a.Proved, a.Ranges}
}

// print says what is proved, and what the tree found takes.
func (s solution) print(p *paper) {
	if s.Objective == leastWorst && s.Proved {
		p.say("%s: the least possible worst case is %d (proved: no strategy solves all secrets within %d).", s.Game, s.Worst, s.Worst-1)
		p.say("A tree that attains it begins with %s; secrets by guesses: %s", s.First, s.counts())
		return
	}
	p.say("%s: %s.", s.Game, formatRanges(s.Objective, s.Ranges, s.tree != nil))
	if s.tree != nil {
		p.say("The tree begins with %s: total %.0f, mean %s, worst case %d; secrets by guesses: %s",
			s.First, float64(s.Total), s.meanText(), s.Worst, s.counts())
	}
	if p.Pasted() && s.tree != nil {
		s.printHistogram(p)
	}
}

// formatRanges says what is proved; of a priced objective also of the number that it is
// about.
func formatRanges(o optimal.Objective, ranges []optimal.Range, found bool) string {
	parts := notebook.Map(ranges, func(r optimal.Range) string {
		what, priced := "least "+r.Name, r.Name != "total" && o.Priced()
		if guesses, within := strings.CutPrefix(string(o), "within="); priced && within {
			what = "most secrets within " + guesses + " guesses:"
		} else if priced {
			what = "greatest pay-off"
		}
		switch {
		case r.Proved():
			return fmt.Sprintf("%s %d (proved)", what, r.Upper)
		case !found && !priced:
			return fmt.Sprintf("%s at least %d (not proved)", what, r.Lower)
		}
		return fmt.Sprintf("%s between %d and %d (not proved)", what, r.Lower, r.Upper)
	})
	return strings.Join(parts, ", ")
}

// solveFirstGuesses finds the least total from every kind of first guess, and
// prints them.
func (a *app) solveFirstGuesses(cmd *cobra.Command, p optimal.Problem, f formatFlag) error {
	ctx, began := cmd.Context(), time.Now()
	var found beginnings
	nodes := int64(0)
	for _, guess := range kinds(p) {
		p.First = &guess
		answer, err := a.search(ctx, p, solveFlags{})
		if err != nil {
			return err
		}
		if answer.Tree != nil && ctx.Err() == nil {
			if _, err := tree.Check(ctx, answer.Tree); err != nil && !optimal.Interrupted(err) {
				return fmt.Errorf("the tree found from %s is wrong: %w", p.Game.FormatCode(guess), err)
			}
		}
		nodes += answer.Nodes
		found = append(found, newSolution(p.Spec(), answer))
	}
	a.saySearched(began, nodes)
	err := f.write(cmd, found)
	if err == nil && !found.proved() {
		return interrupted(ctx, "the proved totals are printed")
	}
	return err
}

// kinds lists a first guess of each kind that the pool allows; all of a game that
// has no kinds. Guesses that all secrets answer alike are left out.
func kinds(p optimal.Problem) []game.Code {
	secrets, guesses := game.Codes(p.Game)
	if canonical := game.CanonicalGuesses(p.Game); canonical != nil {
		guesses = canonical
	}
	return slices.DeleteFunc(slices.Clone(guesses), func(guess game.Code) bool {
		tellsNothing := len(secrets) > 1 && len(partition.Split(p.Game, secrets, guess)) == 1
		return tellsNothing || p.Pool != strategy.All && !p.Game.IsSecret(guess)
	})
}

// beginnings are what --first-guesses found.
type beginnings []solution

func (b beginnings) proved() bool {
	return !slices.ContainsFunc(b, func(s solution) bool { return !s.Proved })
}

func (b beginnings) print(p *paper) {
	p.say("%s: the least total from each kind of first guess, pool %s", b[0].Game, b[0].Pool)
	p.show(b.table())
}

func (b beginnings) table() *report.Table {
	totals := notebook.Map(b, func(s solution) maybe { return s.Total })
	return report.TableOf(b, "first guess | >least total | >excess | >mean | >worst | proved", func(s solution) []any {
		total, beyond := any(fmt.Sprintf("%d to %.0f", s.Ranges[0].Lower, float64(s.Total))), any(nil)
		switch {
		case s.Proved:
			total = int(s.Total)
		case s.Total.none():
			total = fmt.Sprintf("at least %d", s.Ranges[0].Lower)
		}
		if b.proved() {
			beyond = report.Signed(int(s.Total - slices.Min(totals)))
		}
		return []any{s.First, total, beyond, s.Mean.shown(report.Mean), positive(s.Worst), yesOrNo(s.Proved)}
	})
}
