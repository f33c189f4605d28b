package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// maxSteps is how many concatenations are looked at that one text is put together by.
const maxSteps = 50

// concatenatedInSteps reports concatenations whose strings only another concatenation takes.
func (m *Method) concatenatedInSteps() {
	uses := m.uses()
	var texts []ssa.ID
	for v := range m.Instructions() {
		if m.joinsText(uses, v) {
			texts = append(texts, v)
		}
	}
	if len(texts) < 2 {
		return
	}
	taken := map[ssa.ID]bool{}
	for _, text := range slices.Backward(texts) { // the longest first
		if taken[text] {
			continue
		}
		steps := m.stepsOf(uses, text)
		for _, s := range steps {
			taken[s] = true
		}
		if len(steps) > 0 && !m.isAppended(uses, text) && !m.growsInLoop(uses, text) {
			m.reportSteps(text, steps)
		}
	}
}

// joinsText reports whether v makes the string of a concatenation. String.concat is none: it throws for null.
func (m *Method) joinsText(t *useTable, v ssa.ID) bool {
	return concatenates(m.Func(), v) || m.IsCall(v, "toString", "()"+stringDesc) && m.concatenation(t, v) != nil && !m.writtenBuilder(v)
}

// isAppended reports whether only append of a builder of the source takes a text, which is reported as such.
func (m *Method) isAppended(t *useTable, text ssa.ID) bool {
	user, _, alone := m.onlyUser(t, text)
	c, _ := m.Func().Member(user)
	return alone && m.Func().IsCall(user) && appendsString(c) && !m.inConcatenation(t, user)
}

// stepsOf returns the concatenations whose strings go nowhere but into a text, the last first.
func (m *Method) stepsOf(t *useTable, text ssa.ID) (steps []ssa.ID) {
	f := m.Func()
	for open := []ssa.ID{text}; len(open) > 0 && len(steps) < maxSteps; open = open[1:] {
		k := m.concatenation(t, open[0])
		if k == nil || len(k.lengths) < 2 {
			continue
		}
		for _, o := range k.operands {
			step := o
			if c, _ := f.Member(o); f.IsCallTo(o, stringClass, "valueOf") && strings.HasPrefix(c.Desc, "(Ljava/lang/Object;)") {
				if _, _, alone := m.onlyUser(t, o); !alone {
					continue
				}
				step = f.Args(o)[0]
			}
			if m.isStep(t, step, open[0]) {
				steps, open = append(steps, step), append(open, step)
			}
		}
	}
	return steps
}

// isStep reports whether v is a concatenation of several parts that only another one takes, which can have these parts instead.
func (m *Method) isStep(t *useTable, v, text ssa.ID) bool {
	f := m.Func()
	if !m.mayBeConcatenation(v) || !m.joinsText(t, v) {
		return false
	}
	k := m.concatenation(t, v)
	if k == nil || len(k.lengths) < 2 {
		return false
	}
	if _, _, alone := m.onlyUser(t, v); !alone {
		return false
	}
	for _, o := range k.operands {
		if f.Static(o) == "[C" {
			return false
		}
	}
	return !m.interferes(v, text, m.onlyFixed(k.operands))
}

// growsInLoop reports whether an earlier iteration left a part of a text or of what it is put together of: EL1001 reports texts that grow.
func (m *Method) growsInLoop(t *useTable, text ssa.ID) bool {
	f := m.Func()
	if m.LoopOf(text) < 0 {
		return false
	}
	w := visit(text)
	for v := range w.all() {
		if f.Values[v].Kind == ssa.Phi || len(w.seen) > maxParts {
			return true
		}
		if m.mayBeConcatenation(v) {
			if k := m.concatenation(t, v); k != nil {
				w.add(k.operands...)
			}
		}
	}
	return false
}

// onlyFixed reports whether the values are strings, boxes and numbers, whose text stays as it is.
func (m *Method) onlyFixed(values []ssa.ID) bool {
	f := m.Func()
	return !slices.ContainsFunc(values, func(v ssa.ID) bool {
		if f.IsCallTo(v, stringClass, "valueOf") { // as javac writes a concatenated object
			v = f.Args(v)[0]
		}
		t := f.Static(v)
		_, box := wrappers[className(t)]
		return len(t) != 1 && t != stringDesc && !box
	})
}

// interferes reports whether between a step and the text that takes it anything is done but to compute the other parts of the text. If the parts
// of the step are not fixed, calls may change their text.
func (m *Method) interferes(step, text ssa.ID, fixed bool) bool {
	f := m.Func()
	parts := visit(f.Args(text)...)
	for v := range parts.all() {
		if len(parts.seen) > maxParts {
			return true
		}
		if f.Values[v].Kind == ssa.Instr && f.Values[v].Block == f.Values[text].Block && f.Values[v].PC > f.Values[step].PC {
			parts.add(f.Args(v)...)
		}
	}
	var builder ssa.ID // that puts the text together
	if !concatenates(f, text) {
		builder = m.builderOf(f.Args(text)[0])
	}
	return m.between(step, text, func(v ssa.ID) bool {
		switch op := f.Values[v].Op; {
		case f.IsCall(v):
			c, _ := f.Member(v)
			own := javaBuilders[c.Class] && m.builderOf(f.Args(v)[0]) == builder
			return !own && (!parts.seen[v] || !fixed && c.Class != stringClass && op != classfile.OpInvokedynamic)
		case op == classfile.OpPutfield, op == classfile.OpPutstatic, op >= classfile.OpIastore && op <= classfile.OpSastore:
			return true
		default:
			return op == classfile.OpMonitorenter || op == classfile.OpMonitorexit || op == classfile.OpAthrow
		}
	})
}

// reportSteps reports a text that is put together in steps.
func (m *Method) reportSteps(text ssa.ID, steps []ssa.ID) {
	f := m.Func()
	uses := m.uses()
	r, ok := m.recurs(text)
	if !ok {
		return
	}
	whole := m.concatenation(uses, text)
	var cost pattern.Counts
	parts, n, first := len(whole.lengths), whole.length(), steps[0]
	for _, s := range steps {
		k := m.concatenation(uses, s)
		parts, n = parts+len(k.lengths)-1, n+k.length()-1
		cost = cost.Add(m.putTogether(k.chain, s, len(k.lengths), k.length()))
		if f.Values[s].PC < f.Values[first].PC {
			first = s
		}
	}
	cost = cost.Add(m.putTogether(whole.chain, text, len(whole.lengths), n))
	repaired := m.putTogether(whole.chain, text, parts, n)
	if energy := m.Energy(Change{At: first, Cost: cost, Repaired: repaired, Per: r.per(), Case: "InSteps"}); energy != nil {
		related := r.related()
		for _, s := range append(steps, text) {
			if s != first {
				related = append(related, m.Related(s, "its string is taken here"))
			}
		}
		m.Report(first, "concatenation", fmt.Sprintf("%s is put together only for another concatenation, %s: write all %d parts in one", m.variableOr(first, "A string"), r.again(), parts), energy, related...)
	}
}

// putTogether is what it costs to put together a string of n characters of some parts, by a builder or by one call.
func (m *Method) putTogether(chain bool, text ssa.ID, parts, n int) pattern.Counts {
	e := m.Engine
	if chain {
		one := callTiles().Add(e.LibraryCost(builderClass, "append", "(Ljava/lang/String;)Ljava/lang/StringBuilder;", float64(n)/float64(parts)))
		return callTiles().Add(callTiles()).AddScaled(one, float64(parts)).
			Add(e.LibraryCost(builderClass, "<init>", "()V", 1)).Add(e.LibraryCost(builderClass, "toString", "()Ljava/lang/String;", float64(n)))
	}
	// One call copies all parts into one array: as String.concat does with two, for each two of them.
	two := e.LibraryCost(stringClass, "concat", "(Ljava/lang/String;)Ljava/lang/String;", float64(n)/float64(parts))
	return m.TilesOf(text).AddScaled(two, float64(parts)/2)
}
