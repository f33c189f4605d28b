package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
)

// rowKey is what the classes of a row share.
type rowKey struct{ methods, calls string }

// signature is the name and the descriptor of a method.
type signature struct{ name, desc string }

// table returns the rows for the methods with a model of types that programs can extend, and for the methods that a call of
// a modelled one may run on an object of another type of the JDK.
func (x *finder) table(modelled func(class, name, desc string) bool) string {
	called := x.called(modelled)
	byClass := map[string]map[string][]string{} // by class and calls
	x.eachInherited(func(c *classfile.Class, m *classfile.Method) {
		if m.Access&classfile.AccAbstract != 0 || !called[c.Name][signature{m.Name, m.Desc}] {
			return
		}
		if calls, ok := x.callsOf(m); ok {
			if byClass[c.Name] == nil {
				byClass[c.Name] = map[string][]string{}
			}
			byClass[c.Name][calls] = append(byClass[c.Name][calls], m.Name+m.Desc)
		}
	})
	classes := map[rowKey][]string{}
	for class, byCalls := range byClass {
		for calls, methods := range byCalls {
			slices.Sort(methods)
			k := rowKey{strings.Join(methods, " "), calls}
			classes[k] = append(classes[k], class)
		}
	}
	var lines []string
	for k, cs := range classes {
		slices.Sort(cs)
		lines = append(lines, strings.Join(cs, " ")+"\t"+k.methods+"\t"+k.calls+"\n")
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// called returns, by type, the methods that a call of a modelled method may run: a type of the JDK is below both of them.
func (x *finder) called(modelled func(class, name, desc string) bool) map[string]map[signature]bool {
	own := map[string][]signature{}
	x.eachInherited(func(c *classfile.Class, m *classfile.Method) {
		if c.Name != "java/lang/Object" && modelled(c.Name, m.Name, m.Desc) {
			own[c.Name] = append(own[c.Name], signature{m.Name, m.Desc})
		}
	})
	called := map[string]map[signature]bool{}
	for _, c := range x.h.Classes() {
		types := append(x.h.Supers(c.Name), c.Name)
		for _, t := range types {
			for _, s := range own[t] {
				for _, other := range types {
					if called[other] == nil {
						called[other] = map[signature]bool{}
					}
					called[other][s] = true
				}
			}
		}
	}
	return called
}

// eachInherited calls f with the methods that classes of programs can inherit.
func (x *finder) eachInherited(f func(*classfile.Class, *classfile.Method)) {
	for _, c := range x.h.Classes() {
		if !summaries.Published(c) || c.Access&classfile.AccFinal != 0 {
			continue
		}
		for i := range c.Methods {
			m := &c.Methods[i]
			if !m.Static() && m.Access&(classfile.AccPublic|classfile.AccProtected) != 0 && m.Name != "<init>" {
				f(c, m)
			}
		}
	}
}

// callsOf returns what a method calls on its own object, as the table has it; ok is false if that is not known.
func (x *finder) callsOf(m *classfile.Method) (calls string, ok bool) {
	f := x.flowOf(m, []kind{self}, 0)
	if f.unknown {
		return "", false
	}
	if len(f.calls) == 0 {
		return "-", true
	}
	all := slices.Clone(f.calls)
	slices.SortFunc(all, func(a, b call) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.desc, b.desc))
	})
	var texts []string
	for i := 0; i < len(all); {
		n, repeated := i, false
		for ; n < len(all) && all[n].name == all[i].name && all[n].desc == all[i].desc; n++ {
			repeated = repeated || all[n].repeated
		}
		text := all[i].name + all[i].desc
		if repeated || n-i > 1 {
			text += "*"
		}
		texts = append(texts, text)
		i = n
	}
	return strings.Join(texts, " "), true
}
