// Package source finds the Java and Kotlin files behind class files, and reads the energy specifications in their
// JML comments.
//
// Java is parsed with tree-sitter where cgo is available, in a process of its own. A reader that follows brackets and keywords does the
// same without it, and takes over where the grammar does not know the syntax; both give the same results. Kotlin is
// read by brackets and keywords only.
package source

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/spec"
)

// Index finds and reads source files. It is safe for concurrent use; every file is read once.
type Index struct {
	dirs   []string
	trees  []*files.Tree                      // by directory: what its files must not lead out of
	parse  func(text []byte) (*syntax, error) // Java; the error is why the grammar was not used
	byName func() map[string][]located

	found    sync.Map // by class and the name of its source file, the path; empty where there is none
	packages sync.Map // by package, the numbers of the directories that have a directory for it

	mu    sync.Mutex
	files map[string]*entry
	notes map[string][]error // by file: what a limit left out
}

// located is the path of a source file and the number of the directory that it was found in.
type located struct {
	path string
	dir  int
}

type entry struct {
	tree         *files.Tree
	text, syntax sync.Once
	file         *file

	search    sync.Once
	specifies bool // a comment of the text may be a specification
}

// maySpecify reports whether a comment of the file may be a specification, marked or not. All classes of a file ask.
func (e *entry) maySpecify() bool {
	e.search.Do(func() {
		e.specifies = jmlComment.Match(e.file.text) || namesBudget(e.file.text) && maybeUnmarked.Match(e.file.text)
	})
	return e.specifies
}

// New returns an index of the source directories. Nothing is read before it is asked for. A file that is a symbolic link
// out of the repository, whose directory is root, or out of its source directory where that is not in the repository, is
// not read.
func New(dirs []string, root string) *Index {
	ix := &Index{dirs: slices.Clone(dirs), parse: parseJava, files: map[string]*entry{}, notes: map[string][]error{}}
	for _, dir := range dirs {
		ix.trees = append(ix.trees, files.Around(dir, root))
	}
	ix.byName = sync.OnceValue(ix.walk)
	return ix
}

// walk lists the source files below all directories by their base names, in the order of the directories and sorted
// inside each. What cannot be read is left out: it is only a place to look.
func (ix *Index) walk() map[string][]located {
	names := map[string][]located{}
	for i, dir := range ix.dirs {
		// WalkDir goes in lexical order and does not follow links, so it ends and is deterministic.
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				if d != nil && d.IsDir() {
					return fs.SkipDir
				}
			case d.IsDir():
				if n := d.Name(); path != dir && (n == "node_modules" || len(n) > 1 && n[0] == '.') {
					return fs.SkipDir
				}
			case strings.HasSuffix(path, ".java") || strings.HasSuffix(path, ".kt"):
				if !slices.ContainsFunc(names[d.Name()], func(l located) bool { return l.path == path }) {
					names[d.Name()] = append(names[d.Name()], located{path, i})
				}
			}
			return nil
		})
	}
	return names
}

// File returns the path of the source file of a class, by the class's internal name and its SourceFile attribute,
// which may be empty. The file stands below one of the directories in its package's directory, or anywhere with
// a package declaration that fits.
func (ix *Index) File(className, sourceFile string) (path string, ok bool) {
	if len(ix.dirs) == 0 {
		return "", false
	}
	key := [2]string{className, sourceFile}
	found, known := ix.found.Load(key)
	if !known {
		found, _ = ix.found.LoadOrStore(key, ix.find(className, sourceFile))
	}
	path = found.(string)
	return path, path != ""
}

// Ambiguous reports whether several files may be the source of a class: the class file tells the name alone, and modules of one project may each
// have a file of that name in the package.
func (ix *Index) Ambiguous(className, sourceFile string) bool {
	path, ok := ix.File(className, sourceFile)
	if !ok {
		return false
	}
	found, err := os.Stat(path)
	if err != nil {
		return true
	}
	pkg := filepath.FromSlash(className[:strings.LastIndexByte(className, '/')+1])
	return slices.ContainsFunc(ix.dirsOf(strings.TrimSuffix(filepath.ToSlash(pkg), "/")), func(i int) bool {
		other, err := os.Stat(filepath.Join(ix.dirs[i], pkg, filepath.Base(path)))
		return err == nil && !os.SameFile(found, other)
	})
}

// find is File for a class that was not looked for before.
func (ix *Index) find(className, sourceFile string) string {
	dir, name, ok := sourceOf(className, sourceFile)
	if !ok {
		return ""
	}
	for _, i := range ix.dirsOf(dir) {
		p := filepath.Join(ix.dirs[i], filepath.FromSlash(dir), name)
		if _, err := os.Lstat(p); err != nil {
			continue
		}
		if ix.readable(located{p, i}) {
			return p
		}
	}
	for _, l := range ix.byName()[name] {
		if !ix.readable(l) {
			continue
		}
		if f := ix.file(l.path); f.err == nil && packageOf(f.text) == strings.ReplaceAll(dir, "/", ".") {
			return l.path
		}
	}
	return ""
}

// sourceOf returns the package of a class, with slashes, and the name of its source file. ok is false where they would lead out of the directories
// of sources, as those of a corrupt class file may.
func sourceOf(className, sourceFile string) (pkg, name string, ok bool) {
	base := className
	if i := strings.LastIndexByte(className, '/'); i >= 0 {
		pkg, base = className[:i], className[i+1:]
	}
	if name = sourceFile; name == "" {
		name = defaultSource(base)
	}
	return pkg, name, plainName(name) && isSource(name) && (pkg == "" || fs.ValidPath(pkg))
}

// dirsOf returns the numbers of the directories that have one for a package, asking the file system once for each package: most
// packages of a program have none in most directories of sources.
func (ix *Index) dirsOf(pkg string) []int {
	if known, ok := ix.packages.Load(pkg); ok {
		return known.([]int)
	}
	var out []int
	for i, d := range ix.dirs {
		if _, err := os.Stat(filepath.Join(d, filepath.FromSlash(pkg))); err == nil {
			out = append(out, i)
		}
	}
	ix.packages.Store(pkg, out)
	return out
}

// defaultSource is the source file of a class that does not name one, by the class's name without its package.
func defaultSource(base string) string {
	if base == "" {
		return ""
	}
	outer, _, _ := strings.Cut(base[1:], "$")
	return base[:1] + outer + ".java"
}

// plainName reports whether a SourceFile attribute is the name of a file, not a path.
func plainName(s string) bool {
	return s != "" && s != "." && s != ".." && !strings.ContainsAny(s, "/\\\x00")
}

// isSource reports whether a file holds source code, by its name. Lines of nothing else get into a report.
func isSource(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".java", ".kt", ".kts", ".scala", ".groovy", ".clj":
		return true
	}
	return false
}

// readable reads a file that was found and reports whether that was possible.
func (ix *Index) readable(l located) bool {
	ix.mu.Lock()
	e := ix.files[l.path]
	if e == nil {
		e = &entry{file: &file{path: l.path}, tree: ix.trees[l.dir]}
		ix.files[l.path] = e
	}
	ix.mu.Unlock()
	e.text.Do(func() {
		if target, err := filepath.EvalSymlinks(l.path); err == nil && !isSource(target) {
			e.file.err = fmt.Errorf("it is a symbolic link to %s, which is no source", target)
			return
		}
		e.file.text, e.file.err = e.tree.Read(l.path, files.MaxSource)
		e.file.lines = lineStarts(e.file.text)
	})
	return e.file.err == nil
}

// Unreadable returns, sorted by path, the source files that were found and not read, and the source directories that are
// none: each with why not.
func (ix *Index) Unreadable() []Unreadable {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	var out []Unreadable
	for i, dir := range ix.dirs {
		if info, err := os.Stat(dir); err == nil && !info.IsDir() && !slices.Contains(ix.dirs[:i], dir) {
			out = append(out, Unreadable{dir, "it is no directory"})
		}
	}
	for path, e := range ix.files {
		if err := e.file.err; err != nil {
			out = append(out, Unreadable{path, files.Reason(err)})
		}
	}
	slices.SortFunc(out, func(a, b Unreadable) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// Unreadable is a source file that is not read.
type Unreadable struct{ Path, Reason string }

var packageLine = regexp.MustCompile(`(?m)^[ \t]*package[ \t]+([\pL_$][\pL\pN_$.` + "`" + ` \t]*?)[ \t]*;?[ \t]*(?://.*)?\r?$`)

// packageOf reads the package declaration, which stands at the beginning of a line in all but contrived files.
func packageOf(text []byte) string {
	if m := packageLine.FindSubmatch(text); m != nil {
		return strings.NewReplacer(" ", "", "\t", "", "`", "").Replace(string(m[1]))
	}
	return ""
}

// file returns a file that File has found, an empty one for any other path.
func (ix *Index) file(path string) *file { return ix.entry(path).file }

func (ix *Index) entry(path string) *entry {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if e := ix.files[path]; e != nil {
		return e
	}
	return &entry{file: &file{path: path, err: fs.ErrNotExist}}
}

// parsed returns a file with its declarations and specifications.
func (ix *Index) parsed(path string) *file {
	e := ix.entry(path)
	f := e.file
	e.syntax.Do(func() {
		if f.err != nil {
			return
		}
		if strings.HasSuffix(path, ".kt") {
			f.attach(readKotlin(f.text))
		} else {
			s, err := ix.parse(f.text)
			if err != nil {
				ix.note(path, err)
			}
			f.attach(s)
		}
	})
	return f
}

// Line returns the text of a line of a file, from 1, without its end; ok is false where there is none.
func (ix *Index) Line(path string, line int) (text string, ok bool) {
	f := ix.file(path)
	if f.err != nil || line < 1 || line > len(f.lines) || line == len(f.lines) && f.lines[line-1] == len(f.text) {
		return "", false
	}
	rest := f.text[f.lines[line-1]:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	return strings.ToValidUTF8(strings.TrimSuffix(string(rest), "\r"), "\uFFFD"), true
}

// grammarError is why a file is not given to the grammar.
type grammarError string

func (e grammarError) Error() string {
	return string(e) + "; its declarations and loops were found by brackets and keywords instead"
}

// errGrammarGivenUp is for a file before which too many others failed.
const errGrammarGivenUp grammarError = "has Java files on which the Java grammar failed so often that it was given up"

// Note is what a user should know of how a file was read.
type Note struct {
	Path string
	Err  error
}

// Notes returns, sorted, what was not read of files, or not as usual, because of a limit. Where the grammar was given
// up, which files it failed on before depends on the order in which they were read: one note stands for them all.
func (ix *Index) Notes() []Note {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	var ns []Note
	givenUp := false
	for path, errs := range ix.notes {
		for _, err := range errs {
			givenUp = givenUp || err == errGrammarGivenUp
			ns = append(ns, Note{path, err})
		}
	}
	if givenUp {
		ns = slices.DeleteFunc(ns, func(n Note) bool { _, ok := n.Err.(grammarError); return ok })
		ns = append(ns, Note{ix.dirs[0], errGrammarGivenUp})
	}
	slices.SortFunc(ns, func(a, b Note) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Err.Error(), b.Err.Error()))
	})
	return ns
}

// jmlComment is the beginning of a comment that may be JML. A file without any need not be parsed.
var jmlComment = regexp.MustCompile(`(?://|/\*)(?:[+-]\w+)*@`)

// Method is what the source says of one method of a class.
type Method struct {
	Spec spec.MethodSpec
	// Params are the names of the parameters in the source, without synthetic ones; nil where not known.
	Params []string
	// First and Last are the lines of the declaration, its modifiers included.
	First, Last int
	Problems    []spec.Problem
}

// Class returns what the source says of the methods of a class, keyed by name and descriptor (Method.ID), and the
// path of its source file. Methods about which nothing is specified are left out. The map is nil and the path empty
// where there is no source.
func (ix *Index) Class(c *classfile.Class) (methods map[string]*Method, path string) {
	path, ok := ix.File(c.Name, c.SourceFile())
	if !ok || !ix.entry(path).maySpecify() {
		return nil, path
	}
	f := ix.parsed(path)
	if len(c.Methods)*len(f.methods) > maxMatches {
		ix.note(path, fmt.Errorf("has %d declarations and its class %s %d methods, which are too many to find those that belong together; its specifications of that class are ignored",
			len(f.methods), classfile.External(c.Name), len(c.Methods)))
		return nil, path
	}
	return f.match(c), path
}

// maxMatches bounds the pairs of declarations and methods that are compared for one class.
const maxMatches = 50_000_000

func (ix *Index) note(path string, err error) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.notes[path] = append(ix.notes[path], err)
}

// ParameterNames returns the names of a method's parameters in the source, nil where they are not known. Unlike
// Class it parses a file that has no specifications.
func (ix *Index) ParameterNames(m *classfile.Method) []string {
	path, ok := ix.File(m.Class.Name, m.Class.SourceFile())
	if !ok {
		return nil
	}
	if d, _ := ix.parsed(path).find(m); d != nil {
		return d.names(m)
	}
	return nil
}

// Problems returns, sorted, what is wrong with comments that belong to no method, in all files that Class has read
// so far: clauses before neither a method nor a loop, and specifications of methods that no class had.
func (ix *Index) Problems() []spec.Problem {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	var ps []spec.Problem
	for _, e := range ix.files {
		f := e.file
		ps = append(ps, f.orphans...)
		for _, m := range f.methods {
			if m.matched.Load() {
				continue
			}
			ps = append(ps, m.problems...)
			if o, ok := origin(&m.spec); ok {
				ps = append(ps, spec.Problem{Origin: o, Message: f.unmatched()})
			}
		}
	}
	sortProblems(ps)
	return ps
}

// unmatched says why a specification of the file belongs to no method.
func (f *file) unmatched() string {
	if !utf8.Valid(f.text) {
		return "this specification has no effect: no analysed class has the method; the file is not in UTF-8, so that names with letters such as é are not read as the compiler did: convert it"
	}
	return "this specification has no effect: no analysed class has the method, or it was compiled from another version of the source"
}

func sortProblems(ps []spec.Problem) {
	sort.Slice(ps, func(i, j int) bool {
		a, b := ps[i].Origin, ps[j].Origin
		if a.File != b.File {
			return a.File < b.File
		}
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		if a.Col != b.Col {
			return a.Col < b.Col
		}
		return ps[i].Message < ps[j].Message
	})
}

func origin(m *spec.MethodSpec) (spec.Origin, bool) {
	switch {
	case len(m.Budgets) > 0:
		return m.Budgets[0].Origin, true
	case len(m.Requires) > 0:
		return m.Requires[0].Origin, true
	case len(m.MeasuredBy) > 0:
		return m.MeasuredBy[0].Origin, true
	case len(m.Loops) > 0:
		return m.Loops[0].Origin, true
	}
	return spec.Origin{}, false
}
