package store

import (
	"bytes"
	"errors"
	"os"

	"github.com/gofrs/flock"
)

// A Journal is a file of lines to which one program at a time adds.
type Journal struct {
	file *os.File
	size int64 // of the lines that are whole
	lock *flock.Flock
}

// OpenJournal opens a journal, or makes it, and returns its text. What stands behind the
// last newline was torn when a program was killed, and goes with the first Add.
func OpenJournal(path string) (*Journal, []byte, error) {
	lock := flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDWR|nonblock), flock.SetPermissions(0o666))
	got, err := lock.TryLock()
	if info, bad := os.Stat(path); bad == nil && !info.Mode().IsRegular() {
		err = errNotRegular
	} else if err == nil && !got {
		err = errors.New("another program adds to it")
	}
	if err != nil {
		return nil, nil, errors.Join(err, lock.Close())
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	text, unread := os.ReadFile(path)
	return &Journal{file, int64(bytes.LastIndexByte(text, '\n') + 1), lock}, text, errors.Join(err, unread)
}

// Add adds a line with its newline, by one write that is synced.
func (j *Journal) Add(line []byte) error {
	err := j.file.Truncate(j.size)
	if err == nil {
		_, err = j.file.WriteAt(line, j.size)
	}
	if err = errors.Join(err, j.file.Sync()); err == nil {
		j.size += int64(len(line))
	}
	return err
}

// Close lets other programs add.
func (j *Journal) Close() error { return errors.Join(j.file.Close(), j.lock.Close()) }
