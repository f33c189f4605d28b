package contracts

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Purity of equality and order: whether equals, hashCode, compareTo and comparators only read, so that two calls on
// unchanged objects agree. Sound because an instruction that stores, and a call whose targets are not all known to
// only read, refutes it.

// EqualityReads reports whether equals, hashCode and compareTo of objects of a class or its subclasses store nothing.
// A platform class that holds other objects compares those.
func (a *Contracts) EqualityReads(class string) bool {
	anything := class == "" || platform.IsPlatform(class)
	for _, called := range []classfile.Member{platform.Equals, platform.HashCode, platform.CompareTo} {
		if !anything {
			if is, known := a.Hierarchy.IsSubtype(class, called.Class); !is && known {
				continue // no order
			}
			called.Class = class
		}
		if !a.OnlyRead(nil, called) {
			return false
		}
	}
	return true
}

// OnlyRead reports whether all application code that a call of a method can run stores nothing and calls only methods
// that store nothing.
func (a *Contracts) OnlyRead(caller *classfile.Class, called classfile.Member) bool {
	return memo.Memoize(&a.readers, called, func() bool {
		from, ok := a.reading(caller, classfile.OpInvokevirtual, called)
		return ok && a.allOnlyRead(from)
	})
}

// allOnlyRead is OnlyRead for application methods.
func (a *Contracts) allOnlyRead(from []*classfile.Method) bool {
	return !memo.Search(effects.MaxRelinking, from, func(t *classfile.Method, reach func(*classfile.Method)) bool {
		b := a.BodyOnce(t)
		if b.Err != nil {
			return true
		}
		for _, blk := range b.G.RPO {
			for _, v := range b.F.Body[blk] {
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

// reading returns the application methods that a call can run; ok is false if there may be others.
func (a *Contracts) reading(caller *classfile.Class, op classfile.Op, mem classfile.Member) (out []*classfile.Method, ok bool) {
	run := &effects.Callees{Any: op != classfile.OpInvokestatic && op != classfile.OpInvokespecial && a.Hierarchy.Misses()}
	a.Follow(run, caller, op, mem)
	for _, l := range a.Hierarchy.LambdasOf(mem.Class, mem.Name, mem.Desc) {
		run.Any = run.Any || platform.IsPlatform(l.Body.Member.Class) && !readsValues(l.Body.Member)
	}
	return run.Methods, !run.Any
}

// readsAt returns the methods that an instruction runs; ok is false if it may store something.
func (a *Contracts) readsAt(b *progdb.Body, v ssa.ID) (next []*classfile.Method, ok bool) {
	x := &b.F.Values[v]
	switch {
	case x.Kind != ssa.Instr:
		return nil, true
	case effects.Stores(x.Op):
		return nil, false
	case x.Op == classfile.OpInvokedynamic: // of a record: its components are compared
		_, s, known := progdb.DynamicOf(b.F, v)
		if !known || callgraph.KindOf(s) != callgraph.ObjectMethodSite {
			return nil, false
		}
		return a.readingAnything()
	case !b.F.IsCall(v):
		return nil, true
	}
	mem, _ := b.F.Member(v)
	switch {
	case !platform.IsPlatform(mem.Class):
		return a.reading(b.Method.Class, x.Op, mem)
	case readsValues(mem), mem.Name == "getClass", mem.Class == platform.ClassClass && mem.Name == "getName":
		return nil, true
	case mem.Class == platform.StringBuilder && effects.LeavesOnly(mem.Desc): // a text that the method makes
		made := &b.F.Values[rootText(b.F, v)]
		return nil, made.Kind == ssa.Instr && made.Op == classfile.OpNew
	case mem.Class == platform.MapEntry && len(b.F.Args(v)) == 1:
		return a.reading(b.Method.Class, x.Op, mem)
	case slices.Contains([]string{"equals", "hashCode", "compareTo", "compare"}, mem.Name) || mem.Class == platform.Objects && mem.Name == "hash":
		if platform.Leaf.Has(mem.Class) {
			return nil, true
		}
		return a.readingAnything()
	}
	return nil, false
}

// readsValues reports whether a platform method stores nothing and always returns the same for the same arguments.
func readsValues(mem classfile.Member) bool {
	return platform.Pure.Has(mem.Class) && effects.LeavesOnly(mem.Desc) && !platform.Drawing.Named(mem.Name) &&
		mem.Name != "getChars" && !strings.Contains(mem.Desc, "Random;")
}

// maxAppends bounds the chain of calls that return the builder.
const maxAppends = 24

// rootText returns the receiver of a chain of StringBuilder calls that return it.
func rootText(f *ssa.Func, v ssa.ID) ssa.ID {
	for range maxAppends {
		if mem, _ := f.Member(v); !f.IsCall(v) || mem.Class != platform.StringBuilder || len(f.Args(v)) == 0 {
			return v
		}
		v = f.Args(v)[0]
	}
	return v
}

// KeysOnlyRead reports whether all functions from which the program makes comparators store nothing, and return the
// same for the same stored values.
func (a *Contracts) KeysOnlyRead() bool {
	return memo.Memoize(&a.readers, classfile.Member{Class: platform.Compare.Class, Name: "comparing"}, func() bool {
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

// DefinesOrder reports whether the program may have a comparator that does not find an object equal to itself.
func (a *Contracts) DefinesOrder() bool {
	run, ok := a.reading(nil, classfile.OpInvokeinterface, platform.Compare)
	return !ok || len(run)+len(a.Hierarchy.LambdasOf(platform.Compare.Class, platform.Compare.Name, platform.Compare.Desc)) > 0 || !a.KeysOnlyRead()
}

// makesComparators reports whether a class calls a method that makes a comparator of a function.
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

// keysIn is KeysOnlyRead for the comparators that one method makes.
func (a *Contracts) keysIn(t *classfile.Method) bool {
	b := a.BodyOnce(t)
	if b.Err != nil {
		return false
	}
	for _, blk := range b.G.RPO {
		for _, v := range b.F.Body[blk] {
			l := progdb.LambdaOf(b.F, v)
			if l != nil && platform.MakingComparator.Named(l.Body.Member.Name) {
				return false // its function is unknown
			}
			mem, _ := b.F.Member(v)
			if !b.F.IsCall(v) || !platform.MakingComparator.Named(mem.Name) {
				continue
			}
			params, args := classfile.Params(mem.Desc), b.F.Args(v)
			for i, t := range params {
				if platform.MentionsFunctionPackage(t) && !a.keyOnlyReads(b, args[len(args)-len(params)+i]) {
					return false
				}
			}
		}
	}
	return true
}

// keyOnlyReads is KeysOnlyRead for one function.
func (a *Contracts) keyOnlyReads(b *progdb.Body, key ssa.ID) bool {
	l := progdb.LambdaOf(b.F, b.F.Uncast(key))
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

// readingAnything returns all application methods that compare or hash objects; ok is false if there may be others.
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
