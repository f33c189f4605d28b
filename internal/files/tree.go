package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/atomicfile"
)

// A Tree is one or several directories that paths must not leave, neither by ".." nor by a symbolic link. Symbolic links with an absolute
// target count as leaving it (see os.Root). The nil Tree is the whole file system: it is for paths of the command line.
type Tree struct{ dirs []string }

// metadata is the directory that no path of a tree may lead into: where git keeps its configuration, which can have
// credentials in it.
const metadata = ".git"

// In returns the tree of some directories.
func In(dirs ...string) *Tree { return &Tree{dirs} }

// Around returns the tree for what is found below dir: that of root where dir is inside of root, else that of dir.
func Around(dir, root string) *Tree {
	if root != "" && In(root).Check(dir) == nil {
		return In(root)
	}
	return In(dir)
}

// OutsideError is the error of a path that leaves its tree.
type OutsideError struct{ Dir string }

// Error says how the path can leave the tree.
func (e *OutsideError) Error() string {
	return fmt.Sprintf("leads out of %s (so do links with an absolute target, and .git)", e.Dir)
}

// IsOutside reports whether an error is that of a path that leaves its tree.
func IsOutside(err error) bool {
	var o *OutsideError
	return errors.As(err, &o)
}

// local returns the directory of the tree that a path is in, and the path relative to it.
func (t *Tree) local(path string) (dir, name string, err error) {
	for _, dir := range t.dirs {
		if name, ok := localTo(dir, path); ok {
			return dir, name, nil
		}
	}
	return "", "", t.left()
}

// localTo returns a path relative to a directory that it is in.
func localTo(dir, path string) (name string, ok bool) {
	for _, form := range []func(string) (string, error){filepath.Abs, realPath} {
		from, err := form(dir)
		if err != nil {
			continue
		}
		to, err := form(path)
		if err != nil {
			continue
		}
		if rel, err := filepath.Rel(from, to); err == nil && filepath.IsLocal(rel) {
			return rel, !inMetadata(rel) && !linksToMetadata(dir, path)
		}
	}
	return "", false
}

// left is the error of a path that leaves the tree.
func (t *Tree) left() error {
	var dirs []string
	for _, dir := range t.dirs {
		if abs, err := filepath.Abs(dir); err == nil {
			dir = abs
		}
		if !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return &OutsideError{strings.Join(dirs, " and ")}
}

// inMetadata reports whether a path relative to a tree is in a .git.
func inMetadata(rel string) bool {
	for part := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
		if strings.EqualFold(part, metadata) {
			return true
		}
	}
	return false
}

// linksToMetadata reports whether the symbolic links of a path end in a .git below a directory.
func linksToMetadata(dir, path string) bool {
	from, err := realPath(dir)
	if err != nil {
		return false
	}
	to, err := realPath(path)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(from, to)
	return err == nil && inMetadata(rel)
}

// realPath is an absolute path without symbolic links.
func realPath(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// escapes is how os.Root says that a path leaves its directory: the error has no name in package os.
const escapes = "path escapes from parent"

// outside turns os.Root's error of a path that leaves the directory into an OutsideError.
func (t *Tree) outside(err error) error {
	if err != nil && cause(err).Error() == escapes {
		return t.left()
	}
	return err
}

// within calls f with the tree's root and a path in it.
func (t *Tree) within(path string, f func(r *os.Root, name string) error) error {
	dir, name, err := t.local(path)
	if err != nil {
		return &fs.PathError{Op: "open", Path: path, Err: err}
	}
	r, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := t.outside(f(r, name)); err != nil {
		return &fs.PathError{Op: "open", Path: path, Err: cause(err)}
	}
	return nil
}

// Open opens a regular file of the tree; path is relative to the working directory, or absolute.
func (t *Tree) Open(path string) (f *os.File, err error) {
	if t == nil {
		return openRegular(fileSystem{}, path, path)
	}
	err = t.within(path, func(r *os.Root, name string) (err error) {
		f, err = openRegular(r, name, path)
		return err
	})
	return f, err
}

// Read returns the content of a regular file of the tree, of at most limit bytes.
func (t *Tree) Read(path string, limit int64) ([]byte, error) {
	f, err := t.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f, path, limit)
}

// Write replaces a file of the tree as a whole, and makes its directory. In the nil tree it follows links and writes to
// devices, as atomicfile.Write does.
func (t *Tree) Write(path string, data []byte) error {
	if t == nil {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return atomicfile.Write(path, data)
	}
	return t.within(path, func(r *os.Root, name string) error {
		if err := r.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		return atomicfile.WriteIn(r, name, data)
	})
}

// Stat is os.Stat inside of the tree.
func (t *Tree) Stat(path string) (info fs.FileInfo, err error) {
	if t == nil {
		return os.Stat(path)
	}
	err = t.within(path, func(r *os.Root, name string) (err error) {
		info, err = r.Stat(name)
		return err
	})
	return info, err
}

// Check returns an error for a path that leaves the tree, whether or not there is anything at it.
func (t *Tree) Check(path string) error {
	if t == nil {
		return nil
	}
	_, err := t.Stat(path)
	if IsOutside(err) {
		return err
	}
	return nil
}
