package cells

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func open(dir string, force bool, warnings *[]string) *Store {
	return Open(dir, Options{Force: force,
		Warn:  func(w string) { *warnings = append(*warnings, w) },
		Write: func(path string, content []byte) error { return os.WriteFile(path, content, 0o644) },
	})
}

type question struct {
	Kind string `json:"kind"`
	N    int    `json:"n"`
}

// ask has the square of a number computed, or found.
func ask(t *testing.T, s *Store, n int) (int, Took) {
	t.Helper()
	got, took, err := Do(t.Context(), s, question{"square <", n}, float64(n), func() (int, error) { return n * n, nil })
	if err != nil {
		t.Fatal(err)
	}
	if got != n*n {
		t.Errorf("the square of %d is %d", n, got)
	}
	return got, took
}

func cellFiles(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestDo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cells")
	var warnings []string
	s := open(dir, false, &warnings)
	if _, took := ask(t, s, 3); took.Cached {
		t.Error("an answer is there before it is computed")
	}
	if _, took := ask(t, s, 3); !took.Cached {
		t.Error("an answer is computed twice")
	}
	if _, took := ask(t, open(dir, true, &warnings), 3); took.Cached {
		t.Error("an answer that is to be computed is taken from its cell")
	}
	failed := errors.New("failed")
	if _, _, err := Do(t.Context(), s, "x", 1, func() (int, error) { return 0, failed }); !errors.Is(err, failed) {
		t.Error(err)
	}
	if len(cellFiles(t, dir)) != 1 || len(warnings) > 0 {
		t.Errorf("cells %v, warnings %v", cellFiles(t, dir), warnings)
	}
}

type half int

func (half) Unfinished() bool { return true }

func TestUnfinishedIsNotKept(t *testing.T) {
	dir := t.TempDir()
	s := open(dir, false, nil)
	if got, _, err := Do(t.Context(), s, "x", 1, func() (half, error) { return 4, nil }); got != 4 || err != nil {
		t.Error(got, err)
	}
	if files := cellFiles(t, dir); len(files) > 0 {
		t.Error(files)
	}
}

// TestDamaged spoils a cell in every way that a disk can: cut off anywhere,
// any bit turned. The answer must be right all the same.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	var warnings []string
	s := open(dir, false, &warnings)
	ask(t, s, 12)
	path := cellFiles(t, dir)[0]
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	set := 0
	for n := range 400 {
		text := append([]byte(nil), whole...)
		if n%2 == 0 {
			text = text[:rng.IntN(len(text)-1)]
		} else {
			text[rng.IntN(len(text))] ^= 1 << rng.IntN(8)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		warnings = nil
		if _, took := ask(t, s, 12); !took.Cached {
			set++
			if len(warnings) != 1 || !strings.Contains(warnings[0], path+" is damaged") {
				t.Fatalf("warnings: %q", warnings)
			}
		}
	}
	// What is let pass is damage to the time that it took, and to white space.
	if set < 300 {
		t.Errorf("only %d of 400 damaged cells are set aside", set)
	}
	// A cell under another's name, and one of another version.
	ask(t, s, 13)
	for _, other := range cellFiles(t, dir) {
		if other != path {
			if err := os.Rename(other, path); err != nil {
				t.Fatal(err)
			}
		}
	}
	warnings = nil
	ask(t, s, 12)
	if len(warnings) != 1 || !strings.Contains(warnings[0], "another question") {
		t.Errorf("warnings: %q", warnings)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(whole), `"version":1`, `"version":2`, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	warnings = nil
	ask(t, s, 12)
	if len(warnings) != 1 || !strings.Contains(warnings[0], "version 2, not 1") {
		t.Errorf("warnings: %q", warnings)
	}
}

// TestAtOnce asks for the same from many goroutines with stores of their own,
// as programs do: it is computed once.
func TestAtOnce(t *testing.T) {
	dir := t.TempDir()
	var mu sync.Mutex
	computed := 0
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			s := open(dir, false, nil)
			got, _, err := Do(context.Background(), s, "slow", 1, func() (string, error) {
				mu.Lock()
				defer mu.Unlock()
				computed++
				return "done", nil
			})
			if got != "done" || err != nil {
				t.Error(got, err)
			}
		})
	}
	group.Wait()
	if computed != 1 {
		t.Errorf("computed %d times", computed)
	}
}

// TestShares shares out work: every cell has one owner, and the loads differ
// by no more than the dearest cell.
func TestShares(t *testing.T) {
	for of := 1; of <= 7; of++ {
		dir := t.TempDir()
		all := map[int]int{}
		var loads []int
		for number := 1; number <= of; number++ {
			s := open(filepath.Join(dir, fmt.Sprint(number)), false, nil)
			load := 0
			work := func() error {
				load = 0
				for n := range 30 {
					_, _, err := Do(t.Context(), s, question{"share", n}, float64(n), func() (int, error) { return n, nil })
					switch {
					case err == nil:
						all[n]++
						load += n
					case !errors.Is(err, ErrElsewhere):
						return err
					}
				}
				return nil
			}
			if err := s.Plan(Share{number, of}, work); err != nil {
				t.Fatal(err)
			}
			if err := work(); err != nil {
				t.Fatal(err)
			}
			loads = append(loads, load)
		}
		for n := range 30 {
			if all[n] != 1 {
				t.Errorf("of %d shares %d compute %d", of, all[n], n)
			}
		}
		for _, load := range loads {
			if load-loads[0] > 29 || loads[0]-load > 29 {
				t.Errorf("loads %v", loads)
			}
		}
		// And united again.
		s := open(filepath.Join(dir, "all"), false, nil)
		copied := 0
		for number := 1; number <= of; number++ {
			n, err := s.Merge(filepath.Join(dir, fmt.Sprint(number)))
			if err != nil {
				t.Fatal(err)
			}
			copied += n
		}
		if again, err := s.Merge(filepath.Join(dir, "1")); copied != 30 || again != 0 || err != nil {
			t.Errorf("%d and %d cells are copied: %v", copied, again, err)
		}
	}
}

func TestMergeDisagreement(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"a", "b"} {
		s := open(filepath.Join(dir, name), false, nil)
		if _, _, err := Do(t.Context(), s, question{"two", 1}, 1, func() (int, error) { return i, nil }); err != nil {
			t.Fatal(err)
		}
	}
	s := open(filepath.Join(dir, "a"), false, nil)
	_, err := s.Merge(filepath.Join(dir, "b"))
	if err == nil || !strings.Contains(err.Error(), `answer {"kind":"two","n":1} differently; one of them is wrong`) {
		t.Error(err)
	}
}

func TestParseShare(t *testing.T) {
	if s, err := ParseShare("2/5"); err != nil || s != (Share{2, 5}) || s.String() != "2/5" {
		t.Error(s, err)
	}
	for _, text := range []string{"", "2", "0/5", "6/5", "a/b", "-1/2", "1/0", "1/2/3"} {
		if s, err := ParseShare(text); err == nil {
			t.Errorf("%q is %v", text, s)
		}
	}
}

type even int

func (e *even) Check() error {
	if *e%2 != 0 {
		return errors.New("it is odd")
	}
	return nil
}

// TestForeignAnswer puts values into cells, with the right checksum, that are
// not what is expected.
func TestForeignAnswer(t *testing.T) {
	dir := t.TempDir()
	var warnings []string
	s := open(dir, false, &warnings)
	for i, foreign := range []any{"four", 5, nil, []int{1}} {
		key := question{"foreign", i}
		if _, _, err := Do(t.Context(), s, key, 1, func() (any, error) { return foreign, nil }); err != nil {
			t.Fatal(err)
		}
		warnings = nil
		got, took, err := Do(t.Context(), s, key, 1, func() (even, error) { return 4, nil })
		if foreign == nil { // null is 0
			continue
		}
		if got != 4 || took.Cached || err != nil || len(warnings) != 1 {
			t.Errorf("%v: %v, %v, %v, %q", foreign, got, took, err, warnings)
		}
	}
	// A folder in a cell's place.
	path := filepath.Join(dir, strings.Repeat("0", 32)+".json")
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := read(path); err == nil || err.Error() != "it is no file" {
		t.Error(err)
	}
}
