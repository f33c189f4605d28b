package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/cfg"
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

// manualArrayCopy finds loops that do nothing but to[i + a] = from[i + b].
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
		if !m.EveryIteration(store, l) || !m.Stable(to, l) || !m.Stable(from, l) || !m.sameElements(to, from, x.Op) || !m.copiesOnly(l, store, load) {
			continue
		}
		i, ok := m.affine(args[1], l, 0)
		j, ok2 := m.affine(f.Args(load)[1], l, 0)
		if !ok || !ok2 {
			continue
		}
		step := m.step(i.counter, l)
		if step == 0 || step != m.step(j.counter, l) || step != 1 && step != -1 || !m.mayOverlap(to, from, i, j, step) || m.endsByException(l) {
			continue
		}
		var cost pattern.Counts
		for _, b := range m.Graph().Loops[l].Blocks {
			cost = cost.Add(m.BlockPatterns(int(b)))
		}
		call := m.Engine.LibraryCost("java/lang/System", "arraycopy", arraycopyDesc, 0).Add(pattern.Tally(pattern.Of(pattern.StaticMethodCall, pattern.NoType, pattern.SizeReference))).
			Add(pattern.Single(pattern.Of(pattern.Argument, pattern.Int, pattern.Load), 3)).Add(pattern.Single(pattern.Of(pattern.Argument, pattern.Reference, pattern.Load), 2))
		energy := m.Energy(Change{At: store, Cost: cost, Repaired: m.Engine.movedElement(), Once: call, Loop: l, Per: "element", Case: copied(f, to, x.Op), Fresh: m.freshArray(to, l)})
		if energy == nil {
			continue
		}
		what := fmt.Sprintf("copies %s into %s", m.array(from), m.array(to))
		if m.Same(to, from) {
			what = "moves elements of " + m.array(to)
		}
		m.Report(store, "copy", fmt.Sprintf("The loop %s one by one: System.arraycopy does it at once", what), energy)
	}
}

// endsByException reports whether nothing that changes in loop l decides whether it goes on: once begun, only an exception ends it.
func (m *Method) endsByException(l int) bool {
	return !slices.ContainsFunc(m.exitTests(l), func(test ssa.ID) bool {
		return slices.ContainsFunc(m.Func().Args(test), func(a ssa.ID) bool { return !m.Stable(a, l) })
	})
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

// index is counter + offset + constant, or counter - offset + constant, where counter is a phi of the loop's header and
// offset, which may be 0 for none, does not change in the loop.
type index struct {
	counter, offset ssa.ID
	subtracted      bool // the offset
	constant        int64
}

// affine takes an index apart; ok is false where it is none of that form.
func (m *Method) affine(v ssa.ID, l, depth int) (index, bool) {
	f := m.Func()
	x := &f.Values[v]
	if depth > 4 {
		return index{}, false
	}
	if x.Kind == ssa.Phi && x.Block == m.Graph().Loops[l].Header {
		return index{counter: v}, true
	}
	if x.Kind != ssa.Instr {
		return index{}, false
	}
	args := f.Args(v)
	switch x.Op {
	case classfile.OpIinc:
		i, ok := m.affine(args[0], l, depth+1)
		i.constant += x.Aux
		return i, ok
	case classfile.OpIadd, classfile.OpIsub:
		a, b := args[0], args[1]
		if x.Op == classfile.OpIadd && m.Stable(a, l) {
			a, b = b, a
		}
		if !m.Stable(b, l) {
			return index{}, false
		}
		i, ok := m.affine(a, l, depth+1)
		if !ok {
			return index{}, false
		}
		if k := &f.Values[b]; k.Kind == ssa.Int {
			if x.Op == classfile.OpIsub {
				i.constant -= k.Aux
			} else {
				i.constant += k.Aux
			}
			return i, true
		}
		if i.offset != 0 {
			return index{}, false
		}
		i.offset, i.subtracted = m.Strip(b), x.Op == classfile.OpIsub
		return i, true
	}
	return index{}, false
}

// step is by how much a phi of the loop's header changes in every iteration, 0 where that is not a constant.
func (m *Method) step(phi ssa.ID, l int) int64 {
	f, g := m.Func(), m.Graph()
	h := g.Loops[l].Header
	step := int64(0)
	for i, e := range g.Blocks[h].Preds {
		if !g.InLoop(int(g.Edges[e].From), l) {
			continue
		}
		next, ok := m.affine(f.Args(phi)[i], l, 0)
		if !ok || next.counter != phi || next.offset != 0 || step != 0 && step != next.constant {
			return 0
		}
		step = next.constant
	}
	return step
}

// start is the value of a phi of the loop's header on entry, 0 where there are several.
func (m *Method) start(phi ssa.ID) ssa.ID {
	f, g := m.Func(), m.Graph()
	b := f.Values[phi].Block
	l := int(g.Blocks[b].Loop)
	var out ssa.ID
	for i, e := range g.Blocks[b].Preds {
		if !g.InLoop(int(g.Edges[e].From), l) {
			if out != 0 {
				return 0
			}
			out = m.Strip(f.Args(phi)[i])
		}
	}
	return out
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

// copiesOnly reports whether the loop does nothing else: one way out, by a comparison of counters with what does not
// change, and no other effects than the store, the load and counting.
func (m *Method) copiesOnly(l int, store, load ssa.ID) bool {
	f, g := m.Func(), m.Graph()
	out := 0
	for _, i := range g.Exits(l) {
		if g.Edges[i].Kind != cfg.Exception {
			out++
		}
	}
	if out != 1 {
		return false
	}
	branches := 0
	for _, b := range g.Loops[l].Blocks {
		for _, v := range f.Body[b] {
			x := &f.Values[v]
			switch {
			case v == store || v == load || x.Kind != ssa.Instr:
				if x.Kind == ssa.Phi && (x.Block != g.Loops[l].Header || x.Type != 'i' || m.step(v, l) == 0) {
					return false // something else goes round
				}
			case x.Op == classfile.OpIinc, x.Op == classfile.OpIadd, x.Op == classfile.OpIsub, x.Op == classfile.OpArraylength:
			case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
				if !m.Stable(v, l) || m.volatile(v) {
					return false
				}
			case x.Op == classfile.OpAaload: // the row of a matrix
				if !m.Stable(v, l) {
					return false
				}
			case x.Op >= classfile.OpIfeq && x.Op <= classfile.OpIfIcmple:
				branches++
			default:
				return false
			}
		}
	}
	return branches == 1
}

// volatile reports whether a read is of a volatile field, as far as that is known.
func (m *Method) volatile(v ssa.ID) bool {
	c, _ := m.Func().Member(v)
	return m.Engine.fieldFlags(c)&classfile.AccVolatile != 0
}

// mayOverlap reports whether the copy is what System.arraycopy does even if both arrays are one: they certainly are
// not, or no element is read that was written before.
func (m *Method) mayOverlap(to, from ssa.ID, i, j index, step int64) bool {
	if to != from && (m.fresh(to, from) || m.fresh(from, to)) {
		return true
	}
	if d, ok := m.distance(i, j); ok {
		return step > 0 && d <= 0 || step < 0 && d >= 0
	}
	// An index below 0 throws before anything is written, so a read is never behind a write that began at 0.
	return step > 0 && m.beginsAtZero(i)
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
