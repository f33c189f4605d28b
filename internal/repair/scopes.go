package repair

import "github.com/energylint/energylint/internal/source"

// declaredType returns the text of the type that a local variable or a parameter is declared with, of which a node is the name; empty where
// the node is something else, or the declaration names no type (JLS 6.3 tells where a declaration is in scope).
func (f *File) declaredType(n *source.Node) string {
	if n.Type != "identifier" {
		return ""
	}
	name := f.str(n)
	for at := n; at.Parent != nil && !typeBodies[at.Parent.Type]; at = at.Parent {
		if typ, found := f.declaresIn(at.Parent, at, name); found {
			return typ
		}
	}
	return ""
}

// typeBodies are nodes whose children are members of a type.
var typeBodies = map[string]bool{"class_body": true, "interface_body": true, "enum_body": true, "enum_body_declarations": true, "annotation_type_body": true}

// declaresIn returns the type with which a node declares a variable whose scope reaches one of its children.
func (f *File) declaresIn(n, child *source.Node, name string) (typ string, found bool) {
	for _, c := range n.Children {
		if c == child {
			break
		}
		switch c.Type {
		case "local_variable_declaration":
			typ, found = f.declarator(c, name)
		case "formal_parameters", "resource_specification", "inferred_parameters":
			for _, p := range c.NamedChildren() {
				switch {
				case p.Type == "identifier" && f.str(p) == name:
					return "", true
				case f.named(p, name):
					return f.typeOf(p), true
				}
			}
		case "identifier": // x -> ..., for (T x : ...)
			if f.str(c) == name && (n.Type == "lambda_expression" || n.Type == "enhanced_for_statement") {
				return f.typeOf(n), true
			}
		}
		if found {
			return typ, true
		}
	}
	return "", false
}

// declarator returns the type of the variable of a name that a statement declares.
func (f *File) declarator(statement *source.Node, name string) (typ string, found bool) {
	for _, d := range statement.NamedChildren() {
		if d.Type == "variable_declarator" && f.named(d, name) {
			if d.Child("dimensions") != nil {
				return "", true
			}
			return f.typeOf(statement), true
		}
	}
	return "", false
}

func (f *File) named(n *source.Node, name string) bool {
	c := n.Child("name")
	return c != nil && f.str(c) == name
}

func (f *File) typeOf(n *source.Node) string {
	if t := n.Child("type"); t != nil && n.Child("dimensions") == nil {
		return f.str(t)
	}
	return ""
}
