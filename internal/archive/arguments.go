package archive

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/files"
)

// listState is how far an @file is read.
type listState int

const (
	listReading listState = iota + 1
	listRead
	listCircle // it names itself
)

// expander turns arguments into jobs, in order.
type expander struct {
	opt   Options
	jobs  []*job
	left  []*job               // libraries that SkipLibraries leaves out
	lists map[string]listState // by the real paths of @files
}

func (x *expander) add(j *job) *job {
	if x.opt.SkipLibraries && j.part == everything {
		j.part = application
	}
	x.jobs = append(x.jobs, j)
	return j
}

func (x *expander) problem(path, format string, args ...any) {
	x.add(&job{}).problem(path, format, args...)
}

// argument expands one argument: @file, a pattern, path#module, a directory or a file. depth counts @files.
func (x *expander) argument(arg string, depth int) {
	if list, ok := strings.CutPrefix(arg, "@"); ok {
		if _, err := os.Lstat(arg); err != nil { // no file that happens to start with @
			x.fileList(list, depth)
			return
		}
	}
	info, err := os.Stat(arg)
	modules := ""
	part := everything
	if file := File(arg); err != nil && file != arg {
		if i, err2 := os.Stat(file); err2 == nil && i.Mode().IsRegular() {
			arg, part, info, err = file, libraries, i, nil
		}
	}
	if err != nil {
		if path, m, ok := cutModules(arg); ok {
			if i, err2 := os.Stat(path); err2 == nil {
				arg, modules, info, err = path, m, i, nil
			}
		}
	}
	if err != nil {
		if strings.ContainsAny(arg, "*?[") {
			x.pattern(arg)
			return
		}
		x.problem(arg, "%s", reasonAt(arg, err))
		return
	}
	if part != everything {
		x.add(&job{path: arg, part: part})
		return
	}
	x.path(arg, modules, info)
}

// path expands a path that exists.
func (x *expander) path(path, modules string, info os.FileInfo) {
	if !info.IsDir() {
		if !info.Mode().IsRegular() { // opening a pipe would wait
			x.problem(path, "is neither a regular file nor a directory")
			return
		}
		x.add(&job{path: path, modules: modules})
		return
	}
	if x.home(path, modules) {
		return
	}
	if modules != "" {
		x.problem(path, "has no lib/modules: a module (#%s) can only be chosen in the run-time image of a JDK", modules)
		return
	}
	x.directory(path)
}

// cutModules splits path#module,module.
func cutModules(arg string) (path, modules string, ok bool) {
	i := strings.LastIndexByte(arg, '#')
	if i <= 0 || i == len(arg)-1 {
		return arg, "", false
	}
	return arg[:i], arg[i+1:], true
}

// home recognises the home directory of a JDK: lib/modules from release 9 on, jmods where a distribution has no
// image, rt.jar before.
func (x *expander) home(dir, modules string) bool {
	if f, err := files.Open(filepath.Join(dir, "lib", "modules")); err == nil {
		var magic [4]byte
		_, err := f.ReadAt(magic[:], 0)
		f.Close()
		if err == nil && kindOf(magic[:], "") == kindImage {
			x.add(&job{path: filepath.Join(dir, "lib", "modules"), modules: modules})
			return true
		}
	}
	if modules != "" {
		return false
	}
	if _, err := os.Stat(filepath.Join(dir, "jmods", "java.base.jmod")); err == nil {
		found, _ := filepath.Glob(filepath.Join(escapeGlob(filepath.Join(dir, "jmods")), "*.jmod"))
		slices.Sort(found)
		for _, p := range found {
			x.add(&job{path: p})
		}
		return true
	}
	for _, rt := range [...]string{"jre/lib/rt.jar", "lib/rt.jar"} {
		p := filepath.Join(dir, filepath.FromSlash(rt))
		if info, err := os.Stat(p); err == nil && info.Mode().IsRegular() {
			x.add(&job{path: p})
			return true
		}
	}
	return false
}

// pattern expands a glob that the shell left alone, as in a configuration file.
func (x *expander) pattern(arg string) {
	found, err := (*files.Tree)(nil).Glob(arg)
	if err != nil {
		x.problem(arg, "is no file and no pattern either: %s", err)
		return
	}
	if len(found) == 0 {
		x.problem(arg, "no file matches the pattern")
		return
	}
	for _, p := range found {
		if info, err := os.Stat(p); err != nil {
			x.problem(p, "%s", reasonAt(p, err))
		} else {
			x.path(p, "", info)
		}
	}
}

func escapeGlob(p string) string {
	if filepath.Separator == '\\' {
		return p // no escapes there
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(p)
}

// fileList reads an @file: one path per line, relative to the working directory as the arguments are; empty
// lines and lines that start with # do not count.
func (x *expander) fileList(path string, depth int) {
	if depth >= maxListDepth {
		x.problem("@"+path, "@files name each other more than %d deep", maxListDepth)
		return
	}
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		x.problem("@"+path, "%s", reason(err))
		return
	}
	state := x.lists[real]
	x.lists[real] = max(state, listReading)
	switch state {
	case listReading:
		x.lists[real] = listCircle // which is said once
		x.problem("@"+path, "names itself, or is named by an @file that it names")
		return
	case listRead, listCircle:
		return
	}
	defer func() { x.lists[real] = max(x.lists[real], listRead) }()
	lines, err := ReadList(nil, path)
	if err != nil {
		x.problem("@"+path, "%s", err)
		return
	}
	for _, line := range lines {
		x.argument(line, depth+1)
	}
}

// ReadList returns the paths that an @file lists, whose own path is given without the @. The error does not name it.
func ReadList(tree *files.Tree, path string) ([]string, error) {
	b, err := tree.Read(path, maxFileList)
	if errors.As(err, new(*files.SizeError)) {
		return nil, fmt.Errorf("is too large for a list of paths: %d bytes are possible", maxFileList)
	}
	if err != nil {
		return nil, errors.New(reason(err))
	}
	b = bytes.TrimPrefix(b, []byte("\xEF\xBB\xBF"))
	var out []string
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out, nil
}
