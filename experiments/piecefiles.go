package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"codebreak/engine/optimal"
	"codebreak/experiments/cells"
	"codebreak/report"
)

const (
	divisionFile = "division.json"
	pieceSuffix  = ".json"
	// pieceFormat is the version of the files of decompositions and subproblems.
	pieceFormat = 2
)

// A pieceFile is the content of a file: a decomposition or a subproblem.
type pieceFile struct {
	Format   int             `json:"format"`
	Checksum string          `json:"checksum"` // the SHA-256 of the value as it is written
	Value    json.RawMessage `json:"value"`
}

func encodePiece(v any) ([]byte, error) {
	value, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(value)
	text, err := json.Marshal(pieceFile{pieceFormat, hex.EncodeToString(sum[:]), value})
	return append(text, '\n'), err
}

// decodePiece reads what encodePiece writes. The version is looked at first,
// since another may have other keys.
func decodePiece(text []byte, v any) error {
	var version struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(text, &version); err != nil {
		return fmt.Errorf("it is damaged: %w", err)
	}
	if version.Format != pieceFormat {
		return fmt.Errorf("it is of format %d; this program reads format %d", version.Format, pieceFormat)
	}
	strictly := func(text []byte, v any) error {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(v); err != nil {
			return fmt.Errorf("it is damaged: %w", err)
		}
		return nil
	}
	var file pieceFile
	if err := strictly(text, &file); err != nil {
		return err
	}
	if sum := sha256.Sum256(file.Value); hex.EncodeToString(sum[:]) != file.Checksum {
		return errors.New("it is damaged: its checksum is another")
	}
	return strictly(file.Value, v)
}

// A pieceFolder holds a decomposition and its subproblems, each in a file.
type pieceFolder struct {
	*optimal.Verified
	dir  string
	seen map[string]seenPiece
}

// A seenPiece is a subproblem as it was read, or why it cannot be trusted.
type seenPiece struct {
	optimal.Subproblem
	info fs.FileInfo
	err  error
}

var errNoDivision = errors.New("there is no " + divisionFile + "; solve --split makes one")

// openPieces opens the folder of a decomposition.
func openPieces(dir string) (*pieceFolder, error) {
	if dir == "" {
		return nil, errors.New("it is empty; it must name a folder")
	}
	path := filepath.Join(dir, divisionFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, errNoDivision)
	}
	var d optimal.Decomposition
	if err = decodePiece(text, &d); err == nil {
		var v *optimal.Verified
		if v, err = d.Verify(); err == nil {
			return &pieceFolder{v, dir, map[string]seenPiece{}}, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", path, err)
}

// makePieces writes a decomposition into a folder.
func makePieces(dir string, d optimal.Decomposition) (*pieceFolder, error) {
	text, err := encodePiece(d)
	if err != nil {
		return nil, err
	}
	if err := report.WriteFile(filepath.Join(dir, divisionFile), text); err != nil {
		return nil, err
	}
	return openPieces(dir)
}

func (f *pieceFolder) path(name string) string { return filepath.Join(f.dir, name+pieceSuffix) }

// read returns a subproblem of the folder. The error says why it cannot be
// trusted. changed is false if its file is as it was the last time.
func (f *pieceFolder) read(name string) (s optimal.Subproblem, changed bool, err error) {
	info, err := os.Stat(f.path(name))
	if err != nil {
		err = fmt.Errorf("%s cannot be read: %w", f.path(name), cause(err))
		changed = f.seen[name].info != nil
		f.seen[name] = seenPiece{err: err}
		return s, changed, err
	}
	if old, ok := f.seen[name]; ok && old.info != nil && os.SameFile(old.info, info) && old.info.ModTime().Equal(info.ModTime()) && old.info.Size() == info.Size() {
		return old.Subproblem, false, old.err
	}
	text, err := os.ReadFile(f.path(name))
	if err != nil {
		err = fmt.Errorf("%s cannot be read: %w", f.path(name), cause(err))
	} else {
		if err = decodePiece(text, &s); err == nil && s.Problem == f.Problem && s.Name != name {
			err = errors.New("it is another piece")
		}
		if err == nil {
			err = f.CheckSubproblem(s)
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", f.path(name), err)
		}
	}
	f.seen[name] = seenPiece{s, info, err}
	return s, true, err
}

// all reads the subproblems that can be trusted; problems says of each of the
// others why it is not.
func (f *pieceFolder) all() (pieces map[string]optimal.Subproblem, problems []string) {
	pieces = map[string]optimal.Subproblem{}
	for _, name := range f.Names() {
		if s, _, err := f.read(name); err == nil {
			pieces[name] = s
		} else {
			problems = append(problems, err.Error())
		}
	}
	return pieces, problems
}

// write writes a subproblem.
func (f *pieceFolder) write(s optimal.Subproblem) error {
	text, err := encodePiece(s)
	if err != nil {
		return err
	}
	if err := report.WriteFile(f.path(s.Name), text); err != nil {
		return fmt.Errorf("%s cannot be written: %w", f.path(s.Name), cause(err))
	}
	if info, err := os.Stat(f.path(s.Name)); err == nil {
		f.seen[s.Name] = seenPiece{Subproblem: s, info: info}
	}
	return nil
}

// exchange writes what is proved of a subproblem, with what another process may
// have proved of it meanwhile, and returns the bounds of those that have changed.
func (f *pieceFolder) exchange(s optimal.Subproblem) (map[string]optimal.Bounds, error) {
	// The context is not that of the search, which may be over: what it has
	// proved is written all the same.
	unlock, err := f.lock(context.Background(), s.Name, true)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if known, _, err := f.read(s.Name); err == nil {
		s = optimal.MergeSubproblems(s, known)
	}
	if err := f.write(s); err != nil {
		return nil, err
	}
	changed := map[string]optimal.Bounds{s.Name: s.Bounds}
	for _, name := range f.Names() {
		if other, isNew, err := f.read(name); isNew && err == nil {
			changed[name] = other.Bounds
		}
	}
	return changed, nil
}

// lock locks a name in the folder, until unlock is called or the program ends.
// Without waiting unlock is nil if another program holds it.
func (f *pieceFolder) lock(ctx context.Context, name string, wait bool) (unlock func(), err error) {
	folder := filepath.Join(f.dir, "locks")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("%s cannot be made: %w", folder, cause(err))
	}
	path := filepath.Join(folder, name)
	if !wait {
		return cells.TryLock(path)
	}
	return cells.Lock(ctx, path)
}

// cause is the error without the name of the file.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
