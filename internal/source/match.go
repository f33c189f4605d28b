package source

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// match gives the declarations of a file to the methods of a class.
func (f *file) match(c *classfile.Class) map[string]*Method {
	out := map[string]*Method{}
	for i := range c.Methods {
		m := &c.Methods[i]
		d, bodies := f.find(m)
		r := &Method{}
		if d != nil && d.name != lambda {
			d.matched.Store(true)
			r.Spec.Merge(d.spec)
			r.Params, r.First, r.Last = d.names(m), d.first, d.last
			r.Problems = slices.Clone(d.problems)
		}
		// Initialisers are part of every constructor, and a lambda's body is a method of its own.
		for _, b := range bodies {
			b.matched.Store(true)
			r.Spec.Loops = append(r.Spec.Loops, b.spec.Loops...)
			r.Problems = append(r.Problems, b.problems...)
		}
		if !r.Spec.Empty() || len(r.Problems) > 0 {
			out[m.ID()] = r
		}
	}
	return out
}

// find returns the declaration of a method, nil where it has none, and further bodies whose code it contains.
func (f *file) find(m *classfile.Method) (d *method, bodies []*method) {
	kotlin := strings.HasSuffix(f.path, ".kt")
	class := m.Class.Name
	if f.pkg != "" {
		class = strings.TrimPrefix(class, strings.ReplaceAll(f.pkg, ".", "/")+"/")
	}
	lines := methodLines(m)
	within := func(d *method) bool {
		for _, l := range lines {
			if d.head <= l && l <= d.last {
				return true
			}
		}
		return false
	}
	anonymous := false // a class whose name the compiler made: Outer$1, Outer$1Local
	for _, part := range strings.Split(class, "$")[1:] {
		anonymous = anonymous || part != "" && part[0] >= '0' && part[0] <= '9'
	}
	if m.Synthetic() {
		if strings.Contains(m.Name, "lambda$") || kotlin {
			return nil, f.lambda(lines)
		}
		return nil, nil // bridges and accessors have the lines of what they call
	}
	var byLines, byTypes []*method
	types := classfile.Params(m.Desc)
	for _, d := range f.methods {
		if d.name == initBlock && m.Name == "<init>" && within(d) && (d.class == class || kotlin || anonymous) ||
			d.name == "<clinit>" && m.Name == "<clinit>" && within(d) && (d.class == class || anonymous) {
			bodies = append(bodies, d)
			continue
		}
		name := d.name
		if kotlin && strings.HasPrefix(m.Name, name+"-") { // a function with value classes as parameters
			name = m.Name
		}
		if name != m.Name || len(d.params) > len(types) {
			continue
		}
		if !kotlin && d.class != class && !(anonymous && compilerNamed(d.class)) {
			continue
		}
		if within(d) {
			byLines = append(byLines, d)
		}
		if d.fits(types) && !kotlin {
			byTypes = append(byTypes, d)
		}
	}
	switch {
	case len(byLines) == 1 && (kotlin || anonymous || slices.Contains(byTypes, byLines[0]) || len(byTypes) == 0):
		return byLines[0], bodies
	case len(byLines) > 1 && (kotlin || anonymous):
		return byLines[len(byLines)-1], bodies // the innermost
	case len(lines) == 0 && len(byTypes) == 1 && !anonymous:
		return byTypes[0], bodies
	}
	for _, d := range byLines {
		if slices.Contains(byTypes, d) {
			return d, bodies
		}
	}
	if len(byTypes) == 1 && !anonymous && len(byLines) == 0 && m.Name == "<init>" {
		return byTypes[0], bodies // a constructor whose only lines are those of fields
	}
	return nil, bodies
}

// lambda returns the lambda that is compiled to a method with these lines: the outermost one inside them.
func (f *file) lambda(lines []int) []*method {
	if len(lines) == 0 {
		return nil
	}
	lo, hi := slices.Min(lines), slices.Max(lines)
	for _, d := range f.methods {
		if d.name == lambda && d.head <= lo && hi <= d.last {
			// A nested lambda can have all lines too, but then it is on the same lines as this one.
			inner := d
			for _, e := range f.methods {
				if e.name == lambda && e.start > inner.start && e.end <= inner.end && e.head <= lo && hi <= e.last {
					inner = e
				}
			}
			return []*method{inner}
		}
	}
	return nil
}

// compilerNamed reports whether a declared class gets its binary name from the compiler: it is anonymous or local,
// or inside such a class.
func compilerNamed(class string) bool {
	return strings.HasSuffix(class, "$") || strings.Contains(class, "$$")
}

// methodLines returns the lines of a method's code.
func methodLines(m *classfile.Method) []int {
	if !m.HasCode() {
		return nil
	}
	code, err := m.Code()
	if err != nil {
		return nil
	}
	var ls []int
	for _, l := range code.Lines() {
		if l.Line > 0 {
			ls = append(ls, l.Line)
		}
	}
	return ls
}

// fits compares the declared types with a descriptor's. Compilers add parameters in front (the enclosing
// instance, an enum constant's name) and behind (captured variables), and a type variable is erased to its bound,
// which only a compiler knows: a single capital letter fits every reference type.
func (d *method) fits(types []string) bool {
	extra := len(types) - len(d.params)
	if extra < 0 || extra > 0 && d.name != "<init>" {
		return false
	}
	for skip := 0; skip <= min(extra, 2); skip++ {
		ok := true
		for i, p := range d.params {
			ok = ok && sameType(p.typ, types[skip+i])
		}
		if ok {
			return true
		}
	}
	return false
}

func sameType(declared, desc string) bool {
	have := classfile.JavaType(desc)
	base, dims, _ := strings.Cut(declared, "[")
	haveBase, haveDims, _ := strings.Cut(have, "[")
	if dims != haveDims {
		return false
	}
	haveBase = haveBase[strings.LastIndexAny(haveBase, ".$")+1:]
	if haveBase == base {
		return true
	}
	reference := strings.HasSuffix(desc, ";")
	return reference && base != "" && base == strings.ToUpper(base) && base[0] >= 'A' && base[0] <= 'Z' && len(base) <= 3
}

// names returns the parameters' names for a method of a class file, nil where it has parameters that the source
// does not declare.
func (d *method) names(m *classfile.Method) []string {
	if len(d.params) != len(classfile.Params(m.Desc)) {
		return nil
	}
	names := make([]string, len(d.params))
	for i, p := range d.params {
		names[i] = p.name
	}
	return names
}
