package rules

import (
	"iter"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// callsOf yields the calls in the program that can run a method, each with the method that it is in; not those by method handles, nor
// those of methods that cannot be read. It reads all classes: it is for the few findings that depend on it.
func (e *Engine) callsOf(target *classfile.Method) iter.Seq2[*Method, ssa.ID] {
	return func(yield func(*Method, ssa.ID) bool) {
		for _, c := range e.Program.Classes() {
			refers := refersTo(&c.Pool, target)
			if refers == nil {
				continue
			}
			for i := range c.Methods {
				for _, x := range callsIn(&c.Methods[i], refers) {
					if !e.mayRun(x, target) {
						continue
					}
					caller := e.reader(x.caller)
					if caller == nil {
						break
					}
					if call := caller.Func().At(int(x.pc)); call != 0 && caller.Func().IsCall(call) && !yield(caller, call) {
						return
					}
				}
			}
		}
	}
}

// refersTo returns the entries of a constant pool that are methods of a method's name and descriptor; nil where there is none.
func refersTo(p *classfile.Pool, target *classfile.Method) (out map[int]bool) {
	for i := 1; i < p.Len(); i++ {
		if tag := p.Tag(i); tag != classfile.TagMethodref && tag != classfile.TagInterfaceMethodref || p.MemberName(i) != target.Name {
			continue
		}
		if c, _ := p.Member(i); c.Desc == target.Desc {
			if out == nil {
				out = map[int]bool{}
			}
			out[i] = true
		}
	}
	return out
}

// callsIn returns the calls of a method that refer to one of some entries of the constant pool.
func callsIn(m *classfile.Method, entries map[int]bool) (out []loopCall) {
	code, err := m.Code()
	if err != nil || code == nil {
		return nil
	}
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		if op := code.Op(pc); op >= classfile.OpInvokevirtual && op <= classfile.OpInvokeinterface && entries[code.Index(pc)] {
			out = append(out, loopCall{caller: m, pc: int32(pc), index: uint16(code.Index(pc)), op: op})
		}
	}
	return out
}
