package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

// useTable says of every value of a method which instructions and phis of reachable code use it.
type useTable struct {
	first []int32
	list  []ssa.ID
}

// uses returns the table, which is built when a rule asks for the first time.
func (m *Method) uses() *useTable {
	s := m.sharedWork()
	if !s.used {
		s.users.build(m.Func())
		s.used = true
	}
	return &s.users
}

// build makes the table of a method, in two walks over it and in the memory that the table has.
func (t *useTable) build(f *ssa.Func) {
	each := func(visit func(user, used ssa.ID)) {
		for _, b := range f.Graph.RPO {
			for _, v := range f.Body[b] {
				args := f.Args(v)
				for i, a := range args {
					if a == 0 || i > 0 && args[i-1] == a {
						continue
					}
					visit(v, a)
				}
			}
		}
	}
	n := len(f.Values) + 2
	t.first = slices.Grow(t.first[:0], n)[:n]
	clear(t.first)
	each(func(_, used ssa.ID) { t.first[used+2]++ })
	for i := 1; i < n; i++ {
		t.first[i] += t.first[i-1]
	}
	uses := int(t.first[n-1])
	t.list = slices.Grow(t.list[:0], uses)[:uses]
	each(func(user, used ssa.ID) { // first[v+1] goes from the first user of v to that of v+1
		t.list[t.first[used+1]] = user
		t.first[used+1]++
	})
}

// of returns the users of v, in reverse postorder of their blocks. A user may occur twice.
func (t *useTable) of(v ssa.ID) []ssa.ID { return t.list[t.first[v]:t.first[v+1]] }

// repeats returns the innermost loop that runs v again after it has run without an exception; -1 where there is none.
// A loop that only comes back through a handler tries again what failed; one that runs v until it has set a variable or field runs it once.
func (m *Method) repeats(v ssa.ID) int {
	g := m.Graph()
	for l := m.LoopOf(v); l >= 0; l = int(g.Loops[l].Parent) {
		if m.comesBack(v, l) && !m.setsUpIn(v, l) {
			return l
		}
	}
	return -1
}

// repetition is what runs an instruction again and again: a loop of its method, the stream or collection whose elements its
// method, a lambda's body, is called for, a loop that calls its method, or the settings say that its method is called so.
type repetition struct {
	loop   int               // -1 where no loop of the method repeats it
	site   *Site             // nil where no stream or collection does
	caller *finding.Location // the call in a loop, where only that does
	near   bool              // that call is in the same source
	hot    bool              // only the settings or a recorded run say so
	// sampled is set where a recorded run alone says so: of different objects, perhaps.
	sampled bool
	// object is set where the calls of the method are of one object, or of a few.
	object bool
	// each is "element" or "comparison" where a lambda or reference calls the method for each, or the method compares elements itself.
	each string
	// compares is set where the method is the order of a comparator or class, so that what sorts calls it.
	compares bool
}

// calls reports whether only calls of the method repeat it.
func (r repetition) calls() bool { return r.caller != nil || r.hot || r.compares }

// repetition returns what repeats v within its method, the innermost first; ok is false where nothing does.
func (m *Method) repetition(v ssa.ID) (r repetition, ok bool) {
	if l := m.repeats(v); l >= 0 {
		return repetition{loop: l}, true
	}
	if s := m.PerElement(); s != nil {
		return repetition{loop: -1, site: s}, true
	}
	return repetition{}, false
}

// byObject is repetition, or the settings say that the method is called again and again: what a field of its object holds is then the same
// each time.
func (m *Method) byObject(v ssa.ID) (r repetition, ok bool) {
	if r, ok = m.repetition(v); ok || !m.Engine.declaredHot(m.Func().Method) || m.LoopOf(v) >= 0 || slices.Contains(perObject, m.Func().Method.Name) || !m.returns(v) || m.setsUp(v) ||
		m.Engine.runsOnce(m.Func().Method) {
		return r, ok
	}
	return repetition{loop: -1, hot: true, object: true}, true
}

// recurrence is repetition, or a loop of the program that calls the method.
func (m *Method) recurrence(v ssa.ID) (r repetition, ok bool) {
	if r, ok = m.repetition(v); ok {
		return r, true
	}
	return m.repeatedBy(v)
}

// again says in words what repeats an instruction.
func (r repetition) again() string {
	switch {
	case r.loop >= 0:
		return "in every iteration of the loop"
	case r.site != nil:
		return "for every " + r.site.unit()
	case r.sampled:
		return "in every call of a method that takes time in the recorded run"
	case r.hot:
		return "in every call of a method that is hot by the settings"
	case r.compares:
		return "for every comparison"
	case r.each != "":
		return "in every call, and the method is called for every " + r.each
	}
	return "in every call, and a loop calls the method"
}

// advice returns a text without "in front of the loop" if no loop of the method repeats the instruction.
func (r repetition) advice(text string) string {
	if r.loop >= 0 {
		return text
	}
	if r.site != nil && r.site.parallel() {
		text = strings.TrimPrefix(text, "make it once in front of the loop, or ")
	}
	return strings.Replace(text, " in front of the loop", "", 1)
}

// unit is one execution: "iteration", "element", "comparison" or "call".
func (r repetition) unit() string {
	switch {
	case r.loop >= 0:
		return "iteration"
	case r.site != nil:
		return r.site.unit()
	}
	return "call"
}

// per is what one execution is for, where it is neither an iteration of a loop nor a call of the method.
func (r repetition) per() string {
	if r.site != nil {
		return r.site.unit()
	}
	return ""
}

// related is the call in a loop, where that repeats an instruction.
func (r repetition) related() []finding.Location {
	if r.caller == nil {
		return nil
	}
	return []finding.Location{*r.caller}
}

// within reports whether the instruction of v is run again and again by r.
func (m *Method) within(v ssa.ID, r repetition) bool {
	return r.loop < 0 || m.InLoop(v, r.loop) && m.Iterates(v, r.loop)
}

// settled reports whether a value is the same each time that r runs: a constant, computed before, captured, the object of a method that is
// hot by the settings, a field of one of these that r itself does not set, or a text put together of such texts and numbers.
func (m *Method) settled(v ssa.ID, r repetition) bool {
	left := mostOrigins
	return m.settledWithin(v, r, &left)
}

// mostOrigins limits the values that settled visits.
const mostOrigins = 24

// settledWithin is settled with the number of values that it may still visit.
func (m *Method) settledWithin(v ssa.ID, r repetition, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	f := m.Func()
	x := &f.Values[v]
	switch {
	case x.Kind == ssa.Int || x.Kind == ssa.Const:
		return true
	case r.loop >= 0 && m.Invariant(v, r.loop):
		return true
	case r.loop < 0 && x.Kind == ssa.Param && r.site == nil:
		return r.object && m.IsThis(v)
	case r.loop < 0 && x.Kind == ssa.Param:
		return m.IsCaptured(v, r.site)
	case x.Kind != ssa.Instr:
		return false
	}
	switch x.Op {
	case classfile.OpCheckcast:
		return m.settledWithin(f.Args(v)[0], r, left)
	case classfile.OpGetstatic:
		return m.setOnce(v, r) && !m.resets(v, r)
	case classfile.OpGetfield:
		return m.setOnce(v, r) && m.settledWithin(f.Args(v)[0], r, left) && !m.resets(v, r)
	}
	if f.IsCallTo(v, patternClass, "quote") {
		return m.settledWithin(f.Args(v)[0], r, left)
	}
	k := m.concatenation(m.uses(), v)
	return k != nil && !slices.ContainsFunc(k.operands, func(o ssa.ID) bool {
		desc := f.Static(o) // of other objects, toString may change
		return desc != stringDesc && len(desc) != 1 || !m.settledWithin(o, r, left)
	})
}

// setOnce reports whether only constructors and initializers set the field that get reads, where a loop or a recorded run says that the method
// is called again and again: other code may run between its calls. Who declares a method hot says that nothing changes there.
func (m *Method) setOnce(get ssa.ID, r repetition) bool {
	if r.caller == nil && !r.sampled && !r.compares {
		return true
	}
	field, _ := m.Func().Member(get)
	storing, ok := m.Engine.storing(field)
	return ok && onlyConstructors(storing)
}

// onlyConstructors reports whether methods are constructors and initializers.
func onlyConstructors(methods []*classfile.Method) bool {
	return !slices.ContainsFunc(methods, func(cm *classfile.Method) bool { return !strings.HasPrefix(cm.Name, "<") })
}

// sets reports whether r contains a store to the field that get reads, of any object.
func (m *Method) sets(get ssa.ID, r repetition) bool {
	f := m.Func()
	field, _ := f.Member(get)
	for v := range m.Instructions() {
		if op := f.Values[v].Op; op != classfile.OpPutfield && op != classfile.OpPutstatic {
			continue
		}
		if c, _ := f.Member(v); c == field && m.within(v, r) {
			return true
		}
	}
	return false
}

// resets reports whether r changes the field that get reads, of any object: by a store, or where a loop calls a method of the program that
// stores to it.
func (m *Method) resets(get ssa.ID, r repetition) bool {
	if m.sets(get, r) {
		return true
	}
	field, _ := m.Func().Member(get)
	if r.loop < 0 || m.final(field) {
		return false
	}
	for v := range m.Calls() {
		if m.InLoop(v, r.loop) && m.within(v, r) && m.writesIn(v, field) {
			return true
		}
	}
	return false
}

// equal reports whether two values are the same object or number: one value, equal constants, or the same field of equal
// objects. Whether the field changes in between is for the caller to know.
func (m *Method) equal(a, b ssa.ID) bool {
	f := m.Func()
	for range 8 {
		if a == b {
			return true
		}
		x, y := &f.Values[a], &f.Values[b]
		if x.Kind == ssa.Int && y.Kind == ssa.Int {
			return x.Aux == y.Aux && x.Type == y.Type
		}
		if x.Kind != ssa.Instr || y.Kind != ssa.Instr || x.Op != y.Op {
			return false
		}
		switch x.Op {
		case classfile.OpGetstatic:
			p, _ := f.Member(a)
			q, _ := f.Member(b)
			return p == q
		case classfile.OpGetfield:
			p, _ := f.Member(a)
			q, _ := f.Member(b)
			if p != q {
				return false
			}
		case classfile.OpCheckcast:
		default:
			return false
		}
		a, b = f.Args(a)[0], f.Args(b)[0]
	}
	return false
}
