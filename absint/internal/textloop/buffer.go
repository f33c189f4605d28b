package textloop

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Loops that take at least one character off a StringBuilder in each iteration:
//
//	while (b.length() > 0 && b.charAt(b.length() - 1) == ' ') b.setLength(b.length() - 1);
//
// The ranking function is the length of the buffer. Sound because nothing in the loop makes it longer, and each iteration takes a
// character off or throws; or takes one off if there is one, and a test that each iteration passes holds for no empty buffer.

// ShortenedBuffer is the prover of loops that take a character off a buffer in each iteration, whatever their tests are.
func ShortenedBuffer(m *symval.Func, l int) (symval.Bound, bool) {
	calls := cuts(m, l)
	for _, buffer := range cutBuffers(m, l, calls) {
		n, ok := cutEveryIteration(m, l, buffer, false)
		if !ok {
			continue
		}
		if abandons(m, l, calls, func(tested ssa.ID, least int64) bool { return charsShown(m, tested, least, buffer) >= 1 }) {
			n = n.AddInt(1)
		}
		return symval.Bound{Upper: n}, true
	}
	return symval.Bound{}, false
}

// EmptiedBuffer bounds how often the test at the end of block b can hold: that a buffer has at least one character. stay reports whether
// the taken branch stays in loop l. ok is false for other tests.
func EmptiedBuffer(m *symval.Func, l, b int, stay bool) (symval.Bound, bool) {
	v, least, ok := heapsize.ExhaustionTest(m, b, stay)
	if !ok || least < 1 || v == 0 || !m.Fn.IsCall(v) || m.Fn.Values[v].Op != classfile.OpInvokevirtual || !m.CFG.InLoop(int(m.Fn.Values[v].Block), l) {
		return symval.Bound{}, false
	}
	mem, _ := m.Fn.Member(v)
	buffer := m.Fn.Args(v)[0]
	if !platform.TextBuffer.Has(mem.Class) || mem.Name != "length" && mem.Name != "isEmpty" || !heapsize.LoopInvariant(m, buffer, l) {
		return symval.Bound{}, false
	}
	n, ok := cutEveryIteration(m, l, buffer, true)
	if !ok {
		return symval.Bound{}, false
	}
	return symval.Bound{Upper: m.Clamp(n.AddInt(1-least), m.CFG.Loops[l].Header)}, true
}

// cutBuffers returns the buffers that loop l does not replace and that calls, its cuts, take characters off.
func cutBuffers(m *symval.Func, l int, calls []ssa.ID) (out []ssa.ID) {
	if m.CFG.HasSubroutines || m.CFG.Blocks[m.CFG.Loops[l].Header].Region >= 0 {
		return nil
	}
	for _, v := range calls {
		if on := m.Fn.Args(v)[0]; heapsize.LoopInvariant(m, on, l) && !slices.Contains(out, on) {
			out = append(out, on)
		}
	}
	return out
}

// cuts returns the calls in loop l that take characters off a buffer.
func cuts(m *symval.Func, l int) (out []ssa.ID) {
	for _, b := range m.CFG.Loops[l].Blocks {
		for _, v := range m.Fn.Body[b] {
			if !m.Fn.IsCall(v) {
				continue
			}
			if mem, _ := m.Fn.Member(v); !platform.TakesCharacter.Has(mem) && !platform.TakesPart.Has(mem) && !platform.SetsLength.Has(mem) {
				continue
			}
			out = append(out, v)
		}
	}
	return out
}

// cutEveryIteration bounds the length of a buffer that each iteration of loop l takes a character off, and that nothing in it makes longer.
// An iteration may begin with an empty buffer unless nonEmpty.
func cutEveryIteration(m *symval.Func, l int, buffer ssa.ID, nonEmpty bool) (n expr.Size, ok bool) {
	cut := cutting{m: m, l: l, buffer: buffer}
	if cut.mayGrow() || !heapsize.EveryIteration(m, l, buffer, func(call ssa.ID, mem classfile.Member) bool { return cut.takes(call, mem, nonEmpty) }) {
		return n, false
	}
	n = m.LargestChars(buffer, code.NoBlock)
	return n, !n.Top
}

// Shrinking bounds the length of a buffer that loop l does not replace or make longer; ok is false for others.
func Shrinking(m *symval.Func, l int, buffer ssa.ID) (n expr.Size, ok bool) {
	cut := cutting{m: m, l: l, buffer: buffer}
	if !heapsize.LoopInvariant(m, buffer, l) || cut.mayGrow() {
		return n, false
	}
	n = m.LargestChars(buffer, code.NoBlock)
	return n, !n.Top
}

// cutting tells what the calls of a loop do to the length of a buffer.
type cutting struct {
	m      *symval.Func
	l      int
	buffer ssa.ID
}

// takes reports whether a call takes a character off the buffer or throws; if the buffer has one is enough if nonEmpty.
func (c *cutting) takes(call ssa.ID, mem classfile.Member, nonEmpty bool) bool {
	args := c.m.Fn.Args(call)
	switch {
	case platform.TakesCharacter.Has(mem):
		return true
	case platform.SetsLength.Has(mem):
		return c.shorter(args[1]) >= 1 || nonEmpty && c.m.IsConstant(args[1], 0)
	case platform.TakesPart.Has(mem): // an end behind the last character is that one
		if from := c.shorter(args[1]); from >= 1 {
			end, isConstant := c.m.Fn.Values[args[2]], c.m.Fn.Values[args[2]].Kind == ssa.Int
			return c.shorter(args[2]) >= 0 && c.shorter(args[2]) < from || isConstant && end.Aux == symval.MaxLength
		}
		return nonEmpty && c.m.IsConstant(args[1], 0) && c.m.RangeOf(args[2]).Lo >= 1
	}
	return false
}

// shorter returns by how much a number is less than a length that the buffer had in this iteration, negative if it may be more.
func (c *cutting) shorter(v ssa.ID) int64 {
	m, by := c.m, int64(0)
	if a, k, ok := m.Addition(v); ok && k < 0 {
		v, by = a, -k
	}
	if !m.Fn.IsCall(v) || !m.CFG.InLoop(int(m.Fn.Values[v].Block), c.l) {
		return -1
	}
	if mem, _ := m.Fn.Member(v); !platform.TextBuffer.Has(mem.Class) || mem.Name != "length" || !heapsize.SameObject(m, m.Fn.Args(v)[0], c.buffer, c.l) {
		return -1
	}
	return by
}

// mayGrow reports whether something in the loop may make the buffer longer: a call that fills it, under any name, or one of code that has
// it, such as a Formatter.
func (c *cutting) mayGrow() bool {
	m, f := c.m, c.m.Fn
	for _, b := range m.CFG.Loops[c.l].Blocks {
		for _, v := range f.Body[b] {
			if x := &f.Values[v]; x.Kind != ssa.Instr || !f.IsCall(v) && x.Op != classfile.OpInvokedynamic {
				continue
			}
			mem, _ := f.Member(v)
			switch {
			case heapsize.CallsOn(m, v, c.buffer, c.l) && platform.TextBuffer.Has(mem.Class):
				if platform.FillingText.Named(mem.Name) && !(platform.SetsLength.Has(mem) && (m.IsConstant(f.Args(v)[1], 0) || c.shorter(f.Args(v)[1]) >= 1)) || c.given(v, 1) {
					return true
				}
			case heapsize.MayChange(m, v, c.buffer, platform.FillingText), platform.WritesText.Has(mem.Class), c.given(v, 0):
				return true
			}
		}
	}
	return false
}

// given reports whether a call passes the buffer, as an argument from the given one on, to code that may keep it or make it longer.
func (c *cutting) given(call ssa.ID, first int) bool {
	m, f := c.m, c.m.Fn
	if f.Values[call].Op == classfile.OpInvokedynamic {
		return false // what it runs is an effect of the call that runs it, or a concatenation
	}
	mem, _ := f.Member(call)
	if mem.Class == platform.StringClass || platform.TextBuffer.Has(mem.Class) {
		return false
	}
	for _, a := range f.Args(call)[first:] {
		if f.Values[a].Type == 'a' && m.Related(a, c.buffer) && !m.Apart(a, c.buffer, call) && (platform.IsPlatform(mem.Class) || !m.Oracle.ReadOnly(f, call, a)) {
			return true
		}
	}
	return false
}
