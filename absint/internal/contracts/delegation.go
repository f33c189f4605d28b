package contracts

import (
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Overrides that delegate: an override that only calls the overridden method keeps every contract of it. Sound
// because every normal return must return the result of a call of it with the same arguments, and no other instruction
// of the body may run unknown code or change a platform object.

// faithful reports whether a method, on objects of exactly that class, does what the overridden platform method does:
// every normal return is that of one call of it with the same arguments, and nothing else in the body can change a
// collection. A method that always throws returns nothing wrong. seen holds the methods under proof.
func (a *Contracts) faithful(class string, t *classfile.Method, seen map[*classfile.Method]bool) bool {
	if seen[t] { // a recursion without another return never returns
		return true
	}
	seen[t] = true
	b := a.BodyOnce(t)
	if b.Err != nil {
		return false
	}
	delegates := map[ssa.ID]bool{}
	for _, blk := range b.G.RPO {
		for _, v := range b.F.Body[blk] {
			x := &b.F.Values[v]
			switch {
			case x.Kind != ssa.Instr:
			case x.Op == classfile.OpInvokedynamic:
				return false
			case b.F.IsCall(v):
				if a.delegates(class, b, v, seen) {
					delegates[v] = true
				} else if !runsNothing(b.F, v) {
					return false
				}
			case x.Op == classfile.OpPutfield: // to a field of its own, not one of the platform's, such as Vector.elementCount
				mem, _ := b.F.Member(v)
				if c, _ := a.Fields.Find(mem); c == nil || platform.IsPlatform(c.Name) {
					return false
				}
			}
		}
	}
	return returnsDelegated(b, delegates)
}

// delegates reports whether a call in a method is one of the method that it overrides, or of one that does the same, on the
// same object and with the same arguments.
func (a *Contracts) delegates(class string, b *progdb.Body, v ssa.ID, seen map[*classfile.Method]bool) bool {
	f := b.F
	mem, _ := f.Member(v)
	args := f.Args(v)
	if mem.Name != b.Method.Name || len(args) != len(f.Params) || f.Values[v].Op == classfile.OpInvokestatic {
		return false
	}
	for i := range args {
		if f.Uncast(args[i]) != f.Params[i] {
			return false
		}
	}
	d := a.Hierarchy.Dispatch(b.Method.Class, classfile.OpInvokespecial, mem.Class, mem.Name, mem.Desc)
	if f.Values[v].Op != classfile.OpInvokespecial { // a bridge dispatches on the class of the object
		if d = a.Hierarchy.Exact(class, mem.Name, mem.Desc); d == nil {
			return false
		}
	}
	switch {
	case len(d.Targets) == 1 && !platform.IsPlatform(d.Targets[0].Class.Name):
		return a.faithful(class, d.Targets[0], seen)
	case len(d.Targets) == 1:
		return true
	}
	return f.Values[v].Op == classfile.OpInvokespecial && platform.IsPlatform(mem.Class) && d.Resolved == nil && platform.IsPlatform(d.Open)
}

// runsNothing reports whether a call runs no code that could change a collection: a method of a class of numbers or
// texts whose arguments are leaves, or one without callbacks.
func runsNothing(f *ssa.Func, v ssa.ID) bool {
	mem, _ := f.Member(v)
	return platform.Quiet.Has(mem) || (platform.Leaf.Has(mem.Class) || progdb.IsThrowable(mem) || platform.Text.Has(mem)) && effects.LeavesOnly(mem.Desc)
}

// returnsDelegated reports whether every normal return of a method follows one of the calls, and returns its result.
func returnsDelegated(b *progdb.Body, calls map[ssa.ID]bool) bool {
	// No path from the entry to a return passes none of them. An exception may come before the call.
	return !memo.Search(len(b.G.Blocks), []int32{0}, func(blk int32, reach func(int32)) bool {
		called := false
		for _, v := range b.F.Body[blk] {
			x := &b.F.Values[v]
			called = called || calls[v]
			if x.Kind != ssa.Instr || x.Op < classfile.OpIreturn || x.Op > classfile.OpReturn {
				continue
			}
			if args := b.F.Args(v); !called && len(args) == 0 || len(args) > 0 && !calls[b.F.Uncast(args[0])] {
				return true
			}
		}
		for i := range b.G.Blocks[blk].Succs {
			if e := &b.G.Blocks[blk].Succs[i]; !called || e.Kind == cfg.Exception {
				reach(e.To)
			}
		}
		return false
	})
}
