package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
)

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
		return s.put(newRecord(ours.Engine, k, value, partial))
	case ours.Partial:
		m.Equal++
		return nil
	}
	return fmt.Errorf("%s and %s answer %s differently; one of them is wrong", s.path(k), path, k)
}
