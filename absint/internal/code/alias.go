package code

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Aliases: equal arguments, a field and a variable that hold one object, a list and its subList. Sound because values are
// different only if their types exclude a common object, or one is created where the other cannot be.

// Root returns the object that v is, or is a view of.
func (m *Method) Root(v ssa.ID) ssa.ID {
	f := m.Fn
	for range MaxDepth {
		x := &f.Values[v]
		args := f.Args(v)
		if x.Kind != ssa.Instr || len(args) == 0 {
			return v
		}
		mem, _ := f.Member(v)
		switch {
		case m.SameObject(v):
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

// Apart reports whether a and b are different objects at a call, and neither is a view of the other.
func (m *Method) Apart(a, b, call ssa.ID) bool {
	return m.newerThan(m.Root(a), m.Root(b), call) || m.newerThan(m.Root(b), m.Root(a), call) || m.apartFrom(a, b, nil)
}

// newerThan reports whether a is allocated after b is computed, on every path to a call: then they differ.
func (m *Method) newerThan(a, b, call ssa.ID) bool {
	return a != b && m.Creates(a) && m.ComputedFirst(b, a) && m.ComputedFirst(a, call)
}

// ComputedFirst reports whether every path to b computes a first.
func (m *Method) ComputedFirst(a, b ssa.ID) bool {
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

// apartFrom is Apart for values that may be of earlier iterations.
func (m *Method) apartFrom(a, b ssa.ID, seen []ssa.ID) bool {
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
			return true // inductively: its other arguments decide
		}
		seen = append(seen[:len(seen):len(seen)], a)
		for _, w := range m.Fn.Args(a) {
			if !m.Fn.IsNull(w) && !m.apartFrom(w, b, seen) {
				return false
			}
		}
		return true
	}
	return m.Creates(a) && (m.Creates(b) || m.OwnedHere(a)) || m.Creates(b) && m.OwnedHere(b) || m.heldApart(a, b)
}

// heldApart reports whether a and b are values of two fields that never hold the same object.
func (m *Method) heldApart(a, b ssa.ID) bool {
	field := func(v ssa.ID) (path string, ok bool) {
		x := &m.Fn.Values[v]
		if x.Kind != ssa.Instr || x.Op != classfile.OpGetfield && x.Op != classfile.OpGetstatic {
			return "", false
		}
		mem, _ := m.Fn.Member(v)
		c, f := m.Fields.Find(mem)
		if c == nil {
			return "", false
		}
		return c.Name + "." + f.Name + ":" + f.Desc, m.Fields.HoldsItsOwn(mem)
	}
	x, ok := field(a)
	y, also := field(b)
	return ok && also && x != y
}

// Related reports whether the types of two values admit that they are one object, or views of one.
func (m *Method) Related(a, b ssa.ID) bool {
	return m.RelatedClasses(platform.ClassName(m.Fn.Static(a)), platform.ClassName(m.Fn.Static(b)))
}

// RelatedClasses is Related for two classes.
func (m *Method) RelatedClasses(a, b string) bool {
	f, g := m.FamilyOf(a), m.FamilyOf(b)
	contain := f != anyFamily && f != NoContainer && g != anyFamily && g != NoContainer
	return !(contain && f != g) && !(platform.IsBuffer(a) && !aboveBuffers(b)) && !(platform.IsBuffer(b) && !aboveBuffers(a)) && m.Fields.H.Related(a, b)
}

// aboveBuffers reports whether an object of a class may be a java.nio buffer.
func aboveBuffers(class string) bool {
	return class == "" || platform.IsBuffer(class) || platform.AboveBuffer.Has(class)
}

// Families of types that have no family of their own: an unknown container, and none.
const (
	anyFamily   = ""
	NoContainer = "-"
)

// Families of collections: the keys of a map are a set.
const (
	SetFamily  = "set" // maps and sets
	ListFamily = "list"
)

// Family returns the family of containers that the type of v belongs to. Objects of two named families differ.
func (m *Method) Family(v ssa.ID) string {
	t := m.Fn.Static(v)
	if t != "" && t[0] == '[' {
		return t
	}
	return m.FamilyOf(platform.ClassName(t))
}

// FamilyOf is Family for a class.
func (m *Method) FamilyOf(class string) string {
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
		return ListFamily
	case !platform.InUtil(class) || class == platform.BitSet:
		return NoContainer
	case m.IsSet(class) || strings.HasSuffix(class, "Map") || is(platform.Map):
		return SetFamily
	case m.IsList(class) || is(platform.Queue):
		return ListFamily
	}
	return anyFamily
}

// unrelated reports whether two families have no object in common.
func unrelated(f, g string) bool {
	return f != g && (f == NoContainer || g == NoContainer || f != anyFamily && g != anyFamily)
}

// MadeNow reports whether all objects that v can be were created when v was computed, not in an earlier iteration or
// another call. Their captured values are then the current operands.
func (m *Method) MadeNow(v ssa.ID) bool {
	seen := map[ssa.ID]bool{}
	var now func(v ssa.ID) bool
	now = func(v ssa.ID) bool {
		v = m.Uncast(v)
		x := &m.Fn.Values[v]
		switch {
		case v == 0:
			return false
		case seen[v] || m.Fn.IsNull(v):
			return true
		case x.Kind == ssa.Phi:
			seen[v] = true
			return m.CFG.Blocks[x.Block].Region < 0 && m.LoopHeadedBy(int(x.Block)) < 0 &&
				!slices.ContainsFunc(m.Fn.Args(v), func(w ssa.ID) bool { return !now(w) })
		}
		return x.Kind == ssa.Instr && (x.Op == classfile.OpInvokedynamic || x.Op == classfile.OpNew)
	}
	return now(v)
}

// PassesAlias reports whether a call passes an argument that may be array.
func (m *Method) PassesAlias(call, array ssa.ID) bool {
	return slices.ContainsFunc(m.Fn.Args(call), func(a ssa.ID) bool {
		return m.Fn.Values[a].Type == 'a' && m.holdsArrays(a) && !m.Apart(a, array, call)
	})
}

// holdsArrays reports whether the type of v admits arrays.
func (m *Method) holdsArrays(v ssa.ID) bool {
	t := m.Fn.Static(v)
	return t == "" || t[0] == '[' || t == "Ljava/lang/Object;" || t == "Ljava/lang/Cloneable;" || t == "Ljava/io/Serializable;"
}

// OwnedHere reports whether v is an array or platform object that the method allocates and KeptHere holds.
func (m *Method) OwnedHere(v ssa.ID) bool {
	if !m.Creates(v) {
		return false
	}
	if t := m.Fn.Static(v); t == "" || t[0] != '[' && !platform.IsPlatform(platform.ClassName(t)) {
		return false
	}
	return m.KeptHere(v, 0)
}

// KeptHere reports whether only platform methods and instructions that do not store it use an object and its views.
func (m *Method) KeptHere(v ssa.ID, depth int) bool {
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

// IsList reports whether add always lengthens a collection of the class.
func (m *Method) IsList(class string) bool {
	is, _ := m.Fields.H.IsSubtype(class, platform.List)
	return is || platform.IsPlatform(class) && (strings.HasSuffix(class, "List") || strings.HasSuffix(class, "Deque") || strings.HasSuffix(class, "Queue") || class == platform.Vector)
}

// IsSet reports whether collections of the class are sets.
func (m *Method) IsSet(class string) bool {
	is, _ := m.Fields.H.IsSubtype(class, platform.Set)
	return is || platform.IsPlatform(class) && strings.HasSuffix(class, "Set")
}

// IsAny reports whether a class is a subtype of one of types, or of the JDK, where the name of the method decides.
func (m *Method) IsAny(class string, types []string) bool {
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

// IsAccessor reports whether the name of a method is that of one that reads a link and creates nothing.
func IsAccessor(name string) bool {
	for _, p := range []string{"get", "next", "prev", "parent", "outer", "enclosing", "owner", "left", "right", "delegate"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
