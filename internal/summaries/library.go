package summaries

import (
	"sync"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// Library prices the methods of a library by analysing the code that is asked for. A Database of the library gives the
// same answers. It is safe for concurrent use.
type Library struct {
	hierarchy *callgraph.Hierarchy
	world     *absint.World
	models    absint.Library
}

// NewLibrary returns the library of all the given classes. Calls that models have an entry for are priced by it. The
// library below, which these classes call, has the classes that platform finds, and foreign prices it; nil for none.
func NewLibrary(classes []*classfile.Class, models absint.Library, platform callgraph.Library, foreign absint.Foreign, jobs int) *Library {
	h := callgraph.New(classes, platform, jobs)
	return &Library{hierarchy: h, world: absint.NewLibraryAnalyzer(h, models, foreign), models: models}
}

// Cost is what a call costs: see absint.Foreign.
func (l *Library) Cost(m classfile.Member, direct bool) (*absint.Portable, bool) {
	c := l.hierarchy.Lookup(m.Class)
	if c == nil {
		return nil, false
	}
	for i := range c.Methods {
		if x := &c.Methods[i]; x.Name == m.Name && x.Desc == m.Desc {
			if direct {
				return l.world.Direct(x), true
			}
			return l.world.Virtual(x), true
		}
	}
	return nil, false
}

// Classes are the costs of the published classes and of all that is above them, for Encode.
func (l *Library) Classes(published func(*classfile.Class) bool) []Class {
	wanted := map[string]bool{}
	for _, c := range l.hierarchy.Classes() {
		if !published(c) {
			continue
		}
		wanted[c.Name] = true
		for _, above := range l.hierarchy.Supers(c.Name) {
			wanted[above] = true
		}
	}
	var out []Class
	for _, c := range l.hierarchy.Classes() {
		if wanted[c.Name] {
			out = append(out, Class{Class: c, Methods: l.methods(c)})
		}
	}
	return out
}

func (l *Library) methods(c *classfile.Class) []Method {
	ms := methodsOf(c)
	out := make([]Method, len(ms))
	for i, m := range ms {
		if absint.Models(l.models, m.Member()) {
			if least := l.world.MustCost(m); len(least) > 0 { // of which a model says nothing
				out[i].Direct = &absint.Portable{Why: "a model prices it", MustCost: least}
			}
			continue
		}
		if m.Access&classfile.AccAbstract == 0 {
			out[i].Direct = l.world.Direct(m)
		}
		if !m.Static() && m.Name != "<init>" {
			out[i].Virtual = l.world.Virtual(m)
		}
	}
	return out
}

// Find returns a class of the library or of the one below, nil where there is none of that name. It is a
// callgraph.Library.
func (l *Library) Find(name string) *classfile.Class { return l.hierarchy.Lookup(name) }

// Lazily is a library that is opened when it is first asked for something.
type Lazily struct {
	open func() *Library
	once sync.Once
	to   *Library
}

// NewLazily returns the library that open returns.
func NewLazily(open func() *Library) *Lazily { return &Lazily{open: open} }

func (l *Lazily) library() *Library {
	l.once.Do(func() { l.to = l.open() })
	return l.to
}

// Cost is what a call costs: see absint.Foreign.
func (l *Lazily) Cost(m classfile.Member, direct bool) (*absint.Portable, bool) {
	return l.library().Cost(m, direct)
}

// Find finds a class: see Library.
func (l *Lazily) Find(name string) *classfile.Class { return l.library().Find(name) }
