package rules

import (
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/spec"
)

// The code of all classes is read once, before any rule runs: for the methods that rules look at, and for the calls in loops, which
// rules ask for by what they call.

// scan is what one reading of the code of a program finds for a set of rules.
type scan struct {
	table   *table
	classes map[*classfile.Class]*classScan
}

// classScan is what is found in one class.
type classScan struct {
	view       *classView
	candidates []candidate
	loopCalls  []loopCall
	computing  []*classfile.Method // those that may compute a value and do no more
	read       bool                // the code was: some rule may look at a method
}

// candidate is a method that rules look at.
type candidate struct {
	method *classfile.Method
	rules  []candidateRule
	loops  []loopCall // its calls in loops
}

// candidateRule is a rule that looks at a method.
type candidateRule struct {
	*Rule
	ifCalled bool // only if a loop of the program or the settings call the method
}

// scanProgram reads the code of all classes. rules is what the result is remembered for.
func (e *Engine) scanProgram(rules *[]*Rule) *scan {
	type key struct{ rules *[]*Rule }
	v, _ := e.Program.Once(key{rules}, func() (any, error) {
		active := slices.DeleteFunc(slices.Clone(*rules), func(r *Rule) bool { return r.Active != nil && !r.Active(e) })
		classes := e.Program.Classes()
		s := &scan{table: newTable(e, active), classes: make(map[*classfile.Class]*classScan, len(classes))}
		found := make([]*classScan, len(classes))
		e.Program.Parallel(len(classes), func(i int) {
			e.Program.Isolate(classes[i], nil, func() { found[i] = e.scanClass(s.table, classes[i]) })
		})
		for i, c := range classes {
			s.classes[c] = found[i]
		}
		e.scanned.Store(s)
		return s, nil
	})
	return v.(*scan)
}

// scanClass reads the code of one class.
func (e *Engine) scanClass(t *table, c *classfile.Class) *classScan {
	x := &classScan{view: &classView{engine: e, class: c}}
	if c.Access&classfile.AccSynthetic != 0 {
		return x // $SwitchMap$, WhenMappings
	}
	room := t.room(c.Pool.Len())
	defer t.rooms.Put(room)
	bits, all := t.pool(e, &c.Pool, *room)
	var needs, bare []*need // those that a method of the class can meet, and of these those that a method can which has nothing of a group
	for i := range t.needs {
		if n := &t.needs[i]; n.groups.within(all) {
			needs = append(needs, n)
			if n.groups == (groups{}) {
				bare = append(bare, n)
			}
		}
	}
	if len(needs) == 0 {
		return x
	}
	x.read = true
	r := &codeReader{bits: bits}
	for i := range c.Methods {
		m := &c.Methods[i]
		if !m.HasCode() {
			continue
		}
		e.Program.Isolate(c, m, func() {
			err := m.ReadCode(func(code *classfile.Code) {
				known := len(r.loopCalls)
				r.read(code)
				if r.computes() && returnsLeaf(m.Desc) {
					x.computing = append(x.computing, m)
				}
				possible := needs
				if r.called == (groups{}) {
					possible = bare
				}
				if run := x.view.rules(possible, m, r); len(run) > 0 {
					x.candidates = append(x.candidates, candidate{m, run, r.loopCalls[known:]})
				}
			})
			if err != nil {
				e.leftOut(m, err)
			}
		})
	}
	x.loopCalls = slices.Clip(r.loopCalls)
	return x
}

// class runs the rules over the methods of one class.
func (e *Engine) class(s *scan, c *classfile.Class) []finding.Finding {
	x := s.classes[c]
	if x == nil { // of two classes of one name, the program has the first
		x = e.scanClass(s.table, c)
	}
	var out []finding.Finding
	for _, m := range x.candidates {
		e.Program.Isolate(c, m.method, func() {
			again := sync.OnceValue(func() bool { return e.calledAgain(m.method) })
			m.rules = slices.DeleteFunc(m.rules, func(r candidateRule) bool {
				if r.ifCalled && !again() {
					e.Program.Unrepeated.Store(true)
					return true
				}
				return r.Looped != nil && !x.view.callsInLoop(m, r.Rule)
			})
			if len(m.rules) > 0 {
				out = append(out, x.view.method(m)...)
			}
		})
	}
	x.view, x.candidates = nil, nil
	return out
}

// calledAgain reports whether a call in a loop of the program can run a method, a lambda or reference does for every element, it compares
// elements, or the settings say that others call it again and again.
func (e *Engine) calledAgain(m *classfile.Method) bool {
	return e.inLoop(m) || e.hot(m) || e.ordersElements(m) || e.byElement(m) != nil
}

// callsInLoop reports whether a method calls in a loop what a rule looks for, or, the body of a lambda, at all.
func (k *classView) callsInLoop(m candidate, r *Rule) bool {
	if r.InLambda != nil && k.lambda(m.method) != nil && r.InLambda(k.engine, m.method) {
		return true
	}
	return slices.ContainsFunc(m.loops, func(l loopCall) bool {
		c, _ := k.class.Pool.Member(int(l.index))
		return r.Looped(k.engine, c)
	})
}

// classView is what the rules share while one class is looked at; it belongs to one goroutine.
type classView struct {
	engine  *Engine
	class   *classfile.Class
	lambdas map[classfile.Member]*callgraph.Lambda
	sites   map[classfile.Member]*Site
	cold    map[*classfile.Method]string
	inlined classfile.InlinedLines
	read    bool // whether inlined has been
}

// lines maps the lines of inlined code.
func (k *classView) lines() classfile.InlinedLines {
	if !k.read {
		k.inlined, k.read = k.class.InlinedLines(), true
	}
	return k.inlined
}

// suppresses reports whether an annotation of the class or of one around it may suppress findings.
func (k *classView) suppresses() bool {
	for name := k.class.Name; ; {
		if c := k.engine.Program.Lookup(name); c != nil && spec.Annotated(c) {
			return true
		}
		i := strings.LastIndexByte(name, '$')
		if i < 0 {
			return false
		}
		name = name[:i]
	}
}

// lambda returns the lambda or method reference of this class whose body is m, nil where there is none.
func (k *classView) lambda(m *classfile.Method) *callgraph.Lambda {
	if k.lambdas == nil {
		k.lambdas = map[classfile.Member]*callgraph.Lambda{}
		for _, l := range callgraph.Lambdas(k.class) {
			b := l.Body.Member
			b.Interface = false
			k.lambdas[b] = l
		}
	}
	return k.lambdas[m.Member()]
}

// contents is what one reading of a method's code finds in it.
type contents struct {
	called, repeated groups // groups of calls; those that are called inside a loop
	ops              [256]bool
	backward         bool   // it has a backward branch
	early            bool   // it has an exception handler in front of code that it protects
	catches          bool   // it has an exception handler
	stored, loaded   uint64 // variables that objects are stored in and loaded from; the last stands for all above
	hidden           bool   // it may have a loop without a backward branch: through a handler, a switch or a subroutine
}

// codeReader reads the code of the methods of one class.
type codeReader struct {
	bits      []groups // by constant pool entry
	loopCalls []loopCall
	contents         // of the method that was read last
	calls     []call // of the method, all
	code      *classfile.Code
}

// call is a call instruction, and the constant pool entry that it refers to.
type call struct {
	pc     int32
	index  uint16
	looped bool // a loop around it is known
	before classfile.Op
}

// read reads the code of a method.
func (r *codeReader) read(code *classfile.Code) {
	r.contents, r.calls, r.code = contents{}, r.calls[:0], code
	last := classfile.OpNop
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		op, before := code.Op(pc), last
		last = op
		r.ops[op] = true
		switch {
		case op == classfile.OpAload || op >= classfile.OpAload0 && op <= classfile.OpAload3:
			r.loaded |= variable(code, pc)
		case op == classfile.OpAstore || op >= classfile.OpAstore0 && op <= classfile.OpAstore3:
			r.stored |= variable(code, pc)
		case op >= classfile.OpInvokevirtual && op <= classfile.OpInvokedynamic:
			i := code.Index(pc)
			r.calls = append(r.calls, call{pc: int32(pc), index: uint16(i), before: before})
			if r.bits != nil {
				r.called = r.called.with(r.bits[i])
			}
		case op == classfile.OpLdc || op == classfile.OpLdcW:
			if r.bits != nil {
				r.called = r.called.with(r.bits[code.Index(pc)])
			}
		case op == classfile.OpTableswitch || op == classfile.OpLookupswitch || op == classfile.OpJsr || op == classfile.OpJsrW:
			r.hidden = r.hidden || leadsBack(code, pc)
		}
		if to, ok := code.Branch(pc); ok && to <= pc {
			r.backward = true
			r.repeat(code, int32(to))
		}
	}
	r.catches = len(code.Handlers) > 0
	r.early = hasEarlyHandler(code)
	r.hidden = r.hidden || r.early
}

// variable is the bit of contents.stored of the variable that an instruction loads or stores.
func variable(code *classfile.Code, pc int) uint64 {
	i, _ := code.Local(pc)
	return 1 << min(i, 63)
}

// computes reports whether the code that was read has no store to a field, and has a loop or a call.
func (c *contents) computes() bool {
	o := &c.ops
	return (c.backward || o[classfile.OpInvokevirtual] || o[classfile.OpInvokespecial] || o[classfile.OpInvokestatic]) &&
		!o[classfile.OpPutfield] && !o[classfile.OpPutstatic] && !o[classfile.OpMonitorenter] && !o[classfile.OpInvokeinterface]
}

// hasEarlyHandler reports whether code has an exception handler in front of code that it protects.
func hasEarlyHandler(code *classfile.Code) bool {
	return slices.ContainsFunc(code.Handlers, func(h classfile.Handler) bool { return h.Target < h.End })
}

// leadsBack reports whether an instruction may lead backward that is no branch: a switch with a case in front of it, or a call of a
// subroutine, which returns.
func leadsBack(code *classfile.Code, pc int) bool {
	switch code.Op(pc) {
	case classfile.OpJsr, classfile.OpJsrW:
		return true
	case classfile.OpTableswitch, classfile.OpLookupswitch:
		def, cases := code.Switch(pc)
		return def <= pc || slices.ContainsFunc(cases, func(c classfile.Case) bool { return c.Target <= pc })
	}
	return false
}

// repeat notes the calls between the target of a backward branch, to, and the branch, which is read.
func (r *codeReader) repeat(code *classfile.Code, to int32) {
	for i := len(r.calls) - 1; i >= 0 && r.calls[i].pc >= to; i-- {
		c := &r.calls[i]
		if r.bits != nil {
			r.repeated = r.repeated.with(r.bits[c.index])
		}
		if op := code.Op(int(c.pc)); !c.looped && op != classfile.OpInvokedynamic {
			c.looped = true
			r.loopCalls = append(r.loopCalls, loopCall{code.Method, c.pc, c.index, op})
		}
	}
}

// inOrder reports whether a call of each group may run before one of the next group.
func (r *codeReader) inOrder(gs []groups) bool {
	if r.backward || r.early {
		return true
	}
	next := 0
	for _, c := range r.calls {
		if next < len(gs) && gs[next].within(r.bits[c.index]) {
			next++
		}
	}
	return next == len(gs)
}

// loaded is what an instruction puts on the operand stack.
type loaded struct {
	op   classfile.Op
	desc string // the type, empty where the instruction alone does not tell
}

// constant reports whether it is a constant, but null.
func (l loaded) constant() bool { return l.op > classfile.OpAconstNull && l.op <= classfile.OpLdc2W }

// field reports whether it is the value of a field.
func (l loaded) field() bool { return l.op == classfile.OpGetstatic || l.op == classfile.OpGetfield }

// loadedBefore returns what the instruction in front of a call loads.
func (r *codeReader) loadedBefore(c call) loaded {
	l := loaded{op: c.before}
	at := int(c.pc) - 3 // of an instruction with an index into the constant pool
	pool := &r.code.Method.Class.Pool
	switch {
	case l.field():
		m, _ := pool.Member(r.code.Index(at))
		l.desc = m.Desc
	case l.op == classfile.OpInvokevirtual || l.op == classfile.OpInvokestatic:
		m, _ := pool.Member(r.code.Index(at))
		l.desc = classfile.Return(m.Desc)
	}
	return l
}

// takes reports whether a call of what a rule needs may have the last argument that it looks for.
func (r *codeReader) takes(e *Engine, n *need) bool {
	return slices.ContainsFunc(r.calls, func(c call) bool {
		if !n.calls.meets(r.bits[c.index]) {
			return false
		}
		if r.code.Op(int(c.pc)) == classfile.OpInvokedynamic {
			return true
		}
		m, _ := r.code.Method.Class.Pool.Member(int(c.index))
		return n.Argument(e, m, r.loadedBefore(c))
	})
}

// met reports whether the method that was read last has what a rule needs; lambda says that it is the body of one, hot that the settings
// say that it is called again and again.
func (n *need) met(m *classfile.Method, c *codeReader, lambda, hot func() bool) bool {
	if !n.groups.within(c.called) || n.Repeats && !c.backward || n.InOrder && !c.inOrder(n.ordered) {
		return false
	}
	if len(n.Ops) > 0 && !slices.ContainsFunc(n.Ops, func(op classfile.Op) bool { return c.ops[op] }) {
		return false
	}
	if n.Unused && !c.ops[classfile.OpPop] && !c.ops[classfile.OpPop2] && c.stored&^c.loaded == 0 {
		return false
	}
	if n.Catches && !c.catches || n.RepeatsOrLambda && !c.backward && !lambda() && !hot() {
		return false
	}
	if len(n.Named) > 0 && !slices.Contains(n.Named, m.Name) && !lambda() {
		return false
	}
	return !n.Within || n.groups.within(c.repeated) || n.RepeatsOrLambda && (lambda() || hot())
}

// ifCalled reports whether a rule that looks at the method that was read last does so only if the method is called again and again.
func (n *need) ifCalled(c *codeReader, lambda func() bool) bool {
	return n.Recurs && !c.hidden && !n.calls.meets(c.repeated) && !lambda()
}

// rules returns the rules that look at the method that was read last.
func (k *classView) rules(needs []*need, m *classfile.Method, c *codeReader) (run []candidateRule) {
	lambda := func() bool { return k.lambda(m) != nil }
	hot := func() bool { return k.engine.hot(m) }
	for _, n := range needs {
		if !n.met(m, c, lambda, hot) || n.Argument != nil && !c.takes(k.engine, n) {
			continue
		}
		ifCalled := n.ifCalled(c, lambda)
		if last := len(run) - 1; last >= 0 && run[last].Rule == n.rule {
			run[last].ifCalled = run[last].ifCalled && ifCalled
			continue
		}
		run = append(run, candidateRule{n.rule, ifCalled})
	}
	if len(run) > 0 && k.generated(m) {
		return nil
	}
	return run
}

// method runs the rules over one method that they can have something to say about.
func (k *classView) method(c candidate) []finding.Finding {
	s := k.engine.Peek(c.method)
	if err := s.Err(); err != nil {
		k.engine.leftOut(c.method, err)
		return nil
	}
	var out []finding.Finding
	all := sharedRooms.Get().(*shared)
	for _, r := range c.rules {
		x := &Method{Engine: k.engine, Code: s, rule: r.Rule, view: k, shared: all}
		r.Check(x)
		out = append(out, x.found...)
	}
	all.release() // not after a panic
	return out
}
