package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// selector is the name and the descriptor in a call, without the class.
type selector struct{ name, desc string }

// loopCall is a call that stands between the target of a backward branch and the branch.
type loopCall struct {
	caller *classfile.Method
	pc     int
}

type loopCallsKey struct{}

// loopCalls returns the calls inside loops of methods under analysis. It is computed when a rule asks for the first time.
func (e *Engine) loopCalls() map[selector][]loopCall {
	v, _ := e.Program.Once(loopCallsKey{}, func() (any, error) {
		found := map[selector][]loopCall{}
		for _, c := range e.Program.Classes() {
			own := make([]bool, c.Pool.Len())
			for i := 1; i < len(own); i++ {
				if t := c.Pool.Tag(i); t == classfile.TagMethodref || t == classfile.TagInterfaceMethodref {
					callee, _ := c.Pool.Member(i)
					own[i] = e.Program.Analysed(callee.Class)
				}
			}
			for i := range c.Methods {
				addLoopCalls(found, &c.Methods[i], own)
			}
		}
		return found, nil
	})
	return v.(map[selector][]loopCall)
}

func addLoopCalls(found map[selector][]loopCall, m *classfile.Method, own []bool) {
	if !m.HasCode() || m.Class.Access&classfile.AccSynthetic != 0 {
		return
	}
	code, err := m.Code()
	if err != nil || code == nil {
		return
	}
	var calls []int
	added := 0 // of calls, those behind it are in no loop yet
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		if op := code.Op(pc); op >= classfile.OpInvokevirtual && op <= classfile.OpInvokeinterface && own[code.Index(pc)] {
			calls = append(calls, pc)
		} else if to, ok := code.Branch(pc); ok && to <= pc {
			for i := len(calls) - 1; i >= added && calls[i] >= to; i-- {
				if c, ok := m.Class.Pool.Member(code.Index(calls[i])); ok {
					k := selector{c.Name, c.Desc}
					found[k] = append(found[k], loopCall{m, calls[i]})
				}
			}
			added = len(calls)
		}
	}
}

// repeatedBy returns a loop of the program that calls this method again and again; ok is false where none is known.
func (m *Method) repeatedBy() (r repetition, ok bool) {
	own := m.Func().Method
	calls := m.Engine.loopCalls()[selector{own.Name, own.Desc}]
	for _, c := range calls[:min(len(calls), 20)] {
		op := c.caller
		s := m.Engine.Peek(op)
		if s.Err() != nil {
			continue
		}
		caller := &Method{Engine: m.Engine, Code: s, view: &classView{engine: m.Engine, class: op.Class}}
		f := caller.Func()
		v := f.At(c.pc)
		if v == 0 || !f.IsCall(v) || caller.repeats(v) < 0 || !caller.mayRun(v, own) {
			continue
		}
		at := caller.Related(v, "called in every iteration of this loop")
		at.Line = caller.view.lines().line(at.Line)
		return repetition{loop: -1, caller: &at}, true
	}
	return repetition{}, false
}

// mayRun reports whether a call can run a method.
func (m *Method) mayRun(call ssa.ID, target *classfile.Method) bool {
	f := m.Func()
	c, _ := f.Member(call)
	d := m.Engine.Program.Dispatch(f.Method.Class, f.Values[call].Op, c.Class, c.Name, c.Desc)
	return slices.Contains(d.Targets, target)
}
