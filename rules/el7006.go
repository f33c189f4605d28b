package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL7006", Name: "ExplicitGC", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "memory"},
		Sampled: finding.Collected,
		Summary: "A full garbage collection is asked for again and again; the virtual machine knows when one is due",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{{"java/lang/System.gc", "java/lang/Runtime.gc"}}},
	Check: explicitGC,
})

// collectionMeant are calls beside which a collection is what the program is about, as beside those that measure memory: it waits until an object
// is gone, or measures time.
var collectionMeant = []classfile.Member{
	{Class: "java/lang/Thread", Name: "sleep"}, {Class: "java/lang/System", Name: "nanoTime"}, {Class: "java/lang/System", Name: "currentTimeMillis"},
	{Class: "java/lang/ref/Reference", Name: "get"}, {Class: "java/lang/ref/Reference", Name: "refersTo"}, {Class: "java/lang/ref/ReferenceQueue", Name: "poll"}, {Class: "java/lang/ref/ReferenceQueue", Name: "remove"},
}

// measuring are words in the names of classes and methods that measure or test, in lower case.
var measuring = []string{"bench", "test", "perf", "profil", "leak", "memory", "snapshot", "heapdump", "dumpheap"}

// explicitGC finds calls of the garbage collector that run again and again.
func explicitGC(m *Method) {
	name := strings.ToLower(m.Func().Method.Class.Name + "." + m.Func().Method.Name)
	if slices.ContainsFunc(measuring, func(w string) bool { return strings.Contains(name, w) }) || m.meansCollection() || m.letsGo() {
		return
	}
	for v, c := range m.Calls("gc") {
		if c.Class != "java/lang/System" && c.Class != "java/lang/Runtime" || m.handles(int(m.Func().Values[v].Block)) || m.triesAgain(v) {
			continue
		}
		r, ok := m.recurrence(v)
		if !ok || r.hot && m.onlyCollects() {
			continue
		}
		if energy := m.Energy(Change{At: v, Cost: m.TilesOf(v), Per: r.per(), Case: "GcInLoop"}); energy != nil {
			m.Report(v, c.Name, fmt.Sprintf("%s.gc collects the garbage of the whole heap %s; leave it to the virtual machine", simpleName(c.Class), r.again()), energy, r.related()...)
		}
	}
}

// onlyCollects reports whether the method calls nothing else: somebody asks for the collection by calling it.
func (m *Method) onlyCollects() bool {
	for _, c := range m.Calls() {
		if c.Name != "gc" && c.Name != "getRuntime" && c.Name != "runFinalization" {
			return false
		}
	}
	return true
}

// triesAgain reports whether the method calls behind a collection what it called before, as where a file cannot be deleted while the memory
// that it is mapped into is not free. Other requests to the collector, and what only gets it, are none that a collection makes succeed.
func (m *Method) triesAgain(gc ssa.ID) bool {
	before := map[classfile.Member]bool{}
	for v, c := range m.Calls() {
		asks := c.Name == "gc" || c.Name == "runFinalization" || classfile.Return(c.Desc) == "Ljava/lang/Runtime;"
		if !asks && c.Name != "<init>" && !javaBuilders[c.Class] && !slices.Contains(printing, c.Class) && m.precedes(v, gc) {
			before[c] = true
		}
	}
	for v, c := range m.Calls() {
		if before[c] && m.precedes(gc, v) {
			return true
		}
	}
	return false
}

// precedes reports whether an instruction has run whenever another one begins.
func (m *Method) precedes(v, u ssa.ID) bool {
	x, y := &m.Func().Values[v], &m.Func().Values[u]
	if x.Block == y.Block {
		return x.PC < y.PC
	}
	return m.Graph().Dominators.Dominates(int(x.Block), int(y.Block))
}

// printing are classes whose calls say what a method does, and do no part of it.
var printing = []string{"java/io/PrintStream", "java/io/PrintWriter"}

// meansCollection reports whether the method waits for a collection or measures what it does.
func (m *Method) meansCollection() bool { return m.callsOne(collectionMeant) || m.measuresMemory() }

// callsOne reports whether the method calls one of some methods.
func (m *Method) callsOne(of []classfile.Member) bool {
	for _, c := range m.Calls() {
		if m.Engine.isAmong(c, of) {
			return true
		}
	}
	return false
}

// isAmong reports whether a method is one of some methods, or one of that name of a class below theirs.
func (e *Engine) isAmong(c classfile.Member, of []classfile.Member) bool {
	return slices.ContainsFunc(of, func(x classfile.Member) bool { return x.Name == c.Name && e.IsClass(c.Class, x.Class) })
}

// memoryRead are calls that tell how much memory is taken, or what was collected: what is on the heap makes a difference to them.
var memoryRead = []classfile.Member{
	{Class: "java/lang/Runtime", Name: "totalMemory"}, {Class: "java/lang/Runtime", Name: "freeMemory"},
	{Class: "java/lang/management/MemoryMXBean", Name: "getHeapMemoryUsage"},
	{Class: "java/lang/management/GarbageCollectorMXBean", Name: "getCollectionCount"}, {Class: "java/lang/management/GarbageCollectorMXBean", Name: "getCollectionTime"},
}

// measuringDepth is how many calls away methods of the program are looked at.
const measuringDepth = 2

// measuresMemory reports whether the method, or one of the program that it calls, asks how much memory is taken.
func (m *Method) measuresMemory() bool {
	return m.Engine.asksForMemory(m.Func().Method, measuringDepth)
}

// asksForMemory reports whether a method asks how much memory is taken, itself or by one of the program at most depth calls away, as the
// instructions show.
func (e *Engine) asksForMemory(cm *classfile.Method, depth int) bool {
	return e.memoryAskedAt.of(computation{cm, depth}, func() bool {
		for _, c := range cm.Invocations() {
			if e.isAmong(c, memoryRead) {
				return true
			}
			if depth == 0 || !e.own(c.Class) {
				continue
			}
			if r := e.Program.Resolve(c.Class, c.Name, c.Desc); r.Method != nil && e.asksForMemory(r.Method, depth-1) {
				return true
			}
		}
		return false
	})
}

// letsGo reports whether the method drops a buffer of memory outside of the heap, which only a collection frees: a file that is mapped into it can be
// deleted then.
func (m *Method) letsGo() bool {
	f := m.Func()
	for v := range m.Instructions() {
		if op := f.Values[v].Op; op == classfile.OpPutfield || op == classfile.OpPutstatic {
			args := f.Args(v)
			if c, _ := f.Member(v); f.IsNull(args[len(args)-1]) && (c.Desc == "Ljava/nio/MappedByteBuffer;" || c.Desc == "Ljava/nio/ByteBuffer;") {
				return true
			}
		}
	}
	return false
}
