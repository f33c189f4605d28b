package rules

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// referencedQueries finds method references to queries that are passed to be called for every element:
// map(customers::findByName).
func (m *Method) referencedQueries() {
	for r := range m.references() {
		if m.Engine.query(r.body) == execution {
			m.reportReference(r.Lambda, r.body)
		}
	}
}

func (m *Method) reportReference(v ssa.ID, c classfile.Member) {
	name := simpleName(c.Class) + "." + c.Name
	cost := m.Engine.roundTrip()
	if energy := m.Energy(Change{At: v, Cost: cost, Per: "element", Factor: "the number of elements", Case: "Query"}); energy != nil {
		m.Report(v, name, fmt.Sprintf("%s asks the database for every element; ask once for all of them, or use a batch", name), energy)
	}
}
