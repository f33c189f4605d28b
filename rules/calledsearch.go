package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

// Searches of a collection in a method that a loop of the program calls: boolean has(String name) { return names.contains(name); }.

// searchLoop is a loop of the program that calls a method which searches a collection.
type searchLoop struct {
	*Method        // that has the loop
	call    ssa.ID // in the loop
	loop    int    // in which the collection is the same and what is looked for is not
	passed  ssa.ID // the collection as an argument of the call; 0 where a field holds it
	at      finding.Location
}

// repetition is the loop as what repeats instructions of the method that it calls.
func (s *searchLoop) repetition() repetition {
	return repetition{loop: -1, caller: &s.at, near: true}
}

// searchedByLoop returns a loop that calls the method, and no other by the same call, with one collection and different keys. The key is a parameter
// or what getters and fields give of one; the collection is a parameter, too, or in a field of the object. It returns nil where no loop does, and where
// the loop does more with a collection that it passes than to look at it and to add elements.
func (m *Method) searchedByLoop(search, collection, key ssa.ID) *searchLoop {
	f, e := m.Func(), m.Engine
	own := f.Method
	if own.Synthetic() || strings.HasPrefix(own.Name, "<") || m.LoopOf(search) >= 0 && f.Values[collection].Kind == ssa.Instr && m.LoopOf(collection) >= 0 || !m.returns(search) {
		return nil
	}
	of, looked := slices.Index(f.Params, m.viewed(collection)), slices.Index(f.Params, m.keyOwner(m.unboxedKey(key)))
	field, isField := m.ownField(m.viewed(collection))
	if m.short(m.viewed(collection)) || looked < 0 || looked == of || of < 0 && !isField || !own.Static() && (of == 0 || looked == 0) {
		return nil
	}
	for _, x := range e.loopCallsOf(own) {
		if outermost(x.caller.Class.Name) != outermost(own.Class.Name) && of < 0 {
			continue // what holds the collection is not seen there
		}
		s := m.loopOf(x)
		if s == nil {
			continue
		}
		args := s.Func().Args(s.call)
		if s.steadyKey(args[looked], s.loop) || of < 0 && !s.keepsField(field, own, args) {
			continue
		}
		if of >= 0 {
			if s.passed = s.Strip(args[of]); !s.keepsPassed() {
				continue
			}
		}
		return s
	}
	return nil
}

// loopOf returns the loop that makes a call of this method alone, in most iterations; nil where there is none.
func (m *Method) loopOf(x loopCall) *searchLoop {
	caller := m.Engine.reader(x.caller)
	if caller == nil || x.caller == m.Func().Method {
		return nil
	}
	call := caller.Func().At(int(x.pc))
	if call == 0 || !caller.Func().IsCall(call) || len(caller.dispatch(call).Targets) != 1 {
		return nil
	}
	l := caller.repeats(call)
	if l < 0 || !caller.Iterates(call, l) || caller.fewLoops(call) != "" || caller.rare(call) || x.caller.Name == "<clinit>" {
		return nil
	}
	at := caller.Related(call, "called in every iteration of this loop")
	at.Line = caller.view.lines().Line(at.Line)
	return &searchLoop{Method: caller, call: call, loop: l, at: at}
}

// ownField returns the field that a value is read from: a static one, or one of the object of the method.
func (m *Method) ownField(v ssa.ID) (field classfile.Member, ok bool) {
	f := m.Func()
	x := &f.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpGetstatic && (x.Op != classfile.OpGetfield || !m.IsThis(m.Strip(f.Args(v)[0]))) {
		return field, false
	}
	field, _ = f.Member(v)
	return field, !m.Writes(field)
}

// keepsField reports whether a field holds the same collection in every iteration.
func (s *searchLoop) keepsField(field classfile.Member, own *classfile.Method, args []ssa.ID) bool {
	return (own.Static() || s.Stable(args[0], s.loop)) && !s.storesIn(s.loop, field)
}

// keepsPassed reports whether the collection that the loop passes is the same in every iteration, has not a few elements as far as is known, and the loop does
// nothing but look at it and add to it.
func (s *searchLoop) keepsPassed() bool {
	f := s.Func()
	if !s.Stable(s.viewed(s.passed), s.loop) || s.short(s.passed) || s.madeSmall(s.passed) || s.altersIn(s.passed, s.loop, "add") {
		return false
	}
	for v := range s.Calls() {
		args := f.Args(v)
		if f.Values[v].Op != classfile.OpInvokestatic && f.Values[v].Op != classfile.OpInvokedynamic {
			args = args[1:] // altersIn looks at what is called on it
		}
		if v != s.call && s.InLoop(v, s.loop) && slices.ContainsFunc(args, func(a ssa.ID) bool { return s.Same(a, s.passed) }) {
			return false
		}
	}
	return true
}

// passesList reports whether a loop passes what is certainly a list.
func (s *searchLoop) passesList() bool {
	return s != nil && s.passed != 0 && s.isList(s.passed, className(s.Func().Static(s.passed)))
}

// alters reports whether the loop itself, or a method that it calls, may change the collection.
func (s *searchLoop) alters(field classfile.Member) bool {
	if s.passed != 0 {
		return s.altersIn(s.passed, s.loop)
	}
	if s.altersField(field, s.loop) {
		return true
	}
	for v := range s.Calls() {
		if s.InLoop(v, s.loop) && s.reachesMethod(v, func(cm *classfile.Method, d *does) bool {
			if !slices.Contains(d.reads, field) {
				return false
			}
			reader := s.Engine.reader(cm)
			return reader == nil || reader.altersField(field, -1)
		}) {
			return true
		}
	}
	return false
}

// altersField reports whether loop l, or the method where l is -1, does more with the collection in a field than to look at it.
func (m *Method) altersField(field classfile.Member, l int) bool {
	f := m.Func()
	t := m.uses()
	for v := range m.Instructions() {
		op := f.Values[v].Op
		if op != classfile.OpGetfield && op != classfile.OpGetstatic || !m.InLoop(v, l) {
			continue
		}
		if c, _ := f.Member(v); !m.Engine.isField(c, field) {
			continue
		}
		for _, u := range t.of(v) {
			c, _ := f.Member(u)
			if !f.IsCall(u) || f.Values[u].Op == classfile.OpInvokestatic || slices.Contains(f.Args(u)[1:], v) || c.Name != "stream" && !looksUp[c.Name] {
				return true
			}
		}
	}
	return false
}

// removesElements reports whether the method removes elements of a collection. of tells of the collection.
func (m *Method) removesElements(of func(ssa.ID) bool) bool {
	f := m.Func()
	for v, c := range m.Calls() {
		removes := strings.HasPrefix(c.Name, "remove") || strings.HasPrefix(c.Name, "poll") || c.Name == "retainAll" || c.Name == "pop"
		if removes && f.Values[v].Op != classfile.OpInvokestatic && f.Values[v].Op != classfile.OpInvokedynamic && of(f.Args(v)[0]) {
			return true
		}
	}
	return false
}
