package rules

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Streams of numbers of EL2003, each of which is an index: IntStream.range(0, list.size()).map(i -> list.get(i)).

const intStreamClass = "java/util/stream/IntStream"

// ofRange is what an access by such an index is for.
const ofRange = "number of the range"

// rangeSteps are the steps of a stream of numbers that call a function with each of them.
var rangeSteps = []string{"map", "mapToObj", "mapToLong", "mapToDouble", "forEach", "forEachOrdered", "filter", "anyMatch", "allMatch", "noneMatch", "peek", "flatMap"}

// isRange reports whether a value is a stream of all numbers of a range, which is not known to have a few.
func isRange(f *ssa.Func, v ssa.ID) bool {
	if !f.IsCallTo(v, intStreamClass, "range") && !f.IsCallTo(v, intStreamClass, "rangeClosed") {
		return false
	}
	from, to := &f.Values[f.Args(v)[0]], &f.Values[f.Args(v)[1]]
	return from.Kind != ssa.Int || to.Kind != ssa.Int || to.Aux-from.Aux > fewElements
}

// countsRange reports whether a value is a number that a lambda gets, one after the other, of a range, or arithmetic over it. The list that it is an
// index of is the same each time.
func (m *Method) countsRange(index, list ssa.ID) bool {
	s := m.PerElement()
	if s == nil || s.Compares || s.Member.Class != intStreamClass || len(m.Func().Params) != s.Captured+1 {
		return false
	}
	outer := s.Code.Func()
	if !isRange(outer, outer.Args(s.Call)[0]) || !m.sameForAll(list, s) {
		return false
	}
	return m.ofNumber(index, m.Func().Params[s.Captured], 0)
}

// ofNumber reports whether a value is a number, or arithmetic over it.
func (m *Method) ofNumber(v, number ssa.ID, depth int) bool {
	f := m.Func()
	x := &f.Values[v]
	if v == number || depth > 6 {
		return v == number
	}
	if x.Kind != ssa.Instr || (x.Op < classfile.OpIadd || x.Op > classfile.OpIneg) && x.Op != classfile.OpIinc {
		return false
	}
	for _, a := range f.Args(v) {
		if m.ofNumber(a, number, depth+1) {
			return true
		}
	}
	return false
}

// referencedIndices finds references to get of a linked list that a stream of the numbers of a range gets: range(0, n).mapToObj(list::get).
func (m *Method) referencedIndices() {
	f := m.Func()
	for v, c := range m.Calls(rangeSteps...) {
		if c.Class != intStreamClass || len(f.Args(v)) != 2 || !isRange(f, f.Args(v)[0]) {
			continue
		}
		made := f.Args(v)[1]
		body, ok := m.function(made)
		if !ok || body.Name != "get" || body.Desc != getDesc || len(f.Args(made)) != 1 {
			continue
		}
		if list := m.Strip(f.Args(made)[0]); m.isLinked(list, body) {
			m.reportIndexed(v, list, ofRange, m.nameOr(list, "the list")+".get")
		}
	}
}

// reportIndexed reports an access by index to a linked list.
func (m *Method) reportIndexed(v, list ssa.ID, per, call string) {
	one, two := m.Engine.LibraryCost("java/util/LinkedList", "get", getDesc, 2), m.Engine.LibraryCost("java/util/LinkedList", "get", getDesc, 4)
	step := two.AddScaled(one, -1).Scale(0.5)
	name := m.nameOr(list, "the list")
	energy := m.Energy(Change{At: v, Cost: step, Per: per + " and element of " + name, Factor: name + ".size()", Case: "LinkedList"})
	if energy == nil {
		return
	}
	again := "in every iteration"
	if per != "iteration" {
		again = "for every " + per
	}
	c, _ := m.Func().Member(v)
	m.Report(v, c.Name, fmt.Sprintf("%s walks from one end of the linked list to the index, %s: use an iterator, or an ArrayList", call, again), energy)
}
