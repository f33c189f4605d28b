package rules

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL1006", Name: "NewString", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "strings"},
		Sampled: finding.AtCall,
		Summary: "A string is copied by new String, though strings never change",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{{"java/lang/String.<init>"}}},
	// map(String::new)
	OrNeeds: &Needs{Calls: [][]string{{streamClass + ".map"}}, References: []string{"<init>"}},
	Check:   newString,
	Repair:  repair.NewString,
	Facts:   copyFacts,
})

// newString finds copies of strings of which nothing needs to be an object of its own.
func newString(m *Method) {
	m.copiesByReference()
	f := m.Func()
	for v, c := range m.Calls("<init>") {
		if c.Class != stringClass || c.Desc != "()V" && c.Desc != "("+stringDesc+")V" || f.Values[f.Args(v)[0]].Op != classfile.OpNew {
			continue
		}
		made := f.Args(v)[0]
		if len(f.Args(v)) > 1 && m.emptyConcat(made, f.Args(v)[1]) {
			continue
		}
		r, ok := m.recurs(v)
		if !ok || m.needsIdentity(made) {
			continue
		}
		instead, what := `use ""`, "new String()"
		if len(f.Args(v)) > 1 {
			instead, what = "use the string itself", "new String(...)"
			if n := m.Name(f.Args(v)[1]); n != "" {
				instead, what = "use "+n+" itself", "new String("+n+")"
			}
		}
		cost := m.TilesOf(made, v).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
		if energy := m.Energy(Change{At: v, Cost: cost, Per: r.per(), Case: "CopyOfWord"}); energy != nil {
			m.Report(v, "new String", fmt.Sprintf("%s makes another object of equal text %s; %s", what, r.again(), instead), energy, r.related()...)
		}
	}
}

// copiesByReference finds references to the constructor of String that copies, which are called for every element.
func (m *Method) copiesByReference() {
	for r := range m.references() {
		if r.body.Class != stringClass || r.body.Name != "<init>" || r.body.Desc != "("+stringDesc+")V" || !strings.HasPrefix(r.Member.Class, streamPackage) || m.namesIdentity() {
			continue
		}
		cost := callTiles().Add(m.Engine.LibraryCost(stringClass, "<init>", r.body.Desc, 1))
		if energy := m.Energy(Change{At: r.Lambda, Cost: cost, Per: r.unit(), Case: "CopyOfWord"}); energy != nil {
			m.Report(r.Lambda, "new String", fmt.Sprintf("String::new makes another object of equal text for every %s; use the string itself", r.unit()), energy)
		}
	}
}

// namesIdentity reports whether the method's class names a type that tells equal objects apart, into which a stream may put them.
func (m *Method) namesIdentity() bool {
	for class, only := range identities {
		if m.Engine.mentions(m.Func().Method.Class, cmp.Or(only, class)) {
			return true
		}
	}
	return false
}

// emptyConcat reports whether a copy of a string stands for its concatenation with an empty one: what Google's compiler makes of a + b,
// b.isEmpty() ? new String(a) : a.concat(b).
func (m *Method) emptyConcat(made, copied ssa.ID) bool {
	f := m.Func()
	for _, u := range m.uses().of(made) {
		if f.Values[u].Kind != ssa.Phi {
			continue
		}
		for _, a := range f.Args(u) {
			if f.IsCallTo(a, stringClass, "concat") && m.Same(f.Args(a)[0], copied) {
				return true
			}
		}
	}
	return false
}

// copyFacts adds whether the copy can be told from the string.
func copyFacts(m *Method, at ssa.ID, s *finding.Site) {
	s.Refusal = m.tellsApart(m.Func().Args(at)[0])
}
