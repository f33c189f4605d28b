package repair

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/source"
)

// importOf returns how the source names a class of the library, adding an import where that is certain to change no other name.
func (p *place) importOf(pkg, class string) (string, error) {
	if p.names.Inherited(class) {
		return p.qualified(pkg, class)
	}
	var after *source.Node // the declaration behind which the import goes
	var first *source.Node
	for _, c := range p.root.Children {
		switch c.Type {
		case "package_declaration":
			after = c
		case "import_declaration":
			if first == nil {
				first = c
			}
			text := p.importText(c)
			if text == "import "+pkg+"."+class && !p.declares(class) {
				return class, nil
			}
		}
	}
	if p.words[class] {
		return p.qualified(pkg, class) // it is the name of something else, or imported on demand
	}
	text := "import " + pkg + "." + class + ";"
	switch {
	case first != nil:
		p.insertImport(text, p.importGroup(pkg))
	case after != nil:
		at := p.behindNode(after)
		p.replace(at, at, p.newline+p.newline+text)
	default:
		p.insertLine(p.commented(p.root.NamedChildren()[0]), text)
	}
	return class, nil
}

// importGroup returns the imports among which one of a class of a package goes. Where blank lines separate groups, it is the first of those with
// the import whose package has most in common with it; where none has, all of them.
func (f *File) importGroup(pkg string) []*source.Node {
	var groups [][]*source.Node
	best, common := -1, 0
	end := 0
	for _, c := range f.root.Children {
		if c.Type != "import_declaration" {
			continue
		}
		if len(groups) == 0 || f.blankBetween(end, c.Start) {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], c)
		end = c.End
		if n := commonNames(strings.TrimPrefix(f.importText(c), "import "), pkg); n > common {
			best, common = len(groups)-1, n
		}
	}
	if best < 0 {
		return slices.Concat(groups...)
	}
	return groups[best]
}

// commonNames returns how many names two dotted names begin with alike.
func commonNames(a, b string) (n int) {
	of, with := strings.Split(a, "."), strings.Split(b, ".")
	for n < len(of) && n < len(with) && of[n] == with[n] {
		n++
	}
	return n
}

// blankBetween reports whether a line between two offsets is blank.
func (f *File) blankBetween(start, end int) bool {
	for l := f.line(start); l < f.line(end)-1; l++ {
		if strings.TrimSpace(string(f.text[f.lines[l]:f.lines[l+1]])) == "" {
			return true
		}
	}
	return false
}

// insertImport inserts an import behind the last one of a group whose name is before it, among those that are not static, and the comment that
// ends the line of that one. Before all of those it goes above the comment of the first, but for one that begins the file.
func (p *place) insertImport(text string, group []*source.Node) {
	var before, next *source.Node
	static := func(c *source.Node) bool { return strings.HasPrefix(p.importText(c), "import static ") }
	for _, c := range group {
		switch {
		case next != nil:
		case !static(c) && p.importText(c)+";" > text:
			next = c
		case before == nil || static(before) || !static(c):
			before = c
		}
	}
	if next != nil && (before == nil || static(before)) {
		at := p.commented(next)
		if at == p.root.Children[0].Start {
			at = next.Start
		}
		p.insertLine(at, text)
		return
	}
	at := p.behindNode(before)
	p.replace(at, at, p.newline+text)
}

// behindNode returns the offset behind a declaration and the comments that end its line.
func (f *File) behindNode(n *source.Node) int {
	at, behind := n.End, false
	for _, c := range f.root.Children {
		switch {
		case c == n:
			behind = true
		case !behind:
		case f.line(c.Start) > f.line(at):
			return at
		case !c.Comment() || f.line(c.End-1) > f.line(n.End-1):
			return n.End
		default:
			at = c.Start + len(strings.TrimRight(f.str(c), "\r\n"))
		}
	}
	return at
}

// commented returns the offset of a declaration, or of the comments right above it: those in lines of their own, without a blank line between.
func (f *File) commented(n *source.Node) int {
	at := n.Start
	above := f.root.Children[:slices.Index(f.root.Children, n)]
	for i := len(above) - 1; i >= 0; i-- {
		c := above[i]
		if !c.Comment() || f.line(c.End-1)+1 < f.line(at) || i > 0 && f.line(above[i-1].End-1) == f.line(c.Start) {
			break
		}
		at = c.Start
	}
	return at
}

// importText returns the text of an import declaration with single blanks and without the semicolon.
func (f *File) importText(n *source.Node) string {
	return strings.Join(strings.Fields(strings.TrimSuffix(f.str(n), ";")), " ")
}

// mayBeVariable reports whether a name may be that of a variable or field, which an expression means before a class or package (JLS 6.4.2).
func (f *File) mayBeVariable(name string) bool { return f.declared[name] || f.names.Field(name) }

// qualified returns the full name of a class. No variable changes what an import names; in an expression a variable of the name goes before
// a package (JLS 6.4.2).
func (p *place) qualified(pkg, class string) (string, error) {
	if p.mayBeVariable("java") {
		return "", refuse("java is the name of a variable")
	}
	return pkg + "." + class, nil
}

// implicit returns how an expression of the source names a class of java.lang: by its simple name where nothing else can have it (JLS 6.4.1).
func (p *place) implicit(class string) (string, error) {
	if p.mayBeVariable(class) || p.otherClass(class) {
		return p.qualified("java.lang", class)
	}
	return class, nil
}

// otherClass reports whether the simple name of a class of java.lang may be that of another class in the file.
func (f *File) otherClass(class string) bool {
	other := f.names.Inherited(class) || f.names.Package(class) || f.declares(class)
	for _, c := range f.root.Children {
		if c.Type == "import_declaration" {
			text := f.importText(c)
			other = other || strings.HasSuffix(text, "."+class) || strings.HasSuffix(text, ".*") && !strings.HasPrefix(text, "import java.")
		}
	}
	return other
}

// insertLine inserts a line before the one that begins at an offset.
func (p *place) insertLine(at int, text string) { p.replace(at, at, text+p.newline) }

// declares reports whether the file declares a class or a type parameter of a name.
func (f *File) declares(class string) (found bool) {
	f.root.Walk(func(n *source.Node) bool {
		if n.Field == "name" && strings.HasSuffix(n.Parent.Type, "_declaration") && f.str(n) == class && n.Parent.Type != "method_declaration" {
			found = true
		}
		if n.Type == "type_parameter" && len(n.NamedChildren()) > 0 && f.str(n.NamedChildren()[0]) == class {
			found = true
		}
		return !found
	})
	return found
}
