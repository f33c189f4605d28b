package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
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
}

// mostLoopCalls is how many calls of one selector are looked at.
const mostLoopCalls = 20

type loopCallsKey struct{}

// loopCalls returns the first calls inside loops of methods under analysis. It is computed when a rule asks for the first time.
func (e *Engine) loopCalls() map[selector][]loopCall {
	v, _ := e.Program.Once(loopCallsKey{}, func() (any, error) {
		s := e.scanned.Load()
		found := map[selector]*[]loopCall{}
		for _, c := range e.Program.Classes() {
			e.addLoopCalls(found, c, e.loopCallsOf(s, c))
		}
		out := make(map[selector][]loopCall, len(found))
		for k, calls := range found {
			out[k] = *calls
		}
		return out, nil
	})
	return v.(map[selector][]loopCall)
}

// loopCallsOf returns the calls inside loops of one class. s is the scan of the program, nil if there was none.
func (e *Engine) loopCallsOf(s *scan, c *classfile.Class) []loopCall {
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

// addLoopCalls adds those calls of a class that are of methods under analysis.
func (e *Engine) addLoopCalls(found map[selector]*[]loopCall, c *classfile.Class, calls []loopCall) {
	var callees []*[]loopCall // by constant pool entry
	var foreign []bool
	for _, x := range calls {
		if callees == nil {
			callees, foreign = make([]*[]loopCall, c.Pool.Len()), make([]bool, c.Pool.Len())
		}
		if foreign[x.index] {
			continue
		}
		to := callees[x.index]
		if to == nil {
			m, _ := c.Pool.Member(int(x.index))
			if !e.Program.Analysed(m.Class) {
				foreign[x.index] = true
				continue
			}
			k := selector{m.Name, m.Desc}
			if to = found[k]; to == nil {
				to = new([]loopCall)
				found[k] = to
			}
			callees[x.index] = to
		}
		if len(*to) < mostLoopCalls {
			*to = append(*to, x)
		}
	}
}

// repeatedBy returns a loop of the program that calls this method, and so runs v again and again; ok is false where none is known, and
// where v runs only until it has set a field. A loop over listeners and the like calls each once.
func (m *Method) repeatedBy(v ssa.ID) (r repetition, ok bool) {
	if m.setsUp(v) {
		return r, false
	}
	own := m.Func().Method
	calls := m.Engine.loopCalls()[selector{own.Name, own.Desc}]
	for _, c := range calls {
		caller := m.Engine.reader(c.caller)
		if caller == nil {
			continue
		}
		f := caller.Func()
		call := f.At(int(c.pc))
		if call == 0 || !f.IsCall(call) || caller.repeats(call) < 0 || !caller.mayRun(call, own) || caller.fewLoops(call) != "" {
			continue
		}
		at := caller.Related(call, "called in every iteration of this loop")
		at.Line = caller.view.lines().line(at.Line)
		return repetition{loop: -1, caller: &at}, true
	}
	return repetition{loop: -1, hot: m.hot()}, m.hot()
}

// hot reports whether the settings say that code outside of the program calls the method again and again.
func (m *Method) hot() bool {
	return slices.ContainsFunc(m.Engine.Hot, func(p *methodpattern.Pattern) bool { return p.MatchDeclared(m.Func().Method) })
}

// mayRun reports whether a call can run a method.
func (m *Method) mayRun(call ssa.ID, target *classfile.Method) bool {
	f := m.Func()
	c, _ := f.Member(call)
	d := m.Engine.Program.Dispatch(f.Method.Class, f.Values[call].Op, c.Class, c.Name, c.Desc)
	return slices.Contains(d.Targets, target)
}
