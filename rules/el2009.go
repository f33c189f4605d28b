package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL2009", Name: "ConstantListForContains", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "collections"},
		Summary: "A list or set of constants is made for each contains, or a long constant list is searched; a constant set does neither",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{{"contains" + keyTest}}},
	Check: constantListForContains,
})

// constantListForContains finds contains of collections of constants that are made for the call, and of long constant lists.
func constantListForContains(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("contains") {
		if c.Desc != searches["contains"] || f.Values[v].Op == classfile.OpInvokestatic || !m.Engine.IsClass(c.Class, "java/util/Collection") {
			continue
		}
		of := m.Strip(f.Args(v)[0])
		what, pair, cost := m.constantCollection(of, v)
		if what == "" {
			continue
		}
		r, ok := m.recurs(v)
		if !ok || r.loop >= 0 && (!m.InLoop(of, r.loop) && pair != "ConstantList" || m.rare(v)) {
			continue
		}
		if energy := m.Energy(Change{At: v, Cost: cost, Per: r.per(), Case: pair}); energy != nil {
			set := "Set"
			if m.meetsNull(of, f.Args(v)[1]) {
				set = "HashSet, which takes null,"
			}
			m.Report(v, "contains", fmt.Sprintf("%s, %s; keep a %s of them in a static final field", what, r.again(), set), energy, r.related()...)
		}
	}
}

// meetsNull reports whether a collection of constants holds null or is asked for it, as far as the method shows: Set.of takes none. What List.of
// and the like make takes none either.
func (m *Method) meetsNull(of, asked ssa.ID) bool {
	f := m.Func()
	if by, _ := f.Member(of); refuseNull[by.Class+"."+by.Name] {
		return false
	}
	return m.someNull(asked) || m.missingIsNull(asked) || slices.ContainsFunc(m.collected(of), f.IsNull)
}

// missingIsNull reports whether a value is what a method returned that returns null where there is nothing, and the method does not dereference it.
func (m *Method) missingIsNull(v ssa.ID) bool {
	c, ok := m.Func().Member(m.Strip(v))
	return ok && m.Func().IsCall(m.Strip(v)) && slices.Contains(absent, c.Name) && len(classfile.Params(c.Desc)) == 1 && !m.dereferenced(v)
}

// constantCollection says what is wasteful about asking a collection whether it contains something: that it is made of constants
// for that alone, or a long list in a constant; what is empty where neither is so.
func (m *Method) constantCollection(of, call ssa.ID) (what, pair string, cost pattern.Counts) {
	f := m.Func()
	x := &f.Values[of]
	if x.Kind != ssa.Instr {
		return "", "", nil
	}
	if x.Op == classfile.OpGetstatic {
		c, _ := f.Member(of)
		if n := m.Engine.constantListLength(c); n > fewElements {
			cost = m.Engine.perUnit("java/util/ArrayList", "contains", searches["contains"]).Scale(float64(n) / 2)
			return fmt.Sprintf("contains compares the %d constants of %s one after the other", n, c.Name), "ConstantList", cost
		}
		return "", "", nil
	}
	if x.Op == classfile.OpNew {
		c := f.Method.Class.Pool.ClassName(f.Code.Index(int(x.PC)))
		list := m.copied(of, c)
		if c != "java/util/HashSet" || list == 0 {
			return "", "", nil
		}
		if _, ok := m.constantsOf(list); ok {
			return "a set of constants is made for one contains", "SetPerCall", m.making(list).Add(m.TilesOf(of))
		}
		return "", "", nil
	}
	if user, _, alone := m.onlyUser(m.uses(), of); !alone || user != call {
		return "", "", nil
	}
	n, ok := m.constantsOf(of)
	if !ok || n < 2 {
		return "", "", nil
	}
	c, _ := f.Member(of)
	switch {
	case c.Class == "java/util/Set":
		return fmt.Sprintf("Set.of makes a set of %d constants for one contains", n), "SetPerCall", m.making(of)
	case c.Class == "java/util/List":
		return fmt.Sprintf("List.of makes a list of %d constants for one contains", n), "ListOfPerCall", m.making(of)
	}
	made := "list"
	if strings.HasSuffix(c.Desc, ")Ljava/util/Set;") { // Kotlin's setOf
		made = "set"
	}
	return fmt.Sprintf("%s makes a %s of %d constants for one contains", m.Call(of), made, n), "ListPerCall", m.making(of)
}

// copied returns the collection that the constructor of a new one copies, where nothing else is done with the new one than asking it; 0
// otherwise.
func (m *Method) copied(made ssa.ID, class string) (from ssa.ID) {
	f := m.Func()
	if !m.onlyReceives(made, nil) {
		return 0
	}
	for _, u := range m.uses().of(made) {
		switch c, _ := f.Member(u); {
		case f.IsCallTo(u, class, "<init>") && c.Desc == "(Ljava/util/Collection;)V":
			from = m.Strip(f.Args(u)[1])
		case c.Name != "contains":
			return 0
		}
	}
	return from
}

// listMakers are the calls that make a collection of their arguments.
var listMakers = map[string]bool{
	"java/util/Arrays.asList": true, "java/util/List.of": true, "java/util/Set.of": true, "com/google/common/collect/ImmutableList.of": true,
	"com/google/common/collect/ImmutableSet.of": true, "kotlin/collections/CollectionsKt.listOf": true, "kotlin/collections/SetsKt.setOf": true,
}

// refuseNull are those of listMakers whose collections hold no null.
var refuseNull = map[string]bool{
	"java/util/List.of": true, "java/util/Set.of": true, "com/google/common/collect/ImmutableList.of": true, "com/google/common/collect/ImmutableSet.of": true,
}

// collected returns the arguments of which a call makes a collection; none where they are not seen.
func (m *Method) collected(v ssa.ID) []ssa.ID {
	f := m.Func()
	elements := f.Args(v)
	if c, _ := f.Member(v); len(elements) == 1 && strings.HasPrefix(c.Desc, "([") {
		array, made := m.argumentArray(elements[0])
		if !made {
			return nil
		}
		return m.argumentsIn(array)
	}
	return elements
}

// constantsOf returns how many elements a call makes a collection of, where all are constants.
func (m *Method) constantsOf(v ssa.ID) (n int, ok bool) {
	f := m.Func()
	if !f.IsCall(v) || f.Values[v].Op != classfile.OpInvokestatic {
		return 0, false
	}
	c, _ := f.Member(v)
	if !listMakers[c.Class+"."+c.Name] {
		return 0, false
	}
	elements := m.collected(v)
	if slices.ContainsFunc(elements, func(e ssa.ID) bool { return !m.constantElement(e) }) {
		return 0, false
	}
	return len(elements), len(f.Args(v)) == 0 || len(elements) > 0
}

// constantElement reports whether a value is the same object, or one that is equal, each time: a constant, its box, or a static
// final field.
func (m *Method) constantElement(v ssa.ID) bool {
	f := m.Func()
	v = m.Strip(v)
	x := &f.Values[v]
	switch {
	case x.Kind == ssa.Const || x.Kind == ssa.Int:
		return true
	case m.boxes(v):
		return m.constantElement(f.Args(v)[0])
	case x.Kind == ssa.Instr && x.Op == classfile.OpGetstatic:
		c, _ := f.Member(v)
		return m.final(c) || m.isEnum(v)
	}
	return false
}

// constantListLength is how many elements the list in a static final field has, where they stand in the source; else 0.
func (e *Engine) constantListLength(field classfile.Member) int {
	if e.fieldFlags(field)&classfile.AccFinal == 0 {
		return 0
	}
	values, ok := e.storesTo(field)
	if !ok {
		return 0
	}
	for m, v := range values {
		v = m.Strip(v)
		if m.Func().IsCallTo(v, "java/util/Collections", "unmodifiableList") {
			v = m.Strip(m.Func().Args(v)[0])
		}
		n, ok := m.constantsOf(v)
		if c, _ := m.Func().Member(v); ok && !strings.Contains(c.Class, "Set") {
			return n
		}
	}
	return 0
}

// making is what it costs to make a collection of constants: the call, and the array of its arguments.
func (m *Method) making(call ssa.ID) pattern.Counts {
	f := m.Func()
	c, _ := f.Member(call)
	made := []ssa.ID{call}
	for _, a := range f.Args(call) {
		if array, ok := m.argumentArray(a); ok {
			made = append(made, array)
			for store := range m.elements(array) {
				made = append(made, store)
			}
		}
	}
	return m.TilesOf(made...).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
}
