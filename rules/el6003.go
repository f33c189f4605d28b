package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL6003", Name: "SizeOfConcurrentQueue", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "concurrency", "collections"},
		Sampled: finding.AtCall,
		Summary: "size of a concurrent queue counts all its elements, only to learn whether there is one; isEmpty looks at the first",
	},
	Needs:  Needs{Recurs: true, Calls: [][]string{{"size()I"}}, On: countingQueues},
	Check:  sizeOfConcurrentQueue,
	Repair: repair.QueueIsEmpty,
})

// countingQueues are the collections whose size walks along all elements. ConcurrentHashMap and, since JDK 10, the skip lists
// keep counters.
var countingQueues = []string{"java/util/concurrent/ConcurrentLinkedQueue", "java/util/concurrent/ConcurrentLinkedDeque", "java/util/concurrent/LinkedTransferQueue"}

// sizeOfConcurrentQueue finds sizes of such a queue that are only compared with nothing.
func sizeOfConcurrentQueue(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("size") {
		if c.Desc != "()I" || f.Values[v].Op == classfile.OpInvokestatic || m.Engine.own(c.Class) {
			continue
		}
		queue := f.Args(v)[0]
		if !slices.Contains(countingQueues, c.Class) && !slices.Contains(countingQueues, className(m.Type(queue))) {
			continue
		}
		t := m.uses()
		users := t.of(v)
		if len(users) == 0 || slices.ContainsFunc(users, func(u ssa.ID) bool { return !m.asksForOne(u, v) }) {
			continue
		}
		r, ok := m.recurs(v)
		if !ok {
			continue
		}
		name := m.nameOr(queue, "the queue")
		// One step: the item, the next node, and the count.
		step := pattern.Tally(pattern.Of(pattern.ObjectGetField, pattern.Reference, pattern.Load), pattern.Of(pattern.ObjectGetField, pattern.Reference, pattern.Load),
			pattern.Of(pattern.IfNullReference, pattern.Reference, pattern.Load), pattern.Of(pattern.Increase, pattern.Int, pattern.Constant))
		if energy := m.Energy(Change{At: v, Cost: step, Per: r.unit() + " and element of " + name, Factor: name + ".size()", Case: "SizeOfQueue"}); energy != nil {
			m.Report(v, c.Name, fmt.Sprintf("%s walks along all elements %s, and only whether there is one matters; use isEmpty", m.Call(v), r.again()), energy, r.related()...)
		}
	}
}

// asksForOne reports whether a branch decides by a size whether it is 0: size == 0, size > 0, size < 1, also with the size on the right, or a
// switch whose only case is 0.
func (m *Method) asksForOne(u, size ssa.ID) bool {
	f := m.Func()
	op := f.Values[u].Op
	if f.Values[u].Kind != ssa.Instr {
		return false
	}
	switch {
	case op >= classfile.OpIfeq && op <= classfile.OpIfle:
		return op != classfile.OpIflt && op != classfile.OpIfge // always, or never
	case op == classfile.OpTableswitch || op == classfile.OpLookupswitch:
		_, cases := f.Code.Switch(int(f.Values[u].PC))
		return len(cases) == 1 && cases[0].Key == 0
	case op < classfile.OpIfIcmpeq || op > classfile.OpIfIcmple:
		return false
	}
	number := func(arg int, n int64) bool {
		x := &f.Values[f.Args(u)[arg]]
		return x.Kind == ssa.Int && x.Aux == n
	}
	switch op {
	case classfile.OpIfIcmplt, classfile.OpIfIcmpge: // size < 1, 0 < size
		return number(1, 1) || number(0, 0)
	case classfile.OpIfIcmpgt, classfile.OpIfIcmple: // 1 > size, size > 0
		return number(0, 1) || number(1, 0)
	}
	return number(0, 0) || number(1, 0)
}
