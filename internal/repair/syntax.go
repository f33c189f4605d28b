package repair

import (
	"strings"

	"github.com/energylint/energylint/internal/source"
)

// arguments returns the arguments of a call or object creation.
func arguments(n *source.Node) []*source.Node {
	if a := n.Child("arguments"); a != nil {
		return a.NamedChildren()
	}
	return nil
}

// strip returns the expression inside of parentheses.
func strip(n *source.Node) *source.Node {
	for n.Type == "parenthesized_expression" {
		c := n.NamedChildren()
		if len(c) != 1 {
			return n
		}
		n = c[0]
	}
	return n
}

// primaries are expressions behind which .name can stand.
var primaries = map[string]bool{
	"identifier": true, "this": true, "field_access": true, "method_invocation": true, "object_creation_expression": true, "parenthesized_expression": true,
	"string_literal": true, "array_access": true, "class_literal": true,
}

// whole are nodes whose child may be any expression.
var whole = map[string]bool{
	"argument_list": true, "parenthesized_expression": true, "return_statement": true, "variable_declarator": true,
}

// standsAlone reports whether a sum or a comparison can take the place of an expression without parentheses.
func standsAlone(n *source.Node) bool {
	switch p := n.Parent; p.Type {
	case "assignment_expression", "ternary_expression":
		return true
	case "binary_expression":
		op := p.Child("operator").Type
		return op == "&&" || op == "||"
	}
	return whole[n.Parent.Type]
}

// operand returns the text of an expression that takes the place of another one, which is a primary expression: in parentheses where it
// would not be read as one.
func (p *place) operand(n, instead *source.Node) string {
	if primaries[n.Type] || literals[n.Type] || whole[instead.Parent.Type] {
		return p.str(n)
	}
	return "(" + p.str(n) + ")"
}

// typedByContext reports whether the type of an expression depends on where it stands: a switch that is an argument gives each of its results for
// itself, and elsewhere converts all to one type of number (JLS 15.28.1).
func typedByContext(n *source.Node) bool {
	n = strip(n)
	switch n.Type {
	case "switch_expression":
		return true
	case "ternary_expression":
		return typedByContext(n.Child("consequence")) || typedByContext(n.Child("alternative"))
	}
	return false
}

// errByContext is why an expression that is typed by its context is not moved to another one.
var errByContext = refuse("the type of a switch expression depends on where it stands")

// receiver returns the text of an expression as what a method is called of.
func (f *File) receiver(n *source.Node) string {
	if primaries[n.Type] {
		return f.str(n)
	}
	return "(" + f.str(n) + ")"
}

// literals are the types of literal expressions.
var literals = map[string]bool{
	"string_literal": true, "character_literal": true, "decimal_integer_literal": true, "hex_integer_literal": true, "octal_integer_literal": true,
	"binary_integer_literal": true, "decimal_floating_point_literal": true, "hex_floating_point_literal": true, "true": true, "false": true, "null_literal": true,
}

// pure reports whether an expression has no effect, raises no exception, and gives the same at any place where nothing is assigned: a
// literal, a variable that the file declares, or a field of this object.
func (f *File) pure(n *source.Node) bool {
	n = strip(n)
	switch n.Type {
	case "identifier":
		return f.declared[f.str(n)]
	case "this":
		return true
	case "field_access":
		o := n.Child("object")
		return o != nil && o.Type == "this" && len(n.NamedChildren()) == 2
	case "unary_expression": // -1
		o := n.Child("operand")
		return o != nil && literals[o.Type]
	}
	return literals[n.Type]
}

// same reports whether two expressions have the same tokens, comments and blanks left out.
func (f *File) same(a, b *source.Node) bool { return f.tokens(a) == f.tokens(b) }

func (f *File) tokens(n *source.Node) string {
	var b strings.Builder
	n.Walk(func(x *source.Node) bool {
		if len(x.Children) == 0 && !x.Comment() || literals[x.Type] {
			b.WriteString(f.str(x))
			b.WriteByte(0)
			return false
		}
		return true
	})
	return b.String()
}

// loses reports whether a comment is in a node and in none of the parts of it that stay.
func loses(n *source.Node, stay ...*source.Node) (lost bool) {
	n.Walk(func(x *source.Node) bool {
		for _, s := range stay {
			if x == s {
				return false
			}
		}
		lost = lost || x.Comment()
		return !lost
	})
	return lost
}

// errComment is why a repair that would drop a comment is left out.
var errComment = refuse("a comment stands in the expression")

// onlyCalls returns the reason why only a call can take the place of an expression; nil where any expression can.
func onlyCalls(n *source.Node) error {
	switch n.Parent.Type {
	case "expression_statement", "for_statement":
		return refuse("it is a statement of its own, which only a call can be")
	case "lambda_expression":
		return refuse("it is all of a lambda's body, which only a call can be where its value is not used")
	}
	return nil
}
