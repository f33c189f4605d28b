package suggest

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/unit"
)

// Selection says which methods to suggest budgets for: those that match a pattern or have an annotation.
type Selection struct {
	Methods     []*methodpattern.Pattern
	Annotations []*Annotation
}

// Empty reports whether nothing is selected.
func (s Selection) Empty() bool { return len(s.Methods) == 0 && len(s.Annotations) == 0 }

// Annotation is an annotation by its simple or full name. It is safe for one goroutine.
type Annotation struct {
	text, name string
	matched    bool
}

// NewAnnotation returns the annotation that a text such as @GetMapping or org.acme.GetMapping names.
func NewAnnotation(text string) *Annotation {
	return &Annotation{text: text, name: strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(text), "@"), "$", ".")}
}

// String returns the annotation as it was written.
func (a *Annotation) String() string { return a.text }

// Matched reports whether a method has the annotation.
func (a *Annotation) Matched() bool { return a.matched }

// fits reports whether the annotation is of the class with an internal name.
func (a *Annotation) fits(class string) bool {
	full := strings.ReplaceAll(classfile.External(class), "$", ".")
	return a.name != "" && (full == a.name || strings.HasSuffix(full, "."+a.name))
}

// methods returns the selected methods with code in the order of the class files: all that people write, where nothing is
// selected.
func (s Selection) methods(p *unit.Program) []*classfile.Method {
	everything, err := methodpattern.Compile("**")
	if err != nil {
		return nil // the pattern is well-formed
	}
	var out []*classfile.Method
	for _, c := range p.Classes() {
		for i := range c.Methods {
			m := &c.Methods[i]
			if !m.HasCode() {
				continue
			}
			wanted := s.Empty() && everything.MatchDeclared(m) && !implicit(m)
			for _, pattern := range s.Methods {
				if pattern.MatchDeclared(m) {
					wanted = true
				}
			}
			if len(s.Annotations) > 0 && s.annotated(p, m) {
				wanted = true
			}
			if wanted {
				out = append(out, m)
			}
		}
	}
	return out
}

// annotated reports whether a method has one of the annotations, or one that has it.
func (s Selection) annotated(p *unit.Program, m *classfile.Method) bool {
	if m.Synthetic() {
		return false // compilers copy annotations to bridges
	}
	found := false
	seen := map[string]bool{}
	var visit func(as []classfile.Annotation)
	visit = func(as []classfile.Annotation) {
		for _, a := range as {
			class := strings.TrimSuffix(strings.TrimPrefix(a.Type, "L"), ";")
			if seen[class] {
				continue
			}
			seen[class] = true
			for _, want := range s.Annotations {
				if want.fits(class) {
					want.matched, found = true, true
				}
			}
			if c := p.Lookup(class); c != nil {
				visit(c.Annotations())
			}
		}
	}
	visit(m.Annotations())
	return found
}

// AnnotationNames returns the simple names of the annotations that methods of the program have, sorted.
func AnnotationNames(p *unit.Program) []string {
	var out []string
	for _, c := range p.Classes() {
		for i := range c.Methods {
			for _, a := range c.Methods[i].Annotations() {
				name := strings.TrimSuffix(a.Type, ";")
				out = append(out, name[strings.LastIndexAny(name, "/$")+1:])
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// names are the patterns that name one method each.
type names struct {
	of map[string][]*classfile.Method
}

func newNames(p *unit.Program) names {
	n := names{map[string][]*classfile.Method{}}
	for _, c := range p.Classes() {
		for i := range c.Methods {
			key := plainName(&c.Methods[i])
			n.of[key] = append(n.of[key], &c.Methods[i])
		}
	}
	return n
}

func plainName(m *classfile.Method) string {
	return strings.ReplaceAll(classfile.External(m.Class.Name), "$", ".") + "." + m.Name
}

// pattern returns a pattern that matches this method and no other, with its parameters where others have its name; empty where there
// is none.
func (n names) pattern(m *classfile.Method) string {
	for _, text := range []string{classfile.External(m.Class.Name) + "." + m.Name, m.Member().Text()} {
		p, err := methodpattern.Compile(text)
		if err != nil || !p.MatchDeclared(m) {
			continue
		}
		if !slices.ContainsFunc(n.of[plainName(m)], func(o *classfile.Method) bool { return o != m && p.MatchDeclared(o) }) {
			return text
		}
	}
	return ""
}

// implicit reports whether a method is one that compilers write into each enum (JLS 8.9.3), or into a record for want of another one
// (JLS 8.10.3): its only call is linked by java.lang.runtime.ObjectMethods.
func implicit(m *classfile.Method) bool {
	if m.Class.Access&classfile.AccEnum != 0 && m.Static() && (m.Name == "values" && strings.HasPrefix(m.Desc, "()") || m.Name == "valueOf" && strings.HasPrefix(m.Desc, "(Ljava/lang/String;)")) {
		return true
	}
	code, err := m.Code()
	if err != nil || code == nil {
		return false
	}
	found := false
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		switch op := code.Op(pc); {
		case op >= classfile.OpInvokevirtual && op < classfile.OpInvokedynamic:
			return false
		case op == classfile.OpInvokedynamic:
			d, ok := m.Class.Pool.Dynamic(code.Index(pc))
			all, err := m.Class.Bootstraps()
			if !ok || err != nil || d.Bootstrap >= len(all) || callgraph.KindOf(all[d.Bootstrap]) != callgraph.ObjectMethodSite {
				return false
			}
			found = true
		}
	}
	return found
}
