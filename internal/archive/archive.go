// Package archive turns the paths that a user names into class files: single .class files, jars (multi-release
// ones too), archives inside wars, ears and Spring Boot jars, jmods, the JDK's lib/modules image, JDK homes,
// directories, the output directories of build tools, and @files that list any of these.
//
// List only reads directories of contents; a class is read and decompressed when Entry.Read asks for it. What
// cannot be read becomes a Problem and everything else is still listed.
package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/quantity"
)

// Entry is one class file that List found.
type Entry struct {
	// Path names the class file for messages: the path of a file, or app.war!/WEB-INF/lib/x.jar!/a/B.class.
	Path string
	// Input is the outermost file that the class is read from, or the class directory that holds it.
	Input string
	// Class is the internal name that the entry's place promises, such as java/lang/String. It is empty where
	// the place promises nothing: for a class file that was named by itself or lies in no directory of its
	// package. The class file has the last word on its name.
	Class string
	// Size is the uncompressed size of the class file, Packed what it takes of Input's.
	Size, Packed int64

	// Other is the Path of another version of the class, which is not listed; empty where there is none.
	Other string

	from  source
	at    int
	owner *holder // of the open file, nil where none stays open
}

// source reads class number at.
type source interface {
	read(at int) ([]byte, error)
}

// Read returns the bytes of the class file. It is safe for concurrent use and caches nothing. The error says
// what is wrong but not where: Path does.
func (e *Entry) Read() ([]byte, error) {
	if e.from == nil {
		return nil, errors.New("the entry was not made by List")
	}
	return e.from.read(e.at)
}

// Problem is a container or class file that was left out, and why.
type Problem struct{ Path, Message string }

// String formats the problem for people: path, colon, message.
func (p Problem) String() string { return p.Path + ": " + p.Message }

// List finds the class files that the paths name. The order is that of the paths; within a container classes
// are sorted by name and come before those of the archives inside it. A class name is listed once: as on a
// class path, the first container that has it wins. The exception are two directories with a class of the same
// name, which are more likely two programs than one class path: both are listed, for the caller to report.
// Where one archive has the same entry twice, the first wins and a Problem says so.
//
// Files stay open until Close.
func List(paths []string, o Options) ([]Entry, []Problem) {
	o = o.withDefaults()
	x := expander{opt: o, lists: map[string]listState{}}
	for _, p := range paths {
		x.argument(p, 0)
	}
	x.run()

	var entries []Entry
	var problems []Problem
	n := 0
	for _, j := range x.jobs {
		n += len(j.entries)
	}
	entries = make([]Entry, 0, n)
	inArchive := make(map[string]int, n) // by the names of classes, one above the index of the entry
	inFile, files := map[string]int{}, map[string]bool{}
	repeated := func(first int, e *Entry) {
		if x := &entries[first-1]; x.Other == "" && x.differs(e) {
			x.Other = e.Path
		}
	}
	for _, j := range x.jobs {
		problems = append(problems, j.problems...)
		used := false
		for _, e := range j.entries {
			if e.owner == nil { // a file of its own
				if files[e.Path] {
					continue
				}
				e.Size = e.from.(*file).size()
				e.Packed = e.Size
				if first := inArchive[e.Class]; first > 0 {
					repeated(first, &e)
					continue
				}
				files[e.Path] = true
				inFile[e.Class] = len(entries) + 1
			} else {
				if first := max(inArchive[e.Class], inFile[e.Class]); first > 0 {
					if e.Class != "" {
						repeated(first, &e)
					}
					continue
				}
				inArchive[e.Class] = len(entries) + 1
			}
			used = used || e.owner != nil
			entries = append(entries, e)
		}
		if j.owner != nil && !used {
			if err := j.owner.close(); err != nil {
				problems = append(problems, Problem{j.path, reason(err)})
			}
		}
	}
	return entries, problems
}

// differs reports whether two entries of one class have other bytes. Entries of one size are compared by their checksums where
// archives have them, those of two run-time images, which have many, not at all. What cannot be read is taken to be the same.
func (e *Entry) differs(o *Entry) bool {
	if e.Size != o.Size {
		return true
	}
	if a, ok := e.from.(*zipSource); ok {
		if b, ok := o.from.(*zipSource); ok {
			return a.files[e.at].CRC32 != b.files[o.at].CRC32
		}
	}
	if _, ok := e.from.(*image); ok {
		return false
	}
	a, err := e.Read()
	if err != nil {
		return false
	}
	b, err := o.Read()
	return err == nil && !bytes.Equal(a, b)
}

// Close closes the files behind the entries. They cannot be read any more afterwards.
func Close(entries []Entry) error {
	var errs []error
	var last *holder
	for i := range entries {
		if h := entries[i].owner; h != nil && h != last {
			errs = append(errs, h.close())
			last = h
		}
	}
	return errors.Join(errs...)
}

// holder owns what one outermost file keeps open: itself and the temporary files of archives inside it.
type holder struct {
	once    sync.Once
	closers []io.Closer
	err     error
}

func (h *holder) add(c io.Closer) { h.closers = append(h.closers, c) }

func (h *holder) close() error {
	h.once.Do(func() {
		var errs []error
		for _, c := range h.closers {
			errs = append(errs, c.Close())
		}
		h.err = errors.Join(errs...)
	})
	return h.err
}

// job is one outermost container (or the class files of one directory) and what listing it gave.
type job struct {
	path    string      // of the file to open; empty where entries are already there
	modules string      // module filter of a run-time image: names separated by commas, empty for all
	tree    *files.Tree // that path must not lead out of; nil where the command line names it
	part    part        // of an application archive

	entries  []Entry
	problems []Problem
	owner    *holder
	skipped  int // archives and classes that part leaves out
}

// run lists the jobs that have a file to open, as many at a time as there are processors. Every job has its own
// limits, so that the result does not depend on the order in which they run.
func (x *expander) run() {
	var wg sync.WaitGroup
	next := make(chan *job)
	memory := &memoryBudget{left: nestedInMemory}
	for range min(runtime.GOMAXPROCS(0), len(x.jobs)) {
		wg.Go(func() {
			for j := range next {
				j.list(x.opt, memory)
			}
		})
	}
	for _, j := range x.jobs {
		if j.path != "" {
			next <- j
		}
	}
	close(next)
	wg.Wait()
}

func (j *job) problem(path, format string, args ...any) {
	j.problems = append(j.problems, Problem{path, fmt.Sprintf(format, args...)})
}

// list opens the job's file and finds out from its first bytes what it is.
func (j *job) list(o Options, memory *memoryBudget) {
	f, err := j.tree.Open(j.path)
	if err != nil {
		j.problem(j.path, "%s", reasonAt(j.path, err))
		return
	}
	j.owner = &holder{}
	j.owner.add(f)
	defer func() {
		if len(j.entries) == 0 {
			j.owner.close()
			j.owner = nil
		}
	}()
	info, err := f.Stat()
	if err != nil {
		j.problem(j.path, "%s", reason(err))
		return
	}
	var magic [4]byte
	n, err := f.ReadAt(magic[:], 0)
	if err != nil && err != io.EOF {
		j.problem(j.path, "%s", reason(err))
		return
	}
	l := &lister{job: j, opt: o, memory: memory, left: o.MaxTotal}
	kind := kindOf(magic[:n], j.path)
	if j.part == libraries && kind != kindZip {
		j.problem(j.path, "is no archive with libraries in it (%s)", librariesOf)
		return
	}
	switch kind {
	case kindClass:
		j.entries = []Entry{{Path: j.path, Input: j.path, from: &file{j.path, o.MaxEntrySize, j.tree}}}
		j.owner.close()
		j.owner = nil
	case kindImage:
		l.image(f, info.Size(), j.modules)
	case kindZip, kindJmod:
		if j.modules != "" {
			j.problem(j.path, "is no run-time image: a module (#%s) can only be chosen in lib/modules", j.modules)
			return
		}
		l.zip(zipFile{path: j.path, r: f, size: info.Size(), jmod: kind == kindJmod})
		if j.part == application && j.skipped > 0 && len(j.entries) == 0 && len(j.problems) == 0 {
			j.problem(j.path, "has no classes of its own, and the archives in it count as its libraries: --include-nested analyses them")
		}
	default:
		if isSource(j.path) {
			j.problem(j.path, "is source code: energylint reads what it is compiled to, class files and jars")
			return
		}
		j.problem(j.path, "is no class file, jar, war, jmod or run-time image: its first bytes are %s", hexBytes(magic[:n]))
	}
}

// isSource reports whether a file is source code of the JVM's languages, by its name.
func isSource(path string) bool {
	switch filepath.Ext(path) {
	case ".java", ".kt", ".kts", ".scala", ".groovy", ".clj":
		return true
	}
	return false
}

// lister lists one outermost file.
type lister struct {
	job    *job
	opt    Options
	memory *memoryBudget
	left   int64 // of MaxTotal
}

// take accounts for n uncompressed bytes; false where MaxTotal is used up, with a Problem the first time.
func (l *lister) take(path string, n int64) bool {
	if l.left < 0 {
		return false
	}
	if n > l.left {
		l.job.problem(path, "its class files and archives are more than %s bytes uncompressed; the rest is left out: give the archives in it one by one", quantity.Count(float64(l.opt.MaxTotal)))
		l.left = -1
		return false
	}
	l.left -= n
	return true
}
