package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL5005", Name: "EagerDefault", Level: finding.Warning, Precision: "high", Tags: []string{"performance"},
		Summary: "A default or the text of a failure is computed whether it is needed or not",
	},
	Needs:   Needs{Recurs: true, Calls: [][]string{defaultNames(false)}, Argument: mayBeComputed},
	OrNeeds: &Needs{Recurs: true, Calls: [][]string{defaultNames(true)}, Parameters: 2, Argument: mayBeComputed},
	Check:   eagerDefault,
})

// defaulting is a method that uses one of its arguments only where another has no value, or a condition is false.
type defaulting struct {
	class, name string
	text        bool // the argument is the text of an exception, the second of a static method
	advice      string
}

const (
	textSupplier = "pass the parts, or a lambda that makes it"
	nullLambda   = "requireNonNull takes a lambda that makes it"
	guavaText    = "pass the parts: %s in a template is filled where the check fails"
	testFirst    = "test first, and make it where the test fails"
)

var defaultings = []defaulting{
	{"java/util/Optional", "orElse", false, "orElseGet computes it where there is no value"},
	{"java/util/OptionalInt", "orElse", false, "orElseGet computes it where there is no value"},
	{"java/util/Map", "getOrDefault", false, "a test of get for null makes it where there is none"},
	{"java/util/HashMap", "getOrDefault", false, "a test of get for null makes it where there is none"},
	{"java/util/Objects", "requireNonNullElse", false, "requireNonNullElseGet computes it where there is no value"},
	{"java/util/Objects", "requireNonNull", true, nullLambda},
	{"com/google/common/base/Preconditions", "checkArgument", true, guavaText},
	{"com/google/common/base/Preconditions", "checkState", true, guavaText},
	{"com/google/common/base/Preconditions", "checkNotNull", true, guavaText},
	{"com/google/common/base/Optional", "or", false, "or takes a supplier, which computes it where there is no value"},
	{"org/springframework/util/Assert", "notNull", true, textSupplier},
	{"org/springframework/util/Assert", "isTrue", true, textSupplier},
	{"org/springframework/util/Assert", "state", true, textSupplier},
	{"org/springframework/util/Assert", "hasText", true, textSupplier},
	{"org/apache/commons/lang3/Validate", "isTrue", true, textSupplier},
	{"org/apache/commons/lang3/Validate", "notNull", true, textSupplier},
	{"org/apache/commons/lang3/Validate", "validState", true, textSupplier},
	{"org/apache/commons/lang/Validate", "isTrue", true, testFirst},
	{"org/apache/commons/lang/Validate", "notNull", true, testFirst},
}

// mayBeComputed reports whether the default or the text in a call may be computed for it: it is not the last argument, or is no constant
// and no field.
func mayBeComputed(_ *Engine, c classfile.Member, before loaded) bool {
	return len(classfile.Params(c.Desc)) > 2 || !before.constant() && before.op != classfile.OpAconstNull && !before.field()
}

func defaultNames(text bool) (out []string) {
	for _, d := range defaultings {
		if d.text == text {
			out = append(out, d.class+"."+d.name)
		}
	}
	return out
}

// eagerDefault finds such arguments that are put together for the call.
func eagerDefault(m *Method) {
	f := m.Func()
	for v, c := range m.Calls() {
		i := slices.IndexFunc(defaultings, func(d defaulting) bool { return d.class == c.Class && d.name == c.Name })
		if i < 0 || len(f.Args(v)) < 2 {
			continue
		}
		d := &defaultings[i]
		e := m.eagerArguments(v, d)
		if e.text == "" {
			continue
		}
		r, ok := m.recurs(v)
		if !ok || slices.ContainsFunc(e.args, m.changesFor) || r.loop >= 0 && m.rare(v) {
			continue
		}
		if energy := m.Energy(Change{At: v, Cost: e.cost, Per: r.per(), Case: e.measured}); energy != nil {
			what := "where it has a value, too"
			if d.text {
				what = "where the check succeeds, too"
			}
			m.Report(v, c.Name, fmt.Sprintf("%s gets %s, %s, %s; %s", m.Call(v), e.text, what, r.again(), e.advice), energy, r.related()...)
		}
	}
}

// insteadOf says what to do instead. Class files of a version before Java 8 have no lambdas.
func (m *Method) insteadOf(d *defaulting) string {
	if m.Func().Method.Class.Major < java8 && (d.advice == textSupplier || d.advice == nullLambda) {
		return testFirst
	}
	return d.advice
}

// eager is what a call of a defaulting method gets that is computed for it.
type eager struct {
	args     []ssa.ID
	text     string // what makes the first of args; empty where there is none
	cost     pattern.Counts
	measured string
	advice   string
}

// eagerArguments returns what is computed for a call: the default, or the text of the failure and what is filled into it. Of the latter texts
// alone count.
func (m *Method) eagerArguments(v ssa.ID, d *defaulting) (e eager) {
	f, t := m.Func(), m.uses()
	first := f.Args(v)[1]
	if d.name == "getOrDefault" {
		first = f.Args(v)[2]
	}
	if e.text, e.cost, e.measured = m.computedFor(t, first, v); e.text != "" {
		e.args, e.advice = []ssa.ID{first}, m.insteadOf(d)
	}
	if !d.text || len(f.Args(v)) == 2 {
		return e
	}
	for _, a := range m.messageArguments(v) {
		what, price := m.composedText(t, a, v)
		if what == "" || what == "the result of toString" || slices.Contains(e.args, a) {
			continue
		}
		if e.text == "" {
			e.text, e.measured, e.advice = what, "Text", testFirst
			if what == "a concatenation" {
				e.advice = m.insteadOf(d)
			}
		}
		e.args, e.cost = append(e.args, a), e.cost.Add(price)
	}
	return e
}

// computedFor returns what makes an argument that only this call uses, what that costs, and the case; text is empty where it costs
// little.
func (m *Method) computedFor(t *useTable, arg, call ssa.ID) (text string, cost pattern.Counts, measured string) {
	f := m.Func()
	a := m.Strip(arg)
	if what, price := m.composedText(t, a, call); what != "" && what != "the result of toString" {
		return what, price, "Text"
	}
	x := &f.Values[a]
	if x.Kind != ssa.Instr || slices.ContainsFunc(t.of(a), func(u ssa.ID) bool { return u != call }) {
		return "", nil, ""
	}
	if f.IsCall(a) {
		if work := m.workOf(a); work != nil {
			return "the result of " + m.Call(a), m.TilesOf(a).Add(work), "Call"
		}
	}
	return "", nil, ""
}

// workOf returns what a call costs at least where it runs one method of the program alone, which has a loop; nil for others.
func (m *Method) workOf(v ssa.ID) pattern.Counts {
	d := m.dispatch(v)
	if len(d.Targets) != 1 || len(d.Lambdas) > 0 || !m.Engine.Program.Analysed(d.Targets[0].Class.Name) {
		return nil
	}
	s := m.Engine.Peek(d.Targets[0])
	if s.Err() != nil || len(s.Graph().Loops) == 0 {
		return nil
	}
	return m.Engine.leastCost(d.Targets[0])
}

// mostOperands limits the values that changesFor visits.
const mostOperands = 60

// changesFor reports whether what is computed for an argument alone changes something: a call of goingOn, or of a method of the program that
// stores to fields or calls one that does.
func (m *Method) changesFor(arg ssa.ID) bool {
	f, t := m.Func(), m.uses()
	w := visit(arg)
	left := mostOperands
	for v := range w.all() {
		x := &f.Values[v]
		if left--; left < 0 || m.countedFor(v, arg) {
			return true
		}
		if x.Kind != ssa.Instr || v != arg && m.stored(v) {
			continue
		}
		if x.Op == classfile.OpNew { // a builder, or an array of operands: what is put into it is computed for it
			for _, u := range t.of(v) {
				w.add(f.Args(u)...)
			}
		}
		if x.Op == classfile.OpAnewarray {
			for _, e := range m.elements(v) {
				w.add(e)
			}
		}
		if v != arg && slices.ContainsFunc(t.of(v), func(u ssa.ID) bool { return f.Values[u].Block != f.Values[arg].Block }) {
			continue
		}
		if f.IsCall(v) && m.changesBy(v, 0) {
			return true
		}
		w.add(f.Args(v)...)
	}
	return m.countsIn(w.seen, arg)
}
