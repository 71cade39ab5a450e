package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// Locks are the operating system's: a lock ends with the program that holds it, so that no lock
// is ever stale. The files stay: removing a file could take the lock away from a program that has
// just opened it.

// newLock prepares the lock of a name, which may be shared with other users.
func (s *Store) newLock(name string) (*flock.Flock, error) {
	folder := filepath.Join(s.dir, locksName)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("answers cannot be locked: %w", err)
	}

	path := filepath.Join(folder, name)
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("lock %s cannot be used: %w", path, errNotRegular)
	}

	// O_NONBLOCK, in case a pipe has taken the file's place meanwhile.
	return flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDONLY|nonblock), flock.SetPermissions(0o666)), nil
}

// lock waits until no other program holds the lock of a name, and holds it until the caller
// unlocks it or the program ends.
func (s *Store) lock(ctx context.Context, name string) (unlock func(), err error) {
	lock, err := s.newLock(name)
	if err != nil {
		return nil, err
	}

	switch _, err := lock.TryLockContext(ctx, 100*time.Millisecond); {
	case errors.Is(err, errors.ErrUnsupported): // in a browser, which has no other program
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("answer %s cannot be locked: %w", name, err)
	}

	return func() { _ = lock.Unlock() }, nil
}

// Busy reports whether another program is computing the answer to a key.
func (s *Store) Busy(k Key) bool {
	lock, err := s.newLock(k.Name())
	if err != nil {
		return false
	}
	got, err := lock.TryLock()
	_ = lock.Unlock() // which does nothing unless it is held
	return err == nil && !got
}

// A journal is a file to which one program at a time adds lines.
type journal struct {
	file *os.File
	size int64 // of its whole lines
	lock *flock.Flock
}

// OpenJournal opens a journal, or makes it, and returns its text, of at most limit bytes. Text
// behind the last newline was torn when a program was killed; the first Add removes it.
func OpenJournal(ctx context.Context, path string, limit int64) (*journal, []byte, error) {
	const flags = os.O_CREATE | os.O_RDWR | nonblock
	lock := flock.New(path, flock.SetFlag(flags), flock.SetPermissions(0o666))
	got, err := lock.TryLock()
	info, unread := os.Stat(path)
	switch {
	case unread == nil && !info.Mode().IsRegular():
		err = errNotRegular
	case err == nil && !got:
		err = errors.New("another program adds to it")
	}
	if err != nil {
		return nil, nil, errors.Join(err, lock.Close())
	}

	text, err := ReadFileContext(ctx, path, limit)
	if err != nil {
		return nil, nil, errors.Join(err, lock.Close())
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, nil, errors.Join(err, lock.Close())
	}

	whole := bytes.LastIndexByte(text, '\n') + 1
	return &journal{file: file, size: int64(whole), lock: lock}, text, nil
}

// Add adds a line with its newline, by one write that is synced.
func (j *journal) Add(line []byte) error {
	err := j.file.Truncate(j.size)
	if err == nil {
		_, err = j.file.WriteAt(line, j.size)
	}
	err = errors.Join(err, j.file.Sync())
	if err == nil {
		j.size += int64(len(line))
	}
	return err
}

// Keep has the next Add remove what stands behind the first size bytes.
func (j *journal) Keep(size int64) { j.size = size }

// Close lets other programs add.
func (j *journal) Close() error {
	return errors.Join(j.file.Close(), j.lock.Close())
}
