package repair

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/internal/source"
)

// UnchangedMap is the fact that EntrySet asks for.
const UnchangedMap = "only get is called of the map while its keys are iterated"

// EntrySet iterates over the entries of a map instead of its keys, and takes the values from them. Operands are the map and the key of
// a call of get.
var EntrySet = kind("EntrySet", "iterate over entrySet", func(p *place) error {
	of, args := p.node.Child("object"), arguments(p.node)
	switch {
	case !p.site.Operands[0].Exact || !entryMaps[p.site.Operands[0].Type]:
		return refuse("the class of the map is not certain: entries of another one may not follow its changes")
	case !valueKeys[p.site.Operands[1].Type]:
		return refuse("a key may have changed since it was put into the map: then get does not find it")
	case !p.site.Facts[UnchangedMap]:
		return refuse("the map may be changed while its keys are iterated")
	case p.site.Version < java10:
		return refuse("the class is compiled for a Java before 10, which has no var for the entry")
	case of == nil || of.Type != "identifier" || len(args) != 1 || args[0].Type != "identifier":
		return refuse("the map or the key is no variable")
	}
	key := p.str(args[0])
	loop := p.loopOver(p.node, key)
	if loop == nil || loop.Child("body") == nil || loop.Child("body").Type != "block" {
		return refuse("the call of get is not in the block of a for over the keys")
	}
	keys, body := loop.Child("value"), loop.Child("body")
	if p.callee(keys) != "keySet" || keys.Child("object") == nil || !p.same(keys.Child("object"), of) || !p.hasTypeArguments(p.str(of)) {
		return refuse("the keys are not those of a map that is declared with its types")
	}
	if t := p.str(loop.Child("type")); t != "var" && loop.Child("type").Type != "type_identifier" {
		return refuse("the key is converted to %s in the loop", t)
	}
	gets, err := p.uses(body, of, key)
	if err != nil {
		return err
	}
	if err := p.apart(member(loop), loop.Start, loop.End); err != nil {
		return err
	}
	entry := p.entryOf(loop)
	typ, name := loop.Child("type"), loop.Child("name")
	if loses(loop, body, keys) || p.line(typ.Start) != p.line(name.End) {
		return errComment
	}
	declaration := strings.TrimSpace(string(p.text[p.opening(loop):name.End])) + " = " + entry + ".getKey();"
	p.replace(p.opening(loop), name.End, "var "+entry)
	set := keys.Child("name")
	p.replace(set.Start, set.End, "entrySet")
	indent := p.indentation(loop.Start) + "    "
	if c := body.NamedChildren(); len(c) > 0 && p.line(c[0].Start) > p.line(body.Start) {
		indent = p.indentation(c[0].Start)
	}
	at := p.behindBrace(body)
	p.replace(at, at, p.newline+indent+declaration)
	for _, g := range gets {
		p.replace(g.Start, g.End, entry+".getValue()")
	}
	return nil
})

// entryMaps are descriptors of the maps whose entries are the nodes that get finds.
var entryMaps = map[string]bool{"Ljava/util/HashMap;": true}

// valueKeys are descriptors of classes whose objects do not change.
var valueKeys = map[string]bool{
	stringType: true, "Ljava/lang/Integer;": true, "Ljava/lang/Long;": true, "Ljava/lang/Short;": true, "Ljava/lang/Byte;": true, "Ljava/lang/Character;": true,
	"Ljava/lang/Boolean;": true, "Ljava/lang/Float;": true, "Ljava/lang/Double;": true,
}

// java10 is the version of class files since which local variables are declared by var.
const java10 = 54

// opening is the offset behind the parenthesis of a for.
func (f *File) opening(loop *source.Node) int {
	for _, c := range loop.Children {
		if c.Type == "(" {
			return c.End
		}
	}
	return loop.Start
}

// loopOver returns the innermost for around a node, within its method or lambda, whose variable has a name.
func (f *File) loopOver(n *source.Node, name string) *source.Node {
	for n = n.Parent; n != nil && n.Type != "lambda_expression" && n.Type != "class_body"; n = n.Parent {
		if n.Type == "enhanced_for_statement" && n.Child("name") != nil && f.str(n.Child("name")) == name {
			return n
		}
	}
	return nil
}

// uses returns the calls of get of a map with a key in the body of a loop. The map has no other use there, and the key is not assigned.
func (f *File) uses(body, of *source.Node, key string) (gets []*source.Node, err error) {
	body.Walk(func(n *source.Node) bool {
		if f.callee(n) == "get" && n.Type == "method_invocation" && n.Child("object") != nil && f.same(n.Child("object"), of) {
			if a := arguments(n); len(a) == 1 && a[0].Type == "identifier" && f.str(a[0]) == key && !loses(n) && n.Parent.Type != "expression_statement" {
				gets = append(gets, n)
				return false
			}
		}
		left := n.Child("left")
		switch {
		case n.Type == "identifier" && f.str(n) == f.str(of):
			err = refuse("the map is used in another way in the loop (line %d)", f.line(n.Start))
		case n.Type == "lambda_expression" || n.Type == "class_body":
			err = refuse("the loop has a lambda or a class, which may run later (line %d)", f.line(n.Start))
		case n.Type == "assignment_expression" && left != nil && f.str(left) == key, n.Type == "update_expression" && strings.Contains(f.str(n), key):
			err = refuse("the key is assigned in the loop (line %d)", f.line(n.Start))
		}
		return err == nil
	})
	return gets, err
}

// hasTypeArguments reports whether every variable of a name that the file declares has a type with two type arguments.
func (f *File) hasTypeArguments(name string) bool {
	found, bare := false, false
	f.root.Walk(func(n *source.Node) bool {
		if n.Type != "identifier" || n.Field != "name" || f.str(n) != name || !declaresVariable[n.Parent.Type] {
			return true
		}
		d := n.Parent
		if d.Type == "variable_declarator" {
			d = d.Parent
		}
		t := d.Child("type")
		if t == nil || t.Type != "generic_type" || len(t.NamedChildren()) != 2 || len(t.NamedChildren()[1].NamedChildren()) != 2 {
			bare = true
		}
		found = true
		return true
	})
	return found && !bare
}

// entryOf returns a name for the entry of a loop: one that the file does not use, nor another repair.
func (f *File) entryOf(loop *source.Node) string {
	name, own := "entry", fmt.Sprint("for at ", loop.Start)
	for i := 2; f.words[name] || f.names.Field(name) || f.added[name] != "" && f.added[name] != own; i++ {
		name = fmt.Sprint("entry", i)
	}
	f.added[name] = own
	return name
}
