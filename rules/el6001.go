package rules

import (
	_ "embed" // the table
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL6001", Name: "PollingLoop", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "threads"},
		Sampled: finding.Waking,
		Summary: "A loop asks again and again whether something has happened; a thread that waits for a signal costs nothing",
	},
	Needs: Needs{Repeats: true, Ops: []classfile.Op{classfile.OpGetfield, classfile.OpGetstatic, classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokestatic}},
	Check: pollingLoop,
})

// pollingLoop finds loops that do nothing but ask for the state of something, and sleep or yield in between.
func pollingLoop(m *Method) {
	g := m.Graph()
	for l := range g.Loops {
		if g.Loops[l].End != int32(l)+1 || len(g.Loops[l].Blocks) > maxPollBlocks {
			continue
		}
		p, ok := m.poll(l)
		if !ok {
			continue
		}
		var cost pattern.Counts
		for _, b := range g.Loops[l].Blocks {
			if m.blockEveryIteration(int(b), l) {
				cost = cost.Add(m.BlockPatterns(int(b)))
			}
		}
		at, measured := p.question, "Spin"
		how := "without a pause"
		if p.pause != 0 {
			at = p.pause
			c, _ := m.Func().Member(p.pause)
			cost = cost.Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
			measured = pauseCases[c.Class+"."+c.Name]
			how = "with " + c.Name + " in between"
		}
		if len(cost) == 0 {
			cost = m.TilesOf(p.question)
		}
		energy := m.Energy(Change{At: at, Cost: cost, Per: "iteration", Case: measured, Waits: m.pausedFor(p.pause)})
		if energy == nil {
			continue
		}
		m.Report(at, "poll", fmt.Sprintf("The loop asks for %s again and again, %s: wait for it to be signalled", m.asked(p.question), how), energy)
	}
}

// maxPollBlocks bounds the loops that are looked at: polling ones are small.
const maxPollBlocks = 24

// polling is what a polling loop asks, and the call that pauses, 0 for none.
type polling struct{ question, pause ssa.ID }

// asked names what a loop asks for.
func (m *Method) asked(v ssa.ID) string {
	if n := m.Name(v); n != "" {
		return n
	}
	c, _ := m.Func().Member(v)
	return c.Name
}

// spinHint tells the processor that a loop spins: code that calls it spins on purpose, as the wait is to be short.
const spinHint = "java/lang/Thread.onSpinWait"

// pauses are methods that give the processor away for a while.
var pauses = map[string]bool{
	"java/lang/Thread.sleep": true, "java/lang/Thread.yield": true,
	"java/util/concurrent/TimeUnit.sleep": true, "java/util/concurrent/locks/LockSupport.parkNanos": true,
}

// pauseCases are the cases of loops that pause, by the method.
var pauseCases = map[string]string{
	"java/lang/Thread.sleep": "Sleep", "java/util/concurrent/TimeUnit.sleep": "Sleep", "java/util/concurrent/locks/LockSupport.parkNanos": "Sleep",
	"java/lang/Thread.yield": "Yield",
}

// timeUnits are the constants of TimeUnit, in seconds.
var timeUnits = map[string]float64{
	"NANOSECONDS": 1e-9, "MICROSECONDS": 1e-6, "MILLISECONDS": 1e-3, "SECONDS": 1, "MINUTES": 60, "HOURS": 3600, "DAYS": 86400,
}

// pausedFor returns how many seconds a pause takes, the longest that it may, as far as constants tell; 0 where they do not.
func (m *Method) pausedFor(pause ssa.ID) float64 {
	f := m.Func()
	if pause == 0 {
		return 0
	}
	c, _ := f.Member(pause)
	args := f.Args(pause)
	unit, at := 1e-3, 0 // Thread.sleep
	switch {
	case c.Name == "parkNanos":
		unit, at = 1e-9, len(args)-1
	case c.Class == "java/util/concurrent/TimeUnit":
		constant, _ := f.Member(args[0])
		unit, at = timeUnits[constant.Name], 1
	}
	if at >= len(args) {
		return 0
	}
	longest := int64(0)
	w := visit(args[at])
	for v := range w.all() {
		x := &f.Values[v]
		switch {
		case x.Kind == ssa.Int:
			longest = max(longest, x.Aux)
		case x.Kind == ssa.Phi || x.Kind == ssa.Instr && x.Op == classfile.OpI2l || f.IsCallTo(v, "java/lang/Math", "min"):
			w.add(f.Args(v)...)
		}
	}
	return float64(longest) * unit
}

// harmless are calls that a loop may make besides and still does nothing but wait.
var harmless = map[string]bool{
	"java/lang/System.nanoTime": true, "java/lang/System.currentTimeMillis": true, "java/lang/Thread.currentThread": true,
	"java/lang/Thread.interrupt": true, "java/lang/Thread.isInterrupted": true, "java/lang/Thread.interrupted": true,
	"java/lang/Throwable.printStackTrace": true, "java/lang/InterruptedException.printStackTrace": true,
	"java/lang/Math.min": true, "java/lang/Math.max": true,
}

// poll reports whether loop l only waits, and for what.
func (m *Method) poll(l int) (p polling, ok bool) {
	f, g := m.Func(), m.Graph()
	for _, b := range g.Loops[l].Blocks {
		for _, v := range f.Body[b] {
			x := &f.Values[v]
			if x.Kind != ssa.Instr {
				continue
			}
			switch {
			case x.Op == classfile.OpPutfield || x.Op == classfile.OpPutstatic || isArrayStore(x.Op) || x.Op == classfile.OpInvokedynamic || x.Op == classfile.OpMonitorenter:
				return p, false
			case f.IsCall(v):
				c, _ := f.Member(v)
				name := c.Class + "." + c.Name
				switch {
				case name == spinHint:
					return p, false
				case pauses[name]:
					p.pause = v
				case harmless[name] || m.question(v):
				default:
					return p, false
				}
			}
		}
	}
	for _, i := range g.Exits(l) {
		e := &g.Edges[i]
		if e.Kind == cfg.Exception {
			continue
		}
		if q := m.asks(int(e.From), l); q != 0 && (p.pause != 0 || m.spins(q, l)) {
			p.question = q
			return p, m.Iterates(q, l) && (p.pause == 0 || m.Iterates(p.pause, l) && !m.backsOff(p.pause, l))
		}
	}
	return p, false
}

// backsOff reports whether a loop first spins and pauses later, or pauses longer each time: it waits by a plan, as locks do. A time that only a
// deadline limits is none.
func (m *Method) backsOff(pause ssa.ID, l int) bool {
	f, g := m.Func(), m.Graph()
	counts := func(v ssa.ID) bool { // a number that iterations change
		found := false
		w := visit(v)
		for v := range w.all() {
			x := &f.Values[v]
			switch {
			case x.Kind == ssa.Phi && x.Block == g.Loops[l].Header && x.Type != 'a':
				found = true
			case x.Kind == ssa.Phi || x.Kind == ssa.Instr && x.Op >= classfile.OpIadd && x.Op <= classfile.OpDcmpg || f.IsCallTo(v, "java/lang/Math", "min") || f.IsCallTo(v, "java/lang/Math", "max"):
				w.add(f.Args(v)...)
			}
		}
		return found
	}
	if slices.ContainsFunc(f.Args(pause), counts) {
		return true
	}
	if m.EveryIteration(pause, l) {
		return false
	}
	for _, b := range g.Loops[l].Blocks {
		if test := f.At(g.Blocks[b].Last); test != 0 && len(g.Blocks[b].Succs) > 1 && !m.leaves(test, l) && slices.ContainsFunc(f.Args(test), counts) {
			return true
		}
	}
	return false
}

// asks returns what the branch at the end of block b depends on: a field that is read, or a question that is called,
// in loop l, of an object that stays the same; 0 for nothing of the kind.
func (m *Method) asks(b, l int) ssa.ID {
	f := m.Func()
	body := f.Body[b]
	if len(body) == 0 {
		return 0
	}
	branch := body[len(body)-1]
	x := &f.Values[branch]
	if x.Kind != ssa.Instr || x.Op < classfile.OpIfeq || x.Op > classfile.OpIfAcmpne && x.Op != classfile.OpIfnull && x.Op != classfile.OpIfnonnull {
		return 0
	}
	for _, a := range f.Args(branch) {
		if q := m.state(a, l, 0); q != 0 {
			return q
		}
	}
	return 0
}

// state follows a value that is compared to the read or call that gives the state of something.
func (m *Method) state(v ssa.ID, l, depth int) ssa.ID {
	f := m.Func()
	x := &f.Values[v]
	if x.Kind != ssa.Instr || !m.InLoop(v, l) || depth > 4 {
		return 0
	}
	switch {
	case x.Op == classfile.OpGetstatic:
		if c, _ := f.Member(v); m.final(c) {
			return 0
		}
		return v
	case x.Op == classfile.OpGetfield:
		if c, _ := f.Member(v); m.final(c) || !m.Stable(f.Args(v)[0], l) && m.state(f.Args(v)[0], l, depth+1) == 0 {
			return 0
		}
		return v
	case f.IsCall(v):
		if !m.question(v) {
			return 0
		}
		if args := f.Args(v); len(args) == 1 && !m.Stable(args[0], l) {
			return 0
		}
		return v
	case x.Op == classfile.OpLcmp || x.Op >= classfile.OpIadd && x.Op <= classfile.OpLxor || x.Op == classfile.OpArraylength || x.Op == classfile.OpCheckcast:
		if slices.ContainsFunc(f.Args(v), m.readsClock) { // whether a time is over: nothing signals that
			return 0
		}
		for _, a := range f.Args(v) {
			if q := m.state(a, l, depth+1); q != 0 {
				return q
			}
		}
	}
	return 0
}

// readsClock reports whether a value is the time, or a difference to it.
func (m *Method) readsClock(v ssa.ID) bool {
	f := m.Func()
	for range 4 {
		switch x := &f.Values[v]; {
		case x.Kind != ssa.Instr:
			return false
		case f.IsCall(v):
			c, _ := f.Member(v)
			return clockReadings[classfile.Member{Class: c.Class, Name: c.Name}]
		case x.Op != classfile.OpIsub && x.Op != classfile.OpLsub && x.Op != classfile.OpLdiv && x.Op != classfile.OpL2i:
			return false
		}
		v = f.Args(v)[0]
	}
	return false
}

//go:embed unsignalled.tsv
var unsignalledText string

// unsignalled are the methods of unsignalled.tsv by class, of which * stands for all.
var unsignalled = func() map[string][]string {
	out := map[string][]string{}
	for r := range rows(unsignalledText) {
		out[r[0]] = strings.Fields(r[1])
	}
	return out
}()

// question reports whether a call has the form of one that only asks: no parameters, a result, and a name such as isDone,
// get, size, about what can be signalled.
func (m *Method) question(v ssa.ID) bool {
	f := m.Func()
	c, _ := f.Member(v)
	if f.Values[v].Op == classfile.OpInvokespecial || !strings.HasPrefix(c.Desc, "()") || c.Desc == "()V" {
		return false
	}
	if isUnsignalled(c) || m.asksUnsignalled(v, c) {
		return false
	}
	if strings.HasPrefix(c.Class, "java/util/concurrent/atomic/Atomic") {
		return c.Name == "get" || c.Name == "intValue" || c.Name == "longValue" || c.Name == "getPlain" || c.Name == "getAcquire"
	}
	switch c.Name {
	case "size", "isEmpty", "getCount", "tryLock", "tryAcquire":
		return true
	}
	for _, p := range []string{"is", "get", "has"} {
		if rest, ok := strings.CutPrefix(c.Name, p); ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' {
			return c.Name != "getNext" && c.Name != "hasNext" && c.Name != "hasMoreElements" && !strings.HasPrefix(c.Name, "getAnd")
		}
	}
	return false
}

// isUnsignalled reports whether a method asks for what the JDK gives no signal of.
func isUnsignalled(c classfile.Member) bool {
	names := unsignalled[c.Class]
	return slices.Contains(names, "*") || slices.Contains(names, c.Name)
}

// asksUnsignalled reports whether a call runs a method of the program that asks for what the JDK gives no signal of: boolean isThere() { return
// file.exists(); }.
func (m *Method) asksUnsignalled(v ssa.ID, c classfile.Member) bool {
	if !m.Engine.own(c.Class) {
		return false
	}
	d := m.dispatch(v)
	return len(d.Targets) > 0 && len(d.Targets) <= heavyTargets && !slices.ContainsFunc(d.Targets, func(t *classfile.Method) bool {
		for _, c := range t.Invocations() {
			if isUnsignalled(c) {
				return false
			}
		}
		return true
	})
}

// spins reports whether a loop without a pause waits for another thread: what it asks for is a volatile field, an atomic
// or the end of a thread or future, or any field that is no constant where the loop does nothing else, and nothing changes from one
// iteration to the next.
func (m *Method) spins(q ssa.ID, l int) bool {
	f, g := m.Func(), m.Graph()
	for _, v := range f.Body[g.Loops[l].Header] {
		if f.Values[v].Kind == ssa.Phi {
			return false
		}
	}
	c, _ := f.Member(q)
	switch op := f.Values[q].Op; op {
	case classfile.OpGetfield, classfile.OpGetstatic:
		flags := m.Engine.fieldFlags(c)
		return flags&classfile.AccVolatile != 0 || flags&classfile.AccFinal == 0 && m.Engine.Program.Lookup(c.Class) != nil && m.onlyTests(l)
	}
	return strings.HasPrefix(c.Class, "java/util/concurrent/") || c.Class == "java/lang/Thread"
}

// onlyTests reports whether a loop reads fields and compares, and does nothing else.
func (m *Method) onlyTests(l int) bool {
	f := m.Func()
	for _, b := range m.Graph().Loops[l].Blocks {
		for _, v := range f.Body[b] {
			op := f.Values[v].Op
			test := op >= classfile.OpIfeq && op <= classfile.OpIfAcmpne || op == classfile.OpIfnull || op == classfile.OpIfnonnull
			if f.Values[v].Kind == ssa.Instr && !test && op != classfile.OpGetfield && op != classfile.OpGetstatic {
				return false
			}
		}
	}
	return true
}
