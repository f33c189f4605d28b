package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/files"
)

// loadConfig loads the configuration of a selection, the default one where it has none. The paths in it stay in the
// repository that it is in. One that the command line names may lie anywhere, and its paths may also lead into the
// repository of the working directory.
func (f *flags) loadConfig(of selection) (*config.Config, error) {
	if of.config == "" {
		return config.Default(), nil
	}
	root := repository(filepath.Dir(of.config))
	if f.config != "" {
		return config.Load(of.config, nil, files.In(root, repository(".")))
	}
	return config.Load(of.config, files.In(root), files.In(root))
}

// paths applies the flags to the paths of a configuration. What the configuration names is made relative to the working
// directory, and must be in the repository.
func (f *flags) paths(c *config.Config, of selection) error {
	var classpath []string
	for _, s := range f.classpath {
		classpath = append(classpath, filepath.SplitList(s)...)
	}
	for _, l := range []struct {
		key, flag string
		given     []string
		set       bool
		to        *[]string
	}{
		{"analysis.paths", "a PATH", of.paths, len(of.paths) > 0, &c.Analysis.Paths},
		{"analysis.sources", "--source", f.source, f.set("source"), &c.Analysis.Sources},
		{"analysis.classpath", "--classpath", classpath, f.set("classpath"), &c.Analysis.Classpath},
		{"rules.profile", "--profile", f.profile, f.set("profile"), &c.Rules.Profile},
		{"model.libraries", "--library", f.library, f.set("library"), &c.Model.Libraries},
	} {
		if l.set {
			c.Give(l.key)
			*l.to = l.given
		}
		x := pathReader{config: c, key: l.key, flag: l.flag, lists: map[string]bool{}}
		lists := l.key == "analysis.paths" || l.key == "analysis.classpath"
		for _, path := range *l.to {
			if !l.set {
				path = relative(c, path)
			}
			if err := x.add(path, lists, l.key == "analysis.classpath"); err != nil {
				return err
			}
		}
		*l.to = x.paths
	}
	for _, s := range []struct {
		key, flag, given string
		words            []string // that are no paths
		to               *string
	}{
		{"analysis.jdk", "jdk", f.jdk, jdks, &c.Analysis.JDK},
		{"analysis.cache", "cache", f.cache, caches, &c.Analysis.Cache},
		{"output.baseline", "baseline", f.baseline, nil, &c.Output.Baseline},
		{"model.file", "model", "", nil, &c.Model.File},
		{"model.evidence", "evidence", f.evidence, tableNames(), &c.Model.Evidence},
	} {
		if f.set(s.flag) {
			c.Give(s.key)
			*s.to = s.given
		} else if *s.to != "" && !slices.Contains(s.words, *s.to) {
			*s.to = c.Path(*s.to)
			if err := inside(c, s.key, "--"+s.flag, *s.to); err != nil {
				return err
			}
		}
	}
	return f.outputs(c)
}

// outputs applies --format, and checks the files that reports are written to.
func (f *flags) outputs(c *config.Config) error {
	if f.set("format") {
		c.Output.Format = f.format
		return nil
	}
	c.Output.Tree = c.Tree
	for _, s := range c.Output.Format {
		if _, file, err := config.ParseFormat(s); err == nil && file != "" {
			if err := inside(c, "output.format", "--format", file); err != nil {
				return err
			}
		}
	}
	return nil
}

// inside returns an error where a path of the configuration leads out of the repository.
func inside(c *config.Config, key, flag, path string) error {
	if err := c.TreeOf(key).Check(path); err != nil {
		return c.Outside(key, path, flag, err)
	}
	return nil
}

// relative makes a path of the configuration relative to the working directory.
func relative(c *config.Config, path string) string {
	if at, ok := strings.CutPrefix(path, "@"); ok {
		return "@" + c.Path(at)
	}
	return c.Path(path)
}

// pathReader collects the paths of one key.
type pathReader struct {
	config    *config.Config
	key, flag string
	lists     map[string]bool // @files of the configuration that were read
	paths     []string
}

// add adds a path. Those of the configuration are checked: lists says that @files and patterns stand for the paths that
// they name. Those of the command line are left to the reader of archives, but for patterns of the class path.
func (x *pathReader) add(path string, lists, patterns bool) error {
	tree := x.config.TreeOf(x.key)
	list, isList := strings.CutPrefix(path, "@")
	switch {
	case tree != nil && lists && isList:
		return x.addList(tree, list)
	case files.IsPattern(path) && (patterns || tree != nil && lists):
		found, err := tree.Glob(path)
		if files.IsOutside(err) {
			return x.config.Outside(x.key, path, x.flag, err)
		}
		if err != nil {
			return usage("%s: %q is no pattern: %w", x.key, path, err)
		}
		for _, p := range found {
			if err := inside(x.config, x.key, x.flag, p); err != nil {
				return err
			}
		}
		if len(found) == 0 && !patterns { // to be reported; a directory of dependencies may be empty
			found = []string{path}
		}
		if _, err := os.Stat(patternDir(path)); len(found) == 0 && errors.Is(err, fs.ErrNotExist) {
			x.config.NoLibraries = append(x.config.NoLibraries, path)
		}
		x.paths = append(x.paths, found...)
		return nil
	}
	file := path
	if i := strings.LastIndexByte(path, '#'); i > 0 && lists { // modules of a run-time image
		file = path[:i]
	}
	if err := inside(x.config, x.key, x.flag, path); err != nil {
		return err
	}
	if err := inside(x.config, x.key, x.flag, file); err != nil {
		return err
	}
	x.paths = append(x.paths, path)
	return nil
}

// patternDir returns the directory that a pattern looks in: what stands before its first element with a wildcard.
func patternDir(pattern string) string {
	for dir := filepath.Dir(pattern); ; dir = filepath.Dir(dir) {
		if !files.IsPattern(dir) {
			return dir
		}
	}
}

// addList adds the paths of an @file, which are relative to the working directory.
func (x *pathReader) addList(tree *files.Tree, list string) error {
	if x.lists[list] {
		return nil
	}
	x.lists[list] = true
	if err := inside(x.config, x.key, x.flag, list); err != nil {
		return err
	}
	lines, err := archive.ReadList(tree, list)
	if err != nil {
		return fmt.Errorf("%s: @%s: %w", x.key, list, err)
	}
	for _, line := range lines {
		if err := x.add(line, true, x.key == "analysis.classpath"); err != nil {
			return err
		}
	}
	return nil
}
