package absint

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// iteratorTest bounds a loop that goes on while an iterator has more elements and takes one in every iteration: by
// the size of what is iterated over. ok is false where block b does not end in such a test.
func (m *method) iteratorTest(l, b int, stay bool) (t testBound, ok bool) {
	f, g := m.f, m.g
	pc := g.Blocks[b].Last
	op := g.Code.Op(pc)
	if !stay { // the branch is taken to leave
		op = negate(op)
	}
	if op != classfile.OpIfne || f.At(pc) == 0 {
		return testBound{}, false
	}
	q := f.Args(f.At(pc))[0]
	x := &f.Values[q]
	if !f.IsCall(q) || x.Op == classfile.OpInvokestatic || !g.InLoop(int(x.Block), l) {
		return testBound{}, false
	}
	mem, _ := f.Member(q)
	cursor := platform.AskedForMore(mem.Name, mem.Desc)
	if cursor == nil {
		return testBound{}, false
	}
	it := f.Args(q)[0]
	if !m.fixed(it, l) {
		return testBound{why: m.testWhy(l, fmt.Sprintf("%s may be a different iterator in each iteration", m.describe(it)))}, true
	}
	if !m.everyIterationCalls(l, it, cursor.Takes) {
		return testBound{why: m.testWhy(l, fmt.Sprintf("an iteration may take no element from %s", m.describe(it)))}, true
	}
	if back := m.callOnAlias(l, it, cursor.Returns); back != "" {
		return testBound{why: m.testWhy(l, fmt.Sprintf("%s() may undo what an iteration takes from %s", back, m.describe(it)))}, true
	}
	return testBound{upper: m.iterated(l, it)}, true
}

// callOnAlias is a method of those names that loop l calls on what may be the object, or share what it goes through; empty
// where it calls none.
func (m *method) callOnAlias(l int, object ssa.ID, names platform.Operations) string {
	known := m.knownElsewhere(object)
	for _, b := range m.g.Loops[l].Blocks {
		for _, v := range m.f.Body[b] {
			if known && !m.callsOn(v, object, l) {
				if name := m.callElsewhere(v, object, names); name != "" {
					return name
				}
			}
			if !m.f.IsCall(v) {
				continue
			}
			if name := m.callBehind(v, object, l, names); name != "" {
				return name
			}
			if m.f.Values[v].Op == classfile.OpInvokestatic {
				continue
			}
			if mem, _ := m.f.Member(v); names.Has(mem.Name, mem.Desc) && (m.callsOn(v, object, l) || m.related(m.f.Args(v)[0], object) && !m.apart(m.f.Args(v)[0], object, v)) {
				return mem.Name
			}
		}
	}
	return ""
}

// knownElsewhere says whether other code may have an iterator or a source: not where this method makes it or asks for it, and
// hands it to nobody.
func (m *method) knownElsewhere(v ssa.ID) bool {
	if m.ownedHere(v) {
		return false
	}
	mem, _ := m.f.Member(v)
	asked := m.f.IsCall(v) && platform.IsPlatform(mem.Class) && platform.Matching.Named(mem.Name)
	return !asked || !m.keptHere(v, 0)
}

// callElsewhere is a method of those names that code which a call runs, as far as it is known, calls on objects of the class of
// an object that it need not be given; empty where it calls none.
func (m *method) callElsewhere(call, object ssa.ID, names platform.Operations) string {
	class := platform.ClassName(m.f.Static(object))
	for _, e := range m.codeOf(call).effects {
		if e.op != classfile.OpInvokestatic && !e.keeps && names.Has(e.member.Name, e.member.Desc) && m.fields.h.Related(e.member.Class, class) &&
			!(class == platform.Matcher && platform.AnyCollection.Has(e.member.Class)) {
			return e.member.Name
		}
	}
	return ""
}

// callBehind is a method of those names that code of the program which is given an object, as far as it is known, calls on
// objects of its class or of one above or below it; empty where it calls none.
func (m *method) callBehind(call, object ssa.ID, l int, names platform.Operations) string {
	op, args := m.f.Values[call].Op, m.f.Args(call)
	if op != classfile.OpInvokestatic && len(args) > 0 {
		args = args[1:]
	}
	if names.Empty() || op == classfile.OpInvokedynamic || !slices.ContainsFunc(args, func(a ssa.ID) bool { return m.same(a, object, l) }) {
		return ""
	}
	class := platform.ClassName(m.f.Static(object))
	found := ""
	runs := func(from *classfile.Class, op classfile.Op, mem classfile.Member) []*classfile.Method {
		out := &codeRun{}
		m.db.follow(out, from, op, mem)
		for _, l := range m.db.Hierarchy.Dispatch(from, op, mem.Class, mem.Name, mem.Desc).Lambdas {
			if names.Has(l.Body.Member.Name, l.Body.Member.Desc) {
				found = l.Body.Member.Name
			}
		}
		if out.any { // what a library does is not known
			found = cmp.Or(found, names.First())
		}
		return out.methods
	}
	mem, _ := m.f.Member(call)
	if search(maxRelinking, runs(m.f.Method.Class, op, mem), func(t *classfile.Method, reach func(*classfile.Method)) bool {
		b := m.db.body(t)
		if b.err != nil { // nor what a native method does
			return true
		}
		for _, blk := range b.g.RPO {
			for _, v := range b.f.Body[blk] {
				x := &b.f.Values[v]
				if !b.f.IsCall(v) || x.Op == classfile.OpInvokedynamic {
					continue
				}
				mem, _ := b.f.Member(v)
				if x.Op != classfile.OpInvokestatic && names.Has(mem.Name, mem.Desc) && m.relatedClasses(mem.Class, class) {
					found = mem.Name
					return true
				}
				for _, called := range runs(t.Class, x.Op, mem) {
					reach(called)
				}
			}
		}
		return found != ""
	}) {
		found = cmp.Or(found, names.First()) // beyond what is looked into, some may
	}
	return found
}

// iterated is how many elements an iterator yields at most in loop l.
func (m *method) iterated(l int, it ssa.ID) Size {
	f := m.f
	x := &f.Values[it]
	if f.IsCall(it) && x.Op != classfile.OpInvokestatic {
		switch mem, _ := f.Member(it); mem.Name {
		case "iterator", "listIterator", "elements", "descendingIterator":
			if from := f.Args(it)[0]; !m.mayGrow(l, from, it) {
				return m.elements(from, 0)
			}
		}
	}
	return m.largest(it, "rest", "elements("+m.describe(it)+")", math.Inf(1))
}

// mayGrow says whether an iterator may yield more than a collection has at any time: it meets what is put in behind it in
// the place of what is taken out. The iterators of collections that are not for several threads throw instead. What is put
// in through the iterator stands before what it yields next.
func (m *method) mayGrow(l int, collection, it ssa.ID) bool {
	fails := false
	for _, v := range []ssa.ID{collection, m.root(collection)} {
		class := platform.ClassName(m.f.Static(v))
		fails = fails || platform.FailFast.Has(class)
		if platform.InConcurrent(class) && !platform.FailFast.Has(class) {
			return true
		}
	}
	others := !m.ownedHere(collection) // may put something in
	return slices.ContainsFunc(m.g.Loops[l].Blocks, func(b int32) bool {
		return slices.ContainsFunc(m.f.Body[b], func(v ssa.ID) bool {
			mem, _ := m.f.Member(v)
			on := m.callsOn(v, it, l)
			switch {
			case m.callsOn(v, collection, l) && platform.Adding.Named(mem.Name):
				return true // other calls on it may run code of the program: equals, a lambda, an override
			case on && platform.Stepping.Named(mem.Name):
				return false // but remove may look for the element by asking others
			case !on && m.f.IsCall(v) && m.changesAlias(v, collection, l, platform.Adding):
				return true
			}
			// An iterator that throws does so not for what its own remove runs.
			return others && (on || !fails) && (m.captures(v, collection, l) || m.codeOf(v).does(m.changing(collection, platform.Adding)))
		})
	})
}
