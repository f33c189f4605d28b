package callgraph

import (
	_ "embed"
	"iter"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

//go:embed supertypes.tsv
var supertypesText string

// supertypes are the classes of the JDK above classes of the runtime libraries of Kotlin and Scala, by the name of the class.
var supertypes = func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(supertypesText) {
		if class, above, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && line[0] != '#' && class != "class" {
			out[class] = strings.Fields(above)
		}
	}
	return out
}()

// A class below one that is known by name only is adrift: the class file that is missing may be below any other. What the class declares may
// then run for a call through that other class.

// findOrphans indexes the methods of analysed classes and lambdas below a class that is known by name only, and that may
// itself be below another class: see missingLeadsTo.
func (h *Hierarchy) findOrphans() {
	h.orphans = map[signature][]*node{}
	for _, n := range h.order {
		if n.unknown == nil {
			continue
		}
		h.adrift = append(h.adrift, n)
		for i := range n.class.Methods {
			m := &n.class.Methods[i]
			if m.Access&(classfile.AccStatic|classfile.AccPrivate) == 0 && m.Name[0] != '<' {
				k := signature{m.Name, m.Desc}
				h.orphans[k] = append(h.orphans[k], n)
			}
		}
	}
	for _, list := range [][]*node{h.order, h.outer} {
		for _, n := range list {
			if n.unknown == nil {
				continue
			}
			for _, l := range n.lambdas {
				for _, desc := range l.Descs {
					if k := (signature{l.Name, desc}); !slices.Contains(h.orphans[k], n) {
						h.orphans[k] = append(h.orphans[k], n)
					}
				}
			}
		}
	}
}

// isRuntimeLibrary reports whether a class is in a package of the JDK, of Android, or of the runtime libraries of Kotlin and Scala: none
// of their classes is below one of the program. It does not report whether they keep a contract, which
// absint/internal/platform.IsPlatform does, of fewer classes.
func isRuntimeLibrary(name string) bool {
	for _, p := range [...]string{"java/", "javax/", "jdk/", "sun/", "com/sun/", "kotlin/", "scala/", "android/"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// MissingAbove returns the name of the nearest class above a class, or of the class itself, that is known by name only; empty where there is none.
func (h *Hierarchy) MissingAbove(class string) string {
	if u := h.node(class).unknown; u != nil {
		return u.name
	}
	return ""
}

// missingLeadsTo reports whether a class may be below another one through a class that is known by name only. It tells more than maybeBelow: where the
// missing class cannot be below the other one.
func (h *Hierarchy) missingLeadsTo(n, above *node) bool {
	if n.unknown == nil || above.class != nil && above.class.Access&classfile.AccFinal != 0 {
		return false
	}
	if above.name == "java/lang/Object" { // above those of the JDK, too, which are missing where all are
		return slices.ContainsFunc(n.withAncestors(), func(u *node) bool { return u.class == nil && !strings.HasPrefix(u.name, "java/") })
	}
	if above.class != nil && !above.class.IsInterface() { // one super class leads to another
		c := n
		for c.super != nil {
			c = c.super
		}
		return c.class == nil && mayExtend(c, above)
	}
	return slices.ContainsFunc(n.withAncestors(), func(u *node) bool { return u.class == nil && mayExtend(u, above) })
}

// mayExtend reports whether a class that is known by name only may be below another one. Those of runtime libraries are below no class of the
// program or of other libraries, those of Kotlin and Scala below those alone that supertypes.tsv has. Those of the JDK are taken to be below none:
// they are missing where there is no JDK, and then all of them are.
func mayExtend(unknown, above *node) bool {
	return !isRuntimeLibrary(unknown.name) || strings.HasPrefix(unknown.name, "android/") && !above.analysed && isRuntimeLibrary(above.name)
}

// orphansOf yields the classes that declare a method, or whose lambdas implement it, and that may be below another class through one that is
// known by name only.
func (h *Hierarchy) orphansOf(above *node, name, desc string) iter.Seq[*node] {
	return func(yield func(*node) bool) {
		for _, o := range h.orphans[signature{name, desc}] {
			if o != above && h.missingLeadsTo(o, above) && !yield(o) {
				return
			}
		}
	}
}
