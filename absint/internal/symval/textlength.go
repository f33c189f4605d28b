package symval

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Intervals of the lengths of texts, such as that of a number. Sound because the methods of results.tsv are static or of final
// classes, a part of a text is not longer than the text, and what reads the length of null throws.

// lengthRange returns an interval that contains the length of a text, or of an array that a method of results.tsv makes.
func (m *Func) lengthRange(v ssa.ID, depth int) expr.Interval {
	f := m.Fn
	text, constant := f.StringConstant(v)
	switch x := &f.Values[v]; {
	case constant:
		return expr.Point(Utf16Length(text))
	case depth > MaxDepth || m.exhausted():
	case x.Kind == ssa.Phi:
		out := expr.Interval{Lo: MaxLength, Hi: 0}
		for _, a := range f.Args(v) {
			if a != v && !f.IsNull(a) {
				out = out.Join(m.lengthRange(a, depth+MaxDepth/2))
			}
		}
		if out.Lo <= out.Hi {
			return out
		}
	case x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast:
		return m.lengthRange(f.Args(v)[0], depth+1)
	case f.IsCall(v):
		mem, _ := f.Member(v)
		if r, ok := platform.Result(mem); ok {
			return expr.Interval{Lo: r.Least, Hi: r.Most}
		}
		if platform.Characters.Has(mem) || platform.PartOfText.Has(mem) {
			return expr.Interval{Lo: 0, Hi: m.lengthRange(f.Args(v)[0], depth+1).Hi}
		}
	}
	return expr.Interval{Lo: 0, Hi: MaxLength}
}

// LimitedLength returns the largest length of a text or an array by its interval; ok is false if that is no better than the type.
func (m *Func) LimitedLength(v ssa.ID) (expr.Size, bool) {
	defer m.query()()
	r := m.lengthRange(v, 0)
	return expr.Const(int64(r.Hi)), r.Hi < MaxLength
}

// LengthAt returns an interval that contains the length of a string in block b, under the conditions that dominate the block.
func (m *Func) LengthAt(text ssa.ID, b int32) expr.Interval {
	m.StartIntervals()
	r := m.lengthRange(text, 0)
	if q := m.StringLength(text); q.Ok() && m.steadyIn(q, b) {
		r = expr.Intersect(r, m.guardsAt(b).env.Size(q.Size))
	}
	for _, c := range m.FactsAt(b) {
		if shown := m.NotEmpty(c); shown != 0 && m.Uncast(shown) == m.Uncast(text) {
			r.Lo = max(r.Lo, 1)
		}
	}
	return r
}
