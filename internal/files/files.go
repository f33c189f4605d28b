// Package files reads files that whoever wrote the repository under analysis has named or put there. They are
// regular files of limited size: opening anything else (a pipe, a device) could wait or never end. A Tree keeps them
// inside a directory.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// The limits of files, in bytes. They are far above what people and build tools write.
const (
	MaxConfig = 4 << 20  // energylint.toml and other files that people write by hand
	MaxSource = 16 << 20 // a Java or Kotlin file
	MaxModel  = 32 << 20 // an energy model, a table of costs, a list of paths
	MaxData   = 256 << 20
)

// ErrNotRegular is the error of a directory, a pipe, a device or a socket in the place of a file.
var ErrNotRegular = errors.New("is no regular file")

// SizeError is the error of a file that is larger than its limit.
type SizeError struct{ Limit int64 }

// Error names the limit.
func (e *SizeError) Error() string { return "is larger than the limit of " + size(e.Limit) }

// size writes a number of bytes the way that the limits are given.
func size(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

// Open opens a regular file, and fails at once with ErrNotRegular for anything else.
func Open(path string) (*os.File, error) { return (*Tree)(nil).Open(path) }

// Read returns the content of a regular file of at most limit bytes.
func Read(path string, limit int64) ([]byte, error) { return (*Tree)(nil).Read(path, limit) }

// opener is what files are opened in: a directory tree, or the file system.
type opener interface {
	Stat(name string) (fs.FileInfo, error)
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
}

type fileSystem struct{}

func (fileSystem) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

func (fileSystem) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}

// openRegular opens a regular file. The first look keeps from opening a device, which can have effects; the second, at
// what was opened, is the one that counts. A pipe that takes the file's place between the two is opened without waiting.
func openRegular(in opener, name, path string) (*os.File, error) {
	fail := func(err error) (*os.File, error) { return nil, &fs.PathError{Op: "open", Path: path, Err: err} }
	info, err := in.Stat(name)
	if err != nil {
		return fail(cause(err))
	}
	if !info.Mode().IsRegular() {
		return fail(ErrNotRegular)
	}
	f, err := in.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return fail(cause(err))
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = ErrNotRegular
	}
	if err != nil {
		f.Close()
		return fail(cause(err))
	}
	return f, nil
}

// readAll reads an open file up to its limit. The size that the file system gives is not trusted: files grow, and those
// of /proc have none.
func readAll(f *os.File, path string, limit int64) ([]byte, error) {
	tooLarge := &fs.PathError{Op: "read", Path: path, Err: &SizeError{limit}}
	if info, err := f.Stat(); err == nil && info.Size() > limit {
		return nil, tooLarge
	}
	data, err := ReadAll(f, limit)
	if errors.As(err, new(*SizeError)) {
		return nil, tooLarge
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: cause(err)}
	}
	return data, nil
}

// ReadAll reads at most limit bytes; more of them are a SizeError.
func ReadAll(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, &SizeError{limit}
	}
	return data, err
}

// cause is an error without the path and the operation that a PathError puts before it.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// Reason is what is wrong with a file, as a clause of its own without the file's path, for messages that name the path
// themselves: "it is no regular file".
func Reason(err error) string {
	switch {
	case errors.Is(err, ErrNotRegular), errors.As(err, new(*SizeError)), IsOutside(err):
		return "it " + cause(err).Error()
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	}
	return cause(err).Error()
}
