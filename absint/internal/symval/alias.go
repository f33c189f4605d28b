package symval

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Two values can be one object: parameters that a caller passes the same for, a field that holds what a variable does,
// a list and its subList. What is put into one of them is in the other.

// Root is the object that a value is, or is a view of.
func (m *Func) Root(v ssa.ID) ssa.ID {
	f := m.Fn
	for range MaxDepth {
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

// Apart says whether two values are surely different objects where a call is made, and neither is a view of the other.
func (m *Func) Apart(a, b, call ssa.ID) bool {
	return m.newerThan(m.Root(a), m.Root(b), call) || m.newerThan(m.Root(b), m.Root(a), call) || m.apartFrom(a, b, nil)
}

// newerThan says whether a is an object that is always made after b was computed, where a call is made: then it is another
// one, wherever b comes from.
func (m *Func) newerThan(a, b, call ssa.ID) bool {
	return a != b && m.Creates(a) && m.comesBefore(b, a) && m.comesBefore(a, call)
}

// comesBefore says whether every way to b leads through a.
func (m *Func) comesBefore(a, b ssa.ID) bool {
	x, y := &m.Fn.Values[a], &m.Fn.Values[b]
	switch {
	case x.Kind == ssa.Param:
		return true
	case x.Kind != ssa.Instr && x.Kind != ssa.Phi:
		return false
	case x.Block == y.Block:
		return x.Kind == ssa.Phi || x.PC < y.PC
	}
	return m.CFG.Dominators.Dominates(int(x.Block), int(y.Block))
}

// apartFrom is apart for values that may have been computed some iterations ago.
func (m *Func) apartFrom(a, b ssa.ID, seen []ssa.ID) bool {
	a, b = m.Root(a), m.Root(b)
	if a == b || len(seen) > MaxDepth {
		return false
	}
	if m.Fn.Values[a].Kind != ssa.Phi {
		a, b = b, a
	}
	switch {
	case unrelated(m.Family(a), m.Family(b)):
		return true
	case m.Fn.Values[a].Kind == ssa.Phi:
		if slices.Contains(seen, a) {
			return true // as far as its other arguments are
		}
		seen = append(seen[:len(seen):len(seen)], a)
		for _, w := range m.Fn.Args(a) {
			if !m.Fn.IsNull(w) && !m.apartFrom(w, b, seen) {
				return false
			}
		}
		return true
	}
	return m.Creates(a) && (m.Creates(b) || m.OwnedHere(a)) || m.Creates(b) && m.OwnedHere(b)
}

// Related says whether the types of two values let them be one object, or go through the same one.
func (m *Func) Related(a, b ssa.ID) bool {
	return m.RelatedClasses(platform.ClassName(m.Fn.Static(a)), platform.ClassName(m.Fn.Static(b)))
}

// RelatedClasses is related for two classes.
func (m *Func) RelatedClasses(a, b string) bool {
	f, g := m.familyOf(a), m.familyOf(b)
	contain := f != anyFamily && f != NoContainer && g != anyFamily && g != NoContainer
	return !(contain && f != g) && !(platform.IsBuffer(a) && !aboveBuffers(b)) && !(platform.IsBuffer(b) && !aboveBuffers(a)) && m.Fields.H.Related(a, b)
}

// aboveBuffers says whether an object of a class may be such a buffer.
func aboveBuffers(class string) bool {
	return class == "" || platform.IsBuffer(class) || platform.AboveBuffer.Has(class)
}

// How far the type of an object says what it can be a view of.
const (
	anyFamily   = ""
	NoContainer = "-"
)

// Family is what kind of container an object is by its type: nothing is a list and a set, or an array and a builder.
func (m *Func) Family(v ssa.ID) string {
	t := m.Fn.Static(v)
	if t != "" && t[0] == '[' {
		return t
	}
	return m.familyOf(platform.ClassName(t))
}

func (m *Func) familyOf(class string) string {
	is := func(above string) bool {
		is, _ := m.Fields.H.IsSubtype(class, above)
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
		return NoContainer
	case m.IsSet(class) || strings.HasSuffix(class, "Map") || is(platform.Map):
		return "set" // the keys of a map are a set
	case m.IsList(class) || is(platform.Queue):
		return "list"
	}
	return anyFamily
}

func unrelated(f, g string) bool {
	return f != g && (f == NoContainer || g == NoContainer || f != anyFamily && g != anyFamily)
}

// PassesAlias says whether a call passes what may be the same array under another name.
func (m *Func) PassesAlias(call, array ssa.ID) bool {
	return slices.ContainsFunc(m.Fn.Args(call), func(a ssa.ID) bool {
		return m.Fn.Values[a].Type == 'a' && m.holdsArrays(a) && !m.Apart(a, array, call)
	})
}

// holdsArrays says whether a value can be an array by its type.
func (m *Func) holdsArrays(v ssa.ID) bool {
	t := m.Fn.Static(v)
	return t == "" || t[0] == '[' || t == "Ljava/lang/Object;" || t == "Ljava/lang/Cloneable;" || t == "Ljava/io/Serializable;"
}

// OwnedHere says whether an object of the platform is made in the method and reaches no other code, but by calls that it is
// an argument of and that none of its loops make.
func (m *Func) OwnedHere(v ssa.ID) bool {
	if !m.Creates(v) {
		return false
	}
	if t := m.Fn.Static(v); t == "" || t[0] != '[' && !platform.IsPlatform(platform.ClassName(t)) {
		return false
	}
	return m.KeptHere(v, 0)
}

// KeptHere says whether an object, or a view of one, is used by nothing but the platform's code and instructions that do
// not hand it on.
func (m *Func) KeptHere(v ssa.ID, depth int) bool {
	if depth > 4 {
		return false
	}
	for _, b := range m.CFG.RPO {
		for _, u := range m.Fn.Body[b] {
			args := m.Fn.Args(u)
			if !slices.Contains(args, v) {
				continue
			}
			x := &m.Fn.Values[u]
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
				if !m.KeptHere(u, depth+1) {
					return false
				}
			case !m.Fn.IsCall(u):
				return false
			default:
				mem, _ := m.Fn.Member(u)
				static := op == classfile.OpInvokestatic
				if static && (mem.Class == platform.Arrays && !platform.ElementsOfArray.Has(mem) || platform.ArrayWriter.Has(mem)) {
					continue
				}
				if static || !platform.IsPlatform(mem.Class) || slices.Contains(args[1:], v) {
					return false
				}
				if platform.Views.Named(mem.Name) && x.Type == 'a' && !m.KeptHere(u, depth+1) {
					return false
				}
			}
		}
	}
	return true
}

// IsList says whether add always makes a collection of the class longer.
func (m *Func) IsList(class string) bool {
	is, _ := m.Fields.H.IsSubtype(class, platform.List)
	return is || platform.IsPlatform(class) && (strings.HasSuffix(class, "List") || strings.HasSuffix(class, "Deque") || strings.HasSuffix(class, "Queue") || class == platform.Vector)
}

func (m *Func) IsSet(class string) bool {
	is, _ := m.Fields.H.IsSubtype(class, platform.Set)
	return is || platform.IsPlatform(class) && strings.HasSuffix(class, "Set")
}

// IsAny says whether a class is one of the types, or the JDK's: there, the name of the method decides.
func (m *Func) IsAny(class string, types []string) bool {
	if platform.IsPlatform(class) {
		return true
	}
	for _, t := range types {
		if class == t {
			return true
		}
		if is, _ := m.Fields.H.IsSubtype(class, t); is {
			return true
		}
	}
	return false
}

// IsAccessor says whether a method's name says that it reads a link: it gives what is there and makes nothing new.
func IsAccessor(name string) bool {
	for _, p := range []string{"get", "next", "prev", "parent", "outer", "enclosing", "owner", "left", "right", "delegate"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
