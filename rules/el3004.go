package rules

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL3004", Name: "UnboxedAndBoxedAgain", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "boxing"},
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
		number := args[len(args)-1]
		if !f.IsCallTo(number, class, wrappers[class].unbox) {
			continue
		}
		if _, _, alone := m.onlyUser(t, number); !alone {
			continue
		}
		from := m.Strip(f.Args(number)[0])
		if made, _, _ := box(m, t, from); made != "" {
			continue // EL3001
		}
		r, ok := m.recurs(call)
		if !ok || m.keyOfItsMap(t, call, from) {
			continue
		}
		if energy := m.Energy(Change{At: call, Cost: m.boxCost(call, class), Repaired: nil, Per: r.per(), Case: "Rebox"}); energy != nil {
			name := simpleName(class)
			what := m.Name(f.Args(number)[0])
			if what == "" || strings.HasSuffix(what, ")") {
				what = article(name)
			}
			m.Report(call, name, fmt.Sprintf("%s is unboxed and boxed again, %s; keep the %s", what, r.again(), name), energy, r.related()...)
		}
	}
}

// keyOfItsMap reports whether a box is made to look up an element of an iteration: KeySetThenGet's repair needs no box.
func (m *Method) keyOfItsMap(t *useTable, made, element ssa.ID) bool {
	user, arg, ok := m.onlyUser(t, made)
	return ok && arg == 1 && m.IsCall(user, "get", "(Ljava/lang/Object;)Ljava/lang/Object;") && m.IsCall(element, "next", "()Ljava/lang/Object;")
}
