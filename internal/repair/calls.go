package repair

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/source"
)

// call is a call in the bytecode of a file.
type call struct {
	in     classfile.Member // the method that contains it
	pc     int
	line   int
	called classfile.Member
	static bool
}

// readCalls lists the calls of methods and constructors in classes, in the order of the code, and the names of the fields that they read.
// Calls of methods that only exist to reach a private one of another class count as calls of that; those in them, and in bridges, are
// not in the source.
func readCalls(classes []*classfile.Class) (out []call, read map[string]bool) {
	read = map[string]bool{}
	reaches := accessors(classes)
	for _, c := range classes {
		for i := range c.Methods {
			m := &c.Methods[i]
			code, err := m.Code()
			if err != nil || code == nil {
				continue
			}
			_, accessor := reaches[m.Member()]
			lines := slices.Clone(code.Lines())
			sort.SliceStable(lines, func(i, j int) bool { return lines[i].PC < lines[j].PC })
			at := 0
			for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
				op := code.Op(pc)
				if op == classfile.OpGetstatic || op == classfile.OpGetfield {
					if field, ok := c.Pool.Member(code.Index(pc)); ok {
						read[field.Name] = true
					}
				}
				if !op.IsCall() || accessor || m.Bridge() {
					continue
				}
				for at+1 < len(lines) && int(lines[at+1].PC) <= pc {
					at++
				}
				called, ok := c.Pool.Member(code.Index(pc))
				if !ok || len(lines) == 0 || int(lines[at].PC) > pc {
					continue
				}
				static := op == classfile.OpInvokestatic
				if x, ok := reaches[called]; ok && static {
					called, static = x.called, x.static
				}
				out = append(out, call{m.Member(), pc, lines[at].Line, called, static})
			}
		}
	}
	return out, read
}

// accessors returns what the methods call that compilers add for access to a private or protected method of another class: static, and
// called by name, as those of lambdas are not.
func accessors(classes []*classfile.Class) map[classfile.Member]call {
	candidates := map[classfile.Member]call{}
	for _, c := range classes {
		for i := range c.Methods {
			m := &c.Methods[i]
			if !m.Synthetic() || !m.Static() {
				continue
			}
			var calls []call
			for op, called := range m.Invocations() {
				calls = append(calls, call{called: called, static: op == classfile.OpInvokestatic})
			}
			if len(calls) == 1 {
				candidates[m.Member()] = calls[0]
			}
		}
	}
	used := map[classfile.Member]call{}
	for _, c := range classes {
		for i := range c.Methods {
			for op, called := range c.Methods[i].Invocations() {
				if to, ok := candidates[called]; ok && op == classfile.OpInvokestatic {
					used[called] = to
				}
			}
		}
	}
	return used
}

// expression returns the call or object creation in the source whose instruction a finding is at. Calls of one name on a line are told
// apart by their order: that of their instructions is the order in which the language evaluates them.
func (f *File) expression(x *finding.Finding) (*source.Node, error) {
	line, called := x.Location.Line, x.Site.Call
	if called.Name == "" {
		return nil, refuse("the finding is not about a call")
	}
	name := called.Name
	if name == "<init>" {
		name = called.Class[strings.LastIndexAny(called.Class, "/$")+1:]
	}
	var nodes []*source.Node
	f.root.Walk(func(n *source.Node) bool {
		if f.callee(n) == name && (n.Type == "object_creation_expression") == (called.Name == "<init>") && f.line(f.anchor(n)) == line {
			nodes = append(nodes, n)
		}
		return true
	})
	// A call comes after those in its receiver and its arguments.
	slices.SortStableFunc(nodes, func(a, b *source.Node) int { return f.evaluated(a) - f.evaluated(b) })
	at, n := -1, 0
	for _, c := range f.calls {
		if c.line != line || c.called.Name != called.Name || called.Name == "<init>" && c.called.Class != called.Class {
			continue
		}
		if c.in.Class != x.Location.Class || c.in.Name != x.Location.Method || c.in.Desc != x.Location.Desc {
			return nil, refuse("line %d has calls of %s in several methods", line, name)
		}
		if c.pc == x.Site.PC {
			at = n
		}
		n++
	}
	switch {
	case len(nodes) == 0:
		return nil, refuse("line %d of the source has no call of %s: compile again", line, name)
	case n != len(nodes) && slices.ContainsFunc(nodes, f.optional):
		return nil, refuse("line %d has %d calls of %s, of which some may not be compiled: a condition is constant", line, len(nodes), name)
	case at < 0 || n != len(nodes):
		return nil, refuse("the compiled class has %d calls of %s where line %d of the source has %d", n, name, line, len(nodes))
	}
	if n > 1 {
		for _, o := range nodes {
			if s := statement(o); s != statement(nodes[0]) || s == nil || s.Type == "for_statement" {
				return nil, refuse("line %d has several calls of %s in more than one statement", line, name)
			}
		}
	}
	node := nodes[at]
	if m := f.method(node); m != "" && plainMethod(x.Location.Method) && m != x.Location.Method {
		return nil, refuse("line %d of the source is in method %s: compile again", line, m)
	}
	return node, f.sameCalls(member(node))
}

// callee is the simple name of the method that a node calls, or of the class that it makes an object of; empty for other nodes.
func (f *File) callee(n *source.Node) string {
	switch n.Type {
	case "method_invocation":
		if c := n.Child("name"); c != nil {
			return f.str(c)
		}
	case "object_creation_expression":
		t := n.Child("type")
		for t != nil {
			switch t.Type {
			case "type_identifier":
				return f.str(t)
			case "generic_type":
				t = t.NamedChildren()[0]
			case "scoped_type_identifier":
				c := t.NamedChildren()
				t = c[len(c)-1]
			default:
				return ""
			}
		}
	}
	return ""
}

// anchor is the offset whose line compilers give to a call: its arguments' parenthesis, or the keyword new.
func (f *File) anchor(n *source.Node) int {
	if n.Type == "method_invocation" {
		if a := n.Child("arguments"); a != nil {
			return a.Start
		}
	}
	for _, c := range n.Children {
		if c.Type == "new" {
			return c.Start // behind the enclosing instance
		}
	}
	return n.Start
}

// evaluated is an offset by which calls are in the order in which they run.
func (f *File) evaluated(n *source.Node) int {
	if a := n.Child("arguments"); a != nil {
		return a.End
	}
	return n.End
}

// statement returns the innermost statement, lambda or declaration around a node; nil where there is none.
func statement(n *source.Node) *source.Node {
	for p := n.Parent; p != nil; p = p.Parent {
		if strings.HasSuffix(p.Type, "_statement") || strings.HasSuffix(p.Type, "_declaration") || p.Type == "lambda_expression" || p.Type == "block" || p.Type == "class_body" || p.Type == "switch_rule" {
			return p
		}
	}
	return nil
}

// method is the name of the method whose body a node is in, outside of lambdas and classes in it; empty for other code.
func (f *File) method(n *source.Node) string {
	for p := n.Parent; p != nil; p = p.Parent {
		switch p.Type {
		case "lambda_expression", "class_body", "interface_body", "enum_body", "record_body":
			return ""
		case "method_declaration":
			if c := p.Child("name"); c != nil {
				return f.str(c)
			}
		}
	}
	return ""
}

// plainMethod reports whether a method has the name that its source has.
func plainMethod(name string) bool { return !strings.ContainsAny(name, "<$") }

// member returns the method, initializer or field of a class with a name, not a local one, that a node is in.
func member(n *source.Node) *source.Node {
	out := n
	for ; n.Parent != nil; n = n.Parent {
		switch n.Parent.Type {
		case "class_body", "interface_body", "enum_body_declarations", "enum_body", "annotation_type_body":
			switch n.Type {
			case "class_declaration", "interface_declaration", "enum_declaration", "record_declaration", "annotation_type_declaration":
				return out
			}
			out = n
		}
	}
	return out
}

// sameCalls returns an error where the lines of calls in a member are not those of its instructions: then the class was compiled from another
// version of the source. Code that a constant keeps from running may be left out.
func (f *File) sameCalls(member *source.Node) error {
	written, names := map[lineCall]*source.Node{}, map[string]bool{}
	calls, dropped := f.compiledCalls(member)
	for _, n := range calls {
		c := f.lineCall(n)
		written[c], names[c.name] = n, true
	}
	for _, top := range dropped {
		top.Walk(func(n *source.Node) bool {
			if n.Type == "method_invocation" {
				names[f.callee(n)] = true
			}
			return true
		})
	}
	first, last := f.line(member.Start), f.line(member.End)
	for _, c := range f.calls {
		x := lineCall{c.line, c.called.Name}
		if first <= c.line && c.line <= last && names[x.name] && written[x] == nil && !generated[x.name] {
			return refuse("calls of %s in line %d are not those of the compiled class: compile again", x.name, x.line)
		}
	}
	for _, c := range slices.SortedFunc(maps.Keys(written), func(a, b lineCall) int { return cmp.Or(a.line-b.line, strings.Compare(a.name, b.name)) }) {
		switch {
		case f.compiled[c]:
		case f.optional(written[c]):
			return refuse("code around the call of %s in line %d may not be compiled, but a part of it is", c.name, c.line)
		default:
			return refuse("calls of %s in line %d are not those of the compiled class: compile again", c.name, c.line)
		}
	}
	return nil
}

// generated are methods that compilers call where the source has other syntax: concatenation, boxing, for, switch, try with resources, assert.
var generated = map[string]bool{
	"append": true, "toString": true, "valueOf": true, "booleanValue": true, "byteValue": true, "charValue": true, "shortValue": true, "intValue": true, "longValue": true,
	"floatValue": true, "doubleValue": true, "iterator": true, "hasNext": true, "next": true, "equals": true, "hashCode": true, "ordinal": true, "values": true,
	"close": true, "addSuppressed": true, "getClass": true, "requireNonNull": true, "desiredAssertionStatus": true, "clone": true,
}

// lineCall is a line and the name of a method that it calls.
type lineCall struct {
	line int
	name string
}

func (f *File) lineCall(n *source.Node) lineCall { return lineCall{f.line(f.anchor(n)), f.callee(n)} }
