package symval

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Lengths of rows of arrays of arrays, as in grid[i].length. Sound because progdb knows all rows that the array may have.

// rowLength is the length of a row: exact if all rows have the same, else at most most, which is bad if it is unknown.
type rowLength struct {
	exact Guarded
	most  expr.Size
}

// rowOf returns the array that v is a row of, and at which level; level is 0 if v is none.
func (m *Func) rowOf(v ssa.ID) (array ssa.ID, level int) {
	for array = m.Uncast(v); level < maxRowLevel; level++ {
		if x := &m.Fn.Values[array]; x.Kind != ssa.Instr || x.Op != classfile.OpAaload {
			return array, level
		}
		array = m.Uncast(m.Fn.Args(array)[0])
	}
	return array, 0
}

// maxRowLevel bounds the levels of arrays of arrays.
const maxRowLevel = 4

// rowLength returns the length of v, if it is a row of an array whose rows are known.
func (m *Func) rowLength(v ssa.ID, depth int) (rowLength, bool) {
	array, level := m.rowOf(v)
	switch {
	case level == 0:
		return rowLength{}, false
	case effects.ReadsField(&m.Fn.Values[array]):
		mem, _ := m.Fn.Member(array)
		n, ok := m.Fields.HeldRows(mem, level)
		if !ok {
			return rowLength{}, false
		}
		r := rowLength{Guarded{Why: "its rows differ"}, expr.Const(n.Most)}
		if n.Least == n.Most {
			r.exact = Guarded{Size: r.most}
		}
		return r, true
	}
	r, ok := m.rowsOf(array, level)
	if !ok || len(r.Counts)+len(r.Stored) == 0 && r.Others.Most < 0 {
		return rowLength{}, false
	}
	return m.lengthOfAny(array, r, depth)
}

// rowsKey is the argument of rowsOf.
type rowsKey struct {
	array ssa.ID
	level int
}

// foundRows is the result of rowsOf.
type foundRows struct {
	progdb.Rows
	ok bool
}

// rowsOf returns the rows of an array that the method makes.
func (m *Func) rowsOf(array ssa.ID, level int) (progdb.Rows, bool) {
	k := rowsKey{array, level}
	if r, ok := m.rows[k]; ok {
		return r.Rows, r.ok
	}
	if m.rows == nil {
		m.rows = map[rowsKey]foundRows{}
	}
	r, ok := m.Fields.RowsOf(m.Body(), array, level)
	m.rows[k] = foundRows{r, ok}
	return r, ok
}

// lengthOfAny joins the lengths of the rows of array. What its own allocation counts has its value for as long as v is that array; a
// row that is stored, or of another allocation, may be of an earlier iteration: only a bound over all of them holds.
func (m *Func) lengthOfAny(array ssa.ID, r progdb.Rows, depth int) (rowLength, bool) {
	out, first := rowLength{most: expr.Const(0)}, true
	add := func(q Guarded, same bool, most expr.Size) {
		switch {
		case !same || !first && (!out.exact.Ok() || !out.exact.Size.Equal(q.Size)):
			out.exact = Guarded{Why: "its rows differ"}
		default:
			out.exact = Guarded{Size: q.Size, Conds: slices.Concat(out.exact.Conds, q.Conds)}
		}
		first = false
		out.most = expr.Max(out.most, most)
	}
	bound := func(q Guarded, at ssa.ID) expr.Size {
		if !q.Ok() || len(q.Conds) > 0 {
			return expr.TopSize
		}
		return m.Eliminate(q.Size, true, m.Fn.Values[at].Block)
	}
	for _, v := range r.Counts {
		q := m.value(v, depth+1)
		own := slices.Contains(m.Fn.Args(array), v) && m.Fn.Values[array].Op == classfile.OpMultianewarray
		if q.Ok() {
			q.Size = m.Clamp(q.Size, m.Fn.Values[v].Block)
		}
		most := bound(q, v)
		if most.Top {
			most = bound(m.Bound(v, true, depth+1), v)
		}
		add(q, q.Ok() && (own || most.Equal(q.Size)), expr.Max(expr.Const(0), most))
	}
	for _, v := range r.Stored {
		q := m.Length(v, depth+1)
		most := bound(q, v)
		add(q, q.Ok() && most.Equal(q.Size), most)
	}
	if r.Others.Most >= 0 {
		most := expr.Const(r.Others.Most)
		add(Guarded{Size: most}, r.Others.Least == r.Others.Most, most)
	}
	return out, out.exact.Ok() || !out.most.Top
}
