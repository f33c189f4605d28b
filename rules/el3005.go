package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL3005", Name: "StreamOfBoxes", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "boxing", "streams"},
		Summary: "A stream makes an object of every number though it only adds or compares them; a stream of numbers does not",
	},
	Needs: Needs{Calls: [][]string{{"java/util/stream/Stream.reduce", "java/util/stream/Stream.mapToInt", "java/util/stream/Stream.mapToLong", "java/util/stream/Stream.mapToDouble"}}},
	Check: streamOfBoxes,
})

const streamClass = "java/util/stream/Stream"

// primitiveStreams are the steps that make a stream of numbers, by the class of their boxes.
var primitiveStreams = map[string]string{"java/lang/Integer": "mapToInt", "java/lang/Long": "mapToLong", "java/lang/Double": "mapToDouble"}

// streamOfBoxes finds streams of boxes that are reduced by a method of numbers, and those that are unboxed in the next step.
func streamOfBoxes(m *Method) {
	if m.Func().Method.Name == "<clinit>" {
		return
	}
	for v, c := range m.Calls("reduce", "mapToInt", "mapToLong", "mapToDouble") {
		if c.Class != streamClass {
			continue
		}
		for _, body := range m.functions(v) {
			if l := m.lambdaBody(body); l != nil {
				body = l.standsFor()
			}
			if body.Class == "java/lang/Math" {
				body.Class = boxOf(classfile.Return(body.Desc))
			}
			class := body.Class
			step, ok := primitiveStreams[class]
			switch {
			case !ok || !m.returns(v):
			case c.Name == "reduce" && (body.Name == "sum" || body.Name == "max" || body.Name == "min"):
				m.reportBoxes(v, class, "reduce unboxes two numbers and boxes one for every element; use "+step+"(...)."+m.reducedBy(v, body))
			case c.Name == step && body.Name == wrappers[class].unbox && m.boxesElements(m.Func().Args(v)[0], class):
				m.reportBoxes(v, class, fmt.Sprintf("map boxes a number for every element, and %s unboxes it; give the function of map to %s", step, step))
			}
		}
	}
}

// reducedBy writes what reduces a stream of numbers as a call of reduce does one of boxes: sum() begins with 0, and max() and min() with nothing.
func (m *Method) reducedBy(reduce ssa.ID, body classfile.Member) string {
	args := m.Func().Args(reduce)
	if len(args) == 2 || body.Name == "sum" && m.boxedZero(args[1]) {
		return body.Name + "()"
	}
	return "reduce with the same identity and " + simpleName(body.Class) + "::" + body.Name
}

// boxedZero reports whether a value is the box of the constant 0.
func (m *Method) boxedZero(v ssa.ID) bool {
	_, n := m.boxedNumber(v)
	x := &m.Func().Values[n]
	return n != 0 && (isZero(m.Func(), n) || x.Kind == ssa.Const && x.Aux == 0 && m.Func().Code.Op(int(x.PC)) == classfile.OpDconst0)
}

// boxesElements reports whether a stream is the result of map with a function that boxes a number.
func (m *Method) boxesElements(stream ssa.ID, class string) bool {
	f := m.Func()
	for range mostFilters {
		if !f.IsCallTo(stream, streamClass, "filter") || !m.filtersNumbers(stream) {
			break
		}
		stream = f.Args(stream)[0]
	}
	if !f.IsCallTo(stream, streamClass, "map") {
		return false
	}
	for _, body := range m.functions(stream) {
		result := classfile.Return(body.Desc)
		if result == wrappers[class].primitive {
			return true
		}
		return result == "L"+class+";" && m.lambdaBoxes(body, class)
	}
	return false
}

// mostFilters limits the filters that boxesElements looks behind.
const mostFilters = 8

// filtersNumbers reports whether a filter does nothing with the boxes of its stream but to take the numbers out of them.
func (m *Method) filtersNumbers(filter ssa.ID) bool {
	for _, body := range m.functions(filter) {
		l := m.lambdaBody(body)
		if l == nil || len(l.Func().Params) == 0 {
			return false
		}
		element := l.Func().Params[len(l.Func().Params)-1]
		return !slices.ContainsFunc(l.uses().of(element), func(u ssa.ID) bool {
			_, of := l.unboxedParam(u)
			return of != element
		})
	}
	return false
}

// boxOf returns the class of the boxes of a primitive type; empty for others.
func boxOf(primitive string) string {
	for class, w := range wrappers {
		if w.primitive == primitive {
			return class
		}
	}
	return ""
}

// lambdaBoxes reports whether all that a lambda of this class returns are new boxes.
func (m *Method) lambdaBoxes(body classfile.Member, class string) bool {
	l := m.lambdaBody(body)
	return l != nil && boxesResult(l, class)
}

// lambdaBody returns the body of a lambda of this class; nil for another method.
func (m *Method) lambdaBody(body classfile.Member) *Method {
	own := m.Func().Method.Class
	if body.Class != own.Name || !strings.HasPrefix(body.Name, "lambda$") {
		return nil
	}
	for i := range own.Methods {
		if k := &own.Methods[i]; k.Name == body.Name && k.Desc == body.Desc {
			return m.Engine.reader(k)
		}
	}
	return nil
}

// standsFor returns the method of boxes or numbers that could stand for a lambda: Integer.intValue for i -> i, Integer.sum for
// (a, b) -> a + b, Integer.max for (a, b) -> Math.max(a, b); a member without a class where there is none.
func (m *Method) standsFor() (stands classfile.Member) {
	f := m.Func()
	for v := range m.Instructions() {
		if !f.Values[v].Op.IsReturn() {
			continue
		}
		if stands != (classfile.Member{}) || len(f.Args(v)) != 1 {
			return classfile.Member{}
		}
		result := f.Args(v)[0]
		if class, of := m.unboxedParam(result); len(f.Params) == 1 && class != "" && of == f.Params[0] {
			stands = classfile.Member{Class: class, Name: wrappers[class].unbox}
			continue
		}
		class, call, parsed := box(m, m.uses(), m.Strip(result))
		if class == "" || parsed || len(f.Params) != 2 {
			return classfile.Member{}
		}
		stands = classfile.Member{Class: class, Name: m.joins(f.Args(call)[len(f.Args(call))-1], class)}
	}
	return stands
}

// unboxedParam returns the parameter whose number a value is, and the class of the box.
func (m *Method) unboxedParam(v ssa.ID) (class string, param ssa.ID) {
	f := m.Func()
	c, _ := f.Member(v)
	if !f.IsCall(v) || c.Name != wrappers[c.Class].unbox {
		return "", 0
	}
	if param = m.Strip(f.Args(v)[0]); f.Values[param].Kind != ssa.Param {
		return "", 0
	}
	return c.Class, param
}

// joins returns "sum", "max" or "min" where a number is that of the numbers of both parameters, boxes of a class; else it is empty.
func (m *Method) joins(number ssa.ID, class string) string {
	f := m.Func()
	args := f.Args(number)
	if f.Values[number].Kind != ssa.Instr || len(args) != 2 {
		return ""
	}
	a, p := m.unboxedParam(args[0])
	b, q := m.unboxedParam(args[1])
	if a != class || b != class || p == q {
		return ""
	}
	switch op := f.Values[number].Op; {
	case op == classfile.OpIadd || op == classfile.OpLadd || op == classfile.OpDadd:
		return "sum"
	case op == classfile.OpInvokestatic:
		if c, _ := f.Member(number); (c.Class == class || c.Class == "java/lang/Math") && (c.Name == "sum" || c.Name == "max" || c.Name == "min") {
			return c.Name
		}
	}
	return ""
}

// boxesResult reports whether every return of a method gives a new box.
func boxesResult(m *Method, class string) bool {
	f := m.Func()
	t := m.uses()
	found := false
	for v := range m.Instructions() {
		if f.Values[v].Op != classfile.OpAreturn {
			continue
		}
		if made, _, _ := box(m, t, m.Strip(f.Args(v)[0])); made != class {
			return false
		}
		found = true
	}
	return found
}

// reportBoxes reports a step of a stream that boxes every element.
func (m *Method) reportBoxes(v ssa.ID, class, message string) {
	w := wrappers[class]
	cost := callTiles().Add(m.Engine.LibraryCost(class, "valueOf", "("+w.primitive+")L"+class+";", 1)).Add(m.Engine.LibraryCost(class, w.unbox, "()"+w.primitive, 1))
	if energy := m.Energy(Change{At: v, Cost: cost, Per: "element", Case: "StreamOfInteger"}); energy != nil {
		m.Report(v, simpleName(class), message, energy)
	}
}
