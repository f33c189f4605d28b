package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A Tree is a directory that paths must not leave, neither by ".." nor by a symbolic link. Symbolic links with an absolute
// target count as leaving it (see os.Root). The nil Tree is the whole file system: it is for paths of the command line.
type Tree struct{ dir string }

// metadata is the directory that no path of a tree may lead into: where git keeps its configuration, which can have
// credentials in it.
const metadata = ".git"

// In returns the tree of a directory.
func In(dir string) *Tree { return &Tree{dir} }

// Around returns the tree for what is found below dir: that of root where dir is inside of root, else that of dir.
func Around(dir, root string) *Tree {
	if root != "" && In(root).Check(dir) == nil {
		return In(root)
	}
	return In(dir)
}

// Dir returns the tree's directory.
func (t *Tree) Dir() string { return t.dir }

// OutsideError is the error of a path that leaves its tree.
type OutsideError struct{ Dir string }

// Error says how the path can leave the tree.
func (e *OutsideError) Error() string {
	return fmt.Sprintf("leads out of %s, or into its .git (by its name, or by a symbolic link; one with an absolute target counts as leading out)", e.Dir)
}

// IsOutside reports whether an error is that of a path that leaves its tree.
func IsOutside(err error) bool {
	var o *OutsideError
	return errors.As(err, &o)
}

// local returns a path relative to the tree's directory.
func (t *Tree) local(path string) (string, error) {
	for _, form := range []func(string) (string, error){filepath.Abs, realPath} {
		dir, err := form(t.dir)
		if err != nil {
			continue
		}
		abs, err := form(path)
		if err != nil {
			continue
		}
		if rel, err := filepath.Rel(dir, abs); err == nil && filepath.IsLocal(rel) {
			if inMetadata(rel) {
				break
			}
			return rel, nil
		}
	}
	return "", &OutsideError{t.shown()}
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

// linksToMetadata reports whether the symbolic links of a path end in a .git of the tree.
func (t *Tree) linksToMetadata(path string) bool {
	dir, err := realPath(t.dir)
	if err != nil {
		return false
	}
	real, err := realPath(path)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(dir, real)
	return err == nil && inMetadata(rel)
}

// shown is the tree's directory as messages name it.
func (t *Tree) shown() string {
	if abs, err := filepath.Abs(t.dir); err == nil {
		return abs
	}
	return t.dir
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
		return &OutsideError{t.shown()}
	}
	return err
}

// within calls f with the tree's root and a path in it.
func (t *Tree) within(path string, f func(r *os.Root, name string) error) error {
	name, err := t.local(path)
	if err == nil && t.linksToMetadata(path) {
		err = &OutsideError{t.shown()}
	}
	if err != nil {
		return &fs.PathError{Op: "open", Path: path, Err: err}
	}
	r, err := os.OpenRoot(t.dir)
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
