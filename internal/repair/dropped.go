package repair

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/source"
)

// Compilers leave out code that a constant keeps from running: if (DEBUG) log(...). What is constant is told by JLS 15.29; which value a constant
// of another class had when the class was compiled is not known, so the calls of the code tell whether it is in the class.

// outcomes are the values that a condition may have for a compiler, which leaves out code for the other one; none where only running tells.
type outcomes int

const (
	never outcomes = 1 << iota
	always
	either = never | always
)

// leftOut returns groups of nodes around which a node decides: compilers leave out at most one of them, as a whole.
func (f *File) leftOut(n *source.Node) (groups [][]*source.Node) {
	switch n.Type {
	case "if_statement", "ternary_expression":
		then, otherwise := n.Child("consequence"), n.Child("alternative")
		for _, x := range []struct {
			outcome   outcomes
			runs, not *source.Node
		}{{never, otherwise, then}, {always, then, otherwise}} {
			if f.outcomes(n.Child("condition"))&x.outcome == 0 {
				continue
			}
			var group []*source.Node
			if x.not != nil {
				group = append(group, x.not)
			}
			if jumps(x.runs) {
				group = append(group, n.Parent.Children[slices.Index(n.Parent.Children, n)+1:]...)
			}
			groups = append(groups, group)
		}
	case "binary_expression":
		without := map[string]outcomes{"&&": never, "||": always}[n.Child("operator").Type]
		if without != 0 && f.outcomes(n.Child("left"))&without != 0 {
			groups = append(groups, []*source.Node{n.Child("right")})
		}
	case "while_statement", "for_statement":
		if c := n.Child("condition"); c != nil && f.outcomes(c)&never != 0 {
			var group []*source.Node
			for _, x := range n.Children {
				if x.Field == "body" || x.Field == "update" {
					group = append(group, x)
				}
			}
			groups = append(groups, group)
		}
	case "try_statement":
		if b := n.Child("body"); b != nil && len(b.NamedChildren()) == 0 {
			groups = append(groups, slices.DeleteFunc(n.NamedChildren(), func(c *source.Node) bool { return c.Type != "catch_clause" }))
		}
	}
	return groups
}

// jumps reports whether nothing behind a statement runs after it.
func jumps(n *source.Node) bool {
	if n != nil && n.Type == "block" {
		c := n.NamedChildren()
		return len(c) > 0 && jumps(c[len(c)-1])
	}
	return n != nil && jumpStatements[n.Type]
}

var jumpStatements = map[string]bool{"return_statement": true, "throw_statement": true, "break_statement": true, "continue_statement": true}

// outcomes returns the values that a condition may have for a compiler, and either for constants that are no condition.
func (f *File) outcomes(n *source.Node) outcomes {
	if n == nil {
		return 0
	}
	n = strip(n)
	x, ok := f.conditions[n]
	if !ok {
		f.conditions[n] = 0 // for a variable whose value is of itself
		x = f.outcomesOf(n)
		f.conditions[n] = x
	}
	return x
}

func (f *File) outcomesOf(n *source.Node) outcomes {
	switch n.Type {
	case "true":
		return always
	case "false":
		return never
	case "null_literal":
		return 0
	case "cast_expression":
		return f.outcomes(n.Child("value"))
	case "unary_expression":
		x := f.outcomes(n.Child("operand"))
		if n.Child("operator").Type == "!" {
			return x&never<<1 | x&always>>1
		}
		return x
	case "binary_expression":
		left, right := f.outcomes(n.Child("left")), f.outcomes(n.Child("right"))
		switch {
		case n.Child("operator").Type == "&&":
			return (left|right)&never | left&right&always
		case n.Child("operator").Type == "||":
			return (left|right)&always | left&right&never
		case left != 0 && right != 0:
			return either
		}
		return 0
	case "ternary_expression":
		var x outcomes
		c := f.outcomes(n.Child("condition"))
		if c&always != 0 {
			x |= f.outcomes(n.Child("consequence"))
		}
		if c&never != 0 {
			x |= f.outcomes(n.Child("alternative"))
		}
		return x
	case "identifier":
		return f.ofVariable(f.str(n))
	case "field_access":
		if name := n.Child("field"); f.ofType(n.Child("object")) && !f.read[f.str(name)] {
			return either
		}
		return 0
	}
	if literals[n.Type] {
		return either
	}
	return 0
}

// ofType reports whether an expression may be the name of a type: no variable begins it.
func (f *File) ofType(n *source.Node) bool {
	for n.Type == "field_access" && !f.read[f.str(n.Child("field"))] {
		n = n.Child("object")
	}
	return n.Type == "identifier" && !f.declared[f.str(n)] && !f.read[f.str(n)]
}

// ofVariable returns what the values of all variables of a name may be; none where one of those that the file declares is not constant
// (JLS 4.12.4), or an instruction reads one that it inherits or imports: constants are not read.
func (f *File) ofVariable(name string) (all outcomes) {
	if len(f.variables[name]) == 0 {
		if !f.declared[name] && !f.read[name] && (f.imported(name) || f.names.Field(name)) {
			return either
		}
		return 0
	}
	for _, d := range f.variables[name] {
		x := outcomes(0)
		if value := d.Child("value"); value != nil && f.final(d.Parent) {
			x = f.outcomes(value)
		}
		if x == 0 {
			return 0
		}
		all |= x
	}
	return all
}

// imported reports whether the file may import a static member of a name.
func (f *File) imported(name string) bool {
	return slices.ContainsFunc(f.root.Children, func(n *source.Node) bool {
		if n.Type != "import_declaration" || !slices.ContainsFunc(n.Children, func(c *source.Node) bool { return c.Type == "static" }) {
			return false
		}
		c := n.NamedChildren()
		switch last := c[len(c)-1]; last.Type {
		case "asterisk":
			return true
		case "scoped_identifier":
			return f.str(last.Child("name")) == name
		}
		return false
	})
}

// final reports whether a declaration is of final variables of a type that constants have.
func (f *File) final(declaration *source.Node) bool {
	t := declaration.Child("type")
	if t == nil || !constantTypes[t.Type] && f.str(t) != "String" && f.str(t) != "java.lang.String" {
		return false
	}
	return declaration.Type == "constant_declaration" || slices.ContainsFunc(declaration.Children, func(m *source.Node) bool {
		return m.Type == "modifiers" && slices.ContainsFunc(m.Children, func(c *source.Node) bool { return c.Type == "final" })
	})
}

// constantTypes are nodes of the primitive types.
var constantTypes = map[string]bool{"boolean_type": true, "integral_type": true, "floating_point_type": true}

// compiledCalls lists the calls of a member that are to be in its class, and the groups of nodes whose code is not.
func (f *File) compiledCalls(member *source.Node) (calls, dropped []*source.Node) {
	absent := map[*source.Node]bool{}
	var walk, inner func(n *source.Node) bool
	walk = func(n *source.Node) bool {
		if absent[n] {
			dropped = append(dropped, n)
			n.Walk(inner)
			return false
		}
		if n.Type == "method_invocation" {
			calls = append(calls, n)
		}
		for _, group := range f.leftOut(n) {
			if f.absent(group) {
				for _, x := range group {
					absent[x] = true
				}
				break
			}
		}
		return true
	}
	// Methods of lambdas in code that is left out may be in the class, and those of anonymous classes.
	inner = func(n *source.Node) bool {
		switch {
		case !ownCode(n):
			return true
		case !f.absent([]*source.Node{n}):
			n.Walk(walk)
		}
		return false
	}
	member.Walk(walk)
	return calls, dropped
}

// ownCode reports whether the code of a node is in a method of its own.
func ownCode(n *source.Node) bool {
	return n.Field == "body" && n.Parent.Type == "lambda_expression" || n.Type == "class_body"
}

// absent reports whether nodes have calls, of which none is in the class, those in lambdas and classes in them left out.
func (f *File) absent(group []*source.Node) bool {
	found, compiled := false, false
	for _, top := range group {
		top.Walk(func(n *source.Node) bool {
			if n != top && ownCode(n) {
				return false
			}
			if n.Type == "method_invocation" {
				found = true
				compiled = compiled || f.compiled[f.lineCall(n)]
			}
			return !compiled
		})
	}
	return found && !compiled
}

// optional reports whether a node is code that a compiler may leave out.
func (f *File) optional(n *source.Node) bool {
	for at := n; at.Parent != nil; at = at.Parent {
		for _, x := range append([]*source.Node{at.Parent}, at.Parent.Children...) {
			for _, group := range f.leftOut(x) {
				if slices.Contains(group, at) {
					return true
				}
			}
		}
	}
	return false
}

// apart returns an error where code that is not compiled is in a range of a member: what a repair relies on is not known of that.
func (f *File) apart(member *source.Node, start, end int) error {
	_, dropped := f.compiledCalls(member)
	for _, n := range dropped {
		if n.Start < end && start < n.End {
			return refuse("the code in line %d is not compiled: a condition is constant", f.line(n.Start))
		}
	}
	return nil
}

// around returns the range of the whole expression that a node is in, and of the edits in its member.
func around(n, member *source.Node, edits []finding.Edit) (start, end int) {
	top := n
	for top.Parent != nil && statement(top) == statement(n) && !strings.HasSuffix(top.Parent.Type, "_statement") {
		top = top.Parent
	}
	start, end = top.Start, top.End
	for _, e := range edits {
		if member.Start <= e.Start && e.End <= member.End {
			start, end = min(start, e.Start), max(end, e.End)
		}
	}
	return start, end
}
