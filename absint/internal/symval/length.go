package symval

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Lengths of arrays and strings. Sound because lengths never change, and objects that may be one value must agree.

// Length returns the length of an array. It fails if the array has no access path and no known allocation.
func (m *Func) Length(v ssa.ID, depth int) Guarded {
	x := &m.Fn.Values[v]
	if depth > MaxDepth || m.exhausted() {
		return UnknownQuantity("%s "+expr.TooManyStep, m.Describe(v))
	}
	if w, ok := m.Stored(v); ok {
		return m.Length(w, depth+1)
	}
	held := progdb.Lengths{Most: MaxLength}
	if effects.ReadsField(x) {
		mem, _ := m.Fn.Member(v)
		if n, ok := m.Fields.HeldLengths(mem); ok && n.Least == n.Most {
			return Guarded{Size: expr.Const(n.Most)}
		} else if ok {
			held = n
		}
	}
	if path, name := m.Path(v, depth); path != "" {
		return Guarded{Size: expr.SymbolSize(expr.Symbol{Path: "len(" + path + ")", Name: name + ".length", Min: float64(held.Least), Max: float64(held.Most)})}
	}
	if r, ok := m.rowLength(v, depth); ok && r.exact.Ok() {
		return r.exact
	}
	switch x.Kind {
	case ssa.Phi:
		return m.joinedLength(v, depth)
	case ssa.Instr:
		return m.instructionLength(v, depth)
	}
	return m.unknownLength(v)
}

// unknownLength is the answer for an array of unknown length.
func (m *Func) unknownLength(v ssa.ID) Guarded {
	return UnknownQuantity("the length of %s is not known", m.Describe(v))
}

// joinedLength is Length for a phi: all arrays that it may be must have the same length.
func (m *Func) joinedLength(v ssa.ID, depth int) Guarded {
	var same Guarded
	first := true
	for _, a := range m.Fn.Args(v) {
		if a == v || m.Fn.IsNull(a) { // reading the length of null throws
			continue
		}
		q := m.Length(a, depth+8)
		if !q.Ok() {
			return q
		}
		if !first && !q.Size.Equal(same.Size) {
			return UnknownQuantity("%s has different lengths on different paths", m.Describe(v))
		}
		first = false
		q.Conds = slices.Concat(q.Conds, same.Conds)
		same = q
	}
	// With null skipped, the other arrays may be of the previous iteration if v is a header phi.
	if l := m.LoopHeadedBy(int(m.Fn.Values[v].Block)); l >= 0 && !m.IndicesEnclose(same.Size, l) {
		return UnknownQuantity("%s is an array from an earlier iteration", m.Describe(v))
	}
	if first {
		return m.unknownLength(v)
	}
	return same
}

// instructionLength is Length for an array that an instruction allocates or a call returns.
func (m *Func) instructionLength(v ssa.ID, depth int) Guarded {
	x := &m.Fn.Values[v]
	switch x.Op {
	case classfile.OpNewarray, classfile.OpAnewarray, classfile.OpMultianewarray:
		// A negative count throws, so after the allocation it is the length.
		q := m.value(m.Fn.Args(v)[0], depth+1)
		if q.Ok() {
			q.Size = m.Clamp(q.Size, x.Block)
		}
		return q
	case classfile.OpCheckcast:
		return m.Length(m.Fn.Args(v)[0], depth+1)
	case classfile.OpInvokevirtual, classfile.OpInvokestatic, classfile.OpInvokespecial, classfile.OpInvokeinterface:
		mem, _ := m.Fn.Member(v)
		args := m.Fn.Args(v)
		switch {
		case mem.Name == "clone" && mem.Class != "" && mem.Class[0] == '[':
			return m.Length(args[0], depth+1)
		case platform.Characters.Has(mem):
			return m.stringLengthAt(args[0], depth+1)
		case platform.ArrayCopy.Has(mem):
			return m.copiedLength(v, depth)
		}
		if q, ok := m.instantiated(v, m.callee(v).Length, depth); ok {
			return q
		}
	}
	return m.unknownLength(v)
}

// copiedLength is Length for Arrays.copyOf(array, length) and copyOfRange(array, from, to), which throws unless from <= to.
func (m *Func) copiedLength(v ssa.ID, depth int) Guarded {
	args := m.Fn.Args(v)
	q := m.value(args[len(args)-1], depth+1)
	if len(args) == 3 && q.Ok() {
		from := m.value(args[1], depth+1)
		if !from.Ok() {
			return from
		}
		q = Guarded{Size: q.Size.Sub(from.Size), Conds: slices.Concat(q.Conds, from.Conds)}
	}
	if q.Ok() {
		q.Size = m.Clamp(q.Size, m.Fn.Values[v].Block)
	}
	return q
}

// StringLength returns the length of a string.
func (m *Func) StringLength(v ssa.ID) Guarded { return m.stringLengthAt(v, 0) }

// stringLengthAt is StringLength within one query.
func (m *Func) stringLengthAt(v ssa.ID, depth int) Guarded {
	if str, ok := m.Fn.StringConstant(v); ok {
		return Guarded{Size: expr.Const(Utf16Length(str))}
	}
	if w, ok := m.Stored(v); ok && depth <= MaxDepth {
		return m.stringLengthAt(w, depth+1)
	}
	if path, name := m.Path(v, 0); path != "" && platform.ClassName(m.Fn.Static(v)) == platform.StringClass { // of others, the length may change
		return Guarded{Size: expr.SymbolSize(expr.Symbol{Path: "len(" + path + ")", Name: name + ".length()", Max: MaxLength})}
	}
	if q, ok := m.substringLength(v, depth); ok {
		return q
	}
	return UnknownQuantity("the length of %s is not known", m.Describe(v))
}

// substringLength is StringLength for the result of String.substring, which throws unless the indices are in order.
func (m *Func) substringLength(v ssa.ID, depth int) (Guarded, bool) {
	f := m.Fn
	if depth > MaxDepth || f.Values[v].Op != classfile.OpInvokevirtual || !f.IsCallTo(v, platform.StringClass, "substring") {
		return Guarded{}, false
	}
	args := f.Args(v)
	var end Guarded
	if len(args) == 3 {
		end = m.value(args[2], depth+4)
	} else {
		end = m.stringLengthAt(args[0], depth+4)
	}
	start := m.value(args[1], depth+4)
	if !start.Ok() || !end.Ok() {
		return Guarded{}, false
	}
	return Guarded{Size: end.Size.Sub(start.Size), Conds: slices.Concat(end.Conds, start.Conds)}, true
}

// MostLength returns an upper bound of the length of an array, at worst its symbol.
func (m *Func) MostLength(v ssa.ID) expr.Size {
	q := m.Length(v, 0)
	if x := &m.Fn.Values[v]; !q.Ok() && effects.MakesArray(x) {
		if q = m.Bound(m.Fn.Args(v)[0], true, 0); q.Ok() { // of the size of a collection, only a bound is known
			q.Size = m.Clamp(q.Size, x.Block)
		}
	}
	if q.Ok() && len(q.Conds) == 0 {
		if s := m.Eliminate(q.Size, true, code.NoBlock); !s.Top {
			return s
		}
	}
	return m.LargestLength(v)
}
