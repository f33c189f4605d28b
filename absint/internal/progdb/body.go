package progdb

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Body is the code of a method as values.
type Body struct {
	Method *classfile.Method
	G      *cfg.Graph
	F      *ssa.Func
	Err    error // it could not be read
}

func newBody(m *classfile.Method) *Body {
	b := &Body{Method: m}
	code, err := m.Code()
	if err == nil && code == nil {
		b.Err = fmt.Errorf("%s has no code", MethodName(m))
		return b
	}
	if err == nil {
		b.G, err = cfg.Build(code)
	}
	if err == nil {
		b.F, err = ssa.Build(b.G)
	}
	if err != nil {
		b.Err = fmt.Errorf("%s: %w", MethodName(m), err)
	}
	return b
}

// Body returns the code of a method that is looked at while another one is analysed, and keeps it for a while.
func (db *DB) Body(m *classfile.Method) *Body {
	if b := db.bodies.find(m); b != nil {
		return b
	}
	b := db.Analysed(m)
	if b == nil {
		b = newBody(m)
	}
	if db.OpenWorld { // of a whole library, all of them are too many to keep
		return b
	}
	return db.bodies.keep(m, b)
}

// BodyOnce returns the code of a method without keeping it.
func (db *DB) BodyOnce(m *classfile.Method) *Body {
	if b := db.bodies.find(m); b != nil {
		return b
	}
	return newBody(m)
}

// keptCode is how many bytes of code keptBodies holds as values. As values they take about 30 times the memory.
const keptCode = 2 << 20

// keptBodies are the bodies of methods that were looked at last. Which of them are here makes no difference but for time:
// a body is the same whenever it is made.
type keptBodies struct {
	bodies sync.Map // *classfile.Method to *body
	size   atomic.Int64
}

// find returns a body that is kept, nil where there is none.
func (k *keptBodies) find(m *classfile.Method) *Body {
	b, _ := k.bodies.Load(m)
	kept, _ := b.(*Body)
	return kept
}

// keep keeps a body, and lets go of all others where they are too many.
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

// size is the length of the code, and something for each method.
func (b *Body) size() int64 {
	const method = 16
	if b.G == nil {
		return method
	}
	return method + int64(len(b.G.Code.Bytes))
}

// IsThrowable says whether the member constructs one of the platform's own exceptions.
func IsThrowable(mem classfile.Member) bool {
	return mem.Name == "<init>" && platform.IsThrowable(mem.Class)
}

// Parameter is the class of a declared parameter, of the receiver for -1; arrays count as Object.
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

// EachBody calls f with every analysed method behind the lambdas of a call.
func (a *DB) EachBody(f func(*classfile.Method), ls ...*callgraph.Lambda) {
	for _, l := range ls {
		for _, t := range a.Hierarchy.Body(l).Targets {
			if a.Hierarchy.Analysed(t.Class.Name) {
				f(t)
			}
		}
	}
}
