package rules

import (
	"iter"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// reference is a method reference or lambda that is passed to be called for every element.
type reference struct {
	body  classfile.Member // what it calls
	*Site                  // where it is passed
}

// references yields those of the method.
func (m *Method) references() iter.Seq[reference] {
	f := m.Func()
	return func(yield func(reference) bool) {
		for v, c := range m.Calls() {
			if len(eachTable[[2]string{c.Class, c.Name}]) == 0 && !elementwise(c) {
				continue
			}
			for i, made := range f.Args(v) {
				body, ok := m.function(made)
				if !ok {
					continue
				}
				if s := siteOf(m.Code, made, v, i, m.uses().of); s != nil && !yield(reference{body, s}) {
					return
				}
			}
		}
	}
}

// functions yields the method references and lambdas among the arguments of a call: the invokedynamic that makes each, and
// what it calls.
func (m *Method) functions(call ssa.ID) iter.Seq2[ssa.ID, classfile.Member] {
	f := m.Func()
	return func(yield func(ssa.ID, classfile.Member) bool) {
		for _, a := range f.Args(call) {
			if body, ok := m.function(a); ok && !yield(a, body) {
				return
			}
		}
	}
}

// function returns what the lambda or method reference calls that an instruction makes; ok is false where it makes another thing.
func (m *Method) function(made ssa.ID) (body classfile.Member, ok bool) {
	f := m.Func()
	if f.Values[made].Kind != ssa.Instr || f.Values[made].Op != classfile.OpInvokedynamic {
		return body, false
	}
	class := f.Method.Class
	bs, err := class.Bootstraps()
	if err != nil {
		return body, false
	}
	d, _ := class.Pool.Dynamic(f.Code.Index(int(f.Values[made].PC)))
	l, ok := callgraph.LambdaAt(class, bs, d)
	if !ok {
		return body, false
	}
	return l.Body.Member, true
}

// referenced names what a reference to a method of an object calls: names.contains.
func (m *Method) referenced(r reference) string {
	if n := m.Name(m.Func().Args(r.Lambda)[0]); n != "" && n != "this" {
		return n + "." + r.body.Name
	}
	return r.body.Name
}
