package heapsize

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Traversals by a call: forEach, removeIf, replaceAll and the like call a function for each element. A function that adds elements
// and removes others makes a traversal longer than the collection ever is: that of a concurrent collection meets what is added, and
// those of HashMap and LinkedHashMap look for changes behind the last element only. Traversals by position keep the end that they
// begin with. A lambda is assumed to reach the collection only if it captures it, or a collection that may be the same one.

// TraversedElements bounds the number of elements of a collection for which a call runs its functions. call is 0 for one without a value.
func TraversedElements(m *symval.Func, v, call ssa.ID) expr.Size {
	s := Elements(m, v, 0)
	if call == 0 || !m.Fn.IsCall(call) || m.Fn.Values[call].Op == classfile.OpInvokestatic {
		return s
	}
	args := m.Fn.Args(call)
	if len(args) < 2 || args[0] != v || !platform.AnyCollection.Has(platform.ClassName(m.Fn.Static(v))) {
		return s
	}
	for _, of := range []ssa.ID{v, m.Root(v)} {
		if class := platform.ClassName(m.Fn.Static(of)); platform.Positional.Has(class) && platform.FailFast.Has(class) {
			return s
		}
	}
	if !slices.ContainsFunc(args[1:], func(f ssa.ID) bool { return capturesCollection(m, f, v, call) }) {
		return s
	}
	return m.Largest(v, "yields", "elements("+m.Describe(v)+")", math.Inf(1))
}

// capturesCollection reports whether a function that a call is given is a lambda that captures a collection which may be v.
func capturesCollection(m *symval.Func, function, v, call ssa.ID) bool {
	x := &m.Fn.Values[function]
	return x.Kind == ssa.Instr && x.Op == classfile.OpInvokedynamic && slices.ContainsFunc(m.Fn.Args(function), func(w ssa.ID) bool {
		return platform.AnyCollection.Has(platform.ClassName(m.Fn.Static(w))) && !m.Apart(w, v, call)
	})
}
