package rules

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL3002", Name: "WrapperConstructor", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "boxing"},
		Sampled: finding.AtCall,
		Summary: "A constructor makes a new box of a number for which valueOf has one already",
	},
	Needs:  Needs{Calls: [][]string{wrapperConstructors()}},
	Check:  wrapperConstructor,
	Repair: repair.ValueOf,
	Facts:  boxFacts,
})

// cached is the range of values of which valueOf keeps boxes, by the class of the box: all of Boolean and Byte. Float and
// Double keep none.
var cached = map[string]struct{ from, to int64 }{
	"java/lang/Boolean": {0, 1}, "java/lang/Byte": {-128, 127}, "java/lang/Short": {-128, 127}, "java/lang/Integer": {-128, 127},
	"java/lang/Long": {-128, 127}, "java/lang/Character": {0, 127},
}

func wrapperConstructors() (out []string) {
	for _, n := range []string{"Boolean", "Byte", "Short", "Integer", "Long", "Character"} {
		out = append(out, "java/lang/"+n+".<init>")
	}
	return out
}

// wrapperConstructor finds new boxes of values for which valueOf has a box.
func wrapperConstructor(m *Method) {
	f := m.Func()
	reported := map[string]int{} // one finding for each class, which names the other places, by its index
	for call, c := range m.Calls("<init>") {
		if _, ok := cached[c.Class]; !ok || len(f.Args(call)) != 2 {
			continue
		}
		made := f.Args(call)[0]
		if x := &f.Values[made]; x.Kind != ssa.Instr || x.Op != classfile.OpNew || !m.hasBox(c, f.Args(call)[1]) {
			continue
		}
		t := m.uses()
		if g := m.group(t, made); len(g.escapes) == 0 && len(g.unboxed) > 0 && c.Desc != "("+stringDesc+")V" {
			continue // what is unboxed again is EL3001's
		}
		r, ok := m.recurs(call)
		if !ok || m.needsIdentity(made) {
			continue
		}
		if first, ok := reported[c.Class]; ok {
			m.alsoAt(first, call)
			continue
		}
		// valueOf tests the range and takes the box from an array; for Boolean it tests and reads a field.
		repaired := pattern.Tally(pattern.Of(pattern.StaticMethodCall, pattern.NoType, pattern.SizeReference), pattern.Of(pattern.Argument, pattern.Int, pattern.Load),
			pattern.Of(pattern.IfGreaterInt, pattern.Int, pattern.Load), pattern.Of(pattern.ObjectGetStaticField, pattern.Reference, pattern.Load))
		cost := m.TilesOf(made, call).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
		if energy := m.Energy(Change{At: call, Cost: cost, Repaired: repaired, Per: r.per(), Case: "New" + simpleName(c.Class)}); energy != nil {
			reported[c.Class] = len(m.found)
			name := simpleName(c.Class)
			m.Report(call, name, fmt.Sprintf("new %s makes an object of a value that %s.valueOf has one of already, %s; use valueOf", name, name, r.again()), energy, r.related()...)
		}
	}
}

// hasBox reports whether valueOf certainly keeps a box of what a constructor is given: of a text for Boolean alone.
func (m *Method) hasBox(constructor classfile.Member, v ssa.ID) bool {
	class := constructor.Class
	switch number := constructor.Desc == "("+wrappers[class].primitive+")V"; {
	case class == booleanBox:
		return number || constructor.Desc == "("+stringDesc+")V"
	case class == "java/lang/Byte":
		return number
	case !number:
		return false
	}
	x := &m.Func().Values[v]
	return x.Kind == ssa.Int && cached[class].from <= x.Aux && x.Aux <= cached[class].to
}

// boxFacts adds whether the new box can be told from that of valueOf.
func boxFacts(m *Method, at ssa.ID, s *finding.Site) {
	s.Refusal = m.tellsApart(m.Func().Args(at)[0])
}
