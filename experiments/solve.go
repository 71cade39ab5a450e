package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"codebreak/engine/game"
	"codebreak/engine/optimal"
	"codebreak/engine/strategy"
	"codebreak/engine/tree"
	"codebreak/engine/worstcase"
	"codebreak/report"
)

// leastWorst is the objective that looks for the least worst case only, by a
// search of its own.
const leastWorst = "worst"

// A solving is what the command solve was asked for.
type solving struct {
	*options
	problem   optimal.Problem
	name      string
	objective string
	first     string
	pool      string
	treeFile  string
	asJSON    bool
	outline   bool
	log       bool
	audit     bool

	splitDir, pieceFile, piecesDir, joinDir string
	share                                   string // of the pieces
	treeWanted                              bool   // --tree was given
}

func solveCommand(opts *options) *cobra.Command {
	s := &solving{options: opts}
	cmd := &cobra.Command{
		Use:   "solve --game GAME",
		Short: "Find the best of all strategies for a game, with proof",
		Long: `Find the best decision tree of a game among all there are, and prove that none
is better. Which is better the objective says:

  worst              least worst case (fast, but says nothing about the total)
  total              least sum of guesses over all secrets
  total,worst,count  of these the least worst case, then the fewest secrets at it
  worst,total        least worst case, then least total
  worst,count        least worst case, then fewest secrets at it, then least total

--pool says which codes may be guessed: all, consistent (candidates only), or
consistent-but-last (what agrees with all answers but the last).

When the search is stopped, by Ctrl-C or --time-limit, what was proved until
then is said: a lower and an upper bound, with the best tree found. --tree
writes the tree, which "codebreak check" verifies independently.

A long search can be cut into pieces, for objectives total, worst,total and
worst,count: --split writes them to a folder, one file for each; --piece solves
one, alone and in any order, with --time-limit as far as that goes, and writes
what is proved to its file; --join says what the pieces come to, and, once all
are done, the same as a search that is not cut. Processes may work on the
pieces of a folder at the same time.`,
		Example: `  codebreak solve --game twod5
  codebreak solve --game mm4x6 --objective total --tree mm4x6.json
  codebreak solve --game mm4x6 --objective total --max-depth 5
  codebreak solve --game bc4x10 --objective worst,count --time-limit 30m
  codebreak solve --game bc4x10 --objective worst,count --split pieces
  codebreak solve --piece pieces/0123-0A0B.json --time-limit 30m
  codebreak solve --join pieces --tree bc4x10.json`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.checkPieces(cmd); err != nil {
				return usageError{err}
			}
			s.treeWanted = cmd.Flags().Changed("tree")
			switch {
			case cmd.Flags().Changed("piece"):
				return s.solvePiece(cmd.Context(), cmd.OutOrStdout())
			case cmd.Flags().Changed("pieces"):
				return s.solvePieces(cmd.Context(), cmd.OutOrStdout(), cmd.Flags().Changed("shard"))
			case cmd.Flags().Changed("join"):
				if s.asJSON && s.outline {
					return usageError{errOutput}
				}
				return s.join(cmd.Context(), cmd.OutOrStdout())
			}
			if !cmd.Flags().Changed("game") {
				return usageError{fmt.Errorf("solve needs --game; see codebreak solve --help")}
			}
			if err := s.parse(cmd); err != nil {
				return usageError{err}
			}
			if cmd.Flags().Changed("split") {
				return s.split(cmd.Context(), cmd.OutOrStdout())
			}
			return s.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&s.name, "game", "", "game, such as twod5 or mm4x6 (required)")
	flags.StringVar(&s.objective, "objective", leastWorst, "which tree is better")
	flags.StringVar(&s.first, "first", "", "first guess (default: any)")
	flags.IntVar(&s.problem.MaxDepth, "max-depth", 0, "guesses that each secret may take at most (default: any number)")
	flags.StringVar(&s.pool, "pool", string(strategy.All), "codes that may be guessed")
	flags.StringVar(&s.treeFile, "tree", "", "file that the tree is written to, in the compact notation if it ends in .txt, else as JSON")
	flags.BoolVar(&s.outline, "outline", false, "print the tree as an indented outline")
	flags.BoolVar(&s.log, "log", false, "print why each first guess was dismissed")
	flags.BoolVar(&s.audit, "audit", false, "derive the bounds of the first guesses again by the simplest method; for small games")
	flags.StringVar(&s.splitDir, "split", "", "folder that the search is written to in pieces, to be solved one by one")
	flags.StringVar(&s.pieceFile, "piece", "", "file of a piece to be solved")
	flags.StringVar(&s.piecesDir, "pieces", "", "folder of pieces to be solved one after another")
	flags.StringVar(&s.share, "shard", "", "with --pieces, only a share of them, such as 2/5")
	flags.StringVar(&s.joinDir, "join", "", "folder of pieces to be put together")
	flags.BoolVar(&s.asJSON, "json", false, "print one JSON object")
	return cmd
}

var errOutput = errors.New("--json contradicts --outline and --log: give one of them")

func (s *solving) parse(cmd *cobra.Command) error {
	g, err := game.Parse(s.name)
	if err == nil {
		err = s.checkGameMemory(s.name)
	}
	if err != nil {
		return err
	}
	s.problem.Game, s.problem.Objective, s.problem.Pool = g, optimal.Objective(s.objective), strategy.Pool(s.pool)
	switch {
	case s.asJSON && (s.outline || s.log):
		return errOutput
	case cmd.Flags().Changed("max-depth") && s.problem.MaxDepth < 1:
		return fmt.Errorf("--max-depth is %d; it must be at least 1", s.problem.MaxDepth)
	}
	if cmd.Flags().Changed("tree") {
		if err := s.checkTreeFile(); err != nil {
			return fmt.Errorf("--tree: %w", err)
		}
	}
	if s.first != "" {
		first, err := g.ParseCode(s.first)
		if err != nil {
			return fmt.Errorf("first guess: %w", err)
		}
		s.problem.First = &first
	}
	if s.objective == leastWorst {
		for _, name := range []string{"first", "max-depth", "pool", "log", "audit"} {
			if cmd.Flags().Changed(name) {
				return fmt.Errorf("--%s does not go with --objective %s; try worst,total", name, leastWorst)
			}
		}
		return nil
	}
	if err := s.problem.Validate(); err != nil {
		return fmt.Errorf("%w; or %s", err, leastWorst)
	}
	if s.audit {
		return optimal.CheckAudit(s.problem)
	}
	return nil
}

// checkTreeFile returns an error if the tree could not be written where it is
// wanted, before the search for it begins.
func (s *solving) checkTreeFile() error {
	if s.compact() && !tree.Notated(s.problem.Game) {
		return fmt.Errorf("%s asks for the compact notation, which is for peg games, and %s is none; name a .json file", s.treeFile, s.name)
	}
	return checkOutput(s.treeFile)
}

// compact reports whether the tree is wanted in compact notation.
func (s *solving) compact() bool { return filepath.Ext(s.treeFile) == ".txt" }

func (s *solving) run(ctx context.Context, out io.Writer) error {
	if s.objective == leastWorst {
		return s.leastWorst(ctx, out)
	}
	began := time.Now()
	a, err := optimal.Solve(ctx, s.problem, optimal.Options{Workers: s.workers, Memory: s.tableMemory(s.problem.Game), Progress: s.progress(began)})
	s.clearProgress()
	if err != nil && !optimal.Interrupted(err) {
		return usageError{err}
	}
	if a.Impossible {
		return s.noStrategy()
	}
	s.say("searched in %.3f s: %s sets of candidates", time.Since(began).Seconds(), humanize.Comma(a.Nodes))
	if a.Tree != nil {
		if _, checkErr := tree.Check(a.Tree); checkErr != nil {
			return fmt.Errorf("the tree found is wrong: %w", checkErr)
		}
	}
	if printErr := s.print(out, a); printErr != nil {
		return printErr
	}
	if a.Tree != nil {
		if writeErr := s.writeTree(a.Tree); writeErr != nil {
			return writeErr
		}
	}
	if s.audit {
		if auditErr := s.auditAnswer(ctx, a); auditErr != nil {
			return auditErr
		}
	}
	if errors.Is(err, context.Canceled) {
		return interruptedError("interrupted; what was proved until then is printed")
	}
	return nil
}

// noStrategy says that it is proved that there is no tree.
func (s *solving) noStrategy() error {
	text := "no strategy for " + s.name
	if s.problem.First != nil {
		text += " that begins with " + s.first
	}
	if s.problem.MaxDepth > 0 {
		return usageError{fmt.Errorf("%s takes at most %d guesses; proved", text, s.problem.MaxDepth)}
	}
	return usageError{fmt.Errorf("%s finds every secret; proved", text)}
}

// auditAnswer audits, or says why not.
func (s *solving) auditAnswer(ctx context.Context, a optimal.Answer) error {
	if !a.Proved {
		s.say("not audited: the search was stopped before its end")
		return nil
	}
	err := optimal.Audit(ctx, s.problem, a)
	switch {
	case optimal.Interrupted(err):
		s.say("the audit was stopped before its end")
		return nil
	case err != nil:
		return err
	}
	s.say("audited: the bounds of all first guesses hold")
	return nil
}

func (s *solving) writeTree(t *tree.Tree) error {
	if s.treeFile == "" {
		return nil
	}
	var text bytes.Buffer
	write := t.WriteJSON
	if s.compact() {
		write = t.WriteNotation
	}
	if err := write(&text); err != nil {
		return usageError{err}
	}
	if err := report.WriteFile(s.treeFile, text.Bytes()); err != nil {
		return fmt.Errorf("%s cannot be written: %w", s.treeFile, err)
	}
	return nil
}

// solved is what solve --json prints.
type solved struct {
	Game      string          `json:"game"`
	Objective string          `json:"objective"`
	Pool      string          `json:"pool"`
	MaxDepth  int             `json:"max_depth,omitempty"`
	First     string          `json:"first,omitempty"`
	Proved    bool            `json:"proved"`
	Ranges    []optimal.Range `json:"ranges"`
	Total     int             `json:"total,omitempty"`
	Mean      float64         `json:"mean,omitempty"`
	Worst     int             `json:"worst,omitempty"`
	Histogram []int           `json:"histogram,omitempty"`
}

func (s *solving) print(out io.Writer, a optimal.Answer) error {
	g := s.problem.Game
	var f tree.Figures
	first := ""
	if a.Tree != nil {
		f, first = tree.Measure(a.Tree).Hit, g.FormatCode(a.Tree.Root.Guess)
	}
	if s.asJSON {
		return json.NewEncoder(out).Encode(solved{
			g.String(), s.objective, s.pool, s.problem.MaxDepth, first, a.Proved, a.Ranges, f.Total, f.Mean, f.Worst, f.Histogram,
		})
	}
	var text bytes.Buffer
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
	fmt.Fprintf(&text, "%s: %s.\n", g, strings.Join(parts, ", "))
	if a.Tree != nil {
		fmt.Fprintf(&text, "The tree begins with %s: total %d, mean %s, worst case %d; secrets by guesses: %s\n",
			first, f.Total, report.FormatMean(f.Mean), f.Worst, report.FormatHistogram(f.Histogram))
		if s.outline {
			if err := a.Tree.WriteOutline(&text); err != nil {
				return err
			}
		}
	}
	if s.log {
		t := report.Table{Header: []string{"search for", "first guess", "costs at least", "by"}, Right: []int{2}}
		for _, r := range a.First {
			t.Rows = append(t.Rows, []string{r.Stage, g.FormatCode(r.Guess), r.Cost, r.By})
		}
		if err := t.Show(&text, viewOf(out, false)); err != nil {
			return err
		}
	}
	_, err := out.Write(text.Bytes())
	return err
}

// progress returns a function that shows how far the search has come, on one
// line of a terminal.
func (s *solving) progress(began time.Time) func(optimal.Progress) {
	if s.quiet || !isTerminal(s.stderr) {
		return nil
	}
	return func(p optimal.Progress) {
		elapsed := time.Since(began)
		fmt.Fprintf(s.stderr, "\r\033[K%s: %s, %d first guesses left, between %s and %s, %s sets, %.0f a second",
			elapsed.Round(time.Second), p.Stage, p.FirstGuesses, p.Lower, p.Upper, humanize.Comma(p.Nodes), float64(p.Nodes)/elapsed.Seconds())
	}
}

func (s *solving) clearProgress() {
	if !s.quiet && isTerminal(s.stderr) {
		fmt.Fprint(s.stderr, "\r\033[K")
	}
}

func (s *solving) leastWorst(ctx context.Context, out io.Writer) error {
	g := s.problem.Game
	began := time.Now()
	w, err := provedWorstCase(ctx, g, worstcase.Options{Workers: s.workers, Progress: func(k int) {
		if isTerminal(s.stderr) {
			s.say("ruled out: %d guesses", k)
		}
	}})
	if optimal.Interrupted(err) {
		return interruptedError(fmt.Sprintf("interrupted; proved so far: the least worst case of %s is at least %d", g, w.Lower))
	}
	if err != nil {
		return err
	}
	s.say("searched, and checked, in %.3f s", time.Since(began).Seconds())
	if err := s.writeTree(w.Tree); err != nil {
		return err
	}
	m := tree.Measure(w.Tree)
	switch {
	case s.outline:
		return w.Tree.WriteOutline(out)
	case s.asJSON:
		return json.NewEncoder(out).Encode(struct {
			Game      string `json:"game"`
			Objective string `json:"objective"`
			Worst     int    `json:"worst"`
			First     string `json:"first,omitempty"`
			Total     int    `json:"total"`
			Histogram []int  `json:"histogram"`
		}{g.String(), s.objective, w.Guesses, g.FormatCode(w.Tree.Root.Guess), m.Hit.Total, m.Hit.Histogram})
	}
	_, err = fmt.Fprintf(out, "%s: the least possible worst case is %d (proved: no strategy does with %d).\nA tree that needs no more starts with %s; secrets by guesses: %v\n",
		g, w.Guesses, w.Guesses-1, g.FormatCode(w.Tree.Root.Guess), m.Hit.Histogram)
	return err
}
