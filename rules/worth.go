package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/internal/ssa"
	"github.com/energylint/energylint/rules/evidence"
	"github.com/energylint/energylint/rules/worth"
)

// A saving in compiled code is not reported where it is nothing beside the work around it, or where the code seldom runs:
// package worth has the names. The model's findings in the interpreter do not depend on this.

// notWorth says why a saving of compiled code is not worth a change; empty where it may be. w is the workload that priced it.
func (m *Method) notWorth(c Change, w workload, x *finding.Measured) string {
	if x.Once && m.Func().Method.Name != "<clinit>" {
		return "the code is run once, to set a static field"
	}
	if !m.hot() {
		if what := m.coldAt(c); what != "" {
			return "the code is " + what
		}
	}
	if x.Unit != "s" && !x.Missing {
		return "" // joules of a meter: seconds say nothing about them
	}
	if m.guardedCall(c.At) {
		return "it runs only where a level or switch for debugging is on"
	}
	if why := m.tooLittle(c, w, x); why != "" {
		return why
	}
	if y := m.beside(c.At, m.repeats(c.At)); y.seconds*evidence.LeastShare > x.Each {
		return fmt.Sprintf("what runs with it takes more than %.0f times as long: %s %s", 1/evidence.LeastShare, y.call, y.heaviest.Does)
	}
	if m.hot() {
		return ""
	}
	if y := m.beside(c.At, -1); y.heaviest.Seconds >= worth.HeavyBesideLoop.Of() && y.seconds*evidence.LeastShare > m.savedByCall(c, w, x) {
		return fmt.Sprintf("what a call of the method does besides takes more than %.0f times as long: %s %s", 1/evidence.LeastShare, y.call, y.heaviest.Does)
	}
	if what := m.Engine.seldom(m.Func().Method); what != "" {
		return "the code is called only by code that is " + what
	}
	return ""
}

// savedByEach is what a change saves in one execution of its instruction.
func (m *Method) savedByEach(c Change, w workload, x *finding.Measured) float64 {
	switch {
	case x.Missing:
		return worth.Unmeasured.Of()
	case w.known:
		return x.Amount / max(w.executions, 1)
	}
	return x.Amount / m.typicalSize(c)
}

// savedByCall is what a change saves in one call of the method, for a typical number of executions where it is not known.
func (m *Method) savedByCall(c Change, w workload, x *finding.Measured) float64 {
	if w.known && !x.Missing {
		return x.Amount
	}
	return x.Each * m.typicalSize(c)
}

// unseen reports whether no finding of the rule about a case is reported in this method, for any workload, and silent findings are
// left out: the code seldom runs, or the repair of the case never pays.
func (m *Method) unseen(pair string) bool {
	entry := m.Engine.leavesOut(m.rule.ID, pair)
	return entry != nil && (entry.NeverPays() || m.cold() != "" && !m.hot())
}

// neverSeen reports whether no finding of a rule about a case is reported in any method: the repair of the case never pays, and silent
// findings are left out.
func (e *Engine) neverSeen(rule, pair string) bool {
	entry := e.leavesOut(rule, pair)
	return entry != nil && entry.NeverPays()
}

// leavesOut returns the evidence of a case by which findings are left out before they are priced; nil where none is: in the interpreter, and
// where silent findings are shown.
func (e *Engine) leavesOut(rule, pair string) *evidence.Entry {
	if !e.Visible || !e.compiled() {
		return nil
	}
	_, entry := e.evidence(e.Measurement.Table, rule, pair)
	return entry
}

// rarely reports whether v runs rarely. It does not ask where a finding about a case is not reported in any case, nor is a suppression to
// tell whether it has an effect.
func (m *Method) rarely(v ssa.ID, pair string) bool {
	return (!m.unseen(pair) || m.view.suppresses()) && m.rare(v)
}

// tooLittle says why what a change saves in one call of its method is too little, empty where it is not.
func (m *Method) tooLittle(c Change, w workload, x *finding.Measured) string {
	less := func(amount float64, than worth.Limit, where string) string {
		if amount >= than.Of() {
			return ""
		}
		return fmt.Sprintf("less than %s in a call of the method%s", quantity.Second.Format(than.Of()), where)
	}
	switch {
	case c.Waits > 0 && x.Each < c.Waits*worth.LeastPerSecond.Of():
		return fmt.Sprintf("less than %s in each second that the loop waits", quantity.Second.Format(worth.LeastPerSecond.Of()))
	case m.hot() && !m.repeated(c): // the settings say how often
		return ""
	case w.near && !x.Missing:
		return less(x.Amount, worth.LeastWhereSourceRepeats, ", which only a loop of its source repeats")
	case w.known && !x.Missing && !m.repeated(c):
		return less(x.Amount, worth.LeastWhereCallersRepeat, ", which only its callers repeat")
	case w.known && !x.Missing:
		if why := less(x.Amount, worth.LeastPerCall, ""); why != "" {
			return why
		}
	}
	what := c.Few
	if what == "" {
		what = m.fewAt(c.At)
	}
	if what != "" && !w.known {
		return less(m.savesForFew(c, x), worth.LeastWhereFew, ": "+what)
	}
	if c.Fresh && !w.known {
		return less(x.Each*m.typicalSize(c), worth.LeastWhereFew, ", which also makes what it fills")
	}
	if m.textForPeople() && !w.known {
		return less(x.Each*m.typicalSize(c), worth.LeastInTexts, ", whose text is for people")
	}
	return ""
}

// savesForFew is what a change saves in a call of the method whose loop has few iterations.
func (m *Method) savesForFew(c Change, x *finding.Measured) float64 {
	few := worth.Few.Of()
	pair, entry := m.Engine.evidence(m.Engine.Measurement.Table, m.rule.ID, c.Case)
	if x.Missing || entry == nil {
		return few * x.Each
	}
	a, _ := amounts(pair, entry, workload{executions: few, entries: 1, known: true})
	return a.Saving
}

// textForPeople reports whether the method is a toString of a class that is neither a collection nor a text.
func (m *Method) textForPeople() bool {
	cm := m.Func().Method
	if cm.Name != "toString" || classfile.Return(cm.Desc) != stringDesc {
		return false
	}
	return !slices.ContainsFunc([]string{"java/util/Collection", "java/util/Map", sequenceClass}, func(c string) bool {
		return m.Engine.IsClass(cm.Class.Name, c)
	})
}

// coldAt says how it is known that the code of a change seldom runs, by names, by what it is for or by its callers; empty where nothing tells.
func (m *Method) coldAt(c Change) string {
	cm := m.Func().Method
	if what := m.cold(); what != "" {
		return what
	}
	if s := m.PerElement(); cm.Name == "<clinit>" || s != nil && s.Code.Func().Method.Name == "<clinit>" {
		return initializer
	}
	if what := m.wentWrong(c.At); what != "" && !c.Thrown {
		return what
	}
	return ""
}

// cold returns what the names of the method and of its class say of code that seldom runs.
func (m *Method) cold() string {
	cm := m.Func().Method
	what, known := m.view.cold[cm]
	if !known {
		what = m.Engine.coldBy(cm)
		if m.view.cold == nil {
			m.view.cold = map[*classfile.Method]string{}
		}
		m.view.cold[cm] = what
	}
	return what
}

// coldBy returns what cold does of a method.
func (e *Engine) coldBy(cm *classfile.Method) string {
	parts := strings.Split(cm.Class.Name, "/")
	for _, p := range parts[:len(parts)-1] {
		if what := worth.Cold(worth.Package, p); what != "" {
			return what
		}
	}
	for _, simple := range strings.Split(parts[len(parts)-1], "$") {
		if what := worth.Cold(worth.Class, simple); what != "" {
			return what
		}
	}
	name := cm.Name
	if rest, ok := strings.CutPrefix(name, "lambda$"); ok { // lambda$main$0
		name, _, _ = strings.Cut(rest, "$")
	}
	if what := worth.Cold(worth.Method, name); what != "" {
		return what
	}
	for _, a := range slices.Concat(cm.Annotations(), cm.Class.Annotations()) {
		if what := worth.Cold(worth.Annotation, strings.TrimSuffix(strings.TrimPrefix(a.Type, "L"), ";")); what != "" {
			return what
		}
	}
	for _, above := range e.Program.Supers(cm.Class.Name) {
		if what := worth.Cold(worth.Extends, above); what != "" {
			return what
		}
	}
	return ""
}
