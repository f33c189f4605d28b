package callgraph

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/classfile"
)

// Dispatch is where a call can go.
type Dispatch struct {
	// Resolved is the method that the reference names, nil where it is in a class known by name only.
	Resolved *classfile.Method
	// Targets are the methods that can run, each once, ordered by class and method; never abstract ones. Library
	// methods are among them where the library's class is known.
	Targets []*classfile.Method
	// Lambdas are the lambdas and method references whose body can run.
	Lambdas []*Lambda
	// Complete says that nothing else can run. Where it is false, Open is the class because of which: a library
	// type that other code may implement, or a class known by name only.
	Complete bool
	Open     string
	// Direct says that no other class could change where the call goes: the method is static, final, private, a
	// constructor or named by super, or the receiver's class is known.
	Direct bool
}

type callKey struct {
	owner      *node
	name, desc string
}

// cache remembers dispatches: a program calls the same few thousand methods over and over.
type cache struct {
	m      sync.Map // callKey to *Dispatch
	bodies sync.Map // *Lambda to *Dispatch
	pairs  sync.Map // [2]string to bool: Related
}

// Dispatch finds where an invokestatic, invokespecial, invokevirtual or invokeinterface in a method of class caller
// can go. The result is shared and must not be changed. An invokedynamic has no owner: see LambdaAt.
func (h *Hierarchy) Dispatch(caller *classfile.Class, op classfile.Op, owner, name, desc string) *Dispatch {
	n := h.owner(owner)
	if op == classfile.OpInvokestatic || op == classfile.OpInvokespecial {
		return h.direct(caller, op, n, name, desc)
	}
	if strings.HasPrefix(owner, "[") { // an array's methods are Object's, overridden by nobody
		m, unknown := h.resolve(n, name, desc)
		return exact(m, m, unknown)
	}
	key := callKey{n, name, desc}
	if d, ok := h.cache.m.Load(key); ok {
		return d.(*Dispatch)
	}
	d, _ := h.cache.m.LoadOrStore(key, h.virtual(n, name, desc))
	return d.(*Dispatch)
}

// direct is a call without a receiver's class to depend on.
func (h *Hierarchy) direct(caller *classfile.Class, op classfile.Op, n *node, name, desc string) *Dispatch {
	m, unknown := h.resolve(n, name, desc)
	unknown = later(n, m, unknown)
	if op == classfile.OpInvokespecial && m != nil && name != "<init>" && caller != nil && n.class != nil && !n.class.IsInterface() &&
		caller.Super != "" && caller.Super != n.name && n.name != caller.Name {
		// super.f() starts at the direct super class, which may have got an f since (JVMS 6.5.invokespecial). ACC_SUPER is
		// taken as set in every class (JVMS 4.1).
		if is, known := h.IsSubtype(caller.Super, n.name); is || !known {
			m, unknown = h.fromSuper(h.node(caller.Super), m)
		}
	}
	return exact(m, m, unknown)
}

// later returns the class through which a method that was not found may exist: a library may be newer than the one that was read,
// as List.getFirst of JDK 21 is to a list of JDK 17.
func later(n *node, found *classfile.Method, unknown *node) *node {
	if found == nil && unknown == nil && !n.analysed {
		return n
	}
	return unknown
}

// fromSuper is the method that invokespecial finds from class c on: the first of that name that is not static, whoever may
// use it.
func (h *Hierarchy) fromSuper(c *node, r *classfile.Method) (m *classfile.Method, unknown *node) {
	for b := c; b != nil; b = b.super {
		if b.class == nil {
			return nil, b
		}
		if m := b.declared(r.Name, r.Desc); m != nil && !m.Static() {
			return m, nil
		}
	}
	m, _, unknown = inherited(c, r.Name, r.Desc)
	return m, unknown
}

// exact is the dispatch to one method, or to none where it is not known or abstract.
func exact(resolved, m *classfile.Method, unknown *node) *Dispatch {
	d := &Dispatch{Resolved: resolved, Complete: unknown == nil, Direct: true}
	if unknown != nil {
		d.Open = unknown.name
	}
	if m != nil && m.Access&classfile.AccAbstract == 0 {
		d.Targets = []*classfile.Method{m}
	}
	return d
}

func (h *Hierarchy) virtual(n *node, name, desc string) *Dispatch {
	r, unknown := h.resolve(n, name, desc)
	unknown = later(n, r, unknown)
	if r == nil {
		d := &Dispatch{Complete: unknown == nil}
		if unknown != nil {
			d.Open = unknown.name
			d.Targets = h.declaredBelow(n, name, desc)
		}
		return d
	}
	if r.Access&(classfile.AccPrivate|classfile.AccStatic|classfile.AccFinal) != 0 {
		return exact(r, r, unknown)
	}
	if n.class.Access&classfile.AccFinal != 0 {
		m, u := h.selected(n, r)
		return exact(r, m, cmp.Or(unknown, u))
	}
	d := &Dispatch{Resolved: r, Complete: true}
	open := func(u *node) {
		if u != nil && d.Complete {
			d.Complete, d.Open = false, u.name
		}
	}
	open(unknown)
	open(h.openBelow(n, map[*node]bool{}))
	seen := map[*classfile.Method]bool{}
	add := func(m *classfile.Method) {
		if m != nil && m.Access&classfile.AccAbstract == 0 && !seen[m] {
			seen[m] = true
			d.Targets = append(d.Targets, m)
		}
	}
	choice := h.selection(r)
	cone := h.cone(n)
	for _, c := range cone {
		h.addImplementing(d, c, r)
		if slices.ContainsFunc(c.lambdas, func(l *Lambda) bool { return !l.Implements(r.Name, r.Desc) }) {
			m, u := choice.on(c)
			open(u)
			add(m)
		}
		if c.class == nil || c.class.Access&(classfile.AccAbstract|classfile.AccInterface) != 0 {
			continue
		}
		m, u := choice.on(c)
		open(u)
		add(m)
	}
	for o := range h.orphansOf(n, r.Name, r.Desc) {
		switch {
		case slices.Contains(cone, o):
		case n.analysed:
			open(o.unknown)
		default: // a library's class is open anyway
			add(o.declared(r.Name, r.Desc))
			h.addImplementing(d, o, r)
		}
	}
	sortMethods(d.Targets)
	return d
}

// addImplementing adds the lambdas of an interface that implement a method.
func (h *Hierarchy) addImplementing(d *Dispatch, of *node, r *classfile.Method) {
	for _, l := range of.lambdas {
		if l.Implements(r.Name, r.Desc) && !slices.Contains(d.Lambdas, l) {
			d.Lambdas = append(d.Lambdas, l)
		}
	}
}

// declaredBelow returns what the analysed classes below n run for a method that was not found, as n or a class above it is known
// by name only: nothing but the missing class says whether they override it.
func (h *Hierarchy) declaredBelow(n *node, name, desc string) (out []*classfile.Method) {
	choice := h.selection(&classfile.Method{Access: classfile.AccPublic, Name: name, Desc: desc})
	seen := map[*classfile.Method]bool{}
	add := func(m *classfile.Method) {
		if m != nil && m.Access&classfile.AccAbstract == 0 && !seen[m] && h.Analysed(m.Class.Name) {
			seen[m] = true
			out = append(out, m)
		}
	}
	for _, c := range h.cone(n) {
		if c.class == nil || c.class.Access&(classfile.AccAbstract|classfile.AccInterface) != 0 {
			continue
		}
		m, _ := choice.on(c)
		add(m)
	}
	if isRuntimeLibrary(n.name) { // models price its methods
		for o := range h.orphansOf(n, name, desc) {
			add(o.declared(name, desc))
		}
	}
	sortMethods(out)
	return out
}

func sortMethods(ms []*classfile.Method) {
	slices.SortFunc(ms, func(a, b *classfile.Method) int {
		return cmp.Or(cmp.Compare(a.Class.Name, b.Class.Name), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Desc, b.Desc))
	})
}

// openBelow returns a class through which code that was never seen can be below n, nil where there is none: an
// analysed class is closed if all of them could be read, a library class is open unless it is final, or sealed over
// closed ones.
func (h *Hierarchy) openBelow(n *node, seen map[*node]bool) *node {
	if seen[n] {
		return nil
	}
	seen[n] = true
	if n.class == nil {
		return n
	}
	if n.class.Access&classfile.AccFinal != 0 {
		return nil
	}
	if !n.analysed {
		permitted, sealed := n.class.PermittedSubclasses()
		if !sealed {
			return n
		}
		for _, name := range permitted {
			if o := h.openBelow(h.node(name), seen); o != nil {
				return o
			}
			if !slices.Contains(n.subs, h.node(name)) {
				return n // permitted, closed, and not among the classes that virtual looks through
			}
		}
		return nil
	}
	if h.missing != nil {
		return h.missing
	}
	for _, s := range n.subs {
		if o := h.openBelow(s, seen); o != nil {
			return o
		}
	}
	return nil
}

// Body finds where the call of a lambda's body can go. Of a constructor reference it is the constructor. The result is
// shared and must not be changed.
func (h *Hierarchy) Body(l *Lambda) *Dispatch {
	if d, ok := h.cache.bodies.Load(l); ok {
		return d.(*Dispatch)
	}
	d, _ := h.cache.bodies.LoadOrStore(l, h.body(l))
	return d.(*Dispatch)
}

func (h *Hierarchy) body(l *Lambda) *Dispatch {
	m := l.Body.Member
	switch l.Body.Kind {
	case classfile.RefInvokeStatic:
		return h.Dispatch(l.Class, classfile.OpInvokestatic, m.Class, m.Name, m.Desc)
	case classfile.RefInvokeSpecial, classfile.RefNewInvokeSpecial:
		return h.Dispatch(l.Class, classfile.OpInvokespecial, m.Class, m.Name, m.Desc)
	case classfile.RefInvokeVirtual:
		return h.Dispatch(l.Class, classfile.OpInvokevirtual, m.Class, m.Name, m.Desc)
	case classfile.RefInvokeInterface:
		return h.Dispatch(l.Class, classfile.OpInvokeinterface, m.Class, m.Name, m.Desc)
	}
	return &Dispatch{Open: m.Class}
}
