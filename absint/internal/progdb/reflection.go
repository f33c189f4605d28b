package progdb

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Reflection: which private members may be used outside of the code of their nest, because code finds members by name
// or passes on the right to: by reflection, method handles, field updaters, Unsafe, native code, or a bootstrap
// method that gets the class's Lookup. Sound because a finder whose name argument is not constant hides every member
// of the kinds that it finds.

// readReflection finds the members of a nest that the code of a class may reach by name.
func (n *nest) readReflection(c *classfile.Class, bodies func(*classfile.Method) *Body) {
	reflects := false
	for i := 1; i < c.Pool.Len(); i++ {
		switch c.Pool.Tag(i) {
		case classfile.TagClass:
			name := c.Pool.ClassName(i)
			if platform.IsReflective(name) {
				n.found |= platform.AnyMember
			}
		case classfile.TagMethodref:
			m, _ := c.Pool.Member(i)
			reflects = reflects || platform.FinderOf(m) != nil || platform.Lookup.Has(m)
		case classfile.TagMethodHandle:
			if h, ok := c.Pool.Handle(i); ok {
				n.findByHandle(h.Member)
			}
		}
	}
	n.readBootstraps(c)
	for i := range c.Methods {
		m := &c.Methods[i]
		if m.Access&classfile.AccNative != 0 {
			n.found |= platform.AnyMember
		}
		if reflects && m.HasCode() {
			n.readFinders(bodies(m))
		}
	}
}

// findByHandle adds what a method handle of a finder may find; its arguments are unknown.
func (n *nest) findByHandle(m classfile.Member) {
	if x := platform.FinderOf(m); x != nil {
		n.found |= x.Kinds
	} else if platform.Lookup.Has(m) {
		n.found |= platform.AnyMember
	}
}

// readBootstraps collects the members that bootstrap methods may find.
func (n *nest) readBootstraps(c *classfile.Class) {
	bs, _ := c.Bootstraps()
	for _, b := range bs {
		m := b.Method.Member
		switch {
		case callgraph.KindOf(b) == callgraph.LambdaSite:
		case platform.FieldHandle.Has(m):
			n.found |= platform.FieldMembers
		case !platform.KnownBootstrap.Has(m.Class):
			n.found |= platform.AnyMember
		}
	}
}

// readFinders adds what the calls of finders and the Lookups of one method may find.
func (n *nest) readFinders(b *Body) {
	if b.Err != nil {
		n.found |= platform.AnyMember
		return
	}
	for _, blk := range b.G.RPO {
		for _, v := range b.F.Body[blk] {
			if !b.F.IsCall(v) {
				continue
			}
			m, _ := b.F.Member(v)
			if platform.Lookup.Has(m) && escapes(b, v) {
				n.found |= platform.AnyMember
			}
			if x := platform.FinderOf(m); x != nil {
				n.find(x, b.F, v)
			}
		}
	}
}

// escapes reports whether a Lookup is used for anything but calls of finders in the same method.
func escapes(b *Body, lookup ssa.ID) bool {
	for _, blk := range b.G.RPO {
		for _, u := range b.F.Body[blk] {
			args := b.F.Args(u)
			if !slices.Contains(args, lookup) {
				continue
			}
			m, ok := b.F.Member(u)
			switch {
			case !ok || !b.F.IsCall(u):
				return true
			case platform.Lookup.Has(m): // a Lookup with the rights of another class
			case m.Class != platform.Lookups || slices.Contains(args[1:], lookup):
				return true
			case platform.FinderOf(m) == nil && !platform.LookupReader.Has(m):
				return true
			}
		}
	}
	return false
}

// find adds what one call of a finder may find.
func (n *nest) find(x *platform.Finder, f *ssa.Func, call ssa.ID) {
	args, at := f.Args(call), x.Arg
	if at == platform.LastArg {
		at = len(args) - 1
	}
	if at >= 0 && at < len(args) {
		if x.Reflected && foundHere(f, args[at], 0) {
			return
		}
		if name, ok := f.StringConstant(args[at]); ok {
			n.names[name] |= x.Kinds
			return
		}
	}
	n.found |= x.Kinds
}

// maxLookupDepth bounds how far the origin of a reflected member is followed.
const maxLookupDepth = 24

// foundHere reports whether a reflected member is the result of a finder in the same method, whose call is handled
// separately.
func foundHere(f *ssa.Func, v ssa.ID, depth int) bool {
	x := &f.Values[v]
	if depth > maxLookupDepth || x.Kind != ssa.Instr {
		return false
	}
	switch {
	case x.Op == classfile.OpCheckcast:
		return foundHere(f, f.Args(v)[0], depth+1)
	case x.Op == classfile.OpAaload: // an element of getDeclaredMethods()
		return foundHere(f, f.Args(v)[0], depth+1)
	case f.IsCall(v):
		m, _ := f.Member(v)
		y := platform.FinderOf(m)
		return y != nil && y.Class == platform.ClassClass && m.Name != "newInstance"
	}
	return false
}
