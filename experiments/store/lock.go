package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// Locks are the operating system's: they end with the program that holds them,
// however that ends, so that no lock is ever stale. The files stay: who removed
// one could take it from under another program that has just opened it.

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
	// O_NONBLOCK, should a pipe take the file's place meanwhile.
	return flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDONLY|nonblock), flock.SetPermissions(0o666)), nil
}

// lock waits until no other program holds the lock of a name, and holds it
// until unlock is called or the program ends.
func (s *Store) lock(ctx context.Context, name string) (unlock func(), err error) {
	lock, err := s.newLock(name)
	if err != nil {
		return nil, err
	}
	switch _, err := lock.TryLockContext(ctx, 100*time.Millisecond); {
	case errors.Is(err, errors.ErrUnsupported): // in a browser, where no other program is
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("answer %s cannot be locked: %w", name, err)
	}
	return func() { _ = lock.Unlock() }, nil
}

// Busy reports whether another program computes the answer to a key just now.
func (s *Store) Busy(k Key) bool {
	lock, err := s.newLock(k.Name())
	if err != nil {
		return false
	}
	got, err := lock.TryLock()
	_ = lock.Unlock() // if it was got
	return err == nil && !got
}
