package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A private method is called from known places only, so what is passed there are facts of its parameters: the intervals
// of numbers and of lengths, over all calls.

// maxArgumentHops bounds how many callers deep arguments are looked at, maxCallers how many places there may be.
const (
	maxArgumentHops = 2
	maxCallers      = 24
)

// actual is what a call passes for one parameter: an interval of a number, or of the length of an array or a string.
type actual struct{ value, length Range }

var anyActual = actual{everything, Range{0, maxLength}}

// privately returns the places that a method is called from, if all of them are known.
func (a *Flows) privately(m *classfile.Method, most int) (u uses, ok bool) {
	if m.Access&classfile.AccPrivate == 0 || slices.Contains(hooks, m.Name) || len(m.Annotations()) > 0 {
		return uses{}, false
	}
	u, ok = a.fields.nests.usesOf(m.Class, named{m.Name, m.Desc})
	return u, ok && len(u.calls)+len(u.lambdas) <= most
}

// applyArguments narrows the ranges of parameters to what is passed for them.
func (m *method) applyArguments(hops int) {
	if hops <= 0 {
		return
	}
	args := m.oracle.Arguments(m.f.Method, hops-1)
	for i, p := range m.f.Params {
		if i >= len(args) {
			return
		}
		switch x := &m.f.Values[p]; {
		case x.Type == 'i' || x.Type == 'l':
			sym := m.paramSymbol(p)
			m.narrow(sym, args[i].value)
		case x.Type == 'a':
			path, _ := m.path(p, 0)
			m.narrow(Symbol{Path: "len(" + path + ")", Max: maxLength}, args[i].length)
		}
	}
}

// narrow adds a fact of a symbol.
func (m *method) narrow(sym Symbol, to Range) {
	old := m.ranges.symbol(sym)
	r := intersect(old, to)
	if r == old || r.Lo > r.Hi {
		return
	}
	if m.ranges.symbols == nil {
		m.ranges.symbols = map[string]Range{}
	}
	m.ranges.symbols[sym.Path] = r
	if m.passed == nil {
		m.passed = map[string]Range{}
	}
	m.passed[sym.Path] = r
}

type argumentKey struct {
	method *classfile.Method
	hops   int
	passes bool // what it passes, else what is passed to it
}

// arguments are what all calls of a method pass, by parameter; none where they are not known.
func (a *Analyzer) arguments(m *classfile.Method, hops int) []actual {
	u, ok := a.privately(m, maxCallers)
	if !ok || len(u.lambdas) > 0 || len(u.calls) == 0 {
		return nil
	}
	return memoize(&a.argued, argumentKey{m, hops, false}, func() (out []actual) {
		for _, c := range u.calls {
			passed := a.passes(c.method, hops)
			if passed == nil {
				return nil
			}
			one, reached := passed[c.pc]
			switch {
			case !reached:
			case out == nil:
				out = slices.Clone(one)
			case len(one) != len(out): // a call of another method of that name, with another receiver
				return nil
			default:
				for i := range out {
					out[i].value = out[i].value.hull(one[i].value)
					out[i].length = out[i].length.hull(one[i].length)
				}
			}
		}
		return out
	})
}

// passes are the arguments of the calls of private methods that a method makes, by pc; nil where it cannot be read.
func (a *Analyzer) passes(m *classfile.Method, hops int) map[int][]actual {
	return memoize(&a.argued, argumentKey{m, hops, true}, func() map[int][]actual {
		b := a.body(m)
		if b.err != nil {
			return nil
		}
		w := a.look(b, hops)
		var out map[int][]actual
		if !w.within(func() { out = a.passedBy(w, hops) }) {
			return nil
		}
		return out
	})
}

// passedBy is passes of a method whose code is known.
func (a *Analyzer) passedBy(w *method, hops int) map[int][]actual {
	out := map[int][]actual{}
	w.applyArguments(hops)
	w.boundLoops()
	n := a.fields.nests.of(w.f.Method.Class)
	for _, blk := range w.g.RPO {
		for _, v := range w.f.Body[blk] {
			if !w.f.IsCall(v) {
				continue
			}
			mem, _ := w.f.Member(v)
			if len(n.calls[named{mem.Name, mem.Desc}]) == 0 {
				continue
			}
			var args []actual
			for _, arg := range w.f.Args(v) {
				args = append(args, w.actualOf(arg, blk))
			}
			out[int(w.f.Values[v].PC)] = args
		}
	}
	return out
}

// actualOf is what is known of a value that is passed in block b.
func (m *method) actualOf(v ssa.ID, b int32) actual {
	out := anyActual
	switch m.f.Values[v].Type {
	case 'i', 'l':
		out.value = m.rangeAt(v, b)
	case 'a':
		if m.f.IsNull(v) { // it has no length
			out.length = Range{math.Inf(1), math.Inf(-1)}
			break
		}
		var q quantity
		if t := m.f.Static(v); t == "Ljava/lang/String;" {
			q = m.stringLength(v)
		} else {
			q = m.length(v, 0)
		}
		if q.ok() && len(q.conds) == 0 {
			up, low := m.eliminate(q.size, true, anywhere), m.eliminate(q.size, false, anywhere)
			if !up.bad && !low.bad {
				out.length = intersect(out.length, Range{m.ranges.size(low).Lo, m.ranges.size(up).Hi})
			}
		}
	}
	return out
}
