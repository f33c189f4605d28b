package absint

import (
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// What a method returns is an expression over its own symbols, where it is one at all. A caller puts its arguments in
// their place. Only what cannot change while the caller runs is a symbol: parameters, lengths, fields that nothing but
// a constructor writes.

// result is what is known of what a method returns, for all its calls.
type result struct {
	value     quantity // of an int or long
	high, low quantity // bounds of it
	within    Range
	length    quantity // of an array
}

// maxResultHops bounds how many methods deep results are looked into, maxResultCode how long they may be.
const (
	maxResultHops = 2
	maxResultCode = 400 // bytes
)

var noResult = func() *result {
	no := quantity{why: "it is not known"}
	return &result{value: no, high: no, low: no, within: everything, length: no}
}()

type resultKey struct {
	method *classfile.Method
	hops   int
}

// result looks into a method that others call. The answer depends on the program and on hops alone.
func (a *Analyzer) result(t *classfile.Method, hops int) *result {
	return memoize(&a.results, resultKey{t, hops}, func() *result {
		b := a.body(t)
		if b.err != nil || t.CodeSize() > maxResultCode {
			return noResult
		}
		m, r := a.look(b, hops), noResult
		m.within(func() {
			m.boundLoops()
			r = m.result()
		})
		return r
	})
}

// result joins what the method returns on all ways.
func (m *method) result() *result {
	var out *result
	desc := classfile.Return(m.f.Method.Desc)
	for _, b := range m.g.RPO {
		for _, v := range m.f.Body[b] {
			x := &m.f.Values[v]
			if x.Kind != ssa.Instr {
				continue
			}
			one := *noResult
			switch x.Op {
			case classfile.OpIreturn, classfile.OpLreturn:
				r := m.f.Args(v)[0]
				one.value = own(m.valueOf(r))
				one.high, one.low = own(m.bound(r, true, 0)), own(m.bound(r, false, 0))
				one.within = m.rangeAt(r, b)
			case classfile.OpAreturn:
				r := m.f.Args(v)[0]
				if desc[0] != '[' || m.f.IsNull(r) { // the length of null is nothing
					continue
				}
				one.length = own(m.length(r, 0))
			default:
				continue
			}
			if out == nil {
				out = &one
			} else {
				out.join(&one)
			}
		}
	}
	if out == nil {
		return noResult
	}
	if out.within.Lo <= out.within.Hi {
		out.high, out.low = m.limited(out.high, out.within.Hi, true), m.limited(out.low, out.within.Lo, false)
	}
	// A method that returns less than an int cuts off what does not fit.
	if all := descRange(desc); desc != "I" && desc != "J" && desc[0] != '[' && (out.within.Lo < all.Lo || out.within.Hi > all.Hi) {
		return noResult
	}
	return out
}

// limited is what says more of a bound from above (up) or below and a number.
func (m *method) limited(q quantity, n float64, up bool) quantity {
	if math.Abs(n) >= saysNothing {
		return q
	}
	limit := Const(int64(n))
	if r := m.ranges.size(q.size); !q.ok() || up && r.Lo >= n || !up && r.Hi <= n {
		return quantity{size: limit}
	}
	tighter := Max
	if up {
		tighter = Min
	}
	q.size = tighter(q.size, limit)
	return own(q)
}

func (r *result) join(o *result) {
	r.value, r.length = agreed(r.value, o.value), agreed(r.length, o.length)
	r.high, r.low = r.high.with(o.high, Max), r.low.with(o.low, Min)
	r.within = r.within.hull(o.within)
}

// agreed is what two quantities are if they are the same.
func agreed(a, b quantity) quantity {
	if !a.ok() || !b.ok() || !a.size.Equal(b.size) {
		return noResult.value
	}
	a.conds = union(a.conds, b.conds)
	return a
}

func (q quantity) with(o quantity, combine func(...Size) Size) quantity {
	if !q.ok() || !o.ok() {
		return noResult.value
	}
	return own(quantity{size: combine(q.size, o.size), conds: union(q.conds, o.conds)})
}

// own is a quantity that callers can put their arguments into: one of the method's symbols alone, not of what its loops
// do or of what it meets on the way.
func own(q quantity) quantity {
	if !q.ok() || q.size.bad || len(q.conds) > maxOrigins {
		return noResult.value
	}
	inside := func(a *atom) bool { return a.kind == indexAtom || a.kind == symbolAtom && a.symbol.isLargest() }
	if q.size.contains(inside) || slices.ContainsFunc(q.conds, func(c Condition) bool { return c.Size.bad || c.Requires != "" || c.Size.contains(inside) }) {
		return noResult.value
	}
	return q
}

// callee is what is known of the result of a call.
func (m *method) callee(v ssa.ID) *result {
	if m.hops <= 0 {
		return noResult
	}
	mem, _ := m.f.Member(v)
	if t := classfile.Return(mem.Desc); t[0] == 'V' || t[0] == 'L' || t[0] == 'F' || t[0] == 'D' {
		return noResult
	}
	return m.oracle.Result(m.f, v, m.hops-1)
}

// instantiated puts the arguments of call v in the place of the symbols in what is known of its result.
func (m *method) instantiated(v ssa.ID, q quantity, depth int) (quantity, bool) {
	if !q.ok() {
		return quantity{}, false
	}
	var conds []Condition
	ok := true
	symbol := func(a *atom) (Size, bool) {
		if a.kind != symbolAtom || !ok {
			return Size{}, false
		}
		arg := m.argument(v, a.symbol, depth+2)
		if ok = arg.ok(); !ok {
			return badSize, true
		}
		conds = union(conds, arg.conds)
		return arg.size, true
	}
	out := quantity{size: q.size.substitute(symbol)}
	for _, c := range q.conds {
		c.Size = c.Size.substitute(symbol)
		if ok && !c.Size.bad {
			out.conds = m.requireAt(out.conds, c, m.f.Values[v].Block)
		}
		ok = ok && !c.Size.bad
	}
	out.conds = union(out.conds, conds)
	for _, c := range out.conds { // what never holds is worse than not to know
		r := m.ranges.size(c.Size)
		ok = ok && r.Hi >= c.Lo && r.Lo <= c.Hi
	}
	return out, ok && !out.size.bad
}

// argument is a symbol of the method that v calls.
func (m *method) argument(v ssa.ID, sym Symbol, depth int) quantity {
	args := m.f.Args(v)
	i, _, _, ok := splitPath(sym.Path)
	switch {
	case m.writesOn(sym.Path), depth > maxDepth, ok && i >= len(args):
		return unknownQuantity("%s is not known", sym.Name)
	case !ok: // a static field
		return quantity{size: SymbolSize(sym)}
	}
	return m.passedFor(sym, args[i], depth)
}

// writesOn says whether the method itself writes a field of that name on the path of a symbol: p0.C:name:desc.D:name:desc.
func (m *method) writesOn(path string) bool {
	if !strings.Contains(path, ":") {
		return false
	}
	m.writes(classfile.Member{})
	for name := range m.stores {
		if strings.Contains(path, ":"+name+":") {
			return true
		}
	}
	return false
}

// resultBound bounds the result of a call from above (up) or below, by what its arguments are bound by.
func (m *method) resultBound(v ssa.ID, up bool, depth int) (quantity, bool) {
	r := m.callee(v)
	q := r.low
	if up {
		q = r.high
	}
	if !q.ok() {
		return quantity{}, false
	}
	if exact, ok := m.instantiated(v, q, depth); ok {
		exact.size = m.eliminate(exact.size, up, anywhere)
		if !exact.size.bad {
			return exact, true
		}
	}
	if len(q.conds) > 0 { // of what is not known exactly they say nothing
		return quantity{}, false
	}
	var conds []Condition
	ok := true
	size := q.size.substitute(func(a *atom) (Size, bool) {
		if a.kind != symbolAtom || !ok {
			return Size{}, false
		}
		i, fields, isLength, isParam := splitPath(a.symbol.Path)
		d := q.size.direction(a.key)
		if ok = isParam && !isLength && fields == "" && i < len(m.f.Args(v)) && d != mixed; !ok {
			return badSize, true
		}
		arg := m.bound(m.f.Args(v)[i], up == (d == growing), depth+2)
		if ok = arg.ok(); !ok {
			return badSize, true
		}
		conds = union(conds, arg.conds)
		return arg.size, true
	})
	return quantity{size: size, conds: conds}, ok && !size.bad
}
