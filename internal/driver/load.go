package driver

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/unit"
)

// loaded is the input of a run.
type loaded struct {
	classes  []*unit.Class // in the order of the entries, each name once
	notes    []finding.Notification
	empty    bool // there were no entries
	closeErr error
	missing  string // what of the input could not be read, one of it; empty where all could
	unlisted string // an archive or directory whose classes are not known, and why; empty where there is none
	unread   []unreadClass
}

// load lists and parses the classes of the paths. What cannot be read is noted and left out.
func load(paths []string, o archive.Options, jobs int, progress func(done, total int)) *loaded {
	entries, problems := archive.List(paths, o)
	l := &loaded{notes: notes(problems)}
	if len(problems) > 0 {
		l.missing = problems[0].Path
		l.unlisted = problems[0].Path + ": " + problems[0].Message
	}
	out := l.parse(entries, jobs, progress)
	l.closeErr = archive.Close(entries) // the directories of archives take a kilobyte for a class
	seen := make(map[string]string, len(entries))
	versions := map[[2]string]*versions{}
	left := false
	for i, p := range out {
		e := &entries[i]
		switch {
		case p.left:
			left = true
			continue
		case p.err != nil:
			l.unread = append(l.unread, unreadClass{path: e.Path, class: e.Class, why: p.err.Error()})
			l.notes = append(l.notes, finding.Notification{Level: finding.Error, Path: e.Path, Message: p.err.Error()})
			if l.missing == "" {
				l.missing = cmp.Or(e.Class, e.Path)
			}
			continue
		case p.class.Access&classfile.AccModule != 0:
			continue
		}
		if first, dup := seen[p.class.Name]; dup {
			l.notes = append(l.notes, finding.Notification{
				Level: finding.Note, Path: e.Path,
				Message: fmt.Sprintf("is a second class %s, the one in %s counts", classfile.External(p.class.Name), first),
			})
			continue
		}
		seen[p.class.Name] = e.Path
		if e.Other != "" {
			between(versions, e)
		}
		if e.Class != "" && e.Class != p.class.Name {
			l.notes = append(l.notes, finding.Notification{
				Level: finding.Warning, Path: e.Path,
				Message: fmt.Sprintf("holds the class %s: a JVM would not find it here", classfile.External(p.class.Name)),
			})
		}
		l.classes = append(l.classes, &unit.Class{Class: p.class, Path: e.Path, Input: e.Input})
	}
	l.empty = len(l.classes) == 0 && !left
	l.notes = append(l.notes, versionNotes(versions)...)
	return l
}

// refuse notes classes that are above themselves, and leaves them out.
func (l *loaded) refuse(circular []string) {
	if len(circular) == 0 {
		return
	}
	names := make(map[string]bool, len(circular))
	for _, name := range circular {
		names[name] = true
	}
	l.classes = slices.DeleteFunc(l.classes, func(c *unit.Class) bool {
		if !names[c.Name] {
			return false
		}
		l.notes = append(l.notes, finding.Notification{
			Level: finding.Error, Path: c.Path,
			Message: fmt.Sprintf("the class %s is above itself: a JVM refuses it (ClassCircularityError); compile it again, with the classes above it", classfile.External(c.Name)),
		})
		return true
	})
}

// parsed is what became of one entry.
type parsed struct {
	class *classfile.Class
	err   error
	bulk  int64 // bytes of the file that are nothing that is read, where that is most of it
	left  bool  // out: a limit was met
}

const (
	// batchBytes and batchClasses bound what is read before it is known whether there is memory for it.
	batchBytes   = 16 << 20
	batchClasses = 4096
	// bulkSize is the size of a class file of which it is worth a note that most of it is not read.
	bulkSize = 1 << 20
	// stripAbove is the size of all classes together above which the time to strip them, 5% of check, is worth it.
	stripAbove = 512 << 20
)

// parse reads and parses the entries in batches, the classes of a batch in parallel. After each batch it is decided, in
// the order of the entries, which classes there is memory for, so that the result does not depend on the number of
// goroutines.
func (l *loaded) parse(entries []archive.Entry, jobs int, progress func(done, total int)) []parsed {
	out := make([]parsed, len(entries))
	a := newAllowances(entries)
	total := int64(0)
	for i := range entries {
		total += entries[i].Size
	}
	strip := total > stripAbove
	var done atomic.Int64
	for from := 0; from < len(out); {
		to, bytes := from, int64(0)
		for ; to < len(out) && to-from < batchClasses && (to == from || bytes+entries[to].Size <= batchBytes); to++ {
			bytes += entries[to].Size
		}
		forEach(to-from, jobs, func(i int) {
			i += from
			if !a.exhausted(entries[i].Input) {
				out[i] = parse(&entries[i], strip)
			}
			if n := done.Add(1); n%256 == 0 || int(n) == len(out) {
				progress(int(n), len(out))
			}
		})
		for i := from; i < to; i++ {
			e, p := &entries[i], &out[i]
			if p.err == nil && (p.class == nil || a.exhausted(e.Input) || !a.take(e.Input, p.class.Size())) {
				a.leave(e)
				*p = parsed{left: true}
			}
			if p.bulk > 0 {
				l.notes = append(l.notes, finding.Notification{
					Level: finding.Note, Path: e.Path,
					Message: fmt.Sprintf("%s of its %s are no class: attributes that are not read and constants that nothing refers to", megabytes(p.bulk), megabytes(e.Size)),
				})
			}
		}
		from = to
	}
	for _, n := range a.notes() {
		l.notes = append(l.notes, n)
		if l.missing == "" {
			l.missing = n.Path
		}
	}
	return out
}

// parse reads one class, with strip or where it is large without what is not read of it; a panic of the parser is its
// error.
func parse(e *archive.Entry, strip bool) (p parsed) {
	defer func() {
		if r := recover(); r != nil {
			p = parsed{err: fmt.Errorf("the class parser failed: %v; please report it with this class file", r)}
		}
	}()
	data, err := e.Read()
	if err != nil {
		return parsed{err: err}
	}
	size := len(data)
	if strip || size >= bulkSize {
		data = classfile.Strip(data)
	}
	if size >= bulkSize && len(data) < size/10 {
		p.bulk = int64(size - len(data))
	}
	if p.class, p.err = classfile.Parse(data); p.err != nil {
		p.err = fmt.Errorf("%w; no JVM loads it: compile it again", p.err)
	}
	return p
}

func notes(ps []archive.Problem) []finding.Notification {
	var ns []finding.Notification
	for _, p := range ps {
		ns = append(ns, finding.Notification{Level: finding.Error, Path: p.Path, Message: p.Message})
	}
	return ns
}

// units groups the classes by archive, in the order of the inputs.
func units(p *unit.Program, classes []*unit.Class) []*unit.Unit {
	var us []*unit.Unit
	at := map[string]*unit.Unit{}
	for _, c := range classes {
		u := at[c.Input]
		if u == nil {
			u = &unit.Unit{Name: c.Input, Program: p}
			at[c.Input] = u
			us = append(us, u)
		}
		u.Classes = append(u.Classes, c)
	}
	return us
}

// forEach calls f with 0 to n-1 on jobs goroutines.
func forEach(n, jobs int, f func(i int)) {
	(&unit.Program{Jobs: jobs}).Parallel(n, f)
}

// library is what lies above the analysed classes: the class path and the JDK. It is listed while the analysed classes
// are read, and parsed class by class when one is asked for.
type library struct {
	platform callgraph.Library // what is in no path; nil for none
	ready    chan struct{}     // closed once the fields below are set
	entries  []archive.Entry
	byName   map[string]*libraryClass
	mu       sync.Mutex
	notes    []finding.Notification
}

type libraryClass struct {
	entry *archive.Entry
	once  sync.Once
	class *classfile.Class
}

func newLibrary(paths []string, o archive.Options, platform callgraph.Library) *library {
	l := &library{platform: platform, ready: make(chan struct{})}
	go func() {
		defer close(l.ready)
		defer func() {
			if p := recover(); p != nil {
				l.notes = append(l.notes, finding.Notification{Level: finding.Error, Path: strings.Join(paths, " "), Message: fmt.Sprintf("cannot be listed: %v", p)})
			}
		}()
		l.open(paths, o)
	}()
	return l
}

func (l *library) open(paths []string, o archive.Options) {
	entries, problems := archive.List(paths, o)
	l.entries, l.notes = entries, notes(problems)
	l.byName = make(map[string]*libraryClass, len(entries))
	classes := make([]libraryClass, len(entries))
	for i := range entries {
		e := &entries[i]
		name := e.Class
		if name == "" { // a class file that was named by itself
			if p := parse(e, false); p.err == nil {
				name = p.class.Name
			}
		}
		if _, dup := l.byName[name]; !dup {
			classes[i].entry = e
			l.byName[name] = &classes[i]
		}
	}
}

// find is a callgraph.Library.
func (l *library) find(name string) *classfile.Class {
	<-l.ready
	c := l.byName[name]
	if c == nil {
		if l.platform != nil {
			return l.platform(name)
		}
		return nil
	}
	c.once.Do(func() {
		p := parse(c.entry, false)
		k, err := p.class, p.err
		if err == nil && k.Name != name {
			err = fmt.Errorf("holds the class %s instead of %s", classfile.External(k.Name), classfile.External(name))
		}
		if err != nil {
			l.mu.Lock()
			l.notes = append(l.notes, finding.Notification{Level: finding.Error, Path: c.entry.Path, Message: err.Error()})
			l.mu.Unlock()
			return
		}
		c.class = k
	})
	return c.class
}

// problems returns what could not be read so far.
func (l *library) problems() []finding.Notification {
	<-l.ready
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.notes)
}

func (l *library) close() error {
	<-l.ready
	return archive.Close(l.entries)
}
