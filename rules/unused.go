package rules

import (
	_ "embed" // the table
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

//go:embed unused.tsv
var unusedTable string

// unusedResult is what unused.tsv says of a method: the case that prices a result that nothing uses, and a part of the descriptors of
// overloads that may do something else; empty for none.
type unusedResult struct{ measured, unless string }

// unusedResults are the methods of unused.tsv, unusedAbove those of interfaces that count where the class of the object has them, and
// unusedFinal the names of final methods, with the classes below which they count.
var unusedResults, unusedAbove, unusedFinal = func() (of, above map[classfile.Member]unusedResult, final map[string][]string) {
	of, above, final = map[classfile.Member]unusedResult{}, map[classfile.Member]unusedResult{}, map[string][]string{}
	for c := range rows(unusedTable) {
		u := unusedResult{measured: c[0]}
		if len(c) > 3 {
			u.unless = c[3]
		}
		out := of
		switch c[0] {
		case "Above":
			out = above
		case "Final":
			u.measured = smallCase
			for _, name := range strings.Fields(c[2]) {
				final[name] = append(final[name], c[1])
			}
		}
		for _, name := range strings.Fields(c[2]) {
			out[classfile.Member{Class: c[1], Name: name}] = u
		}
	}
	return of, above, final
}()

// The cases of the evidence that the table names: results that take work to compute, and small objects and numbers, which compiled code does
// not make.
const (
	resultCase = "Result"
	smallCase  = "Small"
)

// unusedNames are, as Needs has them, the methods that a case prices, and those of interfaces whose classes it prices.
func unusedNames(measured string) (out []string) {
	names := map[string]bool{}
	for m, u := range unusedResults {
		if u.measured == measured {
			out = append(out, m.Class+"."+m.Name)
			names[m.Name] = true
		}
	}
	for m := range unusedAbove {
		if names[m.Name] {
			out = append(out, m.Class+"."+m.Name)
		}
	}
	slices.Sort(out)
	return out
}

// onlyComputes returns what the table says of a called method; ok is false for one that may do something else than compute its result.
func onlyComputes(c classfile.Member) (u unusedResult, ok bool) {
	u, ok = unusedResults[classfile.Member{Class: c.Class, Name: c.Name}]
	void := strings.HasSuffix(c.Desc, ")V") // it fills an array, as getBytes(int, int, byte[], int) does
	return u, ok && !void && (u.unless == "" || !strings.Contains(c.Desc, u.unless))
}

// onlyComputesHere is onlyComputes for a call. A method of a collection counts where no class of the program may do something
// else. A final method counts for the classes below, which have no other.
func (m *Method) onlyComputesHere(v ssa.ID, c classfile.Member) (u unusedResult, ok bool) {
	key := classfile.Member{Class: c.Class, Name: c.Name}
	_, above := unusedAbove[key]
	_, listed := unusedResults[key]
	static := m.Func().Values[v].Op == classfile.OpInvokestatic
	switch {
	case above || listed && !static && m.Engine.isCollection(c.Class):
		c.Class = m.collectionClass(m.Func().Args(v)[0], c)
	case c.Name == "getClass" && m.testsForNull(v):
		return u, false
	case m.accepts(v, c):
		return unusedResult{measured: smallCase}, true
	case !listed && !static:
		c.Class = m.Engine.finalAbove(c)
	}
	if u, ok = onlyComputes(c); !ok && u.unless == objectDesc && !strings.HasSuffix(c.Desc, ")V") {
		ok = m.onlyTexts(v)
	}
	return u, ok
}

// objectDesc stands in unused.tsv for overloads that run toString, equals or hashCode of what they are given.
const objectDesc = "Ljava/lang/Object;"

// onlyTexts reports whether the arguments of a call are numbers, texts and boxes, or arrays of these, none of which runs code of the program.
func (m *Method) onlyTexts(v ssa.ID) bool {
	f := m.Func()
	args := f.Args(v)
	if f.Values[v].Op != classfile.OpInvokestatic {
		args = args[1:]
	}
	return !slices.ContainsFunc(args, func(a ssa.ID) bool {
		a = m.Strip(a)
		element, array := strings.CutPrefix(f.Static(a), "[")
		_, box := wrappers[className(element)]
		return !m.onlyPlain([]ssa.ID{a}) && !(array && (element == stringDesc || box)) && !m.holdsTexts(a, v)
	})
}

// holdsTexts reports whether an array is one that the method makes and fills with numbers, texts and boxes for a call.
func (m *Method) holdsTexts(array, call ssa.ID) bool {
	f := m.Func()
	return f.Values[array].Kind == ssa.Instr && f.Values[array].Op == classfile.OpAnewarray && m.onlyFilledFor(m.uses(), array, call) &&
		!slices.ContainsFunc(m.uses().of(array), func(u ssa.ID) bool { return f.Values[u].Op == classfile.OpAastore && !m.onlyPlain(f.Args(u)[2:]) })
}

// collectionClass returns the class of the JDK whose method a call of a collection runs: that of the object, where it is known what made it, else
// that of its type, where the program has no class below it with a method of its own; empty where neither is known.
func (m *Method) collectionClass(v ssa.ID, c classfile.Member) string {
	if class := m.exactClass(v); class != "" {
		return class
	}
	class := className(m.Type(v))
	if m.Engine.redefines(class, c.Name, c.Desc) {
		return ""
	}
	return class
}

// isCollection reports whether a class is a collection or map.
func (e *Engine) isCollection(class string) bool {
	return e.IsClass(class, "java/util/Collection") || e.IsClass(class, "java/util/Map")
}

// finalAbove returns the class whose final method a called method certainly is; empty where there is none.
func (e *Engine) finalAbove(c classfile.Member) string {
	for _, class := range unusedFinal[c.Name] {
		if !e.IsClass(c.Class, class) {
			continue
		}
		if r := e.Program.Resolve(c.Class, c.Name, c.Desc); r.Method == nil || !e.own(r.Method.Class.Name) {
			return class // and no overload that a class of the program declares
		}
	}
	return ""
}

// testsForNull reports whether a call of getClass only tests an object for null, as the source has it or compilers wrote it before Java 9: its
// result is dropped, and goes into no variable.
func (m *Method) testsForNull(v ssa.ID) bool {
	code, pc := m.Func().Code, int(m.Func().Values[v].PC)
	return code.Op(code.Next(pc)) == classfile.OpPop
}
