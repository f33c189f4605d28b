// Package atomicfile writes output files such that a reader finds the old content or the new one, never a part: the
// data goes to a temporary file in the same directory, is flushed to disk, and takes the output's name by a rename.
// Every output of the program is written here.
package atomicfile

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// File is an output to be written.
type File struct {
	Root *os.Root // Name is relative to it and must stay inside; nil: Name is a path of the file system
	Name string
	Data []byte
}

// Write replaces the content of the named file by data, or creates the file with the permissions that the umask leaves.
// A symbolic link is followed, and permissions and owner of an existing file are kept. What is not a regular file, such
// as a FIFO, /dev/null or /dev/stdout, is written to directly, and so is a file whose directory or mount does not let it
// be replaced. After an error the old content is still there, except where the file was written to directly.
func Write(name string, data []byte) error {
	return WriteAll(File{Name: name, Data: data})
}

// WriteIn is Write for a name relative to root. It fails where the name, or a link in it, leads out of root, or to
// something that is not a regular file.
func WriteIn(root *os.Root, name string, data []byte) error {
	return WriteAll(File{Root: root, Name: name, Data: data})
}

// WriteAll is Write for several files: none of them is replaced before the data of all is on the disk.
func WriteAll(files ...File) (err error) {
	prepared := make([]*pending, 0, len(files))
	defer func() {
		for _, p := range prepared {
			p.abandon()
		}
	}()
	for _, f := range files {
		p, err := prepare(f)
		if err != nil {
			return err
		}
		prepared = append(prepared, p)
	}
	for _, p := range prepared {
		if err := p.commit(); err != nil {
			return err
		}
	}
	return nil
}

// Check reports why Write would fail for the named file, as far as that can be known without data. It changes nothing.
func Check(name string) error {
	t, err := resolve(host{}, name)
	if err != nil || t.direct {
		return err
	}
	if t.info != nil {
		return writable(host{}, t.name)
	}
	f, temporary, err := t.create()
	if err != nil {
		return naming(err, name)
	}
	return errors.Join(f.Close(), t.dir.Remove(temporary))
}

// directory is what writing needs of a file system; an *os.Root is one.
type directory interface {
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
	Lstat(name string) (fs.FileInfo, error)
	Stat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
	Rename(old, new string) error
	Remove(name string) error
}

// host is the whole file system.
type host struct{}

func (host) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}
func (host) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }
func (host) Stat(name string) (fs.FileInfo, error)  { return os.Stat(name) }
func (host) Readlink(name string) (string, error)   { return os.Readlink(name) }
func (host) Rename(old, new string) error           { return os.Rename(old, new) }
func (host) Remove(name string) error               { return os.Remove(name) }

// target is the file that a name stands for once its links are followed.
type target struct {
	dir    directory
	name   string
	info   fs.FileInfo // nil where there is no such file yet
	direct bool        // it cannot be replaced by another file, only written to
}

const maxLinks = 40 // as Linux follows

// resolve follows the links that the last element of a name is.
func resolve(dir directory, name string) (target, error) {
	t := target{dir: dir, name: name}
	_, whole := dir.(host)
	for range maxLinks {
		info, err := dir.Lstat(t.name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return t, nil
		case err != nil:
			return t, err
		case info.IsDir():
			return t, naming(syscall.EISDIR, name)
		case whole && info.Mode()&fs.ModeSymlink != 0 && ofKernel(t.name):
			// A link there names an open file: to put another one in its place would not reach who holds it open.
			t.direct = true
			t.info, err = dir.Stat(t.name)
			return t, err
		case info.Mode()&fs.ModeSymlink == 0:
			t.info, t.direct = info, !info.Mode().IsRegular()
			if t.direct && !whole {
				return t, naming(errors.New("not a regular file"), name)
			}
			return t, nil
		}
		link, err := dir.Readlink(t.name)
		if err != nil {
			return t, err
		}
		if !filepath.IsAbs(link) {
			// Not cleaned: with a link before "..", cleaning would name another file.
			link = t.parent() + link
		}
		t.name = link
	}
	return t, naming(errors.New("too many symbolic links"), name)
}

// ofKernel reports whether a name is in a file system that the kernel makes up.
func ofKernel(name string) bool {
	name = filepath.ToSlash(filepath.Clean(name))
	return strings.HasPrefix(name, "/dev/") || strings.HasPrefix(name, "/proc/")
}

// parent is the directory of the file with the separator behind it, empty for the current one.
func (t target) parent() string {
	dir, _ := filepath.Split(t.name)
	return dir
}

// create makes an empty temporary file in the target's directory.
func (t target) create() (f *os.File, name string, err error) {
	// The name does not have the target's in it, which may be as long as names can be.
	name = t.parent() + ".energylint-" + rand.Text()
	f, err = t.dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	return f, name, err
}

// writable reports why an existing file cannot be written to.
func writable(dir directory, name string) error {
	f, err := dir.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// pending is a file whose data is ready.
type pending struct {
	target
	temporary string // empty where there is none (any more)
	data      []byte
}

// prepare puts the data of a file on the disk, under a temporary name.
func prepare(f File) (*pending, error) {
	var dir directory = host{}
	if f.Root != nil {
		dir = f.Root
	}
	t, err := resolve(dir, f.Name)
	if err != nil {
		return nil, err
	}
	p := &pending{target: t, data: f.Data}
	if t.direct {
		return p, nil
	}
	if t.info != nil {
		// A rename needs no permission of the file that it replaces, but a file that is read-only is so for a reason.
		if err := writable(dir, t.name); err != nil {
			return nil, err
		}
	}
	tmp, name, err := t.create()
	if t.info != nil && unreplaceable(err) {
		p.direct = true
		return p, nil
	}
	if err != nil {
		return nil, naming(err, f.Name)
	}
	p.temporary = name
	_, err = tmp.Write(f.Data)
	if err == nil && t.info != nil {
		keepOwner(tmp, t.info)
		err = tmp.Chmod(t.info.Mode().Perm())
	}
	if err == nil {
		err = flush(tmp)
	}
	if err = errors.Join(err, tmp.Close()); err != nil {
		p.abandon()
		return nil, naming(err, f.Name)
	}
	return p, nil
}

// flush has the system write what it holds of a file; not every file system can.
func flush(f *os.File) error {
	err := f.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		return nil
	}
	return err
}

// commit gives the data the file's name.
func (p *pending) commit() error {
	if p.direct {
		return p.overwrite()
	}
	err := p.dir.Rename(p.temporary, p.name)
	if err == nil {
		p.temporary = ""
		return nil
	}
	if p.info != nil && unreplaceable(err) {
		return p.overwrite()
	}
	return naming(err, p.name)
}

// unreplaceable reports whether an error means that a directory does not take another file in place of one that can be
// written to: it is read-only, or the file is a mount of its own.
func unreplaceable(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.EROFS)
}

// overwrite writes to the file that is there.
func (p *pending) overwrite() error {
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		// Opened by name, a file would be written from its beginning over what is there already, and a socket cannot be.
		if info, err := f.Stat(); err == nil && os.SameFile(info, p.info) {
			_, err = f.Write(p.data)
			return err
		}
	}
	f, err := p.dir.OpenFile(p.name, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(p.data)
	return errors.Join(err, f.Close())
}

// abandon removes the temporary file.
func (p *pending) abandon() {
	if p.temporary != "" {
		_ = p.dir.Remove(p.temporary) // the error to tell is the one before
		p.temporary = ""
	}
}

// naming has an error name the file that was to be written rather than the temporary one.
func naming(err error, name string) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	return &fs.PathError{Op: "write", Path: name, Err: err}
}
