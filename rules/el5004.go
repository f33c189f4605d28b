package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL5004", Name: "LoopInvariantMethod", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "loops"},
		Sampled: finding.AtCall,
		Summary: "A method of the program computes the same in every iteration; computing it once in front of the loop is enough",
	},
	Needs:    Needs{RepeatsOrLambda: true},
	Looped:   (*Engine).mayCallComputation,
	InLambda: (*Engine).callsComputation,
	Check:    loopInvariantMethod,
})

// callsComputation reports whether the body of a lambda may call a method that computes its result, is worth a variable, and does no more.
func (e *Engine) callsComputation(body *classfile.Method) bool {
	for op, c := range body.Invocations() {
		if returnsLeaf(c.Desc) && e.Program.Analysed(c.Class) && e.heavyComputation(body, op, c, 0) != nil {
			return true
		}
	}
	return false
}

// mayCallComputation reports whether a call may be of a method of the program that computes its result and does no more.
func (e *Engine) mayCallComputation(c classfile.Member) bool {
	return returnsLeaf(c.Desc) && e.mayCompute()[selector{c.Name, c.Desc}] && e.Program.Analysed(c.Class)
}

// findComputing returns the methods that loops call and that may be functions which are worth a variable, by what their instructions
// are. It is asked for after the scan.
func (e *Engine) findComputing() map[selector]bool {
	called, classes := e.loopCalls(), e.Program.Classes()
	scanned := e.scanned.Load()
	byClass := make([][]selector, len(classes))
	e.Program.Parallel(len(classes), func(i int) {
		for _, m := range computingIn(scanned, classes[i], called) {
			byClass[i] = append(byClass[i], selector{m.Name, m.Desc})
		}
	})
	found := map[selector]bool{}
	for _, ks := range byClass {
		for _, k := range ks {
			found[k] = true
		}
	}
	return found
}

// returnsLeaf reports whether a method of a descriptor returns a number or a string.
func returnsLeaf(desc string) bool {
	if n := len(desc); n < 2 || desc[n-1] == 'V' || desc[n-1] != ';' && desc[n-2] == '[' {
		return false
	}
	return desc[len(desc)-1] != ';' || strings.HasSuffix(desc, ")"+stringDesc)
}

// computingIn returns the methods of a class that loops call and that may be functions which are worth a variable, by what their
// instructions are. s is the scan of the program, nil if there was none.
func computingIn(s *scan, c *classfile.Class, called map[selector][]loopCall) (out []*classfile.Method) {
	inLoop := func(m *classfile.Method) bool { return len(called[selector{m.Name, m.Desc}]) > 0 }
	if s != nil && s.classes[c] != nil && s.classes[c].read {
		for _, m := range s.classes[c].computing {
			if inLoop(m) {
				out = append(out, m)
			}
		}
		return out
	}
	r := &codeReader{}
	for i := range c.Methods {
		m := &c.Methods[i]
		if !returnsLeaf(m.Desc) || !m.HasCode() || !inLoop(m) {
			continue
		}
		if code, err := m.Code(); err == nil && code != nil {
			if r.read(code); r.computes() {
				out = append(out, m)
			}
		}
	}
	return out
}

// loopInvariantMethod finds calls of such methods that every iteration of a loop makes with the same arguments.
func loopInvariantMethod(m *Method) {
	f := m.Func()
	for v, c := range m.Calls() {
		if m.LoopOf(v) < 0 {
			m.methodForEach(v, c)
			continue
		}
		if !m.Engine.mayCallComputation(c) || len(m.uses().of(v)) == 0 {
			continue
		}
		l := m.sameArguments(v)
		if l < 0 {
			continue
		}
		target := m.Engine.heavyComputation(f.Method, f.Values[v].Op, c, 0)
		if target == nil {
			continue
		}
		callee := m.Engine.functionOf(target, 0)
		if callee == nil || !callee.heavy {
			continue
		}
		if l = m.unchangedIn(v, l, callee); l < 0 || m.catchesIn(v, l) && m.mayThrow(v) || m.repeatsOnPurpose(v, l) {
			continue
		}
		cost := m.TilesOf(v).Add(m.Engine.leastCost(target))
		local := pattern.Single(pattern.Of(pattern.VariableDeclaration, pattern.TypeOf(classfile.Return(c.Desc)), pattern.Load), 1)
		energy := m.Energy(Change{At: v, Cost: cost, Repaired: local, Once: cost, Loop: l, Case: "Method"})
		if energy == nil {
			continue
		}
		var related []finding.Location
		if line := m.LoopLine(l); line > 0 {
			at := m.Place(v)
			at.Line, at.Message = line, "the loop"
			related = append(related, at)
		}
		m.Report(v, c.Class+"."+c.Name, fmt.Sprintf("%s computes the same in every iteration of the loop, and changes nothing: compute it once in front of it", m.Call(v)), energy, related...)
	}
}

// methodForEach is loopInvariantMethod for a call outside of loops, which a lambda makes for every element. Who else may run meanwhile is not known:
// the method may read final fields alone.
func (m *Method) methodForEach(v ssa.ID, c classfile.Member) {
	f := m.Func()
	if !m.isLambda() || !returnsLeaf(c.Desc) || !m.Engine.Program.Analysed(c.Class) || f.Values[v].Op == classfile.OpInvokedynamic || len(m.uses().of(v)) == 0 {
		return
	}
	target := m.Engine.heavyComputation(f.Method, f.Values[v].Op, c, 0)
	if target == nil {
		return
	}
	callee := m.Engine.functionOf(target, 0)
	if callee == nil || !callee.heavy || callee.arrays || len(callee.fields) > 0 {
		return
	}
	if s := m.invariantSite(v); s != nil {
		m.reportForEach(v, c, s, m.TilesOf(v).Add(m.Engine.leastCost(target)), "Method", ", and changes nothing")
	}
}

// sameArguments returns the outermost loop around a call in whose iterations it is made each time with the same arguments; -1 for
// none.
func (m *Method) sameArguments(v ssa.ID) int {
	out := -1
	for l := m.LoopOf(v); l >= 0; l = int(m.Graph().Loops[l].Parent) {
		if !m.EveryIteration(v, l) || slices.ContainsFunc(m.Func().Args(v), func(a ssa.ID) bool { return !m.Stable(a, l) }) || out < 0 && m.repeats(v) < 0 {
			break
		}
		out = l
	}
	return out
}

// unchangedIn returns the outermost loop from l inwards in which nothing may change what a function reads; -1 for none.
func (m *Method) unchangedIn(v ssa.ID, l int, callee *function) int {
	if len(callee.fields) == 0 && !callee.arrays {
		return l
	}
	if m.changes(l, callee) {
		if inner := m.LoopOf(v); inner != l && !m.changes(inner, callee) {
			return inner
		}
		return -1
	}
	return l
}

// changes reports whether a loop may store to a field or array that a function reads.
func (m *Method) changes(l int, callee *function) bool {
	f := m.Func()
	for v := range m.Instructions() {
		if !m.InLoop(v, l) {
			continue
		}
		op := f.Values[v].Op
		switch {
		case op == classfile.OpPutfield || op == classfile.OpPutstatic:
			if c, _ := f.Member(v); slices.ContainsFunc(callee.fields, func(x classfile.Member) bool { return x.Name == c.Name && x.Desc == c.Desc }) {
				return true
			}
		case op >= classfile.OpIastore && op <= classfile.OpSastore:
			if callee.arrays && !m.ownArray(f.Args(v)[0]) {
				return true
			}
		case op == classfile.OpInvokedynamic:
			if !m.concatenatesLeaves(v) {
				return true
			}
		case f.IsCall(v):
			if m.mayChange(v, callee) {
				return true
			}
		}
	}
	return false
}

// ownArray reports whether an array is made here and nothing else than its elements and its length are ever used: no method has it.
func (m *Method) ownArray(array ssa.ID) bool {
	f := m.Func()
	array = m.Strip(array)
	return m.makesArray(array) && !slices.ContainsFunc(m.uses().of(array), func(u ssa.ID) bool {
		x := &f.Values[u]
		element := x.Op >= classfile.OpIaload && x.Op <= classfile.OpSaload || x.Op >= classfile.OpIastore && x.Op <= classfile.OpSastore || x.Op == classfile.OpArraylength
		return x.Kind != ssa.Instr || !element || x.Op == classfile.OpAastore && f.Args(u)[2] == array
	})
}

// mayChange reports whether a call may store to what a function reads: it is none itself, and runs the program or gets an array.
func (m *Method) mayChange(v ssa.ID, callee *function) bool {
	f := m.Func()
	c, _ := f.Member(v)
	if isPure(c) || dependsOnArguments(c) {
		return false
	}
	d := m.dispatch(v)
	if len(d.Lambdas) > 0 {
		return true
	}
	functions := d.Complete && len(d.Targets) > 0
	for _, t := range d.Targets {
		function := m.Engine.functionOf(t, 1) != nil
		if m.Engine.Program.Analysed(t.Class.Name) && !function {
			return true
		}
		functions = functions && function
	}
	if functions {
		return false // they write to no array that they are given
	}
	return !d.Complete && !strings.HasPrefix(c.Class, "java/") || callsBack(c) || callee.arrays && strings.Contains(c.Desc, "[")
}

// leastCost is what a method costs when each of its blocks that are always passed runs once.
func (e *Engine) leastCost(cm *classfile.Method) pattern.Counts {
	s := e.Peek(cm)
	if s.Err() != nil {
		return nil
	}
	g := s.Graph()
	var cost pattern.Counts
	for _, b := range g.RPO {
		if g.Blocks[b].Loop >= 0 || b == g.RPO[0] {
			cost = cost.Add(s.BlockPatterns(int(b)))
		}
	}
	return cost
}
