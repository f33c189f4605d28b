package progdb

import (
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// Nests: a private member is used only by the classes of one nest (JVMS 5.4.4), a host class and its members. All
// uses are known if the code of all of them is known. Sound because a nest with an unreadable class is not closed,
// and a member with a handle or a name that reflection may use is hidden.

// nest is a host class with its members, and the uses of their private methods and fields in their code.
type nest struct {
	members []string // listed by the host
	closed  bool     // the code of all members is known
	writes  map[Named][]use
	reads   map[Named][]use
	handles map[Named]bool // fields that a method handle reads
	Calls   map[Named][]use
	lambdas map[Named][]use                 // invokedynamic instructions whose lambda body is the method
	hidden  map[Named]bool                  // members with a handle that is no lambda's, and members that reflection may use by name
	names   map[string]platform.MemberKinds // constant names that the code finds members by
	found   platform.MemberKinds            // kinds of which any member may be found
}

// Named is a field or a method of some class of a nest.
type Named struct{ Name, Desc string }

// kind returns the kind of member that k names.
func (k Named) kind() platform.MemberKinds {
	switch {
	case k.Name == "<init>":
		return platform.ConstructorMembers
	case strings.HasPrefix(k.Desc, "("):
		return platform.MethodMembers
	}
	return platform.FieldMembers
}

// use is an instruction of a method.
type use struct {
	Method *classfile.Method
	Pc     int
	class  string // the class that the instruction names
}

// Uses are the instructions that may use a member.
type Uses struct {
	Writes, Reads, Calls, Lambdas []use
	HandleReads                   bool // a method handle may read the field, too
}

// nests finds the nests of classes and memoizes them. It is safe for concurrent use.
type nests struct {
	h      *callgraph.Hierarchy
	bodies func(*classfile.Method) *Body
	memo   sync.Map // name of the host to func() *nest
}

// Of returns the nest of a class.
func (t *nests) Of(c *classfile.Class) *nest {
	host := c
	if n := c.NestHost(); n != c.Name {
		if host = t.h.Lookup(n); host == nil {
			return &nest{}
		}
	}
	once, ok := t.memo.Load(host.Name)
	if !ok {
		once, _ = t.memo.LoadOrStore(host.Name, sync.OnceValue(func() *nest { return t.read(host) }))
	}
	n := once.(func() *nest)()
	if c != host && !slices.Contains(n.members, c.Name) { // only listed members belong to the nest
		return t.read(c)
	}
	return n
}

// read reads the code of a host and of the members that it lists.
func (t *nests) read(host *classfile.Class) *nest {
	n := &nest{writes: map[Named][]use{}, reads: map[Named][]use{}, handles: map[Named]bool{}, Calls: map[Named][]use{}, lambdas: map[Named][]use{}, hidden: map[Named]bool{}, names: map[string]platform.MemberKinds{}}
	n.members, n.closed = host.NestMembers()
	classes := []*classfile.Class{host}
	for _, name := range n.members {
		m := t.h.Lookup(name)
		if m == nil {
			n.closed = false
			continue
		}
		classes = append(classes, m)
	}
	own := map[Named]bool{} // members that only the nest can use
	names := map[string]bool{}
	for _, c := range classes {
		for i := range c.Methods {
			if m := &c.Methods[i]; m.Access&classfile.AccPrivate != 0 {
				own[Named{m.Name, m.Desc}] = true
				names[m.Name] = true
			}
		}
		for i := range c.Fields {
			if f := &c.Fields[i]; f.Access&(classfile.AccPrivate|classfile.AccFinal) != 0 {
				own[Named{f.Name, f.Desc}] = true
				names[f.Name] = true
			}
		}
	}
	text, reflects := map[string]bool{}, false
	for _, c := range classes {
		reflects = n.readPool(c, names, text) || reflects
		n.readReflection(c, t.bodies)
		for i := range c.Methods {
			n.readCode(&c.Methods[i], own)
		}
	}
	for k := range own {
		if kind := k.kind(); reflects && text[k.Name] || (n.found|n.names[k.Name])&kind != 0 {
			n.hidden[k] = true
		}
	}
	return n
}

// readPool collects the string constants that are names of members, and the members with handles. reflects reports
// whether the class uses an API that finds members by name.
func (n *nest) readPool(c *classfile.Class, names, text map[string]bool) (reflects bool) {
	for i := 1; i < c.Pool.Len(); i++ {
		switch c.Pool.Tag(i) {
		case classfile.TagString:
			if s := c.Pool.StringValue(i); names[s] {
				text[s] = true
			}
		case classfile.TagClass:
			reflects = reflects || findsByName(c.Pool.ClassName(i))
		}
	}
	bs, err := c.Bootstraps()
	if err != nil {
		n.closed = false
	}
	for _, b := range bs {
		if callgraph.KindOf(b) == callgraph.LambdaSite {
			continue // see readCode
		}
		for _, arg := range b.Args {
			n.hide(&c.Pool, arg)
		}
	}
	return reflects
}

// hide marks the member of a handle as hidden, unless the handle only reads a field.
func (n *nest) hide(pool *classfile.Pool, handle int) {
	if pool.Tag(handle) != classfile.TagMethodHandle {
		return
	}
	h, ok := pool.Handle(handle)
	switch k := (Named{h.Member.Name, h.Member.Desc}); {
	case !ok:
	case h.Kind != classfile.RefGetField && h.Kind != classfile.RefGetStatic:
		n.hidden[k] = true
	default:
		n.handles[k] = true
	}
}

// findsByName reports whether a class finds members of others by name.
func findsByName(class string) bool {
	return platform.FindsByName(class)
}

// readCode collects the uses of the nest's own members in a method.
func (n *nest) readCode(m *classfile.Method, own map[Named]bool) {
	code, err := m.Code()
	if err != nil {
		n.closed = false
		return
	}
	if code == nil {
		return
	}
	pool := &m.Class.Pool
	var bs []classfile.Bootstrap
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		switch op := code.Op(pc); op {
		case classfile.OpPutfield, classfile.OpPutstatic:
			w, _ := pool.Member(code.Index(pc))
			if k := (Named{w.Name, w.Desc}); own[k] {
				n.writes[k] = append(n.writes[k], use{m, pc, w.Class})
			}
		case classfile.OpGetfield, classfile.OpGetstatic:
			r, _ := pool.Member(code.Index(pc))
			if k := (Named{r.Name, r.Desc}); own[k] {
				n.reads[k] = append(n.reads[k], use{m, pc, r.Class})
			}
		case classfile.OpInvokestatic, classfile.OpInvokespecial, classfile.OpInvokevirtual, classfile.OpInvokeinterface:
			w, _ := pool.Member(code.Index(pc))
			if k := (Named{w.Name, w.Desc}); own[k] {
				n.Calls[k] = append(n.Calls[k], use{m, pc, w.Class})
			}
		case classfile.OpInvokedynamic:
			if bs == nil {
				if bs, err = m.Class.Bootstraps(); err != nil {
					n.closed = false
					return
				}
			}
			d, _ := pool.Dynamic(code.Index(pc))
			if l, ok := callgraph.LambdaAt(m.Class, bs, d); ok {
				b := l.Body.Member
				if k := (Named{b.Name, b.Desc}); own[k] {
					n.lambdas[k] = append(n.lambdas[k], use{m, pc, b.Class})
				}
			} else if d.Bootstrap >= 0 && d.Bootstrap < len(bs) {
				for _, arg := range bs[d.Bootstrap].Args {
					n.hide(pool, arg)
				}
			}
		case classfile.OpLdc, classfile.OpLdcW:
			n.hide(pool, code.Index(pc))
		}
	}
}

// reflected reports whether a private or final member of a class may be used by its name.
func (t *nests) reflected(c *classfile.Class, k Named) bool { return t.Of(c).hidden[k] }

// UsesOf returns the uses of a member of a class; ok is false where it may be used elsewhere.
func (t *nests) UsesOf(c *classfile.Class, k Named) (u Uses, ok bool) {
	n := t.Of(c)
	if !n.closed || n.hidden[k] {
		return Uses{}, false
	}
	return Uses{t.meaning(n.writes[k], c, k), t.meaning(n.reads[k], c, k), t.meaning(n.Calls[k], c, k), t.meaning(n.lambdas[k], c, k), n.handles[k]}, true
}

// meaning returns the uses that may refer to the member of class c: an instruction may name a subclass that does not
// declare the member.
func (t *nests) meaning(uses []use, c *classfile.Class, k Named) []use {
	out := uses[:0:0]
	for _, u := range uses {
		if u.class == c.Name || !t.declares(u.class, k) && t.below(u.class, c.Name) {
			out = append(out, u)
		}
	}
	return out
}

// below reports whether class may be a subclass of above.
func (t *nests) below(class, above string) bool {
	is, known := t.h.IsSubtype(class, above)
	return is || !known
}

// declares reports whether a class declares a member.
func (t *nests) declares(class string, k Named) bool {
	c := t.h.Lookup(class)
	if c == nil {
		return false
	}
	for i := range c.Fields {
		if f := &c.Fields[i]; f.Name == k.Name && f.Desc == k.Desc {
			return true
		}
	}
	for i := range c.Methods {
		if m := &c.Methods[i]; m.Name == k.Name && m.Desc == k.Desc {
			return true
		}
	}
	return false
}
