package heapsize

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Growth loops: a loop runs while a collection or a string is shorter than a limit, and every iteration makes it
// longer. Sound because every path to a latch adds at least one element or character, and nothing in the loop removes
// any.

// GrowthTest bounds loop l by the limit that a collection or a string grows to, if block b tests the size against it.
// stay reports whether the taken branch stays in the loop. ok is false for other tests.
func GrowthTest(m *symval.Func, l, b int, stay bool) (t symval.Bound, ok bool) {
	c, ok := m.Comparison(b, stay)
	if !ok || c.B == 0 {
		return symval.Bound{}, false
	}
	size, limit, extra, ok := c.Less()
	if !ok {
		return symval.Bound{}, false
	}
	x := &m.Fn.Values[size]
	if !m.Fn.IsCall(size) || len(m.Fn.Args(size)) != 1 || x.Op == classfile.OpInvokestatic || !m.CFG.InLoop(int(x.Block), l) {
		return symval.Bound{}, false
	}
	mem, _ := m.Fn.Member(size)
	if mem.Desc != "()I" || mem.Name != "size" && mem.Name != "length" || !m.Sized(mem.Class) {
		return symval.Bound{}, false
	}
	on := m.Fn.Args(size)[0]
	if !lengthens(m, l, on) {
		if !grows(m, l, on, mem.Class) {
			return symval.Bound{}, false
		}
		if b := m.Breach(on, mem.Class, contracts.Holding); b != nil {
			return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("it ends when %s has grown to a limit, but %s", m.Describe(on), b))}, true
		}
		if !onlyGrows(m, l, on) {
			return symval.Bound{}, false
		}
	}
	q, _ := m.ValueOrBound(limit, l, true)
	if !q.Ok() || !m.IndicesEnclose(q.Size, l) {
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("the size that %s grows to is not known: %s", m.Describe(on), q.Why))}, true
	}
	return symval.Bound{Upper: m.Clamp(q.Size.AddInt(extra), m.CFG.Loops[l].Header), Conds: q.Conds}, true
}

// grows reports whether every iteration of loop l calls a method of a list or a builder that makes it longer.
func grows(m *symval.Func, l int, on ssa.ID, class string) bool {
	return EveryIteration(m, l, on, func(v ssa.ID, mem classfile.Member) bool {
		if mem.Name == "append" || mem.Name == "insert" { // a string that is not empty
			args := m.Fn.Args(v)
			if text, ok := m.Fn.StringConstant(args[len(args)-1]); ok && text != "" {
				return true
			}
		}
		return strings.HasPrefix(mem.Name, "offer") && platform.NeverFull.Has(mem.Class) || m.IsList(class) && strings.HasPrefix(mem.Name+mem.Desc, "add(") ||
			platform.Growing.Has(mem.Name, mem.Desc)
	})
}

// lengthens reports whether string s is a variable of loop l that every iteration extends.
func lengthens(m *symval.Func, l int, s ssa.ID) bool {
	x := &m.Fn.Values[s]
	if x.Kind != ssa.Phi || m.LoopHeadedBy(int(x.Block)) != l {
		return false
	}
	for i, a := range m.Fn.Args(s) {
		if m.ViaBackEdge(l, i) && !extendsString(m, a, s) {
			return false
		}
	}
	return true
}

// extendsString reports whether v is the concatenation of string s and at least one more character.
func extendsString(m *symval.Func, v, s ssa.ID) bool {
	f := m.Fn
	if f.Values[v].Op != classfile.OpInvokedynamic {
		return false
	}
	_, b, ok := progdb.DynamicOf(f, v)
	if !ok || callgraph.KindOf(b) != callgraph.StringConcatSite {
		return false
	}
	constants := false
	if len(b.Args) > 0 {
		if recipe, ok := progdb.StringEntry(&f.Method.Class.Pool, b.Args[0]); ok {
			for _, c := range recipe { // \1 and \2 stand for arguments and constants (StringConcatFactory)
				constants = constants || c != 1 && c != 2
			}
		}
	}
	has := false
	for _, a := range f.Args(v) {
		switch t := f.Values[a].Type; {
		case a == s:
			has = true
		case t != 'a':
			constants = true // the text of a number or a character is not empty
		default:
			if text, ok := f.StringConstant(a); ok && text != "" {
				constants = true
			}
		}
	}
	return has && constants
}
