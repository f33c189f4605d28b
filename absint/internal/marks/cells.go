package marks

import (
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Region is the code that runs from the first mark to the last: a loop, or a method that recurs.
type Region struct {
	M      *symval.Func
	Blocks []int32
	// Fixed reports whether a value is the same throughout the region, and Same whether two values are the same object wherever it
	// evaluates them.
	Fixed func(v ssa.ID) bool
	Same  func(a, b ssa.ID) bool
	// Made reports whether the region makes an object: it is none that was there when the region began.
	Made func(v ssa.ID) bool
	// Recurs reports whether a call runs the region's own code only.
	Recurs func(call ssa.ID) bool
}

// Cells are the cells of an array, or of the rows of one, and what stands there for no mark: a number of which a comparison holds.
type Cells struct {
	Region
	arrays   []ssa.ID     // the array, which is the same throughout the region, its row, the row of that
	indices  []ssa.ID     // of each of them
	store    classfile.Op // the instruction that stores to a cell
	relation classfile.Op // of what is unmarked to limit: an if_icmp
	limit    ssa.ID       // 0 for the constant zero
	own      map[ssa.ID]bool
	step     ssa.ID // the instruction that counts the cells, 0 where they are marked

	// What InLoop sets.
	tests func(block int32) bool
	anew  func(block int32) bool

	conds []expr.Condition // under which the marks stay
}

// storeOf returns the instruction that stores what a load reads; ok is false where it is none of the kinds that marks have.
func storeOf(load classfile.Op) (store classfile.Op, ok bool) {
	switch load {
	case classfile.OpIaload:
		return classfile.OpIastore, true
	case classfile.OpBaload:
		return classfile.OpBastore, true
	case classfile.OpCaload:
		return classfile.OpCastore, true
	case classfile.OpSaload:
		return classfile.OpSastore, true
	}
	return 0, false
}

// Of returns the cells one of which a comparison tests; ok is false if it tests none.
func (r Region) Of(c code.Comparison) (k *Cells, load ssa.ID, ok bool) {
	if k, ok = r.tested(c); ok {
		return k, c.A, true
	}
	c.A, c.B, c.Op = c.B, c.A, code.Mirror(c.Op)
	k, ok = r.tested(c)
	return k, c.A, ok
}

// tested is Of for a comparison whose first operand is what a cell holds.
func (r Region) tested(c code.Comparison) (k *Cells, ok bool) {
	if c.A == 0 {
		return nil, false
	}
	f := r.M.Fn
	x := &f.Values[c.A]
	if x.Kind != ssa.Instr {
		return nil, false
	}
	k = &Cells{Region: r, relation: c.Op, limit: c.B}
	if k.store, ok = storeOf(x.Op); !ok || !k.constant(c.B) && (!r.Fixed(c.B) || c.Op != classfile.OpIfIcmpeq && c.Op != classfile.OpIfIcmpne) {
		return nil, false
	}
	return k, k.place(f.Args(c.A)[0], f.Args(c.A)[1])
}

// StoredAt returns the cells one of which an instruction stores to, where what is 0 stands for no mark; ok is false if it stores to none.
func (r Region) StoredAt(v ssa.ID) (k *Cells, ok bool) {
	x := &r.M.Fn.Values[v]
	if x.Kind != ssa.Instr || x.Op < classfile.OpIastore || x.Op > classfile.OpSastore {
		return nil, false
	}
	k = &Cells{Region: r, store: x.Op, relation: classfile.OpIfIcmpeq}
	args := r.M.Fn.Args(v)
	return k, x.Op != classfile.OpAastore && k.place(args[0], args[1])
}

// place sets the arrays and indices to those of an element; it fails if no array on the way to it is the same throughout the region.
func (k *Cells) place(array, index ssa.ID) bool {
	f := k.M.Fn
	k.arrays, k.indices = []ssa.ID{array}, []ssa.ID{index}
	for range symval.MaxDepth {
		if k.Fixed(k.arrays[0]) {
			return true
		}
		if x := &f.Values[k.arrays[0]]; x.Kind != ssa.Instr || x.Op != classfile.OpAaload {
			return false
		}
		args := f.Args(k.arrays[0])
		k.arrays = append([]ssa.ID{args[0]}, k.arrays...)
		k.indices = append([]ssa.ID{args[1]}, k.indices...)
	}
	return false
}

// constant reports whether v is a constant of type int.
func (k *Cells) constant(v ssa.ID) bool {
	return v == 0 || k.M.Fn.Values[v].Kind == ssa.Int && k.M.Fn.Values[v].Type == 'i'
}

// Array is the array that is the same throughout the region, and Indices are those of it and of its rows.
func (k *Cells) Array() ssa.ID     { return k.arrays[0] }
func (k *Cells) Indices() []ssa.ID { return k.indices }

// rows reports whether the cells are those of rows.
func (k *Cells) rows() bool { return len(k.arrays) > 1 }

// Count bounds the number of cells: the length of the array, times that of its longest row.
func (k *Cells) Count() expr.Size {
	n := k.M.MostLength(k.arrays[0])
	for _, row := range k.arrays[1:] {
		n = n.Mul(k.M.LargestLength(row))
	}
	return n
}

// SameCell reports whether an instruction stores to the cell itself.
func (k *Cells) SameCell(v ssa.ID) bool {
	x := &k.M.Fn.Values[v]
	if x.Kind != ssa.Instr || x.Op != k.store {
		return false
	}
	args := k.M.Fn.Args(v)
	return k.is(args[0], args[1])
}

// at reports whether an element of an array is the one with those indices in the array and its rows.
func (k *Cells) at(array, index ssa.ID, indices []ssa.ID) bool {
	f := k.M.Fn
	for i := len(k.arrays) - 1; ; i-- {
		if !SameNumber(k.M, index, indices[i]) {
			return false
		}
		if k.Same(array, k.arrays[i]) {
			return k.sameIndices(indices[:i], k.indices[:i])
		}
		if x := &f.Values[array]; i == 0 || x.Kind != ssa.Instr || x.Op != classfile.OpAaload {
			return false
		}
		array, index = f.Args(array)[0], f.Args(array)[1]
	}
}

// SameUnmarked reports whether the same values stand for no mark in the cells of another test.
func (k *Cells) SameUnmarked(o *Cells) bool {
	if k.relation != o.relation || k.limit == 0 && o.limit != 0 {
		return false
	}
	return k.limit == o.limit || o.limit != 0 && SameNumber(k.M, k.limit, o.limit)
}

// is reports whether an element of an array is the cell.
func (k *Cells) is(array, index ssa.ID) bool { return k.at(array, index, k.indices) }

// IsAt reports whether the element that a load reads is the one of the same array with those indices.
func (k *Cells) IsAt(load ssa.ID, indices []ssa.ID) bool {
	x := &k.M.Fn.Values[load]
	if store, ok := storeOf(x.Op); x.Kind != ssa.Instr || !ok || store != k.store {
		return false
	}
	args := k.M.Fn.Args(load)
	return k.at(args[0], args[1], indices)
}

func (k *Cells) sameIndices(a, b []ssa.ID) bool {
	for i := range a {
		if !SameNumber(k.M, a[i], b[i]) {
			return false
		}
	}
	return true
}
