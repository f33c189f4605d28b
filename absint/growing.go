package absint

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// growthTest bounds a loop that goes on while a collection or a string is shorter than a limit, and makes it longer in
// every iteration: by the limit. ok is false where block b does not end in such a test.
func (m *method) growthTest(l, b int, stay bool) (t testBound, ok bool) {
	c, ok := m.comparison(b, stay)
	if !ok || c.b == 0 {
		return testBound{}, false
	}
	size, limit, extra, ok := c.less()
	if !ok {
		return testBound{}, false
	}
	x := &m.f.Values[size]
	if !m.f.IsCall(size) || len(m.f.Args(size)) != 1 || x.Op == classfile.OpInvokestatic || !m.g.InLoop(int(x.Block), l) {
		return testBound{}, false
	}
	mem, _ := m.f.Member(size)
	if mem.Desc != "()I" || mem.Name != "size" && mem.Name != "length" || !m.sized(mem.Class) {
		return testBound{}, false
	}
	on := m.f.Args(size)[0]
	if !m.lengthens(l, on) {
		if !m.grows(l, on, mem.Class) {
			return testBound{}, false
		}
		if b := m.breach(on, mem.Class, holding); b != nil {
			return testBound{why: m.testWhy(l, fmt.Sprintf("it ends when %s has grown to a limit, but %s", m.describe(on), b))}, true
		}
		if !m.onlyGrows(l, on) {
			return testBound{}, false
		}
	}
	q, _ := m.valueOrBound(limit, l, true)
	if !q.ok() || !m.indicesEnclose(q.size, l) {
		return testBound{why: m.testWhy(l, fmt.Sprintf("the size that %s grows to is not known: %s", m.describe(on), q.why))}, true
	}
	return testBound{upper: m.clamp(q.size.AddInt(extra), m.g.Loops[l].Header), conds: q.conds}, true
}

// grows reports whether every iteration of loop l calls a method of a list or a builder that makes it longer.
func (m *method) grows(l int, on ssa.ID, class string) bool {
	return m.everyIteration(l, on, func(v ssa.ID, mem classfile.Member) bool {
		if mem.Name == "append" || mem.Name == "insert" { // of a string that is not empty
			args := m.f.Args(v)
			if text, ok := m.f.StringConstant(args[len(args)-1]); ok && text != "" {
				return true
			}
		}
		return strings.HasPrefix(mem.Name, "offer") && platform.NeverFull.Has(mem.Class) || m.isList(class) && strings.HasPrefix(mem.Name+mem.Desc, "add(") ||
			platform.Growing.Has(mem.Name, mem.Desc)
	})
}

// isList says whether add always makes a collection of the class longer.
func (m *method) isList(class string) bool {
	is, _ := m.fields.h.IsSubtype(class, platform.List)
	return is || platform.IsPlatform(class) && (strings.HasSuffix(class, "List") || strings.HasSuffix(class, "Deque") || strings.HasSuffix(class, "Queue") || class == platform.Vector)
}

// lengthens says whether a string is a variable of loop l that every iteration puts something before or behind.
func (m *method) lengthens(l int, s ssa.ID) bool {
	x := &m.f.Values[s]
	if x.Kind != ssa.Phi || m.loopHeadedBy(int(x.Block)) != l {
		return false
	}
	for i, a := range m.f.Args(s) {
		if m.comesRound(l, i) && !m.longer(a, s) {
			return false
		}
	}
	return true
}

// longer says whether a string is another one and at least one character more: a concatenation with a constant.
func (m *method) longer(v, s ssa.ID) bool {
	f := m.f
	if f.Values[v].Op != classfile.OpInvokedynamic {
		return false
	}
	_, b, ok := dynamicOf(f, v)
	if !ok || callgraph.KindOf(b) != callgraph.StringConcatSite {
		return false
	}
	constants := false
	if len(b.Args) > 0 {
		if recipe, ok := stringEntry(&f.Method.Class.Pool, b.Args[0]); ok {
			for _, c := range recipe { // 1 and 2 stand for arguments and constants
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
			constants = true // a number or a character has at least one
		default:
			if text, ok := f.StringConstant(a); ok && text != "" {
				constants = true
			}
		}
	}
	return has && constants
}
