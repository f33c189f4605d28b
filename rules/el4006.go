package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL4006", Name: "FlushInLoop", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "io"},
		Sampled: finding.AtCall,
		Summary: "A stream to a file is flushed in every iteration, so that its buffer saves no system call",
	},
	Needs: Needs{Calls: [][]string{{"flush"}, {"write", "println", "print", "append", "printf", "writeUTF", "writeInt", "newLine", "writeObject"}}, Within: true, RepeatsOrLambda: true},
	Check: flushInLoop,
})

// flushInLoop finds streams to files that a loop flushes each time that it has written.
func flushInLoop(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("flush") {
		if f.Values[v].Op == classfile.OpInvokestatic || c.Desc != "()V" || !strings.HasPrefix(c.Class, "java/io/") {
			continue
		}
		r, ok := m.repetition(v)
		if !ok || m.handles(int(f.Values[v].Block)) || m.waitsFor(r.loop) || r.loop >= 0 && m.rare(v) {
			continue
		}
		stream := m.Strip(f.Args(v)[0])
		if r.loop >= 0 && (!m.Stable(stream, r.loop) || m.flushesSome(v, stream, r.loop) || !m.writesFile(stream, false, 0)) || r.loop < 0 && !m.flushesForEach(v, stream, r.site) {
			continue
		}
		cost := m.TilesOf(v).Add(m.Engine.LibraryCost("java/io/FileOutputStream", "write", "([BII)V", 1))
		if energy := m.Energy(Change{At: v, Cost: cost, Per: r.unit(), Case: "Flush"}); energy != nil {
			advice := "flush or close it once behind the loop"
			if r.loop < 0 {
				advice = "flush or close it once afterwards"
			}
			m.Report(v, "flush", fmt.Sprintf("%s writes what there is to the file %s; %s", m.Call(v), r.again(), advice), energy)
		}
	}
}

// flushesForEach reports whether a lambda, which site calls for every element, flushes a stream to a file each time that it returns, and the stream is
// the same for all elements.
func (m *Method) flushesForEach(flush, stream ssa.ID, site *Site) bool {
	if site.Compares || m.LoopOf(flush) >= 0 || m.Engine.siteOfFew(site) || !m.sameForAll(stream, site) || !m.beforeReturns(flush) {
		return false
	}
	captured, ok := m.outside(stream, site, site.Code.Func())
	if !ok {
		return m.writesFile(stream, false, 0)
	}
	return m.outer(site).writesFile(captured, false, 0)
}

// beforeReturns reports whether an instruction runs in every call of the method that returns.
func (m *Method) beforeReturns(v ssa.ID) bool {
	f, g := m.Func(), m.Graph()
	for _, b := range g.RPO {
		last := f.At(g.Blocks[b].Last)
		if op := f.Values[last].Op; last != 0 && op >= classfile.OpIreturn && op <= classfile.OpReturn && !g.Dominators.Dominates(int(f.Values[v].Block), int(b)) {
			return false
		}
	}
	return true
}

// flushesSome reports whether an iteration of loop l may write to a stream and end without flush: the buffer then saves the calls in between.
func (m *Method) flushesSome(flush, stream ssa.ID, l int) bool {
	f := m.Func()
	if m.EveryIteration(flush, l) {
		return false
	}
	for v, c := range m.Calls() {
		if c.Name != "flush" && f.Values[v].Op != classfile.OpInvokestatic && m.InLoop(v, l) && m.Same(f.Args(v)[0], stream) && m.endsWithout(v, flush, l) {
			return true
		}
	}
	return false
}

// endsWithout reports whether an iteration of loop l may end, without an exception, behind v and without passing the block of other.
func (m *Method) endsWithout(v, other ssa.ID, l int) bool {
	f, g := m.Func(), m.Graph()
	avoid, start := f.Values[other].Block, f.Values[v].Block
	if start == avoid {
		return false
	}
	seen := map[int32]bool{start: true}
	for work := []int32{start}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for i := range g.Blocks[b].Succs {
			e := &g.Blocks[b].Succs[i]
			switch {
			case e.Kind == cfg.Exception || e.To == avoid || seen[e.To] || !g.InLoop(int(e.To), l):
			case e.To == g.Loops[l].Header:
				return true
			default:
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return false
}

// waitsFor reports whether a loop, or the method where l is -1, waits for something: what it writes may be waited for in turn.
func (m *Method) waitsFor(l int) bool {
	for v, c := range m.Calls() {
		if m.InLoop(v, l) && (waitsByName(c) || m.reachesMethod(v, func(_ *classfile.Method, d *does) bool { return d.waits }) || m.runsUnknown(v, c)) {
			return true
		}
	}
	return false
}

// waitsByName reports whether a method has the name of one that waits.
func waitsByName(c classfile.Member) bool {
	return slices.Contains(waiting, c.Name) || strings.HasPrefix(c.Name, "read") || strings.HasPrefix(c.Name, "accept")
}

// waiting are the names of methods that wait for time, another thread, another program or a device.
var waiting = []string{"sleep", "wait", "await", "take", "poll", "receive", "join", "nextLine", "park", "waitFor", "sync", "force"}

// writesFile reports whether a stream has a buffer and writes to a file in the end: it is made so here, or wherever its field is set.
func (m *Method) writesFile(v ssa.ID, buffered bool, depth int) bool {
	f := m.Func()
	v = m.Strip(v)
	x := &f.Values[v]
	if x.Kind != ssa.Instr || depth > 4 {
		return false
	}
	switch {
	case f.IsCall(v):
		c, _ := f.Member(v)
		return c.Class == "java/nio/file/Files" && (c.Name == "newBufferedWriter" || buffered && c.Name == "newOutputStream")
	case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
		c, _ := f.Member(v)
		values, ok := m.Engine.storesTo(c)
		found := false
		if ok {
			for other, stored := range values {
				if found = other.writesFile(stored, buffered, depth+1); !found {
					return false
				}
			}
		}
		return found
	case x.Op != classfile.OpNew:
		return false
	}
	class := className(f.Static(v))
	switch class {
	case "java/io/FileOutputStream":
		return buffered
	case "java/io/FileWriter":
		return true // it has the buffer of its encoder
	case "java/io/DataOutputStream":
	case "java/io/BufferedWriter", "java/io/BufferedOutputStream", "java/io/OutputStreamWriter", "java/io/PrintWriter", "java/io/PrintStream", "java/io/ObjectOutputStream":
		buffered = true
	default:
		return false
	}
	for _, u := range m.uses().of(v) {
		c, _ := f.Member(u)
		if !f.IsCall(u) || c.Name != "<init>" || f.Args(u)[0] != v || len(f.Args(u)) < 2 {
			continue
		}
		if first := classfile.Params(c.Desc)[0]; first == stringDesc || first == "Ljava/io/File;" {
			return true // of a PrintWriter or PrintStream
		}
		return m.writesFile(f.Args(u)[1], buffered, depth+1)
	}
	return false
}
