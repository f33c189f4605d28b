package repair

import (
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
		// Before the first import whose name is behind it, among those that are not static.
		at := first
		for _, c := range p.root.Children {
			if c.Type == "import_declaration" && !strings.HasPrefix(p.str(c), "import static") {
				if p.str(c) > text {
					p.insertLine(c.Start, text)
					return class, nil
				}
				at = c
			}
		}
		p.replace(at.End, at.End, p.newline+text)
	case after != nil:
		p.replace(after.End, after.End, p.newline+p.newline+text)
	default:
		p.insertLine(p.root.NamedChildren()[0].Start, text)
	}
	return class, nil
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
	other := p.mayBeVariable(class) || p.names.Inherited(class) || p.names.Package(class) || p.declares(class)
	for _, c := range p.root.Children {
		if c.Type == "import_declaration" {
			text := p.importText(c)
			other = other || strings.HasSuffix(text, "."+class) || strings.HasSuffix(text, ".*") && !strings.HasPrefix(text, "import java.")
		}
	}
	if other {
		return p.qualified("java.lang", class)
	}
	return class, nil
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
