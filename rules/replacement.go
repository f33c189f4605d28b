package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// replacement is a call of a library method that cheaper code replaces where its arguments allow that.
type replacement struct {
	class, name, desc string
	// applies reports whether the cheaper code does the same with the call's arguments; nil where it always does.
	applies func(m *Method, v ssa.ID) bool
	// by are the library methods that the repaired form calls, if any.
	by []classfile.Member
	// of are the library methods that the call costs; the call itself where it is nil.
	of []classfile.Member
	// wastes is what the call does too much, instead what to write.
	wastes, instead string
	// pair is the case of the evidence.
	pair string
}

// calls are the methods of a table, for Needs.
func calls(table []replacement) (names []string) {
	for i := range table {
		if n := table[i].class + "." + table[i].name + table[i].desc; !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// repeatedCase is what repeats a finding: the calls of one case in one loop are one finding.
type repeatedCase struct {
	loop int
	pair string
}

// replaceable finds calls of the methods of a table that run again and again. A finding names the other calls of its case.
func (m *Method) replaceable(table []replacement) {
	reported := map[repeatedCase]int{} // index of the finding
	for v, c := range m.Calls() {
		i := slices.IndexFunc(table, func(r replacement) bool {
			return r.name == c.Name && r.class == c.Class && r.desc == c.Desc && (r.applies == nil || r.applies(m, v))
		})
		if i < 0 {
			continue
		}
		r := &table[i]
		again, ok := m.recurs(v)
		if !ok || again.loop >= 0 && m.rarely(v, r.pair) {
			continue
		}
		if first, ok := reported[repeatedCase{again.loop, r.pair}]; ok {
			m.alsoAt(first, v)
			continue
		}
		var cost, repaired pattern.Counts
		if !m.unseen(r.pair) {
			cost, repaired = m.replacedCost(c, r)
		}
		energy := m.Energy(Change{At: v, Cost: cost, Repaired: repaired, Per: again.per(), Case: r.pair})
		if energy == nil {
			continue
		}
		reported[repeatedCase{again.loop, r.pair}] = len(m.found)
		m.Report(v, c.Class+"."+c.Name, fmt.Sprintf("%s %s, %s: %s", m.writtenAs(v, c), r.wastes, again.again(), r.instead), energy, again.related()...)
	}
}

// alsoAt adds to a finding another place of the same pattern, unless it is on a line that the finding names.
func (m *Method) alsoAt(index int, v ssa.ID) {
	at := m.Related(v, "and here")
	at.Line = m.view.lines().Line(at.Line)
	x := &m.found[index]
	if at.Line == x.Location.Line || slices.ContainsFunc(x.Related, func(l finding.Location) bool { return l.Line == at.Line && l.Method == at.Method }) {
		return
	}
	x.Related = append(x.Related, at)
}

// replacedCost is what a call costs and what the repaired form does.
func (m *Method) replacedCost(c classfile.Member, r *replacement) (cost, repaired pattern.Counts) {
	of := r.of
	if of == nil {
		of = []classfile.Member{c}
	}
	return m.Engine.callCosts(of), m.Engine.callCosts(r.by)
}

// callCosts is what calls of library methods cost.
func (e *Engine) callCosts(methods []classfile.Member) (cost pattern.Counts) {
	for _, c := range methods {
		cost = cost.Add(callTiles()).Add(e.LibraryCost(c.Class, c.Name, c.Desc, 1))
	}
	return cost
}

// writtenAs names a call for a message; a constructor by its class.
func (m *Method) writtenAs(v ssa.ID, c classfile.Member) string {
	if c.Name == "<init>" {
		return "new " + simpleName(c.Class)
	}
	return m.Call(v)
}

// doubleConstant returns the number that a value certainly is.
func (m *Method) doubleConstant(v ssa.ID) (n float64, ok bool) {
	f := m.Func()
	x := &f.Values[v]
	switch {
	case x.Kind == ssa.Instr && x.Op == classfile.OpI2d && f.Values[f.Args(v)[0]].Kind == ssa.Int:
		return float64(f.Values[f.Args(v)[0]].Aux), true
	case x.Kind != ssa.Const || x.Type != 'd':
		return 0, false
	case x.Aux != 0:
		return f.Method.Class.Pool.Double(int(x.Aux)), true
	}
	return float64(f.Code.Op(int(x.PC)) - classfile.OpDconst0), true
}

// onlyReceives reports whether a new object is used for nothing but calls of its own methods, which take it as no argument, or
// for what alsoIn allows.
func (m *Method) onlyReceives(made ssa.ID, alsoIn func(user ssa.ID, c classfile.Member) bool) bool {
	f := m.Func()
	for _, u := range m.uses().of(made) {
		if !f.IsCall(u) {
			return false
		}
		c, _ := f.Member(u)
		receiver := f.Values[u].Op != classfile.OpInvokestatic && f.Args(u)[0] == made && !slices.Contains(f.Args(u)[1:], made)
		if !receiver && (alsoIn == nil || !alsoIn(u, c)) {
			return false
		}
	}
	return true
}
