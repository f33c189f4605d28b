package symval

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Symbols for the extreme values of a quantity at one place. Sound because the symbol stands for all values that the
// quantity has there in one call, and is used only where its direction is that of the bound.

// ExtremeName names the upper (up) or lower bound of a quantity of v. The plain name would be wrong for a value read through
// a reassigned parameter, and for a size that the method changes; elements(l) and the like are upper bounds already.
func (m *Func) ExtremeName(v ssa.ID, up bool, name string) string {
	isLargest := strings.HasSuffix(name, ")") && !strings.HasSuffix(name, "()")
	if !m.reassigned(v, 0) && (isLargest || !m.Altered(v, false)) {
		return name
	}
	return code.ExtremeWord(up) + name
}

// reassigned reports whether v is read through a variable that has the name of a parameter but not its value.
func (m *Func) reassigned(v ssa.ID, depth int) bool {
	f := m.Fn
	x := &f.Values[v]
	if depth > MaxDepth || x.Kind == ssa.Param {
		return false
	}
	if name := f.Name(v); name != "" {
		return m.HasParam(name)
	}
	args := f.Args(v)
	return x.Kind == ssa.Instr && len(args) > 0 && m.reassigned(args[0], depth+1)
}

// Altered reports whether the method changes sizes of v: adds to it, or stores to a field on its path, which ends at a local variable
// unless through is set. What calls do is asked last: it takes the effects of all that they run.
func (m *Func) Altered(v ssa.ID, through bool) bool {
	f := m.Fn
	object := m.Root(v)
	if path := m.accessPath(object, 0); path != "" && m.grown(v, path) {
		return true
	}
	if s, ok := m.fieldRead(object); ok && m.alterations().filled[s] || m.filledAsField(object) {
		return true
	}
	for range MaxDepth {
		x := &f.Values[v]
		args := f.Args(v)
		if x.Kind != ssa.Instr || !through && f.Name(v) != "" { // a local variable has its own name
			return false
		}
		if mem, _ := f.Member(v); effects.ReadsField(x) {
			a, s := m.alterations(), effects.FieldStore{Name: mem.Name, Desc: mem.Desc}
			if a.stored[s] || a.made[s] && (len(args) == 0 || f.Values[args[0]].Kind != ssa.Param || m.MakesObject(args[0])) {
				return true
			}
		}
		if len(args) == 0 {
			return false
		}
		v = args[0]
	}
	return false
}

// fieldRead returns the field that a value is read from.
func (m *Func) fieldRead(v ssa.ID) (effects.FieldStore, bool) {
	mem, ok := m.Fn.Member(v)
	return effects.FieldStore{Name: mem.Name, Desc: mem.Desc}, ok && effects.ReadsField(&m.Fn.Values[v])
}

// filledAsField reports whether the method stores an object to a field and adds to what it reads from such a field.
func (m *Func) filledAsField(object ssa.ID) bool {
	f := m.Fn
	if f.Values[object].Type != 'a' {
		return false
	}
	var to []effects.FieldStore
	for _, b := range m.CFG.RPO {
		for _, v := range f.Body[b] {
			args := f.Args(v)
			if op := f.Values[v].Op; f.Values[v].Kind == ssa.Instr && (op == classfile.OpPutfield || op == classfile.OpPutstatic) && m.Root(args[len(args)-1]) == object {
				mem, _ := f.Member(v)
				to = append(to, effects.FieldStore{Name: mem.Name, Desc: mem.Desc})
			}
		}
	}
	if len(to) == 0 {
		return false
	}
	return slices.ContainsFunc(to, func(s effects.FieldStore) bool { return m.alterations().filled[s] }) || m.adds(func(arg ssa.ID) bool {
		s, ok := m.fieldRead(m.Root(arg))
		return ok && slices.Contains(to, s)
	})
}

// adds reports whether the method adds to one of the objects.
func (m *Func) adds(is func(object ssa.ID) bool) bool {
	f := m.Fn
	return slices.ContainsFunc(m.CFG.RPO, func(b int32) bool {
		return slices.ContainsFunc(f.Body[b], func(v ssa.ID) bool {
			x := &f.Values[v]
			return x.Kind == ssa.Instr && (f.IsCall(v) || x.Op == classfile.OpInvokedynamic) && slices.ContainsFunc(f.Args(v), func(arg ssa.ID) bool {
				return f.Values[arg].Type == 'a' && is(arg) && m.Fills(v, arg)
			})
		})
	})
}

// accessPath returns the path to an object from a parameter or a static field, empty for other objects.
func (m *Func) accessPath(v ssa.ID, depth int) string {
	f := m.Fn
	v = m.Root(v)
	x := &f.Values[v]
	args := f.Args(v)
	mem, _ := f.Member(v)
	switch {
	case depth > MaxDepth:
	case x.Kind == ssa.Param:
		return strconv.Itoa(int(v))
	case effects.ReadsField(x) && len(args) == 0:
		return mem.Class + "." + mem.Name
	case effects.ReadsField(x), f.IsCall(v) && len(args) == 1 && x.Op != classfile.OpInvokestatic && code.IsAccessor(mem.Name):
		if on := m.accessPath(args[0], depth+1); on != "" {
			return on + "." + mem.Name
		}
	}
	return ""
}

// alterations returns the fields that the method changes, from one pass over its instructions.
func (m *Func) alterations() *alterations {
	if m.alters != nil {
		return m.alters
	}
	f := m.Fn
	a := &alterations{map[effects.FieldStore]bool{}, map[effects.FieldStore]bool{}, map[effects.FieldStore]bool{}}
	m.alters = a
	known := map[*effects.MethodEffects]bool{}
	add := func(in *effects.MethodEffects) {
		if !known[in] {
			known[in] = true
			a.add(in.Effects)
		}
	}
	for _, b := range m.CFG.RPO {
		for _, v := range f.Body[b] {
			x := &f.Values[v]
			if x.Kind != ssa.Instr {
				continue
			}
			if x.Op == classfile.OpPutfield || x.Op == classfile.OpPutstatic {
				mem, _ := f.Member(v)
				if s := (effects.FieldStore{Name: mem.Name, Desc: mem.Desc}); x.Op == classfile.OpPutfield && m.MakesObject(f.Args(v)[0]) {
					a.made[s] = true
				} else {
					a.stored[s] = true
				}
				continue
			}
			for _, in := range m.EffectsOf(v).Methods {
				add(in)
			}
			if l := progdb.LambdaOf(f, v); l != nil { // whoever is given the lambda may run it
				m.Db.EachBody(func(t *classfile.Method) { add(m.Db.Inside(t)) }, l)
			}
		}
	}
	return a
}

// add takes what code that the method runs stores to and puts into.
func (a *alterations) add(es []effects.Effect) {
	for _, e := range es {
		switch s := (effects.FieldStore{Name: e.Member.Name, Desc: e.Member.Desc}); {
		case (e.Op == classfile.OpPutfield || e.Op == classfile.OpPutstatic) && !e.Fresh:
			a.stored[s] = true
		case e.Of != effects.FieldStore{} && platform.Adding.Named(e.Member.Name):
			a.filled[e.Of] = true
		}
	}
}

// grown reports whether the method puts something into an object of an access path, also by another name than v.
func (m *Func) grown(v ssa.ID, path string) bool {
	grows, known := m.grows[path]
	if known {
		return grows
	}
	grows = m.adds(func(arg ssa.ID) bool {
		return m.MayBe(arg, func(v ssa.ID) bool { return m.accessPath(v, 0) == path })
	}) || m.sizes.MayGrow(m, v, m.growing(m.Root(v)))
	if m.grows == nil {
		m.grows = map[string]bool{}
	}
	m.grows[path] = grows
	return grows
}

// MayBe reports whether an object may be one that is accepts, whichever way it was chosen by.
func (m *Func) MayBe(v ssa.ID, is func(ssa.ID) bool) bool {
	seen := map[ssa.ID]bool{}
	var chosen func(v ssa.ID) bool
	chosen = func(v ssa.ID) bool {
		if v = m.Root(v); is(v) {
			return true
		}
		if m.Fn.Values[v].Kind != ssa.Phi || seen[v] {
			return false
		}
		seen[v] = true
		return slices.ContainsFunc(m.Fn.Args(v), chosen)
	}
	return chosen(v)
}

// Fills reports whether an instruction may add to object: as its method, by an application callee, or by a capturing lambda.
func (m *Func) Fills(v, object ssa.ID) bool {
	f := m.Fn
	args := f.Args(v)
	mem, _ := f.Member(v)
	op := f.Values[v].Op
	if !f.IsCall(v) {
		return op == classfile.OpInvokedynamic && m.lambdaFills(v, object)
	}
	if args[0] == object && (op != classfile.OpInvokestatic || mem.Class == platform.CollectionsClass) {
		if m.growing(object).Named(mem.Name) || (platform.IsBuffer(mem.Class) || m.FamilyOf(mem.Class) == "text") && platform.Lengthening.Named(mem.Name) {
			return true
		}
	}
	switch {
	case mem.Name == "drainTo":
		return len(args) > 1 && args[1] == object
	case platform.IsPlatform(mem.Class):
		return false
	}
	return m.EffectsOf(v).Does(m.Changing(object, m.growing(object))) && !m.Oracle.ReadOnly(f, v, object)
}

// growing returns the operations that may add elements to object.
func (m *Func) growing(object ssa.ID) platform.Operations {
	if platform.ClassName(m.Fn.Static(object)) == platform.BitSet {
		return platform.SettingBits
	}
	return platform.Adding
}

// lambdaFills reports whether a lambda that captures object may add to it.
func (m *Func) lambdaFills(v, object ssa.ID) bool {
	l := progdb.LambdaOf(m.Fn, v)
	if l == nil {
		return false
	}
	if body := l.Body.Member; platform.IsPlatform(body.Class) {
		return m.Fn.Args(v)[0] == object && m.growing(object).Named(body.Name)
	}
	found := false
	m.Db.EachBody(func(t *classfile.Method) {
		found = found || slices.ContainsFunc(m.Db.Inside(t).Effects, m.Changing(object, m.growing(object)))
	}, l)
	return found
}

// Largest returns the symbol of the upper bound of a quantity at one place, or on one path from a parameter. What is read from a field again
// has the name of what was read first.
func (m *Func) Largest(v ssa.ID, what, name string, max float64) expr.Size {
	if first := m.FirstRead(v); first != v {
		if renamed, ok := code.ReplaceName(name, m.Describe(v), m.Describe(first)); ok {
			name = renamed
		}
		v = first
	}
	key := fmt.Sprintf("~%s(%s.%s@%d)", what, m.Fn.Method.Class.Name, m.Fn.Method.ID(), v)
	if p, _ := m.Path(v, 0); p != "" && strings.HasPrefix(p, "p") { // from a parameter: the same at every place
		key = fmt.Sprintf("~%s(%s.%s:%s)", what, m.Fn.Method.Class.Name, m.Fn.Method.ID(), p)
	}
	return expr.SymbolSize(expr.Symbol{Path: key, Name: m.ExtremeName(v, true, name), Min: 0, Max: max})
}

// LargestLength returns the upper bound of an array's length: a number, or a symbol.
func (m *Func) LargestLength(v ssa.ID) expr.Size {
	if mem, ok := m.Fn.Member(v); ok && effects.ReadsField(&m.Fn.Values[v]) {
		if n, ok := m.Fields.HeldLengths(mem); ok {
			return expr.Const(n.Most)
		}
	}
	if n, ok := m.LimitedLength(v); ok {
		return n
	}
	if n, ok := m.sizes.ArrayOf(m, v); ok {
		return n
	}
	if r, ok := m.rowLength(v, 0); ok && !r.most.Top {
		return r.most
	}
	return m.Largest(v, "len", m.Part(v, ".length"), MaxLength)
}

// LargestChars returns the upper bound of a text's length, as block at uses it: closed, or a symbol.
func (m *Func) LargestChars(v ssa.ID, at int32) expr.Size { return m.sizes.Characters(m, v, at) }

// ExtremeValue returns the symbol of the upper (up) or lower bound of v at one place.
func (m *Func) ExtremeValue(v ssa.ID, up bool, name string) expr.Size {
	r := TypeRange(m.Fn.Values[v].Type)
	if up {
		return m.Largest(v, "val", name, r.Hi)
	}
	return expr.SymbolSize(expr.Symbol{Path: fmt.Sprintf("~least(%s.%s@%d)", m.Fn.Method.Class.Name, m.Fn.Method.ID(), v), Name: m.ExtremeName(v, false, name), Min: r.Lo, Max: r.Hi})
}
