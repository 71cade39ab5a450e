package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"codebreak/engine/optimal"
	"codebreak/experiments/notebook"
	"codebreak/experiments/store"
)

// inFolder has a command work in the results folder that is its argument.
func (a *app) inFolder(cmd *cobra.Command, folder string) error {
	switch {
	case cmd.Flags().Changed("results"):
		return usagef("--results does not go with %s, whose argument is the results folder", cmd.CommandPath())
	case folder == "":
		return usagef("the folder of %s is empty; it must name a results folder", cmd.CommandPath())
	}
	a.results = folder
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

// oneFolder rejects anything but one argument as a usage error.
func oneFolder(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usagef("%s takes one folder, but was given %d arguments", cmd.CommandPath(), len(args))
	}
	return nil
}

func (a *app) splitCommand() *cobra.Command {
	var spec optimal.ProblemSpec
	var x running
	cmd := &cobra.Command{
		Use:   "split DIR --game GAME --objective OBJECTIVE",
		Short: "Split a search into subproblems, which a results folder keeps",
		Long: `Split a search into subproblems: for each first guess that may be better than
the best tree known, parts of the candidates that are left after its answer, or
slices of the guesses at a part. They are kept in a results folder, which is
made if it is not there. What it holds of the same problem stays; a folder holds
one problem.

The objective is total, worst,total or worst,count. Splitting takes the time of
all stages of the search but the last.`,
		Example: `  codebreak solve split bc4x10 --game bc4x10 --objective worst,count`,
		Args:    oneFolder,
		RunE: func(cmd *cobra.Command, args []string) error {
			problem, err := a.parseProblem(cmd, &spec)
			if err != nil {
				return err
			}
			if err := optimal.CheckSplit(problem); err != nil {
				return usageError{err}
			}
			if err := a.inFolder(cmd, args[0]); err != nil {
				return err
			}
			return a.split(cmd, a.runner(nil, x), spec)
		},
	}
	problemFlags(cmd, &spec)
	reuseFlag(cmd.Flags(), &x.reuse)
	return cmd
}

// split splits a search, unless the folder holds it.
func (a *app) split(cmd *cobra.Command, r *notebook.Runner, spec optimal.ProblemSpec) error {
	if err := claim(r.Folder); err != nil {
		return err
	}
	held, err := notebook.Decompositions(cmd.Context(), r.Store)
	if err != nil {
		return err
	}
	for _, h := range held {
		if h != spec {
			return usagef("%s holds another problem: %s; name a new folder", a.results, formatProblem(h))
		}
	}
	began := time.Now()
	d, err := notebook.Answer(cmd.Context(), r.Env, notebook.NewDecompose(spec, a.searchProgress(began)))
	a.clearProgress()
	switch {
	case errors.Is(err, optimal.ErrNoTree):
		return noTree(spec)
	case optimal.Interrupted(err):
		return interrupted(cmd.Context(), "the search is not split, and nothing of it is kept")
	case err != nil:
		return err
	}
	if r.Store.Usage().Computed > 0 {
		a.say("split in %.3f s", time.Since(began).Seconds())
	}
	made, err := notebook.NewDecomposed(cmd.Context(), d)
	if err != nil {
		return err
	}
	a.sayUsage(r.Store.Usage())
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s of %s in %s.\n",
		formatProblem(spec), plural(len(made.Names()), "subproblem"), plural(len(d.Guesses), "first guess"), printable(a.results))
	return err
}

// formatProblem writes a problem for people.
func formatProblem(s optimal.ProblemSpec) string { return notebook.Solve{ProblemSpec: s}.String() }

// plural writes how many there are of something.
func plural(n int, what string) string {
	return humanize.Comma(int64(n)) + " " + english.PluralWord(n, what, "")
}

// openSplit opens the search that a results folder holds. Even a command that is
// stopped at once has a moment for it, so that it can say what is known.
func (a *app) openSplit(cmd *cobra.Command, folder string, reuse bool) (*notebook.Runner, *notebook.Decomposed, error) {
	ctx, done := closing(cmd.Context())
	defer done()
	if err := a.inFolder(cmd, folder); err != nil {
		return nil, nil, err
	}
	r := a.runner(nil, running{reuse: reuse})
	if info, err := os.Stat(r.Folder.Store()); err != nil || !info.IsDir() {
		return nil, nil, usagef("%s holds no search that is split; codebreak solve split makes one", folder)
	}
	if err := r.Folder.Claim(); err != nil {
		return nil, nil, usageError{err}
	}
	held, err := notebook.Decompositions(ctx, r.Store)
	if err != nil {
		return nil, nil, err
	}
	switch len(held) {
	case 0:
		foreign, err := notebook.Decompositions(ctx, a.runner(nil, running{reuse: true}).Store)
		if err == nil && len(foreign) > 0 {
			return nil, nil, usagef("the search in %s was split by another version of the engine; --reuse accepts that, or split it again", folder)
		}
		return nil, nil, usagef("%s holds no search that is split; codebreak solve split makes one", folder)
	case 1:
	default:
		var names []string
		for _, h := range held {
			names = append(names, formatProblem(h))
		}
		return nil, nil, usagef("%s holds several searches: %s; name a folder that holds one", folder, strings.Join(names, "; "))
	}
	q := notebook.NewDecompose(held[0], nil)
	if err := q.Validate(r.Env); err != nil {
		return nil, nil, usageError{err}
	}
	d, ok, err := notebook.Kept(ctx, r.Store, q)
	if err == nil && !ok {
		err = usagef("%s holds no search that is split; codebreak solve split makes one", folder)
	}
	if err != nil {
		return nil, nil, err
	}
	made, err := notebook.NewDecomposed(ctx, d)
	return r, made, err
}

func (a *app) workCommand() *cobra.Command {
	var x running
	cmd := &cobra.Command{
		Use:   "work DIR [NAME...]",
		Short: "Solve subproblems of a search that is split",
		Long: `Solve subproblems of a search that "solve split" has split: those named, or all
of the results folder; of these all, or with --shard 2/5 the second of five
shares. What is proved of each is kept in the folder, even if it is stopped by
Ctrl-C or --time-limit, and the same command goes on there. Several programs may
work in a folder at the same time; each uses the bounds that the others have
proved. For machines without a common folder, copy it when the search is split,
and merge the copies with "codebreak merge".`,
		Example: `  codebreak solve work bc4x10 --time-limit 30m
  codebreak solve work bc4x10 --shard 2/5
  codebreak solve work bc4x10 0123-0A2B-01`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("%s needs the folder that solve split has written", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var share store.Share
			if cmd.Flags().Changed("shard") {
				var err error
				if share, err = store.ParseShare(x.share); err != nil {
					return usagef("--shard: %w", err)
				}
			}
			r, d, err := a.openSplit(cmd, args[0], x.reuse)
			if err != nil {
				return err
			}
			if err := claim(r.Folder); err != nil {
				return err
			}
			questions := d.Subproblems(a.searchProgress(time.Now()))
			if names := args[1:]; len(names) > 0 {
				questions = nil
				for _, name := range names {
					q := d.Subproblem(name, a.searchProgress(time.Now()))
					if err := q.Validate(r.Env); err != nil {
						return usagef("%w; there are %s", err, listed(d.Names()))
					}
					questions = append(questions, q)
				}
			}
			return a.work(cmd.Context(), cmd.OutOrStdout(), r, d, questions, share)
		},
	}
	cmd.Flags().StringVar(&x.share, "shard", "", "solve only a share of the subproblems, such as 2/5")
	reuseFlag(cmd.Flags(), &x.reuse)
	return cmd
}

// listed lists the first of many names.
func listed(names []string) string {
	const shown = 8
	if len(names) > shown {
		return strings.Join(names[:shown], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

// A lastStarted is a progress that only remembers what was started last.
type lastStarted struct{ name string }

func (l *lastStarted) Start(name string) { l.name = name }
func (*lastStarted) Add(float64)         {}

// work solves subproblems, and says what has come out of each.
func (a *app) work(ctx context.Context, out io.Writer, r *notebook.Runner, d *notebook.Decomposed, questions []notebook.Subproblem, share store.Share) error {
	tell := func(s optimal.Subproblem) error {
		a.clearProgress()
		_, err := fmt.Fprintln(out, formatSubproblem(d, s))
		return err
	}
	last := &lastStarted{}
	r.Progress = last
	r.Answered = func(_ notebook.Task, answer any, _ float64) error {
		return tell(answer.(notebook.SubproblemAnswer).Subproblem)
	}
	_, err := r.RunTasks(ctx, notebook.AskAll[notebook.SubproblemAnswer](questions), share)
	a.clearProgress()
	a.sayUsage(r.Store.Usage())
	if !optimal.Interrupted(err) || last.name == "" {
		return err
	}
	// What is known is said though the context has ended.
	known, knownErr := d.Known(context.WithoutCancel(ctx), r.Store)
	stopped, ok := known[last.name]
	if knownErr == nil && !ok {
		stopped, knownErr = d.Verified.Subproblem(last.name)
	}
	if knownErr == nil {
		knownErr = tell(stopped)
	}
	return errors.Join(knownErr, err)
}

// formatSubproblem says what is known of a subproblem.
func formatSubproblem(d *notebook.Decomposed, s optimal.Subproblem) string {
	line := fmt.Sprintf("%s: %s", s.Name, s.State)
	switch s.State {
	case optimal.Solved:
		line += ", " + d.FormatCost(s.Lower)
	case optimal.Pruned:
		line += ": " + s.Reason
	default:
		line += ", at least " + d.FormatCost(s.Lower)
		if s.Upper > 0 {
			line += ", at most " + d.FormatCost(s.Upper)
		}
	}
	return printable(line + ".")
}

func (a *app) joinCommand() *cobra.Command {
	var wanted answerFlags
	var reuse bool
	cmd := &cobra.Command{
		Use:   "join DIR",
		Short: "Put together what is proved of the subproblems of a search",
		Long: `Put together what is proved of the subproblems of a search. Once all are solved or
pruned, the result and the tree are those of a search that is not split. While some
are open the bounds are printed, the open ones are named on standard error, and the
exit code is 1.`,
		Example: `  codebreak solve join bc4x10
  codebreak solve join bc4x10 --tree tree.json`,
		Args: oneFolder,
		RunE: func(cmd *cobra.Command, args []string) error {
			r, d, err := a.openSplit(cmd, args[0], reuse)
			if err != nil {
				return err
			}
			problem, err := d.Problem.Parse()
			if err != nil {
				return err
			}
			if err := wanted.check(cmd, problem.Game); err != nil {
				return err
			}
			known, err := d.Known(cmd.Context(), r.Store)
			if err != nil {
				return err
			}
			j, err := d.Join(cmd.Context(), known, optimal.Options{Workers: a.workers})
			if optimal.Interrupted(err) {
				return interrupted(cmd.Context(), "the subproblems are not joined")
			}
			if err != nil {
				return err
			}
			if err := wanted.show(cmd.Context(), cmd.OutOrStdout(), d.Problem, j.Answer); err != nil {
				return err
			}
			if len(j.Open) > 0 {
				return fmt.Errorf("%d of %s open: %s; codebreak solve work goes on with them",
					len(j.Open), plural(len(d.Names()), "subproblem"), strings.Join(j.Open, ", "))
			}
			return nil
		},
	}
	wanted.addTo(cmd)
	reuseFlag(cmd.Flags(), &reuse)
	return cmd
}

// A former flag stood for a subcommand of solve before there were any. Help
// does not show it.
type former struct{ flag, command string }

func formers() []former {
	return []former{{"split", "split"}, {"piece", "work"}, {"pieces", "work"}, {"join", "join"}}
}

func addFormerFlags(cmd *cobra.Command) {
	var names []string
	for _, f := range formers() {
		cmd.Flags().String(f.flag, "", "see solve "+f.command)
		names = append(names, f.flag)
	}
	cmd.Flags().String("shard", "", "see solve work")
	cmd.MarkFlagsMutuallyExclusive(names...)
	for _, name := range append(names, "shard") {
		_ = cmd.Flags().MarkHidden(name) // it fails only for a flag that does not exist
	}
}

// runFormer runs the subcommand that a former flag stands for. done is false if
// none is given.
func runFormer(cmd *cobra.Command) (done bool, err error) {
	for _, f := range formers() {
		if cmd.Flags().Changed(f.flag) {
			return true, f.run(cmd)
		}
	}
	if cmd.Flags().Changed("shard") {
		return true, usagef("--shard goes with solve work only")
	}
	return false, nil
}

// run runs the subcommand with the flags of the command.
func (f former) run(cmd *cobra.Command) (err error) {
	sub, _, err := cmd.Find([]string{f.command})
	if err != nil {
		return err
	}
	value := cmd.Flags().Lookup(f.flag).Value.String()
	args := []string{value}
	if f.flag == "piece" && value != "" {
		args = []string{filepath.Dir(value), strings.TrimSuffix(filepath.Base(value), ".json")}
	}
	allowed := sub.LocalFlags()
	cmd.LocalFlags().VisitAll(func(given *pflag.Flag) {
		switch {
		case err != nil || !given.Changed || given.Name == f.flag:
		case allowed.Lookup(given.Name) == nil:
			err = usagef("--%s does not go with --%s; see %s --help", given.Name, f.flag, sub.CommandPath())
		default:
			err = sub.Flags().Set(given.Name, given.Value.String())
		}
	})
	if err != nil {
		return err
	}
	if err := checkGroups(sub); err != nil {
		return err
	}
	sub.SetContext(cmd.Context())
	return sub.RunE(sub, args)
}
