package files

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxMatches is how many paths a pattern may match, on every level of its directories.
const maxMatches = 20_000

// Glob returns, sorted, the paths of the tree that match a pattern of path.Match, slash-separated. Unlike that of
// package filepath it ends soon where symbolic links make a directory contain itself: on every level of the pattern a
// directory counts once. A pattern that would read a directory outside of the tree is an error; a match may lead outside.
// doublestar (v4.10.4) either follows every symbolic link, without a visited set, or none.
func (t *Tree) Glob(pattern string) ([]string, error) {
	pattern = filepath.ToSlash(filepath.Clean(pattern))
	if _, err := path.Match(pattern, ""); err != nil {
		return nil, err
	}
	if err := t.Check(pattern); err != nil { // by its name, whether or not anything matches
		return nil, err
	}
	level := []string{"."}
	rest := pattern
	volume := filepath.VolumeName(filepath.FromSlash(pattern))
	if rest = rest[len(volume):]; strings.HasPrefix(rest, "/") {
		level, rest = []string{volume + string(filepath.Separator)}, strings.TrimPrefix(rest, "/")
	}
	for part := range strings.SplitSeq(rest, "/") {
		next, err := t.matches(level, part)
		if err != nil {
			return nil, err
		}
		if level = next; len(level) > maxMatches {
			return nil, fmt.Errorf("more than %d paths match", maxMatches)
		}
	}
	slices.Sort(level)
	return level, nil
}

// matches returns what matches one part of a pattern in the directories, each directory of the file system once.
func (t *Tree) matches(dirs []string, part string) ([]string, error) {
	var out []string
	visited := map[string]bool{}
	for _, dir := range dirs {
		if !strings.ContainsAny(part, `*?[\`) {
			if p := filepath.Join(dir, part); part == ".." || exists(p) {
				out = append(out, p)
			}
			continue
		}
		if err := t.Check(dir); err != nil {
			return nil, err
		}
		real, err := realPath(dir)
		if err != nil || visited[real] {
			continue
		}
		visited[real] = true
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // a pattern matches what can be read
		}
		for _, e := range entries {
			if ok, err := path.Match(part, e.Name()); err != nil {
				return nil, err
			} else if ok {
				out = append(out, filepath.Join(dir, e.Name()))
			}
		}
	}
	return out, nil
}

func exists(p string) bool {
	_, err := os.Lstat(p)
	return err == nil
}

// IsPattern reports whether a path is a pattern for Glob.
func IsPattern(p string) bool { return strings.ContainsAny(p, "*?[") }

// IsRegular reports whether there is a regular file at a path of the tree.
func (t *Tree) IsRegular(path string) bool {
	info, err := t.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

var _ opener = (*os.Root)(nil)
