package recursion

import (
	"slices"
	"strconv"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Sizes that limit an index: the size of a list or a builder and the length of a row are no expressions over the parameters. The symbol
// for the largest of all calls is above each index that is below the size:
//
//	if (i >= l.size()) return; f(l, i + 1);      if (i == l.size()) return; use(l.get(i)); f(l, i + 1);
//
// Sound because the symbol only takes the place of a size that is larger than something: what is proved with the guard holds for any number
// that no size exceeds. A recursion that adds to the list has no such guard, since the size may grow with the index.

// largestSize returns the symbol for the largest value of v, if it is a size of an object that every call is given at the same place. ok is
// false for others, and where the recursion may make the object longer.
func (r *Recursion) largestSize(m *symval.Func, v ssa.ID) (q symval.Guarded, ok bool) {
	if v == 0 || m.Fn.Values[v].Kind != ssa.Instr {
		return q, false
	}
	on := m.Fn.Args(v)
	switch m.Fn.Values[v].Op {
	case classfile.OpArraylength:
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		mem, _ := m.Fn.Member(v)
		if mem.Desc != "()I" || mem.Name != "size" && mem.Name != "length" || !m.Sized(mem.Class) {
			return q, false
		}
	default:
		return q, false
	}
	if !r.passesObject(m, on[0]) || r.mayGrow(m, on[0]) {
		return q, false
	}
	q = m.Bound(v, true, 0)
	return q, q.Ok() && len(q.Conds) == 0 && !q.Size.Top
}

// passesObject reports whether every recursive call of a method has an object at the same path from its parameters, or of a row of an array
// the array.
func (r *Recursion) passesObject(m *symval.Func, v ssa.ID) bool {
	for v = m.Uncast(v); m.Fn.Values[v].Kind == ssa.Instr && m.Fn.Values[v].Op == classfile.OpAaload; {
		v = m.Uncast(m.Fn.Args(v)[0])
	}
	path, _ := m.Path(v, 0)
	if path == "" || len(r.Members) != 1 {
		return false
	}
	i, _, _, ok := expr.SplitPath(path)
	if !ok {
		return true // a static field that does not change
	}
	for site := range r.callsWithin(r.Members[0]) {
		if i >= len(site.Args) || site.Args[i] == 0 {
			return false
		}
		if p, _ := m.Path(site.Args[i], 0); p != "p"+strconv.Itoa(i) {
			return false
		}
	}
	return true
}

// mayGrow reports whether the recursion may make an object longer. The calls by which it recurs may do so only by what else is in the method,
// where the object is a parameter that they pass on.
func (r *Recursion) mayGrow(m *symval.Func, object ssa.ID) bool {
	object = m.Root(object)
	if m.Fn.Values[object].Kind != ssa.Param {
		return m.Altered(object, true)
	}
	if len(m.Fn.Static(object)) > 0 && m.Fn.Static(object)[0] == '[' {
		return false
	}
	is := func(v ssa.ID) bool { return v == object }
	var recursive []ssa.ID // calls of nothing else
	for site := range r.callsWithin(r.Members[0]) {
		if len(site.Targets) == 1 && len(site.Lambdas)+len(site.Callbacks)+len(site.ElementCalls) == 0 && !site.Library && !site.Incomplete && site.Unknown == "" {
			recursive = append(recursive, site.Value)
		}
	}
	for _, b := range m.CFG.RPO {
		for _, v := range m.Fn.Body[b] {
			if x := &m.Fn.Values[v]; x.Kind != ssa.Instr || !m.Fn.IsCall(v) && x.Op != classfile.OpInvokedynamic || slices.Contains(recursive, v) {
				continue
			}
			if slices.ContainsFunc(m.Fn.Args(v), func(a ssa.ID) bool { return m.Fn.Values[a].Type == 'a' && m.MayBe(a, is) && m.Fills(v, a) }) {
				return true
			}
		}
	}
	return false
}

// maxIndexed caps the blocks before a call that are searched for accesses by index.
const maxIndexed = 24

// addIndexed adds the indices at which the method has accessed a list or a text before the call: it throws unless they are below the size.
// A call that throws there is past the comparisons, and may cost as much as one that recurs (endsBefore).
func (c *recursiveCall) addIndexed(r *Recursion) {
	m := c.caller.M
	call := &m.Fn.Values[c.site.Value]
	b := int(call.Block)
	for range maxIndexed {
		if succs := m.CFG.Blocks[b].Succs; b == int(call.Block) || len(succs) == 0 || succs[len(succs)-1].Kind != cfg.Exception {
			for _, v := range m.Fn.Body[b] {
				if b == int(call.Block) && m.Fn.Values[v].PC >= call.PC {
					break
				}
				if !m.Fn.IsCall(v) || m.Fn.Values[v].Op == classfile.OpInvokestatic || len(m.Fn.Args(v)) != 2 {
					continue
				}
				c.addIndex(r, v)
			}
		}
		if b = m.CFG.Dominators.Parent(b); b < 0 {
			return
		}
	}
}

// addIndex adds the index that a call accesses an element at.
func (c *recursiveCall) addIndex(r *Recursion, v ssa.ID) {
	m := c.caller.M
	mem, _ := m.Fn.Member(v)
	args := m.Fn.Args(v)
	if !platform.Indexing.Has(mem.Name, mem.Desc) || !m.IsList(mem.Class) && !platform.TextBuffer.Has(mem.Class) {
		return
	}
	index := m.ValueOf(args[1])
	if !index.Ok() || !interproc.IndicesReach(c.caller, index.Size, c.site.Value) || !r.passesObject(m, args[0]) || r.mayGrow(m, args[0]) ||
		m.Breach(args[0], mem.Class, contracts.Indexing) != nil {
		return
	}
	size := heapsize.Elements(m, args[0], 0)
	if !m.IsList(mem.Class) {
		size = m.LargestChars(args[0], code.NoBlock)
	}
	if d := size.Sub(index.Size).AddInt(-1); !d.Top {
		c.guards = append(c.guards, callGuard{size: d, conds: index.Conds})
		c.indexed = true
	}
}
