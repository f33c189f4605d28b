package heapsize

import (
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Sizes of streams. A stream is used once, and each of its stages sees each element at most once, so the cost of a
// stage is charged where it is created, for all elements of the stream before it. Sound because a short-circuiting
// later stage, which only saves cost, is ignored.

// streamElements bounds the number of elements of a stream by how it was created; ok is false if that does not bound
// it.
func streamElements(m *symval.Func, v ssa.ID, depth int) (s expr.Size, ok bool) {
	f := m.Fn
	x := &f.Values[v]
	if !f.IsCall(v) || depth > symval.MaxDepth/2 {
		return s, false
	}
	mem, _ := f.Member(v)
	args := f.Args(v)
	if !platform.InStreams(platform.ClassName(classfile.Return(mem.Desc))) {
		return s, false
	}
	if platform.InStreams(mem.Class) && (mem.Name == "iterate" || mem.Name == "generate") {
		return TakenElements(m, v)
	}
	if x.Op == classfile.OpInvokestatic {
		return streamOf(m, mem, args, depth)
	}
	switch {
	case platform.InStreams(mem.Class):
		s = Elements(m, args[0], depth+1)
		if mem.Name == "limit" {
			if q := m.Bound(args[1], true, 0); q.Ok() && len(q.Conds) == 0 {
				s = expr.Min(s, m.Clamp(q.Size, code.NoBlock))
			}
			return s, !s.Top
		}
		return s, platform.SameSizeStages.Named(mem.Name)
	case (mem.Name == "stream" || mem.Name == "parallelStream") && mem.Desc == platform.StreamDesc && m.Sized(mem.Class):
		if streamGrows(m, args[0], v) {
			return yielded(m, args[0]), true
		}
		return Elements(m, args[0], depth+1), true
	case (mem.Name == "chars" || mem.Name == "codePoints") && mem.Class == platform.StringClass:
		q := m.StringLength(args[0])
		return q.Size, q.Ok()
	}
	return s, false
}

// streamOf bounds the number of elements of a stream that a static method creates.
func streamOf(m *symval.Func, mem classfile.Member, args []ssa.ID, depth int) (expr.Size, bool) {
	between := func(from, to ssa.ID, more int64) (expr.Size, bool) {
		lo, hi := m.Bound(from, false, 0), m.Bound(to, true, 0)
		if !lo.Ok() || !hi.Ok() || len(lo.Conds)+len(hi.Conds) > 0 {
			return expr.Size{}, false
		}
		n := m.Clamp(hi.Size.Sub(lo.Size).AddInt(more), code.NoBlock)
		return n, !n.Top
	}
	length := func(v ssa.ID) (expr.Size, bool) {
		if q := m.Length(v, 0); q.Ok() && len(q.Conds) == 0 {
			s := m.Eliminate(q.Size, true, code.NoBlock)
			return s, !s.Top
		}
		return m.LargestLength(v), true
	}
	stream := platform.InStreams(mem.Class)
	switch {
	case platform.ElementStream.Has(mem) && len(args) == 1, stream && mem.Name == "of" && strings.HasPrefix(mem.Desc, "(["):
		return length(args[0])
	case platform.ElementStream.Has(mem) && len(args) == 3:
		return between(args[1], args[2], 0)
	case !stream:
	case mem.Name == "range":
		return between(args[0], args[1], 0)
	case mem.Name == "rangeClosed":
		return between(args[0], args[1], 1)
	case mem.Name == "of" || mem.Name == "ofNullable":
		return expr.Const(1), true
	case mem.Name == "empty":
		return expr.Size{}, true
	case mem.Name == "concat":
		s := Elements(m, args[0], depth+1).Add(Elements(m, args[1], depth+1))
		return s, !s.Top
	}
	return expr.Size{}, false
}

// collectedElements bounds the number of elements of what a stream is collected into: one of each element, or fewer. ok is false for other
// values, and where more may be added. Sound because toList returns a list that never changes, and the collectors of CollectsAll make a
// new collection, of which no use adds elements.
func collectedElements(m *symval.Func, v ssa.ID, depth int) (s expr.Size, ok bool) {
	f := m.Fn
	if !f.IsCall(v) || f.Values[v].Op != classfile.OpInvokeinterface {
		return s, false
	}
	mem, _ := f.Member(v)
	args := f.Args(v)
	switch {
	case !platform.InStreams(mem.Class):
		return s, false
	case mem.Name == "toList" && len(args) == 1:
	case mem.Name == "collect" && len(args) == 2 && f.IsCall(args[1]):
		if collector, _ := f.Member(args[1]); !platform.CollectsAll.Has(collector) || !neverFilled(m, v, 0, depth) {
			return s, false
		}
	default:
		return s, false
	}
	s = Elements(m, args[0], depth+1)
	return s, !s.Top
}

// KeepsFunction reports whether a method returns a stream that runs a function later, for its elements. The cost of
// the call excludes the cost of the function.
func KeepsFunction(m classfile.Member) bool {
	return platform.InStreams(m.Class) && strings.HasSuffix(classfile.Return(m.Desc), "Stream;") &&
		platform.MentionsFunctionPackage(m.Desc)
}
