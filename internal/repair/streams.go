package repair

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/source"
)

// AnyMatch replaces filter(p).findFirst().isPresent() and filter(p).count() > 0 by anyMatch(p), and the opposites by noneMatch(p).
var AnyMatch = kind("AnyMatch", "use anyMatch or noneMatch", func(p *place) error {
	filter := p.node.Child("object")
	if filter == nil || p.callee(filter) != "filter" || len(arguments(filter)) != 1 || filter.Child("object") == nil || len(arguments(p.node)) > 0 {
		return refuse("there are steps between the filter and the test")
	}
	predicate := arguments(filter)[0]
	test := p.node.Parent
	match := "anyMatch"
	if p.site.Call.Name == "count" {
		none, err := p.noneOf(p.node, "count")
		if err != nil {
			return err
		}
		if none {
			match = "noneMatch"
		}
		if !p.total(predicate) || !p.totalStream(filter.Child("object")) {
			return refuse("count tests all elements, and a step of the stream may have an effect or throw an exception for one behind the first match")
		}
	} else {
		switch {
		case p.site.Call.Name != "findFirst" && p.site.Call.Name != "findAny":
			return refuse("%s tests all elements, and a step of the stream may have an effect or throw an exception for one behind the first match", p.site.Call.Name)
		case p.callee(test) == "isPresent" && test.Type == "method_invocation":
		case p.callee(test) == "isEmpty" && test.Type == "method_invocation":
			match = "noneMatch"
		default:
			return refuse("the Optional is used in another form")
		}
		if strings.HasSuffix(p.site.Call.Class, "/Stream") && !p.rejectsNull(predicate) {
			return refuse("%s throws an exception where the first match is null, and %s does not", p.site.Call.Name, match)
		}
	}
	if loses(test, filter) {
		return errComment
	}
	name := filter.Child("name")
	if test.Start < p.node.Start { // 0 < s.filter(p).count()
		p.replace(test.Start, p.node.Start, "")
	}
	p.replace(name.Start, name.End, match)
	p.replace(filter.End, test.End, "")
	return nil
})

// noneOf reports whether the comparison that a number is a side of is true for zero, and false for what is greater. What names the
// number where it is compared otherwise.
func (p *place) noneOf(number *source.Node, what string) (bool, error) {
	if test := number.Parent; test.Type == "binary_expression" {
		other, mirrored := test.Child("right"), false
		if test.Child("left") != number {
			other, mirrored = test.Child("left"), true
		}
		op := test.Child("operator").Type
		if mirrored {
			op = mirror[op]
		}
		switch op + strings.TrimRight(p.str(other), "lL") {
		case "==0", "<=0", "<1":
			return true, nil
		case ">0", "!=0", ">=1":
			return false, nil
		}
	}
	return false, refuse("the %s is not compared with zero at once", what)
}

// mirror are comparisons with their sides exchanged.
var mirror = map[string]string{"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

// total reports whether a predicate is a lambda over a number that has no effect and raises no exception.
func (p *place) total(n *source.Node) bool {
	if strings.HasSuffix(p.site.Call.Class, "/Stream") || n.Type != "lambda_expression" {
		return false
	}
	name, body := p.lambda(n)
	return name != "" && p.totalExpression(name, body)
}

// virtual reports whether all calls of a name in the line of a call have a receiver.
func (f *File) virtual(n *source.Node) bool {
	found := false
	for _, c := range f.calls {
		if c.line == f.line(f.anchor(n)) && c.called.Name == f.callee(n) {
			if c.static {
				return false
			}
			found = true
		}
	}
	return found
}

// lambda returns the parameter and the body of a lambda with one parameter and an expression; an empty name for another one.
func (p *place) lambda(n *source.Node) (name string, body *source.Node) {
	if n.Type != "lambda_expression" {
		return "", nil
	}
	param := n.Child("parameters")
	if c := param.NamedChildren(); param.Type == "inferred_parameters" && len(c) == 1 {
		param = c[0]
	}
	if body = n.Child("body"); param.Type != "identifier" || body == nil || body.Type == "block" {
		return "", nil
	}
	return p.str(param), body
}

// totalOperators are those that raise no exception for numbers.
var totalOperators = map[string]bool{
	"+": true, "-": true, "*": true, "<": true, ">": true, "<=": true, ">=": true, "==": true, "!=": true, "&": true, "|": true, "^": true, "&&": true, "||": true, "!": true,
	"%": true,
}

// totalExpression reports whether an expression over a number and literals has no effect and raises no exception.
func (p *place) totalExpression(name string, n *source.Node) bool {
	n = strip(n)
	switch n.Type {
	case "identifier":
		return p.str(n) == name
	case "binary_expression":
		op, right := n.Child("operator").Type, strip(n.Child("right"))
		if op == "%" && (right.Type != "decimal_integer_literal" || strings.Trim(p.str(right), "0_lL") == "") {
			return false
		}
		return totalOperators[op] && p.totalExpression(name, n.Child("left")) && p.totalExpression(name, right)
	case "unary_expression":
		return totalOperators[n.Child("operator").Type] && p.totalExpression(name, n.Child("operand"))
	}
	return literals[n.Type] && n.Type != "string_literal" && n.Type != "null_literal"
}

// totalStream reports whether a stream is made at once of an array, of a range or of the characters of a string: its elements come
// without an effect or an exception.
func (p *place) totalStream(n *source.Node) bool {
	if n.Type != "method_invocation" || n.Child("object") == nil || n.Child("object").Type != "identifier" {
		return false
	}
	switch name := p.callee(n); name {
	case "stream":
		return len(arguments(n)) == 1 && p.callsOf(n, name, "java/util/Arrays")
	case "range", "rangeClosed":
		return p.callsOf(n, name, "java/util/stream/IntStream", "java/util/stream/LongStream")
	}
	return false
}

// callsOf reports whether all calls of a name in the line of a call are of one of the classes.
func (f *File) callsOf(n *source.Node, name string, classes ...string) bool {
	found := false
	for _, c := range f.calls {
		if c.line == f.line(f.anchor(n)) && c.called.Name == name {
			if !slices.Contains(classes, c.called.Class) {
				return false
			}
			found = true
		}
	}
	return found
}

// rejectsNull reports whether a predicate certainly raises an exception for null: it begins with a call of the element's.
func (p *place) rejectsNull(n *source.Node) bool {
	name, body := p.lambda(n)
	if name == "" {
		return false
	}
	for body = strip(body); ; {
		switch body.Type {
		case "binary_expression":
			body = strip(body.Child("left"))
		case "unary_expression":
			body = strip(body.Child("operand"))
		case "method_invocation", "field_access":
			of := body.Child("object")
			if of == nil {
				return false
			}
			if of.Type == "identifier" {
				return p.str(of) == name && body.Type == "method_invocation" && p.virtual(body)
			}
			body = strip(of)
		default:
			return false
		}
	}
}
