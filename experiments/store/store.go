package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// version counts the forms of the files. Files of another version are set aside.
const version = 2

// Folders below that of a store.
const (
	locksName   = "locks"
	timesName   = "times"
	damagedName = "damaged"
)

// Options say how a store is used.
type Options struct {
	// Engine returns the fingerprint of the code that computes the answer to a key; nil
	// where all answers are of one engine.
	Engine func(Key) string
	// Recompute computes stored answers again.
	Recompute bool
	// Reuse accepts answers that another engine computed.
	Reuse bool
	// MaxSize limits the weight of a file, see [ReadJSON]; 0 for any weight.
	MaxSize int64
	// Warn gets warnings, such as files that are set aside; it may be nil.
	Warn func(string)
}

// A Store is a folder of answers. Many goroutines may use it at once, and many programs.
type Store struct {
	dir  string
	opts Options

	mu    sync.Mutex
	usage Usage
}

// Usage counts the answers that a store has returned.
type Usage struct {
	Reused   int // stored before
	Foreign  int // reused answers of another engine
	Computed int
	Outdated int // stored answers of another engine that were not used
	Partial  int // computed and not complete, so that the next request computes them again
}

// An Answer is a stored or computed answer to a key.
type Answer struct {
	Value   json.RawMessage
	Partial bool    // more work may improve it
	Reused  bool    // stored before
	Foreign bool    // computed by another engine
	Engine  string  // that computed it
	Seconds float64 // of its computation, now or earlier; 0 if unknown
}

// Open opens the store in a folder. The first answer makes the folder.
func Open(dir string, o Options) *Store {
	if o.Warn == nil {
		o.Warn = func(string) {}
	}
	if o.Engine == nil {
		o.Engine = func(Key) string { return "" }
	}
	return &Store{dir: dir, opts: o}
}

// Times returns the folder of the store that has a file for each answer that was computed to its
// end.
func (s *Store) Times() string { return filepath.Join(s.dir, timesName) }

// Engine returns the fingerprint of the code that computes the answer to a key.
func (s *Store) Engine(k Key) string { return s.opts.Engine(k) }

// Usage counts the answers that the store has returned so far.
func (s *Store) Usage() Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.usage
}

func (s *Store) count(u Usage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.usage.Reused += u.Reused
	s.usage.Foreign += u.Foreign
	s.usage.Computed += u.Computed
	s.usage.Outdated += u.Outdated
	s.usage.Partial += u.Partial
}

// A storedAnswer is the content of a file: an answer with its key.
type storedAnswer struct {
	Version  int             `json:"version"`
	Engine   string          `json:"engine"`
	Kind     string          `json:"kind"`
	Question json.RawMessage `json:"question"`
	Sum      string          `json:"sum"` // of the other fields
	Partial  bool            `json:"partial,omitempty"`
	Answer   json.RawMessage `json:"answer"`
}

func newStored(engine string, k Key, value json.RawMessage, partial bool) storedAnswer {
	r := storedAnswer{
		Version:  version,
		Engine:   engine,
		Kind:     k.Kind,
		Question: json.RawMessage(k.Question),
		Partial:  partial,
		Answer:   value,
	}
	r.Sum = r.sum()
	return r
}

func (r storedAnswer) key() Key { return Key{r.Kind, string(r.Question)} }

func (r storedAnswer) sum() string {
	return Digest(fmt.Appendf(nil, "%d %q %q %t\n%s\n%s", r.Version, r.Engine, r.Kind, r.Partial, r.Question, r.Answer))
}

func (r storedAnswer) encode() ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err := e.Encode(r)
	return text.Bytes(), err
}

// ErrLess is the error of a check for an answer that is right, but lacks a part that is asked
// for: it stays where it is and counts as missing.
var ErrLess = errors.New("the answer holds less than is asked for")

// A damagedError says why a file cannot be used.
type damagedError string

func (e damagedError) Error() string { return string(e) }

// read reads a file. The error is fs.ErrNotExist without a file, and a damagedError unless the
// file answers the question that its name stands for.
func (s *Store) read(path string) (r storedAnswer, err error) {
	text, _, err := ReadJSON(path, s.opts.MaxSize)
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.ELOOP), errors.Is(err, errNotRegular):
		return r, damagedError(Cause(err).Error())
	case err != nil:
		return r, err
	}

	if err := json.Unmarshal(text, &r); err != nil {
		return r, damagedError(err.Error())
	}

	switch {
	case r.Version != version:
		return r, damagedError(fmt.Sprintf("it is of version %d, not %d", r.Version, version))
	case r.key().check() != nil, r.Answer == nil:
		return r, damagedError("it has no question or no answer")
	case r.Sum != r.sum():
		return r, damagedError("its checksum is wrong")
	case r.key().Name() != strings.TrimSuffix(filepath.Base(path), ".json"):
		return r, damagedError("it is the answer to another question")
	}
	return r, nil
}

func (s *Store) path(k Key) string { return filepath.Join(s.dir, k.Name()+".json") }

// Sum returns the SHA-256 of the file that answers a key; empty if no file can be read.
func (s *Store) Sum(k Key) string {
	text, err := ReadFile(s.path(k), s.opts.MaxSize)
	if err != nil {
		return ""
	}
	return Digest(text)
}

// load reads the stored answer to a key. It sets a damaged answer aside, and one that fails the
// check, unless the context has stopped the check.
func (s *Store) load(k Key, check func(json.RawMessage) error) (r storedAnswer, ok bool, err error) {
	path := s.path(k)
	r, err = s.read(path)
	if err == nil && check != nil {
		err = check(r.Answer)
		if errors.Is(err, ErrLess) {
			return r, false, nil
		}
		if err != nil && !stopped(err) {
			err = damagedError(err.Error())
		}
	}

	if why, damaged := errors.AsType[damagedError](err); damaged {
		return r, false, s.setAside(path, why)
	}
	return r, err == nil, readError(path, err)
}

// stopped reports whether an error is a context's.
func stopped(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// readError returns the error to report about reading a file: nil for a missing file.
func readError(path string, reading error) error {
	if reading == nil || errors.Is(reading, fs.ErrNotExist) {
		return nil
	}
	if stopped(reading) {
		return reading
	}
	return fmt.Errorf("answer %s cannot be read: %w", path, OfMemory(Cause(reading)))
}

// setAside moves a damaged file into another folder, where it can be looked at.
func (s *Store) setAside(path string, why error) error {
	folder := filepath.Join(s.dir, damagedName)
	err := os.MkdirAll(folder, 0o777)
	if err == nil {
		err = os.Rename(path, filepath.Join(folder, filepath.Base(path)))
	}

	switch {
	case errors.Is(err, fs.ErrNotExist): // another program was faster
		return nil
	case err != nil:
		return fmt.Errorf("answer %s is damaged (%w) and cannot be set aside: %w", path, why, err)
	}

	s.opts.Warn(fmt.Sprintf("answer %s is damaged: %v; it is set aside in %s", path, why, folder))
	return nil
}

// put writes an answer.
func (s *Store) put(r storedAnswer) error {
	path := s.path(r.key())
	text, err := r.encode()
	if err == nil {
		err = MakeFile(path, text)
	}
	return Failed("answer "+path+" cannot be written", err)
}

// usable reports whether an answer of an engine may be used.
func (s *Store) usable(r storedAnswer) bool {
	return s.opts.Reuse || r.Engine == s.Engine(r.key())
}

// Get returns the stored answer to a key if it is of this engine (or of any, with
// [Options.Reuse]) and passes the check, which may be nil. It sets an answer aside that fails the
// check. If the check returns a context's error, so does Get, and the answer stays where it is.
func (s *Store) Get(k Key, check func(json.RawMessage) error) (a Answer, ok bool, err error) {
	r, ok, err := s.load(k, check)
	if err != nil || !ok || !s.usable(r) {
		return Answer{}, false, err
	}
	return s.reused(r), true, nil
}

func (s *Store) reused(r storedAnswer) Answer {
	k := r.key()
	return Answer{
		Value:   r.Answer,
		Partial: r.Partial,
		Reused:  true,
		Foreign: r.Engine != s.Engine(k),
		Engine:  r.Engine,
		Seconds: secondsIn(s.dir, k),
	}
}

// A computation returns the JSON of an answer, and whether it is partial.
type computation func(context.Context) (value json.RawMessage, partial bool, err error)

// Do returns the answer to a key: from its file, or computed and written there. A stored answer
// must pass check, as in [Store.Get]. Another program that asks for the same answer waits until
// it is computed.
func (s *Store) Do(ctx context.Context, k Key, check func(json.RawMessage) error, compute computation) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}

	unlock, err := s.lock(ctx, k.Name())
	if err != nil {
		return Answer{}, err
	}
	defer unlock()

	if !s.opts.Recompute {
		r, ok, err := s.load(k, check)
		switch {
		case err != nil:
			return Answer{}, err
		case ok && !s.usable(r):
			s.count(Usage{Outdated: 1})
		case ok && !r.Partial:
			a := s.reused(r)
			used := Usage{Reused: 1}
			if a.Foreign {
				used.Foreign = 1
			}
			s.count(used)
			return a, nil
		}
	}

	began := time.Now()
	value, partial, err := compute(ctx)
	if err != nil {
		return Answer{}, err
	}

	a := Answer{
		Value:   value,
		Partial: partial,
		Engine:  s.Engine(k),
		Seconds: time.Since(began).Seconds(),
	}
	used := Usage{Computed: 1}
	if partial {
		used.Partial = 1
	}
	s.count(used)
	if err := s.put(newStored(s.Engine(k), k, value, partial)); err != nil {
		return a, err
	}
	return a, s.putSeconds(k, a.Seconds)
}

// Records lists the JSON files of a folder that are not hidden. A missing folder has none.
func Records(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".json" && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func secondsIn(dir string, k Key) float64 {
	const longest = 32
	text, _ := ReadFile(filepath.Join(dir, timesName, k.Name()), longest) // a missing file has no number: 0
	seconds, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
	if err != nil || !(seconds >= 0) {
		return 0
	}
	return seconds
}

func (s *Store) putSeconds(k Key, seconds float64) error {
	err := MakeFile(filepath.Join(s.Times(), k.Name()), fmt.Appendf(nil, "%.3f\n", seconds))
	return Failed("the time of answer "+k.Name()+" cannot be written", err)
}

// CheckFolders returns an error if answers cannot be kept in a folder. It makes the folder.
func CheckFolders(dir string) error {
	folders := []string{dir, filepath.Join(dir, locksName), filepath.Join(dir, timesName)}
	damaged := filepath.Join(dir, damagedName)
	if info, err := os.Lstat(damaged); err == nil && info.IsDir() {
		folders = append(folders, damaged)
	}

	for _, folder := range folders {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return fmt.Errorf("folder %s cannot be made: %w", folder, Cause(err))
		}
		if err := CheckWritable(folder); err != nil {
			return fmt.Errorf("folder %s cannot be written: %w", folder, err)
		}
	}

	RemoveForgotten(dir)
	RemoveForgotten(filepath.Join(dir, timesName))
	return nil
}

// A Combine merges two different answers to the same question. ok is false if it cannot: then
// one of two complete answers is wrong, and either of two partial answers is good.
type Combine func(k Key, a, b json.RawMessage) (value json.RawMessage, partial, ok bool, err error)

// Merged adds up what [Store.Merge] did.
type Merged struct {
	Copied   int // answers that were missing here
	Combined int // different answers that were made one
	Equal    int // answers that stay as they are here
	Outdated int // answers of another engine, which are left out
}

// Merge copies missing answers from another folder. It prefers complete answers to partial
// ones, and combines other answers that differ. If complete ones cannot be combined, the
// error names the question: one of them is wrong. It skips damaged answers with a warning,
// and answers of another engine, unless [Options.Reuse].
func (s *Store) Merge(ctx context.Context, from string, combine Combine, m *Merged) error {
	names, err := Records(from)
	for _, name := range names {
		if err = ctx.Err(); err == nil {
			err = s.merge(ctx, filepath.Join(from, name), combine, m)
		}
		if err != nil {
			return err
		}
	}
	return err
}

func (s *Store) merge(ctx context.Context, path string, combine Combine, m *Merged) error {
	theirs, err := s.read(path)
	if why, damaged := errors.AsType[damagedError](err); damaged {
		s.opts.Warn(fmt.Sprintf("answer %s is damaged: %v; it is left out", path, why))
		return nil
	}
	if err != nil {
		return readError(path, err)
	}
	if !s.usable(theirs) {
		m.Outdated++
		return nil
	}

	k := theirs.key()
	unlock, err := s.lock(ctx, k.Name()+".update")
	if err != nil {
		return err
	}
	defer unlock()

	ours, ok, err := s.load(k, nil)
	switch {
	case err != nil:
		return err
	case !ok || !s.usable(ours) || ours.Partial && !theirs.Partial:
		m.Copied++
		return errors.Join(s.put(theirs), s.putSeconds(k, secondsIn(filepath.Dir(path), k)))
	case bytes.Equal(ours.Answer, theirs.Answer) || theirs.Partial && !ours.Partial:
		m.Equal++
		return nil
	}

	value, partial, ok, err := combine(k, ours.Answer, theirs.Answer)
	switch {
	case err != nil:
		return fmt.Errorf("%s and %s cannot be combined: %w", s.path(k), path, err)
	case ok:
		m.Combined++
		return s.put(newStored(ours.Engine, k, value, partial))
	case ours.Partial:
		m.Equal++
		return nil
	}
	return fmt.Errorf("%s and %s answer %s differently; one of them is wrong", s.path(k), path, k)
}
