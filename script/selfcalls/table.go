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

// table returns the rows for the methods with a model of classes that programs can extend.
func (x *finder) table(modelled func(class, name, desc string) bool) string {
	classes := map[rowKey][]string{}
	for _, c := range x.h.Classes() {
		if !summaries.Published(c) || c.IsInterface() || c.Access&classfile.AccFinal != 0 {
			continue
		}
		byCalls := map[string][]string{}
		for i := range c.Methods {
			m := &c.Methods[i]
			if m.Static() || m.Access&(classfile.AccPublic|classfile.AccProtected) == 0 || m.Name == "<init>" || !modelled(c.Name, m.Name, m.Desc) {
				continue
			}
			if calls, ok := x.callsOf(m); ok {
				byCalls[calls] = append(byCalls[calls], m.Name+m.Desc)
			}
		}
		for calls, methods := range byCalls {
			slices.Sort(methods)
			k := rowKey{strings.Join(methods, " "), calls}
			classes[k] = append(classes[k], c.Name)
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
