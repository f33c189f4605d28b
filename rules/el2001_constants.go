package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Look-ups that run for one key, or a few, of all that a loop goes over: for (String k : map.keySet()) { if (k.equals("name")) { map.get(k); } }.

// keyValues are the methods of boxes and enums whose results differ where the objects do.
var keyValues = []string{"intValue", "longValue", "charValue", "shortValue", "byteValue", "ordinal"}

// keyGuard tells on which edges of a method a key is known to be equal to one value.
type keyGuard struct {
	*Method
	key  ssa.ID
	same func(ssa.ID) bool // reports whether a value is the same for all keys
}

// forOneKey reports whether v runs only for a key that was compared equal with what is the same for all keys: in loop l, or in the method where it is
// negative. Sound because the keys of a map differ: each comparison is true of one of them at most.
func (m *Method) forOneKey(v, key ssa.ID, l int, same func(ssa.ID) bool) bool {
	g := m.Graph()
	k := &keyGuard{m, m.Strip(key), same}
	type place struct {
		block int32
		phi   ssa.ID // of which the way goes on where it has the number n
		n     int32
	}
	w := visit(place{block: m.Func().Values[v].Block})
	for at := range w.all() {
		if l >= 0 && (at.block == g.Loops[l].Header || !g.InLoop(int(at.block), l)) || len(g.Blocks[at.block].Preds) == 0 || len(w.seen) > pathLimit {
			return false
		}
		for i, p := range g.Blocks[at.block].Preds {
			e := &g.Edges[p]
			next := place{e.From, at.phi, at.n}
			if at.phi != 0 && m.Func().Values[at.phi].Block == at.block {
				number := &m.Func().Values[m.Func().Args(at.phi)[i]]
				if number.Kind == ssa.Int && number.Aux != int64(at.n) {
					continue // the switch goes elsewhere
				}
				next = place{block: e.From}
			}
			if k.holds(e) {
				continue
			}
			if chosen := k.chosenBy(e); chosen != 0 {
				next.phi, next.n = chosen, e.Case
			}
			w.add(next)
		}
	}
	return true
}

// chosenBy returns the number that a switch on strings makes of them, by which the case of an edge is chosen; 0 where there is none.
func (k *keyGuard) chosenBy(e *cfg.Edge) ssa.ID {
	f := k.Func()
	test := f.At(k.Graph().Blocks[e.From].Last)
	if e.Kind != cfg.Case || test == 0 || len(f.Args(test)) != 1 || f.Values[f.Args(test)[0]].Kind != ssa.Phi {
		return 0
	}
	return f.Args(test)[0]
}

// holds reports whether an edge is taken only where the key is equal to one value.
func (k *keyGuard) holds(e *cfg.Edge) bool {
	f := k.Func()
	test := f.At(k.Graph().Blocks[e.From].Last)
	if test == 0 {
		return false
	}
	args := f.Args(test)
	switch op := f.Values[test].Op; {
	case e.Kind == cfg.Case:
		return k.isNumber(args[0])
	case e.Kind != cfg.Taken && e.Kind != cfg.Fall:
		return false
	case op == classfile.OpIfAcmpeq || op == classfile.OpIfAcmpne:
		return (op == classfile.OpIfAcmpeq) == (e.Kind == cfg.Taken) && k.pair(args, k.isKey)
	case op == classfile.OpIfIcmpeq || op == classfile.OpIfIcmpne:
		return (op == classfile.OpIfIcmpeq) == (e.Kind == cfg.Taken) && k.pair(args, k.isNumber)
	case op == classfile.OpIfeq && e.Kind == cfg.Fall || op == classfile.OpIfne && e.Kind == cfg.Taken:
		return k.isEquality(args[0])
	case op == classfile.OpIfeq || op == classfile.OpIfne:
		x := &f.Values[args[0]]
		return k.isNumber(args[0]) || x.Kind == ssa.Instr && x.Op == classfile.OpLcmp && k.pair(f.Args(args[0]), k.isNumber)
	}
	return false
}

// isEquality reports whether a value is that of a call which compares the key with one value.
func (k *keyGuard) isEquality(v ssa.ID) bool {
	f := k.Func()
	if !f.IsCall(v) || len(f.Args(v)) != 2 {
		return false
	}
	c, _ := f.Member(v)
	return slices.Contains([]string{"equals", "equalsIgnoreCase", "contentEquals", "areEqual"}, c.Name) && k.pair(f.Args(v), k.isKey)
}

// pair reports whether one of two values is the key, as is tells, and the other one the same for all keys.
func (k *keyGuard) pair(args []ssa.ID, is func(ssa.ID) bool) bool {
	return is(args[0]) && k.same(args[1]) || is(args[1]) && k.same(args[0])
}

// isKey reports whether a value is the key, or the same number in another box.
func (k *keyGuard) isKey(v ssa.ID) bool {
	return k.Strip(v) == k.key || k.Strip(k.unboxedKey(v)) == k.key
}

// isNumber reports whether a value is a number that differs from key to key: its value, or the place of a case in the table that javac makes of the
// constants of an enum.
func (k *keyGuard) isNumber(v ssa.ID) bool {
	f := k.Func()
	if x := &f.Values[v]; x.Kind == ssa.Instr && x.Op == classfile.OpIaload {
		v = f.Args(v)[1]
	}
	if !f.IsCall(v) || f.Values[v].Op == classfile.OpInvokestatic || len(f.Args(v)) != 1 {
		return false
	}
	c, _ := f.Member(v)
	return slices.Contains(keyValues, c.Name) && k.isKey(f.Args(v)[0])
}

// isConstant reports whether a value is a constant: a number, a text, a class, or what a final static field holds.
func (m *Method) isConstant(v ssa.ID) bool {
	f := m.Func()
	x := &f.Values[v]
	if x.Kind == ssa.Instr && x.Op == classfile.OpGetstatic {
		c, _ := f.Member(v)
		return m.final(c) || !m.Engine.own(c.Class) && m.Engine.isEnum(c.Desc)
	}
	return v != 0 && (x.Kind == ssa.Int || x.Kind == ssa.Const)
}

// mayHaveNoEntries reports whether a map may be one whose entries do not exist, or whose get is no search: a field to which the program stores no
// other, although code outside of it could, or a map whose declaration names an enum for its keys, which may be an EnumMap.
func (m *Method) mayHaveNoEntries(of ssa.ID, class string) bool {
	e := m.Engine
	of = m.Strip(of)
	arguments := m.typeArguments(of)
	field, ok := m.fieldOf(of)
	if !ok {
		return m.mayBeEnumMap(of, class, arguments)
	}
	if x := e.field(field); x != nil && len(arguments) == 0 {
		arguments = classfile.TypeArguments(x.Signature())
	}
	if m.mayBeEnumMap(of, class, arguments) {
		return true
	}
	found := false
	for _, c := range e.Program.Classes() {
		if c.Name != field.Class && !e.mentions(c, field.Class) && !e.IsClass(c.Name, field.Class) {
			continue
		}
		for named, methods := range e.storers(c) {
			if !e.isField(named, field) {
				continue
			}
			values, ok := e.storesIn(methods, named)
			if !ok {
				return false
			}
			for n, v := range values {
				stored := className(n.Func().Static(n.Strip(v)))
				if found = e.IsClass(stored, "java/util/Map") && !keepsEntries(e, stored); !found {
					return false
				}
			}
		}
	}
	return found
}

// mayBeEnumMap reports whether a map of which no class is known has keys of an enum.
func (m *Method) mayBeEnumMap(of ssa.ID, class string, arguments []string) bool {
	if t := className(m.Type(of)); t != "" && m.Engine.IsClass(t, class) {
		class = t
	}
	return class == "java/util/Map" && len(arguments) == 2 && m.Engine.isEnum(arguments[0])
}
