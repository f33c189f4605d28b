package progdb

import (
	"fmt"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Method bodies in SSA form, with a cache of bounded size. Sound because a body does not depend on whether it was
// cached.

// Body is the code of a method as a control flow graph and SSA values.
type Body struct {
	Method *classfile.Method
	G      *cfg.Graph
	F      *ssa.Func
	Err    error // if the code could not be read
}

// Returned yields the objects that the method returns: the operand of each return of one.
func (b *Body) Returned() iter.Seq[ssa.ID] {
	return func(yield func(ssa.ID) bool) {
		for _, block := range b.G.RPO {
			for _, v := range b.F.Body[block] {
				if x := &b.F.Values[v]; x.Kind == ssa.Instr && x.Op == classfile.OpAreturn && !yield(b.F.Args(v)[0]) {
					return
				}
			}
		}
	}
}

// newBody reads the code of a method; Err is set if it cannot.
func newBody(m *classfile.Method) *Body {
	code, err := m.Code()
	switch {
	case err != nil:
		return &Body{Method: m, Err: fmt.Errorf("%s: %w", MethodName(m), err)}
	case code == nil:
		return &Body{Method: m, Err: fmt.Errorf("%s has no code", MethodName(m))}
	}
	return BodyOf(code)
}

// BodyOf returns the body with code, which need not be what the class file has for the method; Err is set if there is none.
func BodyOf(code *classfile.Code) *Body {
	b := &Body{Method: code.Method}
	var err error
	if b.G, err = cfg.Build(code); err == nil {
		b.F, err = ssa.Build(b.G)
	}
	if err != nil {
		b.Err = fmt.Errorf("%s: %w", MethodName(code.Method), err)
	}
	return b
}

// Body returns the body of a method that is read for the analysis of another one, and caches it.
func (db *DB) Body(m *classfile.Method) *Body {
	if b := db.bodies.find(m); b != nil {
		return b
	}
	b := db.Analysed(m)
	if b == nil {
		b = newBody(m)
	}
	if db.OpenWorld { // a whole library is too large to cache
		return b
	}
	return db.bodies.keep(m, b)
}

// BodyOnce returns the body of a method without caching it.
func (db *DB) BodyOnce(m *classfile.Method) *Body {
	if b := db.bodies.find(m); b != nil {
		return b
	}
	return newBody(m)
}

// keptCode bounds the bytes of code whose bodies are cached. The bodies take about 30 times the memory.
const keptCode = 2 << 20

// keptBodies is a cache of the bodies that were read last.
type keptBodies struct {
	bodies sync.Map // *classfile.Method to *Body
	size   atomic.Int64
}

// find returns a cached body, nil if there is none.
func (k *keptBodies) find(m *classfile.Method) *Body {
	b, _ := k.bodies.Load(m)
	kept, _ := b.(*Body)
	return kept
}

// keep caches a body, and clears the cache if it is full.
func (k *keptBodies) keep(m *classfile.Method, b *Body) *Body {
	kept, there := k.bodies.LoadOrStore(m, b)
	if there {
		return kept.(*Body)
	}
	if k.size.Add(b.size()) > keptCode {
		k.bodies.Clear()
		k.size.Store(0)
	}
	return b
}

// size returns the cost of a body in the cache: the length of the code and a constant.
func (b *Body) size() int64 {
	const method = 16
	if b.G == nil {
		return method
	}
	return method + int64(len(b.G.Code.Bytes))
}

// LengthOf returns the array or String whose length v is, which does not change; 0 for any other value.
func LengthOf(f *ssa.Func, v ssa.ID) ssa.ID {
	if x := &f.Values[v]; x.Kind == ssa.Instr && x.Op == classfile.OpArraylength || f.IsCallTo(v, platform.StringClass, "length") {
		return f.Args(v)[0]
	}
	return 0
}

// IsThrowable reports whether a member is a constructor of a platform exception.
func IsThrowable(mem classfile.Member) bool {
	return mem.Name == "<init>" && platform.IsThrowable(mem.Class)
}

// Parameter returns the class of the declared parameter i, or receiver for -1; arrays and primitive types count as
// Object.
func Parameter(desc string, i int, receiver string) string {
	if i < 0 {
		return receiver
	}
	class := platform.ObjectClass
	classfile.EachParam(desc, func(t string) {
		if i == 0 && t[0] == 'L' {
			class = t[1 : len(t)-1]
		}
		i--
	})
	return class
}

// EachBody calls f with every analysed method that is the body of one of the lambdas.
func (a *DB) EachBody(f func(*classfile.Method), ls ...*callgraph.Lambda) {
	for _, l := range ls {
		for _, t := range a.Hierarchy.Body(l).Targets {
			if a.Hierarchy.Analysed(t.Class.Name) {
				f(t)
			}
		}
	}
}
