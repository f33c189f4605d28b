package repair

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/source"
)

// ValueOf replaces new Integer(n) by Integer.valueOf(n).
var ValueOf = kind("ValueOf", "use valueOf", func(p *place) error {
	n := p.node
	args := arguments(n)
	if len(args) != 1 || len(n.Children) != 3 || n.Children[0].Type != "new" {
		return refuse("the expression is not new with a class and its argument alone")
	}
	t := n.Child("type")
	first, _, _ := strings.Cut(p.str(t), ".")
	if t.Type != "type_identifier" && t.Type != "scoped_type_identifier" || p.mayBeVariable(first) {
		return refuse("the name of the class means something else in an expression")
	}
	if loses(n, args...) {
		return errComment
	}
	p.replace(n.Start, t.End, p.str(t)+".valueOf")
	return nil
})

// StaticMethod gives a number to a static method of its box's class instead of asking the box.
var StaticMethod = kind("StaticMethod", "use the static method", func(p *place) error {
	static := map[string]string{"toString": "toString", "hashCode": "hashCode", "compareTo": "compare"}[p.site.Call.Name]
	class, number := p.boxed(p.node.Child("object"))
	if static == "" || number == nil || p.callee(p.node) != p.site.Call.Name {
		return refuse("the method is not called of a box that is made there by valueOf or new")
	}
	args := arguments(p.node)
	if len(args) != len(classfile.Params(p.site.Call.Desc)) {
		return refuse("the call is of another form")
	}
	if slices.ContainsFunc(args, func(a *source.Node) bool { return strip(a).Type == "null_literal" }) {
		return refuse("null is no number")
	}
	if loses(p.node, append(slices.Clone(args), number)...) {
		return errComment
	}
	text := class + "." + static + "(" + p.str(number)
	for _, a := range args {
		text += ", " + p.str(a)
	}
	p.replace(p.node.Start, p.node.End, text+")")
	return nil
})

// boxed returns the class and the number of an expression that makes a box: Integer.valueOf(n) or new Integer(n). number is nil for others.
func (p *place) boxed(n *source.Node) (class string, number *source.Node) {
	if n == nil {
		return "", nil
	}
	n = strip(n)
	args := arguments(n)
	if len(args) != 1 {
		return "", nil
	}
	switch simple := p.site.Call.Class[strings.LastIndexByte(p.site.Call.Class, '/')+1:]; {
	case n.Type == "method_invocation" && p.callee(n) == "valueOf" && n.Child("object") != nil:
		class = p.str(n.Child("object"))
		known := class == simple && !p.otherClass(simple) || class == "java.lang."+simple || strings.HasSuffix("."+class, "."+simple) && p.callsOf(n, "valueOf", p.site.Call.Class)
		if !known {
			return "", nil // a method of the program's own that returns a box
		}
	case n.Type == "object_creation_expression" && p.callee(n) == simple && len(n.Children) == 3:
		class = p.str(n.Child("type"))
	}
	first, _, _ := strings.Cut(class, ".")
	if class == "" || p.mayBeVariable(first) {
		return "", nil
	}
	return class, args[0]
}
