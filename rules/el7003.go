package rules

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL7003", Name: "EnumValuesInLoop", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "enums"},
		Sampled: finding.AtCall,
		Summary: "Each call of values() of an enum copies the array of its constants",
	},
	Needs: Needs{
		Recurs: true, Called: func(_ *Engine, c classfile.Member) bool { return isValues(c) },
		CalledNames: func(*Engine) []string { return []string{"values"} },
	},
	Check: enumValuesInLoop,
})

// isValues reports whether a member is, by name and descriptor, the method by which an enum gives its constants.
func isValues(c classfile.Member) bool { return c.Name == "values" && c.Desc == "()[L"+c.Class+";" }

// arrayReaders are library methods that read an array and neither keep nor change it.
var arrayReaders = map[string]string{"stream": "java/util/Arrays", "of": "java/util/stream/Stream", "toString": "java/util/Arrays"}

// enumValuesInLoop finds calls of values() again and again whose array is only read.
func enumValuesInLoop(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("values") {
		if f.Values[v].Op != classfile.OpInvokestatic || !isValues(c) || !m.Engine.IsClass(c.Class, "java/lang/Enum") || f.Method.Name == "<clinit>" {
			continue
		}
		uses := m.uses()
		if !m.onlyRead(uses, v) {
			continue
		}
		r, ok := m.recurs(v)
		if !ok {
			continue
		}
		cost := m.TilesOf(v).Add(m.Engine.LibraryCost("java/lang/Object[]", "clone", "()Ljava/lang/Object;", m.constants(c.Class)))
		if energy := m.Energy(Change{At: v, Cost: cost, Per: r.per(), Case: "LookUpByCode"}); energy != nil {
			instead := "keep it in a private static final field"
			if isKotlin(f.Method.Class) {
				instead = "use entries (Kotlin 1.9), or keep it in a private val of an object or file"
			}
			m.Report(v, c.Class, fmt.Sprintf("%s copies the array of all constants %s; %s", m.Call(v), r.again(), instead), energy, r.related()...)
		}
	}
}

// onlyRead reports whether an array is only read, and that at all.
func (m *Method) onlyRead(t *useTable, v ssa.ID) bool {
	f := m.Func()
	for _, u := range t.of(v) {
		x := &f.Values[u]
		if x.Kind == ssa.Instr && (x.Op == classfile.OpArraylength || x.Op == classfile.OpAaload) {
			continue
		}
		if c, _ := f.Member(u); !f.IsCall(u) || arrayReaders[c.Name] == "" || arrayReaders[c.Name] != c.Class {
			return false
		}
	}
	return len(t.of(v)) > 0
}

// constants is how many constants an enum has, 1 where that is not known.
func (m *Method) constants(class string) float64 {
	n := 0
	if c := m.Engine.Program.Lookup(class); c != nil {
		for i := range c.Fields {
			if c.Fields[i].Access&classfile.AccEnum != 0 {
				n++
			}
		}
	}
	return float64(max(n, 1))
}
