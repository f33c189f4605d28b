package rules

import (
	"fmt"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// referencedQueries finds method references to queries that are passed to be called for every element:
// map(customers::findByName).
func (m *Method) referencedQueries() {
	f := m.Func()
	class := f.Method.Class
	bs, err := class.Bootstraps()
	if err != nil {
		return
	}
	for v, c := range m.Calls() {
		if !elementwise(c) {
			continue
		}
		for _, a := range f.Args(v) {
			x := &f.Values[a]
			if x.Op != classfile.OpInvokedynamic {
				continue
			}
			d, _ := class.Pool.Dynamic(f.Code.Index(int(x.PC)))
			l, ok := callgraph.LambdaAt(class, bs, d)
			if !ok || m.Engine.query(l.Body.Member) != execution {
				continue
			}
			m.reportReference(a, l.Body.Member)
		}
	}
}

func (m *Method) reportReference(v ssa.ID, c classfile.Member) {
	name := simpleName(c.Class) + "." + c.Name
	cost := m.Engine.roundTrip()
	if energy := m.Energy(Change{At: v, Cost: cost, Per: "element", Factor: "the number of elements"}); energy != nil {
		m.Report(v, name, fmt.Sprintf("%s asks the database for every element; ask once for all of them, or use a batch", name), energy)
	}
}
