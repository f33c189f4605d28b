// Package unit is what a pass works on: the program under analysis, and one archive of it. It isolates failures: a
// class or method that breaks a pass becomes a notification, and the pass goes on with the next.
package unit

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/analysis"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/source"
)

// Classes is the pass that every other one starts from: its result is the *Unit. The driver provides it.
var Classes = &analysis.Analyzer{
	Name:       "Classes",
	Doc:        "the classes of one archive",
	URL:        "https://github.com/energylint/energylint",
	ResultType: reflect.TypeFor[*Unit](),
	Run: func(*analysis.Pass) (any, error) {
		return nil, errors.New("classes are provided by the driver")
	},
}

// Of returns the unit of a pass that requires Classes.
func Of(pass *analysis.Pass) *Unit { return pass.ResultOf[Classes].(*Unit) }

// Unit is one archive: a jar, a class directory, or a class file that was named by itself.
type Unit struct {
	Name    string // the path of the archive
	Classes []*Class
	Program *Program
}

// Class is one class under analysis and where it is from.
type Class struct {
	*classfile.Class
	Path  string // of the class file, behind "!/" inside an archive
	Input string // the archive or class directory
}

// Program is all that one run analyses. It is safe for concurrent use.
type Program struct {
	*callgraph.Hierarchy
	Jobs    int           // goroutines to use, at least 1
	Sources *source.Index // of the analysed classes; never nil

	// Unrepeated is set where code was not looked at for patterns, or they are not reported, because it runs once in a call, and no loop of
	// the program calls it.
	Unrepeated atomic.Bool

	mu     sync.Mutex
	notes  []finding.Notification
	paths  map[string]string // class -> Path
	inputs map[string]string // class -> Input
	memo   map[any]*memo
}

type memo struct {
	once  sync.Once
	value any
	err   error
}

// NewProgram puts a program together. Of classes with the same name the hierarchy must hold the first.
func NewProgram(h *callgraph.Hierarchy, classes []*Class, jobs int) *Program {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	p := &Program{Hierarchy: h, Jobs: jobs, Sources: source.New(nil, ""), paths: make(map[string]string, len(classes)), inputs: make(map[string]string, len(classes)), memo: map[any]*memo{}}
	for _, c := range classes {
		if _, dup := p.paths[c.Name]; !dup {
			p.paths[c.Name], p.inputs[c.Name] = c.Path, c.Input
		}
	}
	return p
}

// Path returns the path of an analysed class's file, the class's name where it is not analysed.
func (p *Program) Path(class string) string {
	if s, ok := p.paths[class]; ok {
		return s
	}
	return class
}

// Input returns the archive that an analysed class is from.
func (p *Program) Input(class string) string { return p.inputs[class] }

// Once computes something about the whole program once, whichever unit's pass asks first. The key should be of a
// type of the caller's own.
func (p *Program) Once(key any, compute func() (any, error)) (any, error) {
	p.mu.Lock()
	m := p.memo[key]
	if m == nil {
		m = new(memo)
		p.memo[key] = m
	}
	p.mu.Unlock()
	m.once.Do(func() { m.value, m.err = compute() })
	return m.value, m.err
}

// Notify records a problem of the analysis.
func (p *Program) Notify(n finding.Notification) {
	p.mu.Lock()
	p.notes = append(p.notes, n)
	p.mu.Unlock()
}

// Notifications returns what was recorded, sorted, each once.
func (p *Program) Notifications() []finding.Notification {
	p.mu.Lock()
	defer p.mu.Unlock()
	return SortNotifications(p.notes)
}

// SortNotifications returns the notifications in their order, each once.
func SortNotifications(notes []finding.Notification) []finding.Notification {
	out := slices.Clone(notes)
	slices.SortFunc(out, finding.CompareNotifications)
	return slices.Compact(out)
}

// Isolate runs f and turns a panic in it into a notification about the class (and method, where m is not nil).
// It reports whether f ended normally.
func (p *Program) Isolate(c *classfile.Class, m *classfile.Method, f func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			where := ""
			if m != nil {
				where = m.Name + m.Desc + ": "
			}
			p.Notify(finding.Notification{
				Level: finding.Error, Path: p.Path(c.Name),
				Message: fmt.Sprintf("%sthe analysis failed: %v%s; please report it with this class file", where, r, origin()),
			})
			ok = false
		}
	}()
	f()
	return true
}

// origin is the place of the panic in this program's source, " at package/file:line". It must be called from the
// deferred function itself. A deferred function below, which let the panic go on, is above the place on the stack.
func origin() (at string) {
	const module = "github.com/energylint/energylint/"
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for panicked := false; ; {
		f, more := frames.Next()
		if rest, own := strings.CutPrefix(f.Function, module); own && panicked {
			dir, name := path.Split(rest)
			pkg, _, _ := strings.Cut(name, ".")
			at = fmt.Sprintf(" at %s%s/%s:%d", dir, pkg, filepath.Base(f.File), f.Line)
			panicked = false
		}
		panicked = panicked || f.Function == "runtime.gopanic"
		if !more {
			return at
		}
	}
}

// EachClass calls f with the index of every class of the unit, in parallel, isolated.
func (u *Unit) EachClass(f func(i int, c *Class)) {
	u.Program.Parallel(len(u.Classes), func(i int) {
		c := u.Classes[i]
		u.Program.Isolate(c.Class, nil, func() { f(i, c) })
	})
}

// EachMethod calls f with every method of the unit that has code, in parallel over classes, each isolated. What f
// gives for the methods of one class is returned in the order of the class file, so the result does not depend
// on the number of goroutines.
func EachMethod[T any](u *Unit, f func(m *classfile.Method, code *classfile.Code) []T) []T {
	parts := make([][]T, len(u.Classes))
	u.EachClass(func(i int, c *Class) {
		for j := range c.Methods {
			m := &c.Methods[j]
			if !m.HasCode() {
				continue
			}
			u.Program.Isolate(c.Class, m, func() {
				code, err := m.Code()
				if err != nil {
					u.Program.Notify(finding.Notification{Level: finding.Error, Path: c.Path, Message: err.Error()})
					return
				}
				parts[i] = append(parts[i], f(m, code)...)
			})
		}
	})
	return slices.Concat(parts...)
}

// Parallel calls f with 0 to n-1 on the program's goroutines. It isolates nothing.
func (p *Program) Parallel(n int, f func(i int)) {
	if p.Jobs <= 1 || n <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(p.Jobs, n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wg.Wait()
}
