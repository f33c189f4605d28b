package rules

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL7017", Name: "ReflectiveEquals", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "reflection"},
		Sampled: finding.AtCall,
		Summary: "equals, hashCode or compareTo looks at all fields by reflection, for each comparison and each look-up",
	},
	Needs: Needs{Calls: [][]string{{"reflectionEquals", "reflectionHashCode", "reflectionCompare", "reflectionToString"}}},
	Check: reflectiveEquals,
})

// reflectiveCallers are the methods that collections call for each comparison or look-up.
var reflectiveCallers = map[string]string{"equals": "(Ljava/lang/Object;)Z", "hashCode": "()I", "compareTo": "", "compare": ""}

// reflectiveBuilders are the classes of Apache's commons-lang that go through all fields of an object by reflection.
var reflectiveBuilders = map[string]bool{
	"org/apache/commons/lang3/builder/EqualsBuilder": true, "org/apache/commons/lang3/builder/HashCodeBuilder": true, "org/apache/commons/lang3/builder/CompareToBuilder": true,
	"org/apache/commons/lang3/builder/ToStringBuilder": true, "org/apache/commons/lang/builder/EqualsBuilder": true, "org/apache/commons/lang/builder/HashCodeBuilder": true,
	"org/apache/commons/lang/builder/CompareToBuilder": true, "org/apache/commons/lang/builder/ToStringBuilder": true,
}

// anyObject reports whether a value is a parameter of which nothing is known: no fields can be named then.
func (m *Method) anyObject(v ssa.ID) bool {
	f := m.Func()
	return f.Values[v].Kind == ssa.Param && f.Static(v) == "Ljava/lang/Object;"
}

// reflectiveEquals finds such calls in methods that collections call, and elsewhere where they run again and again.
func reflectiveEquals(m *Method) {
	own := m.Func().Method
	for v, c := range m.Calls("reflectionEquals", "reflectionHashCode", "reflectionCompare", "reflectionToString") {
		if !reflectiveBuilders[c.Class] || reflectiveBuilders[own.Class.Name] || m.anyObject(m.Func().Args(v)[0]) || m.handles(int(m.Func().Values[v].Block)) || m.underGuard(v) {
			continue
		}
		again, per := "in every "+own.Name, own.Name
		var related []finding.Location
		if desc, ok := reflectiveCallers[own.Name]; !ok || desc != "" && desc != own.Desc || own.Access&classfile.AccStatic != 0 {
			r, ok := m.recurs(v)
			if !ok {
				continue
			}
			again, per, related = r.again(), r.per(), r.related()
		}
		if energy := m.Energy(Change{At: v, Cost: m.TilesOf(v), Per: per, Case: "Equals"}); energy != nil {
			m.Report(v, c.Name, fmt.Sprintf("%s goes through all fields by reflection %s; name the fields, or let a record or the IDE do so", m.Call(v), again), energy, related...)
		}
	}
}
