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
	"codebreak/report"
)

const (
	divisionFile = "division.json"
	pieceSuffix  = ".json"
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
	d, found, err := s.openSplit()
	if err != nil {
		return fail(err)
	}
	if !found {
		began := time.Now()
		d, err = optimal.Split(ctx, s.problem, optimal.SolveOptions{Workers: s.workers, Memory: s.tableMemory(s.problem.Game), Progress: s.progress(began)}, optimal.DefaultCut())
		s.clearProgress()
		if err != nil && made {
			os.Remove(s.splitDir)
		}
		switch {
		case errors.Is(err, optimal.ErrNoTree):
			return s.noStrategy()
		case optimal.Stopped(err):
			return interruptedError("interrupted before the search was cut into pieces; nothing is written")
		case err != nil:
			return usageError{err}
		}
		s.say("cut in %.3f s", time.Since(began).Seconds())
		text, err := d.Encode()
		if err != nil {
			return err
		}
		if err := report.WriteFile(filepath.Join(s.splitDir, divisionFile), text); err != nil {
			return fail(err)
		}
	}
	if err := s.writeFresh(d); err != nil {
		return fail(err)
	}
	_, err = fmt.Fprintf(out, "%s, %s: %s of %s in %s.\n", d.Problem.Game, d.Problem.Objective,
		english(len(d.Names()), "piece"), english(len(d.Guesses), "first guess"), s.splitDir)
	return err
}

// english writes how many there are of something.
func english(n int, what string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(what, "s"):
		what += "es"
	default:
		what += "s"
	}
	return humanize.Comma(int64(n)) + " " + what
}

// openSplit makes the folder, or returns the division of the same problem that
// lies there.
func (s *solving) openSplit() (d optimal.Division, found bool, err error) {
	if s.splitDir == "" {
		return d, false, errors.New("it is empty; it must name a folder")
	}
	entries, err := os.ReadDir(s.splitDir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.Mkdir(s.splitDir, 0o755); err != nil {
			return d, false, fmt.Errorf("%s cannot be made: %w", s.splitDir, cause(err))
		}
	case err != nil:
		return d, false, fmt.Errorf("%s is no folder that can be read", s.splitDir)
	}
	if err := probeFolder(s.splitDir); err != nil {
		return d, false, fmt.Errorf("%s cannot be written to: %w", s.splitDir, err)
	}
	if len(entries) == 0 {
		return d, false, nil
	}
	d, err = readDivision(s.splitDir)
	if errors.Is(err, errNoDivision) {
		return d, false, fmt.Errorf("%s is not empty and holds no search in pieces; name a new folder", s.splitDir)
	}
	if err != nil {
		return d, false, err
	}
	if d.Problem != s.problem.Names() {
		return d, false, fmt.Errorf("%s holds another problem: %s, %s; name a new folder", s.splitDir, d.Problem.Game, d.Problem.Objective)
	}
	return d, true, nil
}

// cause is the error without the name of the file.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// writeFresh writes the pieces that are not there, as they are in the
// beginning, and those that are damaged, anew.
func (s *solving) writeFresh(d optimal.Division) error {
	for _, name := range d.Names() {
		path := filepath.Join(s.splitDir, name+pieceSuffix)
		text, err := os.ReadFile(path)
		if err == nil {
			if _, err = d.DecodePiece(name, text); err == nil {
				continue
			}
			s.say("%s is written anew: %v", path, err)
		}
		p, err := d.Piece(name)
		if err != nil {
			return err
		}
		if err := writePiece(s.splitDir, p); err != nil {
			return err
		}
	}
	return nil
}

func writePiece(dir string, p optimal.Piece) error {
	text, err := p.Encode()
	if err != nil {
		return err
	}
	path := filepath.Join(dir, p.Name+pieceSuffix)
	if err := report.WriteFile(path, text); err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, cause(err))
	}
	return nil
}

var errNoDivision = errors.New("there is no " + divisionFile + "; solve --split makes one")

func readDivision(dir string) (optimal.Division, error) {
	if dir == "" {
		return optimal.Division{}, errors.New("it is empty; it must name a folder")
	}
	text, err := os.ReadFile(filepath.Join(dir, divisionFile))
	if err != nil {
		return optimal.Division{}, fmt.Errorf("%s: %w", dir, errNoDivision)
	}
	d, err := optimal.DecodeDivision(text)
	if err != nil {
		err = fmt.Errorf("%s: %w", filepath.Join(dir, divisionFile), err)
	}
	return d, err
}

// readPieces reads the pieces of a division that can be trusted; problems says
// of each of the others why it is not.
func readPieces(dir string, d optimal.Division) (pieces optimal.Pieces, problems []string) {
	pieces = optimal.Pieces{}
	for _, name := range d.Names() {
		path := filepath.Join(dir, name+pieceSuffix)
		text, err := os.ReadFile(path)
		if err != nil {
			problems = append(problems, fmt.Sprintf("%s cannot be read: %v", path, cause(err)))
			continue
		}
		p, err := d.DecodePiece(name, text)
		if err != nil {
			problems = append(problems, fmt.Sprintf("%s: %v", path, err))
			continue
		}
		pieces[name] = p
	}
	return pieces, problems
}

// solvePiece solves one piece and writes to its file what is proved.
func (s *solving) solvePiece(ctx context.Context, out io.Writer) error {
	fail := func(err error) error { return usageError{fmt.Errorf("--piece: %w", err)} }
	dir, name := filepath.Dir(s.pieceFile), strings.TrimSuffix(filepath.Base(s.pieceFile), pieceSuffix)
	if info, err := os.Stat(s.pieceFile); err == nil && info.IsDir() {
		return fail(fmt.Errorf("%s is a folder; it must name the file of a piece", s.pieceFile))
	}
	text, err := os.ReadFile(s.pieceFile)
	if err != nil {
		return fail(fmt.Errorf("%s cannot be read: %w", s.pieceFile, cause(err)))
	}
	d, err := readDivision(dir)
	if err != nil {
		return fail(err)
	}
	if names := d.Names(); filepath.Base(s.pieceFile) == divisionFile {
		if len(names) == 0 {
			return fail(fmt.Errorf("%s has no pieces; solve --join says what is proved", s.pieceFile))
		}
		return fail(fmt.Errorf("%s is the whole division; name one of its pieces, such as %s", s.pieceFile, filepath.Join(dir, names[0]+pieceSuffix)))
	}
	if _, err := d.DecodePiece(name, text); err != nil {
		return fail(fmt.Errorf("%s: %w", s.pieceFile, err))
	}
	if err := probeFolder(dir); err != nil {
		return fail(fmt.Errorf("%s cannot be written to: %w", dir, err))
	}
	problem, err := d.Problem.Parse()
	if err == nil {
		err = s.checkGameMemory(d.Problem.Game)
	}
	if err != nil {
		return fail(err)
	}
	_, problems := readPieces(dir, d)
	for _, problem := range problems {
		s.say("not used: %s", problem)
	}
	began := time.Now()
	p, err := optimal.SearchPiece(ctx, d, name, func(p optimal.Piece) (optimal.Pieces, error) {
		return exchange(dir, d, p)
	}, optimal.SolveOptions{Workers: s.workers, Memory: s.tableMemory(problem.Game), Progress: s.progress(began)})
	s.clearProgress()
	if err != nil && !optimal.Stopped(err) {
		return fail(err)
	}
	if _, writeErr := exchange(dir, d, p); writeErr != nil {
		return writeErr
	}
	s.say("searched for %.3f s", time.Since(began).Seconds())
	line := fmt.Sprintf("%s: %s", p.Name, p.State)
	switch p.State {
	case optimal.Finished:
		line += ", " + d.FormatCost(p.Lower)
	case optimal.Dismissed:
		line += ": " + p.Reason
	default:
		line += ", at least " + d.FormatCost(p.Lower)
		if p.Upper > 0 {
			line += ", at most " + d.FormatCost(p.Upper)
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
// them: every so-maniest, since what a piece costs is not known before. Pieces
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
	d, err := readDivision(s.piecesDir)
	if err != nil {
		return usageError{fmt.Errorf("--pieces: %w", err)}
	}
	s.splitDir = s.piecesDir
	if err := s.writeFresh(d); err != nil {
		return usageError{fmt.Errorf("--pieces: %w", err)}
	}
	var mine, busy []string
	for i, name := range d.Names() {
		if i%share.Of == share.Number-1 {
			mine = append(mine, name)
		}
	}
	for _, name := range mine {
		done, err := s.solveUnlocked(ctx, out, d, name, false)
		if err != nil {
			return err
		}
		if !done {
			busy = append(busy, name)
		}
	}
	for _, name := range busy {
		if _, err := s.solveUnlocked(ctx, out, d, name, true); err != nil {
			return err
		}
	}
	return nil
}

// solveUnlocked solves a piece, if it is open, unless another program is at it,
// for which it may wait. done is false if it has not waited.
func (s *solving) solveUnlocked(ctx context.Context, out io.Writer, d optimal.Division, name string, wait bool) (done bool, err error) {
	unlock, err := lockPiece(ctx, s.piecesDir, name+".work", wait)
	if err != nil || unlock == nil {
		return false, err
	}
	defer unlock()
	pieces, _ := readPieces(s.piecesDir, d)
	if p, ok := pieces[name]; ok && (p.State == optimal.Finished || p.State == optimal.Dismissed) {
		return true, nil
	}
	s.pieceFile = filepath.Join(s.piecesDir, name+pieceSuffix)
	if err := s.solvePiece(ctx, out); err != nil {
		return true, err
	}
	if ctx.Err() != nil {
		return true, interruptedError("stopped at the time limit; what was proved until then is written")
	}
	return true, nil
}

// lockPiece locks a name in a folder of pieces, until unlock is called or the
// program ends. Without waiting unlock is nil if another program holds it.
func lockPiece(ctx context.Context, dir, name string, wait bool) (unlock func(), err error) {
	folder := filepath.Join(dir, "locks")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("%s cannot be made: %w", folder, cause(err))
	}
	path := filepath.Join(folder, name)
	if !wait {
		return cells.TryLock(path)
	}
	return cells.Lock(ctx, path)
}

// exchange writes what is proved of a piece, with what another process may
// have proved of it meanwhile, and reads all pieces.
func exchange(dir string, d optimal.Division, p optimal.Piece) (optimal.Pieces, error) {
	// The context is not that of the search, which may be over: what it has
	// proved is written all the same.
	unlock, err := lockPiece(context.Background(), dir, p.Name, true)
	if err != nil {
		return nil, err
	}
	defer unlock()
	pieces, _ := readPieces(dir, d)
	if known, ok := pieces[p.Name]; ok {
		p = optimal.Merge(p, known)
	}
	pieces[p.Name] = p
	return pieces, writePiece(dir, p)
}

// join puts the pieces of a folder together.
func (s *solving) join(ctx context.Context, out io.Writer) error {
	d, err := readDivision(s.joinDir)
	if err != nil {
		return usageError{fmt.Errorf("--join: %w", err)}
	}
	if s.problem, err = d.Problem.Parse(); err == nil {
		s.name, s.objective, s.pool, s.first = d.Problem.Game, string(d.Problem.Objective), string(d.Problem.Pool), d.Problem.First
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
	pieces, problems := readPieces(s.joinDir, d)
	for _, problem := range problems {
		s.say("not proved: %s", problem)
	}
	j, err := optimal.Join(ctx, d, pieces, optimal.SolveOptions{Workers: s.workers})
	if optimal.Stopped(err) {
		return interruptedError("interrupted")
	}
	if err != nil {
		return err
	}
	if len(j.Open) > 0 {
		s.say("%s of %d open: %s", english(len(j.Open), "piece"), len(d.Names()), listed(j.Open))
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
