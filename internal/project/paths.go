package project

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/files"
)

// Build is a directory with its modules: a build, or a directory with several. What it has on disk is looked for when it is asked.
type Build struct {
	dir, repository string
	tree            *files.Tree
	modules         func() []module   // read once
	classes         func() [][]string // the outputs of each of them, read once
}

// At returns the build in a directory of a repository, the git work tree, or of none.
func At(dir, repository string) *Build {
	b := &Build{dir: dir, repository: repository, tree: files.In(repository, dir)}
	b.modules, b.classes = sync.OnceValue(b.findModules), sync.OnceValue(b.findClasses)
	return b
}

// findModules returns the modules: all below the directory where it is a build or the root of a repository, else the directory
// and those in it.
func (b *Build) findModules() []module {
	if IsBuild(b.dir) || sameDir(b.dir, b.repository) {
		return modulesIn(b.dir)
	}
	out := []module{{dir: b.dir}}
	return out[0].list(out)
}

func sameDir(a, b string) bool { return a != "" && b != "" && below(a, b) == "." }

// classFile is the extension of class files.
const classFile = ".class"

// found returns the paths below a directory that match patterns, in the order of the patterns, those of the tree.
func found(dir string, tree *files.Tree, patterns ...string) []string {
	var out []string
	fsys := os.DirFS(dir)
	for _, pattern := range patterns {
		names, err := fs.Glob(fsys, pattern)
		if err != nil {
			continue // the patterns are well-formed: a directory cannot be read, and then it holds nothing for us
		}
		for _, name := range names {
			if path := filepath.Join(dir, filepath.FromSlash(name)); !slices.Contains(out, path) && tree.Check(path) == nil {
				out = append(out, path)
			}
		}
	}
	return out
}

// classRoots returns the outputs of one module.
func classRoots(module string, tree *files.Tree) []string {
	return slices.DeleteFunc(directories(module, tree, Outputs[:]...), IsPackage)
}

// IsPackage reports whether a match of build/classes/kotlin/*/main is the package main of main or test classes, and no
// output of a target.
func IsPackage(output string) bool {
	slash := filepath.ToSlash(output)
	return strings.HasSuffix(slash, "/kotlin/test/main") || strings.HasSuffix(slash, "/kotlin/main/main")
}

// InSources reports whether a directory is among the sources of a module: there are no classes in it, so that the module is
// meant.
func InSources(module, dir string) bool {
	return slices.Contains(strings.Split(below(module, dir), "/"), sourceRoot)
}

// Sources returns the directories of the sources of the modules, those in the repository.
func (b *Build) Sources() []string {
	var out []string
	for _, m := range b.modules() {
		if !m.hasSources() {
			continue
		}
		sets := directories(m.dir, b.tree, sourceSets[:]...)
		if len(sets) == 0 && !exists(m.dir, mainSources) {
			sets = directories(m.dir, b.tree, sourceRoot)
		}
		out = append(out, sets...)
	}
	return out
}

// directories returns the directories below dir that match patterns, as found does.
func directories(dir string, tree *files.Tree, patterns ...string) []string {
	return slices.DeleteFunc(found(dir, tree, patterns...), func(path string) bool {
		info, err := os.Stat(path)
		return err != nil || !info.IsDir()
	})
}

// SourcesBeside returns the directories of classes that have source files beside the classes, as javac leaves them that is not told a
// directory for its output. paths are directories and class files.
func SourcesBeside(paths []string) []string {
	var out []string
	for _, path := range paths {
		dir, beside := path, false
		if strings.HasSuffix(path, classFile) {
			dir = filepath.Dir(path)
			name, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), classFile), "$")
			beside = slices.ContainsFunc(sourceFiles, func(ext string) bool { return isFile(dir, name+ext) })
		} else {
			beside = hasSourcesBeside(path)
		}
		if beside && !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	return out
}

// hasSourcesBeside reports whether a directory below dir, or dir, has class files and source files.
func hasSourcesBeside(dir string) (beside bool) {
	left := maxDirectories
	in, classes, sources := "", false, false
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error { // what cannot be read has no sources for us
		left--
		if err != nil || left < 0 || beside {
			return fs.SkipAll
		}
		if !e.Type().IsRegular() {
			return nil
		}
		if d := filepath.Dir(path); d != in {
			in, classes, sources = d, false, false
		}
		classes = classes || strings.HasSuffix(path, classFile)
		sources = sources || slices.Contains(sourceFiles, filepath.Ext(path))
		beside = classes && sources
		return nil
	})
	return beside
}

// SourceModules returns how many modules have sources.
func (b *Build) SourceModules() (n int) {
	for _, m := range b.modules() {
		if m.hasSources() && len(found(m.dir, b.tree, sourceSets[:]...)) > 0 {
			n++
		}
	}
	return n
}

// Classes returns the class directories of the modules.
func (b *Build) Classes() []string { return slices.Concat(b.classes()...) }

// findClasses returns the outputs of each module.
func (b *Build) findClasses() (out [][]string) {
	for _, m := range b.modules() {
		out = append(out, classRoots(m.dir, b.tree))
	}
	return out
}

// Uncompiled returns the modules of the build with a root that have sources and no classes, where others have classes. Projects of their
// own below it, such as examples, are no modules of it.
func (b *Build) Uncompiled(root string) (out []string) {
	compiled := false
	for i, m := range b.modules() {
		switch {
		case len(b.classes()[i]) > 0:
			compiled = true
		case m.hasSources() && IsBuild(m.dir) && sameDir(Root(m.dir, b.repository), root) && b.hasCode(m.dir):
			out = append(out, m.dir)
		}
	}
	if !compiled {
		return nil
	}
	return out
}

// hasCode reports whether a module has a source file that a compiler makes classes of.
func (b *Build) hasCode(module string) bool {
	left, code := maxDirectories, false
	for _, dir := range found(module, b.tree, sourceSets[:]...) {
		if code || below(module, dir) == commonSources {
			continue
		}
		_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error { // what cannot be read has no sources for us
			left--
			if err != nil || left < 0 {
				return fs.SkipAll
			}
			if e.Type().IsRegular() && slices.Contains(sourceFiles, filepath.Ext(e.Name())) && !slices.Contains(notCode, e.Name()) {
				code = true
				return fs.SkipAll
			}
			return nil
		})
	}
	return code
}

// Libraries returns the jars that a build has put beside its modules. A library that several modules have counts once, by
// the name of its file.
func (b *Build) Libraries() []string {
	seen := map[string]bool{}
	var out []string
	for _, m := range b.modules() {
		patterns := librarySets[:]
		if _, ok := ToolOf(m.dir); ok {
			patterns = append(slices.Clone(patterns), ownLibraries[:]...)
		}
		for _, jar := range found(m.dir, b.tree, patterns...) {
			if name := filepath.Base(jar); !seen[name] && isFile(m.dir, below(m.dir, jar)) {
				seen[name] = true
				out = append(out, jar)
			}
		}
	}
	return out
}

// Below returns a path in dir relative to it, slash-separated.
func Below(dir, path string) (string, bool) {
	rel := below(dir, path)
	return rel, rel != ""
}

// below is Below with an empty path in place of ok.
func below(dir, path string) string {
	x, errX := filepath.Abs(dir)
	y, errY := filepath.Abs(path)
	if errX != nil || errY != nil {
		return ""
	}
	rel, err := filepath.Rel(x, y)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// Siblings returns the class directories of a build that are not among the analysed paths.
func (b *Build) Siblings(paths []string) []string {
	var out []string
	for _, d := range b.Classes() {
		if !slices.ContainsFunc(paths, func(p string) bool { return within(p, d) || within(d, p) }) {
			out = append(out, d)
		}
	}
	return out
}

// Contains reports whether one of the paths is in a directory.
func Contains(dir string, paths []string) bool {
	return slices.ContainsFunc(paths, func(p string) bool { return within(dir, p) })
}

// within reports whether path is dir or in it.
func within(dir, path string) bool { return below(dir, path) != "" }
