package absint

import (
	"fmt"

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

// body returns the code of a method that is looked at while another one is analysed, and keeps it.
func (a *Analyzer) body(m *classfile.Method) *body {
	if b, ok := a.bodies.Load(m); ok {
		return b.(*body)
	}
	a.mu.Lock()
	s := a.summaries[m]
	a.mu.Unlock()
	b := (*body)(nil)
	if s != nil {
		b = s.body
	} else {
		b = newBody(m)
	}
	if a.alone { // of a whole library, all of them are too many to keep
		return b
	}
	kept, _ := a.bodies.LoadOrStore(m, b)
	return kept.(*body)
}

// bodyOnce returns the code of a method without keeping it.
func (a *Analyzer) bodyOnce(m *classfile.Method) *body {
	if b, ok := a.bodies.Load(m); ok {
		return b.(*body)
	}
	return newBody(m)
}
