// Package cells keeps what long work came to, each piece in a small file of
// its own, so that work can be stopped and taken up again, shared out among
// machines, and united afterwards.
//
// A cell is the answer to a question. The question, its key, is any value that
// marshals to JSON; the file's name is a hash of the key and of [Version], and
// the file holds both beside the answer, with a checksum. [Do] returns the
// answer from its cell, or has it computed and writes the cell: under a
// temporary name, then renamed, so that a cell is there whole or not at all. A
// lock for each cell keeps two programs from computing the same; it goes with
// the process that holds it, however that ends. What is damaged is set aside,
// named, and computed again.
package cells

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
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"
)

// Version is the version of what the engine's answers mean. Cells of other
// versions are never read. It changes whenever an answer could.
const Version = 2

// A cell is the content of a file.
type cell struct {
	Version int             `json:"version"`
	Key     json.RawMessage `json:"key"`
	Sum     string          `json:"sum"` // of key and value
	Value   json.RawMessage `json:"value"`
}

// Took says what an answer took.
type Took struct {
	Cached bool // it was there
	// Seconds is how long it took to compute, now or when it was; 0 if that is
	// not known. It is kept apart from the cells, which are the same on every
	// machine.
	Seconds float64
}

// An Unfinished answer may say that it is not to be kept.
type Unfinished interface{ Unfinished() bool }

// A Checked answer tells whether it can be one.
type Checked interface{ Check() error }

// A Store is a folder of cells. A nil Store keeps nothing.
type Store struct {
	dir   string
	force bool
	warn  func(string)
	plan  *plan
	write func(path string, content []byte) error
	// unfinished counts the answers that were not kept.
	unfinished atomic.Int64
}

// Unfinished returns how many answers were given and not kept.
func (s *Store) Unfinished() int { return int(s.unfinished.Load()) }

// Options are how a store is used.
type Options struct {
	Force bool         // compute even what is there
	Warn  func(string) // is told of cells that are set aside; may be nil
	// Write writes a file whole or not at all.
	Write func(path string, content []byte) error
}

// Open opens the store in a folder, which is made when the first cell is
// written.
func Open(dir string, o Options) *Store {
	if o.Warn == nil {
		o.Warn = func(string) {}
	}
	return &Store{dir: dir, force: o.Force, warn: o.Warn, write: o.Write}
}

// A damagedError says what is wrong with a cell.
type damagedError string

func (e damagedError) Error() string { return string(e) }

// ErrElsewhere is returned for a cell that another share is to compute.
var ErrElsewhere = errors.New("another share computes this")

// name returns the name of the cell of a key, with the key as it is written.
func name(key any) (string, []byte, error) {
	text, err := json.Marshal(key)
	if err != nil {
		return "", nil, fmt.Errorf("key of a cell: %w", err)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", Version, text))
	return hex.EncodeToString(sum[:16]) + ".json", text, nil
}

func checksum(key, value []byte) string {
	sum := sha256.New()
	sum.Write(key)
	sum.Write([]byte{0})
	sum.Write(value)
	return hex.EncodeToString(sum.Sum(nil))
}

// read reads a cell; the error is fs.ErrNotExist if there is none, and a
// damagedError if it is no answer to the key that the file's name stands for.
func read(path string) (cell, error) {
	var c cell
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return c, damagedError("it is no file")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return c, damagedError(err.Error())
	}
	if c.Key == nil || c.Value == nil {
		return c, damagedError("it has no key or no value")
	}
	file, key, err := name(c.Key)
	switch {
	case err != nil:
		return c, damagedError(err.Error())
	case c.Version != Version:
		return c, damagedError(fmt.Sprintf("it is of version %d, not %d", c.Version, Version))
	case c.Sum != checksum(key, c.Value):
		return c, damagedError("its checksum is wrong")
	case file != filepath.Base(path):
		return c, damagedError("it is the answer to another question")
	}
	return c, nil
}

// Do returns the answer to the key. cost is about how many seconds it takes to
// compute, which shares are balanced by.
//
// The answer is what the cell holds, read back, so that it does not matter
// whether it was just computed. An answer that is [Unfinished] is returned, but
// not kept.
func Do[T any](ctx context.Context, s *Store, key any, cost float64, compute func() (T, error)) (answer T, took Took, err error) {
	if s == nil {
		began := time.Now()
		answer, err = compute()
		return answer, Took{Seconds: time.Since(began).Seconds()}, err
	}
	file, text, err := name(key)
	if err != nil {
		return answer, took, err
	}
	if s.plan != nil && !s.plan.mine(file, cost) {
		return answer, took, ErrElsewhere
	}
	unlock, err := s.lock(ctx, file)
	if err != nil {
		return answer, took, err
	}
	defer unlock()
	path := filepath.Join(s.dir, file)
	if !s.force {
		c, ok, err := s.load(path)
		if err == nil && ok {
			if err = decode(c.Value, &answer); err == nil {
				return answer, Took{true, secondsIn(s.dir, file)}, nil
			}
			answer = *new(T)
			err = s.setAside(path, err)
		}
		if err != nil {
			return answer, took, err
		}
	}
	began := time.Now()
	computed, err := compute()
	took.Seconds = time.Since(began).Seconds()
	if err != nil {
		return answer, took, err
	}
	if u, ok := any(computed).(Unfinished); ok && u.Unfinished() {
		s.unfinished.Add(1)
		return computed, took, nil
	}
	value, err := json.Marshal(computed)
	if err != nil {
		return answer, took, fmt.Errorf("value of a cell: %w", err)
	}
	err = errors.Join(s.put(path, cell{Version, text, checksum(text, value), value}), s.putSeconds(file, took.Seconds))
	if err != nil {
		return answer, took, err
	}
	return answer, took, json.Unmarshal(value, &answer)
}

// timesName is the folder, below that of the cells, that holds what each took.
const timesName = "times"

func secondsIn(dir, file string) float64 {
	text, err := os.ReadFile(filepath.Join(dir, timesName, file))
	if err != nil {
		return 0
	}
	seconds, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
	if err != nil {
		return 0
	}
	return seconds
}

func (s *Store) putSeconds(file string, seconds float64) error {
	folder := filepath.Join(s.dir, timesName)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return s.write(filepath.Join(folder, file), fmt.Appendf(nil, "%.3f\n", seconds))
}

// decode reads the value of a cell, which must be one that is [Checked].
func decode(value []byte, answer any) error {
	if err := json.Unmarshal(value, answer); err != nil {
		return err
	}
	if c, ok := answer.(Checked); ok {
		return c.Check()
	}
	return nil
}

// load reads a cell, if it is there; what is damaged is set aside.
func (s *Store) load(path string) (c cell, ok bool, err error) {
	c, err = read(path)
	var damaged damagedError
	switch {
	case err == nil:
		return c, true, nil
	case errors.Is(err, fs.ErrNotExist):
		return c, false, nil
	case errors.As(err, &damaged):
		return c, false, s.setAside(path, damaged)
	}
	return c, false, fmt.Errorf("cell %s cannot be read: %w", path, err)
}

// put writes a cell.
func (s *Store) put(path string, c cell) error {
	text, err := json.Marshal(c)
	if err == nil {
		// The folder may have been deleted meanwhile.
		if err = os.MkdirAll(s.dir, 0o755); err == nil {
			err = s.write(path, append(text, '\n'))
		}
	}
	if err != nil {
		return fmt.Errorf("cell %s cannot be written: %w", path, err)
	}
	return nil
}

// setAside moves a damaged cell into the folder "damaged", where it is in no
// one's way.
func (s *Store) setAside(path string, why error) error {
	folder := filepath.Join(s.dir, "damaged")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("cell %s is damaged (%w), and cannot be set aside: %w", path, why, err)
	}
	if err := os.Rename(path, filepath.Join(folder, filepath.Base(path))); err != nil {
		return fmt.Errorf("cell %s is damaged (%w), and cannot be set aside: %w", path, why, err)
	}
	s.warn(fmt.Sprintf("cell %s is damaged: %v; it is set aside in %s and computed again", path, why, folder))
	return nil
}

// lock waits for the lock of a cell. The lock is the operating system's: it
// ends with the process, so that no lock is ever stale.
func (s *Store) lock(ctx context.Context, file string) (unlock func(), err error) {
	folder := filepath.Join(s.dir, "locks")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("cells cannot be locked: %w", err)
	}
	if unlock, err = Lock(ctx, filepath.Join(folder, strings.TrimSuffix(file, ".json"))); err != nil {
		return nil, fmt.Errorf("cell %s cannot be locked: %w", file, err)
	}
	return unlock, nil
}

// Lock waits until no other program holds the lock of a file, which it makes,
// and holds it until unlock is called or the program ends. The file stays: who
// removed it could take it from under another who has just opened it.
func Lock(ctx context.Context, path string) (unlock func(), err error) {
	lock := flock.New(path)
	if _, err := lock.TryLockContext(ctx, 100*time.Millisecond); err != nil {
		return nil, err
	}
	return func() { _ = lock.Unlock() }, nil
}

// TryLock is Lock without waiting: unlock is nil if another program holds it.
func TryLock(path string) (unlock func(), err error) {
	lock := flock.New(path)
	if got, err := lock.TryLock(); err != nil || !got {
		return nil, err
	}
	return func() { _ = lock.Unlock() }, nil
}

// Merge copies the cells of another folder that are not here. It returns how
// many it copied, and an error that names a cell that is different in both:
// then one of them is wrong. What is damaged there is left there, with a
// warning.
func (s *Store) Merge(from string) (copied int, err error) {
	files, err := os.ReadDir(from)
	if err != nil {
		return 0, err
	}
	for _, file := range files {
		if filepath.Ext(file.Name()) != ".json" || strings.HasPrefix(file.Name(), ".") {
			continue
		}
		new, err := s.merge(filepath.Join(from, file.Name()))
		if err != nil {
			return copied, err
		}
		copied += new
	}
	return copied, nil
}

func (s *Store) merge(path string) (copied int, err error) {
	theirs, err := read(path)
	if err != nil {
		s.warn(fmt.Sprintf("cell %s is damaged: %v; it is left out", path, err))
		return 0, nil
	}
	file := filepath.Base(path)
	own := filepath.Join(s.dir, file)
	ours, ok, err := s.load(own)
	switch {
	case err != nil:
		return 0, err
	case !ok:
		return 1, errors.Join(s.put(own, theirs), s.putSeconds(file, secondsIn(filepath.Dir(path), file)))
	case !bytes.Equal(ours.Value, theirs.Value):
		return 0, fmt.Errorf("cells %s and %s answer %s differently; one of them is wrong", own, path, theirs.Key)
	}
	return 0, nil
}
