package repair

import "strings"

// ValueOf replaces new Integer(n) by Integer.valueOf(n).
var ValueOf = kind("ValueOf", "use valueOf", func(p *place) error {
	n := p.node
	args := arguments(n)
	if len(args) != 1 || len(n.Children) != 3 || n.Children[0].Type != "new" {
		return refuse("the expression is not new with a class and its argument alone")
	}
	t := n.Child("type")
	first, _, _ := strings.Cut(p.str(t), ".")
	if t.Type != "type_identifier" && t.Type != "scoped_type_identifier" || p.declared[first] || p.names.Field(first) {
		return refuse("the name of the class means something else in an expression")
	}
	if loses(n, args...) {
		return errComment
	}
	p.replace(n.Start, t.End, p.str(t)+".valueOf")
	return nil
})
