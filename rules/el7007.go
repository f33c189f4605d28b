package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL7007", Name: "ReflectionPerCall", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "reflection"},
		Sampled: finding.AtCall,
		Summary: "The same class or member is looked up by its name again and again",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{reflectiveCalls()}},
	Check: reflectionPerCall,
})

// lookupsByName are the methods of Class that search for something by name or parameter types.
var lookupsByName = []string{"forName", "getMethod", "getDeclaredMethod", "getField", "getDeclaredField", "getConstructor", "getDeclaredConstructor"}

// keepers are methods by which a program keeps what it found.
var keepers = []string{"put", "putIfAbsent", "add", "set", "computeIfAbsent", "compareAndSet", "offer"}

func reflectiveCalls() (out []string) {
	for _, n := range lookupsByName {
		out = append(out, "java/lang/Class."+n)
	}
	return out
}

// reflectionPerCall finds look-ups of the same class or member each time that code runs.
func reflectionPerCall(m *Method) {
	f := m.Func()
	for v, c := range m.Calls(lookupsByName...) {
		if c.Class != "java/lang/Class" || f.Method.Name == "<clinit>" || m.handles(int(f.Values[v].Block)) || !m.constantLookup(v, 0) {
			continue
		}
		r, ok := m.recurrence(v)
		called := r.calls()
		if !ok || called && m.LoopOf(v) >= 0 || m.kept(v, called) || r.loop >= 0 && m.rare(v) {
			continue
		}
		cost := m.TilesOf(v).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
		field := pattern.Tally(pattern.Of(pattern.ObjectGetStaticField, pattern.Reference, pattern.Load))
		if energy := m.Energy(Change{At: v, Cost: cost, Repaired: field, Per: r.per(), Case: "GetMethod"}); energy != nil {
			m.Report(v, c.Name, fmt.Sprintf("Class.%s looks up %s %s; keep the result in a static final field", c.Name, m.lookedUp(v), r.again()), energy, r.related()...)
		}
	}
}

// lookedUp names what a call looks up.
func (m *Method) lookedUp(v ssa.ID) string {
	for _, a := range m.Func().Args(v) {
		if text, ok := m.Func().StringConstant(a); ok {
			return quoted(text)
		}
	}
	return "the same constructor"
}

// constantLookup reports whether a look-up is of the same thing each time: of a class in the source, by constants.
func (m *Method) constantLookup(v ssa.ID, depth int) bool {
	f := m.Func()
	for _, a := range f.Args(v) {
		a = m.Strip(a)
		x := &f.Values[a]
		switch {
		case x.Kind == ssa.Const || x.Kind == ssa.Int || f.IsNull(a):
		case x.Kind == ssa.Instr && x.Op == classfile.OpAnewarray && m.constantTypes(a):
		case x.Kind == ssa.Instr && x.Op == classfile.OpGetstatic && m.isPrimitiveClass(a): // int.class
		case depth == 0 && f.IsCallTo(a, "java/lang/Class", "forName") && m.constantLookup(a, 1):
		default:
			return false
		}
	}
	return true
}

// isPrimitiveClass reports whether a value is the class of a primitive type: Integer.TYPE.
func (m *Method) isPrimitiveClass(v ssa.ID) bool {
	c, _ := m.Func().Member(v)
	return c.Name == "TYPE" && c.Desc == "Ljava/lang/Class;"
}

// constantTypes reports whether an array holds classes that stand in the source.
func (m *Method) constantTypes(array ssa.ID) bool {
	f := m.Func()
	if f.Values[f.Args(array)[0]].Kind != ssa.Int {
		return false
	}
	for _, e := range m.elements(array) {
		if e = m.Strip(e); f.Values[e].Kind != ssa.Const && !(f.Values[e].Op == classfile.OpGetstatic && m.isPrimitiveClass(e)) {
			return false
		}
	}
	return true
}

// kept reports whether what was looked up is stored for later, or returned to somebody who may do so.
func (m *Method) kept(v ssa.ID, returned bool) bool {
	f := m.Func()
	for _, u := range m.usersOf(v) {
		x := &f.Values[u]
		c, _ := f.Member(u)
		switch {
		case x.Op == classfile.OpPutfield || x.Op == classfile.OpPutstatic || x.Op == classfile.OpAastore, x.Op == classfile.OpAreturn && returned,
			f.IsCall(u) && slices.Contains(keepers, c.Name) && c.Class != "java/lang/reflect/Field":
			return true
		}
	}
	return false
}
