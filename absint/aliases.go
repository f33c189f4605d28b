package absint

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Two values can be one object: parameters that a caller passes the same for, a field that holds what a variable does,
// a list and its subList. What is put into one of them is in the other.

// root is the object that a value is, or is a view of.
func (m *method) root(v ssa.ID) ssa.ID {
	f := m.f
	for range maxDepth {
		x := &f.Values[v]
		args := f.Args(v)
		if x.Kind != ssa.Instr || len(args) == 0 {
			return v
		}
		mem, _ := f.Member(v)
		switch {
		case x.Op == classfile.OpCheckcast:
		case !f.IsCall(v) || x.Type != 'a' || !platform.IsPlatform(mem.Class):
			return v
		case x.Op == classfile.OpInvokestatic:
			if mem.Class != platform.CollectionsClass {
				return v
			}
		case !platform.Views.Named(mem.Name):
			return v
		}
		v = args[0]
	}
	return v
}

// apart says whether two values are surely different objects where a call is made, and neither is a view of the other.
func (m *method) apart(a, b, call ssa.ID) bool {
	return m.newerThan(m.root(a), m.root(b), call) || m.newerThan(m.root(b), m.root(a), call) || m.apartFrom(a, b, nil)
}

// related says whether the types of two values let them be one object, or go through the same one.
func (m *method) related(a, b ssa.ID) bool {
	return m.relatedClasses(platform.ClassName(m.f.Static(a)), platform.ClassName(m.f.Static(b)))
}

// relatedClasses is related for two classes.
func (m *method) relatedClasses(a, b string) bool {
	f, g := m.familyOf(a), m.familyOf(b)
	contain := f != anyFamily && f != noContainer && g != anyFamily && g != noContainer
	return !(contain && f != g) && !(platform.IsBuffer(a) && !aboveBuffers(b)) && !(platform.IsBuffer(b) && !aboveBuffers(a)) && m.fields.h.Related(a, b)
}

// aboveBuffers says whether an object of a class may be such a buffer.
func aboveBuffers(class string) bool {
	return class == "" || platform.IsBuffer(class) || platform.AboveBuffer.Has(class)
}

// newerThan says whether a is an object that is always made after b was computed, where a call is made: then it is another
// one, wherever b comes from.
func (m *method) newerThan(a, b, call ssa.ID) bool {
	return a != b && m.creates(a) && m.comesBefore(b, a) && m.comesBefore(a, call)
}

// comesBefore says whether every way to b leads through a.
func (m *method) comesBefore(a, b ssa.ID) bool {
	x, y := &m.f.Values[a], &m.f.Values[b]
	switch {
	case x.Kind == ssa.Param:
		return true
	case x.Kind != ssa.Instr && x.Kind != ssa.Phi:
		return false
	case x.Block == y.Block:
		return x.Kind == ssa.Phi || x.PC < y.PC
	}
	return m.g.Dominators.Dominates(int(x.Block), int(y.Block))
}

// apartFrom is apart for values that may have been computed some iterations ago.
func (m *method) apartFrom(a, b ssa.ID, seen []ssa.ID) bool {
	a, b = m.root(a), m.root(b)
	if a == b || len(seen) > maxDepth {
		return false
	}
	if m.f.Values[a].Kind != ssa.Phi {
		a, b = b, a
	}
	switch {
	case unrelated(m.family(a), m.family(b)):
		return true
	case m.f.Values[a].Kind == ssa.Phi:
		if slices.Contains(seen, a) {
			return true // as far as its other arguments are
		}
		seen = append(seen[:len(seen):len(seen)], a)
		for _, w := range m.f.Args(a) {
			if !m.f.IsNull(w) && !m.apartFrom(w, b, seen) {
				return false
			}
		}
		return true
	}
	return m.creates(a) && (m.creates(b) || m.ownedHere(a)) || m.creates(b) && m.ownedHere(b)
}

// creates says whether a value is a new object or array.
func (m *method) creates(v ssa.ID) bool {
	x := &m.f.Values[v]
	if x.Kind != ssa.Instr {
		return false
	}
	switch x.Op {
	case classfile.OpNew, classfile.OpNewarray, classfile.OpAnewarray, classfile.OpMultianewarray:
		return true
	}
	return false
}

// How far the type of an object says what it can be a view of.
const (
	anyFamily   = ""
	noContainer = "-"
)

// family is what kind of container an object is by its type: nothing is a list and a set, or an array and a builder.
func (m *method) family(v ssa.ID) string {
	t := m.f.Static(v)
	if t != "" && t[0] == '[' {
		return t
	}
	return m.familyOf(platform.ClassName(t))
}

func (m *method) familyOf(class string) string {
	is := func(above string) bool {
		is, _ := m.fields.h.IsSubtype(class, above)
		return is
	}
	switch {
	case !platform.IsPlatform(class) || platform.AnyContainer.Has(class):
		return anyFamily
	case platform.TextBuffer.Has(class):
		return "text"
	case class == platform.KotlinArrayDeque:
		return "list"
	case !platform.InUtil(class) || class == platform.BitSet:
		return noContainer
	case m.isSet(class) || strings.HasSuffix(class, "Map") || is(platform.Map):
		return "set" // the keys of a map are a set
	case m.isList(class) || is(platform.Queue):
		return "list"
	}
	return anyFamily
}

func unrelated(f, g string) bool {
	return f != g && (f == noContainer || g == noContainer || f != anyFamily && g != anyFamily)
}

// changesAlias says whether a call of the platform's code, by one of those operations, is on what may be
// the same object under another name, or a view of it. Calls on the object itself are none.
func (m *method) changesAlias(call, object ssa.ID, l int, operations platform.Operations) bool {
	if m.callsOn(call, object, l) {
		return false
	}
	mem, _ := m.f.Member(call)
	args := m.f.Args(call)
	if mem.Name == "drainTo" && len(args) > 1 && !m.apart(args[1], object, call) {
		return true
	}
	return platform.IsPlatform(mem.Class) && len(args) > 0 && operations.Named(mem.Name) &&
		(m.f.Values[call].Op != classfile.OpInvokestatic || mem.Class == platform.CollectionsClass) && !m.apart(args[0], object, call)
}

// passesAlias says whether a call passes what may be the same array under another name.
func (m *method) passesAlias(call, array ssa.ID) bool {
	return slices.ContainsFunc(m.f.Args(call), func(a ssa.ID) bool {
		return m.f.Values[a].Type == 'a' && m.holdsArrays(a) && !m.apart(a, array, call)
	})
}

// holdsArrays says whether a value can be an array by its type.
func (m *method) holdsArrays(v ssa.ID) bool {
	t := m.f.Static(v)
	return t == "" || t[0] == '[' || t == "Ljava/lang/Object;" || t == "Ljava/lang/Cloneable;" || t == "Ljava/io/Serializable;"
}

// ownedHere says whether an object of the platform is made in the method and reaches no other code, but by calls that it is
// an argument of and that none of its loops make.
func (m *method) ownedHere(v ssa.ID) bool {
	if !m.creates(v) {
		return false
	}
	if t := m.f.Static(v); t == "" || t[0] != '[' && !platform.IsPlatform(platform.ClassName(t)) {
		return false
	}
	return m.keptHere(v, 0)
}

// keptHere says whether an object, or a view of one, is used by nothing but the platform's code and instructions that do
// not hand it on.
func (m *method) keptHere(v ssa.ID, depth int) bool {
	if depth > 4 {
		return false
	}
	for _, b := range m.g.RPO {
		for _, u := range m.f.Body[b] {
			args := m.f.Args(u)
			if !slices.Contains(args, v) {
				continue
			}
			x := &m.f.Values[u]
			if x.Kind != ssa.Instr {
				return false
			}
			switch op := x.Op; {
			case op >= classfile.OpIaload && op <= classfile.OpSaload, op == classfile.OpArraylength, op == classfile.OpInstanceof, op == classfile.OpAreturn,
				op == classfile.OpIfnull, op == classfile.OpIfnonnull, op == classfile.OpIfAcmpeq, op == classfile.OpIfAcmpne,
				op == classfile.OpMonitorenter, op == classfile.OpMonitorexit:
			case op >= classfile.OpIastore && op <= classfile.OpSastore:
				if args[2] == v {
					return false
				}
			case op == classfile.OpCheckcast:
				if !m.keptHere(u, depth+1) {
					return false
				}
			case !m.f.IsCall(u):
				return false
			default:
				mem, _ := m.f.Member(u)
				static := op == classfile.OpInvokestatic
				if static && (mem.Class == platform.Arrays && !platform.ElementsOfArray.Has(mem) || platform.ArrayWriter.Has(mem)) {
					continue
				}
				if static || !platform.IsPlatform(mem.Class) || slices.Contains(args[1:], v) {
					return false
				}
				if platform.Views.Named(mem.Name) && x.Type == 'a' && !m.keptHere(u, depth+1) {
					return false
				}
			}
		}
	}
	return true
}
