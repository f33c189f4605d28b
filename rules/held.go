package rules

import (
	"iter"
	"slices"
	"sync"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// storesTo yields every value but null that is stored in a field, with the method that stores it. ok is false where other code
// than the class and its nest can store to it, or one of the methods that do cannot be read.
func (e *Engine) storesTo(field classfile.Member) (values iter.Seq2[*Method, ssa.ID], ok bool) {
	own := e.Program.Lookup(field.Class)
	if own == nil {
		return nil, false
	}
	flags := e.fieldFlags(field)
	if flags&(classfile.AccPrivate|classfile.AccFinal) == 0 {
		return nil, false
	}
	classes := []*classfile.Class{own}
	if flags&classfile.AccFinal == 0 { // a private field is its whole nest's
		host := e.Program.Lookup(own.NestHost())
		if host == nil {
			return nil, false
		}
		members, known := host.NestMembers()
		if !known {
			return nil, false
		}
		for _, name := range append([]string{host.Name}, members...) {
			c := e.Program.Lookup(name)
			if c == nil {
				return nil, false
			}
			if c != own {
				classes = append(classes, c)
			}
		}
	}
	var methods []*Method
	for _, c := range classes {
		at := entries(&c.Pool, field)
		for i := range c.Methods {
			if len(at) == 0 || !stores(&c.Methods[i], at) {
				continue
			}
			s := e.Peek(&c.Methods[i])
			if s.Err() != nil {
				return nil, false
			}
			methods = append(methods, &Method{Engine: e, Code: s, view: &classView{engine: e, class: c}})
		}
	}
	return func(yield func(*Method, ssa.ID) bool) {
		for _, m := range methods {
			for v := range m.Instructions() {
				if op := m.Func().Values[v].Op; op != classfile.OpPutfield && op != classfile.OpPutstatic {
					continue
				}
				if c, _ := m.Func().Member(v); c != field {
					continue
				}
				args := m.Func().Args(v)
				if stored := args[len(args)-1]; !m.Func().IsNull(stored) && !yield(m, stored) {
					return
				}
			}
		}
	}, true
}

// entries are the entries of a constant pool that refer to a field: compilers make one, class files may have more.
func entries(p *classfile.Pool, field classfile.Member) (at []int) {
	for i := 1; i < p.Len(); i++ {
		if p.Tag(i) == classfile.TagFieldref {
			if c, _ := p.Member(i); c == field {
				at = append(at, i)
			}
		}
	}
	return at
}

// stores reports whether a method has an instruction that writes a field, which entries at of its class's pool refer to.
func stores(m *classfile.Method, at []int) bool {
	code, err := m.Code()
	if err != nil || code == nil {
		return false
	}
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		if op := code.Op(pc); (op == classfile.OpPutfield || op == classfile.OpPutstatic) && slices.Contains(at, code.Index(pc)) {
			return true
		}
	}
	return false
}

// heldTypes remembers, by field, the type of all that is stored in it.
type heldTypes struct{ byField sync.Map }

// held returns the descriptor of the type that everything stored in a field has; empty where there is no one type, or other
// code can store to it.
func (e *Engine) held(field classfile.Member) string {
	if t, ok := e.types.byField.Load(field); ok {
		return t.(string)
	}
	t := ""
	if values, ok := e.storesTo(field); ok {
		for m, v := range values {
			u := m.Func().Static(m.Strip(v))
			if u == "" || t != "" && u != t {
				t = ""
				break
			}
			t = u
		}
	}
	e.types.byField.Store(field, t)
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
	if t := f.Static(v); t != "" && (static == "" || m.Engine.isType(t, className(static))) {
		return t
	}
	return static
}

// className is the class that a descriptor names; empty for another type.
func className(desc string) string {
	if len(desc) < 3 || desc[0] != 'L' {
		return ""
	}
	return desc[1 : len(desc)-1]
}
