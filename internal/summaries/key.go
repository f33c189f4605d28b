package summaries

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/files"
)

// Key is everything that costs are computed from: lines of what and which.
type Key struct{ lines []string }

// NewKey returns the key of costs that this program computes.
func NewKey() (Key, error) {
	engine, err := program()
	if err != nil {
		return Key{}, err
	}
	return Key{[]string{"format " + Engine(), "engine " + engine}}, nil
}

// With returns the key with one more thing that the costs depend on.
func (k Key) With(what, which string) Key {
	return Key{append(k.lines[:len(k.lines):len(k.lines)], what+" "+which)}
}

// WithFiles returns the key with the contents of files and directories, in this order.
func (k Key) WithFiles(what string, paths []string) (Key, error) {
	for _, path := range paths {
		file := archive.File(path)
		sum, err := contentOf(file)
		if err != nil {
			return Key{}, err
		}
		k = k.With(what, sum+path[len(file):])
	}
	return k, nil
}

// String writes the key.
func (k Key) String() string { return strings.Join(k.lines, "\n") }

// name is what a file with this key is called.
func (k Key) name() string {
	sum := sha256.Sum256([]byte(k.String()))
	return hex.EncodeToString(sum[:16])
}

// program identifies the build of this program: its version, or for a development build its file.
func program() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok {
		if v := info.Main.Version; v != "" && v != "(devel)" && !strings.Contains(v, "dirty") {
			return v + " " + info.Main.Sum, nil
		}
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("of %d bytes of %d", info.Size(), info.ModTime().UnixNano()), nil
}

// contentOf is a hash of a file, or of all files below a directory with their names.
func contentOf(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	if !info.IsDir() {
		if err := hashFile(h, path); err != nil {
			return "", err
		}
		return hex.EncodeToString(h.Sum(nil)), nil
	}
	err = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error { // in the order of names
		if err != nil || d.IsDir() {
			return err
		}
		info, err := os.Stat(file) // follows a link, as the reader of classes does
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s is no regular file", file)
		}
		rel, err := filepath.Rel(path, file)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(h, "%q %d\n", filepath.ToSlash(rel), info.Size()); err != nil {
			return err
		}
		return hashFile(h, file)
	})
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// maxHashed is the size of the largest file that is part of a key: nothing is kept of larger ones.
const maxHashed = 4 << 30

func hashFile(h io.Writer, path string) error {
	f, err := files.Open(path)
	if err != nil {
		return err
	}
	n, err := io.Copy(h, io.LimitReader(f, maxHashed+1))
	if n > maxHashed {
		err = fmt.Errorf("%s is larger than %d GiB", path, maxHashed>>30)
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}
