package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/config"
)

// everyProject is the end of a PATH that stands for every project below a directory.
const everyProject = "..."

// selection is one configuration with the paths that it is for. No paths are what the configuration names.
type selection struct {
	config string // file, empty where there is none
	paths  []string
}

// projects says which configuration is for which of the paths on the command line. A directory that has a
// configuration is a project of its own, DIR/... stands for every such directory; what is left belongs to the
// configuration of the working directory. --config overrides all of that.
func (f *flags) projects(paths []string) ([]selection, error) {
	here := selection{config: f.config}
	if f.config == "" {
		here.config = findConfig(".")
	}
	var out []selection
	own := func(dir string) {
		file := filepath.Join(dir, config.FileName)
		if !slices.ContainsFunc(out, func(p selection) bool { return sameFile(p.config, file) }) {
			out = append(out, selection{config: file})
		}
	}
	for _, p := range paths {
		if p == "" {
			return nil, usage("a PATH is empty: is a variable unset? Without a PATH, the project here is analysed")
		}
		if dir, all := strings.CutSuffix(filepath.ToSlash(p), "/"+everyProject); all || p == everyProject {
			if p == everyProject {
				dir = "."
			}
			if f.config != "" {
				return nil, usage("%s and --config: each project has its own %s; leave out one of them", p, config.FileName)
			}
			dirs, err := projectsBelow(filepath.FromSlash(dir))
			if err != nil {
				return nil, &exit{ExitFailure, fmt.Errorf("%s: %w", p, err)}
			}
			if len(dirs) == 0 {
				return nil, usage("%s: there is no %s in or below %s; energylint init writes one, or give the paths of class files", p, config.FileName, dir)
			}
			for _, d := range dirs {
				own(d)
			}
			continue
		}
		if f.config == "" && isRegular(filepath.Join(p, config.FileName)) {
			own(p)
			continue
		}
		here.paths = append(here.paths, p)
	}
	if len(here.paths) > 0 || len(out) == 0 {
		out = append(out, here)
	}
	return out, nil
}

// findConfig looks for the configuration in a directory and those above it. The path is relative to the working
// directory where it can be.
func findConfig(dir string) string {
	path, ok := config.Find(dir)
	if !ok {
		return ""
	}
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, path); err == nil {
			return rel
		}
	}
	return path
}

// projectsBelow returns the directories from dir down that have a configuration, in their order. It does not look
// into hidden directories and installed packages, nor through symbolic links.
func projectsBelow(dir string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case path != dir && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return filepath.SkipDir
		case isRegular(filepath.Join(path, config.FileName)):
			out = append(out, path)
		}
		return nil
	})
	return out, err
}

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// sameFile reports whether two paths name one file, by their names alone.
func sameFile(a, b string) bool {
	if a == "" || b == "" {
		return a == b
	}
	x, errX := filepath.Abs(a)
	y, errY := filepath.Abs(b)
	return errX == nil && errY == nil && x == y
}

// load returns the settings of every project that the paths name, and what is reported, and how. Where there are
// several projects, that is said by flags or by the configuration of the working directory: none of theirs can
// speak for the others. All are checked before one is analysed.
func (p *program) load(f *flags, paths []string) ([]*Settings, config.Output, error) {
	projects, err := f.projects(paths)
	if err != nil {
		return nil, config.Output{}, err
	}
	var out []*Settings
	for _, x := range projects {
		c, err := p.configuration(f, x)
		if err != nil {
			return nil, config.Output{}, err
		}
		s, err := p.settings(c)
		if err != nil {
			return nil, config.Output{}, err
		}
		s.callEnergy = f.callEnergy
		out = append(out, s)
	}
	if len(out) == 1 {
		return out, out[0].Config.Output, nil
	}
	root := repository(".")
	for _, s := range out {
		s.Root = root
	}
	here, err := p.configuration(f, selection{config: findConfig(".")})
	if err != nil {
		return nil, config.Output{}, err
	}
	return out, here.Output, nil
}
