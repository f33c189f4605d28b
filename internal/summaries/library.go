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

// NewLibrary returns the library of all the given classes. Calls that models have an entry for are priced by it.
func NewLibrary(classes []*classfile.Class, models absint.Library, jobs int) *Library {
	h := callgraph.New(classes, nil, jobs)
	return &Library{hierarchy: h, world: absint.NewWorld(h, models), models: models}
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
		if absint.Models(l.models, classfile.Member{Class: c.Name, Name: m.Name, Desc: m.Desc}) {
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

// Lazily opens something when it is first asked.
type Lazily struct {
	Open func() absint.Foreign
	once sync.Once
	to   absint.Foreign
}

// Cost is what a call costs: see absint.Foreign.
func (l *Lazily) Cost(m classfile.Member, direct bool) (*absint.Portable, bool) {
	l.once.Do(func() { l.to = l.Open() })
	if l.to == nil {
		return nil, false
	}
	return l.to.Cost(m, direct)
}
