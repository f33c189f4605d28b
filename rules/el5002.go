package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL5002", Name: "ManualArrayCopy", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "loops", "arrays"},
		Sampled: finding.InItself,
		Summary: "A loop copies an array element by element; System.arraycopy moves the memory",
	},
	Needs: Needs{Repeats: true, Ops: []classfile.Op{
		classfile.OpIastore, classfile.OpLastore, classfile.OpFastore, classfile.OpDastore, classfile.OpAastore, classfile.OpBastore, classfile.OpCastore, classfile.OpSastore,
	}},
	Check: manualArrayCopy,
})

func isArrayStore(op classfile.Op) bool {
	return op >= classfile.OpIastore && op <= classfile.OpSastore
}

// loadFor is the array load of the type that an array store stores.
func loadFor(store classfile.Op) classfile.Op {
	return store - classfile.OpIastore + classfile.OpIaload
}

// manualArrayCopy finds loops that do nothing but to[i + a] = from[i + b], for all i or those of a range.
func manualArrayCopy(m *Method) {
	f := m.Func()
	for store := range m.Instructions() {
		x := &f.Values[store]
		if !isArrayStore(x.Op) {
			continue
		}
		l := m.LoopOf(store)
		args := f.Args(store)
		load := args[2]
		if l < 0 || m.Graph().Loops[l].End != int32(l)+1 || f.Values[load].Kind != ssa.Instr || f.Values[load].Op != loadFor(x.Op) || m.LoopOf(load) != l {
			continue
		}
		to, from := m.Strip(args[0]), m.Strip(f.Args(load)[0])
		guards, ok := m.rangeGuards(store, load, l)
		if !ok || !m.Stable(to, l) || !m.Stable(from, l) || !m.sameElements(to, from, x.Op) || m.caughtAs(store, indexException, arrayIndexException) || !m.copiesOnly(l, store, load, len(guards)) {
			continue
		}
		i, ok := m.affine(args[1], l, 0)
		j, ok2 := m.affine(f.Args(load)[1], l, 0)
		if !ok || !ok2 {
			continue
		}
		step := m.step(i.counter, l)
		if step == 0 || step != m.step(j.counter, l) || step != 1 && step != -1 || !m.mayOverlap(to, from, i, j, step, len(guards) > 0) || m.endsByException(l) {
			continue
		}
		var cost pattern.Counts
		for _, b := range m.Graph().Loops[l].Blocks {
			cost = cost.Add(m.BlockPatterns(int(b)))
		}
		call := m.Engine.LibraryCost("java/lang/System", "arraycopy", arraycopyDesc, 0).Add(pattern.Tally(pattern.Of(pattern.StaticMethodCall, pattern.NoType, pattern.SizeReference))).
			Add(pattern.Single(pattern.Of(pattern.Argument, pattern.Int, pattern.Load), 3)).Add(pattern.Single(pattern.Of(pattern.Argument, pattern.Reference, pattern.Load), 2))
		energy := m.Energy(Change{At: store, Cost: cost, Repaired: m.Engine.movedElement(), Once: call, Loop: l, Per: "element", Case: copied(f, to, x.Op), Fresh: m.freshArray(to, l), Elements: m.shortestOf(to, from)})
		if energy == nil {
			continue
		}
		what := fmt.Sprintf("copies %s into %s", m.array(from), m.array(to))
		if m.Same(to, from) {
			what = "moves elements of " + m.array(to)
		}
		does := "does it at once"
		if len(guards) > 0 {
			does = "copies at once the part for which the condition holds"
		}
		m.Report(store, "copy", fmt.Sprintf("The loop %s one by one: System.arraycopy %s", what, does), energy)
	}
}

// shortestOf returns the length of the shortest of some arrays that is known to be constant; 0 where none is.
func (m *Method) shortestOf(arrays ...ssa.ID) (shortest float64) {
	for _, a := range arrays {
		if n, ok := m.arrayLength(a); ok && (shortest == 0 || float64(n) < shortest) {
			shortest = float64(n)
		}
	}
	return shortest
}

// endsByException reports whether nothing that changes in loop l decides whether it goes on: once begun, only an exception ends it.
func (m *Method) endsByException(l int) bool {
	return !slices.ContainsFunc(m.exitTests(l), func(test ssa.ID) bool {
		return slices.ContainsFunc(m.Func().Args(test), func(a ssa.ID) bool { return !m.staysSame(a, l) })
	})
}

// staysSame reports whether a value, which may be the length of an array, is the same in all iterations of loop l.
func (m *Method) staysSame(v ssa.ID, l int) bool {
	f := m.Func()
	return m.Stable(v, l) || f.Values[v].Kind == ssa.Instr && f.Values[v].Op == classfile.OpArraylength && m.Stable(f.Args(v)[0], l)
}

// freshArray reports whether a method makes the array that loop l copies to, and both run once in a call: where an array is
// enlarged, or a part of it taken.
func (m *Method) freshArray(to ssa.ID, l int) bool {
	g := m.Graph()
	if int(g.Loops[l].Parent) >= 0 {
		return false
	}
	if x := &m.Func().Values[to]; x.Kind == ssa.Instr && (x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic) {
		to = m.storedBefore(to, l)
	}
	return m.makesArray(to) && m.LoopOf(to) < 0
}

// makesArray reports whether a value is a new array of one dimension.
func (m *Method) makesArray(v ssa.ID) bool {
	x := &m.Func().Values[v]
	return x.Kind == ssa.Instr && (x.Op == classfile.OpNewarray || x.Op == classfile.OpAnewarray)
}

// storedBefore returns the value that the method stores in a field before loop l, where it stores one value in the field of that object; 0
// where it stores none or several.
func (m *Method) storedBefore(get ssa.ID, l int) (value ssa.ID) {
	f, g := m.Func(), m.Graph()
	field, _ := f.Member(get)
	for put := range m.Instructions() {
		if op := f.Values[put].Op; op != classfile.OpPutfield && op != classfile.OpPutstatic {
			continue
		}
		c, _ := f.Member(put)
		if c != field {
			continue
		}
		args := f.Args(put)
		if value != 0 || len(args) == 2 && !m.Same(args[0], f.Args(get)[0]) || !g.Dominators.Dominates(int(f.Values[put].Block), int(g.Loops[l].Header)) {
			return 0
		}
		value = args[len(args)-1]
	}
	return value
}

// copied names the case of a copy by the type of the elements: "CopyInt".
func copied(f *ssa.Func, to ssa.ID, store classfile.Op) string {
	switch store {
	case classfile.OpBastore:
		if f.Static(to) == "[Z" {
			return "CopyBoolean"
		}
		return "CopyByte"
	case classfile.OpCastore:
		return "CopyChar"
	case classfile.OpSastore:
		return "CopyShort"
	case classfile.OpIastore:
		return "CopyInt"
	case classfile.OpLastore:
		return "CopyLong"
	case classfile.OpFastore:
		return "CopyFloat"
	case classfile.OpDastore:
		return "CopyDouble"
	}
	return "CopyReference"
}

func (m *Method) array(v ssa.ID) string {
	if n := m.Name(v); n != "" {
		return n
	}
	return "an array"
}

// sameElements reports whether System.arraycopy takes arrays of these types and stores the same: elements of one
// primitive type, or references.
func (m *Method) sameElements(to, from ssa.ID, store classfile.Op) bool {
	f := m.Func()
	if store == classfile.OpAastore {
		return true // both check every element against the class of the array
	}
	if store != classfile.OpBastore {
		return true // the opcodes of load and store are of one type
	}
	a, b := f.Static(to), f.Static(from)
	return a == b && (a == "[B" || a == "[Z")
}

// volatile reports whether a read is of a volatile field, as far as that is known.
func (m *Method) volatile(v ssa.ID) bool {
	c, _ := m.Func().Member(v)
	return m.Engine.fieldFlags(c)&classfile.AccVolatile != 0
}

// mayOverlap reports whether the copy is what System.arraycopy does even if both arrays are one: they certainly are
// not, or no element is read that was written before.
func (m *Method) mayOverlap(to, from ssa.ID, i, j index, step int64, guarded bool) bool {
	if to != from && (m.fresh(to, from) || m.fresh(from, to)) {
		return true
	}
	if d, ok := m.distance(i, j); ok {
		return step > 0 && d <= 0 || step < 0 && d >= 0
	}
	// An index below 0 throws before anything is written, so a read is never behind a write that began at 0. A guard may leave it out.
	return step > 0 && !guarded && m.beginsAtZero(i)
}

// beginsAtZero reports whether the first value of an index is 0 or less.
func (m *Method) beginsAtZero(i index) bool {
	start := m.start(i.counter)
	x := &m.Func().Values[start]
	return start != 0 && i.offset == 0 && x.Kind == ssa.Int && x.Aux+i.constant <= 0
}

// distance is by how much index i is ahead of index j, where that is a constant.
func (m *Method) distance(i, j index) (int64, bool) {
	f := m.Func()
	if i.offset != j.offset || i.subtracted != j.subtracted {
		return 0, false
	}
	d := i.constant - j.constant
	if i.counter == j.counter {
		return d, true
	}
	a, b := m.start(i.counter), m.start(j.counter)
	if a == 0 || b == 0 {
		return 0, false
	}
	x, y := &f.Values[a], &f.Values[b]
	switch {
	case a == b:
		return d, true
	case x.Kind == ssa.Int && y.Kind == ssa.Int:
		return d + x.Aux - y.Aux, true
	}
	return 0, false
}

// fresh reports whether array a was made in this method and is certainly not array b.
func (m *Method) fresh(a, b ssa.ID) bool {
	f := m.Func()
	if !m.makesArray(a) {
		return false
	}
	y := &f.Values[b]
	switch {
	case y.Kind == ssa.Param, m.makesArray(b):
		return true
	case y.Kind == ssa.Instr && (y.Op == classfile.OpGetfield || y.Op == classfile.OpGetstatic || y.Op == classfile.OpAaload || f.IsCall(b)):
		return !m.escapes(a)
	}
	return false
}

// escapes reports whether a value is stored or passed on somewhere in the method.
func (m *Method) escapes(v ssa.ID) bool {
	f := m.Func()
	for w := range m.Instructions() {
		x := &f.Values[w]
		for k, a := range f.Args(w) {
			if m.Strip(a) != v {
				continue
			}
			switch {
			case x.Op == classfile.OpPutfield || x.Op == classfile.OpPutstatic, f.IsCall(w), x.Op == classfile.OpInvokedynamic, x.Op == classfile.OpAastore && k == 2:
				return true
			}
		}
	}
	return false
}
