package absint

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// body is the code of a method as values.
type body struct {
	method *classfile.Method
	g      *cfg.Graph
	f      *ssa.Func
	err    error // it could not be read
}

func newBody(m *classfile.Method) *body {
	b := &body{method: m}
	code, err := m.Code()
	if err == nil && code == nil {
		b.err = fmt.Errorf("%s has no code", MethodName(m))
		return b
	}
	if err == nil {
		b.g, err = cfg.Build(code)
	}
	if err == nil {
		b.f, err = ssa.Build(b.g)
	}
	if err != nil {
		b.err = fmt.Errorf("%s: %w", MethodName(m), err)
	}
	return b
}

// body returns the code of a method that is looked at while another one is analysed, and keeps it for a while.
func (db *DB) body(m *classfile.Method) *body {
	if b := db.bodies.find(m); b != nil {
		return b
	}
	b := db.analysed(m)
	if b == nil {
		b = newBody(m)
	}
	if db.OpenWorld { // of a whole library, all of them are too many to keep
		return b
	}
	return db.bodies.keep(m, b)
}

// bodyOnce returns the code of a method without keeping it.
func (db *DB) bodyOnce(m *classfile.Method) *body {
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
func (k *keptBodies) find(m *classfile.Method) *body {
	b, _ := k.bodies.Load(m)
	kept, _ := b.(*body)
	return kept
}

// keep keeps a body, and lets go of all others where they are too many.
func (k *keptBodies) keep(m *classfile.Method, b *body) *body {
	kept, there := k.bodies.LoadOrStore(m, b)
	if there {
		return kept.(*body)
	}
	if k.size.Add(b.size()) > keptCode {
		k.bodies.Clear()
		k.size.Store(0)
	}
	return b
}

// size is the length of the code, and something for each method.
func (b *body) size() int64 {
	const method = 16
	if b.g == nil {
		return method
	}
	return method + int64(len(b.g.Code.Bytes))
}
