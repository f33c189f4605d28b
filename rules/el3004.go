package rules

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL3004", Name: "UnboxedAndBoxedAgain", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "boxing"},
		Sampled: finding.InItself,
		Summary: "A number is taken out of an object only to be put into a new object of the same class",
	},
	Needs: Needs{Calls: [][]string{unboxCalls, boxCalls}},
	Check: unboxedAndBoxedAgain,
})

// unboxedAndBoxedAgain finds boxes of numbers that come straight out of a box of the same class.
func unboxedAndBoxedAgain(m *Method) {
	f := m.Func()
	t := m.uses()
	for v := range m.Instructions() {
		class, call, parsed := box(m, t, v)
		if class == "" || parsed || class == booleanBox {
			continue
		}
		args := f.Args(call)
		number := m.unboxedFor(t, args[len(args)-1], class)
		if number == 0 {
			continue
		}
		from := m.Strip(f.Args(number)[0])
		if made, _, _ := box(m, t, from); made != "" {
			continue // EL3001
		}
		if g := m.group(t, v); len(g.escapes) == 0 && len(g.unboxed) > 0 {
			continue // EL3001
		}
		if m.boxesUnasked() && (f.Name(number) != "" || m.leavesNull(number)) {
			continue // a variable of a primitive type, or of an inlined lambda: only the compiler can keep the box
		}
		r, ok := m.recurs(call)
		if !ok || m.keyOfItsMap(t, call, from) || m.caughtAs(number, nullException) || m.needsIdentity(v) {
			continue
		}
		if energy := m.Energy(Change{At: number, Cost: m.boxCost(call, class), Repaired: nil, Per: r.per(), Case: "Rebox"}); energy != nil {
			name := simpleName(class)
			what := m.Name(f.Args(number)[0])
			if what == "" || strings.HasSuffix(what, ")") {
				what = article(name)
			}
			m.Report(call, name, fmt.Sprintf("%s is unboxed and boxed again, %s; keep the %s", what, r.again(), name), energy, r.related()...)
		}
	}
}

// unboxedFor returns the call that takes a number out of a box of a class for its only use, which is v or one way into v where that is
// what a conditional expression gives (flag ? number : box), except in Kotlin, whose compiler boxes numbers where the source cannot tell;
// 0 where there is none.
func (m *Method) unboxedFor(t *useTable, v ssa.ID, class string) ssa.ID {
	f := m.Func()
	isUnboxed := func(n ssa.ID) bool { return n != 0 && f.IsCallTo(n, class, wrappers[class].unbox) && len(t.of(n)) == 1 }
	switch {
	case isUnboxed(v):
		return v
	case f.Values[v].Kind != ssa.Phi || len(t.of(v)) != 1 || m.headsLoop(v) || isKotlin(f.Method.Class):
		return 0
	}
	for _, a := range f.Args(v) {
		if isUnboxed(a) {
			return a
		}
	}
	return 0
}

// leavesNull reports whether what a number is taken out of is tested for null: where Kotlin's source asks for an Int of an Int?, by as, !! or
// ?:, the box that is kept would have the type Int? again.
func (m *Method) leavesNull(number ssa.ID) bool {
	f := m.Func()
	w := visit(m.Strip(f.Args(number)[0]))
	for v := range w.all() {
		for _, u := range m.uses().of(v) {
			x := &f.Values[u]
			if x.Kind != ssa.Instr {
				continue
			}
			c, _ := f.Member(u)
			switch {
			case x.Op == classfile.OpCheckcast:
				w.add(u)
			case x.Op == classfile.OpIfnull, x.Op == classfile.OpIfnonnull, x.Op == classfile.OpInvokestatic && c.Class == kotlinIntrinsics:
				return true
			}
		}
	}
	return false
}

// headsLoop reports whether a phi is one of a loop's header, which goes round.
func (m *Method) headsLoop(phi ssa.ID) bool {
	l := m.LoopOf(phi)
	return l >= 0 && m.Graph().Loops[l].Header == m.Func().Values[phi].Block
}

// keyOfItsMap reports whether a box is made to look up an element of an iteration: KeySetThenGet's repair needs no box.
func (m *Method) keyOfItsMap(t *useTable, made, element ssa.ID) bool {
	user, arg, ok := m.onlyUser(t, made)
	return ok && arg == 1 && m.IsCall(user, "get", "(Ljava/lang/Object;)Ljava/lang/Object;") && m.IsCall(element, "next", "()Ljava/lang/Object;")
}
