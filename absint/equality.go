package absint

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A set that does not contain an element gets larger when the element is put in, as long as equals, hashCode and the order
// say the same both times. They do where they only read, and where nothing changes what they read in between.

// steadyMark reports whether a collection that a call of contains or containsKey has just denied an element surely gets larger
// when block puts that element in.
func (m *method) steadyMark(contains ssa.ID, block int32, class string) bool {
	f := m.f
	args := f.Args(contains)
	if b := m.breach(args[0], class, holding); b != nil {
		return false
	}
	element := platform.ClassName(f.Static(args[1]))
	if m.mayBeSorted(args[0], class) && !(m.db.onlyRead(nil, platform.Compare) && m.db.keysOnlyRead()) {
		return false
	}
	if platform.Immutable.Has(element) {
		return true
	}
	if !platform.Leaf.Has(element) && !m.db.equalityReads(element) {
		return false
	}
	return m.nothingBetween(contains, block, args[1])
}

// mayBeSorted reports whether a collection may order its elements by a comparator.
func (m *method) mayBeSorted(v ssa.ID, class string) bool {
	ks, ok := newFollower(m.db.Flows).kinds(&body{method: m.f.Method, g: m.g, f: m.f}, v, class, maxHops, false)
	if !ok {
		ks = []kind{{class: class}}
	}
	return slices.ContainsFunc(ks, func(k kind) bool {
		return !platform.KeyedByHash.Has(k.class) && !platform.Positional.Has(k.class)
	})
}

// equalityReads reports whether equals, hashCode and compareTo of objects of a class, or below it, store nothing. A class of
// the platform that holds others compares those.
func (a *Contracts) equalityReads(class string) bool {
	anything := class == "" || platform.IsPlatform(class)
	for _, called := range []classfile.Member{platform.Equals, platform.HashCode, platform.CompareTo} {
		if !anything {
			if is, known := a.Hierarchy.IsSubtype(class, called.Class); !is && known {
				continue // objects that have no order
			}
			called.Class = class
		}
		if !a.onlyRead(nil, called) {
			return false
		}
	}
	return true
}

// onlyRead reports whether all code of the program that a call of a method can run stores nothing and calls nothing but
// methods of the same sort.
func (a *Contracts) onlyRead(caller *classfile.Class, called classfile.Member) bool {
	return memoize(&a.readers, called, func() bool {
		from, ok := a.reading(caller, classfile.OpInvokevirtual, called)
		return ok && a.allOnlyRead(from)
	})
}

// allOnlyRead is onlyRead for methods of the program.
func (a *Contracts) allOnlyRead(from []*classfile.Method) bool {
	return !search(maxRelinking, from, func(t *classfile.Method, reach func(*classfile.Method)) bool {
		b := a.bodyOnce(t)
		if b.err != nil {
			return true
		}
		for _, blk := range b.g.RPO {
			for _, v := range b.f.Body[blk] {
				next, ok := a.readsAt(b, v)
				if !ok {
					return true
				}
				for _, n := range next {
					reach(n)
				}
			}
		}
		return false
	})
}

// reading are the methods of the program that a call can run; ok is false where there may be others.
func (a *Contracts) reading(caller *classfile.Class, op classfile.Op, mem classfile.Member) (out []*classfile.Method, ok bool) {
	run := &codeRun{any: op != classfile.OpInvokestatic && op != classfile.OpInvokespecial && a.Hierarchy.Misses()}
	a.follow(run, caller, op, mem)
	for _, l := range a.Hierarchy.LambdasOf(mem.Class, mem.Name, mem.Desc) {
		run.any = run.any || platform.IsPlatform(l.Body.Member.Class) && !readsValues(l.Body.Member)
	}
	return run.methods, !run.any
}

// readsAt returns the methods that an instruction runs; ok is false where it may store something.
func (a *Contracts) readsAt(b *body, v ssa.ID) (next []*classfile.Method, ok bool) {
	x := &b.f.Values[v]
	switch {
	case x.Kind != ssa.Instr:
		return nil, true
	case x.Op == classfile.OpPutfield || x.Op == classfile.OpPutstatic || x.Op >= classfile.OpIastore && x.Op <= classfile.OpSastore:
		return nil, false
	case x.Op == classfile.OpInvokedynamic: // of a record: what its components do
		_, s, known := dynamicOf(b.f, v)
		if !known || callgraph.KindOf(s) != callgraph.ObjectMethodSite {
			return nil, false
		}
		return a.readingAnything()
	case !b.f.IsCall(v):
		return nil, true
	}
	mem, _ := b.f.Member(v)
	switch {
	case !platform.IsPlatform(mem.Class):
		return a.reading(b.method.Class, x.Op, mem)
	case readsValues(mem), mem.Name == "getClass", mem.Class == platform.ClassClass && mem.Name == "getName":
		return nil, true
	case mem.Class == platform.StringBuilder && leavesOnly(mem.Desc): // a text that the method makes
		made := &b.f.Values[rootText(b.f, v)]
		return nil, made.Kind == ssa.Instr && made.Op == classfile.OpNew
	case mem.Class == platform.MapEntry && len(b.f.Args(v)) == 1:
		return a.reading(b.method.Class, x.Op, mem)
	case slices.Contains([]string{"equals", "hashCode", "compareTo", "compare"}, mem.Name) || mem.Class == platform.Objects && mem.Name == "hash":
		if platform.Leaf.Has(mem.Class) {
			return nil, true
		}
		return a.readingAnything()
	}
	return nil, false
}

// readsValues reports whether a method of the platform stores nothing and always returns the same for the same arguments.
func readsValues(mem classfile.Member) bool {
	return platform.Pure.Has(mem.Class) && leavesOnly(mem.Desc) && !platform.Drawing.Named(mem.Name) &&
		mem.Name != "getChars" && !strings.Contains(mem.Desc, "Random;")
}

// maxAppends bounds how many calls that return the builder are followed.
const maxAppends = 24

// rootText is the object that a call on a StringBuilder is made on, before the calls that return it.
func rootText(f *ssa.Func, v ssa.ID) ssa.ID {
	for range maxAppends {
		if mem, _ := f.Member(v); !f.IsCall(v) || mem.Class != platform.StringBuilder || len(f.Args(v)) == 0 {
			return v
		}
		v = f.Args(v)[0]
	}
	return v
}

// keysOnlyRead reports whether all functions that the program makes comparators of store nothing, and return the same
// whenever they are called, as far as nothing is stored. A comparator of the platform calls them.
func (a *Contracts) keysOnlyRead() bool {
	return memoize(&a.readers, classfile.Member{Class: platform.Compare.Class, Name: "comparing"}, func() bool {
		for _, c := range a.Hierarchy.Classes() {
			if platform.IsPlatform(c.Name) || !a.Hierarchy.Analysed(c.Name) || !makesComparators(c) {
				continue
			}
			for i := range c.Methods {
				if c.Methods[i].HasCode() && !a.keysIn(&c.Methods[i]) {
					return false
				}
			}
		}
		return true
	})
}

// makesComparators reports whether a class names a method that makes a comparator of a function.
func makesComparators(c *classfile.Class) bool {
	for i := 1; i < c.Pool.Len(); i++ {
		switch c.Pool.Tag(i) {
		case classfile.TagMethodref, classfile.TagInterfaceMethodref:
			if mem, ok := c.Pool.Member(i); ok && platform.MakingComparator.Named(mem.Name) {
				return true
			}
		}
	}
	return false
}

// keysIn is keysOnlyRead for what one method makes.
func (a *Contracts) keysIn(t *classfile.Method) bool {
	b := a.bodyOnce(t)
	if b.err != nil {
		return false
	}
	for _, blk := range b.g.RPO {
		for _, v := range b.f.Body[blk] {
			l := lambdaOf(b.f, v)
			if l != nil && platform.MakingComparator.Named(l.Body.Member.Name) {
				return false // what it is given is not known
			}
			mem, _ := b.f.Member(v)
			if !b.f.IsCall(v) || !platform.MakingComparator.Named(mem.Name) {
				continue
			}
			params, args := classfile.Params(mem.Desc), b.f.Args(v)
			for i, t := range params {
				if strings.HasPrefix(t, "Ljava/util/function/") && !a.keyOnlyReads(b, args[len(args)-len(params)+i]) {
					return false
				}
			}
		}
	}
	return true
}

// keyOnlyReads is keysOnlyRead for one function.
func (a *Contracts) keyOnlyReads(b *body, key ssa.ID) bool {
	l := lambdaOf(b.f, uncastIn(b.f, key))
	switch {
	case l == nil: // made elsewhere
		return false
	case platform.IsPlatform(l.Body.Member.Class):
		mem := l.Body.Member
		from, ok := []*classfile.Method(nil), readsValues(mem)
		if mem.Class == platform.MapEntry {
			from, ok = a.reading(nil, classfile.OpInvokeinterface, mem)
		}
		return ok && a.allOnlyRead(from)
	}
	d := a.Hierarchy.Body(l)
	return d.Complete && a.allOnlyRead(d.Targets)
}

// readingAnything are all methods of the program that compare objects.
func (a *Contracts) readingAnything() (out []*classfile.Method, ok bool) {
	for _, called := range []classfile.Member{platform.Equals, platform.HashCode, platform.CompareTo} {
		ts, ok := a.reading(nil, classfile.OpInvokevirtual, called)
		if !ok {
			return nil, false
		}
		out = append(out, ts...)
	}
	return out, true
}

// nothingBetween reports whether nothing is stored between a call of contains and the call that puts the element in, at the
// beginning of a block to which the test of the call leads.
func (m *method) nothingBetween(contains ssa.ID, block int32, element ssa.ID) bool {
	f := m.f
	at := f.Values[contains].Block
	if preds := m.g.Blocks[block].Preds; len(preds) != 1 || m.g.Edges[preds[0]].From != at {
		return false
	}
	stores := func(v ssa.ID) bool {
		x := &f.Values[v]
		switch {
		case x.Kind != ssa.Instr:
			return false
		case x.Op == classfile.OpPutfield || x.Op == classfile.OpPutstatic || x.Op >= classfile.OpIastore && x.Op <= classfile.OpSastore:
			return true
		case !f.IsCall(v):
			return x.Op == classfile.OpInvokedynamic
		}
		mem, _ := f.Member(v)
		b := m.codeOf(v)
		return !platform.IsPlatform(mem.Class) || b.any || slices.ContainsFunc(b.effects, func(e effect) bool {
			return e.op == classfile.OpPutfield || e.op == classfile.OpPutstatic || e.op >= classfile.OpIastore && e.op <= classfile.OpSastore
		})
	}
	behind := false
	for _, v := range f.Body[at] {
		if behind && stores(v) {
			return false
		}
		behind = behind || v == contains
	}
	for _, v := range f.Body[block] {
		if args := f.Args(v); f.IsCall(v) && len(args) > 1 && args[0] == f.Args(contains)[0] && args[1] == element {
			return true
		}
		if stores(v) {
			return false
		}
	}
	return false
}
