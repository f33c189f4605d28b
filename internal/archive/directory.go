package archive

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/project"
)

// walk is the state of walking one directory argument.
type walk struct {
	x       *expander
	tree    *files.Tree
	visited map[string]bool // real paths
	found   bool
}

// directory expands a directory: its class files, then the archives in it; for projects, their outputs.
func (x *expander) directory(dir string) {
	w := &walk{x: x, tree: files.Around(dir, x.opt.Root), visited: map[string]bool{}}
	roots := classRoots(dir, true)
	if len(roots) > 0 || project.IsBuild(dir) {
		if w.enter(dir) {
			w.project(dir, roots)
		}
		if !w.found {
			x.problem(dir, "is a project without compiled classes: build it first (target/classes, build/classes and out/production were looked for)")
		}
		return
	}
	w.root(dir, false)
	if !w.found {
		x.problem(dir, "has no class files and no jars in it; compile first, or give the path of the class files or the jar")
	}
}

// project reads the outputs of a project, whose directory was entered, and those of the modules below it.
func (w *walk) project(dir string, roots []string) {
	for _, r := range roots {
		w.found = true
		w.root(r, true)
	}
	es, err := os.ReadDir(dir)
	if err != nil {
		w.x.problem(dir, "%s", reason(err))
		return
	}
	for _, e := range es {
		if !e.IsDir() || !project.MayBeModule(e.Name()) {
			continue
		}
		if sub := filepath.Join(dir, e.Name()); w.enter(sub) {
			w.project(sub, classRoots(sub, false))
		}
	}
}

// classRoots returns the outputs that dir has as a project; with inside, also as one of the directories on the
// way to them, such as the target of a Maven project.
func classRoots(dir string, inside bool) []string {
	abs := ""
	if inside {
		if a, err := filepath.Abs(dir); err == nil {
			abs = filepath.ToSlash(a)
		}
	}
	var roots []string
	for _, o := range project.Outputs {
		rest := o
		for on := ""; ; {
			if on == "" || strings.HasSuffix(abs, "/"+on) {
				found, _ := filepath.Glob(filepath.Join(escapeGlob(dir), filepath.FromSlash(rest)))
				slices.Sort(found)
				for _, f := range found {
					if info, err := os.Stat(f); err == nil && info.IsDir() && !project.IsPackage(f) && !slices.Contains(roots, f) {
						roots = append(roots, f)
					}
				}
			}
			head, tail, ok := strings.Cut(rest, "/")
			if !ok {
				break
			}
			on, rest = strings.TrimPrefix(on+"/"+head, "/"), tail
		}
	}
	return roots
}

// classFile is a class file below a class root.
type classFile struct {
	place
	path string
}

// root lists the class files below a directory as one container, and adds jobs for the archives there. In an
// output, which a build tool filled with classes, packages called target or build are no projects.
func (w *walk) root(dir string, output bool) {
	if err := w.tree.Check(dir); err != nil {
		w.x.problem(dir, "%s", reason(err))
		return
	}
	var found []classFile
	var jars []string
	multi := w.multiRelease(dir)
	w.scan(dir, "", output, func(path, rel string) {
		if !isClassName(rel) {
			w.found = true
			if w.x.opt.SkipLibraries && inLibraryDir(rel) { // of an unpacked war
				w.x.left = append(w.x.left, &job{path: path, tree: w.tree})
				return
			}
			jars = append(jars, path)
		} else if p, ok := placeOf(rel, multi, w.x.opt.Release); ok {
			found = append(found, classFile{p, path})
		} else if strings.HasSuffix(rel, "module-info.class") {
			w.found = true
		}
	})
	w.found = w.found || len(found) > 0
	slices.SortStableFunc(found, func(a, b classFile) int {
		return cmp.Or(strings.Compare(a.class, b.class), b.rank-a.rank, strings.Compare(a.path, b.path))
	})
	found = slices.CompactFunc(found, func(a, b classFile) bool { return a.class == b.class })
	if !output {
		w.resolve(found)
	}
	j := w.x.add(&job{entries: make([]Entry, 0, len(found))})
	for _, f := range found {
		j.entries = append(j.entries, Entry{Path: f.path, Input: dir, Class: f.class, from: w.file(f.path)})
	}
	slices.Sort(jars)
	for _, p := range jars {
		w.x.add(&job{path: p, tree: w.tree})
	}
}

// file is a class file below the directory.
func (w *walk) file(path string) *file { return &file{path, w.x.opt.MaxEntrySize, w.tree} }

// multiRelease reads the manifest of a directory of classes, where there is one.
func (w *walk) multiRelease(dir string) bool {
	path := filepath.Join(dir, "META-INF", "MANIFEST.MF")
	manifest, err := w.tree.Read(path, maxManifest)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		w.x.problem(path, "%s", reasonAt(path, err))
	}
	return err == nil && isMultiRelease(manifest)
}

// resolve corrects the classes of files in a directory that need not be the root of their packages: one class
// file of every directory tells where the packages start. Where its name fits no such place, none is promised.
func (w *walk) resolve(found []classFile) {
	above := map[string]int{} // how much of the path below a directory is above the packages, -1 for no idea
	for i := range found {
		class := found[i].class
		dir := path.Dir(class)
		n, ok := above[dir]
		if !ok {
			n = abovePackages(w.file(found[i].path), class)
			above[dir] = n
		}
		if n < 0 {
			found[i].class = ""
		} else {
			found[i].class = class[n:]
		}
	}
}

func abovePackages(f *file, class string) int {
	b, err := f.read(0)
	if err != nil {
		return 0
	}
	c, err := classfile.Parse(b)
	switch {
	case err != nil || c.Name == class:
		return 0
	case strings.HasSuffix(class, "/"+c.Name):
		return len(class) - len(c.Name)
	}
	return -1
}

// scan calls f for the class files and archives below dir. Symbolic links are followed; a directory that was
// visited already is not entered again, so that loops end.
func (w *walk) scan(dir, rel string, output bool, f func(path, rel string)) {
	if !w.enter(dir) {
		return
	}
	es, err := os.ReadDir(dir)
	if err != nil {
		w.x.problem(dir, "%s", reason(err))
		return
	}
	if !output && rel != "" && slices.ContainsFunc(es, func(e os.DirEntry) bool {
		return e.Name() == "target" || e.Name() == "build" || e.Name() == "out"
	}) {
		if roots := classRoots(dir, false); len(roots) > 0 {
			w.project(dir, roots)
			return
		}
	}
	for _, e := range es {
		path, r := filepath.Join(dir, e.Name()), e.Name()
		if rel != "" {
			r = rel + "/" + r
		}
		mode := e.Type()
		wanted := isClassName(r) || isArchiveName(r)
		if mode&os.ModeSymlink != 0 {
			info, err := w.tree.Stat(path)
			if err != nil {
				if wanted || files.IsOutside(err) && leadsToDirectory(path) {
					w.x.problem(path, "%s", reasonAt(path, err))
				}
				continue
			}
			mode = info.Mode().Type()
		}
		switch {
		case mode.IsDir():
			w.scan(path, r, output, f)
		case mode.IsRegular() && wanted:
			f(path, r)
		case wanted:
			w.x.problem(path, "%s", files.ErrNotRegular)
		}
	}
}

// leadsToDirectory reports whether there is a directory behind a symbolic link.
func leadsToDirectory(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// enter reports whether the directory was not visited before.
func (w *walk) enter(dir string) bool {
	real, err := filepath.EvalSymlinks(dir)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		w.x.problem(dir, "%s", reason(err))
		return false
	}
	if w.visited[real] {
		return false
	}
	w.visited[real] = true
	return true
}
