package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL2015", Name: "HashOfEnum", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "collections"},
		Sampled: finding.AtCall,
		Summary: "A hash map or hash set has the constants of an enum as keys; EnumMap and EnumSet find them by their number",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{hashedCalls()}, Argument: mayBeEnum},
	Check: hashOfEnum,
})

// keyedCalls are the methods of maps and sets whose first argument is a key.
var keyedCalls = []string{"get", "put", "containsKey", "getOrDefault", "merge", "computeIfAbsent", "putIfAbsent", "contains", "add"}

// hashedTypes are the types in which a hash map or a hash set is asked for keys: its class and those above it.
var hashedTypes = []string{
	"java/util/HashMap", "java/util/AbstractMap", "java/util/Map",
	"java/util/HashSet", "java/util/AbstractSet", "java/util/Set", "java/util/AbstractCollection", "java/util/Collection",
}

// mayBeEnum reports whether the key in a call may be a constant of an enum: it is not the last argument, or not of another type.
func mayBeEnum(e *Engine, c classfile.Member, before loaded) bool {
	return len(classfile.Params(c.Desc)) > 1 || !before.constant() && (before.desc == "" || e.isEnum(before.desc))
}

// hashedCalls are keyedCalls of hash maps and hash sets.
func hashedCalls() (out []string) {
	for _, t := range hashedTypes {
		out = append(out, methodsOf(t, keyedCalls...)...)
	}
	return out
}

// enumCollections are what replaces a hash map and a hash set, with the case of the evidence.
var enumCollections = map[string]struct{ instead, pair, model, desc string }{
	"java/util/HashMap": {"EnumMap", "MapOfEnum", "get", mapGet},
	"java/util/HashSet": {"EnumSet", "SetOfEnum", "contains", keyTest},
}

// hashOfEnum finds look-ups of enum constants in what is certainly a HashMap or HashSet. There is one finding for a collection and method.
func hashOfEnum(m *Method) {
	f := m.Func()
	if f.Method.Name == "<clinit>" {
		return
	}
	reported := map[string]bool{}
	for v, c := range m.Calls(keyedCalls...) {
		args := f.Args(v)
		if f.Values[v].Op == classfile.OpInvokestatic || len(args) < 2 || !m.isEnum(args[1]) || slices.Contains([]string{"java/lang/Enum", "java/lang/Object"}, className(f.Static(args[1]))) {
			continue
		}
		class := className(m.Type(args[0]))
		kind, ok := enumCollections[class]
		name := m.nameOr(args[0], "the "+simpleName(class))
		if !ok || reported[name] || m.fixedTo(args[0], class, f.Static(args[1])) {
			continue
		}
		r, ok := m.recurs(v)
		if !ok || r.loop >= 0 && m.rare(v) {
			continue
		}
		cost := m.Engine.LibraryCost(class, kind.model, kind.desc, 1)
		repaired := m.Engine.LibraryCost("java/util/EnumMap", "get", mapGet, 1)
		if energy := m.Energy(Change{At: v, Cost: cost, Repaired: repaired, Per: r.per(), Case: kind.pair}); energy != nil {
			reported[name] = true
			key := simpleName(className(f.Static(args[1])))
			m.Report(v, c.Name, fmt.Sprintf("%s computes hash codes of %s, an enum, %s; make it an %s", m.Call(v), key, r.again(), kind.instead), energy, r.related()...)
		}
	}
}

// fixedTo reports whether a collection has to be of its class: it is needed as such, or holds what no collection of constants of an enum does; a lambda
// may have it from the method around.
func (m *Method) fixedTo(v ssa.ID, class, enum string) bool {
	if m.neededAs(v, class) || m.storesOtherKeys(v, enum) {
		return true
	}
	around, captured := m.captures(m.Strip(v))
	return around != nil && around.fixedTo(captured, class, enum)
}

// neededAs reports whether an object of a class that the method makes goes where that class itself is asked for: to a caller in other classes, or to
// another method.
func (m *Method) neededAs(v ssa.ID, class string) bool {
	f := m.Func()
	v = m.Strip(v)
	if f.Values[v].Kind != ssa.Instr || f.Values[v].Op != classfile.OpNew {
		return false
	}
	desc := "L" + class + ";"
	for w, u := range m.usersOf(v) {
		if f.Values[u].Kind == ssa.Instr && f.Values[u].Op == classfile.OpAreturn && classfile.Return(f.Method.Desc) == desc && f.Method.Access&classfile.AccPrivate == 0 {
			return true
		}
		if !f.IsCall(u) {
			continue
		}
		c, _ := f.Member(u)
		params, args := classfile.Params(c.Desc), f.Args(u)
		for i, p := range params {
			if at := len(args) - len(params) + i; at >= 0 && p == desc && args[at] == w {
				return true
			}
		}
	}
	return false
}

// storingCalls are the keyedCalls that store a key.
var storingCalls = []string{"put", "putIfAbsent", "add", "merge", "compute", "computeIfAbsent"}

// storesOtherKeys reports whether the method stores null or a key of another type than an enum's class in a collection: an EnumMap and an
// EnumSet hold neither.
func (m *Method) storesOtherKeys(of ssa.ID, enum string) bool {
	f := m.Func()
	if t := m.typeArguments(of); len(t) > 0 && !m.Engine.isEnum(t[0]) {
		return true
	}
	for u := range m.Calls(storingCalls...) {
		args := f.Args(u)
		if f.Values[u].Op != classfile.OpInvokestatic && len(args) > 1 && m.Same(args[0], of) && (m.someNull(args[1]) || m.missingIsNull(args[1]) || f.Static(args[1]) != enum) {
			return true
		}
	}
	return false
}
