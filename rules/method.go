package rules

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
	"github.com/energylint/energylint/rules/worth"
)

// Versions of class files since which a program can rely on the library of a JDK (JVMS table 4.1-A).
const (
	java7  = 51
	java8  = 52
	java9  = 53
	java10 = 54
	java11 = 55
	java17 = 61
)

// Method is one method that a rule looks at.
type Method struct {
	*absint.Code
	Engine *Engine

	rule   *Rule
	view   *classView
	shared *shared
	found  []finding.Finding
}

// shared is what all rules that look at a method use, each made when a rule asks for it.
type shared struct {
	users     useTable
	used      bool // users are
	calls     []calledAt
	listed    bool // calls are
	comesBack map[wayBackOf]bool
}

// sharedRooms are of *shared, whose memory one method after the other uses.
var sharedRooms = sync.Pool{New: func() any { return new(shared) }}

// release gives the memory back, of which nothing is in use any more.
func (s *shared) release() {
	s.used, s.listed, s.calls = false, false, s.calls[:0]
	if len(s.comesBack) > 64 {
		s.comesBack = nil // clear takes as long as it was ever large
	}
	clear(s.comesBack)
	sharedRooms.Put(s)
}

// calledAt is a call and what it refers to.
type calledAt struct {
	at ssa.ID
	classfile.Member
}

// sharedWork returns what the rules share of the method; a method that no other rule looks at gets its own.
func (m *Method) sharedWork() *shared {
	if m.shared == nil {
		m.shared = new(shared)
	}
	return m.shared
}

// allCalls returns the calls of reachable code, in the order of Instructions.
func (m *Method) allCalls() []calledAt {
	s := m.sharedWork()
	if !s.listed {
		s.listed = true
		f := m.Func()
		for v := range m.Instructions() {
			if f.IsCall(v) {
				c, _ := f.Member(v)
				s.calls = append(s.calls, calledAt{v, c})
			}
		}
	}
	return s.calls
}

// Instructions yields the instructions of reachable code, block by block in reverse postorder.
func (m *Method) Instructions() iter.Seq[ssa.ID] {
	f := m.Func()
	return func(yield func(ssa.ID) bool) {
		for _, b := range f.Graph.RPO {
			for _, v := range f.Body[b] {
				if f.Values[v].Kind == ssa.Instr && !yield(v) {
					return
				}
			}
		}
	}
}

// Calls yields the calls of methods of the given names, with what they refer to; without names, all calls.
func (m *Method) Calls(names ...string) iter.Seq2[ssa.ID, classfile.Member] {
	all := m.allCalls()
	return func(yield func(ssa.ID, classfile.Member) bool) {
		for i := range all {
			if c := &all[i]; (len(names) == 0 || slices.Contains(names, c.Name)) && !yield(c.at, c.Member) {
				return
			}
		}
	}
}

// Is reports whether a value is certainly of a class or one below it, by its type as exactly as that is known; class is an
// internal name.
func (m *Method) Is(v ssa.ID, class string) bool {
	static := m.Func().Static(v)
	if m.Engine.isType(static, class) {
		return true
	}
	// Only a type above the class may hide one.
	above := className(static)
	return (above == "" || m.Engine.IsClass(class, above)) && m.Engine.isType(m.Type(v), class)
}

// isType reports whether the type of a descriptor is certainly a class or below it.
func (e *Engine) isType(desc, class string) bool {
	if len(desc) < 3 || desc[0] != 'L' {
		return false
	}
	return e.IsClass(desc[1:len(desc)-1], class)
}

// Strip returns the origin of a value: the value before casts and before phis whose arguments are all the same value.
func (m *Method) Strip(v ssa.ID) ssa.ID {
	f := m.Func()
	for range 8 {
		x := &f.Values[v]
		switch {
		case x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast:
			v = f.Args(v)[0]
		case x.Kind == ssa.Phi:
			one := ssa.ID(0)
			for _, a := range f.Args(v) {
				if a == v || a == 0 {
					continue
				}
				if one != 0 && one != a {
					return v
				}
				one = a
			}
			if one == 0 {
				return v
			}
			v = one
		default:
			return v
		}
	}
	return v
}

// Report reports a problem at an instruction. Subject tells findings of this rule in this method apart, whatever
// their lines are. Related places get their message.
func (m *Method) Report(at ssa.ID, subject, message string, energy *finding.Energy, related ...finding.Location) {
	m.ReportAt(m.Place(at), subject, message, energy, related...)
	found := &m.found[len(m.found)-1]
	found.Site = m.site(at)
	switch f := m.Func(); {
	case f.IsCall(at) && f.Values[at].Op != classfile.OpInvokedynamic:
		c, _ := f.Member(at)
		found.Call = c.Name
	case at != 0 && f.Values[at].Kind == ssa.Instr && f.Values[at].Op == classfile.OpNew:
		found.Call = "<init>"
	}
}

// ReportAt reports a problem at a place.
func (m *Method) ReportAt(l finding.Location, subject, message string, energy *finding.Energy, related ...finding.Location) {
	l.Line = m.view.lines().Line(l.Line)
	for i := range related {
		related[i].Line = m.view.lines().Line(related[i].Line)
	}
	if energy != nil {
		energy.TakesTime = worth.TakesTime(m.Func().Method.Name)
	}
	m.found = append(m.found, finding.Finding{
		Rule: m.rule.ID, Level: m.rule.level(), Message: worded(m.Func().Method.Class, message), Location: l, Energy: energy, Related: related, Subject: subject,
	})
}

// level is the rule's level where it runs: one that is off by default is a warning when it is asked for.
func (r *Rule) level() finding.Level {
	if r.Level == finding.Off || r.Level == "" {
		return finding.Warning
	}
	return r.Level
}

// Place is where an instruction is; of no instruction, the method without a line.
func (m *Method) Place(at ssa.ID) finding.Location {
	cm := m.Func().Method
	l := finding.Location{Class: cm.Class.Name, Method: cm.Name, Desc: cm.Desc}
	if at != 0 {
		l.Line = m.Line(at)
	}
	return l
}

// IsCaptured reports whether a value is a parameter of a lambda's body that was captured where the lambda was made: the
// same for every element.
func (m *Method) IsCaptured(v ssa.ID, site *Site) bool {
	f := m.Func()
	for i, p := range f.Params {
		if p == v {
			return i < site.Captured
		}
	}
	return false
}

// IsThis reports whether a value is the receiver of the method.
func (m *Method) IsThis(v ssa.ID) bool {
	x := &m.Func().Values[v]
	return x.Kind == ssa.Param && x.Aux == 0 && !m.Func().Method.Static()
}

// inlinedResult is what functions of Kotlin's library that are inlined call the collection that they fill: map, filter.
const inlinedResult = "destination"

// Name is what the developer calls a value, empty where it has no short name.
func (m *Method) Name(v ssa.ID) string {
	n := m.Describe(v)
	if strings.Contains(n, " ") || n == inlinedResult && m.Func().OfInlined(m.Strip(v)) {
		return ""
	}
	if m.Func().OfInlined(v) { // the receiver, which the compiler casts: (Iterable) names
		if from := m.Strip(v); from != v && m.Name(from) != "" {
			return m.Name(from)
		}
	}
	if n == "this.this" { // what a closure of Clojure's keeps of the object around it
		return "this"
	}
	if f := m.Func(); f.Values[v].Op == classfile.OpInvokestatic && f.IsCall(v) && f.Name(v) == "" {
		return m.staticResult(v)
	}
	if rest, ok := strings.CutPrefix(n, "$this$"); ok { // the receiver of one of Kotlin's extension functions, or of a lambda in one
		if strings.Contains(rest, "lambda") {
			return "this"
		}
		return "this@" + rest
	}
	if rest := strings.TrimPrefix(n, "$"); rest != "" {
		return rest // Kotlin's captured variables
	}
	return n
}

// isOuterThis reports whether a value is the object around an inner class or a closure: this$0 of Java and Kotlin, this of Clojure.
func (m *Method) isOuterThis(v ssa.ID) bool {
	f := m.Func()
	c, ok := f.Member(v)
	return ok && f.Values[v].Op == classfile.OpGetfield && m.IsThis(f.Args(v)[0]) && (c.Name == "this" || strings.HasPrefix(c.Name, "this$"))
}

// staticResult names what a static method returns by the call: String.valueOf(), without the class where the source has none, as for functions
// of Kotlin's files and methods of the class itself. It has no name where Kotlin's compiler makes the call, for buildList, buildSet and buildMap.
func (m *Method) staticResult(v ssa.ID) string {
	f := m.Func()
	c, _ := f.Member(v)
	switch {
	case strings.HasPrefix(c.Class, "kotlin/collections/") && strings.HasPrefix(c.Name, "create") && strings.HasSuffix(c.Name, "Builder"):
		return ""
	case c.Class == f.Method.Class.Name || strings.HasSuffix(c.Class, "Kt") && isKotlin(f.Method.Class):
		return c.Name + "()"
	}
	return c.Class[strings.LastIndexAny(c.Class, "/$")+1:] + "." + c.Name + "()"
}

// nameOr is Name, or other where the value has none.
func (m *Method) nameOr(v ssa.ID, other string) string {
	if n := m.Name(v); n != "" {
		return n
	}
	return other
}

// variableOr names the variable or field that has a value; other where none has.
func (m *Method) variableOr(v ssa.ID, other string) string {
	if n := m.Name(v); n != "" && !strings.HasSuffix(n, "()") {
		return n
	}
	return other
}

// Call names a call as it is written, without its arguments: names.contains, Math.sqrt, or contains alone where the
// receiver has no name.
func (m *Method) Call(v ssa.ID) string {
	f := m.Func()
	c, _ := f.Member(v)
	if f.Values[v].Op == classfile.OpInvokestatic {
		if name, ok := m.extension(c); ok {
			name = cmp.Or(m.inlinedAround(v), name)
			if receiver := m.Name(f.Args(v)[0]); receiver != "" && receiver != "this" {
				return receiver + "." + name
			}
			return name
		}
		return c.Class[strings.LastIndexAny(c.Class, "/$")+1:] + "." + c.Name
	}
	if n := m.Name(f.Args(v)[0]); n != "" && n != "this" {
		return n + "." + c.Name
	}
	return c.Name
}

// inlinedAround returns the name of the function of Kotlin that was inlined as a call, by the object that it makes for the lambda: sortedBy where
// it is sortedWith(object). It is empty where the source has the call itself.
func (m *Method) inlinedAround(call ssa.ID) string {
	if !m.fromElsewhere(call) {
		return ""
	}
	for _, a := range m.Func().Args(call) {
		if _, object, ok := strings.Cut(className(m.Func().Static(m.Strip(a))), "$$inlined$"); ok {
			name, _, _ := strings.Cut(object, "$")
			return name
		}
	}
	return ""
}

// fromElsewhere reports whether an instruction is of the body of a function that Kotlin's compiler inlined: what it calls stands in another
// place, often in the library.
func (m *Method) fromElsewhere(v ssa.ID) bool {
	line := m.Line(v)
	return line > 0 && m.view.lines().Line(line) != line
}

// EveryIteration reports whether an instruction runs in every iteration of loop l that is run to its end.
func (m *Method) EveryIteration(v ssa.ID, l int) bool {
	return m.blockEveryIteration(int(m.Func().Values[v].Block), l)
}

func (m *Method) blockEveryIteration(b, l int) bool {
	g := m.Graph()
	for _, e := range g.Loops[l].BackEdges {
		if !g.Dominators.Dominates(b, int(g.Edges[e].From)) {
			return false
		}
	}
	return true
}
