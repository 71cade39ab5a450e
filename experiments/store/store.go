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

// version is that of the form of the files. Files of another version are set
// aside.
const version = 2

// Folders below that of a store.
const (
	locksName   = "locks"
	timesName   = "times"
	damagedName = "damaged"
)

// Options are how a store is used.
type Options struct {
	// Engine returns the fingerprint of the code that computes the answer to a key; nil
	// if none is known.
	Engine func(Key) string
	// Recompute computes everything, even stored answers.
	Recompute bool
	// Reuse accepts answers that another engine computed.
	Reuse bool
	// MaxSize is the most bytes that a file may count as, see [ReadJSON], to be
	// read; 0 for any size.
	MaxSize int64
	// Warn gets warnings, such as files that are set aside; it may be nil.
	Warn func(string)
}

// A Store is a folder of answers. It may be used by many goroutines at once,
// and by many programs.
type Store struct {
	dir  string
	opts Options

	mu    sync.Mutex
	usage Usage
}

// Usage counts what was asked of a store.
type Usage struct {
	Reused   int // answers that were there
	Foreign  int // of these, computed by another engine
	Computed int
	// Outdated counts the answers that were there, but are another engine's and
	// were not used.
	Outdated int
	// Partial counts the answers that are not complete: they are returned, and
	// computed again when they are asked for again.
	Partial int
}

// An Answer is what a store holds under a key.
type Answer struct {
	Value   json.RawMessage
	Partial bool // more work may improve it
	// Reused says that the answer was there, and Foreign that another engine
	// computed it.
	Reused, Foreign bool
	Engine          string // that computed it
	// Seconds is how long it took to compute, now or when it was; 0 if that is
	// not known.
	Seconds float64
}

// Open opens the store in a folder, which is made when the first answer is
// written.
func Open(dir string, o Options) *Store {
	if o.Warn == nil {
		o.Warn = func(string) {}
	}
	if o.Engine == nil {
		o.Engine = func(Key) string { return "" }
	}
	return &Store{dir: dir, opts: o}
}

// Times is the folder of the store in which each answer that was computed to the
// end has a file.
func (s *Store) Times() string { return filepath.Join(s.dir, timesName) }

// Engine returns the fingerprint of the code that computes the answer to a key.
func (s *Store) Engine(k Key) string { return s.opts.Engine(k) }

// Usage says what was asked of the store so far.
func (s *Store) Usage() Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.usage
}

func (s *Store) count(change func(*Usage)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.usage)
}

// A storedAnswer is the content of a file: an answer with its key.
type storedAnswer struct {
	Version  int             `json:"version"`
	Engine   string          `json:"engine"`
	Kind     string          `json:"kind"`
	Question json.RawMessage `json:"question"`
	Sum      string          `json:"sum"` // of all the rest
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

// ErrLess is what a check returns of an answer that is right and holds less than is asked
// for: it stays where it is and counts as absent.
var ErrLess = errors.New("the answer holds less than is asked for")

// A damagedError says what is wrong with a file.
type damagedError string

func (e damagedError) Error() string { return string(e) }

// read reads a file; the error is fs.ErrNotExist without one, and a
// damagedError unless it answers the question that its name stands for.
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

// Sum is the SHA-256 of the file that answers a key; empty without one that can be read.
func (s *Store) Sum(k Key) string {
	text, err := ReadFile(s.path(k), s.opts.MaxSize)
	if err != nil {
		return ""
	}
	return Digest(text)
}

// load reads the answer to a key, if it is there; what is damaged, or does not
// pass the check, is set aside. A check that was stopped by its context says nothing.
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

	ok, err = s.settle(path, err, s.setAside)
	return r, ok, err
}

// stopped reports whether an error is a context's.
func stopped(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// settle tells a file that was read from one that is not there; damaged says what
// becomes of one that is damaged.
func (s *Store) settle(path string, reading error, damaged func(path string, why error) error) (ok bool, err error) {
	why, isDamaged := errors.AsType[damagedError](reading)
	switch {
	case reading == nil:
		return true, nil
	case errors.Is(reading, fs.ErrNotExist):
		return false, nil
	case isDamaged:
		return false, damaged(path, why)
	case stopped(reading):
		return false, reading
	}
	return false, fmt.Errorf("answer %s cannot be read: %w", path, OfMemory(Cause(reading)))
}

// setAside moves a damaged file into a folder where it is in no one's way.
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
func (s *Store) usable(r storedAnswer) bool { return s.opts.Reuse || r.Engine == s.Engine(r.key()) }

// Get returns the answer to a key if it is there, is of this engine (or of any,
// with [Options.Reuse]), and passes the check, which may be nil; what does not
// is set aside. A check that returns a context's error leaves the answer where it
// is; the error is that one then.
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

// Do returns the answer to a key: from its file, or computed and written there. A stored
// answer must pass check, as in [Store.Get]. While an answer is computed, other programs that
// ask for the same wait for it.
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
			s.count(func(u *Usage) { u.Outdated++ })
		case ok && !r.Partial:
			a := s.reused(r)
			s.count(func(u *Usage) {
				u.Reused++
				if a.Foreign {
					u.Foreign++
				}
			})
			return a, nil
		}
	}

	began := time.Now()
	value, partial, err := compute(ctx)
	if err != nil {
		return Answer{}, err
	}

	a := Answer{Value: value, Partial: partial, Engine: s.Engine(k), Seconds: time.Since(began).Seconds()}
	s.count(func(u *Usage) {
		u.Computed++
		if partial {
			u.Partial++
		}
	})

	if err := s.put(newStored(s.Engine(k), k, value, partial)); err != nil {
		return a, err
	}
	return a, s.putSeconds(k, a.Seconds)
}

// Records lists the JSON files of a folder, but hidden ones; none if there is no such
// folder.
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
	text, _ := ReadFile(filepath.Join(dir, timesName, k.Name()), longest) // an absent file holds no number: 0

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

// CheckFolders returns an error if answers cannot be kept in a folder. It makes
// the folder, and leaves nothing else behind.
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

// A Combine merges two different answers to the same question. ok is false if it cannot:
// then one of two complete answers is wrong, and of two partial answers either will do.
type Combine func(k Key, a, b json.RawMessage) (value json.RawMessage, partial, ok bool, err error)

// Merged adds up what [Store.Merge] did.
type Merged struct {
	Copied   int // answers that were not here
	Combined int // answers that were in both, and are made one
	Equal    int // answers that were in both, and stay
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
	theirs, reading := s.read(path)
	ok, err := s.settle(path, reading, func(_ string, why error) error {
		s.opts.Warn(fmt.Sprintf("answer %s is damaged: %v; it is left out", path, why))
		return nil
	})

	switch {
	case err != nil || !ok:
		return err
	case !s.usable(theirs):
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
