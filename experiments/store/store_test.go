package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"codebreak/engine/enginetest"
)

// opened is a store with the warnings that it gave.
type opened struct {
	*Store
	warnings []string
}

func openAt(dir string, o Options) *opened {
	s := &opened{}
	o.Warn = func(text string) { s.warnings = append(s.warnings, text) }
	if o.Engine == nil {
		o.Engine = enginetest.Always[Key]("e1")
	}
	s.Store = Open(dir, o)
	return s
}

type square struct {
	N int `json:"n"`
}

func key(t *testing.T, kind string, question any) Key {
	t.Helper()
	k, err := NewKey(kind, question)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// checkSquare accepts numbers that are squares.
func checkSquare(text json.RawMessage) error {
	var n int
	if err := json.Unmarshal(text, &n); err != nil {
		return err
	}
	for i := 0; i*i <= n; i++ {
		if i*i == n {
			return nil
		}
	}
	return fmt.Errorf("%d is no square", n)
}

// ask has the square of a number computed, or found.
func ask(t *testing.T, s *opened, n int) Answer {
	t.Helper()
	a, err := s.Do(t.Context(), key(t, "square", square{n}), checkSquare, func(context.Context) (json.RawMessage, bool, error) {
		return fmt.Appendf(nil, "%d", n*n), false, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if string(a.Value) != fmt.Sprint(n*n) {
		t.Errorf("the square of %d is %s", n, a.Value)
	}
	return a
}

func answerFiles(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestDo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	s := openAt(dir, Options{})
	if ask(t, s, 3).Reused {
		t.Error("an answer is there before it is computed")
	}
	if !ask(t, s, 3).Reused {
		t.Error("an answer is computed twice")
	}
	if ask(t, openAt(dir, Options{Recompute: true}), 3).Reused {
		t.Error("an answer that is to be computed is taken from its file")
	}
	failed := errors.New("failed")
	if _, err := s.Do(t.Context(), key(t, "x", square{}), nil, func(context.Context) (json.RawMessage, bool, error) { return nil, false, failed }); !errors.Is(err, failed) {
		t.Error(err)
	}
	if len(answerFiles(t, dir)) != 1 || len(s.warnings) > 0 {
		t.Errorf("files %v, warnings %v", answerFiles(t, dir), s.warnings)
	}
	if u := s.Usage(); u != (Usage{Reused: 1, Computed: 1}) {
		t.Errorf("usage %+v", u)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := s.Do(stopped, key(t, "square", square{4}), nil, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestAnotherEngine changes the engine: its answers are not those of this one.
func TestAnotherEngine(t *testing.T) {
	dir := t.TempDir()
	ask(t, openAt(dir, Options{Engine: enginetest.Always[Key]("old")}), 5)
	reusing := openAt(dir, Options{Engine: enginetest.Always[Key]("new"), Reuse: true})
	if a := ask(t, reusing, 5); !a.Reused || !a.Foreign {
		t.Errorf("%+v", a)
	}
	if u := reusing.Usage(); u != (Usage{Reused: 1, Foreign: 1}) {
		t.Errorf("usage %+v", u)
	}
	s := openAt(dir, Options{Engine: enginetest.Always[Key]("new")})
	if _, ok, err := s.Get(key(t, "square", square{5}), nil); ok || err != nil {
		t.Error(ok, err)
	}
	if ask(t, s, 5).Reused || !ask(t, s, 5).Reused {
		t.Error("the answer of another engine is used, or not replaced")
	}
	if u := s.Usage(); u != (Usage{Reused: 1, Computed: 1, Outdated: 1}) {
		t.Errorf("usage %+v", u)
	}
	if len(s.warnings) > 0 {
		t.Errorf("warnings %q", s.warnings)
	}
}

func TestPartial(t *testing.T) {
	dir := t.TempDir()
	s := openAt(dir, Options{})
	k := key(t, "bound", square{7})
	improve := func(n int, partial bool) Answer {
		a, err := s.Do(t.Context(), k, nil, func(context.Context) (json.RawMessage, bool, error) {
			return fmt.Appendf(nil, "%d", n), partial, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	if a := improve(1, true); a.Reused || !a.Partial {
		t.Errorf("%+v", a)
	}
	if a, ok, err := s.Get(k, nil); !ok || !a.Partial || string(a.Value) != "1" || err != nil {
		t.Errorf("%+v, %v, %v", a, ok, err)
	}
	if a := improve(2, false); a.Reused || a.Partial {
		t.Errorf("a partial answer is not worked on: %+v", a)
	}
	if a := improve(3, false); !a.Reused || string(a.Value) != "2" {
		t.Errorf("%+v", a)
	}
	if u := s.Usage(); u.Partial != 1 {
		t.Errorf("usage %+v", u)
	}
}

// TestDamaged spoils a file in every way that a disk can: cut off anywhere,
// any bit turned, anything appended. The answer must be right all the same, and
// the damage named.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	s := openAt(dir, Options{})
	ask(t, s, 12)
	path := answerFiles(t, dir)[0]
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	spoil := func(what string, text []byte) {
		t.Helper()
		enginetest.WriteFile(t, path, text)
		s.warnings = nil
		if a := ask(t, s, 12); a.Reused || len(s.warnings) != 1 || !strings.Contains(s.warnings[0], path+" is damaged") {
			t.Fatalf("%s: %+v, warnings %q", what, a, s.warnings)
		}
		if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, whole) {
			t.Fatalf("%s: the file is not written again: %v", what, err)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		text := slices.Clone(whole)
		switch n % 2 {
		case 0:
			text = text[:rng.IntN(len(text)-1)] // the end of the line says nothing
		case 1:
			text[rng.IntN(len(text))] ^= 1 << rng.IntN(8)
			if bytes.EqualFold(text, whole) {
				continue // the names of keys may be written in any letters
			}
		}
		spoil(fmt.Sprint(n), text)
	}
	spoil("another version", []byte(strings.Replace(string(whole), `"version":2`, `"version":3`, 1)))
	// Right in itself, and not what the question asks for.
	text, err := newStored("e1", key(t, "square", square{12}), json.RawMessage("143"), false).encode()
	if err != nil {
		t.Fatal(err)
	}
	spoil("a wrong answer", text)
	if !strings.Contains(s.warnings[0], "143 is no square") {
		t.Errorf("warnings %q", s.warnings)
	}
	// Under another's name.
	ask(t, s, 13)
	for _, other := range answerFiles(t, dir) {
		if other != path {
			text, err := os.ReadFile(other)
			if err != nil {
				t.Fatal(err)
			}
			spoil("another question", text)
		}
	}
}

// TestInTheWay puts what is not a file in an answer's place, and in that of its
// lock and of its time: nothing hangs.
func TestInTheWay(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"folder": func(path string) error { return os.Mkdir(path, 0o755) },
		"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"loop":   func(path string) error { return os.Symlink(path, path) },
	} {
		dir := t.TempDir()
		s := openAt(dir, Options{})
		k := key(t, "square", square{6})
		for _, path := range []string{s.path(k), filepath.Join(dir, timesName, k.Name())} {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := put(path); err != nil {
				t.Fatal(err)
			}
		}
		_, err := s.Do(t.Context(), k, checkSquare, func(context.Context) (json.RawMessage, bool, error) { return json.RawMessage("36"), false, nil })
		if len(s.warnings) != 1 {
			t.Errorf("%s: %v, warnings %q", name, err, s.warnings)
		}
		if a, ok, err := s.Get(k, checkSquare); !ok || string(a.Value) != "36" || err != nil {
			t.Errorf("%s: %s, %v, %v", name, a.Value, ok, err)
		}
		lock := filepath.Join(dir, locksName, key(t, "square", square{8}).Name())
		if err := put(lock); err != nil {
			t.Fatal(err)
		}
		if _, err := s.lock(t.Context(), filepath.Base(lock)); err == nil {
			t.Errorf("%s: it is locked", name)
		}
	}
}

// TestAtOnce asks for the same from many goroutines with stores of their own,
// as programs do: it is computed once.
func TestAtOnce(t *testing.T) {
	dir := t.TempDir()
	var mu sync.Mutex
	computed := 0
	k := key(t, "slow", square{})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			a, err := openAt(dir, Options{}).Do(context.Background(), k, nil, func(context.Context) (json.RawMessage, bool, error) {
				mu.Lock()
				defer mu.Unlock()
				computed++
				return json.RawMessage(`"done"`), false, nil
			})
			if string(a.Value) != `"done"` || err != nil {
				t.Error(a, err)
			}
		})
	}
	group.Wait()
	if computed != 1 {
		t.Errorf("computed %d times", computed)
	}
}

// TestPlan shares out work: every key has one owner, whatever the order of the
// keys, and the loads differ by no more than the most expensive key.
func TestPlan(t *testing.T) {
	var work []Costed
	for n := range 30 {
		work = append(work, Costed{key(t, "share", square{n}), float64(n)})
	}
	work = append(work, work[3], Costed{work[4].Key, 1}) // again, and cheaper
	if all := Plan(work, Share{}); len(all) != 30 {
		t.Errorf("the zero share has %d of 30 keys", len(all))
	}
	for of := 1; of <= 7; of++ {
		owners := map[Key]int{}
		var loads []float64
		for number := 1; number <= of; number++ {
			shuffled := slices.Clone(work)
			rand.New(rand.NewPCG(uint64(of), uint64(number))).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			load := 0.0
			for _, k := range Plan(shuffled, Share{number, of}) {
				owners[k]++
				var q square
				if err := json.Unmarshal([]byte(k.Question), &q); err != nil {
					t.Fatal(err)
				}
				load += float64(q.N)
			}
			loads = append(loads, load)
		}
		if len(owners) != 30 || slices.Max(loads)-slices.Min(loads) > 29 {
			t.Errorf("of %d: %d keys, loads %v", of, len(owners), loads)
		}
		for k, n := range owners {
			if n != 1 {
				t.Errorf("of %d shares %d have %s", of, n, k)
			}
		}
	}
	if none := Plan(nil, Share{2, 3}); len(none) != 0 {
		t.Errorf("%v of nothing", none)
	}
	if few := Plan(work[:1], Share{2, 3}); len(few) != 0 {
		t.Errorf("%v of one key", few)
	}
}

func TestParseShare(t *testing.T) {
	if s, err := ParseShare("2/5"); err != nil || s != (Share{2, 5}) || s.String() != "2/5" {
		t.Error(s, err)
	}
	for _, text := range []string{"", "2", "0/5", "6/5", "a/b", "-1/2", "1/0", "1/2/3", "01/2", "1/100001"} {
		if s, err := ParseShare(text); err == nil {
			t.Errorf("%q is %v", text, s)
		}
	}
}

// sum combines partial answers above 16.
func sum(_ Key, a, b json.RawMessage) (value json.RawMessage, partial, ok bool, err error) {
	var x, y int
	err = errors.Join(json.Unmarshal(a, &x), json.Unmarshal(b, &y))
	return fmt.Appendf(nil, "%d", x+y), true, x > 16, err
}

func TestMerge(t *testing.T) {
	dir := t.TempDir()
	put := func(s *opened, n int, text string, partial bool) {
		t.Helper()
		k := key(t, "n", square{n})
		if err := s.put(newStored(s.Engine(k), k, json.RawMessage(text), partial)); err != nil {
			t.Fatal(err)
		}
	}
	a, b := openAt(filepath.Join(dir, "a"), Options{}), openAt(filepath.Join(dir, "b"), Options{})
	old := openAt(filepath.Join(dir, "b"), Options{Engine: enginetest.Always[Key]("old")})
	put(a, 1, "1", false) // in both, equal
	put(b, 1, "1", false)
	put(b, 2, "4", false) // there only
	put(a, 3, "5", true)  // partial here
	put(b, 3, "9", false)
	put(a, 4, "16", false) // partial there
	put(b, 4, "3", true)
	put(a, 5, "20", true) // partial in both
	put(b, 5, "3", true)
	put(old, 6, "36", false)
	put(a, 7, "7", true) // and cannot be combined
	put(b, 7, "8", true)
	enginetest.WriteFile(t, filepath.Join(dir, "b", strings.Repeat("0", 32)+".json"), "{}")
	var m Merged
	err := a.Merge(t.Context(), b.dir, sum, &m)
	if err != nil || m != (Merged{Copied: 2, Combined: 1, Equal: 3, Outdated: 1}) {
		t.Errorf("%+v, %v", m, err)
	}
	if len(a.warnings) != 1 || !strings.Contains(a.warnings[0], "left out") {
		t.Errorf("warnings %q", a.warnings)
	}
	for n, want := range map[int]string{1: "1", 2: "4", 3: "9", 4: "16", 5: "23", 7: "7"} {
		if got, ok, err := a.Get(key(t, "n", square{n}), nil); !ok || string(got.Value) != want || got.Partial != (n >= 5) || err != nil {
			t.Errorf("%d: %s, %v, %v, %v; want %s", n, got.Value, got.Partial, ok, err, want)
		}
	}
	put(b, 1, "2", false)
	if err := a.Merge(t.Context(), b.dir, sum, &m); err == nil || !strings.Contains(err.Error(), `answer n {"n":1} differently; one of them is wrong`) {
		t.Error(err)
	}
	if err := a.Merge(t.Context(), filepath.Join(dir, "nowhere"), sum, &m); err != nil {
		t.Error(err)
	}
}

func TestKey(t *testing.T) {
	for _, bad := range []struct {
		kind     string
		question any
	}{{"", square{}}, {"A", square{}}, {"../x", square{}}, {"n", 3}, {"n", "x"}, {"n", func() {}}} {
		if k, err := NewKey(bad.kind, bad.question); err == nil {
			t.Errorf("%q, %v is %v", bad.kind, bad.question, k)
		}
	}
}

// TestPermissions makes files and writes them again: new ones follow the umask,
// others keep what they have.
func TestPermissions(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	path := filepath.Join(t.TempDir(), "f")
	mode := func() fs.FileMode {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().Perm()
	}
	write := func() {
		if err := WriteFile(path, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	if write(); mode() != 0o600 {
		t.Errorf("a new file has %v", mode())
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if write(); mode() != 0o640 {
		t.Errorf("an old file has %v", mode())
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "f"), filepath.Join(dir, "link")
	enginetest.WriteFile(t, file, "old")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); string(text) != "new" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if err := WriteFile(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, pipe, filepath.Join(dir, "nowhere", "f")} {
		if err := WriteFile(path, nil); err == nil {
			t.Errorf("%s is written", path)
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, temporary+"*")); len(left) > 0 || err != nil {
		t.Error(left, err)
	}
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	enginetest.WriteFile(t, path, "12345")
	if text, err := ReadFile(path, 5); string(text) != "12345" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := ReadFile(path, 4); err == nil || !strings.Contains(err.Error(), "at most 4") {
		t.Error(err)
	}
	if _, err := ReadFile(os.DevNull, 0); err == nil {
		t.Error("a device is read")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := ReadFileContext(ended, path, 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	// A large file takes its own size, not what a buffer would double to.
	large := bytes.Repeat([]byte("x"), 5<<20)
	enginetest.WriteFile(t, path, large)
	if text, err := ReadFile(path, 0); err != nil || !bytes.Equal(text, large) || cap(text) > len(large)+len(large)/8 {
		t.Errorf("%d bytes of %d, room for %d, %v", len(text), len(large), cap(text), err)
	}
}

// TestRemoveForgotten leaves what is new, what is not its own, and what lies
// below.
func TestRemoveForgotten(t *testing.T) {
	dir := t.TempDir()
	below := filepath.Join(dir, "below")
	if err := os.Mkdir(below, 0o755); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-2 * forgotten)
	const old, fresh = temporary + "0123456789abcdef", temporary + "fedcba9876543210"
	for _, name := range []string{old, fresh, temporary + "mine", "other", "below/" + old} {
		path := filepath.Join(dir, name)
		enginetest.WriteFile(t, path, "")
		if name != fresh {
			if err := os.Chtimes(path, long, long); err != nil {
				t.Fatal(err)
			}
		}
	}
	RemoveForgotten(dir)
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range left {
		names = append(names, e.Name())
	}
	if want := []string{fresh, temporary + "mine", "below", "other"}; !slices.Equal(names, want) {
		t.Errorf("left %q, want %q", names, want)
	}
	if _, err := os.Stat(filepath.Join(below, old)); err != nil {
		t.Error(err)
	}
}

// TestInterruptible reads from a pipe into which nobody writes until the context ends, and what
// there is before.
func TestInterruptible(t *testing.T) {
	text, err := io.ReadAll(Interruptible(t.Context(), strings.NewReader("all of it")))
	if string(text) != "all of it" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	broken := errors.New("broken")
	if _, err := io.ReadAll(Interruptible(t.Context(), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}

	silent, end := io.Pipe()
	defer end.Close()
	ctx, stop := context.WithCancel(t.Context())
	in := Interruptible(ctx, silent)
	go func() {
		_, _ = end.Write([]byte("a"))
		stop()
	}()
	if text, err = io.ReadAll(in); !errors.Is(err, context.Canceled) || len(text) > 1 {
		t.Errorf("%q, %v", text, err)
	}
}

// TestOpenFile opens regular files alone, and reads them until the context ends.
func TestOpenFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	enginetest.WriteFile(t, path, "text")
	ctx, stop := context.WithCancel(t.Context())
	f, err := OpenFile(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if text, err := io.ReadAll(f); string(text) != "text" || f.Size != 4 || err != nil {
		t.Errorf("%q of %d bytes, %v", text, f.Size, err)
	}
	stop()
	if _, err := f.Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
	for _, path := range []string{dir, os.DevNull} {
		if _, err := OpenFile(t.Context(), path); err == nil || !strings.Contains(err.Error(), "it is not a regular file") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestJournalIsBounded refuses a journal that is larger than what may be read, and lets others
// open it then.
func TestJournalIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	enginetest.WriteFile(t, path, "one\ntwo\nto")
	if _, _, err := OpenJournal(t.Context(), path, 5); err == nil || !strings.Contains(err.Error(), "it has 10 bytes; at most 5 are read") {
		t.Errorf("%v", err)
	}
	j, text, err := OpenJournal(t.Context(), path, 10)
	if err != nil || string(text) != "one\ntwo\nto" {
		t.Fatalf("%q, %v", text, err)
	}
	if err := errors.Join(j.Add([]byte("three\n")), j.Close()); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(path); string(text) != "one\ntwo\nthree\n" {
		t.Errorf("%q", text)
	}
}
