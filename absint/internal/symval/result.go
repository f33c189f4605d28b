package symval

import (
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// What a method returns is an expression over its own symbols, where it is one at all. A caller puts its arguments in
// their place. Only what cannot change while the caller runs is a symbol: parameters, lengths, fields that nothing but
// a constructor writes.

// Result is what is known of what a method returns, for all its calls.
type Result struct {
	value     Guarded // of an int or long
	high, low Guarded // bounds of it
	within    expr.Interval
	length    Guarded // of an array
}

var NoResult = func() *Result {
	no := Guarded{Why: "it is not known"}
	return &Result{value: no, high: no, low: no, within: expr.Everything, length: no}
}()

// Result joins what the method returns on all ways.
func (m *Func) Result() *Result {
	var out *Result
	desc := classfile.Return(m.Fn.Method.Desc)
	for _, b := range m.CFG.RPO {
		for _, v := range m.Fn.Body[b] {
			x := &m.Fn.Values[v]
			if x.Kind != ssa.Instr {
				continue
			}
			one := *NoResult
			switch x.Op {
			case classfile.OpIreturn, classfile.OpLreturn:
				r := m.Fn.Args(v)[0]
				one.value = own(m.ValueOf(r))
				one.high, one.low = own(m.Bound(r, true, 0)), own(m.Bound(r, false, 0))
				one.within = m.RangeAt(r, b)
			case classfile.OpAreturn:
				r := m.Fn.Args(v)[0]
				if desc[0] != '[' || m.Fn.IsNull(r) { // the length of null is nothing
					continue
				}
				one.length = own(m.Length(r, 0))
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
		return NoResult
	}
	if out.within.Lo <= out.within.Hi {
		out.high, out.low = m.limited(out.high, out.within.Hi, true), m.limited(out.low, out.within.Lo, false)
	}
	// A method that returns less than an int cuts off what does not fit.
	if all := DescRange(desc); desc != "I" && desc != "J" && desc[0] != '[' && (out.within.Lo < all.Lo || out.within.Hi > all.Hi) {
		return NoResult
	}
	return out
}

// limited is what says more of a bound from above (up) or below and a number.
func (m *Func) limited(q Guarded, n float64, up bool) Guarded {
	if math.Abs(n) >= SaysNothing {
		return q
	}
	limit := expr.Const(int64(n))
	if r := m.Env.Size(q.Size); !q.Ok() || up && r.Lo >= n || !up && r.Hi <= n {
		return Guarded{Size: limit}
	}
	tighter := expr.Max
	if up {
		tighter = expr.Min
	}
	q.Size = tighter(q.Size, limit)
	return own(q)
}

func (r *Result) join(o *Result) {
	r.value, r.length = agreed(r.value, o.value), agreed(r.length, o.length)
	r.high, r.low = r.high.with(o.high, expr.Max), r.low.with(o.low, expr.Min)
	r.within = r.within.Join(o.within)
}

// agreed is what two quantities are if they are the same.
func agreed(a, b Guarded) Guarded {
	if !a.Ok() || !b.Ok() || !a.Size.Equal(b.Size) {
		return NoResult.value
	}
	a.Conds = expr.Union(a.Conds, b.Conds)
	return a
}

func (q Guarded) with(o Guarded, combine func(...expr.Size) expr.Size) Guarded {
	if !q.Ok() || !o.Ok() {
		return NoResult.value
	}
	return own(Guarded{Size: combine(q.Size, o.Size), Conds: expr.Union(q.Conds, o.Conds)})
}

// own is a quantity that callers can put their arguments into: one of the method's symbols alone, not of what its loops
// do or of what it meets on the way.
func own(q Guarded) Guarded {
	if !q.Ok() || q.Size.Top || len(q.Conds) > objectflow.MaxOrigins {
		return NoResult.value
	}
	inside := func(a *expr.Atom) bool {
		return a.Kind == expr.IndexAtom || a.Kind == expr.SymbolAtom && IsLargest(a.Symbol)
	}
	if q.Size.Contains(inside) || slices.ContainsFunc(q.Conds, func(c expr.Condition) bool { return c.Size.Top || c.Requires != "" || c.Size.Contains(inside) }) {
		return NoResult.value
	}
	return q
}

// callee is what is known of the result of a call.
func (m *Func) callee(v ssa.ID) *Result {
	if m.Depth <= 0 {
		return NoResult
	}
	mem, _ := m.Fn.Member(v)
	if t := classfile.Return(mem.Desc); t[0] == 'V' || t[0] == 'L' || t[0] == 'F' || t[0] == 'D' {
		return NoResult
	}
	return m.Oracle.Result(m.Fn, v, m.Depth-1)
}

// instantiated puts the arguments of call v in the place of the symbols in what is known of its result.
func (m *Func) instantiated(v ssa.ID, q Guarded, depth int) (Guarded, bool) {
	if !q.Ok() {
		return Guarded{}, false
	}
	var conds []expr.Condition
	ok := true
	symbol := func(a *expr.Atom) (expr.Size, bool) {
		if a.Kind != expr.SymbolAtom || !ok {
			return expr.Size{}, false
		}
		arg := m.argument(v, a.Symbol, depth+2)
		if ok = arg.Ok(); !ok {
			return expr.TopSize, true
		}
		conds = expr.Union(conds, arg.Conds)
		return arg.Size, true
	}
	out := Guarded{Size: q.Size.Substitute(symbol)}
	for _, c := range q.Conds {
		c.Size = c.Size.Substitute(symbol)
		if ok && !c.Size.Top {
			out.Conds = m.RequireAt(out.Conds, c, m.Fn.Values[v].Block)
		}
		ok = ok && !c.Size.Top
	}
	out.Conds = expr.Union(out.Conds, conds)
	for _, c := range out.Conds { // what never holds is worse than not to know
		r := m.Env.Size(c.Size)
		ok = ok && r.Hi >= c.Lo && r.Lo <= c.Hi
	}
	return out, ok && !out.Size.Top
}

// argument is a symbol of the method that v calls.
func (m *Func) argument(v ssa.ID, sym expr.Symbol, depth int) Guarded {
	args := m.Fn.Args(v)
	i, _, _, ok := expr.SplitPath(sym.Path)
	switch {
	case m.WritesOn(sym.Path), depth > MaxDepth, ok && i >= len(args):
		return UnknownQuantity("%s is not known", sym.Name)
	case !ok: // a static field
		return Guarded{Size: expr.SymbolSize(sym)}
	}
	return m.PassedFor(sym, args[i], depth)
}

// WritesOn says whether the method itself writes a field of that name on the path of a symbol: p0.C:name:desc.D:name:desc.
func (m *Func) WritesOn(path string) bool {
	if !strings.Contains(path, ":") {
		return false
	}
	m.Writes(classfile.Member{})
	for name := range m.stores {
		if strings.Contains(path, ":"+name+":") {
			return true
		}
	}
	return false
}

// resultBound bounds the result of a call from above (up) or below, by what its arguments are bound by.
func (m *Func) resultBound(v ssa.ID, up bool, depth int) (Guarded, bool) {
	r := m.callee(v)
	q := r.low
	if up {
		q = r.high
	}
	if !q.Ok() {
		return Guarded{}, false
	}
	if exact, ok := m.instantiated(v, q, depth); ok {
		exact.Size = m.Eliminate(exact.Size, up, NoBlock)
		if !exact.Size.Top {
			return exact, true
		}
	}
	if len(q.Conds) > 0 { // of what is not known exactly they say nothing
		return Guarded{}, false
	}
	var conds []expr.Condition
	ok := true
	size := q.Size.Substitute(func(a *expr.Atom) (expr.Size, bool) {
		if a.Kind != expr.SymbolAtom || !ok {
			return expr.Size{}, false
		}
		i, fields, isLength, isParam := expr.SplitPath(a.Symbol.Path)
		d := q.Size.Direction(a.Key)
		if ok = isParam && !isLength && fields == "" && i < len(m.Fn.Args(v)) && d != expr.Mixed; !ok {
			return expr.TopSize, true
		}
		arg := m.Bound(m.Fn.Args(v)[i], up == (d == expr.Growing), depth+2)
		if ok = arg.Ok(); !ok {
			return expr.TopSize, true
		}
		conds = expr.Union(conds, arg.Conds)
		return arg.Size, true
	})
	return Guarded{Size: size, Conds: conds}, ok && !size.Top
}
