package rules

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// storesTo yields every value but null that is stored in a field, with the method that stores it. ok is false where other code
// than the class and its nest can store to it, or one of the methods that do cannot be read.
func (e *Engine) storesTo(field classfile.Member) (values iter.Seq2[*Method, ssa.ID], ok bool) {
	storing, ok := e.storing(field)
	if !ok {
		return nil, false
	}
	return e.storesIn(storing, field)
}

// storesIn is storesTo for the methods that store to the field.
func (e *Engine) storesIn(storing []*classfile.Method, field classfile.Member) (values iter.Seq2[*Method, ssa.ID], ok bool) {
	methods := make([]*Method, len(storing))
	for i, m := range storing {
		if methods[i] = e.reader(m); methods[i] == nil {
			return nil, false
		}
	}
	return func(yield func(*Method, ssa.ID) bool) {
		for _, m := range methods {
			for f, stored := range m.stores() {
				if f == field && !yield(m, stored) {
					return
				}
			}
		}
	}, true
}

// reader returns a method to look at that no rule runs over, nil where it cannot be read.
func (e *Engine) reader(m *classfile.Method) *Method {
	s := e.Peek(m)
	if s.Err() != nil {
		return nil
	}
	return &Method{Engine: e, Code: s, view: &classView{engine: e, class: m.Class}}
}

// stores yields the values but null that the method stores in fields.
func (m *Method) stores() iter.Seq2[classfile.Member, ssa.ID] {
	f := m.Func()
	return func(yield func(classfile.Member, ssa.ID) bool) {
		for v := range m.Instructions() {
			if op := f.Values[v].Op; op != classfile.OpPutfield && op != classfile.OpPutstatic {
				continue
			}
			c, _ := f.Member(v)
			args := f.Args(v)
			if stored := args[len(args)-1]; !f.IsNull(stored) && !yield(c, stored) {
				return
			}
		}
	}
}

// storing returns the methods that store to a field. ok is false where other code than the class and its nest can store to it.
func (e *Engine) storing(field classfile.Member) (methods []*classfile.Method, ok bool) {
	own := e.Program.Lookup(field.Class)
	if own == nil {
		return nil, false
	}
	flags := e.fieldFlags(field)
	if flags&(classfile.AccPrivate|classfile.AccFinal) == 0 {
		return nil, false
	}
	methods = e.storers(own)[field]
	if flags&classfile.AccFinal != 0 {
		return methods, true
	}
	host := e.Program.Lookup(own.NestHost()) // a private field is its whole nest's
	if host == nil {
		return nil, false
	}
	members, known := host.NestMembers()
	if !known {
		return nil, false
	}
	methods = slices.Clip(methods)
	for _, name := range append([]string{host.Name}, members...) {
		c := e.Program.Lookup(name)
		if c == nil {
			return nil, false
		}
		if c != own {
			methods = append(methods, e.storers(c)[field]...)
		}
	}
	return methods, true
}

// storingInPackage is storing for a field that the classes of its package can store to, which are taken for known.
func (e *Engine) storingInPackage(field classfile.Member) (methods []*classfile.Method, ok bool) {
	if x := e.field(field); x == nil || x.Access&(classfile.AccPublic|classfile.AccProtected) != 0 {
		return nil, false
	}
	own := field.Class[:strings.LastIndexByte(field.Class, '/')+1]
	for _, c := range e.Program.Classes() {
		if strings.HasPrefix(c.Name, own) && !strings.Contains(c.Name[len(own):], "/") && e.mentions(c, field.Class) {
			methods = append(methods, e.storers(c)[field]...)
		}
	}
	return methods, true
}

// storers returns the methods of a class that store to a field, by field.
func (e *Engine) storers(c *classfile.Class) map[classfile.Member][]*classfile.Method {
	if v, ok := e.types.byClass.Load(c); ok {
		return v.(map[classfile.Member][]*classfile.Method)
	}
	found := map[classfile.Member][]*classfile.Method{}
	for i := range c.Methods {
		m := &c.Methods[i]
		if !m.HasCode() {
			continue
		}
		_ = m.ReadCode(func(code *classfile.Code) {
			for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
				if op := code.Op(pc); op != classfile.OpPutfield && op != classfile.OpPutstatic {
					continue
				}
				f, _ := c.Pool.Member(code.Index(pc))
				if ms := found[f]; len(ms) == 0 || ms[len(ms)-1] != m {
					found[f] = append(ms, m)
				}
			}
		})
	}
	v, _ := e.types.byClass.LoadOrStore(c, found)
	return v.(map[classfile.Member][]*classfile.Method)
}

// heldTypes remembers the types of what is stored in fields.
type heldTypes struct {
	byField  sync.Map // classfile.Member to the type of all that is stored in it
	byMethod sync.Map // *classfile.Method to []storedType
	byClass  sync.Map // *classfile.Class to what storers returns
	mentions sync.Map // mention to whether the class may name the other
}

// storedType is the type of a value that a method stores in a field, empty where it is not known.
type storedType struct {
	field classfile.Member
	desc  string
}

// storedBy returns the types of what a method stores in fields; ok is false where it cannot be read.
func (e *Engine) storedBy(cm *classfile.Method) (types []storedType, ok bool) {
	v, known := e.types.byMethod.Load(cm)
	if !known {
		types = nil
		if m := e.reader(cm); m != nil {
			types = []storedType{}
			for f, stored := range m.stores() {
				types = append(types, storedType{f, m.Func().Static(m.Strip(stored))})
			}
		}
		v, _ = e.types.byMethod.LoadOrStore(cm, types)
	}
	types = v.([]storedType)
	return types, types != nil
}

// held returns the descriptor of the type that everything stored in a field has; empty where there is no one type, or other
// code can store to it.
func (e *Engine) held(field classfile.Member) string {
	if t, ok := e.types.byField.Load(field); ok {
		return t.(string)
	}
	t := e.oneType(field)
	e.types.byField.Store(field, t)
	return t
}

func (e *Engine) oneType(field classfile.Member) string {
	t := ""
	storing, _ := e.storing(field)
	for _, m := range storing {
		stored, ok := e.storedBy(m)
		if !ok {
			return ""
		}
		for _, s := range stored {
			if s.field != field {
				continue
			}
			if s.desc == "" || t != "" && s.desc != t {
				return ""
			}
			t = s.desc
		}
	}
	return t
}

// Type returns the descriptor of a value's type as exactly as it is known: of what made it, of what its field holds, else its
// static type. Empty where it is not known.
func (m *Method) Type(v ssa.ID) string {
	f := m.Func()
	static := f.Static(v)
	v = m.Strip(v)
	if x := &f.Values[v]; x.Kind == ssa.Instr && (x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic) {
		c, _ := f.Member(v)
		if t := m.Engine.held(c); t != "" {
			return t
		}
	}
	t := f.Static(v)
	if f.Values[v].Kind == ssa.Param {
		t = m.capturedType(v)
	}
	if t != "" && (static == "" || m.Engine.isType(t, className(static))) {
		return t
	}
	return static
}

// capturedType returns the class of the new object that a parameter of a lambda's body was captured from, if the body is called for every element;
// else the static type.
func (m *Method) capturedType(param ssa.ID) string {
	if around, made := m.captures(param); around != nil && around.isObjectMade(made) {
		return around.Func().Static(made)
	}
	return m.Func().Static(param)
}

// capturesNew reports whether a lambda captured a value that the method around makes: no other code has it before that returns it.
func (m *Method) capturesNew(v ssa.ID) bool {
	around, made := m.captures(m.Strip(v))
	return around != nil && around.isObjectMade(made)
}

// isObjectMade reports whether a value is an object that the method makes.
func (m *Method) isObjectMade(v ssa.ID) bool {
	x := &m.Func().Values[v]
	return x.Kind == ssa.Instr && x.Op == classfile.OpNew
}

// captures returns the method around a lambda that is called for every element, and what a parameter of the lambda's body was captured from there;
// nil for other values.
func (m *Method) captures(param ssa.ID) (around *Method, from ssa.ID) {
	f := m.Func()
	if f.Values[param].Kind != ssa.Param || !f.Method.Synthetic() {
		return nil, 0
	}
	s := m.PerElement()
	i := slices.Index(f.Params, param)
	if s == nil || i < 0 || i >= s.Captured {
		return nil, 0
	}
	of := s.Code.Func()
	if args := of.Args(s.Lambda); i < len(args) {
		if around = m.Engine.reader(of.Method); around != nil {
			return around, around.Strip(args[i])
		}
	}
	return nil, 0
}

// mayBeTyped reports whether Type may return one of some classes of a value: of a field, whether a class that can store to it names one
// of them.
func (m *Method) mayBeTyped(v ssa.ID, classes []string) bool {
	f := m.Func()
	if slices.Contains(classes, className(f.Static(v))) {
		return true
	}
	v = m.Strip(v)
	if slices.Contains(classes, className(f.Static(v))) {
		return true
	}
	if x := &f.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpGetfield && x.Op != classfile.OpGetstatic {
		return false
	}
	field, _ := f.Member(v)
	own := m.Engine.Program.Lookup(field.Class)
	if own == nil {
		return false
	}
	mentions := func(c *classfile.Class) bool {
		return c != nil && slices.ContainsFunc(classes, func(name string) bool { return m.Engine.mentions(c, name) })
	}
	if mentions(own) {
		return true
	}
	if m.final(field) {
		return false // only its class stores to it
	}
	host := m.Engine.Program.Lookup(own.NestHost())
	if host == nil {
		return false // see storing
	}
	members, _ := host.NestMembers()
	return mentions(host) || slices.ContainsFunc(members, func(name string) bool { return mentions(m.Engine.Program.Lookup(name)) })
}

// mentions reports whether a class may name another.
func (e *Engine) mentions(c *classfile.Class, name string) bool {
	key := mention{c, name}
	if v, ok := e.types.mentions.Load(key); ok {
		return v.(bool)
	}
	mentions := c.Pool.MayMention(name)
	e.types.mentions.Store(key, mentions)
	return mentions
}

// mention is a class that may be named by another.
type mention struct {
	in   *classfile.Class
	name string
}

// className is the class that a descriptor names; empty for another type.
func className(desc string) string {
	if len(desc) < 3 || desc[0] != 'L' {
		return ""
	}
	return desc[1 : len(desc)-1]
}
