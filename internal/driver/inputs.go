package driver

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/source"
	"github.com/energylint/energylint/internal/unit"
)

const (
	// staleAfter is how much newer than its classes a source must be: some file systems count in twos of seconds.
	staleAfter = 2 * time.Second
	// checkoutTime is the time in which a version control system writes all sources.
	checkoutTime = 10 * time.Second
)

// staleNotes warn of inputs that are older than one of their sources. A source that a build has not seen is newer than
// everything in its input: compilers may leave alone what did not change.
func staleNotes(units []*unit.Unit, sources *source.Index, relative func(string) string) []finding.Notification {
	var out []finding.Notification
	for _, u := range units {
		if n, ok := staleNote(u, sources, relative); ok {
			out = append(out, n)
		}
	}
	return out
}

func staleNote(u *unit.Unit, sources *source.Index, relative func(string) string) (finding.Notification, bool) {
	built := map[string]time.Time{} // by file
	newest := time.Time{}
	modified := func(path string) time.Time {
		if t, ok := built[path]; ok {
			return t
		}
		t := time.Time{}
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			t = info.ModTime()
		}
		built[path] = t
		return t
	}
	found := map[string]bool{}
	var paths []string
	for _, c := range u.Classes {
		if path, ok := sources.File(c.Name, c.SourceFile()); ok && !found[path] {
			found[path] = true
			paths = append(paths, path)
		}
	}
	if len(paths) == 0 {
		return finding.Notification{}, false
	}
	for _, c := range u.Classes {
		t := modified(c.Input) // of an archive
		if t.IsZero() {
			t = modified(c.Path)
		}
		if t.After(newest) {
			newest = t
		}
	}
	first, stale := "", 0
	var from, to time.Time
	for _, path := range paths {
		t := modified(path)
		if newest.IsZero() || t.Sub(newest) <= staleAfter {
			continue
		}
		if stale++; stale == 1 {
			first, from, to = path, t, t
		}
		if t.Before(from) {
			from = t
		}
		if t.After(to) {
			to = t
		}
	}
	// Sources that were all written at one time come from a checkout, and classes from a cache of the build server.
	if stale == 0 || stale > 1 && stale == len(paths) && to.Sub(from) < checkoutTime {
		return finding.Notification{}, false
	}
	return finding.Notification{
		Level: finding.Warning, Path: u.Name,
		Message: fmt.Sprintf("its classes are older than %s: compile again (%s)", sourcesText(stale), relative(first)),
	}, true
}

func sourcesText(n int) string {
	if n == 1 {
		return "a source"
	}
	return fmt.Sprintf("%d sources", n)
}

// debugNotes warn of inputs most of whose classes have no line numbers, or no names of variables. Classes without these get the names
// of parameters from their sources: specifications there use them, and formulas must call the same parameter the same.
func debugNotes(units []*unit.Unit, sources *source.Index) []finding.Notification {
	var out []finding.Notification
	written := parameterNames(sources)
	for _, u := range units {
		var lines, names share
		sourced := 0 // of the classes without names
		for _, c := range u.Classes {
			l, n := debugOf(c.Class)
			lines.add(l, c.Name)
			names.add(n, c.Name)
			if n == missing {
				c.Class.NameParameters(written)
				if _, ok := sources.File(c.Class.Name, c.Class.SourceFile()); ok {
					sourced++
				}
			}
		}
		switch {
		case lines.lacking():
			out = append(out, finding.Notification{
				Level: finding.Warning, Path: u.Name,
				Message: lines.text("with code") + " no line numbers: results name no lines, and what is specified at loops is not found; compile with debug information, javac -g",
			})
		case names.lacking():
			effect := "formulas call parameters arg0, arg1, and bounds of loops cannot name locals"
			if sourced == names.without {
				effect = "bounds of loops and formulas cannot name local variables"
			}
			out = append(out, finding.Notification{
				Level: finding.Warning, Path: u.Name,
				Message: names.text("with parameters") + " no names of variables: " + effect + "; compile with debug information, javac -g",
			})
		}
	}
	return out
}

// parameterNames returns the names of parameters in sources, once for each method.
func parameterNames(sources *source.Index) func(*classfile.Method) []string {
	var known sync.Map
	return func(m *classfile.Method) []string {
		names, ok := known.Load(m)
		if !ok {
			names, _ = known.LoadOrStore(m, sources.ParameterNames(m))
		}
		return names.([]string)
	}
}

// information is whether a class has a kind of debug information.
type information int

const (
	notNeeded information = iota // nothing in it would have any
	missing
	present
)

// share counts the classes of an input that have a kind of debug information.
type share struct {
	with, without int
	first         string // without it
}

func (s *share) add(i information, class string) {
	switch i {
	case present:
		s.with++
	case missing:
		if s.without++; s.without == 1 {
			s.first = classfile.External(class)
		}
	}
}

func (s *share) lacking() bool { return s.without > s.with }

// text says which classes of a sort have no such information, up to the verb.
func (s *share) text(sort string) string {
	if s.with+s.without == 1 {
		return "class " + s.first + " has"
	}
	have := "have"
	if s.without == 1 {
		have = "has"
	}
	return fmt.Sprintf("%d of its %d classes %s %s", s.without, s.with+s.without, sort+" ("+s.first+")", have)
}

// debugOf returns whether a method of the class has a line table, and whether one names its variables. One method of most
// classes is looked at: constructors have both.
func debugOf(c *classfile.Class) (lines, names information) {
	if c.Access&classfile.AccSynthetic != 0 {
		return notNeeded, notNeeded
	}
	for i := range c.Methods {
		m := &c.Methods[i]
		if lines == present && names == present {
			break
		}
		if m.Synthetic() || !m.HasCode() || lines == present && !namesParameters(m) {
			continue
		}
		_ = m.ReadCode(func(body *classfile.Code) {
			if lines != present {
				if lines = missing; body.HasLines() {
					lines = present
				}
			}
			switch {
			case body.HasVariables():
				names = present
			case names == notNeeded && namesParameters(m):
				if names = missing; len(m.ParameterNames()) > 0 {
					names = present
				}
			}
		})
		if lines == present && names == missing {
			break // as the others will be
		}
	}
	return lines, names
}

// namesParameters reports whether a compiler that is asked for names of variables gives some to a method: it has parameters,
// and is none that compilers make for an enum, a record or an inner class.
func namesParameters(m *classfile.Method) bool {
	if len(classfile.Params(m.Desc)) == 0 || m.Name == "<init>" {
		return false
	}
	return m.Name != "valueOf" || m.Class.Access&classfile.AccEnum == 0
}

// versions are the classes that two archives or directories have, in two versions.
type versions struct {
	n     int
	first *archive.Entry // by name
}

// between counts an entry with another version elsewhere.
func between(all map[[2]string]*versions, e *archive.Entry) {
	key := [2]string{container(e.Path), container(e.Other)}
	v := all[key]
	if v == nil {
		v = &versions{first: e}
		all[key] = v
	}
	v.n++
	if e.Class < v.first.Class {
		v.first = e
	}
}

// container is the archive or the directory that a class file is in.
func container(path string) string {
	if i := strings.LastIndex(path, "!/"); i >= 0 {
		return path[:i]
	}
	return filepath.Dir(path)
}

func versionNotes(all map[[2]string]*versions) []finding.Notification {
	var out []finding.Notification
	for _, key := range slices.SortedFunc(maps.Keys(all), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		v := all[key]
		text := fmt.Sprintf("class %s is here in one version and in %s in another: this one counts; leave out one of them", classfile.External(v.first.Class), key[1])
		if v.n > 1 {
			text = fmt.Sprintf("%d classes (%s) are here in one version and in %s in another: these count; leave out one of them", v.n, classfile.External(v.first.Class), key[1])
		}
		out = append(out, finding.Notification{Level: finding.Warning, Path: key[0], Message: text})
	}
	return out
}
