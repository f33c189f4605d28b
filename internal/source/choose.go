package source

import (
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// maxCompared bounds the classes of which the lines are compared with the sources that may be theirs.
const maxCompared = 64

// candidates are the sources that a class may be of, by the numbers of their directories.
type candidates struct {
	class *classfile.Class
	paths map[int]string
}

// Choose decides for the classes of one jar or directory, input, which of several sources with the name of a class is its own: two
// builds may have a class of the same name. That is the one in the directory with sources of most of the classes whose methods
// are at the lines that the classes have; of equals, the one next to the input. The first fixed directories are chosen already.
func (ix *Index) Choose(input string, classes []*classfile.Class, fixed int) {
	var several []candidates
	score := map[int]int{}
	for _, c := range classes {
		paths := ix.candidates(c)
		for i := range paths {
			score[i]++
		}
		if len(paths) > 1 && !beyond(paths, fixed) {
			several = append(several, candidates{c, paths})
		}
	}
	for _, x := range several[:min(len(several), maxCompared)] {
		for i, path := range x.paths {
			score[i] += ix.fitting(x.class, located{path, i})
		}
	}
	chosen := map[string]bool{}
	for _, x := range several {
		best := -1
		for i := range ix.dirs {
			if _, ok := x.paths[i]; ok && (best < 0 || ix.better(i, best, score, input)) {
				best = i
			}
		}
		chosen[x.paths[best]] = true
		ix.found.Store([2]string{x.class.Name, x.class.SourceFile()}, x.paths[best])
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for _, x := range several {
		for _, path := range x.paths { // what is no class's source has no problems to tell
			if !chosen[path] {
				delete(ix.files, path)
			}
		}
	}
}

// beyond reports whether one of the paths is in the first directories.
func beyond(paths map[int]string, fixed int) bool {
	for i := range paths {
		if i < fixed {
			return true
		}
	}
	return false
}

// better reports whether directory i is rather that of the sources of an input than directory j, which comes before it.
func (ix *Index) better(i, j int, score map[int]int, input string) bool {
	if score[i] != score[j] {
		return score[i] > score[j]
	}
	return shared(input, ix.dirs[i]) > shared(input, ix.dirs[j])
}

// shared returns how many directories two paths have in common from the root on.
func shared(a, b string) int {
	x, errX := filepath.Abs(a)
	y, errY := filepath.Abs(b)
	if errX != nil || errY != nil {
		return 0
	}
	xs, ys := strings.Split(filepath.ToSlash(x), "/"), strings.Split(filepath.ToSlash(y), "/")
	n := 0
	for n < len(xs) && n < len(ys) && xs[n] == ys[n] {
		n++
	}
	return n
}

// candidates returns the files with the name of a class's source in the directories of its package, where several directories have
// that package.
func (ix *Index) candidates(c *classfile.Class) map[int]string {
	pkg, name, ok := sourceOf(c.Name, c.SourceFile())
	if !ok {
		return nil
	}
	dirs := ix.dirsOf(pkg)
	if len(dirs) < 2 {
		return nil
	}
	out := map[int]string{}
	for _, i := range dirs {
		path := filepath.Join(ix.dirs[i], filepath.FromSlash(pkg), name)
		if info, err := os.Lstat(path); err == nil && !info.IsDir() {
			out[i] = path
		}
	}
	if len(out) > 1 {
		maps.DeleteFunc(out, func(i int, path string) bool { return !ix.readable(located{path, i}) })
	}
	return out
}

// fitting returns how many methods of a class a file declares at the lines that the class has for them.
func (ix *Index) fitting(c *classfile.Class, l located) (n int) {
	f := ix.parsed(l.path)
	if len(c.Methods)*len(f.methods) > maxMatches {
		return 0
	}
	for i := range c.Methods {
		m := &c.Methods[i]
		lines := methodLines(m)
		d, _ := f.find(m)
		if d == nil || len(lines) == 0 {
			continue
		}
		inside := true
		for _, line := range lines {
			inside = inside && d.head <= line && line <= d.last
		}
		if inside {
			n++
		}
	}
	return n
}
