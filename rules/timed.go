package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// clockReadings are the methods that read a clock, with their classes.
var clockReadings = map[classfile.Member]bool{
	{Class: "java/lang/System", Name: "nanoTime"}: true, {Class: "java/lang/System", Name: "currentTimeMillis"}: true,
	{Class: "java/time/Instant", Name: "now"}: true, {Class: "java/lang/management/ThreadMXBean", Name: "getCurrentThreadCpuTime"}: true,
}

// readings yields the calls of the method that read a clock.
func (m *Method) readings() (out []ssa.ID) {
	for v, c := range m.Calls("nanoTime", "currentTimeMillis", "now", "getCurrentThreadCpuTime") {
		if clockReadings[classfile.Member{Class: c.Class, Name: c.Name}] {
			out = append(out, v)
		}
	}
	return out
}

// timed reports whether what a loop does is done to be timed: the method reads a clock before the loop and behind it, or the loop ends when its
// time is over.
func (m *Method) timed(l int) bool {
	f, g := m.Func(), m.Graph()
	before, behind := false, false
	inside := map[ssa.ID]bool{}
	for _, v := range m.readings() {
		if m.InLoop(v, l) {
			inside[v] = true
			continue
		}
		header, b := int(g.Loops[l].Header), int(f.Values[v].Block)
		before = before || g.Dominators.Dominates(b, header)
		behind = behind || g.Dominators.Dominates(header, b)
	}
	return before && behind || len(inside) > 0 && slices.ContainsFunc(m.exitTests(l), func(test ssa.ID) bool { return m.dependsOn(test, inside, l) })
}

// timedCall reports whether the method reads a clock before an instruction of a loop and behind it, in the same iteration.
func (m *Method) timedCall(v ssa.ID) bool {
	before, behind := false, false
	for _, u := range m.readings() {
		if m.LoopOf(u) != m.LoopOf(v) {
			continue
		}
		before, behind = before || m.precedes(u, v), behind || m.precedes(v, u)
	}
	return before && behind
}

// repeatsOnPurpose reports whether loop l makes the same call again for its answer or its time: it tries again, waits, ends by what the call
// returns, or is timed.
func (m *Method) repeatsOnPurpose(v ssa.ID, l int) bool {
	return m.retries(l) || m.waitsIn(l) || m.decides(v, l) || m.timed(l) || m.timedCall(v)
}
