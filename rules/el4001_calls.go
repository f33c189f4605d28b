package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

// asking are methods under analysis that ask a database once whenever they run, by name and descriptor.
type asking map[string][]askingMethod

type askingMethod struct {
	method *classfile.Method
	query  finding.Location // where it asks
	text   int              // the argument that is the statement's text as a whole; -1 where it is none
	table  int              // the argument that its text names a table by; -1 where it is none
}

// asking finds them. Methods that ask under a condition (caches) or in a loop of their own are none.
func (e *Engine) asking() asking {
	found := asking{}
	mentions := e.eachPool(e.mentionsQuery)
	for k, c := range e.Program.Classes() {
		if !mentions[k] {
			continue
		}
		for i := range c.Methods {
			m := &c.Methods[i]
			if !m.Synthetic() && m.HasCode() && e.callsQuery(m) {
				e.addAsking(found, m)
			}
		}
	}
	return found
}

// mentionsQuery reports whether a constant pool refers to a query.
func (e *Engine) mentionsQuery(p *classfile.Pool) bool {
	for i := 1; i < p.Len(); i++ {
		if t := p.Tag(i); t == classfile.TagMethodref || t == classfile.TagInterfaceMethodref {
			if c, _ := p.Member(i); e.isQuery(c) {
				return true
			}
		}
	}
	return false
}

func (e *Engine) isQuery(c classfile.Member) bool { return e.query(c) == execution }

// callsQuery reports whether the method has a query among its instructions.
func (e *Engine) callsQuery(m *classfile.Method) bool {
	code, err := m.Code()
	if err != nil || code == nil {
		return false
	}
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		if op := code.Op(pc); op.IsCall() {
			if c, ok := m.Class.Pool.Member(code.Index(pc)); ok && e.isQuery(c) {
				return true
			}
		}
	}
	return false
}

// addAsking adds the method if each way from its entry to a return passes a query, outside of loops.
func (e *Engine) addAsking(found asking, cm *classfile.Method) {
	m := e.reader(cm)
	if m == nil {
		return
	}
	f := m.Func()
	for v, c := range m.Calls() {
		if !e.isQuery(c) || m.LoopOf(v) >= 0 {
			continue
		}
		if m.beforeEveryReturn(int(f.Values[v].Block)) {
			at := m.Place(v)
			at.Message = simpleName(c.Class) + "." + c.Name + " asks the database"
			found[cm.ID()] = append(found[cm.ID()], askingMethod{cm, at, m.givenText(v, c), m.givenTable(v, c)})
			return
		}
	}
}

// givenText returns the argument of the method that a query gets as its text, -1 where its text is another.
func (m *Method) givenText(v ssa.ID, c classfile.Member) int {
	args := m.Func().Args(v)
	if !hasText(c, args) {
		return -1
	}
	return slices.Index(m.Func().Params, m.Strip(args[1]))
}

// givenTable returns the argument of the method from which a query's text has the name of its table, -1 where it has it from elsewhere.
func (m *Method) givenTable(v ssa.ID, c classfile.Member) int {
	args := m.Func().Args(v)
	if !hasText(c, args) {
		return -1
	}
	name := m.variedTable(args[1])
	w := visit(name)
	for a := range w.all() {
		switch i := slices.Index(m.Func().Params, m.Strip(a)); {
		case a == 0 || len(w.seen) > maxParts:
		case i >= 0:
			return i
		case m.Func().IsCall(a) || m.Func().Values[a].Kind == ssa.Phi:
			w.add(m.Func().Args(a)...)
		}
	}
	return -1
}

// beforeTable are the words of SQL that the name of a table follows.
var beforeTable = []string{"from", "into", "update", "table", "join"}

// variedTable returns the operand of a concatenated statement that names its table: it follows a beginning that ends with such a word; 0 where the
// name is a constant.
func (m *Method) variedTable(text ssa.ID) ssa.ID {
	begins, known := m.beginning(text, 0)
	words := strings.Fields(strings.ToLower(strings.TrimRight(begins, " \"`[")))
	if k := m.concatenation(m.uses(), m.Strip(text)); known && k != nil && len(k.operands) > 0 && len(words) > 0 && slices.Contains(beforeTable, words[len(words)-1]) {
		return k.operands[0]
	}
	return 0
}

// hasText reports whether a query gets the text of its statement.
func hasText(c classfile.Member, args []ssa.ID) bool {
	return len(args) > 1 && strings.HasPrefix(c.Class, "java/sql/")
}

// askingCallee returns the method that a call runs, if there is only one and it asks a database each time.
func (m *Method) askingCallee(v ssa.ID, c classfile.Member) (askingMethod, bool) {
	candidates := m.Engine.askingMethods()[c.Name+c.Desc]
	if len(candidates) == 0 {
		return askingMethod{}, false
	}
	d := m.dispatch(v)
	if len(d.Targets) != 1 || len(d.Lambdas) > 0 {
		return askingMethod{}, false
	}
	for _, a := range candidates {
		if a.method == d.Targets[0] {
			return a, true
		}
	}
	return askingMethod{}, false
}

// reportAsking reports a call of a method that asks the database.
func (m *Method) reportAsking(v ssa.ID, c classfile.Member, a askingMethod, r repetition) {
	name := simpleName(c.Class) + "." + c.Name
	change := Change{At: v, Cost: m.TilesOf(v).Add(m.Engine.roundTrip()), Per: r.per(), Case: "Query"}
	if r.loop >= 0 {
		change.Loop, change.Once = r.loop, change.Cost
	}
	if energy := m.Energy(change); energy != nil {
		m.Report(v, name, fmt.Sprintf("%s, which asks the database, is called %s; ask once for all of them, or use a batch", name, r.again()), energy, a.query)
	}
}
