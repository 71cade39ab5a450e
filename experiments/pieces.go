package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"codebreak/engine/optimal"
	"codebreak/experiments/cells"
)

// checkPieces returns an error if what was asked of a search in pieces
// contradicts itself, before anything is done.
func (s *solving) checkPieces(cmd *cobra.Command) error {
	var asked []string
	for _, name := range []string{"split", "piece", "pieces", "join"} {
		if cmd.Flags().Changed(name) {
			asked = append(asked, name)
		}
	}
	if cmd.Flags().Changed("shard") && !cmd.Flags().Changed("pieces") {
		return errors.New("--shard goes with --pieces only")
	}
	if len(asked) == 0 {
		return nil
	}
	if len(asked) > 1 {
		return fmt.Errorf("--%s contradicts --%s: give one of them", asked[0], asked[1])
	}
	allowed := map[string][]string{
		"split":  {"game", "objective", "first", "max-depth", "pool", "time-limit"},
		"piece":  {"time-limit"},
		"pieces": {"time-limit", "shard"},
		"join":   {"tree", "json", "outline", "time-limit"},
	}[asked[0]]
	for _, name := range []string{"game", "objective", "first", "max-depth", "pool", "time-limit", "tree", "outline", "log", "audit", "json"} {
		if cmd.Flags().Changed(name) && !slices.Contains(allowed, name) {
			return fmt.Errorf("--%s does not go with --%s, which allows --%s", name, asked[0], strings.Join(allowed, ", --"))
		}
	}
	return nil
}

// split cuts the search into pieces, which it leaves in a folder. What is
// there already of the same problem is kept.
func (s *solving) split(ctx context.Context, out io.Writer) error {
	fail := func(err error) error { return usageError{fmt.Errorf("--split: %w", err)} }
	if err := optimal.CheckSplit(s.problem); err != nil {
		return fail(err)
	}
	_, err := os.Stat(s.splitDir)
	made := errors.Is(err, fs.ErrNotExist)
	f, err := s.openSplit()
	if err != nil {
		return fail(err)
	}
	if f == nil {
		began := time.Now()
		d, err := optimal.Split(ctx, s.problem, optimal.Options{Workers: s.workers, Memory: s.tableMemory(s.problem.Game), Progress: s.progress(began)})
		s.clearProgress()
		if err != nil && made {
			os.Remove(s.splitDir)
		}
		switch {
		case errors.Is(err, optimal.ErrNoTree):
			return s.noStrategy()
		case optimal.Interrupted(err):
			return interruptedError("interrupted before the search was cut into pieces; nothing is written")
		case err != nil:
			return usageError{err}
		}
		s.say("cut in %.3f s", time.Since(began).Seconds())
		if f, err = makePieces(s.splitDir, d); err != nil {
			return fail(err)
		}
	}
	if err := s.writeFresh(f); err != nil {
		return fail(err)
	}
	_, err = fmt.Fprintf(out, "%s, %s: %s of %s in %s.\n", f.Problem.Game, f.Problem.Objective,
		plural(len(f.Names()), "piece"), plural(len(f.Guesses), "first guess"), s.splitDir)
	return err
}

// plural writes how many there are of something.
func plural(n int, what string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(what, "s"):
		what += "es"
	default:
		what += "s"
	}
	return humanize.Comma(int64(n)) + " " + what
}

// openSplit makes the folder, or opens that of the same problem that lies there;
// nil if it is empty.
func (s *solving) openSplit() (*pieceFolder, error) {
	if s.splitDir == "" {
		return nil, errors.New("it is empty; it must name a folder")
	}
	entries, err := os.ReadDir(s.splitDir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.Mkdir(s.splitDir, 0o755); err != nil {
			return nil, fmt.Errorf("%s cannot be made: %w", s.splitDir, cause(err))
		}
	case err != nil:
		return nil, fmt.Errorf("%s is no folder that can be read", s.splitDir)
	}
	if err := probeFolder(s.splitDir); err != nil {
		return nil, fmt.Errorf("%s cannot be written to: %w", s.splitDir, err)
	}
	if len(entries) == 0 {
		return nil, nil
	}
	f, err := openPieces(s.splitDir)
	if errors.Is(err, errNoDivision) {
		return nil, fmt.Errorf("%s is not empty and holds no search in pieces; name a new folder", s.splitDir)
	}
	if err != nil {
		return nil, err
	}
	if f.Problem != s.problem.Spec() {
		return nil, fmt.Errorf("%s holds another problem: %s, %s; name a new folder", s.splitDir, f.Problem.Game, f.Problem.Objective)
	}
	return f, nil
}

// writeFresh writes the pieces that are not there, as they are in the
// beginning, and those that are damaged, anew.
func (s *solving) writeFresh(f *pieceFolder) error {
	for _, name := range f.Names() {
		_, _, err := f.read(name)
		if err == nil {
			continue
		}
		if !errors.Is(err, fs.ErrNotExist) {
			path := f.path(name)
			s.say("%s is written anew: %s", path, strings.TrimPrefix(err.Error(), path+": "))
		}
		fresh, err := f.Subproblem(name)
		if err != nil {
			return err
		}
		if err := f.write(fresh); err != nil {
			return err
		}
	}
	return nil
}

// solvePiece solves one piece and writes to its file what is proved.
func (s *solving) solvePiece(ctx context.Context, out io.Writer) error {
	fail := func(err error) error { return usageError{fmt.Errorf("--piece: %w", err)} }
	dir, name := filepath.Dir(s.pieceFile), strings.TrimSuffix(filepath.Base(s.pieceFile), pieceSuffix)
	info, err := os.Stat(s.pieceFile)
	if err == nil && info.IsDir() {
		return fail(fmt.Errorf("%s is a folder; it must name the file of a piece", s.pieceFile))
	}
	if err != nil {
		return fail(fmt.Errorf("%s cannot be read: %w", s.pieceFile, cause(err)))
	}
	f, err := openPieces(dir)
	if err != nil {
		return fail(err)
	}
	if names := f.Names(); filepath.Base(s.pieceFile) == divisionFile {
		if len(names) == 0 {
			return fail(fmt.Errorf("%s has no pieces; solve --join says what is proved", s.pieceFile))
		}
		return fail(fmt.Errorf("%s is the whole division; name one of its pieces, such as %s", s.pieceFile, filepath.Join(dir, names[0]+pieceSuffix)))
	}
	if _, _, err := f.read(name); err != nil {
		return fail(err)
	}
	if err := probeFolder(dir); err != nil {
		return fail(fmt.Errorf("%s cannot be written to: %w", dir, err))
	}
	return s.solveNamed(ctx, out, f, name)
}

// solveNamed solves a piece of a folder, and says what has come out.
func (s *solving) solveNamed(ctx context.Context, out io.Writer, f *pieceFolder, name string) error {
	fail := func(err error) error { return usageError{fmt.Errorf("--piece: %w", err)} }
	problem, err := f.Problem.Parse()
	if err == nil {
		err = s.checkGameMemory(f.Problem.Game)
	}
	if err != nil {
		return fail(err)
	}
	pieces, problems := f.all()
	for _, problem := range problems {
		s.say("not used: %s", problem)
	}
	known := map[string]optimal.Bounds{}
	for name, p := range pieces {
		known[name] = p.Bounds
	}
	began := time.Now()
	p, err := f.Solve(ctx, pieces[name], known, f.exchange, optimal.Options{Workers: s.workers, Memory: s.tableMemory(problem.Game), Progress: s.progress(began)})
	s.clearProgress()
	if err != nil && !optimal.Interrupted(err) {
		return fail(err)
	}
	if _, writeErr := f.exchange(p); writeErr != nil {
		return writeErr
	}
	s.say("searched for %.3f s", time.Since(began).Seconds())
	state := string(p.State)
	if p.State == optimal.Pruned {
		state = "dismissed"
	}
	line := fmt.Sprintf("%s: %s", p.Name, state)
	switch p.State {
	case optimal.Solved:
		line += ", " + f.FormatCost(p.Lower)
	case optimal.Pruned:
		line += ": " + p.Reason
	default:
		line += ", at least " + f.FormatCost(p.Lower)
		if p.Upper > 0 {
			line += ", at most " + f.FormatCost(p.Upper)
		}
	}
	if _, printErr := fmt.Fprintf(out, "%s.\n", line); printErr != nil {
		return printErr
	}
	if errors.Is(err, context.Canceled) {
		return interruptedError("interrupted; what was proved until then is written")
	}
	return nil
}

// solvePieces solves the pieces of a folder one after another, or a share of
// them: every n-th, since what a piece costs is not known before. Pieces
// that another program is at come last. One that is damaged or missing is made
// anew.
func (s *solving) solvePieces(ctx context.Context, out io.Writer, shared bool) error {
	share := cells.Share{Number: 1, Of: 1}
	var err error
	if shared {
		if share, err = cells.ParseShare(s.share); err != nil {
			return usageError{fmt.Errorf("--shard: %w", err)}
		}
	}
	f, err := openPieces(s.piecesDir)
	if err != nil {
		return usageError{fmt.Errorf("--pieces: %w", err)}
	}
	if err := s.writeFresh(f); err != nil {
		return usageError{fmt.Errorf("--pieces: %w", err)}
	}
	var mine, busy []string
	for i, name := range f.Names() {
		if i%share.Of == share.Number-1 {
			mine = append(mine, name)
		}
	}
	for _, name := range mine {
		done, err := s.solveUnlocked(ctx, out, f, name, false)
		if err != nil {
			return err
		}
		if !done {
			busy = append(busy, name)
		}
	}
	for _, name := range busy {
		if _, err := s.solveUnlocked(ctx, out, f, name, true); err != nil {
			return err
		}
	}
	return nil
}

// solveUnlocked solves a piece, if it is open, unless another program is at it,
// for which it may wait. done is false if it has not waited.
func (s *solving) solveUnlocked(ctx context.Context, out io.Writer, f *pieceFolder, name string, wait bool) (done bool, err error) {
	unlock, err := f.lock(ctx, name+".work", wait)
	if err != nil || unlock == nil {
		return false, err
	}
	defer unlock()
	if p, _, err := f.read(name); err == nil && p.State.Done() {
		return true, nil
	}
	if err := s.solveNamed(ctx, out, f, name); err != nil {
		return true, err
	}
	if ctx.Err() != nil {
		return true, interruptedError("stopped at the time limit; what was proved until then is written")
	}
	return true, nil
}

// join puts the pieces of a folder together.
func (s *solving) join(ctx context.Context, out io.Writer) error {
	f, err := openPieces(s.joinDir)
	if err != nil {
		return usageError{fmt.Errorf("--join: %w", err)}
	}
	if s.problem, err = f.Problem.Parse(); err == nil {
		s.name, s.objective, s.pool, s.first = f.Problem.Game, string(f.Problem.Objective), string(f.Problem.Pool), f.Problem.First
		err = s.checkGameMemory(s.name)
	}
	if err == nil && s.treeWanted {
		if err = s.checkTreeFile(); err != nil {
			err = fmt.Errorf("--tree: %w", err)
		}
	}
	if err != nil {
		return usageError{err}
	}
	pieces, problems := f.all()
	for _, problem := range problems {
		s.say("not proved: %s", problem)
	}
	j, err := f.Join(ctx, pieces, optimal.Options{Workers: s.workers})
	if optimal.Interrupted(err) {
		return interruptedError("interrupted")
	}
	if err != nil {
		return err
	}
	if len(j.Open) > 0 {
		s.say("%s of %d open: %s", plural(len(j.Open), "piece"), len(f.Names()), listed(j.Open))
	}
	if err := s.print(out, j.Answer); err != nil {
		return err
	}
	return s.writeTree(j.Answer.Tree)
}

// listed lists the first of many names.
func listed(names []string) string {
	const shown = 8
	if len(names) > shown {
		return strings.Join(names[:shown], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}
