package cli

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/plain"
	"github.com/energylint/energylint/internal/project"
)

// recognise sets the paths that neither the configuration nor flags give, from the layout of the build that the project
// is: its classes and sources, the libraries beside them. Among the sources of a module, the project is the module. The
// classes of other modules of the build are class path. The sources are looked for until the function that it returns is called: all
// directories of the project may be listed for them.
func (s *Settings) recognise() (wait func()) {
	work, _ := workTree(s.Project)
	if s.Config.File == "" && len(s.Paths) == 0 {
		if nearest, ok := project.Nearest(s.Project, work); ok && project.InSources(nearest, s.Project) {
			s.Project = nearest
		}
	}
	root := project.Root(s.Project, work)
	s.Root = cmp.Or(work, root)
	build := project.At(root, s.Root)
	module := build
	if s.Project != root {
		module = project.At(s.Project, s.Root)
	}
	sources, fixed := s.Sources, len(s.Sources)
	whole := len(s.Paths) == 0 && project.IsBuild(root)
	var uncompiled []string
	named := s.Paths
	if len(s.Paths) == 0 {
		s.Paths = []string{s.Project}
	}
	paths := s.Paths
	var found sync.WaitGroup
	found.Go(func() {
		if len(sources) == 0 {
			sources, fixed = sourcesOf(module, paths, named, s.Project, work)
		}
		if whole {
			uncompiled = module.Uncompiled(root)
		}
	})
	wait = func() {
		found.Wait()
		s.Sources, s.fixed, s.uncompiled = sources, fixed, uncompiled
	}
	s.Classpath = slices.Clone(s.Config.Analysis.Classpath)
	if !project.IsBuild(root) || !project.Contains(root, s.Paths) { // what several builds have need not belong together
		return wait
	}
	s.Classpath = append(s.Classpath, build.Siblings(s.Paths)...)
	if !s.Config.Chosen("analysis.classpath") {
		s.Classpath = append(s.Classpath, build.Libraries()...)
	}
	return wait
}

// sourcesOf returns the directories of the sources of paths in a project. Of the paths that the user names, those of other builds, below
// the project or elsewhere, come first, since two builds may have a class of the same name, and those beside class files that no build
// makes: these are the fixed ones. In a build, what lies beside the class files are copies.
func sourcesOf(module *project.Build, paths, named []string, dir, work string) (sources []string, fixed int) {
	add := func(dirs []string) {
		for _, d := range dirs {
			if !slices.Contains(sources, d) {
				sources = append(sources, d)
			}
		}
	}
	builds := map[string]bool{}
	for _, path := range named {
		build, ok := project.Nearest(path, work)
		if !ok {
			add(project.SourcesBeside([]string{path}))
		} else if !project.Contains(build, []string{dir}) && !builds[build] {
			builds[build] = true
			add(project.At(build, cmp.Or(work, build)).Sources())
		}
	}
	fixed = len(sources)
	add(module.Sources())
	if len(sources) == 0 || len(named) > 0 {
		add(project.SourcesBeside(paths))
	}
	return sources, fixed
}

// uncompiledNotes warn of modules that the analysis leaves out because they are not compiled.
func (s *Settings) uncompiledNotes() []finding.Notification {
	const most = 4
	var names []string
	for _, dir := range s.uncompiled {
		name := dir
		if rel, ok := project.Below(s.Root, dir); ok {
			name = rel
		}
		names = append(names, plain.Line(name))
	}
	if len(names) == 0 {
		return nil
	}
	text, more := "have sources and no compiled classes, and are not analysed: compile the whole build", ""
	if len(names) == 1 {
		text = "has sources and no compiled classes, and is not analysed: compile the whole build"
	}
	if len(names) > most {
		names, more = names[:most], fmt.Sprintf(" and %d more", len(names)-most)
	}
	return []finding.Notification{{Level: finding.Warning, Path: strings.Join(names, ", ") + more, Message: text}}
}

// repository returns the root of the repository that a directory is in, the directory itself where it is in none.
// Code scanning wants paths that are relative to it.
func repository(dir string) string {
	if root, ok := workTree(dir); ok {
		return root
	}
	return dir
}

// missingSourceNotes warn of directories of sources that the configuration names and that are not there: the budgets in them would be left out
// without a word. They are no error: a build may not have generated them yet.
func (s *Settings) missingSourceNotes() (out []finding.Notification) {
	const key = "analysis.sources"
	if s.Config.Line(key) == 0 {
		return nil
	}
	for _, dir := range s.Config.Analysis.Sources {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			out = append(out, finding.Notification{
				Level: finding.Warning, Path: fmt.Sprintf("%s:%d", s.Config.File, s.Config.Line(key)),
				Message: fmt.Sprintf("%s: there is no directory %s: budgets in its sources are not found", key, plain.Line(dir)),
			})
		}
	}
	return out
}

// missingLibraryNotes warn of patterns of the class path in a directory that is not there: calls of its libraries would have no price, because they
// are not on the class path. An empty directory is that of a project without dependencies.
func (s *Settings) missingLibraryNotes() (out []finding.Notification) {
	const key = "analysis.classpath"
	path := "--classpath"
	if line := s.Config.Line(key); line > 0 && s.Config.TreeOf(key) != nil {
		path = fmt.Sprintf("%s:%d", s.Config.File, line)
	}
	for _, pattern := range s.Config.NoLibraries {
		out = append(out, finding.Notification{
			Level: finding.Warning, Path: path, Message: fmt.Sprintf("no file matches %s: its directory is not there", plain.Line(pattern)),
		})
	}
	return out
}

// workTree returns the git work tree that a directory is in.
func workTree(dir string) (root string, ok bool) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	for at := abs; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			rel, err := filepath.Rel(abs, at)
			if err != nil {
				return at, true
			}
			return filepath.Join(dir, rel), true
		}
		if at == filepath.Dir(at) {
			return "", false
		}
	}
}
