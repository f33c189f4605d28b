package archive

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/quantity"
)

type kind int

const (
	kindUnknown kind = iota
	kindClass
	kindZip
	kindJmod
	kindImage
)

// kindOf tells what a file is by its first bytes and, where they do not say, by its name: a jar may start with
// a shell script, and a broken class file is still meant as one.
func kindOf(magic []byte, name string) kind {
	switch string(magic) {
	case "\xCA\xFE\xBA\xBE":
		return kindClass
	case "\xCA\xFE\xDA\xDA", "\xDA\xDA\xFE\xCA":
		return kindImage
	case "PK\x03\x04", "PK\x05\x06":
		return kindZip
	case "JM\x01\x00":
		return kindJmod
	}
	switch ext := strings.ToLower(filepath.Ext(name)); {
	case ext == ".class":
		return kindClass
	case ext == ".zip" || isArchiveName(name):
		return kindZip
	}
	return kindUnknown
}

// isArchiveName reports whether a file or entry of that name is looked into for classes.
func isArchiveName(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".jar", ".war", ".ear", ".rar", ".jmod", ".aar":
		return true
	}
	return false
}

func isClassName(name string) bool { return strings.HasSuffix(name, ".class") }

// file is a class file in the file system.
type file struct {
	path string
	max  int64
	tree *files.Tree // nil for a path of the command line
}

// size is the file's size; 0 where reading it will fail.
func (f *file) size() int64 {
	if info, err := os.Stat(f.path); err == nil && info.Size() <= f.max {
		return info.Size()
	}
	return 0
}

func (f *file) read(int) ([]byte, error) {
	b, err := f.tree.Read(f.path, f.max)
	if errors.As(err, new(*files.SizeError)) {
		return nil, fmt.Errorf("a class file of more than %s bytes is not read", quantity.Count(float64(f.max)))
	}
	if err != nil {
		return nil, errors.New(reasonAt(f.path, err))
	}
	return b, nil
}

// reasonAt is reason of a path: of a link to nothing it names what is missing, of a path as Windows writes it the one that is meant.
func reasonAt(path string, err error) string {
	if _, gone := os.Stat(path); errors.Is(gone, fs.ErrNotExist) {
		if target, err := os.Readlink(path); err == nil {
			return "is a link to " + target + ", which does not exist"
		}
		if meant := strings.ReplaceAll(path, `\`, "/"); meant != path {
			if _, err := os.Stat(meant); err == nil {
				return reason(gone) + "; did you mean " + meant + "?"
			}
		}
	}
	return reason(err)
}

// reason is the message of a file system error without the path, which the Problem names already.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file or directory"
	case errors.Is(err, fs.ErrPermission):
		return "cannot be read: permission denied"
	case files.IsOutside(err):
		return "is not read: " + files.Reason(err) + "; name it on the command line to have it analysed"
	case errors.Is(err, files.ErrNotRegular):
		return files.ErrNotRegular.Error()
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return "cannot be read: " + pe.Err.Error()
	}
	return "cannot be read: " + err.Error()
}

func hexBytes(b []byte) string {
	if len(b) == 0 {
		return "missing, the file is empty"
	}
	return fmt.Sprintf("% X", b)
}
