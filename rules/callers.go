package rules

import (
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/ssa"
)

// selector is the name and the descriptor in a call, without the class.
type selector struct{ name, desc string }

// loopCall is a call that stands between the target of a backward branch and the branch.
type loopCall struct {
	caller *classfile.Method
	pc     int32
	index  uint16 // the constant pool entry of what is called
	op     classfile.Op
}

// mostLoopCalls is how many calls of one selector are looked at.
const mostLoopCalls = 20

// findLoopCalls returns the first calls inside loops of methods under analysis.
func (e *Engine) findLoopCalls() map[selector][]loopCall {
	s := e.scanned.Load()
	found := map[selector]*[]loopCall{}
	var room callees
	for _, c := range e.Program.Classes() {
		e.addLoopCalls(found, c, e.loopCallsIn(s, c), &room)
	}
	out := make(map[selector][]loopCall, len(found))
	for k, calls := range found {
		out[k] = *calls
	}
	return out
}

// loopCallsIn returns the calls inside loops of one class. s is the scan of the program, nil if there was none.
func (e *Engine) loopCallsIn(s *scan, c *classfile.Class) []loopCall {
	if s != nil && s.classes[c] != nil && s.classes[c].read {
		return s.classes[c].loopCalls
	}
	if c.Access&classfile.AccSynthetic != 0 {
		return nil
	}
	r := &codeReader{}
	for i := range c.Methods {
		if code, err := c.Methods[i].Code(); err == nil && code != nil {
			r.read(code)
		}
	}
	return r.loopCalls
}

// callees are where the calls of a class go, by constant pool entry. The memory is used for one class after the other.
type callees struct {
	entries []calleeEntry
	class   int32 // counts the classes
}

type calleeEntry struct {
	class int32 // whose entry this is; of another class, it says nothing
	to    *[]loopCall
}

// of returns the empty table of a class.
func (t *callees) of(c *classfile.Class) []calleeEntry {
	t.class++
	if n := c.Pool.Len(); len(t.entries) < n {
		t.entries = make([]calleeEntry, 2*n)
	}
	return t.entries
}

// addLoopCalls adds those calls of a class that are of methods under analysis.
func (e *Engine) addLoopCalls(found map[selector]*[]loopCall, c *classfile.Class, calls []loopCall, room *callees) {
	if len(calls) == 0 {
		return
	}
	entries := room.of(c)
	for _, x := range calls {
		y := &entries[x.index]
		if y.class != room.class {
			*y = calleeEntry{class: room.class}
			if m, _ := c.Pool.Member(int(x.index)); e.Program.Analysed(m.Class) {
				k := selector{m.Name, m.Desc}
				if y.to = found[k]; y.to == nil {
					y.to = new([]loopCall)
					found[k] = y.to
				}
			}
		}
		if y.to != nil && len(*y.to) < mostLoopCalls {
			*y.to = append(*y.to, x)
		}
	}
}

// calledInLoops remembers which loops call methods.
type calledInLoops struct {
	calls     sync.Map // *classfile.Method to []loopCall: what loopCallsOf returns
	repeating sync.Map // *classfile.Method to *repeatedCall: what repeating returns
}

// loopCallsOf returns those of the first calls inside loops that have the name and descriptor of a method which can run it.
func (e *Engine) loopCallsOf(m *classfile.Method) []loopCall {
	calls := e.loopCalls()[selector{m.Name, m.Desc}]
	if len(calls) == 0 {
		return nil
	}
	if v, ok := e.inLoops.calls.Load(m); ok {
		return v.([]loopCall)
	}
	var out []loopCall
	for _, x := range calls {
		if e.mayRun(x, m) {
			out = append(out, x)
		}
	}
	v, _ := e.inLoops.calls.LoadOrStore(m, out)
	return v.([]loopCall)
}

// inLoop reports whether one of the first calls inside loops that have the name and descriptor of a method can run it.
func (e *Engine) inLoop(m *classfile.Method) bool {
	calls := e.loopCalls()[selector{m.Name, m.Desc}]
	if len(calls) == 0 {
		return false
	}
	if v, ok := e.inLoops.calls.Load(m); ok {
		return len(v.([]loopCall)) > 0
	}
	if slices.ContainsFunc(calls, func(x loopCall) bool { return e.certainlyRuns(x, m) }) || slices.ContainsFunc(calls, func(x loopCall) bool { return e.mayRun(x, m) }) {
		return true
	}
	e.inLoops.calls.Store(m, []loopCall(nil))
	return false
}

// certainlyRuns reports whether a call can run a method of its name and descriptor because it names the very class that declares it.
func (e *Engine) certainlyRuns(x loopCall, target *classfile.Method) bool {
	return x.op != classfile.OpInvokespecial && target.Class.Access&(classfile.AccAbstract|classfile.AccInterface) == 0 && !target.Abstract() &&
		x.caller.Class.Pool.MemberClass(int(x.index)) == target.Class.Name && e.Program.Lookup(target.Class.Name) == target.Class
}

// mayRun reports whether a call can run a method of its name and descriptor.
func (e *Engine) mayRun(x loopCall, target *classfile.Method) bool {
	if e.certainlyRuns(x, target) {
		return true
	}
	class := x.caller.Class
	c, _ := class.Pool.Member(int(x.index))
	if e.apart(c.Class, target.Class) {
		return false
	}
	d := e.Program.Dispatch(class, x.op, c.Class, c.Name, c.Desc)
	return slices.Contains(d.Targets, target)
}

// apart reports whether no object can be of both classes: neither is an interface, and neither is above the other. It takes less than to
// find out where a call goes.
func (e *Engine) apart(name string, other *classfile.Class) bool {
	c := e.Program.Lookup(name)
	return c != nil && (c.Access|other.Access)&classfile.AccInterface == 0 && e.knownApart(name, other.Name) && e.knownApart(other.Name, name)
}

// repeatedBy returns a loop of the program that calls this method, and so runs v again and again; ok is false where none is known, and
// where v runs only until it has set a field. A loop over listeners and the like calls each once.
func (m *Method) repeatedBy(v ssa.ID) (r repetition, ok bool) {
	own := m.Func().Method
	if !m.Engine.calledAgain(own) {
		m.Engine.Program.Unrepeated.Store(true)
		return r, false
	}
	if m.setsUp(v) {
		return r, false
	}
	sampled := m.Engine.sampled(own)
	object := sampled && !m.Engine.sampledMaking(own.Class) // a few, which live long
	if c := m.Engine.repeating(own); c != nil {
		at := c.at
		return repetition{loop: -1, caller: &at, near: c.near, object: object || c.object, each: c.each}, true
	}
	if m.Engine.ordersElements(own) && !m.neverSorts() {
		return repetition{loop: -1, near: true, each: "comparison", compares: true}, true
	}
	declared := m.Engine.declaredHot(own) && !m.Engine.runsOnce(own)
	return repetition{loop: -1, hot: declared || sampled, sampled: !declared, object: object || declared && !slices.Contains(perObject, own.Name)}, declared || sampled
}

// perObject are the methods that run once for each object at most.
var perObject = []string{"<init>", "readObject", "readObjectNoData", "readResolve", "finalize"}

// repeatedCall is a call in a loop that runs a method again and again.
type repeatedCall struct {
	at     finding.Location
	near   bool // in a class of the same source
	object bool // of one object, or of a few that are made before
	// each is set where a lambda or reference runs it: for every "element" or "comparison".
	each string
}

// repeating returns the first call in a loop that runs a method again and again, one in its own source before any other; nil where there
// is none.
func (e *Engine) repeating(own *classfile.Method) *repeatedCall {
	if v, ok := e.inLoops.repeating.Load(own); ok {
		return v.(*repeatedCall)
	}
	var found *repeatedCall
	for _, c := range e.loopCallsOf(own) {
		near := outermost(c.caller.Class.Name) == outermost(own.Class.Name)
		if found != nil && !near {
			continue
		}
		caller := e.reader(c.caller)
		if caller == nil {
			continue
		}
		f := caller.Func()
		call := f.At(int(c.pc))
		if call == 0 || !f.IsCall(call) || caller.repeats(call) < 0 || caller.fewLoops(call) != "" {
			continue
		}
		at := caller.Related(call, "called in every iteration of this loop")
		at.Line = caller.view.lines().Line(at.Line)
		object := f.Values[call].Op != classfile.OpInvokestatic && caller.Invariant(f.Args(call)[0], caller.repeats(call))
		if found = (&repeatedCall{at: at, near: near, object: object}); near {
			break
		}
	}
	if found == nil {
		found = e.byElement(own)
	}
	v, _ := e.inLoops.repeating.LoadOrStore(own, found)
	return v.(*repeatedCall)
}

// outermost returns the class that a nested class is in.
func outermost(class string) string {
	simple := strings.LastIndexByte(class, '/') + 1
	if i := strings.IndexByte(class[simple:], '$'); i > 0 {
		return class[:simple+i]
	}
	return class
}

// hot reports whether a recorded run or the settings say that the method is called again and again.
func (m *Method) hot() bool { return m.Engine.hot(m.Func().Method) }

func (e *Engine) hot(m *classfile.Method) bool {
	return e.sampled(m) || e.declaredHot(m)
}

// sampled reports whether a recorded run was seen in a method, in lines that are known.
func (e *Engine) sampled(m *classfile.Method) bool { return e.Sampled != nil && e.Sampled(m) }

// sampledMaking reports whether a recorded run was seen in a constructor of a class, or in a method that calls one: it may make many objects.
func (e *Engine) sampledMaking(c *classfile.Class) bool {
	left := makingCalls
	for i := range c.Methods {
		m := &c.Methods[i]
		if m.Name != "<init>" {
			continue
		}
		if e.sampled(m) {
			return true
		}
		for caller := range e.callsOf(m) {
			if left--; left < 0 || e.sampled(caller.Func().Method) {
				return true
			}
		}
	}
	return false
}

// makingCalls is how many calls of constructors are looked at to find out that objects are seldom made.
const makingCalls = 24

// declaredHot reports whether the settings say that code outside of the program calls the method again and again.
func (e *Engine) declaredHot(m *classfile.Method) bool {
	return slices.ContainsFunc(e.Hot, func(p *methodpattern.Pattern) bool { return p.MatchRepeated(m) })
}
