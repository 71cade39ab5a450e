package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"codebreak/engine/pattern"
	"codebreak/engine/wording"
)

// temporary begins the names of files that are being written.
const temporary = ".codebreak.tmp-"

var temporaryName = pattern.Of(`^` + regexp.QuoteMeta(temporary) + `[0-9a-f]{16}$`)

// IsTemporary reports whether an entry of a folder is a file that is being
// written, or that a killed program has left.
func IsTemporary(e fs.DirEntry) bool {
	return e.Type().IsRegular() && temporaryName().MatchString(e.Name())
}

// create makes a new file beside path under a temporary name, with the permissions that the
// umask leaves.
func create(path string) (*os.File, error) {
	for {
		name := fmt.Sprintf("%s%016x", temporary, rand.Uint64())
		f, err := os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// WriteFile writes a file under a temporary name in the same folder and then renames it, so that
// a reader sees the old content or the new, never a part. A new file has the permissions that
// the umask leaves, an existing file keeps its own. A link is followed, and a device is written
// to; another file that is not regular is an error.
func WriteFile(path string, content []byte) error {
	return StreamFile(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// MakeFile is [WriteFile], and makes the folder if it is missing.
func MakeFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return WriteFile(path, content)
}

// StreamFile is [WriteFile] for content that is written piece by piece. If write returns an
// error the file does not change, unless it is a device.
func StreamFile(path string, write func(io.Writer) error) (err error) {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved
	}

	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case info.Mode()&fs.ModeDevice != 0:
		return writeTo(path, write)
	case !info.Mode().IsRegular():
		return &fs.PathError{Op: "write", Path: path, Err: errNotRegular}
	}

	tmp, err := create(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
		}
	}()

	err = write(tmp)
	if err == nil && info != nil {
		err = tmp.Chmod(info.Mode().Perm())
	}
	if err = cmp.Or(err, tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// writeTo writes to a device.
func writeTo(path string, write func(io.Writer) error) error {
	out, err := os.OpenFile(path, os.O_WRONLY|nonblock, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(out), out.Close())
}

var errNotRegular = errors.New("it is not a regular file")

// A sizeError says that a file has too many bytes to be read, or too many JSON values.
type sizeError string

func (e sizeError) Error() string { return string(e) }

// OfMemory names the flag behind the limit of size that an error of reading is about.
func OfMemory(err error) error {
	if _, ok := errors.AsType[sizeError](err); ok {
		return fmt.Errorf("%w within the limit of memory (--max-memory)", err)
	}
	return err
}

// ReadFile reads a regular file of at most limit bytes; 0 for any number. It never waits: a pipe
// or a device in the file's place is an error.
func ReadFile(path string, limit int64) ([]byte, error) {
	return ReadFileContext(context.Background(), path, limit)
}

// ReadFileContext is [ReadFile] until the context ends. It needs no more memory than the file
// has bytes.
func ReadFileContext(ctx context.Context, path string, limit int64) ([]byte, error) {
	f, err := OpenFile(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()

	switch {
	case limit > 0 && f.Size > limit:
		tooLarge := sizeError(fmt.Sprintf("it has %s bytes; at most %s are read",
			wording.Thousands(int(f.Size)), wording.Thousands(int(limit))))
		return nil, &fs.PathError{Op: "read", Path: path, Err: tooLarge}
	case limit <= 0:
		limit = math.MaxInt64
	}

	text := bytes.NewBuffer(make([]byte, 0, f.Size+bytes.MinRead))
	_, err = text.ReadFrom(io.LimitReader(f, limit))
	return text.Bytes(), err
}

// A regularFile is a regular file that is open for reading.
type regularFile struct {
	io.Reader
	io.Closer
	Size int64 // when it was opened
}

// OpenFile opens a regular file, which can be read until the context ends. It never waits: a
// pipe or a device in the file's place is an error. Every file that a user names is opened
// here.
func OpenFile(ctx context.Context, path string) (*regularFile, error) {
	// Without O_NONBLOCK this would wait for somebody to write to a pipe.
	f, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}

	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: path, Err: errNotRegular}
	}
	if err != nil {
		f.Close()
		return nil, err
	}

	return &regularFile{untilEnd{ctx, f}, f, info.Size()}, nil
}

// ReadPipe reads a pipe, such as a shell's <(…), until the context ends, of at most limit bytes
// and one. It is nil for any other file.
func ReadPipe(ctx context.Context, path string, limit int64) ([]byte, error) {
	if info, err := os.Stat(path); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		return nil, nil
	}
	f, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(Interruptible(ctx, f), limit+1))
	return append([]byte{}, text...), err
}

// Interruptible reads from a pipe or a terminal until the context ends, which also ends a read
// that waits. Bytes that were read ahead are lost then.
func Interruptible(ctx context.Context, in io.Reader) io.Reader {
	read, write := io.Pipe()
	context.AfterFunc(ctx, func() { write.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(write, in)
		write.CloseWithError(err) // nil is the end
	}()
	return read
}

// ReadJSON is [ReadFile] for JSON that will be decoded. A short value may take much more memory
// than it has bytes, so each value adds some bytes to the size of the file. The limit is for the
// sum, the weight.
func ReadJSON(path string, limit int64) (text []byte, weight int64, err error) {
	const valueBytes = 5
	text, err = ReadFile(path, limit)
	if err != nil {
		return nil, 0, err
	}

	values := 0
	for _, before := range []string{",", "[", "{"} { // each value follows one of these, or a key
		values += bytes.Count(text, []byte(before))
	}

	weight = int64(len(text)) + valueBytes*int64(values)
	if limit > 0 && weight > limit {
		tooMany := sizeError(fmt.Sprintf("its %s values count as %s bytes; at most %s are read",
			wording.Thousands(values), wording.Thousands(int(weight)), wording.Thousands(int(limit))))
		return nil, 0, &fs.PathError{Op: "read", Path: path, Err: tooMany}
	}
	return text, weight, nil
}

// An untilEnd reader returns the context's error once the context has ended.
type untilEnd struct {
	ctx context.Context
	io.Reader
}

func (r untilEnd) Read(p []byte) (int, error) {
	const most = 1 << 20 // bytes at once
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p[:min(len(p), most)])
}

// CheckWritable returns an error if files cannot be made in a folder. It leaves no file behind.
func CheckWritable(folder string) error {
	probe, err := create(filepath.Join(folder, "x"))
	if err != nil {
		return Cause(err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// Cause returns an error without the name of its file, for messages that name the file
// themselves.
func Cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// Failed describes the failure behind an error, without the name of its file. It returns nil
// for nil.
func Failed(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, Cause(err))
}

// forgotten is the least age of a temporary file that no running program can need.
const forgotten = 24 * time.Hour

// RemoveForgotten removes the temporary files of killed programs from a folder of this program,
// but not from the folders below it. Errors are ignored: another program may be faster.
func RemoveForgotten(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if !IsTemporary(e) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > forgotten {
			_ = os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}
